/* Two threads wait at the same time although the program has asked for a level that does not allow
 * it: nothing else is promised than words, if the library notices. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static void *receives(void *tag)
{
    int in;
    sleep((unsigned)*(int *)tag);
    OK(MPI_Recv(&in, 1, MPI_INT, 0, *(int *)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    return NULL;
}

int main(int argc, char **argv)
{
    static int tags[2] = {0, 1};
    pthread_t threads[2];
    int provided;

    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided));
    for (int at = 0; at < 2; at++)
        CHECK(pthread_create(&threads[at], NULL, receives, &tags[at]) == 0);
    for (int at = 0; at < 2; at++)
        pthread_join(threads[at], NULL);
    return MPI_Finalize();
}

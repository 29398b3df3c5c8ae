/* Hangs with several threads: in each rank one thread receives from the other rank and one is in a
 * barrier of its own communicator that the other rank never enters. With an argument rank 0 has a
 * third thread, which computes and then sends what rank 1 waits for: that is no deadlock. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static int rank;
static MPI_Comm twins[2];

static void *receives(void *nothing)
{
    int in;
    OK(MPI_Recv(&in, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    return nothing;
}

static void *meets(void *nothing)
{
    OK(MPI_Barrier(twins[rank]));
    return nothing;
}

static void *computes(void *nothing)
{
    sleep(4);
    OK(MPI_Send(&rank, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD));
    return nothing;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int provided;

    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    for (int at = 0; at < 2; at++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &twins[at]));
    OK(MPI_Comm_set_name(twins[rank], rank ? "other" : "one"));
    CHECK(pthread_create(&threads[0], NULL, receives, NULL) == 0);
    CHECK(pthread_create(&threads[1], NULL, argc > 1 ? computes : meets, NULL) == 0);
    for (int at = 0; at < 2; at++)
        pthread_join(threads[at], NULL);
    return MPI_Finalize();
}

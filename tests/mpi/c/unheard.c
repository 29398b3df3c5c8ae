/* One of two ranks is stopped for good when it seems to leave: what is sent to it then is
 * accepted, and does not arrive. The argument says how MPI_Finalize handles that: "fatal" or
 * "returned". Or the rank is "killed" before, and does not arrive at the barrier. */
#define _POSIX_C_SOURCE 200112L
#include "check.h"
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGES = 50, BYTES = 1000 };

int main(int argc, char **argv)
{
    static char bytes[BYTES];
    int rank, size, pid, error, class;

    OK(MPI_Init(&argc, &argv));
    CHECK(argc == 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(argv[1], "returned"))
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (!strcmp(argv[1], "killed")) {
        if (rank == size - 1)
            raise(SIGKILL);
        MPI_Finalize();
        return 0;
    }
    if (rank == size - 1) {
        /* The barrier of MPI_Finalize takes this for the stopped rank's; the message comes
         * behind it. */
        MPI_Request request;
        pid = getpid();
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &request));
        OK(MPI_Send(&pid, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
        for (;;)
            pause();
    }
    OK(MPI_Recv(&pid, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    kill(pid, SIGSTOP);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    for (int i = 0; i < MESSAGES; i++)
        OK(MPI_Send(bytes, BYTES, MPI_BYTE, size - 1, 0, MPI_COMM_WORLD));
    error = MPI_Finalize();
    CHECK(error != MPI_SUCCESS);
    OK(MPI_Error_class(error, &class));
    CHECK(class == MPI_ERR_OTHER);
    printf("returned\n");
    return 3;
}

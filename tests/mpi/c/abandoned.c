/* The last rank leaves the job, by MPI_Abort or by dying silently, while the others are in
 * collective calls of one kind. Arguments: the call, bytes, and how the rank ends. */
#define _POSIX_C_SOURCE 200112L
#include "check.h"
#include <time.h>
#include <unistd.h>

static char from[1 << 18], into[1 << 21];

static void call(char which, int bytes, int size)
{
    switch (which) {
    case 'b':
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    case 'a':
        MPI_Allreduce(from, into, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
        break;
    case 'c':
        MPI_Bcast(from, bytes, MPI_BYTE, size - 1, MPI_COMM_WORLD);
        break;
    case 't':
        MPI_Alltoall(from, bytes / size, MPI_BYTE, into, bytes / size, MPI_BYTE, MPI_COMM_WORLD);
        break;
    case 'g':
        MPI_Allgather(from, bytes / size, MPI_BYTE, into, bytes / size, MPI_BYTE, MPI_COMM_WORLD);
        break;
    }
}

int main(int argc, char **argv)
{
    int rank, size;

    OK(MPI_Init(&argc, &argv));
    CHECK(argc == 4);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 20; round++)
        call(argv[1][0], atoi(argv[2]), size);
    if (rank == size - 1) {
        /* The others have had time to fall asleep. */
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        if (argv[3][0] == 'd')
            _exit(5);
        MPI_Abort(MPI_COMM_WORLD, 7);
    }
    for (;;)
        call(argv[1][0], atoi(argv[2]), size);
}

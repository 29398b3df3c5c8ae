/* Rank 0 sends, then rank 1 receives messages that have already arrived: mpi FILE BYTES COUNT.
 * Run under callgrind, which counts the instructions inside the calls. The ranks alternate
 * through words in FILE, so no counted call waits and the synchronisation makes no MPI calls. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BATCH = 8, MAX_BYTES = 1024 };

static char bytes[MAX_BYTES];

static volatile unsigned long *turns_in(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, 4096) != 0)
        return NULL;
    void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

static void pass(int rank, int size)
{
    for (int i = 0; i < BATCH; i++)
        if (rank == 0)
            MPI_Send(bytes, size, MPI_BYTE, 1, 7, MPI_COMM_WORLD);
        else
            MPI_Recv(bytes, size, MPI_BYTE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size = argc > 3 ? atoi(argv[2]) : -1;
    unsigned long count = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    volatile unsigned long *turn = argc > 3 ? turns_in(argv[1]) : NULL;

    if (!turn || size < 0 || size > MAX_BYTES || count < 1 || count % BATCH) {
        fprintf(stderr, "usage: mpi FILE BYTES COUNT: 0 to %d bytes, COUNT a multiple of %d\n",
                MAX_BYTES, BATCH);
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (unsigned long done = 0; rank < 2 && done < count / BATCH; done++) {
        while (*turn != 2 * done + (unsigned long)rank)
            sched_yield();
        pass(rank, size);
        __sync_synchronize();
        *turn = 2 * done + 1 + (unsigned long)rank;
    }
    return MPI_Finalize();
}

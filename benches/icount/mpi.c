/* Rank 0 sends, then rank 1 receives messages that have already arrived:
 * mpi FILE messages|windows|stream BYTES COUNT. Run under callgrind, which counts the instructions
 * inside the calls. The ranks alternate through words in FILE, so no counted call waits and the
 * synchronisation makes no MPI calls. In windows, receives are posted before their messages are
 * sent; in a stream of windows, they find their messages there. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BATCH = 8, MAX_BYTES = 1024 };

static char bytes[BATCH][MAX_BYTES];
static MPI_Request requests[BATCH];

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
            MPI_Send(bytes[i], size, MPI_BYTE, 1, 7, MPI_COMM_WORLD);
        else
            MPI_Recv(bytes[i], size, MPI_BYTE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void begin_window(int rank, int size)
{
    for (int i = 0; i < BATCH; i++)
        if (rank == 0)
            MPI_Isend(bytes[i], size, MPI_BYTE, 1, 7, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Irecv(bytes[i], size, MPI_BYTE, 0, 7, MPI_COMM_WORLD, &requests[i]);
}

/* is_ahead: this rank begins each window when it has completed the one before. */
static void pass_window(int rank, int size, int is_ahead)
{
    if (!is_ahead)
        begin_window(rank, size);
    MPI_Waitall(BATCH, requests, MPI_STATUSES_IGNORE);
    if (is_ahead)
        begin_window(rank, size);
}

int main(int argc, char **argv)
{
    int rank, size = argc > 4 ? atoi(argv[3]) : -1;
    unsigned long count = argc > 4 ? strtoul(argv[4], NULL, 10) : 0;
    volatile unsigned long *turn = argc > 4 ? turns_in(argv[1]) : NULL;

    if (!turn || size < 0 || size > MAX_BYTES || count < 1 || count % BATCH) {
        fprintf(stderr,
                "usage: mpi FILE messages|windows|stream BYTES COUNT: 0 to %d bytes, COUNT a "
                "multiple of %d\n", MAX_BYTES, BATCH);
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int is_ahead = rank == 1 && strcmp(argv[2], "windows") == 0;
    if (is_ahead)
        begin_window(rank, size);
    for (unsigned long done = 0; rank < 2 && done < count / BATCH; done++) {
        while (*turn != 2 * done + (unsigned long)rank)
            sched_yield();
        if (strcmp(argv[2], "messages") == 0)
            pass(rank, size);
        else
            pass_window(rank, size, is_ahead);
        __sync_synchronize();
        *turn = 2 * done + 1 + (unsigned long)rank;
    }
    for (int i = 0; is_ahead && i < BATCH; i++)
        MPI_Cancel(&requests[i]);
    if (is_ahead)
        MPI_Waitall(BATCH, requests, MPI_STATUSES_IGNORE);
    return MPI_Finalize();
}

/* The collectives of ops.c over MPI. Usage: collectives_mpi seconds-per-figure cores
 * collectives */
#include "figure.h"
#include <mpi.h>

static long *to, *from;
static size_t bytes;

static void meet(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static long agree_on(long of_zero)
{
    MPI_Bcast(&of_zero, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    return of_zero;
}

static int words(void)
{
    return (int)(bytes / sizeof(long));
}

static void sum(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Allreduce(from, to, words(), MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
}

static void broadcast(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Bcast(from, words(), MPI_LONG, 0, MPI_COMM_WORLD);
}

static void collect(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Allgather(from, words(), MPI_LONG, to, words(), MPI_LONG, MPI_COMM_WORLD);
}

static void alltoall(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Alltoall(from, words(), MPI_LONG, to, words(), MPI_LONG, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {8, 4096, 1 << 20};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &pes);
    if (argc != 4) {
        fprintf(stderr, "usage: collectives_mpi seconds-per-figure cores collectives\n");
        return 2;
    }
    target = atof(argv[1]);
    pin(argv[2]);
    size_t most = sizes[2] * (size_t)pes;
    from = aligned_alloc(4096, most);
    to = aligned_alloc(4096, most);
    if (!from || !to)
        return 1;
    memset(from, 1, most);
    memset(to, 1, most);
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        bytes = sizes[at];
        print_sized("sum of", bytes, measured(sum, 0) * 1e9, "ns");
        print_sized("broadcast of", bytes, measured(broadcast, 0) * 1e9, "ns");
        print_sized("collect of", bytes, measured(collect, 0) * 1e9, "ns");
        print_sized("alltoall of", bytes, measured(alltoall, 0) * 1e9, "ns");
    }
    MPI_Finalize();
    return 0;
}

/* MPI and OpenSHMEM in one process are one job, and either may start or end first. */
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>

static int rank, size;

/* Barriers and sums of both by turns, which a network may do by itself. */
static int in_turn(void)
{
    static long here;
    MPI_Comm again;
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    for (long turn = 0; turn < 20; turn++) {
        long sum = 0, mine = turn + rank;
        shmem_long_atomic_add(&here, turn, (rank + 1) % size);
        shmem_barrier_all();
        if (here != turn * (turn + 1) / 2)
            return 3;
        MPI_Barrier(turn % 2 ? MPI_COMM_WORLD : again);
        MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, turn % 3 ? MPI_COMM_WORLD : again);
        if (sum != turn * size + size * (size - 1) / 2)
            return 4;
        shmem_sync_all();
        MPI_Bcast(&mine, 1, MPI_LONG, (int)turn % size, again);
        if (mine != turn + turn % size)
            return 5;
    }
    MPI_Comm_free(&again);
    return 0;
}

static int use(void)
{
    int sum = 0, *word = (int *)shmem_calloc(1, sizeof *word);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != shmem_my_pe() || size != shmem_n_pes())
        return 1;
    shmem_int_p(word, rank + 1, (rank + 1) % size);
    shmem_barrier_all();
    MPI_Allreduce(word, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    shmem_free(word);
    if (sum != size * (size + 1) / 2)
        return 2;
    return in_turn();
}

int main(int argc, char **argv)
{
    int is_mpi_outside = argc > 1 && strcmp(argv[1], "outside") == 0, fault;
    if (is_mpi_outside)
        MPI_Init(&argc, &argv);
    shmem_init();
    if (!is_mpi_outside)
        MPI_Init(&argc, &argv);
    fault = use();
    if (!is_mpi_outside)
        MPI_Finalize();
    shmem_finalize();
    if (is_mpi_outside)
        MPI_Finalize();
    return fault;
}

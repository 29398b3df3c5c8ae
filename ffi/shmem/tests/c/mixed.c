/* MPI and OpenSHMEM in one process are one job, and either may start or end first. */
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>

static int rank, size;

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
    return sum == size * (size + 1) / 2 ? 0 : 2;
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

/* A send to a rank that does not exist, with the handler for fatal errors. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("before\n");
        MPI_Send(&rank, 1, MPI_INT, 7, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}

/* A number travels round the ring of ranks; each rank adds its own. Run: skifrun -n 4 ./ring */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    if (rank > 0)
        MPI_Recv(&sum, 1, MPI_INT, before, 0, MPI_COMM_WORLD, &status);
    sum += rank;
    if (size > 1)
        MPI_Send(&sum, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        if (size > 1)
            MPI_Recv(&sum, 1, MPI_INT, before, 0, MPI_COMM_WORLD, &status);
        printf("the ranks of %d make %d\n", size, sum);
    }
    return MPI_Finalize();
}

/* Hangs: rank 0 in a barrier, rank 1 in a reduction over a communicator with a name. */
#include "check.h"

int main(int argc, char **argv)
{
    int rank, one = 1, all;
    MPI_Comm twin;
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    OK(MPI_Comm_set_name(twin, "twin"));
    if (rank == 0)
        OK(MPI_Barrier(MPI_COMM_WORLD));
    else
        OK(PMPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, twin));
    OK(MPI_Comm_free(&twin));
    return MPI_Finalize();
}

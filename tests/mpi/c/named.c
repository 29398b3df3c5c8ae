/* An invalid call of the function named by the argument, on a communicator without a name. */
#include "check.h"

int main(int argc, char **argv)
{
    MPI_Request request;
    MPI_Comm comm;
    int from = 1, into = 2, one = 1, none = 0;
    char call;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    call = argc > 1 ? argv[1][0] : 'a';
    switch (call) {
    case 'a':
        MPI_Bcast(&from, 1, MPI_INT, 99, comm);
        break;
    case 'b':
        MPI_Ibcast(&from, 1, MPI_INT, 99, comm, &request);
        break;
    case 'c':
        MPI_Iallreduce(&from, &into, 1, MPI_INT, MPI_OP_NULL, comm, &request);
        break;
    case 'd':
        MPI_Allreduce_init(&from, &into, 1, MPI_INT, MPI_OP_NULL, comm, MPI_INFO_NULL, &request);
        break;
    case 'e':
        MPI_Gatherv(&from, 1, MPI_INT, &into, &one, &none, MPI_INT, 99, comm);
        break;
    case 'f':
        MPI_Iscatterv(&from, &one, &none, MPI_INT, &into, 1, MPI_INT, 99, comm, &request);
        break;
    case 'g':
        MPI_Reduce_scatter_block(&from, &into, 1, MPI_INT, MPI_OP_NULL, comm);
        break;
    case 'h':
        MPI_Ineighbor_alltoall(&from, 1, MPI_INT, &into, 1, MPI_INT, comm, &request);
        break;
    case 'i':
        MPI_Neighbor_allgather_init(&from, 1, MPI_INT, &into, 1, MPI_INT, comm, MPI_INFO_NULL,
                                    &request);
        break;
    }
    return 0;
}

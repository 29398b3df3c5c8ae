/* What a C library asks about a status that it is given by Fortran. */
#include <mpi.h>

int is_ignored_(const MPI_Fint *status);
int are_ignored_(const MPI_Fint *statuses);

int is_ignored_(const MPI_Fint *status)
{
    return MPI_F_STATUS_IGNORE != 0 && status == MPI_F_STATUS_IGNORE;
}

int are_ignored_(const MPI_Fint *statuses)
{
    return MPI_F_STATUSES_IGNORE != 0 && statuses == MPI_F_STATUSES_IGNORE;
}

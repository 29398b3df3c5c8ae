/* The constants of the standard ABI that are addresses, and the layout of its types. */
#include "values.h"
#include <stddef.h>

int main(void)
{
    ADDRESS(MPI_BOTTOM, 0);
    ADDRESS(MPI_IN_PLACE, 1);
    ADDRESS(MPI_BUFFER_AUTOMATIC, 2);
    ADDRESS(MPI_ARGV_NULL, 0);
    ADDRESS(MPI_ARGVS_NULL, 0);
    ADDRESS(MPI_ERRCODES_IGNORE, 0);
    ADDRESS(MPI_STATUS_IGNORE, 0);
    ADDRESS(MPI_STATUSES_IGNORE, 0);
    ADDRESS(MPI_UNWEIGHTED, 10);
    ADDRESS(MPI_WEIGHTS_EMPTY, 11);
    ADDRESS(MPI_NULL_COPY_FN, 0);
    ADDRESS(MPI_DUP_FN, 1);
    ADDRESS(MPI_NULL_DELETE_FN, 0);
    ADDRESS(MPI_COMM_NULL_COPY_FN, 0);
    ADDRESS(MPI_COMM_DUP_FN, 1);
    ADDRESS(MPI_COMM_NULL_DELETE_FN, 0);
    ADDRESS(MPI_TYPE_NULL_COPY_FN, 0);
    ADDRESS(MPI_TYPE_DUP_FN, 1);
    ADDRESS(MPI_TYPE_NULL_DELETE_FN, 0);
    ADDRESS(MPI_WIN_NULL_COPY_FN, 0);
    ADDRESS(MPI_WIN_DUP_FN, 1);
    ADDRESS(MPI_WIN_NULL_DELETE_FN, 0);
    ADDRESS(MPI_CONVERSION_FN_NULL, 0);
    ADDRESS(MPI_CONVERSION_FN_NULL_C, 0);
    ADDRESS(MPI_T_ENUM_NULL, 0);
    ADDRESS(MPI_T_CVAR_HANDLE_NULL, 0);
    ADDRESS(MPI_T_PVAR_SESSION_NULL, 0);
    ADDRESS(MPI_T_PVAR_HANDLE_NULL, 0);
    ADDRESS(MPI_T_PVAR_ALL_HANDLES, 1);

    INTEGER(sizeof(MPI_Status), 32);
    INTEGER(offsetof(MPI_Status, MPI_SOURCE), 0);
    INTEGER(offsetof(MPI_Status, MPI_TAG), 4);
    INTEGER(offsetof(MPI_Status, MPI_ERROR), 8);
    INTEGER(offsetof(MPI_Status, MPI_internal), 12);
    INTEGER(sizeof(MPI_Comm), sizeof(void *));
    INTEGER(sizeof(MPI_Aint), sizeof(void *));
    INTEGER(sizeof(MPI_Offset), 8);
    INTEGER(sizeof(MPI_Count), 8);
    INTEGER(sizeof(MPI_Fint), 4);
    /* The signedness of each. */
    INTEGER((MPI_Aint)-1 < 0, 1);
    INTEGER((MPI_Offset)-1 < 0, 1);
    INTEGER((MPI_Count)-1 < 0, 1);
    return wrong;
}

/* The initial error handler of communicators, as given to the launcher. */
#include "check.h"

static void begins_with(MPI_Comm comm, MPI_Errhandler wanted)
{
    MPI_Errhandler found;
    OK(MPI_Comm_get_errhandler(comm, &found));
    CHECK(found == wanted);
    OK(MPI_Errhandler_free(&found));
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    const int is_returned = strcmp(word, "mpi_errors_return") == 0;
    MPI_Errhandler wanted = is_returned ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL;
    MPI_Comm twin;
    int rank, class;

    if (strcmp(word, "mpi_errors_abort") == 0)
        wanted = MPI_ERRORS_ABORT;
    if (is_returned && MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS)
        return 1;
    OK(MPI_Init(&argc, &argv));
    begins_with(MPI_COMM_WORLD, wanted);
    begins_with(MPI_COMM_SELF, wanted);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    begins_with(twin, wanted);
    OK(MPI_Comm_free(&twin));
    if (is_returned) {
        OK(MPI_Error_class(MPI_Send(NULL, 0, MPI_INT, 99, 0, MPI_COMM_WORLD), &class));
        CHECK(class == MPI_ERR_RANK);
        OK(MPI_Error_class(MPI_Type_free(&(MPI_Datatype){MPI_DATATYPE_NULL}), &class));
        CHECK(class == MPI_ERR_TYPE);
    }
    OK(MPI_Finalize());
    return is_returned && MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS;
}

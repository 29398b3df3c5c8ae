/* A code of the program that is fatal, as the argument says: a class or a code that it has added,
 * answered by its function or given to the handler. The code is printed before. */
#include "check.h"

static int code;

static int refuses(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)in, (void)out, (void)flag;
    return code;
}

int main(int argc, char **argv)
{
    int key;
    MPI_Comm twin;

    CHECK(argc == 3);
    OK(MPI_Init(&argc, &argv));
    code = MPI_ERR_PENDING;
    if (!strcmp(argv[1], "added")) {
        OK(MPI_Add_error_code(MPI_ERR_TAG, &code));
        OK(MPI_Add_error_string(code, "my own words"));
    }
    printf("code %d.\n", code);
    if (!strcmp(argv[2], "called")) {
        OK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, code));
    } else {
        OK(MPI_Comm_create_keyval(refuses, MPI_COMM_NULL_DELETE_FN, &key, NULL));
        OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key));
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    }
    return MPI_Finalize();
}

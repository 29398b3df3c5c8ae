/* What the launcher tells of this program and of its places. Arguments: the number of the program
 * in the launcher's command line, or `none`, and the number of places. */
#include "check.h"

static int is(int key, const char *expected)
{
    int *value, flag;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag));
    return strcmp(expected, "none") == 0 ? !flag : flag && *value == atoi(expected);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    CHECK(argc == 3 && is(MPI_APPNUM, argv[1]) && is(MPI_UNIVERSE_SIZE, argv[2]));
    return MPI_Finalize();
}

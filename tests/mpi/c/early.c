/* A call before the start or after the end, the one that the arguments name: it ends the program,
 * and says which call it was and what is missing. */
#include <mpi.h>
#include <string.h>

static void call(char which)
{
    int number = 0, other;

    switch (which) {
    case 's': MPI_Comm_size(MPI_COMM_WORLD, &number); break;
    case 'm': MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); break;
    case 'b': MPI_Barrier(MPI_COMM_WORLD); break;
    case 'r': MPI_Allreduce(&number, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); break;
    case 'f': MPI_Finalize(); break;
    default: MPI_Init(NULL, NULL);
    }
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "before") == 0)
        call(argv[2][0]);
    MPI_Init(&argc, &argv);
    if (argc > 2 && strcmp(argv[1], "inside") == 0)
        call(argv[2][0]);
    MPI_Finalize();
    if (argc > 2 && strcmp(argv[1], "after") == 0)
        call(argv[2][0]);
    return 0;
}

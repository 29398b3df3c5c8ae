/* Calls that send and receive: with and without a buffer for both, waited for or not, with layouts
 * that differ, to oneself and to nobody. */
#include "check.h"

enum { LONG = 50000 };

static int rank, size, next, previous;

static void is_from(const MPI_Status *status, int source, int tag, int wanted)
{
    int count;

    OK(MPI_Get_count(status, MPI_INT, &count));
    CHECK(status->MPI_SOURCE == source && status->MPI_TAG == tag && count == wanted);
}

static void both(int count)
{
    static int out[LONG], in[LONG];
    MPI_Status status;

    for (int at = 0; at < count; at++)
        out[at] = rank + at;
    OK(MPI_Sendrecv(out, count, MPI_INT, next, rank, in, LONG, MPI_INT, previous, previous,
                    MPI_COMM_WORLD, &status));
    is_from(&status, previous, previous, count);
    CHECK(in[0] == previous && in[count - 1] == previous + count - 1);
    OK(MPI_Sendrecv_replace(out, count, MPI_INT, next, 3, MPI_ANY_SOURCE, MPI_ANY_TAG,
                            MPI_COMM_WORLD, &status));
    is_from(&status, previous, 3, count);
    CHECK(out[0] == previous && out[count - 1] == previous + count - 1);
    /* With a plain receive at the other end, and a plain send. */
    MPI_Request request;
    OK(MPI_Irecv(in, count, MPI_INT, previous, 4, MPI_COMM_WORLD, &request));
    OK(MPI_Sendrecv(out, count, MPI_INT, next, 4, NULL, 0, MPI_INT, MPI_PROC_NULL, 4,
                    MPI_COMM_WORLD, &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
    OK(MPI_Wait(&request, &status));
    is_from(&status, previous, 4, count);
}

static void later(int count)
{
#if MPI_VERSION >= 4
    static int out[2][LONG], in[LONG];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int flag = 0, other;

    for (int at = 0; at < count; at++) {
        out[0][at] = rank + at;
        out[1][at] = 2 * rank + at;
        in[at] = -1;
    }
    OK(MPI_Isendrecv(out[0], count, MPI_INT, next, 1, in, LONG, MPI_INT, previous, 1,
                     MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isendrecv_replace(out[1], count, MPI_INT, next, 2, previous, 2, MPI_COMM_WORLD,
                             &requests[1]));
    while (!flag)
        OK(MPI_Testall(2, requests, &flag, statuses));
    is_from(&statuses[0], previous, 1, count);
    is_from(&statuses[1], previous, 2, count);
    CHECK(in[count - 1] == previous + count - 1 && out[1][count - 1] == 2 * previous + count - 1);
    /* The two ways round the ring at once; then one half of it with nobody. */
    OK(MPI_Isendrecv(out[0], count, MPI_INT, previous, 5, in, count, MPI_INT, next, 5,
                     MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isendrecv_replace(out[1], 1, MPI_INT, next, 6, MPI_PROC_NULL, 6, MPI_COMM_WORLD,
                             &requests[1]));
    OK(MPI_Recv(&other, 1, MPI_INT, previous, 6, MPI_COMM_WORLD, &statuses[0]));
    CHECK(other == 2 * ((previous + size - 1) % size));
    OK(MPI_Waitall(2, requests, statuses));
    CHECK(in[0] == next && statuses[1].MPI_SOURCE == MPI_PROC_NULL);
    OK(MPI_Isendrecv(out[0], 1, MPI_INT, rank, 7, in, 1, MPI_INT, rank, 7, MPI_COMM_WORLD,
                     &requests[0]));
    OK(MPI_Wait(&requests[0], &statuses[0]));
    is_from(&statuses[0], rank, 7, 1);
#else
    (void)count;
#endif
}

/* A row goes out, a column comes in; and what is replaced has gaps that stay as they are. */
static void layouts(void)
{
    enum { N = 40 };
    static int matrix[N][N], row[N];
    MPI_Datatype column;
    MPI_Status status;

    OK(MPI_Type_vector(N, 1, N, MPI_INT, &column));
    OK(MPI_Type_commit(&column));
    for (int at = 0; at < N; at++)
        row[at] = 100 * rank + at;
    OK(MPI_Sendrecv(row, N, MPI_INT, next, 1, &matrix[0][3], 1, column, previous, 1, MPI_COMM_WORLD,
                    &status));
    for (int at = 0; at < N; at++)
        CHECK(matrix[at][3] == 100 * previous + at && matrix[at][4] == 0);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            matrix[i][j] = 10000 * rank + 100 * i + j;
    OK(MPI_Sendrecv_replace(&matrix[0][5], 1, column, next, 2, previous, 2, MPI_COMM_WORLD,
                            &status));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(matrix[i][j] == 10000 * (j == 5 ? previous : rank) + 100 * i + j);
    OK(MPI_Type_free(&column));
}

/* What comes is longer than there is room: the send goes out all the same. */
static void too_long(void)
{
    int out[3] = {rank, 2, 3}, in[2] = {-1, -1}, class;
    MPI_Status status;

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Error_class(MPI_Sendrecv(out, 3, MPI_INT, next, 8, in, 2, MPI_INT, previous, 8,
                                    MPI_COMM_WORLD, &status), &class));
    CHECK(class == MPI_ERR_TRUNCATE && in[0] == previous);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 100, 5000, LONG};

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    for (int which = 0; which < 4; which++) {
        both(counts[which]);
        later(counts[which]);
    }
    layouts();
    too_long();
    return MPI_Finalize();
}

/* Messages of more bytes than an int holds: counted by MPI_Count, by a datatype, and by datatypes
 * of many small pieces; and a reduction of as many. The first argument is the number of bytes above
 * that limit; without one the lengths are short. */
#include "check.h"

static int rank, size;
static MPI_Count length;
static unsigned char *data;

static unsigned char value(MPI_Count at, int of)
{
    return (unsigned char)(at * 31 + (at >> 20) + of);
}

/* Looking at every byte would take longer than the message. */
static const MPI_Count step = 4099;

static void fill(void)
{
    for (MPI_Count at = 0; at < length; at += step)
        data[at] = rank == 0 ? value(at, 1) : 0;
    data[length - 1] = rank == 0 ? value(length - 1, 1) : 0;
}

static void is_here(void)
{
    for (MPI_Count at = 0; at < length; at += step)
        CHECK(data[at] == value(at, 1));
    CHECK(data[length - 1] == value(length - 1, 1));
}

static void counted(void)
{
    MPI_Status status;
    MPI_Count count;
    int few;

    fill();
    if (rank == 0)
        OK(MPI_Send_c(data, length, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    if (rank == 1) {
        OK(MPI_Recv_c(data, length, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status));
        OK(MPI_Get_count_c(&status, MPI_BYTE, &count));
        OK(MPI_Get_count(&status, MPI_BYTE, &few));
        CHECK(count == length && few == (length > 2147483647 ? MPI_UNDEFINED : (int)length));
        is_here();
    }
}

/* One element of a datatype of everything; on the other side many of small pieces. */
static void typed(void)
{
    MPI_Datatype all, piece;
    MPI_Request request;
    MPI_Status status;

    OK(MPI_Type_contiguous_c(length, MPI_BYTE, &all));
    OK(MPI_Type_commit(&all));
    OK(MPI_Type_contiguous(1024, MPI_BYTE, &piece));
    OK(MPI_Type_commit(&piece));
    fill();
    if (rank == 0)
        OK(MPI_Ssend(data, 1, all, 1, 2, MPI_COMM_WORLD));
    if (rank == 1) {
        OK(MPI_Irecv_c(data, length / 1024, piece, 0, 2, MPI_COMM_WORLD, &request));
        OK(MPI_Wait(&request, &status));
        is_here();
    }
    OK(MPI_Type_free(&all));
    OK(MPI_Type_free(&piece));
}

static void collective(void)
{
    fill();
    OK(MPI_Bcast_c(data, length, MPI_BYTE, 0, MPI_COMM_WORLD));
    is_here();
    OK(MPI_Allreduce_c(MPI_IN_PLACE, data, length, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD));
    is_here();
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    length = argc > 1 ? ((MPI_Count)1 << 31) + atoll(argv[1]) / 1024 * 1024 : 3 << 20;
    data = malloc((size_t)length);
    CHECK(data);
    if (size > 1) {
        counted();
        typed();
    }
    collective();
    free(data);
    return MPI_Finalize();
}

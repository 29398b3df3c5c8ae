/* Cancelled sends: they complete whether or not anybody receives, and a message is either
 * cancelled or received. */
#include "check.h"

enum { LONG = 1 << 20 };

static int rank, size;
static char data[LONG];

/* A send that nobody receives; the call that completes it returns. */
static void unmatched(int bytes, int is_synchronous)
{
    MPI_Request request;
    MPI_Status status;
    int flag;

    if (rank == 0) {
        int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) =
            is_synchronous ? MPI_Issend : MPI_Isend;
        OK(send(data, bytes, MPI_BYTE, 1, 7, MPI_COMM_WORLD, &request));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) {
        OK(MPI_Cancel(&request));
        OK(MPI_Wait(&request, &status));
        OK(MPI_Test_cancelled(&status, &flag));
        OK(MPI_Send(&flag, 1, MPI_INT, 1, 8, MPI_COMM_WORLD));
    }
    if (rank == 1) {
        int is_there;
        OK(MPI_Recv(&flag, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Iprobe(0, 7, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE));
        CHECK(is_there == !flag);
        if (!flag)
            OK(MPI_Recv(data, LONG, MPI_BYTE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* A matched probe took the message before: it can no longer be cancelled. */
static void matched(int bytes)
{
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    int flag, got;

    if (rank == 0) {
        memset(data, 5, (size_t)bytes);
        OK(MPI_Issend(data, bytes, MPI_BYTE, 1, 9, MPI_COMM_WORLD, &request));
    } else if (rank == 1) {
        OK(MPI_Mprobe(0, 9, MPI_COMM_WORLD, &message, &status));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0)
        OK(MPI_Cancel(&request));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) {
        OK(MPI_Wait(&request, &status));
        OK(MPI_Test_cancelled(&status, &flag));
        CHECK(!flag);
    } else if (rank == 1) {
        memset(data, 0, sizeof data);
        OK(MPI_Mrecv(data, LONG, MPI_BYTE, &message, &status));
        OK(MPI_Get_count(&status, MPI_BYTE, &got));
        CHECK(got == bytes && data[0] == 5 && data[bytes - 1] == 5);
    }
}

/* Cancel and receive race: each message is received once or cancelled. */
static void raced(int rounds)
{
    int cancelled = 0, received = 0, total;

    for (int round = 0; round < rounds; round++) {
        MPI_Request request;
        MPI_Status status;
        int flag, bytes = round % 2 ? LONG : 3;
        if (rank == 0) {
            OK(MPI_Issend(data, bytes, MPI_BYTE, 1, round, MPI_COMM_WORLD, &request));
            OK(MPI_Cancel(&request));
            OK(MPI_Wait(&request, &status));
            OK(MPI_Test_cancelled(&status, &flag));
            cancelled += flag;
            OK(MPI_Send(NULL, 0, MPI_BYTE, 1, round + rounds, MPI_COMM_WORLD));
        } else if (rank == 1) {
            OK(MPI_Irecv(data, LONG, MPI_BYTE, 0, round, MPI_COMM_WORLD, &request));
            OK(MPI_Recv(NULL, 0, MPI_BYTE, 0, round + rounds, MPI_COMM_WORLD, &status));
            OK(MPI_Cancel(&request));
            OK(MPI_Wait(&request, &status));
            OK(MPI_Test_cancelled(&status, &flag));
            received += !flag;
        }
    }
    received += cancelled;
    OK(MPI_Allreduce(&received, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(total == rounds);
}

/* Cancelled receives and persistent requests. */
static void others(void)
{
    MPI_Request request;
    MPI_Status status;
    int flag;

    OK(MPI_Recv_init(data, 1, MPI_BYTE, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &request));
    for (int round = 0; round < 3; round++) {
        OK(MPI_Start(&request));
        OK(MPI_Cancel(&request));
        OK(MPI_Wait(&request, &status));
        OK(MPI_Test_cancelled(&status, &flag));
        CHECK(flag);
    }
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    if (size > 1)
        for (int bytes = 0; bytes <= LONG; bytes = bytes ? bytes * 1024 : 1) {
            unmatched(bytes, 0);
            unmatched(bytes, 1);
            if (bytes > 0)
                matched(bytes);
        }
    if (size > 1)
        raced(100);
    others();
    return MPI_Finalize();
}

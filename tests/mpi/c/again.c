/* Receives one after another, whose request entries the library reuses: each request is
 * independent of the one before. */
#include "check.h"

enum { ROUNDS = 1000, LONG = 60000, WINDOW = 8, KINDS = 8 };

static int rank, size, next, previous;
static int out[LONG], in[LONG];

static void begins(int *to, int count, int source, int tag, MPI_Request *request)
{
    OK(MPI_Irecv(to, count, MPI_INT, source, tag, MPI_COMM_WORLD, request));
}

static void sends(int value, int count, int tag)
{
    out[0] = out[count - 1] = value;
    OK(MPI_Send(out, count, MPI_INT, next, tag, MPI_COMM_WORLD));
}

static void is_that(const MPI_Status *status, int value, int count, int tag)
{
    int got;
    OK(MPI_Get_count(status, MPI_INT, &got));
    CHECK(got == count && status->MPI_SOURCE == previous && status->MPI_TAG == tag);
    CHECK(in[0] == value && in[count - 1] == value);
}

static void plain(int round, int count, int source, int tag)
{
    MPI_Request request;
    MPI_Status status;
    int flag = 0;
    begins(in, count + round % 3, source, tag, &request);
    sends(round, count, round);
    if (round % 2) {
        OK(MPI_Wait(&request, &status));
    } else {
        while (!flag)
            OK(MPI_Test(&request, &flag, &status));
    }
    CHECK(request == MPI_REQUEST_NULL);
    is_that(&status, round, count, round);
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag);
}

static void truncated(int round)
{
    MPI_Request request;
    MPI_Status status;
    int class;
    begins(in, 2, previous, round, &request);
    sends(round, 3, round);
    OK(MPI_Error_class(MPI_Wait(&request, &status), &class));
    CHECK(class == MPI_ERR_TRUNCATE && in[0] == round);
}

static void cancelled(int round)
{
    MPI_Request request;
    MPI_Status status;
    int flag;
    begins(in, 2, previous, ROUNDS, &request);
    OK(MPI_Cancel(&request));
    if (round % 3)
        OK(MPI_Wait(&request, &status));
    else
        OK(MPI_Waitall(1, &request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag);
}

/* The program frees the handle: the message arrives all the same. */
static void freed(int round)
{
    MPI_Request request;
    in[0] = -1;
    begins(in, 1, previous, round, &request);
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
    sends(round, 1, round);
    sends(round, 1, ROUNDS + 1);
    OK(MPI_Recv(out, 1, MPI_INT, previous, ROUNDS + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(in[0] == round);
}

/* Several at a time, short and long ones, in another order than they are sent. */
static void window(int round)
{
    static int into[WINDOW][LONG];
    MPI_Request requests[WINDOW];
    MPI_Status statuses[WINDOW];
    int at, got;
    for (at = 0; at < WINDOW; at++)
        begins(into[at], at == 3 ? LONG : 2, previous, at % 4, &requests[at]);
    for (at = WINDOW - 1; at >= 0; at--)
        sends(round + at, at == 3 || at == 7 ? 2 : 1, at % 4);
    OK(MPI_Waitall(WINDOW, requests, statuses));
    for (at = 0; at < WINDOW; at++) {
        /* Of two receives with one tag, the first posted gets the message sent first. */
        int sent = (at + WINDOW / 2) % WINDOW;
        OK(MPI_Get_count(&statuses[at], MPI_INT, &got));
        CHECK(into[at][0] == round + sent && got == (sent % 4 == 3 ? 2 : 1));
        CHECK(statuses[at].MPI_TAG == at % 4 && statuses[at].MPI_SOURCE == previous);
    }
}

int main(int argc, char **argv)
{
    unsigned dice = 1;
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    for (int round = 0; round < ROUNDS; round++) {
        dice = dice * 1664525 + 1013904223;
        switch ((dice >> 16) % KINDS) {
        case 0: plain(round, LONG - 2, previous, round); break;
        case 1: plain(round, 1, MPI_ANY_SOURCE, round); break;
        case 2: plain(round, 2, previous, MPI_ANY_TAG); break;
        case 3: truncated(round); break;
        case 4: cancelled(round); break;
        case 5: freed(round); break;
        case 6: window(round); break;
        default: plain(round, 1, previous, round);
        }
    }
    return MPI_Finalize();
}

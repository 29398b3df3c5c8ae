/* Messages of one sender and one communicator do not overtake each other, whatever their lengths,
 * modes and wildcards: the first that matches is received first, and the receive that was posted
 * first gets it. */
#include "check.h"

enum { ROUNDS = 400, LONG = 40000, KINDS = 5, ROOM = 1 << 20 };

static int rank, size, next, previous;
static MPI_Comm twin;

/* The length of a message: most are short, some are announced. */
static int length_of(int number)
{
    return number % 7 == 3 ? LONG : 2 + number % 3;
}

static int tag_of(int number)
{
    return number % 4;
}

static void send(int number, int *data, MPI_Request *request)
{
    int count = length_of(number), tag = tag_of(number);

    data[0] = number;
    data[count - 1] = ~number;
    switch (number % KINDS) {
    case 0: OK(MPI_Isend(data, count, MPI_INT, next, tag, twin, request)); break;
    case 1: OK(MPI_Issend(data, count, MPI_INT, next, tag, twin, request)); break;
    case 2: OK(MPI_Ibsend(data, count, MPI_INT, next, tag, twin, request)); break;
    case 3:
        OK(MPI_Send_init(data, count, MPI_INT, next, tag, twin, request));
        OK(MPI_Start(request));
        break;
    default:
        OK(MPI_Ssend_init(data, count, MPI_INT, next, tag, twin, request));
        OK(MPI_Start(request));
    }
}

static void is_that(int number, const int *data, const MPI_Status *status)
{
    int count;

    OK(MPI_Get_count(status, MPI_INT, &count));
    CHECK(count == length_of(number) && status->MPI_TAG == tag_of(number));
    CHECK(status->MPI_SOURCE == previous && data[0] == number && data[count - 1] == ~number);
}

/* By any source and any tag: in the order in which they were sent. */
static void take_any(int number, int *data)
{
    int count, flag = 0;
    MPI_Status status;
    MPI_Message message;

    switch (number % 3) {
    case 0:
        OK(MPI_Recv(data, LONG, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, twin, &status));
        break;
    case 1:
        OK(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, twin, &status));
        OK(MPI_Get_count(&status, MPI_INT, &count));
        OK(MPI_Recv(data, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, twin, &status));
        break;
    default:
        while (!flag)
            OK(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, twin, &flag, &message, &status));
        OK(MPI_Mrecv(data, LONG, MPI_INT, &message, &status));
    }
    is_that(number, data, &status);
}

static void finish(int count, MPI_Request *requests)
{
    OK(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE));
    for (int at = 0; at < count; at++)
        if (requests[at] != MPI_REQUEST_NULL)
            OK(MPI_Request_free(&requests[at]));
}

static int out[8][LONG], in[8][LONG];

static void unexpected(int first)
{
    MPI_Request requests[8];

    for (int at = 0; at < 8; at++)
        send(first + at, out[at], &requests[at]);
    if (first % 2)
        OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int at = 0; at < 8; at++)
        take_any(first + at, in[at]);
    finish(8, requests);
}

/* By tag, the last tag first: each tag's messages are in order. */
static void by_tag(int first)
{
    MPI_Request requests[8];
    MPI_Status status;

    for (int at = 0; at < 8; at++)
        send(first + at, out[at], &requests[at]);
    for (int tag = 3; tag >= 0; tag--)
        for (int at = 0; at < 8; at++)
            if (tag_of(first + at) == tag) {
                OK(MPI_Recv(in[at], LONG, MPI_INT, MPI_ANY_SOURCE, tag, twin, &status));
                is_that(first + at, in[at], &status);
            }
    finish(8, requests);
}

/* Receives with and without wildcards, all posted before: each message goes to the first that
 * matches it. */
static void posted(int first)
{
    MPI_Request sends[8], receives[8];
    MPI_Status status;
    int taken[8] = {0};

    for (int at = 0; at < 8; at++) {
        int tag = at % 3 == 1 ? MPI_ANY_TAG : tag_of(first + at);
        int source = at % 2 ? MPI_ANY_SOURCE : previous;
        OK(MPI_Irecv(in[at], LONG, MPI_INT, source, tag, twin, &receives[at]));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int at = 0; at < 8; at++)
        send(first + at, out[at], &sends[at]);
    for (int number = first; number < first + 8; number++) {
        int at = 0;
        while (taken[at] || (at % 3 != 1 && tag_of(first + at) != tag_of(number)))
            at++;
        taken[at] = 1;
        OK(MPI_Wait(&receives[at], &status));
        is_that(number, in[at], &status);
    }
    finish(8, sends);
}

/* A message of another communicator is no match, whatever its tag and age. */
static void apart(void)
{
    int early = rank, late = rank + 100, got = -1;
    MPI_Request requests[2];
    MPI_Status status;

    OK(MPI_Isend(&early, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(&late, 1, MPI_INT, next, 1, twin, &requests[1]));
    OK(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, twin, &status));
    CHECK(got == previous + 100);
    OK(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    CHECK(got == previous);
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

int main(int argc, char **argv)
{
    static char room[ROOM + 8 * MPI_BSEND_OVERHEAD];
    void *given;
    int bytes;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    OK(MPI_Buffer_attach(room, sizeof room));
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    for (int first = 0; first < ROUNDS; first += 8) {
        switch (first / 8 % 3) {
        case 0: unexpected(first); break;
        case 1: by_tag(first); break;
        default: posted(first);
        }
        apart();
    }
    OK(MPI_Buffer_detach(&given, &bytes));
    OK(MPI_Comm_free(&twin));
    return MPI_Finalize();
}

/* The buffer of a send is the program's again as soon as the send is complete:
 * every completed one is overwritten at once, and what comes is what was there before. */
#include "check.h"

enum { MOST = 3 << 20, KINDS = 5, ROUNDS = 6, REQUESTS = 4 };

static int rank, size, next, previous;
static unsigned char *out[REQUESTS], *in;

static unsigned char value(long at, int from, int round)
{
    return (unsigned char)(at * 7 + from * 31 + round * 13 + (at >> 12));
}

static void fills(unsigned char *bytes, long len, int round)
{
    for (long at = 0; at < len; at++)
        bytes[at] = value(at, rank, round);
}

static void receives(long len, int round)
{
    MPI_Status status;
    int count;

    OK(MPI_Recv(in, MOST, MPI_BYTE, previous, round, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, MPI_BYTE, &count));
    CHECK(count == len);
    for (long at = 0; at < len; at++)
        CHECK(in[at] == value(at, previous, round));
}

/* How a send is made and waited for. */
static void sends(int kind, unsigned char *bytes, int len, int round, MPI_Request *request)
{
    int is_done = 0;

    switch (kind) {
    case 0:
        OK(MPI_Isend(bytes, len, MPI_BYTE, next, round, MPI_COMM_WORLD, request));
        break;
    case 1:
        OK(MPI_Issend(bytes, len, MPI_BYTE, next, round, MPI_COMM_WORLD, request));
        break;
    case 2: /* looked at before it can be complete */
        OK(MPI_Isend(bytes, len, MPI_BYTE, next, round, MPI_COMM_WORLD, request));
        OK(MPI_Test(request, &is_done, MPI_STATUS_IGNORE));
        if (is_done)
            memset(bytes, 0xee, (size_t)len);
        break;
    default:
        OK(MPI_Send_init(bytes, len, MPI_BYTE, next, round, MPI_COMM_WORLD, request));
        OK(MPI_Start(request));
    }
}

static void ends(int kind, MPI_Request *request)
{
    int is_done = 0;

    if (kind == 3)
        while (!is_done)
            OK(MPI_Test(request, &is_done, MPI_STATUS_IGNORE));
    else
        OK(MPI_Wait(request, MPI_STATUS_IGNORE));
    if (*request != MPI_REQUEST_NULL)
        OK(MPI_Request_free(request));
}

int main(int argc, char **argv)
{
    static const int lengths[ROUNDS] = {70000, 1 << 20, 65417, MOST, 200001, 130832};
    MPI_Request requests[REQUESTS];

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    in = malloc(MOST);
    for (int i = 0; i < REQUESTS; i++)
        CHECK((out[i] = malloc(MOST + 1)) != NULL);
    CHECK(in != NULL);

    for (int kind = 0; kind < KINDS; kind++) {
        for (int round = 0; round < ROUNDS; round++) {
            int len = lengths[round];
            for (int i = 0; i < REQUESTS; i++) {
                unsigned char *bytes = out[i] + (i & 1); /* at odd addresses too */
                fills(bytes, len, i);
                sends(kind, bytes, len, i, &requests[i]);
            }
            for (int i = 0; i < REQUESTS; i++)
                receives(len, i);
            for (int i = 0; i < REQUESTS; i++) {
                ends(kind, &requests[i]);
                memset(out[i], 0xee, (size_t)len + 1);
            }
        }
    }

    /* One direction: the sender overwrites while the receiver is still busy. */
    for (int round = 0; round < 2 * ROUNDS && size > 1; round++) {
        int len = lengths[round % ROUNDS];
        if (rank == 0) {
            fills(out[0], len, round);
            OK(MPI_Send(out[0], len, MPI_BYTE, next, round, MPI_COMM_WORLD));
            memset(out[0], 0xee, (size_t)len);
        } else if (rank == 1) {
            receives(len, round);
        }
    }

    /* Freed requests complete by themselves; the memory stays until MPI ends. */
    for (int i = 0; i < REQUESTS; i++) {
        fills(out[i], 1 << 20, i);
        OK(MPI_Isend(out[i], 1 << 20, MPI_BYTE, next, i, MPI_COMM_WORLD, &requests[i]));
        OK(MPI_Request_free(&requests[i]));
    }
    for (int i = 0; i < REQUESTS; i++)
        receives(1 << 20, i);
    OK(MPI_Finalize());
    for (int i = 0; i < REQUESTS; i++)
        memset(out[i], 0xee, MOST);
    return 0;
}

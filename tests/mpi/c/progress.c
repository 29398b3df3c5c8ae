/* What has to go on by itself does: receives in another order than the sends, tests and probes that
 * are repeated, sends to ranks that wait for something else, buffered sends that nobody flushes. */
#include "check.h"

enum { LONG = 300000 };

static int rank, size, next, previous;
static int data[LONG], more[LONG], got[LONG], last[LONG];

/* The first message is not received before the second, and does not stop it. */
static void crossed(int count)
{
    MPI_Request first, second;
    MPI_Status status;

    data[count - 1] = rank;
    more[count - 1] = -rank;
    OK(MPI_Isend(data, count, MPI_INT, next, 1, MPI_COMM_WORLD, &first));
    OK(MPI_Issend(more, count, MPI_INT, next, 2, MPI_COMM_WORLD, &second));
    OK(MPI_Recv(got, count, MPI_INT, previous, 2, MPI_COMM_WORLD, &status));
    CHECK(got[count - 1] == -previous);
    OK(MPI_Wait(&second, MPI_STATUS_IGNORE));
    OK(MPI_Recv(got, count, MPI_INT, previous, 1, MPI_COMM_WORLD, &status));
    CHECK(got[count - 1] == previous);
    OK(MPI_Wait(&first, MPI_STATUS_IGNORE));
}

/* A send completes at a rank that is in a barrier, whose receive was posted before. */
static void behind_a_barrier(int count)
{
    MPI_Request request;
    MPI_Status status;

    got[count - 1] = -1;
    data[count - 1] = rank;
    OK(MPI_Irecv(got, count, MPI_INT, previous, 3, MPI_COMM_WORLD, &request));
    if (rank == 0 && size > 1)
        OK(MPI_Ssend(data, count, MPI_INT, next, 3, MPI_COMM_WORLD));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank > 0)
        OK(MPI_Ssend(data, count, MPI_INT, next, 3, MPI_COMM_WORLD));
    if (size == 1)
        OK(MPI_Send(data, count, MPI_INT, next, 3, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, &status));
    CHECK(got[count - 1] == previous);
}

/* How a rank asks again and again, until it finds what it wants. */
static void asked(int way)
{
    int flag = 0, index = -1, count = 0, indices[1];
    MPI_Request requests[2];
    MPI_Status status, statuses[2];
    MPI_Message message;

    data[0] = rank;
    got[0] = -1;
    OK(MPI_Issend(data, 1, MPI_INT, next, 4, MPI_COMM_WORLD, &requests[1]));
    if (way < 6)
        OK(MPI_Irecv(got, 1, MPI_INT, previous, 4, MPI_COMM_WORLD, &requests[0]));
    while (!flag) {
        switch (way) {
        case 0: OK(MPI_Test(&requests[0], &flag, &status)); break;
        case 1: OK(MPI_Testany(1, requests, &index, &flag, &status)); break;
        case 2: OK(MPI_Testall(1, requests, &flag, statuses)); break;
        case 3: OK(MPI_Testsome(1, requests, &count, indices, statuses)); flag = count > 0; break;
        case 4: OK(MPI_Request_get_status(requests[0], &flag, &status)); break;
        case 5: OK(MPI_Testall(2, requests, &flag, statuses)); break;
        case 6: OK(MPI_Iprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &flag, &status)); break;
        default:
            OK(MPI_Improbe(previous, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status));
        }
    }
    if (way == 4)
        OK(MPI_Wait(&requests[0], &status));
    if (way == 6)
        OK(MPI_Recv(got, 1, MPI_INT, previous, 4, MPI_COMM_WORLD, &status));
    if (way == 7)
        OK(MPI_Mrecv(got, 1, MPI_INT, &message, &status));
    CHECK(got[0] == previous);
    OK(MPI_Wait(&requests[1], &status));
}

/* Messages that left a buffer of the program arrive although their sender never looks again before
 * the end of a collective call of others. */
static void buffered(void)
{
    static char room[4 * (LONG * sizeof(int) + MPI_BSEND_OVERHEAD)];
    void *given;
    int bytes;

    OK(MPI_Buffer_attach(room, sizeof room));
    for (int at = 0; at < 3; at++) {
        int count = at == 1 ? LONG : 5;
        data[count - 1] = rank + at;
        OK(MPI_Bsend(data, count, MPI_INT, next, 5 + at, MPI_COMM_WORLD));
        data[count - 1] = -7;
    }
    for (int at = 2; at >= 0; at--) {
        int count = at == 1 ? LONG : 5;
        OK(MPI_Recv(got, count, MPI_INT, previous, 5 + at, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(got[count - 1] == previous + at);
    }
    OK(MPI_Buffer_detach(&given, &bytes));
    CHECK(given == room);
}

/* A collective call that was begun goes on while its ranks receive from each other. */
static void beside_a_collective(void)
{
    MPI_Request all;
    MPI_Status status;

    for (int at = 0; at < LONG; at++)
        data[at] = 1;
    OK(MPI_Iallreduce(data, got, LONG, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &all));
    for (int round = 0; round < 20; round++) {
        OK(MPI_Sendrecv(&round, 1, MPI_INT, next, round, last, 1, MPI_INT, previous, round,
                        MPI_COMM_WORLD, &status));
        CHECK(last[0] == round);
    }
    OK(MPI_Wait(&all, MPI_STATUS_IGNORE));
    CHECK(got[0] == size && got[LONG - 1] == size);
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 2000, LONG};

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    for (int which = 0; which < 3; which++) {
        crossed(counts[which]);
        behind_a_barrier(counts[which]);
    }
    for (int way = 0; way < 8; way++)
        asked(way);
    buffered();
    beside_a_collective();
    return MPI_Finalize();
}

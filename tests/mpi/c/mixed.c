/* One process, two libraries, one job: messages of the channel and of MPI side by side. The
 * argument says which library starts and ends first. */
#include "check.h"
#include <errno.h>
#include <skifch.h>
#include <string.h>

static SkifCh *channel;

static void start(int is_mpi)
{
    if (is_mpi) {
        CHECK(MPI_Init(NULL, NULL) == MPI_SUCCESS);
    } else {
        CHECK(SkifCh_AllInit(NULL, NULL) == 0);
    }
}

static void end(int is_mpi)
{
    if (is_mpi) {
        CHECK(MPI_Finalize() == MPI_SUCCESS);
    } else {
        CHECK(SkifCh_AllFinalize() == 0);
    }
}

static void send(int to, int value)
{
    struct iovec part = {&value, sizeof value};
    ssize_t taken;
    while ((taken = SkifCh_Send(channel, SkifCh_NetAddr(to), &part, 1)) == 0) {
    }
    CHECK(taken == (ssize_t)sizeof value);
}

static int receive(void)
{
    struct iovec parts[SKIFCH_CONT_SIZE];
    int count, value;
    ssize_t bytes;
    while ((bytes = SkifCh_Recv(channel, parts, &count)) == 0) {
    }
    CHECK(bytes == (ssize_t)sizeof value);
    CHECK(count == 1);
    memcpy(&value, parts[0].iov_base, sizeof value);
    CHECK(SkifCh_RecvComp(channel) == 0);
    return value;
}

/* Round after round over both; neither sees the other's messages. */
static void go_round(int rank, int size)
{
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    for (int round = 0; round < 1000; round++) {
        int mine = 1000 * rank + round, theirs = -1;
        send(next, mine);
        CHECK(MPI_Sendrecv(&mine, 1, MPI_INT, next, 0, &theirs, 1, MPI_INT, previous, 0,
                           MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS);
        CHECK(theirs == 1000 * previous + round);
        CHECK(receive() == theirs);
    }
}

int main(int argc, char **argv)
{
    int mpi_first = argc > 1 && strcmp(argv[1], "mpi") == 0, rank, size;
    start(mpi_first);
    start(!mpi_first);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(rank == SkifCh_MyRank());
    CHECK(size == SkifCh_Size());
    channel = SkifCh_SkifCh(rank);
    go_round(rank, size);
    /* Error texts arrive, whichever library joined the job. */
    CHECK(SkifCh_Send(channel, SkifCh_NetAddr(rank), NULL, 1) == -1);
    CHECK(errno == EINVAL);
    CHECK(strstr(SkifCh_StrError(), "SkifCh_Send") != NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    end(mpi_first);
    end(!mpi_first);
    return 0;
}

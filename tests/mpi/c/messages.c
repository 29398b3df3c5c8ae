/* Point-to-point communication: every mode, completion of several, probes, persistent requests. */
#include "check.h"

static int rank, size, next, before;

static void modes(void)
{
    int out = rank, in, attached;
    char buffer[4096 + MPI_BSEND_OVERHEAD];
    void *detached;
    MPI_Request request;
    MPI_Status status;

    OK(MPI_Buffer_attach(buffer, sizeof buffer));
    for (int mode = 0; mode < 4; mode++) {
        OK(MPI_Irecv(&in, 1, MPI_INT, before, mode, MPI_COMM_WORLD, &request));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (mode == 0)
            OK(MPI_Send(&out, 1, MPI_INT, next, mode, MPI_COMM_WORLD));
        if (mode == 1)
            OK(MPI_Ssend(&out, 1, MPI_INT, next, mode, MPI_COMM_WORLD));
        if (mode == 2)
            OK(MPI_Bsend(&out, 1, MPI_INT, next, mode, MPI_COMM_WORLD));
        if (mode == 3)
            OK(MPI_Rsend(&out, 1, MPI_INT, next, mode, MPI_COMM_WORLD));
        OK(MPI_Wait(&request, &status));
        CHECK(in == before && status.MPI_SOURCE == before && status.MPI_TAG == mode);
        CHECK(request == MPI_REQUEST_NULL);
    }
    OK(MPI_Buffer_detach(&detached, &attached));
    CHECK(detached == buffer && attached == (int)sizeof buffer);
}

/* A communicator's own buffer takes precedence over that of the process, and its size may be
 * unlimited. Not in older headers. */
static void buffers(void)
{
#if MPI_VERSION > 4 || MPI_SUBVERSION > 0
    int out = rank, in, size_of;
    char small[1], all[100 + MPI_BSEND_OVERHEAD];
    void *detached;
    MPI_Request request;

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
    OK(MPI_Comm_attach_buffer(MPI_COMM_WORLD, small, sizeof small));
    CHECK(MPI_Comm_attach_buffer(MPI_COMM_WORLD, all, sizeof all) == MPI_ERR_BUFFER);
    CHECK(MPI_Bsend(&out, 1, MPI_INT, next, 1, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
    OK(MPI_Comm_detach_buffer(MPI_COMM_WORLD, &detached, &size_of));
    CHECK(detached == small && size_of == (int)sizeof small);
    OK(MPI_Bsend(&out, 1, MPI_INT, next, 1, MPI_COMM_WORLD));
    OK(MPI_Buffer_flush());
    OK(MPI_Comm_attach_buffer(MPI_COMM_WORLD, all, sizeof all));
    OK(MPI_Bsend(&out, 1, MPI_INT, next, 2, MPI_COMM_WORLD));
    OK(MPI_Comm_flush_buffer(MPI_COMM_WORLD));
    OK(MPI_Comm_iflush_buffer(MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int tag = 1; tag <= 2; tag++) {
        OK(MPI_Recv(&in, 1, MPI_INT, before, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(in == before);
    }
    OK(MPI_Comm_detach_buffer(MPI_COMM_WORLD, &detached, &size_of));
    CHECK(detached == all && size_of == (int)sizeof all);
    OK(MPI_Buffer_iflush(&request));
    OK(MPI_Request_free(&request));
    OK(MPI_Buffer_detach(&detached, &size_of));
    CHECK(detached == MPI_BUFFER_AUTOMATIC);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
#endif
}

static void several(void)
{
    enum { MANY = 100 };
    int in[MANY], out[MANY], done = 0, count, indices[MANY], index, flag;
    MPI_Request requests[2 * MANY];
    MPI_Status statuses[2 * MANY], status;

    for (int at = 0; at < MANY; at++) {
        out[at] = 1000 * rank + at;
        OK(MPI_Irecv(&in[at], 1, MPI_INT, before, at, MPI_COMM_WORLD, &requests[at]));
        OK(MPI_Isend(&out[at], 1, MPI_INT, next, at, MPI_COMM_WORLD, &requests[MANY + at]));
    }
    OK(MPI_Waitall(2 * MANY, requests, statuses));
    for (int at = 0; at < MANY; at++)
        CHECK(in[at] == 1000 * before + at && statuses[at].MPI_TAG == at);
    for (int at = 0; at < MANY; at++) {
        OK(MPI_Irecv(&in[at], 1, MPI_INT, before, at, MPI_COMM_WORLD, &requests[at]));
        OK(MPI_Send(&out[at], 1, MPI_INT, next, at, MPI_COMM_WORLD));
    }
    OK(MPI_Waitany(MANY, requests, &index, &status));
    CHECK(index >= 0 && status.MPI_TAG == index && requests[index] == MPI_REQUEST_NULL);
    for (done = 1; done < MANY; done += count) {
        OK(MPI_Waitsome(MANY, requests, &count, indices, statuses));
        CHECK(count > 0);
    }
    OK(MPI_Waitsome(MANY, requests, &count, indices, statuses));
    CHECK(count == MPI_UNDEFINED);
    OK(MPI_Testany(MANY, requests, &index, &flag, &status));
    CHECK(flag && index == MPI_UNDEFINED);
}

static void probes(void)
{
    int out[3] = {rank, 2, 3}, in[3] = {0}, count;
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;

    OK(MPI_Isend(out, 3, MPI_INT, next, 5, MPI_COMM_WORLD, &request));
    OK(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(count == 3 && status.MPI_SOURCE == before && status.MPI_TAG == 5);
    OK(MPI_Mprobe(before, 5, MPI_COMM_WORLD, &message, &status));
    OK(MPI_Mrecv(in, 3, MPI_INT, &message, &status));
    CHECK(message == MPI_MESSAGE_NULL && in[0] == before && in[2] == 3);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status));
    CHECK(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
}

static void persistent(void)
{
    int in = -1, out;
    MPI_Request pair[2];

    OK(MPI_Recv_init(&in, 1, MPI_INT, before, 6, MPI_COMM_WORLD, &pair[0]));
    OK(MPI_Send_init(&out, 1, MPI_INT, next, 6, MPI_COMM_WORLD, &pair[1]));
    for (int round = 0; round < 5; round++) {
        out = 10 * rank + round;
        OK(MPI_Startall(2, pair));
        OK(MPI_Waitall(2, pair, MPI_STATUSES_IGNORE));
        CHECK(in == 10 * before + round && pair[0] != MPI_REQUEST_NULL);
    }
    OK(MPI_Request_free(&pair[0]));
    OK(MPI_Request_free(&pair[1]));
    CHECK(pair[0] == MPI_REQUEST_NULL);
}

static void others(void)
{
    int out = rank, in = -1, flag;
    MPI_Request request;
    MPI_Status status;

    OK(MPI_Sendrecv(&out, 1, MPI_INT, next, 1, &in, 1, MPI_INT, before, 1, MPI_COMM_WORLD,
                    &status));
    CHECK(in == before);
    OK(MPI_Sendrecv_replace(&out, 1, MPI_INT, next, 2, before, 2, MPI_COMM_WORLD, &status));
    CHECK(out == before);
    OK(MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag);
    OK(MPI_Send_c(&out, (MPI_Count)1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    /* The profiling name is the same function. */
    OK(PMPI_Comm_rank(MPI_COMM_WORLD, &in));
    CHECK(in == rank);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    modes();
    buffers();
    several();
    probes();
    persistent();
    others();
    return MPI_Finalize();
}

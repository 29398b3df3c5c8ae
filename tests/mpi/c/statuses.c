/* What statuses say: of messages, of nobody, of inactive and null requests; and what a program sets
 * itself. */
#include "check.h"

static int rank, size, next, previous;

/* Left as it was where a call does not write it. */
static void forget(MPI_Status *status)
{
    memset(status, 0x3c, sizeof *status);
    status->MPI_SOURCE = status->MPI_TAG = status->MPI_ERROR = -77;
}

static void is_empty(const MPI_Status *status)
{
    int count = -1, flag = 1;

    CHECK(status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG);
    OK(MPI_Get_count(status, MPI_INT, &count));
    OK(MPI_Test_cancelled(status, &flag));
    CHECK(count == 0 && !flag);
    OK(MPI_Get_elements(status, MPI_INT, &count));
    CHECK(count == 0);
}

static void is_of_nobody(const MPI_Status *status)
{
    int count = -1;

    CHECK(status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG);
    OK(MPI_Get_count(status, MPI_INT, &count));
    CHECK(count == 0);
}

static void nobody(void)
{
    int data = 5, flag = 0;
    MPI_Status status;
    MPI_Request request;
    MPI_Message message;

    forget(&status);
    OK(MPI_Recv(&data, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
    is_of_nobody(&status);
    CHECK(data == 5);
    OK(MPI_Irecv(&data, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request));
    forget(&status);
    OK(MPI_Wait(&request, &status));
    is_of_nobody(&status);
    forget(&status);
    OK(MPI_Sendrecv(&data, 1, MPI_INT, MPI_PROC_NULL, 3, &data, 0, MPI_INT, MPI_PROC_NULL, 4,
                    MPI_COMM_WORLD, &status));
    is_of_nobody(&status);
    forget(&status);
    OK(MPI_Probe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
    is_of_nobody(&status);
    forget(&status);
    OK(MPI_Iprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &status));
    CHECK(flag);
    is_of_nobody(&status);
    forget(&status);
    OK(MPI_Improbe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &message, &status));
    CHECK(flag && message == MPI_MESSAGE_NO_PROC);
    is_of_nobody(&status);
    forget(&status);
    OK(MPI_Mrecv(&data, 1, MPI_INT, &message, &status));
    CHECK(message == MPI_MESSAGE_NULL && data == 5);
    is_of_nobody(&status);
    OK(MPI_Recv_init(&data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request));
    for (int round = 0; round < 2; round++) {
        OK(MPI_Start(&request));
        forget(&status);
        OK(MPI_Wait(&request, &status));
        is_of_nobody(&status);
    }
    OK(MPI_Request_free(&request));
}

/* Null and inactive requests are complete, and their statuses empty. */
static void inactive(void)
{
    int data = 0, flag, index, count, indices[3];
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status, statuses[3];

    OK(MPI_Recv_init(&data, 1, MPI_INT, previous, 9, MPI_COMM_WORLD, &requests[1]));
    for (int at = 0; at < 2; at++) {
        MPI_Request before = requests[at];
        forget(&status);
        OK(MPI_Wait(&requests[at], &status));
        is_empty(&status);
        forget(&status);
        OK(MPI_Test(&requests[at], &flag, &status));
        CHECK(flag && requests[at] == before);
        is_empty(&status);
        forget(&status);
        OK(MPI_Request_get_status(requests[at], &flag, &status));
        CHECK(flag);
        is_empty(&status);
    }
    for (int at = 0; at < 3; at++)
        forget(&statuses[at]);
    OK(MPI_Waitall(3, requests, statuses));
    for (int at = 0; at < 3; at++)
        is_empty(&statuses[at]);
    OK(MPI_Testall(3, requests, &flag, statuses));
    CHECK(flag);
    forget(&status);
    OK(MPI_Waitany(3, requests, &index, &status));
    CHECK(index == MPI_UNDEFINED);
    is_empty(&status);
    forget(&status);
    OK(MPI_Testany(3, requests, &index, &flag, &status));
    CHECK(flag && index == MPI_UNDEFINED);
    is_empty(&status);
    OK(MPI_Waitsome(3, requests, &count, indices, statuses));
    CHECK(count == MPI_UNDEFINED);
    OK(MPI_Testsome(3, requests, &count, indices, statuses));
    CHECK(count == MPI_UNDEFINED);
    OK(MPI_Waitany(0, NULL, &index, &status));
    CHECK(index == MPI_UNDEFINED);
    OK(MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE));
    CHECK(flag);
    OK(MPI_Request_free(&requests[1]));
}

/* A look at a status does not complete the request, and may be repeated. */
static void looked_at(void)
{
#if MPI_VERSION > 4
    int in = -1, flag = 0, index, count, indices[2];
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status, statuses[2];

    OK(MPI_Irecv(&in, 1, MPI_INT, previous, 6, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Send(&rank, 1, MPI_INT, next, 6, MPI_COMM_WORLD));
    while (!flag)
        OK(MPI_Request_get_status_any(2, requests, &index, &flag, &status));
    CHECK(index == 1 && requests[1] != MPI_REQUEST_NULL && status.MPI_SOURCE == previous);
    OK(MPI_Request_get_status_some(2, requests, &count, indices, statuses));
    CHECK(count == 1 && indices[0] == 1 && statuses[0].MPI_TAG == 6 && in == previous);
    OK(MPI_Request_get_status_all(2, requests, &flag, statuses));
    CHECK(flag && statuses[1].MPI_SOURCE == previous);
    is_empty(&statuses[0]);
    OK(MPI_Waitall(2, requests, statuses));
    CHECK(requests[1] == MPI_REQUEST_NULL && statuses[1].MPI_TAG == 6);
    OK(MPI_Request_get_status_any(2, requests, &index, &flag, &status));
    CHECK(flag && index == MPI_UNDEFINED);
    OK(MPI_Request_get_status_some(2, requests, &count, indices, statuses));
    CHECK(count == MPI_UNDEFINED);
#endif
}

/* A call for one message leaves the error field alone. */
static void of_messages(void)
{
    int in = -1, count, flag;
    MPI_Request request;
    MPI_Status status;

    OK(MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
    OK(MPI_Send(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD));
    forget(&status);
    OK(MPI_Wait(&request, &status));
    CHECK(status.MPI_SOURCE == previous && status.MPI_TAG == 7 && status.MPI_ERROR == -77);
    OK(MPI_Get_count(&status, MPI_SHORT, &count));
    CHECK(count == 2);
    OK(MPI_Get_count(&status, MPI_LONG, &count));
    CHECK(count == MPI_UNDEFINED);
    OK(MPI_Isend(&rank, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &request));
    OK(MPI_Recv(&in, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &status));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag);
    /* Nothing at all, with a tag at the limit. */
    int *most;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &flag));
    CHECK(flag && *most >= 32767);
    OK(MPI_Sendrecv(NULL, 0, MPI_INT, next, *most, NULL, 0, MPI_INT, previous, *most,
                    MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(count == 0 && status.MPI_TAG == *most);
}

/* The calls that complete a receive; those from WAITSOME on return several statuses. */
enum { RECV, MRECV, SENDRECV, REPLACE, WAIT, TEST, WAITANY, TESTANY, WAITSOME, TESTSOME, WAITALL,
       TESTALL, WAYS };

/* Receives one integer, of any message. */
static int received(int way, MPI_Comm comm, MPI_Status *status)
{
    int in, out[3] = {0}, code, flag = 0, index = 0;
    MPI_Request request;
    MPI_Message message;

    switch (way) {
    case RECV:
        return MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, status);
    case MRECV:
        OK(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &message, MPI_STATUS_IGNORE));
        return MPI_Mrecv(&in, 1, MPI_INT, &message, status);
    case SENDRECV:
        return MPI_Sendrecv(out, 3, MPI_INT, next, 5, &in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                            comm, status);
    case REPLACE:
        return MPI_Sendrecv_replace(&in, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_ANY_SOURCE, MPI_ANY_TAG,
                                    comm, status);
    }
    OK(MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request));
    do
        switch (way) {
        case WAIT:
            code = MPI_Wait(&request, status);
            break;
        case TEST:
            code = MPI_Test(&request, &flag, status);
            break;
        case WAITANY:
            code = MPI_Waitany(1, &request, &index, status);
            break;
        case TESTANY:
            code = MPI_Testany(1, &request, &index, &flag, status);
            break;
        case WAITSOME:
            code = MPI_Waitsome(1, &request, &flag, &index, status);
            break;
        case TESTSOME:
            code = MPI_Testsome(1, &request, &flag, &index, status);
            break;
        case WAITALL:
            code = MPI_Waitall(1, &request, status);
            break;
        default:
            code = MPI_Testall(1, &request, &flag, status);
        }
    while (code == MPI_SUCCESS);
    CHECK(request == MPI_REQUEST_NULL && index == 0);
    return code;
}

/* Whose message it was that did not fit. */
static void truncated(void)
{
    int out[3] = {0}, count;
    MPI_Comm own;
    MPI_Request request;
    MPI_Status status;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &own));
    OK(MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN));
    for (int way = 0; way < WAYS; way++) {
        int is_single = way < WAITSOME;
        request = MPI_REQUEST_NULL;
        if (way != SENDRECV)
            OK(MPI_Isend(out, 3, MPI_INT, next, 5, own, &request));
        forget(&status);
        CHECK(received(way, own, &status) == (is_single ? MPI_ERR_TRUNCATE : MPI_ERR_IN_STATUS));
        CHECK(status.MPI_SOURCE == previous && status.MPI_TAG == 5);
        CHECK(status.MPI_ERROR == (is_single ? -77 : MPI_ERR_TRUNCATE));
        OK(MPI_Get_count(&status, MPI_INT, &count));
        CHECK(count == 1);
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        /* An argument that is refused has no status. */
        if (way == RECV) {
            forget(&status);
            CHECK(MPI_Recv(out, 1, MPI_INT, size, 5, own, &status) == MPI_ERR_RANK);
            CHECK(status.MPI_SOURCE == -77 && status.MPI_TAG == -77);
        }
    }
    OK(MPI_Comm_free(&own));
}

static void set_by_the_program(void)
{
    MPI_Status status;
    int count, flag;

    forget(&status);
    OK(MPI_Status_set_elements(&status, MPI_INT, 3));
    OK(MPI_Status_set_cancelled(&status, 1));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(count == 3 && flag);
    OK(MPI_Status_set_cancelled(&status, 0));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag);
#if MPI_VERSION > 4
    OK(MPI_Status_set_source(&status, 11));
    OK(MPI_Status_set_tag(&status, 12));
    OK(MPI_Status_set_error(&status, MPI_ERR_OTHER));
    CHECK(status.MPI_SOURCE == 11 && status.MPI_TAG == 12 && status.MPI_ERROR == MPI_ERR_OTHER);
    OK(MPI_Status_get_source(&status, &count));
    CHECK(count == 11);
    OK(MPI_Status_get_tag(&status, &count));
    CHECK(count == 12);
    OK(MPI_Status_get_error(&status, &count));
    CHECK(count == MPI_ERR_OTHER);
    /* The fields do not disturb each other. */
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(count == 3);
#endif
    for (int elements = 0; elements < 5; elements++) {
        OK(MPI_Status_set_elements(&status, MPI_DOUBLE_INT, elements));
        OK(MPI_Get_elements(&status, MPI_DOUBLE_INT, &count));
        CHECK(count == elements);
        OK(MPI_Get_count(&status, MPI_DOUBLE_INT, &count));
        CHECK(count == (elements % 2 ? MPI_UNDEFINED : elements / 2));
    }
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    nobody();
    inactive();
    looked_at();
    of_messages();
    truncated();
    set_by_the_program();
    return MPI_Finalize();
}

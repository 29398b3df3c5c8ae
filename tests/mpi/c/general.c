/* Generalized requests: completed by the program, from another thread too, beside other requests;
 * when each of its functions is called, and with what. */
#include "check.h"
#include <pthread.h>

static int rank, size;

struct work {
    int queries, frees, cancels, is_complete, code;
    /* Completed by its cancel function, if that is not MPI_REQUEST_NULL. */
    MPI_Request own;
};

static int queries(void *state, MPI_Status *status)
{
    struct work *work = state;

    work->queries++;
    OK(MPI_Status_set_elements(status, MPI_INT, 6));
    OK(MPI_Status_set_cancelled(status, work->cancels));
    status->MPI_SOURCE = rank;
    status->MPI_TAG = 31;
    return work->code;
}

static int frees(void *state)
{
    ((struct work *)state)->frees++;
    return MPI_SUCCESS;
}

static int cancels(void *state, int is_complete)
{
    struct work *work = state;

    work->cancels++;
    work->is_complete = is_complete;
    if (work->own != MPI_REQUEST_NULL)
        OK(MPI_Grequest_complete(work->own));
    return MPI_SUCCESS;
}

static MPI_Request start(struct work *work)
{
    MPI_Request request;

    memset(work, 0, sizeof *work);
    work->own = MPI_REQUEST_NULL;
    OK(MPI_Grequest_start(queries, frees, cancels, work, &request));
    CHECK(request != MPI_REQUEST_NULL);
    return request;
}

/* What the query function says. */
static void is_queried(const MPI_Status *status)
{
    int count, flag;

    OK(MPI_Get_count(status, MPI_INT, &count));
    OK(MPI_Test_cancelled(status, &flag));
    CHECK(count == 6 && !flag && status->MPI_TAG == 31 && status->MPI_SOURCE == rank);
}

static void alone(void)
{
    struct work work;
    MPI_Request request = start(&work);
    MPI_Status status;
    int flag;

    OK(MPI_Test(&request, &flag, &status));
    CHECK(!flag && work.queries == 0 && request != MPI_REQUEST_NULL);
    OK(MPI_Grequest_complete(request));
    CHECK(work.frees == 0);
    OK(MPI_Request_get_status(request, &flag, &status));
    CHECK(flag && work.queries == 1 && work.frees == 0);
    OK(MPI_Wait(&request, &status));
    CHECK(request == MPI_REQUEST_NULL && work.queries == 2 && work.frees == 1);
    is_queried(&status);
    /* Nobody wants the status: the query is made all the same. */
    request = start(&work);
    OK(MPI_Grequest_complete(request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(work.queries == 1 && work.frees == 1);
}

static void cancelled(void)
{
    struct work work;
    MPI_Request request = start(&work);
    MPI_Status status;
    int flag;

    OK(MPI_Cancel(&request));
    CHECK(work.cancels == 1 && !work.is_complete);
    OK(MPI_Grequest_complete(request));
    OK(MPI_Cancel(&request));
    CHECK(work.cancels == 2 && work.is_complete);
    OK(MPI_Waitall(1, &request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag && work.frees == 1);
    request = start(&work);
    work.own = request;
    OK(MPI_Cancel(&request));
    CHECK(work.cancels == 1 && !work.is_complete);
    OK(MPI_Wait(&request, &status));
    CHECK(work.queries == 1 && work.frees == 1);
}

/* The code that a query answers is the request's error; its status is told all the same. */
static void failed(void)
{
    struct work work;
    MPI_Request request;
    MPI_Status status;
    int class, code, flag, count, index;

    for (int way = 0; way < 4; way++) {
        request = start(&work);
        work.code = MPI_ERR_NO_SPACE;
        OK(MPI_Grequest_complete(request));
        memset(&status, 0x3c, sizeof status);
        if (way == 0)
            code = MPI_Wait(&request, &status);
        else if (way == 1)
            code = MPI_Test(&request, &flag, &status);
        else if (way == 2)
            code = MPI_Waitany(1, &request, &index, &status);
        else
            code = MPI_Testany(1, &request, &index, &flag, &status);
        OK(MPI_Error_class(code, &class));
        CHECK(class == MPI_ERR_NO_SPACE && work.frees == 1 && request == MPI_REQUEST_NULL);
        is_queried(&status);
    }
    request = start(&work);
    work.code = MPI_ERR_NO_SPACE;
    OK(MPI_Grequest_complete(request));
    OK(MPI_Error_class(MPI_Waitall(1, &request, &status), &class));
    CHECK(class == MPI_ERR_IN_STATUS);
    OK(MPI_Error_class(status.MPI_ERROR, &class));
    CHECK(class == MPI_ERR_NO_SPACE && work.frees == 1);
    is_queried(&status);
    /* One that the program has added, too. */
    OK(MPI_Add_error_code(MPI_ERR_OTHER, &code));
    for (int way = 0; way < 6; way++) {
        request = start(&work);
        /* Or a number that is no code at all. */
        work.code = way < 3 ? code : 12345;
        OK(MPI_Grequest_complete(request));
        if (way % 3 == 0)
            CHECK(MPI_Waitall(1, &request, &status) == MPI_ERR_IN_STATUS);
        else if (way % 3 == 1)
            CHECK(MPI_Testall(1, &request, &flag, &status) == MPI_ERR_IN_STATUS && flag);
        else
            CHECK(MPI_Waitsome(1, &request, &count, &index, &status) == MPI_ERR_IN_STATUS);
        CHECK(status.MPI_ERROR == work.code && work.frees == 1);
        is_queried(&status);
    }
    request = start(&work);
    work.code = 20000;
    OK(MPI_Grequest_complete(request));
    CHECK(MPI_Wait(&request, &status) == 20000);
}

static void *completes(void *request)
{
    OK(MPI_Send(&rank, 1, MPI_INT, rank, 9, MPI_COMM_WORLD));
    OK(MPI_Grequest_complete(*(MPI_Request *)request));
    return NULL;
}

/* One of several; another thread completes it while this one waits. */
static void among_others(int way)
{
    struct work work;
    int in = -1, index, left = 2, count, indices[2], flag;
    MPI_Request requests[2], twin;
    MPI_Status statuses[2];
    pthread_t thread;

    OK(MPI_Irecv(&in, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &requests[0]));
    requests[1] = twin = start(&work);
    CHECK(pthread_create(&thread, NULL, completes, &twin) == 0);
    switch (way) {
    case 0:
        OK(MPI_Waitall(2, requests, statuses));
        break;
    case 1:
        for (; left > 0; left--)
            OK(MPI_Waitany(2, requests, &index, statuses));
        break;
    case 2:
        for (; left > 0; left -= count)
            OK(MPI_Waitsome(2, requests, &count, indices, statuses));
        break;
    case 3:
        for (; left > 0; left -= count)
            OK(MPI_Testsome(2, requests, &count, indices, statuses));
        break;
    default:
        for (flag = 0; !flag;)
            OK(MPI_Testall(2, requests, &flag, statuses));
    }
    CHECK(in == rank && work.frees == 1);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    CHECK(pthread_join(thread, NULL) == 0);
}

int main(int argc, char **argv)
{
    int provided;

    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    alone();
    cancelled();
    failed();
    for (int way = 0; way < 5; way++)
        among_others(way);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    return MPI_Finalize();
}

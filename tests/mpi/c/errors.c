/* Error handlers, classes, codes and strings. */
#include "check.h"

static int heard, of_world;
static MPI_Comm of;

static void handler(MPI_Comm *comm, int *code, ...)
{
    heard = *code;
    of_world = *comm == MPI_COMM_WORLD;
    of = *comm;
}

/* Whether the string of a code contains these words. */
static int says(int code, const char *words)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;
    OK(MPI_Error_string(code, text, &length));
    CHECK(length == (int)strlen(text) && length < MPI_MAX_ERROR_STRING);
    return strstr(text, words) != NULL;
}

/* A call on several requests calls the handler of the one that failed, with its code: here of the
 * second, whose communicator is another than that of the first. */
static void of_one_among_others(int way, int rank, MPI_Comm own)
{
    int in, out[4] = {0}, index = -1, count, flag, code, indices[2];
    MPI_Request requests[2];
    MPI_Status statuses[2];

    heard = 0;
    of = MPI_COMM_NULL;
    OK(MPI_Irecv(&in, 1, MPI_INT, rank, 10, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Irecv(&in, 1, MPI_INT, 0, 10, own, &requests[1]));
    OK(MPI_Send(out, 4, MPI_INT, 0, 10, own));
    if (way < 2)
        OK(MPI_Send(out, 1, MPI_INT, rank, 10, MPI_COMM_WORLD));
    switch (way) {
    case 0:
        code = MPI_Waitall(2, requests, statuses);
        break;
    case 1:
        do
            code = MPI_Testall(2, requests, &flag, statuses);
        while (!flag);
        break;
    case 2:
        code = MPI_Waitsome(2, requests, &count, indices, statuses);
        CHECK(count == 1 && indices[0] == 1 && statuses[0].MPI_ERROR == MPI_ERR_TRUNCATE);
        break;
    default:
        code = MPI_Waitany(2, requests, &index, statuses);
        CHECK(index == 1);
    }
    CHECK(code == (way < 3 ? MPI_ERR_IN_STATUS : MPI_ERR_TRUNCATE));
    CHECK(heard == MPI_ERR_TRUNCATE && of == own);
    if (way < 2)
        CHECK(statuses[1].MPI_ERROR == MPI_ERR_TRUNCATE && statuses[0].MPI_ERROR == MPI_SUCCESS);
    if (way >= 2)
        OK(MPI_Cancel(&requests[0]));
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
}

static void of_one_started(MPI_Comm own)
{
    int out = 0;
    MPI_Request requests[2];

    OK(MPI_Send_init(&out, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]));
    /* There is no buffer. */
    OK(MPI_Bsend_init(&out, 1, MPI_INT, 0, 1, own, &requests[1]));
    of = MPI_COMM_NULL;
    CHECK(MPI_Startall(2, requests) == MPI_ERR_BUFFER && heard == MPI_ERR_BUFFER && of == own);
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
}

/* A handler is told the code that it is called with, whatever that is. */
static void any_number(void)
{
    static const int codes[] = {12345, 20000, -7, 77, 1000, 1001, 16384, 1073741900, MPI_ERR_TAG,
                                MPI_ERR_PENDING, MPI_ERR_LASTCODE};

    for (size_t at = 0; at < sizeof codes / sizeof *codes; at++) {
        heard = 0;
        OK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, codes[at]));
        CHECK(heard == codes[at]);
    }
}

/* A collective operation cannot be cancelled. */
static void of_one_cancelled(MPI_Comm own)
{
    MPI_Request request;

    OK(MPI_Barrier_init(own, MPI_INFO_NULL, &request));
    of = MPI_COMM_NULL;
    CHECK(MPI_Cancel(&request) == MPI_ERR_REQUEST && heard == MPI_ERR_REQUEST && of == own);
    OK(MPI_Request_free(&request));
}

int main(int argc, char **argv)
{
    int rank, size, length, class, code, its, *last, flag;
    char text[MPI_MAX_ERROR_STRING], small;
    MPI_Errhandler mine, found;
    MPI_Comm twin;
    MPI_Request requests[2];
    MPI_Status statuses[2];

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found));
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    OK(MPI_Comm_create_errhandler(handler, &mine));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine));
    CHECK(MPI_Send(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD) == MPI_ERR_RANK);
    CHECK(heard == MPI_ERR_RANK && of_world);
    OK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_DIMS));
    CHECK(heard == MPI_ERR_DIMS);
    any_number();

    OK(MPI_Comm_dup(MPI_COMM_SELF, &twin));
    OK(MPI_Comm_set_errhandler(twin, mine));
    for (int way = 0; way < 4; way++)
        of_one_among_others(way, rank, twin);
    of_one_started(twin);
    of_one_cancelled(twin);
    OK(MPI_Comm_free(&twin));

    /* Each query of the handler must be matched by one more free. */
    OK(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found));
    CHECK(found == mine);
    OK(MPI_Errhandler_free(&found));
    CHECK(found == MPI_ERRHANDLER_NULL);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, mine));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));

    /* A duplicate uses the handler too, even after its handle is freed. */
    OK(MPI_Errhandler_free(&mine));
    CHECK(mine == MPI_ERRHANDLER_NULL);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    CHECK(MPI_Send(&rank, 1, MPI_INT, size, 0, twin) == MPI_ERR_RANK);
    CHECK(heard == MPI_ERR_RANK && !of_world);
    OK(MPI_Comm_free(&twin));

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(MPI_Send(&rank, -1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_COUNT);
    CHECK(MPI_Send(&rank, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
    CHECK(MPI_Send(&rank, 1, MPI_INT, 0, -5, MPI_COMM_WORLD) == MPI_ERR_TAG);
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
    /* A code is its class, and its string includes the text of the last error. */
    CHECK(says(MPI_ERR_TAG, "MPI_ERR_TAG: ") && says(MPI_ERR_TAG, "MPI_Send"));
    CHECK(says(MPI_ERR_TAG, "-5") && says(MPI_ERR_ARG, "MPI_Comm_rank"));
    CHECK(!says(MPI_ERR_OP, "MPI_Send"));

    /* The error of one of several requests is in its status. */
    OK(MPI_Irecv(&small, 1, MPI_CHAR, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 8, MPI_COMM_WORLD, &requests[1]));
    CHECK(MPI_Waitall(2, requests, statuses) == MPI_ERR_IN_STATUS);
    CHECK(statuses[0].MPI_ERROR == MPI_ERR_TRUNCATE && statuses[1].MPI_ERROR == MPI_SUCCESS);
    CHECK(says(MPI_ERR_IN_STATUS, "MPI_Waitall") && says(statuses[0].MPI_ERROR, "tag 8"));
    /* A wait calls the handler of the request's communicator. */
    OK(MPI_Irecv(&small, 1, MPI_CHAR, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 9, MPI_COMM_WORLD, &requests[1]));
    CHECK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE) == MPI_ERR_TRUNCATE);
    OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));

    OK(MPI_Error_string(MPI_ERR_TRUNCATE, text, &length));
    CHECK(strstr(text, "MPI_ERR_TRUNCATE") && length == (int)strlen(text));
    OK(MPI_Add_error_class(&class));
    CHECK(class > MPI_ERR_LASTCODE);
    OK(MPI_Add_error_code(class, &code));
    OK(MPI_Add_error_string(code, "no such boat"));
    OK(MPI_Error_class(code, &its));
    CHECK(its == class);
    OK(MPI_Error_string(code, text, &length));
    CHECK(strcmp(text, "no such boat") == 0);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag));
    CHECK(flag && *last == code);

    /* Unimplemented functions report that. */
    CHECK(MPI_Win_fence(0, MPI_WIN_NULL) == MPI_ERR_UNSUPPORTED_OPERATION);
    return MPI_Finalize();
}

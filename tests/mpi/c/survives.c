/* Programs that continue after an error: what calls report, and communicators that still work. */
#include "check.h"

static int rank, size, order[5], orders;

static void usable(MPI_Comm comm)
{
    int one = 1, all = 0;

    OK(MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm));
    MPI_Comm_size(comm, &one);
    CHECK(all == one);
}

/* The failed one of several requests is reported, and failed requests are complete. */
static void completions(MPI_Comm comm)
{
    int data[4] = {1, 2, 3, 4}, few[4], code, at = 77, flag = 0;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[3];
    MPI_Message message;

    for (int round = 0; round < 5; round++) {
        OK(MPI_Irecv(few, 1, MPI_INT, 0, 5, comm, &requests[1]));
        OK(MPI_Send(data, 4, MPI_INT, 0, 5, comm));
        switch (round) {
        case 0:
            code = MPI_Waitany(3, requests, &at, statuses);
            CHECK(at == 1);
            break;
        case 1:
            at = 77;
            do
                code = MPI_Testany(3, requests, &at, &flag, statuses);
            while (code == MPI_SUCCESS && !flag);
            CHECK(at == 1 && flag);
            break;
        case 2:
            do
                code = MPI_Test(&requests[1], &flag, statuses);
            while (code == MPI_SUCCESS && !flag);
            CHECK(flag);
            break;
        case 3:
            do
                code = MPI_Testall(3, requests, &flag, statuses);
            while (code == MPI_SUCCESS && !flag);
            CHECK(flag && code == MPI_ERR_IN_STATUS);
            CHECK(statuses[1].MPI_ERROR == MPI_ERR_TRUNCATE);
            code = MPI_ERR_TRUNCATE;
            break;
        default:
            code = MPI_Wait(&requests[1], statuses);
        }
        CHECK(code == MPI_ERR_TRUNCATE && requests[1] == MPI_REQUEST_NULL);
    }
    /* The handler of the communicator of a matched message is called. */
    OK(MPI_Isend(data, 4, MPI_INT, 0, 6, comm, &requests[0]));
    OK(MPI_Mprobe(MPI_ANY_SOURCE, 6, comm, &message, statuses));
    /* A call that is refused leaves the message. */
    CHECK(MPI_Mrecv(few, 1, MPI_DATATYPE_NULL, &message, statuses) == MPI_ERR_TYPE);
    CHECK(MPI_Mrecv(few, 1, MPI_INT, &message, statuses) == MPI_ERR_TRUNCATE);
    CHECK(message == MPI_MESSAGE_NULL);
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    /* So is that of an exchange. */
    OK(MPI_Isendrecv(data, 4, MPI_INT, 0, 7, few, 1, MPI_INT, 0, 7, comm, &requests[0]));
    CHECK(MPI_Wait(&requests[0], statuses) == MPI_ERR_TRUNCATE);
    OK(MPI_Isendrecv_replace(data, 1, MPI_INT, 0, 8, 0, 8, comm, &requests[0]));
    OK(MPI_Wait(&requests[0], statuses));
}

/* Whether one of the ranks has got an error. */
static int is_heard(int code, MPI_Comm comm)
{
    int own = code == MPI_ERR_TRUNCATE, any = 0, size_here;

    CHECK(own || code == MPI_SUCCESS);
    OK(MPI_Comm_size(comm, &size_here));
    OK(MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_LOR, comm));
    return any || size_here == 1;
}

/* Rank 0 has less data than the others expect: elements that nobody sent would stay unchanged,
 * or go into a result. */
static void short_parts(MPI_Comm comm, int count)
{
    static int data[2000], into[2000];
    int mine = rank == 0 ? count - 1 : count, code;
    MPI_Request request;

    code = MPI_Bcast(data, mine, MPI_INT, 0, comm);
    CHECK(rank == 1 ? code == MPI_ERR_TRUNCATE : code == MPI_SUCCESS || rank > 1);
    OK(MPI_Ibcast(data, mine, MPI_INT, 0, comm, &request));
    code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(rank == 1 ? code == MPI_ERR_TRUNCATE : code == MPI_SUCCESS || rank > 1);
    CHECK(is_heard(MPI_Allreduce(data, into, mine, MPI_INT, MPI_SUM, comm), comm));
    OK(MPI_Iallreduce(data, into, mine, MPI_INT, MPI_SUM, comm, &request));
    CHECK(is_heard(MPI_Wait(&request, MPI_STATUS_IGNORE), comm));
    CHECK(is_heard(MPI_Scan(data, into, mine, MPI_INT, MPI_SUM, comm), comm));
    /* The root has more data than one of the others sends. */
    mine = rank == 1 ? count - 1 : count;
    code = MPI_Reduce(data, into, mine, MPI_INT, MPI_SUM, 0, comm);
    CHECK(is_heard(code, comm));
}

/* A part that is too long for some ranks: they get an error, and nobody waits forever. */
static void lengths(void)
{
    static int data[20000], into[20000];
    MPI_Request request;
    MPI_Comm comm;

    /* Networks that perform calls of the whole job themselves have their own text for this, and of
     * two ranks none can be left out. */
    const char *network = getenv("SKIFCH_BACKEND");
    if (size == 2 && network && strncmp(network, "torus", 5) == 0)
        return;
    OK(MPI_Comm_split(MPI_COMM_WORLD, rank > 1 && rank == size - 1 ? MPI_UNDEFINED : 0, 0, &comm));
    if (comm == MPI_COMM_NULL)
        return;
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    for (int count = 10; count <= 1000; count *= 10) {
        int mine = rank == 0 ? count : count - 1, code;

        /* Ranks that receive it from others than the root get as much as they expect. */
        code = MPI_Bcast(data, mine, MPI_INT, 0, comm);
        CHECK(rank == 1 ? code == MPI_ERR_TRUNCATE : code == MPI_SUCCESS || rank > 1);
        OK(MPI_Ibcast(data, mine, MPI_INT, 0, comm, &request));
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(rank == 1 ? code == MPI_ERR_TRUNCATE : code == MPI_SUCCESS || rank > 1);
        short_parts(comm, count);
    }
    for (int at = 0; at < 20000; at++)
        data[at] = at;
    OK(MPI_Allreduce(data, into, 20000, MPI_INT, MPI_MAX, comm));
    CHECK(into[19999] == 19999);
    usable(comm);
    OK(MPI_Comm_free(&comm));
}

/* Errors that belong to no communicator: they go to the handler of MPI_COMM_SELF if it was set,
 * else to that of MPI_COMM_WORLD. */
static void nobodys(void)
{
    int size_of;
    MPI_Group world;
    MPI_Comm comm;

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(MPI_Type_size(MPI_DATATYPE_NULL, &size_of) == MPI_ERR_TYPE);
    CHECK(MPI_Reduce_local(MPI_IN_PLACE, &size_of, 1, MPI_INT, MPI_SUM) == MPI_ERR_BUFFER);
    CHECK(MPI_Reduce_local(&size_of, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM) == MPI_ERR_BUFFER);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    CHECK(MPI_Type_size(MPI_DATATYPE_NULL, &size_of) == MPI_ERR_TYPE);
    CHECK(MPI_Send(&size_of, 1, MPI_INT, 99, 0, MPI_COMM_SELF) == MPI_ERR_RANK);
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    if (size > 1)
        CHECK(MPI_Comm_create_group(MPI_COMM_SELF, world, 0, &comm) == MPI_ERR_GROUP);
    OK(MPI_Group_free(&world));
}

static int queried, freed;

static int queries(void *state, MPI_Status *status)
{
    (void)state;
    queried++;
    MPI_Status_set_cancelled(status, 0);
    return MPI_Status_set_elements(status, MPI_INT, 0);
}

static int frees(void *state)
{
    freed += *(int *)state;
    return MPI_SUCCESS;
}

static int refuses(void *state)
{
    (void)state;
    return MPI_ERR_OTHER;
}

static int cancels(void *state, int is_complete)
{
    (void)state;
    (void)is_complete;
    return MPI_SUCCESS;
}

/* A generalized request whose handle is freed before it is complete. */
static void given_back(void)
{
    int state = 3;
    MPI_Request request, kept;

    OK(MPI_Grequest_start(queries, frees, cancels, &state, &request));
    kept = request;
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL && freed == 0);
    OK(MPI_Grequest_complete(kept));
    CHECK(freed == 3 && queried == 0);
    /* The error of another belongs to no communicator. */
    OK(MPI_Grequest_start(queries, refuses, cancels, NULL, &request));
    OK(MPI_Grequest_complete(request));
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_ERR_OTHER);
}

static MPI_Count calls, most, total;

static void counts(void *from, void *into, int *count, MPI_Datatype *type)
{
    (void)from;
    (void)into;
    (void)type;
    calls++;
    total += *count;
    most = *count > most ? *count : most;
}

/* An operation that counts with an int, on more elements than that. */
static void many(void)
{
    const MPI_Count count = 5000000001;
    char from = 1, into = 2;
    MPI_Datatype point;
    MPI_Op op;

    OK(MPI_Type_create_resized(MPI_CHAR, 0, 0, &point));
    OK(MPI_Type_commit(&point));
    OK(MPI_Op_create(counts, 1, &op));
    OK(MPI_Reduce_local_c(&from, &into, count, point, op));
    CHECK(total == count && calls == 3 && most == 2147483647);
    OK(MPI_Op_free(&op));
    OK(MPI_Type_free(&point));
}

static int notes(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm;
    (void)key;
    (void)state;
    order[orders++] = *(int *)value;
    return MPI_SUCCESS;
}

static int heard;

static void hears(MPI_Comm *comm, int *code, ...)
{
    heard = *comm == MPI_COMM_SELF ? *code : 1;
}

static int keeps(MPI_Comm comm, int key, void *value, void *state)
{
    notes(comm, key, value, state);
    return rank == 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    static int values[5] = {0, 1, 2, 3, 4};
    int keys[2], kept, wanted, is_over;
    MPI_Errhandler handler;

    OK(MPI_Init(&argc, &argv));
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    nobodys();
    completions(MPI_COMM_SELF);
    lengths();
    given_back();
    many();
    usable(MPI_COMM_WORLD);

    /* At the end, attributes of MPI_COMM_SELF are deleted first, newest first. */
    for (int at = 0; at < 2; at++)
        OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, notes, &keys[at], NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, keys[0], &values[0]));
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, keys[0], &values[1]));
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, keys[1], &values[2]));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, keys[1], &values[3]));
    /* An error of one of them goes to the handler, and nobody waits forever. */
    OK(MPI_Comm_create_errhandler(hears, &handler));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, handler));
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, keeps, &kept, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, kept, &values[4]));
    wanted = rank == 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
    if (MPI_Finalize() != wanted || heard != wanted)
        return 1;
    OK(MPI_Finalized(&is_over));
    for (int at = 0; at < 5; at++)
        if (order[at] != (int[]){4, 2, 1, 3, 0}[at])
            return 1;
    return orders == 5 && is_over ? 0 : 1;
}

/* One rank names another count than the others: whoever would get a wrong result hears of it, also
 * from ranks that only pass it on, and nobody waits for ever. */
#include "check.h"

enum { MOST = 30001 };

static int rank, size, data[MOST], into[MOST];
static MPI_Comm comm;

/* Whether a call has failed, which it says in words. */
static int is_refused(int code)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (code == MPI_SUCCESS)
        return 0;
    CHECK(code == MPI_ERR_TRUNCATE);
    OK(MPI_Error_string(code, text, &length));
    CHECK(strstr(text, "MPI_ERR_TRUNCATE") && strstr(text, " rank "));
    CHECK(strstr(text, " bytes") || strstr(text, " length"));
    return 1;
}

/* The same of one that was only begun. */
static int is_refused_later(int code, MPI_Request *request)
{
    CHECK(code == MPI_SUCCESS || *request == MPI_REQUEST_NULL);
    return is_refused(code == MPI_SUCCESS ? MPI_Wait(request, MPI_STATUS_IGNORE) : code);
}

static void minus(void *from, void *to, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int at = 0; at < *count; at++)
        ((int *)to)[at] = ((int *)from)[at] - ((int *)to)[at];
}

/* Data of the root where it says so, else an error: all but the root where it is the root who
 * differs. */
static void broadcast(int mine, int of_root, int root)
{
    MPI_Request request;

    for (int is_later = 0; is_later < 2; is_later++) {
        int is_bad;
        for (int at = 0; at < MOST; at++)
            data[at] = rank == root ? 7 * at : -1;
        if (is_later)
            is_bad = is_refused_later(MPI_Ibcast(data, mine, MPI_INT, root, comm, &request),
                                      &request);
        else
            is_bad = is_refused(MPI_Bcast(data, mine, MPI_INT, root, comm));
        CHECK(is_bad || mine == of_root);
        for (int at = 0; !is_bad && at < mine; at++)
            CHECK(data[at] == 7 * at);
    }
}

static void reductions(int mine, int odd, MPI_Op op)
{
    MPI_Request request;

    for (int root = 0; root < size; root += size > 2 ? size - 1 : 1) {
        CHECK(is_refused(MPI_Reduce(data, into, mine, MPI_INT, op, root, comm)) || rank != root);
        CHECK(is_refused_later(MPI_Ireduce(data, into, mine, MPI_INT, op, root, comm, &request),
                               &request) || rank != root);
    }
    CHECK(is_refused(MPI_Allreduce(data, into, mine, MPI_INT, op, comm)));
    CHECK(is_refused_later(MPI_Iallreduce(data, into, mine, MPI_INT, op, comm, &request),
                           &request));
    CHECK(is_refused(MPI_Scan(data, into, mine, MPI_INT, op, comm)) == (rank > odd) ||
          (rank == odd && odd > 0));
    CHECK(is_refused(MPI_Exscan(data, into, mine, MPI_INT, op, comm)) == (rank > odd) ||
          (rank == odd && odd > 0));
    CHECK(is_refused_later(MPI_Iscan(data, into, mine, MPI_INT, op, comm, &request), &request) ==
              (rank > odd) || (rank == odd && odd > 0));
}

static void all(void)
{
    static const int counts[] = {1, 10, 700, 3000, 30000};
    MPI_Op op;

    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    OK(MPI_Op_create(minus, 0, &op));
    for (int odd = 0; size > 1 && odd < size; odd++)
        for (int at = 0; at < 5; at++)
            for (int more = -1; more <= 1; more += 2) {
                int count = counts[at], mine = rank == odd ? count + more : count, one = 1, sum;
                for (int root = 0; root < size; root++)
                    broadcast(mine, root == odd ? count + more : count, root);
                reductions(mine, odd, MPI_SUM);
                reductions(mine, odd, op);
                OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
                CHECK(sum == size);
            }
    OK(MPI_Op_free(&op));
    OK(MPI_Comm_free(&comm));
}

int main(int argc, char **argv)
{
    const char *backend = getenv("SKIFCH_BACKEND");
    int of_all, own;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &of_all));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &own));
    /* Networks that do calls of the whole job by themselves have words of their own for this. */
    if (!backend || !strstr(backend, "torus")) {
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        all();
    }
    OK(MPI_Comm_split(MPI_COMM_WORLD, own > 0 && own == of_all - 1 ? MPI_UNDEFINED : 0, 0, &comm));
    if (comm != MPI_COMM_NULL)
        all();
    return MPI_Finalize();
}

/* A rank's part for itself that is longer than its place is MPI_ERR_TRUNCATE there, in all forms of
 * all calls with parts; so it is at all others that would get less than was sent. Nobody waits. */
#include "check.h"

enum { MOST = 8, LONG = 20000, ROOM = (LONG + 1) * MOST };

static int rank, size, data[ROOM], into[ROOM];
static int counts[MOST], places[MOST], bytes[MOST], longer[MOST];
static MPI_Datatype types[MOST];
static MPI_Comm comm;
static MPI_Request request;

static int is_refused(int code)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (code == MPI_SUCCESS)
        return 0;
    CHECK(code == MPI_ERR_TRUNCATE);
    OK(MPI_Error_string(code, text, &length));
    CHECK(strstr(text, "MPI_ERR_TRUNCATE") && strstr(text, " rank ") && strstr(text, " of "));
    return 1;
}

static int later(int code)
{
    return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

/* Each start fails like the first. */
static int twice(int code)
{
    int first, second;

    OK(code);
    first = later(MPI_Start(&request));
    second = later(MPI_Start(&request));
    CHECK(first == second);
    OK(MPI_Request_free(&request));
    return second;
}

#define FORMS(is_bad, name, lower, ...)                                                          \
    do {                                                                                         \
        int is_wanted = (is_bad);                                                                \
        CHECK(is_refused(MPI_##name(__VA_ARGS__, comm)) == is_wanted);                           \
        CHECK(is_refused(later(MPI_I##lower(__VA_ARGS__, comm, &request))) == is_wanted);        \
        CHECK(is_refused(twice(MPI_##name##_init(__VA_ARGS__, comm, MPI_INFO_NULL, &request))) == \
              is_wanted);                                                                        \
    } while (0)

/* Only the part of rank `odd` is too long: in calls with a root, that of the root. */
static void calls(int count, int odd)
{
    int is_odd = rank == odd, mine = count + is_odd;

    for (int of = 0; of < size; of++) {
        counts[of] = count;
        longer[of] = of == rank ? mine : count;
        places[of] = of * (count + 1);
        bytes[of] = places[of] * (int)sizeof(int);
    }
    FORMS(is_odd, Gather, gather, data, mine, MPI_INT, into, count, MPI_INT, odd);
    FORMS(is_odd, Gatherv, gatherv, data, mine, MPI_INT, into, counts, places, MPI_INT, odd);
    FORMS(is_odd, Scatter, scatter, data, count + 1, MPI_INT, into, count + !is_odd, MPI_INT, odd);
    FORMS(is_odd, Scatterv, scatterv, data, longer, places, MPI_INT, into, count, MPI_INT, odd);
    FORMS(1, Allgather, allgather, data, mine, MPI_INT, into, count, MPI_INT);
    FORMS(1, Allgatherv, allgatherv, data, mine, MPI_INT, into, counts, places, MPI_INT);
    FORMS(1, Alltoall, alltoall, data, mine, MPI_INT, into, count, MPI_INT);
    FORMS(is_odd, Alltoallv, alltoallv, data, longer, places, MPI_INT, into, counts, places,
          MPI_INT);
    FORMS(is_odd, Alltoallw, alltoallw, data, longer, bytes, types, into, counts, bytes, types);
    /* What fits has come. */
    for (int at = 0; at < count; at++)
        CHECK(into[places[rank] + at] == data[places[rank] + at]);
}

static void all(void)
{
    static const int lengths[] = {1, 300, 3000, LONG};

    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    CHECK(size <= MOST);
    for (int odd = 0; odd < size; odd++)
        for (int at = 0; at < 4; at++)
            calls(lengths[at], odd);
    OK(MPI_Comm_free(&comm));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    for (int at = 0; at < ROOM; at++)
        data[at] = 3 * at;
    for (int at = 0; at < MOST; at++)
        types[at] = MPI_INT;
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    all();
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    all();
    return MPI_Finalize();
}

/* Info objects, which exist before initialization and after finalization too. */
#include "check.h"

/* The number of processes that the environment reported the first time. */
static char processes[16];

static void told(int may_ask_environment)
{
    MPI_Info info, twin, environment;
    char key[MPI_MAX_INFO_KEY], value[16];
    int count, flag, length = sizeof value;

    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "wind", "from the north"));
    OK(MPI_Info_set(info, "rain", "none"));
    OK(MPI_Info_set(info, "wind", "from the south"));
    /* Blanks are significant in C. */
    OK(MPI_Info_set(info, " rain", " much "));
    OK(MPI_Info_dup(info, &twin));
    OK(MPI_Info_delete(info, "wind"));
    OK(MPI_Info_free(&info));
    CHECK(info == MPI_INFO_NULL);
    OK(MPI_Info_get_nkeys(twin, &count));
    CHECK(count == 3);
    OK(MPI_Info_get_nthkey(twin, 2, key));
    CHECK(strcmp(key, " rain") == 0);
    OK(MPI_Info_get_string(twin, "wind", &length, value, &flag));
    CHECK(flag && length == 15 && strcmp(value, "from the south") == 0);
    length = 5;
    OK(MPI_Info_get_string(twin, " rain", &length, value, &flag));
    CHECK(flag && length == 7 && strcmp(value, " muc") == 0);
    OK(MPI_Info_get_valuelen(twin, "wind", &length, &flag));
    CHECK(flag && length == 14);
    OK(MPI_Info_get(twin, "snow", 15, value, &flag));
    CHECK(!flag);
    OK(MPI_Info_free(&twin));
    OK(MPI_Info_create_env(0, NULL, &environment));
    OK(MPI_Info_get_valuelen(environment, "command", &length, &flag));
    CHECK(flag && length > 0);
    /* If the launcher does not tell it beforehand, it is not known then. */
    OK(MPI_Info_get(environment, "maxprocs", 15, value, &flag));
    if (flag && processes[0] == 0)
        strcpy(processes, value);
    CHECK(!flag || strcmp(processes, value) == 0);
    OK(MPI_Info_free(&environment));
    if (may_ask_environment) {
        OK(MPI_Info_get_valuelen(MPI_INFO_ENV, "maxprocs", &length, &flag));
        CHECK(flag && length > 0);
    }
}

/* How many hints a communicator has. */
static int hints_of(MPI_Comm comm)
{
    MPI_Info used;
    int count;

    OK(MPI_Comm_get_info(comm, &used));
    CHECK(used != MPI_INFO_NULL);
    OK(MPI_Info_get_nkeys(used, &count));
    OK(MPI_Info_free(&used));
    return count;
}

/* Promises of the program: none changes anything here, so none is among the hints in use, and none
 * goes to a copy that was not made with it. */
static void promises(void)
{
    static const char *const kinds[] = {
        "mpi_assert_no_any_tag", "mpi_assert_no_any_source", "mpi_assert_exact_length",
        "mpi_assert_allow_overtaking", "mpi_assert_strict_persistent_collective_ordering"};
    MPI_Info info;
    MPI_Comm comms[4];
    MPI_Request request;

    OK(MPI_Info_create(&info));
    for (int at = 0; at < 5; at++)
        OK(MPI_Info_set(info, kinds[at], "true"));
    OK(MPI_Info_set(info, "a_wind_from", "nowhere"));
    OK(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comms[0]));
    OK(MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &comms[1], &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_set_info(comms[0], info));
    OK(MPI_Comm_dup(comms[0], &comms[2]));
    OK(MPI_Comm_idup(comms[0], &comms[3], &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int at = 0; at < 4; at++) {
        int own = at, come = -1;
        MPI_Status status;
        CHECK(hints_of(comms[at]) == 0);
        /* The copies of what had promises may use wildcards. */
        OK(MPI_Comm_rank(comms[at], &own));
        OK(MPI_Isend(&own, 1, MPI_INT, own, 3, comms[at], &request));
        OK(MPI_Recv(&come, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[at], &status));
        CHECK(come == own && status.MPI_TAG == 3);
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        OK(MPI_Comm_free(&comms[at]));
    }
    CHECK(hints_of(MPI_COMM_WORLD) == 0);
    OK(MPI_Info_free(&info));
}

static int copies;

static int counts(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)in, (void)out;
    copies++;
    *flag = 0;
    return MPI_SUCCESS;
}

#define REFUSED(call, handle, null)                                                                \
    do {                                                                                           \
        CHECK((call) == MPI_ERR_INFO && (handle) == (null));                                       \
    } while (0)

/* Hints that are gone are refused before anything is done. */
static void gone(void)
{
    int key, zero = 0, data = 0, into = 0;
    void *memory = NULL;
    MPI_Info info, lost;
    MPI_Comm comm, self = MPI_COMM_SELF;
    MPI_Request request;

    OK(MPI_Info_create(&info));
    lost = info;
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Comm_create_keyval(counts, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    OK(MPI_Comm_set_attr(self, key, &copies));
    REFUSED(MPI_Comm_dup_with_info(self, lost, &comm), comm, MPI_COMM_NULL);
    REFUSED(MPI_Comm_idup_with_info(self, lost, &comm, &request), comm, MPI_COMM_NULL);
    CHECK(request == MPI_REQUEST_NULL && copies == 0);
    REFUSED(MPI_Comm_split_type(self, MPI_COMM_TYPE_SHARED, 0, lost, &comm), comm, MPI_COMM_NULL);
    REFUSED(MPI_Dist_graph_create(self, 1, &zero, &zero, &zero, MPI_UNWEIGHTED, lost, 0, &comm),
            comm, MPI_COMM_NULL);
    REFUSED(MPI_Dist_graph_create_adjacent(self, 0, &zero, MPI_UNWEIGHTED, 0, &zero,
                                           MPI_UNWEIGHTED, lost, 0, &comm), comm, MPI_COMM_NULL);
    REFUSED(MPI_Barrier_init(self, lost, &request), request, MPI_REQUEST_NULL);
    REFUSED(MPI_Allreduce_init(&data, &into, 1, MPI_INT, MPI_SUM, self, lost, &request), request,
            MPI_REQUEST_NULL);
    REFUSED(MPI_Alloc_mem(8, lost, &memory), memory, NULL);
    CHECK(MPI_Comm_set_info(self, lost) == MPI_ERR_INFO);
    CHECK(MPI_Comm_set_info(self, MPI_INFO_NULL) == MPI_ERR_INFO);
    OK(MPI_Comm_delete_attr(self, key));
    OK(MPI_Comm_free_keyval(&key));
}

int main(int argc, char **argv)
{
    MPI_Info before;
    int count;

    told(0);
    OK(MPI_Info_create(&before));
    OK(MPI_Info_set(before, "made", "early"));
    OK(MPI_Init(&argc, &argv));
    told(1);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    CHECK(atoi(processes) == count);
    OK(MPI_Comm_set_info(MPI_COMM_WORLD, before));
    promises();
    gone();
    OK(MPI_Finalize());
    OK(MPI_Info_get_nkeys(before, &count));
    CHECK(count == 1);
    OK(MPI_Info_free(&before));
    told(0);
    return 0;
}

/* What is sent out of the memory into which others' parts come would be lost: that is an error.
 * What comes out right all the same is none. */
#include "check.h"

#define INT MPI_INT
#define REFUSED(call) CHECK(class_of(call) == MPI_ERR_BUFFER)

enum { EACH = 5000, RANKS = 8 };

static int rank, size, data[2 * RANKS * EACH];
static int counts[RANKS], places[RANKS], behind[RANKS], bytes[RANKS];
static MPI_Datatype types[RANKS];
static MPI_Comm comm;

static int class_of(int code)
{
    int found;
    OK(MPI_Error_class(code, &found));
    return found;
}

static void refused(void)
{
    MPI_Request request;

    REFUSED(MPI_Alltoall(data, EACH, INT, data, EACH, INT, comm));
    REFUSED(MPI_Alltoallv(data, counts, places, INT, data, counts, places, INT, comm));
    REFUSED(MPI_Alltoallw(data, counts, bytes, types, data, counts, bytes, types, comm));
    REFUSED(MPI_Ialltoall(data, 1, INT, data, 1, INT, comm, &request));
    if (rank > 0) {
        REFUSED(MPI_Allgather(data, 1, INT, data, 1, INT, comm));
        REFUSED(MPI_Iallgather(data, 1, INT, data, 1, INT, comm, &request));
        REFUSED(MPI_Allgatherv(data, counts[rank], INT, data, counts, places, INT, comm));
        REFUSED(MPI_Gather(data, 1, INT, data, 1, INT, rank, comm));
        REFUSED(MPI_Gatherv(data, 1, INT, data, counts, places, INT, rank, comm));
        REFUSED(MPI_Scatter(data, 1, INT, data, 1, INT, rank, comm));
        REFUSED(MPI_Scatterv(data, counts, places, INT, data, 1, INT, rank, comm));
    }
}

static void fill(void)
{
    for (int at = 0; at < size * EACH; at++)
        data[at] = 1000 * rank + at / EACH;
}

static void allowed(void)
{
    /* A part at its own place, and lists with places apart in one array. */
    fill();
    OK(MPI_Allgather(&data[rank * EACH], EACH, INT, data, EACH, INT, comm));
    for (int from = 0; from < size; from++)
        CHECK(data[from * EACH] == 1000 * from + from);
    fill();
    OK(MPI_Gather(data, EACH, INT, rank == 0 ? data : NULL, EACH, INT, 0, comm));
    for (int from = 0; rank == 0 && from < size; from++)
        CHECK(data[from * EACH] == 1000 * from);
    fill();
    OK(MPI_Alltoallv(data, counts, places, INT, data, counts, behind, INT, comm));
    for (int from = 0; from < size; from++)
        CHECK(data[behind[from]] == 1000 * from + rank);
    OK(MPI_Alltoall(data, 0, INT, data, 0, INT, comm));
    OK(MPI_Alltoall(MPI_IN_PLACE, 0, INT, data, EACH, INT, comm));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    for (int of = 0; of < size; of++) {
        counts[of] = EACH;
        places[of] = of * EACH;
        behind[of] = (size + of) * EACH;
        bytes[of] = places[of] * (int)sizeof *data;
        types[of] = INT;
    }
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    refused();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Comm_free(&comm));
    /* Calls that not all ranks have made belong to the other one. */
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    allowed();
    OK(MPI_Comm_free(&comm));
    return MPI_Finalize();
}

/* Sending from the memory in which others' parts are received would lose data: that is an error.
 * Uses that give correct results are allowed. */
#include "check.h"

#define INT MPI_INT
#define SUM MPI_SUM
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

/* Operands that are where the result goes. */
static void refused_operands(void)
{
    MPI_Request request;

    REFUSED(MPI_Allreduce(data, data, EACH, INT, SUM, comm));
    REFUSED(MPI_Iallreduce(data, data, 1, INT, SUM, comm, &request));
    REFUSED(MPI_Reduce(data, data, 1, INT, SUM, rank, comm));
    REFUSED(MPI_Ireduce(data, data, 1, INT, SUM, rank, comm, &request));
    REFUSED(MPI_Scan(data, data, 1, INT, SUM, comm));
    REFUSED(MPI_Iscan(data, data, 1, INT, SUM, comm, &request));
    REFUSED(MPI_Reduce_scatter(data, data, counts, INT, SUM, comm));
    REFUSED(MPI_Ireduce_scatter(data, data, counts, INT, SUM, comm, &request));
    REFUSED(MPI_Reduce_scatter_block(data, data, 1, INT, SUM, comm));
    REFUSED(MPI_Ireduce_scatter_block(data, data, 1, INT, SUM, comm, &request));
    if (rank > 0) {
        REFUSED(MPI_Exscan(data, data, 1, INT, SUM, comm));
        REFUSED(MPI_Iexscan(data, data, 1, INT, SUM, comm, &request));
    }
#if MPI_VERSION >= 4
    REFUSED(MPI_Allreduce_init(data, data, 1, INT, SUM, comm, MPI_INFO_NULL, &request));
    REFUSED(MPI_Reduce_init(data, data, 1, INT, SUM, rank, comm, MPI_INFO_NULL, &request));
    REFUSED(MPI_Scan_init(data, data, 1, INT, SUM, comm, MPI_INFO_NULL, &request));
#endif
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    REFUSED(MPI_Reduce_local(data, data, 1, INT, SUM));
    OK(MPI_Reduce_local(data, data, 0, INT, SUM));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
}

/* In a ring: sending to neighbours from the memory in which their parts are received. */
static void refused_neighbours(void)
{
    const int yes = 1;
    MPI_Request request;
    MPI_Comm ring;

    OK(MPI_Cart_create(comm, 1, &size, &yes, 0, &ring));
    REFUSED(MPI_Neighbor_allgather(data, 1, INT, data, 1, INT, ring));
    REFUSED(MPI_Neighbor_alltoall(data, 1, INT, data, 1, INT, ring));
    REFUSED(MPI_Ineighbor_alltoall(data, 1, INT, data, 1, INT, ring, &request));
    if (size > 1) {
        REFUSED(MPI_Neighbor_allgatherv(data, 1, INT, data, counts, places, INT, ring));
        REFUSED(MPI_Neighbor_alltoallv(data, counts, places, INT, data, counts, places, INT, ring));
    }
    OK(MPI_Neighbor_alltoall(data, 0, INT, data, 0, INT, ring));
    OK(MPI_Comm_free(&ring));
}

static void fill(void)
{
    for (int at = 0; at < size * EACH; at++)
        data[at] = 1000 * rank + at / EACH;
}

static void allowed(void)
{
    /* A part at its own place, and lists with disjoint places in one array. */
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

/* Where there are no elements, where another rank gets the result, and where MPI_IN_PLACE is
 * passed. */
static void allowed_operands(void)
{
    int none[RANKS] = {0};

    OK(MPI_Allreduce(data, data, 0, INT, SUM, comm));
    OK(MPI_Allreduce(NULL, NULL, 0, INT, SUM, comm));
    OK(MPI_Scan(NULL, NULL, 0, INT, SUM, comm));
    OK(MPI_Reduce_scatter(data, data, none, INT, SUM, comm));
    for (int at = 0; at < EACH; at++)
        data[at] = 1;
    OK(MPI_Reduce(data, rank == 0 ? &data[EACH] : data, EACH, INT, SUM, 0, comm));
    CHECK(rank > 0 || data[2 * EACH - 1] == size);
    OK(MPI_Exscan(data, rank == 0 ? data : &data[EACH], EACH, INT, SUM, comm));
    CHECK(rank == 0 || data[2 * EACH - 1] == rank);
    CHECK(data[EACH - 1] == 1);
    OK(MPI_Allreduce(MPI_IN_PLACE, data, EACH, INT, SUM, comm));
    CHECK(data[EACH - 1] == size);
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
    refused_operands();
    refused_neighbours();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Comm_free(&comm));
    /* Calls that not all ranks have made are on the other communicator. */
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    allowed();
    allowed_operands();
    OK(MPI_Comm_free(&comm));
    return MPI_Finalize();
}

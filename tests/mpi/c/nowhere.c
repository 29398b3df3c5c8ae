/* Buffers at invalid addresses, or MPI_IN_PLACE where a call does not allow it: MPI_ERR_BUFFER,
 * and no crash; and NULL where the standard allows it. */
#include "check.h"

#define INT MPI_INT
#define REFUSED(call) CHECK(class_of(call) == MPI_ERR_BUFFER)

static int rank, size, data[64], room[64];
static MPI_Comm comm;

static int class_of(int code)
{
    int found;
    OK(MPI_Error_class(code, &found));
    return found;
}

static void to_one(void)
{
    int next = (rank + 1) % size;
    MPI_Request request;
    MPI_Status status;

    REFUSED(MPI_Send(NULL, 1, INT, next, 0, comm));
    REFUSED(MPI_Send(MPI_IN_PLACE, 1, INT, next, 0, comm));
    REFUSED(MPI_Isend(NULL, 1, INT, next, 0, comm, &request));
    REFUSED(MPI_Ssend_init(NULL, 1, INT, next, 0, comm, &request));
    REFUSED(MPI_Recv(NULL, 1, INT, next, 0, comm, &status));
    REFUSED(MPI_Irecv(NULL, 1, INT, next, 0, comm, &request));
    REFUSED(MPI_Sendrecv(data, 1, INT, next, 0, NULL, 1, INT, next, 0, comm, &status));
    REFUSED(MPI_Sendrecv_replace(NULL, 1, INT, next, 0, next, 0, comm, &status));
    OK(MPI_Sendrecv(NULL, 0, INT, next, 0, NULL, 0, INT, MPI_ANY_SOURCE, 0, comm, &status));
}

static void absolute(void)
{
    int one = 1, value = rank;
    MPI_Aint at;
    MPI_Datatype type;
    MPI_Request request;

    OK(MPI_Get_address(&value, &at));
    OK(MPI_Type_create_hindexed(1, &one, &at, INT, &type));
    OK(MPI_Type_commit(&type));
    OK(MPI_Irecv(data, 1, INT, (rank + size - 1) % size, 1, comm, &request));
    OK(MPI_Send(MPI_BOTTOM, 1, type, (rank + 1) % size, 1, comm));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(data[0] == (rank + size - 1) % size);
    OK(MPI_Type_free(&type));
}

static void to_all(void)
{
    MPI_Request request;
    int i, counts[8], places[8];

    for (i = 0; i < size; i++)
        counts[i] = 1, places[i] = i;
    REFUSED(MPI_Bcast(MPI_IN_PLACE, 1, INT, 0, comm));
    REFUSED(MPI_Bcast(NULL, 1, INT, 0, comm));
    REFUSED(MPI_Allreduce(NULL, room, 1, INT, MPI_SUM, comm));
    REFUSED(MPI_Allreduce(data, NULL, 1, INT, MPI_SUM, comm));
    REFUSED(MPI_Allreduce(data, MPI_IN_PLACE, 1, INT, MPI_SUM, comm));
    REFUSED(MPI_Iallreduce(data, MPI_IN_PLACE, 1, INT, MPI_SUM, comm, &request));
    REFUSED(MPI_Scan(data, MPI_IN_PLACE, 1, INT, MPI_SUM, comm));
    REFUSED(MPI_Allgather(data, 1, INT, MPI_IN_PLACE, 1, INT, comm));
    REFUSED(MPI_Allgatherv(data, 1, INT, NULL, counts, places, INT, comm));
    REFUSED(MPI_Alltoall(data, 1, INT, MPI_IN_PLACE, 1, INT, comm));
    REFUSED(MPI_Alltoallv(NULL, counts, places, INT, room, counts, places, INT, comm));
    REFUSED(MPI_Reduce_scatter_block(NULL, room, 1, INT, MPI_SUM, comm));
    REFUSED(MPI_Reduce_scatter(data, NULL, counts, INT, MPI_SUM, comm));
    /* Rank 0 gets no result. */
    data[0] = 1;
    OK(MPI_Exscan(data, rank ? room : NULL, 1, INT, MPI_SUM, comm));
    CHECK(rank == 0 || room[0] == rank);
    OK(MPI_Bcast(NULL, 0, INT, 0, comm));
    OK(MPI_Allreduce(NULL, NULL, 0, INT, MPI_SUM, comm));
}

/* Arguments of the root, and of other ranks: the others do not take part in a refused call. */
static void at_a_root(void)
{
    int last = size - 1, is_root = rank == last;
    void *own = is_root ? MPI_IN_PLACE : data, *all = is_root ? room : NULL;

    if (is_root) {
        REFUSED(MPI_Gather(data, 1, INT, NULL, 1, INT, last, comm));
        REFUSED(MPI_Reduce(data, MPI_IN_PLACE, 1, INT, MPI_SUM, last, comm));
        REFUSED(MPI_Scatter(NULL, 1, INT, room, 1, INT, last, comm));
    } else {
        REFUSED(MPI_Gather(MPI_IN_PLACE, 1, INT, room, 1, INT, last, comm));
        REFUSED(MPI_Reduce(MPI_IN_PLACE, room, 1, INT, MPI_SUM, last, comm));
        REFUSED(MPI_Scatter(data, 1, INT, MPI_IN_PLACE, 1, INT, last, comm));
    }
    data[0] = room[last] = 1;
    OK(MPI_Gather(own, 1, INT, all, 1, INT, last, comm));
    OK(MPI_Scatter(all, 1, INT, own, 1, INT, last, comm));
    CHECK(data[0] == 1);
    room[0] = 1;
    OK(MPI_Reduce(own, all, 1, INT, MPI_SUM, last, comm));
    CHECK(!is_root || room[0] == size);
}

static void on_two_sides(void)
{
    MPI_Comm part, both;
    int is_first = rank == 0, root = is_first ? MPI_ROOT : 0, value = is_first ? 7 : 0;

    OK(MPI_Comm_split(comm, is_first, 0, &part));
    OK(MPI_Intercomm_create(part, 0, comm, is_first ? 1 : 0, 3, &both));
    OK(MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN));
    REFUSED(MPI_Allreduce(MPI_IN_PLACE, room, 1, INT, MPI_SUM, both));
    REFUSED(MPI_Allgather(MPI_IN_PLACE, 1, INT, room, 1, INT, both));
    REFUSED(MPI_Alltoall(MPI_IN_PLACE, 1, INT, room, 1, INT, both));
    OK(MPI_Bcast(&value, 1, INT, root, both));
    CHECK(value == 7);
    OK(MPI_Gather(is_first ? NULL : data, 1, INT, is_first ? room : NULL, 1, INT, root, both));
    OK(MPI_Reduce(is_first ? NULL : data, is_first ? room : NULL, 1, INT, MPI_SUM, root, both));
    OK(MPI_Comm_free(&both));
    OK(MPI_Comm_free(&part));
}

/* A rank without neighbours needs no buffers. */
static void without_neighbours(void)
{
    MPI_Comm lonely;

    OK(MPI_Dist_graph_create_adjacent(comm, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED,
                                      MPI_INFO_NULL, 0, &lonely));
    OK(MPI_Neighbor_allgather(NULL, 4, INT, NULL, 4, INT, lonely));
    OK(MPI_Neighbor_alltoall(NULL, 4, INT, NULL, 4, INT, lonely));
    OK(MPI_Comm_free(&lonely));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    to_one();
    absolute();
    to_all();
    at_a_root();
    if (size > 1)
        on_two_sides();
    without_neighbours();
    OK(MPI_Comm_free(&comm));
    return MPI_Finalize();
}

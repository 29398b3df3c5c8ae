/* Neighbourhood exchanges in which a rank is a neighbour twice, or its own neighbour; with
 * different datatypes, several under way at a time, and persistent. */
#include "check.h"

static int rank, size;

/* Rings of one and of two: both neighbours are the same rank. What is sent up arrives from
 * below. */
static void small_rings(void)
{
    int dims[2] = {size, 1}, periods[2] = {1, 1}, out[4], in[4];
    MPI_Comm grid;

    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid));
    int below = (rank + size - 1) % size, above = (rank + 1) % size;
    for (int way = 0; way < 4; way++)
        out[way] = 10 * rank + way;
    OK(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid));
    CHECK(in[0] == 10 * below + 1 && in[1] == 10 * above);
    CHECK(in[2] == 10 * rank + 3 && in[3] == 10 * rank + 2);
    memset(in, 0, sizeof in);
    MPI_Request request;
    OK(MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(in[0] == 10 * below + 1 && in[3] == 10 * rank + 2);
    OK(MPI_Comm_free(&grid));
}

/* Each rank sends twice to the next, three times to itself, and nothing else. */
static void twice(void)
{
    int next = (rank + 1) % size, before = (rank + size - 1) % size, in[5], out[5];
    int to[5] = {rank, next, rank, next, rank}, from[5] = {before, before, rank, rank, rank};
    int ones[5] = {1, 1, 1, 1, 1}, at[5] = {4, 3, 2, 1, 0};
    MPI_Comm graph;
    MPI_Request requests[2];
    int first[5], second[5];

    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 5, from, MPI_UNWEIGHTED, 5, to,
                                      MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph));
    for (int i = 0; i < 5; i++)
        out[i] = 100 * rank + i;
    OK(MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, graph));
    for (int i = 0; i < 5; i++)
        CHECK(in[i] == from[i]);
    if (size > 1) {
        OK(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph));
        CHECK(in[0] == 100 * before + 1 && in[1] == 100 * before + 3);
        CHECK(in[2] == 100 * rank && in[3] == 100 * rank + 2 && in[4] == 100 * rank + 4);
    }
    OK(MPI_Ineighbor_alltoallv(out, ones, at, MPI_INT, first, ones, at, MPI_INT, graph,
                               &requests[0]));
    OK(MPI_Ineighbor_allgather(&next, 1, MPI_INT, second, 1, MPI_INT, graph, &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    if (size > 1)
        CHECK(first[4] == 100 * before + 3 && first[3] == 100 * before + 1);
    for (int i = 0; i < 5; i++)
        CHECK(second[i] == (from[i] + 1) % size);
    OK(MPI_Comm_free(&graph));
}

/* Only ranks 0 and 1 have neighbours. */
static void lonely(void)
{
    int one = rank == 0 && size > 1, zero = 0, to = 1, from = 0, value = 42, got = -1;
    int is_second = rank == 1;
    MPI_Comm graph;

    int weight = 3, *in_weights = is_second ? &weight : MPI_WEIGHTS_EMPTY;
    int *out_weights = one ? &weight : MPI_WEIGHTS_EMPTY;
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, is_second, &from, in_weights, one, &to,
                                      out_weights, MPI_INFO_NULL, 0, &graph));
    OK(MPI_Neighbor_alltoallv(&value, &one, &zero, MPI_INT, &got, &is_second, &zero, MPI_INT,
                              graph));
    CHECK(got == (is_second ? 42 : -1));
    OK(MPI_Comm_free(&graph));
}

/* Rank 1 has a source and no destination, rank 0 the reverse: nothing is overwritten before it is
 * sent, and one buffer will do. */
static void one_way(void)
{
    int zero = 0, one = 1, ins = rank == 1, outs = rank == 0, value = rank;
    MPI_Aint start = 0;
    MPI_Datatype type = MPI_INT;
    MPI_Comm graph;

    if (size == 1)
        return;
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, &zero, MPI_UNWEIGHTED, outs, &one,
                                      MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph));
    OK(MPI_Neighbor_allgather(&value, 1, type, &value, 1, type, graph));
    CHECK(value == (ins ? 0 : rank));
    value = rank;
    OK(MPI_Neighbor_allgatherv(&value, 1, type, &value, &one, &zero, type, graph));
    CHECK(value == (ins ? 0 : rank));
    value = rank;
    OK(MPI_Neighbor_alltoall(&value, 1, type, &value, 1, type, graph));
    CHECK(value == (ins ? 0 : rank));
    value = rank;
    OK(MPI_Neighbor_alltoallv(&value, &one, &zero, type, &value, &one, &zero, type, graph));
    CHECK(value == (ins ? 0 : rank));
    value = rank;
    OK(MPI_Neighbor_alltoallw(&value, &one, &start, &type, &value, &one, &start, &type, graph));
    CHECK(value == (ins ? 0 : rank));
    OK(MPI_Comm_free(&graph));
}

/* Every rank sends each other one a triangle of its own matrix, and receives rows. */
static void typed(void)
{
    enum { MOST = 16, N = 5 };
    int counts[MOST], ats[MOST], matrix[N][N], rows[MOST][N];
    int places[MOST];
    MPI_Datatype columns[MOST], lines[MOST], column;
    MPI_Request requests[3];

    if (size > MOST)
        return;
    OK(MPI_Type_vector(N, 1, N, MPI_INT, &column));
    for (int of = 0; of < size; of++) {
        counts[of] = 1;
        ats[of] = of % N * (int)sizeof(int);
        places[of] = of * (int)sizeof rows[0];
        OK(MPI_Type_dup(column, &columns[of]));
        OK(MPI_Type_commit(&columns[of]));
        OK(MPI_Type_contiguous(N, MPI_INT, &lines[of]));
        OK(MPI_Type_commit(&lines[of]));
    }
    OK(MPI_Type_free(&column));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            matrix[i][j] = 100 * rank + 10 * i + j;
    int sum = 0, most = 0;
    OK(MPI_Ialltoallw(matrix, counts, ats, columns, rows, counts, places, lines, MPI_COMM_WORLD,
                      &requests[0]));
    OK(MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Iallreduce(&rank, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[2]));
    /* Datatypes may be freed while they are in use. */
    for (int of = 0; of < size; of++) {
        OK(MPI_Type_free(&columns[of]));
        OK(MPI_Type_free(&lines[of]));
    }
    for (int left = 3, which; left > 0; left--)
        OK(MPI_Waitany(3, requests, &which, MPI_STATUS_IGNORE));
    CHECK(sum == size * (size - 1) / 2 && most == size - 1);
    for (int of = 0; of < size; of++)
        for (int i = 0; i < N; i++)
            CHECK(rows[of][i] == 100 * of + 10 * i + rank % N);
}

/* Persistent requests, made in one order and started in another, the same on all ranks. */
static void persistent(void)
{
    int dims[1] = {size}, periods[1] = {1}, in[2], value, root = size - 1, told, sums[2];
    MPI_Comm grid;
    MPI_Request all[3];

    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid));
    OK(MPI_Neighbor_allgather_init(&value, 1, MPI_INT, in, 1, MPI_INT, grid, MPI_INFO_NULL,
                                   &all[0]));
    OK(MPI_Bcast_init(&told, 1, MPI_INT, root, grid, MPI_INFO_NULL, &all[1]));
    OK(MPI_Allreduce_init(MPI_IN_PLACE, sums, 2, MPI_INT, MPI_SUM, grid, MPI_INFO_NULL, &all[2]));
    for (int round = 0; round < 4; round++) {
        value = 10 * rank + round;
        told = rank == root ? round : -1;
        sums[0] = rank;
        sums[1] = round;
        OK(MPI_Start(&all[2]));
        OK(MPI_Startall(2, all));
        OK(MPI_Waitall(3, all, MPI_STATUSES_IGNORE));
        CHECK(in[0] == 10 * ((rank + size - 1) % size) + round);
        CHECK(in[1] == 10 * ((rank + 1) % size) + round);
        CHECK(told == round && sums[0] == size * (size - 1) / 2 && sums[1] == size * round);
    }
    for (int which = 0; which < 3; which++)
        OK(MPI_Request_free(&all[which]));
    OK(MPI_Comm_free(&grid));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    small_rings();
    twice();
    lonely();
    one_way();
    typed();
    persistent();
    return MPI_Finalize();
}

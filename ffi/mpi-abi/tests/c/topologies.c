/* Grids and graphs, and neighbourhood collective calls. */
#include "check.h"

static int rank, size;

static void ring(void)
{
    int dims[1] = {0}, periods[1] = {1}, kind, before, after, at, has[1], is[1], here[1], in[2];
    MPI_Comm grid;

    OK(MPI_Dims_create(size, 1, dims));
    CHECK(dims[0] == size);
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid));
    OK(MPI_Topo_test(grid, &kind));
    CHECK(kind == MPI_CART);
    OK(MPI_Cart_shift(grid, 0, 1, &before, &after));
    CHECK(before == (rank + size - 1) % size && after == (rank + 1) % size);
    OK(MPI_Cart_get(grid, 1, has, is, here));
    CHECK(has[0] == size && is[0] == 1 && here[0] == rank);
    here[0] = -1;
    OK(MPI_Cart_rank(grid, here, &at));
    CHECK(at == size - 1);
    OK(MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, grid));
    CHECK(in[0] == before && in[1] == after);
    OK(MPI_Comm_free(&grid));
}

static void line(void)
{
    int dims[2] = {1, size}, periods[2] = {0, 0}, keep[2] = {0, 1}, before, after, count, of[2];
    MPI_Comm grid, row;

    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid));
    OK(MPI_Cart_shift(grid, 1, 1, &before, &after));
    CHECK(before == (rank > 0 ? rank - 1 : MPI_PROC_NULL));
    CHECK(after == (rank < size - 1 ? rank + 1 : MPI_PROC_NULL));
    OK(MPI_Cart_coords(grid, rank, 2, of));
    CHECK(of[0] == 0 && of[1] == rank);
    OK(MPI_Cart_sub(grid, keep, &row));
    OK(MPI_Cartdim_get(row, &count));
    CHECK(count == 1);
    OK(MPI_Comm_size(row, &count));
    CHECK(count == size);
    OK(MPI_Comm_free(&row));
    OK(MPI_Comm_free(&grid));
}

/* Each rank sends to the next, with a weight. */
static void distributed(void)
{
    int next = (rank + 1) % size, before = (rank + size - 1) % size, weight = 10 + rank;
    int ins, outs, has_weights, from[1], to[1], wins[1], wouts[1], in = -1, one = 1, zero = 0;
    int of_before = 10 + before;
    MPI_Comm graph;

    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, &of_before, 1, &next, &weight,
                                      MPI_INFO_NULL, 0, &graph));
    OK(MPI_Dist_graph_neighbors_count(graph, &ins, &outs, &has_weights));
    CHECK(ins == 1 && outs == 1 && has_weights);
    OK(MPI_Dist_graph_neighbors(graph, 1, from, wins, 1, to, wouts));
    CHECK(from[0] == before && to[0] == next && wins[0] == of_before && wouts[0] == weight);
    OK(MPI_Neighbor_alltoallv(&rank, &one, &zero, MPI_INT, &in, &one, &zero, MPI_INT, graph));
    CHECK(in == before);
    OK(MPI_Comm_free(&graph));

    OK(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &next, MPI_UNWEIGHTED, MPI_INFO_NULL,
                             0, &graph));
    OK(MPI_Dist_graph_neighbors_count(graph, &ins, &outs, &has_weights));
    CHECK(ins == 1 && outs == 1 && !has_weights);
    OK(MPI_Comm_free(&graph));
}

static void graph(void)
{
    enum { MOST = 64 };
    int index[MOST], edges[MOST], count, near[MOST], nodes, all;
    MPI_Comm star;

    /* Rank 0 in the middle. */
    for (int at = 0; at < size; at++) {
        index[at] = size - 1 + at;
        edges[at] = at + 1;
    }
    for (int at = 1; at < size; at++)
        edges[size - 2 + at] = 0;
    OK(MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &star));
    OK(MPI_Graphdims_get(star, &nodes, &all));
    CHECK(nodes == size && all == 2 * (size - 1));
    OK(MPI_Graph_neighbors_count(star, rank, &count));
    CHECK(count == (rank == 0 ? size - 1 : 1));
    OK(MPI_Graph_neighbors(star, rank, MOST, near));
    CHECK(size == 1 || near[0] == (rank == 0 ? 1 : 0));
    OK(MPI_Comm_free(&star));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    ring();
    line();
    distributed();
    graph();
    return MPI_Finalize();
}

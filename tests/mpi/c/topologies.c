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

/* An edge that rank 0 passes and that names no rank is an error on all ranks: none waits. */
static void edges_without_ranks(void)
{
    const int ends[3][2] = {{size + 5, size + 6}, {size - 1, size + 6}, {size, 0}};
    int one = 1, code, class;
    MPI_Comm comm, made;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    for (int at = 0; at < 3; at++) {
        code = MPI_Dist_graph_create(comm, rank == 0, &ends[at][0], &one, &ends[at][1],
                                     MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
        OK(MPI_Error_class(code, &class));
        CHECK(class == MPI_ERR_RANK);
    }
    OK(MPI_Barrier(comm));
    OK(MPI_Comm_free(&comm));
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

enum { MOST_DIMS = 3 };

/* A part of a grid has the dimensions that are kept, the ranks in order of their places there, and
 * all that agree in the others, and nobody else. */
static void part(MPI_Comm grid, int ndims, const int *dims, const int *periods, const int *keep)
{
    int coords[MOST_DIMS], kept_dims[MOST_DIMS + 1], kept_periods[MOST_DIMS + 1],
        kept_coords[MOST_DIMS + 1], there, own, members, wanted = 1, place = 0, kept = 0, kind;
    MPI_Group whole_group, part_group;
    MPI_Comm sub;

    OK(MPI_Cart_sub(grid, keep, &sub));
    CHECK(sub != MPI_COMM_NULL);
    OK(MPI_Comm_rank(grid, &own));
    OK(MPI_Cart_coords(grid, own, MOST_DIMS, coords));
    OK(MPI_Comm_rank(sub, &there));
    OK(MPI_Comm_size(sub, &members));
    OK(MPI_Topo_test(sub, &kind));
    CHECK(kind == MPI_CART);
    OK(MPI_Cartdim_get(sub, &kept));
    kept_dims[kept] = kept_periods[kept] = kept_coords[kept] = -9;
    OK(MPI_Cart_get(sub, kept, kept_dims, kept_periods, kept_coords));
    CHECK(kept_dims[kept] == -9 && kept_periods[kept] == -9 && kept_coords[kept] == -9);
    kept = 0;
    for (int dim = 0; dim < ndims; dim++)
        if (keep[dim]) {
            CHECK(kept_dims[kept] == dims[dim] && kept_coords[kept] == coords[dim]);
            CHECK(!kept_periods[kept] == !periods[dim]);
            wanted *= dims[dim];
            place = place * dims[dim] + coords[dim];
            kept++;
        }
    CHECK(members == wanted && there == place);
    OK(MPI_Cartdim_get(sub, &kind));
    CHECK(kind == kept);
    OK(MPI_Cart_rank(sub, kept_coords, &kind));
    CHECK(kind == there);
    /* Every member, by its rank in the whole. */
    OK(MPI_Comm_group(grid, &whole_group));
    OK(MPI_Comm_group(sub, &part_group));
    for (int member = 0; member < members; member++) {
        int in_grid, theirs[MOST_DIMS];
        OK(MPI_Group_translate_ranks(part_group, 1, &member, whole_group, &in_grid));
        CHECK(in_grid >= 0);
        OK(MPI_Cart_coords(grid, in_grid, MOST_DIMS, theirs));
        OK(MPI_Cart_coords(sub, member, kept, kept_coords));
        for (int dim = 0, at = 0; dim < ndims; dim++)
            CHECK(keep[dim] ? kept_coords[at++] == theirs[dim] : theirs[dim] == coords[dim]);
    }
    for (int dim = 0; dim < kept; dim++) {
        int from, to;
        OK(MPI_Cart_shift(sub, dim, 0, &from, &to));
        CHECK(from == there && to == there);
    }
    OK(MPI_Group_free(&whole_group));
    OK(MPI_Group_free(&part_group));
    OK(MPI_Barrier(sub));
    OK(MPI_Comm_free(&sub));
}

/* All choices of dimensions of grids of 0 to 3, also where not all processes are in them. */
static void parts_of_grids(void)
{
    for (int ndims = 0; ndims <= MOST_DIMS; ndims++)
        for (int count = size; count >= 1; count--) {
            int dims[MOST_DIMS] = {0, 0, 0}, periods[MOST_DIMS] = {1, 0, 1}, keep[MOST_DIMS];
            MPI_Comm grid;
            if (ndims > 0)
                OK(MPI_Dims_create(count, ndims, dims));
            OK(MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 0, &grid));
            if (grid == MPI_COMM_NULL)
                continue;
            for (int bits = 0; bits < 1 << ndims; bits++) {
                for (int dim = 0; dim < ndims; dim++)
                    keep[dim] = bits >> dim & 1;
                part(grid, ndims, dims, periods, keep);
            }
            OK(MPI_Comm_free(&grid));
        }
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    ring();
    line();
    distributed();
    edges_without_ranks();
    graph();
    parts_of_grids();
    return MPI_Finalize();
}

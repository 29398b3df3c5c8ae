/* CG of the NAS Parallel Benchmarks over MPI; the computation itself is in ../../nas/cg.h.
 * Run: mpiexec -n 4 ./cg [-c S|W|A]
 *
 * The matrix is distributed in blocks over a grid of ranks, as wide as high or twice as wide.
 * Each grid column owns a part of every vector. A product is summed along each grid row and
 * then sent to the transposed place. */
#include "../../nas/cg.h"
#include "job.h"

static int grid_rows, grid_columns;
static MPI_Comm row_comm;      /* the ranks of this grid row */
static double *block_product;  /* product for the matrix rows of this grid row */
static int partner;            /* the rank to exchange parts with at the transposed place */
static int given, given_count; /* the partner's part in that product: start and length */

static double sum_of_row(double value)
{
    double all;
    MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, row_comm);
    return all;
}

static void multiply_block(const double *x, double *y)
{
    MPI_Request request;
    int rows = matrix.row1 - matrix.row0;
    product(x, block_product);
    MPI_Irecv(y, last - first, MPI_DOUBLE, partner, 0, MPI_COMM_WORLD, &request);
    MPI_Allreduce(MPI_IN_PLACE, block_product, rows, MPI_DOUBLE, MPI_SUM, row_comm);
    MPI_Send(block_product + given, given_count, MPI_DOUBLE, partner, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void begin(void)
{
    for (grid_rows = grid_columns = 1; grid_rows * grid_columns < size;)
        *(grid_rows == grid_columns ? &grid_columns : &grid_rows) *= 2;
    int row = rank / grid_columns, column = rank % grid_columns;
    MPI_Comm_split(MPI_COMM_WORLD, row, column, &row_comm);
    first = part(problem.size, column, grid_columns);
    last = part(problem.size, column + 1, grid_columns);
    make_matrix(part(problem.size, row, grid_rows), part(problem.size, row + 1, grid_rows), first,
                last);
    block_product = room((size_t)(matrix.row1 - matrix.row0), sizeof *block_product);
    /* If the grid is twice as wide as high, the two halves of a block of rows go to two ranks. */
    int wide = grid_columns / grid_rows, to_column = row * wide + column % wide;
    partner = column / wide * grid_columns + to_column;
    given = part(problem.size, to_column, grid_columns) - matrix.row0;
    given_count = part(problem.size, to_column + 1, grid_columns) - matrix.row0 - given;
    sum = sum_of_row;
    multiply = multiply_block;
}

int main(int argc, char **argv)
{
    char found[64];
    if (!choose(begin_job(argc, argv)) || (size & (size - 1)) != 0)
        refuse_job(", with a power of two of ranks: cg [-c S|W|A]");
    begin();
    double *x = room((size_t)(last - first), sizeof *x), *work[4], residual;
    for (int at = 0; at < 4; at++)
        work[at] = room((size_t)(last - first), sizeof *x);
    iterate(1, x, work, &residual); /* warm-up */
    double start = together();
    double zeta = iterate(problem.iterations, x, work, &residual);
    double seconds = together() - start;
    snprintf(found, sizeof found, "zeta %.13f, residual %.2g", zeta, residual);
    MPI_Comm_free(&row_comm);
    return end_job("CG", problem.name, millions(), seconds, found, is_verified(zeta));
}

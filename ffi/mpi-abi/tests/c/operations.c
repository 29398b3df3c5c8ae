/* Operations of reductions: predefined ones, and those of the program. */
#include "check.h"

/* Not commutative: of two linear functions a x + b the one after the other. */
static void compose(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    CHECK(*datatype != MPI_DATATYPE_NULL);
    for (int at = 0; at < *len; at++) {
        long *f = (long *)in + 2 * at, *g = (long *)inout + 2 * at;
        long a = g[0] * f[0], b = g[0] * f[1] + g[1];
        g[0] = a;
        g[1] = b;
    }
}

static void add(void *in, void *inout, MPI_Count *len, MPI_Datatype *datatype)
{
    CHECK(*datatype == MPI_INT);
    for (MPI_Count at = 0; at < *len; at++)
        ((int *)inout)[at] += ((int *)in)[at];
}

int main(int argc, char **argv)
{
    int rank, size, commutes, one = 1, sum = 0;
    MPI_Datatype linear;
    MPI_Op op, large;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));

    OK(MPI_Type_contiguous(2, MPI_LONG, &linear));
    OK(MPI_Type_commit(&linear));
    OK(MPI_Op_create(compose, 0, &op));
    OK(MPI_Op_commutative(op, &commutes));
    CHECK(!commutes);
    long mine[2] = {2, rank}, all[2] = {0, 0}, a = 1, b = 0;
    OK(MPI_Allreduce(mine, all, 1, linear, op, MPI_COMM_WORLD));
    for (int of = 0; of < size; of++) {
        a *= 2;
        b = 2 * b + of;
    }
    CHECK(all[0] == a && all[1] == b);
    OK(MPI_Op_free(&op));
    CHECK(op == MPI_OP_NULL);
    OK(MPI_Type_free(&linear));
    CHECK(linear == MPI_DATATYPE_NULL);

    OK(MPI_Op_create_c(add, 1, &large));
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, large, MPI_COMM_WORLD));
    CHECK(sum == size);
    OK(MPI_Op_free(&large));

    double low = rank, high = -1;
    OK(MPI_Allreduce(&low, &high, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    CHECK(high == size - 1);
    struct {
        double value;
        int rank;
    } pair = {(double)(size - rank), rank}, least;
    OK(MPI_Allreduce(&pair, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD));
    CHECK(least.value == 1 && least.rank == size - 1);
    int left[2] = {1, 6}, right[2] = {2, 3};
    OK(MPI_Reduce_local(left, right, 2, MPI_INT, MPI_BOR));
    CHECK(right[0] == 3 && right[1] == 7);

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(MPI_Allreduce(&low, &high, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD) == MPI_ERR_OP);
    return MPI_Finalize();
}

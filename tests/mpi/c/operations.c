/* Reduction operations: predefined ones, and those of the program. */
#include "check.h"

/* Not commutative: the composition of two linear functions a x + b. */
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

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 quad;

/* Random bits, but mostly with exponents close to each other. */
static quad any(unsigned long long *seed)
{
    unsigned long long half[2];
    quad number;
    for (int at = 0; at < 2; at++)
        half[at] = *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    switch (half[1] >> 40 & 7) {
    case 0:
        break;
    case 1: /* of few digits */
        half[0] = 0;
        half[1] &= 0xffffff0000000000ULL;
        break;
    case 2: /* subnormal */
        half[1] &= 0x8000ffffffffffffULL;
        break;
    default:
        half[1] = (half[1] & 0x807fffffffffffffULL) | 0x3f80000000000000ULL;
    }
    memcpy(&number, half, sizeof number);
    return number;
}

/* The compiler's sums and products of REAL(16) equal ours. */
static void quadruple(void)
{
    unsigned long long seed = 7;
    for (int at = 0; at < 20000; at++) {
        quad a = any(&seed), b = any(&seed), got[4] = {b, b, b, b}, in[2] = {a, b}, two[2] = {b, a};
        if (a != a || b != b)
            continue;
        quad want[4] = {a + b, a * b, a > b ? a : b, a < b ? a : b};
        MPI_Op ops[4] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
        for (int of = 0; of < 4; of++) {
            OK(MPI_Reduce_local(&a, &got[of], 1, MPI_REAL16, ops[of]));
            CHECK(memcmp(&got[of], &want[of], sizeof(quad)) == 0 || want[of] != want[of]);
        }
        OK(MPI_Reduce_local(in, two, 1, MPI_COMPLEX32, MPI_SUM));
        CHECK(memcmp(&two[0], &want[0], sizeof(quad)) == 0 || want[0] != want[0]);
    }
}
#else
static void quadruple(void)
{
}
#endif

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

    quadruple();
    /* Not defined by the standard, but programs do it: characters as small numbers. */
    char flags = (char)(1 << (rank % 3)), any_of = 0;
    OK(MPI_Allreduce(&flags, &any_of, 1, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD));
    CHECK(any_of == (size > 2 ? 7 : size > 1 ? 3 : 1));
    OK(MPI_Allreduce(&flags, &any_of, 1, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD));
    CHECK(any_of == (size > 2 ? 4 : size));

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(MPI_Allreduce(&low, &high, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD) == MPI_ERR_OP);
    /* These are for one-sided communication. */
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    for (int i = 0; i < 2; i++) {
        MPI_Op only = i ? MPI_REPLACE : MPI_NO_OP;
        CHECK(MPI_Allreduce(&one, &sum, 1, MPI_INT, only, MPI_COMM_WORLD) == MPI_ERR_OP);
        CHECK(MPI_Reduce(&one, &sum, 1, MPI_INT, only, 0, MPI_COMM_WORLD) == MPI_ERR_OP);
        CHECK(MPI_Scan(&one, &sum, 1, MPI_INT, only, MPI_COMM_WORLD) == MPI_ERR_OP);
        CHECK(MPI_Reduce_local(left, right, 1, MPI_INT, only) == MPI_ERR_OP);
    }
    return MPI_Finalize();
}

/* Predefined operations: each is allowed for the datatypes that the standard names, gives the right
 * value there, and is refused for others. */
#include "check.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds of datatypes in the standard's table of operations. */
enum { INTEGER = 1, FLOATING = 2, LOGICAL = 4, COMPLEX = 8, BYTE = 16, MULTI = 32, PAIR = 64,
       OTHER = 128 };

static const struct {
    MPI_Datatype type;
    int kind, bytes;
} types[] = {
    {MPI_SIGNED_CHAR, INTEGER, 1},
    {MPI_UNSIGNED_CHAR, INTEGER, 1},
    {MPI_SHORT, INTEGER, sizeof(short)},
    {MPI_UNSIGNED_SHORT, INTEGER, sizeof(short)},
    {MPI_INT, INTEGER, sizeof(int)},
    {MPI_UNSIGNED, INTEGER, sizeof(int)},
    {MPI_LONG, INTEGER, sizeof(long)},
    {MPI_UNSIGNED_LONG, INTEGER, sizeof(long)},
    {MPI_LONG_LONG_INT, INTEGER, sizeof(long long)},
    {MPI_UNSIGNED_LONG_LONG, INTEGER, sizeof(long long)},
    {MPI_INT8_T, INTEGER, 1},
    {MPI_INT16_T, INTEGER, 2},
    {MPI_INT32_T, INTEGER, 4},
    {MPI_INT64_T, INTEGER, 8},
    {MPI_UINT8_T, INTEGER, 1},
    {MPI_UINT16_T, INTEGER, 2},
    {MPI_UINT32_T, INTEGER, 4},
    {MPI_UINT64_T, INTEGER, 8},
    {MPI_INTEGER, INTEGER, 4},
    {MPI_AINT, MULTI, sizeof(MPI_Aint)},
    {MPI_OFFSET, MULTI, sizeof(MPI_Offset)},
    {MPI_COUNT, MULTI, sizeof(MPI_Count)},
    {MPI_FLOAT, FLOATING, sizeof(float)},
    {MPI_DOUBLE, FLOATING, sizeof(double)},
    {MPI_LONG_DOUBLE, FLOATING, sizeof(long double)},
    {MPI_REAL, FLOATING, sizeof(float)},
    {MPI_DOUBLE_PRECISION, FLOATING, sizeof(double)},
    {MPI_LOGICAL, LOGICAL, 4},
    {MPI_C_BOOL, LOGICAL, sizeof(_Bool)},
    {MPI_C_FLOAT_COMPLEX, COMPLEX, sizeof(float complex)},
    {MPI_C_DOUBLE_COMPLEX, COMPLEX, sizeof(double complex)},
    {MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, sizeof(long double complex)},
    {MPI_COMPLEX, COMPLEX, sizeof(float complex)},
    {MPI_BYTE, BYTE, 1},
    {MPI_PACKED, OTHER, 1},
    {MPI_FLOAT_INT, PAIR, 8},
    {MPI_2INT, PAIR, 8},
};
enum { TYPES = sizeof types / sizeof types[0] };

static const struct {
    MPI_Op op;
    int kinds;
} ops[] = {
    {MPI_MAX, INTEGER | FLOATING | MULTI},
    {MPI_MIN, INTEGER | FLOATING | MULTI},
    {MPI_SUM, INTEGER | FLOATING | COMPLEX | MULTI},
    {MPI_PROD, INTEGER | FLOATING | COMPLEX | MULTI},
    /* On numbers that are not whole, beyond the standard, as other libraries do. */
    {MPI_LAND, INTEGER | LOGICAL | MULTI | FLOATING},
    {MPI_LOR, INTEGER | LOGICAL | MULTI | FLOATING},
    {MPI_LXOR, INTEGER | LOGICAL | MULTI | FLOATING},
    {MPI_BAND, INTEGER | BYTE | MULTI},
    {MPI_BOR, INTEGER | BYTE | MULTI},
    {MPI_BXOR, INTEGER | BYTE | MULTI},
    {MPI_MAXLOC, PAIR},
    {MPI_MINLOC, PAIR},
};
enum { OPS = sizeof ops / sizeof ops[0] };

/* A number as the datatype has it. */
static void put(unsigned char *to, int type, int number)
{
    int kind = types[type].kind, bytes = types[type].bytes;
    int64_t whole = number;
    float f = (float)number;
    double d = number;
    long double l = number;

    memset(to, 0, 32);
    if (kind == COMPLEX)
        bytes /= 2;
    if (kind & (FLOATING | COMPLEX))
        memcpy(to, bytes == 4 ? (void *)&f : bytes == 8 ? (void *)&d : (void *)&l,
               bytes > 8 ? 10 : (size_t)bytes);
    else if (kind != PAIR)
        memcpy(to, &whole, (size_t)bytes);
}

static int result(int op, int a, int b)
{
    switch (op) {
    case 0: return a > b ? a : b;
    case 1: return a < b ? a : b;
    case 2: return a + b;
    case 3: return a * b;
    case 4: return a && b;
    case 5: return a || b;
    case 6: return !a != !b;
    case 7: return a & b;
    case 8: return a | b;
    default: return a ^ b;
    }
}

static void each(void)
{
    static const int pairs[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {5, 6}, {6, 3}, {12, 10}};
    enum { PAIRS = sizeof pairs / sizeof pairs[0] };

    for (int op = 0; op < OPS; op++)
        for (int type = 0; type < TYPES; type++) {
            unsigned char in[32] = {0}, inout[32] = {0}, wanted[32];
            int class;
            if (!(ops[op].kinds & types[type].kind)) {
                int code = MPI_Reduce_local(in, inout, 1, types[type].type, ops[op].op);
                OK(MPI_Error_class(code, &class));
                CHECK(class == MPI_ERR_OP || class == MPI_ERR_TYPE);
                continue;
            }
            for (int at = 0; types[type].kind != PAIR && at < PAIRS; at++) {
                int a = pairs[at][0], b = pairs[at][1];
                if (types[type].kind == LOGICAL && (a > 1 || b > 1))
                    continue;
                put(in, type, a);
                put(inout, type, b);
                put(wanted, type, result(op, a, b));
                OK(MPI_Reduce_local(in, inout, 1, types[type].type, ops[op].op));
                CHECK(memcmp(inout, wanted, types[type].kind & (FLOATING | COMPLEX) &&
                      types[type].bytes % 16 == 0 ? 10 : (size_t)types[type].bytes) == 0);
            }
        }
}

#define LOCATED(value_type, datatype)                                                              \
    do {                                                                                           \
        struct pair {                                                                              \
            value_type value;                                                                      \
            int at;                                                                                \
        } first = {3, 7}, more = {4, 2}, same = {3, 5}, got;                                       \
        int bytes;                                                                                 \
        MPI_Aint lb, extent;                                                                       \
        OK(MPI_Type_size(datatype, &bytes));                                                       \
        OK(MPI_Type_get_extent(datatype, &lb, &extent));                                           \
        CHECK(bytes == (int)(sizeof(value_type) + sizeof(int)) && lb == 0);                        \
        CHECK(extent == (MPI_Aint)sizeof(struct pair));                                            \
        got = first;                                                                               \
        OK(MPI_Reduce_local(&more, &got, 1, datatype, MPI_MAXLOC));                                \
        CHECK(got.value == 4 && got.at == 2);                                                      \
        OK(MPI_Reduce_local(&first, &got, 1, datatype, MPI_MINLOC));                               \
        CHECK(got.value == 3 && got.at == 7);                                                      \
        OK(MPI_Reduce_local(&same, &got, 1, datatype, MPI_MAXLOC));                                \
        CHECK(got.value == 3 && got.at == 5);                                                      \
        got = first;                                                                               \
        OK(MPI_Reduce_local(&same, &got, 1, datatype, MPI_MINLOC));                                \
        CHECK(got.value == 3 && got.at == 5);                                                      \
    } while (0)

/* Of equal values the place is the lower one. */
static void located(void)
{
    LOCATED(float, MPI_FLOAT_INT);
    LOCATED(double, MPI_DOUBLE_INT);
    LOCATED(long, MPI_LONG_INT);
    LOCATED(int, MPI_2INT);
    LOCATED(short, MPI_SHORT_INT);
    LOCATED(long double, MPI_LONG_DOUBLE_INT);
    float in[2] = {3, 7}, got[2] = {4, 2};
    OK(MPI_Reduce_local(in, got, 1, MPI_2REAL, MPI_MAXLOC));
    CHECK(got[0] == 4 && got[1] == 2);
    double wide[2] = {3, 7}, wide_got[2] = {3, 2};
    OK(MPI_Reduce_local(wide, wide_got, 1, MPI_2DOUBLE_PRECISION, MPI_MINLOC));
    CHECK(wide_got[0] == 3 && wide_got[1] == 2);
    int whole[2] = {3, 1}, whole_got[2] = {3, 2};
    OK(MPI_Reduce_local(whole, whole_got, 1, MPI_2INTEGER, MPI_MAXLOC));
    CHECK(whole_got[0] == 3 && whole_got[1] == 1);
}

/* Signs, and numbers that are none. */
static void signs(void)
{
    signed char small = -3, small_got = 2;
    unsigned char big = 200, big_got = 100;
    double complex z = 1 + 2 * I, z_got = 3 - I;
    int64_t low = INT64_MIN, low_got = 5;
    uint64_t high = UINT64_MAX, high_got = 5;

    OK(MPI_Reduce_local(&small, &small_got, 1, MPI_SIGNED_CHAR, MPI_MIN));
    CHECK(small_got == -3);
    OK(MPI_Reduce_local(&big, &big_got, 1, MPI_UNSIGNED_CHAR, MPI_MAX));
    CHECK(big_got == 200);
    OK(MPI_Reduce_local(&z, &z_got, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD));
    CHECK(creal(z_got) == 5 && cimag(z_got) == 5);
    OK(MPI_Reduce_local(&low, &low_got, 1, MPI_INT64_T, MPI_MIN));
    CHECK(low_got == INT64_MIN);
    OK(MPI_Reduce_local(&high, &high_got, 1, MPI_UINT64_T, MPI_MAX));
    CHECK(high_got == UINT64_MAX);
    /* Sums of what has no sign wrap, as in C. */
    high_got = 2;
    OK(MPI_Reduce_local(&high, &high_got, 1, MPI_UINT64_T, MPI_SUM));
    CHECK(high_got == 1);
    int odd = 4, other = 2;
    OK(MPI_Reduce_local(&odd, &other, 1, MPI_INT, MPI_LAND));
    CHECK(other == 1);
}

int main(int argc, char **argv)
{
    int commutes;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    each();
    located();
    signs();
    for (int op = 0; op < OPS; op++) {
        OK(MPI_Op_commutative(ops[op].op, &commutes));
        CHECK(commutes);
        MPI_Op given = ops[op].op;
        CHECK(MPI_Op_free(&given) != MPI_SUCCESS);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    return MPI_Finalize();
}

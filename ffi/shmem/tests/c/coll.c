/* Collectives over the world: data movement, reductions of every type, prefix sums. */
#include "check.h"
#include <string.h>

enum { COUNT = 33 };

static void moves(void)
{
    int *dest = NEW(int, 200 * pes), *source = NEW(int, 200 * pes), root, at, pe, from;
    size_t own = (size_t)me + 1;
    for (root = 0; root < pes; root++) {
        for (at = 0; at < COUNT; at++)
            source[at] = me == root ? root * 100 + at : -1;
        memset(dest, 0, 200 * sizeof *dest);
        shmem_sync_all();
        CHECK(shmem_int_broadcast(SHMEM_TEAM_WORLD, dest, source, COUNT, root) == 0);
        for (at = 0; at < COUNT; at++)
            CHECK(dest[at] == root * 100 + at);
    }
    CHECK(shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, 0, 0) == 0);
    for (at = 0; at < 200; at++)
        source[at] = me * 1000 + at;
    shmem_barrier_all();
    CHECK(shmem_int_fcollect(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0);
    for (at = 0; at < COUNT * pes; at++)
        CHECK(dest[at] == at / COUNT * 1000 + at % COUNT);
    shmem_barrier_all();
    CHECK(shmem_collectmem(SHMEM_TEAM_WORLD, dest, source, own * sizeof(int)) == 0);
    for (pe = 0, from = 0; pe < pes; from += ++pe)
        for (at = 0; at <= pe; at++)
            CHECK(dest[from + at] == pe * 1000 + at);
    shmem_barrier_all();
    CHECK(shmem_int_alltoall(SHMEM_TEAM_WORLD, dest, source, 3) == 0);
    for (pe = 0; pe < pes; pe++)
        for (at = 0; at < 3; at++)
            CHECK(dest[3 * pe + at] == pe * 1000 + 3 * me + at);
    shmem_barrier_all();
    memset(dest, 0, 200 * sizeof *dest);
    shmem_barrier_all();
    CHECK(shmem_int_alltoalls(SHMEM_TEAM_WORLD, dest, source, 2, 3, 4) == 0);
    for (pe = 0; pe < pes; pe++)
        for (at = 0; at < 4; at++) {
            CHECK(dest[2 * (4 * pe + at)] == pe * 1000 + 3 * (4 * me + at));
            CHECK(dest[2 * (4 * pe + at) + 1] == 0);
        }
    shmem_barrier_all();
    shmem_free(source);
    shmem_free(dest);
}

/* The product of 1, 2 and so on, and the sum of squares, over the PEs up to `pe`. */
static long product_to(int pe)
{
    return pe < 0 ? 1 : (pe + 1) * product_to(pe - 1);
}

static long sum_to(int pe, long at)
{
    return pe < 0 ? 0 : pe + at + sum_to(pe - 1, at);
}

#define SUMS(name, T) \
    static void sums_##name(void) \
    { \
        T *dest = NEW(T, COUNT), *source = NEW(T, COUNT); \
        int at; \
        for (at = 0; at < COUNT; at++) \
            source[at] = (T)(me + at % 5); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_sum_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0); \
        for (at = 0; at < COUNT; at++) \
            CHECK(dest[at] == (T)sum_to(pes - 1, at % 5)); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_sum_inscan(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0); \
        for (at = 0; at < COUNT; at++) \
            CHECK(dest[at] == (T)sum_to(me, at % 5)); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_sum_exscan(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0); \
        for (at = 0; at < COUNT; at++) \
            CHECK(dest[at] == (T)sum_to(me - 1, at % 5)); \
        for (at = 0; at < COUNT; at++) \
            source[at] = (T)(me + 1); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_prod_reduce(SHMEM_TEAM_WORLD, source, source, COUNT) == 0); \
        for (at = 0; at < COUNT; at++) \
            CHECK(source[at] == (T)product_to(pes - 1)); \
        shmem_barrier_all(); \
        shmem_free(source); \
        shmem_free(dest); \
    }

#define ORDERS(name, T) \
    static void orders_##name(void) \
    { \
        T *dest = NEW(T, COUNT), *source = NEW(T, COUNT); \
        int at; \
        for (at = 0; at < COUNT; at++) \
            source[at] = (T)((me + at) % pes + 1); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_max_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0); \
        for (at = 0; at < COUNT; at++) \
            CHECK(dest[at] == (T)pes); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_min_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0); \
        for (at = 0; at < COUNT; at++) \
            CHECK(dest[at] == (T)1); \
        shmem_barrier_all(); \
        shmem_free(source); \
        shmem_free(dest); \
    }

#define BITS(name, T) \
    static void bits_##name(void) \
    { \
        T *dest = NEW(T, 3), *source = NEW(T, 3); \
        source[0] = (T)(0x50 | (1 << me)); \
        source[1] = (T)(1 << me); \
        source[2] = (T)(me + 1); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_and_reduce(SHMEM_TEAM_WORLD, dest, source, 3) == 0); \
        CHECK(dest[0] == (T)(pes > 1 ? 0x50 : 0x51)); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_or_reduce(SHMEM_TEAM_WORLD, dest, source, 3) == 0); \
        CHECK(dest[1] == (T)((1 << pes) - 1)); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_xor_reduce(SHMEM_TEAM_WORLD, dest, source, 3) == 0); \
        CHECK(dest[2] == (T)("\0\1\3\0\4"[pes])); \
        shmem_barrier_all(); \
        shmem_free(source); \
        shmem_free(dest); \
    }

#define EVERY_BITWISE(F) \
    F(uchar, unsigned char) F(ushort, unsigned short) F(uint, unsigned int) \
    F(ulong, unsigned long) F(ulonglong, unsigned long long) F(int8, int8_t) F(int16, int16_t) \
    F(int32, int32_t) F(int64, int64_t) F(uint8, uint8_t) F(uint16, uint16_t) \
    F(uint32, uint32_t) F(uint64, uint64_t) F(size, size_t)

#define EVERY_ORDERED(F) \
    F(char, char) F(schar, signed char) F(short, short) F(int, int) F(long, long) \
    F(longlong, long long) F(ptrdiff, ptrdiff_t) F(float, float) F(double, double) \
    F(longdouble, long double)

EVERY_BITWISE(BITS)
EVERY_BITWISE(ORDERS)
EVERY_ORDERED(ORDERS)
EVERY_BITWISE(SUMS)
EVERY_ORDERED(SUMS)
BITS(short, short)
BITS(longlong, long long)

/* Complex numbers as pairs, their representation in both C and C++. */
static void complex_numbers(void)
{
    shmemx_complexd_t *of_double = NEW(shmemx_complexd_t, 2);
    shmemx_complexf_t *of_float = NEW(shmemx_complexf_t, 2);
    double wide[2], expected[2] = {1, 0};
    float narrow[2];
    int pe;
    wide[0] = me + 1;
    wide[1] = -me;
    narrow[0] = (float)(me + 1);
    narrow[1] = 2;
    memcpy(of_double, wide, sizeof wide);
    memcpy(of_float, narrow, sizeof narrow);
    for (pe = 0; pe < pes; pe++) {
        double real = expected[0] * (pe + 1) + expected[1] * pe;
        expected[1] = expected[1] * (pe + 1) - expected[0] * pe;
        expected[0] = real;
    }
    shmem_barrier_all();
    CHECK(shmem_complexd_prod_reduce(SHMEM_TEAM_WORLD, of_double + 1, of_double, 1) == 0);
    memcpy(wide, of_double + 1, sizeof wide);
    CHECK(wide[0] == expected[0] && wide[1] == expected[1]);
    CHECK(shmem_complexf_sum_reduce(SHMEM_TEAM_WORLD, of_float + 1, of_float, 1) == 0);
    memcpy(narrow, of_float + 1, sizeof narrow);
    CHECK(narrow[0] == (float)sum_to(pes - 1, 1) && narrow[1] == 2 * (float)pes);
    shmem_barrier_all();
    CHECK(shmem_complexf_sum_exscan(SHMEM_TEAM_WORLD, of_float + 1, of_float, 1) == 0);
    memcpy(narrow, of_float + 1, sizeof narrow);
    CHECK(narrow[0] == (float)sum_to(me - 1, 1) && narrow[1] == 2 * (float)me);
    shmem_barrier_all();
}

/* A reduction of more data than fits in one piece. */
static void large(void)
{
    enum { MANY = 50001 };
    double *dest = NEW(double, MANY), *source = NEW(double, MANY);
    int at;
    for (at = 0; at < MANY; at++)
        source[at] = me + at;
    shmem_barrier_all();
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, dest, source, MANY);
    for (at = 0; at < MANY; at++)
        CHECK(dest[at] == (double)sum_to(pes - 1, at));
    shmem_barrier_all();
    shmem_free(source);
    shmem_free(dest);
}

#define CALL_BITS(name, T) bits_##name();
#define CALL_ORDERS(name, T) orders_##name();
#define CALL_SUMS(name, T) sums_##name();

int main(void)
{
    begin();
    moves();
    EVERY_BITWISE(CALL_BITS)
    EVERY_BITWISE(CALL_ORDERS)
    EVERY_ORDERED(CALL_ORDERS)
    EVERY_BITWISE(CALL_SUMS)
    EVERY_ORDERED(CALL_SUMS)
    bits_short();
    bits_longlong();
    complex_numbers();
    large();
    shmem_finalize();
    return 0;
}

/* Active sets as before 1.5: every reduction of every type and every call that moves data, over
 * sets with any start and every stride; pSync and pWrk are globals and are reused after the
 * next call. */
#include <string.h>

#include "check.h"

enum { COUNT = 5, MOST = 8 };

static long sync_a[_SHMEM_REDUCE_SYNC_SIZE], sync_b[_SHMEM_REDUCE_SYNC_SIZE];
static int turn;
/* The set, and this PE's number in it. */
static struct { int start, log, size, mine; } in;

/* Successive calls alternate between two arrays. */
static long *p_sync(void)
{
    return turn++ % 2 ? sync_a : sync_b;
}

static void meet(void)
{
    shmem_barrier(in.start, in.log, in.size, p_sync());
}

/* PE number in the world of a member. */
#define WORLD(member) (in.start + (member) * (1 << in.log))

static double value(int member, int at)
{
    return WORLD(member) % 3 + at % 2 + 1;
}

#define REDUCE(name, T, op, step) \
    static void op##_##name(void) \
    { \
        static T dest[COUNT], source[COUNT]; \
        static T work[COUNT / 2 + 1 + _SHMEM_REDUCE_MIN_WRKDATA_SIZE]; \
        int count, at, member; \
        for (count = 0; count <= COUNT; count += COUNT) { \
            for (at = 0; at < COUNT; at++) { \
                source[at] = (T)value(in.mine, at); \
                dest[at] = (T)77; \
            } \
            meet(); \
            shmem_##name##_##op##_to_all(dest, source, count, in.start, in.log, in.size, work, \
                                         p_sync()); \
            for (at = 0; at < COUNT; at++) { \
                T all = (T)value(0, at), got = dest[at]; \
                for (member = 1; member < in.size; member++) { \
                    T other = (T)value(member, at); \
                    all = step; \
                } \
                CHECK(got == (at < count ? all : (T)77)); \
            } \
            meet(); \
            shmem_##name##_##op##_to_all(source, source, count, in.start, in.log, in.size, work, \
                                         p_sync()); \
            for (at = 0; at < count; at++) \
                CHECK(source[at] == dest[at]); \
        } \
    }

#define BITS(name, T) \
    REDUCE(name, T, and, (T)(all & other)) REDUCE(name, T, or, (T)(all | other)) \
    REDUCE(name, T, xor, (T)(all ^ other))
#define ORDER(name, T) \
    REDUCE(name, T, max, (all > other ? all : other)) \
    REDUCE(name, T, min, (all < other ? all : other))
#define SUM(name, T) \
    REDUCE(name, T, sum, (T)(all + other)) REDUCE(name, T, prod, (T)(all * other))

#define INTEGERS(F) F(short, short) F(int, int) F(long, long) F(longlong, long long)
#define FLOATS(F) F(float, float) F(double, double) F(longdouble, long double)
#define COMPLEX(F) F(complexf, shmemx_complexf_t) F(complexd, shmemx_complexd_t)
INTEGERS(BITS)
INTEGERS(ORDER)
FLOATS(ORDER)
INTEGERS(SUM)
FLOATS(SUM)
#ifndef __cplusplus
COMPLEX(SUM)
#endif

#define CALL_BITS(name, T) and_##name(); or_##name(); xor_##name();
#define CALL_ORDER(name, T) max_##name(); min_##name();
#define CALL_SUM(name, T) sum_##name(); prod_##name();

#define MOVES(bits, T) \
    static void moves##bits(void) \
    { \
        static T dest[4 * COUNT * MOST], source[4 * COUNT * MOST]; \
        int at, member, root, from, size = in.size; \
        for (at = 0; at < 4 * COUNT * MOST; at++) \
            source[at] = (T)(1000 * WORLD(in.mine) + at); \
        for (root = 0; root < size; root++) { \
            memset(dest, 0, sizeof dest); \
            meet(); \
            shmem_broadcast##bits(dest, source, COUNT, root, in.start, in.log, size, p_sync()); \
            /* The root's own target is left alone. */ \
            for (at = 0; at < COUNT; at++) \
                CHECK(dest[at] == (in.mine == root ? 0 : (T)(1000 * WORLD(root) + at))); \
            CHECK(dest[COUNT] == 0); \
        } \
        meet(); \
        shmem_fcollect##bits(dest, source, COUNT, in.start, in.log, size, p_sync()); \
        for (at = 0; at < COUNT * size; at++) \
            CHECK(dest[at] == (T)(1000 * WORLD(at / COUNT) + at % COUNT)); \
        meet(); \
        at = in.mine % 3; \
        shmem_collect##bits(dest, source, (size_t)at, in.start, in.log, size, p_sync()); \
        for (member = 0, from = 0; member < size; from += member++ % 3) \
            for (at = 0; at < member % 3; at++) \
                CHECK(dest[from + at] == (T)(1000 * WORLD(member) + at)); \
        meet(); \
        shmem_alltoall##bits(dest, source, COUNT, in.start, in.log, size, p_sync()); \
        for (at = 0; at < COUNT * size; at++) \
            CHECK(dest[at] == (T)(1000 * WORLD(at / COUNT) + COUNT * in.mine + at % COUNT)); \
        memset(dest, 0, sizeof dest); \
        meet(); \
        shmem_alltoalls##bits(dest, source, 3, 2, COUNT, in.start, in.log, size, p_sync()); \
        for (at = 0; at < COUNT * size; at++) { \
            CHECK(dest[3 * at] == (T)(1000 * WORLD(at / COUNT) + \
                                      2 * (COUNT * in.mine + at % COUNT))); \
            CHECK(dest[3 * at + 1] == 0 && dest[3 * at + 2] == 0); \
        } \
        meet(); \
        shmem_broadcast##bits(dest, source, 0, 0, in.start, in.log, size, p_sync()); \
        shmem_fcollect##bits(dest, source, 0, in.start, in.log, size, p_sync()); \
        shmem_collect##bits(dest, source, 0, in.start, in.log, size, p_sync()); \
        shmem_alltoall##bits(dest, source, 0, in.start, in.log, size, p_sync()); \
        shmem_alltoalls##bits(dest, source, 1, 1, 0, in.start, in.log, size, p_sync()); \
    }
MOVES(32, int32_t)
MOVES(64, int64_t)

static void of_set(void)
{
    INTEGERS(CALL_BITS)
    INTEGERS(CALL_ORDER)
    FLOATS(CALL_ORDER)
    INTEGERS(CALL_SUM)
    FLOATS(CALL_SUM)
#ifndef __cplusplus
    COMPLEX(CALL_SUM)
#endif
    moves32();
    moves64();
    shmem_sync(in.start, in.log, in.size, p_sync());
    meet();
}

int main(void)
{
    int at;
    begin();
    for (at = 0; at < _SHMEM_REDUCE_SYNC_SIZE; at++)
        sync_a[at] = sync_b[at] = SHMEM_SYNC_VALUE;
    for (in.log = 0; 1 << in.log <= pes; in.log++)
        for (in.start = 0; in.start < pes; in.start++)
            for (in.size = 1; WORLD(in.size - 1) < pes; in.size++) {
                shmem_barrier_all();
                in.mine = (me - in.start) >> in.log;
                if (me >= in.start && in.mine < in.size && WORLD(in.mine) == me)
                    of_set();
                for (at = 0; at < _SHMEM_REDUCE_SYNC_SIZE; at++)
                    CHECK(sync_a[at] == SHMEM_SYNC_VALUE && sync_b[at] == SHMEM_SYNC_VALUE);
            }
    shmem_finalize();
    return 0;
}

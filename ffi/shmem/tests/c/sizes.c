/* Calls by element size, with and without a context, and by bytes; atomics on a context. */
#include <string.h>

#include "check.h"

enum { COUNT = 40, BYTES = 16 * COUNT };

/* These bytes hold elements of every size. */
static unsigned char dest[BYTES], source[BYTES], got[BYTES];
static uint64_t signals[1];
static shmem_ctx_t ctx;

/* The value at an offset of the source of a PE. */
static unsigned char of(int pe, size_t at)
{
    return (unsigned char)(pe * 7 + (int)at);
}

static void clear(void)
{
    shmem_barrier_all();
    memset(dest, 0, sizeof dest);
    memset(got, 0, sizeof got);
    shmem_barrier_all();
}

/* Whether blocks of this many bytes arrived from a PE, with these strides at target and source. */
static int came(const unsigned char *to, int pe, size_t dst, size_t sst, size_t block, size_t count)
{
    size_t at, byte;
    for (at = 0; at < count; at++)
        for (byte = 0; byte < block; byte++)
            if (to[at * dst + byte] != of(pe, at * sst + byte))
                return 0;
    return 1;
}

/* A put, and the matching get. */
#define BOTH(put, get, size, dst, sst, block, count) \
    clear(); \
    put; \
    shmem_ctx_quiet(ctx); \
    shmem_barrier_all(); \
    CHECK(came(dest, previous_pe, (dst) * (size), (sst) * (size), (block) * (size), count)); \
    get; \
    shmem_ctx_quiet(ctx); \
    shmem_quiet(); \
    CHECK(came(got, next_pe, (dst) * (size), (sst) * (size), (block) * (size), count));

#define SIGNALLED(put, size) \
    clear(); \
    signals[0] = 0; \
    shmem_barrier_all(); \
    put; \
    CHECK(shmem_signal_wait_until(signals, SHMEM_CMP_NE, 0) == 3); \
    CHECK(came(dest, previous_pe, size, size, size, COUNT));

#define SIZE(bits, size) \
    static void of_##bits(void) \
    { \
        BOTH(shmem_put##bits(dest, source, COUNT, next_pe), \
             shmem_get##bits(got, source, COUNT, next_pe), size, 1, 1, 1, COUNT) \
        BOTH(shmem_put##bits##_nbi(dest, source, COUNT, next_pe), \
             shmem_get##bits##_nbi(got, source, COUNT, next_pe), size, 1, 1, 1, COUNT) \
        BOTH(shmem_ctx_put##bits(ctx, dest, source, COUNT, next_pe), \
             shmem_ctx_get##bits(ctx, got, source, COUNT, next_pe), size, 1, 1, 1, COUNT) \
        BOTH(shmem_ctx_put##bits##_nbi(ctx, dest, source, COUNT, next_pe), \
             shmem_ctx_get##bits##_nbi(ctx, got, source, COUNT, next_pe), size, 1, 1, 1, COUNT) \
        BOTH(shmem_ctx_iput##bits(ctx, dest, source, 3, 2, 10, next_pe), \
             shmem_ctx_iget##bits(ctx, got, source, 3, 2, 10, next_pe), size, 3, 2, 1, 10) \
        BOTH(shmem_ctx_ibput##bits(ctx, dest, source, 5, 4, 3, 8, next_pe), \
             shmem_ctx_ibget##bits(ctx, got, source, 5, 4, 3, 8, next_pe), size, 5, 4, 3, 8) \
        SIGNALLED(shmem_put##bits##_signal(dest, source, COUNT, signals, 3, SHMEM_SIGNAL_SET, \
                                           next_pe), size) \
        SIGNALLED(shmem_ctx_put##bits##_signal_nbi(ctx, dest, source, COUNT, signals, 3, \
                                                   SHMEM_SIGNAL_ADD, next_pe), size) \
    }

SIZE(8, 1)
SIZE(16, 2)
SIZE(32, 4)
SIZE(64, 8)
SIZE(128, 16)

static void of_bytes(void)
{
    BOTH(shmem_ctx_putmem(ctx, dest, source, COUNT, next_pe),
         shmem_ctx_getmem(ctx, got, source, COUNT, next_pe), 1, 1, 1, 1, COUNT)
    BOTH(shmem_ctx_putmem_nbi(ctx, dest, source, BYTES, next_pe),
         shmem_ctx_getmem_nbi(ctx, got, source, BYTES, next_pe), 1, 1, 1, 1, BYTES)
    SIGNALLED(shmem_ctx_putmem_signal(ctx, dest, source, BYTES, signals, 3, SHMEM_SIGNAL_ADD,
                                      next_pe), 1)
    SIGNALLED(shmem_ctx_putmem_signal_nbi(ctx, dest, source, BYTES, signals, 3, SHMEM_SIGNAL_SET,
                                          next_pe), 1)
}

/* Collectives by bytes; alltoallsmem with its strides. */
static void together(void)
{
    unsigned char *all = NEW(unsigned char, BYTES * pes), *parts = NEW(unsigned char, BYTES * pes);
    int pe, at;
    CHECK(shmem_fcollectmem(SHMEM_TEAM_WORLD, all, source, BYTES) == 0);
    for (pe = 0; pe < pes; pe++)
        CHECK(came(all + pe * BYTES, pe, 1, 1, 1, BYTES));
    for (at = 0; at < BYTES * pes; at++)
        parts[at] = of(me, (size_t)at);
    shmem_barrier_all();
    CHECK(shmem_alltoallmem(SHMEM_TEAM_WORLD, all, parts, 9) == 0);
    for (pe = 0; pe < pes; pe++)
        for (at = 0; at < 9; at++)
            CHECK(all[pe * 9 + at] == of(pe, (size_t)(me * 9 + at)));
    shmem_barrier_all();
    CHECK(shmem_alltoallsmem(SHMEM_TEAM_WORLD, all, parts, 3, 2, 5) == 0);
    for (pe = 0; pe < pes; pe++)
        for (at = 0; at < 5; at++)
            CHECK(all[(pe * 5 + at) * 3] == of(pe, (size_t)(me * 5 + at) * 2));
    shmem_barrier_all();
    shmem_free(parts);
    shmem_free(all);
}

/* A call whose result arrives later. */
#define LATER(call, expected) \
    call; \
    shmem_ctx_quiet(ctx); \
    CHECK(old == (expected));

static void atomics(void)
{
    static unsigned long word = 0xff;
    unsigned long old;
    shmem_barrier_all();
    shmem_ctx_ulong_atomic_and(ctx, &word, 0xf0, next_pe);
    shmem_ctx_quiet(ctx);
    CHECK(shmem_ctx_ulong_atomic_fetch_or(ctx, &word, 1, next_pe) == 0xf0);
    CHECK(shmem_ctx_ulong_atomic_fetch_and(ctx, &word, 0x11, next_pe) == 0xf1);
    CHECK(shmem_ctx_ulong_atomic_fetch_xor(ctx, &word, 3, next_pe) == 0x11);
    shmem_ctx_ulong_atomic_or(ctx, &word, 0x100, next_pe);
    shmem_ctx_quiet(ctx);
    CHECK(shmem_ctx_ulong_atomic_compare_swap(ctx, &word, 0x112, 7, next_pe) == 0x112);
    CHECK(shmem_ctx_ulong_atomic_fetch_inc(ctx, &word, next_pe) == 7);
    LATER(shmem_ctx_ulong_atomic_fetch_inc_nbi(ctx, &old, &word, next_pe), 8)
    LATER(shmem_ctx_ulong_atomic_swap_nbi(ctx, &old, &word, 100, next_pe), 9)
    LATER(shmem_ctx_ulong_atomic_compare_swap_nbi(ctx, &old, &word, 100, 6, next_pe), 100)
    LATER(shmem_ctx_ulong_atomic_fetch_or_nbi(ctx, &old, &word, 8, next_pe), 6)
    LATER(shmem_ctx_ulong_atomic_fetch_and_nbi(ctx, &old, &word, 12, next_pe), 14)
    LATER(shmem_ctx_ulong_atomic_fetch_xor_nbi(ctx, &old, &word, 5, next_pe), 12)
    shmem_barrier_all();
    CHECK(word == 9);
}

int main(void)
{
    size_t at;
    begin();
    CHECK(shmem_ctx_create(0, &ctx) == 0);
    for (at = 0; at < BYTES; at++)
        source[at] = of(me, at);
    of_8();
    of_16();
    of_32();
    of_64();
    of_128();
    of_bytes();
    together();
    atomics();
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}

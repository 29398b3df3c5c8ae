/* Boundary cases of the standard: no elements, one element, strides, the same object as source
 * and target, memory that grows and shrinks. */
#include "check.h"
#include <string.h>

/* Nothing is moved, whatever the addresses are. */
static void nothing(void)
{
    long *words = NEW(long, 4), own[4] = {1, 2, 3, 4}, got[4] = {7, 7, 7, 7};
    uint64_t *signal = NEW(uint64_t, 1);
    size_t places[2];
    int at;
    shmem_long_put(words, own, 0, next_pe);
    shmem_long_put(NULL, NULL, 0, next_pe);
    shmem_long_get(got, words, 0, next_pe);
    shmem_long_get(NULL, NULL, 0, next_pe);
    shmem_putmem_nbi(words, own, 0, next_pe);
    shmem_getmem_nbi(got, words, 0, next_pe);
    shmem_long_iput(words, own, 1, 1, 0, next_pe);
    shmem_long_iget(got, words, 2, 3, 0, next_pe);
    shmem_long_ibput(words, own, 3, 3, 2, 0, next_pe);
    shmem_long_ibput(words, own, 3, 3, 0, 2, next_pe);
    shmem_long_ibget(got, words, 3, 3, 0, 2, next_pe);
    shmem_pe_quiet(NULL, 0);
    shmem_quiet();
    /* The signal is delivered nevertheless. */
    shmem_long_put_signal(words, own, 0, signal, 5, SHMEM_SIGNAL_ADD, next_pe);
    shmem_putmem_signal_nbi(NULL, NULL, 0, signal, 4, SHMEM_SIGNAL_ADD, next_pe);
    shmem_signal_wait_until(signal, SHMEM_CMP_EQ, 9);
    for (at = 0; at < 4; at++)
        CHECK(words[at] == 0 && got[at] == 7);
    CHECK(shmem_long_test_all(NULL, 0, NULL, SHMEM_CMP_EQ, 1) == 1);
    CHECK(shmem_long_test_any(NULL, 0, NULL, SHMEM_CMP_EQ, 1) == SIZE_MAX);
    CHECK(shmem_long_test_some(NULL, 0, places, NULL, SHMEM_CMP_EQ, 1) == 0);
    CHECK(shmem_long_wait_until_any(NULL, 0, NULL, SHMEM_CMP_EQ, 1) == SIZE_MAX);
    CHECK(shmem_long_wait_until_some_vector(NULL, 0, places, NULL, SHMEM_CMP_EQ, NULL) == 0);
    shmem_long_wait_until_all(NULL, 0, NULL, SHMEM_CMP_EQ, 1);
    shmem_barrier_all();
    CHECK(shmem_long_broadcast(SHMEM_TEAM_WORLD, words, words, 0, pes - 1) == 0);
    CHECK(shmem_long_collect(SHMEM_TEAM_WORLD, words, words, 0) == 0);
    CHECK(shmem_long_fcollect(SHMEM_TEAM_WORLD, words, words, 0) == 0);
    CHECK(shmem_long_alltoall(SHMEM_TEAM_WORLD, words, words, 0) == 0);
    CHECK(shmem_long_alltoalls(SHMEM_TEAM_WORLD, words, words, 1, 1, 0) == 0);
    CHECK(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, words, words, 0) == 0);
    CHECK(shmem_long_sum_inscan(SHMEM_TEAM_WORLD, words, words, 0) == 0);
    CHECK(shmem_long_sum_exscan(SHMEM_TEAM_WORLD, words, words, 0) == 0);
    shmem_barrier_all();
    shmem_free(signal);
    shmem_free(words);
}

/* Some PEs contribute nothing, others more than fits beside a signal. */
static void uneven(void)
{
    enum { MOST = 700 };
    int round, at, from, pe, *dest = NEW(int, MOST * pes), *source = NEW(int, MOST);
    for (round = 0; round < 24; round++) {
        static const int sizes[] = {0, 1, 9, 10, 11, 0, 13, MOST};
        int own = sizes[(me + round) % 8];
        for (at = 0; at < own; at++)
            source[at] = round * 10000 + me * 1000 + at;
        shmem_barrier_all();
        CHECK(shmem_int_collect(SHMEM_TEAM_WORLD, dest, source, (size_t)own) == 0);
        for (pe = 0, from = 0; pe < pes; pe++)
            for (at = 0; at < sizes[(pe + round) % 8]; at++)
                CHECK(dest[from++] == round * 10000 + pe * 1000 + at);
    }
    shmem_barrier_all();
    shmem_free(source);
    shmem_free(dest);
}

/* Strides of every small distance in each direction: elements in between must not change. */
static void strides(void)
{
    enum { COUNT = 7, MOST = 4 };
    short *dest = NEW(short, COUNT * MOST), source[COUNT * MOST], got[COUNT * MOST];
    ptrdiff_t to, from;
    int at;
    for (to = 1; to <= MOST; to++)
        for (from = 1; from <= MOST; from++) {
            for (at = 0; at < COUNT * MOST; at++) {
                source[at] = (short)(me * 100 + at);
                got[at] = dest[at] = -1;
            }
            shmem_barrier_all();
            shmem_short_iput(dest, source, to, from, COUNT, next_pe);
            shmem_barrier_all();
            for (at = 0; at < COUNT * MOST; at++)
                if (at % to == 0 && at / to < COUNT)
                    CHECK(dest[at] == (short)(previous_pe * 100 + at / to * from));
                else
                    CHECK(dest[at] == -1);
            shmem_short_iget(got, dest, from, to, COUNT, next_pe);
            for (at = 0; at < COUNT * MOST; at++)
                CHECK(got[at] ==
                      (at % from == 0 && at / from < COUNT ? (short)(me * 100 + at) : -1));
            shmem_barrier_all();
        }
    shmem_free(dest);
}

/* Puts to oneself, and objects that overlap only themselves. */
static void oneself(void)
{
    long *words = NEW(long, 100);
    uint64_t *signal = NEW(uint64_t, 1);
    int at;
    for (at = 0; at < 100; at++)
        words[at] = at;
    shmem_long_put(words, words, 100, me);
    shmem_long_get_nbi(words, words, 100, me);
    shmem_quiet();
    shmem_long_iput(words + 50, words, 2, 1, 25, me);
    shmem_fence();
    shmem_long_put_signal_nbi(words, words + 50, 50, signal, 3, SHMEM_SIGNAL_SET, me);
    CHECK(shmem_signal_wait_until(signal, SHMEM_CMP_NE, 0) == 3);
    shmem_quiet();
    for (at = 0; at < 50; at++)
        CHECK(words[at] == (at % 2 ? 50 + at : at / 2));
    shmem_barrier_all();
    shmem_free(signal);
    shmem_free(words);
}

/* Reductions in place and between halves of one object, at lengths around what fits beside a
 * signal. */
static void in_place(void)
{
    static const size_t counts[] = {1, 5, 6, 7, 11, 12, 13, 2047, 2048, 2049, 9001};
    size_t which, at, most = 9001;
    double *one = NEW(double, most), *two = NEW(double, most);
    for (which = 0; which < sizeof counts / sizeof *counts; which++) {
        size_t count = counts[which];
        for (at = 0; at < count; at++)
            one[at] = two[at] = (double)at + me;
        shmem_barrier_all();
        shmem_double_sum_reduce(SHMEM_TEAM_WORLD, one, one, count);
        shmem_double_max_reduce(SHMEM_TEAM_WORLD, two, two, count);
        for (at = 0; at < count; at++) {
            CHECK(one[at] == (double)at * pes + pes * (pes - 1) / 2.0);
            CHECK(two[at] == (double)at + pes - 1);
        }
        shmem_barrier_all();
        for (at = 0; at < count; at++)
            one[at] = (double)at + me;
        shmem_barrier_all();
        shmem_double_sum_exscan(SHMEM_TEAM_WORLD, one, one, count);
        for (at = 0; at < count; at++)
            CHECK(one[at] == (double)at * me + me * (me - 1) / 2.0);
        for (at = 0; at < count && me < pes - 1; at++)
            two[at] = -1;
        shmem_barrier_all();
        CHECK(shmem_double_broadcast(SHMEM_TEAM_WORLD, two, two, count, pes - 1) == 0);
        for (at = 0; at < count; at++)
            CHECK(two[at] == (double)at + pes - 1);
        shmem_barrier_all();
    }
    shmem_free(two);
    shmem_free(one);
}

static void memory(void)
{
    static const size_t sizes[] = {1, 64, 65, 4096, 5000000, 100, 5000000, 1, 0};
    unsigned char *bytes = NULL, *after = NULL, *other;
    size_t which, at, alignment, kept = 0;
    long hints;
    for (which = 0; which < sizeof sizes / sizeof *sizes; which++) {
        size_t size = sizes[which];
        bytes = (unsigned char *)shmem_realloc(bytes, size);
        CHECK((bytes == NULL) == (size == 0));
        for (at = 0; at < size && at < kept; at += 61)
            CHECK(bytes[at] == (unsigned char)(at * 3 + (size_t)me));
        for (at = 0; at < size; at++)
            bytes[at] = (unsigned char)(at * 3 + (size_t)me);
        kept = size;
        if (which == 3) {
            /* The block behind it prevents it from growing in place. */
            after = NEW(unsigned char, 64);
            memset(after, 9, 64);
        }
    }
    for (at = 0; at < 64; at++)
        CHECK(after[at] == 9);
    shmem_barrier_all();
    shmem_free(after);
    /* If there is no room, the old block must stay. */
    bytes = NEW(unsigned char, 100);
    bytes[99] = 1;
    CHECK(shmem_realloc(bytes, (size_t)1 << 46) == NULL && bytes[99] == 1);
    CHECK(shmem_malloc(SIZE_MAX) == NULL && shmem_malloc(SIZE_MAX / 2) == NULL);
    CHECK(shmem_calloc(SIZE_MAX, SIZE_MAX) == NULL && shmem_calloc(SIZE_MAX / 8 + 2, 8) == NULL);
    CHECK(shmem_align(4096, SIZE_MAX - 5) == NULL);
    CHECK(shmem_align(0, 8) == NULL && shmem_align((size_t)1 << 63, 8) == NULL);
    for (alignment = 8; alignment <= 1 << 20; alignment *= 8) {
        bytes = (unsigned char *)shmem_realloc(bytes, alignment + 3);
        other = (unsigned char *)shmem_align(alignment, alignment + 3);
        CHECK(other != NULL && ((uintptr_t)other & (alignment - 1)) == 0);
        CHECK(bytes + alignment + 3 <= other || other + alignment + 3 <= bytes);
        shmem_free(other);
    }
    for (hints = 0; hints < 4; hints++) {
        static const long all[] = {0, SHMEM_MALLOC_ATOMICS_REMOTE, SHMEM_MALLOC_SIGNAL_REMOTE,
                                   SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE};
        long *word = (long *)shmem_malloc_with_hints(sizeof *word, all[hints]);
        CHECK(word != NULL && shmem_malloc_with_hints(0, all[hints]) == NULL);
        *word = 0;
        shmem_barrier_all();
        shmem_long_atomic_inc(word, next_pe);
        shmem_barrier_all();
        CHECK(*word == 1);
        shmem_free(word);
    }
    shmem_free(bytes);
}

/* The last bytes of the heap can be accessed like all others. */
static void last_bytes(void)
{
    unsigned char *blocks[128], *end = NULL;
    size_t size;
    int at = 0;
    for (size = (size_t)1 << 40; size >= 64; size /= 2)
        while (at < 128 && (blocks[at] = (unsigned char *)shmem_malloc(size)) != NULL) {
            if (blocks[at] + size > end)
                end = blocks[at] + size;
            at++;
        }
    CHECK(at < 128 && end != NULL && !shmem_addr_accessible(end, next_pe));
    for (size = 1; size <= 8; size *= 2) {
        shmem_barrier_all();
        if (size == 1)
            shmem_uchar_p(end - 1, (unsigned char)(me + 1), next_pe);
        else if (size == 2)
            shmem_ushort_p((unsigned short *)end - 1, (unsigned short)(me + 1), next_pe);
        else if (size == 4)
            shmem_uint_atomic_swap((unsigned *)end - 1, (unsigned)me + 1, next_pe);
        else
            shmem_uint64_atomic_set((uint64_t *)end - 1, (uint64_t)me + 1, next_pe);
        shmem_barrier_all();
        CHECK(end[-(int)size] == previous_pe + 1);
    }
    CHECK(shmem_uint64_g((uint64_t *)end - 1, next_pe) == (uint64_t)me + 1);
    shmem_barrier_all();
    while (at-- > 0)
        shmem_free(blocks[at]);
}

/* A library may be initialised and finalised by several parts of a program. */
static void begun_again(void)
{
    int is_there = 0, provided = -1;
    shmem_init();
    CHECK(shmem_init_thread(SHMEM_THREAD_SERIALIZED, &provided) == 0);
    CHECK(provided >= SHMEM_THREAD_SERIALIZED);
    shmem_finalize();
    shmem_finalize();
    shmem_query_initialized(&is_there);
    CHECK(is_there && shmem_my_pe() == me);
    shmem_query_thread(&provided);
    CHECK(provided >= SHMEM_THREAD_SERIALIZED);
    shmem_pcontrol(0);
    shmem_pcontrol(2);
    shmem_pcontrol(1);
}

int main(void)
{
    begin();
    begun_again();
    nothing();
    uneven();
    strides();
    oneself();
    in_place();
    memory();
    last_bytes();
    shmem_finalize();
    return 0;
}

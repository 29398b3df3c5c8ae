/* Measures the cost of OpenSHMEM operations; can be linked with any library and with the floor.
 * Usage: ops seconds-per-figure cores words|blocks|meet|access|collectives|memory */
#include "pairs.h"
#include <shmem.h>

#define WORD 8
#define BLOCK 4096
#define LARGE (64ul << 20)
#define ACCESS_LOG2 22 /* log2 of the words of the table over all PEs */

static long static_words[BLOCK / sizeof(long) + 64];
static long *words; /* the target of the operations: heap or static memory */
static long *agreed, *flag;
static char *local, *large;
static size_t bytes;

static void meet(void)
{
    shmem_barrier_all();
}

static long agree_on(long of_zero)
{
    for (int pe = 0; me == 0 && pe < pes; pe++)
        shmem_long_p(agreed, of_zero, pe);
    shmem_barrier_all();
    long said = *(volatile long *)agreed;
    shmem_barrier_all();
    return said;
}

static void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "ops: no symmetric memory\n");
        exit(1);
    }
    return memory;
}

static void p(long count)
{
    for (long i = 0; i < count; i++)
        shmem_long_p(words + 8, i, 1);
}

static void g(long count)
{
    volatile long sink;
    for (long i = 0; i < count; i++)
        sink = shmem_long_g(words + 8, 1);
    (void)sink;
}

static void put_quiet(long count)
{
    for (long i = 0; i < count; i++) {
        shmem_putmem(words + 8, local, bytes, 1);
        shmem_quiet();
    }
}

static void put_nbi(long count)
{
    for (long i = 0; i < count; i++)
        shmem_putmem_nbi(words + 8, local, bytes, 1);
    shmem_quiet();
}

static void fetch_inc(long count)
{
    for (long i = 0; i < count; i++)
        shmem_long_atomic_fetch_inc(words + 16, 1);
}

static void of_words(const char *where)
{
    static const struct {
        const char *what;
        void (*loop)(long);
        size_t bytes;
    } all[] = {{"p", p, WORD},
               {"g", g, WORD},
               {"put 8 B + quiet", put_quiet, WORD},
               {"put 4 KB + quiet", put_quiet, BLOCK},
               {"put_nbi 8 B", put_nbi, WORD},
               {"fetch_inc", fetch_inc, WORD}};
    for (size_t at = 0; at < sizeof all / sizeof all[0]; at++) {
        char what[64];
        bytes = all[at].bytes;
        snprintf(what, sizeof what, "%s, %s", all[at].what, where);
        print(what, measured(all[at].loop, 1) * 1e9, "ns");
    }
}

static void put_large(long count)
{
    for (long i = 0; i < count; i++)
        shmem_putmem(large, local, bytes, 1);
    shmem_quiet();
}

static void get_large(long count)
{
    for (long i = 0; i < count; i++)
        shmem_getmem(local, large, bytes, 1);
}

/* The same without the library: the address is known, and nothing is checked. */
static char *near;
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;

static void copy_there(long count)
{
    for (long i = 0; i < count; i++)
        copy(near, local, bytes);
}

static void copy_here(long count)
{
    for (long i = 0; i < count; i++)
        copy(local, near, bytes);
}

static void of_blocks(void)
{
    static const size_t sizes[] = {4096, 65536, 1 << 20, 8 << 20, LARGE};
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        bytes = sizes[at];
        double rate = (double)bytes * 1e-6;
        print_sized("put", bytes, rate / measured(put_large, 1), "MB/s");
        print_sized("get", bytes, rate / measured(get_large, 1), "MB/s");
        if (!near)
            continue;
        print_sized("put : memcpy", bytes, times_as_fast(put_large, copy_there, 1), "x");
        print_sized("get : memcpy", bytes, times_as_fast(get_large, copy_here, 1), "x");
    }
}

static void barriers(long count)
{
    for (long i = 0; i < count; i++)
        shmem_barrier_all();
}

/* A token travels round the ring; PEs without it wait. With 2 PEs it is a ping-pong. */
static long token;

static void token_round(long count)
{
    for (long i = 0; i < count; i++, token++) {
        if (me == 0)
            shmem_long_p(flag, token + 1, 1 % pes);
        shmem_long_wait_until(flag, SHMEM_CMP_GE, token + 1);
        if (me > 0)
            shmem_long_p(flag, token + 1, (me + 1) % pes);
    }
}

/* The bare transfer of the flags' own cache lines, first of the one and then of the other: how long
 * it takes depends on where a line is. One word of the line goes back and forth. */
static void line_rounds(long *line, long count)
{
    static long bare_token;
    for (long end = bare_token + 2 * count; bare_token < end; bare_token += 2) {
        if (me == 0)
            __atomic_store_n(line, bare_token + 1, __ATOMIC_RELEASE);
        while (__atomic_load_n(line, __ATOMIC_ACQUIRE) < bare_token + (me == 0 ? 2 : 1))
            ;
        if (me > 0)
            __atomic_store_n(line, bare_token + 2, __ATOMIC_RELEASE);
    }
}

static void lines(long count)
{
    line_rounds(shmem_ptr(flag + 1, 0), count / 2);
    line_rounds(shmem_ptr(flag + 1, 1), count - count / 2);
}

static void of_meetings(void)
{
    print("barrier_all", measured(barriers, 0) * 1e9, "ns");
    print("flag, one way", measured(token_round, 0) / pes * 1e9, "ns");
    if (pes == 2 && shmem_ptr(flag, !me))
        print("flag : bare line", 1 / times_as_fast(token_round, lines, 0), "lines");
}

/* RandomAccess without verification, the same loop for every library. */
static uint64_t *table;
static int each_log2;
static uint64_t ran = 1;

/* The next random number; names a word of the table and its owner. */
static inline int next_access(uint64_t **word)
{
    const uint64_t mask = (UINT64_C(1) << ACCESS_LOG2) - 1;
    ran = ran << 1 ^ ((int64_t)ran < 0 ? 7 : 0);
    *word = table + (ran & mask & ((UINT64_C(1) << each_log2) - 1));
    return (int)((ran & mask) >> each_log2);
}

static ptrdiff_t distances[64]; /* to the tables of all PEs, in words */

/* Returns whether loads and stores reach all of them. */
static int find_tables(void)
{
    for (int pe = 0; pe < pes; pe++) {
        uint64_t *there = shmem_ptr(table, pe);
        if (!there)
            return 0;
        distances[pe] = there - table;
    }
    return 1;
}

static void bare_access(long count)
{
    uint64_t *word;
    for (long i = 0; i < count; i++) {
        int owner = next_access(&word);
        __atomic_fetch_xor(word + distances[owner], ran, __ATOMIC_RELAXED);
    }
}

static void random_access(long count)
{
#ifdef SKIF_PERF_FLOOR_H
    bare_access(count);
#else
    uint64_t *word;
    for (long i = 0; i < count; i++) {
        int owner = next_access(&word);
        shmem_uint64_atomic_xor(word, ran, owner);
    }
#endif
    shmem_quiet();
}

#ifdef SKIF_PERF_FLOOR_H
#define HAS_SESSIONS
#define START_SESSION()
#define STOP_SESSION()
#elif defined(SHMEM_CTX_SESSION_BATCH)
#define HAS_SESSIONS
#define START_SESSION() \
    shmem_ctx_session_start(SHMEM_CTX_DEFAULT, SHMEM_CTX_SESSION_BATCH, NULL, 0)
#define STOP_SESSION() shmem_ctx_session_stop(SHMEM_CTX_DEFAULT)
#endif

/* The same in a session that tells the library that many small operations follow. */
static void session_access(int are_near)
{
#ifdef HAS_SESSIONS
    START_SESSION();
    print("RandomAccess, batch", pes * 1e-6 / measured(random_access, 0), "M/s");
    if (are_near)
        print("RandomAccess, batch : bare loop", times_as_fast(random_access, bare_access, 0), "x");
    STOP_SESSION();
#endif
    (void)are_near;
}

static void of_access(void)
{
    each_log2 = ACCESS_LOG2;
    for (int left = pes; left > 1; left /= 2)
        each_log2--;
    size_t table_bytes = sizeof *table << each_log2;
    table = need(shmem_malloc(table_bytes));
    memset(table, 0, table_bytes);
    ran += (uint64_t)me * UINT64_C(0x9e3779b97f4a7c15);
    int are_near = find_tables();
    print("RandomAccess", pes * 1e-6 / measured(random_access, 0), "M/s");
    if (are_near)
        print("RandomAccess : bare loop", times_as_fast(random_access, bare_access, 0), "x");
    session_access(are_near);
}

#ifndef SKIF_PERF_FLOOR_H
#if defined(SHMEM_MAJOR_VERSION) && (SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5)
#define SUM(to, from, n) shmem_long_sum_reduce(SHMEM_TEAM_WORLD, to, from, n)
#define BROADCAST(to, from, n) shmem_long_broadcast(SHMEM_TEAM_WORLD, to, from, n, 0)
#define COLLECT(to, from, n) shmem_long_collect(SHMEM_TEAM_WORLD, to, from, n)
#define ALLTOALL(to, from, n) shmem_long_alltoall(SHMEM_TEAM_WORLD, to, from, n)
#else
/* Two sets alternate, since one may still be in use when the next call begins. */
static long syncs[2][SHMEM_REDUCE_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE + SHMEM_COLLECT_SYNC_SIZE +
                     SHMEM_ALLTOALL_SYNC_SIZE];
static long work[2][LARGE / 64 / sizeof(long) + SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static int turn;
#define SYNC (turn = !turn, syncs[turn])
#define SUM(to, from, n) \
    (turn = !turn, shmem_long_sum_to_all(to, from, (int)(n), 0, 0, pes, work[turn], syncs[turn]))
#define BROADCAST(to, from, n) shmem_broadcast64(to, from, n, 0, 0, 0, pes, SYNC)
#define COLLECT(to, from, n) shmem_collect64(to, from, n, 0, 0, pes, SYNC)
#define ALLTOALL(to, from, n) shmem_alltoall64(to, from, n, 0, 0, pes, SYNC)
#define NEEDS_SYNCS
#endif

static long *to, *from;

static void sum(long count)
{
    for (long i = 0; i < count; i++)
        SUM(to, from, bytes / sizeof *to);
}

static void broadcast(long count)
{
    for (long i = 0; i < count; i++)
        BROADCAST(to, from, bytes / sizeof *to);
}

static void collect(long count)
{
    for (long i = 0; i < count; i++)
        COLLECT(to, from, bytes / sizeof *to);
}

static void alltoall(long count)
{
    for (long i = 0; i < count; i++)
        ALLTOALL(to, from, bytes / sizeof *to);
}

static void of_collectives(void)
{
    static const size_t sizes[] = {8, 4096, 1 << 20};
#ifdef NEEDS_SYNCS
    for (size_t at = 0; at < sizeof syncs / sizeof(long); at++)
        (&syncs[0][0])[at] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
#endif
    size_t most = sizes[2] * (size_t)pes;
    from = need(shmem_malloc(most));
    to = need(shmem_malloc(most));
    memset(from, 1, most);
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        bytes = sizes[at];
        print_sized("sum of", bytes, measured(sum, 0) * 1e9, "ns");
        print_sized("broadcast of", bytes, measured(broadcast, 0) * 1e9, "ns");
        print_sized("collect of", bytes, measured(collect, 0) * 1e9, "ns");
        print_sized("alltoall of", bytes, measured(alltoall, 0) * 1e9, "ns");
    }
}

/* Memory of a PE in KB: its own plus its share of what it shares with others (Pss). Pages that
 * were never touched, as in most of the heap, do not count. */
static void of_memory(void)
{
    long kilobytes = 0, value;
    char line[256];
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss: %ld", &value) == 1)
            kilobytes = value;
    if (file)
        fclose(file);
    shmem_long_p(flag + me, kilobytes, 0);
    shmem_barrier_all();
    long all = 0;
    for (int pe = 0; pe < pes; pe++)
        all += flag[pe];
    print("memory of a PE", (double)all / pes, "KB");
}
#endif

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    if (argc != 4) {
        fprintf(stderr, "usage: ops seconds-per-figure cores what\n");
        return 2;
    }
    target = atof(argv[1]);
    pin(argv[2]);
    const char *what = argv[3];
    agreed = need(shmem_malloc(4096));
    flag = need(shmem_malloc(4096 * sizeof *flag));
    memset(flag, 0, 4096 * sizeof *flag);
    shmem_barrier_all();
    int is_blocks = !strcmp(what, "blocks");
    local = need(aligned_alloc(4096, is_blocks ? LARGE : BLOCK));
    memset(local, 1, is_blocks ? LARGE : BLOCK);
    if (!strcmp(what, "words")) {
        words = need(shmem_malloc(sizeof static_words));
        memset(words, 0, sizeof static_words);
        of_words("heap");
#ifndef SKIF_PERF_FLOOR_H
        words = static_words;
        of_words("static");
#endif
    } else if (is_blocks) {
        large = need(shmem_malloc(LARGE));
        memset(large, 1, LARGE);
        near = shmem_ptr(large, 1);
        /* PE 1 reaches itself over every network. */
        if (!agree_on(near != NULL))
            near = NULL;
        of_blocks();
    } else if (!strcmp(what, "meet")) {
        of_meetings();
    } else if (!strcmp(what, "access")) {
        of_access();
    }
#ifndef SKIF_PERF_FLOOR_H
    else if (!strcmp(what, "collectives"))
        of_collectives();
    else if (!strcmp(what, "memory"))
        of_memory();
#endif
    fflush(stdout);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}

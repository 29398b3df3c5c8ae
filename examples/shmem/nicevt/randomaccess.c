/* RandomAccess of the HPC Challenge: random words of a table distributed over all PEs are
 * updated by xor; the result is the update rate.
 * Run: oshrun -np 4 ./randomaccess [-n log2-words] [-w way] [-g XxYxZ] [-u updates-per-word]
 *      [-s number]
 *
 *   plain   each update is a separate atomic
 *   batch   the same in a session that allows the library to combine them
 *   phases  1024 updates at a time reach their PE in three steps, along x, y and z of a grid of
 *           PEs: with k PEs in a line a step sends k - 1 messages, far fewer than one to every PE
 *
 * -s sets the start in the random sequence, 0 by the rules of the benchmark. The sequence is
 * not random near 0: PEs that begin at powers of two get first numbers with few bits set, and
 * those of a small table belong mostly to PE 0.
 *
 * As the rules require, a PE holds back at most 1024 updates. At the end all updates are
 * repeated by atomics, which must restore the initial table. */
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_AHEAD 1024
#define STAGES 3
/* x^63 + x^2 + x + 1 over GF(2), without its highest term. */
#define POLYNOMIAL UINT64_C(7)

/* A line of PEs along one dimension, and the buffers for its step. */
struct stage {
    int line, at, stride; /* PEs in the line, our position in it, distance between neighbours */
    size_t room;          /* updates that one PE may send to another */
    uint64_t *landing;    /* by buffer and by sender */
    uint64_t *arrived;    /* the same; round number in the upper half, update count in the lower */
    uint64_t *buckets;    /* by destination */
    size_t *filled;
};

static int me, pes;
static uint64_t words, mask, words_each, start;
static int each_log2 = -1; /* set if words per PE are a power of two */
static uint64_t *table;
static struct stage stages[STAGES];

static uint64_t following(uint64_t ran)
{
    return ran << 1 ^ ((int64_t)ran < 0 ? POLYNOMIAL : 0);
}

/* The n-th number of the sequence: x to the power n, by squaring. */
static uint64_t number(uint64_t n)
{
    uint64_t squares[64], power = 1;
    for (int bit = 0; bit < 64; bit++) {
        squares[bit] = power; /* x to the power 2 * bit */
        power = following(following(power));
    }
    power = 1;
    for (int bit = 63; bit >= 0; bit--) {
        uint64_t square = 0;
        for (int at = 0; at < 64; at++)
            square ^= power >> at & 1 ? squares[at] : 0;
        power = n >> bit & 1 ? following(square) : square;
    }
    return power;
}

static int owner(uint64_t index)
{
    return (int)(each_log2 >= 0 ? index >> each_log2 : index / words_each);
}

static uint64_t *word(uint64_t index)
{
    return table + (each_log2 >= 0 ? index & (words_each - 1) : index % words_each);
}

/* The updates of this PE, one by one. Update numbers count from `start`. */
static void by_atomics(shmem_ctx_t ctx, uint64_t first, uint64_t last)
{
    uint64_t ran = number(start + first);
    for (; first < last; first++) {
        ran = following(ran);
        shmem_ctx_uint64_atomic_xor(ctx, word(ran & mask), ran, owner(ran & mask));
    }
    shmem_ctx_quiet(ctx);
}

/* Sorts these updates into the buckets of a stage; after the last stage, applies them. */
static void flow(int at, const uint64_t *updates, size_t count)
{
    struct stage *stage = &stages[at];
    for (size_t i = 0; at == STAGES && i < count; i++)
        *word(updates[i] & mask) ^= updates[i];
    for (size_t i = 0; at < STAGES && i < count; i++) {
        int to = owner(updates[i] & mask) / stage->stride % stage->line;
        stage->buckets[(size_t)to * stage->room + stage->filled[to]++] = updates[i];
    }
}

/* Each PE of the line sends every other its bucket. Two landing buffers alternate: a PE that
 * sends in round r has received round r - 1 from every PE, and they have finished with r - 2. */
static void step(int at, uint64_t round)
{
    struct stage *stage = &stages[at];
    size_t line = (size_t)stage->line, turn = round % 2 * line;
    for (int hop = 1; hop < stage->line; hop++) {
        int to = (stage->at + hop) % stage->line;
        size_t mine = turn + (size_t)stage->at;
        shmem_uint64_put_signal(stage->landing + mine * stage->room,
            stage->buckets + (size_t)to * stage->room, stage->filled[to], stage->arrived + mine,
            (round + 1) << 32 | stage->filled[to], SHMEM_SIGNAL_SET,
            me + (to - stage->at) * stage->stride);
        stage->filled[to] = 0;
    }
    flow(at + 1, stage->buckets + (size_t)stage->at * stage->room, stage->filled[stage->at]);
    stage->filled[stage->at] = 0;
    for (int hop = 1; hop < stage->line; hop++) {
        size_t from = turn + (size_t)((stage->at + hop) % stage->line);
        uint64_t said = shmem_signal_wait_until(stage->arrived + from, SHMEM_CMP_GE,
            (round + 1) << 32);
        flow(at + 1, stage->landing + from * stage->room, (size_t)(said & UINT32_MAX));
    }
}

static void by_phases(uint64_t first, uint64_t last, uint64_t rounds)
{
    uint64_t ran = number(start + first);
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t updates[LOOK_AHEAD];
        size_t count = 0;
        for (; count < LOOK_AHEAD && first < last; first++)
            updates[count++] = ran = following(ran);
        flow(0, updates, count);
        for (int at = 0; at < STAGES; at++)
            step(at, round);
    }
}

static void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "randomaccess: no memory: take less, or set SHMEM_SYMMETRIC_SIZE\n");
        shmem_global_exit(1);
    }
    return memory;
}

static void make_stages(const int line[STAGES])
{
    size_t room = LOOK_AHEAD;
    for (int at = 0, stride = 1; at < STAGES; stride *= line[at++]) {
        size_t k = (size_t)line[at];
        stages[at] = (struct stage){.line = line[at], .at = me / stride % line[at],
            .stride = stride, .room = room};
        stages[at].landing = need(shmem_malloc(2 * k * room * sizeof(uint64_t)));
        stages[at].arrived = need(shmem_calloc(2 * k, sizeof(uint64_t)));
        stages[at].buckets = need(malloc(k * room * sizeof(uint64_t)));
        stages[at].filled = need(calloc(k, sizeof(size_t)));
        room *= k;
    }
}

/* The grid of PEs nearest to a cube. */
static void near_cube(int line[STAGES])
{
    int rest = pes;
    for (int at = 0; at < STAGES; at++) {
        int k = 1;
        for (int try = 1; try <= rest; try++) {
            int others = rest / try, low = STAGES - at;
            int is_low = low == 1 ? try == rest : low == 2 ? try <= others : try * try <= others;
            k = rest % try == 0 && is_low ? try : k;
        }
        line[at] = k;
        rest /= k;
    }
}

static uint64_t wrong_words(void)
{
    uint64_t *wrong = need(shmem_calloc(1, sizeof *wrong));
    uint64_t *all = need(shmem_calloc(1, sizeof *all));
    uint64_t begin = (uint64_t)me * words_each;
    for (uint64_t at = 0; at < words_each && begin + at < words; at++)
        *wrong += table[at] != begin + at;
    shmem_uint64_sum_reduce(SHMEM_TEAM_WORLD, all, wrong, 1);
    return *all;
}

/* The number in the text; 0 if the text is not a number. */
static long as_number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end ? value : 0;
}

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    long log2_words = 20, updates_per_word = 4;
    int line[STAGES];
    const char *way = "plain";
    near_cube(line);
    for (int at = 1; at + 1 < argc; at += 2) {
        if (!strcmp(argv[at], "-n"))
            log2_words = as_number(argv[at + 1]);
        else if (!strcmp(argv[at], "-w"))
            way = argv[at + 1];
        else if (!strcmp(argv[at], "-s"))
            start = strtoull(argv[at + 1], NULL, 0);
        else if (!strcmp(argv[at], "-u"))
            updates_per_word = as_number(argv[at + 1]);
        else if (strcmp(argv[at], "-g") != 0 ||
                 sscanf(argv[at + 1], "%dx%dx%d", line, line + 1, line + 2) != STAGES)
            log2_words = 0;
    }
    int is_phases = !strcmp(way, "phases"), is_batch = !strcmp(way, "batch");
    if (argc % 2 == 0 || log2_words < 1 || log2_words > 40 || updates_per_word < 1 ||
        (!is_phases && !is_batch && strcmp(way, "plain") != 0) ||
        line[0] < 1 || line[1] < 1 || line[2] < 1 || line[0] * line[1] * line[2] != pes) {
        fprintf(stderr, "usage: randomaccess [-n log2-words] [-w plain|batch|phases] [-u "
                        "updates-per-word] [-s number] [-g XxYxZ, which is %d PEs]\n", pes);
        shmem_global_exit(2);
    }
    words = UINT64_C(1) << log2_words;
    mask = words - 1;
    words_each = (words + (uint64_t)pes - 1) / (uint64_t)pes;
    for (int log2 = 0; log2 < 40; log2++)
        each_log2 = words_each == UINT64_C(1) << log2 ? log2 : each_log2;
    table = need(shmem_malloc(words_each * sizeof *table));
    for (uint64_t at = 0; at < words_each; at++)
        table[at] = (uint64_t)me * words_each + at;
    make_stages(line);
    uint64_t updates = words * (uint64_t)updates_per_word, share = updates / (uint64_t)pes;
    uint64_t first = (uint64_t)me * share, last = me == pes - 1 ? updates : first + share;
    uint64_t most = updates - share * (uint64_t)(pes - 1);
    shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;
    if (is_batch && shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0)
        shmem_ctx_session_start(ctx, SHMEM_CTX_SESSION_BATCH, NULL, 0);
    shmem_barrier_all();
    double begin = shmemx_wtime();
    if (is_phases)
        by_phases(first, last, (most + LOOK_AHEAD - 1) / LOOK_AHEAD);
    else
        by_atomics(ctx, first, last);
    shmem_barrier_all();
    double seconds = shmemx_wtime() - begin;
    if (ctx != SHMEM_CTX_DEFAULT) {
        shmem_ctx_session_stop(ctx);
        shmem_ctx_destroy(ctx);
    }
    by_atomics(SHMEM_CTX_DEFAULT, first, last);
    shmem_barrier_all();
    uint64_t wrong = wrong_words();
    int is_good = wrong <= words / 100;
    if (me == 0)
        printf("RandomAccess, %s | %d PEs | %.4g M updates/s | 2^%ld words, grid %dx%dx%d, "
               "%llu wrong: %s\n", way, pes, (double)updates / seconds * 1e-6, log2_words, line[0],
               line[1], line[2], (unsigned long long)wrong, is_good ? "verified" : "FAILED");
    shmem_finalize();
    return !is_good;
}

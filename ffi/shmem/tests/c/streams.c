/* Ordering of random streams. Each PE writes increasing numbers to each PE, by all calls that
 * write, in the heap and in globals, on one context for each; then it publishes its progress by
 * a flag, after a fence, a quiet, or by a signal. A PE that sees a flag must find all numbers
 * written before it. No network here can violate this order if the fences are left out: in
 * shared memory the processor keeps the order of stores, over UDP the requests to one PE are
 * executed in the order of one stream, whichever segment they are for, and on the torus all
 * packets of a pair take one route, and fuzz keeps their order. So this test detects an order
 * lost in lower layers; paths.c detects a missing quiet. Arguments: the first seed, and the
 * number of seeds. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MOST_PES = 8, WORDS = 160, VERSIONS = 12, LONG = 100, FLAGS = 2 };

typedef struct { uint64_t words[MOST_PES][WORDS], flags[MOST_PES][8]; } memory_t;

static memory_t globals, *memories[2];
/* The data of each version; constant, so calls need not be waited for. */
static uint64_t sources[VERSIONS + 1][2 * LONG];

typedef struct { uint64_t state; int version, where; uint64_t context; } plan_t;

static unsigned draw(uint64_t *state, unsigned limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((*state >> 33) * limit >> 31);
}

static plan_t planned(uint64_t seed, int from, int to)
{
    plan_t plan = {seed * 1000003u + (uint64_t)(from * 64 + to), 0, 0, 0};
    int at;
    for (at = 0; at < 4; at++)
        draw(&plan.state, 2);
    plan.where = (int)draw(&plan.state, 2);
    plan.context = draw(&plan.state, 3);
    return plan;
}

/* A piece of a version: memory, first word, number of words, and call. */
typedef struct { int where, first, count, call; } piece_t;

static piece_t piece_of(plan_t *plan)
{
    piece_t piece;
    piece.where = (int)draw(&plan->state, 2);
    piece.count = draw(&plan->state, 8) == 0 ? LONG : 1 + (int)draw(&plan->state, 8);
    piece.first = (int)draw(&plan->state, (unsigned)(WORDS - piece.count + 1));
    piece.call = (int)draw(&plan->state, 9);
    return piece;
}

static shmem_ctx_t contexts[3];

static int named(uint64_t context, int pe)
{
    return context == 2 ? pes - 1 - pe : pe;
}

static void write_piece(const plan_t *plan, piece_t piece, int pe)
{
    uint64_t *dest = memories[piece.where]->words[me] + piece.first, *source;
    size_t count = (size_t)piece.count;
    shmem_ctx_t ctx = contexts[plan->context];
    int at;
    source = sources[plan->version];
    switch (piece.call) {
    case 0: shmem_ctx_uint64_put(ctx, dest, source, count, pe); break;
    case 1: shmem_ctx_uint64_put_nbi(ctx, dest, source, count, pe); break;
    case 2: shmem_ctx_putmem(ctx, dest, source, count * 8, pe); break;
    case 3: shmem_ctx_uint64_iput(ctx, dest, source, 1, 2, count, pe); break;
    case 4: shmem_ctx_put32_nbi(ctx, dest, source, count * 2, pe); break;
    case 5: shmem_ctx_uint64_ibput(ctx, dest, source, 1, 1, 1, count, pe); break;
    default:
        for (at = 0; at < piece.count && at < 8; at++)
            if (piece.call == 6)
                shmem_ctx_uint64_p(ctx, dest + at, *source, pe);
            else if (piece.call == 7)
                shmem_ctx_uint64_atomic_set(ctx, dest + at, *source, pe);
            else
                (void)shmem_ctx_uint64_atomic_swap(ctx, dest + at, *source, pe);
    }
}

/* The number of words in a piece. */
static int length(piece_t piece)
{
    return piece.call >= 6 && piece.count > 8 ? 8 : piece.count;
}

static void send(plan_t *plan, int to)
{
    int pe = named(plan->context, to), pieces = 1 + (int)draw(&plan->state, 5), at, way;
    shmem_ctx_t ctx = contexts[plan->context];
    uint64_t *flag = memories[plan->where]->flags[me], version;
    piece_t last = {0, 0, 0, 0};
    version = (uint64_t)++plan->version;
    for (at = 0; at < pieces; at++) {
        last = piece_of(plan);
        if (at + 1 < pieces)
            write_piece(plan, last, pe);
    }
    way = (int)draw(&plan->state, 8);
    if (way < 6)
        write_piece(plan, last, pe);
    switch (way) {
    case 0: shmem_ctx_fence(ctx); shmem_ctx_uint64_p(ctx, flag, version, pe); break;
    case 1: shmem_ctx_fence(ctx); shmem_ctx_uint64_atomic_set(ctx, flag, version, pe); break;
    case 2: shmem_ctx_fence(ctx); shmem_ctx_uint64_atomic_inc(ctx, flag, pe); break;
    case 3: shmem_ctx_fence(ctx); shmem_ctx_signal_add(ctx, flag, 1, pe); break;
    case 4:
        shmem_ctx_quiet(ctx);
        shmem_ctx_signal_set(contexts[1], flag, version, to);
        shmem_ctx_quiet(contexts[1]);
        break;
    case 5:
        shmem_ctx_pe_quiet(ctx, &pe, 1);
        shmem_uint64_put_nbi(flag, sources[version], 1, to);
        shmem_pe_quiet(&to, 1);
        break;
    default:
        shmem_ctx_fence(ctx);
        if (way == 6)
            shmem_ctx_uint64_put_signal(ctx, memories[last.where]->words[me] + last.first,
                                        sources[version], (size_t)length(last), flag, version,
                                        SHMEM_SIGNAL_SET, pe);
        else
            shmem_ctx_uint64_put_signal_nbi(ctx, memories[last.where]->words[me] + last.first,
                                            sources[version], (size_t)length(last), flag, 1,
                                            SHMEM_SIGNAL_ADD, pe);
    }
    /* The flag of the next version follows this one's. */
    shmem_ctx_fence(ctx);
}

typedef struct { plan_t plan; uint64_t least[2][WORDS]; } seen_t;

static uint64_t current;

/* Updates what must have arrived from PE `from`, according to a flag. */
static void expect(seen_t *seen, int from, uint64_t flag, int is_all)
{
    int pieces, where, at;
    CHECK(flag <= VERSIONS);
    while ((uint64_t)seen->plan.version < flag) {
        seen->plan.version++;
        for (pieces = 1 + (int)draw(&seen->plan.state, 5); pieces > 0; pieces--) {
            piece_t piece = piece_of(&seen->plan);
            for (at = 0; at < length(piece); at++)
                seen->least[piece.where][piece.first + at] = (uint64_t)seen->plan.version;
        }
        draw(&seen->plan.state, 8);
    }
    for (where = 0; where < 2; where++)
        for (at = 0; at < WORDS; at++) {
            uint64_t word = *(volatile uint64_t *)&memories[where]->words[from][at];
            uint64_t least = seen->least[where][at];
            if (word < least || (is_all && word != least)) {
                printf("seed %lu: PE %d has %lu from PE %d at %d of %d with flag %lu, not %lu\n",
                       (unsigned long)current, me, (unsigned long)word, from, at, where,
                       (unsigned long)flag, (unsigned long)least);
                CHECK(word >= least);
                CHECK(word == least);
            }
        }
}

static uint64_t flag_of(const seen_t *seen, int from, unsigned how)
{
    uint64_t *flag = memories[seen->plan.where]->flags[from];
    uint64_t next = (uint64_t)seen->plan.version + 1;
    if (how == 0)
        return shmem_signal_fetch(flag);
    if (how == 1)
        return shmem_uint64_atomic_fetch(flag, me);
    if (how == 2 && next <= VERSIONS)
        return shmem_uint64_test(flag, SHMEM_CMP_GE, next) ? next : next - 1;
    return shmem_signal_fetch(flag);
}

static void run(uint64_t seed)
{
    plan_t plans[MOST_PES];
    static seen_t seen[MOST_PES];
    uint64_t own = seed * 77 + (uint64_t)me;
    int left = pes, pe;
    current = seed;
    for (pe = 0; pe < pes; pe++) {
        plans[pe] = planned(seed, me, pe);
        memset(&seen[pe], 0, sizeof seen[pe]);
        seen[pe].plan = planned(seed, pe, me);
    }
    while (left > 0) {
        pe = (int)draw(&own, (unsigned)pes);
        if (plans[pe].version < VERSIONS && draw(&own, 2)) {
            send(&plans[pe], pe);
            left -= plans[pe].version == VERSIONS;
        }
        pe = (int)draw(&own, (unsigned)pes);
        expect(&seen[pe], pe, flag_of(&seen[pe], pe, draw(&own, 4)), 0);
    }
    for (pe = 0; pe < pes; pe++) {
        shmem_ctx_quiet(contexts[plans[pe].context]);
        CHECK(shmem_signal_wait_until(memories[seen[pe].plan.where]->flags[pe], SHMEM_CMP_EQ,
                                      VERSIONS) == VERSIONS);
        expect(&seen[pe], pe, VERSIONS, 0);
    }
    shmem_barrier_all();
    for (pe = 0; pe < pes; pe++)
        expect(&seen[pe], pe, VERSIONS, 1);
    for (pe = 0; pe < 2; pe++)
        memset(memories[pe], 0, sizeof *memories[pe]);
    shmem_barrier_all();
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1, end;
    shmem_team_t back;
    int at, version;
    end = seed + (argc > 2 ? strtoul(argv[2], NULL, 0) : 3);
    begin();
    CHECK(pes <= MOST_PES);
    memories[0] = NEW(memory_t, 1);
    memories[1] = &globals;
    for (version = 0; version <= VERSIONS; version++)
        for (at = 0; at < 2 * LONG; at++)
            sources[version][at] = (uint64_t)version;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &back) == 0);
    contexts[0] = SHMEM_CTX_DEFAULT;
    CHECK(shmem_ctx_create(SHMEM_CTX_NOSTORE, &contexts[1]) == 0);
    CHECK(shmem_team_create_ctx(back, SHMEM_CTX_PRIVATE, &contexts[2]) == 0);
    for (; seed < end; seed++)
        run(seed);
    shmem_finalize();
    return 0;
}

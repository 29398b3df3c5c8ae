/* The purpose of quiet: data go to one PE and a notification to another, which then reads the
 * data. The two paths are independent, and one of them may lose packets or be slow, so data
 * that were not completed are missing there (without the quiets this test fails over UDP, and
 * on the torus with fuzz). In rings of three: PE `me` writes to the next one by all calls that
 * write, and notifies the one after by all calls that complete what was written. Arguments: the
 * first seed, and the number of rounds. */
#include <stdlib.h>

#include "check.h"

enum { WORDS = 24, WAYS = 7, CALLS = 8 };

static uint64_t globals[WORDS], source[2 * WORDS], told_in_globals;
static uint64_t *heap, *told_in_heap;
static shmem_ctx_t own;

static unsigned draw(uint64_t *state, unsigned limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((*state >> 33) * limit >> 31);
}

static void write_to(unsigned call, shmem_ctx_t ctx, uint64_t *dest, int pe)
{
    uint64_t value = *source;
    int at;
    switch (call) {
    case 0: shmem_ctx_uint64_put(ctx, dest, source, WORDS, pe); break;
    case 1: shmem_ctx_uint64_put_nbi(ctx, dest, source, WORDS, pe); break;
    case 2: shmem_ctx_putmem_nbi(ctx, dest, source, 8 * WORDS, pe); break;
    case 3: shmem_ctx_uint64_iput(ctx, dest, source, 1, 2, WORDS, pe); break;
    case 4: shmem_ctx_uint64_ibput(ctx, dest, source, 2, 2, 2, WORDS / 2, pe); break;
    default:
        for (at = 0; at < WORDS; at++)
            if (call == 5)
                shmem_ctx_uint64_p(ctx, dest + at, value, pe);
            else if (call == 6)
                shmem_ctx_uint64_atomic_inc(ctx, dest + at, pe);
            else
                shmem_ctx_uint64_atomic_set(ctx, dest + at, value, pe);
    }
}

/* Completes the writes; the notification then uses another context where that is allowed. */
static shmem_ctx_t complete(unsigned way, shmem_ctx_t ctx, int to, int told)
{
    shmem_ctx_t fresh;
    switch (way) {
    case 0: shmem_ctx_quiet(ctx); return ctx;
    case 1: shmem_ctx_quiet(ctx); return SHMEM_CTX_DEFAULT;
    case 2: shmem_ctx_pe_quiet(ctx, &to, 1); return own;
    case 3: {
        int both[2];
        both[0] = told;
        both[1] = to;
        shmem_ctx_pe_quiet(ctx, both, 2);
        return ctx;
    }
    default:
        /* Destroying a context completes its operations. */
        CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &fresh) == 0);
        write_to(way - 4, fresh, way % 2 ? globals : heap, to);
        shmem_ctx_quiet(ctx);
        shmem_ctx_destroy(fresh);
        return own;
    }
}

static void run(uint64_t seed, uint64_t round)
{
    uint64_t state = seed * 1000003u + round, got[WORDS], *data, *told;
    unsigned call, way, how;
    shmem_ctx_t ctx, other;
    int at, before = (me + 2 * (pes - 1)) % pes, after = (me + 2) % pes, is_got;
    for (at = 0; at < 4; at++)
        draw(&state, 2);
    data = draw(&state, 2) ? globals : heap;
    told = draw(&state, 2) ? &told_in_globals : told_in_heap;
    call = draw(&state, CALLS);
    way = draw(&state, WAYS);
    how = draw(&state, 4);
    ctx = draw(&state, 2) ? own : SHMEM_CTX_DEFAULT;
    is_got = (int)draw(&state, 2);
    if (way > 3)
        /* Written twice, so it must not add. */
        call = 0;
    for (at = 0; at < 2 * WORDS; at++)
        source[at] = round;
    if (call == 6) {
        for (at = 0; at < WORDS; at++)
            data[at] = round - 1;
        shmem_barrier_all();
    }
    write_to(call, ctx, data, next_pe);
    other = complete(way, ctx, next_pe, after);
    if (how == 0)
        shmem_ctx_uint64_p(other, told, round, after);
    else if (how == 1)
        shmem_ctx_signal_set(other, told, round, after);
    else if (how == 2)
        shmem_ctx_uint64_atomic_set(other, told, round, after);
    else
        shmem_ctx_uint64_put_signal(other, told, source, 0, told, round, SHMEM_SIGNAL_SET, after);
    shmem_signal_wait_until(told, SHMEM_CMP_EQ, round);
    /* The PE before the previous one has written to the previous one, and notified this one. */
    if (is_got)
        shmem_uint64_get(got, data, WORDS, previous_pe);
    for (at = 0; at < WORDS; at++) {
        uint64_t word = is_got ? got[at] : shmem_uint64_atomic_fetch(data + at, previous_pe);
        if (word != round)
            printf("seed %lu, round %lu: PE %d, told by %d, finds %lu at %d of PE %d (call %u, way "
                   "%u)\n", (unsigned long)seed, (unsigned long)round, me, before,
                   (unsigned long)word, at, previous_pe, call, way);
        CHECK(word == round);
    }
    shmem_barrier_all();
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1, round;
    uint64_t rounds = argc > 2 ? strtoul(argv[2], NULL, 0) : 60;
    begin();
    heap = NEW(uint64_t, WORDS);
    told_in_heap = NEW(uint64_t, 1);
    CHECK(shmem_ctx_create(0, &own) == 0);
    for (round = 1; round <= rounds; round++)
        run(seed, round);
    shmem_finalize();
    return 0;
}

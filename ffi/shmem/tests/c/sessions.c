/* A session with the batch hint may hold updates back, and must not let anything show it: they
 * take effect in their order, and before whatever may depend on them. One thread calls, so words
 * of the same host are among them. */
#include "check.h"
#include <stdlib.h>

/* More than a session holds back. */
enum { MANY = 100, TABLE = 61, UPDATES = 4000 };

static uint64_t words[MANY + 1], *heap;
static long came, answer, token;

static void start(shmem_ctx_t ctx)
{
    shmem_ctx_session_start(ctx, SHMEM_CTX_SESSION_BATCH, NULL, 0);
}

/* Different updates of one word, of both lengths, in their order. */
static void in_order(shmem_ctx_t ctx, uint64_t *word)
{
    uint32_t *half = (uint32_t *)(word + 1);
    int turn;
    *word = word[1] = 0;
    shmem_barrier_all();
    start(ctx);
    for (turn = 0; turn < MANY; turn++) {
        shmem_ctx_uint64_atomic_or(ctx, word, 0xff0, next_pe);
        shmem_ctx_uint64_atomic_and(ctx, word, 0xf0f, next_pe);
        shmem_ctx_uint64_atomic_add(ctx, word, 0x11, next_pe);
        shmem_ctx_uint64_atomic_xor(ctx, word, 0x101, next_pe);
        shmem_ctx_uint32_atomic_add(ctx, half + 1, 0x80000001, next_pe);
        shmem_ctx_uint32_atomic_inc(ctx, half, next_pe);
        shmem_ctx_uint32_atomic_or(ctx, half, 0x40000000, next_pe);
    }
    shmem_ctx_quiet(ctx);
    CHECK(shmem_ctx_uint64_g(ctx, word, next_pe) == shmem_uint64_g(word, next_pe));
    shmem_barrier_all();
    uint64_t wanted = 0;
    for (turn = 0; turn < MANY; turn++)
        wanted = (((wanted | 0xff0) & 0xf0f) + 0x11) ^ 0x101;
    CHECK(*word == wanted);
    CHECK(half[0] == (0x40000000 | MANY) && half[1] == MANY + (MANY % 2 ? 0x80000000 : 0));
    shmem_ctx_session_stop(ctx);
    shmem_barrier_all();
}

/* Ways to make what is held back take effect before another PE is told. */
static int ends(int way, shmem_ctx_t ctx, int pe)
{
    int all[1];
    all[0] = pe;
    switch (way) {
    case 0: shmem_ctx_quiet(ctx); break;
    case 1: shmem_ctx_fence(ctx); break;
    case 2: shmem_ctx_session_stop(ctx); shmem_ctx_quiet(ctx); break;
    case 3: shmem_ctx_pe_quiet(ctx, all, 1); break;
    case 4: shmem_ctx_session_stop(ctx); shmem_ctx_fence(ctx); break;
    default: return 0;
    }
    shmem_ctx_long_p(ctx, &came, 1, pe);
    return 1;
}

static void each_end(shmem_ctx_t ctx)
{
    int way, at;
    for (way = 0;; way++) {
        came = 0;
        for (at = 0; at < MANY; at++)
            words[at] = 0;
        shmem_barrier_all();
        start(ctx);
        /* Fewer than are held back at most, and more. */
        for (at = 0; at < (way % 2 ? 3 : MANY); at++)
            shmem_ctx_uint64_atomic_xor(ctx, words + at, (uint64_t)at + 7, next_pe);
        if (!ends(way, ctx, next_pe))
            break;
        shmem_long_wait_until(&came, SHMEM_CMP_EQ, 1);
        for (at = 0; at < (way % 2 ? 3 : MANY); at++)
            CHECK(shmem_uint64_atomic_fetch(words + at, me) == (uint64_t)at + 7);
        shmem_ctx_session_stop(ctx);
        shmem_barrier_all();
    }
    /* A barrier does for the default context. */
    shmem_ctx_quiet(ctx);
    shmem_ctx_session_stop(ctx);
    shmem_barrier_all();
    start(SHMEM_CTX_DEFAULT);
    shmem_uint64_atomic_add(words + MANY, 1, next_pe);
    shmem_barrier_all();
    CHECK(words[MANY] > 0);
    shmem_ctx_session_stop(SHMEM_CTX_DEFAULT);
    shmem_barrier_all();
    words[MANY] = 0;
    shmem_barrier_all();
}

/* One look for an answer; nothing but these looks says that the update is needed. */
static int is_there(int way, shmem_ctx_t ctx, long wanted)
{
    long got = 0;
    switch (way) {
    case 0: return shmem_ctx_long_g(ctx, &answer, me) == wanted;
    case 1: return shmem_long_g(&token, next_pe) == wanted;
    case 2: return shmem_ctx_long_atomic_fetch(ctx, &answer, me) == wanted;
    case 3: return shmem_long_atomic_fetch_add(&token, 0, next_pe) == wanted;
    case 4: shmem_getmem(&got, &answer, sizeof got, me); return got == wanted;
    case 5: return shmem_long_test(&answer, SHMEM_CMP_EQ, wanted);
    case 6: shmem_long_wait_until(&answer, SHMEM_CMP_EQ, wanted); return 1;
    case 7: shmem_long_get_nbi(&got, &token, 1, next_pe); shmem_quiet(); return got == wanted;
    case 8: shmem_long_iget(&got, &answer, 1, 1, 1, me); return got == wanted;
    default: return (long)shmem_signal_fetch((uint64_t *)&answer) == wanted;
    }
}

static void polled(shmem_ctx_t ctx)
{
    int way;
    for (way = 0; way < 10 && pes > 1; way++) {
        long wanted = way + 1;
        shmem_barrier_all();
        if (me == 0) {
            int found;
            start(ctx);
            shmem_ctx_long_atomic_inc(ctx, &token, 1);
            do
                found = is_there(way, ctx, wanted);
            while (found == 0);
            shmem_ctx_session_stop(ctx);
        } else if (me == 1) {
            shmem_long_wait_until(&token, SHMEM_CMP_EQ, wanted);
            shmem_long_p(&answer, wanted, 0);
            shmem_quiet();
        }
    }
    shmem_barrier_all();
}

/* A generator for all PEs, each with its own start. */
static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Random updates with anything between them, twice: the second time undoes the first. */
static void random_updates(uint64_t seed)
{
    int turn, at;
    for (at = 0; at < TABLE; at++)
        heap[at] = 0;
    shmem_barrier_all();
    for (turn = 0; turn < 2; turn++) {
        uint64_t state = seed + (uint64_t)me;
        start(SHMEM_CTX_DEFAULT);
        for (at = 0; at < UPDATES; at++) {
            uint64_t *word = heap + next(&state) % TABLE;
            int pe = (int)(next(&state) % (uint64_t)pes);
            if (next(&state) % 2)
                shmem_uint64_atomic_xor(word, state | 1, pe);
            else
                shmem_uint32_atomic_xor((uint32_t *)word, (uint32_t)state | 1, pe);
            switch (next(&state) % 600) {
            case 0: shmem_quiet(); break;
            case 1: shmem_fence(); break;
            case 2: shmem_uint64_atomic_fetch_xor(word, 0, pe); break;
            case 3: shmem_ctx_session_stop(SHMEM_CTX_DEFAULT); break;
            case 4: start(SHMEM_CTX_DEFAULT); break;
            case 5: CHECK(shmem_ptr(heap, me) == heap); break;
            }
        }
        shmem_barrier_all();
        for (at = 0; at < TABLE && heap[at] == 0; at++)
            ;
        if ((at == TABLE) != turn)
            printf("seed %lu, turn %d\n", (unsigned long)seed, turn);
        CHECK((at == TABLE) == turn);
        shmem_barrier_all();
    }
    shmem_ctx_session_stop(SHMEM_CTX_DEFAULT);
}

/* Two contexts have sessions at a time, and end them in either order. */
static void two_at_a_time(shmem_ctx_t ctx)
{
    int turn;
    words[0] = 0;
    shmem_barrier_all();
    for (turn = 0; turn < 2; turn++) {
        start(turn ? ctx : SHMEM_CTX_DEFAULT);
        start(turn ? SHMEM_CTX_DEFAULT : ctx);
        shmem_ctx_uint64_atomic_inc(ctx, words, next_pe);
        shmem_uint64_atomic_inc(words, next_pe);
        shmem_ctx_session_stop(ctx);
        shmem_uint64_atomic_inc(words, next_pe);
        shmem_ctx_session_stop(SHMEM_CTX_DEFAULT);
        shmem_ctx_quiet(ctx);
        shmem_barrier_all();
        CHECK(words[0] == 3 * ((uint64_t)turn + 1));
        shmem_barrier_all();
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
    shmem_ctx_t ctx;
    int provided;
    begin();
    heap = NEW(uint64_t, TABLE + 2);
    CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
    in_order(SHMEM_CTX_DEFAULT, heap);
    in_order(ctx, words);
    each_end(ctx);
    each_end(SHMEM_CTX_DEFAULT);
    polled(SHMEM_CTX_DEFAULT);
    answer = token = 0;
    shmem_barrier_all();
    polled(ctx);
    random_updates(seed);
    two_at_a_time(ctx);
    /* Threads may call from now on, so what was held back must be done. */
    start(SHMEM_CTX_DEFAULT);
    shmem_uint64_atomic_inc(heap + TABLE, next_pe);
    CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0);
    shmem_quiet();
    shmem_barrier_all();
    CHECK(heap[TABLE] == 1);
    shmem_uint64_atomic_inc(heap + TABLE + 1, next_pe);
    /* The library ends in a session. */
    shmem_finalize();
    shmem_finalize();
    return 0;
}

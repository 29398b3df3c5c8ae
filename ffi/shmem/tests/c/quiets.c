/* Threads that call quiet on one context at the same time: each returns when its own operations
 * are complete, even if another thread has begun to wait for them. Threads with their own
 * contexts put, signal and add at the same time. */
#include <pthread.h>

#include "check.h"

enum { THREADS = 4, ROUNDS = 60, WORDS = 16 };

static long numbers[THREADS][WORDS], total;
static uint64_t *flags;
static long *rows;

/* All threads in the default context. */
static void ask(long id, int round)
{
    int pe = (me + round) % pes, at;
    long got[WORDS], old = -1, sum = 0;
    for (at = 0; at < WORDS; at++)
        got[at] = -1;
    shmem_long_get_nbi(got, numbers[id], WORDS, pe);
    shmem_quiet();
    for (at = 0; at < WORDS; at++)
        sum += got[at];
    CHECK(sum == WORDS * (100 * pe + id));
    shmem_long_atomic_fetch_nbi(&old, &numbers[id][round % WORDS], pe);
    shmem_quiet();
    CHECK(old == 100 * pe + id);
}

/* Each round in its own context. */
static void tell(long id, int round)
{
    static const long options[] = {0, SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE, SHMEM_CTX_NOSTORE};
    long source[WORDS], *row = rows + (size_t)id * WORDS;
    shmem_ctx_t ctx;
    int at;
    CHECK(shmem_ctx_create(options[round % 4], &ctx) == 0);
    shmem_ctx_session_start(ctx, SHMEM_CTX_SESSION_BATCH, NULL, 0);
    for (at = 0; at < WORDS; at++)
        source[at] = round;
    shmem_ctx_long_put(ctx, row, source, WORDS, next_pe);
    shmem_ctx_long_atomic_add(ctx, &total, 1, round % pes);
    shmem_ctx_fence(ctx);
    shmem_ctx_signal_add(ctx, flags + id, 1, next_pe);
    shmem_ctx_session_stop(ctx);
    shmem_signal_wait_until(flags + id, SHMEM_CMP_GE, (uint64_t)round);
    for (at = 0; at < WORDS; at++)
        CHECK(*(volatile long *)(row + at) >= round);
    shmem_ctx_destroy(ctx);
}

static void *work(void *argument)
{
    long id = (long)(intptr_t)argument;
    int round;
    for (round = 1; round <= ROUNDS; round++) {
        ask(id, round);
        if (id % 2)
            tell(id, round);
    }
    return NULL;
}

int main(void)
{
    static long sum, mine;
    pthread_t threads[THREADS];
    int provided, at, word;
    CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0);
    look();
    CHECK(provided == SHMEM_THREAD_MULTIPLE);
    flags = NEW(uint64_t, THREADS);
    rows = NEW(long, THREADS * WORDS);
    for (at = 0; at < THREADS; at++)
        for (word = 0; word < WORDS; word++)
            numbers[at][word] = 100 * me + at;
    shmem_barrier_all();
    for (at = 0; at < THREADS; at++)
        CHECK(pthread_create(threads + at, NULL, work, (void *)(intptr_t)at) == 0);
    for (at = 0; at < THREADS; at++)
        CHECK(pthread_join(threads[at], NULL) == 0);
    shmem_barrier_all();
    mine = total;
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &mine, 1);
    CHECK(sum == (long)pes * (THREADS / 2) * ROUNDS);
    shmem_finalize();
    return 0;
}

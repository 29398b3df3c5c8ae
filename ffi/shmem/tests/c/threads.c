/* Threads that all make calls, on the default context and on their own, and wait for each
 * other: more than can wait at a time on the torus. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 70, TIMES = 20 };

static long *count, *words, *turns;

static void *work(void *argument)
{
    long thread = *(long *)argument, at, got = 0;
    shmem_ctx_t ctx;
    CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
    for (at = 1; at <= TIMES; at++) {
        shmem_long_atomic_inc(count, 0);
        shmem_ctx_long_atomic_add(ctx, count, 2, next_pe);
        shmem_ctx_long_put_nbi(ctx, words + thread, &at, 1, next_pe);
        shmem_ctx_quiet(ctx);
        CHECK(shmem_ctx_long_g(ctx, words + thread, next_pe) == at);
        shmem_long_get(&got, words + thread, 1, next_pe);
        CHECK(got == at);
        shmem_long_p(turns + thread, at, next_pe);
        shmem_long_wait_until(turns + thread, SHMEM_CMP_GE, at);
    }
    shmem_ctx_destroy(ctx);
    return NULL;
}

int main(void)
{
    static long numbers[THREADS];
    pthread_t threads[THREADS];
    int provided = -1, level = -1;
    long at;
    if (shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) != 0)
        return 1;
    begin();
    CHECK(provided == SHMEM_THREAD_MULTIPLE);
    shmem_query_thread(&level);
    CHECK(level == provided);
    count = NEW(long, 1);
    words = NEW(long, THREADS);
    turns = NEW(long, THREADS);
    for (at = 0; at < THREADS; at++) {
        numbers[at] = at;
        CHECK(pthread_create(&threads[at], NULL, work, &numbers[at]) == 0);
    }
    for (at = 0; at < THREADS; at++)
        CHECK(pthread_join(threads[at], NULL) == 0);
    shmem_barrier_all();
    CHECK(*count == 2 * THREADS * TIMES + (me == 0 ? (long)pes * THREADS * TIMES : 0));
    shmem_finalize();
    shmem_finalize();
    return 0;
}

/* Mistakes, by number: each must end the job with a message. */
#include <shmemx.h>
#include <stdlib.h>

#include "check.h"

static long p_sync[SHMEM_REDUCE_SYNC_SIZE];
static int ints[2], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];

int main(int argc, char **argv)
{
    long on_stack = 1, *word, *other;
    shmem_ctx_t ctx, another;
    if (argc != 2)
        return 2;
    if (atoi(argv[1]) == 0)
        shmem_barrier_all();
    if (atoi(argv[1]) == 31)
        shmem_init_thread(77, ints);
    begin();
    word = NEW(long, 1);
    printf("before\n");
    switch (atoi(argv[1])) {
    case 1:
        shmem_long_p(word, 1, 77);
        break;
    case 2:
        shmem_long_put(&on_stack, word, 1, next_pe);
        break;
    case 3:
        shmem_long_atomic_inc((long *)((char *)word + 1), next_pe);
        break;
    case 4:
        shmem_long_put(word, word, (size_t)-1, next_pe);
        break;
    case 5:
        shmem_ctx_destroy((shmem_ctx_t)4711);
        break;
    case 6:
        shmem_long_wait_until(word, 99, 0);
        break;
    case 7:
        shmem_clear_lock(word);
        break;
    case 8:
        if (me == pes - 1)
            shmem_global_exit(5);
        shmem_long_wait_until(word, SHMEM_CMP_NE, 0);
        break;
    case 9:
        shmem_free(&on_stack);
        break;
    case 10:
        shmem_finalize();
        shmem_quiet();
        break;
    case 11:
        if (me == 0)
            shmem_global_exit(6);
        shmem_barrier_all();
        break;
    case 12:
        shmem_long_broadcast(SHMEM_TEAM_WORLD, word, word, 1, pes);
        break;
    case 13:
        shmem_long_fcollect(SHMEM_TEAM_WORLD, &on_stack, word, 1);
        break;
    case 14:
        word = (long *)shmem_malloc(64);
        shmem_free(word);
        shmem_free(word);
        break;
    case 15:
        shmem_team_sync(SHMEM_TEAM_INVALID);
        break;
    case 16:
        shmem_long_iput(word, word, 0, 1, 1, next_pe);
        break;
    case 17:
        shmem_long_put_signal(word, word, 1, (uint64_t *)&on_stack, 1, SHMEM_SIGNAL_SET, next_pe);
        break;
    case 18:
        shmem_long_put_signal(word, word, 1, (uint64_t *)word, 1, 4711, next_pe);
        break;
    case 19:
        shmem_realloc(word + 1, 100);
        break;
    /* Calls that must be the same on all PEs, and are not. */
    case 20:
        shmem_align(me == 0 ? 64 : 4096, 100);
        break;
    case 21:
        shmem_align(me == 0 ? 64 : 24, 100);
        break;
    case 22:
        if (me == 0)
            shmem_calloc(1, 100);
        else
            shmem_malloc(100);
        break;
    case 23:
        other = NEW(long, 1);
        shmem_free(me == 0 ? word : other);
        break;
    case 24:
        if (me == 0)
            shmem_free(word);
        else
            shmem_malloc(64);
        break;
    /* Negative numbers. */
    case 25:
        shmem_int_sum_to_all(ints, ints, -1, 0, 0, pes, work, p_sync);
        break;
    case 26:
        shmem_int_max_to_all(ints, ints, 1, 0, 0, -2, work, p_sync);
        break;
    case 27:
        shmem_barrier(0, -3, pes, p_sync);
        break;
    case 28:
        shmem_fcollect32(ints, ints, (size_t)-4, 0, 0, pes, p_sync);
        break;
    /* No mistake: an intended end. */
    case 29:
        if (me == pes - 1)
            shmem_global_exit(0);
        shmem_barrier_all();
        break;
    /* A context that was destroyed, in whose place there is another one. */
    case 32:
    case 33:
        shmem_ctx_create(0, &ctx);
        shmem_ctx_destroy(ctx);
        shmem_ctx_create(0, &another);
        shmem_ctx_long_p(ctx, word, 1, next_pe);
        if (atoi(argv[1]) == 32)
            shmem_ctx_quiet(ctx);
        else
            shmem_ctx_fence(ctx);
        break;
    case 34:
        shmem_team_destroy(SHMEM_TEAM_WORLD);
        break;
    /* The halves of a split barrier in the wrong order. */
    case 35:
        shmemx_barrier_wait();
        break;
    case 36:
        shmemx_barrier_notify();
        shmemx_barrier_notify();
        break;
    case 30:
        if (me == pes - 1)
            shmem_global_exit(0);
        for (;;)
            shmem_long_atomic_fetch_inc(word, pes - 1);
    }
    return 0;
}

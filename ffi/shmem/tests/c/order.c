/* Data before flag by fence, completion by quiet, and quiet for some PEs. */
#include "check.h"

enum { ROUNDS = 200, COUNT = 100 };

int main(void)
{
    long *data, *flag, source[COUNT];
    int round, at, pe;
    shmem_ctx_t ctx;
    begin();
    data = NEW(long, COUNT);
    flag = NEW(long, 1);
    CHECK(shmem_ctx_create(0, &ctx) == 0);
    for (round = 1; round <= ROUNDS; round++) {
        int is_own = round % 2;
        for (at = 0; at < COUNT; at++)
            source[at] = round * 1000 + at + me;
        if (is_own) {
            shmem_ctx_long_put_nbi(ctx, data, source, COUNT, next_pe);
            shmem_ctx_fence(ctx);
            shmem_ctx_long_p(ctx, flag, round, next_pe);
        } else {
            shmem_long_put(data, source, COUNT, next_pe);
            shmem_fence();
            shmem_long_atomic_set(flag, round, next_pe);
        }
        shmem_long_wait_until(flag, SHMEM_CMP_GE, round);
        for (at = 0; at < COUNT; at++)
            CHECK(data[at] == round * 1000 + at + previous_pe);
        if (is_own)
            shmem_ctx_quiet(ctx);
        shmem_barrier_all();
    }
    /* After a quiet the data are visible to every PE: a third one reads them. */
    for (at = 0; at < COUNT; at++)
        source[at] = 7 * at + me;
    shmem_long_put_nbi(data, source, COUNT, next_pe);
    pe = next_pe;
    shmem_pe_quiet(&pe, 1);
    shmem_long_p(flag, -1, previous_pe);
    shmem_long_wait_until(flag, SHMEM_CMP_EQ, -1);
    CHECK(shmem_long_g(data + 10, (me + 2) % pes) == 70 + next_pe);
    shmem_ctx_pe_quiet(ctx, &pe, 1);
    shmem_pe_quiet(NULL, 0);
    shmem_ctx_destroy(ctx);
    shmem_ctx_quiet(SHMEM_CTX_INVALID);
    shmem_ctx_fence(SHMEM_CTX_INVALID);
    shmem_finalize();
    return 0;
}

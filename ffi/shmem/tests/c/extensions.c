/* Extensions to OpenSHMEM, by their own names and by the short ones. */
#define SHMEMX_SHORT_NAMES
#include <shmemx.h>

#include "check.h"

enum { COUNT = 300, ROUNDS = 50 };

int main(void)
{
    long *data, *got, at, round;
    uint64_t *word;
    begin();
    CHECK(my_pe() == me && num_pes() == pes);
    data = (long *)shmem_alloc(COUNT * sizeof(long));
    got = NEW(long, COUNT);
    word = NEW(uint64_t, 1);
    for (round = 0; round < ROUNDS; round++) {
        for (at = 0; at < COUNT; at++)
            data[at] = me * 1000 + at + round;
        shmemx_barrier_notify();
        for (at = 0; at < COUNT; at++)
            got[at] = -1;
        shmemx_barrier_wait();
        for (at = 0; at < COUNT; at += 10)
            shmem_long_get_nbi(got + at, data + at, 10, next_pe);
        shmem_syncreads();
        for (at = 0; at < COUNT; at++)
            CHECK(got[at] == next_pe * 1000 + at + round);
        barrier();
        /* Completes when everything sent to this PE before the barrier has arrived. */
        for (at = 0; at < COUNT; at++)
            shmem_long_p(got + at, me + at - round, next_pe);
        shmem_barrier();
        for (at = 0; at < COUNT; at++)
            CHECK(got[at] == previous_pe + at - round);
        shmemx_barrier_fast();
        shmemx_barrier_fast();
    }
    if (me % 2 == 0)
        shmemx_barrier_stride(0, 2, (pes + 1) / 2);
    shmemx_barrier_mask(1);
    shmemx_barrier_mask(0);
    shmemx_uint64_xor(word, (uint64_t)1 << me, 0);
    shmemx_ctx_uint64_xor(SHMEM_CTX_DEFAULT, word, (uint64_t)1 << (me + 8), 0);
    shmemx_uint64_add(word, 0x10000, 0);
    shmem_barrier_notify();
    shmem_barrier_wait();
    CHECK(shmem_uint64_g(word, 0) == (((uint64_t)1 << pes) - 1) * 257 + 0x10000 * (uint64_t)pes);
    shmemx_ctx_syncreads(SHMEM_CTX_DEFAULT);
    double then = shmemx_wtime();
    shmem_barrier_all();
    CHECK(then >= 0 && shmemx_wtime() > then);
    shmem_finalize();
    return 0;
}

/* Type-generic names, in C11 and in C++. */
#include <shmemx.h>

#include "check.h"

int main(void)
{
    float *reals, real = 1.5f;
    long *longs, one = 1, got = 0;
    unsigned char *bytes, byte;
    uint64_t *word;
    short *flag;
    int *ints;
    begin();
    reals = NEW(float, 2);
    longs = NEW(long, 2);
    bytes = NEW(unsigned char, 1);
    word = NEW(uint64_t, 1);
    flag = NEW(short, 1);
    ints = NEW(int, 2);
    real += (float)me;
    byte = (unsigned char)(me + 1);
    shmem_put(reals, &real, 1, next_pe);
    shmem_put(SHMEM_CTX_DEFAULT, bytes, &byte, 1, next_pe);
    shmem_p(reals + 1, 2.5f, next_pe);
    shmem_put_nbi(longs + 1, &one, 1, next_pe);
    shmem_barrier_all();
    CHECK(reals[0] == 1.5f + (float)previous_pe && *bytes == previous_pe + 1 && reals[1] == 2.5f);
    CHECK(shmem_g(reals + 1, next_pe) == 2.5f);
    CHECK(shmem_g(SHMEM_CTX_DEFAULT, reals + 1, next_pe) == 2.5f);
    shmem_get(&got, longs + 1, 1, next_pe);
    CHECK(got == 1);
    shmem_atomic_add(longs, 5L, 0);
    CHECK(shmem_atomic_fetch_inc(longs, 0) >= 5);
    shmem_add(longs, 1L, 0);
    shmem_barrier_all();
    CHECK(shmem_atomic_fetch(longs, 0) == 7 * pes);
    shmem_barrier_all();
    CHECK(shmem_atomic_swap(reals, 9.0f, next_pe) == 1.5f + (float)me);
    shmem_put_signal(longs + 1, longs, 1, word, 3, SHMEM_SIGNAL_ADD, next_pe);
    shmem_signal_wait_until(word, SHMEM_CMP_EQ, 3);
    shmem_barrier_all();
    shmem_signal_add(SHMEM_CTX_DEFAULT, word, 4, next_pe);
    shmem_signal_wait_until(word, SHMEM_CMP_EQ, 7);
    shmem_barrier_all();
    shmem_signal_set(word, 1, next_pe);
    shmem_wait_until(word, SHMEM_CMP_EQ, 1);
    shmem_barrier_all();
    shmem_p(flag, (short)3, next_pe);
    shmem_wait_until(flag, SHMEM_CMP_EQ, 3);
    CHECK(shmem_test(flag, SHMEM_CMP_GT, 2) == 1);
    ints[0] = me + 1;
    CHECK(shmem_sync(SHMEM_TEAM_WORLD) == 0);
    CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, ints + 1, ints, 1) == 0);
    CHECK(ints[1] == pes * (pes + 1) / 2);
    CHECK(shmem_sum_exscan(SHMEM_TEAM_WORLD, ints + 1, ints, 1) == 0);
    CHECK(ints[1] == me * (me + 1) / 2);
    shmemx_xor(word, (uint64_t)6, next_pe);
    shmem_barrier_all();
    CHECK(*word == 7);
    shmem_finalize();
    return 0;
}

/* Data with a signal: once the signal has arrived, so have the data. */
#include "check.h"
#include <string.h>

enum { COUNT = 1000, ROUNDS = 30 };

int main(void)
{
    long *data, source[COUNT];
    unsigned char *bytes, text[64];
    uint64_t *words;
    int round, at;
    begin();
    data = NEW(long, COUNT);
    bytes = NEW(unsigned char, 64);
    words = NEW(uint64_t, 4);
    for (round = 1; round <= ROUNDS; round++) {
        for (at = 0; at < COUNT; at++)
            source[at] = me * 1000 + round + at;
        if (round % 2)
            shmem_long_put_signal(data, source, COUNT, words, (uint64_t)round, SHMEM_SIGNAL_SET,
                                  next_pe);
        else
            shmem_long_put_signal_nbi(data, source, COUNT, words, 1, SHMEM_SIGNAL_ADD, next_pe);
        CHECK(shmem_signal_wait_until(words, SHMEM_CMP_GE, (uint64_t)round) == (uint64_t)round);
        CHECK(shmem_signal_fetch(words) == (uint64_t)round);
        for (at = 0; at < COUNT; at++)
            CHECK(data[at] == previous_pe * 1000 + round + at);
        shmem_barrier_all();
    }
    memset(text, me + 1, sizeof text);
    shmem_putmem_signal(bytes, text, 8, words + 1, 5, SHMEM_SIGNAL_ADD, next_pe);
    shmem_ctx_put32_signal(SHMEM_CTX_DEFAULT, bytes + 8, text, 2, words + 1, 5, SHMEM_SIGNAL_ADD,
                           next_pe);
    shmem_put128_signal_nbi(bytes + 16, text, 3, words + 1, 5, SHMEM_SIGNAL_ADD, next_pe);
    shmem_signal_wait_until(words + 1, SHMEM_CMP_EQ, 15);
    for (at = 0; at < 64; at++)
        CHECK(bytes[at] == previous_pe + 1);
    shmem_signal_add(words + 2, 2, 0);
    shmem_ctx_signal_add(SHMEM_CTX_DEFAULT, words + 2, 3, 0);
    if (me == 0)
        CHECK(shmem_signal_wait_until(words + 2, SHMEM_CMP_EQ, 5 * (uint64_t)pes) != 0);
    shmem_signal_set(words + 3, (uint64_t)me + 9, next_pe);
    CHECK(shmem_signal_wait_until(words + 3, SHMEM_CMP_NE, 0) == (uint64_t)previous_pe + 9);
    shmem_finalize();
    return 0;
}

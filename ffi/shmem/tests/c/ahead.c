/* Broadcasts without synchronisation in between: a root may be ahead, yet the data must be
 * correct. */
#include "check.h"

enum { ROUNDS = 300, MOST = 40000 };

static int value(int round, int at)
{
    return round * 7919 + at;
}

/* Each broadcast has its own destination; the roots take turns, and some of them are slow. */
static void each_to_its_place(void)
{
    int *dest = NEW(int, ROUNDS * 16), *source = NEW(int, ROUNDS * 16), round, at;
    volatile int idle = 0;
    for (at = 0; at < ROUNDS * 16; at++)
        source[at] = value(at / 16, at % 16);
    shmem_barrier_all();
    for (round = 0; round < ROUNDS; round++) {
        int root = round / 7 % pes, count = 1 + round % 16;
        if (round % 50 == me)
            for (at = 0; at < 200000; at++)
                idle++;
        CHECK(shmem_int_broadcast(SHMEM_TEAM_WORLD, dest + round * 16, source + round * 16,
                                  (size_t)count, root) == 0);
        for (at = 0; at < count; at++)
            CHECK(dest[round * 16 + at] == value(round, at));
    }
    for (round = 0; round < ROUNDS; round++)
        for (at = 0; at < 16; at++)
            CHECK(dest[round * 16 + at] == (at <= round % 16 ? value(round, at) : 0));
    shmem_barrier_all();
    shmem_free(source);
    shmem_free(dest);
}

/* The source may be reused on return, and other collectives may be called in between. */
static void the_source_is_free(void)
{
    int *dest = NEW(int, 8 * MOST), *source = NEW(int, MOST), *sum = NEW(int, 1), round, at;
    static const int counts[] = {1, 12, 13, 1000, 4095, 4096, 20000, MOST};
    shmem_barrier_all();
    for (round = 0; round < 40; round++) {
        int root = round % pes, count = counts[round % 8], *to = dest + round % 8 * MOST;
        if (me == root)
            for (at = 0; at < count; at++)
                source[at] = value(round, at);
        CHECK(shmem_int_broadcast(SHMEM_TEAM_WORLD, to, source, (size_t)count, root) == 0);
        for (at = 0; at < MOST && me == root; at++)
            source[at] = -1;
        for (at = 0; at < count; at++)
            CHECK(to[at] == value(round, at));
        if (round % 8 == 7) {
            source[0] = 1;
            CHECK(shmem_int_sum_reduce(SHMEM_TEAM_WORLD, sum, source, 1) == 0 && *sum == pes);
            shmem_sync_all();
        }
    }
    shmem_barrier_all();
    shmem_free(sum);
    shmem_free(source);
    shmem_free(dest);
}

/* Globals are symmetric memory too, with a separate ordering. */
static int global_source[5000], global_dest[3][5000];

static void globals(void)
{
    int round, at;
    if (!shmem_addr_accessible(global_dest, next_pe))
        return;
    for (round = 0; round < 30; round++) {
        int root = round % pes, count = round % 2 ? 5000 : 3;
        if (me == root)
            for (at = 0; at < count; at++)
                global_source[at] = value(round, at);
        CHECK(shmem_int_broadcast(SHMEM_TEAM_WORLD, global_dest[round % 3], global_source,
                                  (size_t)count, root) == 0);
        for (at = 0; at < count; at++)
            CHECK(global_dest[round % 3][at] == value(round, at));
        if (round % 3 == 2)
            shmem_barrier_all();
    }
}

int main(void)
{
    begin();
    each_to_its_place();
    the_source_is_free();
    globals();
    shmem_finalize();
    return 0;
}

/* Global and static objects of the program are symmetric, like the heap. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { COUNT = 200000 };

long global = 7;
static long array[COUNT];
static double zeros[3];
static int initialised[4] = {1, 2, 3, 4};

static long *counter(void)
{
    static long count = 40;
    return &count;
}

/* Members of SHMEM_TEAM_SHARED, which are all PEs over shared memory, access each other's globals
 * and heap by pointers; other PEs do not. */
static void pointers(void)
{
    const char *network = getenv("SKIFCH_BACKEND");
    long *word = NEW(long, 1), *own[3];
    int pe, which, shared = shmem_team_n_pes(SHMEM_TEAM_SHARED);
    CHECK(network == NULL || strcmp(network, "shm") != 0 || shared == pes);
    own[0] = word;
    own[1] = &global;
    own[2] = counter();
    for (which = 0; which < 3; which++) {
        long before = *own[which];
        *own[which] = 1000 * which + me;
        shmem_barrier_all();
        for (pe = 0; pe < pes; pe++) {
            long *at = (long *)shmem_ptr(own[which], pe);
            int number = shmem_team_translate_pe(SHMEM_TEAM_WORLD, pe, SHMEM_TEAM_SHARED);
            CHECK((at != NULL) == (number >= 0));
            CHECK(at == NULL || *(volatile long *)at == 1000 * which + pe);
            CHECK(at == NULL || shmem_team_ptr(SHMEM_TEAM_SHARED, own[which], number) == at);
        }
        shmem_barrier_all();
        if (shmem_ptr(own[which], next_pe) != NULL)
            ++*(volatile long *)shmem_ptr(own[which], next_pe);
        shmem_barrier_all();
        CHECK(*own[which] == 1000 * which + me + (shmem_ptr(own[which], previous_pe) != NULL));
        *own[which] = before;
        shmem_barrier_all();
    }
    shmem_free(word);
}

int main(void)
{
    static long got[COUNT];
    shmem_ctx_t ctx;
    long at;
    int first[4];
    initialised[3] = 44;
    begin();
    /* Values from before the start are kept. */
    CHECK(global == 7 && initialised[0] == 1 && initialised[3] == 44 && *counter() == 40);
    CHECK(shmem_addr_accessible(&global, next_pe) && shmem_addr_accessible(array, next_pe));
    CHECK(shmem_ptr(&global, me) == &global);
    pointers();
    shmem_long_p(&global, me + 10, next_pe);
    shmem_double_p(zeros + 2, 1.5, next_pe);
    shmem_long_atomic_inc(counter(), 0);
    shmem_int_get(first, initialised, 4, next_pe);
    CHECK(first[2] == 3 && first[3] == 44);
    for (at = 0; at < COUNT; at++)
        got[at] = at + me;
    CHECK(shmem_ctx_create(0, &ctx) == 0);
    shmem_ctx_long_put_nbi(ctx, array, got, COUNT, next_pe);
    shmem_ctx_quiet(ctx);
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();
    CHECK(global == previous_pe + 10 && zeros[2] == 1.5 && zeros[1] == 0);
    CHECK(*counter() == 40 + (me == 0 ? pes : 0));
    for (at = 0; at < COUNT; at++)
        CHECK(array[at] == at + previous_pe);
    shmem_long_get(got, array, COUNT, next_pe);
    for (at = 0; at < COUNT; at++)
        CHECK(got[at] == at + me);
    shmem_finalize();
    /* They keep their values after the library has been finalised. */
    return global == previous_pe + 10 && array[5] == 5 + previous_pe ? 0 : 1;
}

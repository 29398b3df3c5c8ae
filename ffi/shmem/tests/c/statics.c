/* Global and static objects of the program are symmetric, like the heap. */
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
    shmem_barrier_all();
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

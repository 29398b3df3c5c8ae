/* Operations in flight in any context complete when the library is finalised. */
#include "check.h"

enum { COUNT = 100000, CONTEXTS = 3 };

static long got[CONTEXTS][COUNT], data[COUNT];

int main(void)
{
    shmem_ctx_t contexts[CONTEXTS];
    shmem_team_t back;
    int at, which;
    long seen[CONTEXTS];
    long *words;
    begin();
    words = NEW(long, COUNT);
    for (at = 0; at < COUNT; at++)
        words[at] = data[at] = me * 3 + at;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &back) == 0);
    CHECK(shmem_ctx_create(0, &contexts[0]) == 0);
    CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE, &contexts[1]) == 0);
    CHECK(shmem_team_create_ctx(back, SHMEM_CTX_SERIALIZED, &contexts[2]) == 0);
    shmem_barrier_all();
    for (which = 0; which < CONTEXTS; which++) {
        int pe = which == 2 ? pes - 1 - next_pe : next_pe;
        seen[which] = -1;
        shmem_ctx_long_get_nbi(contexts[which], got[which], which % 2 ? words : data, COUNT, pe);
        shmem_ctx_long_atomic_fetch_nbi(contexts[which], seen + which, words + 7, pe);
    }
    shmem_finalize();
    for (which = 0; which < CONTEXTS; which++) {
        if (seen[which] != next_pe * 3 + 7)
            return 10 + which;
        for (at = 0; at < COUNT; at++)
            if (got[which][at] != next_pe * 3 + at)
                return 20 + which;
    }
    return 0;
}

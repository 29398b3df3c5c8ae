/* A tool's function in place of the library's, which it calls by its profiling name. */
#include <pshmem.h>

#include "check.h"

static int calls;

void shmem_long_put(long *dest, const long *source, size_t nelems, int pe)
{
    calls++;
    pshmem_long_put(dest, source, nelems, pe);
}

int main(void)
{
    long *word, value;
    begin();
    word = NEW(long, 1);
    value = me + 7;
    shmem_long_put(word, &value, 1, next_pe);
    pshmem_barrier_all();
    CHECK(*word == previous_pe + 7 && calls == 1);
    shmem_finalize();
    return 0;
}

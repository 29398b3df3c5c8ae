/* Globals of a shared library (compiled with LIBRARY), and a program that uses them: those
 * copied into the executable are symmetric, because all code uses that copy; for others there
 * is an error. */
#include "check.h"

extern long global;
long *global_of_library(void), *static_of_library(void);

#ifdef LIBRARY

long global = 5;
static long word = 6;

long *global_of_library(void)
{
    look();
    return &global;
}

long *static_of_library(void)
{
    return &word;
}

#else

int main(int argc, char **argv)
{
    begin();
    if (argc == 1) {
        CHECK(shmem_addr_accessible(&global, me) && global == 5);
        shmem_barrier_all();
        shmem_long_p(&global, me + 10, next_pe);
        shmem_barrier_all();
        CHECK(*global_of_library() == previous_pe + 10);
        shmem_finalize();
        return 0;
    }
    CHECK(!shmem_addr_accessible(static_of_library(), me));
    CHECK(shmem_ptr(static_of_library(), next_pe) == NULL);
    if (argv[1][0] == 's')
        shmem_long_p(static_of_library(), 1, next_pe);
    else
        shmem_long_p(global_of_library(), 1, next_pe);
    return 0;
}

#endif

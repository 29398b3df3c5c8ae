/* A counter that is incremented non-atomically under a lock. */
#include "check.h"

enum { TIMES = 60 };

int main(void)
{
    long *lock, *count, value;
    int at, was_taken = 0;
    begin();
    lock = NEW(long, 1);
    count = NEW(long, 1);
    for (at = 0; at < TIMES; at++) {
        if (at % 3 == 0) {
            while (shmem_test_lock(lock) != 0)
                was_taken = 1;
        } else {
            shmem_set_lock(lock);
        }
        value = shmem_long_g(count, 0);
        shmem_long_p(count, value + 1, 0);
        shmem_clear_lock(lock);
    }
    shmem_barrier_all();
    CHECK(shmem_long_g(count, 0) == (long)TIMES * pes);
    CHECK(pes > 1 || !was_taken);
    shmem_set_lock(lock);
    shmem_clear_lock(lock);
    shmem_finalize();
    return 0;
}

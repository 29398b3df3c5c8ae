/* Globals with an alignment of more than a page: the linker places them apart from the others,
 * and both must be symmetric. */
#include "check.h"

#define ALIGNED __attribute__((aligned(65536)))

static long zeros[9000] ALIGNED;
static long numbers[3] ALIGNED = {1, 2, 3};
static long close_by = 4, empty;

int main(void)
{
    int round;
    for (round = 1; round <= 2; round++) {
        begin();
        CHECK(numbers[0] == 1 && numbers[1] == 2 && close_by == 4);
        CHECK(shmem_addr_accessible(&zeros[8999], next_pe));
        CHECK(shmem_addr_accessible(&close_by, next_pe) && shmem_ptr(numbers, me) == numbers);
        shmem_barrier_all();
        shmem_long_p(&zeros[8999], round * 10 + me, next_pe);
        shmem_long_p(&numbers[2], round * 20 + me, next_pe);
        shmem_long_atomic_inc(&close_by, next_pe);
        shmem_long_atomic_inc(&empty, next_pe);
        shmem_barrier_all();
        CHECK(zeros[8999] == round * 10 + previous_pe && numbers[2] == round * 20 + previous_pe);
        CHECK(close_by == 5 && empty == round && zeros[0] == 0);
        close_by = 4;
        shmem_barrier_all();
        shmem_finalize();
    }
    return 0;
}

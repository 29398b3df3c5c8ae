/* The same program as examples/rust/shmem.rs, as PEs of one job with it. Run:
 * SHMEM_SYMMETRIC_DATA=0 oshrun -np 2 ./partner : -np 2 ./shmem */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_init();
    size_t me = (size_t)shmem_my_pe(), pes = (size_t)shmem_n_pes(), sum;
    size_t *from = (size_t *)shmem_calloc(1, sizeof *from);
    uint64_t *count = (uint64_t *)shmem_calloc(1, sizeof *count);
    size_t *sums = (size_t *)shmem_calloc(1, sizeof *sums);
    shmem_team_t even;
    shmem_size_p(from, me, (int)((me + 1) % pes));
    shmem_uint64_atomic_fetch_add(count, 1, 0);
    shmem_barrier_all();
    shmem_size_sum_reduce(SHMEM_TEAM_WORLD, sums, from, 1);
    sum = *sums;
    shmem_barrier_all();
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (int)(pes + 1) / 2, NULL, 0, &even);
    if (even != SHMEM_TEAM_INVALID)
        shmem_size_sum_reduce(even, sums, from, 1);
    shmem_barrier_all();
    printf("PE %zu of %lu: from PE %zu, sum %zu, of even PEs %zu\n", me,
           (unsigned long)shmem_uint64_g(count, 0), *from, sum, shmem_size_g(sums, 0));
    /* In the order in which the Rust program drops its slices. */
    shmem_free(sums);
    shmem_free(count);
    shmem_free(from);
    shmem_finalize();
    return 0;
}

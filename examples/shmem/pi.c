/* Pi as an integral: each PE computes a part, a reduction adds them. Run: oshrun -np 4 ./pi */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    const int steps = 10000000;
    shmem_init();
    int me = shmem_my_pe(), pes = shmem_n_pes();
    double *part = shmem_malloc(sizeof *part), *sum = shmem_malloc(sizeof *sum);
    *part = 0;
    for (int at = me; at < steps; at += pes) {
        double x = (at + 0.5) / steps;
        *part += 4 / (1 + x * x) / steps;
    }
    shmem_sum_reduce(SHMEM_TEAM_WORLD, sum, part, 1);
    if (me == 0)
        printf("pi is %.10f\n", *sum);
    shmem_finalize();
    return 0;
}

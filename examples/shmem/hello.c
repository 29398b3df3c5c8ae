/* Each PE writes a number into the memory of the next. Run: oshrun -np 4 ./hello */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), pes = shmem_n_pes();
    int *from = (int *)shmem_malloc(sizeof *from);
    shmem_int_p(from, me, (me + 1) % pes);
    shmem_barrier_all();
    printf("PE %d of %d: a greeting from PE %d\n", me, pes, *from);
    shmem_finalize();
    return 0;
}

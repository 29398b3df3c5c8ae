/* Work sharing without a master: each PE draws the next piece from a counter on PE 0 and
 * reports with a signal that it has finished. Run: oshrun -np 4 ./queue */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    const long pieces = 100;
    shmem_init();
    int me = shmem_my_pe(), pes = shmem_n_pes(), done = 0;
    long *next = shmem_calloc(1, sizeof *next);
    uint64_t *finished = shmem_calloc(1, sizeof *finished);
    while (shmem_atomic_fetch_inc(next, 0) < pieces)
        done++;
    shmem_signal_add(finished, 1, 0);
    if (me == 0)
        shmem_signal_wait_until(finished, SHMEM_CMP_EQ, (uint64_t)pes);
    printf("PE %d did %d pieces\n", me, done);
    shmem_finalize();
    return 0;
}

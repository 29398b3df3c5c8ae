/* Measures the time of a barrier. Run: oshrun -np 4 ./barrier [repetitions]
 *
 * The fast barrier of NICEVT's machines completes when everything that was sent to this PE
 * before the barrier has arrived; two fast barriers make a full one. */
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>

static void two_fast(void)
{
    shmemx_barrier_fast();
    shmemx_barrier_fast();
}

static void in_halves(void)
{
    shmemx_barrier_notify();
    shmemx_barrier_wait();
}

/* The number in the text; 0 if the text is not a number. */
static long as_number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end ? value : 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } kinds[] = {
        {"Barrier, all", shmem_barrier_all}, {"Barrier, fast", shmemx_barrier_fast},
        {"Barrier, two fast", two_fast},     {"Barrier, in halves", in_halves},
        {"Barrier, sync_all", shmem_sync_all},
    };
    shmem_init();
    long repetitions = argc > 1 ? as_number(argv[1]) : 1000;
    if (argc > 2 || repetitions < 1) {
        fprintf(stderr, "usage: barrier [repetitions]\n");
        shmem_global_exit(2);
    }
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        for (long turn = 0; turn < repetitions / 10; turn++)
            kinds[kind].call();
        shmem_barrier_all();
        double begin = shmemx_wtime();
        for (long turn = 0; turn < repetitions; turn++)
            kinds[kind].call();
        double seconds = shmemx_wtime() - begin;
        shmem_barrier_all();
        if (shmem_my_pe() == 0)
            printf("%s | %d PEs | %.4g us | %ld repetitions\n", kinds[kind].name, shmem_n_pes(),
                   seconds / repetitions * 1e6, repetitions);
    }
    shmem_finalize();
    return 0;
}

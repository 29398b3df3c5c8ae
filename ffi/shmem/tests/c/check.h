/* Shared by the checks: a condition that ends the job with a message, and neighbours. */

#ifndef CHECK_H
#define CHECK_H

#include <shmem.h>
#include <stdio.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("PE %d: %s:%d: %s\n", shmem_my_pe(), __FILE__, __LINE__, #condition); \
            fflush(stdout); \
            shmem_global_exit(1); \
        } \
    } while (0)

/* Zeroed symmetric memory for this many objects of a type. */
#define NEW(type, count) ((type *)shmem_calloc((count), sizeof(type)))

static int me, pes, next_pe, previous_pe;

/* Reads the position of this PE. */
static inline void look(void)
{
    me = shmem_my_pe();
    pes = shmem_n_pes();
    next_pe = (me + 1) % pes;
    previous_pe = (me + pes - 1) % pes;
}

static inline void begin(void)
{
    shmem_init();
    look();
}

#endif

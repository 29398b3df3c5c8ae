/* The floor: what loads and stores can do behind the calls of a library. Implements only the
 * part of OpenSHMEM needed to measure, without argument checks. FLOOR_PES sets the number of
 * PEs. */
#ifndef SKIF_PERF_FLOOR_H
#define SKIF_PERF_FLOOR_H

#include <stddef.h>
#include <stdint.h>

#define SHMEM_CMP_GE 4

void shmem_init(void);
void shmem_finalize(void);
int shmem_my_pe(void);
int shmem_n_pes(void);
void *shmem_malloc(size_t bytes);
void *shmem_ptr(const void *at, int pe);
void shmem_long_p(long *dest, long value, int pe);
long shmem_long_g(const long *source, int pe);
void shmem_putmem(void *dest, const void *source, size_t bytes, int pe);
void shmem_getmem(void *dest, const void *source, size_t bytes, int pe);
void shmem_putmem_nbi(void *dest, const void *source, size_t bytes, int pe);
void shmem_quiet(void);
long shmem_long_atomic_fetch_inc(long *dest, int pe);
void shmem_barrier_all(void);
void shmem_long_wait_until(long *at, int cmp, long value);

#endif

/* Deprecated features: old names and constants, active sets, and an end without shmem_finalize. */
#include <mpp/shmem.h>
#include <mpp/shmemx.h>
#include <string.h>

#include "check.h"

enum { COUNT = 20 };

static long *p_sync;
static int *dest, *source, *work;

/* The active sets that this PE is in: all PEs, and every other one. */
static void of_set(int log_stride, int size)
{
    int at, pe, stride = 1 << log_stride, sum = 0;
    for (pe = 0; pe < size; pe++)
        sum += pe * stride;
    for (at = 0; at < COUNT; at++)
        source[at] = me * 100 + at;
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_sync(0, log_stride, size, p_sync);
    shmem_broadcast32(dest, source, COUNT, size - 1, 0, log_stride, size, p_sync);
    for (at = 0; at < COUNT && me != (size - 1) * stride; at++)
        CHECK(dest[at] == (size - 1) * stride * 100 + at);
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_fcollect32(dest, source, COUNT, 0, log_stride, size, p_sync);
    for (at = 0; at < COUNT * size; at++)
        CHECK(dest[at] == at / COUNT * stride * 100 + at % COUNT);
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_collect64(dest, source, COUNT / 2, 0, log_stride, size, p_sync);
    for (at = 0; at < COUNT * size; at++)
        CHECK(dest[at] == at / COUNT * stride * 100 + at % COUNT);
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_alltoall32(dest, source, 2, 0, log_stride, size, p_sync);
    for (at = 0; at < 2 * size; at++)
        CHECK(dest[at] == at / 2 * stride * 100 + me / stride * 2 + at % 2);
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_alltoalls32(dest, source, 2, 1, 1, 0, log_stride, size, p_sync);
    for (at = 0; at < size; at++)
        CHECK(dest[2 * at] == at * stride * 100 + me / stride);
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_int_sum_to_all(dest, source, COUNT, 0, log_stride, size, work, p_sync);
    for (at = 0; at < COUNT; at++)
        CHECK(dest[at] == 100 * sum + size * at);
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_int_max_to_all(dest, source, COUNT, 0, log_stride, size, work, p_sync);
    CHECK(dest[3] == (size - 1) * stride * 100 + 3);
    shmem_barrier(0, log_stride, size, p_sync);
    shmem_int_or_to_all(dest, dest, 1, 0, log_stride, size, work, p_sync);
    CHECK(dest[0] == (size - 1) * stride * 100);
    shmem_barrier(0, log_stride, size, p_sync);
}

/* The constants under their old names. */
static void constants(void)
{
    CHECK(_SHMEM_MAJOR_VERSION == SHMEM_MAJOR_VERSION);
    CHECK(_SHMEM_MINOR_VERSION == SHMEM_MINOR_VERSION);
    CHECK(_SHMEM_MAX_NAME_LEN == SHMEM_MAX_NAME_LEN);
    CHECK(strcmp(_SHMEM_VENDOR_STRING, SHMEM_VENDOR_STRING) == 0);
    CHECK(_SHMEM_CMP_EQ == SHMEM_CMP_EQ && _SHMEM_CMP_NE == SHMEM_CMP_NE);
    CHECK(_SHMEM_CMP_GT == SHMEM_CMP_GT && _SHMEM_CMP_GE == SHMEM_CMP_GE);
    CHECK(_SHMEM_CMP_LT == SHMEM_CMP_LT && _SHMEM_CMP_LE == SHMEM_CMP_LE);
    CHECK(_SHMEM_BARRIER_SYNC_SIZE == SHMEM_BARRIER_SYNC_SIZE);
    CHECK(_SHMEM_BCAST_SYNC_SIZE == SHMEM_BCAST_SYNC_SIZE);
    CHECK(_SHMEM_COLLECT_SYNC_SIZE == SHMEM_COLLECT_SYNC_SIZE);
    CHECK(_SHMEM_REDUCE_SYNC_SIZE == SHMEM_REDUCE_SYNC_SIZE);
    CHECK(_SHMEM_REDUCE_MIN_WRKDATA_SIZE == SHMEM_REDUCE_MIN_WRKDATA_SIZE);
    CHECK(_SHMEM_SYNC_VALUE == SHMEM_SYNC_VALUE);
}

int main(void)
{
    long *counts;
    int at;
    start_pes(0);
    start_pes(0);
    look();
    CHECK(_my_pe() == me && _num_pes() == pes);
    constants();
    p_sync = (long *)shmalloc(_SHMEM_REDUCE_SYNC_SIZE * sizeof(long));
    for (at = 0; at < _SHMEM_REDUCE_SYNC_SIZE; at++)
        p_sync[at] = _SHMEM_SYNC_VALUE;
    work = (int *)shmalloc((COUNT / 2 + 1 + _SHMEM_REDUCE_MIN_WRKDATA_SIZE) * sizeof(int));
    source = (int *)shmemalign(64, COUNT * sizeof(int));
    dest = (int *)shmalloc(sizeof(int));
    dest = (int *)shrealloc(dest, (size_t)(COUNT * pes) * sizeof(int));
    counts = NEW(long, 2);
    shmem_barrier_all();
    of_set(0, pes);
    if (me % 2 == 0)
        of_set(1, (pes + 1) / 2);
    shmem_barrier_all();
    shmem_long_inc(counts, 0);
    shmem_long_add(counts, 2, 0);
    shmem_barrier_all();
    CHECK(shmem_long_fetch(counts, 0) == 3 * pes);
    shmem_long_p(counts + 1, 4, next_pe);
    shmem_wait_until(counts + 1, _SHMEM_CMP_NE, 0);
    shmem_wait(counts + 1, 0);
    CHECK(counts[1] == 4);
    shmem_clear_cache_inv();
    shmem_set_cache_inv();
    shmem_clear_cache_line_inv(counts);
    shmem_set_cache_line_inv(counts);
    shmem_udcflush();
    shmem_udcflush_line(counts);
    shmem_barrier_all();
    shfree(counts);
    shmem_barrier_all();
    return 0;
}

/* shmemx.h: extensions of this library to OpenSHMEM. Made by `cargo xtask shmem` from the table in
 * ffi/shmem/table; changes belong there. */

#ifndef SHMEMX_H
#define SHMEMX_H

#include "shmem.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Extensions: counted reads, split-phase, fast and subset barriers, atomics, clock. */

void shmemx_syncreads(void);
void shmemx_ctx_syncreads(shmem_ctx_t ctx);

void shmemx_barrier_notify(void);

void shmemx_barrier_wait(void);

void shmemx_barrier_fast(void);

void shmemx_barrier_stride(int start, int stride, int size);

void shmemx_barrier_mask(int mask);

void shmemx_int_add(int *dest, int value, int pe);
void shmemx_long_add(long *dest, long value, int pe);
void shmemx_longlong_add(long long *dest, long long value, int pe);
void shmemx_uint_add(unsigned int *dest, unsigned int value, int pe);
void shmemx_ulong_add(unsigned long *dest, unsigned long value, int pe);
void shmemx_ulonglong_add(unsigned long long *dest, unsigned long long value, int pe);
void shmemx_int32_add(int32_t *dest, int32_t value, int pe);
void shmemx_int64_add(int64_t *dest, int64_t value, int pe);
void shmemx_uint32_add(uint32_t *dest, uint32_t value, int pe);
void shmemx_uint64_add(uint64_t *dest, uint64_t value, int pe);
void shmemx_size_add(size_t *dest, size_t value, int pe);
void shmemx_ptrdiff_add(ptrdiff_t *dest, ptrdiff_t value, int pe);
void shmemx_ctx_int_add(shmem_ctx_t ctx, int *dest, int value, int pe);
void shmemx_ctx_long_add(shmem_ctx_t ctx, long *dest, long value, int pe);
void shmemx_ctx_longlong_add(shmem_ctx_t ctx, long long *dest, long long value, int pe);
void shmemx_ctx_uint_add(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmemx_ctx_ulong_add(shmem_ctx_t ctx, unsigned long *dest, unsigned long value, int pe);
void shmemx_ctx_ulonglong_add(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
void shmemx_ctx_int32_add(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmemx_ctx_int64_add(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmemx_ctx_uint32_add(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmemx_ctx_uint64_add(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);
void shmemx_ctx_size_add(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
void shmemx_ctx_ptrdiff_add(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value, int pe);

void shmemx_uint_xor(unsigned int *dest, unsigned int value, int pe);
void shmemx_ulong_xor(unsigned long *dest, unsigned long value, int pe);
void shmemx_ulonglong_xor(unsigned long long *dest, unsigned long long value, int pe);
void shmemx_int32_xor(int32_t *dest, int32_t value, int pe);
void shmemx_int64_xor(int64_t *dest, int64_t value, int pe);
void shmemx_uint32_xor(uint32_t *dest, uint32_t value, int pe);
void shmemx_uint64_xor(uint64_t *dest, uint64_t value, int pe);
void shmemx_ctx_uint_xor(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmemx_ctx_ulong_xor(shmem_ctx_t ctx, unsigned long *dest, unsigned long value, int pe);
void shmemx_ctx_ulonglong_xor(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
void shmemx_ctx_int32_xor(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmemx_ctx_int64_xor(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmemx_ctx_uint32_xor(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmemx_ctx_uint64_xor(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);

double shmemx_wtime(void);

#if defined(__cplusplus)
}
#endif

/* Type-generic names. */
#if defined(__cplusplus)

extern "C++" {

#define SHMEM_INTERNAL_EACH_AMO(F) \
    F(int, int) \
    F(long, long) \
    F(long long, longlong) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong)

#define SHMEM_INTERNAL_EACH_AMOBIT(F) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong) \
    F(int, int32) \
    F(long, int64)

#define SHMEM_INTERNAL_F(T, name) \
inline void shmemx_add(T *dest, T value, int pe) \
{ \
    shmemx_##name##_add(dest, value, pe); \
} \
inline void shmemx_add(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmemx_ctx_##name##_add(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmemx_xor(T *dest, T value, int pe) \
{ \
    shmemx_##name##_xor(dest, value, pe); \
} \
inline void shmemx_xor(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmemx_ctx_##name##_xor(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F
#undef SHMEM_INTERNAL_EACH_AMO
#undef SHMEM_INTERNAL_EACH_AMOBIT
} /* extern "C++" */

#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

#define shmemx_add(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmemx_ctx_, _add), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmemx_, _add)) \
    (__VA_ARGS__)

#define shmemx_xor(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmemx_ctx_, _xor), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmemx_, _xor)) \
    (__VA_ARGS__)

#endif

/* Names of the libraries from which this interface originates, for programs that define
 * SHMEMX_SHORT_NAMES before including this header. shmem_barrier is then the barrier of
 * MVS-Express: it has no arguments, and completes when everything that was sent to this PE before
 * the barrier has arrived. */
#if defined(SHMEMX_SHORT_NAMES)
#define my_pe                   shmem_my_pe
#define num_pes                 shmem_n_pes
#define barrier                 shmem_barrier_all
#define shmem_alloc             shmem_malloc
#define shmem_syncreads         shmemx_syncreads
#define shmem_barrier           shmemx_barrier_fast
#define shmem_barrier_notify    shmemx_barrier_notify
#define shmem_barrier_wait      shmemx_barrier_wait
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
#define shmem_xor               shmemx_xor
#endif
#endif

#endif /* SHMEMX_H */

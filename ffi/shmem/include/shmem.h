/* shmem.h: the interface of OpenSHMEM 1.6. Made by `cargo xtask shmem` from the table in
 * ffi/shmem/table; changes belong there.
 *
 * The address of an object in symmetric memory here stands for the same object on every PE.
 * Symmetric objects are those that shmem_malloc and related calls allocate, and the global and
 * static objects of the program.
 *
 * The type-generic names for C11 and C++, such as shmem_put, are at the end. Functions marked as
 * deprecated are provided for existing programs. */

#ifndef SHMEM_H
#define SHMEM_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C++" {
#include <complex>
typedef std::complex<double> shmemx_complexd_t;
typedef std::complex<float> shmemx_complexf_t;
}
extern "C" {
#else
typedef double _Complex shmemx_complexd_t;
typedef float _Complex shmemx_complexf_t;
#endif

/* Handles of contexts and teams. */
typedef struct shmemx_ctx *shmem_ctx_t;
typedef struct shmemx_team *shmem_team_t;

/* Configuration of a team: the number of contexts to reserve. */
typedef struct {
    int num_contexts;
} shmem_team_config_t;

/* Configuration of a session: the expected number of operations. */
typedef struct {
    size_t total_ops;
} shmem_ctx_session_config_t;

/* Version. */
#define SHMEM_MAJOR_VERSION             1
#define SHMEM_MINOR_VERSION             6
#define SHMEM_MAX_NAME_LEN              64
#define SHMEM_VENDOR_STRING             "SkifCh"
#define _SHMEM_MAJOR_VERSION            SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION            SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN             SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING            SHMEM_VENDOR_STRING

/* Thread levels, each including those before it. */
#define SHMEM_THREAD_SINGLE             0
#define SHMEM_THREAD_FUNNELED           1
#define SHMEM_THREAD_SERIALIZED         2
#define SHMEM_THREAD_MULTIPLE           3

/* Memory allocation hints. */
#define SHMEM_MALLOC_ATOMICS_REMOTE     1
#define SHMEM_MALLOC_SIGNAL_REMOTE      2

/* Context options. */
#define SHMEM_CTX_SERIALIZED            1
#define SHMEM_CTX_PRIVATE               2
#define SHMEM_CTX_NOSTORE               4

/* Session options; mask bit of the session configuration. */
#define SHMEM_CTX_SESSION_BATCH         1
#define SHMEM_CTX_SESSION_TOTAL_OPS     1

/* Mask bit of the team configuration. */
#define SHMEM_TEAM_NUM_CONTEXTS         1

/* Signal operations. */
#define SHMEM_SIGNAL_SET                0
#define SHMEM_SIGNAL_ADD                1

/* Comparison operators. */
#define SHMEM_CMP_EQ                    0
#define SHMEM_CMP_NE                    1
#define SHMEM_CMP_GT                    2
#define SHMEM_CMP_GE                    3
#define SHMEM_CMP_LT                    4
#define SHMEM_CMP_LE                    5
#define _SHMEM_CMP_EQ                   SHMEM_CMP_EQ
#define _SHMEM_CMP_NE                   SHMEM_CMP_NE
#define _SHMEM_CMP_GT                   SHMEM_CMP_GT
#define _SHMEM_CMP_GE                   SHMEM_CMP_GE
#define _SHMEM_CMP_LT                   SHMEM_CMP_LT
#define _SHMEM_CMP_LE                   SHMEM_CMP_LE

/* Work arrays of deprecated collectives. The library has its own; programs still declare them. */
#define SHMEM_SYNC_VALUE                0L
#define SHMEM_SYNC_SIZE                 64
#define SHMEM_BARRIER_SYNC_SIZE         64
#define SHMEM_BCAST_SYNC_SIZE           64
#define SHMEM_COLLECT_SYNC_SIZE         64
#define SHMEM_REDUCE_SYNC_SIZE          64
#define SHMEM_ALLTOALL_SYNC_SIZE        64
#define SHMEM_ALLTOALLS_SYNC_SIZE       64
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE   8
#define _SHMEM_SYNC_VALUE               SHMEM_SYNC_VALUE
#define _SHMEM_BARRIER_SYNC_SIZE        SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE          SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE        SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE         SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE  SHMEM_REDUCE_MIN_WRKDATA_SIZE

/* Contexts. */
#define SHMEM_CTX_INVALID               ((shmem_ctx_t)0)
#define SHMEM_CTX_DEFAULT               ((shmem_ctx_t)1)

/* Teams. */
#define SHMEM_TEAM_INVALID              ((shmem_team_t)0)
#define SHMEM_TEAM_WORLD                ((shmem_team_t)1)
#define SHMEM_TEAM_SHARED               ((shmem_team_t)2)

/* Setup, exit and query. */

void shmem_init(void);

/* Deprecated. */
void start_pes(int npes);

int shmem_my_pe(void);

int shmem_n_pes(void);

void shmem_finalize(void);

void shmem_query_initialized(int *initialized);

void shmem_global_exit(int status) __attribute__((__noreturn__));

int shmem_pe_accessible(int pe);

int shmem_addr_accessible(const void *addr, int pe);

void *shmem_ptr(const void *dest, int pe);

void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe);

void shmem_info_get_version(int *major, int *minor);

void shmem_info_get_name(char *name);

/* Threads. */

int shmem_init_thread(int requested, int *provided);

void shmem_query_thread(int *provided);

/* Symmetric memory. */

void *shmem_malloc(size_t size);

void *shmem_calloc(size_t count, size_t size);

void *shmem_realloc(void *ptr, size_t size);

void *shmem_align(size_t alignment, size_t size);

void shmem_free(void *ptr);

void *shmem_malloc_with_hints(size_t size, long hints);

/* Teams. */

int shmem_team_my_pe(shmem_team_t team);

int shmem_team_n_pes(shmem_team_t team);

int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config);

int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);

int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
    const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team);

int shmem_team_split_2d(shmem_team_t parent_team, int xrange,
    const shmem_team_config_t *xaxis_config, long xaxis_mask, shmem_team_t *xaxis_team,
    const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team);

void shmem_team_destroy(shmem_team_t team);

/* Contexts. */

int shmem_ctx_create(long options, shmem_ctx_t *ctx);

int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx);

void shmem_ctx_destroy(shmem_ctx_t ctx);

int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team);

/* Remote memory access. */

void shmem_float_put(float *dest, const float *source, size_t nelems, int pe);
void shmem_double_put(double *dest, const double *source, size_t nelems, int pe);
void shmem_longdouble_put(long double *dest, const long double *source, size_t nelems, int pe);
void shmem_char_put(char *dest, const char *source, size_t nelems, int pe);
void shmem_schar_put(signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_short_put(short *dest, const short *source, size_t nelems, int pe);
void shmem_int_put(int *dest, const int *source, size_t nelems, int pe);
void shmem_long_put(long *dest, const long *source, size_t nelems, int pe);
void shmem_longlong_put(long long *dest, const long long *source, size_t nelems, int pe);
void shmem_uchar_put(unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void shmem_ushort_put(unsigned short *dest, const unsigned short *source, size_t nelems,
    int pe);
void shmem_uint_put(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ulong_put(unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void shmem_ulonglong_put(unsigned long long *dest, const unsigned long long *source,
    size_t nelems, int pe);
void shmem_int8_put(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_int16_put(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_int32_put(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_int64_put(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_uint8_put(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_uint16_put(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_uint32_put(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_uint64_put(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_size_put(size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ptrdiff_put(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void shmem_put8(void *dest, const void *source, size_t nelems, int pe);
void shmem_put16(void *dest, const void *source, size_t nelems, int pe);
void shmem_put32(void *dest, const void *source, size_t nelems, int pe);
void shmem_put64(void *dest, const void *source, size_t nelems, int pe);
void shmem_put128(void *dest, const void *source, size_t nelems, int pe);
void shmem_putmem(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_float_put(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems,
    int pe);
void shmem_ctx_double_put(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems,
    int pe);
void shmem_ctx_longdouble_put(shmem_ctx_t ctx, long double *dest, const long double *source,
    size_t nelems, int pe);
void shmem_ctx_char_put(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems,
    int pe);
void shmem_ctx_schar_put(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    size_t nelems, int pe);
void shmem_ctx_short_put(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems,
    int pe);
void shmem_ctx_int_put(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe);
void shmem_ctx_long_put(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems,
    int pe);
void shmem_ctx_longlong_put(shmem_ctx_t ctx, long long *dest, const long long *source,
    size_t nelems, int pe);
void shmem_ctx_uchar_put(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    size_t nelems, int pe);
void shmem_ctx_ushort_put(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source,
    size_t nelems, int pe);
void shmem_ctx_uint_put(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    size_t nelems, int pe);
void shmem_ctx_ulong_put(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    size_t nelems, int pe);
void shmem_ctx_ulonglong_put(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, size_t nelems, int pe);
void shmem_ctx_int8_put(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems,
    int pe);
void shmem_ctx_int16_put(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, size_t nelems,
    int pe);
void shmem_ctx_int32_put(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, size_t nelems,
    int pe);
void shmem_ctx_int64_put(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, size_t nelems,
    int pe);
void shmem_ctx_uint8_put(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, size_t nelems,
    int pe);
void shmem_ctx_uint16_put(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint32_put(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint64_put(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    size_t nelems, int pe);
void shmem_ctx_size_put(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems,
    int pe);
void shmem_ctx_ptrdiff_put(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems, int pe);
void shmem_ctx_put8(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put16(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put32(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put64(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put128(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_putmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);

void shmem_float_p(float *dest, float value, int pe);
void shmem_double_p(double *dest, double value, int pe);
void shmem_longdouble_p(long double *dest, long double value, int pe);
void shmem_char_p(char *dest, char value, int pe);
void shmem_schar_p(signed char *dest, signed char value, int pe);
void shmem_short_p(short *dest, short value, int pe);
void shmem_int_p(int *dest, int value, int pe);
void shmem_long_p(long *dest, long value, int pe);
void shmem_longlong_p(long long *dest, long long value, int pe);
void shmem_uchar_p(unsigned char *dest, unsigned char value, int pe);
void shmem_ushort_p(unsigned short *dest, unsigned short value, int pe);
void shmem_uint_p(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_p(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_p(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int8_p(int8_t *dest, int8_t value, int pe);
void shmem_int16_p(int16_t *dest, int16_t value, int pe);
void shmem_int32_p(int32_t *dest, int32_t value, int pe);
void shmem_int64_p(int64_t *dest, int64_t value, int pe);
void shmem_uint8_p(uint8_t *dest, uint8_t value, int pe);
void shmem_uint16_p(uint16_t *dest, uint16_t value, int pe);
void shmem_uint32_p(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_p(uint64_t *dest, uint64_t value, int pe);
void shmem_size_p(size_t *dest, size_t value, int pe);
void shmem_ptrdiff_p(ptrdiff_t *dest, ptrdiff_t value, int pe);
void shmem_ctx_float_p(shmem_ctx_t ctx, float *dest, float value, int pe);
void shmem_ctx_double_p(shmem_ctx_t ctx, double *dest, double value, int pe);
void shmem_ctx_longdouble_p(shmem_ctx_t ctx, long double *dest, long double value, int pe);
void shmem_ctx_char_p(shmem_ctx_t ctx, char *dest, char value, int pe);
void shmem_ctx_schar_p(shmem_ctx_t ctx, signed char *dest, signed char value, int pe);
void shmem_ctx_short_p(shmem_ctx_t ctx, short *dest, short value, int pe);
void shmem_ctx_int_p(shmem_ctx_t ctx, int *dest, int value, int pe);
void shmem_ctx_long_p(shmem_ctx_t ctx, long *dest, long value, int pe);
void shmem_ctx_longlong_p(shmem_ctx_t ctx, long long *dest, long long value, int pe);
void shmem_ctx_uchar_p(shmem_ctx_t ctx, unsigned char *dest, unsigned char value, int pe);
void shmem_ctx_ushort_p(shmem_ctx_t ctx, unsigned short *dest, unsigned short value, int pe);
void shmem_ctx_uint_p(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_p(shmem_ctx_t ctx, unsigned long *dest, unsigned long value, int pe);
void shmem_ctx_ulonglong_p(shmem_ctx_t ctx, unsigned long long *dest, unsigned long long value,
    int pe);
void shmem_ctx_int8_p(shmem_ctx_t ctx, int8_t *dest, int8_t value, int pe);
void shmem_ctx_int16_p(shmem_ctx_t ctx, int16_t *dest, int16_t value, int pe);
void shmem_ctx_int32_p(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmem_ctx_int64_p(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmem_ctx_uint8_p(shmem_ctx_t ctx, uint8_t *dest, uint8_t value, int pe);
void shmem_ctx_uint16_p(shmem_ctx_t ctx, uint16_t *dest, uint16_t value, int pe);
void shmem_ctx_uint32_p(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmem_ctx_uint64_p(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_size_p(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
void shmem_ctx_ptrdiff_p(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value, int pe);

void shmem_float_iput(float *dest, const float *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_double_iput(double *dest, const double *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_longdouble_iput(long double *dest, const long double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_char_iput(char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_schar_iput(signed char *dest, const signed char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_short_iput(short *dest, const short *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int_iput(int *dest, const int *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_long_iput(long *dest, const long *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_longlong_iput(long long *dest, const long long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_uchar_iput(unsigned char *dest, const unsigned char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ushort_iput(unsigned short *dest, const unsigned short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_uint_iput(unsigned int *dest, const unsigned int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ulong_iput(unsigned long *dest, const unsigned long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ulonglong_iput(unsigned long long *dest, const unsigned long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_int8_iput(int8_t *dest, const int8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int16_iput(int16_t *dest, const int16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int32_iput(int32_t *dest, const int32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int64_iput(int64_t *dest, const int64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint8_iput(uint8_t *dest, const uint8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint16_iput(uint16_t *dest, const uint16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint32_iput(uint32_t *dest, const uint32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint64_iput(uint64_t *dest, const uint64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_size_iput(size_t *dest, const size_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_ptrdiff_iput(ptrdiff_t *dest, const ptrdiff_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_iput8(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iput16(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iput32(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iput64(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iput128(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_ctx_float_iput(shmem_ctx_t ctx, float *dest, const float *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_double_iput(shmem_ctx_t ctx, double *dest, const double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_longdouble_iput(shmem_ctx_t ctx, long double *dest, const long double *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_char_iput(shmem_ctx_t ctx, char *dest, const char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_schar_iput(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_short_iput(shmem_ctx_t ctx, short *dest, const short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int_iput(shmem_ctx_t ctx, int *dest, const int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_long_iput(shmem_ctx_t ctx, long *dest, const long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_longlong_iput(shmem_ctx_t ctx, long long *dest, const long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uchar_iput(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ushort_iput(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint_iput(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ulong_iput(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ulonglong_iput(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int8_iput(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int16_iput(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int32_iput(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int64_iput(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint8_iput(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint16_iput(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint32_iput(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint64_iput(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_size_iput(shmem_ctx_t ctx, size_t *dest, const size_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ptrdiff_iput(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iput8(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iput16(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iput32(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iput64(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iput128(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);

void shmem_float_ibput(float *dest, const float *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_double_ibput(double *dest, const double *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_longdouble_ibput(long double *dest, const long double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_char_ibput(char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_schar_ibput(signed char *dest, const signed char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_short_ibput(short *dest, const short *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int_ibput(int *dest, const int *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_long_ibput(long *dest, const long *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_longlong_ibput(long long *dest, const long long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_uchar_ibput(unsigned char *dest, const unsigned char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ushort_ibput(unsigned short *dest, const unsigned short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_uint_ibput(unsigned int *dest, const unsigned int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ulong_ibput(unsigned long *dest, const unsigned long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ulonglong_ibput(unsigned long long *dest, const unsigned long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_int8_ibput(int8_t *dest, const int8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int16_ibput(int16_t *dest, const int16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int32_ibput(int32_t *dest, const int32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int64_ibput(int64_t *dest, const int64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint8_ibput(uint8_t *dest, const uint8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint16_ibput(uint16_t *dest, const uint16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint32_ibput(uint32_t *dest, const uint32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint64_ibput(uint64_t *dest, const uint64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_size_ibput(size_t *dest, const size_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_ptrdiff_ibput(ptrdiff_t *dest, const ptrdiff_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ibput8(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibput16(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibput32(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibput64(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibput128(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_ctx_float_ibput(shmem_ctx_t ctx, float *dest, const float *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_double_ibput(shmem_ctx_t ctx, double *dest, const double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_longdouble_ibput(shmem_ctx_t ctx, long double *dest, const long double *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_char_ibput(shmem_ctx_t ctx, char *dest, const char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_schar_ibput(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_short_ibput(shmem_ctx_t ctx, short *dest, const short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int_ibput(shmem_ctx_t ctx, int *dest, const int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_long_ibput(shmem_ctx_t ctx, long *dest, const long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_longlong_ibput(shmem_ctx_t ctx, long long *dest, const long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uchar_ibput(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ushort_ibput(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint_ibput(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ulong_ibput(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ulonglong_ibput(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ctx_int8_ibput(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int16_ibput(shmem_ctx_t ctx, int16_t *dest, const int16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int32_ibput(shmem_ctx_t ctx, int32_t *dest, const int32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int64_ibput(shmem_ctx_t ctx, int64_t *dest, const int64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint8_ibput(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint16_ibput(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint32_ibput(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint64_ibput(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_size_ibput(shmem_ctx_t ctx, size_t *dest, const size_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ptrdiff_ibput(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibput8(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibput16(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibput32(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibput64(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibput128(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);

void shmem_float_get(float *dest, const float *source, size_t nelems, int pe);
void shmem_double_get(double *dest, const double *source, size_t nelems, int pe);
void shmem_longdouble_get(long double *dest, const long double *source, size_t nelems, int pe);
void shmem_char_get(char *dest, const char *source, size_t nelems, int pe);
void shmem_schar_get(signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_short_get(short *dest, const short *source, size_t nelems, int pe);
void shmem_int_get(int *dest, const int *source, size_t nelems, int pe);
void shmem_long_get(long *dest, const long *source, size_t nelems, int pe);
void shmem_longlong_get(long long *dest, const long long *source, size_t nelems, int pe);
void shmem_uchar_get(unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void shmem_ushort_get(unsigned short *dest, const unsigned short *source, size_t nelems,
    int pe);
void shmem_uint_get(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ulong_get(unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void shmem_ulonglong_get(unsigned long long *dest, const unsigned long long *source,
    size_t nelems, int pe);
void shmem_int8_get(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_int16_get(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_int32_get(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_int64_get(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_uint8_get(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_uint16_get(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_uint32_get(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_uint64_get(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_size_get(size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ptrdiff_get(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void shmem_get8(void *dest, const void *source, size_t nelems, int pe);
void shmem_get16(void *dest, const void *source, size_t nelems, int pe);
void shmem_get32(void *dest, const void *source, size_t nelems, int pe);
void shmem_get64(void *dest, const void *source, size_t nelems, int pe);
void shmem_get128(void *dest, const void *source, size_t nelems, int pe);
void shmem_getmem(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_float_get(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems,
    int pe);
void shmem_ctx_double_get(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems,
    int pe);
void shmem_ctx_longdouble_get(shmem_ctx_t ctx, long double *dest, const long double *source,
    size_t nelems, int pe);
void shmem_ctx_char_get(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems,
    int pe);
void shmem_ctx_schar_get(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    size_t nelems, int pe);
void shmem_ctx_short_get(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems,
    int pe);
void shmem_ctx_int_get(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe);
void shmem_ctx_long_get(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems,
    int pe);
void shmem_ctx_longlong_get(shmem_ctx_t ctx, long long *dest, const long long *source,
    size_t nelems, int pe);
void shmem_ctx_uchar_get(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    size_t nelems, int pe);
void shmem_ctx_ushort_get(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source,
    size_t nelems, int pe);
void shmem_ctx_uint_get(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    size_t nelems, int pe);
void shmem_ctx_ulong_get(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    size_t nelems, int pe);
void shmem_ctx_ulonglong_get(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, size_t nelems, int pe);
void shmem_ctx_int8_get(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems,
    int pe);
void shmem_ctx_int16_get(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, size_t nelems,
    int pe);
void shmem_ctx_int32_get(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, size_t nelems,
    int pe);
void shmem_ctx_int64_get(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, size_t nelems,
    int pe);
void shmem_ctx_uint8_get(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, size_t nelems,
    int pe);
void shmem_ctx_uint16_get(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint32_get(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint64_get(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    size_t nelems, int pe);
void shmem_ctx_size_get(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems,
    int pe);
void shmem_ctx_ptrdiff_get(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems, int pe);
void shmem_ctx_get8(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get16(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get32(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get64(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get128(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_getmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);

float shmem_float_g(const float *source, int pe);
double shmem_double_g(const double *source, int pe);
long double shmem_longdouble_g(const long double *source, int pe);
char shmem_char_g(const char *source, int pe);
signed char shmem_schar_g(const signed char *source, int pe);
short shmem_short_g(const short *source, int pe);
int shmem_int_g(const int *source, int pe);
long shmem_long_g(const long *source, int pe);
long long shmem_longlong_g(const long long *source, int pe);
unsigned char shmem_uchar_g(const unsigned char *source, int pe);
unsigned short shmem_ushort_g(const unsigned short *source, int pe);
unsigned int shmem_uint_g(const unsigned int *source, int pe);
unsigned long shmem_ulong_g(const unsigned long *source, int pe);
unsigned long long shmem_ulonglong_g(const unsigned long long *source, int pe);
int8_t shmem_int8_g(const int8_t *source, int pe);
int16_t shmem_int16_g(const int16_t *source, int pe);
int32_t shmem_int32_g(const int32_t *source, int pe);
int64_t shmem_int64_g(const int64_t *source, int pe);
uint8_t shmem_uint8_g(const uint8_t *source, int pe);
uint16_t shmem_uint16_g(const uint16_t *source, int pe);
uint32_t shmem_uint32_g(const uint32_t *source, int pe);
uint64_t shmem_uint64_g(const uint64_t *source, int pe);
size_t shmem_size_g(const size_t *source, int pe);
ptrdiff_t shmem_ptrdiff_g(const ptrdiff_t *source, int pe);
float shmem_ctx_float_g(shmem_ctx_t ctx, const float *source, int pe);
double shmem_ctx_double_g(shmem_ctx_t ctx, const double *source, int pe);
long double shmem_ctx_longdouble_g(shmem_ctx_t ctx, const long double *source, int pe);
char shmem_ctx_char_g(shmem_ctx_t ctx, const char *source, int pe);
signed char shmem_ctx_schar_g(shmem_ctx_t ctx, const signed char *source, int pe);
short shmem_ctx_short_g(shmem_ctx_t ctx, const short *source, int pe);
int shmem_ctx_int_g(shmem_ctx_t ctx, const int *source, int pe);
long shmem_ctx_long_g(shmem_ctx_t ctx, const long *source, int pe);
long long shmem_ctx_longlong_g(shmem_ctx_t ctx, const long long *source, int pe);
unsigned char shmem_ctx_uchar_g(shmem_ctx_t ctx, const unsigned char *source, int pe);
unsigned short shmem_ctx_ushort_g(shmem_ctx_t ctx, const unsigned short *source, int pe);
unsigned int shmem_ctx_uint_g(shmem_ctx_t ctx, const unsigned int *source, int pe);
unsigned long shmem_ctx_ulong_g(shmem_ctx_t ctx, const unsigned long *source, int pe);
unsigned long long shmem_ctx_ulonglong_g(shmem_ctx_t ctx, const unsigned long long *source,
    int pe);
int8_t shmem_ctx_int8_g(shmem_ctx_t ctx, const int8_t *source, int pe);
int16_t shmem_ctx_int16_g(shmem_ctx_t ctx, const int16_t *source, int pe);
int32_t shmem_ctx_int32_g(shmem_ctx_t ctx, const int32_t *source, int pe);
int64_t shmem_ctx_int64_g(shmem_ctx_t ctx, const int64_t *source, int pe);
uint8_t shmem_ctx_uint8_g(shmem_ctx_t ctx, const uint8_t *source, int pe);
uint16_t shmem_ctx_uint16_g(shmem_ctx_t ctx, const uint16_t *source, int pe);
uint32_t shmem_ctx_uint32_g(shmem_ctx_t ctx, const uint32_t *source, int pe);
uint64_t shmem_ctx_uint64_g(shmem_ctx_t ctx, const uint64_t *source, int pe);
size_t shmem_ctx_size_g(shmem_ctx_t ctx, const size_t *source, int pe);
ptrdiff_t shmem_ctx_ptrdiff_g(shmem_ctx_t ctx, const ptrdiff_t *source, int pe);

void shmem_float_iget(float *dest, const float *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_double_iget(double *dest, const double *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_longdouble_iget(long double *dest, const long double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_char_iget(char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_schar_iget(signed char *dest, const signed char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_short_iget(short *dest, const short *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int_iget(int *dest, const int *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_long_iget(long *dest, const long *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_longlong_iget(long long *dest, const long long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_uchar_iget(unsigned char *dest, const unsigned char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ushort_iget(unsigned short *dest, const unsigned short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_uint_iget(unsigned int *dest, const unsigned int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ulong_iget(unsigned long *dest, const unsigned long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ulonglong_iget(unsigned long long *dest, const unsigned long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_int8_iget(int8_t *dest, const int8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int16_iget(int16_t *dest, const int16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int32_iget(int32_t *dest, const int32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_int64_iget(int64_t *dest, const int64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint8_iget(uint8_t *dest, const uint8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint16_iget(uint16_t *dest, const uint16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint32_iget(uint32_t *dest, const uint32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_uint64_iget(uint64_t *dest, const uint64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_size_iget(size_t *dest, const size_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_ptrdiff_iget(ptrdiff_t *dest, const ptrdiff_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_iget8(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iget16(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iget32(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iget64(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe);
void shmem_iget128(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe);
void shmem_ctx_float_iget(shmem_ctx_t ctx, float *dest, const float *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_double_iget(shmem_ctx_t ctx, double *dest, const double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_longdouble_iget(shmem_ctx_t ctx, long double *dest, const long double *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_char_iget(shmem_ctx_t ctx, char *dest, const char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_schar_iget(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_short_iget(shmem_ctx_t ctx, short *dest, const short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int_iget(shmem_ctx_t ctx, int *dest, const int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_long_iget(shmem_ctx_t ctx, long *dest, const long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_longlong_iget(shmem_ctx_t ctx, long long *dest, const long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uchar_iget(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ushort_iget(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint_iget(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ulong_iget(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ulonglong_iget(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int8_iget(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int16_iget(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int32_iget(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_int64_iget(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint8_iget(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint16_iget(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint32_iget(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_uint64_iget(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_size_iget(shmem_ctx_t ctx, size_t *dest, const size_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_ptrdiff_iget(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iget8(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iget16(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iget32(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iget64(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);
void shmem_ctx_iget128(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe);

void shmem_float_ibget(float *dest, const float *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_double_ibget(double *dest, const double *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_longdouble_ibget(long double *dest, const long double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_char_ibget(char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_schar_ibget(signed char *dest, const signed char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_short_ibget(short *dest, const short *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int_ibget(int *dest, const int *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_long_ibget(long *dest, const long *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_longlong_ibget(long long *dest, const long long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_uchar_ibget(unsigned char *dest, const unsigned char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ushort_ibget(unsigned short *dest, const unsigned short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_uint_ibget(unsigned int *dest, const unsigned int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ulong_ibget(unsigned long *dest, const unsigned long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ulonglong_ibget(unsigned long long *dest, const unsigned long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_int8_ibget(int8_t *dest, const int8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int16_ibget(int16_t *dest, const int16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int32_ibget(int32_t *dest, const int32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_int64_ibget(int64_t *dest, const int64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint8_ibget(uint8_t *dest, const uint8_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint16_ibget(uint16_t *dest, const uint16_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint32_ibget(uint32_t *dest, const uint32_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_uint64_ibget(uint64_t *dest, const uint64_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_size_ibget(size_t *dest, const size_t *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_ptrdiff_ibget(ptrdiff_t *dest, const ptrdiff_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ibget8(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibget16(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibget32(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibget64(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ibget128(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t bsize, size_t nblocks, int pe);
void shmem_ctx_float_ibget(shmem_ctx_t ctx, float *dest, const float *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_double_ibget(shmem_ctx_t ctx, double *dest, const double *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_longdouble_ibget(shmem_ctx_t ctx, long double *dest, const long double *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_char_ibget(shmem_ctx_t ctx, char *dest, const char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_schar_ibget(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_short_ibget(shmem_ctx_t ctx, short *dest, const short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int_ibget(shmem_ctx_t ctx, int *dest, const int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_long_ibget(shmem_ctx_t ctx, long *dest, const long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_longlong_ibget(shmem_ctx_t ctx, long long *dest, const long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uchar_ibget(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ushort_ibget(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint_ibget(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ulong_ibget(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ulonglong_ibget(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
    size_t nblocks, int pe);
void shmem_ctx_int8_ibget(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int16_ibget(shmem_ctx_t ctx, int16_t *dest, const int16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int32_ibget(shmem_ctx_t ctx, int32_t *dest, const int32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_int64_ibget(shmem_ctx_t ctx, int64_t *dest, const int64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint8_ibget(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint16_ibget(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint32_ibget(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_uint64_ibget(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_size_ibget(shmem_ctx_t ctx, size_t *dest, const size_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ptrdiff_ibget(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibget8(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibget16(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibget32(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibget64(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
void shmem_ctx_ibget128(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);

void shmem_float_put_nbi(float *dest, const float *source, size_t nelems, int pe);
void shmem_double_put_nbi(double *dest, const double *source, size_t nelems, int pe);
void shmem_longdouble_put_nbi(long double *dest, const long double *source, size_t nelems,
    int pe);
void shmem_char_put_nbi(char *dest, const char *source, size_t nelems, int pe);
void shmem_schar_put_nbi(signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_short_put_nbi(short *dest, const short *source, size_t nelems, int pe);
void shmem_int_put_nbi(int *dest, const int *source, size_t nelems, int pe);
void shmem_long_put_nbi(long *dest, const long *source, size_t nelems, int pe);
void shmem_longlong_put_nbi(long long *dest, const long long *source, size_t nelems, int pe);
void shmem_uchar_put_nbi(unsigned char *dest, const unsigned char *source, size_t nelems,
    int pe);
void shmem_ushort_put_nbi(unsigned short *dest, const unsigned short *source, size_t nelems,
    int pe);
void shmem_uint_put_nbi(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ulong_put_nbi(unsigned long *dest, const unsigned long *source, size_t nelems,
    int pe);
void shmem_ulonglong_put_nbi(unsigned long long *dest, const unsigned long long *source,
    size_t nelems, int pe);
void shmem_int8_put_nbi(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_int16_put_nbi(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_int32_put_nbi(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_int64_put_nbi(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_uint8_put_nbi(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_uint16_put_nbi(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_uint32_put_nbi(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_uint64_put_nbi(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_size_put_nbi(size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ptrdiff_put_nbi(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void shmem_put8_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_put16_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_put32_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_put64_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_put128_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_putmem_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_float_put_nbi(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems,
    int pe);
void shmem_ctx_double_put_nbi(shmem_ctx_t ctx, double *dest, const double *source,
    size_t nelems, int pe);
void shmem_ctx_longdouble_put_nbi(shmem_ctx_t ctx, long double *dest, const long double *source,
    size_t nelems, int pe);
void shmem_ctx_char_put_nbi(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems,
    int pe);
void shmem_ctx_schar_put_nbi(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    size_t nelems, int pe);
void shmem_ctx_short_put_nbi(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems,
    int pe);
void shmem_ctx_int_put_nbi(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems,
    int pe);
void shmem_ctx_long_put_nbi(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems,
    int pe);
void shmem_ctx_longlong_put_nbi(shmem_ctx_t ctx, long long *dest, const long long *source,
    size_t nelems, int pe);
void shmem_ctx_uchar_put_nbi(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    size_t nelems, int pe);
void shmem_ctx_ushort_put_nbi(shmem_ctx_t ctx, unsigned short *dest,
    const unsigned short *source, size_t nelems, int pe);
void shmem_ctx_uint_put_nbi(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    size_t nelems, int pe);
void shmem_ctx_ulong_put_nbi(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    size_t nelems, int pe);
void shmem_ctx_ulonglong_put_nbi(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, size_t nelems, int pe);
void shmem_ctx_int8_put_nbi(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems,
    int pe);
void shmem_ctx_int16_put_nbi(shmem_ctx_t ctx, int16_t *dest, const int16_t *source,
    size_t nelems, int pe);
void shmem_ctx_int32_put_nbi(shmem_ctx_t ctx, int32_t *dest, const int32_t *source,
    size_t nelems, int pe);
void shmem_ctx_int64_put_nbi(shmem_ctx_t ctx, int64_t *dest, const int64_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint8_put_nbi(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint16_put_nbi(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint32_put_nbi(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint64_put_nbi(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    size_t nelems, int pe);
void shmem_ctx_size_put_nbi(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems,
    int pe);
void shmem_ctx_ptrdiff_put_nbi(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems, int pe);
void shmem_ctx_put8_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_put16_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_put32_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_put64_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_put128_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_putmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);

void shmem_float_get_nbi(float *dest, const float *source, size_t nelems, int pe);
void shmem_double_get_nbi(double *dest, const double *source, size_t nelems, int pe);
void shmem_longdouble_get_nbi(long double *dest, const long double *source, size_t nelems,
    int pe);
void shmem_char_get_nbi(char *dest, const char *source, size_t nelems, int pe);
void shmem_schar_get_nbi(signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_short_get_nbi(short *dest, const short *source, size_t nelems, int pe);
void shmem_int_get_nbi(int *dest, const int *source, size_t nelems, int pe);
void shmem_long_get_nbi(long *dest, const long *source, size_t nelems, int pe);
void shmem_longlong_get_nbi(long long *dest, const long long *source, size_t nelems, int pe);
void shmem_uchar_get_nbi(unsigned char *dest, const unsigned char *source, size_t nelems,
    int pe);
void shmem_ushort_get_nbi(unsigned short *dest, const unsigned short *source, size_t nelems,
    int pe);
void shmem_uint_get_nbi(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ulong_get_nbi(unsigned long *dest, const unsigned long *source, size_t nelems,
    int pe);
void shmem_ulonglong_get_nbi(unsigned long long *dest, const unsigned long long *source,
    size_t nelems, int pe);
void shmem_int8_get_nbi(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_int16_get_nbi(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_int32_get_nbi(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_int64_get_nbi(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_uint8_get_nbi(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_uint16_get_nbi(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_uint32_get_nbi(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_uint64_get_nbi(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_size_get_nbi(size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ptrdiff_get_nbi(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void shmem_get8_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_get16_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_get32_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_get64_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_get128_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_getmem_nbi(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_float_get_nbi(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems,
    int pe);
void shmem_ctx_double_get_nbi(shmem_ctx_t ctx, double *dest, const double *source,
    size_t nelems, int pe);
void shmem_ctx_longdouble_get_nbi(shmem_ctx_t ctx, long double *dest, const long double *source,
    size_t nelems, int pe);
void shmem_ctx_char_get_nbi(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems,
    int pe);
void shmem_ctx_schar_get_nbi(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    size_t nelems, int pe);
void shmem_ctx_short_get_nbi(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems,
    int pe);
void shmem_ctx_int_get_nbi(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems,
    int pe);
void shmem_ctx_long_get_nbi(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems,
    int pe);
void shmem_ctx_longlong_get_nbi(shmem_ctx_t ctx, long long *dest, const long long *source,
    size_t nelems, int pe);
void shmem_ctx_uchar_get_nbi(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source,
    size_t nelems, int pe);
void shmem_ctx_ushort_get_nbi(shmem_ctx_t ctx, unsigned short *dest,
    const unsigned short *source, size_t nelems, int pe);
void shmem_ctx_uint_get_nbi(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    size_t nelems, int pe);
void shmem_ctx_ulong_get_nbi(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source,
    size_t nelems, int pe);
void shmem_ctx_ulonglong_get_nbi(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, size_t nelems, int pe);
void shmem_ctx_int8_get_nbi(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems,
    int pe);
void shmem_ctx_int16_get_nbi(shmem_ctx_t ctx, int16_t *dest, const int16_t *source,
    size_t nelems, int pe);
void shmem_ctx_int32_get_nbi(shmem_ctx_t ctx, int32_t *dest, const int32_t *source,
    size_t nelems, int pe);
void shmem_ctx_int64_get_nbi(shmem_ctx_t ctx, int64_t *dest, const int64_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint8_get_nbi(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint16_get_nbi(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint32_get_nbi(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    size_t nelems, int pe);
void shmem_ctx_uint64_get_nbi(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    size_t nelems, int pe);
void shmem_ctx_size_get_nbi(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems,
    int pe);
void shmem_ctx_ptrdiff_get_nbi(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems, int pe);
void shmem_ctx_get8_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_get16_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_get32_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_get64_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_get128_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);
void shmem_ctx_getmem_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    int pe);

/* Atomic memory operations. */

float shmem_float_atomic_fetch(const float *source, int pe);
double shmem_double_atomic_fetch(const double *source, int pe);
int shmem_int_atomic_fetch(const int *source, int pe);
long shmem_long_atomic_fetch(const long *source, int pe);
long long shmem_longlong_atomic_fetch(const long long *source, int pe);
unsigned int shmem_uint_atomic_fetch(const unsigned int *source, int pe);
unsigned long shmem_ulong_atomic_fetch(const unsigned long *source, int pe);
unsigned long long shmem_ulonglong_atomic_fetch(const unsigned long long *source, int pe);
int32_t shmem_int32_atomic_fetch(const int32_t *source, int pe);
int64_t shmem_int64_atomic_fetch(const int64_t *source, int pe);
uint32_t shmem_uint32_atomic_fetch(const uint32_t *source, int pe);
uint64_t shmem_uint64_atomic_fetch(const uint64_t *source, int pe);
size_t shmem_size_atomic_fetch(const size_t *source, int pe);
ptrdiff_t shmem_ptrdiff_atomic_fetch(const ptrdiff_t *source, int pe);
float shmem_ctx_float_atomic_fetch(shmem_ctx_t ctx, const float *source, int pe);
double shmem_ctx_double_atomic_fetch(shmem_ctx_t ctx, const double *source, int pe);
int shmem_ctx_int_atomic_fetch(shmem_ctx_t ctx, const int *source, int pe);
long shmem_ctx_long_atomic_fetch(shmem_ctx_t ctx, const long *source, int pe);
long long shmem_ctx_longlong_atomic_fetch(shmem_ctx_t ctx, const long long *source, int pe);
unsigned int shmem_ctx_uint_atomic_fetch(shmem_ctx_t ctx, const unsigned int *source, int pe);
unsigned long shmem_ctx_ulong_atomic_fetch(shmem_ctx_t ctx, const unsigned long *source, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_fetch(shmem_ctx_t ctx,
    const unsigned long long *source, int pe);
int32_t shmem_ctx_int32_atomic_fetch(shmem_ctx_t ctx, const int32_t *source, int pe);
int64_t shmem_ctx_int64_atomic_fetch(shmem_ctx_t ctx, const int64_t *source, int pe);
uint32_t shmem_ctx_uint32_atomic_fetch(shmem_ctx_t ctx, const uint32_t *source, int pe);
uint64_t shmem_ctx_uint64_atomic_fetch(shmem_ctx_t ctx, const uint64_t *source, int pe);
size_t shmem_ctx_size_atomic_fetch(shmem_ctx_t ctx, const size_t *source, int pe);
ptrdiff_t shmem_ctx_ptrdiff_atomic_fetch(shmem_ctx_t ctx, const ptrdiff_t *source, int pe);

void shmem_float_atomic_set(float *dest, float value, int pe);
void shmem_double_atomic_set(double *dest, double value, int pe);
void shmem_int_atomic_set(int *dest, int value, int pe);
void shmem_long_atomic_set(long *dest, long value, int pe);
void shmem_longlong_atomic_set(long long *dest, long long value, int pe);
void shmem_uint_atomic_set(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_atomic_set(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_atomic_set(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int32_atomic_set(int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_set(int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_set(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_set(uint64_t *dest, uint64_t value, int pe);
void shmem_size_atomic_set(size_t *dest, size_t value, int pe);
void shmem_ptrdiff_atomic_set(ptrdiff_t *dest, ptrdiff_t value, int pe);
void shmem_ctx_float_atomic_set(shmem_ctx_t ctx, float *dest, float value, int pe);
void shmem_ctx_double_atomic_set(shmem_ctx_t ctx, double *dest, double value, int pe);
void shmem_ctx_int_atomic_set(shmem_ctx_t ctx, int *dest, int value, int pe);
void shmem_ctx_long_atomic_set(shmem_ctx_t ctx, long *dest, long value, int pe);
void shmem_ctx_longlong_atomic_set(shmem_ctx_t ctx, long long *dest, long long value, int pe);
void shmem_ctx_uint_atomic_set(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_set(shmem_ctx_t ctx, unsigned long *dest, unsigned long value,
    int pe);
void shmem_ctx_ulonglong_atomic_set(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_ctx_int32_atomic_set(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmem_ctx_int64_atomic_set(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmem_ctx_uint32_atomic_set(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmem_ctx_uint64_atomic_set(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_size_atomic_set(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
void shmem_ctx_ptrdiff_atomic_set(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value, int pe);

int shmem_int_atomic_compare_swap(int *dest, int cond, int value, int pe);
long shmem_long_atomic_compare_swap(long *dest, long cond, long value, int pe);
long long shmem_longlong_atomic_compare_swap(long long *dest, long long cond, long long value,
    int pe);
unsigned int shmem_uint_atomic_compare_swap(unsigned int *dest, unsigned int cond,
    unsigned int value, int pe);
unsigned long shmem_ulong_atomic_compare_swap(unsigned long *dest, unsigned long cond,
    unsigned long value, int pe);
unsigned long long shmem_ulonglong_atomic_compare_swap(unsigned long long *dest,
    unsigned long long cond, unsigned long long value, int pe);
int32_t shmem_int32_atomic_compare_swap(int32_t *dest, int32_t cond, int32_t value, int pe);
int64_t shmem_int64_atomic_compare_swap(int64_t *dest, int64_t cond, int64_t value, int pe);
uint32_t shmem_uint32_atomic_compare_swap(uint32_t *dest, uint32_t cond, uint32_t value,
    int pe);
uint64_t shmem_uint64_atomic_compare_swap(uint64_t *dest, uint64_t cond, uint64_t value,
    int pe);
size_t shmem_size_atomic_compare_swap(size_t *dest, size_t cond, size_t value, int pe);
ptrdiff_t shmem_ptrdiff_atomic_compare_swap(ptrdiff_t *dest, ptrdiff_t cond, ptrdiff_t value,
    int pe);
int shmem_ctx_int_atomic_compare_swap(shmem_ctx_t ctx, int *dest, int cond, int value, int pe);
long shmem_ctx_long_atomic_compare_swap(shmem_ctx_t ctx, long *dest, long cond, long value,
    int pe);
long long shmem_ctx_longlong_atomic_compare_swap(shmem_ctx_t ctx, long long *dest,
    long long cond, long long value, int pe);
unsigned int shmem_ctx_uint_atomic_compare_swap(shmem_ctx_t ctx, unsigned int *dest,
    unsigned int cond, unsigned int value, int pe);
unsigned long shmem_ctx_ulong_atomic_compare_swap(shmem_ctx_t ctx, unsigned long *dest,
    unsigned long cond, unsigned long value, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_compare_swap(shmem_ctx_t ctx,
    unsigned long long *dest, unsigned long long cond, unsigned long long value, int pe);
int32_t shmem_ctx_int32_atomic_compare_swap(shmem_ctx_t ctx, int32_t *dest, int32_t cond,
    int32_t value, int pe);
int64_t shmem_ctx_int64_atomic_compare_swap(shmem_ctx_t ctx, int64_t *dest, int64_t cond,
    int64_t value, int pe);
uint32_t shmem_ctx_uint32_atomic_compare_swap(shmem_ctx_t ctx, uint32_t *dest, uint32_t cond,
    uint32_t value, int pe);
uint64_t shmem_ctx_uint64_atomic_compare_swap(shmem_ctx_t ctx, uint64_t *dest, uint64_t cond,
    uint64_t value, int pe);
size_t shmem_ctx_size_atomic_compare_swap(shmem_ctx_t ctx, size_t *dest, size_t cond,
    size_t value, int pe);
ptrdiff_t shmem_ctx_ptrdiff_atomic_compare_swap(shmem_ctx_t ctx, ptrdiff_t *dest,
    ptrdiff_t cond, ptrdiff_t value, int pe);

float shmem_float_atomic_swap(float *dest, float value, int pe);
double shmem_double_atomic_swap(double *dest, double value, int pe);
int shmem_int_atomic_swap(int *dest, int value, int pe);
long shmem_long_atomic_swap(long *dest, long value, int pe);
long long shmem_longlong_atomic_swap(long long *dest, long long value, int pe);
unsigned int shmem_uint_atomic_swap(unsigned int *dest, unsigned int value, int pe);
unsigned long shmem_ulong_atomic_swap(unsigned long *dest, unsigned long value, int pe);
unsigned long long shmem_ulonglong_atomic_swap(unsigned long long *dest,
    unsigned long long value, int pe);
int32_t shmem_int32_atomic_swap(int32_t *dest, int32_t value, int pe);
int64_t shmem_int64_atomic_swap(int64_t *dest, int64_t value, int pe);
uint32_t shmem_uint32_atomic_swap(uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_uint64_atomic_swap(uint64_t *dest, uint64_t value, int pe);
size_t shmem_size_atomic_swap(size_t *dest, size_t value, int pe);
ptrdiff_t shmem_ptrdiff_atomic_swap(ptrdiff_t *dest, ptrdiff_t value, int pe);
float shmem_ctx_float_atomic_swap(shmem_ctx_t ctx, float *dest, float value, int pe);
double shmem_ctx_double_atomic_swap(shmem_ctx_t ctx, double *dest, double value, int pe);
int shmem_ctx_int_atomic_swap(shmem_ctx_t ctx, int *dest, int value, int pe);
long shmem_ctx_long_atomic_swap(shmem_ctx_t ctx, long *dest, long value, int pe);
long long shmem_ctx_longlong_atomic_swap(shmem_ctx_t ctx, long long *dest, long long value,
    int pe);
unsigned int shmem_ctx_uint_atomic_swap(shmem_ctx_t ctx, unsigned int *dest, unsigned int value,
    int pe);
unsigned long shmem_ctx_ulong_atomic_swap(shmem_ctx_t ctx, unsigned long *dest,
    unsigned long value, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_swap(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
int32_t shmem_ctx_int32_atomic_swap(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
int64_t shmem_ctx_int64_atomic_swap(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
uint32_t shmem_ctx_uint32_atomic_swap(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_ctx_uint64_atomic_swap(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);
size_t shmem_ctx_size_atomic_swap(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
ptrdiff_t shmem_ctx_ptrdiff_atomic_swap(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value,
    int pe);

int shmem_int_atomic_fetch_inc(int *dest, int pe);
long shmem_long_atomic_fetch_inc(long *dest, int pe);
long long shmem_longlong_atomic_fetch_inc(long long *dest, int pe);
unsigned int shmem_uint_atomic_fetch_inc(unsigned int *dest, int pe);
unsigned long shmem_ulong_atomic_fetch_inc(unsigned long *dest, int pe);
unsigned long long shmem_ulonglong_atomic_fetch_inc(unsigned long long *dest, int pe);
int32_t shmem_int32_atomic_fetch_inc(int32_t *dest, int pe);
int64_t shmem_int64_atomic_fetch_inc(int64_t *dest, int pe);
uint32_t shmem_uint32_atomic_fetch_inc(uint32_t *dest, int pe);
uint64_t shmem_uint64_atomic_fetch_inc(uint64_t *dest, int pe);
size_t shmem_size_atomic_fetch_inc(size_t *dest, int pe);
ptrdiff_t shmem_ptrdiff_atomic_fetch_inc(ptrdiff_t *dest, int pe);
int shmem_ctx_int_atomic_fetch_inc(shmem_ctx_t ctx, int *dest, int pe);
long shmem_ctx_long_atomic_fetch_inc(shmem_ctx_t ctx, long *dest, int pe);
long long shmem_ctx_longlong_atomic_fetch_inc(shmem_ctx_t ctx, long long *dest, int pe);
unsigned int shmem_ctx_uint_atomic_fetch_inc(shmem_ctx_t ctx, unsigned int *dest, int pe);
unsigned long shmem_ctx_ulong_atomic_fetch_inc(shmem_ctx_t ctx, unsigned long *dest, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_fetch_inc(shmem_ctx_t ctx,
    unsigned long long *dest, int pe);
int32_t shmem_ctx_int32_atomic_fetch_inc(shmem_ctx_t ctx, int32_t *dest, int pe);
int64_t shmem_ctx_int64_atomic_fetch_inc(shmem_ctx_t ctx, int64_t *dest, int pe);
uint32_t shmem_ctx_uint32_atomic_fetch_inc(shmem_ctx_t ctx, uint32_t *dest, int pe);
uint64_t shmem_ctx_uint64_atomic_fetch_inc(shmem_ctx_t ctx, uint64_t *dest, int pe);
size_t shmem_ctx_size_atomic_fetch_inc(shmem_ctx_t ctx, size_t *dest, int pe);
ptrdiff_t shmem_ctx_ptrdiff_atomic_fetch_inc(shmem_ctx_t ctx, ptrdiff_t *dest, int pe);

void shmem_int_atomic_inc(int *dest, int pe);
void shmem_long_atomic_inc(long *dest, int pe);
void shmem_longlong_atomic_inc(long long *dest, int pe);
void shmem_uint_atomic_inc(unsigned int *dest, int pe);
void shmem_ulong_atomic_inc(unsigned long *dest, int pe);
void shmem_ulonglong_atomic_inc(unsigned long long *dest, int pe);
void shmem_int32_atomic_inc(int32_t *dest, int pe);
void shmem_int64_atomic_inc(int64_t *dest, int pe);
void shmem_uint32_atomic_inc(uint32_t *dest, int pe);
void shmem_uint64_atomic_inc(uint64_t *dest, int pe);
void shmem_size_atomic_inc(size_t *dest, int pe);
void shmem_ptrdiff_atomic_inc(ptrdiff_t *dest, int pe);
void shmem_ctx_int_atomic_inc(shmem_ctx_t ctx, int *dest, int pe);
void shmem_ctx_long_atomic_inc(shmem_ctx_t ctx, long *dest, int pe);
void shmem_ctx_longlong_atomic_inc(shmem_ctx_t ctx, long long *dest, int pe);
void shmem_ctx_uint_atomic_inc(shmem_ctx_t ctx, unsigned int *dest, int pe);
void shmem_ctx_ulong_atomic_inc(shmem_ctx_t ctx, unsigned long *dest, int pe);
void shmem_ctx_ulonglong_atomic_inc(shmem_ctx_t ctx, unsigned long long *dest, int pe);
void shmem_ctx_int32_atomic_inc(shmem_ctx_t ctx, int32_t *dest, int pe);
void shmem_ctx_int64_atomic_inc(shmem_ctx_t ctx, int64_t *dest, int pe);
void shmem_ctx_uint32_atomic_inc(shmem_ctx_t ctx, uint32_t *dest, int pe);
void shmem_ctx_uint64_atomic_inc(shmem_ctx_t ctx, uint64_t *dest, int pe);
void shmem_ctx_size_atomic_inc(shmem_ctx_t ctx, size_t *dest, int pe);
void shmem_ctx_ptrdiff_atomic_inc(shmem_ctx_t ctx, ptrdiff_t *dest, int pe);

int shmem_int_atomic_fetch_add(int *dest, int value, int pe);
long shmem_long_atomic_fetch_add(long *dest, long value, int pe);
long long shmem_longlong_atomic_fetch_add(long long *dest, long long value, int pe);
unsigned int shmem_uint_atomic_fetch_add(unsigned int *dest, unsigned int value, int pe);
unsigned long shmem_ulong_atomic_fetch_add(unsigned long *dest, unsigned long value, int pe);
unsigned long long shmem_ulonglong_atomic_fetch_add(unsigned long long *dest,
    unsigned long long value, int pe);
int32_t shmem_int32_atomic_fetch_add(int32_t *dest, int32_t value, int pe);
int64_t shmem_int64_atomic_fetch_add(int64_t *dest, int64_t value, int pe);
uint32_t shmem_uint32_atomic_fetch_add(uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_uint64_atomic_fetch_add(uint64_t *dest, uint64_t value, int pe);
size_t shmem_size_atomic_fetch_add(size_t *dest, size_t value, int pe);
ptrdiff_t shmem_ptrdiff_atomic_fetch_add(ptrdiff_t *dest, ptrdiff_t value, int pe);
int shmem_ctx_int_atomic_fetch_add(shmem_ctx_t ctx, int *dest, int value, int pe);
long shmem_ctx_long_atomic_fetch_add(shmem_ctx_t ctx, long *dest, long value, int pe);
long long shmem_ctx_longlong_atomic_fetch_add(shmem_ctx_t ctx, long long *dest, long long value,
    int pe);
unsigned int shmem_ctx_uint_atomic_fetch_add(shmem_ctx_t ctx, unsigned int *dest,
    unsigned int value, int pe);
unsigned long shmem_ctx_ulong_atomic_fetch_add(shmem_ctx_t ctx, unsigned long *dest,
    unsigned long value, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_fetch_add(shmem_ctx_t ctx,
    unsigned long long *dest, unsigned long long value, int pe);
int32_t shmem_ctx_int32_atomic_fetch_add(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
int64_t shmem_ctx_int64_atomic_fetch_add(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
uint32_t shmem_ctx_uint32_atomic_fetch_add(shmem_ctx_t ctx, uint32_t *dest, uint32_t value,
    int pe);
uint64_t shmem_ctx_uint64_atomic_fetch_add(shmem_ctx_t ctx, uint64_t *dest, uint64_t value,
    int pe);
size_t shmem_ctx_size_atomic_fetch_add(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
ptrdiff_t shmem_ctx_ptrdiff_atomic_fetch_add(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value,
    int pe);

void shmem_int_atomic_add(int *dest, int value, int pe);
void shmem_long_atomic_add(long *dest, long value, int pe);
void shmem_longlong_atomic_add(long long *dest, long long value, int pe);
void shmem_uint_atomic_add(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_atomic_add(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_atomic_add(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int32_atomic_add(int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_add(int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_add(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_add(uint64_t *dest, uint64_t value, int pe);
void shmem_size_atomic_add(size_t *dest, size_t value, int pe);
void shmem_ptrdiff_atomic_add(ptrdiff_t *dest, ptrdiff_t value, int pe);
void shmem_ctx_int_atomic_add(shmem_ctx_t ctx, int *dest, int value, int pe);
void shmem_ctx_long_atomic_add(shmem_ctx_t ctx, long *dest, long value, int pe);
void shmem_ctx_longlong_atomic_add(shmem_ctx_t ctx, long long *dest, long long value, int pe);
void shmem_ctx_uint_atomic_add(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_add(shmem_ctx_t ctx, unsigned long *dest, unsigned long value,
    int pe);
void shmem_ctx_ulonglong_atomic_add(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_ctx_int32_atomic_add(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmem_ctx_int64_atomic_add(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmem_ctx_uint32_atomic_add(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmem_ctx_uint64_atomic_add(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_size_atomic_add(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
void shmem_ctx_ptrdiff_atomic_add(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value, int pe);

unsigned int shmem_uint_atomic_fetch_and(unsigned int *dest, unsigned int value, int pe);
unsigned long shmem_ulong_atomic_fetch_and(unsigned long *dest, unsigned long value, int pe);
unsigned long long shmem_ulonglong_atomic_fetch_and(unsigned long long *dest,
    unsigned long long value, int pe);
int32_t shmem_int32_atomic_fetch_and(int32_t *dest, int32_t value, int pe);
int64_t shmem_int64_atomic_fetch_and(int64_t *dest, int64_t value, int pe);
uint32_t shmem_uint32_atomic_fetch_and(uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_uint64_atomic_fetch_and(uint64_t *dest, uint64_t value, int pe);
unsigned int shmem_ctx_uint_atomic_fetch_and(shmem_ctx_t ctx, unsigned int *dest,
    unsigned int value, int pe);
unsigned long shmem_ctx_ulong_atomic_fetch_and(shmem_ctx_t ctx, unsigned long *dest,
    unsigned long value, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_fetch_and(shmem_ctx_t ctx,
    unsigned long long *dest, unsigned long long value, int pe);
int32_t shmem_ctx_int32_atomic_fetch_and(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
int64_t shmem_ctx_int64_atomic_fetch_and(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
uint32_t shmem_ctx_uint32_atomic_fetch_and(shmem_ctx_t ctx, uint32_t *dest, uint32_t value,
    int pe);
uint64_t shmem_ctx_uint64_atomic_fetch_and(shmem_ctx_t ctx, uint64_t *dest, uint64_t value,
    int pe);

void shmem_uint_atomic_and(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_atomic_and(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_atomic_and(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int32_atomic_and(int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_and(int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_and(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_and(uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_uint_atomic_and(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_and(shmem_ctx_t ctx, unsigned long *dest, unsigned long value,
    int pe);
void shmem_ctx_ulonglong_atomic_and(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_ctx_int32_atomic_and(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmem_ctx_int64_atomic_and(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmem_ctx_uint32_atomic_and(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmem_ctx_uint64_atomic_and(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);

unsigned int shmem_uint_atomic_fetch_or(unsigned int *dest, unsigned int value, int pe);
unsigned long shmem_ulong_atomic_fetch_or(unsigned long *dest, unsigned long value, int pe);
unsigned long long shmem_ulonglong_atomic_fetch_or(unsigned long long *dest,
    unsigned long long value, int pe);
int32_t shmem_int32_atomic_fetch_or(int32_t *dest, int32_t value, int pe);
int64_t shmem_int64_atomic_fetch_or(int64_t *dest, int64_t value, int pe);
uint32_t shmem_uint32_atomic_fetch_or(uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_uint64_atomic_fetch_or(uint64_t *dest, uint64_t value, int pe);
unsigned int shmem_ctx_uint_atomic_fetch_or(shmem_ctx_t ctx, unsigned int *dest,
    unsigned int value, int pe);
unsigned long shmem_ctx_ulong_atomic_fetch_or(shmem_ctx_t ctx, unsigned long *dest,
    unsigned long value, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_fetch_or(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
int32_t shmem_ctx_int32_atomic_fetch_or(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
int64_t shmem_ctx_int64_atomic_fetch_or(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
uint32_t shmem_ctx_uint32_atomic_fetch_or(shmem_ctx_t ctx, uint32_t *dest, uint32_t value,
    int pe);
uint64_t shmem_ctx_uint64_atomic_fetch_or(shmem_ctx_t ctx, uint64_t *dest, uint64_t value,
    int pe);

void shmem_uint_atomic_or(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_atomic_or(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_atomic_or(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int32_atomic_or(int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_or(int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_or(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_or(uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_uint_atomic_or(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_or(shmem_ctx_t ctx, unsigned long *dest, unsigned long value,
    int pe);
void shmem_ctx_ulonglong_atomic_or(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_ctx_int32_atomic_or(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmem_ctx_int64_atomic_or(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmem_ctx_uint32_atomic_or(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmem_ctx_uint64_atomic_or(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);

unsigned int shmem_uint_atomic_fetch_xor(unsigned int *dest, unsigned int value, int pe);
unsigned long shmem_ulong_atomic_fetch_xor(unsigned long *dest, unsigned long value, int pe);
unsigned long long shmem_ulonglong_atomic_fetch_xor(unsigned long long *dest,
    unsigned long long value, int pe);
int32_t shmem_int32_atomic_fetch_xor(int32_t *dest, int32_t value, int pe);
int64_t shmem_int64_atomic_fetch_xor(int64_t *dest, int64_t value, int pe);
uint32_t shmem_uint32_atomic_fetch_xor(uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_uint64_atomic_fetch_xor(uint64_t *dest, uint64_t value, int pe);
unsigned int shmem_ctx_uint_atomic_fetch_xor(shmem_ctx_t ctx, unsigned int *dest,
    unsigned int value, int pe);
unsigned long shmem_ctx_ulong_atomic_fetch_xor(shmem_ctx_t ctx, unsigned long *dest,
    unsigned long value, int pe);
unsigned long long shmem_ctx_ulonglong_atomic_fetch_xor(shmem_ctx_t ctx,
    unsigned long long *dest, unsigned long long value, int pe);
int32_t shmem_ctx_int32_atomic_fetch_xor(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
int64_t shmem_ctx_int64_atomic_fetch_xor(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
uint32_t shmem_ctx_uint32_atomic_fetch_xor(shmem_ctx_t ctx, uint32_t *dest, uint32_t value,
    int pe);
uint64_t shmem_ctx_uint64_atomic_fetch_xor(shmem_ctx_t ctx, uint64_t *dest, uint64_t value,
    int pe);

void shmem_uint_atomic_xor(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_atomic_xor(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_atomic_xor(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int32_atomic_xor(int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_xor(int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_xor(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_xor(uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_uint_atomic_xor(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_xor(shmem_ctx_t ctx, unsigned long *dest, unsigned long value,
    int pe);
void shmem_ctx_ulonglong_atomic_xor(shmem_ctx_t ctx, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_ctx_int32_atomic_xor(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmem_ctx_int64_atomic_xor(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmem_ctx_uint32_atomic_xor(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmem_ctx_uint64_atomic_xor(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);

void shmem_float_atomic_fetch_nbi(float *fetch, const float *source, int pe);
void shmem_double_atomic_fetch_nbi(double *fetch, const double *source, int pe);
void shmem_int_atomic_fetch_nbi(int *fetch, const int *source, int pe);
void shmem_long_atomic_fetch_nbi(long *fetch, const long *source, int pe);
void shmem_longlong_atomic_fetch_nbi(long long *fetch, const long long *source, int pe);
void shmem_uint_atomic_fetch_nbi(unsigned int *fetch, const unsigned int *source, int pe);
void shmem_ulong_atomic_fetch_nbi(unsigned long *fetch, const unsigned long *source, int pe);
void shmem_ulonglong_atomic_fetch_nbi(unsigned long long *fetch,
    const unsigned long long *source, int pe);
void shmem_int32_atomic_fetch_nbi(int32_t *fetch, const int32_t *source, int pe);
void shmem_int64_atomic_fetch_nbi(int64_t *fetch, const int64_t *source, int pe);
void shmem_uint32_atomic_fetch_nbi(uint32_t *fetch, const uint32_t *source, int pe);
void shmem_uint64_atomic_fetch_nbi(uint64_t *fetch, const uint64_t *source, int pe);
void shmem_size_atomic_fetch_nbi(size_t *fetch, const size_t *source, int pe);
void shmem_ptrdiff_atomic_fetch_nbi(ptrdiff_t *fetch, const ptrdiff_t *source, int pe);
void shmem_ctx_float_atomic_fetch_nbi(shmem_ctx_t ctx, float *fetch, const float *source,
    int pe);
void shmem_ctx_double_atomic_fetch_nbi(shmem_ctx_t ctx, double *fetch, const double *source,
    int pe);
void shmem_ctx_int_atomic_fetch_nbi(shmem_ctx_t ctx, int *fetch, const int *source, int pe);
void shmem_ctx_long_atomic_fetch_nbi(shmem_ctx_t ctx, long *fetch, const long *source, int pe);
void shmem_ctx_longlong_atomic_fetch_nbi(shmem_ctx_t ctx, long long *fetch,
    const long long *source, int pe);
void shmem_ctx_uint_atomic_fetch_nbi(shmem_ctx_t ctx, unsigned int *fetch,
    const unsigned int *source, int pe);
void shmem_ctx_ulong_atomic_fetch_nbi(shmem_ctx_t ctx, unsigned long *fetch,
    const unsigned long *source, int pe);
void shmem_ctx_ulonglong_atomic_fetch_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    const unsigned long long *source, int pe);
void shmem_ctx_int32_atomic_fetch_nbi(shmem_ctx_t ctx, int32_t *fetch, const int32_t *source,
    int pe);
void shmem_ctx_int64_atomic_fetch_nbi(shmem_ctx_t ctx, int64_t *fetch, const int64_t *source,
    int pe);
void shmem_ctx_uint32_atomic_fetch_nbi(shmem_ctx_t ctx, uint32_t *fetch, const uint32_t *source,
    int pe);
void shmem_ctx_uint64_atomic_fetch_nbi(shmem_ctx_t ctx, uint64_t *fetch, const uint64_t *source,
    int pe);
void shmem_ctx_size_atomic_fetch_nbi(shmem_ctx_t ctx, size_t *fetch, const size_t *source,
    int pe);
void shmem_ctx_ptrdiff_atomic_fetch_nbi(shmem_ctx_t ctx, ptrdiff_t *fetch,
    const ptrdiff_t *source, int pe);

void shmem_int_atomic_compare_swap_nbi(int *fetch, int *dest, int cond, int value, int pe);
void shmem_long_atomic_compare_swap_nbi(long *fetch, long *dest, long cond, long value,
    int pe);
void shmem_longlong_atomic_compare_swap_nbi(long long *fetch, long long *dest, long long cond,
    long long value, int pe);
void shmem_uint_atomic_compare_swap_nbi(unsigned int *fetch, unsigned int *dest,
    unsigned int cond, unsigned int value, int pe);
void shmem_ulong_atomic_compare_swap_nbi(unsigned long *fetch, unsigned long *dest,
    unsigned long cond, unsigned long value, int pe);
void shmem_ulonglong_atomic_compare_swap_nbi(unsigned long long *fetch, unsigned long long *dest,
    unsigned long long cond, unsigned long long value, int pe);
void shmem_int32_atomic_compare_swap_nbi(int32_t *fetch, int32_t *dest, int32_t cond,
    int32_t value, int pe);
void shmem_int64_atomic_compare_swap_nbi(int64_t *fetch, int64_t *dest, int64_t cond,
    int64_t value, int pe);
void shmem_uint32_atomic_compare_swap_nbi(uint32_t *fetch, uint32_t *dest, uint32_t cond,
    uint32_t value, int pe);
void shmem_uint64_atomic_compare_swap_nbi(uint64_t *fetch, uint64_t *dest, uint64_t cond,
    uint64_t value, int pe);
void shmem_size_atomic_compare_swap_nbi(size_t *fetch, size_t *dest, size_t cond, size_t value,
    int pe);
void shmem_ptrdiff_atomic_compare_swap_nbi(ptrdiff_t *fetch, ptrdiff_t *dest, ptrdiff_t cond,
    ptrdiff_t value, int pe);
void shmem_ctx_int_atomic_compare_swap_nbi(shmem_ctx_t ctx, int *fetch, int *dest, int cond,
    int value, int pe);
void shmem_ctx_long_atomic_compare_swap_nbi(shmem_ctx_t ctx, long *fetch, long *dest,
    long cond, long value, int pe);
void shmem_ctx_longlong_atomic_compare_swap_nbi(shmem_ctx_t ctx, long long *fetch,
    long long *dest, long long cond, long long value, int pe);
void shmem_ctx_uint_atomic_compare_swap_nbi(shmem_ctx_t ctx, unsigned int *fetch,
    unsigned int *dest, unsigned int cond, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_compare_swap_nbi(shmem_ctx_t ctx, unsigned long *fetch,
    unsigned long *dest, unsigned long cond, unsigned long value, int pe);
void shmem_ctx_ulonglong_atomic_compare_swap_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    unsigned long long *dest, unsigned long long cond, unsigned long long value, int pe);
void shmem_ctx_int32_atomic_compare_swap_nbi(shmem_ctx_t ctx, int32_t *fetch, int32_t *dest,
    int32_t cond, int32_t value, int pe);
void shmem_ctx_int64_atomic_compare_swap_nbi(shmem_ctx_t ctx, int64_t *fetch, int64_t *dest,
    int64_t cond, int64_t value, int pe);
void shmem_ctx_uint32_atomic_compare_swap_nbi(shmem_ctx_t ctx, uint32_t *fetch, uint32_t *dest,
    uint32_t cond, uint32_t value, int pe);
void shmem_ctx_uint64_atomic_compare_swap_nbi(shmem_ctx_t ctx, uint64_t *fetch, uint64_t *dest,
    uint64_t cond, uint64_t value, int pe);
void shmem_ctx_size_atomic_compare_swap_nbi(shmem_ctx_t ctx, size_t *fetch, size_t *dest,
    size_t cond, size_t value, int pe);
void shmem_ctx_ptrdiff_atomic_compare_swap_nbi(shmem_ctx_t ctx, ptrdiff_t *fetch,
    ptrdiff_t *dest, ptrdiff_t cond, ptrdiff_t value, int pe);

void shmem_float_atomic_swap_nbi(float *fetch, float *dest, float value, int pe);
void shmem_double_atomic_swap_nbi(double *fetch, double *dest, double value, int pe);
void shmem_int_atomic_swap_nbi(int *fetch, int *dest, int value, int pe);
void shmem_long_atomic_swap_nbi(long *fetch, long *dest, long value, int pe);
void shmem_longlong_atomic_swap_nbi(long long *fetch, long long *dest, long long value, int pe);
void shmem_uint_atomic_swap_nbi(unsigned int *fetch, unsigned int *dest, unsigned int value,
    int pe);
void shmem_ulong_atomic_swap_nbi(unsigned long *fetch, unsigned long *dest, unsigned long value,
    int pe);
void shmem_ulonglong_atomic_swap_nbi(unsigned long long *fetch, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_int32_atomic_swap_nbi(int32_t *fetch, int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_swap_nbi(int64_t *fetch, int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_swap_nbi(uint32_t *fetch, uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_swap_nbi(uint64_t *fetch, uint64_t *dest, uint64_t value, int pe);
void shmem_size_atomic_swap_nbi(size_t *fetch, size_t *dest, size_t value, int pe);
void shmem_ptrdiff_atomic_swap_nbi(ptrdiff_t *fetch, ptrdiff_t *dest, ptrdiff_t value, int pe);
void shmem_ctx_float_atomic_swap_nbi(shmem_ctx_t ctx, float *fetch, float *dest, float value,
    int pe);
void shmem_ctx_double_atomic_swap_nbi(shmem_ctx_t ctx, double *fetch, double *dest,
    double value, int pe);
void shmem_ctx_int_atomic_swap_nbi(shmem_ctx_t ctx, int *fetch, int *dest, int value, int pe);
void shmem_ctx_long_atomic_swap_nbi(shmem_ctx_t ctx, long *fetch, long *dest, long value,
    int pe);
void shmem_ctx_longlong_atomic_swap_nbi(shmem_ctx_t ctx, long long *fetch, long long *dest,
    long long value, int pe);
void shmem_ctx_uint_atomic_swap_nbi(shmem_ctx_t ctx, unsigned int *fetch, unsigned int *dest,
    unsigned int value, int pe);
void shmem_ctx_ulong_atomic_swap_nbi(shmem_ctx_t ctx, unsigned long *fetch, unsigned long *dest,
    unsigned long value, int pe);
void shmem_ctx_ulonglong_atomic_swap_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    unsigned long long *dest, unsigned long long value, int pe);
void shmem_ctx_int32_atomic_swap_nbi(shmem_ctx_t ctx, int32_t *fetch, int32_t *dest,
    int32_t value, int pe);
void shmem_ctx_int64_atomic_swap_nbi(shmem_ctx_t ctx, int64_t *fetch, int64_t *dest,
    int64_t value, int pe);
void shmem_ctx_uint32_atomic_swap_nbi(shmem_ctx_t ctx, uint32_t *fetch, uint32_t *dest,
    uint32_t value, int pe);
void shmem_ctx_uint64_atomic_swap_nbi(shmem_ctx_t ctx, uint64_t *fetch, uint64_t *dest,
    uint64_t value, int pe);
void shmem_ctx_size_atomic_swap_nbi(shmem_ctx_t ctx, size_t *fetch, size_t *dest, size_t value,
    int pe);
void shmem_ctx_ptrdiff_atomic_swap_nbi(shmem_ctx_t ctx, ptrdiff_t *fetch, ptrdiff_t *dest,
    ptrdiff_t value, int pe);

void shmem_int_atomic_fetch_inc_nbi(int *fetch, int *dest, int pe);
void shmem_long_atomic_fetch_inc_nbi(long *fetch, long *dest, int pe);
void shmem_longlong_atomic_fetch_inc_nbi(long long *fetch, long long *dest, int pe);
void shmem_uint_atomic_fetch_inc_nbi(unsigned int *fetch, unsigned int *dest, int pe);
void shmem_ulong_atomic_fetch_inc_nbi(unsigned long *fetch, unsigned long *dest, int pe);
void shmem_ulonglong_atomic_fetch_inc_nbi(unsigned long long *fetch, unsigned long long *dest,
    int pe);
void shmem_int32_atomic_fetch_inc_nbi(int32_t *fetch, int32_t *dest, int pe);
void shmem_int64_atomic_fetch_inc_nbi(int64_t *fetch, int64_t *dest, int pe);
void shmem_uint32_atomic_fetch_inc_nbi(uint32_t *fetch, uint32_t *dest, int pe);
void shmem_uint64_atomic_fetch_inc_nbi(uint64_t *fetch, uint64_t *dest, int pe);
void shmem_size_atomic_fetch_inc_nbi(size_t *fetch, size_t *dest, int pe);
void shmem_ptrdiff_atomic_fetch_inc_nbi(ptrdiff_t *fetch, ptrdiff_t *dest, int pe);
void shmem_ctx_int_atomic_fetch_inc_nbi(shmem_ctx_t ctx, int *fetch, int *dest, int pe);
void shmem_ctx_long_atomic_fetch_inc_nbi(shmem_ctx_t ctx, long *fetch, long *dest, int pe);
void shmem_ctx_longlong_atomic_fetch_inc_nbi(shmem_ctx_t ctx, long long *fetch, long long *dest,
    int pe);
void shmem_ctx_uint_atomic_fetch_inc_nbi(shmem_ctx_t ctx, unsigned int *fetch,
    unsigned int *dest, int pe);
void shmem_ctx_ulong_atomic_fetch_inc_nbi(shmem_ctx_t ctx, unsigned long *fetch,
    unsigned long *dest, int pe);
void shmem_ctx_ulonglong_atomic_fetch_inc_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    unsigned long long *dest, int pe);
void shmem_ctx_int32_atomic_fetch_inc_nbi(shmem_ctx_t ctx, int32_t *fetch, int32_t *dest,
    int pe);
void shmem_ctx_int64_atomic_fetch_inc_nbi(shmem_ctx_t ctx, int64_t *fetch, int64_t *dest,
    int pe);
void shmem_ctx_uint32_atomic_fetch_inc_nbi(shmem_ctx_t ctx, uint32_t *fetch, uint32_t *dest,
    int pe);
void shmem_ctx_uint64_atomic_fetch_inc_nbi(shmem_ctx_t ctx, uint64_t *fetch, uint64_t *dest,
    int pe);
void shmem_ctx_size_atomic_fetch_inc_nbi(shmem_ctx_t ctx, size_t *fetch, size_t *dest, int pe);
void shmem_ctx_ptrdiff_atomic_fetch_inc_nbi(shmem_ctx_t ctx, ptrdiff_t *fetch, ptrdiff_t *dest,
    int pe);

void shmem_int_atomic_fetch_add_nbi(int *fetch, int *dest, int value, int pe);
void shmem_long_atomic_fetch_add_nbi(long *fetch, long *dest, long value, int pe);
void shmem_longlong_atomic_fetch_add_nbi(long long *fetch, long long *dest, long long value,
    int pe);
void shmem_uint_atomic_fetch_add_nbi(unsigned int *fetch, unsigned int *dest,
    unsigned int value, int pe);
void shmem_ulong_atomic_fetch_add_nbi(unsigned long *fetch, unsigned long *dest,
    unsigned long value, int pe);
void shmem_ulonglong_atomic_fetch_add_nbi(unsigned long long *fetch, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_int32_atomic_fetch_add_nbi(int32_t *fetch, int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_fetch_add_nbi(int64_t *fetch, int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_fetch_add_nbi(uint32_t *fetch, uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_fetch_add_nbi(uint64_t *fetch, uint64_t *dest, uint64_t value, int pe);
void shmem_size_atomic_fetch_add_nbi(size_t *fetch, size_t *dest, size_t value, int pe);
void shmem_ptrdiff_atomic_fetch_add_nbi(ptrdiff_t *fetch, ptrdiff_t *dest, ptrdiff_t value,
    int pe);
void shmem_ctx_int_atomic_fetch_add_nbi(shmem_ctx_t ctx, int *fetch, int *dest, int value,
    int pe);
void shmem_ctx_long_atomic_fetch_add_nbi(shmem_ctx_t ctx, long *fetch, long *dest, long value,
    int pe);
void shmem_ctx_longlong_atomic_fetch_add_nbi(shmem_ctx_t ctx, long long *fetch, long long *dest,
    long long value, int pe);
void shmem_ctx_uint_atomic_fetch_add_nbi(shmem_ctx_t ctx, unsigned int *fetch,
    unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_fetch_add_nbi(shmem_ctx_t ctx, unsigned long *fetch,
    unsigned long *dest, unsigned long value, int pe);
void shmem_ctx_ulonglong_atomic_fetch_add_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    unsigned long long *dest, unsigned long long value, int pe);
void shmem_ctx_int32_atomic_fetch_add_nbi(shmem_ctx_t ctx, int32_t *fetch, int32_t *dest,
    int32_t value, int pe);
void shmem_ctx_int64_atomic_fetch_add_nbi(shmem_ctx_t ctx, int64_t *fetch, int64_t *dest,
    int64_t value, int pe);
void shmem_ctx_uint32_atomic_fetch_add_nbi(shmem_ctx_t ctx, uint32_t *fetch, uint32_t *dest,
    uint32_t value, int pe);
void shmem_ctx_uint64_atomic_fetch_add_nbi(shmem_ctx_t ctx, uint64_t *fetch, uint64_t *dest,
    uint64_t value, int pe);
void shmem_ctx_size_atomic_fetch_add_nbi(shmem_ctx_t ctx, size_t *fetch, size_t *dest,
    size_t value, int pe);
void shmem_ctx_ptrdiff_atomic_fetch_add_nbi(shmem_ctx_t ctx, ptrdiff_t *fetch, ptrdiff_t *dest,
    ptrdiff_t value, int pe);

void shmem_uint_atomic_fetch_and_nbi(unsigned int *fetch, unsigned int *dest,
    unsigned int value, int pe);
void shmem_ulong_atomic_fetch_and_nbi(unsigned long *fetch, unsigned long *dest,
    unsigned long value, int pe);
void shmem_ulonglong_atomic_fetch_and_nbi(unsigned long long *fetch, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_int32_atomic_fetch_and_nbi(int32_t *fetch, int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_fetch_and_nbi(int64_t *fetch, int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_fetch_and_nbi(uint32_t *fetch, uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_fetch_and_nbi(uint64_t *fetch, uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_uint_atomic_fetch_and_nbi(shmem_ctx_t ctx, unsigned int *fetch,
    unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_fetch_and_nbi(shmem_ctx_t ctx, unsigned long *fetch,
    unsigned long *dest, unsigned long value, int pe);
void shmem_ctx_ulonglong_atomic_fetch_and_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    unsigned long long *dest, unsigned long long value, int pe);
void shmem_ctx_int32_atomic_fetch_and_nbi(shmem_ctx_t ctx, int32_t *fetch, int32_t *dest,
    int32_t value, int pe);
void shmem_ctx_int64_atomic_fetch_and_nbi(shmem_ctx_t ctx, int64_t *fetch, int64_t *dest,
    int64_t value, int pe);
void shmem_ctx_uint32_atomic_fetch_and_nbi(shmem_ctx_t ctx, uint32_t *fetch, uint32_t *dest,
    uint32_t value, int pe);
void shmem_ctx_uint64_atomic_fetch_and_nbi(shmem_ctx_t ctx, uint64_t *fetch, uint64_t *dest,
    uint64_t value, int pe);

void shmem_uint_atomic_fetch_or_nbi(unsigned int *fetch, unsigned int *dest, unsigned int value,
    int pe);
void shmem_ulong_atomic_fetch_or_nbi(unsigned long *fetch, unsigned long *dest,
    unsigned long value, int pe);
void shmem_ulonglong_atomic_fetch_or_nbi(unsigned long long *fetch, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_int32_atomic_fetch_or_nbi(int32_t *fetch, int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_fetch_or_nbi(int64_t *fetch, int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_fetch_or_nbi(uint32_t *fetch, uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_fetch_or_nbi(uint64_t *fetch, uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_uint_atomic_fetch_or_nbi(shmem_ctx_t ctx, unsigned int *fetch,
    unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_fetch_or_nbi(shmem_ctx_t ctx, unsigned long *fetch,
    unsigned long *dest, unsigned long value, int pe);
void shmem_ctx_ulonglong_atomic_fetch_or_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    unsigned long long *dest, unsigned long long value, int pe);
void shmem_ctx_int32_atomic_fetch_or_nbi(shmem_ctx_t ctx, int32_t *fetch, int32_t *dest,
    int32_t value, int pe);
void shmem_ctx_int64_atomic_fetch_or_nbi(shmem_ctx_t ctx, int64_t *fetch, int64_t *dest,
    int64_t value, int pe);
void shmem_ctx_uint32_atomic_fetch_or_nbi(shmem_ctx_t ctx, uint32_t *fetch, uint32_t *dest,
    uint32_t value, int pe);
void shmem_ctx_uint64_atomic_fetch_or_nbi(shmem_ctx_t ctx, uint64_t *fetch, uint64_t *dest,
    uint64_t value, int pe);

void shmem_uint_atomic_fetch_xor_nbi(unsigned int *fetch, unsigned int *dest,
    unsigned int value, int pe);
void shmem_ulong_atomic_fetch_xor_nbi(unsigned long *fetch, unsigned long *dest,
    unsigned long value, int pe);
void shmem_ulonglong_atomic_fetch_xor_nbi(unsigned long long *fetch, unsigned long long *dest,
    unsigned long long value, int pe);
void shmem_int32_atomic_fetch_xor_nbi(int32_t *fetch, int32_t *dest, int32_t value, int pe);
void shmem_int64_atomic_fetch_xor_nbi(int64_t *fetch, int64_t *dest, int64_t value, int pe);
void shmem_uint32_atomic_fetch_xor_nbi(uint32_t *fetch, uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_atomic_fetch_xor_nbi(uint64_t *fetch, uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_uint_atomic_fetch_xor_nbi(shmem_ctx_t ctx, unsigned int *fetch,
    unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_ulong_atomic_fetch_xor_nbi(shmem_ctx_t ctx, unsigned long *fetch,
    unsigned long *dest, unsigned long value, int pe);
void shmem_ctx_ulonglong_atomic_fetch_xor_nbi(shmem_ctx_t ctx, unsigned long long *fetch,
    unsigned long long *dest, unsigned long long value, int pe);
void shmem_ctx_int32_atomic_fetch_xor_nbi(shmem_ctx_t ctx, int32_t *fetch, int32_t *dest,
    int32_t value, int pe);
void shmem_ctx_int64_atomic_fetch_xor_nbi(shmem_ctx_t ctx, int64_t *fetch, int64_t *dest,
    int64_t value, int pe);
void shmem_ctx_uint32_atomic_fetch_xor_nbi(shmem_ctx_t ctx, uint32_t *fetch, uint32_t *dest,
    uint32_t value, int pe);
void shmem_ctx_uint64_atomic_fetch_xor_nbi(shmem_ctx_t ctx, uint64_t *fetch, uint64_t *dest,
    uint64_t value, int pe);

/* Deprecated. */
float shmem_float_fetch(const float *source, int pe);
double shmem_double_fetch(const double *source, int pe);
int shmem_int_fetch(const int *source, int pe);
long shmem_long_fetch(const long *source, int pe);
long long shmem_longlong_fetch(const long long *source, int pe);
unsigned int shmem_uint_fetch(const unsigned int *source, int pe);
unsigned long shmem_ulong_fetch(const unsigned long *source, int pe);
unsigned long long shmem_ulonglong_fetch(const unsigned long long *source, int pe);
int32_t shmem_int32_fetch(const int32_t *source, int pe);
int64_t shmem_int64_fetch(const int64_t *source, int pe);
uint32_t shmem_uint32_fetch(const uint32_t *source, int pe);
uint64_t shmem_uint64_fetch(const uint64_t *source, int pe);
size_t shmem_size_fetch(const size_t *source, int pe);
ptrdiff_t shmem_ptrdiff_fetch(const ptrdiff_t *source, int pe);

/* Deprecated. */
void shmem_float_set(float *dest, float value, int pe);
void shmem_double_set(double *dest, double value, int pe);
void shmem_int_set(int *dest, int value, int pe);
void shmem_long_set(long *dest, long value, int pe);
void shmem_longlong_set(long long *dest, long long value, int pe);
void shmem_uint_set(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_set(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_set(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int32_set(int32_t *dest, int32_t value, int pe);
void shmem_int64_set(int64_t *dest, int64_t value, int pe);
void shmem_uint32_set(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_set(uint64_t *dest, uint64_t value, int pe);
void shmem_size_set(size_t *dest, size_t value, int pe);
void shmem_ptrdiff_set(ptrdiff_t *dest, ptrdiff_t value, int pe);

/* Deprecated. */
int shmem_int_cswap(int *dest, int cond, int value, int pe);
long shmem_long_cswap(long *dest, long cond, long value, int pe);
long long shmem_longlong_cswap(long long *dest, long long cond, long long value, int pe);
unsigned int shmem_uint_cswap(unsigned int *dest, unsigned int cond, unsigned int value,
    int pe);
unsigned long shmem_ulong_cswap(unsigned long *dest, unsigned long cond, unsigned long value,
    int pe);
unsigned long long shmem_ulonglong_cswap(unsigned long long *dest, unsigned long long cond,
    unsigned long long value, int pe);
int32_t shmem_int32_cswap(int32_t *dest, int32_t cond, int32_t value, int pe);
int64_t shmem_int64_cswap(int64_t *dest, int64_t cond, int64_t value, int pe);
uint32_t shmem_uint32_cswap(uint32_t *dest, uint32_t cond, uint32_t value, int pe);
uint64_t shmem_uint64_cswap(uint64_t *dest, uint64_t cond, uint64_t value, int pe);
size_t shmem_size_cswap(size_t *dest, size_t cond, size_t value, int pe);
ptrdiff_t shmem_ptrdiff_cswap(ptrdiff_t *dest, ptrdiff_t cond, ptrdiff_t value, int pe);

/* Deprecated. */
float shmem_float_swap(float *dest, float value, int pe);
double shmem_double_swap(double *dest, double value, int pe);
int shmem_int_swap(int *dest, int value, int pe);
long shmem_long_swap(long *dest, long value, int pe);
long long shmem_longlong_swap(long long *dest, long long value, int pe);
unsigned int shmem_uint_swap(unsigned int *dest, unsigned int value, int pe);
unsigned long shmem_ulong_swap(unsigned long *dest, unsigned long value, int pe);
unsigned long long shmem_ulonglong_swap(unsigned long long *dest, unsigned long long value,
    int pe);
int32_t shmem_int32_swap(int32_t *dest, int32_t value, int pe);
int64_t shmem_int64_swap(int64_t *dest, int64_t value, int pe);
uint32_t shmem_uint32_swap(uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_uint64_swap(uint64_t *dest, uint64_t value, int pe);
size_t shmem_size_swap(size_t *dest, size_t value, int pe);
ptrdiff_t shmem_ptrdiff_swap(ptrdiff_t *dest, ptrdiff_t value, int pe);

/* Deprecated. */
int shmem_int_finc(int *dest, int pe);
long shmem_long_finc(long *dest, int pe);
long long shmem_longlong_finc(long long *dest, int pe);
unsigned int shmem_uint_finc(unsigned int *dest, int pe);
unsigned long shmem_ulong_finc(unsigned long *dest, int pe);
unsigned long long shmem_ulonglong_finc(unsigned long long *dest, int pe);
int32_t shmem_int32_finc(int32_t *dest, int pe);
int64_t shmem_int64_finc(int64_t *dest, int pe);
uint32_t shmem_uint32_finc(uint32_t *dest, int pe);
uint64_t shmem_uint64_finc(uint64_t *dest, int pe);
size_t shmem_size_finc(size_t *dest, int pe);
ptrdiff_t shmem_ptrdiff_finc(ptrdiff_t *dest, int pe);

/* Deprecated. */
void shmem_int_inc(int *dest, int pe);
void shmem_long_inc(long *dest, int pe);
void shmem_longlong_inc(long long *dest, int pe);
void shmem_uint_inc(unsigned int *dest, int pe);
void shmem_ulong_inc(unsigned long *dest, int pe);
void shmem_ulonglong_inc(unsigned long long *dest, int pe);
void shmem_int32_inc(int32_t *dest, int pe);
void shmem_int64_inc(int64_t *dest, int pe);
void shmem_uint32_inc(uint32_t *dest, int pe);
void shmem_uint64_inc(uint64_t *dest, int pe);
void shmem_size_inc(size_t *dest, int pe);
void shmem_ptrdiff_inc(ptrdiff_t *dest, int pe);

/* Deprecated. */
int shmem_int_fadd(int *dest, int value, int pe);
long shmem_long_fadd(long *dest, long value, int pe);
long long shmem_longlong_fadd(long long *dest, long long value, int pe);
unsigned int shmem_uint_fadd(unsigned int *dest, unsigned int value, int pe);
unsigned long shmem_ulong_fadd(unsigned long *dest, unsigned long value, int pe);
unsigned long long shmem_ulonglong_fadd(unsigned long long *dest, unsigned long long value,
    int pe);
int32_t shmem_int32_fadd(int32_t *dest, int32_t value, int pe);
int64_t shmem_int64_fadd(int64_t *dest, int64_t value, int pe);
uint32_t shmem_uint32_fadd(uint32_t *dest, uint32_t value, int pe);
uint64_t shmem_uint64_fadd(uint64_t *dest, uint64_t value, int pe);
size_t shmem_size_fadd(size_t *dest, size_t value, int pe);
ptrdiff_t shmem_ptrdiff_fadd(ptrdiff_t *dest, ptrdiff_t value, int pe);

/* Deprecated. */
void shmem_int_add(int *dest, int value, int pe);
void shmem_long_add(long *dest, long value, int pe);
void shmem_longlong_add(long long *dest, long long value, int pe);
void shmem_uint_add(unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_add(unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_add(unsigned long long *dest, unsigned long long value, int pe);
void shmem_int32_add(int32_t *dest, int32_t value, int pe);
void shmem_int64_add(int64_t *dest, int64_t value, int pe);
void shmem_uint32_add(uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_add(uint64_t *dest, uint64_t value, int pe);
void shmem_size_add(size_t *dest, size_t value, int pe);
void shmem_ptrdiff_add(ptrdiff_t *dest, ptrdiff_t value, int pe);

/* Signals. */

void shmem_float_put_signal(float *dest, const float *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_double_put_signal(double *dest, const double *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_longdouble_put_signal(long double *dest, const long double *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_char_put_signal(char *dest, const char *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_schar_put_signal(signed char *dest, const signed char *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_short_put_signal(short *dest, const short *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int_put_signal(int *dest, const int *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_long_put_signal(long *dest, const long *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_longlong_put_signal(long long *dest, const long long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uchar_put_signal(unsigned char *dest, const unsigned char *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ushort_put_signal(unsigned short *dest, const unsigned short *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint_put_signal(unsigned int *dest, const unsigned int *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ulong_put_signal(unsigned long *dest, const unsigned long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ulonglong_put_signal(unsigned long long *dest, const unsigned long long *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int8_put_signal(int8_t *dest, const int8_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int16_put_signal(int16_t *dest, const int16_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int32_put_signal(int32_t *dest, const int32_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int64_put_signal(int64_t *dest, const int64_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint8_put_signal(uint8_t *dest, const uint8_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint16_put_signal(uint16_t *dest, const uint16_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint32_put_signal(uint32_t *dest, const uint32_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint64_put_signal(uint64_t *dest, const uint64_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_size_put_signal(size_t *dest, const size_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ptrdiff_put_signal(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_put8_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put16_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put32_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put64_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put128_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_putmem_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_ctx_float_put_signal(shmem_ctx_t ctx, float *dest, const float *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_double_put_signal(shmem_ctx_t ctx, double *dest, const double *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_longdouble_put_signal(shmem_ctx_t ctx, long double *dest,
    const long double *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
    int pe);
void shmem_ctx_char_put_signal(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_schar_put_signal(shmem_ctx_t ctx, signed char *dest, const signed char *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_short_put_signal(shmem_ctx_t ctx, short *dest, const short *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int_put_signal(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_long_put_signal(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_longlong_put_signal(shmem_ctx_t ctx, long long *dest, const long long *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uchar_put_signal(shmem_ctx_t ctx, unsigned char *dest,
    const unsigned char *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_ushort_put_signal(shmem_ctx_t ctx, unsigned short *dest,
    const unsigned short *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_uint_put_signal(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_ulong_put_signal(shmem_ctx_t ctx, unsigned long *dest,
    const unsigned long *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_ulonglong_put_signal(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_int8_put_signal(shmem_ctx_t ctx, int8_t *dest, const int8_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int16_put_signal(shmem_ctx_t ctx, int16_t *dest, const int16_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int32_put_signal(shmem_ctx_t ctx, int32_t *dest, const int32_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int64_put_signal(shmem_ctx_t ctx, int64_t *dest, const int64_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint8_put_signal(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint16_put_signal(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint32_put_signal(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint64_put_signal(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_size_put_signal(shmem_ctx_t ctx, size_t *dest, const size_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_ptrdiff_put_signal(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put8_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put16_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put32_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put64_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put128_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_putmem_signal(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);

void shmem_float_put_signal_nbi(float *dest, const float *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_double_put_signal_nbi(double *dest, const double *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_longdouble_put_signal_nbi(long double *dest, const long double *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_char_put_signal_nbi(char *dest, const char *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_schar_put_signal_nbi(signed char *dest, const signed char *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_short_put_signal_nbi(short *dest, const short *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int_put_signal_nbi(int *dest, const int *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_long_put_signal_nbi(long *dest, const long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_longlong_put_signal_nbi(long long *dest, const long long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uchar_put_signal_nbi(unsigned char *dest, const unsigned char *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ushort_put_signal_nbi(unsigned short *dest, const unsigned short *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint_put_signal_nbi(unsigned int *dest, const unsigned int *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ulong_put_signal_nbi(unsigned long *dest, const unsigned long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ulonglong_put_signal_nbi(unsigned long long *dest, const unsigned long long *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int8_put_signal_nbi(int8_t *dest, const int8_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int16_put_signal_nbi(int16_t *dest, const int16_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int32_put_signal_nbi(int32_t *dest, const int32_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_int64_put_signal_nbi(int64_t *dest, const int64_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint8_put_signal_nbi(uint8_t *dest, const uint8_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint16_put_signal_nbi(uint16_t *dest, const uint16_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint32_put_signal_nbi(uint32_t *dest, const uint32_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_uint64_put_signal_nbi(uint64_t *dest, const uint64_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_size_put_signal_nbi(size_t *dest, const size_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ptrdiff_put_signal_nbi(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_put8_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put16_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put32_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put64_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_put128_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_putmem_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe);
void shmem_ctx_float_put_signal_nbi(shmem_ctx_t ctx, float *dest, const float *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_double_put_signal_nbi(shmem_ctx_t ctx, double *dest, const double *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_longdouble_put_signal_nbi(shmem_ctx_t ctx, long double *dest,
    const long double *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
    int pe);
void shmem_ctx_char_put_signal_nbi(shmem_ctx_t ctx, char *dest, const char *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_schar_put_signal_nbi(shmem_ctx_t ctx, signed char *dest,
    const signed char *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
    int pe);
void shmem_ctx_short_put_signal_nbi(shmem_ctx_t ctx, short *dest, const short *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int_put_signal_nbi(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_long_put_signal_nbi(shmem_ctx_t ctx, long *dest, const long *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_longlong_put_signal_nbi(shmem_ctx_t ctx, long long *dest,
    const long long *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op,
    int pe);
void shmem_ctx_uchar_put_signal_nbi(shmem_ctx_t ctx, unsigned char *dest,
    const unsigned char *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_ushort_put_signal_nbi(shmem_ctx_t ctx, unsigned short *dest,
    const unsigned short *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_uint_put_signal_nbi(shmem_ctx_t ctx, unsigned int *dest,
    const unsigned int *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_ulong_put_signal_nbi(shmem_ctx_t ctx, unsigned long *dest,
    const unsigned long *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_ulonglong_put_signal_nbi(shmem_ctx_t ctx, unsigned long long *dest,
    const unsigned long long *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe);
void shmem_ctx_int8_put_signal_nbi(shmem_ctx_t ctx, int8_t *dest, const int8_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int16_put_signal_nbi(shmem_ctx_t ctx, int16_t *dest, const int16_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int32_put_signal_nbi(shmem_ctx_t ctx, int32_t *dest, const int32_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_int64_put_signal_nbi(shmem_ctx_t ctx, int64_t *dest, const int64_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint8_put_signal_nbi(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint16_put_signal_nbi(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint32_put_signal_nbi(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_uint64_put_signal_nbi(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_size_put_signal_nbi(shmem_ctx_t ctx, size_t *dest, const size_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_ptrdiff_put_signal_nbi(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put8_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put16_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put32_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put64_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_put128_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
void shmem_ctx_putmem_signal_nbi(shmem_ctx_t ctx, void *dest, const void *source,
    size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);

void shmem_signal_add(uint64_t *sig_addr, uint64_t signal, int pe);
void shmem_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);

void shmem_signal_set(uint64_t *sig_addr, uint64_t signal, int pe);
void shmem_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);

uint64_t shmem_signal_fetch(const uint64_t *sig_addr);

uint64_t shmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value);

/* Sessions. */

void shmem_ctx_session_start(shmem_ctx_t ctx, long options,
    const shmem_ctx_session_config_t *config, long config_mask);

void shmem_ctx_session_stop(shmem_ctx_t ctx);

/* Collectives. */

void shmem_barrier_all(void);

/* Deprecated. */
void shmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync);

void shmem_sync_all(void);

/* Deprecated. */
void shmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync);

int shmem_team_sync(shmem_team_t team);

int shmem_float_broadcast(shmem_team_t team, float *dest, const float *source, size_t nelems,
    int PE_root);
int shmem_double_broadcast(shmem_team_t team, double *dest, const double *source,
    size_t nelems, int PE_root);
int shmem_longdouble_broadcast(shmem_team_t team, long double *dest, const long double *source,
    size_t nelems, int PE_root);
int shmem_char_broadcast(shmem_team_t team, char *dest, const char *source, size_t nelems,
    int PE_root);
int shmem_schar_broadcast(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nelems, int PE_root);
int shmem_short_broadcast(shmem_team_t team, short *dest, const short *source, size_t nelems,
    int PE_root);
int shmem_int_broadcast(shmem_team_t team, int *dest, const int *source, size_t nelems,
    int PE_root);
int shmem_long_broadcast(shmem_team_t team, long *dest, const long *source, size_t nelems,
    int PE_root);
int shmem_longlong_broadcast(shmem_team_t team, long long *dest, const long long *source,
    size_t nelems, int PE_root);
int shmem_uchar_broadcast(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nelems, int PE_root);
int shmem_ushort_broadcast(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nelems, int PE_root);
int shmem_uint_broadcast(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nelems, int PE_root);
int shmem_ulong_broadcast(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nelems, int PE_root);
int shmem_ulonglong_broadcast(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nelems, int PE_root);
int shmem_int8_broadcast(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems,
    int PE_root);
int shmem_int16_broadcast(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nelems, int PE_root);
int shmem_int32_broadcast(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nelems, int PE_root);
int shmem_int64_broadcast(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nelems, int PE_root);
int shmem_uint8_broadcast(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nelems, int PE_root);
int shmem_uint16_broadcast(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nelems, int PE_root);
int shmem_uint32_broadcast(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nelems, int PE_root);
int shmem_uint64_broadcast(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nelems, int PE_root);
int shmem_size_broadcast(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems,
    int PE_root);
int shmem_ptrdiff_broadcast(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems, int PE_root);
int shmem_broadcastmem(shmem_team_t team, void *dest, const void *source, size_t nelems,
    int PE_root);

int shmem_float_collect(shmem_team_t team, float *dest, const float *source, size_t nelems);
int shmem_double_collect(shmem_team_t team, double *dest, const double *source, size_t nelems);
int shmem_longdouble_collect(shmem_team_t team, long double *dest, const long double *source,
    size_t nelems);
int shmem_char_collect(shmem_team_t team, char *dest, const char *source, size_t nelems);
int shmem_schar_collect(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nelems);
int shmem_short_collect(shmem_team_t team, short *dest, const short *source, size_t nelems);
int shmem_int_collect(shmem_team_t team, int *dest, const int *source, size_t nelems);
int shmem_long_collect(shmem_team_t team, long *dest, const long *source, size_t nelems);
int shmem_longlong_collect(shmem_team_t team, long long *dest, const long long *source,
    size_t nelems);
int shmem_uchar_collect(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nelems);
int shmem_ushort_collect(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nelems);
int shmem_uint_collect(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nelems);
int shmem_ulong_collect(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nelems);
int shmem_ulonglong_collect(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nelems);
int shmem_int8_collect(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems);
int shmem_int16_collect(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nelems);
int shmem_int32_collect(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nelems);
int shmem_int64_collect(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nelems);
int shmem_uint8_collect(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nelems);
int shmem_uint16_collect(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nelems);
int shmem_uint32_collect(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nelems);
int shmem_uint64_collect(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nelems);
int shmem_size_collect(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems);
int shmem_ptrdiff_collect(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems);
int shmem_collectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);

int shmem_float_fcollect(shmem_team_t team, float *dest, const float *source, size_t nelems);
int shmem_double_fcollect(shmem_team_t team, double *dest, const double *source, size_t nelems);
int shmem_longdouble_fcollect(shmem_team_t team, long double *dest, const long double *source,
    size_t nelems);
int shmem_char_fcollect(shmem_team_t team, char *dest, const char *source, size_t nelems);
int shmem_schar_fcollect(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nelems);
int shmem_short_fcollect(shmem_team_t team, short *dest, const short *source, size_t nelems);
int shmem_int_fcollect(shmem_team_t team, int *dest, const int *source, size_t nelems);
int shmem_long_fcollect(shmem_team_t team, long *dest, const long *source, size_t nelems);
int shmem_longlong_fcollect(shmem_team_t team, long long *dest, const long long *source,
    size_t nelems);
int shmem_uchar_fcollect(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nelems);
int shmem_ushort_fcollect(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nelems);
int shmem_uint_fcollect(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nelems);
int shmem_ulong_fcollect(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nelems);
int shmem_ulonglong_fcollect(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nelems);
int shmem_int8_fcollect(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems);
int shmem_int16_fcollect(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nelems);
int shmem_int32_fcollect(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nelems);
int shmem_int64_fcollect(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nelems);
int shmem_uint8_fcollect(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nelems);
int shmem_uint16_fcollect(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nelems);
int shmem_uint32_fcollect(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nelems);
int shmem_uint64_fcollect(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nelems);
int shmem_size_fcollect(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems);
int shmem_ptrdiff_fcollect(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems);
int shmem_fcollectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);

int shmem_float_alltoall(shmem_team_t team, float *dest, const float *source, size_t nelems);
int shmem_double_alltoall(shmem_team_t team, double *dest, const double *source, size_t nelems);
int shmem_longdouble_alltoall(shmem_team_t team, long double *dest, const long double *source,
    size_t nelems);
int shmem_char_alltoall(shmem_team_t team, char *dest, const char *source, size_t nelems);
int shmem_schar_alltoall(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nelems);
int shmem_short_alltoall(shmem_team_t team, short *dest, const short *source, size_t nelems);
int shmem_int_alltoall(shmem_team_t team, int *dest, const int *source, size_t nelems);
int shmem_long_alltoall(shmem_team_t team, long *dest, const long *source, size_t nelems);
int shmem_longlong_alltoall(shmem_team_t team, long long *dest, const long long *source,
    size_t nelems);
int shmem_uchar_alltoall(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nelems);
int shmem_ushort_alltoall(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nelems);
int shmem_uint_alltoall(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nelems);
int shmem_ulong_alltoall(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nelems);
int shmem_ulonglong_alltoall(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nelems);
int shmem_int8_alltoall(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems);
int shmem_int16_alltoall(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nelems);
int shmem_int32_alltoall(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nelems);
int shmem_int64_alltoall(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nelems);
int shmem_uint8_alltoall(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nelems);
int shmem_uint16_alltoall(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nelems);
int shmem_uint32_alltoall(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nelems);
int shmem_uint64_alltoall(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nelems);
int shmem_size_alltoall(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems);
int shmem_ptrdiff_alltoall(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems);
int shmem_alltoallmem(shmem_team_t team, void *dest, const void *source, size_t nelems);

int shmem_float_alltoalls(shmem_team_t team, float *dest, const float *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);
int shmem_double_alltoalls(shmem_team_t team, double *dest, const double *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_longdouble_alltoalls(shmem_team_t team, long double *dest, const long double *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_char_alltoalls(shmem_team_t team, char *dest, const char *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);
int shmem_schar_alltoalls(shmem_team_t team, signed char *dest, const signed char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_short_alltoalls(shmem_team_t team, short *dest, const short *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);
int shmem_int_alltoalls(shmem_team_t team, int *dest, const int *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);
int shmem_long_alltoalls(shmem_team_t team, long *dest, const long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);
int shmem_longlong_alltoalls(shmem_team_t team, long long *dest, const long long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_uchar_alltoalls(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_ushort_alltoalls(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_uint_alltoalls(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_ulong_alltoalls(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_ulonglong_alltoalls(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_int8_alltoalls(shmem_team_t team, int8_t *dest, const int8_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);
int shmem_int16_alltoalls(shmem_team_t team, int16_t *dest, const int16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_int32_alltoalls(shmem_team_t team, int32_t *dest, const int32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_int64_alltoalls(shmem_team_t team, int64_t *dest, const int64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_uint8_alltoalls(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_uint16_alltoalls(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_uint32_alltoalls(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_uint64_alltoalls(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_size_alltoalls(shmem_team_t team, size_t *dest, const size_t *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);
int shmem_ptrdiff_alltoalls(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
int shmem_alltoallsmem(shmem_team_t team, void *dest, const void *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems);

int shmem_uchar_and_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nreduce);
int shmem_ushort_and_reduce(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nreduce);
int shmem_uint_and_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nreduce);
int shmem_ulong_and_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nreduce);
int shmem_ulonglong_and_reduce(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nreduce);
int shmem_int8_and_reduce(shmem_team_t team, int8_t *dest, const int8_t *source,
    size_t nreduce);
int shmem_int16_and_reduce(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nreduce);
int shmem_int32_and_reduce(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nreduce);
int shmem_int64_and_reduce(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nreduce);
int shmem_uint8_and_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nreduce);
int shmem_uint16_and_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nreduce);
int shmem_uint32_and_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nreduce);
int shmem_uint64_and_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nreduce);
int shmem_size_and_reduce(shmem_team_t team, size_t *dest, const size_t *source,
    size_t nreduce);
int shmem_short_and_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_and_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_and_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_and_reduce(shmem_team_t team, long long *dest, const long long *source,
    size_t nreduce);

int shmem_uchar_or_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nreduce);
int shmem_ushort_or_reduce(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nreduce);
int shmem_uint_or_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nreduce);
int shmem_ulong_or_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nreduce);
int shmem_ulonglong_or_reduce(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nreduce);
int shmem_int8_or_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_or_reduce(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nreduce);
int shmem_int32_or_reduce(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nreduce);
int shmem_int64_or_reduce(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nreduce);
int shmem_uint8_or_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nreduce);
int shmem_uint16_or_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nreduce);
int shmem_uint32_or_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nreduce);
int shmem_uint64_or_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nreduce);
int shmem_size_or_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
int shmem_short_or_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_or_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_or_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_or_reduce(shmem_team_t team, long long *dest, const long long *source,
    size_t nreduce);

int shmem_uchar_xor_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nreduce);
int shmem_ushort_xor_reduce(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nreduce);
int shmem_uint_xor_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nreduce);
int shmem_ulong_xor_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nreduce);
int shmem_ulonglong_xor_reduce(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nreduce);
int shmem_int8_xor_reduce(shmem_team_t team, int8_t *dest, const int8_t *source,
    size_t nreduce);
int shmem_int16_xor_reduce(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nreduce);
int shmem_int32_xor_reduce(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nreduce);
int shmem_int64_xor_reduce(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nreduce);
int shmem_uint8_xor_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nreduce);
int shmem_uint16_xor_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nreduce);
int shmem_uint32_xor_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nreduce);
int shmem_uint64_xor_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nreduce);
int shmem_size_xor_reduce(shmem_team_t team, size_t *dest, const size_t *source,
    size_t nreduce);
int shmem_short_xor_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_xor_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_xor_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_xor_reduce(shmem_team_t team, long long *dest, const long long *source,
    size_t nreduce);

int shmem_char_max_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_max_reduce(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nreduce);
int shmem_short_max_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_max_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_max_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_max_reduce(shmem_team_t team, long long *dest, const long long *source,
    size_t nreduce);
int shmem_ptrdiff_max_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nreduce);
int shmem_uchar_max_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nreduce);
int shmem_ushort_max_reduce(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nreduce);
int shmem_uint_max_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nreduce);
int shmem_ulong_max_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nreduce);
int shmem_ulonglong_max_reduce(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nreduce);
int shmem_int8_max_reduce(shmem_team_t team, int8_t *dest, const int8_t *source,
    size_t nreduce);
int shmem_int16_max_reduce(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nreduce);
int shmem_int32_max_reduce(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nreduce);
int shmem_int64_max_reduce(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nreduce);
int shmem_uint8_max_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nreduce);
int shmem_uint16_max_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nreduce);
int shmem_uint32_max_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nreduce);
int shmem_uint64_max_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nreduce);
int shmem_size_max_reduce(shmem_team_t team, size_t *dest, const size_t *source,
    size_t nreduce);
int shmem_float_max_reduce(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_max_reduce(shmem_team_t team, double *dest, const double *source,
    size_t nreduce);
int shmem_longdouble_max_reduce(shmem_team_t team, long double *dest, const long double *source,
    size_t nreduce);

int shmem_char_min_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_min_reduce(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nreduce);
int shmem_short_min_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_min_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_min_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_min_reduce(shmem_team_t team, long long *dest, const long long *source,
    size_t nreduce);
int shmem_ptrdiff_min_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nreduce);
int shmem_uchar_min_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nreduce);
int shmem_ushort_min_reduce(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nreduce);
int shmem_uint_min_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nreduce);
int shmem_ulong_min_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nreduce);
int shmem_ulonglong_min_reduce(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nreduce);
int shmem_int8_min_reduce(shmem_team_t team, int8_t *dest, const int8_t *source,
    size_t nreduce);
int shmem_int16_min_reduce(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nreduce);
int shmem_int32_min_reduce(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nreduce);
int shmem_int64_min_reduce(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nreduce);
int shmem_uint8_min_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nreduce);
int shmem_uint16_min_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nreduce);
int shmem_uint32_min_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nreduce);
int shmem_uint64_min_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nreduce);
int shmem_size_min_reduce(shmem_team_t team, size_t *dest, const size_t *source,
    size_t nreduce);
int shmem_float_min_reduce(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_min_reduce(shmem_team_t team, double *dest, const double *source,
    size_t nreduce);
int shmem_longdouble_min_reduce(shmem_team_t team, long double *dest, const long double *source,
    size_t nreduce);

int shmem_char_sum_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_sum_reduce(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nreduce);
int shmem_short_sum_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_sum_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_sum_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_sum_reduce(shmem_team_t team, long long *dest, const long long *source,
    size_t nreduce);
int shmem_ptrdiff_sum_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nreduce);
int shmem_uchar_sum_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nreduce);
int shmem_ushort_sum_reduce(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nreduce);
int shmem_uint_sum_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nreduce);
int shmem_ulong_sum_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nreduce);
int shmem_ulonglong_sum_reduce(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nreduce);
int shmem_int8_sum_reduce(shmem_team_t team, int8_t *dest, const int8_t *source,
    size_t nreduce);
int shmem_int16_sum_reduce(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nreduce);
int shmem_int32_sum_reduce(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nreduce);
int shmem_int64_sum_reduce(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nreduce);
int shmem_uint8_sum_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nreduce);
int shmem_uint16_sum_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nreduce);
int shmem_uint32_sum_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nreduce);
int shmem_uint64_sum_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nreduce);
int shmem_size_sum_reduce(shmem_team_t team, size_t *dest, const size_t *source,
    size_t nreduce);
int shmem_float_sum_reduce(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_sum_reduce(shmem_team_t team, double *dest, const double *source,
    size_t nreduce);
int shmem_longdouble_sum_reduce(shmem_team_t team, long double *dest, const long double *source,
    size_t nreduce);
int shmem_complexd_sum_reduce(shmem_team_t team, shmemx_complexd_t *dest,
    const shmemx_complexd_t *source, size_t nreduce);
int shmem_complexf_sum_reduce(shmem_team_t team, shmemx_complexf_t *dest,
    const shmemx_complexf_t *source, size_t nreduce);

int shmem_char_prod_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_prod_reduce(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nreduce);
int shmem_short_prod_reduce(shmem_team_t team, short *dest, const short *source,
    size_t nreduce);
int shmem_int_prod_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_prod_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_prod_reduce(shmem_team_t team, long long *dest, const long long *source,
    size_t nreduce);
int shmem_ptrdiff_prod_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nreduce);
int shmem_uchar_prod_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nreduce);
int shmem_ushort_prod_reduce(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nreduce);
int shmem_uint_prod_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nreduce);
int shmem_ulong_prod_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nreduce);
int shmem_ulonglong_prod_reduce(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nreduce);
int shmem_int8_prod_reduce(shmem_team_t team, int8_t *dest, const int8_t *source,
    size_t nreduce);
int shmem_int16_prod_reduce(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nreduce);
int shmem_int32_prod_reduce(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nreduce);
int shmem_int64_prod_reduce(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nreduce);
int shmem_uint8_prod_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nreduce);
int shmem_uint16_prod_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nreduce);
int shmem_uint32_prod_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nreduce);
int shmem_uint64_prod_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nreduce);
int shmem_size_prod_reduce(shmem_team_t team, size_t *dest, const size_t *source,
    size_t nreduce);
int shmem_float_prod_reduce(shmem_team_t team, float *dest, const float *source,
    size_t nreduce);
int shmem_double_prod_reduce(shmem_team_t team, double *dest, const double *source,
    size_t nreduce);
int shmem_longdouble_prod_reduce(shmem_team_t team, long double *dest,
    const long double *source, size_t nreduce);
int shmem_complexd_prod_reduce(shmem_team_t team, shmemx_complexd_t *dest,
    const shmemx_complexd_t *source, size_t nreduce);
int shmem_complexf_prod_reduce(shmem_team_t team, shmemx_complexf_t *dest,
    const shmemx_complexf_t *source, size_t nreduce);

int shmem_char_sum_inscan(shmem_team_t team, char *dest, const char *source, size_t nelems);
int shmem_schar_sum_inscan(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nelems);
int shmem_short_sum_inscan(shmem_team_t team, short *dest, const short *source, size_t nelems);
int shmem_int_sum_inscan(shmem_team_t team, int *dest, const int *source, size_t nelems);
int shmem_long_sum_inscan(shmem_team_t team, long *dest, const long *source, size_t nelems);
int shmem_longlong_sum_inscan(shmem_team_t team, long long *dest, const long long *source,
    size_t nelems);
int shmem_ptrdiff_sum_inscan(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems);
int shmem_uchar_sum_inscan(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nelems);
int shmem_ushort_sum_inscan(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nelems);
int shmem_uint_sum_inscan(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nelems);
int shmem_ulong_sum_inscan(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nelems);
int shmem_ulonglong_sum_inscan(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nelems);
int shmem_int8_sum_inscan(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems);
int shmem_int16_sum_inscan(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nelems);
int shmem_int32_sum_inscan(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nelems);
int shmem_int64_sum_inscan(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nelems);
int shmem_uint8_sum_inscan(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nelems);
int shmem_uint16_sum_inscan(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nelems);
int shmem_uint32_sum_inscan(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nelems);
int shmem_uint64_sum_inscan(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nelems);
int shmem_size_sum_inscan(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems);
int shmem_float_sum_inscan(shmem_team_t team, float *dest, const float *source, size_t nelems);
int shmem_double_sum_inscan(shmem_team_t team, double *dest, const double *source,
    size_t nelems);
int shmem_longdouble_sum_inscan(shmem_team_t team, long double *dest, const long double *source,
    size_t nelems);
int shmem_complexd_sum_inscan(shmem_team_t team, shmemx_complexd_t *dest,
    const shmemx_complexd_t *source, size_t nelems);
int shmem_complexf_sum_inscan(shmem_team_t team, shmemx_complexf_t *dest,
    const shmemx_complexf_t *source, size_t nelems);

int shmem_char_sum_exscan(shmem_team_t team, char *dest, const char *source, size_t nelems);
int shmem_schar_sum_exscan(shmem_team_t team, signed char *dest, const signed char *source,
    size_t nelems);
int shmem_short_sum_exscan(shmem_team_t team, short *dest, const short *source, size_t nelems);
int shmem_int_sum_exscan(shmem_team_t team, int *dest, const int *source, size_t nelems);
int shmem_long_sum_exscan(shmem_team_t team, long *dest, const long *source, size_t nelems);
int shmem_longlong_sum_exscan(shmem_team_t team, long long *dest, const long long *source,
    size_t nelems);
int shmem_ptrdiff_sum_exscan(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source,
    size_t nelems);
int shmem_uchar_sum_exscan(shmem_team_t team, unsigned char *dest, const unsigned char *source,
    size_t nelems);
int shmem_ushort_sum_exscan(shmem_team_t team, unsigned short *dest,
    const unsigned short *source, size_t nelems);
int shmem_uint_sum_exscan(shmem_team_t team, unsigned int *dest, const unsigned int *source,
    size_t nelems);
int shmem_ulong_sum_exscan(shmem_team_t team, unsigned long *dest, const unsigned long *source,
    size_t nelems);
int shmem_ulonglong_sum_exscan(shmem_team_t team, unsigned long long *dest,
    const unsigned long long *source, size_t nelems);
int shmem_int8_sum_exscan(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems);
int shmem_int16_sum_exscan(shmem_team_t team, int16_t *dest, const int16_t *source,
    size_t nelems);
int shmem_int32_sum_exscan(shmem_team_t team, int32_t *dest, const int32_t *source,
    size_t nelems);
int shmem_int64_sum_exscan(shmem_team_t team, int64_t *dest, const int64_t *source,
    size_t nelems);
int shmem_uint8_sum_exscan(shmem_team_t team, uint8_t *dest, const uint8_t *source,
    size_t nelems);
int shmem_uint16_sum_exscan(shmem_team_t team, uint16_t *dest, const uint16_t *source,
    size_t nelems);
int shmem_uint32_sum_exscan(shmem_team_t team, uint32_t *dest, const uint32_t *source,
    size_t nelems);
int shmem_uint64_sum_exscan(shmem_team_t team, uint64_t *dest, const uint64_t *source,
    size_t nelems);
int shmem_size_sum_exscan(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems);
int shmem_float_sum_exscan(shmem_team_t team, float *dest, const float *source, size_t nelems);
int shmem_double_sum_exscan(shmem_team_t team, double *dest, const double *source,
    size_t nelems);
int shmem_longdouble_sum_exscan(shmem_team_t team, long double *dest, const long double *source,
    size_t nelems);
int shmem_complexd_sum_exscan(shmem_team_t team, shmemx_complexd_t *dest,
    const shmemx_complexd_t *source, size_t nelems);
int shmem_complexf_sum_exscan(shmem_team_t team, shmemx_complexf_t *dest,
    const shmemx_complexf_t *source, size_t nelems);

/* Deprecated. */
void shmem_broadcast32(void *dest, const void *source, size_t nelems, int PE_root,
    int PE_start, int logPE_stride, int PE_size, long *pSync);
void shmem_broadcast64(void *dest, const void *source, size_t nelems, int PE_root,
    int PE_start, int logPE_stride, int PE_size, long *pSync);

/* Deprecated. */
void shmem_collect32(void *dest, const void *source, size_t nelems, int PE_start,
    int logPE_stride, int PE_size, long *pSync);
void shmem_collect64(void *dest, const void *source, size_t nelems, int PE_start,
    int logPE_stride, int PE_size, long *pSync);

/* Deprecated. */
void shmem_fcollect32(void *dest, const void *source, size_t nelems, int PE_start,
    int logPE_stride, int PE_size, long *pSync);
void shmem_fcollect64(void *dest, const void *source, size_t nelems, int PE_start,
    int logPE_stride, int PE_size, long *pSync);

/* Deprecated. */
void shmem_alltoall32(void *dest, const void *source, size_t nelems, int PE_start,
    int logPE_stride, int PE_size, long *pSync);
void shmem_alltoall64(void *dest, const void *source, size_t nelems, int PE_start,
    int logPE_stride, int PE_size, long *pSync);

/* Deprecated. */
void shmem_alltoalls32(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync);
void shmem_alltoalls64(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync);

/* Deprecated. */
void shmem_short_and_to_all(short *dest, const short *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_and_to_all(int *dest, const int *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_and_to_all(long *dest, const long *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_and_to_all(long long *dest, const long long *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long long *pWrk, long *pSync);

/* Deprecated. */
void shmem_short_or_to_all(short *dest, const short *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_or_to_all(int *dest, const int *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_or_to_all(long *dest, const long *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_or_to_all(long long *dest, const long long *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long long *pWrk, long *pSync);

/* Deprecated. */
void shmem_short_xor_to_all(short *dest, const short *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_xor_to_all(int *dest, const int *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_xor_to_all(long *dest, const long *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_xor_to_all(long long *dest, const long long *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long long *pWrk, long *pSync);

/* Deprecated. */
void shmem_short_max_to_all(short *dest, const short *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_max_to_all(int *dest, const int *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_max_to_all(long *dest, const long *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_max_to_all(long long *dest, const long long *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_float_max_to_all(float *dest, const float *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_max_to_all(double *dest, const double *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_max_to_all(long double *dest, const long double *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long double *pWrk, long *pSync);

/* Deprecated. */
void shmem_short_min_to_all(short *dest, const short *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_min_to_all(int *dest, const int *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_min_to_all(long *dest, const long *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_min_to_all(long long *dest, const long long *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_float_min_to_all(float *dest, const float *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_min_to_all(double *dest, const double *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_min_to_all(long double *dest, const long double *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long double *pWrk, long *pSync);

/* Deprecated. */
void shmem_short_sum_to_all(short *dest, const short *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_sum_to_all(int *dest, const int *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_sum_to_all(long *dest, const long *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_sum_to_all(long long *dest, const long long *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_float_sum_to_all(float *dest, const float *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_sum_to_all(double *dest, const double *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_sum_to_all(long double *dest, const long double *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long double *pWrk, long *pSync);
void shmem_complexd_sum_to_all(shmemx_complexd_t *dest, const shmemx_complexd_t *source,
    int nreduce, int PE_start, int logPE_stride, int PE_size, shmemx_complexd_t *pWrk,
    long *pSync);
void shmem_complexf_sum_to_all(shmemx_complexf_t *dest, const shmemx_complexf_t *source,
    int nreduce, int PE_start, int logPE_stride, int PE_size, shmemx_complexf_t *pWrk,
    long *pSync);

/* Deprecated. */
void shmem_short_prod_to_all(short *dest, const short *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_prod_to_all(int *dest, const int *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_prod_to_all(long *dest, const long *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_prod_to_all(long long *dest, const long long *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_float_prod_to_all(float *dest, const float *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_prod_to_all(double *dest, const double *source, int nreduce, int PE_start,
    int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_prod_to_all(long double *dest, const long double *source, int nreduce,
    int PE_start, int logPE_stride, int PE_size, long double *pWrk, long *pSync);
void shmem_complexd_prod_to_all(shmemx_complexd_t *dest, const shmemx_complexd_t *source,
    int nreduce, int PE_start, int logPE_stride, int PE_size, shmemx_complexd_t *pWrk,
    long *pSync);
void shmem_complexf_prod_to_all(shmemx_complexf_t *dest, const shmemx_complexf_t *source,
    int nreduce, int PE_start, int logPE_stride, int PE_size, shmemx_complexf_t *pWrk,
    long *pSync);

/* Point-to-point synchronisation. */

void shmem_short_wait_until(short *ivar, int cmp, short cmp_value);
void shmem_ushort_wait_until(unsigned short *ivar, int cmp, unsigned short cmp_value);
void shmem_int_wait_until(int *ivar, int cmp, int cmp_value);
void shmem_long_wait_until(long *ivar, int cmp, long cmp_value);
void shmem_longlong_wait_until(long long *ivar, int cmp, long long cmp_value);
void shmem_uint_wait_until(unsigned int *ivar, int cmp, unsigned int cmp_value);
void shmem_ulong_wait_until(unsigned long *ivar, int cmp, unsigned long cmp_value);
void shmem_ulonglong_wait_until(unsigned long long *ivar, int cmp, unsigned long long cmp_value);
void shmem_int32_wait_until(int32_t *ivar, int cmp, int32_t cmp_value);
void shmem_int64_wait_until(int64_t *ivar, int cmp, int64_t cmp_value);
void shmem_uint32_wait_until(uint32_t *ivar, int cmp, uint32_t cmp_value);
void shmem_uint64_wait_until(uint64_t *ivar, int cmp, uint64_t cmp_value);
void shmem_size_wait_until(size_t *ivar, int cmp, size_t cmp_value);
void shmem_ptrdiff_wait_until(ptrdiff_t *ivar, int cmp, ptrdiff_t cmp_value);

void shmem_int_wait_until_all(int *ivars, size_t nelems, const int *status, int cmp,
    int cmp_value);
void shmem_long_wait_until_all(long *ivars, size_t nelems, const int *status, int cmp,
    long cmp_value);
void shmem_longlong_wait_until_all(long long *ivars, size_t nelems, const int *status, int cmp,
    long long cmp_value);
void shmem_uint_wait_until_all(unsigned int *ivars, size_t nelems, const int *status, int cmp,
    unsigned int cmp_value);
void shmem_ulong_wait_until_all(unsigned long *ivars, size_t nelems, const int *status,
    int cmp, unsigned long cmp_value);
void shmem_ulonglong_wait_until_all(unsigned long long *ivars, size_t nelems, const int *status,
    int cmp, unsigned long long cmp_value);
void shmem_int32_wait_until_all(int32_t *ivars, size_t nelems, const int *status, int cmp,
    int32_t cmp_value);
void shmem_int64_wait_until_all(int64_t *ivars, size_t nelems, const int *status, int cmp,
    int64_t cmp_value);
void shmem_uint32_wait_until_all(uint32_t *ivars, size_t nelems, const int *status, int cmp,
    uint32_t cmp_value);
void shmem_uint64_wait_until_all(uint64_t *ivars, size_t nelems, const int *status, int cmp,
    uint64_t cmp_value);
void shmem_size_wait_until_all(size_t *ivars, size_t nelems, const int *status, int cmp,
    size_t cmp_value);
void shmem_ptrdiff_wait_until_all(ptrdiff_t *ivars, size_t nelems, const int *status, int cmp,
    ptrdiff_t cmp_value);

size_t shmem_int_wait_until_any(int *ivars, size_t nelems, const int *status, int cmp,
    int cmp_value);
size_t shmem_long_wait_until_any(long *ivars, size_t nelems, const int *status, int cmp,
    long cmp_value);
size_t shmem_longlong_wait_until_any(long long *ivars, size_t nelems, const int *status,
    int cmp, long long cmp_value);
size_t shmem_uint_wait_until_any(unsigned int *ivars, size_t nelems, const int *status,
    int cmp, unsigned int cmp_value);
size_t shmem_ulong_wait_until_any(unsigned long *ivars, size_t nelems, const int *status,
    int cmp, unsigned long cmp_value);
size_t shmem_ulonglong_wait_until_any(unsigned long long *ivars, size_t nelems,
    const int *status, int cmp, unsigned long long cmp_value);
size_t shmem_int32_wait_until_any(int32_t *ivars, size_t nelems, const int *status, int cmp,
    int32_t cmp_value);
size_t shmem_int64_wait_until_any(int64_t *ivars, size_t nelems, const int *status, int cmp,
    int64_t cmp_value);
size_t shmem_uint32_wait_until_any(uint32_t *ivars, size_t nelems, const int *status, int cmp,
    uint32_t cmp_value);
size_t shmem_uint64_wait_until_any(uint64_t *ivars, size_t nelems, const int *status, int cmp,
    uint64_t cmp_value);
size_t shmem_size_wait_until_any(size_t *ivars, size_t nelems, const int *status, int cmp,
    size_t cmp_value);
size_t shmem_ptrdiff_wait_until_any(ptrdiff_t *ivars, size_t nelems, const int *status,
    int cmp, ptrdiff_t cmp_value);

size_t shmem_int_wait_until_some(int *ivars, size_t nelems, size_t *indices, const int *status,
    int cmp, int cmp_value);
size_t shmem_long_wait_until_some(long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, long cmp_value);
size_t shmem_longlong_wait_until_some(long long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, long long cmp_value);
size_t shmem_uint_wait_until_some(unsigned int *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, unsigned int cmp_value);
size_t shmem_ulong_wait_until_some(unsigned long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, unsigned long cmp_value);
size_t shmem_ulonglong_wait_until_some(unsigned long long *ivars, size_t nelems,
    size_t *indices, const int *status, int cmp, unsigned long long cmp_value);
size_t shmem_int32_wait_until_some(int32_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, int32_t cmp_value);
size_t shmem_int64_wait_until_some(int64_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, int64_t cmp_value);
size_t shmem_uint32_wait_until_some(uint32_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, uint32_t cmp_value);
size_t shmem_uint64_wait_until_some(uint64_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, uint64_t cmp_value);
size_t shmem_size_wait_until_some(size_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, size_t cmp_value);
size_t shmem_ptrdiff_wait_until_some(ptrdiff_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, ptrdiff_t cmp_value);

void shmem_int_wait_until_all_vector(int *ivars, size_t nelems, const int *status, int cmp,
    const int *cmp_values);
void shmem_long_wait_until_all_vector(long *ivars, size_t nelems, const int *status, int cmp,
    const long *cmp_values);
void shmem_longlong_wait_until_all_vector(long long *ivars, size_t nelems, const int *status,
    int cmp, const long long *cmp_values);
void shmem_uint_wait_until_all_vector(unsigned int *ivars, size_t nelems, const int *status,
    int cmp, const unsigned int *cmp_values);
void shmem_ulong_wait_until_all_vector(unsigned long *ivars, size_t nelems, const int *status,
    int cmp, const unsigned long *cmp_values);
void shmem_ulonglong_wait_until_all_vector(unsigned long long *ivars, size_t nelems,
    const int *status, int cmp, const unsigned long long *cmp_values);
void shmem_int32_wait_until_all_vector(int32_t *ivars, size_t nelems, const int *status,
    int cmp, const int32_t *cmp_values);
void shmem_int64_wait_until_all_vector(int64_t *ivars, size_t nelems, const int *status,
    int cmp, const int64_t *cmp_values);
void shmem_uint32_wait_until_all_vector(uint32_t *ivars, size_t nelems, const int *status,
    int cmp, const uint32_t *cmp_values);
void shmem_uint64_wait_until_all_vector(uint64_t *ivars, size_t nelems, const int *status,
    int cmp, const uint64_t *cmp_values);
void shmem_size_wait_until_all_vector(size_t *ivars, size_t nelems, const int *status, int cmp,
    const size_t *cmp_values);
void shmem_ptrdiff_wait_until_all_vector(ptrdiff_t *ivars, size_t nelems, const int *status,
    int cmp, const ptrdiff_t *cmp_values);

size_t shmem_int_wait_until_any_vector(int *ivars, size_t nelems, const int *status, int cmp,
    const int *cmp_values);
size_t shmem_long_wait_until_any_vector(long *ivars, size_t nelems, const int *status, int cmp,
    const long *cmp_values);
size_t shmem_longlong_wait_until_any_vector(long long *ivars, size_t nelems, const int *status,
    int cmp, const long long *cmp_values);
size_t shmem_uint_wait_until_any_vector(unsigned int *ivars, size_t nelems, const int *status,
    int cmp, const unsigned int *cmp_values);
size_t shmem_ulong_wait_until_any_vector(unsigned long *ivars, size_t nelems, const int *status,
    int cmp, const unsigned long *cmp_values);
size_t shmem_ulonglong_wait_until_any_vector(unsigned long long *ivars, size_t nelems,
    const int *status, int cmp, const unsigned long long *cmp_values);
size_t shmem_int32_wait_until_any_vector(int32_t *ivars, size_t nelems, const int *status,
    int cmp, const int32_t *cmp_values);
size_t shmem_int64_wait_until_any_vector(int64_t *ivars, size_t nelems, const int *status,
    int cmp, const int64_t *cmp_values);
size_t shmem_uint32_wait_until_any_vector(uint32_t *ivars, size_t nelems, const int *status,
    int cmp, const uint32_t *cmp_values);
size_t shmem_uint64_wait_until_any_vector(uint64_t *ivars, size_t nelems, const int *status,
    int cmp, const uint64_t *cmp_values);
size_t shmem_size_wait_until_any_vector(size_t *ivars, size_t nelems, const int *status,
    int cmp, const size_t *cmp_values);
size_t shmem_ptrdiff_wait_until_any_vector(ptrdiff_t *ivars, size_t nelems, const int *status,
    int cmp, const ptrdiff_t *cmp_values);

size_t shmem_int_wait_until_some_vector(int *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const int *cmp_values);
size_t shmem_long_wait_until_some_vector(long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const long *cmp_values);
size_t shmem_longlong_wait_until_some_vector(long long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const long long *cmp_values);
size_t shmem_uint_wait_until_some_vector(unsigned int *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const unsigned int *cmp_values);
size_t shmem_ulong_wait_until_some_vector(unsigned long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const unsigned long *cmp_values);
size_t shmem_ulonglong_wait_until_some_vector(unsigned long long *ivars, size_t nelems,
    size_t *indices, const int *status, int cmp, const unsigned long long *cmp_values);
size_t shmem_int32_wait_until_some_vector(int32_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const int32_t *cmp_values);
size_t shmem_int64_wait_until_some_vector(int64_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const int64_t *cmp_values);
size_t shmem_uint32_wait_until_some_vector(uint32_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const uint32_t *cmp_values);
size_t shmem_uint64_wait_until_some_vector(uint64_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const uint64_t *cmp_values);
size_t shmem_size_wait_until_some_vector(size_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const size_t *cmp_values);
size_t shmem_ptrdiff_wait_until_some_vector(ptrdiff_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const ptrdiff_t *cmp_values);

int shmem_short_test(short *ivar, int cmp, short cmp_value);
int shmem_ushort_test(unsigned short *ivar, int cmp, unsigned short cmp_value);
int shmem_int_test(int *ivar, int cmp, int cmp_value);
int shmem_long_test(long *ivar, int cmp, long cmp_value);
int shmem_longlong_test(long long *ivar, int cmp, long long cmp_value);
int shmem_uint_test(unsigned int *ivar, int cmp, unsigned int cmp_value);
int shmem_ulong_test(unsigned long *ivar, int cmp, unsigned long cmp_value);
int shmem_ulonglong_test(unsigned long long *ivar, int cmp, unsigned long long cmp_value);
int shmem_int32_test(int32_t *ivar, int cmp, int32_t cmp_value);
int shmem_int64_test(int64_t *ivar, int cmp, int64_t cmp_value);
int shmem_uint32_test(uint32_t *ivar, int cmp, uint32_t cmp_value);
int shmem_uint64_test(uint64_t *ivar, int cmp, uint64_t cmp_value);
int shmem_size_test(size_t *ivar, int cmp, size_t cmp_value);
int shmem_ptrdiff_test(ptrdiff_t *ivar, int cmp, ptrdiff_t cmp_value);

int shmem_int_test_all(int *ivars, size_t nelems, const int *status, int cmp, int cmp_value);
int shmem_long_test_all(long *ivars, size_t nelems, const int *status, int cmp,
    long cmp_value);
int shmem_longlong_test_all(long long *ivars, size_t nelems, const int *status, int cmp,
    long long cmp_value);
int shmem_uint_test_all(unsigned int *ivars, size_t nelems, const int *status, int cmp,
    unsigned int cmp_value);
int shmem_ulong_test_all(unsigned long *ivars, size_t nelems, const int *status, int cmp,
    unsigned long cmp_value);
int shmem_ulonglong_test_all(unsigned long long *ivars, size_t nelems, const int *status,
    int cmp, unsigned long long cmp_value);
int shmem_int32_test_all(int32_t *ivars, size_t nelems, const int *status, int cmp,
    int32_t cmp_value);
int shmem_int64_test_all(int64_t *ivars, size_t nelems, const int *status, int cmp,
    int64_t cmp_value);
int shmem_uint32_test_all(uint32_t *ivars, size_t nelems, const int *status, int cmp,
    uint32_t cmp_value);
int shmem_uint64_test_all(uint64_t *ivars, size_t nelems, const int *status, int cmp,
    uint64_t cmp_value);
int shmem_size_test_all(size_t *ivars, size_t nelems, const int *status, int cmp,
    size_t cmp_value);
int shmem_ptrdiff_test_all(ptrdiff_t *ivars, size_t nelems, const int *status, int cmp,
    ptrdiff_t cmp_value);

size_t shmem_int_test_any(int *ivars, size_t nelems, const int *status, int cmp,
    int cmp_value);
size_t shmem_long_test_any(long *ivars, size_t nelems, const int *status, int cmp,
    long cmp_value);
size_t shmem_longlong_test_any(long long *ivars, size_t nelems, const int *status, int cmp,
    long long cmp_value);
size_t shmem_uint_test_any(unsigned int *ivars, size_t nelems, const int *status, int cmp,
    unsigned int cmp_value);
size_t shmem_ulong_test_any(unsigned long *ivars, size_t nelems, const int *status, int cmp,
    unsigned long cmp_value);
size_t shmem_ulonglong_test_any(unsigned long long *ivars, size_t nelems, const int *status,
    int cmp, unsigned long long cmp_value);
size_t shmem_int32_test_any(int32_t *ivars, size_t nelems, const int *status, int cmp,
    int32_t cmp_value);
size_t shmem_int64_test_any(int64_t *ivars, size_t nelems, const int *status, int cmp,
    int64_t cmp_value);
size_t shmem_uint32_test_any(uint32_t *ivars, size_t nelems, const int *status, int cmp,
    uint32_t cmp_value);
size_t shmem_uint64_test_any(uint64_t *ivars, size_t nelems, const int *status, int cmp,
    uint64_t cmp_value);
size_t shmem_size_test_any(size_t *ivars, size_t nelems, const int *status, int cmp,
    size_t cmp_value);
size_t shmem_ptrdiff_test_any(ptrdiff_t *ivars, size_t nelems, const int *status, int cmp,
    ptrdiff_t cmp_value);

size_t shmem_int_test_some(int *ivars, size_t nelems, size_t *indices, const int *status,
    int cmp, int cmp_value);
size_t shmem_long_test_some(long *ivars, size_t nelems, size_t *indices, const int *status,
    int cmp, long cmp_value);
size_t shmem_longlong_test_some(long long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, long long cmp_value);
size_t shmem_uint_test_some(unsigned int *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, unsigned int cmp_value);
size_t shmem_ulong_test_some(unsigned long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, unsigned long cmp_value);
size_t shmem_ulonglong_test_some(unsigned long long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, unsigned long long cmp_value);
size_t shmem_int32_test_some(int32_t *ivars, size_t nelems, size_t *indices, const int *status,
    int cmp, int32_t cmp_value);
size_t shmem_int64_test_some(int64_t *ivars, size_t nelems, size_t *indices, const int *status,
    int cmp, int64_t cmp_value);
size_t shmem_uint32_test_some(uint32_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, uint32_t cmp_value);
size_t shmem_uint64_test_some(uint64_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, uint64_t cmp_value);
size_t shmem_size_test_some(size_t *ivars, size_t nelems, size_t *indices, const int *status,
    int cmp, size_t cmp_value);
size_t shmem_ptrdiff_test_some(ptrdiff_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, ptrdiff_t cmp_value);

int shmem_int_test_all_vector(int *ivars, size_t nelems, const int *status, int cmp,
    const int *cmp_values);
int shmem_long_test_all_vector(long *ivars, size_t nelems, const int *status, int cmp,
    const long *cmp_values);
int shmem_longlong_test_all_vector(long long *ivars, size_t nelems, const int *status, int cmp,
    const long long *cmp_values);
int shmem_uint_test_all_vector(unsigned int *ivars, size_t nelems, const int *status, int cmp,
    const unsigned int *cmp_values);
int shmem_ulong_test_all_vector(unsigned long *ivars, size_t nelems, const int *status,
    int cmp, const unsigned long *cmp_values);
int shmem_ulonglong_test_all_vector(unsigned long long *ivars, size_t nelems, const int *status,
    int cmp, const unsigned long long *cmp_values);
int shmem_int32_test_all_vector(int32_t *ivars, size_t nelems, const int *status, int cmp,
    const int32_t *cmp_values);
int shmem_int64_test_all_vector(int64_t *ivars, size_t nelems, const int *status, int cmp,
    const int64_t *cmp_values);
int shmem_uint32_test_all_vector(uint32_t *ivars, size_t nelems, const int *status, int cmp,
    const uint32_t *cmp_values);
int shmem_uint64_test_all_vector(uint64_t *ivars, size_t nelems, const int *status, int cmp,
    const uint64_t *cmp_values);
int shmem_size_test_all_vector(size_t *ivars, size_t nelems, const int *status, int cmp,
    const size_t *cmp_values);
int shmem_ptrdiff_test_all_vector(ptrdiff_t *ivars, size_t nelems, const int *status, int cmp,
    const ptrdiff_t *cmp_values);

size_t shmem_int_test_any_vector(int *ivars, size_t nelems, const int *status, int cmp,
    const int *cmp_values);
size_t shmem_long_test_any_vector(long *ivars, size_t nelems, const int *status, int cmp,
    const long *cmp_values);
size_t shmem_longlong_test_any_vector(long long *ivars, size_t nelems, const int *status,
    int cmp, const long long *cmp_values);
size_t shmem_uint_test_any_vector(unsigned int *ivars, size_t nelems, const int *status,
    int cmp, const unsigned int *cmp_values);
size_t shmem_ulong_test_any_vector(unsigned long *ivars, size_t nelems, const int *status,
    int cmp, const unsigned long *cmp_values);
size_t shmem_ulonglong_test_any_vector(unsigned long long *ivars, size_t nelems,
    const int *status, int cmp, const unsigned long long *cmp_values);
size_t shmem_int32_test_any_vector(int32_t *ivars, size_t nelems, const int *status, int cmp,
    const int32_t *cmp_values);
size_t shmem_int64_test_any_vector(int64_t *ivars, size_t nelems, const int *status, int cmp,
    const int64_t *cmp_values);
size_t shmem_uint32_test_any_vector(uint32_t *ivars, size_t nelems, const int *status, int cmp,
    const uint32_t *cmp_values);
size_t shmem_uint64_test_any_vector(uint64_t *ivars, size_t nelems, const int *status, int cmp,
    const uint64_t *cmp_values);
size_t shmem_size_test_any_vector(size_t *ivars, size_t nelems, const int *status, int cmp,
    const size_t *cmp_values);
size_t shmem_ptrdiff_test_any_vector(ptrdiff_t *ivars, size_t nelems, const int *status,
    int cmp, const ptrdiff_t *cmp_values);

size_t shmem_int_test_some_vector(int *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const int *cmp_values);
size_t shmem_long_test_some_vector(long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const long *cmp_values);
size_t shmem_longlong_test_some_vector(long long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const long long *cmp_values);
size_t shmem_uint_test_some_vector(unsigned int *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const unsigned int *cmp_values);
size_t shmem_ulong_test_some_vector(unsigned long *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const unsigned long *cmp_values);
size_t shmem_ulonglong_test_some_vector(unsigned long long *ivars, size_t nelems,
    size_t *indices, const int *status, int cmp, const unsigned long long *cmp_values);
size_t shmem_int32_test_some_vector(int32_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const int32_t *cmp_values);
size_t shmem_int64_test_some_vector(int64_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const int64_t *cmp_values);
size_t shmem_uint32_test_some_vector(uint32_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const uint32_t *cmp_values);
size_t shmem_uint64_test_some_vector(uint64_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const uint64_t *cmp_values);
size_t shmem_size_test_some_vector(size_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const size_t *cmp_values);
size_t shmem_ptrdiff_test_some_vector(ptrdiff_t *ivars, size_t nelems, size_t *indices,
    const int *status, int cmp, const ptrdiff_t *cmp_values);

/* Deprecated. */
void shmem_short_wait(short *ivar, short cmp_value);
void shmem_ushort_wait(unsigned short *ivar, unsigned short cmp_value);
void shmem_int_wait(int *ivar, int cmp_value);
void shmem_long_wait(long *ivar, long cmp_value);
void shmem_longlong_wait(long long *ivar, long long cmp_value);
void shmem_uint_wait(unsigned int *ivar, unsigned int cmp_value);
void shmem_ulong_wait(unsigned long *ivar, unsigned long cmp_value);
void shmem_ulonglong_wait(unsigned long long *ivar, unsigned long long cmp_value);
void shmem_int32_wait(int32_t *ivar, int32_t cmp_value);
void shmem_int64_wait(int64_t *ivar, int64_t cmp_value);
void shmem_uint32_wait(uint32_t *ivar, uint32_t cmp_value);
void shmem_uint64_wait(uint64_t *ivar, uint64_t cmp_value);
void shmem_size_wait(size_t *ivar, size_t cmp_value);
void shmem_ptrdiff_wait(ptrdiff_t *ivar, ptrdiff_t cmp_value);

/* Deprecated. */
void shmem_wait(long *ivar, long cmp_value);

/* Deprecated. */
void shmem_wait_until(long *ivar, int cmp, long cmp_value);

/* Ordering. */

void shmem_fence(void);
void shmem_ctx_fence(shmem_ctx_t ctx);

void shmem_quiet(void);
void shmem_ctx_quiet(shmem_ctx_t ctx);

void shmem_pe_quiet(const int *target_pes, size_t npes);
void shmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *target_pes, size_t npes);

/* Locks. */

void shmem_set_lock(long *lock);

int shmem_test_lock(long *lock);

void shmem_clear_lock(long *lock);

/* Profiling. */

void shmem_pcontrol(int level, ...);

/* Deprecated names without a synopsis in the standard, and names of other libraries. */

/* Deprecated. */
int _my_pe(void);

/* Deprecated. */
int _num_pes(void);

/* Deprecated. */
void *shmalloc(size_t size);

/* Deprecated. */
void shfree(void *ptr);

/* Deprecated. */
void *shrealloc(void *ptr, size_t size);

/* Deprecated. */
void *shmemalign(size_t alignment, size_t size);

/* Deprecated. */
void shmem_clear_cache_inv(void);

/* Deprecated. */
void shmem_set_cache_inv(void);

/* Deprecated. */
void shmem_clear_cache_line_inv(void *dest);

/* Deprecated. */
void shmem_set_cache_line_inv(void *dest);

/* Deprecated. */
void shmem_udcflush(void);

/* Deprecated. */
void shmem_udcflush_line(void *dest);

#if defined(__cplusplus)
}
#endif

/* Type-generic names. */
#if defined(__cplusplus)

extern "C++" {

/* Complex numbers of C. */
__extension__ typedef double _Complex SHMEM_INTERNAL_COMPLEXD;
__extension__ typedef float _Complex SHMEM_INTERNAL_COMPLEXF;

inline int shmem_complexd_sum_reduce(shmem_team_t team, SHMEM_INTERNAL_COMPLEXD *dest,
    const SHMEM_INTERNAL_COMPLEXD *source, size_t nreduce)
{
    return shmem_complexd_sum_reduce(team, reinterpret_cast<shmemx_complexd_t *>(dest),
        reinterpret_cast<const shmemx_complexd_t *>(source), nreduce);
}

inline int shmem_complexf_sum_reduce(shmem_team_t team, SHMEM_INTERNAL_COMPLEXF *dest,
    const SHMEM_INTERNAL_COMPLEXF *source, size_t nreduce)
{
    return shmem_complexf_sum_reduce(team, reinterpret_cast<shmemx_complexf_t *>(dest),
        reinterpret_cast<const shmemx_complexf_t *>(source), nreduce);
}

inline int shmem_complexd_prod_reduce(shmem_team_t team, SHMEM_INTERNAL_COMPLEXD *dest,
    const SHMEM_INTERNAL_COMPLEXD *source, size_t nreduce)
{
    return shmem_complexd_prod_reduce(team, reinterpret_cast<shmemx_complexd_t *>(dest),
        reinterpret_cast<const shmemx_complexd_t *>(source), nreduce);
}

inline int shmem_complexf_prod_reduce(shmem_team_t team, SHMEM_INTERNAL_COMPLEXF *dest,
    const SHMEM_INTERNAL_COMPLEXF *source, size_t nreduce)
{
    return shmem_complexf_prod_reduce(team, reinterpret_cast<shmemx_complexf_t *>(dest),
        reinterpret_cast<const shmemx_complexf_t *>(source), nreduce);
}

inline int shmem_complexd_sum_inscan(shmem_team_t team, SHMEM_INTERNAL_COMPLEXD *dest,
    const SHMEM_INTERNAL_COMPLEXD *source, size_t nelems)
{
    return shmem_complexd_sum_inscan(team, reinterpret_cast<shmemx_complexd_t *>(dest),
        reinterpret_cast<const shmemx_complexd_t *>(source), nelems);
}

inline int shmem_complexf_sum_inscan(shmem_team_t team, SHMEM_INTERNAL_COMPLEXF *dest,
    const SHMEM_INTERNAL_COMPLEXF *source, size_t nelems)
{
    return shmem_complexf_sum_inscan(team, reinterpret_cast<shmemx_complexf_t *>(dest),
        reinterpret_cast<const shmemx_complexf_t *>(source), nelems);
}

inline int shmem_complexd_sum_exscan(shmem_team_t team, SHMEM_INTERNAL_COMPLEXD *dest,
    const SHMEM_INTERNAL_COMPLEXD *source, size_t nelems)
{
    return shmem_complexd_sum_exscan(team, reinterpret_cast<shmemx_complexd_t *>(dest),
        reinterpret_cast<const shmemx_complexd_t *>(source), nelems);
}

inline int shmem_complexf_sum_exscan(shmem_team_t team, SHMEM_INTERNAL_COMPLEXF *dest,
    const SHMEM_INTERNAL_COMPLEXF *source, size_t nelems)
{
    return shmem_complexf_sum_exscan(team, reinterpret_cast<shmemx_complexf_t *>(dest),
        reinterpret_cast<const shmemx_complexf_t *>(source), nelems);
}

inline void shmem_complexd_sum_to_all(SHMEM_INTERNAL_COMPLEXD *dest,
    const SHMEM_INTERNAL_COMPLEXD *source, int nreduce, int PE_start, int logPE_stride,
    int PE_size, SHMEM_INTERNAL_COMPLEXD *pWrk, long *pSync)
{
    shmem_complexd_sum_to_all(reinterpret_cast<shmemx_complexd_t *>(dest),
        reinterpret_cast<const shmemx_complexd_t *>(source), nreduce, PE_start, logPE_stride,
        PE_size, reinterpret_cast<shmemx_complexd_t *>(pWrk), pSync);
}

inline void shmem_complexf_sum_to_all(SHMEM_INTERNAL_COMPLEXF *dest,
    const SHMEM_INTERNAL_COMPLEXF *source, int nreduce, int PE_start, int logPE_stride,
    int PE_size, SHMEM_INTERNAL_COMPLEXF *pWrk, long *pSync)
{
    shmem_complexf_sum_to_all(reinterpret_cast<shmemx_complexf_t *>(dest),
        reinterpret_cast<const shmemx_complexf_t *>(source), nreduce, PE_start, logPE_stride,
        PE_size, reinterpret_cast<shmemx_complexf_t *>(pWrk), pSync);
}

inline void shmem_complexd_prod_to_all(SHMEM_INTERNAL_COMPLEXD *dest,
    const SHMEM_INTERNAL_COMPLEXD *source, int nreduce, int PE_start, int logPE_stride,
    int PE_size, SHMEM_INTERNAL_COMPLEXD *pWrk, long *pSync)
{
    shmem_complexd_prod_to_all(reinterpret_cast<shmemx_complexd_t *>(dest),
        reinterpret_cast<const shmemx_complexd_t *>(source), nreduce, PE_start, logPE_stride,
        PE_size, reinterpret_cast<shmemx_complexd_t *>(pWrk), pSync);
}

inline void shmem_complexf_prod_to_all(SHMEM_INTERNAL_COMPLEXF *dest,
    const SHMEM_INTERNAL_COMPLEXF *source, int nreduce, int PE_start, int logPE_stride,
    int PE_size, SHMEM_INTERNAL_COMPLEXF *pWrk, long *pSync)
{
    shmem_complexf_prod_to_all(reinterpret_cast<shmemx_complexf_t *>(dest),
        reinterpret_cast<const shmemx_complexf_t *>(source), nreduce, PE_start, logPE_stride,
        PE_size, reinterpret_cast<shmemx_complexf_t *>(pWrk), pSync);
}

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

#define SHMEM_INTERNAL_EACH_AMOX(F) \
    F(float, float) \
    F(double, double) \
    F(int, int) \
    F(long, long) \
    F(long long, longlong) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong)

#define SHMEM_INTERNAL_EACH_LOGIC_LOGICX(F) \
    F(unsigned char, uchar) \
    F(unsigned short, ushort) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong) \
    F(signed char, int8) \
    F(short, int16) \
    F(int, int32) \
    F(long, int64) \
    F(long long, longlong)

#define SHMEM_INTERNAL_EACH_ORDER(F) \
    F(char, char) \
    F(signed char, schar) \
    F(short, short) \
    F(int, int) \
    F(long, long) \
    F(long long, longlong) \
    F(unsigned char, uchar) \
    F(unsigned short, ushort) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong) \
    F(float, float) \
    F(double, double) \
    F(long double, longdouble)

#define SHMEM_INTERNAL_EACH_RMA(F) \
    F(float, float) \
    F(double, double) \
    F(long double, longdouble) \
    F(char, char) \
    F(signed char, schar) \
    F(short, short) \
    F(int, int) \
    F(long, long) \
    F(long long, longlong) \
    F(unsigned char, uchar) \
    F(unsigned short, ushort) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong)

#define SHMEM_INTERNAL_EACH_SUM(F) \
    F(char, char) \
    F(signed char, schar) \
    F(short, short) \
    F(int, int) \
    F(long, long) \
    F(long long, longlong) \
    F(unsigned char, uchar) \
    F(unsigned short, ushort) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong) \
    F(float, float) \
    F(double, double) \
    F(long double, longdouble) \
    F(shmemx_complexd_t, complexd) \
    F(shmemx_complexf_t, complexf) \
    F(SHMEM_INTERNAL_COMPLEXD, complexd) \
    F(SHMEM_INTERNAL_COMPLEXF, complexf)

#define SHMEM_INTERNAL_EACH_SYNC(F) \
    F(short, short) \
    F(unsigned short, ushort) \
    F(int, int) \
    F(long, long) \
    F(long long, longlong) \
    F(unsigned int, uint) \
    F(unsigned long, ulong) \
    F(unsigned long long, ulonglong)

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_put(T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_##name##_put(dest, source, nelems, pe); \
} \
inline void shmem_put(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_ctx_##name##_put(ctx, dest, source, nelems, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_p(T *dest, T value, int pe) \
{ \
    shmem_##name##_p(dest, value, pe); \
} \
inline void shmem_p(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_p(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_iput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, \
    size_t nelems, int pe) \
{ \
    shmem_##name##_iput(dest, source, dst, sst, nelems, pe); \
} \
inline void shmem_iput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, \
    ptrdiff_t sst, size_t nelems, int pe) \
{ \
    shmem_ctx_##name##_iput(ctx, dest, source, dst, sst, nelems, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_ibput(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, \
    size_t bsize, size_t nblocks, int pe) \
{ \
    shmem_##name##_ibput(dest, source, dst, sst, bsize, nblocks, pe); \
} \
inline void shmem_ibput(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, \
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) \
{ \
    shmem_ctx_##name##_ibput(ctx, dest, source, dst, sst, bsize, nblocks, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_get(T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_##name##_get(dest, source, nelems, pe); \
} \
inline void shmem_get(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_ctx_##name##_get(ctx, dest, source, nelems, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_g(const T *source, int pe) \
{ \
    return shmem_##name##_g(source, pe); \
} \
inline T shmem_g(shmem_ctx_t ctx, const T *source, int pe) \
{ \
    return shmem_ctx_##name##_g(ctx, source, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_iget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, \
    size_t nelems, int pe) \
{ \
    shmem_##name##_iget(dest, source, dst, sst, nelems, pe); \
} \
inline void shmem_iget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, \
    ptrdiff_t sst, size_t nelems, int pe) \
{ \
    shmem_ctx_##name##_iget(ctx, dest, source, dst, sst, nelems, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_ibget(T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, \
    size_t bsize, size_t nblocks, int pe) \
{ \
    shmem_##name##_ibget(dest, source, dst, sst, bsize, nblocks, pe); \
} \
inline void shmem_ibget(shmem_ctx_t ctx, T *dest, const T *source, ptrdiff_t dst, \
    ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) \
{ \
    shmem_ctx_##name##_ibget(ctx, dest, source, dst, sst, bsize, nblocks, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_put_nbi(T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_##name##_put_nbi(dest, source, nelems, pe); \
} \
inline void shmem_put_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_ctx_##name##_put_nbi(ctx, dest, source, nelems, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_get_nbi(T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_##name##_get_nbi(dest, source, nelems, pe); \
} \
inline void shmem_get_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, int pe) \
{ \
    shmem_ctx_##name##_get_nbi(ctx, dest, source, nelems, pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_fetch(const T *source, int pe) \
{ \
    return shmem_##name##_atomic_fetch(source, pe); \
} \
inline T shmem_atomic_fetch(shmem_ctx_t ctx, const T *source, int pe) \
{ \
    return shmem_ctx_##name##_atomic_fetch(ctx, source, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_set(T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_set(dest, value, pe); \
} \
inline void shmem_atomic_set(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_set(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_compare_swap(T *dest, T cond, T value, int pe) \
{ \
    return shmem_##name##_atomic_compare_swap(dest, cond, value, pe); \
} \
inline T shmem_atomic_compare_swap(shmem_ctx_t ctx, T *dest, T cond, T value, int pe) \
{ \
    return shmem_ctx_##name##_atomic_compare_swap(ctx, dest, cond, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_swap(T *dest, T value, int pe) \
{ \
    return shmem_##name##_atomic_swap(dest, value, pe); \
} \
inline T shmem_atomic_swap(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    return shmem_ctx_##name##_atomic_swap(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_fetch_inc(T *dest, int pe) \
{ \
    return shmem_##name##_atomic_fetch_inc(dest, pe); \
} \
inline T shmem_atomic_fetch_inc(shmem_ctx_t ctx, T *dest, int pe) \
{ \
    return shmem_ctx_##name##_atomic_fetch_inc(ctx, dest, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_inc(T *dest, int pe) \
{ \
    shmem_##name##_atomic_inc(dest, pe); \
} \
inline void shmem_atomic_inc(shmem_ctx_t ctx, T *dest, int pe) \
{ \
    shmem_ctx_##name##_atomic_inc(ctx, dest, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_fetch_add(T *dest, T value, int pe) \
{ \
    return shmem_##name##_atomic_fetch_add(dest, value, pe); \
} \
inline T shmem_atomic_fetch_add(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    return shmem_ctx_##name##_atomic_fetch_add(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_add(T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_add(dest, value, pe); \
} \
inline void shmem_atomic_add(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_add(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_fetch_and(T *dest, T value, int pe) \
{ \
    return shmem_##name##_atomic_fetch_and(dest, value, pe); \
} \
inline T shmem_atomic_fetch_and(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    return shmem_ctx_##name##_atomic_fetch_and(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_and(T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_and(dest, value, pe); \
} \
inline void shmem_atomic_and(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_and(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_fetch_or(T *dest, T value, int pe) \
{ \
    return shmem_##name##_atomic_fetch_or(dest, value, pe); \
} \
inline T shmem_atomic_fetch_or(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    return shmem_ctx_##name##_atomic_fetch_or(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_or(T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_or(dest, value, pe); \
} \
inline void shmem_atomic_or(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_or(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_atomic_fetch_xor(T *dest, T value, int pe) \
{ \
    return shmem_##name##_atomic_fetch_xor(dest, value, pe); \
} \
inline T shmem_atomic_fetch_xor(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    return shmem_ctx_##name##_atomic_fetch_xor(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_xor(T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_xor(dest, value, pe); \
} \
inline void shmem_atomic_xor(shmem_ctx_t ctx, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_xor(ctx, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_fetch_nbi(T *fetch, const T *source, int pe) \
{ \
    shmem_##name##_atomic_fetch_nbi(fetch, source, pe); \
} \
inline void shmem_atomic_fetch_nbi(shmem_ctx_t ctx, T *fetch, const T *source, int pe) \
{ \
    shmem_ctx_##name##_atomic_fetch_nbi(ctx, fetch, source, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_compare_swap_nbi(T *fetch, T *dest, T cond, T value, int pe) \
{ \
    shmem_##name##_atomic_compare_swap_nbi(fetch, dest, cond, value, pe); \
} \
inline void shmem_atomic_compare_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T cond, \
    T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_compare_swap_nbi(ctx, fetch, dest, cond, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_swap_nbi(T *fetch, T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_swap_nbi(fetch, dest, value, pe); \
} \
inline void shmem_atomic_swap_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_swap_nbi(ctx, fetch, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_fetch_inc_nbi(T *fetch, T *dest, int pe) \
{ \
    shmem_##name##_atomic_fetch_inc_nbi(fetch, dest, pe); \
} \
inline void shmem_atomic_fetch_inc_nbi(shmem_ctx_t ctx, T *fetch, T *dest, int pe) \
{ \
    shmem_ctx_##name##_atomic_fetch_inc_nbi(ctx, fetch, dest, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_fetch_add_nbi(T *fetch, T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_fetch_add_nbi(fetch, dest, value, pe); \
} \
inline void shmem_atomic_fetch_add_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_fetch_add_nbi(ctx, fetch, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_fetch_and_nbi(T *fetch, T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_fetch_and_nbi(fetch, dest, value, pe); \
} \
inline void shmem_atomic_fetch_and_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_fetch_and_nbi(ctx, fetch, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_fetch_or_nbi(T *fetch, T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_fetch_or_nbi(fetch, dest, value, pe); \
} \
inline void shmem_atomic_fetch_or_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_fetch_or_nbi(ctx, fetch, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_atomic_fetch_xor_nbi(T *fetch, T *dest, T value, int pe) \
{ \
    shmem_##name##_atomic_fetch_xor_nbi(fetch, dest, value, pe); \
} \
inline void shmem_atomic_fetch_xor_nbi(shmem_ctx_t ctx, T *fetch, T *dest, T value, int pe) \
{ \
    shmem_ctx_##name##_atomic_fetch_xor_nbi(ctx, fetch, dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOBIT(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_fetch(const T *source, int pe) \
{ \
    return shmem_##name##_fetch(source, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_set(T *dest, T value, int pe) \
{ \
    shmem_##name##_set(dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_cswap(T *dest, T cond, T value, int pe) \
{ \
    return shmem_##name##_cswap(dest, cond, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_swap(T *dest, T value, int pe) \
{ \
    return shmem_##name##_swap(dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMOX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_finc(T *dest, int pe) \
{ \
    return shmem_##name##_finc(dest, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_inc(T *dest, int pe) \
{ \
    shmem_##name##_inc(dest, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline T shmem_fadd(T *dest, T value, int pe) \
{ \
    return shmem_##name##_fadd(dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_add(T *dest, T value, int pe) \
{ \
    shmem_##name##_add(dest, value, pe); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_put_signal(T *dest, const T *source, size_t nelems, uint64_t *sig_addr, \
    uint64_t signal, int sig_op, int pe) \
{ \
    shmem_##name##_put_signal(dest, source, nelems, sig_addr, signal, sig_op, pe); \
} \
inline void shmem_put_signal(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, \
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe) \
{ \
    shmem_ctx_##name##_put_signal(ctx, dest, source, nelems, sig_addr, signal, sig_op, \
        pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_put_signal_nbi(T *dest, const T *source, size_t nelems, uint64_t *sig_addr, \
    uint64_t signal, int sig_op, int pe) \
{ \
    shmem_##name##_put_signal_nbi(dest, source, nelems, sig_addr, signal, sig_op, pe); \
} \
inline void shmem_put_signal_nbi(shmem_ctx_t ctx, T *dest, const T *source, size_t nelems, \
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe) \
{ \
    shmem_ctx_##name##_put_signal_nbi(ctx, dest, source, nelems, sig_addr, signal, sig_op, \
        pe); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

inline void shmem_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe)
{
    shmem_ctx_signal_add(ctx, sig_addr, signal, pe);
}

inline void shmem_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe)
{
    shmem_ctx_signal_set(ctx, sig_addr, signal, pe);
}

inline int shmem_sync(shmem_team_t team)
{
    return shmem_team_sync(team);
}

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_broadcast(shmem_team_t team, T *dest, const T *source, size_t nelems, \
    int PE_root) \
{ \
    return shmem_##name##_broadcast(team, dest, source, nelems, PE_root); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_collect(shmem_team_t team, T *dest, const T *source, size_t nelems) \
{ \
    return shmem_##name##_collect(team, dest, source, nelems); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_fcollect(shmem_team_t team, T *dest, const T *source, size_t nelems) \
{ \
    return shmem_##name##_fcollect(team, dest, source, nelems); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_alltoall(shmem_team_t team, T *dest, const T *source, size_t nelems) \
{ \
    return shmem_##name##_alltoall(team, dest, source, nelems); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_alltoalls(shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, \
    ptrdiff_t sst, size_t nelems) \
{ \
    return shmem_##name##_alltoalls(team, dest, source, dst, sst, nelems); \
}
SHMEM_INTERNAL_EACH_RMA(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_and_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) \
{ \
    return shmem_##name##_and_reduce(team, dest, source, nreduce); \
}
SHMEM_INTERNAL_EACH_LOGIC_LOGICX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_or_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) \
{ \
    return shmem_##name##_or_reduce(team, dest, source, nreduce); \
}
SHMEM_INTERNAL_EACH_LOGIC_LOGICX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_xor_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) \
{ \
    return shmem_##name##_xor_reduce(team, dest, source, nreduce); \
}
SHMEM_INTERNAL_EACH_LOGIC_LOGICX(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_max_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) \
{ \
    return shmem_##name##_max_reduce(team, dest, source, nreduce); \
}
SHMEM_INTERNAL_EACH_ORDER(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_min_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) \
{ \
    return shmem_##name##_min_reduce(team, dest, source, nreduce); \
}
SHMEM_INTERNAL_EACH_ORDER(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_sum_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) \
{ \
    return shmem_##name##_sum_reduce(team, dest, source, nreduce); \
}
SHMEM_INTERNAL_EACH_SUM(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_prod_reduce(shmem_team_t team, T *dest, const T *source, size_t nreduce) \
{ \
    return shmem_##name##_prod_reduce(team, dest, source, nreduce); \
}
SHMEM_INTERNAL_EACH_SUM(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_sum_inscan(shmem_team_t team, T *dest, const T *source, size_t nelems) \
{ \
    return shmem_##name##_sum_inscan(team, dest, source, nelems); \
}
SHMEM_INTERNAL_EACH_SUM(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_sum_exscan(shmem_team_t team, T *dest, const T *source, size_t nelems) \
{ \
    return shmem_##name##_sum_exscan(team, dest, source, nelems); \
}
SHMEM_INTERNAL_EACH_SUM(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_wait_until(volatile T *ivar, int cmp, T cmp_value) \
{ \
    shmem_##name##_wait_until(const_cast<T *>(ivar), cmp, cmp_value); \
}
SHMEM_INTERNAL_EACH_SYNC(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_wait_until_all(volatile T *ivars, size_t nelems, const int *status, \
    int cmp, T cmp_value) \
{ \
    shmem_##name##_wait_until_all(const_cast<T *>(ivars), nelems, status, cmp, cmp_value); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_wait_until_any(volatile T *ivars, size_t nelems, const int *status, \
    int cmp, T cmp_value) \
{ \
    return shmem_##name##_wait_until_any(const_cast<T *>(ivars), nelems, status, cmp, \
        cmp_value); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_wait_until_some(volatile T *ivars, size_t nelems, size_t *indices, \
    const int *status, int cmp, T cmp_value) \
{ \
    return shmem_##name##_wait_until_some(const_cast<T *>(ivars), nelems, indices, status, \
        cmp, cmp_value); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline void shmem_wait_until_all_vector(volatile T *ivars, size_t nelems, const int *status, \
    int cmp, const T *cmp_values) \
{ \
    shmem_##name##_wait_until_all_vector(const_cast<T *>(ivars), nelems, status, cmp, \
        cmp_values); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_wait_until_any_vector(volatile T *ivars, size_t nelems, const int *status, \
    int cmp, const T *cmp_values) \
{ \
    return shmem_##name##_wait_until_any_vector(const_cast<T *>(ivars), nelems, status, cmp, \
        cmp_values); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_wait_until_some_vector(volatile T *ivars, size_t nelems, size_t *indices, \
    const int *status, int cmp, const T *cmp_values) \
{ \
    return shmem_##name##_wait_until_some_vector(const_cast<T *>(ivars), nelems, indices, \
        status, cmp, cmp_values); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_test(volatile T *ivar, int cmp, T cmp_value) \
{ \
    return shmem_##name##_test(const_cast<T *>(ivar), cmp, cmp_value); \
}
SHMEM_INTERNAL_EACH_SYNC(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_test_all(volatile T *ivars, size_t nelems, const int *status, int cmp, \
    T cmp_value) \
{ \
    return shmem_##name##_test_all(const_cast<T *>(ivars), nelems, status, cmp, cmp_value); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_test_any(volatile T *ivars, size_t nelems, const int *status, int cmp, \
    T cmp_value) \
{ \
    return shmem_##name##_test_any(const_cast<T *>(ivars), nelems, status, cmp, cmp_value); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_test_some(volatile T *ivars, size_t nelems, size_t *indices, \
    const int *status, int cmp, T cmp_value) \
{ \
    return shmem_##name##_test_some(const_cast<T *>(ivars), nelems, indices, status, cmp, \
        cmp_value); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline int shmem_test_all_vector(volatile T *ivars, size_t nelems, const int *status, \
    int cmp, const T *cmp_values) \
{ \
    return shmem_##name##_test_all_vector(const_cast<T *>(ivars), nelems, status, cmp, \
        cmp_values); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_test_any_vector(volatile T *ivars, size_t nelems, const int *status, \
    int cmp, const T *cmp_values) \
{ \
    return shmem_##name##_test_any_vector(const_cast<T *>(ivars), nelems, status, cmp, \
        cmp_values); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F

#define SHMEM_INTERNAL_F(T, name) \
inline size_t shmem_test_some_vector(volatile T *ivars, size_t nelems, size_t *indices, \
    const int *status, int cmp, const T *cmp_values) \
{ \
    return shmem_##name##_test_some_vector(const_cast<T *>(ivars), nelems, indices, status, \
        cmp, cmp_values); \
}
SHMEM_INTERNAL_EACH_AMO(SHMEM_INTERNAL_F)
#undef SHMEM_INTERNAL_F
#undef SHMEM_INTERNAL_EACH_AMO
#undef SHMEM_INTERNAL_EACH_AMOBIT
#undef SHMEM_INTERNAL_EACH_AMOX
#undef SHMEM_INTERNAL_EACH_LOGIC_LOGICX
#undef SHMEM_INTERNAL_EACH_ORDER
#undef SHMEM_INTERNAL_EACH_RMA
#undef SHMEM_INTERNAL_EACH_SUM
#undef SHMEM_INTERNAL_EACH_SYNC
} /* extern "C++" */

#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

#define SHMEM_INTERNAL_FIRST_(a, ...) a
#define SHMEM_INTERNAL_SECOND_(a, b, ...) b
#define SHMEM_INTERNAL_THIRD_(a, b, c, ...) c
#define SHMEM_INTERNAL_1(...) SHMEM_INTERNAL_FIRST_(__VA_ARGS__, 0)
#define SHMEM_INTERNAL_2(...) SHMEM_INTERNAL_SECOND_(__VA_ARGS__, 0, 0)
#define SHMEM_INTERNAL_3(...) SHMEM_INTERNAL_THIRD_(__VA_ARGS__, 0, 0, 0)

/* A pointer to T that is written through, or only read. */
#define SHMEM_INTERNAL_WRITTEN(T, function) T *: function, volatile T *: function
#define SHMEM_INTERNAL_READ(T, function) \
    SHMEM_INTERNAL_WRITTEN(T, function), const T *: function, const volatile T *: function

#define SHMEM_INTERNAL_AMO(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(int, head##int##tail), \
    SHMEM_INTERNAL_##pointer(long, head##long##tail), \
    SHMEM_INTERNAL_##pointer(long long, head##longlong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail)

#define SHMEM_INTERNAL_AMOBIT(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail), \
    SHMEM_INTERNAL_##pointer(int, head##int32##tail), \
    SHMEM_INTERNAL_##pointer(long, head##int64##tail)

#define SHMEM_INTERNAL_AMOX(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(float, head##float##tail), \
    SHMEM_INTERNAL_##pointer(double, head##double##tail), \
    SHMEM_INTERNAL_##pointer(int, head##int##tail), \
    SHMEM_INTERNAL_##pointer(long, head##long##tail), \
    SHMEM_INTERNAL_##pointer(long long, head##longlong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail)

#define SHMEM_INTERNAL_LOGIC_LOGICX(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(unsigned char, head##uchar##tail), \
    SHMEM_INTERNAL_##pointer(unsigned short, head##ushort##tail), \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail), \
    SHMEM_INTERNAL_##pointer(signed char, head##int8##tail), \
    SHMEM_INTERNAL_##pointer(short, head##int16##tail), \
    SHMEM_INTERNAL_##pointer(int, head##int32##tail), \
    SHMEM_INTERNAL_##pointer(long, head##int64##tail), \
    SHMEM_INTERNAL_##pointer(long long, head##longlong##tail)

#define SHMEM_INTERNAL_ORDER(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(char, head##char##tail), \
    SHMEM_INTERNAL_##pointer(signed char, head##schar##tail), \
    SHMEM_INTERNAL_##pointer(short, head##short##tail), \
    SHMEM_INTERNAL_##pointer(int, head##int##tail), \
    SHMEM_INTERNAL_##pointer(long, head##long##tail), \
    SHMEM_INTERNAL_##pointer(long long, head##longlong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned char, head##uchar##tail), \
    SHMEM_INTERNAL_##pointer(unsigned short, head##ushort##tail), \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail), \
    SHMEM_INTERNAL_##pointer(float, head##float##tail), \
    SHMEM_INTERNAL_##pointer(double, head##double##tail), \
    SHMEM_INTERNAL_##pointer(long double, head##longdouble##tail)

#define SHMEM_INTERNAL_RMA(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(float, head##float##tail), \
    SHMEM_INTERNAL_##pointer(double, head##double##tail), \
    SHMEM_INTERNAL_##pointer(long double, head##longdouble##tail), \
    SHMEM_INTERNAL_##pointer(char, head##char##tail), \
    SHMEM_INTERNAL_##pointer(signed char, head##schar##tail), \
    SHMEM_INTERNAL_##pointer(short, head##short##tail), \
    SHMEM_INTERNAL_##pointer(int, head##int##tail), \
    SHMEM_INTERNAL_##pointer(long, head##long##tail), \
    SHMEM_INTERNAL_##pointer(long long, head##longlong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned char, head##uchar##tail), \
    SHMEM_INTERNAL_##pointer(unsigned short, head##ushort##tail), \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail)

#define SHMEM_INTERNAL_SUM(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(char, head##char##tail), \
    SHMEM_INTERNAL_##pointer(signed char, head##schar##tail), \
    SHMEM_INTERNAL_##pointer(short, head##short##tail), \
    SHMEM_INTERNAL_##pointer(int, head##int##tail), \
    SHMEM_INTERNAL_##pointer(long, head##long##tail), \
    SHMEM_INTERNAL_##pointer(long long, head##longlong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned char, head##uchar##tail), \
    SHMEM_INTERNAL_##pointer(unsigned short, head##ushort##tail), \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail), \
    SHMEM_INTERNAL_##pointer(float, head##float##tail), \
    SHMEM_INTERNAL_##pointer(double, head##double##tail), \
    SHMEM_INTERNAL_##pointer(long double, head##longdouble##tail), \
    SHMEM_INTERNAL_##pointer(shmemx_complexd_t, head##complexd##tail), \
    SHMEM_INTERNAL_##pointer(shmemx_complexf_t, head##complexf##tail)

#define SHMEM_INTERNAL_SYNC(pointer, head, tail) \
    SHMEM_INTERNAL_##pointer(short, head##short##tail), \
    SHMEM_INTERNAL_##pointer(unsigned short, head##ushort##tail), \
    SHMEM_INTERNAL_##pointer(int, head##int##tail), \
    SHMEM_INTERNAL_##pointer(long, head##long##tail), \
    SHMEM_INTERNAL_##pointer(long long, head##longlong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned int, head##uint##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long, head##ulong##tail), \
    SHMEM_INTERNAL_##pointer(unsigned long long, head##ulonglong##tail)

#define shmem_put(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _put), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _put)) \
    (__VA_ARGS__)

#define shmem_p(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _p), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _p)) \
    (__VA_ARGS__)

#define shmem_iput(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _iput), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _iput)) \
    (__VA_ARGS__)

#define shmem_ibput(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _ibput), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _ibput)) \
    (__VA_ARGS__)

#define shmem_get(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _get), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _get)) \
    (__VA_ARGS__)

#define shmem_g(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(READ, shmem_ctx_, _g), default: 0), \
        SHMEM_INTERNAL_RMA(READ, shmem_, _g)) \
    (__VA_ARGS__)

#define shmem_iget(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _iget), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _iget)) \
    (__VA_ARGS__)

#define shmem_ibget(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _ibget), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _ibget)) \
    (__VA_ARGS__)

#define shmem_put_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _put_nbi), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _put_nbi)) \
    (__VA_ARGS__)

#define shmem_get_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _get_nbi), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _get_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOX(READ, shmem_ctx_, _atomic_fetch), default: 0), \
        SHMEM_INTERNAL_AMOX(READ, shmem_, _atomic_fetch)) \
    (__VA_ARGS__)

#define shmem_atomic_set(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOX(WRITTEN, shmem_ctx_, _atomic_set), default: 0), \
        SHMEM_INTERNAL_AMOX(WRITTEN, shmem_, _atomic_set)) \
    (__VA_ARGS__)

#define shmem_atomic_compare_swap(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_compare_swap), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_compare_swap)) \
    (__VA_ARGS__)

#define shmem_atomic_swap(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOX(WRITTEN, shmem_ctx_, _atomic_swap), default: 0), \
        SHMEM_INTERNAL_AMOX(WRITTEN, shmem_, _atomic_swap)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_inc(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_fetch_inc), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_fetch_inc)) \
    (__VA_ARGS__)

#define shmem_atomic_inc(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_inc), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_inc)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_add(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_fetch_add), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_fetch_add)) \
    (__VA_ARGS__)

#define shmem_atomic_add(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_add), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_add)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_and(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_fetch_and), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_fetch_and)) \
    (__VA_ARGS__)

#define shmem_atomic_and(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_and), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_and)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_or(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_fetch_or), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_fetch_or)) \
    (__VA_ARGS__)

#define shmem_atomic_or(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_or), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_or)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_xor(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_fetch_xor), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_fetch_xor)) \
    (__VA_ARGS__)

#define shmem_atomic_xor(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_xor), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_xor)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOX(WRITTEN, shmem_ctx_, _atomic_fetch_nbi), default: 0), \
        SHMEM_INTERNAL_AMOX(WRITTEN, shmem_, _atomic_fetch_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_compare_swap_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_compare_swap_nbi), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_compare_swap_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_swap_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOX(WRITTEN, shmem_ctx_, _atomic_swap_nbi), default: 0), \
        SHMEM_INTERNAL_AMOX(WRITTEN, shmem_, _atomic_swap_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_inc_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_fetch_inc_nbi), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_fetch_inc_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_add_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMO(WRITTEN, shmem_ctx_, _atomic_fetch_add_nbi), default: 0), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _atomic_fetch_add_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_and_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_fetch_and_nbi), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_fetch_and_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_or_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_fetch_or_nbi), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_fetch_or_nbi)) \
    (__VA_ARGS__)

#define shmem_atomic_fetch_xor_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_ctx_, _atomic_fetch_xor_nbi), default: 0), \
        SHMEM_INTERNAL_AMOBIT(WRITTEN, shmem_, _atomic_fetch_xor_nbi)) \
    (__VA_ARGS__)

#define shmem_fetch(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMOX(READ, shmem_, _fetch)) \
    (__VA_ARGS__)

#define shmem_set(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMOX(WRITTEN, shmem_, _set)) \
    (__VA_ARGS__)

#define shmem_cswap(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _cswap)) \
    (__VA_ARGS__)

#define shmem_swap(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMOX(WRITTEN, shmem_, _swap)) \
    (__VA_ARGS__)

#define shmem_finc(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _finc)) \
    (__VA_ARGS__)

#define shmem_inc(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _inc)) \
    (__VA_ARGS__)

#define shmem_fadd(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _fadd)) \
    (__VA_ARGS__)

#define shmem_add(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _add)) \
    (__VA_ARGS__)

#define shmem_put_signal(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _put_signal), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _put_signal)) \
    (__VA_ARGS__)

#define shmem_put_signal_nbi(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
            SHMEM_INTERNAL_RMA(WRITTEN, shmem_ctx_, _put_signal_nbi), default: 0), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _put_signal_nbi)) \
    (__VA_ARGS__)

#define shmem_signal_add(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: shmem_ctx_signal_add, default: shmem_signal_add) \
    (__VA_ARGS__)

#define shmem_signal_set(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_ctx_t: shmem_ctx_signal_set, default: shmem_signal_set) \
    (__VA_ARGS__)

#define shmem_sync(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        shmem_team_t: shmem_team_sync, default: shmem_sync) \
    (__VA_ARGS__)

#define shmem_broadcast(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _broadcast)) \
    (__VA_ARGS__)

#define shmem_collect(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _collect)) \
    (__VA_ARGS__)

#define shmem_fcollect(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _fcollect)) \
    (__VA_ARGS__)

#define shmem_alltoall(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _alltoall)) \
    (__VA_ARGS__)

#define shmem_alltoalls(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_RMA(WRITTEN, shmem_, _alltoalls)) \
    (__VA_ARGS__)

#define shmem_and_reduce(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_LOGIC_LOGICX(WRITTEN, shmem_, _and_reduce)) \
    (__VA_ARGS__)

#define shmem_or_reduce(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_LOGIC_LOGICX(WRITTEN, shmem_, _or_reduce)) \
    (__VA_ARGS__)

#define shmem_xor_reduce(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_LOGIC_LOGICX(WRITTEN, shmem_, _xor_reduce)) \
    (__VA_ARGS__)

#define shmem_max_reduce(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_ORDER(WRITTEN, shmem_, _max_reduce)) \
    (__VA_ARGS__)

#define shmem_min_reduce(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_ORDER(WRITTEN, shmem_, _min_reduce)) \
    (__VA_ARGS__)

#define shmem_sum_reduce(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_SUM(WRITTEN, shmem_, _sum_reduce)) \
    (__VA_ARGS__)

#define shmem_prod_reduce(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_SUM(WRITTEN, shmem_, _prod_reduce)) \
    (__VA_ARGS__)

#define shmem_sum_inscan(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_SUM(WRITTEN, shmem_, _sum_inscan)) \
    (__VA_ARGS__)

#define shmem_sum_exscan(...) \
    _Generic((SHMEM_INTERNAL_2(__VA_ARGS__)), \
        SHMEM_INTERNAL_SUM(WRITTEN, shmem_, _sum_exscan)) \
    (__VA_ARGS__)

#define shmem_wait_until(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_SYNC(WRITTEN, shmem_, _wait_until)) \
    (__VA_ARGS__)

#define shmem_wait_until_all(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _wait_until_all)) \
    (__VA_ARGS__)

#define shmem_wait_until_any(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _wait_until_any)) \
    (__VA_ARGS__)

#define shmem_wait_until_some(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _wait_until_some)) \
    (__VA_ARGS__)

#define shmem_wait_until_all_vector(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _wait_until_all_vector)) \
    (__VA_ARGS__)

#define shmem_wait_until_any_vector(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _wait_until_any_vector)) \
    (__VA_ARGS__)

#define shmem_wait_until_some_vector(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _wait_until_some_vector)) \
    (__VA_ARGS__)

#define shmem_test(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_SYNC(WRITTEN, shmem_, _test)) \
    (__VA_ARGS__)

#define shmem_test_all(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _test_all)) \
    (__VA_ARGS__)

#define shmem_test_any(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _test_any)) \
    (__VA_ARGS__)

#define shmem_test_some(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _test_some)) \
    (__VA_ARGS__)

#define shmem_test_all_vector(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _test_all_vector)) \
    (__VA_ARGS__)

#define shmem_test_any_vector(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _test_any_vector)) \
    (__VA_ARGS__)

#define shmem_test_some_vector(...) \
    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \
        SHMEM_INTERNAL_AMO(WRITTEN, shmem_, _test_some_vector)) \
    (__VA_ARGS__)

#endif

#endif /* SHMEM_H */

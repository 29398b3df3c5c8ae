/* Atomics of every type: their results, and atomicity with respect to each other. */
#include "check.h"

enum { TIMES = 50 };

#define FETCHES(name, T) \
    static void fetches_##name(void) \
    { \
        T *word = NEW(T, 1), old = 0; \
        shmem_##name##_atomic_set(word, (T)(me + 1), next_pe); \
        shmem_barrier_all(); \
        CHECK(*word == (T)(previous_pe + 1)); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_atomic_fetch(word, next_pe) == (T)(me + 1)); \
        CHECK(shmem_ctx_##name##_atomic_swap(SHMEM_CTX_DEFAULT, word, (T)50, next_pe) == \
              (T)(me + 1)); \
        shmem_##name##_atomic_swap_nbi(&old, word, (T)51, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)50); \
        shmem_##name##_atomic_fetch_nbi(&old, word, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)51); \
        CHECK(shmem_##name##_swap(word, (T)52, next_pe) == (T)51); \
        CHECK(shmem_##name##_fetch(word, next_pe) == (T)52); \
        shmem_##name##_set(word, (T)53, next_pe); \
        shmem_barrier_all(); \
        CHECK(*word == (T)53); \
        shmem_barrier_all(); \
        shmem_free(word); \
    }

#define COUNTS(name, T) \
    static void counts_##name(void) \
    { \
        T *words = NEW(T, 2), old = 0, sum = 0; \
        int at; \
        for (at = 0; at < TIMES; at++) { \
            shmem_##name##_atomic_add(words, (T)3, 0); \
            sum = (T)(sum + shmem_ctx_##name##_atomic_fetch_add(SHMEM_CTX_DEFAULT, words, 2, 0)); \
            shmem_##name##_atomic_inc(words, 0); \
            CHECK(shmem_##name##_atomic_fetch_inc(words, 0) >= (T)(at * 10)); \
            shmem_##name##_atomic_fetch_add_nbi(&old, words, (T)2, 0); \
            shmem_##name##_atomic_fetch_inc_nbi(&old, words, 0); \
        } \
        CHECK(sum != 0 || pes * TIMES == 1); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_g(words, 0) == (T)(10 * TIMES * pes)); \
        CHECK(old < (T)(10 * TIMES * pes)); \
        shmem_##name##_p(words + 1, (T)7, next_pe); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_atomic_compare_swap(words + 1, (T)8, (T)9, next_pe) == (T)7); \
        CHECK(shmem_##name##_cswap(words + 1, (T)7, (T)9, next_pe) == (T)7); \
        shmem_##name##_atomic_compare_swap_nbi(&old, words + 1, (T)9, (T)10, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)9); \
        CHECK(shmem_##name##_fadd(words + 1, (T)5, next_pe) == (T)10); \
        CHECK(shmem_##name##_finc(words + 1, next_pe) == (T)15); \
        shmem_##name##_add(words + 1, (T)4, next_pe); \
        shmem_##name##_inc(words + 1, next_pe); \
        shmem_barrier_all(); \
        CHECK(words[1] == (T)21); \
        shmem_barrier_all(); \
        shmem_free(words); \
    }

#define BITS(name, T) \
    static void bits_##name(void) \
    { \
        T *word = NEW(T, 1), old = 0; \
        shmem_##name##_atomic_or(word, (T)0x70, next_pe); \
        CHECK(shmem_##name##_atomic_fetch_or(word, (T)0x0f, next_pe) == (T)0x70); \
        CHECK(shmem_##name##_atomic_fetch_and(word, (T)0x3c, next_pe) == (T)0x7f); \
        CHECK(shmem_##name##_atomic_fetch_xor(word, (T)0xff, next_pe) == (T)0x3c); \
        shmem_##name##_atomic_and(word, (T)0xf0, next_pe); \
        shmem_ctx_##name##_atomic_xor(SHMEM_CTX_DEFAULT, word, (T)0x11, next_pe); \
        shmem_##name##_atomic_fetch_or_nbi(&old, word, (T)2, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)0xd1); \
        shmem_##name##_atomic_fetch_and_nbi(&old, word, (T)0x0f, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)0xd3); \
        shmem_##name##_atomic_fetch_xor_nbi(&old, word, (T)1, next_pe); \
        shmem_barrier_all(); \
        CHECK(old == (T)3 && *word == (T)2); \
        shmem_barrier_all(); \
        *word = 0; \
        shmem_barrier_all(); \
        shmem_##name##_atomic_or(word, (T)((T)1 << me), 0); \
        shmem_barrier_all(); \
        CHECK(shmem_##name##_g(word, 0) == (T)(((T)1 << pes) - 1)); \
        shmem_barrier_all(); \
        shmem_free(word); \
    }

#define EVERY_INTEGER(F) \
    F(int, int) F(long, long) F(longlong, long long) F(uint, unsigned int) \
    F(ulong, unsigned long) F(ulonglong, unsigned long long) F(int32, int32_t) \
    F(int64, int64_t) F(uint32, uint32_t) F(uint64, uint64_t) F(size, size_t) \
    F(ptrdiff, ptrdiff_t)

#define EVERY_BITWISE(F) \
    F(uint, unsigned int) F(ulong, unsigned long) F(ulonglong, unsigned long long) \
    F(int32, int32_t) F(int64, int64_t) F(uint32, uint32_t) F(uint64, uint64_t)

EVERY_INTEGER(FETCHES)
FETCHES(float, float)
FETCHES(double, double)
EVERY_INTEGER(COUNTS)
EVERY_BITWISE(BITS)

#define CALL_FETCHES(name, T) fetches_##name();
#define CALL_COUNTS(name, T) counts_##name();
#define CALL_BITS(name, T) bits_##name();

int main(void)
{
    begin();
    EVERY_INTEGER(CALL_FETCHES)
    fetches_float();
    fetches_double();
    EVERY_INTEGER(CALL_COUNTS)
    EVERY_BITWISE(CALL_BITS)
    shmem_finalize();
    return 0;
}

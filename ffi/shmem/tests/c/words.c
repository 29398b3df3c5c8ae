/* Atomics at the limits of their types, in the heap and in globals: signs, wrap-around,
 * comparison of all bits, bit patterns of floating-point numbers; neighbouring words must not
 * change. */
#include <limits.h>
#include <string.h>

#include "check.h"

/* The value of the bytes on both sides of the word. */
#define BESIDE 0x5a

#define INTEGER(name, T, least, most) \
    static T of_##name[3]; \
    static void integer_##name(T *words) \
    { \
        T *word = words + 1, old = 0, old2 = 0; \
        memset(words, BESIDE, 3 * sizeof *words); \
        *word = 0; \
        shmem_barrier_all(); \
        shmem_##name##_atomic_set(word, (T)(least), next_pe); \
        CHECK(shmem_##name##_atomic_fetch(word, next_pe) == (T)(least)); \
        CHECK(shmem_##name##_atomic_swap(word, (T)-1, next_pe) == (T)(least)); \
        CHECK(shmem_##name##_atomic_compare_swap(word, (T)1, (T)2, next_pe) == (T)-1); \
        CHECK(shmem_##name##_atomic_compare_swap(word, (T)-1, (T)(most), next_pe) == (T)-1); \
        CHECK(shmem_##name##_atomic_fetch_inc(word, next_pe) == (T)(most)); \
        CHECK(shmem_##name##_atomic_fetch_add(word, (T)-1, next_pe) == (T)(least)); \
        shmem_##name##_atomic_inc(word, next_pe); \
        shmem_##name##_atomic_add(word, (T)-5, next_pe); \
        shmem_##name##_atomic_fetch_nbi(&old, word, next_pe); \
        shmem_##name##_atomic_compare_swap_nbi(&old2, word, (T)7, (T)8, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)((T)(most) - (T)4) && old2 == old); \
        shmem_##name##_atomic_swap_nbi(&old, word, (T)-2, next_pe); \
        shmem_quiet(); \
        shmem_##name##_atomic_fetch_add_nbi(&old2, word, (T)3, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)((T)(most) - (T)4) && old2 == (T)-2); \
        shmem_##name##_atomic_fetch_inc_nbi(&old, word, next_pe); \
        shmem_barrier_all(); \
        CHECK(old == 1 && *word == 2); \
        CHECK(((unsigned char *)words)[0] == BESIDE && ((unsigned char *)word)[-1] == BESIDE); \
        CHECK(((unsigned char *)(word + 1))[0] == BESIDE); \
        CHECK(((unsigned char *)(word + 2))[-1] == BESIDE); \
        shmem_barrier_all(); \
    }

#define BITWISE(name, T) \
    static void bitwise_##name(T *words) \
    { \
        T *word = words + 1, top = (T)((T)1 << (sizeof(T) * 8 - 1)), old = 0; \
        memset(words, BESIDE, 3 * sizeof *words); \
        *word = 0; \
        shmem_barrier_all(); \
        shmem_##name##_atomic_or(word, top, next_pe); \
        CHECK(shmem_##name##_atomic_fetch_xor(word, (T)-1, next_pe) == top); \
        CHECK(shmem_##name##_atomic_fetch_and(word, (T)~(T)0xff, next_pe) == (T)~top); \
        CHECK(shmem_##name##_atomic_fetch_or(word, top, next_pe) == (T)(~top & ~(T)0xff)); \
        shmem_##name##_atomic_fetch_xor_nbi(&old, word, top, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)~(T)0xff); \
        shmem_##name##_atomic_fetch_and_nbi(&old, word, (T)0x100, next_pe); \
        shmem_quiet(); \
        CHECK(old == (T)(~top & ~(T)0xff)); \
        shmem_##name##_atomic_and(word, (T)-1, next_pe); \
        shmem_##name##_atomic_xor(word, top, next_pe); \
        shmem_##name##_atomic_fetch_or_nbi(&old, word, 1, next_pe); \
        shmem_barrier_all(); \
        CHECK(old == (T)(top | 0x100) && *word == (T)(top | 0x101)); \
        CHECK(((unsigned char *)word)[-1] == BESIDE); \
        CHECK(((unsigned char *)(word + 1))[0] == BESIDE); \
        shmem_barrier_all(); \
    }

/* Bit patterns are preserved, whatever they mean as numbers. */
#define FLOATING(name, T, Bits) \
    static T of_##name[3]; \
    static void floating_##name(T *words) \
    { \
        static const Bits odd[] = {(Bits)1 << (sizeof(T) * 8 - 1), 1, (Bits)-1, (Bits)-1 >> 1, \
                                   (Bits)0x7fc12345 << (sizeof(T) * 8 - 32)}; \
        T *word = words + 1, value, old; \
        Bits bits; \
        unsigned at; \
        memset(words, BESIDE, 3 * sizeof *words); \
        shmem_barrier_all(); \
        for (at = 0; at < sizeof odd / sizeof *odd; at++) { \
            memcpy(&value, odd + at, sizeof value); \
            shmem_##name##_atomic_set(word, value, next_pe); \
            old = shmem_##name##_atomic_fetch(word, next_pe); \
            memcpy(&bits, &old, sizeof bits); \
            CHECK(bits == odd[at]); \
            shmem_##name##_atomic_fetch_nbi(&old, word, next_pe); \
            shmem_quiet(); \
            CHECK(memcmp(&old, odd + at, sizeof old) == 0); \
            old = shmem_##name##_atomic_swap(word, (T)-0.5, next_pe); \
            CHECK(memcmp(&old, odd + at, sizeof old) == 0); \
            shmem_##name##_atomic_swap_nbi(&old, word, value, next_pe); \
            shmem_quiet(); \
            CHECK(old == (T)-0.5); \
        } \
        shmem_barrier_all(); \
        CHECK(((unsigned char *)word)[-1] == BESIDE); \
        CHECK(((unsigned char *)(word + 1))[0] == BESIDE); \
        shmem_barrier_all(); \
    }

#define EVERY_INTEGER(F) \
    F(int, int, INT_MIN, INT_MAX) F(long, long, LONG_MIN, LONG_MAX) \
    F(longlong, long long, LLONG_MIN, LLONG_MAX) F(uint, unsigned, 0, UINT_MAX) \
    F(ulong, unsigned long, 0, ULONG_MAX) F(ulonglong, unsigned long long, 0, ULLONG_MAX) \
    F(int32, int32_t, INT32_MIN, INT32_MAX) F(int64, int64_t, INT64_MIN, INT64_MAX) \
    F(uint32, uint32_t, 0, UINT32_MAX) F(uint64, uint64_t, 0, UINT64_MAX) \
    F(size, size_t, 0, SIZE_MAX) F(ptrdiff, ptrdiff_t, PTRDIFF_MIN, PTRDIFF_MAX)
#define EVERY_BITWISE(F) \
    F(uint, unsigned) F(ulong, unsigned long) F(ulonglong, unsigned long long) F(int32, int32_t) \
    F(int64, int64_t) F(uint32, uint32_t) F(uint64, uint64_t)
#include <limits.h>
EVERY_INTEGER(INTEGER)
EVERY_BITWISE(BITWISE)
FLOATING(float, float, uint32_t)
FLOATING(double, double, uint64_t)

#define CALL_INTEGER(name, T, least, most) integer_##name((T *)heap); integer_##name(of_##name);
#define CALL_BITWISE(name, T) bitwise_##name((T *)heap); bitwise_##name(of_##name);

int main(void)
{
    void *heap;
    begin();
    heap = NEW(char, 64);
    EVERY_INTEGER(CALL_INTEGER)
    EVERY_BITWISE(CALL_BITWISE)
    floating_float((float *)heap);
    floating_float(of_float);
    floating_double((double *)heap);
    floating_double(of_double);
    shmem_finalize();
    return 0;
}

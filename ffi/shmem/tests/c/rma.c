/* Puts and gets of every type and size, contiguous and strided. */
#include "check.h"
#include <string.h>

#define COUNT 60

/* A value that identifies PE and position. */
#define VALUE(T, pe, at) ((T)((pe) * 20 + (at) % 20 + 1))

#define OF_TYPE(name, T) \
    static void of_##name(void) \
    { \
        T *dest = NEW(T, COUNT), *all = NEW(T, COUNT), source[COUNT], got[COUNT]; \
        int at; \
        for (at = 0; at < COUNT; at++) \
            source[at] = all[at] = VALUE(T, me, at); \
        shmem_barrier_all(); \
        shmem_##name##_put(dest, source, COUNT / 2, next_pe); \
        shmem_ctx_##name##_put(SHMEM_CTX_DEFAULT, dest + COUNT / 2, source + COUNT / 2, COUNT / 4, \
                               next_pe); \
        shmem_##name##_put_nbi(dest + 45, source + 45, 5, next_pe); \
        shmem_ctx_##name##_put_nbi(SHMEM_CTX_DEFAULT, dest + 50, source + 50, 8, next_pe); \
        shmem_##name##_p(dest + 58, source[58], next_pe); \
        shmem_ctx_##name##_p(SHMEM_CTX_DEFAULT, dest + 59, source[59], next_pe); \
        shmem_barrier_all(); \
        for (at = 0; at < COUNT; at++) \
            CHECK(dest[at] == VALUE(T, previous_pe, at)); \
        memset(got, 0, sizeof got); \
        shmem_##name##_get(got, all, 20, next_pe); \
        shmem_ctx_##name##_get(SHMEM_CTX_DEFAULT, got + 20, all + 20, 20, next_pe); \
        shmem_##name##_get_nbi(got + 40, all + 40, 10, next_pe); \
        shmem_ctx_##name##_get_nbi(SHMEM_CTX_DEFAULT, got + 50, all + 50, 10, next_pe); \
        shmem_quiet(); \
        for (at = 0; at < COUNT; at++) \
            CHECK(got[at] == VALUE(T, next_pe, at)); \
        CHECK(shmem_##name##_g(all + 7, next_pe) == VALUE(T, next_pe, 7)); \
        CHECK(shmem_ctx_##name##_g(SHMEM_CTX_DEFAULT, all + 8, next_pe) == VALUE(T, next_pe, 8)); \
        memset(dest, 0, COUNT * sizeof *dest); \
        shmem_barrier_all(); \
        shmem_##name##_iput(dest, source, 3, 2, 10, next_pe); \
        shmem_ctx_##name##_ibput(SHMEM_CTX_DEFAULT, dest + 30, source, 5, 4, 3, 5, next_pe); \
        shmem_barrier_all(); \
        for (at = 0; at < 10; at++) \
            CHECK(dest[3 * at] == VALUE(T, previous_pe, 2 * at) && dest[3 * at + 1] == 0); \
        for (at = 0; at < 15; at++) \
            CHECK(dest[30 + at / 3 * 5 + at % 3] == VALUE(T, previous_pe, at / 3 * 4 + at % 3)); \
        CHECK(dest[33] == 0 && dest[34] == 0 && dest[53] == 0); \
        memset(got, 0, sizeof got); \
        shmem_##name##_iget(got, all, 2, 3, 10, next_pe); \
        shmem_##name##_ibget(got + 30, all, 4, 5, 3, 5, next_pe); \
        for (at = 0; at < 10; at++) \
            CHECK(got[2 * at] == VALUE(T, next_pe, 3 * at) && got[2 * at + 1] == 0); \
        for (at = 0; at < 15; at++) \
            CHECK(got[30 + at / 3 * 4 + at % 3] == VALUE(T, next_pe, at / 3 * 5 + at % 3)); \
        shmem_barrier_all(); \
        shmem_free(all); \
        shmem_free(dest); \
    }

#define EVERY_TYPE(F) \
    F(float, float) F(double, double) F(longdouble, long double) F(char, char) \
    F(schar, signed char) F(short, short) F(int, int) F(long, long) F(longlong, long long) \
    F(uchar, unsigned char) F(ushort, unsigned short) F(uint, unsigned int) \
    F(ulong, unsigned long) F(ulonglong, unsigned long long) F(int8, int8_t) F(int16, int16_t) \
    F(int32, int32_t) F(int64, int64_t) F(uint8, uint8_t) F(uint16, uint16_t) \
    F(uint32, uint32_t) F(uint64, uint64_t) F(size, size_t) F(ptrdiff, ptrdiff_t)

EVERY_TYPE(OF_TYPE)

#define OF_BITS(bits) \
    static void of_bits_##bits(void) \
    { \
        enum { SIZE = bits / 8, BYTES = 40 * SIZE }; \
        unsigned char *dest = NEW(unsigned char, BYTES), source[BYTES], got[BYTES]; \
        int at; \
        for (at = 0; at < BYTES; at++) \
            source[at] = (unsigned char)(me * 3 + at); \
        shmem_put##bits(dest, source, 10, next_pe); \
        shmem_ctx_put##bits##_nbi(SHMEM_CTX_DEFAULT, dest + 10 * SIZE, source + 10 * SIZE, 30, \
                                  next_pe); \
        shmem_barrier_all(); \
        for (at = 0; at < BYTES; at++) \
            CHECK(dest[at] == (unsigned char)(previous_pe * 3 + at)); \
        shmem_ctx_get##bits(SHMEM_CTX_DEFAULT, got, dest, 10, next_pe); \
        shmem_get##bits##_nbi(got + 10 * SIZE, dest + 10 * SIZE, 30, next_pe); \
        shmem_quiet(); \
        for (at = 0; at < BYTES; at++) \
            CHECK(got[at] == (unsigned char)(me * 3 + at)); \
        shmem_barrier_all(); \
        memset(dest, 0, BYTES); \
        shmem_barrier_all(); \
        shmem_iput##bits(dest, source, 2, 1, 10, next_pe); \
        shmem_ibput##bits(dest + 20 * SIZE, source, 4, 2, 2, 5, next_pe); \
        shmem_barrier_all(); \
        for (at = 0; at < 10 * SIZE; at++) { \
            CHECK(dest[at / SIZE * 2 * SIZE + at % SIZE] == \
                  (unsigned char)(previous_pe * 3 + at)); \
            CHECK(dest[(20 + at / SIZE / 2 * 4 + at / SIZE % 2) * SIZE + at % SIZE] == \
                  (unsigned char)(previous_pe * 3 + at)); \
        } \
        memset(got, 0, BYTES); \
        shmem_iget##bits(got, dest, 1, 2, 10, next_pe); \
        shmem_ibget##bits(got + 10 * SIZE, dest + 20 * SIZE, 2, 4, 2, 5, next_pe); \
        for (at = 0; at < 10 * SIZE; at++) \
            CHECK(got[at] == (unsigned char)(me * 3 + at) && got[at] == got[10 * SIZE + at]); \
        shmem_barrier_all(); \
        shmem_free(dest); \
    }

OF_BITS(8)
OF_BITS(16)
OF_BITS(32)
OF_BITS(64)
OF_BITS(128)

/* Any number of bytes at any offset, up to sizes that are sent in pieces. */
static void of_bytes(void)
{
    enum { BYTES = 300000 };
    static unsigned char source[BYTES], got[BYTES];
    static const size_t sizes[] = {0, 1, 7, 8, 63, 64, 65, 1499, 4096, 65537, BYTES - 3};
    unsigned char *dest = NEW(unsigned char, BYTES);
    size_t which, at;
    for (which = 0; which < sizeof sizes / sizeof *sizes; which++) {
        size_t bytes = sizes[which];
        for (at = 0; at < BYTES; at++)
            source[at] = (unsigned char)(at * 7 + which + (size_t)me);
        if (which % 2)
            shmem_putmem(dest + 3, source, bytes, next_pe);
        else
            shmem_putmem_nbi(dest + 3, source, bytes, next_pe);
        shmem_barrier_all();
        for (at = 0; at < bytes; at++)
            CHECK(dest[at + 3] == (unsigned char)(at * 7 + which + (size_t)previous_pe));
        shmem_barrier_all();
        if (which % 2)
            shmem_getmem(got, dest + 3, bytes, next_pe);
        else
            shmem_getmem_nbi(got, dest + 3, bytes, next_pe);
        shmem_quiet();
        CHECK(memcmp(got, source, bytes) == 0);
        shmem_barrier_all();
    }
    shmem_free(dest);
}

#define CALL(name, T) of_##name();

int main(void)
{
    begin();
    EVERY_TYPE(CALL)
    of_bits_8();
    of_bits_16();
    of_bits_32();
    of_bits_64();
    of_bits_128();
    of_bytes();
    shmem_finalize();
    return 0;
}

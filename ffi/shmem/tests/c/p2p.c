/* Waiting and testing: one word of every type, and several words. */
#include "check.h"

enum { COUNT = 6 };

#define ONE(name, T) \
    static void one_##name(void) \
    { \
        T *word = NEW(T, 1); \
        CHECK(shmem_##name##_test(word, SHMEM_CMP_EQ, 0) == 1); \
        CHECK(shmem_##name##_test(word, SHMEM_CMP_NE, 0) == 0); \
        CHECK(shmem_##name##_test(word, SHMEM_CMP_LE, 0) == 1); \
        CHECK(shmem_##name##_test(word, SHMEM_CMP_GE, 0) == 1); \
        CHECK(shmem_##name##_test(word, SHMEM_CMP_LT, 0) == 0); \
        CHECK(shmem_##name##_test(word, SHMEM_CMP_GT, 0) == 0); \
        shmem_barrier_all(); \
        shmem_##name##_p(word, 5, next_pe); \
        shmem_##name##_wait_until(word, SHMEM_CMP_GT, 4); \
        CHECK(*word == 5); \
        shmem_barrier_all(); \
        shmem_##name##_p(word, 3, next_pe); \
        while (!shmem_##name##_test(word, SHMEM_CMP_LT, 4)) \
            ; \
        shmem_barrier_all(); \
        shmem_##name##_p(word, 9, next_pe); \
        shmem_##name##_wait(word, 3); \
        CHECK(*word == 9); \
        shmem_barrier_all(); \
        shmem_free(word); \
    }

/* Every other word is masked; the last unmasked one arrives last. */
#define SEVERAL(name, T) \
    static void several_##name(void) \
    { \
        T *words = NEW(T, COUNT), values[COUNT]; \
        int mask[COUNT] = {0, 1, 0, 1, 0, 1}, none[COUNT] = {1, 1, 1, 1, 1, 1}, at; \
        size_t places[COUNT], count, seen = 0, place; \
        for (at = 0; at < COUNT; at++) \
            values[at] = (T)(10 + at); \
        CHECK(shmem_##name##_test_all(words, COUNT, none, SHMEM_CMP_EQ, 1) == 1); \
        CHECK(shmem_##name##_test_all(words, COUNT, mask, SHMEM_CMP_EQ, 1) == 0); \
        CHECK(shmem_##name##_test_any(words, COUNT, mask, SHMEM_CMP_EQ, 1) == SIZE_MAX); \
        CHECK(shmem_##name##_test_some(words, COUNT, places, NULL, SHMEM_CMP_EQ, 1) == 0); \
        CHECK(shmem_##name##_wait_until_any(words, COUNT, none, SHMEM_CMP_EQ, 1) == SIZE_MAX); \
        CHECK(shmem_##name##_wait_until_some(words, 0, places, NULL, SHMEM_CMP_EQ, 1) == 0); \
        shmem_barrier_all(); \
        for (at = 0; at < COUNT; at += 2) \
            shmem_##name##_atomic_set(words + at, values[at], next_pe); \
        while (seen < COUNT / 2) { \
            count = shmem_##name##_wait_until_some(words, COUNT, places, mask, SHMEM_CMP_NE, 0); \
            CHECK(count > 0 && count <= COUNT / 2 - seen); \
            seen += count; \
            while (count > 0) \
                mask[places[--count]] = 1; \
        } \
        mask[0] = mask[2] = mask[4] = 0; \
        shmem_##name##_wait_until_all(words, COUNT, mask, SHMEM_CMP_GE, 10); \
        shmem_##name##_wait_until_all_vector(words, COUNT, mask, SHMEM_CMP_EQ, values); \
        place = shmem_##name##_wait_until_any_vector(words, COUNT, mask, SHMEM_CMP_EQ, values); \
        CHECK(place % 2 == 0 && words[place] == values[place]); \
        CHECK(shmem_##name##_wait_until_some_vector(words, COUNT, places, mask, SHMEM_CMP_EQ, \
                                                    values) == 3); \
        CHECK(shmem_##name##_test_all_vector(words, COUNT, mask, SHMEM_CMP_EQ, values) == 1); \
        CHECK(shmem_##name##_test_all_vector(words, COUNT, NULL, SHMEM_CMP_EQ, values) == 0); \
        CHECK(shmem_##name##_test_any_vector(words, COUNT, mask, SHMEM_CMP_GT, values) == \
              SIZE_MAX); \
        CHECK(shmem_##name##_test_some_vector(words, COUNT, places, NULL, SHMEM_CMP_EQ, \
                                              values) == 3); \
        CHECK(shmem_##name##_test_any(words, COUNT, NULL, SHMEM_CMP_EQ, 14) == 4); \
        CHECK(shmem_##name##_wait_until_any(words, COUNT, NULL, SHMEM_CMP_EQ, 12) == 2); \
        shmem_barrier_all(); \
        shmem_free(words); \
    }

#define EVERY_TYPE(F) \
    F(int, int) F(long, long) F(longlong, long long) F(uint, unsigned int) \
    F(ulong, unsigned long) F(ulonglong, unsigned long long) F(int32, int32_t) \
    F(int64, int64_t) F(uint32, uint32_t) F(uint64, uint64_t) F(size, size_t) \
    F(ptrdiff, ptrdiff_t)

EVERY_TYPE(ONE)
ONE(short, short)
ONE(ushort, unsigned short)
EVERY_TYPE(SEVERAL)

#define CALL(name, T) one_##name(); several_##name();

int main(void)
{
    begin();
    EVERY_TYPE(CALL)
    one_short();
    one_ushort();
    shmem_finalize();
    return 0;
}

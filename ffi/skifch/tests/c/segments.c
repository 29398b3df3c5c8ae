/* Memory that all ranks reach. */
#include "check.h"

#define BYTES 65536

/* Each rank writes its own stripe into the next rank's part; everybody reads it back. */
static void put_and_get(skifch_seg_t *seg)
{
    unsigned char out[1000], in[1000];
    size_t at;
    for (at = 0; at < sizeof out; at++)
        out[at] = pattern(SkifCh_MyRank(), 1, at);
    CHECK(SkifCh_Put(seg, next_rank(), 123, out, sizeof out) == 0);
    CHECK(SkifCh_SegQuiet(seg) == 0);
    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_Get(seg, next_rank(), 123, in, sizeof in) == 0);
    CHECK(memcmp(in, out, sizeof in) == 0);
    memset(in, 0, sizeof in);
    CHECK(SkifCh_GetAsync(seg, SkifCh_MyRank(), 123, in, 500) == 0);
    CHECK(SkifCh_GetAsync(seg, SkifCh_MyRank(), 623, in + 500, 500) == 0);
    CHECK(SkifCh_SyncReads(seg) == 0);
    for (at = 0; at < sizeof in; at++)
        CHECK(in[at] == pattern(previous_rank(), 1, at));
    CHECK(memcmp((char *)SkifCh_SegPtr(seg, SkifCh_MyRank()) + 123, in, sizeof in) == 0);
    CHECK(SkifCh_Put(seg, 0, BYTES, out, 0) == 0);
    CHECK(SkifCh_Get(seg, 0, 0, NULL, 0) == 0);
}

/* All ranks count on rank 0. */
static void atomics(skifch_seg_t *seg)
{
    uint64_t old64, total = 0;
    uint32_t old32;
    int i, size = SkifCh_Size();
    for (i = 0; i < 1000; i++) {
        CHECK(SkifCh_Add64(seg, 0, 2048, 1) == 0);
        CHECK(SkifCh_FetchAdd32(seg, 0, 2056, 1, &old32) == 0 && old32 < 1000u * (unsigned)size);
    }
    CHECK(SkifCh_SegQuiet(seg) == 0 && SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_FetchXor64(seg, 0, 2048, 0, &total) == 0 && total == 1000u * (unsigned)size);
    CHECK(SkifCh_Get(seg, 0, 2056, &old32, 4) == 0 && old32 == 1000u * (unsigned)size);

    /* On one's own part the whole set, with known outcomes. */
    i = SkifCh_MyRank();
    CHECK(SkifCh_Swap64(seg, i, 4096, 10, &old64) == 0 && old64 == 0);
    CHECK(SkifCh_FetchAdd64(seg, i, 4096, UINT64_MAX, &old64) == 0 && old64 == 10);
    CHECK(SkifCh_CompareSwap64(seg, i, 4096, 8, 77, &old64) == 0 && old64 == 9);
    CHECK(SkifCh_CompareSwap64(seg, i, 4096, 9, 77, &old64) == 0 && old64 == 9);
    CHECK(SkifCh_Xor64(seg, i, 4096, 1) == 0);
    CHECK(SkifCh_Atomic(seg, i, 4096, SKIFCH_ATOMIC_LOAD, 8, 0, 0, &old64) == 0 && old64 == 76);
    CHECK(SkifCh_Atomic(seg, i, 4096, SKIFCH_ATOMIC_STORE, 8, 12, 0, NULL) == 0);
    CHECK(SkifCh_Atomic(seg, i, 4096, SKIFCH_ATOMIC_AND, 8, 6, 0, &old64) == 0 && old64 == 12);
    CHECK(SkifCh_Atomic(seg, i, 4096, SKIFCH_ATOMIC_OR, 8, 1, 0, &old64) == 0 && old64 == 4);
    CHECK(SkifCh_Swap32(seg, i, 4096, 3, &old32) == 0 && old32 == 5);
    CHECK(SkifCh_Add32(seg, i, 4096, UINT32_MAX) == 0);
    CHECK(SkifCh_Xor32(seg, i, 4096, 4) == 0);
    CHECK(SkifCh_FetchXor32(seg, i, 4096, 6, &old32) == 0 && old32 == 6);
    CHECK(SkifCh_CompareSwap32(seg, i, 4096, 0, 5, &old32) == 0 && old32 == 0);
    CHECK(SkifCh_Get(seg, i, 4096, &old64, 8) == 0 && old64 == 5);
}

static void bad_input(skifch_seg_t *seg)
{
    uint64_t word[64] = {0};
    int size = SkifCh_Size();
    skifch_seg_t *foreign = (skifch_seg_t *)(void *)word;
    FAILS(SkifCh_Put(NULL, 0, 0, word, 8), EINVAL);
    FAILS(SkifCh_Put(foreign, 0, 0, word, 8), EINVAL);
    FAILS(SkifCh_SegClose(NULL), EINVAL);
    FAILS(SkifCh_SegClose(foreign), EINVAL);
    FAILS(SkifCh_SegClose((skifch_seg_t *)8), EINVAL);
    FAILS(SkifCh_SegQuiet((skifch_seg_t *)(uintptr_t)-8), EINVAL);
    FAILS(SkifCh_Put(seg, -1, 0, word, 8), EINVAL);
    FAILS(SkifCh_Put(seg, size, 0, word, 8), EINVAL);
    FAILS(SkifCh_Put(seg, 0, BYTES - 7, word, 8), EINVAL);
    FAILS(SkifCh_Put(seg, 0, SIZE_MAX, word, 8), EINVAL);
    FAILS(SkifCh_Put(seg, 0, 0, NULL, 8), EINVAL);
    FAILS(SkifCh_Put(seg, 0, 0, word, SIZE_MAX), EINVAL);
    FAILS(SkifCh_Get(seg, 0, BYTES, word, 1), EINVAL);
    FAILS(SkifCh_Get(seg, 0, 0, NULL, 1), EINVAL);
    FAILS(SkifCh_GetAsync(seg, 0, BYTES - 1, word, 2), EINVAL);
    FAILS(SkifCh_Atomic(seg, 0, 0, 8, 8, 0, 0, NULL), EINVAL);
    FAILS(SkifCh_Atomic(seg, 0, 0, -1, 8, 0, 0, NULL), EINVAL);
    FAILS(SkifCh_Atomic(seg, 0, 0, SKIFCH_ATOMIC_ADD, 2, 0, 0, NULL), EINVAL);
    FAILS(SkifCh_Atomic(seg, 0, 4, SKIFCH_ATOMIC_ADD, 8, 0, 0, NULL), EINVAL);
    FAILS(SkifCh_Add32(seg, 0, BYTES, 1), EINVAL);
    FAILS(SkifCh_FetchAdd64(seg, 0, 0, 1, NULL), EINVAL);
    FAILS_NULL(SkifCh_SegPtr(seg, size), EINVAL);
    FAILS_NULL(SkifCh_SegPtr(NULL, 0), EINVAL);
    FAILS_NULL(SkifCh_SegOpen(0), EINVAL);
}

int main(int argc, char **argv)
{
    skifch_attr_t attr;
    skifch_seg_t *seg, *second;
    unsigned char *mine;
    size_t at;
    check_begin(&argc, &argv);
    attr.size = sizeof attr;
    CHECK(SkifCh_Query(SkifCh_SkifCh(0), &attr) == 0);
    if (!(attr.caps & SKIFCH_CAP_SEGMENT)) {
        FAILS_NULL(SkifCh_SegOpen(BYTES), ENOTSUP);
        printf("SKIPPED: segments.c: this backend has no segments\n");
        return check_end();
    }
    FAILS_NULL(SkifCh_SegOpen((size_t)1 << 45), ENOMEM);
    seg = SkifCh_SegOpen(BYTES);
    second = SkifCh_SegOpen(4096);
    CHECK(seg != NULL && second != NULL);
    mine = SkifCh_SegPtr(seg, SkifCh_MyRank());
    CHECK(mine != NULL);
    for (at = 0; at < BYTES; at++)
        CHECK(mine[at] == 0);
    CHECK(SkifCh_SlowBarrier() == 0);
    put_and_get(seg);
    CHECK(SkifCh_SlowBarrier() == 0);
    atomics(seg);
    CHECK(SkifCh_SegFence(seg) == 0);
    bad_input(seg);
    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_SegClose(seg) == 0);
    FAILS(SkifCh_SegClose(seg), EBADF);
    FAILS(SkifCh_Put(seg, 0, 0, &at, 8), EBADF);
    /* Rank 0 closes at once, and has its part until all others have closed theirs. */
    if (SkifCh_MyRank() != 0)
        usleep(20000);
    CHECK(SkifCh_Add32(second, 0, 0, 1) == 0);
    CHECK(SkifCh_SegClose(second) == 0);
    return check_end();
}

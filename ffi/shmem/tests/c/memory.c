/* Symmetric memory: sizes, alignment, contents, and reuse. */
#include "check.h"

static void is_shared(unsigned char *bytes, size_t count)
{
    size_t at;
    CHECK(bytes != NULL);
    for (at = 0; at < count; at++)
        CHECK(shmem_addr_accessible(bytes + at, next_pe));
    shmem_uchar_p(bytes + count - 1, (unsigned char)(me + 1), next_pe);
    shmem_barrier_all();
    CHECK(bytes[count - 1] == (unsigned char)(previous_pe + 1));
    shmem_barrier_all();
}

int main(void)
{
    unsigned char *bytes, *more;
    size_t at, alignment;
    int round;
    begin();
    CHECK(shmem_malloc(0) == NULL && shmem_calloc(0, 8) == NULL && shmem_calloc(8, 0) == NULL);
    CHECK(shmem_align(64, 0) == NULL);
    shmem_free(NULL);
    for (round = 0; round < 3; round++) {
        bytes = (unsigned char *)shmem_malloc(1000);
        is_shared(bytes, 1000);
        for (at = 0; at < 1000; at++)
            bytes[at] = (unsigned char)at;
        more = (unsigned char *)shmem_realloc(bytes, 100000);
        CHECK(more != NULL);
        for (at = 0; at < 1000; at++)
            CHECK(more[at] == (unsigned char)at);
        bytes = (unsigned char *)shmem_realloc(more, 10);
        CHECK(bytes != NULL && bytes[9] == 9);
        shmem_free(bytes);
        bytes = NEW(unsigned char, 5000);
        for (at = 0; at < 5000; at++)
            CHECK(bytes[at] == 0);
        for (at = 0; at < 5000; at++)
            bytes[at] = 0xff;
        shmem_barrier_all();
        shmem_free(bytes);
    }
    for (alignment = sizeof(void *); alignment <= 2097152; alignment *= 2) {
        bytes = (unsigned char *)shmem_align(alignment, 100);
        CHECK(((uintptr_t)bytes & (alignment - 1)) == 0);
        is_shared(bytes, 100);
        shmem_free(bytes);
    }
    bytes = (unsigned char *)shmem_malloc_with_hints(
        100, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
    is_shared(bytes, 100);
    shmem_free(bytes);
    CHECK(shmem_align(24, 100) == NULL && shmem_align(4, 100) == NULL);
    /* A block larger than the heap is refused, on every PE. */
    CHECK(shmem_malloc((size_t)1 << 45) == NULL);
    CHECK(shmem_calloc((size_t)1 << 40, (size_t)1 << 40) == NULL);
    shmem_finalize();
    return 0;
}

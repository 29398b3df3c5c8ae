/* Shared by the kernels: the NAS random number generator, partition of a range, memory. */
#ifndef NAS_H
#define NAS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAS_SEED UINT64_C(314159265)
#define NAS_FACTOR UINT64_C(1220703125) /* 5^13 */
#define NAS_MASK ((UINT64_C(1) << 46) - 1)

/* Next number in (0, 1) of the generator x := a x mod 2^46. */
static inline double draw(uint64_t *seed)
{
    *seed = *seed * NAS_FACTOR & NAS_MASK;
    return (double)*seed / (double)(NAS_MASK + 1);
}

/* The seed after this many numbers have been drawn. */
static inline uint64_t seed_after(uint64_t numbers)
{
    uint64_t seed = NAS_SEED, factor = NAS_FACTOR;
    for (; numbers; numbers /= 2) {
        seed = numbers % 2 ? seed * factor & NAS_MASK : seed;
        factor = factor * factor & NAS_MASK;
    }
    return seed;
}

/* First index of part `at` when `size` items are divided into `parts`. */
static inline int part(int size, int at, int parts)
{
    return (int)((int64_t)size * at / parts);
}

/* Returns zeroed memory; aborts the program if there is none. */
static inline void *room(size_t count, size_t bytes)
{
    void *memory = calloc(count + 1, bytes);
    if (!memory) {
        fprintf(stderr, "no memory for %zu times %zu bytes\n", count, bytes);
        abort();
    }
    return memory;
}

/* The class letter given with -c, 'S' without arguments, 0 for any other arguments. */
static inline char class_of(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "-c") && strlen(argv[2]) == 1)
        return argv[2][0];
    return argc == 1 ? 'S' : 0;
}

#endif

/* What the kernels share: the random numbers of NAS, parts of a range, memory. */
#ifndef NAS_H
#define NAS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAS_SEED UINT64_C(314159265)
#define NAS_FACTOR UINT64_C(1220703125) /* 5^13 */
#define NAS_MASK ((UINT64_C(1) << 46) - 1)

/* The next number between 0 and 1: x becomes a x modulo 2^46. */
static inline double draw(uint64_t *seed)
{
    *seed = *seed * NAS_FACTOR & NAS_MASK;
    return (double)*seed / (double)(NAS_MASK + 1);
}

/* The seed after so many numbers. */
static inline uint64_t seed_after(uint64_t numbers)
{
    uint64_t seed = NAS_SEED, factor = NAS_FACTOR;
    for (; numbers; numbers /= 2) {
        seed = numbers % 2 ? seed * factor & NAS_MASK : seed;
        factor = factor * factor & NAS_MASK;
    }
    return seed;
}

/* Where part `at` of `parts` begins. */
static inline int part(int size, int at, int parts)
{
    return (int)((int64_t)size * at / parts);
}

/* Zeroed memory, which there is. */
static inline void *room(size_t count, size_t bytes)
{
    void *memory = calloc(count + 1, bytes);
    if (!memory) {
        fprintf(stderr, "no memory for %zu times %zu bytes\n", count, bytes);
        abort();
    }
    return memory;
}

/* The letter behind -c, 'S' if there is none, 0 if there is anything else. */
static inline char class_of(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "-c") && strlen(argv[2]) == 1)
        return argv[2][0];
    return argc == 1 ? 'S' : 0;
}

#endif

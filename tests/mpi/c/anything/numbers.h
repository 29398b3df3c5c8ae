/* Random numbers that are the same on every machine, and limits. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "../check.h"
#include <stdint.h>

enum { MOST_RANKS = 10, MOST_PARTS = 32 };

/* Size of the job, and this rank's number there. */
static int of_job, own_rank;

typedef struct {
    uint64_t state;
} Random;

/* SplitMix64. */
static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t bits(Random *random)
{
    return random->state = mixed(random->state + 1);
}

/* 0 if there is no number below the limit. */
static int below(Random *random, int limit)
{
    return limit <= 0 ? 0 : (int)(bits(random) % (uint64_t)limit);
}

/* Once in so many times. */
static int happens(Random *random, int times)
{
    return below(random, times) == 0;
}

static inline void *allocated(long bytes)
{
    void *memory = calloc(1, bytes > 0 ? (size_t)bytes : 1);
    CHECK(memory != NULL);
    return memory;
}

#endif

/* Shared by both measuring programs: options, clock, pinning, calibration, and the line format.
 *
 * A program supplies one function per kernel that runs `count` operations and returns the
 * seconds they took, valid on one rank. measure_point() searches for the count that takes as
 * long as requested, and rank 0 prints the result of the last round:
 *
 * @row kernel=msgrate bytes=8 ranks=2 count=1000000 seconds=0.05
 * @row kernel=latency ... p50_ns=60.1 p99_ns=70.0 p999_ns=90.0 */
#ifndef SKIF_PERF_MEASURE_H
#define SKIF_PERF_MEASURE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "search.h"

#define MAX_LIST 64
#define MAX_SAMPLES (1u << 20)

struct list {
    int count;
    long values[MAX_LIST];
};

struct options {
    const char *kernel;
    struct list sizes;
    struct list cores;
    double seconds;
    int copy; /* the receiver copies each message into its own memory */
};

/* One kernel: `round` runs `count` operations and returns seconds, valid on rank `timer`. */
struct kernel {
    const char *name;
    int timer;
    int has_percentiles;
    int has_many_senders; /* an operation is one message from each rank except 0 */
    double (*round)(size_t bytes, uint64_t count);
};

/* Broadcasts `value` of rank `root` to every rank. */
typedef double (*share_fn)(double value, int root);

static uint32_t *samples; /* round trips in ticks, filled by latency rounds while not NULL */
static size_t sample_count;

static inline uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The cheapest clock available; its tick is calibrated against now_ns over a whole round. */
static inline uint64_t ticks(void)
{
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
#else
    return now_ns();
#endif
}

static void die(const char *what)
{
    fprintf(stderr, "msgrate: %s\n", what);
    exit(1);
}

static struct list parse_list(const char *text)
{
    struct list list = {0};
    while (*text) {
        char *end;
        long value = strtol(text, &end, 10);
        if (end == text || value < 0 || list.count == MAX_LIST)
            die("a list is numbers separated by commas, at most 64");
        list.values[list.count++] = value;
        text = *end == ',' ? end + 1 : end;
    }
    return list;
}

static struct options parse_options(int argc, char **argv)
{
    struct options o = {.kernel = "msgrate", .seconds = 0.1};
    o.sizes = parse_list("8,16,32,64,128,256,512,1024,2048,4096,8192");
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--copy")) {
            o.copy = 1;
            continue;
        }
        if (!value)
            die("usage: msgrate [--kernel K] [--sizes A,B] [--seconds S] [--cores A,B] [--copy]");
        if (!strcmp(argv[i], "--kernel"))
            o.kernel = value;
        else if (!strcmp(argv[i], "--sizes"))
            o.sizes = parse_list(value);
        else if (!strcmp(argv[i], "--seconds"))
            o.seconds = atof(value);
        else if (!strcmp(argv[i], "--cores"))
            o.cores = parse_list(value);
        else
            die("unknown option");
        i++;
    }
    return o;
}

/* One core per rank if there are enough cores, otherwise every rank may use all of them. */
static void pin(const struct list *cores, int rank, int size)
{
    if (!cores->count)
        return;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (size <= cores->count)
        CPU_SET((int)cores->values[rank], &set);
    else
        for (int i = 0; i < cores->count; i++)
            CPU_SET((int)cores->values[i], &set);
    if (sched_setaffinity(0, sizeof set, &set))
        die("sched_setaffinity: the cores asked for are not available to this process");
}

/* A page-aligned buffer with every page touched. Memory from malloc begins 16 bytes into a
 * page, and a copy whose target lies a few bytes beyond its source modulo 4096 is up to forty
 * times slower on some processors: that would measure the allocator. */
static char *page_buffer(size_t bytes)
{
    size_t whole = (bytes / 4096 + 1) * 4096;
    char *buffer = aligned_alloc(4096, whole);
    if (!buffer)
        die("no memory for the buffer");
    return memset(buffer, 1, whole);
}

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Half a round trip at `quantile`, in nanoseconds; the samples must be sorted. */
static double half_trip_ns(double quantile, double ns_per_tick)
{
    size_t index = (size_t)(quantile * (double)(sample_count - 1));
    return samples[index] * ns_per_tick / 2;
}

/* The distribution comes from a separate round: reading the clock costs as much as a short
 * trip, so the average comes from a round that does not read the clock inside. */
static void print_percentiles(const struct kernel *k, size_t bytes, uint64_t trips)
{
    if (trips > MAX_SAMPLES)
        trips = MAX_SAMPLES;
    samples = malloc(trips * sizeof *samples);
    if (!samples)
        die("no memory for the samples");
    memset(samples, 0, trips * sizeof *samples); /* no page fault while measuring */
    sample_count = 0;
    uint64_t tick0 = ticks(), ns0 = now_ns();
    k->round(bytes, trips);
    double scale = (double)(now_ns() - ns0) / (double)(ticks() - tick0);
    if (sample_count) {
        qsort(samples, sample_count, sizeof *samples, compare_u32);
        printf(" p50_ns=%.1f p99_ns=%.1f p999_ns=%.1f", half_trip_ns(0.5, scale),
               half_trip_ns(0.99, scale), half_trip_ns(0.999, scale));
    }
    free(samples);
    samples = NULL;
}

/* Increases the count until a round takes about the requested time, and reports that round. */
static void measure_point(const struct kernel *k, size_t bytes, double target, share_fn share,
                          int rank, int size)
{
    struct search search = {.target = target, .count = 16};
    double seconds = share(k->round(bytes, search.count), k->timer);
    while (!is_found(&search, seconds))
        seconds = share(k->round(bytes, search.count), k->timer);
    uint64_t count = search.count, senders = k->has_many_senders ? (uint64_t)(size - 1) : 1;
    if (rank == 0)
        printf("@row kernel=%s bytes=%zu ranks=%d count=%" PRIu64 " seconds=%.9f", k->name, bytes,
               size, count * senders, seconds);
    if (k->has_percentiles && rank == 0)
        print_percentiles(k, bytes, count / 2 + 1);
    else if (k->has_percentiles)
        k->round(bytes, count / 2 + 1 > MAX_SAMPLES ? MAX_SAMPLES : count / 2 + 1);
    if (rank == 0) {
        printf("\n");
        fflush(stdout);
    }
}

#endif

/* Shared by the programs that measure libraries of one-sided operations: pinning, the search
 * for an operation count that takes long enough, and the output line of a figure:
 *
 * p, heap | 2 PEs | 3.1 ns */
#ifndef SKIF_PERF_FIGURE_H
#define SKIF_PERF_FIGURE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "search.h"

static int me, pes;
static double target = 0.02; /* seconds that a figure should take */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* One core per PE if there are enough; otherwise every PE may use all, and the kernel schedules
 * them. */
static void pin(const char *cores)
{
    cpu_set_t set, all;
    CPU_ZERO(&set);
    CPU_ZERO(&all);
    int count = 0;
    for (const char *at = cores; *at; count++) {
        char *end;
        long core = strtol(at, &end, 10);
        CPU_SET((size_t)core, &all);
        if (count == me)
            CPU_SET((size_t)core, &set);
        at = *end == ',' ? end + 1 : end;
    }
    if (count && sched_setaffinity(0, sizeof set, pes <= count ? &set : &all)) {
        fprintf(stderr, "the cores %s are not available to this process\n", cores);
        exit(1);
    }
}

/* Supplied by the library under test. */
static void meet(void);
static long agree_on(long of_zero); /* broadcasts the value of PE 0 */

/* Seconds that `count` iterations take. With `is_alone` only PE 0 runs, the others wait at the
 * barrier. */
static double once(void (*loop)(long count), long count, int is_alone)
{
    meet();
    double begin = now();
    if (!is_alone || me == 0)
        loop(count);
    double seconds = now() - begin;
    meet();
    return seconds;
}

/* Seconds per iteration of `loop`. It first runs unmeasured for as long as a measurement, since
 * the first iterations touch memory for the first time. */
static double measured(void (*loop)(long count), int is_alone)
{
    long count = 4, next = 4;
    double seconds = 0, warm = 0;
    while (agree_on(warm < target)) {
        double taken = once(loop, count, is_alone);
        warm += taken;
        count = agree_on(taken < 0.1 * target ? 4 * count : count);
    }
    struct search search = {.target = target, .count = 4};
    while (next) {
        count = next;
        seconds = once(loop, count, is_alone);
        next = agree_on(is_found(&search, seconds) ? 0 : (long)search.count);
    }
    return seconds / (double)count;
}

static void print(const char *what, double value, const char *unit)
{
    if (me == 0) {
        printf("%s | %d PEs | %.5g %s\n", what, pes, value, unit);
        fflush(stdout);
    }
}

static void print_sized(const char *what, size_t bytes, double value, const char *unit)
{
    char text[64];
    int is_small = bytes < 1024, is_large = bytes >= 1 << 20;
    snprintf(text, sizeof text, "%s %zu %s", what, bytes >> (is_small ? 0 : is_large ? 20 : 10),
             is_small ? "B" : is_large ? "MB" : "KB");
    print(text, value, unit);
}

#endif

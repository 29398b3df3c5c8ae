/* Compares two loops of one process. Short runs of both alternate, so that a disturbance of the
 * machine that makes a whole measurement useless spoils only the few pairs that it hits. */
#ifndef SKIF_PERF_PAIRS_H
#define SKIF_PERF_PAIRS_H

#include "figure.h"

#define PAIRS 41
#define LEAST_SECONDS 400e-6 /* of one run */

static int compare_ratios(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many times as fast as `reference` is `loop`: the median over the pairs. With `is_alone` only
 * PE 0 runs them, the others wait at the barrier. */
static double times_as_fast(void (*loop)(long count), void (*reference)(long count), int is_alone)
{
    double ratios[PAIRS];
    long count = 1;
    while (agree_on(once(reference, count, is_alone) < LEAST_SECONDS))
        count *= 2;
    for (int pair = 0; pair < PAIRS; pair++) {
        /* What is first may warm caches for the other. */
        double theirs = pair % 2 ? once(reference, count, is_alone) : 0;
        double ours = once(loop, count, is_alone);
        ratios[pair] = (pair % 2 ? theirs : once(reference, count, is_alone)) / ours;
    }
    qsort(ratios, PAIRS, sizeof ratios[0], compare_ratios);
    return ratios[PAIRS / 2];
}

#endif

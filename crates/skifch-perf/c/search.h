/* Searches for the number of operations that makes a round take the requested time.
 *
 * The count grows from round to round. The first rounds are short, and a disturbance of the
 * machine or first-time work makes them take many times as long: a round that took long but was
 * not expected to is not a valid measurement. src/search.rs is the same for the Rust programs. */
#ifndef SKIF_PERF_SEARCH_H
#define SKIF_PERF_SEARCH_H

#include <stdint.h>

/* Maximum growth of the count from one round to the next. What fits into the rings runs faster
 * than what does not, so a larger step might lead to a round that takes seconds. */
#define MOST_GROWTH 4.0
/* A round is long enough if it takes this fraction of the requested time, */
#define LONG_ENOUGH 0.7
/* and was expected to be long if the round before predicted at least this fraction of it. */
#define MEANT 0.25

/* The search for the count of one point; initialise with {.target = seconds, .count = first
 * count}. */
struct search {
    double target;   /* seconds */
    uint64_t count;  /* operations of the round to run now */
    uint64_t small;  /* the largest count that was too short */
    double expected; /* seconds predicted by the round before; 0 (unknown) before the second */
    int is_late;     /* not the first round */
};

/* Takes the time of the round. Returns whether this round is the result; if not, run the next
 * one with the new count. */
static int is_found(struct search *s, double seconds)
{
    int is_long = seconds >= s->target * LONG_ENOUGH;
    if (is_long && s->expected >= s->target * MEANT)
        return 1;
    double factor = s->target / (seconds > 1e-9 ? seconds : 1e-9);
    factor = factor > MOST_GROWTH ? MOST_GROWTH : factor;
    uint64_t next = (uint64_t)((double)s->count * factor);
    if (is_long) {
        /* The next count stays above those that were too short, so the search terminates. */
        uint64_t least = s->small ? 2 * s->small : 1;
        least = least > s->count ? s->count : least;
        s->count = next < least ? least : next > s->count ? s->count : next;
        s->expected = s->target;
    } else {
        s->small = s->count;
        s->count = next + 1;
        /* The first round included connection set-up. */
        s->expected = s->is_late ? seconds * factor : 0;
    }
    s->is_late = 1;
    return 0;
}

#endif

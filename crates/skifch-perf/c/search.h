/* How many operations a round should have so that it takes as long as was asked for.
 *
 * The count grows from round to round. The first rounds are short, and whatever else happens to the
 * machine or is done for the first time makes them many times as long: a round that came out long,
 * but was not meant to, is no figure. src/search.rs is the same for the programs in Rust. */
#ifndef SKIF_PERF_SEARCH_H
#define SKIF_PERF_SEARCH_H

#include <stdint.h>

/* The most by which a count grows from one round to the next. What fits into the rings goes faster
 * than what does not, so that a long step may lead to a round that takes seconds. */
#define MOST_GROWTH 4.0
/* A round is long enough with this part of the time that was asked for, */
#define LONG_ENOUGH 0.7
/* and was meant to be long if, by the round before, it was to take this part of it. */
#define MEANT 0.25

/* The search for the count of one point; begins with {.target = seconds, .count = at first}. */
struct search {
    double target;   /* seconds */
    uint64_t count;  /* operations of the round that is to be run now */
    uint64_t small;  /* the largest count that was too short */
    double expected; /* seconds of that round by the one before it; not known before the second */
    int is_late;     /* not the first round */
};

/* Takes in how long the round took. Whether it is the one that counts; if not, the next is to be
 * run. */
static int is_found(struct search *s, double seconds)
{
    int is_long = seconds >= s->target * LONG_ENOUGH;
    if (is_long && s->expected >= s->target * MEANT)
        return 1;
    double factor = s->target / (seconds > 1e-9 ? seconds : 1e-9);
    factor = factor > MOST_GROWTH ? MOST_GROWTH : factor;
    uint64_t next = (uint64_t)((double)s->count * factor);
    if (is_long) {
        /* What was too short stays so: the search has an end. */
        uint64_t least = s->small ? 2 * s->small : 1;
        least = least > s->count ? s->count : least;
        s->count = next < least ? least : next > s->count ? s->count : next;
        s->expected = s->target;
    } else {
        s->small = s->count;
        s->count = next + 1;
        /* The first round made the connections. */
        s->expected = s->is_late ? seconds * factor : 0;
    }
    s->is_late = 1;
    return 0;
}

#endif

/* Datatypes of up to six words, in any order, with gaps, below and behind their bounds. */
#ifndef KINDS_H
#define KINDS_H

#include "numbers.h"

enum { MOST_WORDS = 6, WORD = sizeof(int) };

typedef struct {
    MPI_Datatype type;
    int words, at[MOST_WORDS];
    /* In bytes, as is `at`; the data of an element are in low..high. */
    long extent, low, high;
} Kind;

/* Every number of words is a divisor of six. */
static const struct {
    int words, at[MOST_WORDS];
    long lower, extent;
} forms[] = {
    {3, {0, 4, 8}, 0, 12},
    {2, {0, 8}, 0, 12},
    {2, {-8, -20}, -24, 24},
    {6, {20, 4, 12, 0, 8, 16}, 0, 24},
    {1, {0}, 0, -4},
    {1, {0}, -4, 16},
    {2, {4, 8}, 0, 12},
    {3, {8, 0, 4}, 100, 12},
    {2, {4, 8}, 4, 8},
};

enum { FORMS = sizeof forms / sizeof *forms, KINDS = FORMS + 2 };

static Kind kinds[KINDS];

static MPI_Datatype words_at(int words, const int *at, long lower, long extent)
{
    MPI_Aint places[MOST_WORDS];
    MPI_Datatype plain, made;

    for (int word = 0; word < words; word++)
        places[word] = at[word];
    OK(MPI_Type_create_hindexed_block(words, 1, places, MPI_INT, &plain));
    OK(MPI_Type_create_resized(plain, lower, extent, &made));
    OK(MPI_Type_commit(&made));
    OK(MPI_Type_free(&plain));
    return made;
}

static void make_kinds(void)
{
    /* The plain type is the most frequent one in programs. */
    for (int at = 0; at < KINDS - FORMS; at++)
        kinds[at] = (Kind){MPI_INT, 1, {0}, WORD, 0, WORD};
    for (int form = 0; form < FORMS; form++) {
        Kind *kind = &kinds[KINDS - FORMS + form];
        kind->words = forms[form].words;
        kind->extent = forms[form].extent;
        kind->type = words_at(kind->words, forms[form].at, forms[form].lower, kind->extent);
        kind->low = kind->high = forms[form].at[0];
        for (int word = 0; word < kind->words; word++) {
            long at = kind->at[word] = forms[form].at[word];
            kind->low = at < kind->low ? at : kind->low;
            kind->high = at + WORD > kind->high ? at + WORD : kind->high;
        }
    }
}

static void free_kinds(void)
{
    for (int at = KINDS - FORMS; at < KINDS; at++)
        OK(MPI_Type_free(&kinds[at].type));
}

static const Kind *any_kind(Random *random)
{
    return &kinds[below(random, KINDS)];
}

/* Where the data of `count` elements begin and end. */
static void span(long extent, long low, long high, long count, long *begin, long *end)
{
    long last = extent * (count - 1);

    *begin = *end = 0;
    if (count > 0) {
        *begin = low + (last < 0 ? last : 0);
        *end = high + (last > 0 ? last : 0);
    }
}

#endif

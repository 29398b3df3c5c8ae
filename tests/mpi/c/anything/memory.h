/* Memory of a call: what it holds before and what it must hold after, all bytes of it. */
#ifndef MEMORY_H
#define MEMORY_H

#include "kinds.h"

enum { GUARD = 64 };

typedef struct {
    long length;
    char *bytes, *expected, *initial;
    /* Bytes that may have any value, if there are any. */
    char *is_free;
} Memory;

/* Elements of one part, from this offset on. */
typedef struct {
    const Kind *kind;
    int count;
    long offset;
} Part;

enum Shape { EVEN, LISTED, EACH };

/* One side of a call: the arguments, and where the parts are. */
typedef struct {
    Memory memory;
    void *base;
    int count;
    MPI_Datatype type, absolute;
    Part parts[MOST_PARTS];
    int counts[MOST_PARTS], places[MOST_PARTS];
    MPI_Aint addresses[MOST_PARTS];
    MPI_Datatype types[MOST_PARTS];
} Side;

static void make_memory(Memory *memory, long length)
{
    memory->length = length;
    memory->bytes = allocated(length);
    memory->expected = allocated(length);
    memory->initial = allocated(length);
    for (long at = 0; at < length; at++)
        memory->bytes[at] = memory->expected[at] = (char)(at * 37 + 11);
}

static void keep_initial(Memory *memory)
{
    if (memory->bytes)
        memcpy(memory->initial, memory->bytes, (size_t)memory->length);
}

static void restore(Memory *memory)
{
    if (memory->bytes)
        memcpy(memory->bytes, memory->initial, (size_t)memory->length);
}

/* The first byte that is not as expected, or -1. */
static long first_wrong(const Memory *memory)
{
    if (!memory->bytes || !memcmp(memory->bytes, memory->expected, (size_t)memory->length))
        return -1;
    for (long at = 0; at < memory->length; at++)
        if (memory->bytes[at] != memory->expected[at] &&
            !(memory->is_free && memory->is_free[at]))
            return at;
    return -1;
}

static void free_side(Side *side)
{
    free(side->memory.bytes);
    free(side->memory.expected);
    free(side->memory.initial);
    free(side->memory.is_free);
    if (side->absolute != MPI_DATATYPE_NULL)
        OK(MPI_Type_free(&side->absolute));
}

/* Arguments that nobody may look at. */
static void make_nothing(Side *side, void *base)
{
    side->base = base;
    side->count = -7;
    side->type = MPI_DATATYPE_NULL;
}

/* Parts of one kind, each from its slot on; `first` is the slot that displacements count from. */
static void place(Side *side, const Kind *kind, int parts, const long *slots, long all, long first)
{
    long begin, end;

    span(kind->extent, kind->low, kind->high, all, &begin, &end);
    make_memory(&side->memory, end - begin + 2 * GUARD);
    side->base = side->memory.bytes + GUARD - begin + first * kind->extent;
    side->type = kind->type;
    for (int at = 0; at < parts; at++) {
        long offset = GUARD - begin + slots[at] * kind->extent;
        side->places[at] = (int)(slots[at] - first);
        side->parts[at] = (Part){kind, side->counts[at], offset};
    }
}

static void lay_even(Side *side, int parts, int words, Random *own)
{
    const Kind *kind = any_kind(own);
    long slots[MOST_PARTS];

    side->count = words / kind->words;
    for (int at = 0; at < parts; at++) {
        side->counts[at] = side->count;
        slots[at] = (long)at * side->count;
    }
    place(side, kind, parts, slots, (long)parts * side->count, 0);
}

/* In any order, some with room between them. */
static void lay_listed(Side *side, int parts, const int *words, Random *own)
{
    const Kind *kind = any_kind(own);
    int order[MOST_PARTS];
    long slots[MOST_PARTS], end = below(own, 3);

    for (int at = 0; at < parts; at++) {
        int other = below(own, at + 1);
        order[at] = order[other];
        order[other] = at;
    }
    for (int at = 0; at < parts; at++) {
        int part = order[at];
        side->counts[part] = words[part] / kind->words;
        slots[part] = end;
        end += side->counts[part] + (happens(own, 3) ? below(own, 4) : 0);
    }
    place(side, kind, parts, slots, end, happens(own, 2) ? end / 2 : 0);
}

/* Each of a kind of its own. */
static void lay_each(Side *side, int parts, const int *words, Random *own)
{
    long at_byte = GUARD, shift;

    for (int at = 0; at < parts; at++) {
        const Kind *kind = any_kind(own);
        long begin, end;
        side->counts[at] = words[at] / kind->words;
        side->types[at] = side->counts[at] > 0 || happens(own, 2) ? kind->type : MPI_BYTE;
        span(kind->extent, kind->low, kind->high, side->counts[at], &begin, &end);
        side->parts[at] = (Part){kind, side->counts[at], at_byte - begin};
        at_byte += end - begin + WORD * below(own, 4);
    }
    make_memory(&side->memory, at_byte + GUARD);
    shift = happens(own, 2) ? at_byte / 8 * 4 : 0;
    side->base = side->memory.bytes + shift;
    for (int at = 0; at < parts; at++) {
        side->addresses[at] = side->parts[at].offset - shift;
        side->places[at] = (int)side->addresses[at];
    }
}

/* Parts of so many words each, which is the same number for all in even shape. */
static void lay(Side *side, enum Shape shape, int parts, const int *words, Random *own)
{
    if (shape == EVEN)
        lay_even(side, parts, words[0], own);
    else if (shape == LISTED)
        lay_listed(side, parts, words, own);
    else
        lay_each(side, parts, words, own);
}

/* Describes a single part by its address. */
static void make_absolute(Side *side)
{
    MPI_Aint address;

    if (side->count == 0)
        return;
    OK(MPI_Get_address(side->base, &address));
    OK(MPI_Type_create_hindexed(1, &side->count, &address, side->type, &side->absolute));
    OK(MPI_Type_commit(&side->absolute));
    side->base = MPI_BOTTOM;
    side->count = 1;
    side->type = side->absolute;
}

static void put(char *bytes, const Part *part, int word, int value)
{
    const Kind *kind = part->kind;
    long element = word / kind->words * kind->extent;

    memcpy(bytes + part->offset + element + kind->at[word % kind->words], &value, WORD);
}

/* The words that one rank sends to another in operation number `number`. */
static int value(uint64_t number, int from, int to, int word)
{
    return (int)mixed(number * 1000003 + (uint64_t)from * 1009 + (uint64_t)to * 31 +
                      ((uint64_t)word << 20));
}

static void expect(Side *side, int part, uint64_t number, int from, int to)
{
    const Part *found = &side->parts[part];

    for (int word = 0; word < found->count * found->kind->words; word++)
        put(side->memory.expected, found, word, value(number, from, to, word));
}

static void give(Side *side, int part, uint64_t number, int from, int to)
{
    const Part *found = &side->parts[part];

    for (int word = 0; word < found->count * found->kind->words; word++)
        put(side->memory.bytes, found, word, value(number, from, to, word));
    expect(side, part, number, from, to);
}

#endif

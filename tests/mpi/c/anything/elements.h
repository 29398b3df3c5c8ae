/* Elements of reductions: predefined types with their operations, and operations of the program. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "memory.h"
#include <stddef.h>

/* What an element holds. */
enum Content { BITS, TWO_WORDS, NUMBER, INDEXED };

/* The type of the number, which is the value of an indexed one. */
enum Number { INT, SHORT, LONG, FLOAT, DOUBLE, LONG_DOUBLE, COMPLEX, BOOL };

typedef struct {
    MPI_Datatype type;
    MPI_Op op;
    enum Content content;
    enum Number number;
    int size;
    long extent, low, high;
} Reduction;

enum { MOST_REDUCTIONS = 40 };

/* Bytes of a number that hold data, and the place of an index behind it. */
static const struct {
    int bytes, index;
} layouts[] = {
    [INT] = {sizeof(int), sizeof(int)},
    [SHORT] = {sizeof(short), sizeof(int)},
    [LONG] = {sizeof(long), sizeof(long)},
    [FLOAT] = {sizeof(float), sizeof(float)},
    [DOUBLE] = {sizeof(double), sizeof(double)},
    /* Of x86: the rest is padding, which is never written. */
    [LONG_DOUBLE] = {10, sizeof(long double)},
    [COMPLEX] = {2 * sizeof(double), 0},
    [BOOL] = {1, 0},
};

static int reductions_made;
static Reduction reductions[MOST_REDUCTIONS];
static MPI_Op then_op, beside_op;

static void add_reduction(MPI_Datatype type, MPI_Op op, enum Content content, enum Number number)
{
    Reduction *made = &reductions[reductions_made++];
    MPI_Aint lower, extent, low, length;

    CHECK(reductions_made <= MOST_REDUCTIONS);
    OK(MPI_Type_get_extent(type, &lower, &extent));
    OK(MPI_Type_get_true_extent(type, &low, &length));
    *made = (Reduction){type, op, content, number, 0, extent, low, low + length};
    OK(MPI_Type_size(type, &made->size));
}

/* The first and the last word of each element, whose bounds may be anywhere. */
static void combine(char *in, char *inout, int count, MPI_Datatype type, int is_then)
{
    MPI_Aint lower, extent, low, length;
    uint32_t a[2], b[2];

    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Type_get_true_extent(type, &low, &length);
    for (int at = 0; at < count; at++) {
        for (int word = 0; word < 2; word++) {
            long place = at * extent + low + word * (length - WORD);
            memcpy(&a[word], in + place, WORD);
            memcpy(&b[word], inout + place, WORD);
        }
        /* Of x to a[0] x + a[1], then to b[0] x + b[1]; or two sums. */
        b[1] = is_then ? b[0] * a[1] + b[1] : a[1] ^ b[1];
        b[0] = is_then ? a[0] * b[0] : a[0] + b[0];
        for (int word = 0; word < 2; word++)
            memcpy(inout + at * extent + low + word * (length - WORD), &b[word], WORD);
    }
}

static void then(void *in, void *inout, int *count, MPI_Datatype *type)
{
    combine(in, inout, *count, *type, 1);
}

static void beside(void *in, void *inout, int *count, MPI_Datatype *type)
{
    combine(in, inout, *count, *type, 0);
}

static void add_own_reduction(int second, long lower, long extent, MPI_Op op)
{
    int places[2] = {second < 0 ? second : 0, second < 0 ? -second : second};

    add_reduction(words_at(2, places, lower, extent), op, TWO_WORDS, INT);
}

static void make_reductions(void)
{
    OK(MPI_Op_create(then, 0, &then_op));
    OK(MPI_Op_create(beside, 1, &beside_op));
    add_reduction(MPI_INT, MPI_SUM, BITS, INT);
    add_reduction(MPI_INT, MPI_PROD, BITS, INT);
    add_reduction(MPI_LONG, MPI_MAX, BITS, LONG);
    add_reduction(MPI_UINT64_T, MPI_BXOR, BITS, LONG);
    add_reduction(MPI_INT64_T, MPI_SUM, BITS, LONG);
    add_reduction(MPI_UNSIGNED_LONG, MPI_MIN, BITS, LONG);
    add_reduction(MPI_SHORT, MPI_MIN, BITS, SHORT);
    add_reduction(MPI_BYTE, MPI_BAND, BITS, BOOL);
    add_reduction(MPI_C_BOOL, MPI_LOR, NUMBER, BOOL);
    add_reduction(MPI_DOUBLE, MPI_SUM, NUMBER, DOUBLE);
    add_reduction(MPI_DOUBLE, MPI_MAX, NUMBER, DOUBLE);
    add_reduction(MPI_LONG_DOUBLE, MPI_SUM, NUMBER, LONG_DOUBLE);
    add_reduction(MPI_C_DOUBLE_COMPLEX, MPI_SUM, NUMBER, COMPLEX);
    add_reduction(MPI_2INT, MPI_MINLOC, INDEXED, INT);
    add_reduction(MPI_SHORT_INT, MPI_MAXLOC, INDEXED, SHORT);
    add_reduction(MPI_LONG_INT, MPI_MAXLOC, INDEXED, LONG);
    add_reduction(MPI_FLOAT_INT, MPI_MINLOC, INDEXED, FLOAT);
    add_reduction(MPI_DOUBLE_INT, MPI_MINLOC, INDEXED, DOUBLE);
    add_reduction(MPI_LONG_DOUBLE_INT, MPI_MAXLOC, INDEXED, LONG_DOUBLE);
    add_reduction(MPI_2INT, then_op, TWO_WORDS, INT);
    add_own_reduction(4, 0, 8, then_op);
    add_own_reduction(4, 0, 12, then_op);
    add_own_reduction(-8, -8, 20, then_op);
    add_own_reduction(4, 8, 8, then_op);
    add_own_reduction(4, 0, -8, then_op);
    add_own_reduction(4, 0, 8, beside_op);
    add_own_reduction(4, 0, 16, beside_op);
    add_own_reduction(-8, -12, 24, beside_op);
    add_own_reduction(4, 4, 8, beside_op);
}

static void free_reductions(void)
{
    for (int at = 0; at < reductions_made; at++)
        if (reductions[at].content == TWO_WORDS && reductions[at].type != MPI_2INT)
            OK(MPI_Type_free(&reductions[at].type));
    OK(MPI_Op_free(&then_op));
    OK(MPI_Op_free(&beside_op));
}

/* Small whole numbers: sums of them are exact, and minima are met more than once. */
static void put_number(char *to, enum Number number, uint64_t random, int limit)
{
    int whole = (int)(random % (uint64_t)limit);
    double two[2] = {whole % 3 - 1, (int)(random >> 20) % 3};
    short of_short = (short)whole;
    long of_long = whole;
    float of_float = (float)whole;
    double of_double = whole;
    long double of_long_double = whole;
    char of_bool = whole % 4 == 0;
    const void *from[] = {
        [INT] = &whole,       [SHORT] = &of_short,
        [LONG] = &of_long,    [FLOAT] = &of_float,
        [DOUBLE] = &of_double, [LONG_DOUBLE] = &of_long_double,
        [COMPLEX] = two,      [BOOL] = &of_bool,
    };

    memcpy(to, from[number], (size_t)layouts[number].bytes);
}

/* Element number `at` that a rank gives. */
static void put_element(const Reduction *of, char *to, uint64_t number, int rank, int at)
{
    uint64_t random = mixed(number * 77 + (uint64_t)rank * 131 + ((uint64_t)at << 24));
    int index = (int)(random >> 40) % 50;

    if (of->content == BITS)
        memcpy(to, &random, (size_t)of->size);
    else if (of->content == TWO_WORDS) {
        memcpy(to + of->low, &random, WORD);
        memcpy(to + of->high - WORD, (char *)&random + WORD, WORD);
    } else
        put_number(to, of->number, random, of->content == INDEXED ? 5 : 1000);
    if (of->content == INDEXED)
        memcpy(to + layouts[of->number].index, &index, WORD);
}

/* Whether this byte of an element is data. */
static int is_data(const Reduction *of, long byte)
{
    if (byte < of->low || byte >= of->high)
        return 0;
    if (of->content == TWO_WORDS)
        return byte < of->low + WORD || byte >= of->high - WORD;
    if (of->content == BITS || byte < layouts[of->number].bytes)
        return 1;
    return of->content == INDEXED && byte >= layouts[of->number].index;
}

/* Memory of `count` elements; returns the place of the first. */
static char *lay_elements(Side *side, const Reduction *of, int count)
{
    long begin, end;

    span(of->extent, of->low, of->high, count, &begin, &end);
    /* As the elements are aligned. */
    begin = (begin - 15) / 16 * 16 - 16;
    make_memory(&side->memory, end - begin + 2 * GUARD);
    side->base = side->memory.bytes + GUARD - begin;
    return side->base;
}

static void give_elements(Side *side, const Reduction *of, int count, uint64_t number)
{
    for (int at = 0; at < count; at++)
        put_element(of, (char *)side->base + at * of->extent, number, own_rank, at);
    memcpy(side->memory.expected, side->memory.bytes, (size_t)side->memory.length);
}

static char *free_bytes(Side *side)
{
    if (!side->memory.is_free)
        side->memory.is_free = allocated(side->memory.length);
    return side->memory.is_free + ((char *)side->base - side->memory.bytes);
}

/* Data of these elements may become anything. */
static void forget_elements(Side *side, const Reduction *of, int first, int end)
{
    for (int at = first; at < end; at++)
        for (long byte = of->low; byte < of->high; byte++)
            free_bytes(side)[at * of->extent + byte] |= is_data(of, byte);
}

/* What the operands of the members, from number `first` on, are combined to, in their order. */
static void expect_combined(Side *side, const Reduction *of, const int *members, int size,
                            int first, int count, uint64_t number)
{
    Side sum = {.absolute = MPI_DATATYPE_NULL}, other = {.absolute = MPI_DATATYPE_NULL};
    char *result = lay_elements(&sum, of, count), *operand = lay_elements(&other, of, count);
    char *to = side->memory.expected + ((char *)side->base - side->memory.bytes);

    for (int at = 0; at < count; at++)
        put_element(of, result + at * of->extent, number, members[size - 1], first + at);
    for (int member = size - 2; member >= 0; member--) {
        for (int at = 0; at < count; at++)
            put_element(of, operand + at * of->extent, number, members[member], first + at);
        OK(MPI_Reduce_local(operand, result, count, of->type, of->op));
    }
    for (int at = 0; at < count; at++) {
        long place = at * of->extent;
        for (long byte = of->low; byte < of->high; byte++)
            if (is_data(of, byte))
                to[place + byte] = result[place + byte];
        /* Padding of predefined types may be copied with them, or not. */
        for (long byte = 0; of->content > TWO_WORDS && byte < of->extent; byte++)
            free_bytes(side)[place + byte] |= !is_data(of, byte);
    }
    free_side(&sum);
    free_side(&other);
}

#endif

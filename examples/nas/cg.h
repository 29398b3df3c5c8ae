/* CG of the NAS Parallel Benchmarks, from its description (NAS-95-020, "The NAS Parallel
 * Benchmarks", 2.4.1): the smallest eigenvalue of a large sparse matrix of random pattern, by
 * inverse iteration whose linear systems are solved by conjugate gradients.
 *
 * This file has the part that does not depend on communication. A program owns the elements
 * from `first` to `last` of every vector and supplies `sum` and `multiply`. */
#ifndef NAS_CG_H
#define NAS_CG_H

#include "nas.h"
#include <math.h>

#define STEPS 25 /* of conjugate gradients per linear system */
#define RCOND 0.1

struct problem {
    char name;
    int size, nonzeros, iterations;
    double shift, zeta;
};

static const struct problem problems[] = {
    {'S', 1400, 7, 15, 10, 8.5971775078648},
    {'W', 7000, 8, 15, 12, 10.362595087124},
    {'A', 14000, 11, 15, 20, 17.130235054029},
};

struct sparse {
    int row0, row1, column0, column1;
    int *begin, *column; /* columns count from column0 */
    double *value;
};

static struct problem problem;
static struct sparse matrix;
static int first, last;
static double (*sum)(double);                      /* of one number per process */
static void (*multiply)(const double *, double *); /* on the owned parts of vectors */

/* Selects the problem of a class; returns whether it exists. */
static inline int choose(char class)
{
    for (size_t at = 0; at < sizeof problems / sizeof problems[0]; at++)
        problem = problems[at].name == class ? problems[at] : problem;
    return problem.size != 0;
}

/* ---- The matrix: a weighted sum of outer products of sparse random vectors. ---- */

struct vector {
    int count, *at;
    double *value;
};

/* `nonzeros` values at distinct positions, and 1/2 at position `number`. */
static inline void draw_vector(uint64_t *seed, struct vector *v, int number, int power)
{
    v->count = 0;
    while (v->count < problem.nonzeros) {
        double value = draw(seed);
        int at = (int)(power * draw(seed)), other = 0;
        while (at < problem.size && other < v->count && v->at[other] != at)
            other++;
        if (at >= problem.size || other < v->count)
            continue;
        v->at[v->count] = at;
        v->value[v->count++] = value;
    }
    int same = 0;
    while (same < v->count && v->at[same] != number)
        same++;
    v->count += same == v->count;
    v->at[same] = number;
    v->value[same] = 0.5;
}

static inline struct vector *draw_vectors(void)
{
    uint64_t seed = NAS_SEED;
    int power = 1;
    while (power < problem.size)
        power *= 2;
    struct vector *all = room((size_t)problem.size, sizeof *all);
    draw(&seed);
    for (int i = 0; i < problem.size; i++) {
        all[i].at = room((size_t)problem.nonzeros + 1, sizeof(int));
        all[i].value = room((size_t)problem.nonzeros + 1, sizeof(double));
        draw_vector(&seed, &all[i], i, power);
    }
    return all;
}

static inline int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Sums the entries at the same position of a row; returns the number of distinct positions. */
static inline int merge_row(int *column, double *value, int count, double *sums, char *is_there)
{
    int places = 0;
    for (int k = 0; k < count; k++) {
        int at = column[k];
        sums[at] = is_there[at] ? sums[at] + value[k] : value[k];
        if (!is_there[at])
            column[places++] = at;
        is_there[at] = 1;
    }
    qsort(column, (size_t)places, sizeof *column, compare);
    for (int k = 0; k < places; k++) {
        value[k] = sums[column[k]];
        is_there[column[k]] = 0;
    }
    return places;
}

/* Makes the block of the matrix with these rows and columns. */
static inline void make_matrix(int row0, int row1, int column0, int column1)
{
    struct vector *all = draw_vectors();
    size_t rows = (size_t)(row1 - row0), *fill = room(rows + 1, sizeof *fill);
    for (int i = 0; i < problem.size; i++)
        for (int r = 0; r < all[i].count; r++)
            if (all[i].at[r] >= row0 && all[i].at[r] < row1)
                fill[all[i].at[r] - row0 + 1] += (size_t)all[i].count;
    for (size_t row = 0; row < rows; row++)
        fill[row + 1] += fill[row] + 1; /* one more for the diagonal */
    size_t *start = room(rows + 1, sizeof *start);
    memcpy(start, fill, (rows + 1) * sizeof *start);
    int *column = room(fill[rows], sizeof *column);
    double *value = room(fill[rows], sizeof *value);
    double size = 1, ratio = pow(RCOND, 1.0 / problem.size);
    for (int i = 0; i < problem.size; i++, size *= ratio)
        for (int r = 0; r < all[i].count; r++)
            for (int c = 0; c < all[i].count; c++) {
                int row = all[i].at[r], to = all[i].at[c];
                if (row < row0 || row >= row1 || to < column0 || to >= column1)
                    continue;
                size_t at = fill[row - row0]++;
                column[at] = to - column0;
                value[at] = all[i].value[r] * (size * all[i].value[c]);
            }
    double *sums = room((size_t)(column1 - column0), sizeof *sums);
    char *is_there = room((size_t)(column1 - column0), 1);
    int *begin = room(rows + 1, sizeof *begin);
    for (int row = row0; row < row1; row++) {
        size_t from = start[row - row0], at = fill[row - row0];
        if (row >= column0 && row < column1) {
            column[at] = row - column0;
            value[at++] = RCOND - problem.shift;
        }
        int places = merge_row(column + from, value + from, (int)(at - from), sums, is_there);
        int to = begin[row - row0];
        memmove(column + to, column + from, (size_t)places * sizeof *column);
        memmove(value + to, value + from, (size_t)places * sizeof *value);
        begin[row - row0 + 1] = to + places;
    }
    matrix = (struct sparse){row0, row1, column0, column1, begin, column, value};
    for (int i = 0; i < problem.size; i++) {
        free(all[i].at);
        free(all[i].value);
    }
    free(all);
    free(fill);
    free(start);
    free(sums);
    free(is_there);
}

/* Multiplies our block of the matrix by a vector over its columns. */
static inline void product(const double *x, double *y)
{
    for (int row = 0; row < matrix.row1 - matrix.row0; row++) {
        double all = 0;
        for (int k = matrix.begin[row]; k < matrix.begin[row + 1]; k++)
            all += matrix.value[k] * x[matrix.column[k]];
        y[row] = all;
    }
}

/* ---- The benchmark. ---- */

static inline double dot(const double *a, const double *b)
{
    double all = 0;
    for (int at = 0; at < last - first; at++)
        all += a[at] * b[at];
    return sum(all);
}

/* Approximately solves A z = x for z; returns the norm of the residual x - A z. */
static inline double solve(const double *x, double *z, double *p, double *q, double *r)
{
    int count = last - first;
    for (int at = 0; at < count; at++) {
        z[at] = 0;
        r[at] = p[at] = x[at];
    }
    double rho = dot(r, r);
    for (int step = 0; step < STEPS; step++) {
        multiply(p, q);
        double alpha = rho / dot(p, q), before = rho;
        for (int at = 0; at < count; at++) {
            z[at] += alpha * p[at];
            r[at] -= alpha * q[at];
        }
        rho = dot(r, r);
        for (int at = 0; at < count; at++)
            p[at] = r[at] + rho / before * p[at];
    }
    multiply(z, r);
    double squares = 0;
    for (int at = 0; at < count; at++)
        squares += (x[at] - r[at]) * (x[at] - r[at]);
    return sqrt(sum(squares));
}

static inline double iterate(int iterations, double *x, double *work[4], double *residual)
{
    double zeta = 0, *z = work[0];
    for (int at = 0; at < last - first; at++)
        x[at] = 1;
    for (int turn = 0; turn < iterations; turn++) {
        *residual = solve(x, z, work[1], work[2], work[3]);
        zeta = problem.shift + 1 / dot(x, z);
        double scale = 1 / sqrt(dot(z, z));
        for (int at = 0; at < last - first; at++)
            x[at] = scale * z[at];
    }
    return zeta;
}

/* Millions of operations as NAS counts them. */
static inline double millions(void)
{
    double filling = problem.nonzeros * (problem.nonzeros + 1.0);
    double step = 3 + filling + STEPS * (5 + filling) + 3;
    return 2e-6 * problem.iterations * problem.size * step;
}

static inline int is_verified(double zeta)
{
    return fabs(zeta - problem.zeta) <= 1e-10 * problem.zeta;
}

#endif

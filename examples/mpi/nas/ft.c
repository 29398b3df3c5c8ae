/* FT of the NAS Parallel Benchmarks, from its description (NAS-95-020, "The NAS Parallel
 * Benchmarks", 2.4.3): a three-dimensional partial differential equation, solved by forward and
 * inverse Fourier transforms.
 * Run: mpiexec -n 4 ./ft [-c S|W|A]
 *
 * In space each rank owns planes of equal z and transforms along x and y; in frequency space it
 * owns planes of equal y and transforms along z. In between, every rank sends every other a
 * block. */
#include "job.h"
#include <math.h>

#define ALPHA 1e-6
#define MOST 6 /* maximum number of iterations */
#define LINES 8 /* transformed together where their elements are not contiguous */

typedef struct {
    double re, im;
} number;

struct problem {
    char name;
    int x, y, z, iterations;
    number sums[MOST];
};

static const struct problem problems[] = {
    {'S', 64, 64, 64, 6,
     {{554.6087004964, 484.5363331978}, {554.6385409189, 486.5304269511},
      {554.6148406171, 488.3910722336}, {554.5423607415, 490.1273169046},
      {554.4255039624, 491.7475857993}, {554.2683411902, 493.2597244941}}},
    {'W', 128, 128, 32, 6,
     {{567.3612178944, 529.3246849175}, {563.1436885271, 528.2149986629},
      {559.4024089970, 527.0996558037}, {556.0698047020, 526.0027904925},
      {553.0898991250, 524.9400845633}, {550.4159734538, 523.9212247086}}},
    {'A', 256, 256, 128, 6,
     {{504.6735008193, 511.4047905510}, {505.9412319734, 509.8809666433},
      {506.9376896287, 509.8144042213}, {507.7892868474, 510.1336130759},
      {508.5233095391, 510.4914655194}, {509.1487099959, 510.7917842803}}},
};

static struct problem problem;
/* The planes of this rank, in space and in frequency space; not named y0, which is a C library
 * function. */
static int first_z, end_z, first_y, end_y;
static number *space, *frequency; /* indexed [z][y][x] and [y][x][z] */
static number *packed, *initial;  /* blocks to send; the current spectrum */
static double *decay[3];          /* of a frequency in one time step, along x, y, z */
static number *roots[3], *line;   /* roots of unity; buffer for a line */
static int *send_counts, *send_places, *receive_counts, *receive_places;

/* ---- Transform of one line. ---- */

static number *make_roots(int length)
{
    number *root = room((size_t)length / 2, sizeof *root);
    for (int at = 0; at < length / 2; at++) {
        double angle = -2 * acos(-1.0) * at / length;
        root[at] = (number){cos(angle), sin(angle)};
    }
    return root;
}

/* One step of Stockham's algorithm: pairs half a line apart become neighbours. */
static void butterflies(const number *from, number *to, int half, int width, const number *root,
                        int sign)
{
    for (int j = 0; j < half; j++) {
        number w = {root[j * width].re, sign * root[j * width].im};
        for (int k = 0; k < width; k++) {
            number a = from[k + j * width], b = from[k + (j + half) * width];
            number less = {a.re - b.re, a.im - b.im};
            to[k + 2 * j * width] = (number){a.re + b.re, a.im + b.im};
            to[k + (2 * j + 1) * width] =
                (number){w.re * less.re - w.im * less.im, w.re * less.im + w.im * less.re};
        }
    }
}

/* Forward transform for sign 1, inverse for -1; not normalised by the length. */
static void transform(number *data, int length, const number *root, int sign)
{
    number *from = data, *to = line;
    for (int half = length / 2, width = 1; half; half /= 2, width *= 2) {
        butterflies(from, to, half, width, root, sign);
        number *other = from;
        from = to;
        to = other;
    }
    if (from != data)
        memcpy(data, from, (size_t)length * sizeof *data);
}

/* ---- Transforms of all planes. ---- */

static void along_x(int sign)
{
    for (int at = 0; at < (end_z - first_z) * problem.y; at++)
        transform(space + (size_t)at * problem.x, problem.x, roots[0], sign);
}

static void along_y(int sign)
{
    number *lines = line + problem.x + problem.y + problem.z;
    for (int z = 0; z < end_z - first_z; z++)
        for (int x = 0; x < problem.x; x += LINES) {
            number *corner = space + (size_t)z * problem.y * problem.x + x;
            for (int y = 0; y < problem.y; y++)
                for (int at = 0; at < LINES; at++)
                    lines[at * problem.y + y] = corner[(size_t)y * problem.x + at];
            for (int at = 0; at < LINES; at++)
                transform(lines + at * problem.y, problem.y, roots[1], sign);
            for (int y = 0; y < problem.y; y++)
                for (int at = 0; at < LINES; at++)
                    corner[(size_t)y * problem.x + at] = lines[at * problem.y + y];
        }
}

static void along_z(int sign)
{
    for (int at = 0; at < (end_y - first_y) * problem.x; at++)
        transform(frequency + (size_t)at * problem.z, problem.z, roots[2], sign);
}

/* ---- From planes of z to planes of y, and back. A block has the order y, x, z. ---- */

/* Copies the block of rank `other` from the planes of z to `packed`, or back. */
static void cut(int other, int is_back)
{
    number *block = packed + send_places[other] / 2;
    for (int y = part(problem.y, other, size); y < part(problem.y, other + 1, size); y++)
        for (int x = 0; x < problem.x; x++)
            for (int z = 0; z < end_z - first_z; z++, block++) {
                number *at = space + ((size_t)z * problem.y + y) * problem.x + x;
                *(is_back ? at : block) = *(is_back ? block : at);
            }
}

/* The same between a received block and the planes of y. */
static void join(int other, number *block, int is_back)
{
    int from = part(problem.z, other, size), to = part(problem.z, other + 1, size);
    size_t bytes = (size_t)(to - from) * sizeof *block;
    for (int at = 0; at < (end_y - first_y) * problem.x; at++, block += to - from) {
        number *piece = frequency + (size_t)at * problem.z + from;
        memcpy(is_back ? block : piece, is_back ? piece : block, bytes);
    }
}

static void to_frequencies(void)
{
    /* Once all blocks are packed, `space` is free and serves as the receive buffer. */
    for (int other = 0; other < size; other++)
        cut(other, 0);
    MPI_Alltoallv(packed, send_counts, send_places, MPI_DOUBLE, space, receive_counts,
                  receive_places, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int other = 0; other < size; other++)
        join(other, space + receive_places[other] / 2, 0);
}

static void to_space(void)
{
    for (int other = 0; other < size; other++)
        join(other, space + receive_places[other] / 2, 1);
    MPI_Alltoallv(space, receive_counts, receive_places, MPI_DOUBLE, packed, send_counts,
                  send_places, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int other = 0; other < size; other++)
        cut(other, 1);
}

/* ---- The benchmark. ---- */

static void draw_initial(void)
{
    size_t plane = (size_t)problem.x * (size_t)problem.y;
    uint64_t seed = seed_after(2 * plane * (uint64_t)first_z);
    for (size_t at = 0; at < plane * (size_t)(end_z - first_z); at++) {
        space[at].re = draw(&seed);
        space[at].im = draw(&seed);
    }
}

/* Indices from the middle on stand for negative frequencies. */
static double *make_decay(int length)
{
    double *factor = room((size_t)length, sizeof *factor), pi = acos(-1.0);
    for (int at = 0; at < length; at++) {
        int k = at < length / 2 ? at : at - length;
        factor[at] = exp(-4 * ALPHA * pi * pi * k * k);
    }
    return factor;
}

/* Advances the spectrum by one time step. */
static void evolve(void)
{
    number *from = initial, *to = frequency;
    for (int y = first_y; y < end_y; y++)
        for (int x = 0; x < problem.x; x++) {
            double plane = decay[1][y] * decay[0][x];
            for (int z = 0; z < problem.z; z++, from++, to++) {
                double factor = plane * decay[2][z];
                *to = *from = (number){factor * from->re, factor * from->im};
            }
        }
}

/* Sum over 1024 points, valid on rank 0. */
static number check_sum(void)
{
    number mine = {0, 0}, all = {0, 0};
    for (int j = 1; j <= 1024; j++) {
        int x = j % problem.x, y = 3 * j % problem.y, z = 5 * j % problem.z;
        if (z < first_z || z >= end_z)
            continue;
        number at = space[((size_t)(z - first_z) * problem.y + y) * problem.x + x];
        mine.re += at.re;
        mine.im += at.im;
    }
    MPI_Reduce(&mine, &all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    double total = (double)problem.x * problem.y * problem.z;
    return (number){all.re / total, all.im / total};
}

static void solve(int iterations, number *sums)
{
    draw_initial();
    along_x(1);
    along_y(1);
    to_frequencies();
    along_z(1);
    memcpy(initial, frequency, (size_t)(end_y - first_y) * problem.x * problem.z * sizeof *initial);
    for (int iteration = 0; iteration < iterations; iteration++) {
        evolve();
        along_z(-1);
        to_space();
        along_y(-1);
        along_x(-1);
        sums[iteration] = check_sum();
    }
}

static void begin(void)
{
    const int lengths[] = {problem.x, problem.y, problem.z};
    first_z = part(problem.z, rank, size);
    end_z = part(problem.z, rank + 1, size);
    first_y = part(problem.y, rank, size);
    end_y = part(problem.y, rank + 1, size);
    size_t planes_z = (size_t)(end_z - first_z) * problem.y * problem.x;
    size_t planes_y = (size_t)(end_y - first_y) * problem.x * problem.z;
    /* `space` also holds received blocks for a while, so it must fit either kind. */
    space = room(planes_z > planes_y ? planes_z : planes_y, sizeof *space);
    packed = room(planes_z, sizeof *packed);
    frequency = room(planes_y, sizeof *frequency);
    initial = room(planes_y, sizeof *initial);
    line = room((size_t)(problem.x + problem.y * (LINES + 1) + problem.z), sizeof *line);
    for (int along = 0; along < 3; along++) {
        roots[along] = make_roots(lengths[along]);
        decay[along] = make_decay(lengths[along]);
    }
    send_counts = room((size_t)size, sizeof(int));
    send_places = room((size_t)size + 1, sizeof(int));
    receive_counts = room((size_t)size, sizeof(int));
    receive_places = room((size_t)size + 1, sizeof(int));
    for (int other = 0; other < size; other++) {
        int others_y = part(problem.y, other + 1, size) - part(problem.y, other, size);
        int others_z = part(problem.z, other + 1, size) - part(problem.z, other, size);
        send_counts[other] = 2 * others_y * problem.x * (end_z - first_z);
        receive_counts[other] = 2 * others_z * problem.x * (end_y - first_y);
        send_places[other + 1] = send_places[other] + send_counts[other];
        receive_places[other + 1] = receive_places[other] + receive_counts[other];
    }
}

/* The largest relative error of the checksums. */
static double error_of(const number *sums)
{
    double most = 0;
    for (int at = 0; at < problem.iterations; at++) {
        const number *right = &problem.sums[at];
        double off = hypot(sums[at].re - right->re, sums[at].im - right->im);
        double error = off / hypot(right->re, right->im);
        most = error <= most ? most : error;
    }
    return most;
}

/* Millions of operations as NAS counts them. */
static double millions(void)
{
    double total = (double)problem.x * problem.y * problem.z, logarithm = log(total);
    double step = 5.23518 + 7.21113 * logarithm;
    return 1e-6 * total * (14.8157 + 7.19641 * logarithm + step * problem.iterations);
}

int main(int argc, char **argv)
{
    char class = begin_job(argc, argv), found[64];
    for (size_t at = 0; at < sizeof problems / sizeof problems[0]; at++)
        problem = problems[at].name == class ? problems[at] : problem;
    if (!problem.x)
        refuse_job(": ft [-c S|W|A]");
    begin();
    number sums[MOST] = {{0, 0}};
    solve(1, sums); /* warm-up */
    double start = together();
    solve(problem.iterations, sums);
    double seconds = together() - start, error = error_of(sums);
    snprintf(found, sizeof found, "error %.2g", error);
    return end_job("FT", class, millions(), seconds, found, rank != 0 || error <= 1e-12);
}

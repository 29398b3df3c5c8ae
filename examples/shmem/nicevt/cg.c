/* CG of the NAS Parallel Benchmarks over SHMEM; the computation itself is in ../../nas/cg.h.
 * Run: oshrun -np 4 ./cg [-c S|W|A] [-p 2d|rows]
 *
 *   2d    the matrix is distributed in blocks over a grid of PEs, as in the NAS programs: products
 *         of a grid row are added pairwise and sent to the transposed place
 *   rows  each PE owns rows. It puts the elements of its part of the vector that other PEs need
 *         into their memory; nobody sends requests */
#include "../../nas/cg.h"
#include <shmem.h>
#include <shmemx.h>

static int me, pes;

static void *symmetric_room(size_t count, size_t bytes)
{
    void *memory = shmem_calloc(count + 1, bytes);
    if (!memory) {
        fprintf(stderr, "cg: no memory: set a larger SHMEM_SYMMETRIC_SIZE\n");
        shmem_global_exit(1);
    }
    return memory;
}

/* ---- Blocks on a grid. ---- */

static int grid_rows, grid_columns, grid_row, grid_column, levels;
static size_t block;                  /* maximum words of an exchange */
static double *landing, *block_product;
static uint64_t *arrived;             /* by slot and buffer: the number of the exchange */
static uint64_t *exchanges;           /* by slot: exchanges so far */

/* Exchanges `count` words with a PE, each way by a put with signal. Two landing buffers
 * alternate: a PE that is at exchange e with us has finished reading e - 2. */
static const double *exchange(int slot, int with, const double *words, size_t count)
{
    uint64_t number = ++exchanges[slot];
    size_t place = (size_t)slot * 2 + number % 2;
    double *to = landing + place * block;
    shmem_double_put_signal(to, words, count, arrived + place, number, SHMEM_SIGNAL_SET, with);
    shmem_signal_wait_until(arrived + place, SHMEM_CMP_GE, number);
    return to;
}

static double sum_2d(double value)
{
    for (int level = 0; level < levels; level++) {
        int with = grid_row * grid_columns + (grid_column ^ 1 << level);
        value += *exchange(levels + 1 + level, with, &value, 1);
    }
    return value;
}

static void multiply_2d(const double *x, double *y)
{
    size_t rows = (size_t)(matrix.row1 - matrix.row0);
    product(x, block_product);
    for (int level = 0; level < levels; level++) {
        int with = grid_row * grid_columns + (grid_column ^ 1 << level);
        const double *others = exchange(level, with, block_product, rows);
        for (size_t row = 0; row < rows; row++)
            block_product[row] += others[row];
    }
    /* If the grid is twice as wide as high, the two halves of a block of rows go to two PEs. */
    int wide = grid_columns / grid_rows, half = grid_column % wide;
    int to_row = grid_column / wide, to_column = grid_row * wide + half;
    int begin = part(problem.size, to_column, grid_columns) - matrix.row0;
    int end = part(problem.size, to_column + 1, grid_columns) - matrix.row0;
    int with = to_row * grid_columns + to_column;
    const double *mine = block_product + begin;
    if (with != me) {
        /* Both landing buffers have room for the longer of the two parts. */
        mine = exchange(levels, with, mine, (size_t)(end - begin));
    }
    memcpy(y, mine, (size_t)(last - first) * sizeof *y);
}

static int begin_2d(void)
{
    for (grid_rows = grid_columns = 1; grid_rows * grid_columns < pes;)
        *(grid_rows == grid_columns ? &grid_columns : &grid_rows) *= 2;
    while (1 << levels < grid_columns)
        levels++;
    grid_row = me / grid_columns;
    grid_column = me % grid_columns;
    first = part(problem.size, grid_column, grid_columns);
    last = part(problem.size, grid_column + 1, grid_columns);
    make_matrix(part(problem.size, grid_row, grid_rows),
                part(problem.size, grid_row + 1, grid_rows), first, last);
    block = (size_t)(problem.size / grid_rows + 1);
    size_t slots = (size_t)(2 * levels + 1);
    landing = symmetric_room(slots * 2 * block, sizeof *landing);
    arrived = symmetric_room(slots * 2, sizeof *arrived);
    exchanges = room(slots, sizeof *exchanges);
    block_product = room(block, sizeof *block_product);
    return grid_rows * grid_columns == pes;
}

/* ---- Distribution by rows. ---- */

static double *whole;     /* the elements of the vector that this PE needs, its own included */
static int *own_place;    /* the indices of its own ones */
static int **lists;       /* for each PE: the indices of our elements that it needs */
static int *list_lengths, *list_places;
static double *packed, *summand, *summed;
static uint64_t *filled;  /* by source PE: the number of the last product it put for */
static uint64_t products;
static int *starts;       /* in `whole`: where the elements from each PE begin */

static double sum_rows(double value)
{
    *summand = value;
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, summed, summand, 1);
    return *summed;
}

/* No PE puts for this product before all have finished the last one: there was a sum in
 * between. */
static void multiply_rows(const double *x, double *y)
{
    products++;
    for (int hop = 1; hop < pes; hop++) {
        int to = (me + hop) % pes;
        for (int at = 0; at < list_lengths[to]; at++)
            packed[at] = x[lists[to][at]];
        if (list_lengths[to])
            shmem_double_put_signal(whole + list_places[to], packed, (size_t)list_lengths[to],
                                    filled + me, products, SHMEM_SIGNAL_SET, to);
    }
    for (int at = 0; at < list_lengths[me]; at++)
        whole[list_places[me] + at] = x[own_place[at]];
    for (int hop = 1; hop < pes; hop++) {
        int from = (me + pes - hop) % pes;
        if (starts[from + 1] > starts[from])
            shmem_signal_wait_until(filled + from, SHMEM_CMP_GE, products);
    }
    product(whole, y);
}

/* Renumbers the matrix columns by their position in the list of needed elements. */
static void begin_rows(void)
{
    first = part(problem.size, me, pes);
    last = part(problem.size, me + 1, pes);
    make_matrix(first, last, 0, problem.size);
    int *wanted = symmetric_room((size_t)problem.size, sizeof *wanted);
    int *place = room((size_t)problem.size, sizeof *place), count = 0, entries;
    starts = symmetric_room((size_t)pes + 1, sizeof *starts);
    entries = matrix.begin[last - first];
    for (int k = 0; k < entries; k++)
        place[matrix.column[k]] = 1;
    for (int pe = 0; pe < pes; pe++) {
        starts[pe] = count;
        for (int at = part(problem.size, pe, pes); at < part(problem.size, pe + 1, pes); at++)
            if (place[at]) {
                wanted[count] = at - part(problem.size, pe, pes);
                place[at] = count++;
            }
    }
    starts[pes] = count;
    for (int k = 0; k < entries; k++)
        matrix.column[k] = place[matrix.column[k]];
    free(place);
    lists = room((size_t)pes, sizeof *lists);
    list_lengths = room((size_t)pes, sizeof *list_lengths);
    list_places = room((size_t)pes, sizeof *list_places);
    shmem_barrier_all();
    for (int pe = 0; pe < pes; pe++) {
        int from = shmem_int_g(starts + me, pe), to = shmem_int_g(starts + me + 1, pe);
        list_places[pe] = from;
        list_lengths[pe] = to - from;
        lists[pe] = room((size_t)(to - from), sizeof(int));
        shmem_int_get(lists[pe], wanted + from, (size_t)(to - from), pe);
    }
    own_place = lists[me];
    whole = symmetric_room((size_t)problem.size, sizeof *whole);
    filled = symmetric_room((size_t)pes, sizeof *filled);
    summand = symmetric_room(1, sizeof *summand);
    summed = symmetric_room(1, sizeof *summed);
    packed = room((size_t)(last - first), sizeof *packed);
}

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    char class = 'S';
    const char *partition = "2d";
    for (int at = 1; at + 1 < argc; at += 2)
        if (!strcmp(argv[at], "-c"))
            class = argv[at + 1][1] ? 0 : argv[at + 1][0];
        else
            partition = !strcmp(argv[at], "-p") ? argv[at + 1] : "";
    int is_rows = !strcmp(partition, "rows"), is_2d = !strcmp(partition, "2d");
    is_2d = is_2d && (pes & (pes - 1)) == 0;
    if (argc % 2 == 0 || !choose(class) || (!is_rows && !is_2d)) {
        fprintf(stderr, "usage: cg [-c S|W|A] [-p 2d|rows]; 2d wants a power of two of PEs\n");
        shmem_global_exit(2);
    }
    if (is_rows)
        begin_rows();
    else
        begin_2d();
    sum = is_rows ? sum_rows : sum_2d;
    multiply = is_rows ? multiply_rows : multiply_2d;
    double *x = room((size_t)(last - first), sizeof *x), *work[4], residual;
    for (int at = 0; at < 4; at++)
        work[at] = room((size_t)(last - first), sizeof *x);
    shmem_barrier_all();
    iterate(1, x, work, &residual); /* warm-up */
    shmem_barrier_all();
    double begin = shmemx_wtime();
    double zeta = iterate(problem.iterations, x, work, &residual);
    shmem_barrier_all();
    double seconds = shmemx_wtime() - begin;
    int is_good = is_verified(zeta);
    if (me == 0)
        printf("CG class %c, %s | %d PEs | %.4g Mop/s | zeta %.13f, residual %.2g, %.4g s: %s\n",
               class, partition, pes, millions() / seconds, zeta, residual, seconds,
               is_good ? "verified" : "FAILED");
    shmem_finalize();
    return !is_good;
}

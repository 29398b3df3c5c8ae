/* IS of the NAS Parallel Benchmarks, from its description (NAS-95-020, "The NAS Parallel
 * Benchmarks", 2.4.4): finds the rank of each of many small integer keys, that is, how many
 * keys are less.
 * Run: mpiexec -n 4 ./is [-c S|W|A]
 *
 * Each rank of the job counts its keys into buckets by their upper bits. From the total counts
 * all ranks know which rank gets which buckets, so that each has about as many keys; that rank
 * then counts them by value. */
#include "job.h"

#define ITERATIONS 10
#define TESTS 5
#define BUCKETS 512

/* Iteration i replaces one key by a small and another by a large value, so the rank of the
 * first `lows` test keys must be test_rank + i + shift_low, that of the others test_rank - i +
 * shift_high. */
struct problem {
    char name;
    int keys, values; /* number of keys; their values are below `values` */
    int test_at[TESTS], test_rank[TESTS];
    int lows, shift_low, shift_high;
};

static const struct problem problems[] = {
    {'S', 1 << 16, 1 << 11, {48427, 17148, 23627, 62548, 4431}, {0, 18, 346, 64917, 65463},
     3, 0, 0},
    {'W', 1 << 20, 1 << 16, {357773, 934767, 875723, 898999, 404505},
     {1249, 11698, 1039987, 1043896, 1048018}, 2, -2, 0},
    {'A', 1 << 23, 1 << 19, {2112377, 662041, 5336171, 3642833, 4250760},
     {104, 17523, 123928, 8288932, 8388264}, 3, -1, 1},
};

/* Summed in one Allreduce: the buckets, and the test keys' values, from the ranks that own
 * them. */
struct totals {
    int buckets[BUCKETS], tests[TESTS];
};

static struct problem problem;
static int first, last;      /* the keys that this rank generated */
static int *keys, *sorted;   /* those keys, and the same sorted by bucket */
static int *received, received_count;
static int value0, value1;   /* the values that this rank counts */
static int *counts, less;    /* keys below each of those values; keys of lower ranks */
static int *send_counts, *send_places, *receive_counts, *receive_places;
static long wrong_tests;

static void make_keys(void)
{
    uint64_t seed = seed_after(4 * (uint64_t)first);
    for (int at = 0; at < last - first; at++) {
        double all = 0;
        for (int draws = 0; draws < 4; draws++)
            all += draw(&seed);
        keys[at] = (int)(problem.values / 4 * all);
    }
}

static void set_key(int at, int value)
{
    if (at >= first && at < last)
        keys[at - first] = value;
}

static int bucket_of(int key)
{
    return key / (problem.values / BUCKETS);
}

/* Sorts the keys by bucket and sets `begin` to the start of each bucket. */
static void sort_by_bucket(const int *mine, int begin[BUCKETS + 1])
{
    int fill[BUCKETS];
    begin[0] = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        fill[bucket] = begin[bucket];
        begin[bucket + 1] = begin[bucket] + mine[bucket];
    }
    for (int at = 0; at < last - first; at++)
        sorted[fill[bucket_of(keys[at])]++] = keys[at];
}

/* Assigns each rank consecutive buckets with about its share of all keys; fills the send
 * layout. */
static void share_out(const int *all, const int *begin)
{
    int bucket = 0, before = 0;
    for (int to = 0; to < size; to++) {
        int from = bucket, keys_before = before;
        int64_t upto = (int64_t)problem.keys * (to + 1) / size;
        while (bucket < BUCKETS && (before + all[bucket] / 2 < upto || to == size - 1))
            before += all[bucket++];
        send_places[to] = begin[from];
        send_counts[to] = begin[bucket] - begin[from];
        if (to == rank) {
            value0 = from * (problem.values / BUCKETS);
            value1 = bucket * (problem.values / BUCKETS);
            less = keys_before;
            received_count = before - keys_before;
        }
    }
}

static void exchange(void)
{
    MPI_Alltoall(send_counts, 1, MPI_INT, receive_counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0, place = 0; from < size; place += receive_counts[from++])
        receive_places[from] = place;
    free(received);
    received = room((size_t)received_count, sizeof *received);
    MPI_Alltoallv(sorted, send_counts, send_places, MPI_INT, received, receive_counts,
                  receive_places, MPI_INT, MPI_COMM_WORLD);
}

static void count(void)
{
    free(counts);
    counts = room((size_t)(value1 - value0) + 1, sizeof *counts);
    for (int at = 0; at < received_count; at++)
        counts[received[at] - value0 + 1]++;
    for (int value = 0; value < value1 - value0; value++)
        counts[value + 1] += counts[value];
}

static void test(int iteration, const int *tests)
{
    for (int at = 0; at < TESTS; at++) {
        if (tests[at] < value0 || tests[at] >= value1)
            continue;
        int is_low = at < problem.lows, found = less + counts[tests[at] - value0];
        int by = is_low ? iteration + problem.shift_low : problem.shift_high - iteration;
        wrong_tests += found != problem.test_rank[at] + by;
    }
}

static void rank_keys(int iteration)
{
    struct totals mine = {{0}, {0}}, all;
    int begin[BUCKETS + 1];
    set_key(iteration, iteration);
    set_key(iteration + ITERATIONS, problem.values - iteration);
    for (int at = 0; at < last - first; at++)
        mine.buckets[bucket_of(keys[at])]++;
    for (int at = 0; at < TESTS; at++)
        if (problem.test_at[at] >= first && problem.test_at[at] < last)
            mine.tests[at] = keys[problem.test_at[at] - first];
    MPI_Allreduce(&mine, &all, BUCKETS + TESTS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    sort_by_bucket(mine.buckets, begin);
    share_out(all.buckets, begin);
    exchange();
    count();
    test(iteration, all.tests);
}

/* Number of keys out of order once each is placed at its rank, and of failed tests, over all
 * ranks. */
static long out_of_order(void)
{
    int *whole = room((size_t)received_count, sizeof *whole), greatest = -1, before = -1;
    long wrong = 0, all;
    for (int at = 0; at < received_count; at++)
        whole[counts[received[at] - value0]++] = received[at];
    for (int at = 0; at < received_count; at++)
        greatest = whole[at] > greatest ? whole[at] : greatest;
    MPI_Exscan(&greatest, &before, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int at = 0; at < received_count; before = whole[at++])
        wrong += whole[at] < (rank == 0 && at == 0 ? 0 : before);
    wrong += rank == size - 1 && less + received_count != problem.keys;
    free(whole);
    wrong += wrong_tests;
    MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static void begin(void)
{
    first = part(problem.keys, rank, size);
    last = part(problem.keys, rank + 1, size);
    keys = room((size_t)(last - first), sizeof *keys);
    sorted = room((size_t)(last - first), sizeof *sorted);
    send_counts = room((size_t)size, sizeof(int));
    send_places = room((size_t)size, sizeof(int));
    receive_counts = room((size_t)size, sizeof(int));
    receive_places = room((size_t)size, sizeof(int));
    make_keys();
}

int main(int argc, char **argv)
{
    char class = begin_job(argc, argv), found[64];
    for (size_t at = 0; at < sizeof problems / sizeof problems[0]; at++)
        problem = problems[at].name == class ? problems[at] : problem;
    if (!problem.keys)
        refuse_job(": is [-c S|W|A]");
    begin();
    rank_keys(1); /* warm-up */
    double start = together();
    for (int iteration = 1; iteration <= ITERATIONS; iteration++)
        rank_keys(iteration);
    double seconds = together() - start, millions = 1e-6 * ITERATIONS * problem.keys;
    long wrong = out_of_order();
    snprintf(found, sizeof found, "%ld wrong", wrong);
    return end_job("IS", class, millions, seconds, found, !wrong);
}

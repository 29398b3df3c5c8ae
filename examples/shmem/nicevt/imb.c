/* PingPong and Bcast as the Intel MPI Benchmarks define them, by puts with signals and by the
 * OpenSHMEM broadcast. Run: oshrun -np 2 ./imb [pingpong|bcast] [most-bytes] [repetitions]
 *
 * PingPong: half of a round trip between PE 0 and PE 1. Bcast: the time of a call, averaged
 * over the PEs, with a different root each time. The received data are checked.
 *
 * Without a repetition count the loop is limited by host time, even where the job runs in
 * virtual time, which passes more slowly. */
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Default repetitions; reduced if they would move more than BYTES or take longer than SECONDS. */
#define REPETITIONS 1000
#define BYTES (40l << 20)
#define SECONDS 0.25
/* Warm-up repetitions, which also estimate the time of one repetition. */
#define WARMING 4

static int me, pes;
static long most_turns = REPETITIONS;
static int is_timed = 1;
static char *source, *dest;
static uint64_t *signal_word;
static double *mine, *all;
static int *turns_in_time;

/* A test pattern that differs from turn to turn at every position. */
static char mark(size_t at, int turn)
{
    return (char)(at * 7 + (size_t)turn * 13 + 1);
}

static void check(const char *what, size_t bytes, int turn)
{
    for (size_t at = 0; at < bytes; at++)
        if (dest[at] != mark(at, turn)) {
            fprintf(stderr, "imb: %s of %zu bytes: byte %zu of PE %d is wrong\n", what, bytes, at,
                    me);
            shmem_global_exit(1);
        }
}

static void fill(size_t bytes, int turn)
{
    for (size_t at = 0; at < bytes; at++)
        source[at] = mark(at, turn);
}

static int repetitions(size_t bytes)
{
    long most = bytes ? BYTES / (long)bytes : most_turns;
    return (int)(most < 1 ? 1 : most < most_turns ? most : most_turns);
}

static double host_seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Number of turns, at most `turns`, that fit into SECONDS if one takes `seconds`; the same on
 * all PEs. */
static int in_time(int turns, double seconds)
{
    if (!is_timed)
        return turns;
    *turns_in_time = seconds * turns <= SECONDS ? turns : (int)(SECONDS / seconds);
    shmem_int_max_reduce(SHMEM_TEAM_WORLD, turns_in_time, turns_in_time, 1);
    return *turns_in_time < 1 ? 1 : *turns_in_time;
}

static double ping_pong(size_t bytes, int turns, uint64_t *trip)
{
    double begin = shmemx_wtime();
    for (int turn = 0; turn < turns; turn++) {
        ++*trip;
        if (me == 1)
            shmem_signal_wait_until(signal_word, SHMEM_CMP_GE, *trip);
        shmem_putmem_signal(dest, source, bytes, signal_word, *trip, SHMEM_SIGNAL_SET, !me);
        if (me == 0)
            shmem_signal_wait_until(signal_word, SHMEM_CMP_GE, *trip);
    }
    return (shmemx_wtime() - begin) / turns / 2;
}

static double broadcast(size_t bytes, int turns)
{
    double begin = shmemx_wtime();
    for (int turn = 0; turn < turns; turn++)
        shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, bytes, turn % pes);
    *mine = (shmemx_wtime() - begin) / turns;
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, all, mine, 1);
    return *all / pes;
}

static void print(const char *what, size_t bytes, double seconds, int turns)
{
    if (me != 0)
        return;
    printf("%s, %zu bytes | %d PEs | %.4g us | %.4g MB/s, %d repetitions\n", what, bytes, pes,
           seconds * 1e6, (double)bytes / seconds * 1e-6, turns);
    fflush(stdout);
}

/* The number in the text; 0 if the text is not a number. */
static long as_number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end ? value : 0;
}

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    const char *what = argc > 1 ? argv[1] : "pingpong";
    long most_bytes = argc > 2 ? as_number(argv[2]) : 4 << 20;
    most_turns = argc > 3 ? as_number(argv[3]) : most_turns;
    is_timed = argc <= 3;
    int is_bcast = !strcmp(what, "bcast");
    if (argc > 4 || pes < 2 || most_bytes < 1 || most_turns < 1 ||
        (!is_bcast && strcmp(what, "pingpong") != 0)) {
        fprintf(stderr, "usage, with 2 PEs or more: imb [pingpong|bcast] [most-bytes] "
                        "[repetitions]\n");
        shmem_global_exit(2);
    }
    size_t most = (size_t)most_bytes;
    source = shmem_malloc(most);
    dest = shmem_calloc(1, most);
    signal_word = shmem_calloc(1, sizeof *signal_word);
    mine = shmem_malloc(sizeof *mine);
    all = shmem_malloc(sizeof *all);
    turns_in_time = shmem_malloc(sizeof *turns_in_time);
    if (!source || !dest || !signal_word || !mine || !all || !turns_in_time) {
        fprintf(stderr, "imb: no memory: fewer bytes, or a larger SHMEM_SYMMETRIC_SIZE\n");
        shmem_global_exit(1);
    }
    uint64_t trip = 0;
    for (size_t bytes = 0; bytes <= most; bytes = bytes ? bytes * 2 : 1) {
        int most_here = repetitions(bytes);
        int turns = most_here < WARMING ? most_here : WARMING;
        for (int round = 0; round < 2; round++) { /* the first round is the warm-up */
            fill(bytes, round);
            shmem_barrier_all();
            double seconds = 0, begin = host_seconds();
            if (is_bcast)
                seconds = broadcast(bytes, turns);
            else if (me < 2)
                seconds = ping_pong(bytes, turns, &trip);
            shmem_barrier_all();
            if (is_bcast || me < 2)
                check(what, bytes, round);
            if (round == 1)
                print(is_bcast ? "Bcast" : "PingPong", bytes, seconds, turns);
            else
                turns = in_time(most_here, (host_seconds() - begin) / turns);
        }
    }
    shmem_finalize();
    return 0;
}

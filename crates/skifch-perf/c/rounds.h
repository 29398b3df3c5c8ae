/* The rounds of every kernel, over the transport that the including file defines. Its functions
 * are inlined, so a loop here makes only the transport's own calls. */
#ifndef SKIF_PERF_ROUNDS_H
#define SKIF_PERF_ROUNDS_H

#include "measure.h"

/* The transport's address of a rank. */
typedef uint32_t peer_t;

static struct options options;
static int my_rank, rank_count;
static char *buffer; /* send buffer, as long as a transfer */

/* To be defined by the transport. */
static inline peer_t peer_of(int rank);
static void barrier(void);
/* Sends the first `bytes` bytes of the buffer, all of them. */
static inline void send_to(peer_t peer, size_t bytes);
/* Receive buffer; NULL if messages may be read in place and `is_copied` is 0. */
static inline char *landing(int is_copied);
/* Receives `bytes` from `rank`, the only rank that sends now. */
static inline void receive_from(int rank, char *to, size_t bytes);
/* Receives `count` transfers of `bytes`, in any order, from all sending ranks. */
static inline void receive_many(char *to, size_t bytes, uint64_t count);
/* Blocks until a message arrives, like a program with nothing else to do, unless receiving
 * itself blocks. */
static inline void await_message(void);
/* Broadcasts `value` of rank `root` to every rank. */
static double share(double value, int root);
/* Like msgrate_round, for large transfers, in the form in which the transport is fastest. */
static double bandwidth_round(size_t bytes, uint64_t count);

/* Rank 0 only sends, rank 1 only receives. */
static double msgrate_round(size_t bytes, uint64_t count)
{
    char *to = landing(options.copy);
    peer_t receiver = peer_of(1);
    barrier();
    uint64_t start = now_ns();
    if (my_rank == 0)
        for (uint64_t i = 0; i < count; i++)
            send_to(receiver, bytes);
    else if (my_rank == 1)
        for (uint64_t i = 0; i < count; i++)
            receive_from(0, to, bytes);
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds;
}

/* `count` round trips; returns half the time, as if it were `count` one-way trips. */
static double latency_round(size_t bytes, uint64_t count)
{
    char *to = landing(0);
    peer_t other = peer_of(!my_rank);
    uint64_t trips = my_rank < 2 ? count : 0;
    barrier();
    uint64_t start = now_ns(), before = ticks();
    for (uint64_t i = 0; i < trips; i++) {
        if (my_rank == 0)
            send_to(other, bytes);
        receive_from(!my_rank, to, bytes);
        if (my_rank == 1)
            send_to(other, bytes);
        if (my_rank == 0 && samples) {
            uint64_t after = ticks();
            samples[sample_count++] = (uint32_t)(after - before);
            before = after;
        }
    }
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds / 2;
}

/* Every rank except 0 sends `count` messages to rank 0. */
static double many_round(size_t bytes, uint64_t count)
{
    peer_t receiver = peer_of(0);
    barrier();
    uint64_t start = now_ns();
    if (my_rank == 0)
        receive_many(landing(0), bytes, count * (uint64_t)(rank_count - 1));
    else
        for (uint64_t i = 0; i < count; i++)
            send_to(receiver, bytes);
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds;
}

/* A token travels `count` hops round the ring of ranks. */
static double ring_round(size_t bytes, uint64_t count)
{
    char *to = landing(0);
    peer_t next = peer_of((my_rank + 1) % rank_count);
    int previous = (my_rank + rank_count - 1) % rank_count;
    uint64_t mine = count / (uint64_t)rank_count + 1;
    barrier();
    uint64_t start = now_ns();
    for (uint64_t i = 0; i < mine; i++) {
        if (my_rank == 0)
            send_to(next, bytes);
        await_message();
        receive_from(previous, to, bytes);
        if (my_rank != 0)
            send_to(next, bytes);
    }
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds * (double)count / (double)(mine * (uint64_t)rank_count);
}

static const struct kernel kernels[] = {
    {"msgrate", 1, 0, 0, msgrate_round}, {"bandwidth", 1, 0, 0, bandwidth_round},
    {"latency", 0, 1, 0, latency_round}, {"many", 0, 0, 1, many_round},
    {"ring", 0, 0, 0, ring_round},
};

/* Measures the requested kernel at every size; the transport is initialised. */
static void measure_all(void)
{
    pin(&options.cores, my_rank, rank_count);
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
        for (int s = 0; !strcmp(kernels[k].name, options.kernel) && s < options.sizes.count; s++) {
            size_t bytes = (size_t)options.sizes.values[s];
            buffer = page_buffer(bytes);
            measure_point(&kernels[k], bytes, options.seconds, share, my_rank, rank_count);
            free(buffer);
        }
}

#endif

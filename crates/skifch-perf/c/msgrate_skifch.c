/* The MsgRate test of the SkifCh paper (Fig. 4) and its relatives, over the three calls of the
 * channel as they stand in skifch.h. What is measured here is what a C program gets. */
#include "measure.h"
#include <skifch.h>

static SkifCh *channel;
static struct options options;
static int my_rank, rank_count;
static int crowded; /* more ranks than cores: who finds nothing to do lets others run */
static char *buffer;

static void check(int ok, const char *call)
{
    if (!ok) {
        fprintf(stderr, "msgrate: %s: %s\n", call, SkifCh_StrError());
        SkifCh_Abort(1);
    }
}

static inline void stand_back(void)
{
    if (crowded)
        sched_yield();
}

/* Sends all of `bytes`, as many messages as it takes. */
static inline void send_all(netaddr_t addr, const char *from, size_t bytes)
{
    struct iovec iov = {(void *)from, bytes};
    for (;;) {
        ssize_t taken = SkifCh_Send(channel, addr, &iov, 1);
        if ((size_t)taken == iov.iov_len)
            return;
        check(taken >= 0, "SkifCh_Send");
        if (taken == 0)
            stand_back();
        iov.iov_base = (char *)iov.iov_base + taken;
        iov.iov_len -= (size_t)taken;
    }
}

/* Takes one message, copied to `to` unless that is NULL; its size. */
static inline size_t receive_one(char *to)
{
    struct iovec cont[SKIFCH_CONT_SIZE];
    int cont_count;
    ssize_t got;
    while ((got = SkifCh_Recv(channel, cont, &cont_count)) <= 0) {
        check(got == 0, "SkifCh_Recv");
        stand_back();
    }
    if (to)
        for (int i = 0; i < cont_count; i++) {
            memcpy(to, cont[i].iov_base, cont[i].iov_len);
            to += cont[i].iov_len;
        }
    SkifCh_RecvComp(channel);
    return (size_t)got;
}

static inline void receive_all(char *to, size_t bytes)
{
    for (size_t have = 0; have < bytes;)
        have += receive_one(to ? to + have : NULL);
}

/* Sleeps in the kernel, if need be, until there is a message. */
static void await_message(void)
{
    check(SkifCh_Wait(channel, SKIFCH_EV_RECV, SKIFCH_ADDR_NONE, -1) >= 0, "SkifCh_Wait");
}

static void barrier(void)
{
    check(SkifCh_SlowBarrier() == 0, "SkifCh_SlowBarrier");
}

static double share(double value, int root)
{
    barrier();
    if (my_rank != root)
        receive_all((char *)&value, sizeof value);
    else
        for (int rank = 0; rank < rank_count; rank++)
            if (rank != root)
                send_all(SkifCh_NetAddr(rank), (const char *)&value, sizeof value);
    return value;
}

/* Rank 0 only sends, rank 1 only receives. */
static double msgrate_round(size_t bytes, uint64_t count)
{
    char *to = options.copy ? buffer : NULL;
    netaddr_t receiver = SkifCh_NetAddr(1);
    barrier();
    uint64_t start = now_ns();
    if (my_rank == 0)
        for (uint64_t i = 0; i < count; i++)
            send_all(receiver, buffer, bytes);
    else if (my_rank == 1)
        for (uint64_t i = 0; i < count; i++)
            receive_all(to, bytes);
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds;
}

/* Large transfers, cut into messages by the sender and put together again by the receiver. */
static double bandwidth_round(size_t bytes, uint64_t count)
{
    options.copy = 1;
    return msgrate_round(bytes, count);
}

/* `count` trips there and back; the time of one way, as if it were `count` one-way trips. */
static double latency_round(size_t bytes, uint64_t count)
{
    netaddr_t other = SkifCh_NetAddr(!my_rank);
    barrier();
    uint64_t start = now_ns(), before = ticks();
    for (uint64_t i = 0; i < count; i++) {
        if (my_rank == 0)
            send_all(other, buffer, bytes);
        receive_all(NULL, bytes);
        if (my_rank == 1)
            send_all(other, buffer, bytes);
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

/* Every rank but 0 sends `count` messages to rank 0. */
static double many_round(size_t bytes, uint64_t count)
{
    netaddr_t receiver = SkifCh_NetAddr(0);
    barrier();
    uint64_t start = now_ns();
    if (my_rank == 0)
        receive_all(NULL, bytes * count * (uint64_t)(rank_count - 1));
    else
        for (uint64_t i = 0; i < count; i++)
            send_all(receiver, buffer, bytes);
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds / (rank_count - 1);
}

/* A token goes `count` hops round; whoever has not got it sleeps. */
static double ring_round(size_t bytes, uint64_t count)
{
    netaddr_t next = SkifCh_NetAddr((my_rank + 1) % rank_count);
    uint64_t mine = count / (uint64_t)rank_count + 1;
    barrier();
    uint64_t start = now_ns();
    for (uint64_t i = 0; i < mine; i++) {
        if (my_rank == 0)
            send_all(next, buffer, bytes);
        await_message();
        receive_all(NULL, bytes);
        if (my_rank != 0)
            send_all(next, buffer, bytes);
    }
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds * (double)count / (double)(mine * (uint64_t)rank_count);
}

static const struct kernel kernels[] = {
    {"msgrate", 1, 0, msgrate_round}, {"bandwidth", 1, 0, bandwidth_round},
    {"latency", 0, 1, latency_round}, {"many", 0, 0, many_round},
    {"ring", 0, 0, ring_round},
};

int main(int argc, char **argv)
{
    if (SkifCh_AllInit(&argc, &argv)) {
        fprintf(stderr, "msgrate: SkifCh_AllInit: %s\n", SkifCh_StrError());
        return 1;
    }
    options = parse_options(argc, argv);
    my_rank = SkifCh_MyRank();
    rank_count = SkifCh_Size();
    channel = SkifCh_SkifCh(rank_count > 1 ? !my_rank : 0);
    crowded = options.cores.count > 0 && rank_count > options.cores.count;
    pin(&options.cores, my_rank, rank_count);
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
        for (int s = 0; !strcmp(kernels[k].name, options.kernel) && s < options.sizes.count; s++) {
            size_t bytes = (size_t)options.sizes.values[s];
            buffer = page_buffer(bytes);
            measure_point(&kernels[k], bytes, options.seconds, share, my_rank, rank_count);
            free(buffer);
        }
    return SkifCh_AllFinalize() ? 1 : 0;
}

/* The MsgRate test of the SkifCh paper (Fig. 4) and related kernels, over the three channel
 * calls as declared in skifch.h. It measures what a C program gets. */
#include "rounds.h"
#include <skifch.h>

static SkifCh *channel;
static int crowded; /* more ranks than cores: a rank with nothing to do yields its core */

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

/* Sends all of `bytes`, in as many messages as needed. */
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

/* Receives one message, copied to `to` unless that is NULL; returns its size. */
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

static inline peer_t peer_of(int rank)
{
    return SkifCh_NetAddr(rank);
}

static inline void send_to(peer_t peer, size_t bytes)
{
    send_all(peer, buffer, bytes);
}

static inline char *landing(int is_copied)
{
    return is_copied ? buffer : NULL;
}

static inline void receive_from(int rank, char *to, size_t bytes)
{
    (void)rank;
    receive_all(to, bytes);
}

/* Received as one byte stream: the parts of split messages from several senders arrive in any
 * order. */
static inline void receive_many(char *to, size_t bytes, uint64_t count)
{
    receive_all(to, bytes * count);
}

/* Blocks in the kernel, if necessary, until there is a message. */
static inline void await_message(void)
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

/* Large transfers, split into messages by the sender and reassembled by the receiver. */
static double bandwidth_round(size_t bytes, uint64_t count)
{
    options.copy = 1;
    return msgrate_round(bytes, count);
}

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
    measure_all();
    return SkifCh_AllFinalize() ? 1 : 0;
}

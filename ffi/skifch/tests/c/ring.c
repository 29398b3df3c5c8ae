/* Messages round the ring of ranks: through the three calls of the paper, of many sizes, in many
 * pieces, and empty ones. */
#include "check.h"

#define ROUNDS 200

static unsigned char out[8192], in[8192];

/* The three calls alone, as the paper has them. */
static void core_calls(SkifCh *channel, netaddr_t dst)
{
    struct iovec cont[SKIFCH_CONT_SIZE];
    int rank = SkifCh_MyRank(), from = previous_rank(), round, count;
    for (round = 0; round < ROUNDS; round++) {
        size_t len = 1 + (size_t)round * 17 % 2000, at;
        struct iovec parts[3];
        ssize_t got;
        for (at = 0; at < len; at++)
            out[at] = pattern(rank, (size_t)round, at);
        parts[0].iov_base = out;
        parts[0].iov_len = len / 3;
        parts[1].iov_base = NULL;
        parts[1].iov_len = 0;
        parts[2].iov_base = out + len / 3;
        parts[2].iov_len = len - len / 3;
        while ((got = SkifCh_Send(channel, dst, parts, 3)) == 0)
            continue;
        CHECK(got == (ssize_t)len);
        while ((got = SkifCh_Recv(channel, cont, &count)) == 0)
            continue;
        CHECK(got == (ssize_t)len && count >= 1);
        copy_out(cont, count, len, in);
        for (at = 0; at < len; at++)
            CHECK(in[at] == pattern(from, (size_t)round, at));
        CHECK(SkifCh_RecvComp(channel) == 0);
    }
}

/* An empty message cannot be said by the three calls; the extended ones carry it in order. */
static void empty_messages(SkifCh *channel, netaddr_t dst, netaddr_t src)
{
    struct iovec cont[SKIFCH_CONT_SIZE], nothing = {NULL, 0};
    skifch_msg_t msg;
    size_t taken = 77;
    int count, sent;
    FAILS(SkifCh_Send(channel, dst, NULL, 0), EINVAL);
    FAILS(SkifCh_Send(channel, dst, &nothing, 1), EINVAL);
    send_message(channel, dst, "a", 1);
    while ((sent = SkifCh_SendEx(channel, dst, NULL, 0, 0, &taken)) == 0)
        continue;
    CHECK(sent == 1 && taken == 0);
    while ((sent = SkifCh_SendEx(channel, dst, &nothing, 1, SKIFCH_SEND_WHOLE, NULL)) == 0)
        continue;
    CHECK(sent == 1);
    send_message(channel, dst, "b", 1);

    expect_message(channel, src, in, 1);
    CHECK(in[0] == 'a');
    CHECK(SkifCh_Wait(channel, SKIFCH_EV_RECV, 0, 30 * SECOND) == SKIFCH_EV_RECV);
    FAILS(SkifCh_Recv(channel, cont, &count), EBADMSG);
    receive_message(channel, &msg);
    CHECK(msg.len == 0 && msg.cont_count == 0 && msg.src == src);
    CHECK(SkifCh_RecvComp(channel) == 0);
    expect_message(channel, src, in, 0);
    expect_message(channel, src, in, 1);
    CHECK(in[0] == 'b');
}

int main(int argc, char **argv)
{
    SkifCh *channel, *second;
    netaddr_t dst, src;
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(next_rank());
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    core_calls(channel, dst);
    empty_messages(channel, dst, src);

    /* A second channel sees only its own messages. */
    second = SkifCh_Open(7);
    CHECK(second != NULL && SkifCh_Addr(second) == SkifCh_MakeAddr(SkifCh_MyRank(), 7));
    CHECK(SkifCh_SlowBarrier() == 0);
    send_message(channel, dst, "zero", 4);
    send_message(second, SkifCh_MakeAddr(next_rank(), 7), "seven", 5);
    expect_message(second, SkifCh_MakeAddr(previous_rank(), 7), in, 5);
    CHECK(memcmp(in, "seven", 5) == 0);
    expect_message(channel, src, in, 4);
    CHECK(memcmp(in, "zero", 4) == 0);
    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_Close(second) == 0);
    return check_end();
}

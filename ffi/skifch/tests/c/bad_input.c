/* What must not be believed: each call answers with an error and the channel goes on working. */
#include "check.h"

#include <limits.h>

/* Something that is no handle. */
static struct {
    uint64_t words[64];
} foreign __attribute__((aligned(64)));

/* Nothing, zeros, other bytes, a place inside of something, and numbers that some take for
 * pointers. */
static SkifCh *not_a_channel(int kind)
{
    switch (kind) {
    case 0: return NULL;
    case 4: return (SkifCh *)8;
    case 5: return (SkifCh *)(uintptr_t)-1;
    default: return (SkifCh *)(void *)((char *)&foreign + (kind == 3));
    }
}

static void handles(void)
{
    struct iovec part = {"x", 1}, cont[SKIFCH_CONT_SIZE];
    skifch_attr_t attr;
    skifch_stats_t stats;
    skifch_msg_t msg;
    int kind, count = 0;
    attr.size = sizeof attr;
    stats.size = sizeof stats;
    for (kind = 0; kind < 6; kind++) {
        SkifCh *channel = not_a_channel(kind);
        memset(&foreign, kind == 1 ? 0 : 0xa5, sizeof foreign);
        FAILS(SkifCh_Send(channel, 0, &part, 1), EINVAL);
        FAILS(SkifCh_Recv(channel, cont, &count), EINVAL);
        FAILS(SkifCh_RecvComp(channel), EINVAL);
        FAILS(SkifCh_SendEx(channel, 0, &part, 1, 0, NULL), EINVAL);
        FAILS(SkifCh_RecvEx(channel, &msg), EINVAL);
        FAILS(SkifCh_RecvMany(channel, &msg, 1), EINVAL);
        FAILS(SkifCh_SendClaim(channel, 0, 1, cont, &count), EINVAL);
        FAILS(SkifCh_SendCommit(channel, 1), EINVAL);
        FAILS(SkifCh_SendAbort(channel), EINVAL);
        FAILS(SkifCh_Wait(channel, SKIFCH_EV_RECV, 0, 0), EINVAL);
        FAILS(SkifCh_EventFd(channel), EINVAL);
        FAILS(SkifCh_Arm(channel, SKIFCH_EV_RECV, 0), EINVAL);
        FAILS(SkifCh_Progress(channel), EINVAL);
        FAILS(SkifCh_PeerState(channel, 0), EINVAL);
        FAILS(SkifCh_Query(channel, &attr), EINVAL);
        FAILS(SkifCh_Stats(channel, &stats), EINVAL);
        FAILS(SkifCh_Close(channel), EINVAL);
        FAILS_ADDR(SkifCh_Addr(channel), EINVAL);
    }
}

static void null_arguments(SkifCh *channel, netaddr_t dst)
{
    struct iovec part = {"x", 1}, cont[SKIFCH_CONT_SIZE];
    int count = 0;
    FAILS(SkifCh_Send(channel, dst, NULL, 1), EINVAL);
    FAILS(SkifCh_SendEx(channel, dst, NULL, 1, 0, NULL), EINVAL);
    FAILS(SkifCh_Recv(channel, NULL, &count), EINVAL);
    FAILS(SkifCh_Recv(channel, cont, NULL), EINVAL);
    FAILS(SkifCh_RecvEx(channel, NULL), EINVAL);
    FAILS(SkifCh_RecvMany(channel, NULL, 1), EINVAL);
    FAILS(SkifCh_SendClaim(channel, dst, 1, NULL, &count), EINVAL);
    FAILS(SkifCh_SendClaim(channel, dst, 1, cont, NULL), EINVAL);
    FAILS(SkifCh_Query(channel, NULL), EINVAL);
    FAILS(SkifCh_Stats(channel, NULL), EINVAL);
    FAILS(SkifCh_Send(channel, dst, &part, -1), EINVAL);
    FAILS(SkifCh_Send(channel, dst, &part, INT_MIN), EINVAL);
    FAILS(SkifCh_SendEx(channel, dst, &part, -1, 0, NULL), EINVAL);
    FAILS(SkifCh_RecvMany(channel, (skifch_msg_t *)(void *)&foreign, -1), EINVAL);
}

static void sums_that_overflow(SkifCh *channel, netaddr_t dst)
{
    char byte = 0;
    struct iovec parts[2] = {{&byte, 1}, {&byte, 1}};
    parts[0].iov_len = SIZE_MAX;
    FAILS(SkifCh_Send(channel, dst, parts, 1), EINVAL);
    FAILS(SkifCh_Send(channel, dst, parts, 2), EINVAL);
    parts[0].iov_len = parts[1].iov_len = SIZE_MAX / 2 + 1;
    FAILS(SkifCh_Send(channel, dst, parts, 2), EINVAL);
    FAILS(SkifCh_SendEx(channel, dst, parts, 2, SKIFCH_SEND_WHOLE, NULL), EINVAL);
}

static void destinations(SkifCh *channel)
{
    struct iovec part = {"x", 1}, cont[SKIFCH_CONT_SIZE];
    int count = 0, size = SkifCh_Size();
    netaddr_t nobody = SkifCh_MakeAddr(size, 0), last = SkifCh_MakeAddr(SKIFCH_MAX_RANK - 1, 5);
    netaddr_t unknown[3];
    int i;
    unknown[0] = nobody;
    unknown[1] = last;
    unknown[2] = SKIFCH_ADDR_NONE;
    for (i = 0; i < 3; i++) {
        errno = 0;
        CHECK(SkifCh_Send(channel, unknown[i], &part, 1) == -1);
        CHECK(errno == EINVAL || errno == EHOSTUNREACH);
        CHECK(SkifCh_SendClaim(channel, unknown[i], 1, cont, &count) == -1);
        CHECK(SkifCh_SendEx(channel, unknown[i], &part, 1, 0, NULL) == -1);
    }
    FAILS_ADDR(SkifCh_MakeAddr(-1, 0), EINVAL);
    FAILS_ADDR(SkifCh_MakeAddr(0, -1), EINVAL);
    FAILS_ADDR(SkifCh_MakeAddr(SKIFCH_MAX_RANK + 1, 0), EINVAL);
    FAILS_ADDR(SkifCh_MakeAddr(0, SKIFCH_MAX_PORT + 1), EINVAL);
    FAILS_ADDR(SkifCh_MakeAddr(SKIFCH_MAX_RANK, SKIFCH_MAX_PORT), EINVAL);
    FAILS_NULL(SkifCh_Open(-1), EINVAL);
    CHECK(strstr(SkifCh_StrError(), "1 to 1023") != NULL);
    FAILS_NULL(SkifCh_Open(SKIFCH_MAX_PORT + 1), EINVAL);
    FAILS_NULL(SkifCh_Open(0), EADDRINUSE);
}

static void order_of_calls(SkifCh *channel, netaddr_t dst, netaddr_t src)
{
    struct iovec cont[SKIFCH_CONT_SIZE];
    skifch_msg_t msg;
    int count = 0;
    unsigned char byte;
    FAILS(SkifCh_RecvComp(channel), EINVAL);
    FAILS(SkifCh_SendCommit(channel, 1), EINVAL);
    FAILS(SkifCh_SendAbort(channel), EINVAL);
    send_message(channel, dst, "1", 1);
    send_message(channel, dst, "2", 1);
    receive_message(channel, &msg);
    FAILS(SkifCh_Recv(channel, cont, &count), EBUSY);
    FAILS(SkifCh_RecvEx(channel, &msg), EBUSY);
    CHECK(SkifCh_RecvComp(channel) == 0);
    FAILS(SkifCh_RecvComp(channel), EINVAL);
    expect_message(channel, src, &byte, 1);
    CHECK(byte == '2');
}

int main(int argc, char **argv)
{
    SkifCh *channel;
    netaddr_t dst, src;
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(next_rank());
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    handles();
    null_arguments(channel, dst);
    sums_that_overflow(channel, dst);
    destinations(channel);
    order_of_calls(channel, dst, src);
    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_AlltoallTest() == 0);
    return check_end();
}

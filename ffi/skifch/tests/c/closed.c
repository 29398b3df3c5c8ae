/* Calls with handles that are closed, in this process or in a forked child. */
#include "check.h"

#include <sys/wait.h>

/* Every call says EBADF and does nothing. */
static void all_refused(SkifCh *channel)
{
    struct iovec part = {"x", 1}, cont[SKIFCH_CONT_SIZE];
    skifch_attr_t attr;
    skifch_stats_t stats;
    skifch_msg_t msg;
    int count = 0, i;
    attr.size = sizeof attr;
    stats.size = sizeof stats;
    for (i = 0; i < 2; i++) {
        FAILS(SkifCh_Send(channel, 0, &part, 1), EBADF);
        FAILS(SkifCh_Recv(channel, cont, &count), EBADF);
        FAILS(SkifCh_RecvComp(channel), EBADF);
        FAILS(SkifCh_SendEx(channel, 0, &part, 1, 0, NULL), EBADF);
        FAILS(SkifCh_RecvEx(channel, &msg), EBADF);
        FAILS(SkifCh_RecvMany(channel, &msg, 1), EBADF);
        FAILS(SkifCh_SendClaim(channel, 0, 1, cont, &count), EBADF);
        FAILS(SkifCh_SendCommit(channel, 1), EBADF);
        FAILS(SkifCh_SendAbort(channel), EBADF);
        FAILS(SkifCh_Wait(channel, SKIFCH_EV_RECV, 0, -1), EBADF);
        FAILS(SkifCh_EventFd(channel), EBADF);
        FAILS(SkifCh_Arm(channel, SKIFCH_EV_RECV, 0), EBADF);
        FAILS(SkifCh_Progress(channel), EBADF);
        FAILS(SkifCh_PeerState(channel, 0), EBADF);
        FAILS(SkifCh_Query(channel, &attr), EBADF);
        FAILS(SkifCh_Stats(channel, &stats), EBADF);
        FAILS(SkifCh_Close(channel), EBADF);
        FAILS_ADDR(SkifCh_Addr(channel), EBADF);
    }
}

/* The child of a rank is no rank. */
static void in_child(SkifCh *channel, skifch_seg_t *seg)
{
    char byte = 0;
    all_refused(channel);
    FAILS(SkifCh_SlowBarrier(), EBADF);
    FAILS(SkifCh_AllFinalize(), EBADF);
    FAILS_NULL(SkifCh_Open(9), EBADF);
    if (seg != NULL) {
        FAILS(SkifCh_Put(seg, 0, 0, &byte, 1), EBADF);
        FAILS(SkifCh_SegClose(seg), EBADF);
    }
    _exit(0);
}

int main(int argc, char **argv)
{
    SkifCh *first, *other, *again;
    skifch_seg_t *seg;
    netaddr_t dst, src;
    unsigned char byte;
    int status = -1, lap;
    pid_t child;
    check_begin(&argc, &argv);
    first = SkifCh_SkifCh(0);
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    seg = SkifCh_SegOpen(4096);
    CHECK(seg != NULL || errno == ENOTSUP);

    /* A message is under way while the child tries everything; it must not be touched. */
    send_message(first, dst, "m", 1);
    child = fork();
    CHECK(child >= 0);
    if (child == 0)
        in_child(first, seg);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    expect_message(first, src, &byte, 1);
    CHECK(byte == 'm');
    if (seg != NULL)
        CHECK(SkifCh_SegClose(seg) == 0);

    /* Port 0 is the job's own; others can be closed and opened again. */
    FAILS(SkifCh_Close(first), EINVAL);
    for (lap = 0; lap < 3; lap++) {
        other = SkifCh_Open(3);
        CHECK(other != NULL);
        FAILS_NULL(SkifCh_Open(3), EADDRINUSE);
        CHECK(SkifCh_Close(other) == 0);
        all_refused(other);
    }
    again = SkifCh_Open(3);
    CHECK(again != NULL && again != other);
    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_AlltoallTest() == 0);
    CHECK(SkifCh_AllFinalize() == 0);
    /* The end of the job closed what was open. */
    all_refused(first);
    all_refused(again);
    return 0;
}

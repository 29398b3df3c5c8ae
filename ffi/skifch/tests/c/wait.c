/* Waiting: with a limit, without one, and through a descriptor. */
#include "check.h"

#include <sys/epoll.h>

static void limits(SkifCh *channel, netaddr_t dst)
{
    uint64_t begin = SkifCh_Time(), took;
    CHECK(SkifCh_Wait(channel, SKIFCH_EV_RECV, 0, 0) == 0);
    FAILS(SkifCh_Wait(channel, SKIFCH_EV_MEMORY, dst, 0), EINVAL);
    CHECK(strstr(SkifCh_StrError(), "SKIFCH_EV_MEMORY") != NULL);
    FAILS(SkifCh_Arm(channel, SKIFCH_EV_MEMORY | SKIFCH_EV_RECV, dst), EINVAL);
    CHECK(strstr(SkifCh_StrError(), "SKIFCH_EV_MEMORY") != NULL);
    CHECK(SkifCh_Wait(channel, SKIFCH_EV_RECV, 0, SECOND / 50) == 0);
    took = SkifCh_Time() - begin;
    CHECK(took >= (uint64_t)SECOND / 50 && took < 20 * (uint64_t)SECOND);
    CHECK(SkifCh_Wait(channel, SKIFCH_EV_SEND, dst, -1) == SKIFCH_EV_SEND);
    CHECK(SkifCh_Wait(channel, SKIFCH_EV_SEND | SKIFCH_EV_RECV, dst, SECOND) == SKIFCH_EV_SEND);
    FAILS(SkifCh_Wait(channel, 0, dst, 0), EINVAL);
    FAILS(SkifCh_Wait(channel, 0x40u, dst, 0), EINVAL);
}

/* Rank 0 waits asleep until the others have sent. */
static void asleep(SkifCh *channel)
{
    unsigned char byte;
    int rank;
    if (SkifCh_MyRank() != 0) {
        usleep(30000);
        send_message(channel, SkifCh_NetAddr(0), "x", 1);
        return;
    }
    for (rank = 1; rank < SkifCh_Size(); rank++) {
        skifch_msg_t msg;
        CHECK(SkifCh_Wait(channel, SKIFCH_EV_RECV, 0, -1) == SKIFCH_EV_RECV);
        receive_message(channel, &msg);
        copy_out(msg.cont, msg.cont_count, 1, &byte);
        CHECK(byte == 'x' && SkifCh_RecvComp(channel) == 0);
    }
}

/* A message goes round; every rank sleeps in epoll until it comes. */
static void through_epoll(SkifCh *channel, netaddr_t dst, netaddr_t src)
{
    struct epoll_event event = {0};
    int poller = epoll_create1(EPOLL_CLOEXEC), fd = SkifCh_EventFd(channel), lap, armed;
    int wakes = 0;
    uint64_t begin;
    unsigned char byte;
    event.events = EPOLLIN;
    CHECK(poller >= 0 && fd >= 0 && SkifCh_EventFd(channel) == fd);
    CHECK(epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) == 0);
    for (lap = 0; lap < 20; lap++) {
        if (SkifCh_MyRank() == 0)
            send_message(channel, dst, "y", 1);
        while ((armed = SkifCh_Arm(channel, SKIFCH_EV_RECV, 0)) == 0)
            CHECK(epoll_wait(poller, &event, 1, 30000) == 1);
        CHECK(armed == SKIFCH_EV_RECV);
        expect_message(channel, src, &byte, 1);
        if (SkifCh_MyRank() != 0)
            send_message(channel, dst, "y", 1);
    }
    CHECK(SkifCh_SlowBarrier() == 0);
    /* Nothing comes any more: it may be woken in vain now and then, but it does sleep. */
    for (begin = SkifCh_Time(); SkifCh_Time() - begin < (uint64_t)SECOND / 10; wakes++) {
        CHECK(SkifCh_Arm(channel, SKIFCH_EV_RECV, 0) == 0);
        CHECK(epoll_wait(poller, &event, 1, 20) >= 0);
    }
    CHECK(wakes < 300);
    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_Arm(channel, SKIFCH_EV_SEND, dst) == SKIFCH_EV_SEND);
    close(poller);
}

int main(int argc, char **argv)
{
    SkifCh *channel;
    netaddr_t dst, src;
    skifch_attr_t attr;
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(0);
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    attr.size = sizeof attr;
    CHECK(SkifCh_Query(channel, &attr) == 0);
    CHECK(SkifCh_Progress(channel) == 0);
    limits(channel, dst);
    CHECK(SkifCh_SlowBarrier() == 0);
    asleep(channel);
    CHECK(SkifCh_SlowBarrier() == 0);
    if (attr.caps & SKIFCH_CAP_EVENT_FD)
        through_epoll(channel, dst, src);
    else
        printf("SKIPPED: wait.c: this backend has no descriptor\n");
    return check_end();
}

/* Every call with arguments that make no sense: each answers, and the job goes on. */
#include "check.h"

#include <limits.h>

static const int ints[] = {INT_MIN, -1024, -1, 0, 1, 3, 1023, 1024, 1025, INT_MAX};
static const size_t sizes[] = {0, 1, 7, 4096, INT_MAX, (size_t)1 << 40, SIZE_MAX / 2,
                               SIZE_MAX / 2 + 1, SIZE_MAX - 7, SIZE_MAX};
static const uint32_t words[] = {0, 1, 2, 4, 8, 0x7fffffff, 0x80000000u, 0xffffffffu};
static const int64_t times[] = {0, 1, 1000};

#define EACH(type, name, of) \
    for (const type *name = of; name < of + sizeof of / sizeof *of; name++)

/* Answers may be anything that the header knows; errno is one of its list. */
static void answers(const char *call, long rc, long least)
{
    if (rc >= least)
        return;
    switch (errno) {
    case EINVAL: case EBUSY: case EBADF: case EHOSTUNREACH: case ENOTSUP: case EMSGSIZE:
    case ENOMEM: case EPIPE: case EADDRINUSE: case ENOTCONN: case EBADMSG: case EALREADY:
        break;
    default:
        fprintf(stderr, "%s: errno %d\n", call, errno);
        CHECK(0);
    }
    if (!names(call)) {
        fprintf(stderr, "%s does not name itself: %s\n", call, SkifCh_StrError());
        CHECK(0);
    }
}
#define TRY(call) (errno = 0, answers(#call, (long)(call), 0))
#define TRY_POINTER(call) (errno = 0, answers(#call, (call) != NULL, 1))
#define TRY_ADDR(call) (errno = 0, answers(#call, (call) != SKIFCH_ADDR_NONE, 1))

static SkifCh *channel;
static struct iovec cont[SKIFCH_CONT_SIZE];
static int count;

static void forget(void)
{
    SkifCh_SendAbort(channel);
    while (SkifCh_RecvComp(channel) == 0)
        ;
}

static void sending(void)
{
    char byte = 0;
    EACH(uint32_t, dst, words) {
        EACH(int, n, ints) {
            struct iovec none[1025];
            memset(none, 0, sizeof none);
            TRY(SkifCh_Send(channel, *dst, NULL, *n));
            TRY(SkifCh_Send(channel, *dst, none, *n));
            EACH(uint32_t, flags, words) {
                TRY(SkifCh_SendEx(channel, *dst, NULL, *n, *flags, NULL));
                TRY(SkifCh_SendEx(channel, 0x3ffffe, none, *n, *flags, NULL));
            }
        }
        EACH(size_t, len, sizes) {
            struct iovec two[2] = {{&byte, *len > 1 ? SIZE_MAX - 1 : *len}, {&byte, 1}};
            if (*len > 1)
                TRY(SkifCh_Send(channel, *dst, two, 2) == -1 ? -1 : 1);
            TRY(SkifCh_SendClaim(channel, *dst, *len, cont, &count));
            TRY(SkifCh_SendCommit(channel, SIZE_MAX));
            SkifCh_SendAbort(channel);
            TRY(SkifCh_SendClaim(channel, *dst, *len, NULL, &count));
            TRY(SkifCh_SendClaim(channel, *dst, *len, cont, NULL));
            TRY(SkifCh_SendCommit(channel, *len));
            forget();
        }
    }
}

static void receiving(void)
{
    skifch_msg_t msg;
    memset(&msg, 0, sizeof msg);
    TRY(SkifCh_Recv(channel, NULL, NULL));
    TRY(SkifCh_Recv(channel, cont, NULL));
    TRY(SkifCh_Recv(channel, NULL, &count));
    TRY(SkifCh_RecvEx(channel, NULL));
    EACH(int, n, ints) {
        TRY(SkifCh_RecvMany(channel, NULL, *n));
        TRY(SkifCh_RecvMany(channel, &msg, *n > 1 ? 1 : *n));
        forget();
    }
}

static void waiting(void)
{
    EACH(uint32_t, events, words) EACH(uint32_t, dst, words) {
        EACH(int64_t, time, times)
            TRY(SkifCh_Wait(channel, *events, *dst, *time));
        TRY(SkifCh_Arm(channel, *events, *dst));
        TRY(SkifCh_PeerState(channel, *dst));
        TRY(SkifCh_RankOf(*dst));
        TRY(SkifCh_PortOf(*dst));
    }
    TRY(SkifCh_Wait(channel, SKIFCH_EV_SEND, 0, INT64_MAX));
    TRY(SkifCh_Wait(channel, SKIFCH_EV_SEND, 0, INT64_MIN));
    TRY(SkifCh_Progress(channel));
}

static void asking(void)
{
    skifch_attr_t attr;
    skifch_stats_t stats;
    TRY(SkifCh_Query(channel, NULL));
    TRY(SkifCh_Stats(channel, NULL));
    EACH(size_t, len, sizes) {
        attr.size = stats.size = *len;
        if (*len <= sizeof attr || *len > 4096) {
            TRY(SkifCh_Query(channel, &attr));
            TRY(SkifCh_Stats(channel, &stats));
        }
    }
    EACH(int, n, ints) {
        EACH(int, m, ints)
            TRY_ADDR(SkifCh_MakeAddr(*n, *m));
        TRY_POINTER(SkifCh_StatName(*n));
        TRY_POINTER(SkifCh_StatHelp(*n));
        TRY(SkifCh_PID(*n));
        TRY_ADDR(SkifCh_NetAddr(*n));
        TRY_POINTER(SkifCh_SkifCh(*n));
        SkifCh *opened = SkifCh_Open(*n);
        answers("SkifCh_Open", opened ? 0 : -1, 0);
        if (opened)
            CHECK(SkifCh_Close(opened) == 0);
    }
    CHECK(SkifCh_StrError() != NULL && SkifCh_Version() != NULL);
    CHECK(SkifCh_Compute(0) == 0);
    CHECK(SkifCh_Close(channel) == -1 && SkifCh_AllInit(NULL, NULL) == -1);
}

static void memory(void)
{
    skifch_seg_t *seg = SkifCh_SegOpen(4096);
    uint64_t old = 0;
    char byte = 0;
    if (seg == NULL)
        return;
    EACH(int, rank, ints) {
        TRY_POINTER(SkifCh_SegPtr(seg, *rank));
        EACH(size_t, at, sizes) {
            EACH(size_t, len, sizes) {
                if (*len > 1 && *len <= 4096)
                    continue;
                TRY(SkifCh_Put(seg, *rank, *at, *len > 1 ? &byte : NULL, *len));
                TRY(SkifCh_Get(seg, *rank, *at, *len > 1 ? &byte : NULL, *len));
                TRY(SkifCh_GetAsync(seg, *rank, *at, *len > 1 ? &byte : NULL, *len));
            }
            EACH(int, op, ints) EACH(int, width, ints)
                TRY(SkifCh_Atomic(seg, *rank, *at, *op, *width, 1, 1, &old));
            TRY(SkifCh_FetchAdd32(seg, *rank, *at, 1, NULL));
            TRY(SkifCh_FetchXor64(seg, *rank, *at, 1, NULL));
            TRY(SkifCh_Swap32(seg, *rank, *at, 1, NULL));
            TRY(SkifCh_CompareSwap64(seg, *rank, *at, 1, 1, NULL));
            TRY(SkifCh_Add64(seg, *rank, *at, 1));
        }
    }
    TRY(SkifCh_SyncReads(seg));
    TRY(SkifCh_SegQuiet(seg));
    CHECK(SkifCh_SegClose(seg) == 0);
    TRY(SkifCh_SegClose(seg));
    TRY(SkifCh_SegQuiet(seg));
}

/* Some have been sent what made sense of it: until a last message of each rank. */
static void take_the_rest(void)
{
    int size = SkifCh_Size(), to, ends = 0;
    skifch_msg_t msg;
    for (to = 0; to < size; to++)
        send_message(channel, SkifCh_NetAddr(to), "end", 3);
    while (ends < size) {
        receive_message(channel, &msg);
        ends += msg.len == 3;
        CHECK(SkifCh_RecvComp(channel) == 0);
    }
}

static void before_and_after(void)
{
    TRY(SkifCh_MyRank());
    TRY(SkifCh_Size());
    TRY(SkifCh_PID(0));
    TRY(SkifCh_SlowBarrier());
    TRY(SkifCh_Fence());
    TRY(SkifCh_AlltoallTest());
    TRY_POINTER(SkifCh_Open(1));
    TRY_POINTER(SkifCh_SegOpen(1));
    TRY_POINTER(SkifCh_SkifCh(0));
    TRY_ADDR(SkifCh_NetAddr(0));
    TRY(SkifCh_AllFinalize());
}

int main(int argc, char **argv)
{
    before_and_after();
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(0);
    sending();
    receiving();
    waiting();
    asking();
    CHECK(SkifCh_SlowBarrier() == 0);
    memory();
    CHECK(SkifCh_SlowBarrier() == 0);
    take_the_rest();
    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_AlltoallTest() == 0);
    CHECK(SkifCh_AllFinalize() == 0);
    before_and_after();
    TRY(SkifCh_Send(channel, 0, NULL, 1));
    return 0;
}

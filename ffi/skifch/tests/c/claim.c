/* Messages built in place. */
#include "check.h"

static void fill(const struct iovec *cont, int count, size_t len, size_t number)
{
    size_t at = 0, k;
    int i;
    CHECK(count >= 1 && count <= SKIFCH_CONT_SIZE);
    for (i = 0; i < count; i++)
        for (k = 0; k < cont[i].iov_len; k++)
            ((unsigned char *)cont[i].iov_base)[k] = pattern(SkifCh_MyRank(), number, at++);
    CHECK(at == len);
}

int main(int argc, char **argv)
{
    struct iovec cont[SKIFCH_CONT_SIZE], part = {"x", 1};
    SkifCh *channel;
    netaddr_t dst, src;
    skifch_attr_t attr;
    unsigned char in[4096];
    size_t number, at;
    int count = 0, claimed;
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(0);
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    attr.size = sizeof attr;
    CHECK(SkifCh_Query(channel, &attr) == 0);
    if (!(attr.caps & SKIFCH_CAP_CLAIM)) {
        FAILS(SkifCh_SendClaim(channel, dst, 1, cont, &count), ENOTSUP);
        printf("SKIPPED: claim.c: this backend cannot build messages in place\n");
        return check_end();
    }
    for (number = 0; number < 500; number++) {
        size_t len = 1 + number * 37 % 1900, sent = len - number % 3 * (len / 4);
        while ((claimed = SkifCh_SendClaim(channel, dst, len, cont, &count)) == 0)
            CHECK(SkifCh_Wait(channel, SKIFCH_EV_SEND, dst, 30 * SECOND) > 0);
        CHECK(claimed == 1);
        fill(cont, count, len, number);
        if (number % 5 == 4) {
            CHECK(SkifCh_SendAbort(channel) == 0);
            continue;
        }
        CHECK(SkifCh_SendCommit(channel, sent) == 0);
        expect_message(channel, src, in, sent);
        for (at = 0; at < sent; at++)
            CHECK(in[at] == pattern(previous_rank(), number, at));
    }

    /* One claim at a time, and nothing between claim and commit. */
    while (SkifCh_SendClaim(channel, dst, 8, cont, &count) == 0)
        continue;
    FAILS(SkifCh_SendClaim(channel, dst, 8, cont, &count), EBUSY);
    FAILS(SkifCh_Send(channel, dst, &part, 1), EBUSY);
    FAILS(SkifCh_SendEx(channel, dst, &part, 1, 0, NULL), EBUSY);
    FAILS(SkifCh_SendCommit(channel, 9), EINVAL);
    CHECK(SkifCh_SendCommit(channel, 0) == 0);
    FAILS(SkifCh_SendCommit(channel, 0), EINVAL);
    FAILS(SkifCh_SendAbort(channel), EINVAL);
    expect_message(channel, src, in, 0);
    return check_end();
}

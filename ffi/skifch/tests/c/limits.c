/* Messages at and beyond every limit. */
#include "check.h"

static size_t max_bytes;
static unsigned char *out, *in;

/* The largest message goes whole; what is longer goes as prefixes, each of them a message. */
static void prefixes(SkifCh *channel, netaddr_t dst, netaddr_t src)
{
    size_t total = 2 * max_bytes + 5, sent = 0, received = 0, at;
    for (at = 0; at < total; at++)
        out[at] = pattern(SkifCh_MyRank(), 0, at);
    while (sent < total || received < total) {
        skifch_msg_t msg;
        if (sent < total) {
            struct iovec rest;
            size_t all = total - sent < max_bytes ? total - sent : max_bytes;
            ssize_t taken;
            rest.iov_base = out + sent;
            rest.iov_len = total - sent;
            taken = SkifCh_Send(channel, dst, &rest, 1);
            CHECK(taken >= 0);
            /* All of it, or the largest message, or nothing: never a sliver. */
            CHECK(taken == 0 || (size_t)taken == all);
            sent += (size_t)taken;
        }
        /* A rank that is ahead has sent more than this already. */
        if (received < total && SkifCh_RecvEx(channel, &msg) == 1) {
            CHECK(msg.src == src && msg.len <= max_bytes && msg.len <= total - received);
            copy_out(msg.cont, msg.cont_count, msg.len, in + received);
            received += msg.len;
            CHECK(SkifCh_RecvComp(channel) == 0);
        }
    }
    for (at = 0; at < total; at++)
        CHECK(in[at] == pattern(previous_rank(), 0, at));
}

int main(int argc, char **argv)
{
    SkifCh *channel;
    netaddr_t dst, src;
    skifch_attr_t attr;
    struct iovec part, cont[SKIFCH_CONT_SIZE], many[1025];
    int count = 0, i;
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(0);
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    attr.size = sizeof attr;
    CHECK(SkifCh_Query(channel, &attr) == 0);
    max_bytes = attr.max_message_bytes;
    CHECK(max_bytes >= 64);
    out = malloc(3 * max_bytes);
    in = malloc(3 * max_bytes);
    CHECK(out != NULL && in != NULL);
    prefixes(channel, dst, src);

    part.iov_base = out;
    part.iov_len = max_bytes + 1;
    FAILS(SkifCh_SendEx(channel, dst, &part, 1, SKIFCH_SEND_WHOLE, NULL), EMSGSIZE);
    FAILS(SkifCh_SendEx(channel, dst, &part, 1, 0x80u, NULL), EINVAL);
    if (attr.caps & SKIFCH_CAP_CLAIM) {
        FAILS(SkifCh_SendClaim(channel, dst, max_bytes + 1, cont, &count), EMSGSIZE);
        FAILS(SkifCh_SendClaim(channel, dst, SIZE_MAX, cont, &count), EMSGSIZE);
    }

    /* As many pieces as the system's writev takes, and one more. */
    for (i = 0; i < 1025; i++) {
        many[i].iov_base = out + i % 7;
        many[i].iov_len = i < 64;
    }
    FAILS(SkifCh_Send(channel, dst, many, 1025), EINVAL);
    while (SkifCh_Send(channel, dst, many, 1024) == 0)
        continue;
    expect_message(channel, src, in, 64);
    free(out);
    free(in);
    return check_end();
}

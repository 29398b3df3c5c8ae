/* Several messages out at a time, all released at once. */
#include "check.h"

#define MESSAGES 1000

int main(int argc, char **argv)
{
    static skifch_msg_t msgs[16];
    struct iovec part;
    SkifCh *channel;
    netaddr_t dst, src;
    size_t sent = 0, received = 0;
    uint64_t number;
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(0);
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    CHECK(SkifCh_RecvMany(channel, msgs, 0) == 0);
    part.iov_base = &number;
    while (sent < MESSAGES || received < MESSAGES) {
        int got, i, sending = 0;
        /* Every seventh message is empty. */
        number = sent;
        part.iov_len = sent % 7 == 6 ? 0 : sizeof number;
        if (sent < MESSAGES)
            sending = SkifCh_SendEx(channel, dst, &part, 1, SKIFCH_SEND_MORE, NULL);
        CHECK(sending >= 0);
        sent += (size_t)sending;
        /* So that several are there at once. */
        if (sending == 1 && sent % 8 != 0)
            continue;
        got = SkifCh_RecvMany(channel, msgs, 16);
        CHECK(got >= 0 && got <= 16);
        for (i = 0; i < got; i++, received++) {
            uint64_t said = received;
            CHECK(msgs[i].src == src);
            CHECK(msgs[i].len == (received % 7 == 6 ? 0 : sizeof number));
            copy_out(msgs[i].cont, msgs[i].cont_count, msgs[i].len, (unsigned char *)&said);
            CHECK(said == received);
        }
        if (got > 0) {
            FAILS(SkifCh_RecvMany(channel, msgs, 16), EBUSY);
            CHECK(SkifCh_RecvComp(channel) == 0);
        } else {
            FAILS(SkifCh_RecvComp(channel), EINVAL);
        }
    }
    CHECK(sent == MESSAGES && received == MESSAGES);
    return check_end();
}

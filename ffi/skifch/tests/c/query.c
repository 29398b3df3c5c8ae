/* What the library says of itself. */
#include "check.h"

static void attributes(SkifCh *channel)
{
    struct {
        skifch_attr_t attr;
        uint64_t guard;
    } it;
    memset(&it, 0x5a, sizeof it);
    it.attr.size = sizeof it.attr;
    CHECK(SkifCh_Query(channel, &it.attr) == 0);
    CHECK(it.attr.size == sizeof it.attr && it.attr.max_message_bytes >= 64);
    CHECK(it.attr.max_inline_bytes <= it.attr.max_message_bytes);
    CHECK(it.guard == UINT64_C(0x5a5a5a5a5a5a5a5a));

    /* An older program knows less of the struct: what it does not know is not written. */
    memset(&it, 0x5a, sizeof it);
    it.attr.size = offsetof(skifch_attr_t, max_inline_bytes);
    CHECK(SkifCh_Query(channel, &it.attr) == 0);
    CHECK(it.attr.max_message_bytes >= 64);
    CHECK(it.attr.max_inline_bytes == UINT64_C(0x5a5a5a5a5a5a5a5a));
    it.attr.size = 0;
    FAILS(SkifCh_Query(channel, &it.attr), EINVAL);
}

static void counters(SkifCh *channel, netaddr_t dst, netaddr_t src)
{
    skifch_stats_t before, after;
    unsigned char in[100] = {0};
    int i;
    before.size = after.size = sizeof before;
    CHECK(SkifCh_Stats(channel, &before) == 0);
    for (i = 0; i < 10; i++) {
        send_message(channel, dst, in, 100);
        expect_message(channel, src, in, 100);
    }
    CHECK(SkifCh_Stats(channel, &after) == 0);
    CHECK(after.messages_sent - before.messages_sent == 10);
    CHECK(after.bytes_sent - before.bytes_sent == 1000);
    CHECK(after.messages_received - before.messages_received == 10);
    CHECK(after.bytes_received - before.bytes_received == 1000);
    CHECK(SkifCh_Size() == 1 || (after.lanes_out >= 1 && after.lanes_in >= 1));
    CHECK(after.peers_dead == 0 && after.lanes_broken == 0);
    after.size = 0;
    FAILS(SkifCh_Stats(channel, &after), EINVAL);

    CHECK((size_t)SkifCh_StatCount() == (sizeof after - sizeof after.size) / sizeof(uint64_t));
    for (i = 0; i < SkifCh_StatCount(); i++)
        CHECK(strlen(SkifCh_StatName(i)) > 0 && strlen(SkifCh_StatHelp(i)) > 0);
    CHECK(strcmp(SkifCh_StatName(0), "messages_sent") == 0);
    FAILS_NULL(SkifCh_StatName(SkifCh_StatCount()), EINVAL);
    FAILS_NULL(SkifCh_StatHelp(-1), EINVAL);
}

static void texts(SkifCh *channel)
{
    char version[32];
    struct iovec part = {"x", 1};
    snprintf(version, sizeof version, "%d.%d.%d", SKIFCH_VERSION_MAJOR, SKIFCH_VERSION_MINOR,
             SKIFCH_VERSION_PATCH);
    CHECK(strcmp(SkifCh_Version(), version) == 0);
    /* The call, the peer and the size. */
    CHECK(SkifCh_Send(channel, SkifCh_MakeAddr(SkifCh_Size(), 3), &part, 1) == -1);
    CHECK(strstr(SkifCh_StrError(), "SkifCh_Send") != NULL);
    CHECK(strstr(SkifCh_StrError(), "port 3") != NULL);
    CHECK(strstr(SkifCh_StrError(), "1 byte") != NULL);
}

int main(int argc, char **argv)
{
    SkifCh *channel;
    netaddr_t addr, dst, src;
    uint64_t time;
    CHECK(SkifCh_StrError() != NULL && SkifCh_Version() != NULL);
    check_begin(&argc, &argv);
    channel = SkifCh_SkifCh(0);
    dst = SkifCh_NetAddr(next_rank());
    src = SkifCh_NetAddr(previous_rank());
    attributes(channel);
    counters(channel, dst, src);
    texts(channel);

    CHECK(SkifCh_PeerState(channel, dst) == SKIFCH_PEER_UP);
    addr = SkifCh_MakeAddr(SKIFCH_MAX_RANK, SKIFCH_MAX_PORT - 1);
    CHECK(SkifCh_RankOf(addr) == SKIFCH_MAX_RANK && SkifCh_PortOf(addr) == SKIFCH_MAX_PORT - 1);
    CHECK(SkifCh_MakeAddr(9, 0) == 9);
    time = SkifCh_Time();
    CHECK(time > 0 && SkifCh_Time() >= time);
    CHECK(SkifCh_SlowBarrier() == 0);
    return check_end();
}

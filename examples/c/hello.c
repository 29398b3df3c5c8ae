/* Each rank greets the next. Run: skifrun -n 4 ./hello */
#include <err.h>
#include <skifch.h>
#include <stdio.h>
#define CHECK(done) ((done) ? (void)0 : errx(1, "%s", SkifCh_StrError()))

int main(int argc, char **argv)
{
    CHECK(SkifCh_AllInit(&argc, &argv) == 0);
    int rank = SkifCh_MyRank(), next = (rank + 1) % SkifCh_Size(), count;
    SkifCh *channel = SkifCh_SkifCh(next);
    struct iovec text = {"hello", 5}, cont[SKIFCH_CONT_SIZE];
    ssize_t size;
    while ((size = SkifCh_Send(channel, SkifCh_NetAddr(next), &text, 1)) == 0)
        SkifCh_Wait(channel, SKIFCH_EV_SEND, SkifCh_NetAddr(next), -1);
    CHECK(size > 0 && SkifCh_Wait(channel, SKIFCH_EV_RECV, SKIFCH_ADDR_NONE, -1) >= 0);
    CHECK(SkifCh_Recv(channel, cont, &count) > 0);
    printf("rank %d: %.*s\n", rank, (int)cont[0].iov_len, (char *)cont[0].iov_base);
    CHECK(SkifCh_RecvComp(channel) == 0 && SkifCh_AllFinalize() == 0);
}

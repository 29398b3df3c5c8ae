/* Each rank greets the next. Run: skifrun -n 4 ./hello */
#include <skifch.h>
#include <stdio.h>

static int greet(void)
{
    int rank = SkifCh_MyRank(), next = (rank + 1) % SkifCh_Size(), count = 0;
    SkifCh *channel = SkifCh_SkifCh(next);
    struct iovec text = {"hello", 5}, cont[SKIFCH_CONT_SIZE];
    ssize_t sent;
    while ((sent = SkifCh_Send(channel, SkifCh_NetAddr(next), &text, 1)) == 0)
        SkifCh_Wait(channel, SKIFCH_EV_SEND, SkifCh_NetAddr(next), -1);
    if (sent < 0 || SkifCh_Wait(channel, SKIFCH_EV_RECV, SKIFCH_ADDR_NONE, -1) < 0
        || SkifCh_Recv(channel, cont, &count) <= 0)
        return -1;
    printf("rank %d: %.*s\n", rank, (int)cont[0].iov_len, (char *)cont[0].iov_base);
    return SkifCh_RecvComp(channel);
}

int main(int argc, char **argv)
{
    if (SkifCh_AllInit(&argc, &argv) == 0 && greet() == 0 && SkifCh_AllFinalize() == 0)
        return 0;
    fprintf(stderr, "%s\n", SkifCh_StrError());
    return 1;
}

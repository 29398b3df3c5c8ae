/* Each rank greets the next. Run: skifrun -n 4 ./hello */
#include <skifch.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (SkifCh_AllInit(&argc, &argv) != 0) {
        fprintf(stderr, "%s\n", SkifCh_StrError());
        return 1;
    }
    int rank = SkifCh_MyRank(), next = (rank + 1) % SkifCh_Size(), count = 0;
    SkifCh *channel = SkifCh_SkifCh(next);
    struct iovec text = {"hello", 5}, cont[SKIFCH_CONT_SIZE];
    while (SkifCh_Send(channel, SkifCh_NetAddr(next), &text, 1) == 0)
        SkifCh_Wait(channel, SKIFCH_EV_SEND, SkifCh_NetAddr(next), -1);
    SkifCh_Wait(channel, SKIFCH_EV_RECV, SKIFCH_ADDR_NONE, -1);
    if (SkifCh_Recv(channel, cont, &count) > 0)
        printf("rank %d: %.*s\n", rank, (int)cont[0].iov_len, (char *)cont[0].iov_base);
    SkifCh_RecvComp(channel);
    return SkifCh_AllFinalize();
}

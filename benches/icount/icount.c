/* Sends messages to itself and receives them, or, with 0 bytes, polls when there is no message:
 * icount BYTES COUNT. Run under callgrind, which counts the instructions inside the calls. */
#include <skifch.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 8, MAX_BYTES = 1024 };

static void check(int ok, const char *call)
{
    if (!ok) {
        fprintf(stderr, "icount: %s: %s\n", call, SkifCh_StrError());
        exit(1);
    }
}

static SkifCh *channel;

static void receive(size_t size)
{
    struct iovec cont[SKIFCH_CONT_SIZE];
    int cont_count;
    check(SkifCh_Recv(channel, cont, &cont_count) == (ssize_t)size, "SkifCh_Recv");
    if (size)
        check(SkifCh_RecvComp(channel) == 0, "SkifCh_RecvComp");
}

static void send_bytes(size_t size)
{
    static char bytes[MAX_BYTES];
    struct iovec iov = {bytes, size};
    check(SkifCh_Send(channel, SkifCh_NetAddr(0), &iov, 1) == (ssize_t)size, "SkifCh_Send");
}

int main(int argc, char **argv)
{
    size_t size = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    if (size > MAX_BYTES || count < 1 || count % BATCH) {
        fprintf(stderr, "usage: icount BYTES COUNT: 0 to %d bytes, COUNT a multiple of %d\n",
                MAX_BYTES, BATCH);
        return 2;
    }
    check(SkifCh_AllInit(&argc, &argv) == 0, "SkifCh_AllInit");
    channel = SkifCh_SkifCh(0);
    send_bytes(1); /* opens the lane */
    receive(1);
    for (unsigned long done = 0; done < count; done += BATCH) {
        /* A lane that has been drained has room for a batch, so no call returns "not now". */
        for (int i = 0; i < BATCH && size; i++)
            send_bytes(size);
        for (int i = 0; i < BATCH; i++)
            receive(size);
    }
    check(SkifCh_AllFinalize() == 0, "SkifCh_AllFinalize");
    return 0;
}

/* Sends messages to itself and receives them: icount BYTES COUNT. Run under callgrind, which counts
 * the instructions inside of the three calls. */
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

int main(int argc, char **argv)
{
    static char bytes[MAX_BYTES];
    size_t size = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    if (size < 1 || size > MAX_BYTES || count < 1 || count % BATCH) {
        fprintf(stderr, "usage: icount BYTES COUNT: 1 to %d bytes, COUNT a multiple of %d\n",
                MAX_BYTES, BATCH);
        return 2;
    }
    check(SkifCh_AllInit(&argc, &argv) == 0, "SkifCh_AllInit");
    SkifCh *channel = SkifCh_SkifCh(0);
    netaddr_t me = SkifCh_NetAddr(0);
    struct iovec iov = {bytes, size}, cont[SKIFCH_CONT_SIZE];
    int cont_count;
    for (unsigned long done = 0; done < count; done += BATCH) {
        /* A lane that was read empty has room for a batch, so no call answers "not now". */
        for (int i = 0; i < BATCH; i++)
            check(SkifCh_Send(channel, me, &iov, 1) == (ssize_t)size, "SkifCh_Send");
        for (int i = 0; i < BATCH; i++) {
            check(SkifCh_Recv(channel, cont, &cont_count) == (ssize_t)size, "SkifCh_Recv");
            check(SkifCh_RecvComp(channel) == 0, "SkifCh_RecvComp");
        }
    }
    check(SkifCh_AllFinalize() == 0, "SkifCh_AllFinalize");
    return 0;
}

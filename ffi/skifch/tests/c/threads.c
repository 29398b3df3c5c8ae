/* Calls that wait for other ranks keep no other thread from its calls: the barrier of rank 0 ends
 * only after what its main thread does meanwhile. */
#include "check.h"

#include <pthread.h>

static void *meets(void *unused)
{
    (void)unused;
    CHECK(SkifCh_SlowBarrier() == 0);
    return NULL;
}

/* Opens and closes a channel, then lets the others go to the barrier. */
static void meanwhile(void)
{
    SkifCh *channel = SkifCh_Open(5);
    int rank;
    CHECK(channel != NULL && SkifCh_Close(channel) == 0);
    CHECK(SkifCh_MyRank() == 0 && SkifCh_Time() > 0);
    for (rank = 1; rank < SkifCh_Size(); rank++)
        send_message(SkifCh_SkifCh(0), SkifCh_NetAddr(rank), "go", 2);
}

int main(int argc, char **argv)
{
    unsigned char go[2];
    check_begin(&argc, &argv);
    if (SkifCh_MyRank() == 0) {
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, meets, NULL) == 0);
        usleep(50000);
        meanwhile();
        CHECK(pthread_join(thread, NULL) == 0);
    } else {
        /* No time limit: over a torus, time may pass while rank 0 sleeps. */
        CHECK(SkifCh_Wait(SkifCh_SkifCh(0), SKIFCH_EV_RECV, SKIFCH_ADDR_NONE, -1) > 0);
        expect_message(SkifCh_SkifCh(0), SkifCh_NetAddr(0), go, sizeof go);
        meets(NULL);
    }
    return check_end();
}

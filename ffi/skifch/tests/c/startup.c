/* The start-up calls of the original library. */
#include "check.h"

int main(int argc, char **argv)
{
    int rank, size;

    FAILS(SkifCh_MyRank(), ENOTCONN);
    FAILS(SkifCh_Size(), ENOTCONN);
    FAILS(SkifCh_SlowBarrier(), ENOTCONN);
    FAILS(SkifCh_Fence(), ENOTCONN);
    FAILS(SkifCh_AlltoallTest(), ENOTCONN);
    FAILS(SkifCh_AllFinalize(), ENOTCONN);
    FAILS_NULL(SkifCh_SkifCh(0), ENOTCONN);
    FAILS_NULL(SkifCh_Open(1), ENOTCONN);
    FAILS_NULL(SkifCh_SegOpen(4096), ENOTCONN);
    FAILS_ADDR(SkifCh_NetAddr(0), ENOTCONN);

    check_begin(&argc, &argv);
    FAILS(SkifCh_AllInit(NULL, NULL), EALREADY);

    rank = SkifCh_MyRank();
    size = SkifCh_Size();
    CHECK(size >= 1 && rank >= 0 && rank < size);
    CHECK(SkifCh_NetAddr(rank) == SkifCh_MakeAddr(rank, 0));
    CHECK(SkifCh_PID(rank) == getpid());
    CHECK(SkifCh_PID(next_rank()) > 0);
    CHECK(size == 1 || SkifCh_PID(next_rank()) != getpid());
    CHECK(SkifCh_SkifCh(rank) != NULL && SkifCh_SkifCh(rank) == SkifCh_SkifCh(next_rank()));
    CHECK(SkifCh_Addr(SkifCh_SkifCh(0)) == SkifCh_NetAddr(rank));

    FAILS_ADDR(SkifCh_NetAddr(-1), EINVAL);
    FAILS_ADDR(SkifCh_NetAddr(size), EINVAL);
    FAILS_NULL(SkifCh_SkifCh(-1), EINVAL);
    FAILS_NULL(SkifCh_SkifCh(size), EINVAL);
    FAILS(SkifCh_PID(-1), EINVAL);
    FAILS(SkifCh_PID(size), EINVAL);

    CHECK(SkifCh_SlowBarrier() == 0);
    CHECK(SkifCh_AlltoallTest() == 0);
    CHECK(SkifCh_Fence() == 0);
    CHECK(SkifCh_AlltoallTest() == 0);

    CHECK(SkifCh_AllFinalize() == 0);
    FAILS(SkifCh_AllFinalize(), ENOTCONN);
    FAILS(SkifCh_AllInit(NULL, NULL), EALREADY);
    FAILS(SkifCh_MyRank(), ENOTCONN);
    return 0;
}

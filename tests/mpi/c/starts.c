/* Persistent collective calls: every kind, made in one order; each rank starts them in an order of
 * its own and waits in another, again and again, with other data, beside other collective calls. */
#include "check.h"

enum { KINDS = 17, MOST = 16, EACH = 700 };

static int rank, size, root;
static int out[KINDS][MOST * EACH], in[KINDS][MOST * EACH];
static int counts[MOST], places[MOST], bytes[MOST];
static MPI_Datatype types[MOST];
static MPI_Request all[KINDS];

static void make(int each, MPI_Comm comm)
{
    MPI_Info none = MPI_INFO_NULL;
    MPI_Datatype of = MPI_INT;

    OK(MPI_Barrier_init(comm, none, &all[0]));
    OK(MPI_Bcast_init(in[1], each, of, root, comm, none, &all[1]));
    OK(MPI_Gather_init(out[2], each, of, in[2], each, of, root, comm, none, &all[2]));
    OK(MPI_Gatherv_init(out[3], each, of, in[3], counts, places, of, root, comm, none, &all[3]));
    OK(MPI_Scatter_init(out[4], each, of, in[4], each, of, root, comm, none, &all[4]));
    OK(MPI_Scatterv_init(out[5], counts, places, of, in[5], each, of, root, comm, none, &all[5]));
    OK(MPI_Allgather_init(out[6], each, of, in[6], each, of, comm, none, &all[6]));
    OK(MPI_Allgatherv_init(out[7], each, of, in[7], counts, places, of, comm, none, &all[7]));
    OK(MPI_Alltoall_init(out[8], each, of, in[8], each, of, comm, none, &all[8]));
    OK(MPI_Alltoallv_init(out[9], counts, places, of, in[9], counts, places, of, comm, none,
                          &all[9]));
    OK(MPI_Alltoallw_init(out[10], counts, bytes, types, in[10], counts, bytes, types, comm, none,
                          &all[10]));
    OK(MPI_Reduce_init(out[11], in[11], each, of, MPI_SUM, root, comm, none, &all[11]));
    OK(MPI_Allreduce_init(out[12], in[12], each, of, MPI_SUM, comm, none, &all[12]));
    OK(MPI_Reduce_scatter_init(out[13], in[13], counts, of, MPI_SUM, comm, none, &all[13]));
    OK(MPI_Reduce_scatter_block_init(out[14], in[14], each, of, MPI_SUM, comm, none, &all[14]));
    OK(MPI_Scan_init(out[15], in[15], each, of, MPI_SUM, comm, none, &all[15]));
    OK(MPI_Exscan_init(out[16], in[16], each, of, MPI_SUM, comm, none, &all[16]));
}

/* What rank `of` puts for rank `to` into the call of this kind in this round. */
static int value(int kind, int of, int to, int round)
{
    return ((round * KINDS + kind) * MOST + of) * MOST + to;
}

static void fill(int each, int round)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int to = 0; to < size; to++)
            for (int at = 0; at < each; at++) {
                out[kind][to * each + at] = value(kind, rank, to, round);
                in[kind][to * each + at] = -1;
            }
    for (int at = 0; rank == root && at < each; at++)
        in[1][at] = value(1, root, 0, round);
}

/* The part `which` of what came, of which all elements are this. */
static void is(int kind, int which, int each, int wanted)
{
    for (int at = 0; at < each; at++)
        CHECK(in[kind][which * each + at] == wanted);
}

static int sum(int kind, int ranks, int to, int round)
{
    int total = 0;
    for (int of = 0; of < ranks; of++)
        total += value(kind, of, to, round);
    return total;
}

static void check(int each, int round)
{
    is(1, 0, each, value(1, root, 0, round));
    for (int of = 0; of < size; of++) {
        for (int kind = 2; rank == root && kind < 4; kind++)
            is(kind, of, each, value(kind, of, 0, round));
        for (int kind = 6; kind < 8; kind++)
            is(kind, of, each, value(kind, of, 0, round));
        for (int kind = 8; kind < 11; kind++)
            is(kind, of, each, value(kind, of, rank, round));
    }
    for (int kind = 4; kind < 6; kind++)
        is(kind, 0, each, value(kind, root, rank, round));
    if (rank == root)
        is(11, 0, each, sum(11, size, 0, round));
    is(12, 0, each, sum(12, size, 0, round));
    for (int kind = 13; kind < 15; kind++)
        is(kind, 0, each, sum(kind, size, rank, round));
    is(15, 0, each, sum(15, rank + 1, 0, round));
    if (rank > 0)
        is(16, 0, each, sum(16, rank, 0, round));
}

/* Starts and completes all, in an order that differs between the ranks and the rounds. */
static void start(int round)
{
    int step = 1 + (rank * 5 + round * 3) % (KINDS - 1), first = (rank * 7 + round) % KINDS;
    int index, sum_of_all = 0, one = 1;
    MPI_Status statuses[KINDS];

    for (int at = 0; at < KINDS; at++) {
        OK(MPI_Start(&all[(first + at * step) % KINDS]));
        /* Ordinary calls in between, in the same order everywhere. */
        if (at % 6 == 2) {
            OK(MPI_Allreduce(&one, &sum_of_all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
            CHECK(sum_of_all == size);
        }
    }
    switch (round % 3) {
    case 0:
        OK(MPI_Waitall(KINDS, all, statuses));
        break;
    case 1:
        for (int at = KINDS - 1; at >= 0; at--)
            OK(MPI_Wait(&all[(first + at * step) % KINDS], statuses));
        break;
    default:
        for (int at = 0; at < KINDS; at++) {
            OK(MPI_Waitany(KINDS, all, &index, statuses));
            CHECK(index >= 0 && index < KINDS);
        }
        OK(MPI_Waitany(KINDS, all, &index, statuses));
        CHECK(index == MPI_UNDEFINED);
    }
}

static void rounds(int each)
{
    for (int of = 0; of < size; of++) {
        counts[of] = each;
        places[of] = of * each;
        bytes[of] = of * each * (int)sizeof(int);
        types[of] = MPI_INT;
    }
    make(each, MPI_COMM_WORLD);
    for (int round = 0; round < 6; round++) {
        fill(each, round);
        start(round);
        check(each, round);
    }
    /* Given back in any order, also before its first start. */
    for (int at = 0; at < KINDS; at++)
        OK(MPI_Request_free(&all[(at * 3 + rank) % KINDS]));
    MPI_Request never;
    OK(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &never));
    OK(MPI_Request_free(&never));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    CHECK(size <= MOST);
    for (root = 0; root < size; root += size > 1 ? size - 1 : 1) {
        rounds(1);
        rounds(EACH);
    }
    return MPI_Finalize();
}

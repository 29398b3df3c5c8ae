/* Every collective call that does not wait: many at a time, completed in any order, tested again
 * and again. */
#include "check.h"

enum { KINDS = 17, MOST = 16, EACH = 900, ROUNDS = 4 };

static int rank, size;
static int out[KINDS][MOST * EACH], in[KINDS][MOST * EACH];
static int counts[MOST], places[MOST], bytes[MOST];
static MPI_Datatype types[MOST];
static MPI_Request all[KINDS];

static void begin(int each, int root, MPI_Comm comm)
{
    MPI_Datatype of = MPI_INT;

    OK(MPI_Ibarrier(comm, &all[0]));
    OK(MPI_Ibcast(in[1], each, of, root, comm, &all[1]));
    OK(MPI_Igather(out[2], each, of, in[2], each, of, root, comm, &all[2]));
    OK(MPI_Igatherv(out[3], each, of, in[3], counts, places, of, root, comm, &all[3]));
    OK(MPI_Iscatter(out[4], each, of, in[4], each, of, root, comm, &all[4]));
    OK(MPI_Iscatterv(out[5], counts, places, of, in[5], each, of, root, comm, &all[5]));
    OK(MPI_Iallgather(out[6], each, of, in[6], each, of, comm, &all[6]));
    OK(MPI_Iallgatherv(out[7], each, of, in[7], counts, places, of, comm, &all[7]));
    OK(MPI_Ialltoall(out[8], each, of, in[8], each, of, comm, &all[8]));
    OK(MPI_Ialltoallv(out[9], counts, places, of, in[9], counts, places, of, comm, &all[9]));
    OK(MPI_Ialltoallw(out[10], counts, bytes, types, in[10], counts, bytes, types, comm, &all[10]));
    OK(MPI_Ireduce(out[11], in[11], each, of, MPI_MAX, root, comm, &all[11]));
    OK(MPI_Iallreduce(out[12], in[12], each, of, MPI_MIN, comm, &all[12]));
    OK(MPI_Ireduce_scatter(out[13], in[13], counts, of, MPI_MAX, comm, &all[13]));
    OK(MPI_Ireduce_scatter_block(out[14], in[14], each, of, MPI_MIN, comm, &all[14]));
    OK(MPI_Iscan(out[15], in[15], each, of, MPI_MAX, comm, &all[15]));
    OK(MPI_Iexscan(out[16], in[16], each, of, MPI_MAX, comm, &all[16]));
}

static int value(int kind, int of, int to)
{
    return (kind * MOST + of) * MOST + to;
}

static void fill(int each, int root)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int to = 0; to < size; to++)
            for (int at = 0; at < each; at++) {
                out[kind][to * each + at] = value(kind, rank, to);
                in[kind][to * each + at] = -1;
            }
    for (int at = 0; rank == root && at < each; at++)
        in[1][at] = value(1, root, 0);
}

static void is(int kind, int which, int each, int wanted)
{
    for (int at = 0; at < each; at++)
        CHECK(in[kind][which * each + at] == wanted);
}

static void check(int each, int root)
{
    is(1, 0, each, value(1, root, 0));
    for (int of = 0; of < size; of++) {
        for (int kind = 2; kind < 4; kind++)
            is(kind, of, each, rank == root ? value(kind, of, 0) : -1);
        for (int kind = 6; kind < 8; kind++)
            is(kind, of, each, value(kind, of, 0));
        for (int kind = 8; kind < 11; kind++)
            is(kind, of, each, value(kind, of, rank));
    }
    for (int kind = 4; kind < 6; kind++)
        is(kind, 0, each, value(kind, root, rank));
    is(11, 0, each, rank == root ? value(11, size - 1, 0) : -1);
    is(12, 0, each, value(12, 0, 0));
    is(13, 0, each, value(13, size - 1, rank));
    is(14, 0, each, value(14, 0, rank));
    is(15, 0, each, value(15, rank, 0));
    is(16, 0, each, rank > 0 ? value(16, rank - 1, 0) : -1);
}

static void complete(int way)
{
    int flag = 0, index, count, indices[KINDS];
    MPI_Status statuses[KINDS];

    switch (way) {
    case 0:
        OK(MPI_Waitall(KINDS, all, statuses));
        break;
    case 1:
        while (!flag)
            OK(MPI_Testall(KINDS, all, &flag, statuses));
        break;
    case 2:
        for (int left = KINDS; left > 0; left--)
            OK(MPI_Waitany(KINDS, all, &index, statuses));
        break;
    default:
        for (int left = KINDS; left > 0; left -= count)
            OK(MPI_Waitsome(KINDS, all, &count, indices, statuses));
    }
    for (int kind = 0; kind < KINDS; kind++)
        CHECK(all[kind] == MPI_REQUEST_NULL);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    CHECK(size <= MOST);
    for (int round = 0; round < 2 * ROUNDS; round++) {
        int each = round % 2 ? EACH : 1, root = round % size;
        for (int of = 0; of < size; of++) {
            counts[of] = each;
            places[of] = of * each;
            bytes[of] = of * each * (int)sizeof(int);
            types[of] = MPI_INT;
        }
        fill(each, root);
        begin(each, root, MPI_COMM_WORLD);
        complete(round / 2);
        check(each, root);
    }
    return MPI_Finalize();
}

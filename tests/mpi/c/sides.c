/* Collective calls between the two sides of an intercommunicator. */
#include "check.h"

enum { MOST = 64, LONG = 30000 };

static int rank, size, side, here, there, at;
static MPI_Comm both;
static int data[MOST * LONG], come[MOST * LONG];

static int number(int of_side, int of_rank, int index)
{
    return of_side * 1000000 + of_rank * 1000 + index;
}

/* Each rank of each side is the root once. */
static void rooted(int count)
{
    for (int from = 0; from < 2; from++)
        for (int root = 0; root < (from == side ? here : there); root++) {
            int who = from == side ? (at == root ? MPI_ROOT : MPI_PROC_NULL) : root;
            for (int i = 0; i < count; i++)
                data[i] = who == MPI_ROOT ? number(from, root, i) : -1;
            OK(MPI_Bcast(data, count, MPI_INT, who, both));
            for (int i = 0; from != side && i < count; i++)
                CHECK(data[i] == number(from, root, i));
            int mine[2] = {number(side, at, 1), number(side, at, 2)};
            memset(come, 0, sizeof(int) * MOST);
            OK(MPI_Gather(mine, 2, MPI_INT, come, 2, MPI_INT, who, both));
            for (int i = 0; who == MPI_ROOT && i < there; i++)
                CHECK(come[2 * i] == number(!side, i, 1) && come[2 * i + 1] == number(!side, i, 2));
            for (int i = 0; i < there; i++)
                data[i] = number(side, i, 7);
            mine[0] = -1;
            OK(MPI_Scatter(data, 1, MPI_INT, mine, 1, MPI_INT, who, both));
            CHECK(from == side || mine[0] == number(from, at, 7));
            mine[0] = 1 + at;
            come[0] = -1;
            OK(MPI_Reduce(mine, come, 1, MPI_INT, MPI_SUM, who, both));
            CHECK(who != MPI_ROOT || come[0] == there * (there + 1) / 2);
        }
}

/* A count and a datatype; where they are not significant, such as a call would refuse. */
#define IF(is) (is) ? 1 : -1, (is) ? MPI_INT : MPI_DATATYPE_NULL

/* Arguments are not looked at where they are not significant: those of the other way at the root,
 * and all at ranks that take no part. */
static void not_significant(int from, int root)
{
    int who = from == side ? (at == root ? MPI_ROOT : MPI_PROC_NULL) : root;
    int is_root = who == MPI_ROOT, is_leaf = from != side, is_any = is_root || is_leaf;
    int ones[MOST], places[MOST];
    int *counts = is_root ? ones : NULL, *displs = is_root ? places : NULL;
    MPI_Datatype all = is_root ? MPI_INT : MPI_DATATYPE_NULL;
    MPI_Op op = is_any ? MPI_SUM : MPI_OP_NULL;
    MPI_Request requests[3];

    for (int i = 0; i < there; i++) {
        ones[i] = 1;
        places[i] = i;
    }
    for (int i = 0; i < MOST; i++)
        data[i] = 1;
    memset(come, 0, sizeof(int) * 5 * MOST);
    OK(MPI_Gather(data, IF(is_leaf), come, IF(is_root), who, both));
    OK(MPI_Gatherv(data, IF(is_leaf), come + MOST, counts, displs, all, who, both));
    OK(MPI_Igather(data, IF(is_leaf), come + 2 * MOST, IF(is_root), who, both, &requests[0]));
    OK(MPI_Reduce(data, come + 3 * MOST, IF(is_any), op, who, both));
    OK(MPI_Ireduce(data, come + 4 * MOST, IF(is_any), op, who, both, &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; is_root && i < there; i++)
        CHECK(come[i] == 1 && come[MOST + i] == 1 && come[2 * MOST + i] == 1);
    CHECK(!is_root || (come[3 * MOST] == there && come[4 * MOST] == there));
    memset(come, 0, sizeof(int) * 4);
    OK(MPI_Scatter(data, IF(is_root), come, IF(is_leaf), who, both));
    OK(MPI_Scatterv(data, counts, displs, all, come + 1, IF(is_leaf), who, both));
    OK(MPI_Scatter_init(data, IF(is_root), come + 2, IF(is_leaf), who, both, MPI_INFO_NULL,
                        &requests[2]));
    OK(MPI_Start(&requests[2]));
    OK(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&requests[2]));
    OK(MPI_Bcast(is_leaf ? come + 3 : data, IF(is_any), who, both));
    for (int i = 0; i < 4; i++)
        CHECK(come[i] == is_leaf);
}

/* The counts of the two sides may differ. */
static void everybody(int count)
{
    int mine = count + side, theirs = count + !side;

    for (int i = 0; i < mine; i++)
        data[i] = number(side, at, i);
    OK(MPI_Allgather(data, mine, MPI_INT, come, theirs, MPI_INT, both));
    for (int from = 0; from < there; from++)
        for (int i = 0; i < theirs; i++)
            CHECK(come[from * theirs + i] == number(!side, from, i));
    for (int to = 0; to < there; to++)
        data[to] = number(side, at, to);
    OK(MPI_Alltoall(data, 1, MPI_INT, come, 1, MPI_INT, both));
    for (int from = 0; from < there; from++)
        CHECK(come[from] == number(!side, from, at));
    for (int i = 0; i < count; i++)
        data[i] = 1 + at;
    MPI_Request requests[2];
    OK(MPI_Iallreduce(data, come, count, MPI_INT, MPI_SUM, both, &requests[0]));
    OK(MPI_Ibarrier(both, &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < count; i++)
        CHECK(come[i] == there * (there + 1) / 2);
}

/* The operands of the other side are scattered on this one: both sides have as many elements. */
static void dealt(void)
{
    int counts[MOST], total = here * there, first = 0;

    for (int i = 0; i < here; i++)
        counts[i] = i == here - 1 ? total - (here - 1) : 1;
    for (int i = 0; i < total; i++)
        data[i] = (1 + at) * (i + 1);
    for (int i = 0; i < at; i++)
        first += counts[i];
    OK(MPI_Reduce_scatter(data, come, counts, MPI_INT, MPI_SUM, both));
    for (int i = 0; i < counts[at]; i++)
        CHECK(come[i] == (first + i + 1) * there * (there + 1) / 2);
    OK(MPI_Reduce_scatter_block(data, come, there, MPI_INT, MPI_SUM, both));
    for (int i = 0; i < there; i++)
        CHECK(come[i] == (at * there + i + 1) * there * (there + 1) / 2);
}

static void made_of_it(void)
{
    MPI_Comm one, again, half;
    int is, of, test;

    OK(MPI_Comm_test_inter(both, &test));
    CHECK(test);
    OK(MPI_Comm_remote_size(both, &of));
    CHECK(of == there);
    OK(MPI_Intercomm_merge(both, side == 0, &one));
    OK(MPI_Comm_rank(one, &is));
    CHECK(is == (side == 0 ? there + at : at));
    OK(MPI_Comm_free(&one));
    OK(MPI_Comm_dup(both, &again));
    OK(MPI_Comm_compare(both, again, &test));
    CHECK(test == MPI_CONGRUENT);
    OK(MPI_Barrier(again));
    OK(MPI_Comm_free(&again));
    /* Only the first rank of each side, if both exist. */
    OK(MPI_Comm_split(both, at == 0 ? 1 : MPI_UNDEFINED, 0, &half));
    CHECK((half == MPI_COMM_NULL) == (at != 0));
    if (half != MPI_COMM_NULL) {
        OK(MPI_Comm_remote_size(half, &of));
        CHECK(of == 1);
        OK(MPI_Comm_free(&half));
    }
}

/* A group of each side, its last rank first; with an empty group there is no communicator. */
static void of_groups(void)
{
    MPI_Group all, some;
    MPI_Comm made;
    int last = here - 1, of, result;

    OK(MPI_Comm_group(both, &all));
    OK(MPI_Comm_create(both, all, &made));
    OK(MPI_Comm_compare(both, made, &result));
    CHECK(result == MPI_CONGRUENT);
    OK(MPI_Barrier(made));
    OK(MPI_Comm_free(&made));
    OK(MPI_Group_incl(all, 1, &last, &some));
    OK(MPI_Comm_create(both, some, &made));
    CHECK((made == MPI_COMM_NULL) == (at != last));
    if (made != MPI_COMM_NULL) {
        OK(MPI_Comm_remote_size(made, &of));
        CHECK(of == 1);
        OK(MPI_Allgather(&rank, 1, MPI_INT, &of, 1, MPI_INT, made));
        CHECK(of != rank);
        OK(MPI_Comm_free(&made));
    }
    OK(MPI_Comm_create(both, side ? MPI_GROUP_EMPTY : all, &made));
    CHECK(made == MPI_COMM_NULL);
    OK(MPI_Group_free(&some));
    OK(MPI_Group_free(&all));
}

/* Started repeatedly, with other data. */
static void persistent(void)
{
    MPI_Request sum;

    OK(MPI_Allreduce_init(data, come, 3, MPI_INT, MPI_MAX, both, MPI_INFO_NULL, &sum));
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 3; i++)
            data[i] = number(side, at, round + i);
        OK(MPI_Start(&sum));
        OK(MPI_Wait(&sum, MPI_STATUS_IGNORE));
        for (int i = 0; i < 3; i++)
            CHECK(come[i] == number(!side, there - 1, round + i));
    }
    OK(MPI_Request_free(&sum));
}

/* A topology requires an intracommunicator. */
static void shaped(void)
{
    MPI_Comm none = MPI_COMM_NULL;
    int one = 1, zero = 0;
    OK(MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN));
    CHECK(MPI_Cart_create(both, 1, &one, &zero, 0, &none) == MPI_ERR_COMM);
    CHECK(MPI_Graph_create(both, 1, &zero, &zero, 0, &none) == MPI_ERR_COMM);
    CHECK(MPI_Dist_graph_create_adjacent(both, 0, &zero, MPI_UNWEIGHTED, 0, &zero, MPI_UNWEIGHTED,
                                         MPI_INFO_NULL, 0, &none) == MPI_ERR_COMM);
    CHECK(MPI_Dist_graph_create(both, 0, &zero, &zero, &zero, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                &none) == MPI_ERR_COMM);
    OK(MPI_Comm_set_errhandler(both, MPI_ERRORS_ARE_FATAL));
}

int main(int argc, char **argv)
{
    MPI_Comm own;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    if (size > 1) {
        /* Every third rank is on the other side, the last rank first. */
        side = rank % 3 == 1;
        OK(MPI_Comm_split(MPI_COMM_WORLD, side, -rank, &own));
        OK(MPI_Comm_rank(own, &at));
        OK(MPI_Comm_size(own, &here));
        there = size - here;
        int first[2];
        for (int of = 0; of < 2; of++)
            OK(MPI_Allreduce(&(int){side == of && at == 0 ? rank : 0}, &first[of], 1, MPI_INT,
                             MPI_SUM, MPI_COMM_WORLD));
        OK(MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, first[!side], 5, &both));
        shaped();
        rooted(1);
        rooted(LONG);
        for (int from = 0; from < 2; from++)
            for (int root = 0; root < (from == side ? here : there); root++)
                not_significant(from, root);
        everybody(1);
        everybody(LONG - 1);
        dealt();
        made_of_it();
        of_groups();
        persistent();
        OK(MPI_Comm_free(&both));
        OK(MPI_Comm_free(&own));
    }
    return MPI_Finalize();
}

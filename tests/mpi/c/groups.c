/* Groups: order and contents of what each constructor makes, translations, comparisons, and the
 * communicators made of them. */
#include "check.h"

static int rank, size;
static MPI_Group world;

/* The group's members are these ranks of MPI_COMM_WORLD, in this order. */
static void has(MPI_Group group, int count, const int *wanted)
{
    int of, own, is[16], at[16], expected = MPI_UNDEFINED;

    OK(MPI_Group_size(group, &of));
    CHECK(of == count);
    for (int i = 0; i < count; i++) {
        is[i] = i;
        if (wanted[i] == rank)
            expected = i;
    }
    OK(MPI_Group_translate_ranks(group, count, is, world, at));
    for (int i = 0; i < count; i++)
        CHECK(at[i] == wanted[i]);
    OK(MPI_Group_rank(group, &own));
    CHECK(own == expected);
}

/* Checks the group and gives it back. */
static void is(MPI_Group group, int count, const int *wanted)
{
    has(group, count, wanted);
    OK(MPI_Group_free(&group));
    CHECK(group == MPI_GROUP_NULL);
}

/* The first group's members come first, and keep their order. */
static void sets(void)
{
    MPI_Group one, two, made;
    int result;

    OK(MPI_Group_incl(world, 3, (int[]){3, 0, 2}, &one));
    OK(MPI_Group_incl(world, 3, (int[]){1, 2, 3}, &two));
    has(one, 3, (int[]){3, 0, 2});
    OK(MPI_Group_union(one, two, &made));
    is(made, 4, (int[]){3, 0, 2, 1});
    OK(MPI_Group_union(two, one, &made));
    is(made, 4, (int[]){1, 2, 3, 0});
    OK(MPI_Group_intersection(one, two, &made));
    is(made, 2, (int[]){3, 2});
    OK(MPI_Group_intersection(two, one, &made));
    is(made, 2, (int[]){2, 3});
    OK(MPI_Group_difference(one, two, &made));
    is(made, 1, (int[]){0});
    OK(MPI_Group_difference(one, one, &made));
    CHECK(made == MPI_GROUP_EMPTY);
    OK(MPI_Group_union(MPI_GROUP_EMPTY, two, &made));
    OK(MPI_Group_compare(made, two, &result));
    CHECK(result == MPI_IDENT);
    OK(MPI_Group_free(&made));
    OK(MPI_Group_incl(world, 3, (int[]){3, 2, 1}, &made));
    OK(MPI_Group_compare(made, two, &result));
    CHECK(result == MPI_SIMILAR);
    OK(MPI_Group_compare(made, one, &result));
    CHECK(result == MPI_UNEQUAL);
    OK(MPI_Group_free(&made));
    OK(MPI_Group_free(&one));
    OK(MPI_Group_free(&two));
}

static void lists(void)
{
    int down[1][3] = {{3, 0, -2}}, two[2][3] = {{2, 3, 1}, {0, 0, 5}}, far[1][3] = {{0, 3, 2}};
    MPI_Group made;

    OK(MPI_Group_excl(world, 2, (int[]){2, 0}, &made));
    is(made, 2, (int[]){1, 3});
    OK(MPI_Group_excl(world, 0, NULL, &made));
    is(made, 4, (int[]){0, 1, 2, 3});
    OK(MPI_Group_excl(world, 4, (int[]){3, 2, 1, 0}, &made));
    CHECK(made == MPI_GROUP_EMPTY);
    OK(MPI_Group_incl(world, 0, NULL, &made));
    CHECK(made == MPI_GROUP_EMPTY);
    OK(MPI_Group_range_incl(world, 1, down, &made));
    is(made, 2, (int[]){3, 1});
    OK(MPI_Group_range_incl(world, 2, two, &made));
    is(made, 3, (int[]){2, 3, 0});
    OK(MPI_Group_range_excl(world, 1, far, &made));
    is(made, 2, (int[]){1, 3});
    OK(MPI_Group_range_incl(world, 0, NULL, &made));
    CHECK(made == MPI_GROUP_EMPTY);
}

static void translated(void)
{
    int ranks[4] = {1, 0, MPI_PROC_NULL, 1}, to[4];
    MPI_Group one, two;

    OK(MPI_Group_incl(world, 2, (int[]){2, 1}, &one));
    OK(MPI_Group_incl(world, 2, (int[]){1, 3}, &two));
    OK(MPI_Group_translate_ranks(one, 4, ranks, two, to));
    CHECK(to[0] == 0 && to[1] == MPI_UNDEFINED && to[2] == MPI_PROC_NULL && to[3] == 0);
    OK(MPI_Group_translate_ranks(one, 0, NULL, two, NULL));
    OK(MPI_Group_free(&one));
    OK(MPI_Group_free(&two));
}

static int class_of(int code)
{
    int found;
    OK(MPI_Error_class(code, &found));
    return found;
}

static void refused(void)
{
    int nowhere[1][3] = {{0, 2, -1}}, still[1][3] = {{0, 2, 0}}, far[1][3] = {{0, 9, 1}};
    int twice[2][3] = {{0, 2, 1}, {2, 3, 1}}, to[1];
    MPI_Group made;

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(class_of(MPI_Group_incl(world, 1, &size, &made)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Group_incl(world, 2, (int[]){1, 1}, &made)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Group_excl(world, 2, (int[]){1, 1}, &made)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Group_incl(world, -1, NULL, &made)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Group_range_incl(world, 1, still, &made)) == MPI_ERR_ARG);
    CHECK(MPI_Group_range_incl(world, 2, twice, &made) != MPI_SUCCESS);
    CHECK(MPI_Group_range_incl(world, 1, far, &made) != MPI_SUCCESS);
    CHECK(class_of(MPI_Group_translate_ranks(world, 1, &size, world, to)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Group_size(MPI_GROUP_NULL, &to[0])) == MPI_ERR_GROUP);
    /* Empty, whatever the stride, if it leads away. */
    int code = MPI_Group_range_incl(world, 1, nowhere, &made);
    CHECK(code == MPI_SUCCESS ? made == MPI_GROUP_EMPTY : class_of(code) == MPI_ERR_ARG);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
}

/* Only the members call; two such calls at a time have different tags, and other messages of the
 * communicator do not disturb them. */
static void of_members(void)
{
    int wanted[2] = {3, 1}, of, own, result, in = -1;
    MPI_Group pair, again;
    MPI_Comm made;
    MPI_Request request;

    OK(MPI_Irecv(&in, 1, MPI_INT, (rank + 3) % 4, 5, MPI_COMM_WORLD, &request));
    OK(MPI_Group_incl(world, 2, wanted, &pair));
    if (rank == 1 || rank == 3) {
        OK(MPI_Comm_create_group(MPI_COMM_WORLD, pair, 5, &made));
        OK(MPI_Comm_size(made, &of));
        OK(MPI_Comm_rank(made, &own));
        CHECK(of == 2 && own == (rank == 1));
        OK(MPI_Comm_group(made, &again));
        OK(MPI_Group_compare(again, pair, &result));
        CHECK(result == MPI_IDENT);
        OK(MPI_Group_free(&again));
        OK(MPI_Allreduce(&rank, &of, 1, MPI_INT, MPI_SUM, made));
        CHECK(of == 4);
        OK(MPI_Comm_free(&made));
    }
    OK(MPI_Group_free(&pair));
    OK(MPI_Send(&rank, 1, MPI_INT, (rank + 1) % 4, 5, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(in == (rank + 3) % 4);
}

/* Disjoint groups in one call. */
static void disjoint(void)
{
    int half[2] = {rank / 2 * 2 + 1, rank / 2 * 2}, of, own, result;
    MPI_Group pair, twin;
    MPI_Comm made, other;

    OK(MPI_Group_incl(world, 2, half, &pair));
    OK(MPI_Comm_create(MPI_COMM_WORLD, pair, &made));
    OK(MPI_Comm_rank(made, &own));
    OK(MPI_Comm_size(made, &of));
    CHECK(of == 2 && own == 1 - rank % 2);
    OK(MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &other));
    OK(MPI_Comm_compare(made, other, &result));
    CHECK(result == MPI_SIMILAR);
    OK(MPI_Comm_compare(made, MPI_COMM_WORLD, &result));
    CHECK(result == MPI_UNEQUAL);
    OK(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result));
    CHECK(result == MPI_IDENT);
    /* The group outlives its communicator. */
    OK(MPI_Comm_group(made, &twin));
    OK(MPI_Comm_free(&made));
    has(twin, 2, half);
    OK(MPI_Group_free(&twin));
    OK(MPI_Group_free(&pair));
    OK(MPI_Comm_free(&other));
    OK(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &made));
    CHECK(made == MPI_COMM_NULL);
}

/* Keys that are equal keep the order of the old communicator. */
static void split(void)
{
    int own, of;
    MPI_Comm made;

    OK(MPI_Comm_split(MPI_COMM_WORLD, 7, rank == 2 ? -5 : 0, &made));
    OK(MPI_Comm_rank(made, &own));
    OK(MPI_Comm_size(made, &of));
    CHECK(of == size && own == (rank == 2 ? 0 : rank < 2 ? rank + 1 : rank));
    OK(MPI_Comm_free(&made));
}

static void remote(void)
{
    int side = rank >= 2, wanted[2] = {side ? 0 : 2, side ? 1 : 3}, of;
    MPI_Comm half, both;
    MPI_Group theirs;

    OK(MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : 2, 1, &both));
    OK(MPI_Comm_remote_group(both, &theirs));
    has(theirs, 2, wanted);
    OK(MPI_Group_free(&theirs));
    OK(MPI_Comm_remote_size(both, &of));
    CHECK(of == 2);
    OK(MPI_Comm_free(&both));
    OK(MPI_Comm_disconnect(&half));
    CHECK(half == MPI_COMM_NULL);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    /* The lists are for four ranks. */
    if (size == 4) {
        OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
        sets();
        lists();
        translated();
        refused();
        of_members();
        disjoint();
        split();
        remote();
        OK(MPI_Group_free(&world));
    }
    return MPI_Finalize();
}

/* Attributes of communicators: callbacks of the program, and predefined attributes. */
#include "check.h"

static int copies, deletes;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    CHECK(comm == MPI_COMM_WORLD && keyval != MPI_KEYVAL_INVALID && extra == &copies);
    copies++;
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int gone(MPI_Comm comm, int keyval, void *value, void *extra)
{
    CHECK(comm != MPI_COMM_NULL && keyval != MPI_KEYVAL_INVALID && value && extra == &copies);
    deletes++;
    return MPI_SUCCESS;
}

static int refuse(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    return MPI_ERR_OTHER;
}

/* The key is freed again with every value stored under it, as libraries do. */
static int gives_back(MPI_Comm comm, int keyval, void *value, void *extra)
{
    CHECK(comm != MPI_COMM_NULL && value && !extra);
    deletes++;
    OK(MPI_Comm_free_keyval(&keyval));
    return MPI_SUCCESS;
}

/* A freed key is known as long as values are stored under it. */
static void given_back(char *place)
{
    int key, copy_of_key, other, flag;
    void *value;
    MPI_Comm twin;

    deletes = 0;
    OK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, gives_back, &key, NULL));
    copy_of_key = key;
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, place));
    OK(MPI_Comm_free_keyval(&key));
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &other, NULL));
    CHECK(other != copy_of_key);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    OK(MPI_Comm_get_attr(twin, copy_of_key, &value, &flag));
    CHECK(flag && value == place);
    OK(MPI_Comm_free(&twin));
    CHECK(deletes == 1);
    OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, copy_of_key));
    CHECK(deletes == 2);
    CHECK(MPI_Comm_get_attr(MPI_COMM_WORLD, copy_of_key, &value, &flag) == MPI_ERR_KEYVAL);
    OK(MPI_Comm_free_keyval(&other));
}

/* A copy has all attributes, or it is not made, and those that it has got are deleted. */
static int given, taken, refuses_last;
static void *taken_from;

static int gives(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)keyval;
    CHECK(comm == MPI_COMM_WORLD);
    if (extra && refuses_last)
        return MPI_ERR_SPAWN;
    given++;
    *(char **)out = (char *)in + given;
    *flag = 1;
    return MPI_SUCCESS;
}

static int takes(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int there, all;
    (void)keyval, (void)extra;
    if (comm == MPI_COMM_WORLD)
        return MPI_SUCCESS;
    /* The copy may still be asked. */
    OK(MPI_Comm_size(comm, &there));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &all));
    CHECK(there == all);
    taken++;
    taken_from = value;
    /* That the copy cannot be had counts, and not this. */
    return refuses_last ? MPI_ERR_FILE : MPI_SUCCESS;
}

static int type_gives(MPI_Datatype type, int keyval, void *extra, void *in, void *out, int *flag)
{
    CHECK(type == MPI_INT);
    return gives(MPI_COMM_WORLD, keyval, extra, in, out, flag);
}

static int type_takes(MPI_Datatype type, int keyval, void *value, void *extra)
{
    MPI_Count bytes;
    if (type == MPI_INT)
        return MPI_SUCCESS;
    OK(MPI_Type_size_x(type, &bytes));
    CHECK(bytes == sizeof(int));
    taken++;
    taken_from = value;
    (void)keyval, (void)extra;
    return refuses_last ? MPI_ERR_FILE : MPI_SUCCESS;
}

/* One of the ranks cannot have its copy: it is told so, and the others have theirs. */
static void half_made(char *places)
{
    int keys[3], type_keys[3], rank, last, code;
    MPI_Comm twin;
    MPI_Datatype type;
    MPI_Request request;

    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &last));
    last--;
    for (int at = 0; at < 3; at++) {
        void *extra = at == 2 ? places : NULL;
        OK(MPI_Comm_create_keyval(gives, takes, &keys[at], extra));
        OK(MPI_Comm_set_attr(MPI_COMM_WORLD, keys[at], places));
        OK(MPI_Type_create_keyval(type_gives, type_takes, &type_keys[at], extra));
        OK(MPI_Type_set_attr(MPI_INT, type_keys[at], places));
    }
    for (int refusing = 0; refusing <= last; refusing++)
        for (int round = 0; round < 4; round++) {
            refuses_last = rank == refusing;
            given = taken = 0;
            if (round == 0)
                code = MPI_Comm_dup(MPI_COMM_WORLD, &twin);
            else if (round == 1)
                code = MPI_Comm_idup(MPI_COMM_WORLD, &twin, &request);
            else if (round == 2)
                code = MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &twin);
            else
                code = MPI_Type_dup(MPI_INT, &type);
            CHECK(given == (refuses_last ? 2 : 3));
            /* The newest goes first. */
            CHECK(!refuses_last || (taken == 2 && taken_from == places + 1));
            CHECK(code == (refuses_last ? MPI_ERR_SPAWN : MPI_SUCCESS));
            if (!refuses_last && round == 1)
                OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            if (!refuses_last)
                OK(round < 3 ? MPI_Comm_free(&twin) : MPI_Type_free(&type));
            CHECK(taken == given);
        }
    refuses_last = 0;
    for (int at = 0; at < 3; at++) {
        OK(MPI_Type_delete_attr(MPI_INT, type_keys[at]));
        OK(MPI_Type_free_keyval(&type_keys[at]));
    }
}

int main(int argc, char **argv)
{
    static char values[4];
    int key, kept, lost, stubborn, flag, *number;
    void *value;
    MPI_Comm twin;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_create_keyval(copy, gone, &key, &copies));
    OK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &kept, NULL));
    OK(MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &lost, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, values));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, kept, values + 2));
    OK(MPI_Attr_put(MPI_COMM_WORLD, lost, values + 3));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    OK(MPI_Comm_get_attr(twin, key, &value, &flag));
    CHECK(flag && value == values + 1 && copies == 1);
    OK(MPI_Comm_get_attr(twin, kept, &value, &flag));
    CHECK(flag && value == values + 2);
    OK(MPI_Attr_get(twin, lost, &value, &flag));
    CHECK(!flag);
    OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key));
    CHECK(deletes == 1);
    OK(MPI_Comm_free(&twin));
    CHECK(twin == MPI_COMM_NULL && deletes == 2);
    OK(MPI_Comm_free_keyval(&key));
    CHECK(key == MPI_KEYVAL_INVALID);

    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &number, &flag));
    CHECK(flag && *number >= 32767);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &number, &flag));
    CHECK(flag && *number >= 1);

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    given_back(values);
    half_made(values);
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, values) == MPI_ERR_KEYVAL);
    CHECK(MPI_Comm_get_attr(MPI_COMM_WORLD, 7, &value, &flag) == MPI_ERR_KEYVAL);
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse, &stubborn, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, stubborn, values));
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, stubborn) == MPI_ERR_OTHER);
    return MPI_Finalize();
}

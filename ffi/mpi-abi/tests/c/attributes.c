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
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, values) == MPI_ERR_KEYVAL);
    CHECK(MPI_Comm_get_attr(MPI_COMM_WORLD, 7, &value, &flag) == MPI_ERR_KEYVAL);
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse, &stubborn, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, stubborn, values));
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, stubborn) == MPI_ERR_OTHER);
    return MPI_Finalize();
}

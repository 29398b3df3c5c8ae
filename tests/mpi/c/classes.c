/* Error classes, codes and strings that a program adds and takes away; and that every class of the
 * standard has its name in words. */
#include "check.h"

static int class_of(int code)
{
    int found;
    OK(MPI_Error_class(code, &found));
    return found;
}

static int last_code(void)
{
    int *last, flag;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag));
    CHECK(flag);
    return *last;
}

/* Different words for each. */
static void standard(void)
{
    static char texts[64][MPI_MAX_ERROR_STRING];
    static const int classes[] = {
        MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM,
        MPI_ERR_RANK, MPI_ERR_REQUEST, MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY,
        MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_UNKNOWN, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_INTERN,
        MPI_ERR_PENDING, MPI_ERR_IN_STATUS, MPI_ERR_ACCESS, MPI_ERR_AMODE, MPI_ERR_ASSERT,
        MPI_ERR_BAD_FILE, MPI_ERR_BASE, MPI_ERR_CONVERSION, MPI_ERR_DISP, MPI_ERR_DUP_DATAREP,
        MPI_ERR_FILE_EXISTS, MPI_ERR_FILE_IN_USE, MPI_ERR_FILE, MPI_ERR_INFO_KEY,
        MPI_ERR_INFO_NOKEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO, MPI_ERR_IO, MPI_ERR_KEYVAL,
        MPI_ERR_LOCKTYPE, MPI_ERR_NAME, MPI_ERR_NO_MEM, MPI_ERR_NOT_SAME, MPI_ERR_NO_SPACE,
        MPI_ERR_NO_SUCH_FILE, MPI_ERR_PORT, MPI_ERR_QUOTA, MPI_ERR_READ_ONLY, MPI_ERR_RMA_CONFLICT,
        MPI_ERR_RMA_SYNC, MPI_ERR_SERVICE, MPI_ERR_SIZE, MPI_ERR_SPAWN, MPI_ERR_UNSUPPORTED_DATAREP,
        MPI_ERR_UNSUPPORTED_OPERATION, MPI_ERR_WIN};
    enum { COUNT = sizeof classes / sizeof classes[0] };
    int length;

    for (int at = 0; at < COUNT; at++) {
        CHECK(class_of(classes[at]) == classes[at]);
        CHECK(classes[at] >= 0 && classes[at] <= MPI_ERR_LASTCODE);
        OK(MPI_Error_string(classes[at], texts[at], &length));
        CHECK(length > 0 && length == (int)strlen(texts[at]));
        for (int other = 0; other < at; other++)
            CHECK(classes[other] != classes[at] && strcmp(texts[other], texts[at]) != 0);
    }
}

static void added(void)
{
    int class, first, second, length;
    char text[MPI_MAX_ERROR_STRING], longest[MPI_MAX_ERROR_STRING];

    OK(MPI_Add_error_class(&class));
    CHECK(class > MPI_ERR_LASTCODE && last_code() == class && class_of(class) == class);
    OK(MPI_Error_string(class, text, &length));
    CHECK(length == 0 && text[0] == 0);
    OK(MPI_Add_error_code(class, &first));
    OK(MPI_Add_error_code(MPI_ERR_TAG, &second));
    CHECK(first > class && second > first && last_code() == second);
    CHECK(class_of(first) == class && class_of(second) == MPI_ERR_TAG);
    memset(longest, 'y', sizeof longest);
    longest[sizeof longest - 1] = 0;
    OK(MPI_Add_error_string(first, longest));
    OK(MPI_Error_string(first, text, &length));
    CHECK(strcmp(text, longest) == 0);
    OK(MPI_Add_error_string(first, "short"));
    OK(MPI_Error_string(first, text, &length));
    CHECK(strcmp(text, "short") == 0 && length == 5);
    /* What the standard has stays as it is. */
    CHECK(MPI_Add_error_string(MPI_ERR_TAG, "mine") != MPI_SUCCESS);
    CHECK(MPI_Add_error_code(second, &length) != MPI_SUCCESS);
    CHECK(MPI_Error_class(last_code() + 1, &length) != MPI_SUCCESS);
    CHECK(MPI_Error_string(last_code() + 1, text, &length) != MPI_SUCCESS);
    CHECK(MPI_Error_class(-1, &length) != MPI_SUCCESS);
#if MPI_VERSION > 4
    CHECK(MPI_Remove_error_class(class) != MPI_SUCCESS);
    OK(MPI_Remove_error_string(first));
    OK(MPI_Error_string(first, text, &length));
    CHECK(length == 0);
    OK(MPI_Remove_error_code(first));
    CHECK(MPI_Error_class(first, &length) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_code(first) != MPI_SUCCESS);
    OK(MPI_Remove_error_class(class));
    CHECK(MPI_Error_class(class, &length) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_class(MPI_ERR_TAG) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_code(MPI_ERR_TAG) != MPI_SUCCESS);
    OK(MPI_Remove_error_code(second));
#endif
}

static int heard;

static void hears(MPI_Comm *comm, int *code, ...)
{
    CHECK(*comm == MPI_COMM_WORLD);
    heard = *code;
}

static int refuses(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)in, (void)out, (void)flag;
    return *(int *)extra;
}

/* A code of the program goes through a callback to its handler, and out of the call. */
static void passed_on(void)
{
    int class, code, key;
    MPI_Errhandler handler;
    MPI_Comm twin;

    OK(MPI_Add_error_class(&class));
    OK(MPI_Add_error_code(class, &code));
    OK(MPI_Comm_create_errhandler(hears, &handler));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler));
    OK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, code));
    CHECK(heard == code);
    OK(MPI_Comm_create_keyval(refuses, MPI_COMM_NULL_DELETE_FN, &key, &code));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key));
    heard = 0;
    CHECK(class_of(MPI_Comm_dup(MPI_COMM_WORLD, &twin)) == class);
    CHECK(class_of(heard) == class);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key));
    OK(MPI_Comm_free_keyval(&key));
    OK(MPI_Errhandler_free(&handler));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    standard();
    added();
    passed_on();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    return MPI_Finalize();
}

/* What a program may ask about where it runs: before the start, inside and after the end; clocks,
 * versions, names, predefined attributes, memory, threads. */
#include "check.h"

#include <stdint.h>

static int rank, size;

/* These may be asked at any time. */
static void at_any_time(int is_started, int is_over)
{
    int version, subversion, length, flag;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];

    OK(MPI_Get_version(&version, &subversion));
    CHECK(version >= MPI_VERSION && version <= 5 && subversion >= 0);
    OK(MPI_Get_library_version(text, &length));
    CHECK(length == (int)strlen(text) && strstr(text, "SkifCh"));
    MPI_Errhandler handler = MPI_ERRORS_RETURN;
    OK(MPI_Errhandler_free(&handler));
    CHECK(handler == MPI_ERRHANDLER_NULL);
    OK(MPI_Initialized(&flag));
    CHECK(!flag == !is_started);
    OK(MPI_Finalized(&flag));
    CHECK(!flag == !is_over);
#if MPI_VERSION > 4
    OK(MPI_Abi_get_version(&version, &subversion));
    CHECK(version == MPI_ABI_VERSION && subversion == MPI_ABI_SUBVERSION);
#endif
}

static void clocks(void)
{
    double before = MPI_Wtime(), tick = MPI_Wtick(), now = before;
    void *value;
    int flag;

    CHECK(tick > 0 && tick < 0.01);
    for (int at = 0; at < 1000; at++) {
        double next = MPI_Wtime();
        CHECK(next >= now);
        now = next;
    }
    CHECK(now - before < 60);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag));
    CHECK(flag && (*(int *)value == 0 || *(int *)value == 1));
    if (*(int *)value == 1) {
        double mine = MPI_Wtime(), least, most;
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
        least = MPI_Wtime();
        CHECK(least >= most);
    }
}

static void attributes(void)
{
    void *value;
    int flag;

    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag));
    CHECK(flag && *(int *)value >= 32767);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &value, &flag));
    CHECK(!flag || *(int *)value == MPI_PROC_NULL || *(int *)value < size);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &flag));
    CHECK(!flag || *(int *)value >= MPI_ANY_SOURCE || *(int *)value < size);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &flag));
    CHECK(!flag || *(int *)value >= size);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &value, &flag));
    CHECK(!flag || *(int *)value == 0);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag));
    CHECK(flag && *(int *)value >= MPI_ERR_LASTCODE);
    /* They cannot be changed. */
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &size) != MPI_SUCCESS);
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB) != MPI_SUCCESS);
    int key = MPI_TAG_UB;
    CHECK(MPI_Comm_free_keyval(&key) != MPI_SUCCESS);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
}

static void names(void)
{
    char text[MPI_MAX_PROCESSOR_NAME], object[MPI_MAX_OBJECT_NAME], longest[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Comm twin;

    OK(MPI_Get_processor_name(text, &length));
    CHECK(length > 0 && length == (int)strlen(text) && length < MPI_MAX_PROCESSOR_NAME);
    OK(MPI_Comm_get_name(MPI_COMM_WORLD, object, &length));
    CHECK(strcmp(object, "MPI_COMM_WORLD") == 0 && length == 14);
    OK(MPI_Comm_get_name(MPI_COMM_SELF, object, &length));
    CHECK(strcmp(object, "MPI_COMM_SELF") == 0);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    OK(MPI_Comm_get_name(twin, object, &length));
    CHECK(length == 0 && object[0] == 0);
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = 0;
    OK(MPI_Comm_set_name(twin, longest));
    OK(MPI_Comm_get_name(twin, object, &length));
    CHECK(length == (int)sizeof longest - 1 && strcmp(object, longest) == 0);
    OK(MPI_Comm_set_name(twin, ""));
    OK(MPI_Comm_get_name(twin, object, &length));
    CHECK(length == 0 && object[0] == 0);
    OK(MPI_Comm_free(&twin));
    OK(MPI_Comm_get_name(MPI_COMM_NULL, object, &length));
    CHECK(strcmp(object, "MPI_COMM_NULL") == 0);
}

static void memory(void)
{
    char *block;
    MPI_Info info;

    for (MPI_Aint bytes = 1; bytes < 10000000; bytes *= 100) {
        OK(MPI_Alloc_mem(bytes, MPI_INFO_NULL, &block));
        memset(block, 5, (size_t)bytes);
        OK(MPI_Sendrecv_replace(block, 1, MPI_CHAR, (rank + 1) % size, 0, (rank + size - 1) % size,
                                0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Free_mem(block));
    }
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_minimum_memory_alignment", "4096"));
    OK(MPI_Alloc_mem(100, info, &block));
    CHECK((uintptr_t)block % 4096 == 0);
    OK(MPI_Free_mem(block));
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    CHECK(MPI_Alloc_mem(-1, MPI_INFO_NULL, &block) != MPI_SUCCESS);
    int class;
    OK(MPI_Error_class(MPI_Alloc_mem((MPI_Aint)1 << 62, MPI_INFO_NULL, &block), &class));
    CHECK(class == MPI_ERR_NO_MEM);
}

static void threads(int provided)
{
    int level, is_main;

    OK(MPI_Query_thread(&level));
    CHECK(level == provided);
    OK(MPI_Is_thread_main(&is_main));
    CHECK(is_main);
    OK(MPI_Pcontrol(1));
    OK(MPI_Pcontrol(2, "whatever"));
}

static void hardware(void)
{
#if MPI_VERSION > 4
    MPI_Info info;
    int count;

    OK(MPI_Get_hw_resource_info(&info));
    CHECK(info != MPI_INFO_NULL);
    OK(MPI_Info_get_nkeys(info, &count));
    for (int at = 0; at < count; at++) {
        char key[MPI_MAX_INFO_KEY], value[8];
        int flag, length = sizeof value;
        OK(MPI_Info_get_nthkey(info, at, key));
        OK(MPI_Info_get_string(info, key, &length, value, &flag));
        /* Whether the process is restricted to one resource of the type that the key names. */
        CHECK(flag && (!strcmp(value, "true") || !strcmp(value, "false")));
    }
    OK(MPI_Info_free(&info));
#endif
}

static void hears(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Errhandler handler;

    at_any_time(0, 0);
    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided));
    CHECK(provided >= MPI_THREAD_FUNNELED);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    at_any_time(1, 0);
    clocks();
    attributes();
    names();
    memory();
    threads(provided);
    hardware();
    OK(MPI_Comm_create_errhandler(hears, &handler));
    OK(MPI_Finalize());
    at_any_time(1, 1);
    /* A handle that is left is freed late. */
    OK(MPI_Errhandler_free(&handler));
    CHECK(handler == MPI_ERRHANDLER_NULL);
    return 0;
}

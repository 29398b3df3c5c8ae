/* Info objects, which exist before initialization and after finalization too. */
#include "check.h"

/* The number of processes that the environment reported the first time. */
static char processes[16];

static void told(int may_ask_environment)
{
    MPI_Info info, twin, environment;
    char key[MPI_MAX_INFO_KEY], value[16];
    int count, flag, length = sizeof value;

    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "wind", "from the north"));
    OK(MPI_Info_set(info, "rain", "none"));
    OK(MPI_Info_set(info, "wind", "from the south"));
    /* Blanks are significant in C. */
    OK(MPI_Info_set(info, " rain", " much "));
    OK(MPI_Info_dup(info, &twin));
    OK(MPI_Info_delete(info, "wind"));
    OK(MPI_Info_free(&info));
    CHECK(info == MPI_INFO_NULL);
    OK(MPI_Info_get_nkeys(twin, &count));
    CHECK(count == 3);
    OK(MPI_Info_get_nthkey(twin, 2, key));
    CHECK(strcmp(key, " rain") == 0);
    OK(MPI_Info_get_string(twin, "wind", &length, value, &flag));
    CHECK(flag && length == 15 && strcmp(value, "from the south") == 0);
    length = 5;
    OK(MPI_Info_get_string(twin, " rain", &length, value, &flag));
    CHECK(flag && length == 7 && strcmp(value, " muc") == 0);
    OK(MPI_Info_get_valuelen(twin, "wind", &length, &flag));
    CHECK(flag && length == 14);
    OK(MPI_Info_get(twin, "snow", 15, value, &flag));
    CHECK(!flag);
    OK(MPI_Info_free(&twin));
    OK(MPI_Info_create_env(0, NULL, &environment));
    OK(MPI_Info_get_valuelen(environment, "command", &length, &flag));
    CHECK(flag && length > 0);
    /* If the launcher does not tell it beforehand, it is not known then. */
    OK(MPI_Info_get(environment, "maxprocs", 15, value, &flag));
    if (flag && processes[0] == 0)
        strcpy(processes, value);
    CHECK(!flag || strcmp(processes, value) == 0);
    OK(MPI_Info_free(&environment));
    if (may_ask_environment) {
        OK(MPI_Info_get_valuelen(MPI_INFO_ENV, "maxprocs", &length, &flag));
        CHECK(flag && length > 0);
    }
}

int main(int argc, char **argv)
{
    MPI_Info before;
    int count;

    told(0);
    OK(MPI_Info_create(&before));
    OK(MPI_Info_set(before, "made", "early"));
    OK(MPI_Init(&argc, &argv));
    told(1);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    CHECK(atoi(processes) == count);
    OK(MPI_Comm_set_info(MPI_COMM_WORLD, before));
    OK(MPI_Finalize());
    OK(MPI_Info_get_nkeys(before, &count));
    CHECK(count == 1);
    OK(MPI_Info_free(&before));
    told(0);
    return 0;
}

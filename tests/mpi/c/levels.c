/* Communicators split by shared hardware: guided splits go down to one rank and then to none,
 * and every kind of split keeps the requested order. */
#include "check.h"

static int rank, size;

static void guided(void)
{
    MPI_Comm now = MPI_COMM_WORLD, next;
    int steps = 0, before = size;

    for (;; steps++) {
        MPI_Info info;
        int of, flag, length = 256;
        char kind[256] = "";
        OK(MPI_Info_create(&info));
        OK(MPI_Comm_split_type(now, MPI_COMM_TYPE_HW_UNGUIDED, rank, info, &next));
        if (next != MPI_COMM_NULL) {
            OK(MPI_Info_get_string(info, "mpi_hw_resource_type", &length, kind, &flag));
            OK(MPI_Comm_size(next, &of));
            CHECK(of < before);
            before = of;
        }
        OK(MPI_Info_free(&info));
        if (now != MPI_COMM_WORLD)
            OK(MPI_Comm_free(&now));
        if (next == MPI_COMM_NULL)
            break;
        now = next;
        CHECK(steps < 64);
    }
}

static void by_name(const char *name, int is_known)
{
    MPI_Info info;
    MPI_Comm part;
    int of;

    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_hw_resource_type", name));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, -rank, info, &part));
    if (!is_known)
        CHECK(part == MPI_COMM_NULL);
    if (part != MPI_COMM_NULL) {
        OK(MPI_Comm_size(part, &of));
        CHECK(of >= 1 && of <= size);
        OK(MPI_Barrier(part));
        OK(MPI_Comm_free(&part));
    }
    OK(MPI_Info_free(&info));
}

static void shared(void)
{
    MPI_Comm part;
    int at, of;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &part));
    OK(MPI_Comm_rank(part, &at));
    OK(MPI_Comm_size(part, &of));
    CHECK(of < size || at == size - 1 - rank);
    OK(MPI_Comm_free(&part));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, rank % 2 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0,
                           MPI_INFO_NULL, &part));
    CHECK((part == MPI_COMM_NULL) == (rank % 2));
    if (part != MPI_COMM_NULL)
        OK(MPI_Comm_free(&part));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    guided();
    by_name("mpi_shared_memory", 1);
    by_name("no such thing", 0);
    shared();
    return MPI_Finalize();
}

/* Collective calls; arguments significant only at the root are omitted elsewhere. */
#include "check.h"

enum { MOST = 64 };

static int rank, size;

static void rooted(int root)
{
    int is_root = rank == root, value = is_root ? 42 : 0, all[MOST], part = -1;
    int counts[MOST], displs[MOST], list[2 * MOST], some[2] = {rank, -rank};

    OK(MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD));
    CHECK(value == 42);
    OK(MPI_Gather(&rank, 1, MPI_INT, is_root ? all : NULL, is_root ? 1 : -1, MPI_INT, root,
                  MPI_COMM_WORLD));
    for (int of = 0; is_root && of < size; of++)
        CHECK(all[of] == of);
    OK(MPI_Scatter(is_root ? all : NULL, 1, MPI_INT, &part, 1, MPI_INT, root, MPI_COMM_WORLD));
    CHECK(part == rank);
    for (int of = 0; of < size; of++) {
        counts[of] = 1 + of % 2;
        displs[of] = 2 * of;
    }
    OK(MPI_Gatherv(some, 1 + rank % 2, MPI_INT, is_root ? list : NULL, is_root ? counts : NULL,
                   is_root ? displs : NULL, MPI_INT, root, MPI_COMM_WORLD));
    for (int of = 0; is_root && of < size; of++)
        CHECK(list[2 * of] == of && (of % 2 == 0 || list[2 * of + 1] == -of));
    int sum = 0;
    if (is_root) {
        sum = rank;
        OK(MPI_Reduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD));
        CHECK(sum == size * (size - 1) / 2);
    } else {
        OK(MPI_Reduce(&rank, NULL, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD));
    }
}

static void everybody(void)
{
    int all[MOST], to[MOST], counts[MOST], displs[MOST], sum = 0;
    MPI_Count wide[MOST];
    MPI_Aint far[MOST];
    MPI_Datatype types[MOST];

    OK(MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD));
    for (int of = 0; of < size; of++)
        CHECK(all[of] == of);
    for (int of = 0; of < size; of++) {
        to[of] = 100 * rank + of;
        counts[of] = 1;
        wide[of] = 1;
        displs[of] = size - 1 - of;
        far[of] = (MPI_Aint)sizeof(int) * of;
        types[of] = MPI_INT;
    }
    OK(MPI_Alltoall(to, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD));
    for (int of = 0; of < size; of++)
        CHECK(all[of] == 100 * of + rank);
    OK(MPI_Allgatherv(&rank, 1, MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD));
    for (int of = 0; of < size; of++)
        CHECK(all[size - 1 - of] == of);
    OK(MPI_Alltoallw_c(to, wide, far, types, all, wide, far, types, MPI_COMM_WORLD));
    for (int of = 0; of < size; of++)
        CHECK(all[of] == 100 * of + rank);
    OK(MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sum == rank * (rank + 1) / 2);
    OK(MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(rank == 0 || sum == rank * (rank - 1) / 2);
    for (int of = 0; of < size; of++)
        to[of] = of;
    OK(MPI_Reduce_scatter(to, &sum, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sum == size * rank);
    OK(MPI_Reduce_scatter_block(to, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sum == size * rank);
}

static void later(void)
{
    int sum = 0;
    MPI_Request both[2], again;

    OK(MPI_Ibarrier(MPI_COMM_WORLD, &both[0]));
    OK(MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &both[1]));
    OK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
    CHECK(sum == size * (size - 1) / 2);
    OK(MPI_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &again));
    for (int round = 0; round < 3; round++) {
        sum = -1;
        OK(MPI_Start(&again));
        OK(MPI_Wait(&again, MPI_STATUS_IGNORE));
        CHECK(sum == size - 1);
    }
    OK(MPI_Request_free(&again));
}

static void parts(void)
{
    int color = rank % 2, of, in;
    MPI_Comm half, none;
    MPI_Group group, one;

    OK(MPI_Comm_split(MPI_COMM_WORLD, color, -rank, &half));
    OK(MPI_Comm_rank(half, &in));
    OK(MPI_Comm_size(half, &of));
    CHECK(of == (size + 1 - color) / 2 && in == of - 1 - rank / 2);
    OK(MPI_Comm_free(&half));
    OK(MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none));
    CHECK(none == MPI_COMM_NULL);
    OK(MPI_Comm_group(MPI_COMM_WORLD, &group));
    OK(MPI_Group_incl(group, 1, &(int){size - 1}, &one));
    OK(MPI_Group_rank(one, &in));
    CHECK(in == (rank == size - 1 ? 0 : MPI_UNDEFINED));
    OK(MPI_Comm_create(MPI_COMM_WORLD, one, &half));
    CHECK((half == MPI_COMM_NULL) == (rank != size - 1));
    if (half != MPI_COMM_NULL)
        OK(MPI_Comm_free(&half));
    OK(MPI_Group_free(&one));
    OK(MPI_Group_free(&group));
    MPI_Request request;
    OK(MPI_Comm_idup(MPI_COMM_WORLD, &half, &request));
    for (int flag = 0; !flag;)
#if MPI_VERSION > 4
        OK(MPI_Request_get_status_all(1, &request, &flag, MPI_STATUSES_IGNORE));
#else
        OK(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
#endif
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_compare(MPI_COMM_WORLD, half, &of));
    CHECK(of == MPI_CONGRUENT);
    OK(MPI_Comm_free(&half));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &half));
    OK(MPI_Comm_size(half, &of));
    /* The launcher can be told other hosts than there are. */
    CHECK(getenv("SKIFCH_BOOT_MAPPING") ? of < size : of == size);
    OK(MPI_Comm_free(&half));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    for (int root = 0; root < size; root++)
        rooted(root);
    everybody();
    later();
    parts();
    return MPI_Finalize();
}

/* Datatypes: the constructors of C, queries, packing. */
#include "check.h"
#include <stddef.h>

struct item {
    char kind;
    double values[3];
    int count;
};

static MPI_Datatype item_type(void)
{
    int lens[3] = {1, 3, 1};
    MPI_Aint disps[3] = {offsetof(struct item, kind), offsetof(struct item, values),
                         offsetof(struct item, count)};
    MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, inner, outer;

    OK(MPI_Type_create_struct(3, lens, disps, types, &inner));
    OK(MPI_Type_create_resized(inner, 0, sizeof(struct item), &outer));
    OK(MPI_Type_commit(&outer));
    OK(MPI_Type_free(&inner));
    return outer;
}

static void sizes(MPI_Datatype item)
{
    int size, integers, addresses, datatypes, combiner, lists[8];
    MPI_Aint lb, extent, displacements[4];
    MPI_Count wide;
    MPI_Datatype vector, old[4], block;

    OK(MPI_Type_size(item, &size));
    CHECK(size == 1 + 3 * 8 + 4);
    OK(MPI_Type_get_extent(item, &lb, &extent));
    CHECK(lb == 0 && extent == (MPI_Aint)sizeof(struct item));
    OK(MPI_Type_vector(3, 2, 5, MPI_INT, &vector));
    OK(MPI_Type_get_extent(vector, &lb, &extent));
    CHECK(lb == 0 && extent == 12 * 4);
    OK(MPI_Type_size_c(vector, &wide));
    CHECK(wide == 24);
    OK(MPI_Type_get_envelope(vector, &integers, &addresses, &datatypes, &combiner));
    CHECK(integers == 3 && addresses == 0 && datatypes == 1 && combiner == MPI_COMBINER_VECTOR);
    OK(MPI_Type_get_contents(vector, 8, 4, 4, lists, displacements, old));
    CHECK(lists[0] == 3 && lists[1] == 2 && lists[2] == 5 && old[0] == MPI_INT);
    OK(MPI_Type_free(&vector));
    OK(MPI_Type_get_envelope(MPI_INT, &integers, &addresses, &datatypes, &combiner));
    CHECK(combiner == MPI_COMBINER_NAMED);
    int whole[2] = {4, 6}, part[2] = {2, 3}, start[2] = {1, 2};
    OK(MPI_Type_create_subarray(2, whole, part, start, MPI_ORDER_C, MPI_INT, &block));
    OK(MPI_Type_get_envelope(block, &integers, &addresses, &datatypes, &combiner));
    CHECK(integers == 8 && combiner == MPI_COMBINER_SUBARRAY);
    OK(MPI_Type_get_contents(block, 8, 0, 1, lists, NULL, old));
    CHECK(lists[0] == 2 && lists[4] == 3 && lists[7] == MPI_ORDER_C);
    OK(MPI_Type_free(&block));
    /* More than an int can hold. */
    OK(MPI_Type_contiguous_c((MPI_Count)3 << 31, MPI_BYTE, &block));
    OK(MPI_Type_size(block, &size));
    CHECK(size == MPI_UNDEFINED);
    OK(MPI_Type_size_x(block, &wide));
    CHECK(wide == (MPI_Count)3 << 31);
    OK(MPI_Type_free(&block));
}

static void travel(MPI_Datatype item)
{
    int rank, size, count, position = 0, bytes;
    struct item out[2] = {{'a', {1, 2, 3}, 4}, {'b', {5, 6, 7}, 8}}, in[3];
    char packed[256];
    MPI_Status status;

    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    memset(in, 0, sizeof in);
    OK(MPI_Sendrecv(out, 2, item, (rank + 1) % size, 1, in, 3, item, (rank + size - 1) % size, 1,
                    MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, item, &count));
    CHECK(count == 2 && in[1].kind == 'b' && in[1].values[2] == 7 && in[1].count == 8);
    OK(MPI_Get_elements(&status, item, &count));
    CHECK(count == 10);
    OK(MPI_Get_count(&status, MPI_DOUBLE, &count));
    CHECK(count == MPI_UNDEFINED);

    OK(MPI_Pack_size(2, item, MPI_COMM_WORLD, &bytes));
    CHECK(bytes >= 58 && bytes <= (int)sizeof packed);
    OK(MPI_Pack(out, 2, item, packed, sizeof packed, &position, MPI_COMM_WORLD));
    bytes = position;
    position = 0;
    memset(in, 0, sizeof in);
    OK(MPI_Unpack(packed, bytes, &position, in, 2, item, MPI_COMM_WORLD));
    CHECK(position == bytes && in[0].values[1] == 2 && in[1].count == 8);

    MPI_Aint at = 0;
    OK(MPI_Pack_external("external32", &out[0].count, 1, MPI_INT, packed, sizeof packed, &at));
    CHECK(at == 4 && packed[0] == 0 && packed[3] == 4);
}

int main(int argc, char **argv)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length;

    OK(MPI_Init(&argc, &argv));
    MPI_Datatype item = item_type();
    OK(MPI_Type_set_name(item, "item"));
    OK(MPI_Type_get_name(item, name, &length));
    CHECK(length == 4 && strcmp(name, "item") == 0);
    OK(MPI_Type_get_name(MPI_INT, name, &length));
    CHECK(strcmp(name, "MPI_INT") == 0);
    /* Of two names for one type, the other one is the synonym. */
    OK(MPI_Type_get_name(MPI_LONG_LONG, name, &length));
    CHECK(strcmp(name, "MPI_LONG_LONG_INT") == 0);
    OK(MPI_Type_get_name(MPI_C_FLOAT_COMPLEX, name, &length));
    CHECK(strcmp(name, "MPI_C_COMPLEX") == 0);
    sizes(item);
    travel(item);
    OK(MPI_Type_free(&item));
    return MPI_Finalize();
}

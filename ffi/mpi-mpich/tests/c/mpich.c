/* What only the MPICH ABI has, as in its own header: data that programs read, functions that are
 * macros elsewhere, the layout of a status, numbers that other interfaces lack. */
#include "check.h"

static int rank, size;

static void ranks_and_tags(void)
{
    int in = -1, out = rank, next = (rank + 1) % size, twice[2] = {MPI_PROC_NULL, rank}, to[2];
    MPI_Status status;
    MPI_Group world, self;

    OK(MPI_Sendrecv(&out, 1, MPI_INT, next, 3, &in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                    MPI_COMM_WORLD, &status));
    CHECK(in == (rank + size - 1) % size && status.MPI_SOURCE == in && status.MPI_TAG == 3);
    CHECK(status.count_lo == 4 && status.count_hi_and_cancelled == 0);
    status.MPI_ERROR = 77;
    OK(MPI_Recv(&in, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    CHECK(status.count_lo == 0 && status.MPI_ERROR == 77);
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Comm_group(MPI_COMM_SELF, &self));
    OK(MPI_Group_translate_ranks(world, 2, twice, self, to));
    CHECK(to[0] == MPI_PROC_NULL && to[1] == 0);
    OK(MPI_Group_free(&self));
    OK(MPI_Group_free(&world));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    /* Numbers that are valid in other interfaces are invalid here. */
    CHECK(MPI_Send(&out, 1, MPI_INT, -4, 0, MPI_COMM_WORLD) == MPI_ERR_RANK);
    CHECK(MPI_Send(&out, 1, MPI_INT, 0, -2, MPI_COMM_WORLD) == MPI_ERR_TAG);
    CHECK(MPI_Send(&out, 1, (MPI_Datatype)0x209, 0, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
    CHECK(MPI_Barrier((MPI_Comm)0x101) == MPI_ERR_COMM);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
}

static void addresses(void)
{
    int value = 1, all = 0, place = rank, neighbour = rank, weight = 5, seen[2], weights[2];
    int in, out, is_weighted, flag;
    MPI_Comm ring;

    OK(MPI_Allreduce(&value, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    OK(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(all == size && value == size);
    OK(MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &place, &place, 1, MPI_INT, MPI_MAX, 0,
                  MPI_COMM_WORLD));
    CHECK(rank != 0 || place == size - 1);
    CHECK(MPI_UNWEIGHTED != MPI_WEIGHTS_EMPTY && MPI_UNWEIGHTED && MPI_WEIGHTS_EMPTY);
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &neighbour, MPI_UNWEIGHTED, 1, &neighbour,
                                      MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring));
    OK(MPI_Dist_graph_neighbors_count(ring, &in, &out, &is_weighted));
    CHECK(in == 1 && out == 1 && !is_weighted);
    OK(MPI_Dist_graph_neighbors(ring, 1, seen, MPI_UNWEIGHTED, 1, seen + 1, MPI_UNWEIGHTED));
    CHECK(seen[0] == rank && seen[1] == rank);
    OK(MPI_Comm_free(&ring));
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &neighbour, &weight, 1, &neighbour,
                                      &weight, MPI_INFO_NULL, 0, &ring));
    OK(MPI_Dist_graph_neighbors(ring, 1, seen, weights, 1, seen + 1, weights + 1));
    CHECK(weights[0] == 5 && weights[1] == 5);
    OK(MPI_Comm_free(&ring));
    OK(MPI_Initialized(&flag));
    CHECK(flag);
}

static void attributes(void)
{
    int key, flag, *number;
    void *value;
    MPI_Comm twin;

    OK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &twin));
    OK(MPI_Comm_get_attr(twin, key, &value, &flag));
    CHECK(flag && value == &key);
    OK(MPI_Comm_free(&twin));
    OK(MPI_Comm_free_keyval(&key));
    CHECK(key == MPI_KEYVAL_INVALID);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &number, &flag));
    CHECK(flag && *number == MPI_ANY_SOURCE);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &number, &flag));
    CHECK(flag && *number == MPI_PROC_NULL);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &number, &flag));
    CHECK(flag && *number >= MPI_ERR_LASTCODE);
}

static void datatypes(void)
{
    int sizes[2] = {4, 4}, kinds[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE};
    int darg[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {1, 1};
    int list[16], integers, addresses_, types, combiner, in_fortran[5];
    MPI_Datatype array, old;
    MPI_Aint extent, lb, ub;
    MPI_Status status, back;

    OK(MPI_Type_create_darray(1, 0, 2, sizes, kinds, darg, grid, MPI_ORDER_FORTRAN, MPI_DOUBLE,
                              &array));
    OK(MPI_Type_get_envelope(array, &integers, &addresses_, &types, &combiner));
    CHECK(integers == 12 && addresses_ == 0 && types == 1 && combiner == MPI_COMBINER_DARRAY);
    OK(MPI_Type_get_contents(array, 16, 0, 1, list, NULL, &old));
    CHECK(list[5] == MPI_DISTRIBUTE_BLOCK && list[6] == MPI_DISTRIBUTE_NONE);
    CHECK(list[7] == MPI_DISTRIBUTE_DFLT_DARG && list[11] == MPI_ORDER_FORTRAN);
    CHECK(old == MPI_DOUBLE);
    /* Names that the standard removed are functions here. */
    OK(MPI_Type_extent(array, &extent));
    OK(MPI_Type_lb(array, &lb));
    OK(MPI_Type_ub(array, &ub));
    CHECK(extent == 16 * 8 && lb == 0 && ub == 16 * 8);
    OK(MPI_Type_free(&array));

    memset(&status, 0, sizeof status);
    status.MPI_SOURCE = MPI_ANY_SOURCE;
    OK(MPI_Status_set_elements_x(&status, MPI_BYTE, (MPI_Count)5 << 32));
    OK(MPI_Status_set_cancelled(&status, 1));
    CHECK(status.count_lo == 0 && status.count_hi_and_cancelled == 11);
    OK(MPI_Status_c2f(&status, in_fortran));
    CHECK(in_fortran[2] == MPI_ANY_SOURCE);
    OK(MPI_Status_f2c(in_fortran, &back));
    CHECK(memcmp(&back, &status, sizeof back) == 0);
}

/* Bound markers, removed in MPI 3.0, which this interface still has. */
static void marks(void)
{
    int lens[3] = {1, 1, 1}, count, value, data[8] = {0, 1, 2, 3, 4, 5, 6, 7}, into[8];
    MPI_Aint disps[3] = {-4, 0, 12}, lb, extent;
    MPI_Datatype types[3] = {MPI_LB, MPI_INT, MPI_UB}, marked, back[3];
    int integers[8], addresses_of, combiner;
    MPI_Aint addresses_back[3];

    OK(MPI_Type_create_struct(3, lens, disps, types, &marked));
    OK(MPI_Type_commit(&marked));
    OK(MPI_Type_get_extent(marked, &lb, &extent));
    CHECK(lb == -4 && extent == 16);
    OK(MPI_Type_get_true_extent(marked, &lb, &extent));
    CHECK(lb == 0 && extent == 4);
    OK(MPI_Type_size(marked, &count));
    CHECK(count == 4);
    OK(MPI_Type_get_envelope(marked, &count, &addresses_of, &value, &combiner));
    CHECK(combiner == MPI_COMBINER_STRUCT && value == 3);
    OK(MPI_Type_get_contents(marked, count, addresses_of, value, integers, addresses_back, back));
    CHECK(back[0] == MPI_LB && back[1] == MPI_INT && back[2] == MPI_UB);
    memset(into, -1, sizeof into);
    OK(MPI_Sendrecv(data, 2, marked, rank, 0, into, 2, marked, rank, 0, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
    CHECK(into[0] == 0 && into[4] == 4 && into[1] == -1 && into[5] == -1);
    OK(MPI_Type_free(&marked));
}

static void versions(void)
{
    int provided, length;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];

    OK(MPI_Query_thread(&provided));
    CHECK(provided >= MPI_THREAD_SERIALIZED && provided <= MPI_THREAD_MULTIPLE);
    OK(MPI_Get_library_version(text, &length));
    CHECK(strstr(text, "SkifCh") && length == (int)strlen(text));
}

/* The first of the codes that programs add is another than the standard's, which is none here. */
static void codes(void)
{
    int added, class;

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    CHECK(MPI_Error_class(16384, &class) == MPI_ERR_ARG);
    OK(MPI_Add_error_class(&added));
    CHECK(added > MPI_ERR_LASTCODE);
    CHECK(MPI_Error_class(16384, &class) == MPI_ERR_ARG);
    OK(MPI_Error_class(added, &class));
    CHECK(class == added);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
}

/* No more is written than the header says that there is room for. */
static void lengths(void)
{
    char given[MPI_MAX_INFO_KEY + 1], key[MPI_MAX_INFO_KEY + 1], name[MPI_MAX_PROCESSOR_NAME + 1];
    MPI_Info info;
    int length;

    memset(given, 'k', sizeof given);
    given[MPI_MAX_INFO_KEY] = 0;
    key[MPI_MAX_INFO_KEY] = name[MPI_MAX_PROCESSOR_NAME] = 7;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, given, "value"));
    OK(MPI_Info_get_nthkey(info, 0, key));
    CHECK(strlen(key) == MPI_MAX_INFO_KEY - 1 && key[MPI_MAX_INFO_KEY] == 7);
    OK(MPI_Info_free(&info));
    OK(MPI_Get_processor_name(name, &length));
    CHECK(length == (int)strlen(name) && name[MPI_MAX_PROCESSOR_NAME] == 7);
}

int main(int argc, char **argv)
{
    int provided;

    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided));
    CHECK(provided == MPI_THREAD_SERIALIZED);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    ranks_and_tags();
    addresses();
    attributes();
    datatypes();
    marks();
    versions();
    codes();
    lengths();
    return MPI_Finalize();
}

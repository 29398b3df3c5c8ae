/* Corner cases of datatypes: distributed arrays, external32, counts beyond an int, negative
 * bounds, empty types. */
#include "check.h"

static int rank, size;

static unsigned big_endian(const unsigned char *at)
{
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* The parts of all processes of a grid make up the array, each element once. */
static void distributed(int order, int dist, int darg, int dist2)
{
    enum { ROWS = 7, COLUMNS = 10, ALL = ROWS * COLUMNS };
    int gsizes[2] = {ROWS, COLUMNS}, dists[2] = {dist, dist2}, dargs[2], psizes[2] = {2, 3};
    int array[ALL], seen[ALL] = {0}, total = 0;
    unsigned char packed[4 * ALL];

    dargs[0] = darg;
    dargs[1] = dist2 == MPI_DISTRIBUTE_CYCLIC ? 2 : MPI_DISTRIBUTE_DFLT_DARG;
    if (dist2 == MPI_DISTRIBUTE_NONE)
        psizes[1] = 1;
    for (int at = 0; at < ALL; at++)
        array[at] = 1000 + at;
    for (int of = 0; of < psizes[0] * psizes[1]; of++) {
        MPI_Datatype part;
        MPI_Aint at = 0, needed, lb, extent;
        int bytes, is_back[ALL];
        OK(MPI_Type_create_darray(psizes[0] * psizes[1], of, 2, gsizes, dists, dargs, psizes, order,
                                  MPI_INT, &part));
        OK(MPI_Type_commit(&part));
        OK(MPI_Type_size(part, &bytes));
        OK(MPI_Type_get_extent(part, &lb, &extent));
        CHECK(lb == 0 && extent == ALL * 4);
        OK(MPI_Pack_external_size("external32", 1, part, &needed));
        CHECK(needed == bytes);
        OK(MPI_Pack_external("external32", array, 1, part, packed, sizeof packed, &at));
        CHECK(at == bytes);
        for (int i = 0; i < bytes / 4; i++)
            seen[big_endian(packed + 4 * i) - 1000]++;
        total += bytes / 4;
        memset(is_back, 0, sizeof is_back);
        at = 0;
        OK(MPI_Unpack_external("external32", packed, bytes, &at, is_back, 1, part));
        for (int i = 0; i < bytes / 4; i++) {
            int value = (int)big_endian(packed + 4 * i);
            CHECK(is_back[value - 1000] == value);
        }
        OK(MPI_Type_free(&part));
    }
    CHECK(total == ALL);
    for (int at = 0; at < ALL; at++)
        CHECK(seen[at] == 1);
}

/* A subarray of a subarray, in Fortran order, of a type with gaps, sent to other ranks. */
static void blocks(void)
{
    enum { N = 6 };
    int whole[3] = {N, N, N}, part[3] = {2, 3, 4}, start[3] = {3, 1, 2};
    static double cube[N][N][N][2], got[N][N][N][2];
    MPI_Datatype first, block;
    int next = (rank + 1) % size, before = (rank + size - 1) % size, count;
    MPI_Status status;

    OK(MPI_Type_create_resized(MPI_DOUBLE, 0, 2 * sizeof(double), &first));
    OK(MPI_Type_create_subarray(3, whole, part, start, MPI_ORDER_FORTRAN, first, &block));
    OK(MPI_Type_commit(&block));
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                cube[k][j][i][0] = 10000 * rank + 100 * k + 10 * j + i;
    OK(MPI_Sendrecv(cube, 1, block, next, 0, got, 1, block, before, 0, MPI_COMM_WORLD, &status));
    OK(MPI_Get_elements(&status, block, &count));
    CHECK(count == 24);
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                int is_in = i >= 3 && i < 5 && j >= 1 && j < 4 && k >= 2;
                CHECK(got[k][j][i][0] == (is_in ? 10000 * before + 100 * k + 10 * j + i : 0));
                CHECK(got[k][j][i][1] == 0);
            }
    OK(MPI_Type_free(&block));
    OK(MPI_Type_free(&first));
}

/* Large-count forms keep what ordinary ones cannot return. */
static void large(void)
{
    MPI_Datatype vector, again, twin, back[1];
    MPI_Count integers, addresses, counts, datatypes, list[3], lb, extent, true_lb, true_extent;
    int few[4], combiner, i, a, d, class;
    MPI_Count many = (MPI_Count)5 << 30;

    OK(MPI_Type_vector_c(3, 2, many, MPI_INT, &vector));
    OK(MPI_Type_get_envelope_c(vector, &integers, &addresses, &counts, &datatypes, &combiner));
    CHECK(integers == 0 && addresses == 0 && counts == 3 && datatypes == 1);
    CHECK(combiner == MPI_COMBINER_VECTOR);
    OK(MPI_Type_get_contents_c(vector, 0, 0, 3, 1, few, NULL, list, back));
    CHECK(list[0] == 3 && list[1] == 2 && list[2] == many && back[0] == MPI_INT);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Error_class(MPI_Type_get_envelope(vector, &i, &a, &d, &combiner), &class));
    CHECK(class == MPI_ERR_TYPE);
    OK(MPI_Error_class(MPI_Type_get_contents(vector, 3, 0, 1, few, NULL, back), &class));
    CHECK(class == MPI_ERR_TYPE);
    /* The form of the constructor decides, not how large the numbers are. */
    OK(MPI_Type_contiguous_c(5, MPI_INT, &again));
    OK(MPI_Type_get_envelope_c(again, &integers, &addresses, &counts, &datatypes, &combiner));
    CHECK(integers == 0 && addresses == 0 && counts == 1 && datatypes == 1);
    OK(MPI_Type_get_contents_c(again, 0, 0, 1, 1, few, NULL, list, back));
    CHECK(list[0] == 5 && back[0] == MPI_INT);
    OK(MPI_Error_class(MPI_Type_get_envelope(again, &i, &a, &d, &combiner), &class));
    CHECK(class == MPI_ERR_TYPE);
    OK(MPI_Error_class(MPI_Type_get_contents(again, 1, 0, 1, few, NULL, back), &class));
    CHECK(class == MPI_ERR_TYPE);
    /* The form of an inner datatype is known too. */
    OK(MPI_Type_contiguous(2, again, &twin));
    OK(MPI_Type_get_envelope(twin, &i, &a, &d, &combiner));
    CHECK(i == 1 && a == 0 && d == 1);
    OK(MPI_Type_get_contents(twin, 1, 0, 1, few, NULL, back));
    OK(MPI_Type_get_envelope_c(back[0], &integers, &addresses, &counts, &datatypes, &combiner));
    CHECK(few[0] == 2 && integers == 0 && counts == 1);
    OK(MPI_Type_free(&back[0]));
    OK(MPI_Type_free(&twin));
    OK(MPI_Type_free(&again));
    OK(MPI_Type_create_resized_c(MPI_INT, -4, 16, &again));
    OK(MPI_Type_get_envelope_c(again, &integers, &addresses, &counts, &datatypes, &combiner));
    CHECK(integers == 0 && addresses == 0 && counts == 2 && datatypes == 1);
    OK(MPI_Type_free(&again));
    OK(MPI_Type_get_extent_c(vector, &lb, &extent));
    CHECK(lb == 0 && extent == 4 * (2 * many + 2));
    OK(MPI_Type_dup(vector, &twin));
    OK(MPI_Type_get_true_extent_c(twin, &true_lb, &true_extent));
    CHECK(true_lb == 0 && true_extent == extent);
    OK(MPI_Type_free(&twin));
    OK(MPI_Type_contiguous_c(0, vector, &again));
    OK(MPI_Type_size_c(again, &extent));
    CHECK(extent == 0);
    OK(MPI_Type_free(&again));
    OK(MPI_Type_free(&vector));
    MPI_Status status;
    MPI_Count told;
    int told_short;
    memset(&status, 0, sizeof status);
    OK(MPI_Status_set_elements_c(&status, MPI_BYTE, many));
    OK(MPI_Get_count_c(&status, MPI_BYTE, &told));
    OK(MPI_Get_count(&status, MPI_BYTE, &told_short));
    CHECK(told == many && told_short == MPI_UNDEFINED);
}

/* Backwards, below the address, overlapping, and empty. */
static void odd(void)
{
    int data[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[8] = {0}, count, bytes;
    MPI_Datatype back, none, low;
    MPI_Aint lb, extent;
    MPI_Status status;

    OK(MPI_Type_vector(4, 1, -2, MPI_INT, &back));
    OK(MPI_Type_commit(&back));
    OK(MPI_Type_get_extent(back, &lb, &extent));
    CHECK(lb == -24 && extent == 28);
    OK(MPI_Sendrecv(&data[7], 1, back, rank, 0, got, 4, MPI_INT, rank, 0, MPI_COMM_WORLD, &status));
    CHECK(got[0] == 7 && got[1] == 5 && got[2] == 3 && got[3] == 1);
    OK(MPI_Type_free(&back));
    OK(MPI_Type_create_resized(MPI_INT, -8, 12, &low));
    OK(MPI_Type_commit(&low));
    OK(MPI_Type_get_extent(low, &lb, &extent));
    CHECK(lb == -8 && extent == 12);
    memset(got, 0, sizeof got);
    OK(MPI_Sendrecv(data, 2, MPI_INT, 0, 0, &got[2], 2, low, 0, 0, MPI_COMM_SELF, &status));
    CHECK(got[2] == 0 && got[5] == 1);
    OK(MPI_Type_free(&low));
    OK(MPI_Type_contiguous(0, MPI_INT, &none));
    OK(MPI_Type_commit(&none));
    OK(MPI_Type_size(none, &bytes));
    CHECK(bytes == 0);
    OK(MPI_Sendrecv(NULL, 5, none, rank, 0, NULL, 5, none, rank, 0, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, none, &count));
    CHECK(count == 0);
    OK(MPI_Type_free(&none));
}

/* A struct of absolute addresses, received in part. */
static void absolute(void)
{
    static double values[3];
    static int number;
    static char letter;
    int lens[3] = {3, 1, 1}, count, packed_size, at = 0;
    MPI_Aint places[3];
    MPI_Datatype types[3] = {MPI_DOUBLE, MPI_INT, MPI_CHAR}, all;
    double some[2] = {2.5, 3.5};
    char packed[64];
    MPI_Status status;

    OK(MPI_Get_address(values, &places[0]));
    OK(MPI_Get_address(&number, &places[1]));
    OK(MPI_Get_address(&letter, &places[2]));
    OK(MPI_Type_create_struct(3, lens, places, types, &all));
    OK(MPI_Type_commit(&all));
    OK(MPI_Sendrecv(some, 2, MPI_DOUBLE, rank, 3, MPI_BOTTOM, 1, all, rank, 3, MPI_COMM_WORLD,
                    &status));
    CHECK(values[0] == 2.5 && values[1] == 3.5);
    OK(MPI_Get_count(&status, all, &count));
    CHECK(count == MPI_UNDEFINED);
    OK(MPI_Get_elements(&status, all, &count));
    CHECK(count == 2);
    number = 77;
    letter = 'x';
    OK(MPI_Pack_size(1, all, MPI_COMM_WORLD, &packed_size));
    CHECK(packed_size >= 29 && packed_size <= (int)sizeof packed);
    OK(MPI_Pack(MPI_BOTTOM, 1, all, packed, sizeof packed, &at, MPI_COMM_WORLD));
    number = letter = 0;
    at = 0;
    OK(MPI_Unpack(packed, sizeof packed, &at, MPI_BOTTOM, 1, all, MPI_COMM_WORLD));
    CHECK(number == 77 && letter == 'x' && values[1] == 3.5);
    OK(MPI_Type_free(&all));
}

int main(int argc, char **argv)
{
    static const int orders[] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    for (int which = 0; which < 2; which++) {
        distributed(orders[which], MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_DFLT_DARG,
                    MPI_DISTRIBUTE_CYCLIC);
        distributed(orders[which], MPI_DISTRIBUTE_CYCLIC, 3, MPI_DISTRIBUTE_BLOCK);
        distributed(orders[which], MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_DFLT_DARG,
                    MPI_DISTRIBUTE_NONE);
        distributed(orders[which], MPI_DISTRIBUTE_BLOCK, 5, MPI_DISTRIBUTE_BLOCK);
    }
    blocks();
    large();
    odd();
    absolute();
    return MPI_Finalize();
}

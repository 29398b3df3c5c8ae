/* How a datatype was made: each constructor's envelope and contents make the same datatype again,
 * in the ordinary and the large form. And the datatypes of Fortran by range and precision. */
#include "check.h"

enum { MOST = 32 };

/* Both have the same layout: what one sends, the other one receives at the same places. */
static void same(MPI_Datatype one, MPI_Datatype two)
{
    static unsigned char from[4096], to[4096];
    MPI_Count sizes[2], lbs[2], extents[2], true_lbs[2], true_extents[2];
    MPI_Datatype both[2] = {one, two};
    unsigned char packed[2][2048];
    int at[2] = {0, 0};

    for (int which = 0; which < 2; which++) {
        OK(MPI_Type_size_x(both[which], &sizes[which]));
        OK(MPI_Type_get_extent_x(both[which], &lbs[which], &extents[which]));
        OK(MPI_Type_get_true_extent_x(both[which], &true_lbs[which], &true_extents[which]));
        OK(MPI_Type_commit(&both[which]));
    }
    CHECK(sizes[0] == sizes[1] && lbs[0] == lbs[1] && extents[0] == extents[1]);
    CHECK(true_lbs[0] == true_lbs[1] && true_extents[0] == true_extents[1]);
    for (unsigned byte = 0; byte < sizeof from; byte++)
        from[byte] = (unsigned char)(byte * 7 + byte / 251);
    for (int which = 0; which < 2; which++)
        OK(MPI_Pack(from + 2048, 1, both[which], packed[which], sizeof packed[which], &at[which],
                    MPI_COMM_SELF));
    CHECK(at[0] == at[1] && memcmp(packed[0], packed[1], (size_t)at[0]) == 0);
    memset(to, 0, sizeof to);
    at[1] = 0;
    OK(MPI_Unpack(packed[0], at[0], &at[1], to + 2048, 1, two, MPI_COMM_SELF));
    for (unsigned byte = 0; byte < sizeof to; byte++)
        CHECK(to[byte] == 0 || to[byte] == from[byte]);
}

static int few[MOST];
static MPI_Aint far[MOST];
static MPI_Count many[MOST];
static MPI_Datatype old[MOST];

/* The same constructor with the contents of what it has made. */
static MPI_Datatype again(int combiner, int integers)
{
    MPI_Datatype made = MPI_DATATYPE_NULL;
    int n = few[0];

    switch (combiner) {
    case MPI_COMBINER_DUP: OK(MPI_Type_dup(old[0], &made)); break;
    case MPI_COMBINER_CONTIGUOUS: OK(MPI_Type_contiguous(n, old[0], &made)); break;
    case MPI_COMBINER_VECTOR: OK(MPI_Type_vector(n, few[1], few[2], old[0], &made)); break;
    case MPI_COMBINER_HVECTOR:
        OK(MPI_Type_create_hvector(n, few[1], far[0], old[0], &made));
        break;
    case MPI_COMBINER_INDEXED:
        CHECK(integers == 2 * n + 1);
        OK(MPI_Type_indexed(n, few + 1, few + 1 + n, old[0], &made));
        break;
    case MPI_COMBINER_HINDEXED:
        OK(MPI_Type_create_hindexed(n, few + 1, far, old[0], &made));
        break;
    case MPI_COMBINER_INDEXED_BLOCK:
        OK(MPI_Type_create_indexed_block(n, few[1], few + 2, old[0], &made));
        break;
    case MPI_COMBINER_HINDEXED_BLOCK:
        OK(MPI_Type_create_hindexed_block(n, few[1], far, old[0], &made));
        break;
    case MPI_COMBINER_STRUCT:
        OK(MPI_Type_create_struct(n, few + 1, far, old, &made));
        break;
    case MPI_COMBINER_SUBARRAY:
        OK(MPI_Type_create_subarray(n, few + 1, few + 1 + n, few + 1 + 2 * n, few[1 + 3 * n],
                                    old[0], &made));
        break;
    case MPI_COMBINER_DARRAY:
        n = few[2];
        OK(MPI_Type_create_darray(few[0], few[1], n, few + 3, few + 3 + n, few + 3 + 2 * n,
                                  few + 3 + 3 * n, few[3 + 4 * n], old[0], &made));
        break;
    case MPI_COMBINER_RESIZED:
        OK(MPI_Type_create_resized(old[0], far[0], far[1], &made));
        break;
    default: CHECK(!"a combiner that was made");
    }
    return made;
}

static void is_made_by(MPI_Datatype type, int wanted)
{
    int integers, addresses, datatypes, combiner;

    OK(MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner));
    CHECK(combiner == wanted && integers <= MOST && addresses <= MOST && datatypes <= MOST);
    OK(MPI_Type_get_contents(type, integers, addresses, datatypes, few, far, old));
    MPI_Datatype twin = again(combiner, integers);
    same(type, twin);
    OK(MPI_Type_free(&twin));
    for (int at = 0; at < datatypes; at++) {
        int i, a, d, of_old;
        OK(MPI_Type_get_envelope(old[at], &i, &a, &d, &of_old));
        if (of_old != MPI_COMBINER_NAMED)
            OK(MPI_Type_free(&old[at]));
    }
    OK(MPI_Type_free(&type));
}

static void constructors(void)
{
    int lens[3] = {2, 0, 1}, places[3] = {5, 1, -3}, whole[2] = {4, 6}, part[2] = {2, 3},
        start[2] = {1, 2}, sizes[2] = {5, 7}, kinds[2] = {MPI_DISTRIBUTE_CYCLIC,
        MPI_DISTRIBUTE_BLOCK}, args[2] = {2, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 1};
    MPI_Aint addresses[3] = {40, 8, -16};
    MPI_Datatype inner, made, parts[3] = {MPI_INT, MPI_DOUBLE, MPI_DATATYPE_NULL};

    OK(MPI_Type_vector(2, 1, 3, MPI_SHORT, &inner));
    parts[2] = inner;
    OK(MPI_Type_dup(inner, &made));
    is_made_by(made, MPI_COMBINER_DUP);
    OK(MPI_Type_contiguous(3, inner, &made));
    is_made_by(made, MPI_COMBINER_CONTIGUOUS);
    OK(MPI_Type_vector(3, 2, -4, MPI_INT, &made));
    is_made_by(made, MPI_COMBINER_VECTOR);
    OK(MPI_Type_create_hvector(3, 2, 21, inner, &made));
    is_made_by(made, MPI_COMBINER_HVECTOR);
    OK(MPI_Type_indexed(3, lens, places, MPI_INT, &made));
    is_made_by(made, MPI_COMBINER_INDEXED);
    OK(MPI_Type_create_hindexed(3, lens, addresses, inner, &made));
    is_made_by(made, MPI_COMBINER_HINDEXED);
    OK(MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &made));
    is_made_by(made, MPI_COMBINER_INDEXED_BLOCK);
    OK(MPI_Type_create_hindexed_block(3, 2, addresses, MPI_CHAR, &made));
    is_made_by(made, MPI_COMBINER_HINDEXED_BLOCK);
    OK(MPI_Type_create_struct(3, lens, addresses, parts, &made));
    is_made_by(made, MPI_COMBINER_STRUCT);
    OK(MPI_Type_create_subarray(2, whole, part, start, MPI_ORDER_FORTRAN, inner, &made));
    is_made_by(made, MPI_COMBINER_SUBARRAY);
    OK(MPI_Type_create_darray(2, 1, 2, sizes, kinds, args, grid, MPI_ORDER_C, MPI_INT, &made));
    is_made_by(made, MPI_COMBINER_DARRAY);
    OK(MPI_Type_create_resized(inner, -4, 64, &made));
    is_made_by(made, MPI_COMBINER_RESIZED);
    OK(MPI_Type_free(&inner));
}

/* The large forms make the same datatypes; their contents are all large. */
static void large(void)
{
    MPI_Count lens[3] = {2, 0, 1}, places[3] = {5, 1, -3}, whole[2] = {4, 6}, part[2] = {2, 3},
              start[2] = {1, 2}, sizes[2] = {5, 7}, addresses[3] = {40, 8, -16};
    int l[3] = {2, 0, 1}, p[3] = {5, 1, -3}, w[2] = {4, 6}, pa[2] = {2, 3}, s[2] = {1, 2},
        si[2] = {5, 7}, kinds[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
        args[2] = {2, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 1}, combiner;
    MPI_Aint a[3] = {40, 8, -16};
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, wide, plain;
    MPI_Count integers, places_count, counts, datatypes;

#define ALIKE(call, wanted_counts, wanted_combiner, ...)                                           \
    do {                                                                                           \
        OK(call);                                                                                  \
        OK(__VA_ARGS__);                                                                           \
        same(wide, plain);                                                                         \
        OK(MPI_Type_get_envelope_c(wide, &integers, &places_count, &counts, &datatypes,            \
                                   &combiner));                                                    \
        CHECK(combiner == (wanted_combiner) && counts == (wanted_counts));                         \
        OK(MPI_Type_get_contents_c(wide, integers, places_count, counts, datatypes, few, far,      \
                                   many, old));                                                    \
        OK(MPI_Type_free(&wide));                                                                  \
        OK(MPI_Type_free(&plain));                                                                 \
    } while (0)
    ALIKE(MPI_Type_create_hvector_c(3, 2, 24, MPI_INT, &wide), 3, MPI_COMBINER_HVECTOR,
          MPI_Type_create_hvector(3, 2, 24, MPI_INT, &plain));
    CHECK(many[0] == 3 && many[1] == 2 && many[2] == 24);
    ALIKE(MPI_Type_indexed_c(3, lens, places, MPI_INT, &wide), 7, MPI_COMBINER_INDEXED,
          MPI_Type_indexed(3, l, p, MPI_INT, &plain));
    CHECK(many[0] == 3 && many[1] == 2 && many[4] == 5 && many[6] == -3);
    ALIKE(MPI_Type_create_hindexed_c(3, lens, addresses, MPI_INT, &wide), 7, MPI_COMBINER_HINDEXED,
          MPI_Type_create_hindexed(3, l, a, MPI_INT, &plain));
    ALIKE(MPI_Type_create_indexed_block_c(3, 2, places, MPI_INT, &wide), 5,
          MPI_COMBINER_INDEXED_BLOCK, MPI_Type_create_indexed_block(3, 2, p, MPI_INT, &plain));
    ALIKE(MPI_Type_create_hindexed_block_c(3, 2, addresses, MPI_INT, &wide), 5,
          MPI_COMBINER_HINDEXED_BLOCK, MPI_Type_create_hindexed_block(3, 2, a, MPI_INT, &plain));
    ALIKE(MPI_Type_create_struct_c(3, lens, addresses, types, &wide), 7, MPI_COMBINER_STRUCT,
          MPI_Type_create_struct(3, l, a, types, &plain));
    CHECK(old[1] == MPI_DOUBLE);
    ALIKE(MPI_Type_create_subarray_c(2, whole, part, start, MPI_ORDER_C, MPI_INT, &wide), 6,
          MPI_COMBINER_SUBARRAY,
          MPI_Type_create_subarray(2, w, pa, s, MPI_ORDER_C, MPI_INT, &plain));
    CHECK(few[0] == 2 && few[1] == MPI_ORDER_C && many[0] == 4 && many[5] == 2);
    ALIKE(MPI_Type_create_darray_c(2, 1, 2, sizes, kinds, args, grid, MPI_ORDER_C, MPI_INT, &wide),
          2, MPI_COMBINER_DARRAY,
          MPI_Type_create_darray(2, 1, 2, si, kinds, args, grid, MPI_ORDER_C, MPI_INT, &plain));
}

/* Named by what they hold: the same request gives the same datatype, which is not given back. */
static void of_fortran(void)
{
    MPI_Datatype real, twin, complex, integer, found;
    int integers, addresses, datatypes, combiner, bytes;

    OK(MPI_Type_create_f90_real(12, MPI_UNDEFINED, &real));
    OK(MPI_Type_create_f90_real(12, MPI_UNDEFINED, &twin));
    CHECK(real == twin);
    OK(MPI_Type_size(real, &bytes));
    CHECK(bytes == 8);
    OK(MPI_Type_get_envelope(real, &integers, &addresses, &datatypes, &combiner));
    CHECK(combiner == MPI_COMBINER_F90_REAL && integers == 2 && addresses == 0 && datatypes == 0);
    OK(MPI_Type_get_contents(real, 2, 0, 0, few, NULL, NULL));
    CHECK(few[0] == 12 && few[1] == MPI_UNDEFINED);
    OK(MPI_Type_contiguous(3, real, &found));
    OK(MPI_Type_get_contents(found, 1, 0, 1, few, NULL, &twin));
    CHECK(twin == real);
    OK(MPI_Type_free(&found));
    OK(MPI_Type_create_f90_complex(5, 30, &complex));
    OK(MPI_Type_size(complex, &bytes));
    CHECK(bytes == 8);
    OK(MPI_Type_get_envelope(complex, &integers, &addresses, &datatypes, &combiner));
    CHECK(combiner == MPI_COMBINER_F90_COMPLEX && integers == 2);
    OK(MPI_Type_create_f90_integer(10, &integer));
    OK(MPI_Type_size(integer, &bytes));
    CHECK(bytes == 8);
    OK(MPI_Type_get_envelope(integer, &integers, &addresses, &datatypes, &combiner));
    CHECK(combiner == MPI_COMBINER_F90_INTEGER && integers == 1);
    double in[2] = {1.5, 2.5}, sum[2] = {1, 2};
    OK(MPI_Reduce_local(in, sum, 2, real, MPI_SUM));
    CHECK(sum[0] == 2.5 && sum[1] == 4.5);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    CHECK(MPI_Type_create_f90_real(500, MPI_UNDEFINED, &found) != MPI_SUCCESS);
    CHECK(MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &found) != MPI_SUCCESS);
    CHECK(MPI_Type_create_f90_integer(60, &found) != MPI_SUCCESS);
    found = real;
    CHECK(MPI_Type_free(&found) != MPI_SUCCESS);
    CHECK(MPI_Type_match_size(MPI_TYPECLASS_REAL, 5, &found) != MPI_SUCCESS);
#if MPI_VERSION > 4
    OK(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &found));
    CHECK(found == MPI_DOUBLE_INT);
    OK(MPI_Type_get_value_index(MPI_INT, MPI_INT, &found));
    CHECK(found == MPI_2INT);
#endif
}

static void addresses(void)
{
    char block[64];
    MPI_Aint first, last;

    OK(MPI_Get_address(block, &first));
    OK(MPI_Get_address(block + 40, &last));
    CHECK(MPI_Aint_diff(last, first) == 40 && MPI_Aint_add(first, 40) == last);
    CHECK(MPI_Aint_diff(first, last) == -40);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    constructors();
    large();
    of_fortran();
    addresses();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    return MPI_Finalize();
}

/* Functions removed from MPI that programs still use: results, and errors instead of crashes. */
#include "check.h"

static int class_of(int code)
{
    int found;
    OK(MPI_Error_class(code, &found));
    return found;
}

#define REFUSED(call) CHECK(class_of(call) == MPI_ERR_ARG)

static void bounds(void)
{
    MPI_Aint lb, ub, extent;
    MPI_Datatype type;

    OK(MPI_Type_create_resized(MPI_INT, -4, 20, &type));
    OK(MPI_Type_lb(type, &lb));
    OK(MPI_Type_ub(type, &ub));
    OK(MPI_Type_extent(type, &extent));
    CHECK(lb == -4 && ub == 16 && extent == 20);
    REFUSED(MPI_Type_lb(type, NULL));
    REFUSED(MPI_Type_ub(type, NULL));
    REFUSED(MPI_Type_extent(type, NULL));
    CHECK(class_of(MPI_Type_ub(MPI_DATATYPE_NULL, &ub)) == MPI_ERR_TYPE);
    OK(MPI_Type_free(&type));
}

/* Bound markers of a struct. */
static void marks(void)
{
    int lens[3] = {1, 1, 1}, data[8] = {0, 1, 2, 3, 4, 5, 6, 7}, into[8];
    MPI_Aint disps[3] = {-4, 0, 12}, lb, extent;
    MPI_Datatype types[3] = {MPI_LB, MPI_INT, MPI_UB}, marked;

    OK(MPI_Type_create_struct(3, lens, disps, types, &marked));
    OK(MPI_Type_commit(&marked));
    OK(MPI_Type_get_extent(marked, &lb, &extent));
    CHECK(lb == -4 && extent == 16);
    memset(into, -1, sizeof into);
    OK(MPI_Sendrecv(data, 2, marked, 0, 0, into, 2, marked, 0, 0, MPI_COMM_SELF,
                    MPI_STATUS_IGNORE));
    CHECK(into[0] == 0 && into[4] == 4 && into[1] == -1 && into[5] == -1);
    OK(MPI_Type_free(&marked));
}

static void statuses(void)
{
    MPI_Fint fortran[16];
    MPI_Status status, back;
    int value = 0;

    OK(MPI_Sendrecv(&value, 1, MPI_INT, 0, 7, &value, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &status));
    OK(MPI_Status_c2f(&status, fortran));
    OK(MPI_Status_f2c(fortran, &back));
    CHECK(back.MPI_TAG == 7 && back.MPI_SOURCE == 0);
    REFUSED(MPI_Status_c2f(MPI_STATUS_IGNORE, fortran));
    REFUSED(MPI_Status_c2f(&status, NULL));
    REFUSED(MPI_Status_f2c(NULL, &status));
    REFUSED(MPI_Status_f2c(MPI_F_STATUS_IGNORE, &status));
    REFUSED(MPI_Status_f2c(fortran, NULL));
}

/* Programs have a case for each of them. */
static void combiners(void)
{
    int ints, addresses, types, combiner;
    MPI_Datatype type;

    OK(MPI_Type_create_hvector(2, 1, 8, MPI_INT, &type));
    OK(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner));
    switch (combiner) {
        case MPI_COMBINER_HVECTOR:
        case MPI_COMBINER_HVECTOR_INTEGER:
            break;
        case MPI_COMBINER_HINDEXED:
        case MPI_COMBINER_HINDEXED_INTEGER:
        case MPI_COMBINER_STRUCT:
        case MPI_COMBINER_STRUCT_INTEGER:
        default:
            CHECK(!"the combiner is that of MPI_Type_create_hvector");
    }
    OK(MPI_Type_free(&type));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    bounds();
    marks();
    statuses();
    combiners();
    return MPI_Finalize();
}

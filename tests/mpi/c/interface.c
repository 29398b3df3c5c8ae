/* Queries of the binary interface for C and Fortran. They may be made before MPI_Init and after
 * MPI_Finalize. */
#include "check.h"

#include <stdint.h>

static int number_of(MPI_Info info, const char *key)
{
    char text[MPI_MAX_INFO_VAL];
    int is_there, len = sizeof text;
    OK(MPI_Info_get_string(info, key, &len, text, &is_there));
    CHECK(is_there);
    return atoi(text);
}

static int is_true(MPI_Info info, const char *key)
{
    char text[MPI_MAX_INFO_VAL];
    int is_there, len = sizeof text;
    OK(MPI_Info_get_string(info, key, &len, text, &is_there));
    CHECK(is_there && (!strcmp(text, "true") || !strcmp(text, "false")));
    return text[0] == 't';
}

static void sizes(void)
{
    MPI_Info info = MPI_INFO_NULL, again;
    OK(MPI_Abi_get_info(&info));
    CHECK(number_of(info, "mpi_aint_size") == sizeof(MPI_Aint));
    CHECK(number_of(info, "mpi_count_size") == sizeof(MPI_Count));
    CHECK(number_of(info, "mpi_offset_size") == sizeof(MPI_Offset));
    /* The info object belongs to the program. */
    OK(MPI_Info_set(info, "mpi_aint_size", "1"));
    OK(MPI_Abi_get_info(&again));
    CHECK(number_of(again, "mpi_aint_size") == sizeof(MPI_Aint));
    OK(MPI_Info_free(&info));
    OK(MPI_Info_free(&again));
}

/* After initialization the datatypes must agree with the answers. */
static void types_of_fortran(int is_inside)
{
    static const struct {
        const char *name;
        MPI_Datatype type;
        int bytes, is_default;
    } kinds[] = {{"logical", MPI_LOGICAL, 4, 1},
                 {"integer", MPI_INTEGER, 4, 1},
                 {"real", MPI_REAL, 4, 1},
                 {"double_precision", MPI_DOUBLE_PRECISION, 8, 1},
                 {"logical1", MPI_LOGICAL1, 1, 0},
                 {"logical2", MPI_LOGICAL2, 2, 0},
                 {"logical4", MPI_LOGICAL4, 4, 0},
                 {"logical8", MPI_LOGICAL8, 8, 0},
                 {"logical16", MPI_LOGICAL16, 16, 0},
                 {"integer1", MPI_INTEGER1, 1, 0},
                 {"integer2", MPI_INTEGER2, 2, 0},
                 {"integer4", MPI_INTEGER4, 4, 0},
                 {"integer8", MPI_INTEGER8, 8, 0},
                 {"integer16", MPI_INTEGER16, 16, 0},
                 {"real2", MPI_REAL2, 2, 0},
                 {"real4", MPI_REAL4, 4, 0},
                 {"real8", MPI_REAL8, 8, 0},
                 {"real16", MPI_REAL16, 16, 0},
                 {"complex4", MPI_COMPLEX4, 4, 0},
                 {"complex8", MPI_COMPLEX8, 8, 0},
                 {"complex16", MPI_COMPLEX16, 16, 0},
                 {"complex32", MPI_COMPLEX32, 32, 0},
                 {"double_complex", MPI_DOUBLE_COMPLEX, 16, 0}};
    char key[MPI_MAX_INFO_KEY];
    MPI_Info info = MPI_INFO_NULL;
    size_t i;
    int keys, bytes;

    OK(MPI_Abi_get_fortran_info(&info));
    CHECK(info != MPI_INFO_NULL);
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        sprintf(key, "mpi_%s_%s", kinds[i].name, kinds[i].is_default ? "size" : "supported");
        if (kinds[i].is_default)
            CHECK(number_of(info, key) == kinds[i].bytes);
        else
            CHECK(is_true(info, key));
        if (is_inside) {
            OK(MPI_Type_size(kinds[i].type, &bytes));
            CHECK(bytes == kinds[i].bytes);
        }
    }
    OK(MPI_Info_get_nkeys(info, &keys));
    CHECK(keys == 23);
    OK(MPI_Info_free(&info));
}

static void truth(void)
{
    static const int kinds[] = {1, 2, 4, 8, 16};
    unsigned char yes[17], no[17];
    size_t i, j;
    int is_set;

    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t bytes = (size_t)kinds[i];
        memset(yes, 0x5a, sizeof yes);
        memset(no, 0x5a, sizeof no);
        is_set = 0;
        OK(MPI_Abi_get_fortran_booleans(kinds[i], yes, no, &is_set));
        CHECK(is_set);
        for (j = 0; j < bytes; j++)
            CHECK(yes[j] == (j == 0) && no[j] == 0);
        CHECK(yes[bytes] == 0x5a && no[bytes] == 0x5a);
    }
    /* Such kinds are possible; gfortran has none. */
    is_set = 1;
    OK(MPI_Abi_get_fortran_booleans(32, yes, no, &is_set));
    CHECK(!is_set);
}

/* A supported datatype is found by its size, too. */
static void by_size(void)
{
    static const struct {
        int typeclass, bytes;
        MPI_Datatype type;
    } kinds[] = {{MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},
                 {MPI_TYPECLASS_INTEGER, 16, MPI_INTEGER16},
                 {MPI_TYPECLASS_REAL, 2, MPI_REAL2},
                 {MPI_TYPECLASS_REAL, 16, MPI_REAL16},
                 {MPI_TYPECLASS_COMPLEX, 4, MPI_COMPLEX4},
                 {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        MPI_Datatype found;
        OK(MPI_Type_match_size(kinds[i].typeclass, kinds[i].bytes, &found));
        CHECK(found == kinds[i].type);
    }
}

/* The code returned by a call that fails. */
static int class_of(int code)
{
    int error_class;
    OK(MPI_Error_class(code, &error_class));
    return error_class;
}

static void known_already(void)
{
    int32_t yes = -1, no = 0;
    int is_set;
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_integer_size", "8"));
    CHECK(class_of(MPI_Abi_set_fortran_info(info)) == MPI_ERR_ABI);
    OK(MPI_Info_free(&info));
    CHECK(class_of(MPI_Abi_set_fortran_booleans(4, &yes, &no)) == MPI_ERR_ABI);
    types_of_fortran(1);
    truth();
    CHECK(class_of(MPI_Abi_get_fortran_booleans(3, &yes, &no, &is_set)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Abi_get_fortran_booleans(0, &yes, &no, &is_set)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Abi_get_fortran_booleans(-4, &yes, &no, &is_set)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Abi_get_fortran_booleans(4, NULL, &no, &is_set)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Abi_get_fortran_booleans(4, &yes, NULL, &is_set)) == MPI_ERR_ARG);
}

int main(int argc, char **argv)
{
    sizes();
    types_of_fortran(0);
    truth();
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    sizes();
    known_already();
    by_size();
    OK(MPI_Finalize());
    sizes();
    types_of_fortran(0);
    truth();
    return 0;
}

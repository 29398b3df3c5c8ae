/* What the library says of the binary interface, of C and of Fortran. It may be asked before
 * MPI_Init and after MPI_Finalize. */
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

static int bytes_of(MPI_Datatype type)
{
    int bytes;
    OK(MPI_Type_size(type, &bytes));
    return bytes;
}

static void sizes(void)
{
    MPI_Info info = MPI_INFO_NULL, again;
    OK(MPI_Abi_get_info(&info));
    CHECK(number_of(info, "mpi_aint_size") == sizeof(MPI_Aint));
    CHECK(number_of(info, "mpi_count_size") == sizeof(MPI_Count));
    CHECK(number_of(info, "mpi_offset_size") == sizeof(MPI_Offset));
    /* It is the program's own. */
    OK(MPI_Info_set(info, "mpi_aint_size", "1"));
    OK(MPI_Abi_get_info(&again));
    CHECK(number_of(again, "mpi_aint_size") == sizeof(MPI_Aint));
    OK(MPI_Info_free(&info));
    OK(MPI_Info_free(&again));
}

static void types_of_fortran(void)
{
    static const char *const others[] = {
        "logical1",  "logical2", "logical4", "logical8",  "logical16", "integer1",  "integer2",
        "integer4",  "integer8", "real2",    "integer16", "real4",     "real8",     "real16",
        "complex4",  "complex8", "complex16", "complex32", "double_complex"};
    char key[MPI_MAX_INFO_KEY];
    MPI_Info info = MPI_INFO_NULL;
    size_t i;
    int keys;

    OK(MPI_Abi_get_fortran_info(&info));
    CHECK(info != MPI_INFO_NULL);
    for (i = 0; i < sizeof others / sizeof others[0]; i++) {
        int is_odd = !strcmp(others[i], "real2") || !strcmp(others[i], "complex4");
        sprintf(key, "mpi_%s_supported", others[i]);
        CHECK(is_true(info, key) == !is_odd);
    }
    CHECK(number_of(info, "mpi_logical_size") == 4);
    CHECK(number_of(info, "mpi_integer_size") == 4);
    CHECK(number_of(info, "mpi_real_size") == 4);
    CHECK(number_of(info, "mpi_double_precision_size") == 8);
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
    /* There may be such kinds; gfortran has none. */
    is_set = 1;
    OK(MPI_Abi_get_fortran_booleans(32, yes, no, &is_set));
    CHECK(!is_set);
}

/* The code of a call that fails. */
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
    types_of_fortran();
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
    types_of_fortran();
    truth();
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    sizes();
    known_already();
    /* The datatypes have the sizes that were told. */
    CHECK(bytes_of(MPI_INTEGER) == 4 && bytes_of(MPI_LOGICAL) == 4 && bytes_of(MPI_REAL) == 4);
    CHECK(bytes_of(MPI_DOUBLE_PRECISION) == 8 && bytes_of(MPI_LOGICAL16) == 16);
    CHECK(bytes_of(MPI_INTEGER16) == 16 && bytes_of(MPI_COMPLEX32) == 32);
    OK(MPI_Finalize());
    sizes();
    types_of_fortran();
    truth();
    return 0;
}

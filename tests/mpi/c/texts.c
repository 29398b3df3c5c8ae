/* Texts of the program are returned byte by byte, whatever their encoding. */
#include "check.h"

/* "The sea" in Latin-1, and bytes that are no character in any encoding. */
#define TEXT "S\xe9" "a \xff\xfe\xc3( \x80"

static void bytes(void)
{
    char text[MPI_MAX_OBJECT_NAME], string[MPI_MAX_ERROR_STRING], key[MPI_MAX_INFO_KEY], value[64];
    int length, code, flag;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Info info;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_get_name(comm, text, &length));
    CHECK(length == 0 && text[0] == 0);
    OK(MPI_Comm_set_name(comm, TEXT));
    OK(MPI_Comm_get_name(comm, text, &length));
    CHECK(length == (int)strlen(TEXT) && strcmp(text, TEXT) == 0);
    OK(MPI_Comm_free(&comm));

    OK(MPI_Type_dup(MPI_INT, &type));
    OK(MPI_Type_set_name(type, TEXT));
    OK(MPI_Type_get_name(type, text, &length));
    CHECK(length == (int)strlen(TEXT) && strcmp(text, TEXT) == 0);
    OK(MPI_Type_free(&type));

    OK(MPI_Add_error_class(&code));
    OK(MPI_Add_error_string(code, TEXT));
    OK(MPI_Error_string(code, string, &length));
    CHECK(length == (int)strlen(TEXT) && strcmp(string, TEXT) == 0);

    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, TEXT, TEXT " of it"));
    /* Differs in one byte that is not a character. */
    OK(MPI_Info_get(info, "S\xe8" "a \xff\xfe\xc3( \x80", 63, value, &flag));
    CHECK(!flag);
    OK(MPI_Info_get(info, TEXT, 63, value, &flag));
    CHECK(flag && strcmp(value, TEXT " of it") == 0);
    OK(MPI_Info_get_nthkey(info, 0, key));
    CHECK(strcmp(key, TEXT) == 0);
    OK(MPI_Info_get(info, TEXT, 2, value, &flag));
    CHECK(flag && strcmp(value, "S\xe9") == 0);
    OK(MPI_Info_delete(info, TEXT));
    OK(MPI_Info_free(&info));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    bytes();
    return MPI_Finalize();
}

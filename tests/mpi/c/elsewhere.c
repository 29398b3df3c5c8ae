/* Errors that no communicator hears of: those of files belong to MPI_FILE_NULL, whose handler
 * returns them, and those of a session to be to the handler that it is given. Programs do without,
 * and the handlers of communicators are those of the start here: their errors are fatal. */
#include "check.h"

static void no_session(void)
{
    MPI_Session session;

    CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) != MPI_SUCCESS);
    CHECK(session == MPI_SESSION_NULL);
}

static void no_file(MPI_Comm comm)
{
    const char *name = "/there is no folder/of this name";
    MPI_File file;
    MPI_Errhandler handler;
    char text[MPI_MAX_ERROR_STRING];
    int code, mode, length;

    code = MPI_File_open(comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    CHECK(code != MPI_SUCCESS && file == MPI_FILE_NULL);
    OK(MPI_Error_string(code, text, &length));
    CHECK(strstr(text, "MPI_File_open"));
    CHECK(MPI_File_delete(name, MPI_INFO_NULL) != MPI_SUCCESS);
    CHECK(MPI_File_close(&file) != MPI_SUCCESS);
    CHECK(MPI_File_get_amode(MPI_FILE_NULL, &mode) != MPI_SUCCESS);
    /* What these answer depends on what there is of files. */
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_File_get_errhandler(MPI_FILE_NULL, &handler);
    MPI_Register_datarep("none", NULL, NULL, NULL, NULL);
}

int main(int argc, char **argv)
{
    no_session();
    OK(MPI_Init(&argc, &argv));
    no_session();
    no_file(MPI_COMM_WORLD);
    no_file(MPI_COMM_NULL);
    return MPI_Finalize();
}

/* The handle of an object that could not be made is the null handle, whatever was there before. */
#include "check.h"

/* An invalid handle. */
static void scribble(void *place, size_t len)
{
    memset(place, 0x5a, len);
}

#define NOTHING(handle, null, call)                                                               \
    do {                                                                                           \
        scribble(&(handle), sizeof(handle));                                                       \
        CHECK((call) != MPI_SUCCESS && (handle) == (null));                                        \
    } while (0)

int main(int argc, char **argv)
{
    int rank, size, many[2], periods[2] = {0, 0}, twice[2] = {0, 0}, negative = -1;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Group group, world;
    MPI_Request request;
    MPI_Info info;
    MPI_Message message;
    MPI_Status status;
    MPI_Win win;
    MPI_File file;
    MPI_Session session;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    many[0] = many[1] = size + 1;

    NOTHING(comm, MPI_COMM_NULL, MPI_Cart_create(MPI_COMM_WORLD, 2, many, periods, 0, &comm));
    NOTHING(comm, MPI_COMM_NULL, MPI_Cart_create(MPI_COMM_NULL, 2, many, periods, 0, &comm));
    NOTHING(comm, MPI_COMM_NULL, MPI_Comm_split(MPI_COMM_WORLD, -7, 0, &comm));
    NOTHING(comm, MPI_COMM_NULL, MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm));
    NOTHING(group, MPI_GROUP_NULL, MPI_Group_incl(world, 2, twice, &group));
    NOTHING(type, MPI_DATATYPE_NULL, MPI_Type_contiguous(-1, MPI_INT, &type));
    NOTHING(type, MPI_DATATYPE_NULL, MPI_Type_indexed(1, &negative, twice, MPI_INT, &type));
    NOTHING(info, MPI_INFO_NULL, MPI_Info_dup(MPI_INFO_NULL, &info));
    NOTHING(message, MPI_MESSAGE_NULL, MPI_Mprobe(size, 0, MPI_COMM_WORLD, &message, &status));
    NOTHING(request, MPI_REQUEST_NULL,
            MPI_Isend(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &request));
    NOTHING(request, MPI_REQUEST_NULL,
            MPI_Ibcast(&rank, 1, MPI_INT, size, MPI_COMM_WORLD, &request));
    /* Nor is it made if the function is not implemented in this version. */
    NOTHING(win, MPI_WIN_NULL,
            MPI_Win_create(many, sizeof many, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    NOTHING(file, MPI_FILE_NULL,
            MPI_File_open(MPI_COMM_WORLD, "none", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    NOTHING(session, MPI_SESSION_NULL,
            MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    NOTHING(comm, MPI_COMM_NULL,
            MPI_Comm_spawn("none", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &comm,
                           MPI_ERRCODES_IGNORE));
    NOTHING(request, MPI_REQUEST_NULL,
            MPI_Psend_init(many, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
    /* So the rank that waits for it continues. */
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Group_free(&world));
    return MPI_Finalize();
}

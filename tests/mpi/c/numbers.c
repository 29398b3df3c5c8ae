/* Handles as integers and back, for other languages: predefined ones are their constants, those of
 * the program are different numbers that stay, and none is a constant's. */
#include "check.h"

static int rank;

#define IS_SAME(name, type, handle)                                                                \
    do {                                                                                           \
        type given = (handle);                                                                     \
        int number = MPI_##name##_toint(given);                                                    \
        CHECK(MPI_##name##_fromint(number) == given);                                              \
        CHECK(MPI_##name##_toint(given) == number);                                                \
    } while (0)

static void constants(void)
{
    IS_SAME(Comm, MPI_Comm, MPI_COMM_WORLD);
    IS_SAME(Comm, MPI_Comm, MPI_COMM_SELF);
    IS_SAME(Comm, MPI_Comm, MPI_COMM_NULL);
    IS_SAME(Errhandler, MPI_Errhandler, MPI_ERRORS_RETURN);
    IS_SAME(Errhandler, MPI_Errhandler, MPI_ERRHANDLER_NULL);
    IS_SAME(Group, MPI_Group, MPI_GROUP_EMPTY);
    IS_SAME(Info, MPI_Info, MPI_INFO_ENV);
    IS_SAME(Message, MPI_Message, MPI_MESSAGE_NO_PROC);
    IS_SAME(Op, MPI_Op, MPI_SUM);
    IS_SAME(Request, MPI_Request, MPI_REQUEST_NULL);
    IS_SAME(Type, MPI_Datatype, MPI_DOUBLE);
    IS_SAME(Win, MPI_Win, MPI_WIN_NULL);
    IS_SAME(File, MPI_File, MPI_FILE_NULL);
    IS_SAME(Session, MPI_Session, MPI_SESSION_NULL);
    CHECK(MPI_Comm_toint(MPI_COMM_WORLD) == 0x101 && MPI_Type_toint(MPI_DOUBLE) == 0x214);
    CHECK(MPI_Op_toint(MPI_SUM) == 0x21 && MPI_Request_toint(MPI_REQUEST_NULL) == 0x180);
}

static void made(void)
{
    MPI_Comm comm, other;
    MPI_Group group;
    MPI_Info info;
    MPI_Datatype type;
    MPI_Request request;
    int data;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &other));
    OK(MPI_Comm_group(comm, &group));
    OK(MPI_Info_create(&info));
    OK(MPI_Type_contiguous(2, MPI_INT, &type));
    OK(MPI_Recv_init(&data, 1, MPI_INT, 0, 0, comm, &request));
    IS_SAME(Comm, MPI_Comm, comm);
    IS_SAME(Group, MPI_Group, group);
    IS_SAME(Info, MPI_Info, info);
    IS_SAME(Type, MPI_Datatype, type);
    IS_SAME(Request, MPI_Request, request);
    CHECK(MPI_Comm_toint(comm) != MPI_Comm_toint(other));
    CHECK(MPI_Comm_toint(comm) >= 0x1000 && MPI_Type_toint(type) >= 0x1000);
    CHECK(MPI_Request_toint(request) >= 0x1000 && MPI_Group_toint(group) >= 0x1000);
    /* The names that programs had before. */
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm && MPI_Type_f2c(MPI_Type_c2f(type)) == type);
    MPI_Comm back = MPI_Comm_fromint(MPI_Comm_toint(comm));
    OK(MPI_Comm_rank(back, &rank));
    CHECK(rank == 0);
    OK(MPI_Request_free(&request));
    OK(MPI_Type_free(&type));
    OK(MPI_Info_free(&info));
    OK(MPI_Group_free(&group));
    OK(MPI_Comm_free(&other));
    OK(MPI_Comm_free(&comm));
}

static void statuses(void)
{
    MPI_Status status, back;
    MPI_Fint numbers[MPI_F_STATUS_SIZE];
    int count;

    memset(&status, 0, sizeof status);
    status.MPI_SOURCE = 4;
    status.MPI_TAG = 5;
    status.MPI_ERROR = 6;
    OK(MPI_Status_set_elements(&status, MPI_INT, 7));
    OK(MPI_Status_c2f(&status, numbers));
    OK(MPI_Status_f2c(numbers, &back));
    CHECK(back.MPI_SOURCE == 4 && back.MPI_TAG == 5 && back.MPI_ERROR == 6);
    OK(MPI_Get_count(&back, MPI_INT, &count));
    CHECK(count == 7);
}

int main(int argc, char **argv)
{
    /* Also before the start. */
    constants();
    OK(MPI_Init(&argc, &argv));
    constants();
    made();
    statuses();
    return MPI_Finalize();
}

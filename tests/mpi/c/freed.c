/* Handles that have been given back: calls refuse them and say which call and which handle. */
#include "check.h"

/* Whether a call has failed with this class, and says its name and the number of a handle. */
static int is_told(int code, int wanted, const char *call)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, class;

    OK(MPI_Error_class(code, &class));
    OK(MPI_Error_string(code, text, &length));
    if (class == wanted && strstr(text, call) && strpbrk(text, "0123456789"))
        return 1;
    printf("class %d, not %d, in %s: %s\n", class, wanted, call, text);
    return 0;
}

#define REFUSED(wanted, name, ...) CHECK(is_told(name(__VA_ARGS__), wanted, #name))

static int number, other, flag, list[4];
static void *value;
static char text[MPI_MAX_OBJECT_NAME];

static void communicators(void)
{
    MPI_Comm gone, made, again;
    MPI_Group group;
    MPI_Request request;
    MPI_Status status;
    MPI_Message message;
    MPI_Errhandler handler;
    MPI_Info info;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &made));
    gone = again = made;
    OK(MPI_Comm_free(&made));
    REFUSED(MPI_ERR_COMM, MPI_Comm_size, gone, &number);
    REFUSED(MPI_ERR_COMM, MPI_Comm_rank, gone, &number);
    REFUSED(MPI_ERR_COMM, MPI_Comm_group, gone, &group);
    REFUSED(MPI_ERR_COMM, MPI_Comm_dup, gone, &made);
    REFUSED(MPI_ERR_COMM, MPI_Comm_idup, gone, &made, &request);
    REFUSED(MPI_ERR_COMM, MPI_Comm_split, gone, 0, 0, &made);
    REFUSED(MPI_ERR_COMM, MPI_Comm_compare, gone, MPI_COMM_SELF, &number);
    REFUSED(MPI_ERR_COMM, MPI_Comm_compare, MPI_COMM_SELF, gone, &number);
    REFUSED(MPI_ERR_COMM, MPI_Comm_test_inter, gone, &flag);
    REFUSED(MPI_ERR_COMM, MPI_Comm_get_name, gone, text, &number);
    REFUSED(MPI_ERR_COMM, MPI_Comm_set_name, gone, "gone");
    REFUSED(MPI_ERR_COMM, MPI_Comm_get_info, gone, &info);
    REFUSED(MPI_ERR_COMM, MPI_Comm_get_errhandler, gone, &handler);
    REFUSED(MPI_ERR_COMM, MPI_Comm_set_errhandler, gone, MPI_ERRORS_RETURN);
    REFUSED(MPI_ERR_COMM, MPI_Comm_get_attr, gone, MPI_TAG_UB, &value, &flag);
    REFUSED(MPI_ERR_COMM, MPI_Comm_free, &again);
    REFUSED(MPI_ERR_COMM, MPI_Send, &number, 1, MPI_INT, 0, 0, gone);
    REFUSED(MPI_ERR_COMM, MPI_Ssend, &number, 1, MPI_INT, 0, 0, gone);
    REFUSED(MPI_ERR_COMM, MPI_Isend, &number, 1, MPI_INT, 0, 0, gone, &request);
    REFUSED(MPI_ERR_COMM, MPI_Send_init, &number, 1, MPI_INT, 0, 0, gone, &request);
    REFUSED(MPI_ERR_COMM, MPI_Recv, &number, 1, MPI_INT, 0, 0, gone, &status);
    REFUSED(MPI_ERR_COMM, MPI_Irecv, &number, 1, MPI_INT, 0, 0, gone, &request);
    REFUSED(MPI_ERR_COMM, MPI_Probe, 0, 0, gone, &status);
    REFUSED(MPI_ERR_COMM, MPI_Iprobe, 0, 0, gone, &flag, &status);
    REFUSED(MPI_ERR_COMM, MPI_Mprobe, 0, 0, gone, &message, &status);
    REFUSED(MPI_ERR_COMM, MPI_Sendrecv, &number, 1, MPI_INT, 0, 0, &other, 1, MPI_INT, 0, 0, gone,
            &status);
    REFUSED(MPI_ERR_COMM, MPI_Barrier, gone);
    REFUSED(MPI_ERR_COMM, MPI_Ibarrier, gone, &request);
    REFUSED(MPI_ERR_COMM, MPI_Bcast, &number, 1, MPI_INT, 0, gone);
    REFUSED(MPI_ERR_COMM, MPI_Allreduce, &number, &other, 1, MPI_INT, MPI_SUM, gone);
    REFUSED(MPI_ERR_COMM, MPI_Gather, &number, 1, MPI_INT, &other, 1, MPI_INT, 0, gone);
    REFUSED(MPI_ERR_COMM, MPI_Alltoall, &number, 1, MPI_INT, &other, 1, MPI_INT, gone);
    REFUSED(MPI_ERR_COMM, MPI_Cart_create, gone, 0, list, list, 0, &made);
    REFUSED(MPI_ERR_COMM, MPI_Cart_get, gone, 0, list, list, list);
    REFUSED(MPI_ERR_COMM, MPI_Topo_test, gone, &number);
    REFUSED(MPI_ERR_COMM, MPI_Intercomm_merge, gone, 0, &made);
    number = 0;
    REFUSED(MPI_ERR_COMM, MPI_Pack, list, 1, MPI_INT, &other, 4, &number, gone);
    REFUSED(MPI_ERR_COMM, MPI_Unpack, &other, 4, &number, list, 1, MPI_INT, gone);
    CHECK(number == 0);
    REFUSED(MPI_ERR_COMM, MPI_Pack_size, 1, MPI_INT, gone, &number);
    REFUSED(MPI_ERR_COMM, MPI_Ssend_init, &number, 1, MPI_INT, 0, 0, gone, &request);
}

static void datatypes(void)
{
    MPI_Datatype gone, made, again;
    MPI_Aint lb, extent;
    MPI_Request request;
    MPI_Status status;

    OK(MPI_Type_contiguous(2, MPI_INT, &made));
    OK(MPI_Type_commit(&made));
    gone = again = made;
    OK(MPI_Type_free(&made));
    REFUSED(MPI_ERR_TYPE, MPI_Type_size, gone, &number);
    REFUSED(MPI_ERR_TYPE, MPI_Type_get_extent, gone, &lb, &extent);
    REFUSED(MPI_ERR_TYPE, MPI_Type_commit, &again);
    REFUSED(MPI_ERR_TYPE, MPI_Type_free, &again);
    REFUSED(MPI_ERR_TYPE, MPI_Type_dup, gone, &made);
    REFUSED(MPI_ERR_TYPE, MPI_Type_contiguous, 2, gone, &made);
    REFUSED(MPI_ERR_TYPE, MPI_Type_vector, 2, 1, 1, gone, &made);
    REFUSED(MPI_ERR_TYPE, MPI_Type_get_name, gone, text, &number);
    REFUSED(MPI_ERR_TYPE, MPI_Type_get_envelope, gone, list, list + 1, list + 2, list + 3);
    REFUSED(MPI_ERR_TYPE, MPI_Send, list, 1, gone, 0, 0, MPI_COMM_SELF);
    REFUSED(MPI_ERR_TYPE, MPI_Irecv, list, 1, gone, 0, 0, MPI_COMM_SELF, &request);
    REFUSED(MPI_ERR_TYPE, MPI_Recv, list, 1, gone, 0, 0, MPI_COMM_SELF, &status);
    REFUSED(MPI_ERR_TYPE, MPI_Bcast, list, 1, gone, 0, MPI_COMM_SELF);
    REFUSED(MPI_ERR_TYPE, MPI_Allreduce, list, list + 2, 1, gone, MPI_SUM, MPI_COMM_SELF);
    REFUSED(MPI_ERR_TYPE, MPI_Pack_size, 1, gone, MPI_COMM_SELF, &number);
}

static void adds(void *from, void *into, int *count, MPI_Datatype *type)
{
    (void)from, (void)into, (void)count, (void)type;
}

static void operations(void)
{
    MPI_Op gone, made;
    MPI_Request request;

    OK(MPI_Op_create(adds, 1, &made));
    gone = made;
    OK(MPI_Op_free(&made));
    REFUSED(MPI_ERR_OP, MPI_Allreduce, list, list + 2, 1, MPI_INT, gone, MPI_COMM_SELF);
    REFUSED(MPI_ERR_OP, MPI_Iallreduce, list, list + 2, 1, MPI_INT, gone, MPI_COMM_SELF, &request);
    REFUSED(MPI_ERR_OP, MPI_Reduce, list, list + 2, 1, MPI_INT, gone, 0, MPI_COMM_SELF);
    REFUSED(MPI_ERR_OP, MPI_Scan, list, list + 2, 1, MPI_INT, gone, MPI_COMM_SELF);
    REFUSED(MPI_ERR_OP, MPI_Reduce_local, list, list + 2, 1, MPI_INT, gone);
    REFUSED(MPI_ERR_OP, MPI_Op_commutative, gone, &flag);
    made = gone;
    REFUSED(MPI_ERR_OP, MPI_Op_free, &made);
}

static void requests(void)
{
    MPI_Request gone[2], made;
    MPI_Status statuses[2];

    OK(MPI_Recv_init(list, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &made));
    gone[0] = gone[1] = made;
    OK(MPI_Request_free(&made));
    REFUSED(MPI_ERR_REQUEST, MPI_Wait, &gone[0], statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Test, &gone[0], &flag, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Waitany, 2, gone, &number, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Testany, 2, gone, &number, &flag, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Waitall, 2, gone, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Testall, 2, gone, &flag, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Waitsome, 2, gone, &number, list, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Testsome, 2, gone, &number, list, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Start, &gone[0]);
    REFUSED(MPI_ERR_REQUEST, MPI_Startall, 2, gone);
    REFUSED(MPI_ERR_REQUEST, MPI_Cancel, &gone[0]);
    REFUSED(MPI_ERR_REQUEST, MPI_Request_get_status, gone[0], &flag, statuses);
    REFUSED(MPI_ERR_REQUEST, MPI_Request_free, &gone[0]);
}

static void heard(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void groups_and_others(void)
{
    static char place[2];
    MPI_Group gone, made, result;
    MPI_Errhandler handler, lost;
    MPI_Info info, no_info;
    MPI_Comm comm;
    int key, no_key;

    OK(MPI_Comm_group(MPI_COMM_SELF, &made));
    gone = made;
    OK(MPI_Group_free(&made));
    REFUSED(MPI_ERR_GROUP, MPI_Group_size, gone, &number);
    REFUSED(MPI_ERR_GROUP, MPI_Group_rank, gone, &number);
    REFUSED(MPI_ERR_GROUP, MPI_Group_union, gone, MPI_GROUP_EMPTY, &result);
    REFUSED(MPI_ERR_GROUP, MPI_Group_incl, gone, 1, list, &result);
    REFUSED(MPI_ERR_GROUP, MPI_Group_compare, MPI_GROUP_EMPTY, gone, &number);
    REFUSED(MPI_ERR_GROUP, MPI_Comm_create, MPI_COMM_SELF, gone, &comm);
    REFUSED(MPI_ERR_GROUP, MPI_Comm_create_group, MPI_COMM_SELF, gone, 0, &comm);
    made = gone;
    REFUSED(MPI_ERR_GROUP, MPI_Group_free, &made);

    OK(MPI_Comm_create_errhandler(heard, &handler));
    lost = handler;
    OK(MPI_Errhandler_free(&handler));
    REFUSED(MPI_ERR_ERRHANDLER, MPI_Comm_set_errhandler, MPI_COMM_SELF, lost);
    REFUSED(MPI_ERR_ERRHANDLER, MPI_Errhandler_free, &lost);

    OK(MPI_Info_create(&info));
    no_info = info;
    OK(MPI_Info_free(&info));
    REFUSED(MPI_ERR_INFO, MPI_Info_set, no_info, "key", "value");
    REFUSED(MPI_ERR_INFO, MPI_Info_get, no_info, "key", 1, place, &flag);
    REFUSED(MPI_ERR_INFO, MPI_Info_get_nkeys, no_info, &number);
    REFUSED(MPI_ERR_INFO, MPI_Info_delete, no_info, "key");
    REFUSED(MPI_ERR_INFO, MPI_Info_dup, no_info, &info);
    REFUSED(MPI_ERR_INFO, MPI_Comm_set_info, MPI_COMM_SELF, no_info);
    REFUSED(MPI_ERR_INFO, MPI_Comm_dup_with_info, MPI_COMM_SELF, no_info, &comm);
    REFUSED(MPI_ERR_INFO, MPI_Alloc_mem, 8, no_info, &value);
    REFUSED(MPI_ERR_INFO, MPI_Info_free, &no_info);

    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    no_key = key;
    OK(MPI_Comm_free_keyval(&key));
    REFUSED(MPI_ERR_KEYVAL, MPI_Comm_set_attr, MPI_COMM_SELF, no_key, place);
    REFUSED(MPI_ERR_KEYVAL, MPI_Comm_get_attr, MPI_COMM_SELF, no_key, &value, &flag);
    REFUSED(MPI_ERR_KEYVAL, MPI_Comm_delete_attr, MPI_COMM_SELF, no_key);
    REFUSED(MPI_ERR_KEYVAL, MPI_Type_set_attr, MPI_INT, no_key, place);
    REFUSED(MPI_ERR_KEYVAL, MPI_Comm_free_keyval, &no_key);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    communicators();
    datatypes();
    operations();
    requests();
    groups_and_others();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    return MPI_Finalize();
}

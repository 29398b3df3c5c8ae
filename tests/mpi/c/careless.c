/* What programs do wrong: each call answers with the class of the standard, and says in words which
 * call it was and which value. */
#include "check.h"

static int rank, size, number, unclear, list[8], into[8];
static char text[MPI_MAX_ERROR_STRING];

/* The error has this class, and its text has these words. */
static int is_told(int code, int wanted, const char *call, const char *words)
{
    int length, class;

    OK(MPI_Error_class(code, &class));
    OK(MPI_Error_string(code, text, &length));
    if (class == wanted && strstr(text, call) && strstr(text, words))
        return 1;
    printf("class %d, not %d, in %s, or without \"%s\": %s\n", class, wanted, call, words, text);
    return 0;
}

#define TOLD(class, words, name, ...)                                                              \
    unclear += !is_told(name(__VA_ARGS__), class, #name, words)

static void messages(void)
{
    MPI_Request request;
    MPI_Status status;
    MPI_Datatype raw;
    int *most, flag;

    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &flag));
    TOLD(MPI_ERR_COUNT, "-1", MPI_Send, list, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    TOLD(MPI_ERR_COUNT, "-7", MPI_Irecv, list, -7, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    TOLD(MPI_ERR_RANK, "-5", MPI_Send, list, 1, MPI_INT, -5, 0, MPI_COMM_WORLD);
    TOLD(MPI_ERR_RANK, "MPI_COMM_WORLD", MPI_Recv, list, 1, MPI_INT, size, 0, MPI_COMM_WORLD,
         &status);
    /* Wildcards are for receives. */
    TOLD(MPI_ERR_RANK, "MPI_ANY_SOURCE", MPI_Send, list, 1, MPI_INT, MPI_ANY_SOURCE, 0,
         MPI_COMM_WORLD);
    TOLD(MPI_ERR_TAG, "MPI_ANY_TAG", MPI_Isend, list, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD,
         &request);
    TOLD(MPI_ERR_TAG, "-9", MPI_Ssend, list, 1, MPI_INT, 0, -9, MPI_COMM_WORLD);
    if (*most < 2147483647)
        TOLD(MPI_ERR_TAG, "tag", MPI_Send, list, 1, MPI_INT, 0, *most + 1, MPI_COMM_WORLD);
    TOLD(MPI_ERR_COMM, "MPI_COMM_NULL", MPI_Send, list, 1, MPI_INT, 0, 0, MPI_COMM_NULL);
    TOLD(MPI_ERR_TYPE, "MPI_DATATYPE_NULL", MPI_Send, list, 1, MPI_DATATYPE_NULL, 0, 0,
         MPI_COMM_WORLD);
    OK(MPI_Type_vector(2, 1, 2, MPI_INT, &raw));
    OK(MPI_Type_set_name(raw, "half a row"));
    TOLD(MPI_ERR_TYPE, "MPI_Type_commit", MPI_Send, list, 1, raw, 0, 0, MPI_COMM_WORLD);
    TOLD(MPI_ERR_TYPE, "half a row", MPI_Bcast, list, 1, raw, 0, MPI_COMM_WORLD);
    OK(MPI_Type_free(&raw));
    TOLD(MPI_ERR_BUFFER, "attach", MPI_Bsend, list, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
}

/* Buffers that are none. */
static void nowhere(void)
{
    MPI_Status status;

    TOLD(MPI_ERR_BUFFER, "MPI_IN_PLACE", MPI_Send, MPI_IN_PLACE, 1, MPI_INT, rank, 0,
         MPI_COMM_WORLD);
    TOLD(MPI_ERR_BUFFER, "MPI_IN_PLACE", MPI_Send, MPI_IN_PLACE, 1, MPI_INT, MPI_PROC_NULL, 0,
         MPI_COMM_WORLD);
    TOLD(MPI_ERR_BUFFER, "MPI_IN_PLACE", MPI_Recv, MPI_IN_PLACE, 1, MPI_INT, rank, 0,
         MPI_COMM_WORLD, &status);
    TOLD(MPI_ERR_BUFFER, "MPI_IN_PLACE", MPI_Sendrecv_replace, MPI_IN_PLACE, 1, MPI_INT, rank, 0,
         rank, 0, MPI_COMM_WORLD, &status);
    TOLD(MPI_ERR_BUFFER, "MPI_IN_PLACE", MPI_Reduce_local, MPI_IN_PLACE, into, 1, MPI_INT, MPI_SUM);
    TOLD(MPI_ERR_BUFFER, "0x0", MPI_Reduce_local, NULL, into, 1, MPI_INT, MPI_SUM);
    TOLD(MPI_ERR_BUFFER, "0x0", MPI_Reduce_local, list, NULL, 1, MPI_INT, MPI_SUM);
}

/* Data that are packed: from nowhere, or of a datatype that may not be used yet. */
static void packing(void)
{
    char packed[64] = {0};
    char *way = "external32";
    int at = 0, integers[2];
    MPI_Aint from = 0;
    MPI_Datatype raw;

    TOLD(MPI_ERR_BUFFER, "0x0", MPI_Pack, NULL, 1, MPI_INT, packed, 64, &at, MPI_COMM_SELF);
    TOLD(MPI_ERR_BUFFER, "0x0", MPI_Unpack, packed, 64, &at, NULL, 1, MPI_INT, MPI_COMM_SELF);
    TOLD(MPI_ERR_BUFFER, "MPI_IN_PLACE", MPI_Pack, MPI_IN_PLACE, 1, MPI_INT, packed, 64, &at,
         MPI_COMM_SELF);
    TOLD(MPI_ERR_BUFFER, "0x0", MPI_Pack_external, way, NULL, 1, MPI_INT, packed, 64, &from);
    TOLD(MPI_ERR_BUFFER, "0x0", MPI_Unpack_external, way, packed, 64, &from, NULL, 1, MPI_INT);
    OK(MPI_Type_contiguous(2, MPI_INT, &raw));
    TOLD(MPI_ERR_TYPE, "commit", MPI_Pack, list, 1, raw, packed, 64, &at, MPI_COMM_SELF);
    TOLD(MPI_ERR_TYPE, "commit", MPI_Unpack, packed, 64, &at, list, 1, raw, MPI_COMM_SELF);
    TOLD(MPI_ERR_TYPE, "commit", MPI_Pack_external, way, list, 1, raw, packed, 64, &from);
    TOLD(MPI_ERR_TYPE, "commit", MPI_Unpack_external, way, packed, 64, &from, list, 1, raw);
    TOLD(MPI_ERR_ARG, "array_of_datatypes", MPI_Type_get_contents, raw, 2, 0, 1, integers, &from,
         NULL);
    CHECK(at == 0 && from == 0);
    OK(MPI_Type_free(&raw));
}

/* Longer than the receive: by how much, from whom. */
static void too_long(void)
{
    MPI_Request request;
    MPI_Status status;
    char words[64];

    OK(MPI_Isend(list, 4, MPI_INT, rank, 3, MPI_COMM_WORLD, &request));
    TOLD(MPI_ERR_TRUNCATE, "16 bytes", MPI_Recv, into, 2, MPI_INT, rank, 3, MPI_COMM_WORLD,
         &status);
    sprintf(words, "rank %d", rank);
    CHECK(strstr(text, words) && strstr(text, "buffer 8") && strstr(text, "tag 3"));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void collectives(void)
{
    int counts[8] = {1, 1, 1, 1, 1, 1, 1, 1};

    TOLD(MPI_ERR_ROOT, "root", MPI_Bcast, list, 1, MPI_INT, size, MPI_COMM_WORLD);
    TOLD(MPI_ERR_ROOT, "-9", MPI_Reduce, list, into, 1, MPI_INT, MPI_SUM, -9, MPI_COMM_WORLD);
    TOLD(MPI_ERR_COUNT, "-3", MPI_Allreduce, list, into, -3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    TOLD(MPI_ERR_OP, "MPI_OP_NULL", MPI_Allreduce, list, into, 1, MPI_INT, MPI_OP_NULL,
         MPI_COMM_WORLD);
    TOLD(MPI_ERR_OP, "MPI_BAND", MPI_Allreduce, list, into, 1, MPI_DOUBLE, MPI_BAND,
         MPI_COMM_WORLD);
    counts[size - 1] = -2;
    if (size <= 8)
        TOLD(MPI_ERR_COUNT, "-2", MPI_Allgatherv, list, 1, MPI_INT, into, counts, counts, MPI_INT,
             MPI_COMM_WORLD);
    TOLD(MPI_ERR_COMM, "MPI_COMM_NULL", MPI_Barrier, MPI_COMM_NULL);
    TOLD(MPI_ERR_TOPOLOGY, "MPI_COMM_WORLD", MPI_Neighbor_allgather, list, 1, MPI_INT, into, 1,
         MPI_INT, MPI_COMM_WORLD);
}

static void requests(void)
{
    MPI_Request request, array[2];
    MPI_Status status;

    OK(MPI_Irecv(into, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request));
    /* Only persistent requests are started, and not twice. */
    TOLD(MPI_ERR_REQUEST, "persistent", MPI_Start, &request);
    OK(MPI_Send(list, 1, MPI_INT, rank, 5, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, &status));
    TOLD(MPI_ERR_REQUEST, "MPI_REQUEST_NULL", MPI_Start, &request);
    TOLD(MPI_ERR_REQUEST, "MPI_REQUEST_NULL", MPI_Cancel, &request);
    TOLD(MPI_ERR_REQUEST, "MPI_REQUEST_NULL", MPI_Request_free, &request);
    OK(MPI_Recv_init(into, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &request));
    OK(MPI_Start(&request));
    TOLD(MPI_ERR_REQUEST, "active", MPI_Start, &request);
    OK(MPI_Send(list, 1, MPI_INT, rank, 6, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Request_free(&request));
    array[0] = array[1] = MPI_REQUEST_NULL;
    TOLD(MPI_ERR_ARG, "-1", MPI_Waitall, -1, array, MPI_STATUSES_IGNORE);
}

static void objects(void)
{
    MPI_Comm comm = MPI_COMM_WORLD, made;
    MPI_Datatype type = MPI_INT, row;
    MPI_Op op = MPI_SUM;
    MPI_Group group = MPI_GROUP_NULL;
    int dims[2] = {3, 0}, periods[2] = {0, 0};

    /* Its messages have the tag that the program gives. */
    OK(MPI_Comm_group(MPI_COMM_SELF, &group));
    TOLD(MPI_ERR_TAG, "-9", MPI_Comm_create_group, MPI_COMM_WORLD, group, -9, &made);
    OK(MPI_Group_free(&group));
    TOLD(MPI_ERR_TAG, "-4", MPI_Intercomm_create, MPI_COMM_SELF, 0, MPI_COMM_WORLD,
         (rank + 1) % size, -4, &made);
    TOLD(MPI_ERR_TAG, "MPI_ANY_TAG", MPI_Intercomm_create, MPI_COMM_SELF, 0, MPI_COMM_WORLD,
         (rank + 1) % size, MPI_ANY_TAG, &made);
    /* What is predefined stays. */
    TOLD(MPI_ERR_COMM, "MPI_COMM_WORLD", MPI_Comm_free, &comm);
    TOLD(MPI_ERR_TYPE, "MPI_INT", MPI_Type_free, &type);
    TOLD(MPI_ERR_OP, "MPI_SUM", MPI_Op_free, &op);
    TOLD(MPI_ERR_GROUP, "MPI_GROUP_NULL", MPI_Group_free, &group);
    TOLD(MPI_ERR_ARG, "-2", MPI_Comm_split, MPI_COMM_WORLD, -2, 0, &made);
    dims[0] = size + 1;
    TOLD(MPI_ERR_DIMS, "", MPI_Dims_create, size, 2, dims);
    dims[0] = dims[1] = size + 1;
    CHECK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &made) != MPI_SUCCESS);
    TOLD(MPI_ERR_TOPOLOGY, "MPI_COMM_WORLD", MPI_Cart_shift, MPI_COMM_WORLD, 0, 1, &number,
         &number);
    CHECK(MPI_Type_vector(-1, 1, 1, MPI_INT, &row) != MPI_SUCCESS);
    TOLD(MPI_ERR_ARG, "", MPI_Comm_size, MPI_COMM_WORLD, NULL);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    messages();
    nowhere();
    packing();
    too_long();
    collectives();
    requests();
    objects();
    CHECK(unclear == 0);
    return MPI_Finalize();
}

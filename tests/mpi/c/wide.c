/* The forms of calls with large counts: each gives what the ordinary one gives; and counts that no
 * int holds, where they cost no memory. */
#include "check.h"

enum { MOST = 16 };

static int rank, size, next, previous;
static MPI_Comm comm;
static int out[MOST], in[MOST];
static MPI_Count counts[MOST];
static MPI_Aint places[MOST], bytes[MOST];
static MPI_Datatype types[MOST];

/* Waits, and gives a persistent request back. */
static void done(MPI_Request *request, int is_persistent)
{
    if (is_persistent)
        OK(MPI_Start(request));
    OK(MPI_Wait(request, MPI_STATUS_IGNORE));
    if (is_persistent)
        OK(MPI_Request_free(request));
}

static void receives(int tag)
{
    MPI_Status status;
    MPI_Count count;

    in[0] = -1;
    OK(MPI_Recv_c(in, MOST, MPI_INT, previous, tag, comm, &status));
    OK(MPI_Get_count_c(&status, MPI_INT, &count));
    CHECK(count == 1 && in[0] == previous + tag);
}

static void messages(void)
{
    static char room[4096 + MPI_BSEND_OVERHEAD];
    const MPI_Count one = 1;
    MPI_Count size_of;
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    void *given;
    int tag = 0;

#define SENDS(...)                                                                                 \
    do {                                                                                           \
        out[0] = rank + tag;                                                                       \
        __VA_ARGS__;                                                                               \
        receives(tag);                                                                             \
        tag++;                                                                                     \
    } while (0)
#define LATER(call, is_persistent)                                                                 \
    do {                                                                                           \
        out[0] = rank + tag;                                                                       \
        OK(call(out, one, MPI_INT, next, tag, comm, &request));                                    \
        if (is_persistent)                                                                         \
            OK(MPI_Start(&request));                                                               \
        receives(tag);                                                                             \
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));                                                 \
        if (is_persistent)                                                                         \
            OK(MPI_Request_free(&request));                                                        \
        tag++;                                                                                     \
    } while (0)
    OK(MPI_Buffer_attach_c(room, sizeof room));
    SENDS(OK(MPI_Send_c(out, one, MPI_INT, next, tag, comm)));
    SENDS(OK(MPI_Bsend_c(out, one, MPI_INT, next, tag, comm)));
    LATER(MPI_Isend_c, 0);
    LATER(MPI_Ibsend_c, 0);
    LATER(MPI_Issend_c, 0);
    LATER(MPI_Send_init_c, 1);
    LATER(MPI_Bsend_init_c, 1);
    LATER(MPI_Ssend_init_c, 1);
    OK(MPI_Buffer_detach_c(&given, &size_of));
    CHECK(given == room && size_of == sizeof room);
    /* Ready sends, and a synchronous one, to a receive that is posted. */
    for (int way = 0; way < 4; way++) {
        MPI_Request receive;
        in[0] = -1;
        if (way % 2)
            OK(MPI_Irecv_c(in, one, MPI_INT, previous, tag, comm, &receive));
        else
            OK(MPI_Recv_init_c(in, one, MPI_INT, previous, tag, comm, &receive));
        if (way % 2 == 0)
            OK(MPI_Start(&receive));
        OK(MPI_Barrier(comm));
        out[0] = rank + way;
        switch (way) {
        case 0: OK(MPI_Rsend_c(out, one, MPI_INT, next, tag, comm)); break;
        case 1: OK(MPI_Irsend_c(out, one, MPI_INT, next, tag, comm, &request)); break;
        case 2: OK(MPI_Rsend_init_c(out, one, MPI_INT, next, tag, comm, &request)); break;
        default: OK(MPI_Ssend_c(out, one, MPI_INT, next, tag, comm));
        }
        if (way == 1 || way == 2)
            done(&request, way == 2);
        OK(MPI_Wait(&receive, MPI_STATUS_IGNORE));
        CHECK(in[0] == previous + way);
        if (way % 2 == 0)
            OK(MPI_Request_free(&receive));
        tag++;
    }
    out[0] = rank;
    OK(MPI_Sendrecv_c(out, one, MPI_INT, next, 1, in, one, MPI_INT, previous, 1, comm, &status));
    CHECK(in[0] == previous);
    OK(MPI_Sendrecv_replace_c(out, one, MPI_INT, next, 2, previous, 2, comm, &status));
    CHECK(out[0] == previous);
    OK(MPI_Isendrecv_c(&rank, one, MPI_INT, next, 3, in, one, MPI_INT, previous, 3, comm,
                       &request));
    done(&request, 0);
    CHECK(in[0] == previous);
    out[0] = rank;
    OK(MPI_Isendrecv_replace_c(out, one, MPI_INT, next, 4, previous, 4, comm, &request));
    done(&request, 0);
    CHECK(out[0] == previous);
    for (int is_later = 0; is_later < 2; is_later++) {
        OK(MPI_Isend_c(&rank, one, MPI_INT, next, 5, comm, &request));
        OK(MPI_Mprobe(previous, 5, comm, &message, &status));
        if (is_later) {
            MPI_Request receive;
            OK(MPI_Imrecv_c(in, one, MPI_INT, &message, &receive));
            done(&receive, 0);
        } else {
            OK(MPI_Mrecv_c(in, one, MPI_INT, &message, &status));
        }
        done(&request, 0);
        CHECK(in[0] == previous && message == MPI_MESSAGE_NULL);
    }
}

/* One element of each rank: rank i gives 100 i, and in calls with a part for each, 100 i + j. */
static void fill(void)
{
    for (int at = 0; at < size; at++) {
        out[at] = 100 * rank + at;
        in[at] = -1;
    }
}

static void is_gathered(void)
{
    for (int at = 0; at < size; at++)
        CHECK(in[at] == 100 * at);
}

static void is_exchanged(void)
{
    for (int at = 0; at < size; at++)
        CHECK(in[at] == 100 * at + rank);
}

static void is_bcast(void)
{
    CHECK(out[0] == 0);
}

static void is_scattered(void)
{
    CHECK(in[0] == rank);
}

static void is_sum(void)
{
    CHECK(in[0] == 50 * size * (size - 1));
}

static void is_dealt(void)
{
    CHECK(in[0] == 50 * size * (size - 1) + size * rank);
}

static void is_scan(void)
{
    CHECK(in[0] == 50 * rank * (rank + 1));
}

static void is_exscan(void)
{
    CHECK(rank == 0 || in[0] == 50 * rank * (rank - 1));
}

static void at_the_root(void (*is)(void))
{
    if (rank == 0)
        is();
}

static void everywhere(void (*is)(void))
{
    is();
}

/* The three forms of a collective call, which take the same arguments at first. */
#define CALLS(name, later, kept, where, what, ...)                                                 \
    do {                                                                                           \
        MPI_Request request;                                                                       \
        fill();                                                                                    \
        OK(name(__VA_ARGS__, comm));                                                               \
        where(what);                                                                               \
        fill();                                                                                    \
        OK(later(__VA_ARGS__, comm, &request));                                                    \
        done(&request, 0);                                                                         \
        where(what);                                                                               \
        fill();                                                                                    \
        OK(kept(__VA_ARGS__, comm, MPI_INFO_NULL, &request));                                      \
        done(&request, 1);                                                                         \
        where(what);                                                                               \
    } while (0)
#define EACH(name, small, where, what, ...)                                                        \
    CALLS(MPI_##name##_c, MPI_I##small##_c, MPI_##name##_init_c, where, what, __VA_ARGS__)

static void collectives(void)
{
    EACH(Bcast, bcast, everywhere, is_bcast, out, 1, MPI_INT, 0);
    EACH(Gather, gather, at_the_root, is_gathered, out, 1, MPI_INT, in, 1, MPI_INT, 0);
    EACH(Gatherv, gatherv, at_the_root, is_gathered, out, 1, MPI_INT, in, counts, places, MPI_INT,
         0);
    EACH(Scatter, scatter, everywhere, is_scattered, out, 1, MPI_INT, in, 1, MPI_INT, 0);
    EACH(Scatterv, scatterv, everywhere, is_scattered, out, counts, places, MPI_INT, in, 1, MPI_INT,
         0);
    EACH(Allgather, allgather, everywhere, is_gathered, out, 1, MPI_INT, in, 1, MPI_INT);
    EACH(Allgatherv, allgatherv, everywhere, is_gathered, out, 1, MPI_INT, in, counts, places,
         MPI_INT);
    EACH(Alltoall, alltoall, everywhere, is_exchanged, out, 1, MPI_INT, in, 1, MPI_INT);
    EACH(Alltoallv, alltoallv, everywhere, is_exchanged, out, counts, places, MPI_INT, in, counts,
         places, MPI_INT);
    EACH(Alltoallw, alltoallw, everywhere, is_exchanged, out, counts, bytes, types, in, counts,
         bytes, types);
    EACH(Reduce, reduce, at_the_root, is_sum, out, in, 1, MPI_INT, MPI_SUM, 0);
    EACH(Allreduce, allreduce, everywhere, is_sum, out, in, 1, MPI_INT, MPI_SUM);
    EACH(Reduce_scatter, reduce_scatter, everywhere, is_dealt, out, in, counts, MPI_INT, MPI_SUM);
    EACH(Reduce_scatter_block, reduce_scatter_block, everywhere, is_dealt, out, in, 1, MPI_INT,
         MPI_SUM);
    EACH(Scan, scan, everywhere, is_scan, out, in, 1, MPI_INT, MPI_SUM);
    EACH(Exscan, exscan, everywhere, is_exscan, out, in, 1, MPI_INT, MPI_SUM);
}

static void is_from_both(void)
{
    CHECK(in[0] == 100 * previous && in[1] == 100 * next);
}

static void is_for_this(void)
{
    CHECK(in[0] == 100 * previous + 1 && in[1] == 100 * next);
}

static void neighbours(void)
{
    const int yes = 1;
    MPI_Comm whole = comm;

    OK(MPI_Cart_create(whole, 1, &size, &yes, 0, &comm));
    EACH(Neighbor_allgather, neighbor_allgather, everywhere, is_from_both, out, 1, MPI_INT, in, 1,
         MPI_INT);
    EACH(Neighbor_allgatherv, neighbor_allgatherv, everywhere, is_from_both, out, 1, MPI_INT, in,
         counts, places, MPI_INT);
    /* In a ring of one or two both neighbours are the same: what goes up comes from below. */
    EACH(Neighbor_alltoall, neighbor_alltoall, everywhere, is_for_this, out, 1, MPI_INT, in, 1,
         MPI_INT);
    EACH(Neighbor_alltoallv, neighbor_alltoallv, everywhere, is_for_this, out, counts, places,
         MPI_INT, in, counts, places, MPI_INT);
    EACH(Neighbor_alltoallw, neighbor_alltoallw, everywhere, is_for_this, out, counts, bytes, types,
         in, counts, bytes, types);
    OK(MPI_Comm_free(&comm));
    comm = whole;
}

/* Nothing, more often than an int can say. */
static void far(void)
{
    const MPI_Count many = ((MPI_Count)1 << 32) + 3;
    MPI_Datatype nothing;
    MPI_Count count, position = 0, packed;
    MPI_Status status;
    int few;

    OK(MPI_Type_contiguous(0, MPI_INT, &nothing));
    OK(MPI_Type_commit(&nothing));
    OK(MPI_Sendrecv_c(NULL, many, nothing, next, 6, NULL, many, nothing, previous, 6, comm,
                      &status));
    OK(MPI_Get_count(&status, nothing, &few));
    CHECK(few == 0);
    OK(MPI_Bcast_c(NULL, many, nothing, 0, comm));
    OK(MPI_Pack_size_c(many, nothing, comm, &packed));
    OK(MPI_Pack_size_c(many, MPI_INT, comm, &packed));
    CHECK(packed >= many * 4);
    OK(MPI_Pack_external_size_c("external32", many, MPI_DOUBLE, &packed));
    CHECK(packed == many * 8);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    CHECK(MPI_Pack_external_size_c("external32", (MPI_Count)1 << 61, MPI_DOUBLE, &packed)
          != MPI_SUCCESS);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Pack_c(out, 2, MPI_INT, in, sizeof in, &position, comm));
    CHECK(position >= 8);
    position = 0;
    OK(MPI_Unpack_c(in, sizeof in, &position, out, 2, MPI_INT, comm));
    position = 0;
    OK(MPI_Pack_external_c("external32", out, 2, MPI_INT, in, sizeof in, &position));
    CHECK(position == 8);
    position = 0;
    OK(MPI_Unpack_external_c("external32", in, sizeof in, &position, out, 2, MPI_INT));
    OK(MPI_Status_set_elements_x(&status, MPI_INT, many));
    OK(MPI_Get_elements_c(&status, MPI_INT, &count));
    CHECK(count == many);
    OK(MPI_Get_elements_x(&status, MPI_INT, &count));
    CHECK(count == many);
    OK(MPI_Get_elements(&status, MPI_INT, &few));
    CHECK(few == MPI_UNDEFINED);
    OK(MPI_Type_free(&nothing));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    comm = MPI_COMM_WORLD;
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    CHECK(size <= MOST);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    for (int at = 0; at < MOST; at++) {
        counts[at] = 1;
        places[at] = at;
        bytes[at] = (MPI_Aint)sizeof(int) * at;
        types[at] = MPI_INT;
    }
    messages();
    collectives();
    if (size > 1)
        neighbours();
    far();
    return MPI_Finalize();
}

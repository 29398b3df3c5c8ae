/* Buffered sends: what fits, when the room is free again, that giving back the buffer waits for the
 * messages in it; blocking, later and persistent. */
#include "check.h"

enum { EACH = 1000, KEPT = 4 };

static int rank, size, next, previous;

/* Room for so many messages of so many bytes, as the standard tells programs to compute it. */
static int room_for(int messages, int bytes)
{
    int packed;

    OK(MPI_Pack_size(bytes, MPI_CHAR, MPI_COMM_WORLD, &packed));
    return messages * (packed + MPI_BSEND_OVERHEAD);
}

static int class_of(int code)
{
    int found;
    OK(MPI_Error_class(code, &found));
    return found;
}

static void takes(int tag, int wanted)
{
    static char in[EACH];
    MPI_Status status;
    int count;

    OK(MPI_Recv(in, EACH, MPI_CHAR, previous, tag, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, MPI_CHAR, &count));
    CHECK(count == EACH && in[0] == (char)wanted && in[EACH - 1] == (char)wanted);
}

/* As many as were counted for fit, whatever the receiver does. */
static void all_that_fit(void)
{
    static char out[EACH];
    int bytes = room_for(KEPT, EACH), given_bytes;
    char *room = malloc((size_t)bytes);
    void *given;
    MPI_Request request;

    OK(MPI_Buffer_attach(room, bytes));
    for (int round = 0; round < 3; round++) {
        for (int tag = 0; tag < KEPT; tag++) {
            memset(out, rank + tag, EACH);
            if (tag % 2) {
                OK(MPI_Ibsend(out, EACH, MPI_CHAR, next, tag, MPI_COMM_WORLD, &request));
                OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            } else {
                OK(MPI_Bsend(out, EACH, MPI_CHAR, next, tag, MPI_COMM_WORLD));
            }
            memset(out, 99, EACH);
        }
        for (int tag = KEPT - 1; tag >= 0; tag--)
            takes(tag, previous + tag);
        /* All have been received: there is room for as many again. */
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    OK(MPI_Buffer_detach(&given, &given_bytes));
    CHECK(given == room && given_bytes == bytes);
    free(room);
}

static void too_much(void)
{
    static char out[EACH], room[100 + MPI_BSEND_OVERHEAD];
    void *given;
    int bytes;
    MPI_Request request;

    CHECK(class_of(MPI_Bsend(out, 1, MPI_CHAR, next, 0, MPI_COMM_WORLD)) == MPI_ERR_BUFFER);
    OK(MPI_Buffer_attach(room, sizeof room));
    CHECK(class_of(MPI_Buffer_attach(room, sizeof room)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Bsend(out, EACH, MPI_CHAR, next, 0, MPI_COMM_WORLD)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Ibsend(out, EACH, MPI_CHAR, next, 0, MPI_COMM_WORLD, &request)) ==
          MPI_ERR_BUFFER);
    /* To nobody it takes no room. */
    OK(MPI_Bsend(out, EACH, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Bsend(out, 100, MPI_CHAR, rank, 1, MPI_COMM_WORLD));
    OK(MPI_Recv(out, 100, MPI_CHAR, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Buffer_detach(&given, &bytes));
    CHECK(class_of(MPI_Buffer_detach(&given, &bytes)) == MPI_ERR_BUFFER);
}

/* Detach waits until what was in the buffer has left it: the memory may be used again. */
static void given_back(void)
{
    enum { LONG = 200000 };
    static char out[LONG], in[LONG], room[LONG + MPI_BSEND_OVERHEAD];
    void *given;
    int bytes;
    MPI_Request request;

    memset(out, 1 + rank, LONG);
    OK(MPI_Irecv(in, LONG, MPI_CHAR, previous, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Buffer_attach(room, sizeof room));
    OK(MPI_Bsend(out, LONG, MPI_CHAR, next, 2, MPI_COMM_WORLD));
    OK(MPI_Buffer_detach(&given, &bytes));
    memset(room, 77, sizeof room);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(in[0] == 1 + previous && in[LONG / 2] == 1 + previous && in[LONG - 1] == 1 + previous);
}

static void persistent(void)
{
    static char out[EACH];
    int bytes = room_for(1, EACH);
    char *room = malloc((size_t)bytes);
    void *given;
    MPI_Request request;

    OK(MPI_Buffer_attach(room, bytes));
    OK(MPI_Bsend_init(out, EACH, MPI_CHAR, next, 3, MPI_COMM_WORLD, &request));
    for (int round = 0; round < 5; round++) {
        memset(out, rank + round, EACH);
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        memset(out, 99, EACH);
        takes(3, previous + round);
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    OK(MPI_Request_free(&request));
    OK(MPI_Buffer_detach(&given, &bytes));
    free(room);
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    all_that_fit();
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    too_much();
    given_back();
    persistent();
    return MPI_Finalize();
}

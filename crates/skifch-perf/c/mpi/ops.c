/* Measures the cost of the calls of an MPI library; can be linked with any of them.
 * Usage: ops seconds-per-figure cores rate|latency|bandwidth|collectives|ring|start */
#include "figure.h"
#include <mpi.h>

#define WINDOW 64         /* messages in flight at a time */
#define IN_THE_WAY 1000   /* posted receives that never match */
#define LARGE (4ul << 20) /* bytes of the longest message */
#define IDLE_TAG 99
#define MOST_RANKS 64     /* the limit of skif-perf; 64 parts of 64 KB make LARGE bytes */

static char *from, *to;
static int bytes;
static MPI_Comm world = MPI_COMM_WORLD;

static void meet(void)
{
    MPI_Barrier(world);
}

static long agree_on(long of_zero)
{
    MPI_Bcast(&of_zero, 1, MPI_LONG, 0, world);
    return of_zero;
}

/* A window of messages from rank 0 to rank 1; rank 1 posts receives for this source and tag. */
static int receives_from, receives_tag, tags = 1;

static void window(int n)
{
    MPI_Request requests[WINDOW];
    for (int i = 0; i < n; i++)
        if (me == 0) {
            MPI_Isend(from, bytes, MPI_BYTE, 1, i % tags, world, &requests[i]);
        } else {
            int tag = receives_tag == MPI_ANY_TAG ? MPI_ANY_TAG : i % tags;
            MPI_Irecv(to, bytes, MPI_BYTE, receives_from, tag, world, &requests[i]);
        }
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

static void windows(long count)
{
    for (; count > 0; count -= WINDOW)
        window(count < WINDOW ? (int)count : WINDOW);
}

static void sends(long count)
{
    for (long i = 0; i < count; i++)
        if (me == 0)
            MPI_Send(from, bytes, MPI_BYTE, 1, 0, world);
        else
            MPI_Recv(to, bytes, MPI_BYTE, receives_from, receives_tag, world, MPI_STATUS_IGNORE);
}

static void rate(const char *what, int size, void (*loop)(long))
{
    bytes = size;
    print_sized(what, (size_t)size, 1e-6 / measured(loop, 0), "M/s");
}

/* Posts receives with tags that nobody sends, so each match must be searched for among them. */
static void rate_in_the_way(void)
{
    static MPI_Request idle[IN_THE_WAY];
    for (int i = 0; me == 1 && i < IN_THE_WAY; i++)
        MPI_Irecv(to, 8, MPI_BYTE, 0, IDLE_TAG + i, world, &idle[i]);
    rate("rate, 1000 posted in the way,", 8, sends);
    for (int i = 0; me == 1 && i < IN_THE_WAY; i++) {
        MPI_Cancel(&idle[i]);
        MPI_Wait(&idle[i], MPI_STATUS_IGNORE);
    }
}

static void of_rates(void)
{
    static const int sizes[] = {0, 8, 64, 256};
    receives_from = 0;
    receives_tag = 0;
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++)
        rate("rate", sizes[at], sends);
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++)
        rate("rate, windows,", sizes[at], windows);
    tags = WINDOW;
    rate("rate, windows of 64 tags,", 8, windows);
    tags = 1;
    rate_in_the_way();
    receives_from = MPI_ANY_SOURCE;
    receives_tag = MPI_ANY_TAG;
    rate("rate, wildcards,", 8, sends);
    rate("rate, windows with wildcards,", 8, windows);
}

static void round_trips(long count)
{
    for (long i = 0; i < count; i++) {
        if (me == 0)
            MPI_Send(from, bytes, MPI_BYTE, 1, 0, world);
        MPI_Recv(to, bytes, MPI_BYTE, !me, 0, world, MPI_STATUS_IGNORE);
        if (me == 1)
            MPI_Send(from, bytes, MPI_BYTE, 0, 0, world);
    }
}

/* Both ranks send and receive at the same time. */
static void exchanges(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Sendrecv(from, bytes, MPI_BYTE, !me, 0, to, bytes, MPI_BYTE, !me, 0, world,
                     MPI_STATUS_IGNORE);
}

/* The same with non-blocking calls, as grid programs do it. */
static void begun_exchanges(long count)
{
    MPI_Request requests[2];
    for (long i = 0; i < count; i++) {
        MPI_Irecv(to, bytes, MPI_BYTE, !me, 0, world, &requests[0]);
        MPI_Isend(from, bytes, MPI_BYTE, !me, 0, world, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void of_latencies(void)
{
    static const int sizes[] = {0, 8, 64, 256, 4096}, exchanged[] = {8, 4096, 65536};
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        bytes = sizes[at];
        print_sized("one way,", (size_t)bytes, measured(round_trips, 0) * 0.5e9, "ns");
    }
    for (size_t at = 0; at < sizeof exchanged / sizeof exchanged[0]; at++) {
        bytes = exchanged[at];
        print_sized("sendrecv of", (size_t)bytes, measured(exchanges, 0) * 1e9, "ns");
        print_sized("irecv, isend of", (size_t)bytes, measured(begun_exchanges, 0) * 1e9, "ns");
    }
}

/* A window in each direction at the same time. */
static void both_ways(long count)
{
    MPI_Request requests[2 * WINDOW];
    for (; count > 0; count -= WINDOW) {
        int n = count < WINDOW ? (int)count : WINDOW;
        for (int i = 0; i < n; i++) {
            MPI_Irecv(to, bytes, MPI_BYTE, !me, 0, world, &requests[i]);
            MPI_Isend(from, bytes, MPI_BYTE, !me, 0, world, &requests[n + i]);
        }
        MPI_Waitall(2 * n, requests, MPI_STATUSES_IGNORE);
    }
}

static void of_bandwidths(void)
{
    receives_from = 0;
    receives_tag = 0;
    for (bytes = 1024; (size_t)bytes <= LARGE; bytes *= 4) {
        double megabytes = bytes * 1e-6;
        print_sized("stream of", (size_t)bytes, megabytes / measured(windows, 0), "MB/s");
        print_sized("both ways,", (size_t)bytes, 2 * megabytes / measured(both_ways, 0), "MB/s");
    }
}

static void barrier(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Barrier(world);
}

static void bcast(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Bcast(from, bytes, MPI_BYTE, 0, world);
}

static void allreduce(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Allreduce(from, to, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, world);
}

static void allgather(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Allgather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, world);
}

static void alltoall(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Alltoall(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, world);
}

/* Rooted calls, with a different root each time. */
static void gather(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Gather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, (int)(i % pes), world);
}

static int counts[MOST_RANKS], places[MOST_RANKS];

static void scatterv(long count)
{
    for (int rank = 0; rank < pes; rank++) {
        counts[rank] = bytes;
        places[rank] = rank * bytes;
    }
    for (long i = 0; i < count; i++)
        MPI_Scatterv(from, counts, places, MPI_BYTE, to, bytes, MPI_BYTE, (int)(i % pes), world);
}

static void reduce(long count)
{
    for (long i = 0; i < count; i++)
        MPI_Reduce(from, to, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, (int)(i % pes),
                   world);
}

static void of_collectives(void)
{
    static const int sizes[] = {8, 4096, 65536};
    print("barrier", measured(barrier, 0) * 1e9, "ns");
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        bytes = sizes[at];
        print_sized("bcast of", (size_t)bytes, measured(bcast, 0) * 1e9, "ns");
        print_sized("allreduce of", (size_t)bytes, measured(allreduce, 0) * 1e9, "ns");
        print_sized("allgather of", (size_t)bytes, measured(allgather, 0) * 1e9, "ns");
        print_sized("alltoall of", (size_t)bytes, measured(alltoall, 0) * 1e9, "ns");
        print_sized("gather of", (size_t)bytes, measured(gather, 0) * 1e9, "ns");
        print_sized("scatterv of", (size_t)bytes, measured(scatterv, 0) * 1e9, "ns");
        print_sized("reduce of", (size_t)bytes, measured(reduce, 0) * 1e9, "ns");
    }
}

/* A token travels round the ring of ranks. */
static void token_round(long count)
{
    for (long i = 0; i < count; i++) {
        if (me == 0)
            MPI_Send(from, 8, MPI_BYTE, 1 % pes, 0, world);
        MPI_Recv(to, 8, MPI_BYTE, (me + pes - 1) % pes, 0, world, MPI_STATUS_IGNORE);
        if (me > 0)
            MPI_Send(from, 8, MPI_BYTE, (me + 1) % pes, 0, world);
    }
}

static void of_ring(void)
{
    print("ring, a hop", measured(token_round, 0) / pes * 1e9, "ns");
}

static char *pages(size_t size)
{
    char *memory = aligned_alloc(4096, size);
    if (!memory) {
        fprintf(stderr, "ops: no memory\n");
        MPI_Abort(world, 1);
        return NULL;
    }
    return memset(memory, 0, size);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*measure)(void);
    } parts[] = {{"rate", of_rates},
                 {"latency", of_latencies},
                 {"bandwidth", of_bandwidths},
                 {"collectives", of_collectives},
                 {"ring", of_ring}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &me);
    MPI_Comm_size(world, &pes);
    if (argc != 4) {
        fprintf(stderr, "usage: ops seconds-per-figure cores what\n");
        return 2;
    }
    target = atof(argv[1]);
    if (strcmp(argv[3], "start")) {
        pin(argv[2]);
        from = pages(LARGE);
        to = pages(LARGE);
    }
    for (size_t at = 0; at < sizeof parts / sizeof parts[0]; at++)
        if (!strcmp(argv[3], parts[at].name))
            parts[at].measure();
    MPI_Finalize();
    return 0;
}

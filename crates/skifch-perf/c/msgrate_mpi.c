/* The MsgRate test of the SkifCh paper (Fig. 4) on MPI, with the same relatives as the SkifCh
 * program and the same lines, for any MPI there is. */
#include "measure.h"
#include <mpi.h>

#define WINDOW 64 /* transfers under way in the bandwidth test, as in the OSU one */

static struct options options;
static int my_rank, rank_count;
static char *buffer;

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static double share(double value, int root)
{
    MPI_Bcast(&value, 1, MPI_DOUBLE, root, MPI_COMM_WORLD);
    return value;
}

static inline void send_to(int dst, size_t bytes)
{
    MPI_Send(buffer, (int)bytes, MPI_BYTE, dst, 0, MPI_COMM_WORLD);
}

static inline void receive_from(int src, size_t bytes)
{
    MPI_Recv(buffer, (int)bytes, MPI_BYTE, src, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 0 only sends, rank 1 only receives. */
static double msgrate_round(size_t bytes, uint64_t count)
{
    barrier();
    uint64_t start = now_ns();
    for (uint64_t i = 0; i < count; i++)
        if (my_rank == 0)
            send_to(1, bytes);
        else if (my_rank == 1)
            receive_from(0, bytes);
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds;
}

/* Windows of non-blocking transfers: the form in which an MPI library is fastest. */
static double bandwidth_round(size_t bytes, uint64_t count)
{
    MPI_Request requests[WINDOW];
    barrier();
    uint64_t start = now_ns();
    for (uint64_t done = 0; done < count && my_rank < 2;) {
        int window = count - done < WINDOW ? (int)(count - done) : WINDOW;
        for (int i = 0; i < window; i++)
            if (my_rank == 0)
                MPI_Isend(buffer, (int)bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[i]);
            else
                MPI_Irecv(buffer, (int)bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
        done += (uint64_t)window;
    }
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds;
}

/* `count` trips there and back; the time of one way, as if it were `count` one-way trips. */
static double latency_round(size_t bytes, uint64_t count)
{
    barrier();
    uint64_t start = now_ns(), before = ticks();
    for (uint64_t i = 0; i < count; i++) {
        if (my_rank == 0)
            send_to(1, bytes);
        if (my_rank < 2)
            receive_from(!my_rank, bytes);
        if (my_rank == 1)
            send_to(0, bytes);
        if (my_rank == 0 && samples) {
            uint64_t after = ticks();
            samples[sample_count++] = (uint32_t)(after - before);
            before = after;
        }
    }
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds / 2;
}

/* Every rank but 0 sends `count` messages to rank 0. */
static double many_round(size_t bytes, uint64_t count)
{
    barrier();
    uint64_t start = now_ns();
    if (my_rank == 0)
        for (uint64_t i = 0; i < count * (uint64_t)(rank_count - 1); i++)
            receive_from(MPI_ANY_SOURCE, bytes);
    else
        for (uint64_t i = 0; i < count; i++)
            send_to(0, bytes);
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds / (rank_count - 1);
}

/* A token goes `count` hops round. */
static double ring_round(size_t bytes, uint64_t count)
{
    int next = (my_rank + 1) % rank_count, previous = (my_rank + rank_count - 1) % rank_count;
    uint64_t mine = count / (uint64_t)rank_count + 1;
    barrier();
    uint64_t start = now_ns();
    for (uint64_t i = 0; i < mine; i++) {
        if (my_rank == 0)
            send_to(next, bytes);
        receive_from(previous, bytes);
        if (my_rank != 0)
            send_to(next, bytes);
    }
    double seconds = (double)(now_ns() - start) * 1e-9;
    barrier();
    return seconds * (double)count / (double)(mine * (uint64_t)rank_count);
}

static const struct kernel kernels[] = {
    {"msgrate", 1, 0, msgrate_round}, {"bandwidth", 1, 0, bandwidth_round},
    {"latency", 0, 1, latency_round}, {"many", 0, 0, many_round},
    {"ring", 0, 0, ring_round},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    options = parse_options(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    pin(&options.cores, my_rank, rank_count);
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
        for (int s = 0; !strcmp(kernels[k].name, options.kernel) && s < options.sizes.count; s++) {
            size_t bytes = (size_t)options.sizes.values[s];
            buffer = page_buffer(bytes);
            measure_point(&kernels[k], bytes, options.seconds, share, my_rank, rank_count);
            free(buffer);
        }
    MPI_Finalize();
    return 0;
}

/* The MsgRate test of the SkifCh paper (Fig. 4) on MPI, with the same kernels and output lines
 * as the SkifCh program, for any MPI library. */
#include "rounds.h"
#include <mpi.h>

#define WINDOW 64 /* transfers in flight in the bandwidth test, as in the OSU benchmark */

static inline peer_t peer_of(int rank)
{
    return (peer_t)rank;
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static double share(double value, int root)
{
    MPI_Bcast(&value, 1, MPI_DOUBLE, root, MPI_COMM_WORLD);
    return value;
}

static inline void send_to(peer_t peer, size_t bytes)
{
    MPI_Send(buffer, (int)bytes, MPI_BYTE, (int)peer, 0, MPI_COMM_WORLD);
}

/* MPI copies in any case. */
static inline char *landing(int is_copied)
{
    (void)is_copied;
    return buffer;
}

static inline void receive_from(int rank, char *to, size_t bytes)
{
    MPI_Recv(to, (int)bytes, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static inline void receive_many(char *to, size_t bytes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        receive_from(MPI_ANY_SOURCE, to, bytes);
}

/* MPI_Recv blocks in the library's own way. */
static inline void await_message(void)
{
}

/* Windows of non-blocking transfers, the form in which an MPI library is fastest. */
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

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    options = parse_options(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    measure_all();
    MPI_Finalize();
    return 0;
}

/* MPI and OpenSHMEM in one process form one job. Either may start or end first, as long as one of
 * them is in use. */
#include <mpi.h>
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

/* Alternates barriers and sums of both libraries, which a network may execute by itself. */
static int in_turn(void)
{
    static long here;
    MPI_Comm again;
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    for (long turn = 0; turn < 20; turn++) {
        long sum = 0, mine = turn + rank;
        shmem_long_atomic_add(&here, turn, (rank + 1) % size);
        shmem_barrier_all();
        if (here != turn * (turn + 1) / 2)
            return 3;
        MPI_Barrier(turn % 2 ? MPI_COMM_WORLD : again);
        MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, turn % 3 ? MPI_COMM_WORLD : again);
        if (sum != turn * size + size * (size - 1) / 2)
            return 4;
        shmem_sync_all();
        MPI_Bcast(&mine, 1, MPI_LONG, (int)turn % size, again);
        if (mine != turn + turn % size)
            return 5;
    }
    MPI_Comm_free(&again);
    return 0;
}

/* Rank 0 waits only in MPI, and its memory must serve the others meanwhile. */
static int served(void)
{
    static long count, table[4096], got[4096];
    long turn, seen, done = 0;
    for (turn = 0; turn < 4096; turn++)
        table[turn] = turn;
    shmem_barrier_all();
    if (rank > 0) {
        for (turn = 0; turn < 100; turn++, done += seen < 100L * (size - 1))
            seen = shmem_long_atomic_fetch_inc(&count, 0);
        shmem_long_get(got, table, 4096, 0);
        if (got[4095] != 4095)
            return 6;
        MPI_Send(&done, 1, MPI_LONG, 0, 7, MPI_COMM_WORLD);
    }
    for (int from = 1; rank == 0 && from < size; from++) {
        MPI_Recv(&done, 1, MPI_LONG, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (done != 100)
            return 7;
    }
    return rank == 0 && count != 100L * (size - 1) ? 8 : 0;
}

/* A message too long to be sent at once reaches a rank that waits only in OpenSHMEM. */
static int moved(void)
{
    enum { LONG = 1 << 20 };
    static char data[LONG];
    static long flag;
    MPI_Request request = MPI_REQUEST_NULL;
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    for (int turn = 1; turn <= 2 && size > 1; turn++) {
        memset(data, rank == 0 ? turn : 0, LONG);
        if (previous == 0)
            MPI_Irecv(data, LONG, MPI_CHAR, 0, 8, MPI_COMM_WORLD, &request);
        if (rank == 0)
            MPI_Ssend(data, LONG, MPI_CHAR, next, 8, MPI_COMM_WORLD);
        if (rank == 0)
            shmem_long_p(&flag, turn, next);
        else if (previous == 0 && turn == 1)
            shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
        shmem_barrier_all();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (previous == 0 && (data[0] != turn || data[LONG - 1] != turn))
            return 10;
    }
    return 0;
}

/* What rank 0 puts in a session arrives while rank 0 waits or tests in MPI. */
static int in_session(void)
{
    static long flag;
    int got = 0, is_there = 0;
    MPI_Request request;
    if (size == 1)
        return 0;
    for (long turn = 1; turn <= 3; turn++) {
        if (rank == 0) {
            shmem_ctx_session_start(SHMEM_CTX_DEFAULT, SHMEM_CTX_SESSION_BATCH, NULL, 0);
            shmem_long_p(&flag, turn, 1);
        } else if (rank == 1) {
            shmem_long_wait_until(&flag, SHMEM_CMP_EQ, turn);
            got = 11;
            if (turn > 1)
                MPI_Send(&got, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
        }
        if (rank == 0 && turn == 2)
            MPI_Recv(&got, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0 && turn == 3) {
            MPI_Irecv(&got, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &request);
            while (!is_there)
                MPI_Test(&request, &is_there, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            shmem_ctx_session_stop(SHMEM_CTX_DEFAULT);
    }
    return rank < 2 && got != 11 ? 11 : 0;
}

/* Rank 0 ends the job in the given way, while the others wait in either library. */
static int end(const char *how)
{
    if (rank == 0 && strcmp(how, "exit") == 0)
        shmem_global_exit(4);
    if (rank == 0 && strcmp(how, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 6);
    /* Without MPI_Finalize and without shmem_finalize. */
    if (rank == 0 && strcmp(how, "leave") == 0)
        exit(0);
    if (rank == 0)
        raise(SIGKILL);
    if (rank == 1)
        shmem_barrier_all();
    MPI_Barrier(MPI_COMM_WORLD);
    return 9;
}

static int use(void)
{
    int sum = 0, *word = (int *)shmem_calloc(1, sizeof *word);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != shmem_my_pe() || size != shmem_n_pes())
        return 1;
    shmem_int_p(word, rank + 1, (rank + 1) % size);
    shmem_barrier_all();
    MPI_Allreduce(word, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    shmem_free(word);
    if (sum != size * (size + 1) / 2)
        return 2;
    sum = in_turn();
    sum = sum != 0 ? sum : served();
    sum = sum != 0 ? sum : in_session();
    return sum != 0 ? sum : moved();
}

/* One library after the other. */
static int apart(int is_mpi_first)
{
    for (int turn = 0; turn < 2; turn++)
        if (turn == is_mpi_first) {
            shmem_init();
            shmem_barrier_all();
            shmem_finalize();
        } else {
            MPI_Init(NULL, NULL);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Finalize();
        }
    return 0;
}

/* A put in a session that is open when MPI starts: it arrives although this rank waits in MPI. */
static void early(void)
{
    static long flag;
    shmem_ctx_session_start(SHMEM_CTX_DEFAULT, SHMEM_CTX_SESSION_BATCH, NULL, 0);
    if (shmem_my_pe() == 0)
        shmem_long_p(&flag, 1, shmem_n_pes() - 1);
    else if (shmem_my_pe() == shmem_n_pes() - 1)
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
}

int main(int argc, char **argv)
{
    int is_mpi_outside = argc > 1 && strcmp(argv[1], "outside") == 0, fault;
    if (argc > 1 && strncmp(argv[1], "apart", 5) == 0)
        return apart(strcmp(argv[1], "apart, MPI first") == 0);
    if (is_mpi_outside)
        MPI_Init(&argc, &argv);
    shmem_init();
    if (!is_mpi_outside) {
        early();
        MPI_Init(&argc, &argv);
        MPI_Barrier(MPI_COMM_WORLD);
        shmem_ctx_session_stop(SHMEM_CTX_DEFAULT);
    }
    fault = use();
    if (fault == 0 && argc > 2)
        fault = end(argv[2]);
    if (!is_mpi_outside)
        MPI_Finalize();
    shmem_finalize();
    if (is_mpi_outside)
        MPI_Finalize();
    return fault;
}

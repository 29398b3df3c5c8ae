/* Threads that all look for messages at the same time: each message is taken once, whole, and in
 * order for each taker; collective calls of each thread on a communicator of its own. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, EACH = 100, LONG = 30000 };

static int rank, size;
static MPI_Comm own[THREADS];
static int taken[THREADS][EACH], sums[THREADS];

/* Most messages are short, some are announced. */
static int length_of(int number)
{
    return number % 17 == 0 ? LONG : 1 + number % 5;
}

static void *sends(void *which)
{
    int thread = *(int *)which, next = (rank + 1) % size, *data = malloc(LONG * sizeof *data);

    for (int number = 0; number < EACH; number++) {
        int count = length_of(number);
        for (int at = 0; at < count; at++)
            data[at] = thread * EACH + number + at;
        if (number % 3)
            OK(MPI_Send(data, count, MPI_INT, next, thread, MPI_COMM_WORLD));
        else
            OK(MPI_Ssend(data, count, MPI_INT, next, thread, MPI_COMM_WORLD));
    }
    free(data);
    return NULL;
}

static void *takes(void *which)
{
    int thread = *(int *)which, *data = malloc(LONG * sizeof *data), last[THREADS];

    memset(last, -1, sizeof last);
    for (int number = 0; number < EACH; number++) {
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        int count, flag = 0, got;
        if (number % 2) {
            OK(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status));
        } else {
            while (!flag)
                OK(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message,
                               &status));
        }
        OK(MPI_Get_count(&status, MPI_INT, &count));
        if (number % 4 < 2) {
            OK(MPI_Mrecv(data, count, MPI_INT, &message, &status));
        } else {
            MPI_Request request;
            OK(MPI_Imrecv(data, count, MPI_INT, &message, &request));
            OK(MPI_Wait(&request, &status));
        }
        CHECK(message == MPI_MESSAGE_NULL);
        OK(MPI_Get_count(&status, MPI_INT, &got));
        int from = status.MPI_TAG, of = data[0] - from * EACH;
        CHECK(got == count && count == length_of(of) && of > last[from] && of < EACH);
        last[from] = of;
        for (int at = 0; at < count; at++)
            CHECK(data[at] == from * EACH + of + at);
        taken[thread][number] = from * EACH + of;
    }
    free(data);
    return NULL;
}

static void *meets(void *which)
{
    int thread = *(int *)which;

    for (int round = 0; round < 100; round++) {
        int sum = 0, one = round + thread;
        MPI_Request request;
        if (round % 2) {
            OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, own[thread]));
        } else {
            OK(MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, own[thread], &request));
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
        CHECK(sum == size * one);
        sums[thread] += sum;
    }
    return NULL;
}

static void all(void *(*work[])(void *), int kinds)
{
    pthread_t threads[3 * THREADS];
    static const int numbers[] = {0, 1, 2, 3};
    int started = 0;

    for (int kind = 0; kind < kinds; kind++)
        for (int thread = 0; thread < THREADS; thread++)
            CHECK(pthread_create(&threads[started++], NULL, work[kind],
                                 (void *)&numbers[thread]) == 0);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}

int main(int argc, char **argv)
{
    void *(*work[])(void *) = {sends, takes, meets};
    static char seen[THREADS * EACH];
    int provided;

    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    for (int thread = 0; thread < THREADS; thread++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &own[thread]));
    all(work, 3);
    for (int thread = 0; thread < THREADS; thread++) {
        for (int number = 0; number < EACH; number++)
            CHECK(seen[taken[thread][number]]++ == 0);
        OK(MPI_Comm_free(&own[thread]));
    }
    return MPI_Finalize();
}

/* Any collective call, in any form, on any communicator, with any datatypes and operations, several
 * at a time and completed in any order: afterwards each byte of all memory is what the ranks
 * computed by themselves. The first argument is the seed, the second the number of rounds. */
#include "anything/near.h"
#include "anything/parts.h"
#include "anything/sums.h"

enum { MOST_AT_ONCE = 8 };

static uint64_t seed;
static int failures;

/* Says what was called, and how to repeat it. */
static void fail(const Operation *op, const char *what)
{
    const Plan *plan = &op->plan;

    printf("seed %llu, operation %llx: rank %d of %s, %s (form %d, in place %d, root %d of side "
           "%d, %d and %d words, %d elements of reduction %d): %s\n",
           (unsigned long long)seed, (unsigned long long)plan->number, plan->team->rank,
           plan->team->name, names[plan->call], plan->form, plan->is_in_place, plan->root,
           plan->root_side, plan->words[0], plan->words[1], plan->count,
           (int)(plan->reduction - reductions), what);
    fflush(stdout);
    failures++;
}

static void check_code(const Operation *op, int code)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (code == MPI_SUCCESS)
        return;
    OK(MPI_Error_string(code, text, &length));
    fail(op, text);
}

static void check_memory(const Operation *op)
{
    long in_send = first_wrong(&op->send.memory), in_receive = first_wrong(&op->receive.memory);
    char text[100];

    if (in_send >= 0 || in_receive >= 0) {
        snprintf(text, sizeof text, "wrong bytes: %ld sent, %ld received (-1: none)", in_send,
                 in_receive);
        fail(op, text);
    }
}

static int call(Operation *op, Random *own)
{
    const Team *team = op->plan.team;

    switch (op->plan.call) {
    case BARRIER:
        return op->plan.form == NOW     ? MPI_Barrier(team->comm)
               : op->plan.form == LATER ? MPI_Ibarrier(team->comm, &op->request)
                                        : MPI_Barrier_init(team->comm, MPI_INFO_NULL,
                                                           &op->request);
    case BCAST: return broadcast(op, own);
    case GATHER: return gather(op, EVEN, own);
    case GATHERV: return gather(op, LISTED, own);
    case SCATTER: return scatter(op, EVEN, own);
    case SCATTERV: return scatter(op, LISTED, own);
    case ALLGATHER: return allgather(op, EVEN, own);
    case ALLGATHERV: return allgather(op, LISTED, own);
    case ALLTOALL: return alltoall(op, EVEN, own);
    case ALLTOALLV: return alltoall(op, LISTED, own);
    case ALLTOALLW: return alltoall(op, EACH, own);
    case REDUCE: return reduce(op);
    case ALLREDUCE: return reduce_to_all(op, team->sizes[other_side(team)], own);
    case SCAN: return reduce_to_all(op, team->rank + 1, own);
    case EXSCAN: return reduce_to_all(op, team->rank, own);
    case NEIGHBOR_ALLGATHER: return from_all_near(op, EVEN, own);
    case NEIGHBOR_ALLGATHERV: return from_all_near(op, LISTED, own);
    case NEIGHBOR_ALLTOALL: return between_near(op, EVEN, own);
    case NEIGHBOR_ALLTOALLV: return between_near(op, LISTED, own);
    case NEIGHBOR_ALLTOALLW: return between_near(op, EACH, own);
    default: return reduce_scatter(op);
    }
}

/* Begins an operation, unless this rank is not in it; `random` is the same on all ranks. */
static Operation *begun(Random *random, int is_begun_only)
{
    Operation *op = allocated(sizeof *op);
    Random own;

    op->plan = planned(random, is_begun_only);
    op->send.type = op->receive.type = MPI_INT;
    op->send.absolute = op->receive.absolute = MPI_DATATYPE_NULL;
    op->request = MPI_REQUEST_NULL;
    if (op->plan.team->comm == MPI_COMM_NULL) {
        free(op);
        return NULL;
    }
    own.state = mixed(op->plan.number + (uint64_t)own_rank);
    check_code(op, call(op, &own));
    /* A blocking call has written; nothing starts it again. */
    if (op->plan.form == KEPT) {
        keep_initial(&op->receive.memory);
        check_code(op, MPI_Start(&op->request));
    }
    return op;
}

/* Whether an operation is over that is complete for now: a persistent one is started once more. */
static int is_over(Operation *op)
{
    check_memory(op);
    if (--op->plan.rounds == 0)
        return 1;
    restore(&op->receive.memory);
    check_code(op, MPI_Start(&op->request));
    return 0;
}

static void end(Operation *op)
{
    if (op->request != MPI_REQUEST_NULL)
        OK(MPI_Request_free(&op->request));
    free_side(&op->send);
    free_side(&op->receive);
    free(op);
}

/* The number of one of these operations that is complete now; waits where it must. */
static int completed(Operation *const *all, int count, Random *order)
{
    MPI_Request requests[MOST_AT_ONCE];
    int which, is_done = 0, code;

    for (;;) {
        which = below(order, count);
        if (happens(order, 2)) {
            code = MPI_Test(&all[which]->request, &is_done, MPI_STATUS_IGNORE);
            check_code(all[which], code);
            if (!is_done && code == MPI_SUCCESS)
                continue;
            return which;
        }
        for (int at = 0; at < count; at++)
            requests[at] = all[at]->request;
        code = MPI_Waitany(count, requests, &which, MPI_STATUS_IGNORE);
        /* Blocking ones have no request, and not every error belongs to one. */
        if (which == MPI_UNDEFINED)
            which = 0;
        else
            all[which]->request = requests[which];
        check_code(all[which], code);
        return which;
    }
}

/* Several operations, and around them a message that anybody may have sent. */
static void together(Random *random, Random *order, int round)
{
    int is_begun_only = happens(random, 3), wanted = is_begun_only ? 1 + below(random, 8) : 1;
    int count = 0, has_message = happens(random, 3), from = (own_rank + of_job - 1) % of_job, got;
    Operation *all[MOST_AT_ONCE];
    MPI_Request receive, send;
    MPI_Status status;

    if (has_message)
        OK(MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, teams[0].comm, &receive));
    for (int at = 0; at < wanted; at++) {
        Operation *op = begun(random, is_begun_only);
        if (op)
            all[count++] = op;
    }
    if (has_message)
        OK(MPI_Isend(&own_rank, 1, MPI_INT, (own_rank + 1) % of_job, round, teams[0].comm, &send));
    while (count > 0) {
        int which = completed(all, count, order);
        if (is_over(all[which])) {
            end(all[which]);
            all[which] = all[--count];
        }
    }
    if (has_message) {
        OK(MPI_Wait(&receive, &status));
        OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
        CHECK(got == from && status.MPI_SOURCE == from && status.MPI_TAG == round);
    }
}

int main(int argc, char **argv)
{
    Random random, order;
    int rounds = argc > 2 ? atoi(argv[2]) : 200;

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &of_job));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &own_rank));
    CHECK(of_job <= MOST_RANKS);
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    random.state = mixed(seed);
    order.state = mixed(seed + 1 + (uint64_t)own_rank);
    make_kinds();
    make_reductions();
    make_teams(&random);
    for (int round = 0; round < rounds && failures == 0; round++)
        together(&random, &order, round);
    if (failures > 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    free_teams();
    free_reductions();
    free_kinds();
    return MPI_Finalize();
}

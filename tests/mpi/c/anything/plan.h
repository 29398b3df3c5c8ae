/* What all ranks know of an operation before it begins. */
#ifndef PLAN_H
#define PLAN_H

#include "elements.h"
#include "teams.h"

enum Call {
    BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV,
    ALLTOALL, ALLTOALLV, ALLTOALLW,
    REDUCE, ALLREDUCE, SCAN, EXSCAN, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK,
    NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV,
    NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW,
    CALLS
};

static const char *const names[CALLS] = {
    "barrier", "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv",
    "alltoall", "alltoallv", "alltoallw",
    "reduce", "allreduce", "scan", "exscan", "reduce_scatter", "reduce_scatter_block",
    "neighbor_allgather", "neighbor_allgatherv",
    "neighbor_alltoall", "neighbor_alltoallv", "neighbor_alltoallw",
};

/* Blocking, non-blocking, persistent. */
enum Form { NOW, LATER, KEPT };

typedef struct {
    uint64_t number;
    const Team *team;
    enum Call call;
    enum Form form;
    int is_in_place, rounds;
    /* The root, and its side; a rank of that side. */
    int root_side, root;
    /* Words of each part that a side sends; and of those that differ, from each rank of the job. */
    int words[2], table[MOST_RANKS][MOST_PARTS];
    const Reduction *reduction;
    /* Elements of a reduction, and of its parts for the ranks of each side. */
    int count, shares[2][MOST_RANKS];
} Plan;

/* Multiples of six, around the sizes at which algorithms change. */
static int any_words(Random *random, int most)
{
    static const int sizes[] = {0, 6, 6, 12, 60, 240, 600, 1020, 1026, 1200, 3000, 3996, 4002,
                                6000, 12000, 16380, 24000, 60000, 262146, 600000};
    int words;

    do
        words = sizes[below(random, sizeof sizes / sizeof *sizes)];
    while (words > most);
    return words;
}

static int is_near(enum Call call)
{
    return call >= NEIGHBOR_ALLGATHER;
}

/* Whether there is that call on such a communicator; half of those on graphs are for neighbours. */
static int suits(const Team *team, enum Call call, Random *random)
{
    if (is_near(call))
        return team->is_near;
    return !(team->is_inter && (call == SCAN || call == EXSCAN)) &&
           (!team->is_near || happens(random, 2));
}

static void share_out(Plan *plan, Random *random)
{
    int few = happens(random, 2) ? 3 : 100, most = happens(random, 3) ? 2000 : few, sums[2] = {0};

    for (int side = 0; side < 2; side++)
        for (int rank = 0; rank < plan->team->sizes[side]; rank++) {
            int share = happens(random, 4) ? 0 : below(random, most + 1);
            plan->shares[side][rank] = share;
            sums[side] += share;
        }
    if (plan->call == REDUCE_SCATTER_BLOCK)
        for (int side = 0; side < 2; side++)
            for (int rank = 0; rank < plan->team->sizes[side]; rank++)
                plan->shares[side][rank] =
                    most * (plan->team->is_inter ? plan->team->sizes[!side] : 1);
    else if (plan->team->is_inter)
        /* Both sides have as many elements. */
        plan->shares[sums[0] > sums[1]][0] += abs(sums[0] - sums[1]);
}

/* `random` is the same on all ranks, and so is the result. */
static Plan planned(Random *random, int is_begun_only)
{
    Plan plan = {.number = bits(random), .team = &teams[below(random, teams_made)]};
    int most = happens(random, 4) ? 600000 : 24000, of_part, of_table, side;

    do
        plan.call = (enum Call)below(random, CALLS);
    while (!suits(plan.team, plan.call, random));
    plan.form = is_begun_only || happens(random, 3) ? LATER + below(random, 2) : NOW;
    plan.is_in_place = happens(random, 3) && !plan.team->is_inter;
    plan.rounds = plan.form == KEPT ? 1 + below(random, 2) : 1;
    plan.root_side = side = plan.team->is_inter ? below(random, 2) : 0;
    plan.root = below(random, plan.team->sizes[side]);
    of_part = is_near(plan.call) ? 12000 : plan.call == BCAST ? most : most / 8;
    of_table = happens(random, 2) ? 1200 : of_part;
    plan.words[0] = any_words(random, of_part);
    plan.words[1] = any_words(random, of_part);
    for (int from = 0; from < MOST_RANKS; from++)
        for (int to = 0; to < MOST_PARTS; to++)
            plan.table[from][to] = happens(random, 3) ? 0 : any_words(random, of_table);
    plan.reduction = &reductions[below(random, reductions_made)];
    plan.count = happens(random, 4) ? below(random, 20)
                                    : any_words(random, most) * WORD / plan.reduction->size;
    share_out(&plan, random);
    return plan;
}

/* An operation of this rank. */
typedef struct {
    Plan plan;
    Side send, receive;
    int shares[MOST_RANKS];
    MPI_Request request;
} Operation;

/* Calls the form of the plan; all have the communicator and what belongs to it at their end. */
#define MAKE(op, name, lower, ...)                                                       \
    ((op)->plan.form == NOW     ? MPI_##name(__VA_ARGS__, (op)->plan.team->comm)         \
     : (op)->plan.form == LATER ? MPI_I##lower(__VA_ARGS__, (op)->plan.team->comm,       \
                                               &(op)->request)                           \
                                : MPI_##name##_init(__VA_ARGS__, (op)->plan.team->comm,  \
                                                    MPI_INFO_NULL, &(op)->request))

/* This rank's part in a call with a root. */
enum Role { LEAF, AT_ROOT, IDLE };

typedef struct {
    enum Role role;
    /* The argument of the call. */
    int root;
    /* The ranks of the job that have a part, and the root's. */
    const int *leaves;
    int count, of_job;
} Rooted;

static Rooted rooted(const Plan *plan)
{
    const Team *team = plan->team;
    int leaves = team->is_inter ? !plan->root_side : 0, is_root = team->rank == plan->root;
    Rooted of = {LEAF, plan->root, team->members[leaves], team->sizes[leaves],
                 team->members[plan->root_side][plan->root]};

    if (!team->is_inter)
        of.role = is_root ? AT_ROOT : LEAF;
    else if (team->side == plan->root_side) {
        of.role = is_root ? AT_ROOT : IDLE;
        of.root = is_root ? MPI_ROOT : MPI_PROC_NULL;
    }
    return of;
}

/* The side of the ranks that this one exchanges with. */
static int other_side(const Team *team)
{
    return team->is_inter ? !team->side : 0;
}

#endif

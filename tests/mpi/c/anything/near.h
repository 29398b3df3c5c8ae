/* Calls between neighbours. */
#ifndef NEAR_H
#define NEAR_H

#include "plan.h"

/* The edge by which a rank receives from its source number `at`: the rank there, and the number of
 * the target there. 0 if there is none. */
static int edge_of(const Team *team, int at, int *from, int *number)
{
    const int *sources = team->sources[team->rank];
    int before = 0;

    *from = sources[at];
    /* What is sent up a grid comes from below. */
    *number = at ^ 1;
    if (*from < 0 || team->is_grid)
        return *from >= 0;
    /* Between two ranks, edges are in the same order on both sides. */
    for (int other = 0; other < at; other++)
        before += sources[other] == *from;
    for (*number = 0; *number < team->outs[*from]; ++*number)
        if (team->targets[*from][*number] == team->rank && before-- == 0)
            return 1;
    CHECK(!"an edge has two ends");
    return 0;
}

/* The words that go along an edge. */
static int words_along(const Plan *plan, int from, int number)
{
    if (plan->call == NEIGHBOR_ALLGATHER || plan->call == NEIGHBOR_ALLTOALL)
        return plan->words[0];
    return plan->table[from][plan->call == NEIGHBOR_ALLGATHERV ? 0 : number];
}

static int from_all_near(Operation *op, enum Shape shape, Random *own)
{
    Plan *plan = &op->plan;
    const Team *team = plan->team;
    Side *send = &op->send, *come = &op->receive;
    int words[MOST_PARTS] = {plan->words[0]}, mine = words_along(plan, team->rank, 0);
    int from, number, ins = team->ins[team->rank];

    lay(send, EVEN, 1, &mine, own);
    give(send, 0, plan->number, team->rank, 0);
    for (int at = 0; at < ins; at++)
        words[at] = edge_of(team, at, &from, &number) || shape == EVEN
                        ? words_along(plan, from, 0) : 6;
    lay(come, shape, ins, words, own);
    for (int at = 0; at < ins; at++)
        if (edge_of(team, at, &from, &number))
            expect(come, at, plan->number, from, 0);
    if (shape == EVEN)
        return MAKE(op, Neighbor_allgather, neighbor_allgather, send->base, send->count,
                    send->type, come->base, come->count, come->type);
    return MAKE(op, Neighbor_allgatherv, neighbor_allgatherv, send->base, send->count, send->type,
                come->base, come->counts, come->places, come->type);
}

static int between_near(Operation *op, enum Shape shape, Random *own)
{
    Plan *plan = &op->plan;
    const Team *team = plan->team;
    Side *send = &op->send, *come = &op->receive;
    int out[MOST_PARTS] = {plan->words[0]}, in[MOST_PARTS] = {plan->words[0]};
    int from, number, ins = team->ins[team->rank], outs = team->outs[team->rank];

    for (int at = 0; at < outs; at++)
        out[at] = words_along(plan, team->rank, at);
    for (int at = 0; at < ins; at++)
        in[at] = edge_of(team, at, &from, &number) || shape == EVEN
                     ? words_along(plan, from, number) : 6;
    lay(send, shape, outs, out, own);
    lay(come, shape, ins, in, own);
    for (int at = 0; at < outs; at++)
        give(send, at, plan->number, team->rank, at);
    for (int at = 0; at < ins; at++)
        if (edge_of(team, at, &from, &number))
            expect(come, at, plan->number, from, number);
    if (shape == EVEN)
        return MAKE(op, Neighbor_alltoall, neighbor_alltoall, send->base, send->count, send->type,
                    come->base, come->count, come->type);
    if (shape == LISTED)
        return MAKE(op, Neighbor_alltoallv, neighbor_alltoallv, send->base, send->counts,
                    send->places, send->type, come->base, come->counts, come->places, come->type);
    return MAKE(op, Neighbor_alltoallw, neighbor_alltoallw, send->base, send->counts,
                send->addresses, send->types, come->base, come->counts, come->addresses,
                come->types);
}

#endif

/* Calls in which parts go from rank to rank. */
#ifndef PARTS_H
#define PARTS_H

#include "plan.h"

static int broadcast(Operation *op, Random *own)
{
    Rooted of = rooted(&op->plan);
    Side *side = &op->receive;

    if (of.role == IDLE)
        make_nothing(side, NULL);
    else {
        lay(side, EVEN, 1, op->plan.words, own);
        (of.role == AT_ROOT ? give : expect)(side, 0, op->plan.number, of.of_job, 0);
        if (happens(own, 4))
            make_absolute(side);
    }
    return MAKE(op, Bcast, bcast, side->base, side->count, side->type, of.root);
}

/* The words of each leaf's part; returns those of this rank's. */
static int words_of_leaves(const Plan *plan, const Rooted *of, enum Shape shape, int to,
                           int words[MOST_PARTS])
{
    int own = 0;

    for (int at = 0; at < of->count; at++) {
        words[at] = shape == EVEN ? plan->words[0] : plan->table[of->leaves[at]][to];
        if (of->leaves[at] == own_rank)
            own = words[at];
    }
    return own;
}

/* The part of one rank in a call with a root. */
static int lay_own(Operation *op, Side *side, const Rooted *of, int words, Random *own)
{
    int is_in_place = op->plan.is_in_place && of->role == AT_ROOT;
    int has_own = of->role == LEAF || (of->role == AT_ROOT && !op->plan.team->is_inter);

    if (is_in_place)
        make_nothing(side, MPI_IN_PLACE);
    else if (has_own)
        lay(side, EVEN, 1, &words, own);
    return has_own && !is_in_place;
}

static int gather(Operation *op, enum Shape shape, Random *own)
{
    Plan *plan = &op->plan;
    Rooted of = rooted(plan);
    Side *send = &op->send, *all = &op->receive;
    int words[MOST_PARTS], mine = words_of_leaves(plan, &of, shape, 0, words);
    int has_own = lay_own(op, send, &of, mine, own);

    if (has_own)
        give(send, 0, plan->number, own_rank, 0);
    make_nothing(all, NULL);
    if (of.role == AT_ROOT)
        lay(all, shape, of.count, words, own);
    for (int at = 0; of.role == AT_ROOT && at < of.count; at++) {
        int is_there = !has_own && of.leaves[at] == own_rank;
        (is_there ? give : expect)(all, at, plan->number, of.leaves[at], 0);
    }
    if (of.role == LEAF && happens(own, 4))
        make_absolute(send);
    if (shape == EVEN)
        return MAKE(op, Gather, gather, send->base, send->count, send->type, all->base, all->count,
                    all->type, of.root);
    return MAKE(op, Gatherv, gatherv, send->base, send->count, send->type, all->base, all->counts,
                all->places, all->type, of.root);
}

static int scatter(Operation *op, enum Shape shape, Random *own)
{
    Plan *plan = &op->plan;
    Rooted of = rooted(plan);
    Side *all = &op->send, *come = &op->receive;
    int words[MOST_PARTS], mine = words_of_leaves(plan, &of, shape, 1, words);

    if (lay_own(op, come, &of, mine, own))
        expect(come, 0, plan->number, of.of_job, own_rank);
    make_nothing(all, NULL);
    if (of.role == AT_ROOT)
        lay(all, shape, of.count, words, own);
    for (int at = 0; of.role == AT_ROOT && at < of.count; at++)
        give(all, at, plan->number, own_rank, of.leaves[at]);
    if (of.role == LEAF && happens(own, 4))
        make_absolute(come);
    if (shape == EVEN)
        return MAKE(op, Scatter, scatter, all->base, all->count, all->type, come->base,
                    come->count, come->type, of.root);
    return MAKE(op, Scatterv, scatterv, all->base, all->counts, all->places, all->type, come->base,
                come->count, come->type, of.root);
}

static int allgather(Operation *op, enum Shape shape, Random *own)
{
    Plan *plan = &op->plan;
    const Team *team = plan->team;
    Side *send = &op->send, *all = &op->receive;
    int there = other_side(team), size = team->sizes[there], words[MOST_PARTS];
    int mine = shape == EVEN ? plan->words[team->side] : plan->table[own_rank][2];

    for (int at = 0; at < size; at++)
        words[at] = shape == EVEN ? plan->words[there] : plan->table[team->members[there][at]][2];
    if (plan->is_in_place)
        make_nothing(send, MPI_IN_PLACE);
    else {
        lay(send, EVEN, 1, &mine, own);
        give(send, 0, plan->number, own_rank, 0);
    }
    lay(all, shape, size, words, own);
    for (int at = 0; at < size; at++) {
        int from = team->members[there][at], is_there = plan->is_in_place && from == own_rank;
        (is_there ? give : expect)(all, at, plan->number, from, 0);
    }
    if (shape == EVEN)
        return MAKE(op, Allgather, allgather, send->base, send->count, send->type, all->base,
                    all->count, all->type);
    return MAKE(op, Allgatherv, allgatherv, send->base, send->count, send->type, all->base,
                all->counts, all->places, all->type);
}

/* The words of the part from one rank of the job to another. In place, both ways are as long. */
static int words_between(const Plan *plan, enum Shape shape, int side, int from, int to)
{
    if (shape == EVEN)
        return plan->words[side];
    return plan->is_in_place && from > to ? plan->table[to][from] : plan->table[from][to];
}

static int alltoall(Operation *op, enum Shape shape, Random *own)
{
    Plan *plan = &op->plan;
    const Team *team = plan->team;
    Side *send = &op->send, *come = &op->receive;
    int there = other_side(team), size = team->sizes[there], out[MOST_PARTS], in[MOST_PARTS];
    const int *peers = team->members[there];

    for (int at = 0; at < size; at++) {
        out[at] = words_between(plan, shape, team->side, own_rank, peers[at]);
        in[at] = words_between(plan, shape, there, peers[at], own_rank);
    }
    if (plan->is_in_place)
        make_nothing(send, MPI_IN_PLACE);
    else
        lay(send, shape, size, out, own);
    lay(come, shape, size, in, own);
    for (int at = 0; at < size; at++) {
        give(plan->is_in_place ? come : send, at, plan->number, own_rank, peers[at]);
        expect(come, at, plan->number, peers[at], own_rank);
    }
    if (shape == EVEN)
        return MAKE(op, Alltoall, alltoall, send->base, send->count, send->type, come->base,
                    come->count, come->type);
    if (shape == LISTED)
        return MAKE(op, Alltoallv, alltoallv, send->base, send->counts, send->places, send->type,
                    come->base, come->counts, come->places, come->type);
    return MAKE(op, Alltoallw, alltoallw, send->base, send->counts, send->places, send->types,
                come->base, come->counts, come->places, come->types);
}

#endif

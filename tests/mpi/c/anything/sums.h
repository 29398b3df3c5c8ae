/* Calls that combine elements. */
#ifndef SUMS_H
#define SUMS_H

#include "plan.h"

/* The elements that this rank gives, where they are not in place. */
static void lay_operands(Operation *op, int count)
{
    lay_elements(&op->send, op->plan.reduction, count);
    give_elements(&op->send, op->plan.reduction, count, op->plan.number);
}

static int reduce(Operation *op)
{
    Plan *plan = &op->plan;
    const Reduction *as = plan->reduction;
    Rooted of = rooted(plan);
    int is_in_place = plan->is_in_place && of.role == AT_ROOT;

    if (of.role == AT_ROOT) {
        lay_elements(&op->receive, as, plan->count);
        if (is_in_place)
            give_elements(&op->receive, as, plan->count, plan->number);
        expect_combined(&op->receive, as, of.leaves, of.count, 0, plan->count, plan->number);
    }
    if (is_in_place)
        op->send.base = MPI_IN_PLACE;
    else if (of.role == LEAF || (of.role == AT_ROOT && !plan->team->is_inter))
        lay_operands(op, plan->count);
    return MAKE(op, Reduce, reduce, op->send.base, op->receive.base, plan->count, as->type, as->op,
                of.root);
}

/* Allreduce, scan and exscan: `size` of the ranks that this one exchanges with are combined. */
static int reduce_to_all(Operation *op, int size, Random *own)
{
    Plan *plan = &op->plan;
    const Reduction *as = plan->reduction;
    Side *send = &op->send, *result = &op->receive;
    const int *members = plan->team->members[other_side(plan->team)];
    int has_none = size == 0 && !plan->is_in_place && happens(own, 2);

    if (!has_none)
        lay_elements(result, as, plan->count);
    if (plan->is_in_place) {
        give_elements(result, as, plan->count, plan->number);
        send->base = MPI_IN_PLACE;
    } else
        lay_operands(op, plan->count);
    if (size > 0)
        expect_combined(result, as, members, size, 0, plan->count, plan->number);
    if (plan->call == ALLREDUCE)
        return MAKE(op, Allreduce, allreduce, send->base, result->base, plan->count, as->type,
                    as->op);
    if (plan->call == SCAN)
        return MAKE(op, Scan, scan, send->base, result->base, plan->count, as->type, as->op);
    return MAKE(op, Exscan, exscan, send->base, result->base, plan->count, as->type, as->op);
}

static int reduce_scatter(Operation *op)
{
    Plan *plan = &op->plan;
    const Team *team = plan->team;
    const Reduction *as = plan->reduction;
    Side *send = &op->send, *result = &op->receive;
    int there = other_side(team), mine = plan->shares[team->side][team->rank], first = 0, all = 0;

    for (int rank = 0; rank < team->sizes[team->side]; rank++) {
        op->shares[rank] = plan->shares[team->side][rank];
        first += rank < team->rank ? op->shares[rank] : 0;
        all += op->shares[rank];
    }
    lay_elements(result, as, plan->is_in_place ? all : mine);
    if (plan->is_in_place) {
        give_elements(result, as, all, plan->number);
        forget_elements(result, as, mine, all);
        send->base = MPI_IN_PLACE;
    } else
        lay_operands(op, all);
    expect_combined(result, as, team->members[there], team->sizes[there], first, mine,
                    plan->number);
    if (plan->call == REDUCE_SCATTER)
        return MAKE(op, Reduce_scatter, reduce_scatter, send->base, result->base, op->shares,
                    as->type, as->op);
    return MAKE(op, Reduce_scatter_block, reduce_scatter_block, send->base, result->base, mine,
                as->type, as->op);
}

#endif

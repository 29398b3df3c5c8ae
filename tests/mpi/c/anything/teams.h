/* Communicators of many forms, and who is in them. */
#ifndef TEAMS_H
#define TEAMS_H

#include "numbers.h"

typedef struct {
    const char *name;
    MPI_Comm comm;
    int is_inter, side, rank;
    /* Ranks of the job on each side; those of an intracommunicator are on side 0. */
    int sizes[2], members[2][MOST_RANKS];
    /* The neighbours of each rank; below 0 where a grid ends. */
    int is_near, is_grid, ins[MOST_RANKS], outs[MOST_RANKS];
    int sources[MOST_RANKS][MOST_PARTS], targets[MOST_RANKS][MOST_PARTS];
} Team;

enum { MOST_TEAMS = 20 };

static int teams_made;
static Team teams[MOST_TEAMS];

/* The side whose first rank is higher in the job is side 1. */
static int side_of(MPI_Comm comm)
{
    MPI_Group job, here, there;
    int first = 0, ours, theirs;

    OK(MPI_Comm_group(MPI_COMM_WORLD, &job));
    OK(MPI_Comm_group(comm, &here));
    OK(MPI_Comm_remote_group(comm, &there));
    OK(MPI_Group_translate_ranks(here, 1, &first, job, &ours));
    OK(MPI_Group_translate_ranks(there, 1, &first, job, &theirs));
    OK(MPI_Group_free(&job));
    OK(MPI_Group_free(&here));
    OK(MPI_Group_free(&there));
    return ours > theirs;
}

/* Collective over the job; those that are not members pass MPI_COMM_NULL. */
static Team *add_team(const char *name, MPI_Comm comm, int is_inter)
{
    Team *team = &teams[teams_made++];
    int own[3] = {0, 0, 0}, all[MOST_RANKS][3];

    CHECK(teams_made <= MOST_TEAMS);
    team->name = name;
    team->comm = comm;
    team->is_inter = is_inter;
    if (comm != MPI_COMM_NULL) {
        OK(MPI_Comm_rank(comm, &team->rank));
        team->side = is_inter ? side_of(comm) : 0;
        own[0] = 1;
        own[1] = team->side;
        own[2] = team->rank;
        OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    }
    OK(MPI_Allgather(own, 3, MPI_INT, all, 3, MPI_INT, MPI_COMM_WORLD));
    for (int rank = 0; rank < of_job; rank++)
        if (all[rank][0]) {
            team->members[all[rank][1]][all[rank][2]] = rank;
            team->sizes[all[rank][1]]++;
        }
    return team;
}

static void add_part(const char *name, int is_in, int key)
{
    MPI_Comm comm;

    OK(MPI_Comm_split(MPI_COMM_WORLD, is_in ? 0 : MPI_UNDEFINED, key, &comm));
    add_team(name, comm, 0);
}

/* Two sides; `leaders` are the ranks of the job that lead them. */
static MPI_Comm apart(int is_second, int key, const int leaders[2])
{
    MPI_Comm part, both;

    OK(MPI_Comm_split(MPI_COMM_WORLD, is_second, key, &part));
    OK(MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, leaders[!is_second], 5, &both));
    OK(MPI_Comm_free(&part));
    return both;
}

static void add_sides(void)
{
    int half = of_job / 2, halves[2] = {half - 1, of_job - 1}, ones[2] = {1, 0};
    MPI_Comm comm;

    comm = apart(own_rank >= half, -own_rank, halves);
    add_team("halves", comm, 1);
    OK(MPI_Comm_dup(comm, &comm));
    add_team("halves again", comm, 1);
    comm = apart(own_rank != 1, own_rank, ones);
    add_team("one and all others", comm, 1);
    OK(MPI_Intercomm_merge(comm, own_rank != 1, &comm));
    add_team("merged", comm, 0);
}

/* Tells all members the neighbours of each. */
static void share_neighbours(Team *team)
{
    int rank = team->rank;

    team->is_near = 1;
    OK(MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, team->ins, 1, MPI_INT, team->comm));
    OK(MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, team->outs, 1, MPI_INT, team->comm));
    CHECK(team->ins[rank] <= MOST_PARTS && team->outs[rank] <= MOST_PARTS);
    OK(MPI_Allgather(MPI_IN_PLACE, MOST_PARTS, MPI_INT, team->sources, MOST_PARTS, MPI_INT,
                     team->comm));
    OK(MPI_Allgather(MPI_IN_PLACE, MOST_PARTS, MPI_INT, team->targets, MOST_PARTS, MPI_INT,
                     team->comm));
}

static void add_grid(const char *name, int ndims, const int *dims, const int *periods)
{
    MPI_Comm comm;
    Team *team;
    int below_and_above[2];

    OK(MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 1, &comm));
    team = add_team(name, comm, 0);
    team->is_grid = 1;
    team->ins[team->rank] = team->outs[team->rank] = 2 * ndims;
    for (int way = 0; way < 2 * ndims; way++) {
        OK(MPI_Cart_shift(comm, way / 2, 1, &below_and_above[0], &below_and_above[1]));
        int peer = below_and_above[way % 2];
        team->sources[team->rank][way] = team->targets[team->rank][way] =
            peer == MPI_PROC_NULL ? -1 : peer;
    }
    share_neighbours(team);
}

enum { MOST_EDGES = 3 * MOST_RANKS };

typedef struct {
    int count, from[MOST_EDGES], to[MOST_EDGES];
} Edges;

/* Some twice in succession, some from a rank to itself. */
static Edges any_edges(Random *random)
{
    Edges edges = {below(random, 3 * of_job), {0}, {0}};

    for (int at = 0; at < edges.count; at++) {
        int is_again = at > 0 && happens(random, 4);
        edges.from[at] = is_again ? edges.from[at - 1] : below(random, of_job);
        edges.to[at] = is_again ? edges.to[at - 1] : below(random, of_job);
    }
    return edges;
}

/* The weight of an edge is its number. */
static MPI_Comm graph_of_neighbours(const Edges *edges)
{
    int sources[MOST_EDGES], targets[MOST_EDGES], in[MOST_EDGES], out[MOST_EDGES];
    int ins = 0, outs = 0;
    MPI_Comm comm;

    for (int at = 0; at < edges->count; at++) {
        if (edges->to[at] == own_rank) {
            sources[ins] = edges->from[at];
            in[ins++] = at;
        }
        if (edges->from[at] == own_rank) {
            targets[outs] = edges->to[at];
            out[outs++] = at;
        }
    }
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, sources, ins ? in : MPI_WEIGHTS_EMPTY,
                                      outs, targets, outs ? out : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL,
                                      1, &comm));
    return comm;
}

/* Each rank passes some edges of anybody. */
static MPI_Comm graph_of_edges(const Edges *edges)
{
    int from[MOST_EDGES], ones[MOST_EDGES], to[MOST_EDGES], weights[MOST_EDGES], count = 0;
    MPI_Comm comm;

    for (int at = own_rank; at < edges->count; at += of_job) {
        from[count] = edges->from[at];
        ones[count] = 1;
        to[count] = edges->to[at];
        weights[count++] = at;
    }
    OK(MPI_Dist_graph_create(MPI_COMM_WORLD, count, from, ones, to,
                             count ? weights : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 1, &comm));
    return comm;
}

static void add_graph(const char *name, MPI_Comm comm, const Edges *edges)
{
    Team *team = add_team(name, comm, 0);
    int *sources = team->sources[team->rank], *targets = team->targets[team->rank];
    int in[MOST_PARTS], out[MOST_PARTS], is_weighted;
    int *ins = &team->ins[team->rank], *outs = &team->outs[team->rank];

    OK(MPI_Dist_graph_neighbors_count(comm, ins, outs, &is_weighted));
    CHECK(is_weighted);
    OK(MPI_Dist_graph_neighbors(comm, *ins, sources, in, *outs, targets, out));
    for (int at = 0; at < *ins; at++)
        CHECK(edges->from[in[at]] == sources[at] && edges->to[in[at]] == own_rank);
    for (int at = 0; at < *outs; at++)
        CHECK(edges->to[out[at]] == targets[at] && edges->from[out[at]] == own_rank);
    share_neighbours(team);
}

/* A ring in both directions; rank 0 is its own neighbour, too. */
static void add_ring(void)
{
    int ends[MOST_RANKS], edges[2 * MOST_RANKS + 1], count = 0;
    MPI_Comm comm;
    Team *team;

    for (int rank = 0; rank < of_job; rank++) {
        edges[count++] = (rank + 1) % of_job;
        edges[count++] = (rank + of_job - 1) % of_job;
        if (rank == 0)
            edges[count++] = 0;
        ends[rank] = count;
    }
    OK(MPI_Graph_create(MPI_COMM_WORLD, of_job, ends, edges, 1, &comm));
    team = add_team("ring", comm, 0);
    OK(MPI_Graph_neighbors_count(comm, team->rank, &count));
    team->ins[team->rank] = team->outs[team->rank] = count;
    OK(MPI_Graph_neighbors(comm, team->rank, count, team->sources[team->rank]));
    OK(MPI_Graph_neighbors(comm, team->rank, count, team->targets[team->rank]));
    share_neighbours(team);
}

/* `random` is the same on all ranks. */
static void make_teams(Random *random)
{
    int dims[3] = {0, 0, 0}, periods[3] = {1, 0, 1}, flat[2] = {of_job, 1};
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    add_team("copy", comm, 0);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    add_team("second copy", comm, 0);
    add_part("reversed", 1, -own_rank);
    add_part("turned", 1, (own_rank + 2) % of_job);
    add_part("even ranks", own_rank % 2 == 0, -own_rank);
    add_part("all but the last", own_rank < of_job - 1 || of_job == 1, own_rank);
    if (of_job > 1)
        add_sides();
    OK(MPI_Dims_create(of_job, 3, dims));
    add_grid("grid", 3, dims, periods);
    periods[1] = 1;
    add_grid("flat grid", 2, flat, periods);
    Edges edges = any_edges(random);
    add_graph("graph of neighbours", graph_of_neighbours(&edges), &edges);
    edges = any_edges(random);
    add_graph("graph of edges", graph_of_edges(&edges), &edges);
    add_ring();
}

static void free_teams(void)
{
    while (teams_made > 0)
        if (teams[--teams_made].comm != MPI_COMM_NULL)
            OK(MPI_Comm_free(&teams[teams_made].comm));
}

#endif

//! Topologies and neighbourhood calls.

use crate::kit::{Random, WORLD, even, listed, longs, rank_of, size_of};
use skifch_mpi::coll;
use skifch_mpi::comm;
use skifch_mpi::error::Class;
use skifch_mpi::topology::{self, Cartesian, Edges, Neighbours, Topology};

pub(crate) fn all(random: &mut Random) {
    for _ in 0..10 {
        grids(random);
        graphs(random);
    }
    let error = topology::cart_get(WORLD).expect_err("no grid");
    assert_eq!(error.class(), Class::Topology);
}

fn grids(random: &mut Random) {
    let size = size_of(WORLD);
    let mut dims = vec![0; 1 + random.index(3)];
    topology::dims_create(1 + random.index(size), &mut dims).expect("a grid");
    let is_periodic: Vec<_> = dims.iter().map(|_| random.below(2) == 0).collect();
    let grid = Cartesian { dims, is_periodic };
    let made = topology::cart_create(WORLD, grid.clone()).expect("a grid");
    assert_eq!(made.is_some(), rank_of(WORLD) < grid.size());
    let keep: Vec<_> = grid.dims.iter().map(|_| random.below(2) == 0).collect();
    let Some(made) = made else { return };
    let (got, coords) = topology::cart_get(made).expect("a grid");
    assert_eq!(got, grid);
    let place: Vec<_> = coords.iter().map(|&at| at as i64).collect();
    let rank = rank_of(made);
    assert_eq!(topology::cart_rank(made, &place).expect("a rank"), rank);
    // Each rank tells each neighbour its rank and the direction of the message.
    let count = 2 * grid.dims.len();
    let out: Vec<_> = (0..count).map(|at| (rank * 100 + at) as i64).collect();
    let mut come = vec![-1; count];
    // SAFETY: the buffers have these elements.
    unsafe { coll::neighbour_alltoall(even(&out[..], 1), even(&mut come[..], 1), made) }
        .expect("an exchange");
    for (dim, pair) in come.chunks_exact(2).enumerate() {
        let (below, above) = topology::cart_shift(made, dim, 1).expect("a dimension");
        let told = |rank: Option<usize>, at| rank.map_or(-1, |rank| (rank * 100 + at) as i64);
        assert_eq!(pair, [told(below, 2 * dim + 1), told(above, 2 * dim)], "{grid:?}");
    }
    let part = topology::cart_sub(made, &keep).expect("a part");
    let (part_grid, there) = topology::cart_get(part).expect("a grid");
    let kept = |all: &[usize]| {
        all.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&at, _)| at).collect::<Vec<_>>()
    };
    assert_eq!((part_grid.dims, there), (kept(&grid.dims), kept(&coords)));
    let copied = comm::dup(made).expect("a grid");
    assert_eq!(topology::get(copied).expect("ours"), Some(Topology::Cartesian(grid)));
    for comm in [copied, part, made] {
        comm::free(comm).expect("ours");
    }
}

fn graphs(random: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    // All ranks draw all edges; each passes those whose index modulo the size is its rank.
    let edges: Vec<_> = (0..random.index(3 * size))
        .map(|_| (random.index(size), random.index(size), random.below(9) as i64))
        .collect();
    let mine: Vec<_> = edges
        .iter()
        .enumerate()
        .filter(|(at, _)| at % size == rank)
        .map(|(_, &(source, to, weight))| Edges {
            source,
            destinations: vec![to],
            weights: vec![weight],
        })
        .collect();
    let made = topology::dist_graph_create(WORLD, &mine, true).expect("a graph");
    let near = topology::dist_graph_neighbours(made).expect("a graph");
    let sorted = |mut of: Vec<usize>| {
        of.sort_unstable();
        of
    };
    let come = edges.iter().filter(|edge| edge.1 == rank).map(|edge| edge.0).collect();
    assert_eq!(sorted(near.sources.clone()), sorted(come));
    let go = edges.iter().filter(|edge| edge.0 == rank).map(|edge| edge.1).collect();
    assert_eq!(sorted(near.destinations.clone()), sorted(go));
    let own = [rank as i64 * 3, 7];
    let mut all = vec![-1; 2 * near.sources.len()];
    // SAFETY: the buffers have these elements.
    unsafe { coll::neighbour_allgather(longs(&own[..]), even(&mut all[..], 2), made) }
        .expect("an allgather");
    let wanted: Vec<_> = near.sources.iter().flat_map(|&from| [from as i64 * 3, 7]).collect();
    assert_eq!(all, wanted);
    let again = topology::dist_graph_create_adjacent(WORLD, near.clone()).expect("a graph");
    assert_eq!(topology::dist_graph_neighbours(again).expect("a graph"), near);
    // The number of elements depends on both ranks.
    let len = |from: usize, to: usize| from + 2 * to;
    let parts = |ranks: &[usize], len: &dyn Fn(usize) -> usize| {
        let counts: Vec<_> = ranks.iter().map(|&rank| len(rank)).collect();
        let disps: Vec<_> =
            (0..counts.len()).map(|at| counts[..at].iter().sum::<usize>() as isize).collect();
        (counts, disps)
    };
    let (out_counts, out_disps) = parts(&near.destinations, &|to| len(rank, to));
    let (in_counts, in_disps) = parts(&near.sources, &|from| len(from, rank));
    let out = vec![rank as i64; out_counts.iter().sum()];
    let mut come = vec![-1; in_counts.iter().sum()];
    let from = listed(&out[..], &out_counts, &out_disps);
    let to = listed(&mut come[..], &in_counts, &in_disps);
    // SAFETY: as above.
    unsafe { coll::neighbour_alltoall(from, to, again) }.expect("an exchange");
    let wanted: Vec<_> =
        near.sources.iter().flat_map(|&from| vec![from as i64; len(from, rank)]).collect();
    assert_eq!(come, wanted);
    ring();
    comm::free(made).and(comm::free(again)).expect("ours");
    let wrong = Neighbours { sources: vec![size], ..Neighbours::default() };
    let error = topology::dist_graph_create_adjacent(WORLD, wrong).expect_err("no such rank");
    assert_eq!(error.class(), Class::Rank);
}

/// A graph known to all ranks.
fn ring() {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let index = (1..=size).collect();
    let edges = (1..=size).map(|rank| rank % size).collect();
    let made = topology::graph_create(WORLD, index, edges).expect("a graph").expect("a member");
    assert_eq!(topology::graph_neighbours(made, rank).expect("a rank"), [(rank + 1) % size]);
    comm::free(made).expect("ours");
}

//! Graph topologies: every rank knows the whole graph, or only its own neighbours.

use super::{Topology, call, of_rank, shaped};
use crate::Comm;
use crate::coll::allgather_lists;
use crate::engine::attempt;
use crate::error::{Result, fail};

/// The neighbours of one rank. Weights are in the order of the ranks; `None` for an unweighted
/// graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// Ranks that send to this rank.
    pub sources: Vec<usize>,
    /// Ranks that this rank sends to.
    pub destinations: Vec<usize>,
    /// Weights of the incoming and of the outgoing edges.
    pub weights: Option<(Vec<i64>, Vec<i64>)>,
}

/// Outgoing edges of one rank.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "as in the standard's call")]
pub struct Edges {
    pub source: usize,
    pub destinations: Vec<usize>,
    /// One weight per destination; empty for an unweighted graph.
    pub weights: Vec<i64>,
}

/// Creates a graph of the first ranks (collective); `index[i]` is the end of the neighbours of rank
/// i in `edges`. The other ranks get none.
///
/// # Errors
/// `Comm` for an invalid handle; `Arg` for lists that do not describe a graph.
pub fn graph_create(comm: Comm, index: Vec<usize>, edges: Vec<usize>) -> Result<Option<Comm>> {
    let count = index.len();
    let is_right = index.is_sorted()
        && index.last().is_none_or(|&end| end <= edges.len())
        && edges.iter().all(|&rank| rank < count);
    if !is_right {
        return fail!(Arg, "MPI_Graph_create: {index:?} and {edges:?} are no graph");
    }
    shaped(comm, count, Topology::Graph { index, edges })
        .map_err(|error| error.context("MPI_Graph_create"))
}

/// The lists that the graph was created from.
///
/// # Errors
/// `Topology` for a communicator without a graph.
pub fn graph_get(comm: Comm) -> Result<(Vec<usize>, Vec<usize>)> {
    call("MPI_Graph_get", |engine| match engine.comm(comm)?.topology.as_deref() {
        Some(Topology::Graph { index, edges }) => Ok((index.clone(), edges.clone())),
        _ => fail!(Topology, "{} is no graph", engine.comm(comm)?),
    })
}

/// The neighbours of a rank.
///
/// # Errors
/// As [`graph_get`]; `Rank` for a rank that is not in the graph.
pub fn graph_neighbours(comm: Comm, rank: usize) -> Result<Vec<usize>> {
    let (index, edges) = graph_get(comm)?;
    match rank < index.len() {
        true => Ok(of_rank(&index, &edges, rank).to_vec()),
        false => fail!(Rank, "MPI_Graph_neighbors: rank {rank} of {}", index.len()),
    }
}

/// The rank this process would have in a graph of `count` ranks, if any.
///
/// # Errors
/// `Comm` for an invalid handle.
pub fn graph_map(comm: Comm, count: usize) -> Result<Option<usize>> {
    call("MPI_Graph_map", |engine| {
        let rank = engine.comm(comm)?.rank as usize;
        Ok((rank < count).then_some(rank))
    })
}

/// Creates a distributed graph; each rank passes its own neighbours (collective).
///
/// # Errors
/// `Comm` for an invalid handle; `Rank` for invalid neighbours.
pub fn dist_graph_create_adjacent(comm: Comm, near: Neighbours) -> Result<Comm> {
    adjacent(comm, near).map_err(|error| error.context("MPI_Dist_graph_create_adjacent"))
}

fn adjacent(comm: Comm, near: Neighbours) -> Result<Comm> {
    let size = attempt(|engine| engine.comm(comm).map(|comm| comm.local.len()))?;
    if let Some(rank) = near.sources.iter().chain(&near.destinations).find(|rank| **rank >= size) {
        return fail!(Rank, "rank {rank} is not below {size}");
    }
    match shaped(comm, size, Topology::Distributed(near))? {
        Some(made) => Ok(made),
        None => fail!(Intern, "a member got no communicator"),
    }
}

/// Creates a distributed graph; each rank passes any edges of the graph (collective).
///
/// # Errors
/// `Comm` for an invalid handle; `Rank`, on all ranks, if one of them passes an invalid edge.
pub fn dist_graph_create(comm: Comm, edges: &[Edges], is_weighted: bool) -> Result<Comm> {
    let mut list = Vec::new();
    for edge in edges {
        for (at, &destination) in edge.destinations.iter().enumerate() {
            let weight = edge.weights.get(at).copied().unwrap_or(1);
            list.extend([edge.source as i64, destination as i64, weight]);
        }
    }
    let all = allgather_lists(comm, &list)?;
    let (rank, size) = attempt(|e| e.comm(comm).map(|comm| (comm.rank, comm.local.len())))?;
    // Every rank has all edges, so all fail alike, and none waits for the others.
    let is_out = |edge: &&[i64]| edge[..2].iter().any(|&end| !(0..size as i64).contains(&end));
    if let Some(edge) = all.chunks_exact(3).find(is_out) {
        let (from, to) = (edge[0], edge[1]);
        return fail!(
            Rank,
            "MPI_Dist_graph_create: the ranks of the edge from {from} to {to} are not below {size}"
        );
    }
    let mut near = Neighbours::default();
    let (mut come, mut go) = (Vec::new(), Vec::new());
    for edge in all.chunks_exact(3) {
        if edge[1] == i64::from(rank) {
            near.sources.push(edge[0] as usize);
            come.push(edge[2]);
        }
        if edge[0] == i64::from(rank) {
            near.destinations.push(edge[1] as usize);
            go.push(edge[2]);
        }
    }
    near.weights = is_weighted.then_some((come, go));
    adjacent(comm, near).map_err(|error| error.context("MPI_Dist_graph_create"))
}

/// The neighbours of this rank.
///
/// # Errors
/// `Topology` for a communicator without a distributed graph.
pub fn dist_graph_neighbours(comm: Comm) -> Result<Neighbours> {
    call("MPI_Dist_graph_neighbors", |engine| match engine.comm(comm)?.topology.as_deref() {
        Some(Topology::Distributed(near)) => Ok(near.clone()),
        _ => fail!(Topology, "{} is no distributed graph", engine.comm(comm)?),
    })
}

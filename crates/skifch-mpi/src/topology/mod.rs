//! Virtual topologies: the neighbours of each rank. Ranks are never reordered.

mod cartesian;
mod dims;
mod graph;

pub use cartesian::{
    Cartesian, cart_coords, cart_create, cart_get, cart_map, cart_rank, cart_shift, cart_sub,
};
pub use dims::dims_create;
pub use graph::{
    Edges, Neighbours, dist_graph_create, dist_graph_create_adjacent, dist_graph_neighbours,
    graph_create, graph_get, graph_map, graph_neighbours,
};

use crate::Comm;
use crate::engine::{Engine, attempt};
use crate::error::{Result, fail};
use crate::p2p::PROC_NULL;

/// The topology of a communicator.
#[derive(Clone, Debug, PartialEq)]
pub enum Topology {
    /// A Cartesian grid.
    Cartesian(Cartesian),
    /// A graph known to every rank.
    Graph {
        /// End of each rank's neighbours in `edges`.
        index: Vec<usize>,
        /// The neighbours, rank by rank.
        edges: Vec<usize>,
    },
    /// A distributed graph: the neighbours of this rank.
    Distributed(Neighbours),
}

impl Topology {
    /// Sources and destinations of this rank in neighbourhood calls, in the order of the buffers'
    /// parts; `PROC_NULL` where there is none.
    pub(crate) fn neighbours(&self, rank: usize) -> (Vec<i32>, Vec<i32>) {
        let plain = |ranks: &[usize]| ranks.iter().map(|&rank| rank as i32).collect::<Vec<_>>();
        match self {
            Self::Cartesian(grid) => {
                let both: Vec<_> = (0..grid.dims.len())
                    .flat_map(|dim| {
                        let (before, after) = grid.shift(rank, dim, 1);
                        [before, after]
                    })
                    .map(|rank| rank.map_or(PROC_NULL, |rank| rank as i32))
                    .collect();
                (both.clone(), both)
            }
            Self::Graph { index, edges } => {
                let near = plain(of_rank(index, edges, rank));
                (near.clone(), near)
            }
            Self::Distributed(near) => (plain(&near.sources), plain(&near.destinations)),
        }
    }
}

fn of_rank<'a>(index: &[usize], edges: &'a [usize], rank: usize) -> &'a [usize] {
    let first = if rank == 0 { 0 } else { index[rank - 1] };
    &edges[first..index[rank]]
}

/// The topology of a communicator, if it has one.
///
/// # Errors
/// `Comm` for an invalid handle.
pub fn get(comm: Comm) -> Result<Option<Topology>> {
    attempt(|engine| Ok(engine.comm(comm)?.topology.as_deref().cloned()))
}

fn call<R>(name: &str, f: impl FnOnce(&mut Engine) -> Result<R>) -> Result<R> {
    attempt(f).map_err(|error| error.context(name))
}

/// Creates a communicator of the first `count` ranks with this topology; `None` for the others.
fn shaped(comm: Comm, count: usize, topology: Topology) -> Result<Option<Comm>> {
    let (rank, size) = attempt(|engine| {
        let found = engine.comm(comm)?;
        match found.remote {
            None => Ok((found.rank, found.local.len())),
            Some(_) => fail!(Comm, "a topology needs a communicator with one side"),
        }
    })?;
    if count > size {
        return fail!(Arg, "a topology of {count} ranks over {size}");
    }
    let color = ((rank as usize) < count).then_some(0);
    let Some(made) = crate::comm::divide(comm, color, rank)? else { return Ok(None) };
    attempt(|engine| {
        engine.comm_mut(made)?.topology = Some(topology.into());
        Ok(Some(made))
    })
}

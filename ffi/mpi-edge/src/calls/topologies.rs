//! Virtual topologies: grids, graphs, and neighbourhood collective calls.

use super::apart::{beside_neighbours, neighbours_apart};
use super::kinds::collectives;
use super::memory::is_odd;
use super::parts::{block, each_of, even, listed_of, no_block, none};
use crate::args::{length, slice, slice_mut};
use crate::constants::{
    MPI_CART, MPI_DIST_GRAPH, MPI_GRAPH, MPI_PROC_NULL, MPI_UNDEFINED, MPI_UNWEIGHTED,
};
use crate::handles::{Array, Comm, Info, Request, Type};
use crate::ints::Ints;
use crate::raise::{Answer, Failure};
use libc::{c_int, c_void};
use skifch_mpi::coll::{self, Block, Parts};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::topology::{self, Cartesian, Edges, Neighbours, Topology};

/// Converts numbers, which must not be negative.
fn whole(name: &str, values: &[c_int]) -> Answer<Vec<usize>> {
    let all: Result<_, Error> = values.iter().map(|value| length(name, *value)).collect();
    Ok(all?)
}

/// Stores as many values as there is room for.
fn store(values: &[usize], places: &mut [c_int]) {
    for (place, value) in places.iter_mut().zip(values) {
        *place = *value as c_int;
    }
}

/// `MPI_Dims_create`.
pub unsafe fn dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) -> Answer {
    // SAFETY: the standard's contract.
    let places = unsafe { slice_mut("dims", dims, length("ndims", ndims)?) }?;
    let mut found = whole("an element of dims", places)?;
    topology::dims_create(length("nnodes", nnodes)?, &mut found)?;
    store(&found, places);
    Ok(())
}

/// `MPI_Topo_test`.
pub unsafe fn topo_test(comm: Comm) -> Answer<i32> {
    Ok(match topology::get(comm)? {
        Some(Topology::Cartesian(_)) => MPI_CART,
        Some(Topology::Graph { .. }) => MPI_GRAPH,
        Some(Topology::Distributed(_)) => MPI_DIST_GRAPH,
        None => MPI_UNDEFINED,
    })
}

/// # Safety
/// The arrays have `ndims` elements.
unsafe fn grid(ndims: c_int, dims: *const c_int, periods: *const c_int) -> Answer<Cartesian> {
    let len = length("ndims", ndims)?;
    // SAFETY: the caller's promise.
    let (dims, periods) = unsafe { (slice("dims", dims, len)?, slice("periods", periods, len)?) };
    let is_periodic = periods.iter().map(|flag| *flag != 0).collect();
    Ok(Cartesian { dims: whole("an element of dims", dims)?, is_periodic })
}

/// `MPI_Cart_create`. Ranks are not reordered.
pub unsafe fn cart_create(
    comm: Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    _reorder: bool,
) -> Answer<Comm> {
    // SAFETY: the standard's contract.
    let grid = unsafe { grid(ndims, dims, periods) }?;
    Ok(topology::cart_create(comm, grid)?.unwrap_or(Comm::NULL))
}

/// `MPI_Cart_map`.
pub unsafe fn cart_map(
    comm: Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
) -> Answer<i32> {
    // SAFETY: the standard's contract.
    let grid = unsafe { grid(ndims, dims, periods) }?;
    Ok(topology::cart_map(comm, &grid)?.map_or(MPI_UNDEFINED, |rank| rank as i32))
}

/// `MPI_Cartdim_get`.
pub unsafe fn cartdim_get(comm: Comm) -> Answer<i32> {
    Ok(topology::cart_get(comm)?.0.dims.len() as i32)
}

/// `MPI_Cart_get`.
pub unsafe fn cart_get(
    comm: Comm,
    maxdims: c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    coords: *mut c_int,
) -> Answer {
    let (grid, at) = topology::cart_get(comm)?;
    let len = length("maxdims", maxdims)?.min(grid.dims.len());
    let periodic: Vec<_> = grid.is_periodic.iter().map(|flag| usize::from(*flag)).collect();
    // SAFETY: the standard's contract.
    unsafe {
        store(&grid.dims, slice_mut("dims", dims, len)?);
        store(&periodic, slice_mut("periods", periods, len)?);
        store(&at, slice_mut("coords", coords, len)?);
    }
    Ok(())
}

/// `MPI_Cart_rank`.
pub unsafe fn cart_rank(comm: Comm, coords: *const c_int) -> Answer<i32> {
    let dims = topology::cart_get(comm)?.0.dims.len();
    // SAFETY: the standard's contract.
    let coords = unsafe { slice("coords", coords, dims) }?;
    let coords: Vec<_> = coords.iter().copied().map(i64::from).collect();
    Ok(topology::cart_rank(comm, &coords)? as i32)
}

/// `MPI_Cart_coords`.
pub unsafe fn cart_coords(comm: Comm, rank: i32, maxdims: c_int, coords: *mut c_int) -> Answer {
    let found = topology::cart_coords(comm, rank_of(rank)?)?;
    let len = length("maxdims", maxdims)?.min(found.len());
    // SAFETY: the standard's contract.
    store(&found, unsafe { slice_mut("coords", coords, len) }?);
    Ok(())
}

fn rank_of(rank: i32) -> Answer<usize> {
    usize::try_from(rank).map_err(|_| Failure::new(Class::Rank, format!("there is no rank {rank}")))
}

/// `MPI_Cart_shift`: source and destination.
pub unsafe fn cart_shift(comm: Comm, direction: c_int, disp: c_int) -> Answer<(i32, i32)> {
    let dim = length("direction", direction)?;
    // The engine returns the rank before this one first.
    let (source, destination) = topology::cart_shift(comm, dim, i64::from(disp))?;
    let rank = |found: Option<usize>| found.map_or(MPI_PROC_NULL, |rank| rank as i32);
    Ok((rank(source), rank(destination)))
}

/// `MPI_Cart_sub`.
pub unsafe fn cart_sub(comm: Comm, remain_dims: *const c_int) -> Answer<Comm> {
    let dims = topology::cart_get(comm)?.0.dims.len();
    // SAFETY: the standard's contract.
    let kept = unsafe { slice("remain_dims", remain_dims, dims) }?;
    let kept: Vec<_> = kept.iter().map(|flag| *flag != 0).collect();
    Ok(topology::cart_sub(comm, &kept)?)
}

/// # Safety
/// `indx` has `nnodes` elements, and `edges` as many as the last of them says.
unsafe fn lists(
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
) -> Answer<(Vec<usize>, Vec<usize>)> {
    // SAFETY: the caller's promise.
    let index = unsafe { slice("indx", indx, length("nnodes", nnodes)?) }?;
    let index = whole("an element of indx", index)?;
    let len = index.last().copied().unwrap_or(0);
    // SAFETY: the caller's promise.
    let edges = whole("an element of edges", unsafe { slice("edges", edges, len) }?)?;
    Ok((index, edges))
}

/// `MPI_Graph_create`.
pub unsafe fn graph_create(
    comm: Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    _reorder: bool,
) -> Answer<Comm> {
    // SAFETY: the standard's contract.
    let (index, edges) = unsafe { lists(nnodes, indx, edges) }?;
    Ok(topology::graph_create(comm, index, edges)?.unwrap_or(Comm::NULL))
}

/// `MPI_Graph_map`.
pub unsafe fn graph_map(
    comm: Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
) -> Answer<i32> {
    // SAFETY: the standard's contract.
    let (index, _) = unsafe { lists(nnodes, indx, edges) }?;
    Ok(topology::graph_map(comm, index.len())?.map_or(MPI_UNDEFINED, |rank| rank as i32))
}

/// `MPI_Graphdims_get`.
pub unsafe fn graphdims_get(comm: Comm) -> Answer<(i32, i32)> {
    let (index, edges) = topology::graph_get(comm)?;
    Ok((index.len() as i32, edges.len() as i32))
}

/// `MPI_Graph_get`.
pub unsafe fn graph_get(
    comm: Comm,
    maxindex: c_int,
    maxedges: c_int,
    indx: *mut c_int,
    edges: *mut c_int,
) -> Answer {
    let (index, all) = topology::graph_get(comm)?;
    let (most, most_edges) = (length("maxindex", maxindex)?, length("maxedges", maxedges)?);
    // SAFETY: the standard's contract.
    unsafe {
        store(&index, slice_mut("indx", indx, most.min(index.len()))?);
        store(&all, slice_mut("edges", edges, most_edges.min(all.len()))?);
    }
    Ok(())
}

/// `MPI_Graph_neighbors_count`.
pub unsafe fn graph_neighbors_count(comm: Comm, rank: i32) -> Answer<i32> {
    Ok(topology::graph_neighbours(comm, rank_of(rank)?)?.len() as i32)
}

/// `MPI_Graph_neighbors`.
pub unsafe fn graph_neighbors(comm: Comm, rank: i32, most: c_int, to: *mut c_int) -> Answer {
    let found = topology::graph_neighbours(comm, rank_of(rank)?)?;
    let len = length("maxneighbors", most)?.min(found.len());
    // SAFETY: the standard's contract.
    store(&found, unsafe { slice_mut("neighbors", to, len) }?);
    Ok(())
}

/// The weights of edges; `None` for an unweighted graph.
///
/// # Safety
/// There are `len` of them, or the address is `MPI_UNWEIGHTED` or `MPI_WEIGHTS_EMPTY`.
unsafe fn weights(base: *const c_int, len: usize) -> Answer<Option<Vec<i64>>> {
    if base.addr() == MPI_UNWEIGHTED {
        return Ok(None);
    }
    // Without edges, the address may be `MPI_WEIGHTS_EMPTY`.
    // SAFETY: the caller's promise.
    let all = unsafe { slice("the array of weights", base, len) }?;
    Ok(Some(all.iter().copied().map(i64::from).collect()))
}

/// `MPI_Dist_graph_create_adjacent`.
pub unsafe fn dist_graph_create_adjacent(
    comm: Comm,
    indegree: c_int,
    sources: *const c_int,
    sourceweights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destweights: *const c_int,
    info: Info,
    _reorder: bool,
) -> Answer<Comm> {
    skifch_mpi::info::check_hints(info)?;
    let (ins, outs) = (length("indegree", indegree)?, length("outdegree", outdegree)?);
    // SAFETY: the standard's contract.
    let (sources, destinations, weights) = unsafe {
        let both = weights(sourceweights, ins)?.zip(weights(destweights, outs)?);
        (slice("sources", sources, ins)?, slice("destinations", destinations, outs)?, both)
    };
    let (sources, destinations) = (whole("a source", sources)?, whole("a target", destinations)?);
    let near = Neighbours { sources, destinations, weights };
    Ok(topology::dist_graph_create_adjacent(comm, near)?)
}

/// `MPI_Dist_graph_create`.
pub unsafe fn dist_graph_create(
    comm: Comm,
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    list: *const c_int,
    info: Info,
    _reorder: bool,
) -> Answer<Comm> {
    skifch_mpi::info::check_hints(info)?;
    let n = length("n", n)?;
    // SAFETY: the standard's contract.
    let (sources, degrees) =
        unsafe { (slice("sources", sources, n)?, slice("degrees", degrees, n)?) };
    let (sources, degrees) = (whole("a source", sources)?, whole("a degree", degrees)?);
    let total = degrees.iter().sum();
    // SAFETY: the standard's contract.
    let (targets, weights) =
        unsafe { (slice("destinations", destinations, total)?, weights(list, total)?) };
    let targets = whole("a destination", targets)?;
    let mut from = 0;
    let edges = sources.into_iter().zip(degrees).map(|(source, degree)| {
        let of = from..from + degree;
        from += degree;
        let weights = weights.as_ref().map_or(Vec::new(), |all| all[of.clone()].to_vec());
        Edges { source, destinations: targets[of].to_vec(), weights }
    });
    let edges: Vec<_> = edges.collect();
    Ok(topology::dist_graph_create(comm, &edges, weights.is_some())?)
}

/// `MPI_Dist_graph_neighbors_count`.
pub unsafe fn dist_graph_neighbors_count(comm: Comm) -> Answer<(i32, i32, bool)> {
    let near = topology::dist_graph_neighbours(comm)?;
    let (ins, outs) = (near.sources.len() as i32, near.destinations.len() as i32);
    Ok((ins, outs, near.weights.is_some()))
}

/// `MPI_Dist_graph_neighbors`.
pub unsafe fn dist_graph_neighbors(
    comm: Comm,
    maxindegree: c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    maxoutdegree: c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
) -> Answer {
    let near = topology::dist_graph_neighbours(comm)?;
    let ins = length("maxindegree", maxindegree)?.min(near.sources.len());
    let outs = length("maxoutdegree", maxoutdegree)?.min(near.destinations.len());
    // SAFETY: the standard's contract.
    unsafe {
        store(&near.sources, slice_mut("sources", sources, ins)?);
        store(&near.destinations, slice_mut("destinations", destinations, outs)?);
    }
    let Some((of_sources, of_destinations)) = near.weights else { return Ok(()) };
    for (base, len, all) in [(sourceweights, ins, of_sources), (destweights, outs, of_destinations)]
    {
        if base.addr() == MPI_UNWEIGHTED {
            continue;
        }
        // SAFETY: the standard's contract.
        let places = unsafe { slice_mut("the array of weights", base, len) }?;
        for (place, weight) in places.iter_mut().zip(all) {
            *place = weight as c_int;
        }
    }
    Ok(())
}

/// Number of neighbours that this rank receives from, and that it sends to.
pub(super) fn degrees(comm: Comm) -> Answer<(usize, usize)> {
    match topology::get(comm)? {
        Some(Topology::Cartesian(grid)) => Ok((2 * grid.dims.len(), 2 * grid.dims.len())),
        Some(Topology::Distributed(near)) => Ok((near.sources.len(), near.destinations.len())),
        Some(Topology::Graph { .. }) => {
            let rank = skifch_mpi::comm::rank(comm)?;
            let count = topology::graph_neighbours(comm, rank)?.len();
            Ok((count, count))
        }
        None => Err(Failure::new(Class::Topology, "the communicator has no topology")),
    }
}

/// The block for all destinations; empty if there are none.
fn sent(comm: Comm, buf: *const c_void, count: i64, datatype: Type) -> Answer<Block> {
    let is_nothing = is_odd(buf) && degrees(comm)?.1 == 0;
    if is_nothing { Ok(no_block(buf)) } else { block(buf, count, datatype) }
}

/// A part for each destination.
fn sent_each(comm: Comm, buf: *const c_void, count: i64, datatype: Type) -> Answer<Parts> {
    let is_nothing = is_odd(buf) && degrees(comm)?.1 == 0;
    if is_nothing { Ok(none(buf)) } else { even(buf, count, datatype) }
}

/// A part from each source.
fn got_each(comm: Comm, buf: *const c_void, count: i64, datatype: Type) -> Answer<Parts> {
    let is_nothing = is_odd(buf) && degrees(comm)?.0 == 0;
    if is_nothing { Ok(none(buf)) } else { even(buf, count, datatype) }
}

/// The parts of all sources for the check of aliased buffers: none, unless there are sources and
/// destinations.
#[cold]
fn got_apart(
    comm: Comm,
    buf: *const c_void,
    parts: impl FnOnce(usize) -> Answer<Parts>,
) -> Answer<Parts> {
    let (ins, outs) = degrees(comm)?;
    if ins.min(outs) == 0 { Ok(none(buf)) } else { parts(ins) }
}

collectives! {
    neighbor_allgather ineighbor_allgather neighbor_allgather_init =
        neighbour_allgather ineighbour_allgather neighbour_allgather_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcount: i64, recvtype: Type; comm)
        (beside_neighbours(sent(comm, sendbuf, sendcount, sendtype)?, recvbuf,
                || got_apart(comm, recvbuf, |_| even(recvbuf, recvcount, recvtype)))?,
            got_each(comm, recvbuf, recvcount, recvtype)?);

    neighbor_allgatherv ineighbor_allgatherv neighbor_allgatherv_init =
        neighbour_allgather ineighbour_allgather neighbour_allgather_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: Type; comm)
        (beside_neighbours(sent(comm, sendbuf, sendcount, sendtype)?, recvbuf,
                || got_apart(comm, recvbuf,
                    |ins| listed_of(ins, recvbuf, recvcounts, displs, recvtype)))?,
            listed_of(degrees(comm)?.0, recvbuf, recvcounts, displs, recvtype)?);

    neighbor_alltoall ineighbor_alltoall neighbor_alltoall_init =
        neighbour_alltoall ineighbour_alltoall neighbour_alltoall_init
        (sendbuf: *const c_void, sendcount: i64, sendtype: Type,
            recvbuf: *mut c_void, recvcount: i64, recvtype: Type; comm)
        (neighbours_apart(sent_each(comm, sendbuf, sendcount, sendtype)?, recvbuf,
                || got_apart(comm, recvbuf, |_| even(recvbuf, recvcount, recvtype)))?,
            got_each(comm, recvbuf, recvcount, recvtype)?);

    neighbor_alltoallv ineighbor_alltoallv neighbor_alltoallv_init =
        neighbour_alltoall ineighbour_alltoall neighbour_alltoall_init
        (sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtype: Type,
            recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtype: Type; comm)
        (neighbours_apart(
                listed_of(degrees(comm)?.1, sendbuf, sendcounts, sdispls, sendtype)?, recvbuf,
                || listed_of(degrees(comm)?.0, recvbuf, recvcounts, rdispls, recvtype))?,
            listed_of(degrees(comm)?.0, recvbuf, recvcounts, rdispls, recvtype)?);

    neighbor_alltoallw ineighbor_alltoallw neighbor_alltoallw_init =
        neighbour_alltoall ineighbour_alltoall neighbour_alltoall_init <R>
        (sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtypes: Array<R>,
            recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtypes: Array<R>; comm)
        (neighbours_apart(
                each_of(degrees(comm)?.1, sendbuf, sendcounts, sdispls, sendtypes)?, recvbuf,
                || each_of(degrees(comm)?.0, recvbuf, recvcounts, rdispls, recvtypes))?,
            each_of(degrees(comm)?.0, recvbuf, recvcounts, rdispls, recvtypes)?);
}

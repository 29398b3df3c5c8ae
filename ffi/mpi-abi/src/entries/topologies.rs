//! Virtual topologies. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Cart_coords`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_coords(
    comm: MPI_Comm,
    rank: c_int,
    maxdims: c_int,
    coords: *mut c_int,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cart_coords(comm, rank, maxdims, coords) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Cart_coords", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Cart_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_create(
    comm_old: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    reorder: c_int,
    comm_cart: *mut MPI_Comm,
) -> c_int {
    if comm_cart.is_null() {
        return no_place("MPI_Cart_create", On::Comm(Comm::from(comm_old)), "comm_cart");
    }
    let comm_old = Comm::from(comm_old);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cart_create(comm_old, ndims, dims, periods, reorder != 0) };
    match outcome {
        Ok(comm_cart_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *comm_cart = comm_cart_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Cart_create", On::Comm(comm_old), error),
    }
}

/// The standard's `MPI_Cart_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_get(
    comm: MPI_Comm,
    maxdims: c_int,
    dims: *mut c_int,
    periods: *mut c_int,
    coords: *mut c_int,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cart_get(comm, maxdims, dims, periods, coords) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Cart_get", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Cart_map`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_map(
    comm: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    newrank: *mut c_int,
) -> c_int {
    if newrank.is_null() {
        return no_place("MPI_Cart_map", On::Comm(Comm::from(comm)), "newrank");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cart_map(comm, ndims, dims, periods) };
    match outcome {
        Ok(newrank_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newrank = newrank_value;
            }
            0
        }
        Err(error) => failed("MPI_Cart_map", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Cart_rank`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_rank(
    comm: MPI_Comm,
    coords: *const c_int,
    rank: *mut c_int,
) -> c_int {
    if rank.is_null() {
        return no_place("MPI_Cart_rank", On::Comm(Comm::from(comm)), "rank");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cart_rank(comm, coords) };
    match outcome {
        Ok(rank_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *rank = rank_value;
            }
            0
        }
        Err(error) => failed("MPI_Cart_rank", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Cart_shift`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_shift(
    comm: MPI_Comm,
    direction: c_int,
    disp: c_int,
    rank_source: *mut c_int,
    rank_dest: *mut c_int,
) -> c_int {
    if rank_source.is_null() {
        return no_place("MPI_Cart_shift", On::Comm(Comm::from(comm)), "rank_source");
    }
    if rank_dest.is_null() {
        return no_place("MPI_Cart_shift", On::Comm(Comm::from(comm)), "rank_dest");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cart_shift(comm, direction, disp) };
    match outcome {
        Ok((rank_source_value, rank_dest_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *rank_source = rank_source_value;
                *rank_dest = rank_dest_value;
            }
            0
        }
        Err(error) => failed("MPI_Cart_shift", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Cart_sub`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_sub(
    comm: MPI_Comm,
    remain_dims: *const c_int,
    newcomm: *mut MPI_Comm,
) -> c_int {
    if newcomm.is_null() {
        return no_place("MPI_Cart_sub", On::Comm(Comm::from(comm)), "newcomm");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cart_sub(comm, remain_dims) };
    match outcome {
        Ok(newcomm_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newcomm = newcomm_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Cart_sub", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Cartdim_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cartdim_get(comm: MPI_Comm, ndims: *mut c_int) -> c_int {
    if ndims.is_null() {
        return no_place("MPI_Cartdim_get", On::Comm(Comm::from(comm)), "ndims");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::cartdim_get(comm) };
    match outcome {
        Ok(ndims_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *ndims = ndims_value;
            }
            0
        }
        Err(error) => failed("MPI_Cartdim_get", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Dims_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::dims_create(nnodes, ndims, dims) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Dims_create", On::Nothing, error),
    }
}

/// The standard's `MPI_Dist_graph_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_create(
    comm_old: MPI_Comm,
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    weights: *const c_int,
    info: MPI_Info,
    reorder: c_int,
    comm_dist_graph: *mut MPI_Comm,
) -> c_int {
    if comm_dist_graph.is_null() {
        return no_place(
            "MPI_Dist_graph_create",
            On::Comm(Comm::from(comm_old)),
            "comm_dist_graph",
        );
    }
    let comm_old = Comm::from(comm_old);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::dist_graph_create(
            comm_old,
            n,
            sources,
            degrees,
            destinations,
            weights,
            info,
            reorder != 0,
        )
    };
    match outcome {
        Ok(comm_dist_graph_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *comm_dist_graph = comm_dist_graph_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Dist_graph_create", On::Comm(comm_old), error),
    }
}

/// The standard's `MPI_Dist_graph_create_adjacent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_create_adjacent(
    comm_old: MPI_Comm,
    indegree: c_int,
    sources: *const c_int,
    sourceweights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destweights: *const c_int,
    info: MPI_Info,
    reorder: c_int,
    comm_dist_graph: *mut MPI_Comm,
) -> c_int {
    if comm_dist_graph.is_null() {
        return no_place(
            "MPI_Dist_graph_create_adjacent",
            On::Comm(Comm::from(comm_old)),
            "comm_dist_graph",
        );
    }
    let comm_old = Comm::from(comm_old);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::dist_graph_create_adjacent(
            comm_old,
            indegree,
            sources,
            sourceweights,
            outdegree,
            destinations,
            destweights,
            info,
            reorder != 0,
        )
    };
    match outcome {
        Ok(comm_dist_graph_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *comm_dist_graph = comm_dist_graph_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Dist_graph_create_adjacent", On::Comm(comm_old), error),
    }
}

/// The standard's `MPI_Dist_graph_neighbors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_neighbors(
    comm: MPI_Comm,
    maxindegree: c_int,
    sources: *mut c_int,
    sourceweights: *mut c_int,
    maxoutdegree: c_int,
    destinations: *mut c_int,
    destweights: *mut c_int,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::dist_graph_neighbors(
            comm,
            maxindegree,
            sources,
            sourceweights,
            maxoutdegree,
            destinations,
            destweights,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Dist_graph_neighbors", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Dist_graph_neighbors_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_neighbors_count(
    comm: MPI_Comm,
    indegree: *mut c_int,
    outdegree: *mut c_int,
    weighted: *mut c_int,
) -> c_int {
    if indegree.is_null() {
        return no_place("MPI_Dist_graph_neighbors_count", On::Comm(Comm::from(comm)), "indegree");
    }
    if outdegree.is_null() {
        return no_place("MPI_Dist_graph_neighbors_count", On::Comm(Comm::from(comm)), "outdegree");
    }
    if weighted.is_null() {
        return no_place("MPI_Dist_graph_neighbors_count", On::Comm(Comm::from(comm)), "weighted");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::dist_graph_neighbors_count(comm) };
    match outcome {
        Ok((indegree_value, outdegree_value, weighted_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *indegree = indegree_value;
                *outdegree = outdegree_value;
                *weighted = c_int::from(weighted_value);
            }
            0
        }
        Err(error) => failed("MPI_Dist_graph_neighbors_count", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Graph_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_create(
    comm_old: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    reorder: c_int,
    comm_graph: *mut MPI_Comm,
) -> c_int {
    if comm_graph.is_null() {
        return no_place("MPI_Graph_create", On::Comm(Comm::from(comm_old)), "comm_graph");
    }
    let comm_old = Comm::from(comm_old);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::graph_create(comm_old, nnodes, indx, edges, reorder != 0) };
    match outcome {
        Ok(comm_graph_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *comm_graph = comm_graph_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Graph_create", On::Comm(comm_old), error),
    }
}

/// The standard's `MPI_Graph_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_get(
    comm: MPI_Comm,
    maxindex: c_int,
    maxedges: c_int,
    indx: *mut c_int,
    edges: *mut c_int,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::graph_get(comm, maxindex, maxedges, indx, edges) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Graph_get", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Graph_map`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_map(
    comm: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    newrank: *mut c_int,
) -> c_int {
    if newrank.is_null() {
        return no_place("MPI_Graph_map", On::Comm(Comm::from(comm)), "newrank");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::graph_map(comm, nnodes, indx, edges) };
    match outcome {
        Ok(newrank_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *newrank = newrank_value;
            }
            0
        }
        Err(error) => failed("MPI_Graph_map", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Graph_neighbors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_neighbors(
    comm: MPI_Comm,
    rank: c_int,
    maxneighbors: c_int,
    neighbors: *mut c_int,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::graph_neighbors(comm, rank, maxneighbors, neighbors) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Graph_neighbors", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Graph_neighbors_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_neighbors_count(
    comm: MPI_Comm,
    rank: c_int,
    nneighbors: *mut c_int,
) -> c_int {
    if nneighbors.is_null() {
        return no_place("MPI_Graph_neighbors_count", On::Comm(Comm::from(comm)), "nneighbors");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::graph_neighbors_count(comm, rank) };
    match outcome {
        Ok(nneighbors_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *nneighbors = nneighbors_value;
            }
            0
        }
        Err(error) => failed("MPI_Graph_neighbors_count", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Graphdims_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graphdims_get(
    comm: MPI_Comm,
    nnodes: *mut c_int,
    nedges: *mut c_int,
) -> c_int {
    if nnodes.is_null() {
        return no_place("MPI_Graphdims_get", On::Comm(Comm::from(comm)), "nnodes");
    }
    if nedges.is_null() {
        return no_place("MPI_Graphdims_get", On::Comm(Comm::from(comm)), "nedges");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::graphdims_get(comm) };
    match outcome {
        Ok((nnodes_value, nedges_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *nnodes = nnodes_value;
                *nedges = nedges_value;
            }
            0
        }
        Err(error) => failed("MPI_Graphdims_get", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_allgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_allgather", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_allgather(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_allgather", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_allgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgather_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_allgather_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_allgather(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_allgather_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_allgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_allgatherv", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_allgatherv(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_allgatherv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_allgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgatherv_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_allgatherv_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_allgatherv(
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_allgatherv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_alltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_alltoall", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_alltoall(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_alltoall", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_alltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoall_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_alltoall_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_alltoall(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_alltoall_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_alltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_alltoallv", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_alltoallv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_alltoallv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_alltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallv_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    sdispls: *const MPI_Aint,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    rdispls: *const MPI_Aint,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_alltoallv_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_alltoallv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_alltoallv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_alltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const MPI_Aint,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const MPI_Aint,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_alltoallw", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_alltoallw(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            Array::new(sendtypes.cast_mut()),
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            Array::new(recvtypes.cast_mut()),
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_alltoallw", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ineighbor_alltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallw_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    sdispls: *const MPI_Aint,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    rdispls: *const MPI_Aint,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ineighbor_alltoallw_c", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::ineighbor_alltoallw(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            Array::new(sendtypes.cast_mut()),
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            Array::new(recvtypes.cast_mut()),
            comm,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ineighbor_alltoallw_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgather(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_allgather", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgather(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_allgather_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgather_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_allgather_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgather_init(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_allgather_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgather_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather_init_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_allgather_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgather_init(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_allgather_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgatherv(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_allgatherv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgatherv(
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_allgatherv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgatherv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_allgatherv_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgatherv_init(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_allgatherv_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_allgatherv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv_init_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_allgatherv_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_allgatherv_init(
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_allgatherv_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoall(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_alltoall", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoall(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_alltoall_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoall_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_alltoall_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoall_init(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_alltoall_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoall_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall_init_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_alltoall_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoall_init(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_alltoall_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_alltoallv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    sdispls: *const MPI_Aint,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    rdispls: *const MPI_Aint,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            recvtype,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_alltoallv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_alltoallv_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallv_init(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            recvtype,
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_alltoallv_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv_init_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    sdispls: *const MPI_Aint,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    rdispls: *const MPI_Aint,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_alltoallv_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallv_init(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            recvtype,
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_alltoallv_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const MPI_Aint,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const MPI_Aint,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallw(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            Array::new(sendtypes.cast_mut()),
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            Array::new(recvtypes.cast_mut()),
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_alltoallw", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    sdispls: *const MPI_Aint,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    rdispls: *const MPI_Aint,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallw(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            Array::new(sendtypes.cast_mut()),
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            Array::new(recvtypes.cast_mut()),
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Neighbor_alltoallw_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallw_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const MPI_Aint,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const MPI_Aint,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_alltoallw_init", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallw_init(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            Array::new(sendtypes.cast_mut()),
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            Array::new(recvtypes.cast_mut()),
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_alltoallw_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Neighbor_alltoallw_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw_init_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    sdispls: *const MPI_Aint,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    rdispls: *const MPI_Aint,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Neighbor_alltoallw_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        topologies::neighbor_alltoallw_init(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(sdispls),
            Array::new(sendtypes.cast_mut()),
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(rdispls),
            Array::new(recvtypes.cast_mut()),
            comm,
            info,
        )
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Neighbor_alltoallw_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Topo_test`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Topo_test(comm: MPI_Comm, status: *mut c_int) -> c_int {
    if status.is_null() {
        return no_place("MPI_Topo_test", On::Comm(Comm::from(comm)), "status");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { topologies::topo_test(comm) };
    match outcome {
        Ok(status_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *status = status_value;
            }
            0
        }
        Err(error) => failed("MPI_Topo_test", On::Comm(comm), error),
    }
}

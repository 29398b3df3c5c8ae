//! Virtual topologies. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Cart_coords`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_coords(
    comm: MPI_Comm,
    _rank: c_int,
    _maxdims: c_int,
    _coords: *mut c_int,
) -> c_int {
    later("MPI_Cart_coords", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Cart_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_create(
    comm_old: MPI_Comm,
    _ndims: c_int,
    _dims: *const c_int,
    _periods: *const c_int,
    _reorder: c_int,
    _comm_cart: *mut MPI_Comm,
) -> c_int {
    later("MPI_Cart_create", On::Comm(Comm::from(comm_old)), "this function is not in this version")
}

/// The standard's `MPI_Cart_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_get(
    comm: MPI_Comm,
    _maxdims: c_int,
    _dims: *mut c_int,
    _periods: *mut c_int,
    _coords: *mut c_int,
) -> c_int {
    later("MPI_Cart_get", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Cart_map`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_map(
    comm: MPI_Comm,
    _ndims: c_int,
    _dims: *const c_int,
    _periods: *const c_int,
    _newrank: *mut c_int,
) -> c_int {
    later("MPI_Cart_map", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Cart_rank`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_rank(
    comm: MPI_Comm,
    _coords: *const c_int,
    _rank: *mut c_int,
) -> c_int {
    later("MPI_Cart_rank", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Cart_shift`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_shift(
    comm: MPI_Comm,
    _direction: c_int,
    _disp: c_int,
    _rank_source: *mut c_int,
    _rank_dest: *mut c_int,
) -> c_int {
    later("MPI_Cart_shift", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Cart_sub`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cart_sub(
    comm: MPI_Comm,
    _remain_dims: *const c_int,
    _newcomm: *mut MPI_Comm,
) -> c_int {
    later("MPI_Cart_sub", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Cartdim_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cartdim_get(comm: MPI_Comm, _ndims: *mut c_int) -> c_int {
    later("MPI_Cartdim_get", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Dims_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dims_create(
    _nnodes: c_int,
    _ndims: c_int,
    _dims: *mut c_int,
) -> c_int {
    later("MPI_Dims_create", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Dist_graph_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_create(
    comm_old: MPI_Comm,
    _n: c_int,
    _sources: *const c_int,
    _degrees: *const c_int,
    _destinations: *const c_int,
    _weights: *const c_int,
    _info: MPI_Info,
    _reorder: c_int,
    _comm_dist_graph: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Dist_graph_create",
        On::Comm(Comm::from(comm_old)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Dist_graph_create_adjacent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_create_adjacent(
    comm_old: MPI_Comm,
    _indegree: c_int,
    _sources: *const c_int,
    _sourceweights: *const c_int,
    _outdegree: c_int,
    _destinations: *const c_int,
    _destweights: *const c_int,
    _info: MPI_Info,
    _reorder: c_int,
    _comm_dist_graph: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Dist_graph_create_adjacent",
        On::Comm(Comm::from(comm_old)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Dist_graph_neighbors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_neighbors(
    comm: MPI_Comm,
    _maxindegree: c_int,
    _sources: *mut c_int,
    _sourceweights: *mut c_int,
    _maxoutdegree: c_int,
    _destinations: *mut c_int,
    _destweights: *mut c_int,
) -> c_int {
    later(
        "MPI_Dist_graph_neighbors",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Dist_graph_neighbors_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Dist_graph_neighbors_count(
    comm: MPI_Comm,
    _indegree: *mut c_int,
    _outdegree: *mut c_int,
    _weighted: *mut c_int,
) -> c_int {
    later(
        "MPI_Dist_graph_neighbors_count",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Graph_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_create(
    comm_old: MPI_Comm,
    _nnodes: c_int,
    _indx: *const c_int,
    _edges: *const c_int,
    _reorder: c_int,
    _comm_graph: *mut MPI_Comm,
) -> c_int {
    later(
        "MPI_Graph_create",
        On::Comm(Comm::from(comm_old)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Graph_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_get(
    comm: MPI_Comm,
    _maxindex: c_int,
    _maxedges: c_int,
    _indx: *mut c_int,
    _edges: *mut c_int,
) -> c_int {
    later("MPI_Graph_get", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Graph_map`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_map(
    comm: MPI_Comm,
    _nnodes: c_int,
    _indx: *const c_int,
    _edges: *const c_int,
    _newrank: *mut c_int,
) -> c_int {
    later("MPI_Graph_map", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Graph_neighbors`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_neighbors(
    comm: MPI_Comm,
    _rank: c_int,
    _maxneighbors: c_int,
    _neighbors: *mut c_int,
) -> c_int {
    later("MPI_Graph_neighbors", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Graph_neighbors_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graph_neighbors_count(
    comm: MPI_Comm,
    _rank: c_int,
    _nneighbors: *mut c_int,
) -> c_int {
    later(
        "MPI_Graph_neighbors_count",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Graphdims_get`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Graphdims_get(
    comm: MPI_Comm,
    _nnodes: *mut c_int,
    _nedges: *mut c_int,
) -> c_int {
    later("MPI_Graphdims_get", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ineighbor_allgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_allgather",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_allgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgather_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_allgather_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_allgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_allgatherv",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_allgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_allgatherv_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_allgatherv_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_alltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_alltoall",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_alltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoall_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_alltoall_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_alltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_alltoallv",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_alltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _sdispls: *const MPI_Aint,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _rdispls: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_alltoallv_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_alltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const MPI_Aint,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const MPI_Aint,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_alltoallw",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ineighbor_alltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ineighbor_alltoallw_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _sdispls: *const MPI_Aint,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _rdispls: *const MPI_Aint,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ineighbor_alltoallw_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_allgather",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_allgather_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgather_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_allgather_init",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgather_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgather_init_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_allgather_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_allgatherv",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_allgatherv_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgatherv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_allgatherv_init",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_allgatherv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_allgatherv_init_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_allgatherv_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_alltoall",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_alltoall_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoall_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_alltoall_init",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoall_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoall_init_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_alltoall_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallv",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _sdispls: *const MPI_Aint,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _rdispls: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallv_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallv_init",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallv_init_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _sdispls: *const MPI_Aint,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _rdispls: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallv_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const MPI_Aint,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const MPI_Aint,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallw",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _sdispls: *const MPI_Aint,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _rdispls: *const MPI_Aint,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallw_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallw_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const MPI_Aint,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const MPI_Aint,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallw_init",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Neighbor_alltoallw_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Neighbor_alltoallw_init_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _sdispls: *const MPI_Aint,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _rdispls: *const MPI_Aint,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Neighbor_alltoallw_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Topo_test`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Topo_test(comm: MPI_Comm, _status: *mut c_int) -> c_int {
    later("MPI_Topo_test", On::Comm(Comm::from(comm)), "this function is not in this version")
}

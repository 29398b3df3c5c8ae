//! Collective communication. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Allgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Allgather", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Allgather_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allgather_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather_init(
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
    later("MPI_Allgather_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allgather_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather_init_c(
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
        "MPI_Allgather_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Allgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Allgatherv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Allgatherv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allgatherv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv_init(
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
    later("MPI_Allgatherv_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allgatherv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv_init_c(
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
        "MPI_Allgatherv_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Allreduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Allreduce", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allreduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Allreduce_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allreduce_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Allreduce_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Allreduce_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Allreduce_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Alltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Alltoall", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Alltoall_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoall_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall_init(
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
    later("MPI_Alltoall_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoall_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall_init_c(
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
    later("MPI_Alltoall_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv(
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
    later("MPI_Alltoallv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv_c(
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
    later("MPI_Alltoallv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoallv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv_init(
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
    later("MPI_Alltoallv_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoallv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv_init_c(
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
        "MPI_Alltoallv_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Alltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Alltoallw", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw_c(
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
    later("MPI_Alltoallw_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoallw_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Alltoallw_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Alltoallw_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw_init_c(
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
        "MPI_Alltoallw_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Barrier`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Barrier(comm: MPI_Comm) -> c_int {
    later("MPI_Barrier", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Barrier_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Barrier_init(
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Barrier_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Bcast`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast(
    _buffer: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Bcast", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Bcast_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast_c(
    _buffer: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Bcast_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Bcast_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast_init(
    _buffer: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Bcast_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Bcast_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast_init_c(
    _buffer: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Bcast_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Exscan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Exscan", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Exscan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Exscan_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Exscan_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Exscan_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Exscan_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Exscan_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Gather", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Gather_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gather_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Gather_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gather_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather_init_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Gather_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Gatherv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Gatherv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gatherv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Gatherv_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Gatherv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv_init_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Gatherv_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iallgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iallgather", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iallgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgather_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iallgather_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iallgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgatherv(
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
    later("MPI_Iallgatherv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iallgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgatherv_c(
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
    later("MPI_Iallgatherv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iallreduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallreduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iallreduce", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iallreduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallreduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iallreduce_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ialltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoall(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ialltoall", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ialltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoall_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ialltoall_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ialltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallv(
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
    later("MPI_Ialltoallv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ialltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallv_c(
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
    later("MPI_Ialltoallv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ialltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallw(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _sdispls: *const c_int,
    _sendtypes: *const MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _rdispls: *const c_int,
    _recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ialltoallw", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ialltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallw_c(
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
    later("MPI_Ialltoallw_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ibarrier`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibarrier(comm: MPI_Comm, _request: *mut MPI_Request) -> c_int {
    later("MPI_Ibarrier", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ibcast`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibcast(
    _buffer: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ibcast", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ibcast_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibcast_c(
    _buffer: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ibcast_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iexscan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iexscan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iexscan", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iexscan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iexscan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iexscan_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Igather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igather(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Igather", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Igather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igather_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Igather_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Igatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igatherv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _displs: *const c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Igatherv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Igatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igatherv_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Igatherv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ireduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ireduce", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ireduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ireduce_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ireduce_scatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ireduce_scatter", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ireduce_scatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ireduce_scatter_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ireduce_scatter_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter_block(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ireduce_scatter_block",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ireduce_scatter_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter_block_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Ireduce_scatter_block_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Iscan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iscan", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iscan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iscan_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iscatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatter(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iscatter", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iscatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatter_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iscatter_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iscatterv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatterv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _displs: *const c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iscatterv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Iscatterv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatterv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Iscatterv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Op_commutative`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_commutative(_op: MPI_Op, _commute: *mut c_int) -> c_int {
    later("MPI_Op_commutative", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Op_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_create(
    _user_fn: MPI_User_function,
    _commute: c_int,
    _op: *mut MPI_Op,
) -> c_int {
    later("MPI_Op_create", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Op_create_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_create_c(
    _user_fn: MPI_User_function_c,
    _commute: c_int,
    _op: *mut MPI_Op,
) -> c_int {
    later("MPI_Op_create_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Op_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_free(_op: *mut MPI_Op) -> c_int {
    later("MPI_Op_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Reduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Reduce", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Reduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Reduce_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Reduce_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Reduce_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Reduce_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Reduce_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Reduce_local`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_local(
    _inbuf: *const c_void,
    _inoutbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
) -> c_int {
    later("MPI_Reduce_local", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Reduce_local_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_local_c(
    _inbuf: *const c_void,
    _inoutbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
) -> c_int {
    later("MPI_Reduce_local_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Reduce_scatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Reduce_scatter", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Reduce_scatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Reduce_scatter_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Reduce_scatter_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Reduce_scatter_block",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Reduce_scatter_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later(
        "MPI_Reduce_scatter_block_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Reduce_scatter_block_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Reduce_scatter_block_init",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Reduce_scatter_block_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Reduce_scatter_block_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Reduce_scatter_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Reduce_scatter_init",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Reduce_scatter_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _recvcounts: *const MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Reduce_scatter_init_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Scan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Scan", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Scan_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scan_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan_init(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Scan_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scan_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan_init_c(
    _sendbuf: *const c_void,
    _recvbuf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _op: MPI_Op,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Scan_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Scatter", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Scatter_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatter_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter_init(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Scatter_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatter_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter_init_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Scatter_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatterv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _displs: *const c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Scatterv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatterv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Scatterv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatterv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv_init(
    _sendbuf: *const c_void,
    _sendcounts: *const c_int,
    _displs: *const c_int,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Scatterv_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Scatterv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv_init_c(
    _sendbuf: *const c_void,
    _sendcounts: *const MPI_Count,
    _displs: *const MPI_Aint,
    _sendtype: MPI_Datatype,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _root: c_int,
    comm: MPI_Comm,
    _info: MPI_Info,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Scatterv_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Type_get_value_index`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Type_get_value_index(
    _value_type: MPI_Datatype,
    _index_type: MPI_Datatype,
    _pair_type: *mut MPI_Datatype,
) -> c_int {
    later("MPI_Type_get_value_index", On::Nothing, "this function is not in this version")
}

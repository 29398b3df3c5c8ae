//! Point-to-point communication. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Bsend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Bsend", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Bsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Bsend_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Bsend_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Bsend_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Bsend_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend_init_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Bsend_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Buffer_attach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_attach(_buffer: *mut c_void, _size: c_int) -> c_int {
    later("MPI_Buffer_attach", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Buffer_attach_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_attach_c(_buffer: *mut c_void, _size: MPI_Count) -> c_int {
    later("MPI_Buffer_attach_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Buffer_detach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_detach(_buffer_addr: *mut c_void, _size: *mut c_int) -> c_int {
    later("MPI_Buffer_detach", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Buffer_detach_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_detach_c(
    _buffer_addr: *mut c_void,
    _size: *mut MPI_Count,
) -> c_int {
    later("MPI_Buffer_detach_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Buffer_flush`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_flush() -> c_int {
    later("MPI_Buffer_flush", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Buffer_iflush`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_iflush(_request: *mut MPI_Request) -> c_int {
    later("MPI_Buffer_iflush", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Cancel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cancel(_request: *mut MPI_Request) -> c_int {
    later("MPI_Cancel", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Comm_attach_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_attach_buffer(
    comm: MPI_Comm,
    _buffer: *mut c_void,
    _size: c_int,
) -> c_int {
    later(
        "MPI_Comm_attach_buffer",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_attach_buffer_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_attach_buffer_c(
    comm: MPI_Comm,
    _buffer: *mut c_void,
    _size: MPI_Count,
) -> c_int {
    later(
        "MPI_Comm_attach_buffer_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_detach_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_detach_buffer(
    comm: MPI_Comm,
    _buffer_addr: *mut c_void,
    _size: *mut c_int,
) -> c_int {
    later(
        "MPI_Comm_detach_buffer",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_detach_buffer_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_detach_buffer_c(
    comm: MPI_Comm,
    _buffer_addr: *mut c_void,
    _size: *mut MPI_Count,
) -> c_int {
    later(
        "MPI_Comm_detach_buffer_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_flush_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_flush_buffer(comm: MPI_Comm) -> c_int {
    later(
        "MPI_Comm_flush_buffer",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Comm_iflush_buffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_iflush_buffer(
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Comm_iflush_buffer",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Get_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_count(
    _status: *const MPI_Status,
    _datatype: MPI_Datatype,
    _count: *mut c_int,
) -> c_int {
    later("MPI_Get_count", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Get_count_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_count_c(
    _status: *const MPI_Status,
    _datatype: MPI_Datatype,
    _count: *mut MPI_Count,
) -> c_int {
    later("MPI_Get_count_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Ibsend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ibsend", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ibsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibsend_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ibsend_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Improbe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Improbe(
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _flag: *mut c_int,
    _message: *mut MPI_Message,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Improbe", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Imrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Imrecv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _message: *mut MPI_Message,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Imrecv", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Imrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Imrecv_c(
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _message: *mut MPI_Message,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Imrecv_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Iprobe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iprobe(
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _flag: *mut c_int,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Iprobe", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Irecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irecv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Irecv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Irecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irecv_c(
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Irecv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Irsend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Irsend", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Irsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irsend_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Irsend_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Isend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Isend", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Isend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isend_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Isend_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Isendrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Isendrecv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Isendrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Isendrecv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Isendrecv_replace`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv_replace(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Isendrecv_replace",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Isendrecv_replace_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv_replace_c(
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later(
        "MPI_Isendrecv_replace_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Issend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Issend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Issend", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Issend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Issend_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Issend_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Mprobe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Mprobe(
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _message: *mut MPI_Message,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Mprobe", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Mrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Mrecv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _message: *mut MPI_Message,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Mrecv", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Mrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Mrecv_c(
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _message: *mut MPI_Message,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Mrecv_c", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Probe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Probe(
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Probe", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Recv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Recv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Recv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv_c(
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Recv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Recv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv_init(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Recv_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Recv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv_init_c(
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _source: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Recv_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Request_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_free(_request: *mut MPI_Request) -> c_int {
    later("MPI_Request_free", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Request_get_status`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_get_status(
    _request: MPI_Request,
    _flag: *mut c_int,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Request_get_status", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Request_get_status_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_get_status_all(
    _count: c_int,
    _array_of_requests: *const MPI_Request,
    _flag: *mut c_int,
    _array_of_statuses: *mut MPI_Status,
) -> c_int {
    later("MPI_Request_get_status_all", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Request_get_status_any`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_get_status_any(
    _count: c_int,
    _array_of_requests: *const MPI_Request,
    _indx: *mut c_int,
    _flag: *mut c_int,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Request_get_status_any", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Request_get_status_some`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_get_status_some(
    _incount: c_int,
    _array_of_requests: *const MPI_Request,
    _outcount: *mut c_int,
    _array_of_indices: *mut c_int,
    _array_of_statuses: *mut MPI_Status,
) -> c_int {
    later("MPI_Request_get_status_some", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Rsend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Rsend", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Rsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rsend_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Rsend_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Rsend_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rsend_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Rsend_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Rsend_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rsend_init_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Rsend_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Send`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Send", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Send_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Send_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Send_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Send_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Send_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send_init_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Send_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Sendrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: MPI_Datatype,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Sendrecv", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Sendrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv_c(
    _sendbuf: *const c_void,
    _sendcount: MPI_Count,
    _sendtype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: MPI_Count,
    _recvtype: MPI_Datatype,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Sendrecv_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Sendrecv_replace`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv_replace(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _status: *mut MPI_Status,
) -> c_int {
    later(
        "MPI_Sendrecv_replace",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Sendrecv_replace_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv_replace_c(
    _buf: *mut c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: MPI_Comm,
    _status: *mut MPI_Status,
) -> c_int {
    later(
        "MPI_Sendrecv_replace_c",
        On::Comm(Comm::from(comm)),
        "this function is not in this version",
    )
}

/// The standard's `MPI_Ssend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Ssend", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ssend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    later("MPI_Ssend_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ssend_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ssend_init", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Ssend_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend_init_c(
    _buf: *const c_void,
    _count: MPI_Count,
    _datatype: MPI_Datatype,
    _dest: c_int,
    _tag: c_int,
    comm: MPI_Comm,
    _request: *mut MPI_Request,
) -> c_int {
    later("MPI_Ssend_init_c", On::Comm(Comm::from(comm)), "this function is not in this version")
}

/// The standard's `MPI_Start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Start(_request: *mut MPI_Request) -> c_int {
    later("MPI_Start", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Startall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Startall(
    _count: c_int,
    _array_of_requests: *mut MPI_Request,
) -> c_int {
    later("MPI_Startall", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Status_get_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_get_error(
    status: *const MPI_Status,
    error: *mut c_int,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_get_error", On::Nothing, "status");
    }
    if error.is_null() {
        return no_place("MPI_Status_get_error", On::Nothing, "error");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::status_get_error(&status) };
    match outcome {
        Ok(error_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *error = error_value;
            }
            0
        }
        Err(error) => failed("MPI_Status_get_error", On::Nothing, error),
    }
}

/// The standard's `MPI_Status_get_source`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_get_source(
    status: *const MPI_Status,
    source: *mut c_int,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_get_source", On::Nothing, "status");
    }
    if source.is_null() {
        return no_place("MPI_Status_get_source", On::Nothing, "source");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::status_get_source(&status) };
    match outcome {
        Ok(source_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *source = source_value;
            }
            0
        }
        Err(error) => failed("MPI_Status_get_source", On::Nothing, error),
    }
}

/// The standard's `MPI_Status_get_tag`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Status_get_tag(status: *const MPI_Status, tag: *mut c_int) -> c_int {
    if status.is_null() {
        return no_place("MPI_Status_get_tag", On::Nothing, "status");
    }
    if tag.is_null() {
        return no_place("MPI_Status_get_tag", On::Nothing, "tag");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::status_get_tag(&status) };
    match outcome {
        Ok(tag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *tag = tag_value;
            }
            0
        }
        Err(error) => failed("MPI_Status_get_tag", On::Nothing, error),
    }
}

/// The standard's `MPI_Test`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Test(
    _request: *mut MPI_Request,
    _flag: *mut c_int,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Test", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Test_cancelled`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Test_cancelled(status: *const MPI_Status, flag: *mut c_int) -> c_int {
    if status.is_null() {
        return no_place("MPI_Test_cancelled", On::Nothing, "status");
    }
    if flag.is_null() {
        return no_place("MPI_Test_cancelled", On::Nothing, "flag");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::test_cancelled(&status) };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Test_cancelled", On::Nothing, error),
    }
}

/// The standard's `MPI_Testall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Testall(
    _count: c_int,
    _array_of_requests: *mut MPI_Request,
    _flag: *mut c_int,
    _array_of_statuses: *mut MPI_Status,
) -> c_int {
    later("MPI_Testall", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Testany`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Testany(
    _count: c_int,
    _array_of_requests: *mut MPI_Request,
    _indx: *mut c_int,
    _flag: *mut c_int,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Testany", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Testsome`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Testsome(
    _incount: c_int,
    _array_of_requests: *mut MPI_Request,
    _outcount: *mut c_int,
    _array_of_indices: *mut c_int,
    _array_of_statuses: *mut MPI_Status,
) -> c_int {
    later("MPI_Testsome", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Wait`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Wait(_request: *mut MPI_Request, _status: *mut MPI_Status) -> c_int {
    later("MPI_Wait", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Waitall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Waitall(
    _count: c_int,
    _array_of_requests: *mut MPI_Request,
    _array_of_statuses: *mut MPI_Status,
) -> c_int {
    later("MPI_Waitall", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Waitany`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Waitany(
    _count: c_int,
    _array_of_requests: *mut MPI_Request,
    _indx: *mut c_int,
    _status: *mut MPI_Status,
) -> c_int {
    later("MPI_Waitany", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Waitsome`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Waitsome(
    _incount: c_int,
    _array_of_requests: *mut MPI_Request,
    _outcount: *mut c_int,
    _array_of_indices: *mut c_int,
    _array_of_statuses: *mut MPI_Status,
) -> c_int {
    later("MPI_Waitsome", On::Nothing, "this function is not in this version")
}

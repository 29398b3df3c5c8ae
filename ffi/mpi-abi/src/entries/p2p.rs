//! Point-to-point communication. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Bsend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::bsend(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Bsend", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Bsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::bsend(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Bsend_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Bsend_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend_init(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Bsend_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::bsend_init(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Bsend_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Bsend_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bsend_init_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Bsend_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::bsend_init(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Bsend_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Buffer_attach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_attach(buffer: *mut c_void, size: c_int) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::buffer_attach(buffer, i64::from(size)) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Buffer_attach", On::Nothing, error),
    }
}

/// The standard's `MPI_Buffer_attach_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_attach_c(buffer: *mut c_void, size: MPI_Count) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::buffer_attach(buffer, size) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Buffer_attach_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Buffer_detach`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_detach(buffer_addr: *mut c_void, size: *mut c_int) -> c_int {
    if size.is_null() {
        return no_place("MPI_Buffer_detach", On::Nothing, "size");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::buffer_detach(buffer_addr) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = int_or_undefined(size_value);
            }
            0
        }
        Err(error) => failed("MPI_Buffer_detach", On::Nothing, error),
    }
}

/// The standard's `MPI_Buffer_detach_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_detach_c(
    buffer_addr: *mut c_void,
    size: *mut MPI_Count,
) -> c_int {
    if size.is_null() {
        return no_place("MPI_Buffer_detach_c", On::Nothing, "size");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::buffer_detach(buffer_addr) };
    match outcome {
        Ok(size_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *size = size_value;
            }
            0
        }
        Err(error) => failed("MPI_Buffer_detach_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Buffer_flush`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_flush() -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::buffer_flush() };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Buffer_flush", On::Nothing, error),
    }
}

/// The standard's `MPI_Buffer_iflush`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Buffer_iflush(_request: *mut MPI_Request) -> c_int {
    later("MPI_Buffer_iflush", On::Nothing, "this function is not in this version")
}

/// The standard's `MPI_Cancel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Cancel(request: *mut MPI_Request) -> c_int {
    if request.is_null() {
        return no_place("MPI_Cancel", On::Nothing, "request");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut request_value = Request::from(unsafe { *request });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::cancel(&mut request_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *request = request_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Cancel", On::Nothing, error),
    }
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
    status: *const MPI_Status,
    datatype: MPI_Datatype,
    count: *mut c_int,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Get_count", On::Nothing, "status");
    }
    if count.is_null() {
        return no_place("MPI_Get_count", On::Nothing, "count");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::get_count(&status, datatype) };
    match outcome {
        Ok(count_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *count = int_or_undefined(count_value);
            }
            0
        }
        Err(error) => failed("MPI_Get_count", On::Nothing, error),
    }
}

/// The standard's `MPI_Get_count_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Get_count_c(
    status: *const MPI_Status,
    datatype: MPI_Datatype,
    count: *mut MPI_Count,
) -> c_int {
    if status.is_null() {
        return no_place("MPI_Get_count_c", On::Nothing, "status");
    }
    if count.is_null() {
        return no_place("MPI_Get_count_c", On::Nothing, "count");
    }
    // SAFETY: no NULL, and the standard's contract.
    let status = Status::from(unsafe { *status });
    let datatype = Type::from(datatype);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::get_count(&status, datatype) };
    match outcome {
        Ok(count_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *count = count_value;
            }
            0
        }
        Err(error) => failed("MPI_Get_count_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Ibsend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibsend(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ibsend", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::ibsend(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ibsend", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ibsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibsend_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ibsend_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::ibsend(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ibsend_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Improbe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Improbe(
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    flag: *mut c_int,
    message: *mut MPI_Message,
    status: *mut MPI_Status,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Improbe", On::Comm(Comm::from(comm)), "flag");
    }
    if message.is_null() {
        return no_place("MPI_Improbe", On::Comm(Comm::from(comm)), "message");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::improbe(source, tag, comm, StatusAt::new(status)) };
    match outcome {
        Ok((flag_value, message_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
                *message = message_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Improbe", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Imrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Imrecv(
    buf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    message: *mut MPI_Message,
    request: *mut MPI_Request,
) -> c_int {
    if message.is_null() {
        return no_place("MPI_Imrecv", On::Nothing, "message");
    }
    if request.is_null() {
        return no_place("MPI_Imrecv", On::Nothing, "request");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut message_value = Message::from(unsafe { *message });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::imrecv(buf, i64::from(count), datatype, &mut message_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *message = message_value.into();
    }
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Imrecv", On::Nothing, error),
    }
}

/// The standard's `MPI_Imrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Imrecv_c(
    buf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    message: *mut MPI_Message,
    request: *mut MPI_Request,
) -> c_int {
    if message.is_null() {
        return no_place("MPI_Imrecv_c", On::Nothing, "message");
    }
    if request.is_null() {
        return no_place("MPI_Imrecv_c", On::Nothing, "request");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut message_value = Message::from(unsafe { *message });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::imrecv(buf, count, datatype, &mut message_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *message = message_value.into();
    }
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Imrecv_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Iprobe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iprobe(
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    flag: *mut c_int,
    status: *mut MPI_Status,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Iprobe", On::Comm(Comm::from(comm)), "flag");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::iprobe(source, tag, comm, StatusAt::new(status)) };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Iprobe", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Irecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irecv(
    buf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Irecv", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::irecv(buf, i64::from(count), datatype, source, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Irecv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Irecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irecv_c(
    buf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Irecv_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::irecv(buf, count, datatype, source, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Irecv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Irsend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irsend(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Irsend", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::irsend(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Irsend", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Irsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Irsend_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Irsend_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::irsend(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Irsend_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Isend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isend(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Isend", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::isend(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Isend", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Isend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isend_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Isend_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::isend(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Isend_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Isendrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Isendrecv", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::isendrecv(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            dest,
            sendtag,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            source,
            recvtag,
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
        Err(error) => failed("MPI_Isendrecv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Isendrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Isendrecv_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::isendrecv(
            sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
            recvtag, comm,
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
        Err(error) => failed("MPI_Isendrecv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Isendrecv_replace`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv_replace(
    buf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Isendrecv_replace", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::isendrecv_replace(
            buf,
            i64::from(count),
            datatype,
            dest,
            sendtag,
            source,
            recvtag,
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
        Err(error) => failed("MPI_Isendrecv_replace", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Isendrecv_replace_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isendrecv_replace_c(
    buf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Isendrecv_replace_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Isendrecv_replace_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Issend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Issend(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Issend", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::issend(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Issend", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Issend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Issend_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Issend_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::issend(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Issend_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Mprobe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Mprobe(
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    message: *mut MPI_Message,
    status: *mut MPI_Status,
) -> c_int {
    if message.is_null() {
        return no_place("MPI_Mprobe", On::Comm(Comm::from(comm)), "message");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::mprobe(source, tag, comm, StatusAt::new(status)) };
    match outcome {
        Ok(message_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *message = message_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Mprobe", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Mrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Mrecv(
    buf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    message: *mut MPI_Message,
    status: *mut MPI_Status,
) -> c_int {
    if message.is_null() {
        return no_place("MPI_Mrecv", On::Nothing, "message");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut message_value = Message::from(unsafe { *message });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::mrecv(buf, i64::from(count), datatype, &mut message_value, StatusAt::new(status))
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *message = message_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Mrecv", On::Nothing, error),
    }
}

/// The standard's `MPI_Mrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Mrecv_c(
    buf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    message: *mut MPI_Message,
    status: *mut MPI_Status,
) -> c_int {
    if message.is_null() {
        return no_place("MPI_Mrecv_c", On::Nothing, "message");
    }
    let datatype = Type::from(datatype);
    // SAFETY: no NULL, and the standard's contract.
    let mut message_value = Message::from(unsafe { *message });
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { p2p::mrecv(buf, count, datatype, &mut message_value, StatusAt::new(status)) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *message = message_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Mrecv_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Probe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Probe(
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    status: *mut MPI_Status,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::probe(source, tag, comm, StatusAt::new(status)) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Probe", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Recv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv(
    buf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    status: *mut MPI_Status,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::recv(buf, i64::from(count), datatype, source, tag, comm, StatusAt::new(status))
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Recv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Recv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv_c(
    buf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    status: *mut MPI_Status,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { p2p::recv(buf, count, datatype, source, tag, comm, StatusAt::new(status)) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Recv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Recv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv_init(
    buf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Recv_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::recv_init(buf, i64::from(count), datatype, source, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Recv_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Recv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Recv_init_c(
    buf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Recv_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::recv_init(buf, count, datatype, source, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Recv_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Request_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_free(request: *mut MPI_Request) -> c_int {
    if request.is_null() {
        return no_place("MPI_Request_free", On::Nothing, "request");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut request_value = Request::from(unsafe { *request });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::request_free(&mut request_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *request = request_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Request_free", On::Nothing, error),
    }
}

/// The standard's `MPI_Request_get_status`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_get_status(
    request: MPI_Request,
    flag: *mut c_int,
    status: *mut MPI_Status,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Request_get_status", On::Nothing, "flag");
    }
    let request = Request::from(request);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::request_get_status(request, StatusAt::new(status)) };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Request_get_status", On::Nothing, error),
    }
}

/// The standard's `MPI_Request_get_status_all`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Request_get_status_all(
    count: c_int,
    array_of_requests: *const MPI_Request,
    flag: *mut c_int,
    array_of_statuses: *mut MPI_Status,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Request_get_status_all", On::Nothing, "flag");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::request_get_status_all(
            count,
            Array::new(array_of_requests.cast_mut()),
            StatusAt::new(array_of_statuses),
        )
    };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Request_get_status_all", On::Nothing, error),
    }
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
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::rsend(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Rsend", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Rsend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rsend_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::rsend(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Rsend_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Rsend_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rsend_init(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Rsend_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::rsend_init(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Rsend_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Rsend_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Rsend_init_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Rsend_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::rsend_init(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Rsend_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Send`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::send(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Send", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Send_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::send(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Send_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Send_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send_init(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Send_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::send_init(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Send_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Send_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Send_init_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Send_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::send_init(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Send_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Sendrecv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    status: *mut MPI_Status,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::sendrecv(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            dest,
            sendtag,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            source,
            recvtag,
            comm,
            StatusAt::new(status),
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Sendrecv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Sendrecv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    status: *mut MPI_Status,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::sendrecv(
            sendbuf,
            sendcount,
            sendtype,
            dest,
            sendtag,
            recvbuf,
            recvcount,
            recvtype,
            source,
            recvtag,
            comm,
            StatusAt::new(status),
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Sendrecv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Sendrecv_replace`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv_replace(
    buf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    status: *mut MPI_Status,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::sendrecv_replace(
            buf,
            i64::from(count),
            datatype,
            dest,
            sendtag,
            source,
            recvtag,
            comm,
            StatusAt::new(status),
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Sendrecv_replace", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Sendrecv_replace_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Sendrecv_replace_c(
    buf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    status: *mut MPI_Status,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::sendrecv_replace(
            buf,
            count,
            datatype,
            dest,
            sendtag,
            source,
            recvtag,
            comm,
            StatusAt::new(status),
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Sendrecv_replace_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ssend`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::ssend(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Ssend", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ssend_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::ssend(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Ssend_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ssend_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend_init(
    buf: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ssend_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::ssend_init(buf, i64::from(count), datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ssend_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ssend_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ssend_init_c(
    buf: *const c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ssend_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::ssend_init(buf, count, datatype, dest, tag, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ssend_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Start(request: *mut MPI_Request) -> c_int {
    if request.is_null() {
        return no_place("MPI_Start", On::Nothing, "request");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut request_value = Request::from(unsafe { *request });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::start(&mut request_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *request = request_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Start", On::Nothing, error),
    }
}

/// The standard's `MPI_Startall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Startall(count: c_int, array_of_requests: *mut MPI_Request) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::startall(count, Array::new(array_of_requests)) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Startall", On::Nothing, error),
    }
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
    request: *mut MPI_Request,
    flag: *mut c_int,
    status: *mut MPI_Status,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Test", On::Nothing, "request");
    }
    if flag.is_null() {
        return no_place("MPI_Test", On::Nothing, "flag");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut request_value = Request::from(unsafe { *request });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::test(&mut request_value, StatusAt::new(status)) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *request = request_value.into();
    }
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Test", On::Nothing, error),
    }
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
    count: c_int,
    array_of_requests: *mut MPI_Request,
    flag: *mut c_int,
    array_of_statuses: *mut MPI_Status,
) -> c_int {
    if flag.is_null() {
        return no_place("MPI_Testall", On::Nothing, "flag");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::testall(count, Array::new(array_of_requests), StatusAt::new(array_of_statuses))
    };
    match outcome {
        Ok(flag_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Testall", On::Nothing, error),
    }
}

/// The standard's `MPI_Testany`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Testany(
    count: c_int,
    array_of_requests: *mut MPI_Request,
    indx: *mut c_int,
    flag: *mut c_int,
    status: *mut MPI_Status,
) -> c_int {
    if indx.is_null() {
        return no_place("MPI_Testany", On::Nothing, "indx");
    }
    if flag.is_null() {
        return no_place("MPI_Testany", On::Nothing, "flag");
    }
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { p2p::testany(count, Array::new(array_of_requests), StatusAt::new(status)) };
    match outcome {
        Ok((indx_value, flag_value)) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *indx = indx_value;
                *flag = c_int::from(flag_value);
            }
            0
        }
        Err(error) => failed("MPI_Testany", On::Nothing, error),
    }
}

/// The standard's `MPI_Testsome`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Testsome(
    incount: c_int,
    array_of_requests: *mut MPI_Request,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut MPI_Status,
) -> c_int {
    if outcount.is_null() {
        return no_place("MPI_Testsome", On::Nothing, "outcount");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut outcount_value = unsafe { *outcount };
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::testsome(
            incount,
            Array::new(array_of_requests),
            &mut outcount_value,
            array_of_indices,
            StatusAt::new(array_of_statuses),
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *outcount = outcount_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Testsome", On::Nothing, error),
    }
}

/// The standard's `MPI_Wait`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Wait(request: *mut MPI_Request, status: *mut MPI_Status) -> c_int {
    if request.is_null() {
        return no_place("MPI_Wait", On::Nothing, "request");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut request_value = Request::from(unsafe { *request });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { p2p::wait(&mut request_value, StatusAt::new(status)) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *request = request_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Wait", On::Nothing, error),
    }
}

/// The standard's `MPI_Waitall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Waitall(
    count: c_int,
    array_of_requests: *mut MPI_Request,
    array_of_statuses: *mut MPI_Status,
) -> c_int {
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::waitall(count, Array::new(array_of_requests), StatusAt::new(array_of_statuses))
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Waitall", On::Nothing, error),
    }
}

/// The standard's `MPI_Waitany`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Waitany(
    count: c_int,
    array_of_requests: *mut MPI_Request,
    indx: *mut c_int,
    status: *mut MPI_Status,
) -> c_int {
    if indx.is_null() {
        return no_place("MPI_Waitany", On::Nothing, "indx");
    }
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { p2p::waitany(count, Array::new(array_of_requests), StatusAt::new(status)) };
    match outcome {
        Ok(indx_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *indx = indx_value;
            }
            0
        }
        Err(error) => failed("MPI_Waitany", On::Nothing, error),
    }
}

/// The standard's `MPI_Waitsome`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Waitsome(
    incount: c_int,
    array_of_requests: *mut MPI_Request,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut MPI_Status,
) -> c_int {
    if outcount.is_null() {
        return no_place("MPI_Waitsome", On::Nothing, "outcount");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut outcount_value = unsafe { *outcount };
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        p2p::waitsome(
            incount,
            Array::new(array_of_requests),
            &mut outcount_value,
            array_of_indices,
            StatusAt::new(array_of_statuses),
        )
    };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *outcount = outcount_value;
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Waitsome", On::Nothing, error),
    }
}

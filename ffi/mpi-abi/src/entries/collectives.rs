//! Collective communication. Made by `cargo xtask mpi`.

use crate::types::*;
use skifch_mpi_edge::edge::*;

/// The standard's `MPI_Allgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather(
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
        collectives::allgather(
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
        Err(error) => failed("MPI_Allgather", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather_c(
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
        collectives::allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Allgather_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allgather_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather_init(
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
        return no_place("MPI_Allgather_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::allgather_init(
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
        Err(error) => failed("MPI_Allgather_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allgather_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather_init_c(
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
        return no_place("MPI_Allgather_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::allgather_init(
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
        Err(error) => failed("MPI_Allgather_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv(
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
        collectives::allgatherv(
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
        Err(error) => failed("MPI_Allgatherv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv_c(
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
        collectives::allgatherv(
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
        Err(error) => failed("MPI_Allgatherv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allgatherv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv_init(
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
        return no_place("MPI_Allgatherv_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::allgatherv_init(
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
        Err(error) => failed("MPI_Allgatherv_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allgatherv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgatherv_init_c(
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
        return no_place("MPI_Allgatherv_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::allgatherv_init(
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
        Err(error) => failed("MPI_Allgatherv_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allreduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::allreduce(sendbuf, recvbuf, i64::from(count), datatype, op, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Allreduce", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allreduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::allreduce(sendbuf, recvbuf, count, datatype, op, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Allreduce_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allreduce_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Allreduce_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::allreduce_init(sendbuf, recvbuf, i64::from(count), datatype, op, comm, info)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Allreduce_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Allreduce_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Allreduce_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Allreduce_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall(
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
        collectives::alltoall(
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
        Err(error) => failed("MPI_Alltoall", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall_c(
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
        collectives::alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Alltoall_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoall_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall_init(
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
        return no_place("MPI_Alltoall_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::alltoall_init(
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
        Err(error) => failed("MPI_Alltoall_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoall_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoall_init_c(
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
        return no_place("MPI_Alltoall_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::alltoall_init(
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
        Err(error) => failed("MPI_Alltoall_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv(
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
        collectives::alltoallv(
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
        Err(error) => failed("MPI_Alltoallv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv_c(
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
        collectives::alltoallv(
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
        Err(error) => failed("MPI_Alltoallv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv_init(
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
        return no_place("MPI_Alltoallv_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::alltoallv_init(
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
        Err(error) => failed("MPI_Alltoallv_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallv_init_c(
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
        return no_place("MPI_Alltoallv_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::alltoallv_init(
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
        Err(error) => failed("MPI_Alltoallv_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::alltoallw(
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
        Err(error) => failed("MPI_Alltoallw", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw_c(
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
        collectives::alltoallw(
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
        Err(error) => failed("MPI_Alltoallw_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallw_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Alltoallw_init", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::alltoallw_init(
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
        Err(error) => failed("MPI_Alltoallw_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Alltoallw_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Alltoallw_init_c(
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
        return no_place("MPI_Alltoallw_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::alltoallw_init(
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
        Err(error) => failed("MPI_Alltoallw_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Barrier`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Barrier(comm: MPI_Comm) -> c_int {
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::barrier(comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Barrier", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Barrier_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Barrier_init(
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Barrier_init", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::barrier_init(comm, info) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Barrier_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Bcast`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast(
    buffer: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::bcast(buffer, i64::from(count), datatype, root, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Bcast", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Bcast_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast_c(
    buffer: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::bcast(buffer, count, datatype, root, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Bcast_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Bcast_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast_init(
    buffer: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Bcast_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::bcast_init(buffer, i64::from(count), datatype, root, comm, info) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Bcast_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Bcast_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast_init_c(
    buffer: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Bcast_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::bcast_init(buffer, count, datatype, root, comm, info) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Bcast_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Exscan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::exscan(sendbuf, recvbuf, i64::from(count), datatype, op, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Exscan", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Exscan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::exscan(sendbuf, recvbuf, count, datatype, op, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Exscan_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Exscan_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Exscan_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::exscan_init(sendbuf, recvbuf, i64::from(count), datatype, op, comm, info)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Exscan_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Exscan_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Exscan_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Exscan_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Exscan_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gather(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Gather", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Gather_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gather_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Gather_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gather_init(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Gather_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gather_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather_init_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Gather_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gather_init(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
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
        Err(error) => failed("MPI_Gather_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gatherv(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            root,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Gatherv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gatherv(
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            root,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Gatherv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gatherv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Gatherv_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gatherv_init(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Gatherv_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Gatherv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gatherv_init_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Gatherv_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::gatherv_init(
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Gatherv_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iallgather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgather(
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
        return no_place("MPI_Iallgather", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iallgather(
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
        Err(error) => failed("MPI_Iallgather", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iallgather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgather_c(
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
        return no_place("MPI_Iallgather_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Iallgather_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iallgatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgatherv(
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
        return no_place("MPI_Iallgatherv", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iallgatherv(
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
        Err(error) => failed("MPI_Iallgatherv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iallgatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallgatherv_c(
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
        return no_place("MPI_Iallgatherv_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iallgatherv(
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
        Err(error) => failed("MPI_Iallgatherv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iallreduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iallreduce", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::iallreduce(sendbuf, recvbuf, i64::from(count), datatype, op, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Iallreduce", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iallreduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iallreduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iallreduce_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::iallreduce(sendbuf, recvbuf, count, datatype, op, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Iallreduce_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ialltoall`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoall(
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
        return no_place("MPI_Ialltoall", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ialltoall(
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
        Err(error) => failed("MPI_Ialltoall", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ialltoall_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoall_c(
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
        return no_place("MPI_Ialltoall_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ialltoall_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ialltoallv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallv(
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
        return no_place("MPI_Ialltoallv", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ialltoallv(
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
        Err(error) => failed("MPI_Ialltoallv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ialltoallv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallv_c(
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
        return no_place("MPI_Ialltoallv_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ialltoallv(
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
        Err(error) => failed("MPI_Ialltoallv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ialltoallw`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallw(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    sdispls: *const c_int,
    sendtypes: *const MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    rdispls: *const c_int,
    recvtypes: *const MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ialltoallw", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ialltoallw(
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
        Err(error) => failed("MPI_Ialltoallw", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ialltoallw_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ialltoallw_c(
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
        return no_place("MPI_Ialltoallw_c", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ialltoallw(
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
        Err(error) => failed("MPI_Ialltoallw_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ibarrier`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibarrier(comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ibarrier", On::Comm(Comm::from(comm)), "request");
    }
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::ibarrier(comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ibarrier", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ibcast`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibcast(
    buffer: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ibcast", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::ibcast(buffer, i64::from(count), datatype, root, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ibcast", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ibcast_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ibcast_c(
    buffer: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ibcast_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::ibcast(buffer, count, datatype, root, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ibcast_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iexscan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iexscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iexscan", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::iexscan(sendbuf, recvbuf, i64::from(count), datatype, op, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Iexscan", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iexscan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iexscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iexscan_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::iexscan(sendbuf, recvbuf, count, datatype, op, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Iexscan_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Igather`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Igather", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::igather(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Igather", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Igather_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igather_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Igather_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Igather_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Igatherv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igatherv(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    displs: *const c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Igatherv", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::igatherv(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Igatherv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Igatherv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Igatherv_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Igatherv_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::igatherv(
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            Ints::from(recvcounts),
            Ints::from(displs),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Igatherv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ireduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ireduce", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ireduce(sendbuf, recvbuf, i64::from(count), datatype, op, root, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ireduce", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ireduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ireduce_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::ireduce(sendbuf, recvbuf, count, datatype, op, root, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ireduce_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ireduce_scatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ireduce_scatter", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ireduce_scatter(sendbuf, recvbuf, Ints::from(recvcounts), datatype, op, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ireduce_scatter", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ireduce_scatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ireduce_scatter_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ireduce_scatter(sendbuf, recvbuf, Ints::from(recvcounts), datatype, op, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ireduce_scatter_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ireduce_scatter_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter_block(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ireduce_scatter_block", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ireduce_scatter_block(
            sendbuf,
            recvbuf,
            i64::from(recvcount),
            datatype,
            op,
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
        Err(error) => failed("MPI_Ireduce_scatter_block", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Ireduce_scatter_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Ireduce_scatter_block_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Ireduce_scatter_block_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Ireduce_scatter_block_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iscan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iscan", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::iscan(sendbuf, recvbuf, i64::from(count), datatype, op, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Iscan", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iscan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iscan_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::iscan(sendbuf, recvbuf, count, datatype, op, comm) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Iscan_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iscatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatter(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iscatter", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iscatter(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Iscatter", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iscatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatter_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iscatter_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iscatter(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
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
        Err(error) => failed("MPI_Iscatter_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iscatterv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatterv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iscatterv", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iscatterv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(displs),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Iscatterv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Iscatterv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Iscatterv_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Iscatterv_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::iscatterv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(displs),
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root,
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
        Err(error) => failed("MPI_Iscatterv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Op_commutative`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_commutative(op: MPI_Op, commute: *mut c_int) -> c_int {
    if commute.is_null() {
        return no_place("MPI_Op_commutative", On::Nothing, "commute");
    }
    let op = Op::from(op);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::op_commutative(op) };
    match outcome {
        Ok(commute_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *commute = c_int::from(commute_value);
            }
            0
        }
        Err(error) => failed("MPI_Op_commutative", On::Nothing, error),
    }
}

/// The standard's `MPI_Op_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_create(
    user_fn: MPI_User_function,
    commute: c_int,
    op: *mut MPI_Op,
) -> c_int {
    if op.is_null() {
        return no_place("MPI_Op_create", On::Nothing, "op");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::op_create(user_fn, commute != 0) };
    match outcome {
        Ok(op_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *op = op_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Op_create", On::Nothing, error),
    }
}

/// The standard's `MPI_Op_create_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_create_c(
    user_fn: MPI_User_function_c,
    commute: c_int,
    op: *mut MPI_Op,
) -> c_int {
    if op.is_null() {
        return no_place("MPI_Op_create_c", On::Nothing, "op");
    }
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::op_create_c(user_fn, commute != 0) };
    match outcome {
        Ok(op_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *op = op_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Op_create_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Op_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Op_free(op: *mut MPI_Op) -> c_int {
    if op.is_null() {
        return no_place("MPI_Op_free", On::Nothing, "op");
    }
    // SAFETY: no NULL, and the standard's contract.
    let mut op_value = Op::from(unsafe { *op });
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::op_free(&mut op_value) };
    // SAFETY: no NULL, and the standard's contract.
    unsafe {
        *op = op_value.into();
    }
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Op_free", On::Nothing, error),
    }
}

/// The standard's `MPI_Reduce`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce(sendbuf, recvbuf, i64::from(count), datatype, op, root, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::reduce(sendbuf, recvbuf, count, datatype, op, root, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Reduce_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_init(sendbuf, recvbuf, i64::from(count), datatype, op, root, comm, info)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Reduce_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Reduce_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Reduce_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_local`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_local(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::reduce_local(inbuf, inoutbuf, i64::from(count), datatype, op) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce_local", On::Nothing, error),
    }
}

/// The standard's `MPI_Reduce_local_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_local_c(
    inbuf: *const c_void,
    inoutbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::reduce_local(inbuf, inoutbuf, count, datatype, op) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce_local_c", On::Nothing, error),
    }
}

/// The standard's `MPI_Reduce_scatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter(sendbuf, recvbuf, Ints::from(recvcounts), datatype, op, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce_scatter", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_scatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter(sendbuf, recvbuf, Ints::from(recvcounts), datatype, op, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce_scatter_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_scatter_block`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter_block(
            sendbuf,
            recvbuf,
            i64::from(recvcount),
            datatype,
            op,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce_scatter_block", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_scatter_block_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Reduce_scatter_block_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_scatter_block_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Reduce_scatter_block_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter_block_init(
            sendbuf,
            recvbuf,
            i64::from(recvcount),
            datatype,
            op,
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
        Err(error) => failed("MPI_Reduce_scatter_block_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_scatter_block_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_block_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Reduce_scatter_block_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter_block_init(
            sendbuf, recvbuf, recvcount, datatype, op, comm, info,
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
        Err(error) => failed("MPI_Reduce_scatter_block_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_scatter_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Reduce_scatter_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter_init(
            sendbuf,
            recvbuf,
            Ints::from(recvcounts),
            datatype,
            op,
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
        Err(error) => failed("MPI_Reduce_scatter_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Reduce_scatter_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce_scatter_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    recvcounts: *const MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Reduce_scatter_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::reduce_scatter_init(
            sendbuf,
            recvbuf,
            Ints::from(recvcounts),
            datatype,
            op,
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
        Err(error) => failed("MPI_Reduce_scatter_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scan`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::scan(sendbuf, recvbuf, i64::from(count), datatype, op, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Scan", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scan_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe { collectives::scan(sendbuf, recvbuf, count, datatype, op, comm) };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Scan_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scan_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan_init(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Scan_init", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scan_init(sendbuf, recvbuf, i64::from(count), datatype, op, comm, info)
    };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Scan_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scan_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scan_init_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MPI_Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Scan_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let datatype = Type::from(datatype);
    let op = Op::from(op);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome =
        unsafe { collectives::scan_init(sendbuf, recvbuf, count, datatype, op, comm, info) };
    match outcome {
        Ok(request_value) => {
            // SAFETY: no NULL, and the standard's contract.
            unsafe {
                *request = request_value.into();
            }
            0
        }
        Err(error) => failed("MPI_Scan_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatter`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatter(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Scatter", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatter_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Scatter_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatter_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter_init(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Scatter_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatter_init(
            sendbuf,
            i64::from(sendcount),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Scatter_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatter_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter_init_c(
    sendbuf: *const c_void,
    sendcount: MPI_Count,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Scatter_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatter_init(
            sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
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
        Err(error) => failed("MPI_Scatter_init_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatterv`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatterv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(displs),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Scatterv", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatterv_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatterv(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(displs),
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root,
            comm,
        )
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => failed("MPI_Scatterv_c", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatterv_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv_init(
    sendbuf: *const c_void,
    sendcounts: *const c_int,
    displs: *const c_int,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Scatterv_init", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatterv_init(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(displs),
            sendtype,
            recvbuf,
            i64::from(recvcount),
            recvtype,
            root,
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
        Err(error) => failed("MPI_Scatterv_init", On::Comm(comm), error),
    }
}

/// The standard's `MPI_Scatterv_init_c`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatterv_init_c(
    sendbuf: *const c_void,
    sendcounts: *const MPI_Count,
    displs: *const MPI_Aint,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    recvcount: MPI_Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
    info: MPI_Info,
    request: *mut MPI_Request,
) -> c_int {
    if request.is_null() {
        return no_place("MPI_Scatterv_init_c", On::Comm(Comm::from(comm)), "request");
    }
    let sendtype = Type::from(sendtype);
    let recvtype = Type::from(recvtype);
    let comm = Comm::from(comm);
    let info = Info::from(info);
    // SAFETY: the standard's contract of the call.
    let outcome = unsafe {
        collectives::scatterv_init(
            sendbuf,
            Ints::from(sendcounts),
            Ints::from(displs),
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root,
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
        Err(error) => failed("MPI_Scatterv_init_c", On::Comm(comm), error),
    }
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

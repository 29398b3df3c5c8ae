//! Point-to-point communication: sending and receiving.

use crate::handles::{Comm, Message, Request, Type};
use crate::raise::{Answer, Failure};
use crate::status::{Layout, Status, StatusAt};
use libc::c_void;
use skifch_mpi::p2p::{self, Mode, Receiving, Sending, Transfer};

use super::memory::elements;

pub use super::buffers::*;
pub use super::datatypes::get_count;
pub use super::requests::*;

/// The arguments of a call that sends.
#[inline(always)]
fn sending(
    buf: *const c_void,
    count: i64,
    datatype: Type,
    peer: i32,
    tag: i32,
    comm: Comm,
) -> Answer<Sending> {
    let count = elements(buf, count, datatype)?;
    Ok(Transfer { buf: buf.cast(), count, datatype, peer, tag, comm })
}

/// The arguments of a call that receives.
#[inline(always)]
fn receiving(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    peer: i32,
    tag: i32,
    comm: Comm,
) -> Answer<Receiving> {
    let count = elements(buf, count, datatype)?;
    Ok(Transfer { buf: buf.cast(), count, datatype, peer, tag, comm })
}

/// `MPI_Send`.
#[inline(always)]
pub unsafe fn send(
    buf: *const c_void,
    count: i64,
    datatype: Type,
    dest: i32,
    tag: i32,
    comm: Comm,
) -> Answer {
    // SAFETY: the standard's contract.
    Ok(unsafe { p2p::send(sending(buf, count, datatype, dest, tag, comm)?) }?)
}

/// `MPI_Recv`.
#[inline(always)]
pub unsafe fn recv<S: Layout>(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    source: i32,
    tag: i32,
    comm: Comm,
    status: StatusAt<S>,
) -> Answer {
    // SAFETY: the standard's contract.
    let got = unsafe { status.of(p2p::recv(receiving(buf, count, datatype, source, tag, comm)?)) }?;
    // SAFETY: the standard's contract.
    unsafe { status.set(got) };
    Ok(())
}

macro_rules! sends {
    ($($blocking:ident $immediate:ident $init:ident $mode:ident;)*) => { $(
        /// The blocking send of this mode.
        pub unsafe fn $blocking(
            buf: *const c_void,
            count: i64,
            datatype: Type,
            dest: i32,
            tag: i32,
            comm: Comm,
        ) -> Answer {
            let send = sending(buf, count, datatype, dest, tag, comm)?;
            // SAFETY: the standard's contract.
            Ok(unsafe { p2p::send_mode(Mode::$mode, send) }?)
        }

        sends!(request $immediate $init $mode);
    )* };
    (request $immediate:ident $init:ident $mode:ident) => {
        /// The non-blocking send of this mode.
        #[inline(always)]
        pub unsafe fn $immediate(
            buf: *const c_void,
            count: i64,
            datatype: Type,
            dest: i32,
            tag: i32,
            comm: Comm,
        ) -> Answer<Request> {
            let send = sending(buf, count, datatype, dest, tag, comm)?;
            // SAFETY: the standard's contract.
            Ok(unsafe { p2p::isend(Mode::$mode, send) }?)
        }

        /// The persistent send of this mode.
        pub unsafe fn $init(
            buf: *const c_void,
            count: i64,
            datatype: Type,
            dest: i32,
            tag: i32,
            comm: Comm,
        ) -> Answer<Request> {
            let send = sending(buf, count, datatype, dest, tag, comm)?;
            // SAFETY: the standard's contract.
            Ok(unsafe { p2p::send_init(Mode::$mode, send) }?)
        }
    };
}

sends! {
    ssend issend ssend_init Synchronous;
    bsend ibsend bsend_init Buffered;
    rsend irsend rsend_init Ready;
}
sends!(request isend send_init Standard);

/// `MPI_Irecv`.
#[inline(always)]
pub unsafe fn irecv(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Answer<Request> {
    // SAFETY: the standard's contract.
    Ok(unsafe { p2p::irecv(receiving(buf, count, datatype, source, tag, comm)?) }?)
}

/// `MPI_Recv_init`.
pub unsafe fn recv_init(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    source: i32,
    tag: i32,
    comm: Comm,
) -> Answer<Request> {
    // SAFETY: the standard's contract.
    Ok(unsafe { p2p::recv_init(receiving(buf, count, datatype, source, tag, comm)?) }?)
}

/// `MPI_Sendrecv`.
pub unsafe fn sendrecv<S: Layout>(
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: Type,
    dest: i32,
    sendtag: i32,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: Type,
    source: i32,
    recvtag: i32,
    comm: Comm,
    status: StatusAt<S>,
) -> Answer {
    let send = sending(sendbuf, sendcount, sendtype, dest, sendtag, comm)?;
    let recv = receiving(recvbuf, recvcount, recvtype, source, recvtag, comm)?;
    // SAFETY: the standard's contract.
    let got = unsafe { status.of(p2p::sendrecv(send, recv)) }?;
    // SAFETY: the standard's contract.
    unsafe { status.set(got) };
    Ok(())
}

/// `MPI_Isendrecv`.
pub unsafe fn isendrecv(
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: Type,
    dest: i32,
    sendtag: i32,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: Type,
    source: i32,
    recvtag: i32,
    comm: Comm,
) -> Answer<Request> {
    let send = sending(sendbuf, sendcount, sendtype, dest, sendtag, comm)?;
    let recv = receiving(recvbuf, recvcount, recvtype, source, recvtag, comm)?;
    // SAFETY: the standard's contract.
    Ok(unsafe { p2p::isendrecv(send, recv) }?)
}

/// `MPI_Sendrecv_replace`.
pub unsafe fn sendrecv_replace<S: Layout>(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    dest: i32,
    sendtag: i32,
    source: i32,
    recvtag: i32,
    comm: Comm,
    status: StatusAt<S>,
) -> Answer {
    let both = receiving(buf, count, datatype, dest, sendtag, comm)?;
    // SAFETY: the standard's contract.
    let got = unsafe { status.of(p2p::sendrecv_replace(both, source, recvtag)) }?;
    // SAFETY: the standard's contract.
    unsafe { status.set(got) };
    Ok(())
}

/// `MPI_Isendrecv_replace`.
pub unsafe fn isendrecv_replace(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    dest: i32,
    sendtag: i32,
    source: i32,
    recvtag: i32,
    comm: Comm,
) -> Answer<Request> {
    let both = receiving(buf, count, datatype, dest, sendtag, comm)?;
    // SAFETY: the standard's contract.
    Ok(unsafe { p2p::isendrecv_replace(both, source, recvtag) }?)
}

/// `MPI_Probe`.
pub unsafe fn probe<S: Layout>(source: i32, tag: i32, comm: Comm, status: StatusAt<S>) -> Answer {
    let found = p2p::probe(source, tag, comm)?;
    // SAFETY: the standard's contract.
    unsafe { status.set(found) };
    Ok(())
}

/// `MPI_Iprobe`.
pub unsafe fn iprobe<S: Layout>(
    source: i32,
    tag: i32,
    comm: Comm,
    status: StatusAt<S>,
) -> Answer<bool> {
    let found = p2p::iprobe(source, tag, comm)?;
    if let Some(found) = found {
        // SAFETY: the standard's contract.
        unsafe { status.set(found) };
    }
    Ok(found.is_some())
}

/// `MPI_Mprobe`.
pub unsafe fn mprobe<S: Layout>(
    source: i32,
    tag: i32,
    comm: Comm,
    status: StatusAt<S>,
) -> Answer<Message> {
    let (message, found) = p2p::mprobe(source, tag, comm)?;
    // SAFETY: the standard's contract.
    unsafe { status.set(found) };
    Ok(message)
}

/// `MPI_Improbe`.
pub unsafe fn improbe<S: Layout>(
    source: i32,
    tag: i32,
    comm: Comm,
    status: StatusAt<S>,
) -> Answer<(bool, Message)> {
    let Some((message, found)) = p2p::improbe(source, tag, comm)? else {
        return Ok((false, Message::NULL));
    };
    // SAFETY: the standard's contract.
    unsafe { status.set(found) };
    Ok((true, message))
}

/// `MPI_Mrecv`.
pub unsafe fn mrecv<S: Layout>(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    message: &mut Message,
    status: StatusAt<S>,
) -> Answer {
    let comm = p2p::comm_of_message(*message);
    let count = elements(buf, count, datatype).map_err(|failure| failure.or_on(comm))?;
    // SAFETY: the standard's contract.
    let got = unsafe { status.of(p2p::mrecv(buf.cast(), count, datatype, message)) };
    let got = got.map_err(|error| Failure::on(error, comm))?;
    // SAFETY: the standard's contract.
    unsafe { status.set(got) };
    Ok(())
}

/// `MPI_Imrecv`.
pub unsafe fn imrecv(
    buf: *mut c_void,
    count: i64,
    datatype: Type,
    message: &mut Message,
) -> Answer<Request> {
    let comm = p2p::comm_of_message(*message);
    let count = elements(buf, count, datatype).map_err(|failure| failure.or_on(comm))?;
    // SAFETY: the standard's contract.
    let begun = unsafe { p2p::imrecv(buf.cast(), count, datatype, message) };
    begun.map_err(|error| Failure::on(error, comm))
}

/// `MPI_Status_get_error`.
pub unsafe fn status_get_error(status: &Status) -> Answer<i32> {
    Ok(status.error)
}

/// `MPI_Status_get_source`.
pub unsafe fn status_get_source(status: &Status) -> Answer<i32> {
    Ok(status.source)
}

/// `MPI_Status_get_tag`.
pub unsafe fn status_get_tag(status: &Status) -> Answer<i32> {
    Ok(status.tag)
}

/// `MPI_Test_cancelled`.
pub unsafe fn test_cancelled(status: &Status) -> Answer<bool> {
    Ok(status.is_cancelled)
}

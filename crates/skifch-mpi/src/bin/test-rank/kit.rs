//! Helpers shared by the scenarios.

#[path = "../../random.rs"]
mod random;

pub(crate) use random::Random;
use skifch_mpi::coll::{Block, Layout, Parts};
use skifch_mpi::datatype::Basic;
use skifch_mpi::error::Result;
use skifch_mpi::p2p::{self, Mode, Receiving, Sending, Status, Transfer};
use skifch_mpi::{Comm, Datatype, Request, comm};
use std::process::Command;
use std::time::Duration;

pub(crate) const WORLD: Comm = Comm::WORLD;

pub(crate) fn byte() -> Datatype {
    Basic::Byte.into()
}

pub(crate) fn long() -> Datatype {
    Basic::Int64.into()
}

pub(crate) fn rank_of(comm: Comm) -> usize {
    comm::rank(comm).expect("a communicator")
}

pub(crate) fn size_of(comm: Comm) -> usize {
    comm::size(comm).expect("a communicator")
}

/// The arguments of a call that sends these bytes.
pub(crate) fn sending(bytes: &[u8], to: usize, tag: i32) -> Sending {
    let (buf, count) = (bytes.as_ptr(), bytes.len());
    Transfer { buf, count, datatype: byte(), peer: to as i32, tag, comm: WORLD }
}

/// The arguments of a call that receives into these bytes.
pub(crate) fn receiving(bytes: &mut [u8], from: i32, tag: i32) -> Receiving {
    let (buf, count) = (bytes.as_mut_ptr(), bytes.len());
    Transfer { buf, count, datatype: byte(), peer: from, tag, comm: WORLD }
}

pub(crate) fn send(bytes: &[u8], to: usize, tag: i32) -> Result<()> {
    // SAFETY: the bytes are readable.
    unsafe { p2p::send(sending(bytes, to, tag)) }
}

pub(crate) fn recv(bytes: &mut [u8], from: i32, tag: i32) -> Result<Status> {
    // SAFETY: the bytes are writable.
    unsafe { p2p::recv(receiving(bytes, from, tag)) }
}

pub(crate) fn isend(bytes: &[u8], to: usize, tag: i32, comm: Comm) -> Request {
    isend_mode(Mode::Standard, bytes, to, tag, comm)
}

pub(crate) fn isend_mode(mode: Mode, bytes: &[u8], to: usize, tag: i32, comm: Comm) -> Request {
    // SAFETY: the callers keep the bytes until the request is complete.
    let sent = unsafe { p2p::isend(mode, Transfer { comm, ..sending(bytes, to, tag) }) };
    sent.expect("a send begins")
}

pub(crate) fn irecv(bytes: &mut [u8], from: i32, tag: i32, comm: Comm) -> Request {
    // SAFETY: the callers keep the bytes until the request is complete.
    let received = unsafe { p2p::irecv(Transfer { comm, ..receiving(bytes, from, tag) }) };
    received.expect("a receive begins")
}

/// Bytes that identify the message they belong to.
pub(crate) fn pattern(len: usize, number: u64) -> Vec<u8> {
    (0..len as u64).map(|at| (at.wrapping_mul(31) + number * 17 + (at >> 8)) as u8).collect()
}

/// Numbers to be sent, or a buffer for numbers.
pub(crate) trait Numbers {
    fn place(self) -> (*mut u8, usize);
}

impl Numbers for &[i64] {
    fn place(self) -> (*mut u8, usize) {
        (self.as_ptr().cast_mut().cast(), self.len())
    }
}

impl Numbers for &mut [i64] {
    fn place(self) -> (*mut u8, usize) {
        (self.as_mut_ptr().cast(), self.len())
    }
}

pub(crate) fn longs(values: impl Numbers) -> Block {
    let (buf, count) = values.place();
    Block { buf, count, datatype: long() }
}

pub(crate) fn even(values: impl Numbers, count: usize) -> Parts {
    Parts { buf: values.place().0, layout: Layout::Even { count, datatype: long() } }
}

pub(crate) fn listed(values: impl Numbers, counts: &[usize], disps: &[isize]) -> Parts {
    let (counts, disps) = (counts.to_vec(), disps.to_vec());
    Parts { buf: values.place().0, layout: Layout::Listed { counts, disps, datatype: long() } }
}

/// Kills this process after a while, whatever it is doing then.
pub(crate) fn die_after(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time);
        let own = std::process::id().to_string();
        Command::new("kill").args(["-9", &own]).status().expect("kill runs");
    });
}

//! The socket interface. The fault injector implements it too, so the backend works over either.

use crate::{Addr, Arrival, Batch, Event};
use skifch_backend::Error;
use std::io::{IoSlice, IoSliceMut};
use std::os::fd::BorrowedFd;

/// Outcome of sending one datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// Accepted by the kernel.
    Yes,
    /// The socket's send buffer is full: try again later.
    Full,
    /// Larger than the path allows. An event reports the maximum size.
    TooBig,
    /// The kernel has no route at the moment, or the interface's queue is full; the errno says
    /// which. To be treated as loss.
    Unreachable(i32),
}

/// Outcome of sending a run of datagrams: the first `segments` of them were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentRun {
    /// Number of datagrams sent.
    pub segments: usize,
    /// Outcome of the next datagram; `Yes` if all were sent.
    pub end: Sent,
}

/// Sends and receives datagrams without blocking. Can be shared by threads; sending and receiving
/// do not block each other.
pub trait Port: Send + Sync {
    /// Sends one datagram, gathered from at most [`MAX_SLICES`] slices.
    ///
    /// # Errors
    /// If the socket itself is broken, or there are too many slices.
    fn send(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error>;

    /// Sends one datagram of which nothing but the first slice changes before the peer has received
    /// it or the memory is unmapped, so that the kernel need not copy the others.
    ///
    /// # Errors
    /// As [`Port::send`].
    fn send_kept(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        self.send(to, slices)
    }

    /// Sends the concatenated slices as datagrams of `segment_bytes` each; the last one holds the
    /// remainder. No datagram may span more than [`MAX_SLICES`] slices.
    ///
    /// # Errors
    /// As [`Port::send`]; `EINVAL` if `segment_bytes` is 0 or exceeds the maximum datagram size.
    fn send_run(
        &self,
        to: &Addr,
        slices: &[IoSlice<'_>],
        segment_bytes: usize,
    ) -> Result<SentRun, Error>;

    /// Receives pending datagrams into `parts`; each slot of the batch uses as many parts as the
    /// batch was created with, so fewer parts mean fewer slots. Returns the number of slots filled;
    /// `batch` describes their contents.
    ///
    /// # Errors
    /// `ENOMEM` or `ENOBUFS` if the system has no memory at the moment: try again later. Others if
    /// the socket itself is broken, or the number of `parts` is no multiple of a slot's.
    fn recv_batch(&self, batch: &mut Batch, parts: &mut [IoSliceMut<'_>]) -> Result<usize, Error>;

    /// Receives one message into `room`, if there is one. Cheaper than [`Port::recv_batch`], but a
    /// run of datagrams coalesced by the kernel counts as one.
    ///
    /// # Errors
    /// As [`Port::recv_batch`].
    fn recv_one(&self, room: &mut [u8]) -> Result<Option<Arrival>, Error>;

    /// Sends the next datagram to `to` from the receiving address, because it requests a reply to
    /// that address or because the peer may be gone.
    fn unconnect(&self, _to: &Addr) {}

    /// The next report from the network, if any. To be called after [`Sent::TooBig`], and when the
    /// descriptor shows an error.
    ///
    /// # Errors
    /// As [`Port::recv_batch`].
    fn next_event(&self) -> Result<Option<Event>, Error>;

    /// Readable if datagrams are pending; shows an error if an event is pending.
    fn fd(&self) -> BorrowedFd<'_>;

    /// Number of datagrams dropped by the system because they were not received in time.
    fn dropped(&self) -> u64 {
        0
    }

    /// When the port must be called again, in the time of [`crate::clock`]; set only by ports that
    /// delay datagrams. Any call other than `fd` and this one will do.
    fn due_ns(&self) -> Option<u64> {
        None
    }
}

/// Maximum number of slices in one datagram.
pub const MAX_SLICES: usize = 64;

/// Maximum payload of a datagram in bytes: 65,535 less the IPv4 and UDP headers (RFC 768, 791).
/// (IPv6 would allow 20 more.)
pub const MAX_DATAGRAM_BYTES: usize = 65_507;

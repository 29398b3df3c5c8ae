//! The interface of a socket. The fault injector has it too, so that a backend works over either.

use crate::{Addr, Arrival, Batch, Event};
use skifch_backend::Error;
use std::io::{IoSlice, IoSliceMut};
use std::os::fd::BorrowedFd;

/// What became of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The kernel has it.
    Yes,
    /// No room in the socket now: later.
    Full,
    /// Larger than the way allows. An event says how large it may be.
    TooBig,
    /// The kernel knows no way now, or the queue of the interface is full; the errno says why. To
    /// be treated like loss.
    Unreachable(i32),
}

/// What became of a run of datagrams: the first `segments` of them are on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentRun {
    /// How many went.
    pub segments: usize,
    /// What became of the next one; `Yes` when there is none.
    pub end: Sent,
}

/// Sends and receives datagrams, never waiting. Threads may share it: sending and receiving at the
/// same time do not hinder each other.
pub trait Port: Send + Sync {
    /// Sends one datagram: the slices one after the other, at most [`MAX_SLICES`] of them.
    ///
    /// # Errors
    /// When the socket itself is broken, or there are too many slices.
    fn send(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error>;

    /// Sends the slices, taken together, as datagrams of `segment_bytes` each and a last one with
    /// what remains. No datagram may be spread over more than [`MAX_SLICES`] slices.
    ///
    /// # Errors
    /// As [`Port::send`]; `EINVAL` when `segment_bytes` is 0 or more than a datagram has.
    fn send_run(
        &self,
        to: &Addr,
        slices: &[IoSlice<'_>],
        segment_bytes: usize,
    ) -> Result<SentRun, Error>;

    /// Receives what is there into `parts`, of which every slot of the batch has as many as it was
    /// made with; fewer parts use fewer slots. How many slots were filled: `batch` says with what.
    ///
    /// # Errors
    /// `ENOMEM` or `ENOBUFS` when the system has no memory for it now: later. Others when the
    /// socket itself is broken, or `parts` is no multiple of the parts of a slot.
    fn recv_batch(&self, batch: &mut Batch, parts: &mut [IoSliceMut<'_>]) -> Result<usize, Error>;

    /// Receives one message into `room`, if there is one; costs less than [`Port::recv_batch`], and
    /// tells less: the datagrams of a run that the kernel joined count as one.
    ///
    /// # Errors
    /// As [`Port::recv_batch`].
    fn recv_one(&self, room: &mut [u8]) -> Result<Option<Arrival>, Error>;

    /// What is sent to `to` next leaves from the address that this receives at: it asks for an
    /// answer to that, or whether anybody is there is in doubt.
    fn unconnect(&self, _to: &Addr) {}

    /// The next thing that the network has reported, if there is one. To be asked after
    /// [`Sent::TooBig`], and when the descriptor shows an error.
    ///
    /// # Errors
    /// As [`Port::recv_batch`].
    fn next_event(&self) -> Result<Option<Event>, Error>;

    /// Readable when there is something to receive; shows an error when there is an event.
    fn fd(&self) -> BorrowedFd<'_>;

    /// Datagrams that the system has thrown away because they were not received in time.
    fn dropped(&self) -> u64 {
        0
    }

    /// When the port must be called again by itself, on [`crate::clock`]: only a port that holds
    /// datagrams back has such a time. Any call but `fd` and this one will do.
    fn due_ns(&self) -> Option<u64> {
        None
    }
}

/// Slices of one datagram at most.
pub const MAX_SLICES: usize = 64;

/// Payload bytes of one datagram at most: 65,535 less the headers of IPv4 and UDP (RFC 768, 791).
/// (IPv6 would allow 20 more.)
pub const MAX_DATAGRAM_BYTES: usize = 65_507;

//! [`Channel`]: sending and receiving.

use crate::claim::Claim;
use crate::error::{self, Aim, Error};
use crate::handle::RawChannel;
use crate::job::timeout_ns;
use crate::message::{Batch, Message};
use skifch_abi::{
    self as abi, Attr, CONT_SIZE, Events, Join, NetAddr, PeerState, SendFlags, Stats, iovec,
};
use skifch_backend::iov::{iovec_of, total};
use std::ffi::{c_int, c_void};
use std::io::IoSlice;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, RawFd};
use std::time::Duration;

/// An open port of this rank, which sends messages to other channels and receives messages from
/// them.
///
/// Messages from one channel to another arrive in order and exactly once. "Not now" is `Ok(0)` or
/// `Ok(None)`: try again later, or [`wait`](Self::wait). Dropping a channel closes it; messages
/// already accepted are still delivered.
pub struct Channel {
    handle: &'static RawChannel,
}

/// The sending side of a channel. One thread may use it while another uses the [`Receiver`].
pub struct Sender<'a> {
    handle: &'static RawChannel,
    channel: PhantomData<&'a mut Channel>,
}

/// The receiving side of a channel.
pub struct Receiver<'a> {
    handle: &'static RawChannel,
    channel: PhantomData<&'a mut Channel>,
}

impl Channel {
    pub(crate) fn new(handle: &'static RawChannel) -> Self {
        Self { handle }
    }

    /// The raw handle, a `SkifCh *` in C. The channel stays open until [`RawChannel::close`].
    pub fn into_raw(self) -> &'static RawChannel {
        let handle = self.handle;
        std::mem::forget(self);
        handle
    }

    /// The address of this channel.
    pub fn addr(&self) -> NetAddr {
        self.handle.addr()
    }

    /// Splits the channel into its two sides, for use by two threads.
    #[inline(always)]
    pub fn split(&mut self) -> (Sender<'_>, Receiver<'_>) {
        let (handle, channel) = (self.handle, PhantomData);
        (Sender { handle, channel }, Receiver { handle, channel })
    }

    /// See [`Sender::send`].
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn send(&mut self, dst: NetAddr, bytes: &[u8]) -> Result<usize, Error> {
        self.split().0.send(dst, bytes)
    }

    /// See [`Sender::send_vectored`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn send_vectored(&mut self, dst: NetAddr, parts: &[IoSlice<'_>]) -> Result<usize, Error> {
        self.split().0.send_vectored(dst, parts)
    }

    /// See [`Sender::send_ex`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn send_ex(
        &mut self,
        dst: NetAddr,
        parts: &[IoSlice<'_>],
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        self.split().0.send_ex(dst, parts, flags)
    }

    /// See [`Sender::claim`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn claim(&mut self, dst: NetAddr, len: usize) -> Result<Option<Claim<'_>>, Error> {
        claim(self.handle, dst, len)
    }

    /// See [`Receiver::recv`].
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn recv(&mut self) -> Result<Option<Message<'_>>, Error> {
        recv(self.handle)
    }

    /// See [`Receiver::recv_many`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn recv_many<'a>(&'a mut self, space: &'a mut [abi::Message]) -> Result<Batch<'a>, Error> {
        recv_many(self.handle, space)
    }

    /// Waits until at least one of `events` is true, for at most `timeout` (`None`: no limit).
    /// `dst` is used for [`Events::SEND`]. Returns the events that are true, none on timeout. An
    /// event is only a hint: the next send or receive may still report "not now".
    ///
    /// # Errors
    /// `EINVAL` for no or unknown events, or an error of the network.
    pub fn wait(
        &mut self,
        events: Events,
        dst: NetAddr,
        timeout: Option<Duration>,
    ) -> Result<Events, Error> {
        wait(self.handle, events, dst, timeout)
    }

    /// A file descriptor for `poll` or epoll. After [`arm`](Self::arm) it becomes readable when an
    /// event occurs.
    ///
    /// # Errors
    /// `ENOTSUP` if the network has none.
    pub fn event_fd(&mut self) -> Result<BorrowedFd<'_>, Error> {
        let fd: RawFd = self.optional(
            "SkifCh_EventFd",
            |table| table.event_fd,
            |f, ctx| {
                // SAFETY: the channel is open and borrowed alone.
                unsafe { f(ctx) }
            },
        )?;
        // SAFETY: it belongs to the channel, which is borrowed as long.
        Ok(unsafe { BorrowedFd::borrow_raw(fd) })
    }

    /// Arms the descriptor to report the next of `events`. Returns the events that are already true
    /// (do not sleep then), or none. Calling it again after a wake-up makes the descriptor
    /// unreadable.
    ///
    /// # Errors
    /// As for [`wait`](Self::wait); `ENOTSUP` if there is no descriptor.
    pub fn arm(&mut self, events: Events, dst: NetAddr) -> Result<Events, Error> {
        let rc = self.optional(
            "SkifCh_Arm",
            |table| table.arm,
            |f, ctx| {
                // SAFETY: the channel is open and borrowed alone.
                unsafe { f(ctx, events.0, dst) }
            },
        )?;
        Ok(Events(rc as u32))
    }

    /// Joins a collective operation of all ranks of the job ([`Join`]) with a message of `bytes` to
    /// this rank itself, which arrives when all ranks have joined. Returns false if that is not
    /// possible now.
    ///
    /// # Errors
    /// `ENOTSUP` if the network does not support it ([`Caps::JOIN`](crate::Caps::JOIN)), `EINVAL`
    /// for an invalid operation.
    pub fn join(&mut self, join: &Join, bytes: &[u8]) -> Result<bool, Error> {
        let rc = self.optional(
            "joining a collective operation",
            |table| table.join,
            |f, ctx| {
                // SAFETY: the channel is open and borrowed alone; both are readable.
                unsafe { f(ctx, join, bytes.as_ptr().cast(), bytes.len()) }
            },
        )?;
        Ok(rc > 0)
    }

    /// Makes progress without sending or receiving; does nothing on most networks.
    ///
    /// # Errors
    /// An error of the network.
    pub fn progress(&mut self) -> Result<(), Error> {
        let (table, ctx) = self.parts("SkifCh_Progress")?;
        let Some(progress) = table.progress else { return Ok(()) };
        // SAFETY: the channel is open and borrowed alone.
        let rc = unsafe { progress(ctx) };
        result("SkifCh_Progress", Aim::None, rc).map(drop)
    }

    /// The state of a peer's channel.
    ///
    /// # Errors
    /// `ENOTSUP` if the network does not track it.
    pub fn peer_state(&mut self, peer: NetAddr) -> Result<PeerState, Error> {
        let rc = self.optional(
            "SkifCh_PeerState",
            |table| table.peer_state,
            |f, ctx| {
                // SAFETY: the channel is open and borrowed alone.
                unsafe { f(ctx, peer) }
            },
        )?;
        Ok(match rc {
            1 => PeerState::Connecting,
            2 => PeerState::Up,
            3 => PeerState::Closed,
            4 => PeerState::Dead,
            5 => PeerState::Broken,
            _ => PeerState::Unknown,
        })
    }

    /// The limits and estimates of this channel.
    ///
    /// # Errors
    /// An error of the network.
    pub fn attr(&self) -> Result<Attr, Error> {
        let (table, ctx) = self.parts("SkifCh_Query")?;
        let mut attr = Attr::new();
        // SAFETY: the channel is open; `attr` carries its size.
        let rc = unsafe { (table.query)(ctx, &raw mut attr) };
        result("SkifCh_Query", Aim::None, rc).map(|_| attr)
    }

    /// The counters since the channel was opened.
    ///
    /// # Errors
    /// `ENOTSUP` if the network has none.
    pub fn stats(&self) -> Result<Stats, Error> {
        let mut stats = Stats::new();
        self.optional(
            "SkifCh_Stats",
            |table| table.stats,
            |f, ctx| {
                // SAFETY: the channel is open; `stats` carries its size.
                unsafe { f(ctx, &raw mut stats) }
            },
        )?;
        Ok(stats)
    }

    /// Closes the channel, as dropping it does, and reports errors.
    ///
    /// # Errors
    /// An error of the network; the channel is closed in any case.
    pub fn close(self) -> Result<(), Error> {
        // SAFETY: we own the channel, so no other thread is in a call.
        unsafe { self.into_raw().close() }
    }

    fn parts(&self, call: &str) -> Result<(&'static abi::Plugin, *mut c_void), Error> {
        self.handle.parts().map_err(|error| error.context(call))
    }

    /// Calls an optional entry of the op table.
    fn optional<F>(
        &self,
        name: &str,
        entry: impl FnOnce(&abi::Plugin) -> Option<F>,
        call: impl FnOnce(F, *mut c_void) -> c_int,
    ) -> Result<c_int, Error> {
        let (table, ctx) = self.parts(name)?;
        let f = entry(table).ok_or_else(|| Error::unsupported(name))?;
        result(name, Aim::None, call(f, ctx))
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        if self.handle.parts().is_ok() {
            // SAFETY: we own the channel, so no other thread is in a call. Who wants to know what
            // went wrong calls `close`.
            let _ = unsafe { self.handle.close() };
        }
    }
}

impl Sender<'_> {
    /// Sends `bytes` as one message. Returns the number of bytes accepted: all of them, a prefix of
    /// the maximum message size (see [`Channel::attr`]), or 0 if there is no room now.
    ///
    /// # Errors
    /// `EINVAL` for no bytes ([`send_ex`](Self::send_ex) sends empty messages), `EHOSTUNREACH` for
    /// a rank or port that does not exist, `EPIPE` if the peer is gone.
    #[inline(always)]
    pub fn send(&mut self, dst: NetAddr, bytes: &[u8]) -> Result<usize, Error> {
        let iov = iovec_of(bytes);
        // SAFETY: the element names `bytes`; this borrows the sending side.
        let rc = unsafe { self.handle.send(dst, &raw const iov, 1) };
        if rc < 0 {
            return Err(error::of_call());
        }
        Ok(rc as usize)
    }

    /// Sends the bytes of all parts together as one message, as [`send`](Self::send) does.
    ///
    /// # Errors
    /// As for `send`; `EINVAL` also for more than 1024 parts.
    #[inline]
    pub fn send_vectored(&mut self, dst: NetAddr, parts: &[IoSlice<'_>]) -> Result<usize, Error> {
        let (iov, count) = raw_parts(parts);
        // SAFETY: an IoSlice is an iovec that names readable memory (std guarantees the layout).
        let rc = unsafe { self.handle.send(dst, iov, count) };
        if rc < 0 {
            return Err(error::of_call());
        }
        Ok(rc as usize)
    }

    /// Sends with flags, also an empty message. Returns the number of bytes accepted, or `None` if
    /// there is no room now.
    ///
    /// # Errors
    /// As for `send_vectored`; `EMSGSIZE` for a message above the limit with [`SendFlags::WHOLE`].
    #[inline]
    pub fn send_ex(
        &mut self,
        dst: NetAddr,
        parts: &[IoSlice<'_>],
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        let (iov, count) = raw_parts(parts);
        let mut taken = 0;
        // SAFETY: as in `send_vectored`.
        let rc = unsafe { self.handle.send_ex(dst, iov, count, flags.0, &raw mut taken) };
        match rc {
            0 => Ok(None),
            1.. => Ok(Some(taken)),
            _ => {
                let aim = Aim::Bytes(dst, bytes_in(parts));
                Err(error::failed("SkifCh_SendEx", aim, rc as isize))
            }
        }
    }

    /// Claims space to build a message of up to `len` bytes in place; `None` if there is no room
    /// now.
    ///
    /// # Errors
    /// `ENOTSUP` if the network does not support it, `EMSGSIZE` above the maximum message size,
    /// otherwise as for `send`.
    #[inline]
    pub fn claim(&mut self, dst: NetAddr, len: usize) -> Result<Option<Claim<'_>>, Error> {
        claim(self.handle, dst, len)
    }

    /// Waits until a message to `dst` can be sent, or the time is over. See [`Channel::wait`].
    ///
    /// # Errors
    /// As there.
    pub fn wait(&mut self, dst: NetAddr, timeout: Option<Duration>) -> Result<bool, Error> {
        wait(self.handle, Events::SEND, dst, timeout).map(|events| !events.is_empty())
    }
}

impl Receiver<'_> {
    /// The next message, in place; `None` if there is none now.
    ///
    /// # Errors
    /// `ECONNRESET` once for each peer that died, after its last message; `EPROTO` once for each
    /// peer that violated the protocol. Messages of other peers are not affected.
    #[inline(always)]
    pub fn recv(&mut self) -> Result<Option<Message<'_>>, Error> {
        recv(self.handle)
    }

    /// The messages that have arrived, at most as many as fit into `space`; there may be none.
    ///
    /// # Errors
    /// As for [`recv`](Self::recv).
    #[inline]
    pub fn recv_many<'a>(&'a mut self, space: &'a mut [abi::Message]) -> Result<Batch<'a>, Error> {
        recv_many(self.handle, space)
    }

    /// Waits until a message can be received, or the time is over. See [`Channel::wait`].
    ///
    /// # Errors
    /// As there.
    pub fn wait(&mut self, timeout: Option<Duration>) -> Result<bool, Error> {
        wait(self.handle, Events::RECV, 0, timeout).map(|events| !events.is_empty())
    }
}

fn raw_parts(parts: &[IoSlice<'_>]) -> (*const iovec, c_int) {
    (parts.as_ptr().cast(), c_int::try_from(parts.len()).unwrap_or(c_int::MAX))
}

#[cold]
fn bytes_in(parts: &[IoSlice<'_>]) -> usize {
    let iov: Vec<iovec> = parts.iter().map(|part| iovec_of(part)).collect();
    total(&iov).unwrap_or(usize::MAX)
}

#[inline(always)]
fn recv(handle: &RawChannel) -> Result<Option<Message<'_>>, Error> {
    let mut message = MaybeUninit::uninit();
    // SAFETY: `message` is writable; our caller borrows the receiving side.
    let rc = unsafe { handle.recv_ex(message.as_mut_ptr()) };
    match rc {
        0 => Ok(None),
        // SAFETY: 1 says that it was filled in.
        1.. => Ok(Some(unsafe { Message::new(handle, message) })),
        _ => Err(error::failed("SkifCh_Recv", Aim::None, rc as isize)),
    }
}

fn recv_many<'a>(
    handle: &'a RawChannel,
    space: &'a mut [abi::Message],
) -> Result<Batch<'a>, Error> {
    let (table, ctx) = handle.parts()?;
    let max = c_int::try_from(space.len()).unwrap_or(c_int::MAX);
    let rc = match table.recv_many {
        _ if max == 0 => 0,
        // SAFETY: `space` has room for `max` messages; our caller borrows the receiving side.
        Some(recv_many) => unsafe { recv_many(ctx, space.as_mut_ptr(), max) },
        // SAFETY: as above, for one message.
        None => unsafe { handle.recv_ex(space.as_mut_ptr()) },
    };
    let count = result("SkifCh_RecvMany", Aim::None, rc)?;
    Ok(Batch::new(handle, &space[..(count as usize).min(space.len())]))
}

fn claim(handle: &RawChannel, dst: NetAddr, len: usize) -> Result<Option<Claim<'_>>, Error> {
    let (table, ctx) = handle.parts()?;
    let Some(claim) = table.claim else { return Err(Error::unsupported("SkifCh_SendClaim")) };
    let (mut cont, mut count) = (abi::Message::EMPTY.cont, 0);
    // SAFETY: `cont` has room for CONT_SIZE elements; our caller borrows the sending side.
    let rc = unsafe { claim(ctx, dst, len, cont.as_mut_ptr(), &raw mut count) };
    match result("SkifCh_SendClaim", Aim::Bytes(dst, len), rc)? {
        0 => Ok(None),
        _ => {
            let count = (count.max(0) as usize).min(CONT_SIZE);
            Ok(Some(Claim { handle, cont, count, len, dst }))
        }
    }
}

fn wait(
    handle: &RawChannel,
    events: Events,
    dst: NetAddr,
    timeout: Option<Duration>,
) -> Result<Events, Error> {
    let (table, ctx) = handle.parts()?;
    // SAFETY: the channel is open; our caller borrows the sides that it asks for.
    let rc = unsafe { (table.wait)(ctx, events.0, dst, timeout_ns(timeout)) };
    result("SkifCh_Wait", Aim::None, rc).map(|events| Events(events as u32))
}

/// The result of a call that is not on the data path.
fn result(call: &str, aim: Aim, rc: c_int) -> Result<c_int, Error> {
    if rc < 0 { Err(error::failed(call, aim, rc as isize)) } else { Ok(rc) }
}

//! The engine's view of the channel: one port, both sides protected by the engine's lock.

use crate::error::{Class, Error, Result};
use skifch::abi::{CONT_SIZE, Join, Message, iovec};
use skifch::{Events, Job, NetAddr, PeerState, RawChannel, error};
use std::mem::MaybeUninit;

/// The port that MPI uses on every rank.
pub(crate) const PORT: u32 = 0x4d;

/// An open channel. The caller holds the engine or, for the receiving side, the right to wait on
/// it.
#[derive(Clone, Copy)]
pub(crate) struct Port {
    raw: &'static RawChannel,
}

/// What became of memory offered to the network.
pub(crate) enum Loan {
    /// There is no room.
    NotNow,
    /// The network does not do it for so few bytes or to this peer.
    Refused,
    /// So many bytes were sent.
    Went(usize),
}

/// Where the network describes an incoming message. It lives in the caller's frame and is used in
/// place: a copy, in words of other widths than those just written, would stall until these have
/// left the processor's store buffer, which is a quarter of the time of a receive.
pub(crate) struct Place(MaybeUninit<Message>);

impl Place {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(MaybeUninit::uninit())
    }
}

/// A message in place in the lane; dropping it releases its space.
pub(crate) struct Incoming<'a> {
    raw: &'static RawChannel,
    message: &'a MaybeUninit<Message>,
}

impl Port {
    pub(crate) fn open(job: &Job) -> Result<Self> {
        Ok(Self { raw: job.open(PORT)?.into_raw() })
    }

    pub(crate) fn close(self) -> Result<()> {
        // SAFETY: the engine is at its end, and no other thread is in a call.
        Ok(unsafe { self.raw.close() }?)
    }

    /// The attributes of the network.
    pub(crate) fn attributes(self) -> Result<skifch::Attr> {
        let (table, ctx) = self.raw.parts()?;
        let mut attr = skifch::Attr::new();
        // SAFETY: the channel is open; `attr` carries its size.
        let rc = unsafe { (table.query)(ctx, &raw mut attr) };
        match rc {
            0.. => Ok(attr),
            _ => Err(failed("asking what the network is", rc as isize)),
        }
    }

    /// Whether the network has calls that copy between the memory of processes. The system may
    /// still forbid them to this process or to another.
    pub(crate) fn has_copies(self) -> bool {
        self.raw.parts().is_ok_and(|(table, _)| table.copy_pieces.is_some())
    }

    /// The counters of the channel; may be called from any thread while the channel is open.
    pub(crate) fn stats(self) -> Result<skifch::Stats> {
        let (table, ctx) = self.raw.parts()?;
        let mut stats = skifch::Stats::new();
        let Some(ask) = table.stats else {
            return Err(Error::new(Class::TNotSupported, "this network counts nothing"));
        };
        // SAFETY: the channel is open; `stats` carries its size.
        match unsafe { ask(ctx, &raw mut stats) } {
            0.. => Ok(stats),
            rc => Err(failed("asking what was counted", rc as isize)),
        }
    }

    /// Sends one message; false if there was no room.
    ///
    /// # Safety
    /// `base` points to `len` readable bytes; the caller has the sending side.
    #[inline(always)]
    pub(crate) unsafe fn send(self, dst: NetAddr, base: *const u8, len: usize) -> Result<bool> {
        let one = iovec { iov_base: base.cast_mut().cast(), iov_len: len };
        // SAFETY: our caller's promise.
        match unsafe { self.raw.send(dst, &raw const one, 1) } {
            0 => Ok(false),
            1.. => Ok(true),
            _ => Err(sending_failed()),
        }
    }

    /// Sends a header and `len` bytes at `base` as one message; false if there was no room.
    ///
    /// # Safety
    /// As `send`.
    pub(crate) unsafe fn send_two(
        self,
        dst: NetAddr,
        header: &[u8],
        base: *const u8,
        len: usize,
    ) -> Result<bool> {
        let first = iovec { iov_base: header.as_ptr().cast_mut().cast(), iov_len: header.len() };
        let two = [first, iovec { iov_base: base.cast_mut().cast(), iov_len: len }];
        let count = if len > 0 { 2 } else { 1 };
        // SAFETY: our caller's promise.
        match unsafe { self.raw.send(dst, two.as_ptr(), count) } {
            0 => Ok(false),
            1.. => Ok(true),
            _ => Err(sending_failed()),
        }
    }

    /// Whether the network can send from the program's memory without a copy, to some peers.
    pub(crate) fn lends(self) -> bool {
        self.raw.parts().is_ok_and(|(table, _)| table.lend.is_some())
    }

    /// Sends a header and a beginning of the `len` bytes at `base`, at least one, as one message,
    /// without a copy.
    ///
    /// # Safety
    /// As `send`; `base` stays readable and unchanged until it is taken back by this key.
    pub(crate) unsafe fn lend(
        self,
        dst: NetAddr,
        header: &[u8],
        base: *const u8,
        len: usize,
        key: u32,
    ) -> Result<Loan> {
        let (table, ctx) = self.raw.parts()?;
        let Some(lend) = table.lend else { return Ok(Loan::Refused) };
        let (head, head_len) = (header.as_ptr().cast(), header.len());
        // SAFETY: the channel is open; our caller's promise.
        let rc = unsafe { lend(ctx, dst, head, head_len, base.cast(), len, key.into()) };
        match rc {
            0 => Ok(Loan::NotNow),
            bytes @ 1.. => Ok(Loan::Went(bytes as usize)),
            // ENOTSUP
            -95 => Ok(Loan::Refused),
            rc => Err(failed("sending", rc)),
        }
    }

    /// The network uses the memory lent with this key no more for messages to `dst`, which has
    /// them.
    pub(crate) fn take_back(self, dst: NetAddr, key: u32) {
        let Ok((table, ctx)) = self.raw.parts() else { return };
        if let Some(take_back) = table.take_back {
            // SAFETY: the channel is open, and its sending side the engine's.
            unsafe { take_back(ctx, dst, key.into()) };
        }
    }

    /// The next message, if one has arrived. Only one may be held at a time.
    #[inline(always)]
    pub(crate) fn recv(self, place: &mut Place) -> Result<Option<Incoming<'_>>> {
        // SAFETY: the place is writable; the engine's lock gives the receiving side.
        match unsafe { self.raw.recv_ex(place.0.as_mut_ptr()) } {
            0 => Ok(None),
            1.. => Ok(Some(Incoming { raw: self.raw, message: &place.0 })),
            rc => Err(failed("receiving", rc as isize)),
        }
    }

    /// Copies the pieces `from` of a peer's memory to the pieces `to`, of equal number and lengths;
    /// false if that is not possible.
    ///
    /// # Safety
    /// The pieces at `to` are writable; the caller has the receiving side.
    pub(crate) unsafe fn copy_from(self, peer: NetAddr, from: &[iovec], to: &[iovec]) -> bool {
        let Ok((table, ctx)) = self.raw.parts() else { return false };
        let [from, to] = [from, to].map(|pieces| (pieces.as_ptr(), pieces.len() as i32));
        table.copy_pieces.is_some_and(|copy| {
            // SAFETY: the channel is open; our caller's promise.
            unsafe { copy(ctx, peer, from.0, to.0, from.1.min(to.1)) > 0 }
        })
    }

    /// Copies the `len` bytes at `from` to an `address` in a peer's memory that the peer has sent;
    /// false if that is not possible.
    ///
    /// # Safety
    /// `from` is readable for `len` bytes; the caller has the receiving side.
    pub(crate) unsafe fn copy_to(
        self,
        peer: NetAddr,
        address: u64,
        from: *const u8,
        len: usize,
    ) -> bool {
        let Ok((table, ctx)) = self.raw.parts() else { return false };
        // SAFETY: the channel is open; our caller's promise.
        table.copy_to.is_some_and(|copy| unsafe { copy(ctx, peer, address, from.cast(), len) } > 0)
    }

    /// Whether a peer's process ended without closing the channel, or broke the protocol, as far as
    /// the network knows.
    pub(crate) fn has_lost(self, peer: NetAddr) -> bool {
        let Ok((table, ctx)) = self.raw.parts() else { return false };
        // SAFETY: the channel is open; our caller has both sides.
        let state = table.peer_state.map_or(0, |ask| unsafe { ask(ctx, peer) });
        [PeerState::Dead, PeerState::Broken].iter().any(|&lost| lost as i32 == state)
    }

    /// Takes part in an operation that the network performs for all ranks, with this rank's
    /// message; whether that was possible now.
    pub(crate) fn join(self, join: &Join, message: &[u8]) -> Result<bool> {
        let (table, ctx) = self.raw.parts()?;
        let Some(entry) = table.join else {
            return Err(Error::new(Class::TNotSupported, "this network joins nothing"));
        };
        // SAFETY: the channel is open, and its sending side the engine's; both are readable.
        match unsafe { entry(ctx, join, message.as_ptr().cast(), message.len()) } {
            rc @ 0.. => Ok(rc > 0),
            rc => Err(failed("joining a collective operation", rc as isize)),
        }
    }

    /// Sleeps until something can be received, or sent to `dst`, or the time is over (in
    /// nanoseconds; negative: no limit). Returns the events.
    pub(crate) fn wait(self, events: Events, dst: NetAddr, timeout_ns: i64) -> Result<Events> {
        let (table, ctx) = self.raw.parts()?;
        // SAFETY: the channel is open; our caller has the sides that it asks for.
        let rc = unsafe { (table.wait)(ctx, events.0, dst, timeout_ns) };
        u32::try_from(rc).map(Events).map_err(|_| failed("waiting", rc as isize))
    }
}

#[cold]
fn failed(what: &str, rc: isize) -> Error {
    in_mpi(&error::failed(what, error::Aim::None, rc))
}

/// The error of a send, which returned -1: the channel's last error of this thread has the reason
/// and the arguments.
#[cold]
fn sending_failed() -> Error {
    in_mpi(&error::of_call())
}

fn in_mpi(error: &error::Error) -> Error {
    match error.errno() {
        // EPIPE, ECONNRESET, EPROTO: the peer is gone.
        32 | 104 | 71 => Error::new(Class::ProcAborted, error.text()),
        // EDEADLK: the network knows that nothing can come any more.
        35 => Error::new(Class::Other, error.text()).of_standstill(),
        _ => Error::new(Class::Other, error.text()),
    }
}

impl Incoming<'_> {
    /// Length of the message in bytes, header included.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        // SAFETY: a receive that answered 1 has set it, and the source and the count.
        unsafe { (*self.message.as_ptr()).len }
    }

    /// Address of the sender.
    #[inline(always)]
    pub(crate) fn src(&self) -> NetAddr {
        // SAFETY: as in `len`.
        unsafe { (*self.message.as_ptr()).src }
    }

    /// The segments that hold the message.
    #[inline(always)]
    pub(crate) fn segments(&self) -> &[iovec] {
        let raw = self.message.as_ptr();
        // SAFETY: the receive has set the count and that many segments.
        unsafe {
            let count = ((*raw).cont_count.max(0) as usize).min(CONT_SIZE);
            std::slice::from_raw_parts((&raw const (*raw).cont).cast(), count)
        }
    }

    /// Copies the first `N` bytes, if the message has that many.
    #[inline(always)]
    pub(crate) fn head<const N: usize>(&self) -> Option<[u8; N]> {
        if let [one, ..] = self.segments()
            && one.iov_len >= N
        {
            // SAFETY: the segment is readable while the message is out.
            return Some(unsafe { one.iov_base.cast::<[u8; N]>().read() });
        }
        let mut bytes = [0; N];
        self.head_slow(&mut bytes).then_some(bytes)
    }

    #[cold]
    fn head_slow(&self, out: &mut [u8]) -> bool {
        let mut at = 0;
        self.each(0, out.len(), |from, len| {
            // SAFETY: `each` gives readable parts, together as long as `out`.
            unsafe { from.copy_to_nonoverlapping(out[at..].as_mut_ptr(), len) };
            at += len;
        });
        at == out.len()
    }

    /// Calls `part` for each contiguous piece of the `len` bytes that begin at `skip`, as far as
    /// the message has them.
    #[inline]
    pub(crate) fn each(&self, skip: usize, len: usize, mut part: impl FnMut(*const u8, usize)) {
        let (mut skip, mut len) = (skip, len);
        for segment in self.segments() {
            let have = segment.iov_len;
            if skip >= have {
                skip -= have;
                continue;
            }
            let now = (have - skip).min(len);
            if now > 0 {
                part(segment.iov_base.cast::<u8>().wrapping_add(skip), now);
            }
            (skip, len) = (0, len - now);
        }
    }
}

impl Drop for Incoming<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the message is not used any more; the holder has the receiving side.
        let rc = unsafe { self.raw.recv_comp() };
        debug_assert!(rc == 0, "RecvComp of a message that is out answered {rc}");
    }
}

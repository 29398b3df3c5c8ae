//! Fast path of blocking calls with short contiguous messages: no request, no queue.

use super::request::Status;
use super::wire::{HEADER_BYTES, Header, Kind};
use super::{ANY_SOURCE, Body, Early, Key, Receiving, Sending};
use crate::engine::{Engine, Incoming, Place, ThreadLevel};
use crate::error::{Class, Error, Result};
use skifch::{Events, copy_payload, rank_of};
use std::mem::MaybeUninit;

/// Up to this length a message is assembled on the stack: with its header it is short enough for
/// the channel to take with a few moves. A longer copy out of the stack would stall until the bytes
/// just written have left the processor's store buffer.
const STACK_BYTES: usize = 48;

/// A wait without a request lasts no longer than this: after it, the receive is posted, so that
/// what the rank waits for is known.
pub(super) const MOMENT_NS: i64 = 1_000_000;

/// A message received on the fast path.
pub(crate) struct Received {
    pub(crate) key: Key,
    pub(crate) len: usize,
}

impl Received {
    /// The status for a receive from `source`, which may be the wildcard.
    #[inline(always)]
    pub(super) fn status(&self, source: i32) -> Status {
        Status {
            source: if source == ANY_SOURCE { self.key.source } else { source },
            tag: self.key.tag,
            error: Class::Success,
            is_cancelled: false,
            bytes: self.len as u64,
        }
    }
}

impl Engine {
    /// Sends at once if nothing prevents it; whether it did. Invalid arguments are left to the slow
    /// path, which reports them.
    ///
    /// # Safety
    /// The elements are readable.
    #[inline(always)]
    pub(crate) unsafe fn send_fast(&mut self, send: &Sending) -> bool {
        let Sending { buf, count, datatype, peer: dest, tag, comm } = *send;
        let size = self.dense_bytes(datatype);
        let Some(found) = self.comms.get(comm.0) else { return false };
        let Some(world) = found.world_rank(dest) else { return false };
        // Non-contiguous data and lengths that overflow are left to the slow path.
        let Some(len) = size.checked_mul(count).filter(|_| size > 0) else { return false };
        if tag < 0 {
            return false;
        }
        // SAFETY: our caller's promise.
        unsafe { self.send_at_once(found.context, world, tag, buf, len) }
    }

    /// [`send_fast`](Self::send_fast) unless the message should be announced.
    ///
    /// # Safety
    /// As [`send_fast`](Self::send_fast).
    #[inline(always)]
    pub(super) unsafe fn isend_fast(&mut self, send: &Sending) -> bool {
        let len = self.dense_bytes(send.datatype).saturating_mul(send.count);
        // SAFETY: our caller's promise.
        !self.is_met(len) && unsafe { self.send_fast(send) }
    }

    /// Sends `len` bytes at once if they fit one message of the channel and nothing prevents it;
    /// whether it did.
    ///
    /// # Safety
    /// The bytes are readable.
    #[inline(always)]
    pub(crate) unsafe fn send_at_once(
        &self,
        context: u64,
        world: u32,
        tag: i32,
        buf: *const u8,
        len: usize,
    ) -> bool {
        // SAFETY: our caller's promise.
        unsafe {
            match len {
                0..=STACK_BYTES => self.send_short(context, world, tag, buf, len),
                _ => self.send_whole(context, world, tag, buf, len),
            }
        }
    }

    /// Sends `len` bytes at once as header and payload of one message, if they fit and nothing
    /// prevents it. On an error, the slow path meets it again and reports it.
    ///
    /// # Safety
    /// The bytes are readable.
    #[inline(never)]
    unsafe fn send_whole(
        &self,
        context: u64,
        world: u32,
        tag: i32,
        buf: *const u8,
        len: usize,
    ) -> bool {
        if len > self.eager_max || world == self.rank || !self.busy.is_empty() {
            return false;
        }
        let header = Header { kind: Kind::Eager, context, tag, number: 0 }.to_bytes();
        // SAFETY: our caller's promise; the engine has the sending side.
        unsafe { self.port.send_two(Self::addr(world), &header, buf, len) }.unwrap_or(false)
    }

    /// Sends at most `STACK_BYTES` bytes at once if nothing prevents it. On an error, the slow path
    /// meets it again and reports it.
    ///
    /// # Safety
    /// The bytes are readable.
    #[inline(always)]
    unsafe fn send_short(
        &self,
        context: u64,
        world: u32,
        tag: i32,
        buf: *const u8,
        len: usize,
    ) -> bool {
        let is_plain =
            len <= STACK_BYTES.min(self.eager_max) && world != self.rank && self.busy.is_empty();
        if !is_plain {
            return false;
        }
        let header = Header { kind: Kind::Eager, context, tag, number: 0 };
        let mut packet = [MaybeUninit::<u8>::uninit(); HEADER_BYTES + STACK_BYTES];
        let place = packet.as_mut_ptr().cast::<u8>();
        // SAFETY: the packet has room for the header and `len` bytes, which are readable.
        let sent = unsafe {
            place.cast::<[u8; HEADER_BYTES]>().write(header.to_bytes());
            copy_short(buf, place.add(HEADER_BYTES), len);
            self.port.send(Self::addr(world), place, HEADER_BYTES + len)
        };
        sent.unwrap_or(false)
    }

    /// Receives the next message if it is the wanted one, arrives soon, and nothing else is waiting
    /// for a message; `None` leaves the receive to the slow path.
    ///
    /// # Errors
    /// A peer that is gone; what the network reports.
    ///
    /// # Safety
    /// The elements are writable.
    #[inline(always)]
    pub(crate) unsafe fn recv_fast(&mut self, recv: &Receiving) -> Result<Option<Status>> {
        let Some((wanted, room)) = self.wanted(recv) else { return Ok(None) };
        // SAFETY: our caller's promise.
        let received = unsafe { self.recv_short::<false>(&wanted, recv.buf, room) }?;
        Ok(received.map(|received| received.status(recv.peer)))
    }

    /// [`recv_fast`](Self::recv_fast) of at most `room` bytes; if `IS_BRIEF`, polls only once.
    ///
    /// # Errors
    /// As [`recv_fast`](Self::recv_fast).
    ///
    /// # Safety
    /// There are `room` writable bytes at `buf`.
    #[inline(always)]
    pub(crate) unsafe fn recv_short<const IS_BRIEF: bool>(
        &mut self,
        wanted: &Key,
        buf: *mut u8,
        room: usize,
    ) -> Result<Option<Received>> {
        if !self.is_plain(wanted) || !self.unexpected.is_empty() {
            return Ok(None);
        }
        let polls = if IS_BRIEF { 1 } else { self.patience.recv };
        for _ in 0..polls {
            // SAFETY: our caller's promise.
            match unsafe { self.next_for(wanted, buf, room) }? {
                Next::Nothing => {}
                Next::Wanted(received) => return Ok(Some(received)),
                Next::Other => return Ok(None),
            }
        }
        if IS_BRIEF {
            return Ok(None);
        }
        // SAFETY: our caller's promise.
        unsafe { self.recv_late(wanted, buf, room) }
    }

    /// The end of [`recv_short`](Self::recv_short) when polling has found nothing.
    ///
    /// # Errors
    /// As [`recv_short`](Self::recv_short).
    ///
    /// # Safety
    /// As [`recv_short`](Self::recv_short).
    #[cold]
    unsafe fn recv_late(
        &mut self,
        wanted: &Key,
        buf: *mut u8,
        room: usize,
    ) -> Result<Option<Received>> {
        if !self.wait_here()? {
            return Ok(None);
        }
        // SAFETY: our caller's promise.
        match unsafe { self.next_for(wanted, buf, room) }? {
            Next::Wanted(received) => Ok(Some(received)),
            Next::Nothing | Next::Other => Ok(None),
        }
    }

    /// Where ranks share CPUs, waits a moment in the channel for the next message, whatever it is;
    /// whether one has arrived. Posting the receive and finding it again would usually take longer
    /// than this wait. Not done while holding the lock (thread level `Multiple`), which other
    /// threads want.
    #[inline(never)]
    pub(super) fn wait_here(&mut self) -> Result<bool> {
        if !self.is_crowded || self.level == ThreadLevel::Multiple {
            return Ok(false);
        }
        self.tell_copied()?;
        Ok(!self.port.wait(Events::RECV, 0, MOMENT_NS)?.is_empty())
    }

    /// Whether the next message may be taken directly: the sender is another rank, and there are no
    /// queued sends, posted receives or schedules, and no thread waiting on the channel.
    #[inline(always)]
    pub(super) fn is_plain(&self, wanted: &Key) -> bool {
        wanted.source != self.rank as i32
            && self.busy.is_empty()
            && self.posted.is_empty()
            && self.schedules.is_empty()
            && !self.is_watched
    }

    /// Takes the next message; puts it into `buf` if it is the wanted one and fits, else dispatches
    /// it.
    ///
    /// # Errors
    /// As [`recv_fast`](Self::recv_fast).
    ///
    /// # Safety
    /// There are `room` writable bytes at `buf`.
    #[inline(always)]
    unsafe fn next_for(&mut self, wanted: &Key, buf: *mut u8, room: usize) -> Result<Next> {
        let mut place = Place::new();
        let Some(message) = self.port.recv(&mut place)? else { return Ok(Next::Nothing) };
        if let Some(header) = message.head::<HEADER_BYTES>().and_then(Header::from_bytes)
            && header.kind == Kind::Eager
        {
            let source = rank_of(message.src()) as i32;
            let key = Key { context: header.context, source, tag: header.tag };
            let len = message.len() - HEADER_BYTES;
            if wanted.takes(&key) && len <= room {
                // SAFETY: there is room, as was just checked.
                unsafe { take(&message, buf) };
                return Ok(Next::Wanted(Received { key, len }));
            }
        }
        self.dispatch(&message)?;
        Ok(Next::Other)
    }

    /// Receives a message of exactly `room` bytes from one sender without a request: either an
    /// unexpected message or one that arrives while other messages do. Whether it was received.
    ///
    /// # Errors
    /// As [`recv_fast`](Self::recv_fast); `Truncate` for a shorter message.
    ///
    /// # Safety
    /// There are `room` writable bytes at `buf`.
    pub(crate) unsafe fn recv_among_others(
        &mut self,
        wanted: &Key,
        buf: *mut u8,
        room: usize,
    ) -> Result<bool> {
        let (mut polls, mut may_be_early) = (self.patience.recv, true);
        while polls > 0 && self.is_plain(wanted) {
            if may_be_early && !self.unexpected.is_empty() {
                match self.unexpected.find(wanted) {
                    Some(Early { key, body: Body::Bytes(bytes, None) })
                        if bytes.len() == room && key.tag == wanted.tag =>
                    {
                        // SAFETY: there is room, as was just checked.
                        unsafe { buf.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                        self.unexpected.take(wanted);
                        return Ok(true);
                    }
                    Some(_) => return Ok(false),
                    None => {}
                }
            }
            // SAFETY: our caller's promise.
            let next = unsafe { self.next_for(wanted, buf, room) }?;
            may_be_early = matches!(next, Next::Other);
            match next {
                Next::Nothing if polls > 1 || !self.wait_here()? => polls -= 1,
                Next::Nothing => {}
                Next::Wanted(Received { key, len }) if len < room => {
                    return Err(short(&key, len, room));
                }
                Next::Wanted(_) => return Ok(true),
                Next::Other => {}
            }
        }
        Ok(false)
    }
}

/// The error for a message shorter than its buffer, in a collective call that expects all bytes.
#[cold]
fn short(key: &Key, len: usize, room: usize) -> Error {
    let rank = key.source;
    let text = format!(
        "the message of rank {rank} in this call has {len} bytes, and the receive buffer {room}"
    );
    Error::new(Class::Truncate, text)
}

/// Outcome of looking at the next message.
enum Next {
    /// No message has arrived.
    Nothing,
    /// The wanted message, which was received.
    Wanted(Received),
    /// Another message, which was dispatched.
    Other,
}

/// Copies the payload of a message, the bytes after its header.
///
/// # Safety
/// `buf` has room for them.
#[inline(always)]
pub(super) unsafe fn take(message: &Incoming<'_>, buf: *mut u8) {
    let len = message.len() - HEADER_BYTES;
    if let [one] = message.segments() {
        // SAFETY: the one segment is as long as the message; the caller vouches for `buf`.
        unsafe { copy_short(one.iov_base.cast::<u8>().add(HEADER_BYTES), buf, len) };
        return;
    }
    let mut at = buf;
    message.each(HEADER_BYTES, len, |from, len| {
        // SAFETY: the parts together have `len` bytes, for which `buf` has room.
        unsafe {
            copy_payload(from, at, len);
            at = at.add(len);
        }
    });
}

/// Copies `len` bytes; up to 16 without a function call.
///
/// # Safety
/// Both sides have `len` bytes and do not overlap.
#[inline(always)]
unsafe fn copy_short(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: the pieces lie within `len` bytes of both sides; two that overlap write the same.
    unsafe {
        match len {
            8..=16 => {
                let (first, last) = (
                    from.cast::<u64>().read_unaligned(),
                    from.add(len - 8).cast::<u64>().read_unaligned(),
                );
                to.cast::<u64>().write_unaligned(first);
                to.add(len - 8).cast::<u64>().write_unaligned(last);
            }
            4..=7 => {
                let (first, last) = (
                    from.cast::<u32>().read_unaligned(),
                    from.add(len - 4).cast::<u32>().read_unaligned(),
                );
                to.cast::<u32>().write_unaligned(first);
                to.add(len - 4).cast::<u32>().write_unaligned(last);
            }
            _ => copy_payload(from, to, len),
        }
    }
}

//! The short way of blocking calls with short messages in one block: no request, no queue.

use super::request::Status;
use super::wire::{HEADER_BYTES, Header, Kind};
use super::{ANY_SOURCE, ANY_TAG};
use crate::engine::{Engine, Incoming};
use crate::error::{Class, Result};
use crate::{Comm, Datatype};
use skifch::rank_of;
use std::mem::MaybeUninit;

/// Up to here a message is put together on the stack, which is cheaper than handing over two
/// parts.
const STACK_BYTES: usize = 256;
/// Polls before the receive is posted and waited for.
const POLLS: u32 = 256;

impl Engine {
    /// Sends at once, if nothing is in the way; what is wrong with the arguments is for the long
    /// way to say.
    ///
    /// # Safety
    /// The elements are readable.
    #[inline(always)]
    pub(crate) unsafe fn send_fast(
        &mut self,
        buf: *const u8,
        count: usize,
        datatype: Datatype,
        dest: i32,
        tag: i32,
        comm: Comm,
    ) -> bool {
        let size = self.dense_bytes(datatype);
        let Some(found) = self.comms.get(comm.0) else { return false };
        let Some(world) = found.world_rank(dest) else { return false };
        // With at most STACK_BYTES of the smallest element the product cannot overflow.
        let is_short = count <= STACK_BYTES && size.wrapping_sub(1) < STACK_BYTES;
        let len = if is_short { size * count } else { usize::MAX };
        let is_plain = len <= STACK_BYTES.min(self.eager_max)
            && tag >= 0
            && world != self.rank
            && self.busy.is_empty();
        if !is_plain {
            return false;
        }
        let header = Header { kind: Kind::Eager, context: found.context, tag, number: 0 };
        let mut packet = [MaybeUninit::<u8>::uninit(); HEADER_BYTES + STACK_BYTES];
        let place = packet.as_mut_ptr().cast::<u8>();
        // SAFETY: the packet has room for the header and `len` bytes, which are readable.
        let sent = unsafe {
            place.cast::<[u8; HEADER_BYTES]>().write(header.to_bytes());
            copy_short(buf, place.add(HEADER_BYTES), len);
            self.port.send(Self::addr(world), place, HEADER_BYTES + len)
        };
        // An error is found again, and told, on the long way.
        matches!(sent, Ok(true))
    }

    /// Receives the next message if it is the one that is wanted and nothing else waits for one.
    ///
    /// # Errors
    /// A peer that is gone; what the network answers.
    ///
    /// # Safety
    /// The elements are writable.
    #[inline(always)]
    pub(crate) unsafe fn recv_fast(
        &mut self,
        buf: *mut u8,
        count: usize,
        datatype: Datatype,
        source: i32,
        tag: i32,
        comm: Comm,
    ) -> Result<Option<Status>> {
        let size = self.dense_bytes(datatype);
        let Some(found) = self.comms.get(comm.0) else { return Ok(None) };
        let world = match found.world_rank(source) {
            Some(world) => world as i32,
            None if source == ANY_SOURCE && found.peers().is_identity() => ANY_SOURCE,
            None => return Ok(None),
        };
        let is_plain = size > 0
            && (tag >= 0 || tag == ANY_TAG)
            && world != self.rank as i32
            && self.busy.is_empty()
            && self.posted.is_empty()
            && self.unexpected.is_empty()
            && self.schedules.is_empty()
            && !self.is_watched;
        let Some(room) = size.checked_mul(count) else { return Ok(None) };
        if !is_plain {
            return Ok(None);
        }
        let context = found.context;
        for _ in 0..POLLS {
            let Some(message) = self.port.recv()? else { continue };
            let header = message.head::<HEADER_BYTES>().and_then(Header::from_bytes);
            let from = rank_of(message.src()) as i32;
            if let Some(header) = header
                && header.kind == Kind::Eager
                && header.context == context
                && (world == from || world == ANY_SOURCE)
                && (tag == header.tag || tag == ANY_TAG)
                && message.len() - HEADER_BYTES <= room
            {
                // SAFETY: there is room, as was just checked.
                unsafe { take(&message, buf) };
                let source = if source == ANY_SOURCE { from } else { source };
                let bytes = (message.len() - HEADER_BYTES) as u64;
                let (error, is_cancelled) = (Class::Success, false);
                return Ok(Some(Status { source, tag: header.tag, error, is_cancelled, bytes }));
            }
            self.dispatch(&message)?;
            return Ok(None);
        }
        Ok(None)
    }
}

/// Copies a message's bytes behind the header.
///
/// # Safety
/// `buf` has room for them.
#[inline(always)]
unsafe fn take(message: &Incoming, buf: *mut u8) {
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
            at.copy_from_nonoverlapping(from, len);
            at = at.add(len);
        }
    });
}

/// Copies `len` bytes; up to 16 without a call.
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
            _ => to.copy_from_nonoverlapping(from, len),
        }
    }
}

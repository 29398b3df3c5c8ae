//! Received messages, in place.

use crate::handle::RawChannel;
use skifch_abi::{self as abi, CONT_SIZE, NetAddr, iovec};
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// A received message, in place. Dropping it releases its space to the sender.
///
/// On most networks the bytes lie in memory that the sending process could still modify, in
/// violation of the rules. They are therefore copied out with raw reads, and only an `unsafe` call
/// returns slices. Values that must be consistent, such as a length and the bytes it counts, must
/// be copied first and validated afterwards.
pub struct Message<'a> {
    handle: &'a RawChannel,
    view: View<'a>,
}

impl<'a> Message<'a> {
    #[inline(always)]
    /// # Safety
    /// `raw` was filled in by a receive that returned 1: length, source, number of pieces, and that
    /// many pieces are set.
    pub(crate) unsafe fn new(handle: &'a RawChannel, raw: MaybeUninit<abi::Message>) -> Self {
        Self { handle, view: View { raw, borrowed: PhantomData } }
    }
}

impl<'a> std::ops::Deref for Message<'a> {
    type Target = View<'a>;

    #[inline(always)]
    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl Drop for Message<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: nothing borrows from the message any more, and it borrows the receiving side, so
        // no other thread is there.
        let rc = unsafe { self.handle.recv_comp() };
        debug_assert!(rc == 0, "RecvComp of a message that is out answered {rc}");
    }
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.fmt(f)
    }
}

/// The messages of one batch receive. Dropping it releases the space of all of them.
pub struct Batch<'a> {
    handle: &'a RawChannel,
    messages: &'a [abi::Message],
}

impl<'a> Batch<'a> {
    #[inline]
    pub(crate) fn new(handle: &'a RawChannel, messages: &'a [abi::Message]) -> Self {
        Self { handle, messages }
    }

    /// The number of messages.
    #[inline]
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Whether there are no messages.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The messages, in the order of arrival.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = View<'_>> {
        self.messages.iter().map(|&raw| View { raw: MaybeUninit::new(raw), borrowed: PhantomData })
    }
}

impl Drop for Batch<'_> {
    #[inline]
    fn drop(&mut self) {
        if !self.messages.is_empty() {
            // SAFETY: as for `Message`.
            let rc = unsafe { self.handle.recv_comp() };
            debug_assert!(rc == 0, "RecvComp of a batch that is out answered {rc}");
        }
    }
}

/// The bytes and the source of a received message.
pub struct View<'a> {
    /// Initialised except for the pieces beyond the count.
    raw: MaybeUninit<abi::Message>,
    borrowed: PhantomData<&'a RawChannel>,
}

impl View<'_> {
    /// Size in bytes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        // SAFETY: set, as `raw` says.
        unsafe { (*self.raw.as_ptr()).len }
    }

    /// Whether the message is empty (zero-length).
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The address of the sending channel.
    #[inline(always)]
    pub fn src(&self) -> NetAddr {
        // SAFETY: set, as `raw` says.
        unsafe { (*self.raw.as_ptr()).src }
    }

    /// The pieces that hold the bytes: at most [`CONT_SIZE`], read-only.
    #[inline(always)]
    pub fn segments(&self) -> &[iovec] {
        let raw = self.raw.as_ptr();
        // SAFETY: the count is set, and so many segments are, as `raw` says.
        unsafe {
            let count = ((*raw).cont_count.max(0) as usize).min(CONT_SIZE);
            std::slice::from_raw_parts((&raw const (*raw).cont).cast(), count)
        }
    }

    /// Copies the start of the message into `out`, as much as fits. Returns the number of bytes
    /// copied.
    #[inline]
    pub fn copy_to(&self, out: &mut [u8]) -> usize {
        self.copy_from(0, out)
    }

    /// Copies the bytes from `offset` on into `out`, as much as fits. Returns the number of bytes
    /// copied.
    pub fn copy_from(&self, offset: usize, out: &mut [u8]) -> usize {
        let (mut skip, mut done) = (offset, 0);
        for segment in self.segments() {
            let have = segment.iov_len;
            if skip >= have {
                skip -= have;
                continue;
            }
            let count = (have - skip).min(out.len() - done);
            // SAFETY: the segment is readable while the message is out; `count` bytes are left of
            // both. The copy is by pointers, since a sender may be changing the bytes.
            unsafe {
                let from = segment.iov_base.cast::<u8>().add(skip);
                from.copy_to_nonoverlapping(out.as_mut_ptr().add(done), count);
            }
            skip = 0;
            done += count;
        }
        done
    }

    /// A copy of the whole message.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.len()];
        let count = self.copy_to(&mut bytes);
        bytes.truncate(count);
        bytes
    }

    /// The `N` bytes at `offset`, if the message has them.
    #[inline]
    pub fn read<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        if offset.checked_add(N)? > self.len() {
            return None;
        }
        if let [one] = self.segments() {
            // SAFETY: within the one segment, which is as long as the message.
            unsafe {
                let from = one.iov_base.cast::<u8>().add(offset);
                from.copy_to_nonoverlapping(bytes.as_mut_ptr(), N);
            }
            return Some(bytes);
        }
        (self.copy_from(offset, &mut bytes) == N).then_some(bytes)
    }

    /// The little-endian `u64` at `offset`.
    #[inline]
    pub fn read_u64_le(&self, offset: usize) -> Option<u64> {
        self.read(offset).map(u64::from_le_bytes)
    }

    /// The little-endian `u32` at `offset`.
    #[inline]
    pub fn read_u32_le(&self, offset: usize) -> Option<u32> {
        self.read(offset).map(u32::from_le_bytes)
    }

    /// The bytes in place, as slices; slices beyond the last piece are empty.
    ///
    /// # Safety
    /// No process modifies the bytes while the slices live. A sender that follows the rules does
    /// not; the caller must know that its senders do.
    #[inline]
    pub unsafe fn bytes(&self) -> [&[u8]; CONT_SIZE] {
        let mut slices = [&[][..]; CONT_SIZE];
        for (slice, segment) in slices.iter_mut().zip(self.segments()) {
            // SAFETY: readable while the message is out, and constant by the caller's promise.
            *slice =
                unsafe { std::slice::from_raw_parts(segment.iov_base.cast(), segment.iov_len) };
        }
        slices
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("len", &self.len())
            .field("src", &self.src())
            .field("segments", &self.segments().len())
            .finish()
    }
}

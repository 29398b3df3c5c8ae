//! Buffers for receive calls, allocated once, and the received messages.

use crate::Addr;
use crate::control::{self, Control};
use skifch_backend::Error;
use std::io::IoSliceMut;
use std::ops::Range;

/// The message that filled one slot: a datagram, or a run of datagrams coalesced by the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The sender's address.
    pub from: Addr,
    /// Number of bytes in the slot, starting in its first part.
    pub bytes: usize,
    /// Size of each datagram in the run; the last one may be shorter.
    pub segment_bytes: usize,
    /// The slot was too short: the end of the last datagram is lost.
    pub is_truncated: bool,
}

impl Arrival {
    pub(crate) const NONE: Self =
        Self { from: Addr::EMPTY, bytes: 0, segment_bytes: 1, is_truncated: false };

    /// The byte range of each datagram in the slot; an empty datagram has an empty range. See
    /// [`pieces`].
    pub fn datagrams(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (bytes, step) = (self.bytes, self.segment_bytes.max(1));
        let count = bytes.div_ceil(step).max(1);
        (0..count).map(move |index| index * step..((index + 1) * step).min(bytes))
    }
}

/// The bytes `range` of a slot, as pieces of its parts in order.
pub fn pieces<'a>(
    parts: &'a [IoSliceMut<'_>],
    range: Range<usize>,
) -> impl Iterator<Item = &'a [u8]> {
    let mut begin = 0;
    parts.iter().filter_map(move |part| {
        let from = range.start.saturating_sub(begin).min(part.len());
        let to = range.end.saturating_sub(begin).min(part.len());
        begin += part.len();
        (from < to).then(|| &part[from..to])
    })
}

/// Headers for a number of messages, and the result of the last receive. Each receiving thread
/// needs its own.
pub struct Batch {
    parts_per_slot: usize,
    headers: Box<[libc::mmsghdr]>,
    names: Box<[Addr]>,
    controls: Box<[Control]>,
    arrivals: Box<[Arrival]>,
    filled: usize,
}

// SAFETY: the pointers in the headers are used only within one call, which sets them first.
unsafe impl Send for Batch {}

impl Batch {
    /// Creates room for `slots` messages, each scattered over `parts_per_slot` parts; both at least
    /// 1.
    ///
    /// Linux accepts at most 1024 of each. More than 8 slots gain little: the cost is per message.
    pub fn new(slots: usize, parts_per_slot: usize) -> Self {
        let (slots, parts_per_slot) = (slots.clamp(1, 1024), parts_per_slot.clamp(1, 1024));
        // SAFETY: a message header is plain integers and pointers, for which zero is a value.
        let header: libc::mmsghdr = unsafe { std::mem::zeroed() };
        Self {
            parts_per_slot,
            headers: vec![header; slots].into(),
            names: vec![Addr::EMPTY; slots].into(),
            controls: vec![Control::EMPTY; slots].into(),
            arrivals: vec![Arrival::NONE; slots].into(),
            filled: 0,
        }
    }

    /// Number of parts per slot.
    pub fn parts_per_slot(&self) -> usize {
        self.parts_per_slot
    }

    /// The messages of the last receive, one per slot filled.
    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals[..self.filled]
    }

    /// Forgets the messages of the last receive.
    pub(crate) fn clear(&mut self) {
        self.filled = 0;
    }

    /// Prepares the headers for a receive into `parts`; valid as long as `parts` and the batch.
    pub(crate) fn prepare(
        &mut self,
        parts: &mut [IoSliceMut<'_>],
    ) -> Result<&mut [libc::mmsghdr], Error> {
        self.clear();
        let slots = parts.len() / self.parts_per_slot;
        if slots == 0
            || slots > self.headers.len()
            || !parts.len().is_multiple_of(self.parts_per_slot)
        {
            let text = format!(
                "receiving into {} buffers: the number must be {} for each of 1 to {} slots",
                parts.len(),
                self.parts_per_slot,
                self.headers.len()
            );
            return Err(Error::new(libc::EINVAL, text));
        }
        let rows = parts.chunks_exact_mut(self.parts_per_slot);
        for (index, (header, row)) in self.headers.iter_mut().zip(rows).enumerate() {
            let message = &mut header.msg_hdr;
            message.msg_name = self.names[index].as_mut_ptr().cast();
            message.msg_namelen = Addr::ROOM_BYTES;
            // The standard library guarantees that `IoSliceMut` has the ABI of `iovec`.
            (message.msg_iov, message.msg_iovlen) = (row.as_mut_ptr().cast(), row.len());
            message.msg_control = self.controls[index].as_mut_ptr();
            message.msg_controllen = Control::BYTES;
            message.msg_flags = 0;
        }
        Ok(&mut self.headers[..slots])
    }

    /// Records the messages that the kernel wrote into the first `count` headers.
    ///
    /// # Safety
    /// The kernel has just filled that many headers of [`Self::prepare`].
    pub(crate) unsafe fn accept(&mut self, count: usize) {
        self.filled = count;
        for (index, header) in self.headers[..count].iter().enumerate() {
            let bytes = header.msg_len as usize;
            let mut arrival = Arrival {
                from: self.names[index],
                bytes,
                segment_bytes: bytes,
                is_truncated: header.msg_hdr.msg_flags & libc::MSG_TRUNC != 0,
            };
            // SAFETY: the caller's promise; the values are integers.
            unsafe {
                for entry in control::entries(&header.msg_hdr) {
                    if (entry.level, entry.kind) == (libc::SOL_UDP, libc::UDP_GRO) {
                        let size = entry.value::<i32>().and_then(|size| size.try_into().ok());
                        arrival.segment_bytes = size.unwrap_or(bytes);
                    }
                }
            }
            self.arrivals[index] = arrival;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joined_run_is_taken_apart() {
        let ranges = |bytes, segment_bytes| {
            let arrival = Arrival { bytes, segment_bytes, ..Arrival::NONE };
            arrival.datagrams().map(|range| (range.start, range.end)).collect::<Vec<_>>()
        };
        assert_eq!(ranges(25, 10), [(0, 10), (10, 20), (20, 25)]);
        assert_eq!(ranges(10, 10), [(0, 10)]);
        assert_eq!(ranges(0, 0), [(0, 0)]);
    }

    #[test]
    fn a_range_of_a_slot_is_found_in_its_parts() {
        let (mut head, mut none, mut tail) = (*b"0123", [], *b"456789");
        let parts = [&mut head[..], &mut none[..], &mut tail[..]].map(IoSliceMut::new);
        let text = |range| {
            let all: Vec<String> =
                pieces(&parts, range).map(|p| String::from_utf8_lossy(p).into_owned()).collect();
            all.join("|")
        };
        assert_eq!(text(0..10), "0123|456789");
        assert_eq!(text(2..6), "23|45");
        assert_eq!(text(4..6), "45");
        assert_eq!(text(3..3), "");
        assert_eq!(text(8..99), "89");
    }

    #[test]
    fn parts_that_make_no_slots_are_refused() {
        let mut batch = Batch::new(2, 2);
        for count in [0, 1, 3, 5, 6] {
            let mut bytes = vec![[0_u8; 4]; count];
            let mut parts: Vec<_> = bytes.iter_mut().map(|b| IoSliceMut::new(b)).collect();
            let error = batch.prepare(&mut parts).expect_err("refused");
            assert_eq!(error.errno(), libc::EINVAL, "{error}");
        }
    }
}

//! Long messages copied by both sides, each one part, so that two cores share the work.
//!
//! The receiver tells where the sender's part goes, copies its own, and reports that; each side is
//! done when the other has reported. Where the sender cannot write to that memory, the message
//! comes in parts through the lane.

use super::announced::Announced;
use super::deliver::number_in;
use super::due::Share;
use super::request::{Phase, What};
use super::ways::Way;
use super::wire::{HEADER_BYTES, Header, Kind, SHARE_BYTES};
use crate::engine::{Engine, Incoming};
use crate::error::Result;
use skifch::{NetAddr, rank_of};

/// The boundary between the halves is a multiple of this: two copies within one page disturb each
/// other.
const PAGE_BYTES: usize = 4 << 10;

impl Engine {
    /// Asks the sender to copy the second half and queues the copy of the first; whether sharing
    /// began.
    pub(super) fn begin_sharing(&mut self, announced: &Announced, from: u64) -> Result<bool> {
        let &Announced { peer, request: number, id, .. } = announced;
        let Some(request) = self.requests.get(id) else { return Ok(false) };
        let (to, len) = (request.buffer.base, request.expected);
        let own = half_of(len);
        // A message longer than the buffer is an error on the receiver's side only: it is not
        // shared.
        if own == len || len > request.buffer.bytes {
            return Ok(false);
        }
        let since = self.job.time_ns();
        let there = to.wrapping_add(own).expose_provenance() as u64;
        let tag = id.cast_signed();
        let header = Header { kind: Kind::Share, context: 0, tag, number };
        if !self.send_share(peer, header, [there, own as u64, (len - own) as u64])? {
            return Ok(false);
        }
        self.pages.note(to.wrapping_add(own), len - own);
        if let Some(request) = self.requests.get_mut(id) {
            (request.number, request.is_shared) = (number, true);
        }
        let order = self.order_of(len);
        self.ways.begin(peer, order, Way::Both, since);
        self.copy_soon(*announced, from, Share::Half(own)).map(|()| true)
    }

    /// Sends the request to share; false if there was no room.
    fn send_share(&self, peer: NetAddr, header: Header, words: [u64; 3]) -> Result<bool> {
        if self.queues.get(&peer).is_some_and(|queue| !queue.is_empty()) {
            return Ok(false);
        }
        let mut bytes = [0; SHARE_BYTES];
        bytes[..HEADER_BYTES].copy_from_slice(&header.to_bytes());
        for (place, word) in bytes[HEADER_BYTES..].chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        // SAFETY: `bytes` is readable; the engine has the sending side.
        unsafe { self.port.send(peer, bytes.as_ptr(), bytes.len()) }
    }

    /// The receiver of a message of this rank asks for a part to be copied to a given address.
    pub(super) fn share(
        &mut self,
        src: NetAddr,
        header: Header,
        message: &Incoming<'_>,
    ) -> Result<()> {
        let Some(head) = message.head::<SHARE_BYTES>() else { return Ok(()) };
        let word = |at: usize| number_in(&head[HEADER_BYTES + 8 * at..]);
        let (address, skip, len) = (word(0), word(1) as usize, word(2) as usize);
        let Some(request) = self.requests.get(header.number) else { return Ok(()) };
        let buffer = &request.buffer;
        let is_right = matches!(request.what, What::Send(_))
            && request.phase == Phase::Answer
            && request.is_with(rank_of(src))
            && buffer.ty.is_none()
            && skip.checked_add(len).is_some_and(|end| end <= buffer.bytes);
        if !is_right {
            return Ok(());
        }
        // SAFETY: the program leaves the buffer to the library, and the part lies in it; the engine
        // has the receiving side.
        let is_copied =
            unsafe { self.port.copy_to(src, address, buffer.base.wrapping_add(skip), len) };
        if !is_copied {
            self.set_phase(header.number, Phase::Unshared);
        }
        let (tag, number) = (i32::from(is_copied), header.tag.cast_unsigned());
        self.send_control(src, Header { kind: Kind::Shared, context: 0, tag, number })
    }

    /// The sender has copied its part of a message to this rank, or cannot.
    pub(super) fn shared(&mut self, src: NetAddr, header: Header) -> Result<()> {
        // The sender may have finished before this rank has copied its own part.
        self.copy_due()?;
        let id = header.number;
        if !self.is_shared_with(id, rank_of(src)) {
            return Ok(());
        }
        let Some(request) = self.requests.get_mut(id) else { return Ok(()) };
        request.is_shared = false;
        let (number, len) = (request.number, request.expected);
        if header.tag == 1 {
            self.received(id);
            self.settle_pages();
        } else {
            self.ways.cannot_share(src);
            self.ask_for_parts(src, number, id, false)?;
        }
        self.long_came(src, len)
    }
}

/// Bytes of the receiver's half, a multiple of the page size.
fn half_of(len: usize) -> usize {
    (len / 2).next_multiple_of(PAGE_BYTES).min(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_whole_pages() {
        assert_eq!(half_of(64 << 10), 32 << 10);
        assert_eq!(half_of(20_000), 12_288);
        assert_eq!(half_of(100), 100);
    }
}

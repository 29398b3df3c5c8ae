//! The bits of a header and the sizes of a ring.

use skifch_sync::LINE_BYTES;

/// Bytes of a header.
pub const HEADER_BYTES: usize = 8;
/// How far from the start of the ring records of a size go, where there is room: (greatest record,
/// end). Small ones stay in the first-level caches of both sides, beside the caller's own data;
/// middling ones in the second-level cache of the sender or not far from it. Large ones go round
/// the whole ring, so that a line has left the receiver's cache before it is written again: taking
/// it back from there costs more than the copy. benches/NOTES.md has the figures.
const REACHES: [(usize, usize); 3] =
    [(1 << 10, 16 << 10), (2 << 10, NEAR_BYTES), (NEAR_RECORD_BYTES, 1 << 20)];
/// The part of a ring that is there from the start, and does until a large message is sent or the
/// receiver is behind.
const NEAR_BYTES: usize = 64 << 10;
/// Larger records are large.
const NEAR_RECORD_BYTES: usize = (8 << 10) + HEADER_BYTES;
/// Free bytes kept behind the last record: the rest of its line and the next two are cleared there,
/// and the close record always has room.
pub const RESERVE_BYTES: usize = 3 * LINE_BYTES;

const KIND_SHIFT: u32 = 32;
/// Bits 36–43 number the messages of an exchange line; they are zero in the ring.
const NUMBER_SHIFT: u32 = 36;
const TAG_SHIFT: u32 = 44;
/// What is kept of a number; it repeats after more messages than can be on their way.
pub const NUMBER_MASK: u64 = 0xff;
/// How far the tag moves from lap to lap. Odd and not small: the same place repeats after 2^20
/// laps.
const LAP_STEP: u64 = 977 << TAG_SHIFT;

/// What a record is.
#[repr(u64)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message.
    Data = 1 << KIND_SHIFT,
    /// The next record is at the start of the ring.
    Wrap = 2 << KIND_SHIFT,
    /// The producer closed the lane: nothing follows.
    Close = 3 << KIND_SHIFT,
    /// Here belongs the message of the [exchange line](crate::exchange) whose number this tells in
    /// place of a length.
    Exchanged = 4 << KIND_SHIFT,
}

/// The tag's part that belongs to the lap; the position's part is added in [`header`].
#[inline(always)]
pub fn next_lap(lap_tag: u64) -> u64 {
    lap_tag.wrapping_add(LAP_STEP)
}

/// The header of a record: length in bits 0–31, kind in 32–35, tag in 44–63.
#[inline(always)]
pub fn header(kind: Kind, len: usize, offset: usize, lap_tag: u64) -> u64 {
    header_at(offset, unplaced(kind, len, lap_tag))
}

/// What the headers of like records of one lap have in common.
#[inline(always)]
pub fn unplaced(kind: Kind, len: usize, lap_tag: u64) -> u64 {
    len as u64 | kind as u64 | lap_tag
}

/// The header at a place.
#[inline(always)]
pub fn header_at(offset: usize, unplaced: u64) -> u64 {
    // An offset is a multiple of 8: its bit 3 becomes bit 44. What is carried out is lost.
    ((offset as u64) << (TAG_SHIFT - 3)).wrapping_add(unplaced)
}

/// The header of a message that belongs to a place of the ring and lies in an exchange line.
#[inline(always)]
pub fn exchanged(header: u64, number: u64) -> u64 {
    header | (number & NUMBER_MASK) << NUMBER_SHIFT
}

/// The length field of a header.
#[inline(always)]
pub fn len_of(header: u64) -> usize {
    (header & 0xffff_ffff) as usize
}

/// Bytes that a message of `len` bytes takes in the ring.
#[inline(always)]
pub fn record_bytes(len: usize) -> usize {
    (len + HEADER_BYTES + 7) & !7
}

/// The sizes that both sides of a lane agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    capacity: usize,
    max_message: usize,
}

impl Geometry {
    /// The smallest ring in bytes.
    pub const MIN_BYTES: usize = if cfg!(skifch_loom) { 64 } else { 512 };
    /// The largest ring in bytes: beyond it a tag would repeat within one lap.
    pub const MAX_BYTES: usize = 1 << 23;

    /// A ring of `capacity` bytes whose messages have up to `max_message` bytes. `None` if
    /// `capacity` is not a power of two within the limits, or if two of the largest records would
    /// not fit: then a producer at an unlucky place could wait for room for ever.
    pub fn new(capacity: usize, max_message: usize) -> Option<Self> {
        let fits = (Self::MIN_BYTES..=Self::MAX_BYTES).contains(&capacity)
            && capacity.is_power_of_two()
            && max_message <= Self::max_message_for(capacity);
        fits.then_some(Self { capacity, max_message })
    }

    /// The greatest message that a ring of `capacity` bytes can carry: its record fits twice,
    /// because as much as one record may have to be skipped at the end.
    pub fn max_message_for(capacity: usize) -> usize {
        let record = (capacity.saturating_sub(RESERVE_BYTES + HEADER_BYTES) / 2) & !7;
        record.saturating_sub(HEADER_BYTES)
    }

    /// Bytes of the ring.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// The greatest message in bytes.
    pub fn max_message(&self) -> usize {
        self.max_message
    }

    /// Bytes at the start of the ring that are needed before a first large message: messages of
    /// every allowed length fit, though large ones are faster with the rest.
    pub fn near_bytes(&self) -> usize {
        let mut near = NEAR_BYTES.min(self.capacity);
        while self.max_message > Self::max_message_for(near) {
            near *= 2;
        }
        near
    }

    /// Whether messages of `len` bytes are those for which there is more than that.
    pub fn is_large(&self, len: usize) -> bool {
        record_bytes(len) > NEAR_RECORD_BYTES
    }

    /// Where the producer of such a record goes back to the start if that is free; what lies behind
    /// is for larger ones and for a receiver that is behind.
    pub(crate) fn usual_end(&self, record: usize) -> usize {
        let reach = REACHES.iter().find(|(greatest, _)| record <= *greatest);
        reach.map_or(self.end(), |(_, end)| self.end().min(*end))
    }

    /// The greatest offset at which a record may end: the wrap header must still fit there.
    pub(crate) fn end(&self) -> usize {
        self.capacity - HEADER_BYTES
    }
}

#[cfg(all(test, not(skifch_loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_its_place_and_lap() {
        let here = header(Kind::Data, 8, 64, 0);
        assert_ne!(here, header(Kind::Data, 8, 72, 0));
        assert_ne!(here, header(Kind::Data, 8, 64, next_lap(0)));
        assert_ne!(header(Kind::Data, 0, 0, 0), 0, "a header is never the empty word");
        assert_eq!(len_of(here), 8);
    }

    #[test]
    fn no_two_places_of_the_largest_ring_share_a_tag() {
        let last = Geometry::MAX_BYTES - HEADER_BYTES;
        let tags = (0..=last).step_by(8).map(|at| header(Kind::Data, 0, at, 0) >> TAG_SHIFT);
        let mut seen = vec![false; 1 << 20];
        for tag in tags {
            assert!(!std::mem::replace(&mut seen[tag as usize], true), "tag {tag} repeats");
        }
    }

    #[test]
    fn sizes_that_could_wait_for_ever_are_refused() {
        let most = Geometry::max_message_for(512);
        assert!(Geometry::new(512, most).is_some());
        assert!(Geometry::new(512, most + 1).is_none());
        assert!(Geometry::new(768, 8).is_none());
        assert!(Geometry::new(256, 0).is_none());
        assert!(Geometry::new(Geometry::MAX_BYTES * 2, 8).is_none());
    }
}

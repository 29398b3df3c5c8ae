//! The bit layout of a header and the sizes of a ring.

use skifch_sync::LINE_BYTES;

/// Header size in bytes.
pub const HEADER_BYTES: usize = 8;
/// How far from the start of the ring records of a size extend while room is available: (greatest
/// record, end), in bytes. Small records stay in the first-level caches of both sides, along with
/// the caller's own data; medium ones in the sender's second-level cache or close to it. Large
/// records use the whole ring, so that a line has left the receiver's cache before it is written
/// again: taking it back from there costs more than the copy. The figures are in benches/NOTES.md.
const REACHES: [(usize, usize); 3] =
    [(1 << 10, 16 << 10), (2 << 10, NEAR_BYTES), (NEAR_RECORD_BYTES, 1 << 20)];
/// Bytes of the ring that are present from the start. They suffice until a large message is sent or
/// the receiver falls behind.
const NEAR_BYTES: usize = 64 << 10;
/// Records above this size count as large.
const NEAR_RECORD_BYTES: usize = (8 << 10) + HEADER_BYTES;
/// Free bytes kept after the last record: the rest of its line and the next two lines are cleared
/// there, and there is always room for the close record.
pub const RESERVE_BYTES: usize = 3 * LINE_BYTES;

const KIND_SHIFT: u32 = 32;
/// Bits 36–43 hold the number of an exchange-line message; they are zero in the ring.
const NUMBER_SHIFT: u32 = 36;
const TAG_SHIFT: u32 = 44;
/// The bits kept of a message number. It repeats only after more messages than can be in flight.
pub const NUMBER_MASK: u64 = 0xff;
/// Increment of the tag per lap. Odd and not small: the tag of a place repeats only after 2^20
/// laps.
const LAP_STEP: u64 = 977 << TAG_SHIFT;

/// Record type.
#[repr(u64)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A data message.
    Data = 1 << KIND_SHIFT,
    /// The next record is at the start of the ring. The length field is 1 if the producer's core
    /// is far from the consumer's, otherwise 0.
    Wrap = 2 << KIND_SHIFT,
    /// The producer closed the lane: nothing follows.
    Close = 3 << KIND_SHIFT,
    /// A mark: the message of the [exchange line](crate::exchange) whose number is in the length
    /// field belongs here.
    Exchanged = 4 << KIND_SHIFT,
}

/// The lap's part of the next lap's tag; [`header`] adds the position's part.
#[inline(always)]
pub fn next_lap(lap_tag: u64) -> u64 {
    lap_tag.wrapping_add(LAP_STEP)
}

/// The header of a record: length in bits 0–31, kind in 32–35, tag in 44–63.
#[inline(always)]
pub fn header(kind: Kind, len: usize, offset: usize, lap_tag: u64) -> u64 {
    header_at(offset, unplaced(kind, len, lap_tag))
}

/// A header without the position's part of its tag: equal for all records of this kind and length
/// in a lap.
#[inline(always)]
pub fn unplaced(kind: Kind, len: usize, lap_tag: u64) -> u64 {
    len as u64 | kind as u64 | lap_tag
}

/// Adds the position's part of the tag for `offset`.
#[inline(always)]
pub fn header_at(offset: usize, unplaced: u64) -> u64 {
    // An offset is a multiple of 8: its bit 3 becomes bit 44. A carry out of bit 63 is lost.
    ((offset as u64) << (TAG_SHIFT - 3)).wrapping_add(unplaced)
}

/// The header of a message that belongs to a place in the ring but lies in an exchange line.
#[inline(always)]
pub fn exchanged(header: u64, number: u64) -> u64 {
    header | (number & NUMBER_MASK) << NUMBER_SHIFT
}

/// The length field of a header.
#[inline(always)]
pub fn len_of(header: u64) -> usize {
    (header & 0xffff_ffff) as usize
}

/// Bytes that a message of `len` bytes occupies in the ring.
#[inline(always)]
pub fn record_bytes(len: usize) -> usize {
    (len + HEADER_BYTES + 7) & !7
}

/// The ring sizes on which both sides of a lane agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    capacity: usize,
    max_message: usize,
}

impl Geometry {
    /// The smallest ring in bytes.
    pub const MIN_BYTES: usize = if cfg!(skifch_loom) { 64 } else { 512 };
    /// The largest ring in bytes: beyond this a tag would repeat within one lap.
    pub const MAX_BYTES: usize = 1 << 23;

    /// A ring of `capacity` bytes with messages of up to `max_message` bytes. `None` if `capacity`
    /// is not a power of two within the limits, or if two of the largest records would not fit: a
    /// producer at an unfavourable offset could then wait for room forever.
    pub fn new(capacity: usize, max_message: usize) -> Option<Self> {
        let fits = (Self::MIN_BYTES..=Self::MAX_BYTES).contains(&capacity)
            && capacity.is_power_of_two()
            && max_message <= Self::max_message_for(capacity);
        fits.then_some(Self { capacity, max_message })
    }

    /// The greatest message that a ring of `capacity` bytes can carry: its record must fit twice,
    /// because nearly as many bytes as one record may have to be skipped at the end.
    pub fn max_message_for(capacity: usize) -> usize {
        let record = (capacity.saturating_sub(RESERVE_BYTES + HEADER_BYTES) / 2) & !7;
        record.saturating_sub(HEADER_BYTES)
    }

    /// Capacity of the ring in bytes.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Maximum message size in bytes.
    pub fn max_message(&self) -> usize {
        self.max_message
    }

    /// Bytes at the start of the ring that must be present before the first large message. Messages
    /// of every allowed length fit in them, though large ones are faster in the whole ring.
    pub fn near_bytes(&self) -> usize {
        let mut near = NEAR_BYTES.min(self.capacity);
        while self.max_message > Self::max_message_for(near) {
            near *= 2;
        }
        near
    }

    /// Whether messages of `len` bytes are large, that is, benefit from more than
    /// [`Self::near_bytes`].
    pub fn is_large(&self, len: usize) -> bool {
        record_bytes(len) > NEAR_RECORD_BYTES
    }

    /// The offset at which a producer of records of this size returns to the start if that is free;
    /// the rest is for larger records and for a receiver that has fallen behind.
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

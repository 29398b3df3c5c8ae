//! The lane: a single-producer single-consumer record ring in memory that another process may
//! write.
//!
//! The producer owns the ring's memory; the consumer maps it read-only and owns one [`Word`] of
//! credit, which the producer maps read-only. Either side can therefore affect the other only
//! through the data it reads, and all of that is checked: a violation breaks this lane and nothing
//! else.
//!
//! A record is an 8-byte header followed by its payload, padded to 8 bytes. It is always
//! contiguous: a record that would cross the end is put at the start, and a [`layout::Kind::Wrap`]
//! header sends the reader there. The header word is the only thing the two sides synchronize on:
//! zero means "not written yet", and the producer clears the place of the next header before it
//! publishes a record, so old payload is never mistaken for a header. The header's tag is derived
//! from its position, so a header that was not written for this place in this lap is a violation.
//!
//! Besides two lanes, one in each direction, a pair may have an [exchange line](exchange) for short
//! replies.
//!
//! Terms: **head** is the next record to read, **tail** the next to write. Both are offsets into
//! the ring; added to the start of the current lap they give absolute positions, and credit is
//! expressed as an absolute position.
//!
//! Measured choices (see `benches/NOTES.md`): dense records rather than one cache line each, one
//! mapping rather than a mirrored pair, credit returned a quarter of the ring at a time (at most 4
//! KB).

mod bell;
mod consumer;
mod copy;
mod distance;
pub mod exchange;
mod far;
pub mod layout;
mod producer;
#[cfg(test)]
mod tests;

pub use bell::{Bell, Sleeper};
pub use consumer::{Consumer, Taken, Turn};
pub use copy::{SHORT_BYTES, copy_payload, copy_short};
pub use far::{copy_far, copy_out};
pub use layout::{Geometry, record_bytes};
pub use producer::Producer;
pub use skifch_sync::{LINE_BYTES, RingMem, Word};

/// An invalid value that the other side wrote; the lane cannot be used any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A header that does not belong to its place: the word and the ring offset it was read at.
    Header(u64, usize),
    /// A length beyond the maximum message size or past the end of the ring.
    Length(usize),
    /// A credit beyond what was sent, or more than one ring capacity behind it.
    Credit(u64),
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header(word, offset) => write!(f, "header {word:#018x} at {offset} is not valid"),
            Self::Length(len) => write!(f, "record of {len} bytes does not fit"),
            Self::Credit(credit) => write!(f, "credit {credit} was never earned"),
        }
    }
}

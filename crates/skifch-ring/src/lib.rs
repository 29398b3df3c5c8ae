//! The lane: a single-producer single-consumer record ring over memory somebody else may write.
//!
//! The producer owns the ring's memory; the consumer maps it read-only and owns one [`Word`] of
//! credit, which the producer maps read-only. So each side can be hurt by the other only in what it
//! reads, and everything read is checked: a violation breaks this lane and nothing else.
//!
//! A record is a header of 8 bytes and its payload, padded to 8. It is always contiguous: a record
//! that would pass the end is put at the start, and a [`layout::Kind::Wrap`] header sends the
//! reader there. The header word is the only thing the two sides agree on: zero means "not yet",
//! and the producer clears the next header's place before it publishes one, so old payload is never
//! taken for a header. Its tag is derived from the position, so a header that was not written for
//! this place in this lap is a violation.
//!
//! Beside two lanes, one each way, a pair may have an [exchange line](exchange) for short answers.
//!
//! Words: **head** is the next record to read, **tail** the next to write; both are offsets into
//! the ring, and with the start of the current lap they make absolute positions, which credit is
//! told in.
//!
//! Measured choices (see `benches/NOTES.md`): dense records rather than one cache line each, one
//! mapping rather than a mirrored pair, credit told a quarter of the ring at a time.

mod bell;
mod consumer;
mod copy;
mod distance;
pub mod exchange;
pub mod layout;
mod producer;
#[cfg(test)]
mod tests;

pub use bell::{Bell, Sleeper};
pub use consumer::{Consumer, Taken, Turn};
pub use copy::{FAR_BYTES, SHORT_BYTES, copy_far, copy_payload, copy_short};
pub use layout::{Geometry, record_bytes};
pub use producer::Producer;
pub use skifch_sync::{LINE_BYTES, RingMem, Word};

/// What the other side wrote that it must not have written; the lane cannot be used any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A header that does not belong to its place: the word and the offset it was read at.
    Header(u64, usize),
    /// A length that passes the greatest message or the end of the ring.
    Length(usize),
    /// A credit beyond what was sent, or more than a ring behind it.
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

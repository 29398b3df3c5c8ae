//! Reliable ordered streams of messages over datagrams: the whole protocol as a state machine, with
//! no socket and no clock in it. A driver brings datagrams and the time; see [`Endpoint`].
//!
//! **Messages.** Two channels that talk have a connection: a stream each way. In a stream messages
//! stand one after the other, each behind a word with its length, as in the lane of shared memory.
//! A datagram carries a piece of the stream, so many small messages share one, and a large one is
//! spread over several. The receiver writes each piece to its place in a ring, whatever the order
//! of arrival, and shows messages there.
//!
//! **"No buffering" over a wire that loses.** A byte stays in the sender's window until the
//! receiver has acknowledged it, because it may have to be sent again; the window is that store and
//! nothing else is. It is bounded: when it is full, there is no room for a message. A receiver
//! without room gives no credit, the window fills up behind it, and the sender sees the same. So an
//! accepted message is in one of two rings of fixed size, never in a queue that grows.
//!
//! **Time and idleness.** Deadlines exist while an answer is owed: something unacknowledged, a
//! hello, an acknowledgement held back for a moment, a closed connection, or a peer that somebody
//! waits for ([`Endpoint::watch`]). Otherwise [`Endpoint::next_deadline`] is `None`, and the death
//! of an idle peer is noticed with the first message to it or when somebody waits for it.
//!
//! What is taken from where is in the README.

#![forbid(unsafe_code)]

mod burst;
mod config;
mod congestion;
mod connection;
mod counters;
mod deadlines;
mod endpoint;
mod flight;
mod handshake;
mod loss;
mod memory;
mod number;
mod pmtu;
mod ranges;
mod record;
mod recv_ring;
mod rtt;
mod seal;
mod send_ring;
mod wire;

#[cfg(test)]
mod tests;

pub use burst::Burst;
pub use config::Config;
pub use congestion::Algorithm;
pub use connection::{Link, Reason, Stats};
pub use counters::Counters;
pub use endpoint::{Append, ConnectionId, Endpoint, Event};
pub use memory::{Heap, Memory, Pieces, PiecesMut};
pub use record::record_bytes;
pub use recv_ring::{Taken, Turn};
pub use seal::Seal;
pub use wire::{HEADER_BYTES, LEAST_DATAGRAM_BYTES, MAGIC, VERSION};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Reliable ordered streams of messages over datagrams: the whole protocol as a state machine,
//! without sockets or clocks. A driver supplies datagrams and the time; see [`Endpoint`].
//!
//! **Messages.** Two communicating channels share a connection with one stream in each direction. A
//! stream is a sequence of messages, each preceded by a word with its length, as in a shared-memory
//! lane. A datagram carries a piece of the stream, so several small messages share one datagram,
//! and a large message spans several. The receiver writes each piece to its place in a ring,
//! whatever the order of arrival, and shows messages there.
//!
//! **"No buffering" over a lossy network.** A byte stays in the sender's window until the receiver
//! has acknowledged it, because it may have to be retransmitted; the window is the only
//! retransmission buffer. It is bounded: when it is full, no message is accepted. A receiver
//! without room grants no credit, the window fills up behind it, and the sender sees the same
//! result. So an accepted message is in one of two fixed-size rings, never in a growing queue.
//!
//! **Time and idleness.** Deadlines exist only while an answer is due: for unacknowledged data, a
//! hello, a delayed acknowledgement, a closed connection, or a peer that somebody waits for
//! ([`Endpoint::watch`]). Otherwise [`Endpoint::next_deadline`] is `None`, and the death of an idle
//! peer is detected by the first message to it, or when somebody waits for it.
//!
//! The README lists the sources of the mechanisms.

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
mod loans;
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

//! Memory segments over a network that only carries messages: requests are executed by the process
//! that owns the memory, on whichever of its threads moves the messages.
//!
//! | file           | contents                                                               |
//! |----------------|------------------------------------------------------------------------|
//! | `link.rs`      | the interface to the network: an ordered link to each rank, a lock     |
//! | `request.rs`   | encoding of requests and replies                                       |
//! | `reader.rs`    | parsing of untrusted messages in pieces                                |
//! | `part.rs`      | a rank's own memory                                                    |
//! | `peer.rs`      | state kept for each other rank                                         |
//! | `engine.rs`    | all state of a process; lost ranks; scheduling of sends                |
//! | `requester.rs` | the requesting side                                                    |
//! | `responder.rs` | the executing side                                                     |
//! | `calls.rs`     | calls that wait for replies                                            |
//! | `handle.rs`    | a segment as programs use it                                           |
//! | `open.rs`      | collective creation of a segment                                       |
//!
//! **No reply unless needed.** Links are ordered and lossless, so puts and one-way atomics are sent
//! without waiting for a reply: a fence costs nothing, and quiet sends one token to each rank with
//! outstanding operations, which returns when everything before it is done. Small requests to a
//! rank are coalesced: they leave at once if nothing is in flight to it, otherwise when 2 KiB are
//! full, when a caller waits for a reply, or when the driver makes progress.
//!
//! **Bounds.** For each other rank a process keeps 2 KiB of coalesced requests, at most 64 requests
//! that expect a reply, at most 64 replies that found no room (32 bytes each: the data of a get is
//! read when there is room), and one message of replies. A caller that finds no room waits. A rank
//! that requests more than 64 replies at a time, or sends invalid messages, is treated as lost,
//! which affects no other rank. Incoming messages are accepted even when there is no room to send,
//! and replies and requests take turns for room, so no cycle of ranks can deadlock.
//!
//! **Order.** Requests from one rank to another are executed in order. A counted read may see what
//! the same rank puts there later, until `syncreads`; all other replies reflect the memory at their
//! place in the order of requests.
//!
//! **Closing.** A rank that has closed its part answers requests for it with "closed", which the
//! requesting call reports as `EBADF`; for puts and one-way atomics the next `quiet` does. A
//! request for a segment that was never created is a protocol violation: no rank knows of a segment
//! before all ranks have it (`open.rs`).

mod calls;
mod engine;
mod handle;
mod link;
mod open;
mod part;
mod peer;
mod reader;
mod request;
mod requester;
mod responder;
#[cfg(test)]
mod tests;

pub use calls::Fault;
pub use engine::{Engine, Traffic};
pub use handle::RemoteSegment;
pub use link::{Driver, Link};

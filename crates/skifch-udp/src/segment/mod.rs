//! Memory segments over a network that only carries messages: requests, executed by the process
//! whose memory it is, on whichever of its threads moves the messages.
//!
//! | file           | what                                                                   |
//! |----------------|------------------------------------------------------------------------|
//! | `link.rs`      | what is needed of the network: an ordered link to each rank, a lock     |
//! | `request.rs`   | requests and replies as bytes                                           |
//! | `reader.rs`    | reading a message in pieces, which nobody trusts                        |
//! | `part.rs`      | a rank's own memory                                                     |
//! | `peer.rs`      | what is kept for each other rank                                        |
//! | `engine.rs`    | all state of a process; ranks that are lost; whose turn it is to send   |
//! | `requester.rs` | the asking side                                                         |
//! | `responder.rs` | the answering side                                                      |
//! | `calls.rs`     | calls that wait for answers                                             |
//! | `handle.rs`    | a segment as programs use it                                            |
//! | `open.rs`      | making one, which all ranks do together                                 |
//!
//! **No answer where none is needed.** Links keep order and lose nothing, so a put or a one-way
//! atomic is sent and forgotten: a fence costs nothing, and to be quiet is one token to each rank
//! that something was sent to, which comes back when all before it is done. Small requests to a
//! rank are sent together: at once when nothing is on its way there, else when 2 KiB are full, when
//! somebody waits for an answer, or when the driver has its turn.
//!
//! **Bounds.** For each other rank a process keeps 2 KiB of requests that were left for company, at
//! most 64 requests that an answer is due to, and at most 64 answers that found no room (32 bytes
//! each: the bytes that a get asks for are read when there is room) and one message made of
//! answers. A caller that finds no room waits; a rank that asks for more than 64 answers at a time,
//! or sends what makes no sense, is lost to us and to nobody else. Messages are taken whatever
//! there is no room for, and between answers and requests for room it is turn and turn about, so
//! no circle of ranks waits for itself.
//!
//! **Order.** Requests of one rank to one other are done in their order. A counted read may see
//! what the same rank puts there later, until `syncreads`; all other answers are what was there in
//! the order of the requests.
//!
//! **Closing.** A rank that has closed its part answers requests for it as closed, which the asking
//! call, for puts and one-way atomics the next `quiet`, reports as `EBADF`. A request for a segment
//! that was never made is a breach: nobody knows of one before all ranks have it (`open.rs`).

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

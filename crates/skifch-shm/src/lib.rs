//! The shared-memory network of SkifCh: ranks of one host, one lane per sender and receiver.
//!
//! | file          | what                                                                      |
//! |---------------|---------------------------------------------------------------------------|
//! | `send.rs`     | the sending side: the path of every message                               |
//! | `recv.rs`     | the receiving side: the path of every message                             |
//! | `wait.rs`     | what a receiver does between looks that find nothing                      |
//! | `pace.rs`     | when a receiver that finds nothing looks away                             |
//! | `exchange.rs` | the line in which two that answer each other do so                       |
//! | `next_own.rs` | asks for the lines that a side will write when its answer is there      |
//! | `open.rs`     | joining the job, opening a channel                                        |
//! | `connect.rs`  | the sender's half of how a lane comes into being                          |
//! | `accept.rs`   | the receiver's half                                                       |
//! | `namespace.rs` | whether the ranks can find each other's sockets                           |
//! | `group.rs`    | which ranks share memory, where not all need to                           |
//! | `identity.rs` | whether who greets is the rank that the greeting names                    |
//! | `progress.rs` | what both sides do between messages: doorbells, new lanes, gone peers     |
//! | `close.rs`    | closing in good order                                                     |
//! | `control.rs`  | the memory in which a receiver keeps its credit and says that it sleeps   |
//! | `copy.rs`     | copying out of a sender's memory                                          |
//! | `segment.rs`  | memory that every rank can reach                                          |
//! | `handover.rs` | how one rank hands memory to others                                       |
//! | `aliasable.rs` | what a lane is kept in                                                     |
//! | `memfd.rs`, `socket.rs`, `hello.rs`, `poll.rs` | the system's parts                        |
//!
//! Memory has no names: a lane is a memfd that its sender writes, a control block is a memfd that
//! its receiver writes, each handed over a socket, mapped read-only by the other side, and sealed.
//! One page is written by both sides of a pair that has it, and by nobody else: `exchange.rs`.
//! What can a peer break? Its own lane, and what it says to, or hears from, this rank in that page:
//! everything read is checked by `skifch-ring`. Nor can it take another rank's number, within the
//! limits that `identity.rs` names.
//!
//! The socket stays open. It carries one byte to wake a side that sleeps, and its end tells that
//! the peer is gone, whatever it died of; what the peer had published is in memory that this side
//! has mapped, and is delivered first.

mod accept;
mod aliasable;
mod close;
mod config;
mod connect;
mod control;
mod copy;
mod counters;
mod exchange;
mod group;
mod handover;
mod hello;
mod identity;
mod memfd;
mod namespace;
mod next_own;
mod open;
mod pace;
mod poll;
mod progress;
mod recv;
mod segment;
mod send;
mod socket;
#[cfg(test)]
mod tests;
mod wait;

use skifch_backend::abi::{Caps, Param};
use skifch_backend::{Backend, Error, HostRef};
use std::ffi::CStr;

pub use open::ShmDomain;

/// The shared-memory backend.
pub struct Shm;

impl Backend for Shm {
    const NAME: &'static CStr = c"shm";
    const ABOUT: &'static CStr = c"lanes in shared memory between the ranks of one host";
    const CAPS: Caps = Caps::CLAIM
        .with(Caps::BATCH)
        .with(Caps::EVENT_FD)
        .with(Caps::SEGMENT)
        .with(Caps::SEGMENT_PTR)
        .with(Caps::ASYNC_PROGRESS)
        .with(Caps::PEER_DEATH)
        .with(Caps::SAME_HOST)
        .with(Caps::SINGLE_COPY);
    const PARAMS: &'static [Param] = config::PARAMS;
    const OVERLAYS: bool = true;
    type Domain = ShmDomain;

    fn probe(host: &HostRef) -> Result<(), Error> {
        // Under a composite any ranks may be apart; which are is found out when they join.
        if host.local_size() == host.job_size() || host.is_part() {
            return Ok(());
        }
        let elsewhere = host.job_size() - host.local_size();
        let text = format!("{elsewhere} of {} ranks run on other hosts", host.job_size());
        Err(Error::new(libc::EHOSTUNREACH, text))
    }

    fn open(host: HostRef) -> Result<ShmDomain, Error> {
        Self::probe(&host)?;
        ShmDomain::open(host)
    }
}

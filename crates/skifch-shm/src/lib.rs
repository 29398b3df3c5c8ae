//! The shared-memory backend of SkifCh: ranks of one host, one lane per sender and receiver.
//!
//! | file           | contents                                                                  |
//! |----------------|---------------------------------------------------------------------------|
//! | `send.rs`      | the send path of every message                                            |
//! | `recv.rs`      | the receive path of every message                                         |
//! | `wait.rs`      | what a receiver does between polls that find nothing                      |
//! | `pace.rs`      | when a receiver that finds nothing pauses its polling                     |
//! | `exchange.rs`  | the cache line through which two ranks in a ping-pong reply to each other |
//! | `next_own.rs`  | prefetches the lines that this side will write once its reply arrives     |
//! | `open.rs`      | joining the job, opening a channel                                        |
//! | `connect.rs`   | setting up a lane, the sender's half                                      |
//! | `accept.rs`    | setting up a lane, the receiver's half                                    |
//! | `namespace.rs` | whether the ranks can find each other's sockets                           |
//! | `group.rs`     | which ranks share memory, where not all of them need to                   |
//! | `identity.rs`  | whether a connecting process is the rank that its hello names             |
//! | `progress.rs`  | work between messages: doorbells, new lanes, peers that are gone          |
//! | `close.rs`     | orderly close                                                             |
//! | `control.rs`   | the memory in which a receiver publishes its credit and its sleep state   |
//! | `copy.rs`      | single-copy transfer from a sender's memory                               |
//! | `segment.rs`   | memory that every rank can access                                         |
//! | `handover.rs`  | how one rank hands memory to others                                       |
//! | `spare.rs`     | a file descriptor in reserve for that                                     |
//! | `aliasable.rs` | the box that holds a lane                                                 |
//! | `memfd.rs`, `socket.rs`, `hello.rs`, `poll.rs` | system interfaces and packet formats      |
//!
//! Memory has no names: a lane is a memfd written by its sender, a control block is a memfd written
//! by its receiver; each is handed over a socket, mapped read-only by the other side, and sealed. A
//! pair may also have one page that both of its sides, and nobody else, write: `exchange.rs`. A
//! peer can break only its own lane and its messages to and from this rank in that page:
//! `skifch-ring` checks everything it reads. Nor can a peer take another rank's number, within the
//! limits that `identity.rs` names.
//!
//! The socket stays open. It carries one byte to wake a sleeping side, and its end of stream shows
//! that the peer is gone, whatever the cause; what the peer had published is in memory that this
//! side has mapped, and is delivered first.
//! has mapped, and is delivered first.

mod accept;
mod aliasable;
mod away;
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
mod sizes;
mod socket;
mod spare;
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
    const ABOUT: &'static CStr = c"shared memory between the ranks of one host";
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
        // Under a composite, ranks may be on different hosts; which ones is found out when they
        // join.
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

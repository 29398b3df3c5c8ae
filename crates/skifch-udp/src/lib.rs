//! The UDP network of SkifCh: reliable streams over datagrams, between ranks of any hosts.
//!
//! | file           | what                                                                     |
//! |----------------|--------------------------------------------------------------------------|
//! | `config.rs`    | the settings                                                             |
//! | `open.rs`      | joining the job, opening a channel                                       |
//! | `send.rs`      | the sending side                                                         |
//! | `recv.rs`      | the receiving side                                                       |
//! | `progress.rs`  | datagrams in and out, time, connections that begin and end               |
//! | `reports.rs`   | what the network says of ranks that have ended                           |
//! | `close.rs`     | closing in good order                                                    |
//! | `lost.rs`      | what was accepted and will not arrive                                    |
//! | `net.rs`       | what all channels share, behind one lock: `lock.rs`                      |
//! | `channel.rs`   | what is known of each channel and its peers                              |
//! | `directory.rs` | where the ranks are; `iface.rs`: the addresses of this host; `place.rs`  |
//! | `helper.rs`    | what the helper thread does while the program does not call              |
//! | `watch.rs`     | what a side sleeps on                                                    |
//! | `ring.rs`      | the memory of windows and rings                                          |
//! | `inbox.rs`     | receiving into place, or in batches                                      |
//! | `table.rs`     | tables that are looked into for each message                             |
//! | `shortage.rs`  | a system that has no memory for datagrams at the moment                  |
//! | `strangers.rs` | a word when all that comes is dropped                                    |
//! | `memory.rs`    | the connections that segments use                                        |
//! | `segment/`     | memory that every rank can reach, as requests and replies, without I/O   |
//! | `counters.rs`  | counters                                                                 |
//!
//! The protocol is `skifch-proto`. Under it lies what is needed of the system:
//!
//! | file           | what                                                                     |
//! |----------------|--------------------------------------------------------------------------|
//! | `port.rs`      | the interface of a socket, which the fault injector has too              |
//! | `socket.rs`    | the one socket that receives; `socket/send.rs`, `socket/recv.rs`         |
//! | `socket/connected.rs` | those that only send, to the peers that are sent to most          |
//! | `chunk.rs`     | cutting slices into datagrams for one call of the kernel                 |
//! | `batch.rs`     | the room that a batch needs, and what arrived                            |
//! | `event.rs`     | what the network reports: refused, unreachable, too big                  |
//! | `mtu.rs`       | how large a packet to a destination may be                               |
//! | `addr.rs`, `control.rs`, `option.rs`, `clock.rs` | the system's parts                     |
//! | `inject.rs`    | the fault injector; its settings are in `inject/`                        |
//! | `wake.rs`      | a thread that is there only while there is something to do               |
//!
//! Nothing in a data call waits. "Not now" is an answer and no error; what ICMP reports is an event
//! and no error: on a network without connections it says something about one peer, and nothing
//! about this socket.

pub mod addr;
#[cfg(test)]
mod backend_tests;
pub mod batch;
mod channel;
mod chunk;
pub mod clock;
mod close;
mod config;
mod control;
mod counters;
mod directory;
pub mod event;
mod helper;
mod iface;
mod inbox;
pub mod inject;
#[cfg(test)]
mod life_tests;
mod lock;
mod lost;
mod memory;
#[cfg(test)]
mod memory_tests;
pub mod mtu;
mod net;
mod open;
mod option;
mod place;
pub mod port;
mod progress;
mod recv;
mod reports;
mod ring;
pub mod segment;
mod send;
mod shortage;
pub mod socket;
mod strangers;
mod table;
#[cfg(test)]
mod tests;
pub mod wake;
mod watch;
mod way;

pub use addr::Addr;
pub use batch::{Arrival, Batch, pieces};
pub use event::{Event, What};
pub use inject::{Faults, Injector};
pub use port::{Port, Sent, SentRun};
pub use socket::{Options, Socket};
pub use wake::{Helper, Next};

use net::Core;
pub use open::UdpDomain;
use skifch_backend::abi::{Caps, Param};
use skifch_backend::{Backend, Error, HostRef};
use std::ffi::CStr;

/// The UDP backend.
pub struct Udp;

impl Backend for Udp {
    const NAME: &'static CStr = c"udp";
    const ABOUT: &'static CStr = c"reliable streams over UDP between the ranks of any hosts";
    const CAPS: Caps = Caps::CLAIM
        .with(Caps::BATCH)
        .with(Caps::EVENT_FD)
        .with(Caps::SEGMENT)
        .with(Caps::ASYNC_PROGRESS)
        .with(Caps::MEMORY_EVENT)
        .with(Caps::PEER_DEATH);
    const PARAMS: &'static [Param] = config::PARAMS;
    const ADOPTS: bool = true;
    const OVERLAYS: bool = true;
    type Domain = UdpDomain;

    fn open(host: HostRef) -> Result<UdpDomain, Error> {
        UdpDomain::open(host)
    }
}

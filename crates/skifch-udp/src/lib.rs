//! The UDP backend of SkifCh: reliable streams over datagrams between ranks on any hosts.
//!
//! | file           | contents                                                                 |
//! |----------------|--------------------------------------------------------------------------|
//! | `config.rs`    | the settings                                                             |
//! | `open.rs`      | joining the job, opening a channel                                       |
//! | `send.rs`      | the sending side                                                         |
//! | `recv.rs`      | the receiving side                                                       |
//! | `progress.rs`  | datagrams in and out, timers, connections that open and end              |
//! | `reports.rs`   | ICMP reports about ranks that have ended                                 |
//! | `close.rs`     | orderly close of channels and of the process                             |
//! | `lost.rs`      | accounting of accepted data that was not delivered                       |
//! | `net.rs`       | state shared by all channels, behind one lock: `lock.rs`                 |
//! | `channel.rs`   | per-channel and per-peer state                                           |
//! | `directory.rs` | addresses of the ranks; `iface.rs`: addresses of this host; `place.rs`   |
//! | `terms.rs`     | what all ranks must have alike                                           |
//! | `helper.rs`    | progress by the helper thread while the program makes no calls           |
//! | `watch.rs`     | the epoll descriptor a side sleeps on                                    |
//! | `ring.rs`      | the memory of send windows and receive rings                             |
//! | `inbox.rs`     | receiving datagrams in place or in batches                               |
//! | `table.rs`     | tables with a lookup per message                                         |
//! | `shortage.rs`  | temporary lack of datagram memory in the system                          |
//! | `strangers.rs` | the warning when every incoming datagram is dropped                      |
//! | `memory.rs`    | the connections that segments use                                        |
//! | `segment/`     | remotely accessible memory as requests and replies, without I/O          |
//! | `counters.rs`  | counters                                                                 |
//!
//! The protocol is in `skifch-proto`. The system layer below it:
//!
//! | file           | contents                                                                 |
//! |----------------|--------------------------------------------------------------------------|
//! | `port.rs`      | the socket interface, which the fault injector also implements           |
//! | `socket.rs`    | the one receiving socket; `socket/send.rs`, `socket/recv.rs`             |
//! | `socket/connected.rs` | send-only connected sockets for the most used peers               |
//! | `chunk.rs`     | splitting slices into datagrams for one system call                      |
//! | `batch.rs`     | buffers for a receive batch, and the received datagrams                  |
//! | `event.rs`     | reports from the network: refused, unreachable, too big                  |
//! | `mtu.rs`       | path MTU to a destination                                                |
//! | `addr.rs`, `control.rs`, `option.rs`, `clock.rs` | small system wrappers          |
//! | `inject.rs`    | the fault injector; its settings are in `inject/`                        |
//! | `wake.rs`      | a thread that runs only while there is work to do                        |
//!
//! No data call blocks. "Not now" is a normal result, not an error. ICMP reports are events, not
//! errors: on a connectionless network such a report concerns one peer, not this socket.

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
mod loan;
#[cfg(test)]
mod loan_tests;
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
mod terms;
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
    const ABOUT: &'static CStr = c"reliable streams over UDP between ranks on any hosts";
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

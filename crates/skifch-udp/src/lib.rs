//! The UDP network of SkifCh: what it needs of the system. The backend itself is not here yet.
//!
//! | file         | what                                                                        |
//! |--------------|-----------------------------------------------------------------------------|
//! | `port.rs`    | the interface of a socket, which the fault injector has too                 |
//! | `socket.rs`  | opening the one socket of a process: address, port, buffers, options        |
//! | `send.rs`    | one datagram, or a run of equal ones with segmentation offload              |
//! | `chunk.rs`   | cutting slices into datagrams for one call of the kernel                    |
//! | `recv.rs`    | a batch of datagrams, scattered; runs that the kernel joined                |
//! | `batch.rs`   | the room that a batch needs, and what arrived                               |
//! | `event.rs`   | what the network reports: refused, unreachable, too big                     |
//! | `mtu.rs`     | how large a packet to a destination may be                                  |
//! | `addr.rs`, `control.rs`, `option.rs`, `clock.rs` | the system's parts                      |
//! | `inject.rs`  | the fault injector; its settings are in `inject/`                           |
//! | `wake.rs`    | the helper thread that is there only while there is something to do         |
//!
//! Nothing here waits, apart from the helper thread. "Not now" is an answer and no error; what ICMP
//! reports is an event and no error: on a network without connections it says something about one
//! peer, and nothing about this socket.

pub mod addr;
pub mod batch;
mod chunk;
pub mod clock;
mod control;
pub mod event;
pub mod inject;
pub mod mtu;
mod option;
pub mod port;
pub mod socket;
#[cfg(test)]
mod tests;
pub mod wake;

pub use addr::Addr;
pub use batch::{Arrival, Batch, pieces};
pub use event::{Event, What};
pub use inject::{Faults, Injector};
pub use port::{Port, Sent, SentRun};
pub use socket::{Options, Socket};
pub use wake::{Helper, Next};

//! The router model: virtual cut-through, simulated with an event per packet and hop.
//!
//! **Why packet events suffice.** Every link has the same rate, and a packet starts over a link
//! only when the next input has room for all of it. So once its head moves, its tail follows
//! without stopping, and the times of the head determine everything that a flit-level model would
//! compute. `tests/reference.rs` is such a model, and the two agree packet by packet.
//!
//! **Two halves of an instant.** All events of one time are handled before anything is granted, so
//! a grant sees every request of its time, and the order of events of the same time does not
//! matter.
//!
//! **Which events there are.** The head of a packet at an input, always. The end of a packet on an
//! output, if a packet waits for the output or behind that packet. The return of a credit, if a
//! packet waits for it; otherwise credits are counted when they are needed. The first two mostly
//! happen in the order in which they become known (`line.rs`); others are sorted (`wheel.rs`).
//! Where packets meet, branches are unpredictable, so decisions there are made without branches.
//!
//! **Lower fidelity** (`message.rs`, `logp.rs`, `fluid.rs`): whole messages between the same
//! programs, with the same interface, without modelling single packets.
//!
//! **Adaptive routing** (`adaptive.rs`, `restore.rs`) is separate: a packet then requests several
//! outputs at once, and the links of a node are granted together.
//!
//! **Failures during a run** (`service.rs`, `sweep.rs`) cost nothing if none are planned.
//!
//! **Gathering** (`gather.rs`): an interface that collects packets and writes them to memory at
//! once.
//!
//! **Collective operations**: `unit.rs` over the torus, `tree.rs` beside it.

mod adaptive;
mod arbiter;
mod check;
mod credit;
mod deadlock;
mod fluid;
mod gather;
mod grant;
mod host;
mod line;
mod logp;
mod message;
mod model;
mod network;
mod output;
mod packet;
mod probe;
mod queue;
mod replay;
mod restore;
mod service;
mod sweep;
mod tally;
mod tree;
mod unit;
mod warm;
mod wheel;

pub use deadlock::{Deadlock, Waiting};
pub(crate) use message::Alone;
pub use model::Model;
pub use network::Network;
pub use output::{Load, Port};
pub use packet::{Delivery, Send, Subnet};
pub use probe::{Arrival, Departure, Probe, Relief, Seen};
pub use service::{FaultEvent, Loss};
pub use tally::Counters;
pub use tree::Tree;
pub use unit::{Finished, MOST_BYTES, Operation};

/// No packet, no event, or no output.
const NONE: u32 = u32::MAX;

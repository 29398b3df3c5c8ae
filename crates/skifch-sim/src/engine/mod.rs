//! The router model: virtual cut-through with packets as events.
//!
//! **Why packets are enough.** Every link has the same rate, and a packet starts over a link only
//! when the next input has room for all of it. So once its head moves its tail follows without a
//! stop, and the times of the head tell everything that a model of flits would.
//! `tests/reference.rs` is such a model, and the two agree packet by packet.
//!
//! **Two halves of an instant.** All events of one time are handled before anything is granted, so
//! a grant sees every request of its time and no order among events of the same time matters.
//!
//! **What costs an event.** The head of a packet at an input, always. The end of a packet on an
//! output, when somebody waits for the output or stands behind the packet. The return of a credit,
//! when somebody waits for it; otherwise credits are counted when they are needed. The first two
//! happen mostly in the order in which they become known (`line.rs`), others are put in order
//! (`wheel.rs`). Where packets meet nobody can predict what is next, so what costs a wrong guess is
//! decided without branches.
//!
//! **Coarser** (`message.rs`, `logp.rs`, `fluid.rs`): whole messages between the same programs,
//! with the same calls, where single packets are not looked at.
//!
//! **Adaptive routing** (`adaptive.rs`, `restore.rs`) is beside all that: a packet then asks for
//! several outputs at once and the links of a node are granted together.
//!
//! **Deaths during a run** (`service.rs`, `sweep.rs`) cost nothing where none are planned.
//!
//! **Gathering** (`gather.rs`): what an interface writes to memory at once, where it does.
//!
//! **Operations of all nodes**: `unit.rs` over the torus, `tree.rs` beside it.

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
pub use service::{Loss, News};
pub use tally::Counters;
pub use tree::Tree;
pub use unit::{Finished, MOST_BYTES, Operation};

/// No packet, no event, no output.
const NONE: u32 = u32::MAX;

//! Routes of packets, and whether they are free of deadlock.

mod fault;
mod faults;
mod order;
mod packed;
mod plan;
mod table;
mod verify;

pub use fault::{Fault, FaultTarget};
pub use faults::{Detour, Faults};
pub use order::{Order, Ties};
pub use packed::Route;
pub use plan::Plan;
pub use table::Table;
pub use verify::{Cycle, verify};

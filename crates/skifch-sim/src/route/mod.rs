//! Which way packets go, and whether that can come to a standstill.

mod faults;
mod order;
mod packed;
mod plan;
mod verify;

pub use faults::{Detour, Faults};
pub use order::{Order, Ties};
pub use packed::Route;
pub use plan::Plan;
pub use verify::{Cycle, verify};

//! Synthetic traffic: who sends to whom, and what that means for the links.

mod load;
mod pattern;

pub use load::{LinkLoads, ideal_throughput};
pub use pattern::Pattern;

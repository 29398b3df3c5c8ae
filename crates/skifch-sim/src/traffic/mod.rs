//! Synthetic traffic: patterns, and their link loads.

mod load;
mod pattern;

pub use load::{LinkLoads, ideal_throughput};
pub use pattern::Pattern;

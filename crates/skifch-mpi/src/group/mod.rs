//! Groups of processes.

mod api;
mod members;

pub use api::*;
pub use members::Comparison;
pub(crate) use members::Members;

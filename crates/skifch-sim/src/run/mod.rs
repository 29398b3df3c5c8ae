//! A run with synthetic traffic: warm up, measure, cool down, drain, check.

mod driver;
mod order;
mod summary;
mod workload;

pub use driver::{Phases, run};
pub use summary::{Hottest, Latency, Summary};
pub use workload::Workload;

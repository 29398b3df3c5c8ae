//! A run with synthetic traffic: warm up, measure, cool down, drain, check. And collective
//! operations.

mod collect;
mod driver;
mod handlers;
mod order;
mod summary;
mod workload;

pub use collect::{Collected, collect};
pub use driver::{Phases, run};
pub use summary::{Hottest, Latency, Summary};
pub use workload::Workload;

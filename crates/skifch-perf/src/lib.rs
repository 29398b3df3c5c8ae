//! Measures SkifCh and, in the same run and on the same two cores, its references: the bare
//! hardware, the kernel's pipes and sockets, and every installed UCX and MPI library.
//!
//! A [`kernel`] is written once over the small trait [`link::Link`] and monomorphised for each way
//! to reach the channel. A [`subject`] is anything that can measure a kernel; the [`runner`]
//! measures all of them in turn, round by round, so that noise affects all alike. The [`report`]
//! modules turn the samples into a table, a plot, JSON, CSV or one HTML page.

pub mod buffer;
pub mod cli;
pub mod figure;
pub mod goals;
pub mod kernel;
pub mod link;
pub mod machine;
pub mod mpi;
mod ops;
pub mod papers;
pub mod pin;
pub mod process;
mod progress;
pub mod rank;
pub mod reference;
pub mod regime;
pub mod report;
pub mod results;
pub mod row;
pub mod runner;
mod scratch;
mod search;
pub mod shmem;
pub mod stats;
pub mod subject;

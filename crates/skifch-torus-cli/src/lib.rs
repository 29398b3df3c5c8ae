//! The command line of [`skifch_sim`]: reads descriptions, runs simulations, prints results.

#![forbid(unsafe_code)]

mod chart;
pub mod cli;
mod collect;
mod follow;
mod options;
mod outputs;
mod plot;
mod report;
mod show;

//! The command line around [`skifch_sim`]: reads descriptions, runs, prints.

#![forbid(unsafe_code)]

pub mod cli;
mod follow;
mod links;
mod options;
mod report;
mod show;

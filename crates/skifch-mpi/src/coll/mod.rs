//! Collective operations: [`api`] has the calls, [`build`] selects the algorithm, and each
//! algorithm has its own file.

mod allgather;
mod allreduce;
mod allreduce_spread;
mod alltoall;
mod api;
mod barrier;
mod bcast;
mod board;
mod board_copies;
mod board_parts;
mod build;
mod builder;
mod bytes;
mod gather;
mod hosts;
mod joined;
mod neighbour;
mod parts;
mod peers;
mod pieces;
mod places;
mod quick;
mod quick_lists;
mod quick_parts;
mod quick_rooted;
mod quick_scan;
mod quick_share;
mod reduce;
mod scan;
mod scan_chain;
mod schedule;
pub(crate) mod spare;
mod star;
mod two_level;
mod which;

pub use api::*;
pub(crate) use bytes::{
    agree_later, allgather_both_bytes, allgather_bytes, allgather_lists, bcast_bytes,
    bcast_local_bytes, exchange_bytes,
};
pub(crate) use hosts::Hosts;
pub use parts::{Block, Layout, Parts};
pub(crate) use schedule::{Schedule, Schedules, advance_all, start_again};
pub(crate) use which::{COUNT_MASK, Which};

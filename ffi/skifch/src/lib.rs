//! The C interface: thin functions over the Rust library, exactly as `skifch.h` declares them.
//!
//! Every function has the same shape: validate the handle, call through it, and turn a failure into
//! -1, errno and a message on a cold path. The header documents what each call does; comments here
//! cover only what the header does not.
//!
//! `skifch.map` lists the exported symbols. `cargo xtask install` checks it against the header and
//! the library, and the crate in `tests/abi` checks types and prototypes against the header.
#![allow(
    non_snake_case,
    reason = "the names are those of the header, which has them from the paper"
)]
#![allow(clippy::missing_safety_doc, reason = "every contract is written in the header")]

mod address;
mod channel;
mod core;
mod failure;
mod job;
mod query;
mod ranks;
mod receive;
mod segment;
mod selftest;
mod send;
mod wait;

pub use address::{SkifCh_Addr, SkifCh_MakeAddr, SkifCh_PortOf, SkifCh_RankOf};
pub use channel::{SkifCh, SkifCh_Close, SkifCh_Open};
pub use core::{SkifCh_Recv, SkifCh_RecvComp, SkifCh_Send};
pub use job::{
    SkifCh_Abort, SkifCh_AllFinalize, SkifCh_AllInit, SkifCh_Compute, SkifCh_Fence, SkifCh_PID,
    SkifCh_SlowBarrier, SkifCh_Time,
};
pub use query::{
    SkifCh_PeerState, SkifCh_Query, SkifCh_StatCount, SkifCh_StatHelp, SkifCh_StatName,
    SkifCh_Stats, SkifCh_StrError, SkifCh_Version,
};
pub use ranks::{SkifCh_MyRank, SkifCh_NetAddr, SkifCh_Size, SkifCh_SkifCh};
pub use receive::{SkifCh_RecvEx, SkifCh_RecvMany};
pub use segment::atomic::{
    SkifCh_Add32, SkifCh_Add64, SkifCh_Atomic, SkifCh_CompareSwap32, SkifCh_CompareSwap64,
    SkifCh_FetchAdd32, SkifCh_FetchAdd64, SkifCh_FetchXor32, SkifCh_FetchXor64, SkifCh_Swap32,
    SkifCh_Swap64, SkifCh_Xor32, SkifCh_Xor64,
};
pub use segment::{
    SkifCh_Get, SkifCh_GetAsync, SkifCh_Put, SkifCh_SegClose, SkifCh_SegFence, SkifCh_SegOpen,
    SkifCh_SegPtr, SkifCh_SegQuiet, SkifCh_SyncReads, skifch_seg_t,
};
pub use selftest::SkifCh_AlltoallTest;
pub use send::{SkifCh_SendAbort, SkifCh_SendClaim, SkifCh_SendCommit, SkifCh_SendEx};
pub use wait::{SkifCh_Arm, SkifCh_EventFd, SkifCh_Progress, SkifCh_Wait};

//! The ranks of the job, with the calls that programs make beside each message: while there is a
//! job they do without its lock.

use crate::SkifCh;
use crate::failure::answer;
use crate::job::{self, Joined};
use libc::c_int;
use skifch::error::Error;
use skifch_abi::{NetAddr, netaddr};
use std::ptr::{from_ref, null_mut};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicU32};

/// Of the job; 0 while there is none.
static SIZE: AtomicU32 = AtomicU32::new(0);
/// This process.
static RANK: AtomicU32 = AtomicU32::new(0);
/// The channel on port 0.
static FIRST: AtomicPtr<SkifCh> = AtomicPtr::new(null_mut());

/// The process has joined a job.
pub(crate) fn begin(joined: &Joined) {
    RANK.store(joined.job.rank(), Relaxed);
    FIRST.store(from_ref(joined.first()).cast_mut(), Relaxed);
    // SYNC ranks-known: pairs with the acquire load in `size`.
    SIZE.store(joined.job.size(), Release);
}

/// The job is over.
pub(crate) fn end() {
    // Nothing is published, so Relaxed.
    SIZE.store(0, Relaxed);
}

/// The number of ranks, if there is a job.
#[inline]
fn size(call: &str) -> Result<u32, Error> {
    // SYNC ranks-known: pairs with the release store in `begin`.
    match SIZE.load(Acquire) {
        0 => asked(call),
        size => Ok(size),
    }
}

/// The answer of the job itself: why there is none, unless it has just begun.
#[cold]
#[inline(never)]
fn asked(call: &str) -> Result<u32, Error> {
    job::read(call, |joined| Ok(joined.job.size()))
}

/// Validates `rank` as a rank of the job.
#[inline]
pub(crate) fn checked(call: &str, rank: c_int) -> Result<u32, Error> {
    let size = size(call)?;
    u32::try_from(rank).ok().filter(|rank| *rank < size).ok_or_else(|| no_rank(call, rank, size))
}

#[cold]
#[inline(never)]
fn no_rank(call: &str, rank: c_int, size: u32) -> Error {
    let why = format!("{call}: there is no rank {rank}: the job has {size} ranks");
    Error::new(libc::EINVAL, why)
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_MyRank() -> c_int {
    answer(size("SkifCh_MyRank").map(|_| RANK.load(Relaxed) as c_int))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_Size() -> c_int {
    answer(size("SkifCh_Size").map(|size| size as c_int))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_NetAddr(rank: c_int) -> NetAddr {
    answer(checked("SkifCh_NetAddr", rank).map(|rank| netaddr(rank, 0)))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_SkifCh(rank: c_int) -> *mut SkifCh {
    answer(checked("SkifCh_SkifCh", rank).map(|_| FIRST.load(Relaxed)))
}

//! The ranks of the job, with the calls that programs make beside each message: while there is a
//! job they do without its lock.

use crate::SkifCh;
use crate::failure::{Failed, answer};
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

fn size() -> u32 {
    // SYNC ranks-known: pairs with the release store in `begin`.
    SIZE.load(Acquire)
}

fn is_rank(rank: c_int) -> bool {
    u32::try_from(rank).is_ok_and(|rank| rank < size())
}

/// The answer of the job itself, which is an error unless it has just begun.
#[cold]
#[inline(never)]
fn asked<T: Failed>(call: &str, look: impl FnOnce(&Joined) -> Result<T, Error>) -> T {
    answer(job::read(call, look))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_MyRank() -> c_int {
    match size() {
        0 => asked("SkifCh_MyRank", |joined| Ok(joined.job.rank() as c_int)),
        _ => RANK.load(Relaxed) as c_int,
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_Size() -> c_int {
    match size() {
        0 => asked("SkifCh_Size", |joined| Ok(joined.job.size() as c_int)),
        size => size as c_int,
    }
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_NetAddr(rank: c_int) -> NetAddr {
    if is_rank(rank) {
        return netaddr(rank as u32, 0);
    }
    asked("SkifCh_NetAddr", move |joined| {
        joined.rank("SkifCh_NetAddr", rank).map(|rank| netaddr(rank, 0))
    })
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_SkifCh(rank: c_int) -> *mut SkifCh {
    if is_rank(rank) {
        return FIRST.load(Relaxed);
    }
    asked("SkifCh_SkifCh", move |joined| {
        joined.rank("SkifCh_SkifCh", rank).map(|_| from_ref(joined.first()).cast_mut())
    })
}

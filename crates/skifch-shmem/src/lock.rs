//! Locks: one symmetric word of 8 bytes on each PE, 0 at the start, together are one lock. Who came
//! first gets it first, and who waits looks at its own word alone.
//!
//! The halves of the word are two words of 4 bytes. The lower half of the word of one PE, the same
//! for all and drawn from the address, is the tail: the number plus one of who came last, 0 when
//! the lock is free. The upper half of each PE's word is its own: that it waits, and the number
//! plus one of who came after it.

use crate::error::{Result, fail};
use crate::state::{State, state};
use crate::wait::until;
use crate::{Ctx, amo};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};

/// In the upper half: this PE waits for its turn.
const WAITS: u32 = 1 << 31;
/// In the upper half: it has the lock.
const HOLDS: u32 = 1 << 30;
/// The rest of the upper half.
const NEXT: u32 = HOLDS - 1;

/// A lock as this PE sees it.
struct Lock {
    state: &'static State,
    tail: *mut u32,
    own: *mut u32,
    /// Which PE has the tail.
    home: i32,
    /// What the tail is while this PE came last.
    mine: u32,
}

impl Lock {
    fn new(lock: *mut i64) -> Result<Self> {
        let state = state()?;
        let (_, offset) = state.find(lock.cast(), 8)?;
        if !lock.is_aligned() {
            return fail!("{lock:p}: a lock is aligned to 8 bytes");
        }
        let words = lock.cast::<u32>();
        // Locks that lie side by side have different homes.
        let home = (offset / 8 % state.pes as usize) as i32;
        Ok(Self { state, tail: words, own: words.wrapping_add(1), home, mine: state.me + 1 })
    }

    /// The half that is this PE's own.
    fn own(&self) -> &AtomicU32 {
        // SAFETY: symmetric and aligned, as `new` has tested; atomics only.
        unsafe { &*self.own.cast::<AtomicU32>() }
    }
}

/// Waits for the lock and takes it. What the holder before wrote is seen.
///
/// # Errors
/// Not symmetric or not aligned; what the network answers. So for all calls here.
pub fn set(lock: *mut i64) -> Result<()> {
    let lock = Lock::new(lock)?;
    if lock.own().load(Acquire) & HOLDS != 0 {
        return fail!("PE {} waits for a lock that it holds", lock.state.me);
    }
    lock.own().store(WAITS, Release);
    let before = amo::swap(Ctx::DEFAULT, lock.tail, lock.mine, lock.home)?;
    if before == 0 {
        lock.own().fetch_xor(WAITS | HOLDS, AcqRel);
        return Ok(());
    }
    amo::update(Ctx::DEFAULT, amo::Op::Or, lock.own, lock.mine, before.cast_signed() - 1)?;
    // SYNC lock: pairs with the update of `clear`.
    until(lock.state, || lock.own().load(Acquire) & WAITS == 0)?;
    lock.own().fetch_or(HOLDS, AcqRel);
    Ok(())
}

/// Takes the lock if it is free: whether it is ours now.
///
/// # Errors
/// As [`set`].
pub fn test(lock: *mut i64) -> Result<bool> {
    let lock = Lock::new(lock)?;
    if lock.own().load(Acquire) & HOLDS != 0 {
        return Ok(false);
    }
    let tail = amo::compare_swap(Ctx::DEFAULT, lock.tail, 0, lock.mine, lock.home)?;
    if tail == 0 {
        lock.own().fetch_or(HOLDS, AcqRel);
    } else if lock.state.pace.shares_cpus() {
        std::thread::yield_now();
    }
    Ok(tail == 0)
}

/// Gives the lock back, after everything that was asked for under it is done.
///
/// # Errors
/// As [`set`]; this PE does not hold it.
pub fn clear(lock: *mut i64) -> Result<()> {
    let lock = Lock::new(lock)?;
    crate::order::quiet(Ctx::DEFAULT)?;
    let mut own = lock.own().load(Acquire);
    if own & HOLDS == 0 {
        return fail!("PE {} does not hold this lock", lock.state.me);
    }
    if own & NEXT == 0 {
        // Before anybody can say that he comes after us, the word is ours no more.
        lock.own().fetch_and(!HOLDS, AcqRel);
        let tail = amo::compare_swap(Ctx::DEFAULT, lock.tail, lock.mine, 0, lock.home)?;
        if tail == lock.mine {
            return Ok(());
        }
        // Somebody has come after us and is about to say so.
        until(lock.state, || {
            own = lock.own().load(Acquire);
            own & NEXT != 0
        })?;
    }
    lock.own().store(0, Release);
    let next = own & NEXT;
    amo::update(Ctx::DEFAULT, amo::Op::And, lock.own, !WAITS, next.cast_signed() - 1)?;
    crate::coll::meet::wake(lock.state, next - 1);
    Ok(())
}

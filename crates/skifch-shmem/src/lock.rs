//! Locks: a symmetric word of 8 bytes on each PE, initially 0; together they form one queue lock.
//! It is granted in order of arrival, and a waiting PE polls its own word only.
//!
//! The word consists of two halves of 4 bytes. The lower half on one PE, chosen by the address and
//! the same for all, is the tail: the number plus one of the PE that came last, 0 if the lock is
//! free. The upper half of each PE's word belongs to that PE: whether it waits or holds, and the
//! number plus one of its successor.
//!
//! The lock passes from PE to PE by the atomics of `amo.rs`, which acquire and release. What a PE
//! does to its own half publishes nothing, so it is Relaxed: the other PEs that access that half
//! have come to it by the tail.

use crate::error::{Result, fail};
use crate::state::{State, state};
use crate::wait::until;
use crate::{Ctx, amo};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed};

/// In the upper half: this PE waits for its turn.
const WAITS: u32 = 1 << 31;
/// In the upper half: this PE holds the lock.
const HOLDS: u32 = 1 << 30;
/// The other bits of the upper half: the successor.
const NEXT: u32 = HOLDS - 1;

/// A lock as seen by this PE.
struct Lock {
    state: &'static State,
    tail: *mut u32,
    own: *mut u32,
    /// The PE whose word has the tail.
    home: i32,
    /// Value of the tail while this PE is the last in the queue.
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
        // Neighbouring locks have different homes.
        let home = (offset / 8 % state.pes as usize) as i32;
        Ok(Self { state, tail: words, own: words.wrapping_add(1), home, mine: state.me + 1 })
    }

    /// The half that belongs to this PE.
    fn own(&self) -> &AtomicU32 {
        // SAFETY: symmetric and aligned, as `new` has tested; atomics only.
        unsafe { &*self.own.cast::<AtomicU32>() }
    }

    /// Takes this PE's half for the calling thread, before it queues at the tail. Returns whether
    /// no thread of this PE holds or waits for the lock.
    fn begin(&self) -> bool {
        self.own().compare_exchange(0, WAITS, Relaxed, Relaxed).is_ok()
    }
}

/// Waits for the lock and takes it. Writes of the previous holder are visible afterwards.
///
/// # Errors
/// Not symmetric or not aligned; an error of the network. The same for all calls of this module.
pub fn set(lock: *mut i64) -> Result<()> {
    let lock = Lock::new(lock)?;
    if !lock.begin() {
        return fail!("PE {} waits for a lock that it holds or waits for", lock.state.me);
    }
    let before = amo::swap(Ctx::DEFAULT, lock.tail, lock.mine, lock.home)?;
    if before == 0 {
        lock.own().fetch_xor(WAITS | HOLDS, Relaxed);
        return Ok(());
    }
    // SYNC lock-next: this PE's half says that it waits; pairs with the acquire loads in `clear`.
    amo::update_at_once(amo::Op::Or, lock.own, lock.mine, before.cast_signed() - 1)?;
    // SYNC lock-passed: pairs with the update in `clear`, which makes this PE the holder.
    until(lock.state, || lock.own().load(Acquire) & WAITS == 0)
}

/// Takes the lock if it is free. Returns whether this PE holds it now.
///
/// # Errors
/// As [`set`].
pub fn test(lock: *mut i64) -> Result<bool> {
    let lock = Lock::new(lock)?;
    if !lock.begin() {
        return Ok(false);
    }
    let tail = amo::compare_swap(Ctx::DEFAULT, lock.tail, 0, lock.mine, lock.home)?;
    if tail == 0 {
        lock.own().fetch_xor(WAITS | HOLDS, Relaxed);
        return Ok(true);
    }
    // Nobody knows of this PE, so no successor has stored its number.
    lock.own().store(0, Relaxed);
    if lock.state.pace.shares_cpus() {
        std::thread::yield_now();
    }
    Ok(false)
}

/// Releases the lock, after all operations of this PE in the default context are complete.
///
/// # Errors
/// As [`set`]; this PE does not hold the lock.
pub fn clear(lock: *mut i64) -> Result<()> {
    let lock = Lock::new(lock)?;
    crate::order::quiet(Ctx::DEFAULT)?;
    // SYNC lock-next: pairs with the update in `set`; what is cleared below is then set already.
    let mut own = lock.own().load(Acquire);
    if own & HOLDS == 0 {
        return fail!("PE {} does not hold this lock", lock.state.me);
    }
    if own & NEXT == 0 {
        // HOLDS stays set until the tail is released: another thread of this PE would queue behind
        // itself.
        let tail = amo::compare_swap(Ctx::DEFAULT, lock.tail, lock.mine, 0, lock.home)?;
        if tail == lock.mine {
            lock.own().store(0, Relaxed);
            return Ok(());
        }
        // Another PE has queued behind this one and is about to store its number.
        until(lock.state, || {
            // SYNC lock-next: as above.
            own = lock.own().load(Acquire);
            own & NEXT != 0
        })?;
    }
    lock.own().store(0, Relaxed);
    let next = own & NEXT;
    // SYNC lock-passed: pairs with the acquire load in `set`.
    amo::update_at_once(amo::Op::Xor, lock.own, WAITS | HOLDS, next.cast_signed() - 1)?;
    crate::coll::meet::wake(lock.state, next - 1);
    Ok(())
}

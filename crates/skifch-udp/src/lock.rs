//! A lock that data calls only try: if it is taken, they return "not now".
//!
//! Releasing it is one plain store, so a message costs only one atomic exchange. Holders never
//! sleep; the few calls that must get the lock wait by yielding.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Attempts before the first yield (`SPINS`), and before the first sleep (`GIVES_UP`).
const SPINS: u32 = 100;
const GIVES_UP: u32 = SPINS + 100;
const PAUSE: Duration = Duration::from_micros(20);

/// A value behind a lock.
pub(crate) struct TryLock<T> {
    is_held: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: only one holder at a time, on any thread, accesses the value.
unsafe impl<T: Send> Sync for TryLock<T> {}

/// Exclusive access to the value until dropped.
pub(crate) struct Held<'a, T>(&'a TryLock<T>);

impl<T> TryLock<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { is_held: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Locks the value if it is free now.
    #[inline(always)]
    pub(crate) fn try_lock(&self) -> Option<Held<'_, T>> {
        // SYNC try-lock: the swap pairs with the release store in `Held::drop`: a swap that reads
        // that false makes the previous holder's accesses to the value visible here. A swap that
        // reads true gives no access, and neither does the load, so they need no order.
        if self.is_held.load(Ordering::Relaxed) || self.is_held.swap(true, Ordering::Acquire) {
            return None;
        }
        Some(Held(self))
    }

    /// Locks the value, waiting if necessary: for calls that cannot return "not now".
    pub(crate) fn lock(&self) -> Held<'_, T> {
        let mut looks = 0_u32;
        loop {
            if let Some(held) = self.try_lock() {
                return held;
            }
            looks = looks.saturating_add(1);
            match looks {
                0..SPINS => spin_loop(),
                SPINS..GIVES_UP => std::thread::yield_now(),
                // The holder is not being scheduled.
                _ => std::thread::sleep(PAUSE),
            }
        }
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: `Held` exists once at a time, so the access is exclusive.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Held<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: `Held` exists once at a time, so the access is exclusive.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Held<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        // SYNC try-lock: pairs with the acquire swap in `TryLock::try_lock`: this holder's accesses
        // to the value happen before those of the next one. A plain store suffices, since nobody
        // else writes false while the lock is held, and a swap of true over true changes nothing.
        self.0.is_held.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_it_at_a_time() {
        let lock = TryLock::new(0_u64);
        let held = lock.try_lock().expect("free");
        assert!(lock.try_lock().is_none());
        drop(held);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10_000).for_each(|_| *lock.lock() += 1));
            }
            scope.spawn(|| {
                let mut done = 0;
                while done < 10_000 {
                    if let Some(mut held) = lock.try_lock() {
                        *held += 1;
                        done += 1;
                    }
                }
            });
        });
        assert_eq!(*lock.lock(), 50_000);
    }
}

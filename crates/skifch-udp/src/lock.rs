//! A lock that data calls only try: whoever finds it taken says "not now" and goes on.
//!
//! Leaving it is one plain store, so that a message pays for one atomic exchange and no more.
//! Holders never sleep; the few calls that have to come in wait for them by yielding.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Looks before the first yield, and before the first sleep.
const SPINS: u32 = 100;
const GIVES_UP: u32 = SPINS + 100;
const PAUSE: Duration = Duration::from_micros(20);

/// A value behind a lock.
pub(crate) struct TryLock<T> {
    is_held: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached by one holder at a time, on whatever thread.
unsafe impl<T: Send> Sync for TryLock<T> {}

/// The right to the value, until it is dropped.
pub(crate) struct Held<'a, T>(&'a TryLock<T>);

impl<T> TryLock<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { is_held: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// The value, if nobody has it now.
    #[inline(always)]
    pub(crate) fn try_lock(&self) -> Option<Held<'_, T>> {
        if self.is_held.load(Ordering::Relaxed) || self.is_held.swap(true, Ordering::Acquire) {
            return None;
        }
        Some(Held(self))
    }

    /// The value, when nobody else has it any more: for calls that cannot say "not now".
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
                // A holder that does not run at all.
                _ => std::thread::sleep(PAUSE),
            }
        }
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: there is one holder.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Held<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: there is one holder.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Held<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
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

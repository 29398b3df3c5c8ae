//! A counter of one side of a channel: written by its thread, readable by any.

use std::sync::atomic::{AtomicU64, Ordering};

/// A counter with one writer at a time: an increment is a load and a store, without a locked
/// instruction.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `n`; only the owner of the counter may call this.
    #[inline(always)]
    pub fn add(&self, n: u64) {
        self.0.store(self.0.load(Ordering::Relaxed).wrapping_add(n), Ordering::Relaxed);
    }

    /// The current count.
    #[inline(always)]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

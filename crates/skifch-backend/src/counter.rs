//! A counter of one side of a channel: written by its thread, read by any.

use std::sync::atomic::{AtomicU64, Ordering};

/// A counter with one writer at a time: an increment is a load and a store, no locked instruction.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds; only whoever owns the counter may.
    #[inline(always)]
    pub fn add(&self, n: u64) {
        self.0.store(self.0.load(Ordering::Relaxed).wrapping_add(n), Ordering::Relaxed);
    }

    /// What has been counted.
    #[inline(always)]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

//! Counters of one side: written by its thread, read by any.

use skifch_backend::abi::Stats;
use skifch_backend::{Counter, StatSource};
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The counters of a sending side.
#[derive(Default)]
pub(crate) struct TxCounters {
    pub(crate) messages: Counter,
    pub(crate) bytes: Counter,
    pub(crate) full: Counter,
    pub(crate) doorbells: Counter,
    pub(crate) lanes: Counter,
    pub(crate) dead: Counter,
    pub(crate) broken: Counter,
    /// Where the record after the last message will be. A hint only: the lane may be gone.
    next: AtomicPtr<u8>,
}

impl TxCounters {
    /// Counts an accepted message of `len` bytes; the record after it will be at `next`.
    #[inline(always)]
    pub(crate) fn sent(&self, len: usize, next: *mut u8) {
        self.messages.add(1);
        self.bytes.add(len as u64);
        self.next.store(next, Ordering::Relaxed);
    }

    /// Where the next message will most likely be written.
    pub(crate) fn next(&self) -> *const u8 {
        self.next.load(Ordering::Relaxed)
    }
}

/// The counters of a receiving side.
#[derive(Default)]
pub(crate) struct RxCounters {
    pub(crate) messages: Counter,
    pub(crate) bytes: Counter,
    pub(crate) empty: Counter,
    pub(crate) credits: Counter,
    pub(crate) doorbells: Counter,
    pub(crate) lanes: Counter,
    pub(crate) dead: Counter,
    pub(crate) broken: Counter,
}

impl RxCounters {
    /// Counts a message of `len` bytes that was shown.
    #[inline(always)]
    pub(crate) fn received(&self, len: usize) {
        self.messages.add(1);
        self.bytes.add(len as u64);
    }
}

/// The counters of both sides of a channel.
pub(crate) struct Counters {
    pub(crate) tx: Arc<TxCounters>,
    pub(crate) rx: Arc<RxCounters>,
}

impl StatSource for Counters {
    fn add_to(&self, stats: &mut Stats) {
        let (tx, rx) = (&*self.tx, &*self.rx);
        stats.messages_sent += tx.messages.get();
        stats.bytes_sent += tx.bytes.get();
        stats.send_full += tx.full.get();
        stats.lanes_out += tx.lanes.get();
        stats.messages_received += rx.messages.get();
        stats.bytes_received += rx.bytes.get();
        stats.recv_empty += rx.empty.get();
        stats.credits_returned += rx.credits.get();
        stats.lanes_in += rx.lanes.get();
        stats.doorbells_rung += tx.doorbells.get() + rx.doorbells.get();
        stats.peers_dead += tx.dead.get() + rx.dead.get();
        stats.lanes_broken += tx.broken.get() + rx.broken.get();
    }
}

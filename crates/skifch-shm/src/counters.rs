//! Counters of one side: written by its thread, read by any.

use skifch_backend::StatSource;
use skifch_backend::abi::Stats;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A counter with one writer: an increment is a load and a store, no locked instruction.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Adds; only the side that owns the counter may.
    #[inline(always)]
    pub(crate) fn add(&self, n: u64) {
        self.0.store(self.0.load(Ordering::Relaxed).wrapping_add(n), Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a sending side counts.
#[derive(Default)]
pub(crate) struct TxCounters {
    pub(crate) messages: Counter,
    pub(crate) bytes: Counter,
    pub(crate) full: Counter,
    pub(crate) doorbells: Counter,
    pub(crate) lanes: Counter,
    pub(crate) dead: Counter,
    pub(crate) broken: Counter,
}

/// What a receiving side counts.
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

/// Both sides of a channel.
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

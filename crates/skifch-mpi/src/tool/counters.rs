//! Counters of the channel that carries MPI.

use crate::engine::Port;
use crate::error::{Result, fail};
use skifch::{Stats, abi::STAT_NAMES};
use std::sync::{Mutex, PoisonError};

/// Unit of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Events.
    Events,
    /// Bytes.
    Bytes,
}

/// One counter.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// Its name.
    pub name: &'static str,
    /// What it counts.
    pub help: &'static str,
}

impl Counter {
    /// Its unit.
    pub fn sort(&self) -> Sort {
        if self.name.contains("bytes") { Sort::Bytes } else { Sort::Events }
    }
}

/// Every counter, by index.
pub fn counters() -> Vec<Counter> {
    STAT_NAMES.iter().map(|&(name, help)| Counter { name, help }).collect()
}

/// The channel while it is open, and its final counts after it is closed.
struct Source {
    port: Option<Port>,
    last: Stats,
}

static SOURCE: Mutex<Source> = Mutex::new(Source { port: None, last: Stats::new() });

/// Records that the channel is open.
pub(crate) fn opened(port: Port) {
    SOURCE.lock().unwrap_or_else(PoisonError::into_inner).port = Some(port);
}

/// The channel is about to be closed: saves its counts and does not query it any more.
pub(crate) fn closed() {
    let mut source = SOURCE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stats) = source.port.take().and_then(|port| port.stats().ok()) {
        source.last = stats;
    }
}

/// Current value of a counter: 0 before the channel is opened.
///
/// # Errors
/// `TNotSupported` where the network has no counters.
pub(super) fn now(counter: usize) -> Result<u64> {
    let source = SOURCE.lock().unwrap_or_else(PoisonError::into_inner);
    let stats = source.port.map_or(Ok(source.last), Port::stats)?;
    match stats.values().get(counter) {
        Some(value) => Ok(*value),
        None => fail!(TInvalidIndex, "there is no counter {counter}"),
    }
}

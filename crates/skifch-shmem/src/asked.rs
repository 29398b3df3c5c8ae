//! A process that is asked to end while it waits: the wait ends it, where more can be done than in
//! a handler of a signal.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU32};

/// How a process ends.
static END: OnceLock<fn() -> !> = OnceLock::new();
static IS_ASKED: AtomicBool = AtomicBool::new(false);
/// Waits that look at it soon.
static WAITS: AtomicU32 = AtomicU32::new(0);

/// From now on a wait ends the process like this when [`ask`] has been called.
pub fn end_by(end: fn() -> !) {
    let _ = END.set(end);
}

/// Asks: whether a wait is there that ends the process soon. For handlers of signals as well.
pub fn ask() -> bool {
    IS_ASKED.store(true, SeqCst);
    WAITS.load(SeqCst) > 0
}

/// A wait that has become long, while it is there.
pub(crate) struct Long(());

impl Long {
    pub(crate) fn new() -> Self {
        WAITS.fetch_add(1, SeqCst);
        Self(())
    }
}

impl Drop for Long {
    fn drop(&mut self) {
        WAITS.fetch_sub(1, SeqCst);
        look();
    }
}

/// A long wait looks.
pub(crate) fn look() {
    if IS_ASKED.load(Relaxed)
        && let Some(end) = END.get()
    {
        end()
    }
}

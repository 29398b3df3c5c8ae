//! Ends a process that is asked to end while it waits: the wait does it, because it may do more
//! than a signal handler.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU32};

/// The function that ends the process.
static END: OnceLock<fn() -> !> = OnceLock::new();
static IS_ASKED: AtomicBool = AtomicBool::new(false);
/// Number of waits that will check [`IS_ASKED`] soon.
static WAITS: AtomicU32 = AtomicU32::new(0);

/// Sets the function by which a wait ends the process after [`ask`].
pub fn end_by(end: fn() -> !) {
    let _ = END.set(end);
}

/// Asks the process to end. Returns whether there is a wait that will do so soon.
/// Async-signal-safe.
pub fn ask() -> bool {
    // SYNC asked: stored before the waits are counted. A wait looks after it has changed their
    // number, so either it sees this or it is not counted here.
    IS_ASKED.store(true, SeqCst);
    WAITS.load(SeqCst) > 0
}

/// Registers a wait that has become long, as long as it exists.
pub(crate) struct Long(());

impl Long {
    pub(crate) fn new() -> Self {
        // SYNC asked: the caller looks afterwards.
        WAITS.fetch_add(1, SeqCst);
        Self(())
    }
}

impl Drop for Long {
    fn drop(&mut self) {
        // SYNC asked: whoever still counts this wait has asked before, which the look sees.
        WAITS.fetch_sub(1, SeqCst);
        look();
    }
}

/// Ends the process if that was asked for. Called by long waits.
pub(crate) fn look() {
    // SYNC asked: comes after the change of `WAITS`, which takes this ordering here as well.
    if IS_ASKED.load(SeqCst)
        && let Some(end) = END.get()
    {
        end()
    }
}

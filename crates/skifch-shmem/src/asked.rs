//! Ends a process that is asked to end while it waits: the wait does it, because it may do more
//! than a signal handler.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::{Duration, Instant};

/// Time between two looks of a process that sleeps.
const NAP: Duration = Duration::from_millis(5);

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

/// From now on this process ends by itself soon, or by [`look`]: [`ask`] leaves that to it.
pub fn stay() {
    Long::new().stay();
    look();
}

/// Sleeps, and looks meanwhile. Call it after [`stay`].
pub fn sleep(time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        look();
        std::thread::sleep(NAP);
    }
}

/// Registers a wait that looks again and again, as long as it exists.
pub(crate) struct Long(());

impl Long {
    pub(crate) fn new() -> Self {
        // SYNC asked: the caller looks afterwards.
        WAITS.fetch_add(1, SeqCst);
        Self(())
    }

    /// Keeps the registration for ever: the wait has failed, and the caller ends the process.
    pub(crate) fn stay(self) {
        std::mem::forget(self);
    }
}

impl Drop for Long {
    fn drop(&mut self) {
        // SYNC asked: whoever still counts this wait has asked before, which the look sees.
        WAITS.fetch_sub(1, SeqCst);
        look();
    }
}

/// Ends the process if that was asked for. Called by long waits, and by a process that ends.
pub fn look() {
    // SYNC asked: comes after the change of `WAITS`, which takes this ordering here as well.
    if IS_ASKED.load(SeqCst)
        && let Some(end) = END.get()
    {
        end()
    }
}

//! Progress while this process waits in another library over the same job, as OpenSHMEM.

use super::ThreadLevel;
use super::global::{self, BEFORE, OVER};
use super::wait::advance;
use std::cell::Cell;
use std::ffi::c_int;

thread_local! {
    /// Calls of this thread overlap with no others: it has initialised, and others that may call
    /// take the lock, or do not.
    static MAY_MOVE: Cell<bool> = const { Cell::new(false) };
}

/// From now on, in this thread. At level `Serialized` another thread may be in a call just while
/// this one waits elsewhere.
pub(super) fn begin(level: ThreadLevel) {
    MAY_MOVE.set(level != ThreadLevel::Serialized);
    skifch::set_mover(mover);
}

extern "C" fn mover() -> c_int {
    if !MAY_MOVE.get() || matches!(global::mode(), BEFORE | OVER) {
        return -1;
    }
    // An error comes again in the call that waits for what has failed.
    advance().map_or(0, c_int::from)
}

//! Progress of MPI while this process waits in another library over the same job, such as
//! OpenSHMEM.

use super::ThreadLevel;
use super::global::{self, BEFORE, OVER};
use super::wait::advance;
use std::cell::Cell;
use std::ffi::c_int;

thread_local! {
    /// Calls from this thread overlap with no others: it is the thread that initialised MPI, and
    /// other threads either take the lock or do not call at all.
    static MAY_MOVE: Cell<bool> = const { Cell::new(false) };
}

/// Allows progress from this thread from now on. Not at level `Serialized`, where another thread
/// may be in a call while this one waits elsewhere.
pub(super) fn begin(level: ThreadLevel) {
    MAY_MOVE.set(level != ThreadLevel::Serialized);
    skifch::set_mover(mover);
}

extern "C" fn mover() -> c_int {
    if matches!(global::mode(), BEFORE | OVER) {
        return skifch::NOT_ACTIVE;
    }
    if !MAY_MOVE.get() {
        return skifch::NOT_HERE;
    }
    // The call that waits for the failed operation will meet the error again.
    advance().map_or(0, c_int::from)
}

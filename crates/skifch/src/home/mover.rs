//! A library that moves its messages only when it is called, and another in the same process that
//! waits: the one leaves a function here, and the other calls it while it waits.

use super::home;
use std::ffi::c_int;
use std::mem::transmute;
use std::ptr::null_mut;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{Acquire, Release};

/// Moves what can be moved now: whether there was something (0 or 1), or negative where this thread
/// must not.
pub type Mover = extern "C" fn() -> c_int;

static MOVER: AtomicPtr<()> = AtomicPtr::new(null_mut());

/// What a wait of this library has others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// There is nobody who may be asked to in this thread.
    Nobody,
    /// There was nothing to move.
    Nothing,
    /// Something was.
    Something,
}

/// Leaves the function that moves this library's messages. It may be called in any thread, at any
/// time from now on, also by what it calls itself: an operation of the program's may wait.
pub fn set_mover(mover: Mover) {
    (home().set_mover)(mover);
}

/// Has another library of the process move its messages, if there is one.
#[inline]
pub fn move_others() -> Moved {
    match (home().move_others)() {
        0 => Moved::Nothing,
        1.. => Moved::Something,
        _ => Moved::Nobody,
    }
}

pub(super) extern "C" fn set_here(mover: Mover) {
    // SYNC mover: pairs with the acquire load below.
    MOVER.store(mover as *mut (), Release);
}

pub(super) extern "C" fn move_here() -> c_int {
    // SYNC mover: what its library has prepared is seen.
    let mover = MOVER.load(Acquire);
    if mover.is_null() {
        return -1;
    }
    // SAFETY: no other pointers are stored, and its object stays loaded as long as the process.
    let mover = unsafe { transmute::<*mut (), Mover>(mover) };
    mover()
}

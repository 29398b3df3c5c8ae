//! Progress across libraries: a library that makes progress only when it is called registers a
//! function here, and another library in the same process calls it while it waits. One that holds
//! operations back until it waits registers a function that another library calls when it starts.

use super::home;
use crate::Error;
use crate::error::last_string;
use std::ffi::c_int;
use std::mem::transmute;
use std::ptr::null_mut;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{Acquire, Release};

/// Makes progress: returns 1 if there was something to do, 0 if not, [`NOT_HERE`] if this thread
/// must not call it, and [`NOT_ACTIVE`] if the library is not in use, before its start or after its
/// end.
pub type Mover = extern "C" fn() -> c_int;

/// What a [`Mover`] returns if this thread must not call it.
pub const NOT_HERE: c_int = -1;
/// What a [`Mover`] returns if its library is not in use.
pub const NOT_ACTIVE: c_int = -2;

/// Sends what the library holds back, and lets it hold nothing back while others are active.
/// Returns 0, or a negative errno with the message stored.
pub type Flush = extern "C" fn() -> c_int;

static FLUSH: AtomicPtr<()> = AtomicPtr::new(null_mut());
static MOVER: AtomicPtr<()> = AtomicPtr::new(null_mut());

/// The outcome of having the other library make progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// There is no library that this thread may call.
    Nobody,
    /// There was nothing to do.
    Nothing,
    /// There was progress.
    Something,
}

/// Registers the function that makes progress for this library. It may be called from any thread at
/// any time, and recursively, because a user-defined operation that it calls may wait.
pub fn set_mover(mover: Mover) {
    (home().set_mover)(mover);
}

/// Has another library of the process make progress, if there is one.
#[inline]
pub fn move_others() -> Moved {
    match (home().move_others)() {
        0 => Moved::Nothing,
        1.. => Moved::Something,
        _ => Moved::Nobody,
    }
}

/// Whether another library of the process is in use. May make progress, as [`move_others`].
pub fn others_are_active() -> bool {
    (home().move_others)() != NOT_ACTIVE
}

/// Registers the function that sends what this library holds back; `None` if it holds nothing back.
/// It may be called from any thread at any time.
pub fn set_flush(flush: Option<Flush>) {
    (home().set_flush)(flush);
}

/// Has another library of the process send what it holds back. The caller is about to start: the
/// process may then wait in its calls, of which the other library does not learn.
///
/// # Errors
/// An error of the network.
pub fn flush_others() -> Result<(), Error> {
    match (home().flush_others)() {
        0.. => Ok(()),
        code => Err(Error::new(-code, last_string())),
    }
}

pub(super) extern "C" fn set_flush_here(flush: Option<Flush>) {
    let flush = flush.map_or(null_mut(), |flush| flush as *mut ());
    // SYNC flush: pairs with the acquire load below.
    FLUSH.store(flush, Release);
}

pub(super) extern "C" fn flush_here() -> c_int {
    // SYNC flush: pairs with the release store above; what the library has prepared is visible.
    let flush = FLUSH.load(Acquire);
    if flush.is_null() {
        return 0;
    }
    // SAFETY: no other pointers are stored, and its object stays loaded as long as the process.
    let flush = unsafe { transmute::<*mut (), Flush>(flush) };
    flush()
}

pub(super) extern "C" fn set_here(mover: Mover) {
    // SYNC mover: pairs with the acquire load below.
    MOVER.store(mover as *mut (), Release);
}

pub(super) extern "C" fn move_here() -> c_int {
    // SYNC mover: pairs with the release store above; what the library has prepared is visible.
    let mover = MOVER.load(Acquire);
    if mover.is_null() {
        return NOT_ACTIVE;
    }
    // SAFETY: no other pointers are stored, and its object stays loaded as long as the process.
    let mover = unsafe { transmute::<*mut (), Mover>(mover) };
    mover()
}

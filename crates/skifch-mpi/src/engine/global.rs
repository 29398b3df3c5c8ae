//! The single engine of a process, and access to it.
//!
//! Below thread level multiple there is no lock: the program has promised that calls do not
//! overlap. At level multiple one lock protects the engine. [`hold`] is the only access, and no
//! function of the program (operations, attribute copies, error handlers) is called while the
//! engine is held.

use super::Engine;
use crate::error::{Class, Error, Result};
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Not initialised yet.
pub(crate) const BEFORE: u8 = 0;
/// Initialised below level multiple: calls do not overlap.
pub(crate) const ALONE: u8 = 1;
/// Initialised at level multiple: calls take the lock.
pub(crate) const LOCKED: u8 = 2;
/// Finalized.
pub(crate) const OVER: u8 = 3;

struct Place(UnsafeCell<Option<Engine>>);

// SAFETY: the engine is reached through `hold` alone, which keeps the rule of the module.
unsafe impl Sync for Place {}

static PLACE: Place = Place(UnsafeCell::new(None));
static MODE: AtomicU8 = AtomicU8::new(BEFORE);
static LOCK: Mutex<()> = Mutex::new(());
static NEWS: Condvar = Condvar::new();

/// The state of the process: before, between or after start and end.
pub(crate) fn mode() -> u8 {
    // SYNC engine-made: pairs with the release store in `begin`. A mode below multiple is looked at
    // without it in `hold`: there the program itself orders its calls.
    MODE.load(Acquire)
}

fn lock() -> MutexGuard<'static, ()> {
    let guard = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    seen::locked();
    guard
}

/// The order that the lock makes, in words that ThreadSanitizer understands: the standard library
/// is not instrumented, so it sees no mutex. Nothing in other builds.
mod seen {
    #[cfg(skifch_tsan)]
    static ORDER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

    /// The lock was taken.
    #[inline(always)]
    pub(super) fn locked() {
        // SYNC tsan-lock: pairs with the release store in `unlocks`.
        #[cfg(skifch_tsan)]
        ORDER.load(std::sync::atomic::Ordering::Acquire);
    }

    /// The lock is about to be given back.
    #[inline(always)]
    pub(super) fn unlocks() {
        // SYNC tsan-lock: pairs with the acquire load in `locked`.
        #[cfg(skifch_tsan)]
        ORDER.store(true, std::sync::atomic::Ordering::Release);
    }

    /// Tells it where a scope ends.
    pub(super) struct Scope;

    #[cfg(skifch_tsan)]
    impl Drop for Scope {
        fn drop(&mut self) {
            unlocks();
        }
    }
}

/// Installs the engine.
///
/// # Safety
/// No other thread is in a call; with [`ALONE`] none ever is while this one is.
pub(crate) unsafe fn begin(engine: Engine, mode: u8) {
    // SAFETY: our caller's promise.
    unsafe { *PLACE.0.get() = Some(engine) };
    // SYNC engine-made: pairs with the acquire load in `mode`.
    MODE.store(mode, Release);
}

/// Removes the engine; from now on calls fail.
///
/// # Safety
/// No other thread is in a call.
pub(crate) unsafe fn end() -> Option<Engine> {
    // Nothing is published, so Relaxed.
    MODE.store(OVER, Relaxed);
    // SAFETY: our caller's promise.
    unsafe { (*PLACE.0.get()).take() }
}

/// The engine, until it is dropped; see [`hold`].
pub(crate) struct Held {
    // Dropped in this order.
    _seen: seen::Scope,
    _lock: Option<MutexGuard<'static, ()>>,
    engine: &'static mut Engine,
}

impl Deref for Held {
    type Target = Engine;

    #[inline(always)]
    fn deref(&self) -> &Engine {
        self.engine
    }
}

impl DerefMut for Held {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Engine {
        self.engine
    }
}

/// Takes the engine. Whoever has it calls neither this nor a function of the program before
/// dropping it. [`with`] is the usual way; this one is for the shortest calls, because the compiler
/// inlines what is done with it, and closures only where it likes.
///
/// # Errors
/// `Other` before the start and after the end.
#[inline(always)]
pub(crate) fn hold() -> Result<Held> {
    let lock = if MODE.load(Relaxed) == ALONE { None } else { Some(locked()?) };
    let seen = seen::Scope;
    // SAFETY: the program has promised that no calls overlap, or the lock ensures it; this thread
    // takes the engine only once at a time.
    match unsafe { &mut *PLACE.0.get() } {
        Some(engine) => Ok(Held { _seen: seen, _lock: lock, engine }),
        None => Err(finalized()),
    }
}

/// Calls `f` with the engine.
///
/// # Errors
/// `Other` before the start and after the end.
#[inline(always)]
pub(crate) fn with<R>(f: impl FnOnce(&mut Engine) -> R) -> Result<R> {
    let mut held = hold()?;
    Ok(f(&mut held))
}

/// [`with`] for a function that may fail itself.
#[inline(always)]
pub(crate) fn attempt<R>(f: impl FnOnce(&mut Engine) -> Result<R>) -> Result<R> {
    with(f)?
}

#[inline(never)]
fn locked() -> Result<MutexGuard<'static, ()>> {
    match mode() {
        LOCKED => Ok(lock()),
        BEFORE => Err(Error::new(Class::Other, "MPI is not initialised: call MPI_Init")),
        _ => Err(finalized()),
    }
}

#[cold]
fn finalized() -> Error {
    Error::new(Class::Other, "MPI is finalized")
}

/// Sleeps until another thread has news, if `must_wait` is true under the lock, which whoever has
/// news holds as well.
pub(crate) fn wait_for_news(must_wait: impl FnOnce(&mut Engine) -> bool) {
    let guard = lock();
    // SAFETY: the lock makes this the only reference.
    let engine = unsafe { &mut *PLACE.0.get() };
    let Some(engine) = engine else { return seen::unlocks() };
    if !must_wait(engine) {
        return seen::unlocks();
    }
    seen::unlocks();
    // Nothing is touched between the end of the wait and that of the lock.
    drop(NEWS.wait(guard).unwrap_or_else(PoisonError::into_inner));
}

impl Engine {
    /// [`tell_news`](Self::tell_news) if some thread waits.
    #[inline(always)]
    pub(crate) fn tell_waiting(&mut self) {
        if self.is_watched || !self.waiting.sleepers.is_empty() {
            self.tell_news();
        }
    }

    /// Wakes the threads that wait for something of this engine: their condition may hold now.
    pub(crate) fn tell_news(&mut self) {
        if !self.waiting.sleepers.is_empty() {
            self.waiting.sleepers.clear();
            NEWS.notify_all();
        }
        if self.is_watched && !self.is_watcher_woken {
            self.is_watcher_woken = self.wake_watcher();
        }
    }
}

//! Closes sockets in forked children: a surviving child with a copy of a socket would hide its
//! parent's death from the peers.

use std::cell::RefCell;
use std::collections::HashSet;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static FDS: Mutex<Option<HashSet<RawFd>>> = Mutex::new(None);
static HOOKS: Once = Once::new();

thread_local! {
    /// The locked set, held by the thread that is forking.
    static HELD: RefCell<Option<MutexGuard<'static, Option<HashSet<RawFd>>>>> =
        const { RefCell::new(None) };
}

/// A descriptor that is closed in forked children.
pub struct Guarded(OwnedFd);

/// Adds a descriptor to the set.
pub fn guard(fd: OwnedFd) -> Guarded {
    // SAFETY: the hooks are functions without arguments that live as long as the program.
    HOOKS.call_once(|| unsafe {
        // On failure (no memory) a child merely keeps its copies of the descriptors.
        libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child));
    });
    lock().get_or_insert_default().insert(fd.as_raw_fd());
    Guarded(fd)
}

impl AsRawFd for Guarded {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

impl AsFd for Guarded {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl Guarded {
    /// The descriptor, for calls that need an `OwnedFd`.
    pub fn owned(&self) -> &OwnedFd {
        &self.0
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // Removed from the set before it is closed: the number may be reused at once.
        if let Some(fds) = lock().as_mut() {
            fds.remove(&self.0.as_raw_fd());
        }
    }
}

fn lock() -> MutexGuard<'static, Option<HashSet<RawFd>>> {
    FDS.lock().unwrap_or_else(PoisonError::into_inner)
}

extern "C" fn before() {
    HELD.with_borrow_mut(|held| *held = Some(lock()));
}

extern "C" fn in_parent() {
    HELD.with_borrow_mut(|held| *held = None);
}

extern "C" fn in_child() {
    HELD.with_borrow_mut(|held| {
        // Drains the set, because the numbers are the child's own from now on, and it may fork too.
        let set = held.as_mut().and_then(|set| set.as_mut());
        for fd in set.into_iter().flat_map(HashSet::drain) {
            // SAFETY: closes the child's copy; a later close by its owner in the child would return
            // EBADF, but the child's stub handles never make one.
            unsafe { libc::close(fd) };
        }
        *held = None;
    });
}

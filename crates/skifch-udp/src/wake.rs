//! A helper thread that runs only while there is work.
//!
//! To request work, call [`Helper::ensure`], which costs one atomic exchange while the thread runs.
//! The thread does the work, decides when to look again, and ends when nothing is left to do.

mod sleeper;
#[cfg(test)]
mod tests;

use skifch_backend::Error;
use sleeper::Sleeper;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What the helper is to do after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Run again at this time of [`crate::clock`], or when kicked.
    At(u64),
    /// As `At`, and also when the watched descriptor is readable or has an error.
    AtOrReady(u64),
    /// No work is left: the thread ends unless it was requested again since the turn began.
    Stop,
}

/// No thread is running.
const IDLE: u32 = 0;
/// The thread has begun a turn since the last request.
const RUNNING: u32 = 1;
/// Another turn was requested before the thread may end.
const ASKED: u32 = 2;

type Work = dyn Fn() -> Next + Send + Sync;

struct Shared {
    state: AtomicU32,
    closing: AtomicBool,
    sleeper: Sleeper,
    work: Box<Work>,
}

/// Handle of the thread, which may not be running.
///
/// A forked child has no helper: there, starting one is an error and closing does nothing.
pub struct Helper {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
    owner_pid: u32,
}

impl Helper {
    /// Creates a helper that runs `work` on its own thread, one turn at a time. It can watch a
    /// descriptor, such as a socket's. The thread is not started yet.
    ///
    /// `work` must not own the helper, and must not panic.
    ///
    /// # Errors
    /// If the kernel refuses the descriptors needed for sleeping.
    pub fn new(
        watched: Option<OwnedFd>,
        work: impl Fn() -> Next + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let shared = Shared {
            state: AtomicU32::new(IDLE),
            closing: AtomicBool::new(false),
            sleeper: Sleeper::new(watched)?,
            work: Box::new(work),
        };
        let owner_pid = std::process::id();
        Ok(Self { shared: Arc::new(shared), thread: Mutex::new(None), owner_pid })
    }

    /// Makes sure that a turn begins after this call, now or when the thread wakes next. Starts the
    /// thread if none is running.
    ///
    /// # Errors
    /// If the thread cannot be started.
    #[inline]
    pub fn ensure(&self) -> Result<(), Error> {
        // SYNC helper-asked: an exchange, so that either the thread's next turn sees the caller's
        // earlier writes, or its attempt to end sees this request. Pairs with the swap and the
        // compare_exchange in `Shared::run`.
        match self.shared.state.swap(ASKED, Ordering::AcqRel) {
            IDLE => self.start(),
            _ => Ok(()),
        }
    }

    /// As [`Helper::ensure`], but the turn begins at once.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn kick(&self) -> Result<(), Error> {
        // SYNC helper-asked: as in `ensure`.
        match self.shared.state.swap(ASKED, Ordering::AcqRel) {
            IDLE => self.start(),
            _ => {
                self.shared.sleeper.kick();
                Ok(())
            }
        }
    }

    /// Whether the thread is running.
    pub fn is_running(&self) -> bool {
        self.shared.state.load(Ordering::Acquire) != IDLE
    }

    #[cold]
    fn start(&self) -> Result<(), Error> {
        let mut thread = self.thread();
        let started = match self.owner_pid == std::process::id() {
            true => self.spawn(&mut thread),
            false => Err(Error::new(libc::EPERM, "a forked child has no helper thread")),
        };
        if started.is_err() {
            self.shared.state.store(IDLE, Ordering::Relaxed);
        }
        started
    }

    fn spawn(&self, thread: &mut Option<JoinHandle<()>>) -> Result<(), Error> {
        // A previous thread has already gone idle and is about to return.
        if let Some(old) = thread.take() {
            let _ = old.join();
        }
        let shared = self.shared.clone();
        let builder = std::thread::Builder::new().name("skifch-udp".into()).stack_size(256 << 10);
        let spawned = without_signals(|| builder.spawn(move || shared.run()))?;
        *thread = Some(spawned.map_err(|cause| {
            let errno = cause.raw_os_error().unwrap_or(libc::EAGAIN);
            Error::new(errno, format!("starting the helper thread: {cause}"))
        })?);
        Ok(())
    }

    fn thread(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Helper {
    /// Ends the thread after its current turn and waits for it.
    fn drop(&mut self) {
        if self.owner_pid != std::process::id() {
            // The thread belongs to the parent; its handle is meaningless here.
            std::mem::forget(self.thread().take());
            return;
        }
        // It publishes nothing, so Relaxed; a thread that sees the kick sees it.
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.sleeper.kick();
        if let Some(thread) = self.thread().take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn run(&self) {
        while !self.closing.load(Ordering::Relaxed) {
            // SYNC helper-asked: pairs with the swaps in `ensure` and `kick`: sees everything done
            // before the request.
            self.state.swap(RUNNING, Ordering::AcqRel);
            match (self.work)() {
                Next::At(deadline_ns) => self.sleeper.sleep(deadline_ns, false),
                Next::AtOrReady(deadline_ns) => self.sleeper.sleep(deadline_ns, true),
                Next::Stop => {
                    // SYNC helper-asked: fails if a request came during the turn.
                    let (order, fail) = (Ordering::AcqRel, Ordering::Acquire);
                    if self.state.compare_exchange(RUNNING, IDLE, order, fail).is_ok() {
                        return;
                    }
                }
            }
        }
        self.state.store(IDLE, Ordering::Relaxed);
    }
}

/// Runs `spawn` with all signals blocked. The thread that it starts inherits the mask: signals are
/// for the program's own threads.
fn without_signals<T>(spawn: impl FnOnce() -> T) -> Result<T, Error> {
    // SAFETY: the sets are ours; one is filled before use, the other is written by the call.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut old: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        let rc = libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old);
        if rc != 0 {
            return Err(Error::new(rc, "blocking signals for the helper thread"));
        }
        let spawned = spawn();
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut());
        Ok(spawned)
    }
}

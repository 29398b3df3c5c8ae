//! A temporary directory for compiled programs, removed when the measurement ends, also on Ctrl-C.
//!
//! The processes started by the measured programs end too: see [`crate::process`].

use std::io;
use std::path::{Path, PathBuf};
use std::{fs, mem, ptr, thread};

use tempfile::TempDir;

/// Signals with which users and launchers end a program.
const ENDS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Removed on drop and when a signal ends this process.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    /// Creates the directory. Must be called while this process has only one thread: threads
    /// started later inherit the blocked signals and leave them to the waiting thread.
    ///
    /// # Errors
    /// When the directory or the thread cannot be created.
    pub(crate) fn new() -> io::Result<Self> {
        let dir = tempfile::Builder::new().prefix("skif-perf-").tempdir()?;
        let path = dir.path().to_owned();
        let awaited = block()?;
        thread::Builder::new().spawn(move || end_by_signal(&awaited, &path))?;
        Ok(Self(dir))
    }

    /// The path of the directory.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Blocks the signals, which are from now on handled by [`end_by_signal`]. Ignored signals, as
/// under nohup, stay ignored.
fn block() -> io::Result<libc::sigset_t> {
    // SAFETY: a sigset_t is plain numbers, initialized by sigemptyset; all is on this frame.
    unsafe {
        let mut set: libc::sigset_t = mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for signal in ENDS.into_iter().filter(|&signal| !is_ignored(signal)) {
            libc::sigaddset(&raw mut set, signal);
        }
        match libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut()) {
            0 => Ok(set),
            code => Err(io::Error::from_raw_os_error(code)),
        }
    }
}

fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: a sigaction is plain numbers, written by the call, on this frame.
    unsafe {
        let mut now: libc::sigaction = mem::zeroed();
        libc::sigaction(signal, ptr::null(), &raw mut now) == 0 && now.sa_sigaction == libc::SIG_IGN
    }
}

/// Removes the directory and lets the signal take its default action.
fn end_by_signal(awaited: &libc::sigset_t, scratch: &PathBuf) {
    let mut signal = 0;
    // SAFETY: the set was initialized; `signal` is on this frame.
    if unsafe { libc::sigwait(awaited, &raw mut signal) } != 0 {
        return;
    }
    // There is nobody left to report an error to.
    let _ = fs::remove_dir_all(scratch);
    // SAFETY: no memory but the set; only this thread unblocks the signal.
    unsafe {
        libc::pthread_sigmask(libc::SIG_UNBLOCK, awaited, ptr::null_mut());
        libc::kill(libc::getpid(), signal);
    }
}

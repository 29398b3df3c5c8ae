//! A directory for compiled programs and the like, which goes when the measuring ends, also by
//! Ctrl-C.
//!
//! What the programs that are measured started goes too: see [`crate::process`].

use std::io;
use std::path::{Path, PathBuf};
use std::{fs, mem, ptr, thread};

use tempfile::TempDir;

/// What people and launchers end a program with.
const ENDS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Removed when dropped, and when a signal ends this process.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    /// Makes it. To be called while this process has one thread, since those that it starts later
    /// leave signals to the one that waits for them.
    ///
    /// # Errors
    /// When there is no room, or no thread.
    pub(crate) fn new() -> io::Result<Self> {
        let dir = tempfile::Builder::new().prefix("skif-perf-").tempdir()?;
        let path = dir.path().to_owned();
        let awaited = block()?;
        thread::Builder::new().spawn(move || end_by_signal(&awaited, &path))?;
        Ok(Self(dir))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// From now on signals wait for [`end_by_signal`]. Those that were ignored, as under nohup, remain
/// so.
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

/// Removes the directory and lets the signal do what it does.
fn end_by_signal(awaited: &libc::sigset_t, scratch: &PathBuf) {
    let mut signal = 0;
    // SAFETY: the set was initialized; `signal` is on this frame.
    if unsafe { libc::sigwait(awaited, &raw mut signal) } != 0 {
        return;
    }
    // Nothing is left to say it to.
    let _ = fs::remove_dir_all(scratch);
    // SAFETY: no memory but the set; this thread alone lets the signal through.
    unsafe {
        libc::pthread_sigmask(libc::SIG_UNBLOCK, awaited, ptr::null_mut());
        libc::kill(libc::getpid(), signal);
    }
}

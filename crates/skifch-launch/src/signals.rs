//! Signals as events of a descriptor.

use crate::sys::{self, check};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// The signal of `--explain`: no other program sends it to skifrun, and a process that does not
/// know it ignores it.
pub(crate) const ASKS: i32 = libc::SIGURG;

/// The signals taken as events; all others keep their default action.
const TAKEN: [i32; 11] = [
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGALRM,
    ASKS,
    libc::SIGTSTP,
    libc::SIGCONT,
    libc::SIGCHLD,
];

#[derive(Debug)]
pub(crate) struct Signals {
    pub(crate) fd: OwnedFd,
    /// The previous mask, which ranks get back.
    pub(crate) old_mask: libc::sigset_t,
}

impl Signals {
    /// Blocks these signals and opens the descriptor that reports them.
    pub(crate) fn new() -> io::Result<Self> {
        // SAFETY: sigset_t is plain numbers; both sets live on this frame and are initialized
        // by the calls. The new descriptor gets its one owner here.
        unsafe {
            // If SIGCHLD is inherited as ignored, the kernel does not report ended children.
            libc::signal(libc::SIGCHLD, libc::SIG_DFL);
            let mut set: libc::sigset_t = std::mem::zeroed();
            let mut old_mask: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            // Under nohup the loss of the terminal does not end the job.
            let is_taken = |signal: &i32| *signal != libc::SIGHUP || !is_ignored(*signal);
            for signal in TAKEN.into_iter().filter(is_taken) {
                libc::sigaddset(&raw mut set, signal);
            }
            let flags = libc::SFD_CLOEXEC | libc::SFD_NONBLOCK;
            let fd = check(libc::signalfd(-1, &raw const set, flags))?;
            // Reading the terminal in the background is an error then and does not stop the job.
            libc::sigaddset(&raw mut set, libc::SIGTTIN);
            check(libc::sigprocmask(libc::SIG_BLOCK, &raw const set, &raw mut old_mask))?;
            Ok(Self { fd: OwnedFd::from_raw_fd(fd), old_mask })
        }
    }

    /// The next pending signal, if any.
    pub(crate) fn next(&self) -> Option<i32> {
        // ssi_signo is the first field, a u32; the kernel writes complete records only.
        let mut record = [0_u8; size_of::<libc::signalfd_siginfo>()];
        let count = sys::read(self.fd.as_raw_fd(), &mut record).ok()?;
        let number = record.first_chunk::<4>().filter(|_| count == record.len())?;
        i32::try_from(u32::from_ne_bytes(*number)).ok()
    }
}

fn is_ignored(signal: i32) -> bool {
    // SAFETY: sigaction is plain numbers, written by the call, on this frame.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut now) == 0
            && now.sa_sigaction == libc::SIG_IGN
    }
}

/// Stops this process as if the signal had not been caught, until SIGCONT.
pub(crate) fn stop_self() {
    // SAFETY: no memory involved.
    unsafe { libc::raise(libc::SIGSTOP) };
}

/// The conventional name.
pub(crate) fn name(signal: i32) -> String {
    let known = match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL, illegal instruction",
        libc::SIGABRT => "SIGABRT, aborted",
        libc::SIGBUS => "SIGBUS, bus error",
        libc::SIGFPE => "SIGFPE, arithmetic error",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV, segmentation fault",
        libc::SIGPIPE => "SIGPIPE, broken pipe",
        libc::SIGTERM => "SIGTERM",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({known})")
}

//! Starting the model process: rank 0 forks it when it joins.
//!
//! It is a double fork, so that a program that waits for its children does not see it; it keeps
//! only standard error of the rank's descriptors; it ends when the ranks do.

use super::{Machine, Shared, join};
use crate::config::Config;
use crate::socket;
use skifch_backend::{Error, HostRef};
use skifch_sim::engine::Model;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Descriptor number of the listening socket.
const LISTENER: RawFd = 3;

/// Starts the process; returns the name of the socket to which ranks connect.
pub(crate) fn start(host: &HostRef, config: &Config, network: &Model) -> Result<Vec<u8>, Error> {
    let (listener, name) = socket::listen()?;
    // SAFETY: the child runs only code of this crate; the C library lets it allocate, and it prints
    // by system calls alone.
    let child = unsafe { libc::fork() };
    if child < 0 {
        return Err(Error::os("starting the network model process (fork)"));
    }
    if child == 0 {
        // Nothing is dropped when a process ends like this.
        drop(name);
        // SAFETY: as above; this process ends here.
        unsafe {
            match libc::fork() {
                0 => main(host, config, network, listener),
                pid => libc::_exit(i32::from(pid < 0)),
            }
        }
    }
    let mut status = 0;
    // SAFETY: our child, which exits at once. If the program ignores SIGCHLD, there is no status.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    if waited == child && status != 0 {
        return Err(Error::new(libc::EAGAIN, "starting the network model process failed (fork)"));
    }
    Ok(name)
}

/// The main function of the process.
fn main(host: &HostRef, config: &Config, network: &Model, listener: OwnedFd) -> ! {
    let code = match settle(listener) {
        Ok(listener) => serve(host, config, network, &listener),
        Err(()) => 1,
    };
    // SAFETY: ends the process without running anything that belongs to the rank.
    unsafe { libc::_exit(code) }
}

fn serve(host: &HostRef, config: &Config, network: &Model, listener: &OwnedFd) -> i32 {
    let ranks = host.job_size() as usize;
    let shared = match Shared::new(ranks) {
        Ok(shared) => shared,
        Err(error) => {
            super::report::say(&format!("torus: {error}\n"));
            return 1;
        }
    };
    let members = join::accept_all(host, config, listener, &shared);
    match members.and_then(|members| Machine::new(config.clone(), network, members, shared)) {
        Ok(mut machine) => {
            machine.run();
            0
        }
        Err(error) => {
            super::report::say(&format!("torus: {error}\n"));
            1
        }
    }
}

/// Detaches from the rank: its descriptors, signals and process group.
fn settle(listener: OwnedFd) -> Result<OwnedFd, ()> {
    let fd = listener.as_raw_fd();
    // Closed below with all other descriptors.
    std::mem::forget(listener);
    // SAFETY: system calls on descriptors of this process, which nothing in it uses any more; on
    // its signals; and on its name.
    unsafe {
        libc::prctl(libc::PR_SET_NAME, c"skif-torus".as_ptr());
        // In a group of its own, it outlives a signal to a rank's group and can report why the run
        // ended.
        libc::setpgid(0, 0);
        // Signals that end the ranks are ignored: it ends when the ranks are gone.
        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT, libc::SIGPIPE] {
            libc::signal(signal, libc::SIG_IGN);
        }
        for signal in [libc::SIGUSR1, libc::SIGUSR2, libc::SIGALRM] {
            libc::signal(signal, libc::SIG_IGN);
        }
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGCHLD] {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        let is_moved = null >= 0
            && libc::dup2(null, 0) >= 0
            && libc::dup2(null, 1) >= 0
            && (fd == LISTENER || libc::dup2(fd, LISTENER) >= 0);
        let first = LISTENER as libc::c_uint + 1;
        if !is_moved || libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0) != 0 {
            return Err(());
        }
        Ok(OwnedFd::from_raw_fd(LISTENER))
    }
}

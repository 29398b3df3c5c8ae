//! Starting a process, usually a rank: like `posix_spawn`, plus features that it lacks (death
//! signal, pidfd, processors).
//!
//! The child runs on its own stack in the memory of this process, which is suspended until the
//! child has called `execve` or failed (`CLONE_VM | CLONE_VFORK`). So nothing is copied, however
//! large the launcher is, and the parent can read the error of a failure from memory.

use crate::bind::Cpus;
use crate::error::LaunchError;
use crate::sys;
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::ptr::{null, null_mut};

/// The description of the child.
pub(crate) struct Spawn<'a> {
    pub(crate) program: &'a CStr,
    pub(crate) argv: &'a [CString],
    pub(crate) env: &'a [CString],
    pub(crate) wdir: Option<&'a CStr>,
    pub(crate) cpus: Option<&'a Cpus>,
    /// The descriptors that become 0, 1 and 2.
    pub(crate) stdio: [RawFd; 3],
    /// Descriptors that stay open in the child under their numbers.
    pub(crate) kept: [Option<RawFd>; 2],
    pub(crate) mask: libc::sigset_t,
}

/// A started rank.
#[derive(Debug)]
pub(crate) struct Child {
    pub(crate) pid: i32,
    /// Readable when the rank has ended.
    pub(crate) pidfd: OwnedFd,
}

/// The input of the child; on failure it writes `failed` and `errno`.
struct Order {
    program: *const libc::c_char,
    argv: *const *const libc::c_char,
    env: *const *const libc::c_char,
    wdir: *const libc::c_char,
    cpus: *const libc::cpu_set_t,
    stdio: [RawFd; 3],
    kept: [Option<RawFd>; 2],
    parent: i32,
    mask: libc::sigset_t,
    failed: &'static str,
    errno: i32,
}

const STACK_BYTES: usize = 64 * 1024;

impl Spawn<'_> {
    /// Starts the rank. A file without a header that the kernel knows is run by `/bin/sh`, as in
    /// `execvp`.
    pub(crate) fn start(&self) -> Result<Child, LaunchError> {
        match self.attempt(self.program, self.argv) {
            Err((_, error)) if error.raw_os_error() == Some(libc::ENOEXEC) => {
                let rest = self.argv.iter().skip(1).cloned();
                let script = [c"sh".to_owned(), self.program.to_owned()];
                let argv: Vec<_> = script.into_iter().chain(rest).collect();
                self.attempt(c"/bin/sh", &argv)
            }
            result => result,
        }
        .map_err(|(step, error)| self.explain(step, &error))
    }

    fn explain(&self, step: &str, error: &io::Error) -> LaunchError {
        let program = self.program.to_string_lossy();
        match (step, error.raw_os_error()) {
            ("execve", Some(libc::ENOENT)) => LaunchError::new(
                crate::error::NOT_FOUND,
                format!("program {program:?}: {error} (its interpreter may be missing)"),
            ),
            ("execve", Some(libc::E2BIG)) => {
                LaunchError::own(format!("program {program:?}: arguments or environment too long"))
            }
            ("execve", _) => {
                LaunchError::new(crate::error::NOT_EXECUTABLE, format!("{program:?}: {error}"))
            }
            _ => LaunchError::system(&format!("starting {program:?}: {step}"), error),
        }
    }

    fn attempt(
        &self,
        program: &CStr,
        argv: &[CString],
    ) -> Result<Child, (&'static str, io::Error)> {
        let argv = pointers(argv);
        let env = pointers(self.env);
        let cpus = self.cpus.map(crate::bind::to_set);
        let mut order = Order {
            program: program.as_ptr(),
            argv: argv.as_ptr(),
            env: env.as_ptr(),
            wdir: self.wdir.map_or(null(), CStr::as_ptr),
            cpus: cpus.as_ref().map_or(null(), |set| &raw const *set),
            stdio: self.stdio,
            kept: self.kept,
            // SAFETY: no memory involved.
            parent: unsafe { libc::getpid() },
            mask: self.mask,
            failed: "",
            errno: 0,
        };
        let (pid, pidfd) = clone(&mut order).map_err(|error| ("clone", error))?;
        if order.failed.is_empty() {
            return Ok(Child { pid, pidfd });
        }
        // SAFETY: reaps the child that has just given up; its status is of no interest.
        unsafe { libc::waitpid(pid, null_mut(), 0) };
        Err((order.failed, io::Error::from_raw_os_error(order.errno)))
    }
}

/// A null-terminated array for `execve`; valid as long as the strings.
fn pointers(strings: &[CString]) -> Vec<*const libc::c_char> {
    strings.iter().map(|string| string.as_ptr()).chain([null()]).collect()
}

fn clone(order: &mut Order) -> io::Result<(i32, OwnedFd)> {
    let mut stack = vec![0_u128; STACK_BYTES / size_of::<u128>()];
    let mut pidfd: RawFd = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: the stack's end is 16-byte aligned and nothing else uses the stack; it and the
    // order outlive the child's use of them, because with CLONE_VFORK this call returns only
    // when the child has left this memory by execve or _exit. This process has one thread, so
    // nobody else touches the order meanwhile. `child` makes only async-signal-safe calls.
    // The descriptor table and signal handlers are copies, so what it changes is its own.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(stack.len());
        let order: *mut Order = order;
        sys::check(libc::clone(child, top.cast(), flags, order.cast(), &raw mut pidfd))?
    };
    // SAFETY: clone succeeded and has made this descriptor; it gets its one owner here.
    Ok((pid, unsafe { OwnedFd::from_raw_fd(pidfd) }))
}

extern "C" fn child(order: *mut libc::c_void) -> libc::c_int {
    // SAFETY: `clone` above gives a valid order that nobody else uses until this child is gone.
    let order = unsafe { &mut *order.cast::<Order>() };
    order.failed = become_rank(order);
    order.errno = io::Error::last_os_error().raw_os_error().unwrap_or(0);
    // SAFETY: ends the child without running anything of the parent's memory.
    unsafe { libc::_exit(crate::error::NOT_FOUND) }
}

/// Runs in the child; returns the step that failed. System calls only: no allocation, no lock.
fn become_rank(order: &Order) -> &'static str {
    // SAFETY: every call is async-signal-safe and gets pointers that the order keeps valid; the
    // descriptors are copies of the parent's, so closing or moving them touches nobody else.
    unsafe {
        if libc::setpgid(0, 0) == -1 {
            return "setpgid";
        }
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) == -1 {
            return "prctl";
        }
        // The parent may have died before the previous line; then no signal would be sent.
        if libc::getppid() != order.parent {
            libc::_exit(crate::error::LAUNCHER_FAILED);
        }
        for (target, source) in (0..).zip(order.stdio) {
            if libc::dup2(source, target) == -1 {
                return "dup2";
            }
        }
        for kept in order.kept.into_iter().flatten() {
            if libc::fcntl(kept, libc::F_SETFD, 0) == -1 {
                return "fcntl";
            }
        }
        if !order.wdir.is_null() && libc::chdir(order.wdir) == -1 {
            return "chdir";
        }
        let bytes = size_of::<libc::cpu_set_t>();
        if !order.cpus.is_null() && libc::sched_setaffinity(0, bytes, order.cpus) == -1 {
            return "sched_setaffinity";
        }
        // Rust ignores SIGPIPE at start-up; a rank must not inherit that.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const order.mask, null_mut());
        libc::execve(order.program, order.argv, order.env);
    }
    "execve"
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Exited(i32),
    Signaled(i32),
}

impl Status {
    /// The exit code as shells compute it.
    pub(crate) fn code(self) -> i32 {
        match self {
            Self::Exited(code) => code,
            Self::Signaled(signal) => 128 + signal,
        }
    }
}

/// How `pid` ended, `None` while it runs. It stays a zombie, so that its process ID and process
/// group ID cannot be reused while the launcher may still signal them.
pub(crate) fn peek_status(pid: i32) -> Option<Status> {
    let id = libc::id_t::try_from(pid).ok()?;
    // SAFETY: siginfo_t is plain data; the call fills it for a child of ours.
    let info = unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        if libc::waitid(libc::P_PID, id, &raw mut info, options) != 0 {
            // Its end can no longer be detected, so it must not be waited for.
            let error = io::Error::last_os_error();
            say!("the exit status of process {pid} is not available: waitid: {error}");
            return Some(Status::Exited(crate::error::LAUNCHER_FAILED));
        }
        if info.si_pid() == 0 {
            return None;
        }
        (info.si_code, info.si_status())
    };
    Some(match info {
        (libc::CLD_EXITED, code) => Status::Exited(code),
        (_, signal) => Status::Signaled(signal),
    })
}

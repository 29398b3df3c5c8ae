//! The keeper: a small process that outlives a killed launcher for as long as it takes to kill what
//! is left of the job.
//!
//! The death signal covers the ranks, but not their children. The keeper holds the read end of a
//! pipe whose write end only the launcher has. The launcher writes the process ID of each rank, and
//! 0 when it has cleaned up itself. If the pipe is closed without that 0, the launcher has died:
//! the keeper kills the process group of each rank, and every process that carries the job's mark
//! in its environment, until none is left.
//!
//! It runs in its own session, where no terminal signal reaches it, and under its own name, so that
//! killing all processes with the launcher's name does not kill it.

use crate::sys;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// The variable that marks the processes of a job; nested jobs append their ids.
pub(crate) const MARK: &str = "SKIFCH_JOB";
const DONE: i32 = 0;
const ROUND_PAUSE: Duration = Duration::from_millis(20);
const ROUNDS_MAX: u32 = 100;

#[derive(Debug)]
pub(crate) struct Keeper {
    pipe: OwnedFd,
    pub(crate) pid: i32,
}

impl Keeper {
    /// Forks the keeper of the job with that id.
    pub(crate) fn start(job: &str) -> io::Result<Self> {
        let (read, write) = sys::pipe()?;
        // SAFETY: this process has one thread, so the child is a whole process that may go on
        // running ordinary code.
        match sys::check(unsafe { libc::fork() })? {
            0 => {
                drop(write);
                keep(read.as_raw_fd(), job)
            }
            pid => Ok(Self { pipe: write, pid }),
        }
    }

    /// Registers a rank. If the keeper was killed, the job continues.
    pub(crate) fn watch(&self, pid: i32) {
        let _ = sys::write(self.pipe.as_raw_fd(), &pid.to_ne_bytes());
    }

    /// Tells the keeper that everything is cleaned up; it then ends.
    pub(crate) fn dismiss(self) {
        self.watch(DONE);
        drop(self.pipe);
        // SAFETY: reaps our own child; its status is of no interest.
        unsafe { libc::waitpid(self.pid, std::ptr::null_mut(), 0) };
    }
}

fn keep(pipe: RawFd, job: &str) -> ! {
    isolate(pipe);
    let mut pids = Vec::new();
    let mut record = [0_u8; 4];
    loop {
        match sys::read(pipe, &mut record) {
            Ok(4) if i32::from_ne_bytes(record) == DONE => break,
            Ok(4) => pids.push(i32::from_ne_bytes(record)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            _ => {
                kill_job(&pids, job);
                break;
            }
        }
    }
    // SAFETY: leaves without running anything that belongs to the launcher.
    unsafe { libc::_exit(0) }
}

/// Own session, own name, no descriptor except the pipe.
fn isolate(pipe: RawFd) {
    let pipe = pipe.cast_unsigned();
    // SAFETY: this is the keeper, a process of its own: the descriptors it closes are copies,
    // and nothing in it uses them. A constant string is given as name.
    unsafe {
        libc::setsid();
        libc::prctl(libc::PR_SET_NAME, c"skif-keeper".as_ptr());
        if let Some(last) = pipe.checked_sub(1) {
            libc::syscall(libc::SYS_close_range, 0, last, 0);
        }
        libc::syscall(libc::SYS_close_range, pipe + 1, u32::MAX, 0);
    }
    rename_command_line();
}

/// Overwrites the command line that `ps` and `pkill -f` show.
fn rename_command_line() {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return };
    // Fields 48 and 49 of proc_pid_stat(5); the name before may contain spaces, so count from `)`.
    let rest = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    let fields: Vec<usize> = rest.split_whitespace().map(|f| f.parse().unwrap_or(0)).collect();
    let (Some(&begin), Some(&end)) = (fields.get(45), fields.get(46)) else { return };
    if begin == 0 || end <= begin {
        return;
    }
    let name = b"skif-keeper";
    // SAFETY: the kernel says that the argument strings of this process lie there; they are
    // writable memory of the initial stack, private to this process since the fork, and the
    // keeper reads its arguments no more.
    unsafe {
        let area = std::slice::from_raw_parts_mut(begin as *mut u8, end - begin);
        area.fill(0);
        let shown = name.len().min(area.len().saturating_sub(1));
        area[..shown].copy_from_slice(&name[..shown]);
    }
}

/// Repeated, because a killed process may just have started another one.
fn kill_job(pids: &[i32], job: &str) {
    for round in 0..ROUNDS_MAX {
        if round == 0 {
            pids.iter().for_each(|&pid| sys::kill(-pid, libc::SIGKILL));
        }
        let found = marked(job);
        if found.is_empty() && round > 0 {
            return;
        }
        found.iter().for_each(|&pid| sys::kill(pid, libc::SIGKILL));
        std::thread::sleep(ROUND_PAUSE);
    }
}

/// The processes with the job's id in their environment, except this one.
fn marked(job: &str) -> Vec<i32> {
    let Some(entries) = std::fs::read_dir("/proc").ok().filter(|_| sys::sees_itself()) else {
        return Vec::new();
    };
    let own = std::process::id().cast_signed();
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|&pid| pid != own && carries(pid, job)).collect()
}

/// Whether the process has the job's id in its environment.
pub(crate) fn carries(pid: i32, job: &str) -> bool {
    let environ = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environ.split(|&byte| byte == 0).any(|entry| {
        let value = entry.strip_prefix(MARK.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
        value.is_some_and(|ids| ids.split(|&b| b == b'/').any(|id| id == job.as_bytes()))
    })
}

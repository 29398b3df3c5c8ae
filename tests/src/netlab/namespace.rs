//! A network namespace kept alive by a descriptor.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// A network namespace. It disappears when this is dropped and no process is left in it.
pub(super) struct Namespace(File);

impl Namespace {
    pub(super) fn new() -> io::Result<Self> {
        let made = std::thread::spawn(|| {
            // SAFETY: integers only; it affects this thread alone, which ends here.
            if unsafe { libc::unshare(libc::CLONE_NEWNET) } != 0 {
                return Err(io::Error::last_os_error());
            }
            File::open("/proc/thread-self/ns/net")
        });
        made.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked"))).map(Self)
    }

    /// The inode number that `/proc` shows.
    pub(super) fn id(&self) -> u64 {
        self.0.metadata().map_or(0, |metadata| metadata.ino())
    }

    /// The path by which other processes find it.
    pub(super) fn path(&self) -> String {
        format!("/proc/{}/fd/{}", std::process::id(), self.0.as_raw_fd())
    }

    pub(super) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        self.move_there(&mut command);
        command
    }

    pub(super) fn move_there(&self, command: &mut Command) {
        let fd = self.0.as_raw_fd();
        // SAFETY: two system calls between fork and exec. If the namespace is dropped before the
        // command starts, the start fails; the descriptor may then be another file's, which is no
        // namespace.
        unsafe {
            command.pre_exec(move || {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                set(fd)
            });
        }
    }

    /// The name by which `agent.sh` finds it.
    pub(super) fn name(&self) -> String {
        format!("lab-{}-{}", std::process::id(), self.0.as_raw_fd())
    }

    pub(super) fn enter<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let fd = self.0.as_raw_fd();
        std::thread::scope(|scope| {
            let inside = scope.spawn(move || {
                set(fd).expect("root may enter a namespace of its own");
                work()
            });
            inside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// Moves the calling thread into the namespace.
fn set(fd: RawFd) -> io::Result<()> {
    // SAFETY: integers only.
    match unsafe { libc::setns(fd, libc::CLONE_NEWNET) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

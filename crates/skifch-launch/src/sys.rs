//! Thin, checked wrappers of system calls that std lacks. All descriptors created here are
//! close-on-exec.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

/// The result of a call that returns −1 with errno on failure.
pub(crate) fn check(value: i32) -> io::Result<i32> {
    if value == -1 { Err(io::Error::last_os_error()) } else { Ok(value) }
}

fn check_len(value: isize) -> io::Result<usize> {
    usize::try_from(value).map_err(|_| io::Error::last_os_error())
}

/// Read end and write end.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    // SAFETY: writes two descriptors into this array, which nobody else owns yet.
    check(unsafe { libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC) })?;
    Ok(own_pair(fds))
}

/// A connected pair of stream sockets.
pub(crate) fn socket_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC;
    // SAFETY: writes two descriptors into this array, which nobody else owns yet.
    check(unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, fds.as_mut_ptr()) })?;
    Ok(own_pair(fds))
}

fn own_pair(fds: [RawFd; 2]) -> (OwnedFd, OwnedFd) {
    // SAFETY: the kernel has just made both; each gets exactly one owner here.
    unsafe { (OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])) }
}

/// For descriptors that only this process uses: the flag belongs to the open file description.
pub(crate) fn set_nonblocking(fd: &OwnedFd) -> io::Result<()> {
    // SAFETY: changes the flags of a descriptor that the caller owns.
    check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) }).map(|_| ())
}

/// Requests a larger pipe buffer; a refusal only costs speed.
pub(crate) fn grow_pipe(fd: &OwnedFd, bytes: i32) {
    // SAFETY: changes the buffer of a pipe that the caller owns.
    unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETPIPE_SZ, bytes) };
}

pub(crate) fn read(fd: RawFd, buffer: &mut [u8]) -> io::Result<usize> {
    // SAFETY: the buffer is valid and writable for its length.
    check_len(unsafe { libc::read(fd, buffer.as_mut_ptr().cast(), buffer.len()) })
}

pub(crate) fn write(fd: RawFd, bytes: &[u8]) -> io::Result<usize> {
    // SAFETY: the buffer is valid for its length.
    check_len(unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) })
}

/// Sends without blocking and without SIGPIPE.
pub(crate) fn send(fd: RawFd, bytes: &[u8]) -> io::Result<usize> {
    let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    // SAFETY: the buffer is valid for its length.
    check_len(unsafe { libc::send(fd, bytes.as_ptr().cast(), bytes.len(), flags) })
}

/// More than the names and slots of all hosts of the largest job.
const MOST_TEXT_BYTES: u64 = 64 << 20;

/// How long a read may wait for a FIFO's writer before the launcher says so.
const SILENCE_MS: i32 = 2000;

/// The text of a file that the user names; the size limit keeps an endless one from filling memory.
/// A FIFO without a writer is waited for as long as it takes, and after 2 s the launcher says so.
pub(crate) fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    let path = path.as_ref();
    // Without O_NONBLOCK, open itself would wait for the writer of a FIFO.
    let file = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    let mut bytes = Vec::new();
    let mut limit_ms = SILENCE_MS;
    loop {
        if !wait_readable(&file, limit_ms)? {
            limit_ms = -1;
            let is_fifo = file.metadata()?.file_type().is_fifo();
            let kind = if is_fifo { "a FIFO" } else { "not a regular file" };
            say!("waiting for data from {}, which is {kind}", path.display());
            continue;
        }
        let left = MOST_TEXT_BYTES + 1 - bytes.len() as u64;
        match (&file).take(left).read_to_end(&mut bytes) {
            Ok(_) => break,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
            Err(e) => return Err(e),
        }
    }
    if bytes.len() as u64 > MOST_TEXT_BYTES {
        let text = format!("longer than {} MB", MOST_TEXT_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    String::from_utf8(bytes).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
}

/// Waits until a read would not block; false when `limit_ms` (-1: none) has passed first.
fn wait_readable(file: &File, limit_ms: i32) -> io::Result<bool> {
    let mut poll = libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    loop {
        // SAFETY: reads and writes one pollfd on this frame.
        match check(unsafe { libc::poll(&raw mut poll, 1, limit_ms) }) {
            Ok(count) => return Ok(count > 0),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
}

/// Signals one process, or with a negative number a process group. It is not an error if the target
/// is gone.
pub(crate) fn kill(pid: i32, signal: i32) {
    // SAFETY: no memory involved; callers name only ranks they have not reaped, and groups of
    // those, so that the numbers cannot have passed to strangers.
    unsafe { libc::kill(pid, signal) };
}

/// Whether a process handles a signal: has a handler, ignores it, or blocks it to wait for it.
pub(crate) fn takes(pid: i32, signal: i32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let set = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        u64::from_str_radix(line.trim(), 16).ok()
    };
    let sets = ["SigCgt:", "SigBlk:", "SigIgn:"].into_iter().filter_map(set);
    sets.fold(0, |all, one| all | one) >> (signal - 1) & 1 == 1
}

/// Whether `/proc` is there and shows the processes by the numbers that they have here: that of
/// another PID namespace shows others.
pub(crate) fn sees_itself() -> bool {
    let own = std::fs::read_link("/proc/self");
    own.is_ok_and(|own| own.to_str() == Some(&std::process::id().to_string()))
}

/// Raises the limit of open descriptors to the hard limit; ranks inherit it.
pub(crate) fn raise_open_files() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: reads and writes one rlimit on this frame. Failing leaves the limit as it was.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) == 0 {
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit);
        }
    }
}

pub(crate) fn hostname() -> String {
    let mut name = [0_u8; 256];
    // SAFETY: writes at most 255 bytes, so the last stays zero.
    unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
    let end = name.iter().position(|&byte| byte == 0).unwrap_or(0);
    String::from_utf8_lossy(&name[..end]).into_owned()
}

pub(crate) fn is_terminal(fd: RawFd) -> bool {
    // SAFETY: no memory involved; any number is allowed.
    unsafe { libc::isatty(fd) == 1 }
}

/// Whether this process may read that terminal without being stopped.
pub(crate) fn is_foreground(fd: RawFd) -> bool {
    // SAFETY: no memory involved; any number is allowed.
    unsafe { libc::tcgetpgrp(fd) == libc::getpgrp() }
}

/// Whether that is this process's terminal, and reading it is for another process group now.
pub(crate) fn is_background(fd: RawFd) -> bool {
    // SAFETY: no memory involved; any number is allowed.
    let (there, own) = unsafe { (libc::tcgetpgrp(fd), libc::getpgrp()) };
    there > 0 && there != own
}

/// The result of `fstat`, `None` if the descriptor is closed.
pub(crate) fn stat(fd: RawFd) -> Option<libc::stat> {
    // SAFETY: stat is plain numbers, for which zero is valid.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: writes one stat on this frame; any number is allowed.
    (unsafe { libc::fstat(fd, &raw mut stat) } == 0).then_some(stat)
}

/// Makes sure that 0, 1 and 2 are open, so that no new descriptor gets one of these numbers.
pub(crate) fn open_standard() -> io::Result<()> {
    while (0..=2).any(|fd| stat(fd).is_none()) {
        // SAFETY: a constant path; open gives the lowest free number, which is what is wanted,
        // and the descriptor is meant to stay open.
        check(unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR) })?;
    }
    Ok(())
}

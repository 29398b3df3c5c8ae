//! A stream socket to the launcher: lines of text, with a time limit on every wait.

use crate::line::{LineBuffer, Message};
use crate::{BootError, BootErrorKind};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// The connection. The descriptor is closed on exec and when this is dropped.
#[derive(Debug)]
pub(crate) struct Conn {
    fd: Arc<OwnedFd>,
    lines: LineBuffer,
    timeout: Duration,
}

impl Conn {
    /// Takes a connected stream socket.
    pub(crate) fn new(fd: OwnedFd, timeout: Duration) -> Self {
        Self { fd: Arc::new(fd), lines: LineBuffer::default(), timeout }
    }

    /// The socket, for a line that needs no reply.
    pub(crate) fn wire(&self) -> Weak<OwnedFd> {
        Arc::downgrade(&self.fd)
    }

    /// Sends `line`, which includes its newline.
    pub(crate) fn send(&mut self, call: &str, line: &str) -> Result<(), BootError> {
        send(&self.fd, self.timeout, call, line)
    }

    /// The next line. `awaited` completes "waited 300 s for the launcher …" in the error.
    pub(crate) fn receive(&mut self, call: &str, awaited: &str) -> Result<Message, BootError> {
        let deadline = Instant::now() + self.timeout;
        loop {
            if let Some(line) = self.lines.next_line() {
                let parsed = line.and_then(|bytes| Message::parse(&bytes));
                return parsed.map_err(|fault| {
                    let text = format!("boot: {call}: the launcher sent {fault}");
                    BootError::new(BootErrorKind::Protocol, text)
                });
            }
            let mut chunk = [0_u8; 4096];
            match receive_now(self.fd.as_raw_fd(), &mut chunk) {
                Ok(0) => return Err(lost(call, "the launcher closed the connection")),
                Ok(count) => self.lines.push(&chunk[..count]),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    wait(&self.fd, self.timeout, (call, awaited), libc::POLLIN, deadline)?;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(lost(call, &e.to_string())),
            }
        }
    }
}

/// Sends `line`, which includes its newline, with as few writes as the kernel allows: some
/// launchers read their first request with a single `read`.
pub(crate) fn send(
    fd: &OwnedFd,
    timeout: Duration,
    call: &str,
    line: &str,
) -> Result<(), BootError> {
    let deadline = Instant::now() + timeout;
    let mut rest = line.as_bytes();
    while !rest.is_empty() {
        match send_now(fd.as_raw_fd(), rest) {
            Ok(sent) => rest = rest.get(sent..).unwrap_or_default(),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                wait(fd, timeout, (call, "to take a request"), libc::POLLOUT, deadline)?;
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(lost(call, &e.to_string())),
        }
    }
    Ok(())
}

/// Waits for `events`, as part of a call that began `timeout` before `deadline`.
fn wait(
    fd: &OwnedFd,
    timeout: Duration,
    (call, awaited): (&str, &str),
    events: i16,
    deadline: Instant,
) -> Result<(), BootError> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        let text = format!(
            "boot: {call}: waited {} s for the launcher {awaited} (SKIFCH_BOOT_TIMEOUT sets the \
             limit)",
            timeout.as_secs_f32()
        );
        return Err(BootError::new(BootErrorKind::Timeout, text));
    }
    // Rounded up, so that the last wait does not spin through its final millisecond.
    let timeout_ms = left.as_millis().saturating_add(1).try_into().unwrap_or(i32::MAX);
    let mut poll = libc::pollfd { fd: fd.as_raw_fd(), events, revents: 0 };
    // SAFETY: one pollfd that lives on this stack frame; an error (EINTR) is looked at by
    // the caller's next try and by the deadline.
    unsafe { libc::poll(&raw mut poll, 1, timeout_ms) };
    Ok(())
}

fn lost(call: &str, how: &str) -> BootError {
    let text = format!(
        "boot: {call}: lost the connection to the launcher: {how}; it died, or it is terminating \
         the job because of another rank"
    );
    BootError::new(BootErrorKind::Connection, text)
}

fn send_now(fd: RawFd, bytes: &[u8]) -> io::Result<usize> {
    // SAFETY: the buffer is valid for its length; MSG_NOSIGNAL keeps a dead launcher from
    // killing this process with SIGPIPE.
    let sent = unsafe {
        libc::send(fd, bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT)
    };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

fn receive_now(fd: RawFd, buffer: &mut [u8]) -> io::Result<usize> {
    // SAFETY: the buffer is valid and writable for its length.
    let got =
        unsafe { libc::recv(fd, buffer.as_mut_ptr().cast(), buffer.len(), libc::MSG_DONTWAIT) };
    usize::try_from(got).map_err(|_| io::Error::last_os_error())
}

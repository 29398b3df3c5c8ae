//! Large datagrams that the kernel does not copy: their pages go through a pipe to the socket.
//!
//! The kernel copies into pages that the receiver's CPU has read a moment ago, so each line has to
//! be taken over from that CPU's caches; on the loopback this is half of a sender's time. Pages of
//! the caller are only referred to, and the receiver copies from them.

use super::call;
use super::send::{FLAGS, Way, gathering};
use crate::lock::TryLock;
use crate::option::errno;
use crate::shortage::is_shortage;
use skifch_backend::fork::{self, Guarded};
use std::io::IoSlice;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// From this size on it is faster than a copy: 16 pages cost as much as copying 40 KB.
const LEAST_BYTES: usize = 48 << 10;

/// The pages of the largest datagram and of a second piece; a pipe has 64 KB unless asked for more.
const PIPE_BYTES: i32 = 128 << 10;

/// The smallest page of any system; where they are larger, there are fewer.
const PAGE_BYTES: usize = 4096;

/// Pages of one datagram (`MAX_SKB_FRAGS`).
const MAX_PAGES: usize = 17;

/// What became of a datagram.
pub(crate) enum Spliced {
    Yes,
    /// Nothing was done: it is to be copied.
    No,
    /// Part of it may wait in the socket, which is to be closed.
    InPart,
}

/// Sends datagrams through a pipe, which is made when it is first needed.
pub(crate) struct Splicer(TryLock<State>);

enum State {
    Untried,
    Open(Pipe),
    /// Not here: switched off, refused by the system, or no descriptors.
    Never,
}

struct Pipe {
    read: Guarded,
    write: Guarded,
}

impl Splicer {
    pub(super) fn new(is_wanted: bool) -> Self {
        Self(TryLock::new(if is_wanted { State::Untried } else { State::Never }))
    }

    /// Sends `head` and `body` as one datagram through a connected socket. The head is copied; of
    /// the body nothing may change until the datagram was received.
    pub(super) fn send(&self, way: Way<'_>, head: &[IoSlice<'_>], body: &[IoSlice<'_>]) -> Spliced {
        let bytes = bytes_of(body);
        let Some(mut state) = self.0.try_lock() else { return Spliced::No };
        if let State::Untried = *state {
            *state = Pipe::open().map_or(State::Never, State::Open);
        }
        let State::Open(pipe) = &*state else { return Spliced::No };
        let (errno, outcome) = match pipe.fill(body, bytes) {
            Err(errno) => (errno, Spliced::No),
            Ok(()) => match pipe.send(way, head, bytes) {
                Err(errno) => (errno, Spliced::InPart),
                Ok(()) => return Spliced::Yes,
            },
        };
        // What is in the pipe goes with it.
        *state = if may_pass(errno) { State::Untried } else { State::Never };
        outcome
    }

    /// Whether datagrams are sent so.
    #[cfg(test)]
    pub(crate) fn is_open(&self) -> bool {
        matches!(*self.0.lock(), State::Open(_))
    }

    /// Leaves the pipe without a way out, as if the kernel refused the second half of a send.
    #[cfg(test)]
    pub(crate) fn break_pipe(&self) {
        let none = std::fs::File::open("/dev/null").expect("/dev/null");
        if let State::Open(pipe) = &mut *self.0.lock() {
            pipe.read = fork::guard(none.into());
        }
    }
}

/// A datagram in two parts, of which the second goes through a pipe: what comes before the first
/// piece of a page or more is copied faster. `None`: all of it is.
#[inline(always)]
pub(crate) fn split<'a, 'b>(
    slices: &'a [IoSlice<'b>],
) -> Option<(&'a [IoSlice<'b>], &'a [IoSlice<'b>])> {
    if bytes_of(slices) < LEAST_BYTES {
        return None;
    }
    let behind_head = slices.get(1..)?;
    let first = behind_head.iter().position(|slice| slice.len() >= PAGE_BYTES)?;
    let (head, body) = slices.split_at(1 + first);
    (bytes_of(body) >= LEAST_BYTES && is_even(body) && pages_of(body) <= MAX_PAGES)
        .then_some((head, body))
}

/// In how many pages the pieces lie.
fn pages_of(body: &[IoSlice<'_>]) -> usize {
    let pages = |slice: &IoSlice<'_>| {
        (slice.as_ptr().addr() % PAGE_BYTES + slice.len()).div_ceil(PAGE_BYTES)
    };
    body.iter().filter(|slice| !slice.is_empty()).map(pages).sum()
}

/// Whether the parts of all pages begin at offsets of one parity. The kernel adds the checksums of
/// the parts of one call as if they did (`skb_splice_from_iter` counts their lengths afterwards):
/// the receiver would drop other datagrams.
fn is_even(body: &[IoSlice<'_>]) -> bool {
    let odd = |slice: &IoSlice<'_>| !slice.as_ptr().addr().is_multiple_of(2);
    let mut parts = body.iter().filter(|slice| !slice.is_empty()).peekable();
    while let Some(part) = parts.next() {
        if odd(part) || (parts.peek().is_some() && !part.len().is_multiple_of(2)) {
            return false;
        }
    }
    true
}

#[inline(always)]
fn bytes_of(body: &[IoSlice<'_>]) -> usize {
    body.iter().map(|slice| slice.len()).sum()
}

/// The outcome of a call that should have moved so many bytes; the errno if it did not.
fn moved(count: isize, bytes: usize) -> Result<(), i32> {
    match usize::try_from(count) {
        Ok(count) if count == bytes => Ok(()),
        Ok(_) => Err(libc::EIO),
        Err(_) => Err(errno()),
    }
}

/// Whether the next datagram may go through a pipe all the same.
fn may_pass(errno: i32) -> bool {
    is_shortage(errno)
        || matches!(errno, libc::EAGAIN | libc::EINTR | libc::EMSGSIZE | libc::ECONNREFUSED)
}

impl Pipe {
    fn open() -> Option<Self> {
        let mut fds = [-1; 2];
        // SAFETY: room for two descriptors.
        if unsafe { libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC | libc::O_NONBLOCK) } != 0 {
            return None;
        }
        // SAFETY: fresh descriptors that nobody else owns.
        let [read, write] = fds.map(|fd| fork::guard(unsafe { OwnedFd::from_raw_fd(fd) }));
        // SAFETY: integers only.
        let bytes = unsafe { libc::fcntl(write.as_raw_fd(), libc::F_SETPIPE_SZ, PIPE_BYTES) };
        (bytes >= PIPE_BYTES).then_some(Self { read, write })
    }

    /// Puts the pages of the body into the pipe, all or not.
    fn fill(&self, body: &[IoSlice<'_>], bytes: usize) -> Result<(), i32> {
        // `IoSlice` has the ABI of `iovec`.
        let pieces = body.as_ptr().cast::<libc::iovec>();
        let flags = libc::SPLICE_F_NONBLOCK;
        // SAFETY: the slices are readable; the kernel only reads them.
        let put = unsafe { libc::vmsplice(self.write.as_raw_fd(), pieces, body.len(), flags) };
        moved(put, bytes)
    }

    /// Sends the head and the pipe's contents as one datagram, all or not.
    fn send(&self, way: Way<'_>, head: &[IoSlice<'_>], bytes: usize) -> Result<(), i32> {
        let message = gathering(way, head);
        // SAFETY: the header points to slices that live through the call.
        let put = unsafe { call::sendmsg(way.fd, &message, FLAGS | libc::MSG_MORE) };
        moved(put, bytes_of(head))?;
        let (none, flags) = (std::ptr::null_mut(), libc::SPLICE_F_MOVE | libc::SPLICE_F_NONBLOCK);
        // SAFETY: integers, and null for offsets, which neither end has.
        let went = unsafe { libc::splice(self.read.as_raw_fd(), none, way.fd, none, bytes, flags) };
        moved(went, bytes)
    }
}

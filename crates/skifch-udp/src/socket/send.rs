//! Sending: one datagram, or a run of equal ones in as few system calls as possible.

use super::call;
use super::splice::{Spliced, split};
use crate::chunk::{Chunk, Cursor, MAX_SEGMENTS};
use crate::control::Control;
use crate::option::errno;
use crate::port::{MAX_DATAGRAM_BYTES, MAX_SLICES};
use crate::shortage::is_shortage;
use crate::{Addr, Sent, SentRun, Socket};
use skifch_backend::Error;
use std::io::IoSlice;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::atomic::Ordering;

pub(super) const FLAGS: i32 = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;

/// Attempts if a call fails with an error that ICMP reported for an earlier datagram: the kernel
/// returns such an error from whichever call comes next.
const TRIES: usize = 4;

/// Up to this size, copying into one piece and calling `sendto` is cheaper than a gathering
/// `sendmsg`.
const SMALL_BYTES: usize = 256;

/// The socket to send through, and the destination.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    pub(super) fd: RawFd,
    to: &'a Addr,
    /// The socket is connected to the destination.
    is_connected: bool,
}

impl Way<'_> {
    /// The address argument for the system call.
    fn name(&self) -> call::Name {
        if self.is_connected { (std::ptr::null(), 0) } else { (self.to.as_ptr(), self.to.len()) }
    }

    /// A connected socket gets one attempt: it is given up at the first error.
    fn tries(&self) -> usize {
        if self.is_connected { 1 } else { TRIES }
    }
}

/// Outcome of one system call.
enum Call {
    /// This many datagrams were sent.
    Went(usize),
    Not(Sent),
    /// The kernel rejects this form of the call: for a run, it does not support segmentation here
    /// after all; for a single datagram, the route rejects it, as a blackhole route does.
    Refused(i32),
}

impl Socket {
    #[inline]
    pub(crate) fn send_one(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        if slices.len() > MAX_SLICES {
            return Err(too_many(slices.len()));
        }
        if let Some(lent) = self.connected.to(to) {
            match send_to(Way { fd: lent.fd(), to, is_connected: true }, slices) {
                Ok(sent) if !is_trouble(sent) => return Ok(sent),
                _ => lent.give_up(),
            }
        }
        send_to(self.way(to), slices)
    }

    /// As `send_one`, without a copy by the kernel where that is possible.
    #[inline]
    pub(crate) fn send_uncopied(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        if let Some((head, body)) = split(slices)
            && let Some(lent) = self.connected.to(to)
        {
            let way = Way { fd: lent.fd(), to, is_connected: true };
            match self.splicer.send(way, head, body) {
                Spliced::Yes => return Ok(Sent::Yes),
                Spliced::No => {}
                Spliced::InPart => lent.give_up(),
            }
        }
        self.send_one(to, slices)
    }

    /// Sends through the unconnected socket.
    fn way<'a>(&self, to: &'a Addr) -> Way<'a> {
        Way { fd: self.fd.as_raw_fd(), to, is_connected: false }
    }

    pub(crate) fn send_all(
        &self,
        to: &Addr,
        slices: &[IoSlice<'_>],
        segment_bytes: usize,
    ) -> Result<SentRun, Error> {
        if !(1..=MAX_DATAGRAM_BYTES).contains(&segment_bytes) {
            let text = format!(
                "sending datagrams of {segment_bytes} bytes: the size must be 1 to {MAX_DATAGRAM_BYTES} bytes"
            );
            return Err(Error::new(libc::EINVAL, text));
        }
        let mut cursor = Cursor::new(slices);
        let mut chunk = Chunk::new();
        let mut segments = 0;
        let mut lent = self.connected.to(to);
        while cursor.left_bytes() > 0 {
            let before = cursor;
            let way = match &lent {
                Some(lent) => Way { fd: lent.fd(), to, is_connected: true },
                None => self.way(to),
            };
            match (self.send_chunk(way, &mut cursor, &mut chunk, segment_bytes), lent.take()) {
                (Ok(Call::Went(count)), still) => (segments, lent) = (segments + count, still),
                (Ok(Call::Not(end)), Some(_)) if !is_trouble(end) => {
                    return Ok(SentRun { segments, end });
                }
                (_, Some(troubled)) => {
                    troubled.give_up();
                    cursor = before;
                }
                (Ok(Call::Not(end)), None) => return Ok(SentRun { segments, end }),
                (Ok(Call::Refused(errno)), None) => {
                    return Ok(SentRun { segments, end: Sent::Unreachable(errno) });
                }
                (Err(error), None) => return Err(error),
            }
        }
        Ok(SentRun { segments, end: Sent::Yes })
    }

    /// Sends the next datagrams in one call and advances the cursor past those that were sent.
    fn send_chunk(
        &self,
        way: Way<'_>,
        cursor: &mut Cursor<'_>,
        chunk: &mut Chunk,
        segment_bytes: usize,
    ) -> Result<Call, Error> {
        let before = *cursor;
        let most = (MAX_DATAGRAM_BYTES / segment_bytes).min(MAX_SEGMENTS);
        let is_cut = self.segments() && most > 1 && cursor.left_bytes() > segment_bytes;
        let mut refused = false;
        if is_cut {
            fill(chunk, cursor, segment_bytes, most, true)?;
            match send_cut(way, chunk, segment_bytes)? {
                Call::Refused(_) => refused = true,
                Call::Not(sent) => return Ok(Call::Not(sent)),
                went @ Call::Went(_) => return Ok(went),
            }
            *cursor = before;
        }
        fill(chunk, cursor, segment_bytes, MAX_SEGMENTS, false)?;
        let call = send_each(way, chunk)?;
        if let Call::Went(count) = call {
            // Refused as a run but accepted one by one: segmentation is the problem.
            if refused {
                self.segments.store(false, Ordering::Relaxed);
            }
            *cursor = before;
            cursor.skip((count * segment_bytes).min(before.left_bytes()));
        }
        Ok(call)
    }
}

/// Whether the network has failed, rather than being busy.
fn is_trouble(sent: Sent) -> bool {
    match sent {
        Sent::Yes | Sent::Full => false,
        Sent::Unreachable(errno) => !is_shortage(errno),
        Sent::TooBig => true,
    }
}

/// Sends one datagram.
#[inline]
fn send_to(way: Way<'_>, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
    let mut room = [MaybeUninit::uninit(); SMALL_BYTES];
    if let Some(bytes) = joined(slices, &mut room) {
        // SAFETY: the address is readable for its length.
        let call = || unsafe { call::sendto(way.fd, bytes, FLAGS, way.name()) };
        return sent_one(way, call);
    }
    let message = gathering(way, slices);
    // SAFETY: the header points to slices and an address that live through the call.
    let call = || unsafe { call::sendmsg(way.fd, &message, FLAGS) };
    sent_one(way, call)
}

#[inline]
fn sent_one(way: Way<'_>, call: impl FnMut() -> isize) -> Result<Sent, Error> {
    match again(way, call)? {
        Call::Not(sent) => Ok(sent),
        Call::Went(_) => Ok(Sent::Yes),
        Call::Refused(errno) => Ok(Sent::Unreachable(errno)),
    }
}

/// One message that the kernel splits (`UDP_SEGMENT`): it is sent as a whole or not at all.
fn send_cut(way: Way<'_>, chunk: &mut Chunk, segment_bytes: usize) -> Result<Call, Error> {
    let mut control = Control::EMPTY;
    let mut message = header(way);
    let pieces = chunk.pieces();
    (message.msg_iov, message.msg_iovlen) = (pieces.as_mut_ptr(), pieces.len());
    control.put_segment(&mut message, segment_bytes as u16);
    // SAFETY: the header points to pieces, control and address that live through the call.
    let call = || unsafe { call::sendmsg(way.fd, &message, FLAGS) };
    Ok(match again(way, call)? {
        Call::Went(_) => Call::Went(chunk.segments()),
        other => other,
    })
}

/// One `sendmmsg` call with a message per datagram.
fn send_each(way: Way<'_>, chunk: &mut Chunk) -> Result<Call, Error> {
    let count = chunk.segments();
    let mut messages = [libc::mmsghdr { msg_hdr: header(way), msg_len: 0 }; MAX_SEGMENTS];
    for (index, message) in messages[..count].iter_mut().enumerate() {
        let pieces = chunk.segment(index);
        message.msg_hdr.msg_iov = pieces.as_mut_ptr();
        message.msg_hdr.msg_iovlen = pieces.len();
    }
    let first = messages.as_mut_ptr();
    // SAFETY: `count` headers whose pieces and address live through the call.
    let call = || unsafe { libc::sendmmsg(way.fd, first, count as u32, FLAGS) as isize };
    again(way, call)
}

/// The slices copied contiguously into `room`, if they fit.
#[inline]
fn joined<'a>(slices: &[IoSlice<'_>], room: &'a mut [MaybeUninit<u8>]) -> Option<&'a [u8]> {
    let mut len = 0;
    for slice in slices {
        room.get_mut(len..len + slice.len())?.write_copy_of_slice(slice);
        len += slice.len();
    }
    // SAFETY: this many bytes were written.
    Some(unsafe { room[..len].assume_init_ref() })
}

fn header(way: Way<'_>) -> libc::msghdr {
    // SAFETY: a message header is plain integers and pointers, for which zero is a value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    let (name, name_len) = way.name();
    (message.msg_name, message.msg_namelen) = (name as *mut _, name_len);
    message
}

/// The header of a message made of these slices, which must live as long as it is used.
#[inline]
pub(super) fn gathering(way: Way<'_>, slices: &[IoSlice<'_>]) -> libc::msghdr {
    let mut message = header(way);
    // The standard library guarantees that `IoSlice` has the ABI of `iovec`; the kernel does not
    // write to it.
    message.msg_iov = slices.as_ptr() as *mut libc::iovec;
    message.msg_iovlen = slices.len();
    message
}

fn fill(
    chunk: &mut Chunk,
    cursor: &mut Cursor<'_>,
    segment_bytes: usize,
    most: usize,
    joined: bool,
) -> Result<(), Error> {
    chunk.fill(cursor, segment_bytes, most, joined);
    if chunk.segments() == 0 { Err(too_many(MAX_SLICES + 1)) } else { Ok(()) }
}

/// Repeats a call until its result concerns the data being sent.
#[inline]
fn again(way: Way<'_>, mut call: impl FnMut() -> isize) -> Result<Call, Error> {
    let mut seen = libc::EIO;
    for _ in 0..way.tries() {
        if let Ok(count) = usize::try_from(call()) {
            return Ok(Call::Went(count));
        }
        let before = std::mem::replace(&mut seen, errno());
        match seen {
            libc::EAGAIN => return Ok(Call::Not(Sent::Full)),
            // The interface's queue has dropped it. A sender that shares a link with others must
            // treat this as loss, so that congestion control reacts.
            errno if is_shortage(errno) => return Ok(Call::Not(Sent::Unreachable(errno))),
            libc::EIO | libc::EINVAL | libc::EOPNOTSUPP => return Ok(Call::Refused(seen)),
            // The first may have been about another datagram; the second in a row is about this
            // one.
            libc::EMSGSIZE if before == seen => break,
            libc::EBADF | libc::ENOTSOCK | libc::EFAULT | libc::EAFNOSUPPORT => {
                return Err(broken(way.to, seen));
            }
            _ => {}
        }
    }
    Ok(Call::Not(match seen {
        libc::EINTR => Sent::Full,
        libc::EMSGSIZE => Sent::TooBig,
        errno => Sent::Unreachable(errno),
    }))
}

#[cold]
fn broken(to: &Addr, errno: i32) -> Error {
    let cause = std::io::Error::from_raw_os_error(errno);
    let hint = match errno {
        libc::EAFNOSUPPORT => "; the socket is of the other address family",
        _ => "",
    };
    Error::new(errno, format!("sending a datagram to {to}: {cause}{hint}"))
}

#[cold]
fn too_many(count: usize) -> Error {
    let text = format!("sending a datagram of {count} or more slices: the limit is {MAX_SLICES}");
    Error::new(libc::EINVAL, text)
}

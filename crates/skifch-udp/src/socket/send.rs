//! Sending: one datagram, or a run of equal ones in as few calls as can be.

use crate::chunk::{Chunk, Cursor, MAX_SEGMENTS};
use crate::control::Control;
use crate::option::errno;
use crate::port::{MAX_DATAGRAM_BYTES, MAX_SLICES};
use crate::{Addr, Sent, SentRun, Socket};
use skifch_backend::Error;
use std::io::IoSlice;
use std::os::fd::AsRawFd;
use std::sync::atomic::Ordering;

const FLAGS: i32 = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;

/// How often a call is made again that failed for what ICMP had reported about an earlier datagram:
/// the kernel hands such an error to whichever call comes next.
const TRIES: usize = 4;

/// What one call of the kernel came to.
enum Call {
    /// This many datagrams went.
    Went(usize),
    Not(Sent),
    /// The kernel does not do it in this form: for a run, it does not cut here after all.
    Refused(i32),
}

impl Socket {
    #[inline]
    pub(crate) fn send_one(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        if slices.len() > MAX_SLICES {
            return Err(too_many(slices.len()));
        }
        let mut message = header(to);
        // An `IoSlice` is an `iovec`, says the standard library; the kernel does not write to it.
        message.msg_iov = slices.as_ptr() as *mut libc::iovec;
        message.msg_iovlen = slices.len();
        let call = || {
            // SAFETY: the header points to slices and an address that live through the call.
            unsafe { libc::sendmsg(self.fd.as_raw_fd(), &raw const message, FLAGS) }
        };
        if call() >= 0 {
            return Ok(Sent::Yes);
        }
        match again(to, call)? {
            Call::Not(sent) => Ok(sent),
            Call::Went(_) => Ok(Sent::Yes),
            Call::Refused(errno) => Err(broken(to, errno)),
        }
    }

    pub(crate) fn send_all(
        &self,
        to: &Addr,
        slices: &[IoSlice<'_>],
        segment_bytes: usize,
    ) -> Result<SentRun, Error> {
        if !(1..=MAX_DATAGRAM_BYTES).contains(&segment_bytes) {
            let text = format!(
                "a run of datagrams of {segment_bytes} bytes: 1 to {MAX_DATAGRAM_BYTES} are possible"
            );
            return Err(Error::new(libc::EINVAL, text));
        }
        let mut cursor = Cursor::new(slices);
        let mut chunk = Chunk::new();
        let mut segments = 0;
        while cursor.left_bytes() > 0 {
            match self.send_chunk(to, &mut cursor, &mut chunk, segment_bytes)? {
                Call::Went(count) => segments += count,
                Call::Not(end) => return Ok(SentRun { segments, end }),
                Call::Refused(errno) => return Err(broken(to, errno)),
            }
        }
        Ok(SentRun { segments, end: Sent::Yes })
    }

    /// Sends the next datagrams in one call and moves the cursor over those that went.
    fn send_chunk(
        &self,
        to: &Addr,
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
            match self.send_cut(to, chunk, segment_bytes)? {
                Call::Refused(_) => refused = true,
                Call::Not(sent) => return Ok(Call::Not(sent)),
                went @ Call::Went(_) => return Ok(went),
            }
            *cursor = before;
        }
        fill(chunk, cursor, segment_bytes, MAX_SEGMENTS, false)?;
        let call = self.send_each(to, chunk)?;
        if let Call::Went(count) = call {
            // What was refused as a run and goes one by one was refused for being a run.
            if refused {
                self.segments.store(false, Ordering::Relaxed);
            }
            *cursor = before;
            cursor.skip((count * segment_bytes).min(before.left_bytes()));
        }
        Ok(call)
    }

    /// One message that the kernel cuts (`UDP_SEGMENT`): all of it goes, or nothing.
    fn send_cut(&self, to: &Addr, chunk: &mut Chunk, segment_bytes: usize) -> Result<Call, Error> {
        let mut control = Control::EMPTY;
        let mut message = header(to);
        let pieces = chunk.pieces();
        (message.msg_iov, message.msg_iovlen) = (pieces.as_mut_ptr(), pieces.len());
        control.put_segment(&mut message, segment_bytes as u16);
        let call = || {
            // SAFETY: the header points to pieces, control and address that live through the call.
            unsafe { libc::sendmsg(self.fd.as_raw_fd(), &raw const message, FLAGS) }
        };
        Ok(match again(to, call)? {
            Call::Went(_) => Call::Went(chunk.segments()),
            other => other,
        })
    }

    /// A message for each datagram.
    fn send_each(&self, to: &Addr, chunk: &mut Chunk) -> Result<Call, Error> {
        let count = chunk.segments();
        let mut messages = [libc::mmsghdr { msg_hdr: header(to), msg_len: 0 }; MAX_SEGMENTS];
        for (index, message) in messages[..count].iter_mut().enumerate() {
            let pieces = chunk.segment(index);
            message.msg_hdr.msg_iov = pieces.as_mut_ptr();
            message.msg_hdr.msg_iovlen = pieces.len();
        }
        let call = || {
            let (fd, first) = (self.fd.as_raw_fd(), messages.as_mut_ptr());
            // SAFETY: `count` headers whose pieces and address live through the call.
            unsafe { libc::sendmmsg(fd, first, count as u32, FLAGS) as isize }
        };
        match again(to, call)? {
            Call::Refused(errno) => Err(broken(to, errno)),
            call => Ok(call),
        }
    }
}

fn header(to: &Addr) -> libc::msghdr {
    // SAFETY: a message header is plain integers and pointers, for which zero is a value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_name = to.as_ptr() as *mut _;
    message.msg_namelen = to.len();
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

/// Makes a call until it tells something about what is sent by it.
fn again(to: &Addr, mut call: impl FnMut() -> isize) -> Result<Call, Error> {
    let mut seen = libc::EIO;
    for _ in 0..TRIES {
        if let Ok(count) = usize::try_from(call()) {
            return Ok(Call::Went(count));
        }
        let before = std::mem::replace(&mut seen, errno());
        match seen {
            libc::EAGAIN | libc::ENOBUFS | libc::ENOMEM => return Ok(Call::Not(Sent::Full)),
            libc::EIO | libc::EINVAL | libc::EOPNOTSUPP => return Ok(Call::Refused(seen)),
            // Once may have been about another datagram, twice is about this one.
            libc::EMSGSIZE if before == seen => break,
            libc::EBADF | libc::ENOTSOCK | libc::EFAULT | libc::EAFNOSUPPORT => {
                return Err(broken(to, seen));
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
        libc::EAFNOSUPPORT => "; the socket is of the other family",
        _ => "",
    };
    Error::new(errno, format!("sending a datagram to {to}: {cause}{hint}"))
}

#[cold]
fn too_many(count: usize) -> Error {
    let text = format!("a datagram of {count} slices or more: {MAX_SLICES} are possible");
    Error::new(libc::EINVAL, text)
}

//! Two processes connected by UDP over the loopback interface, with no protocol above it.
//!
//! UDP drops datagrams for which the receiver has no room, so the receiver reports on a second
//! pair of sockets what it has taken, and the sender keeps within half of the receive buffer. That
//! is one message in hundreds and slows no datagram down.

use std::io;
use std::net::{Ipv4Addr, UdpSocket};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use super::{Link, too_long};
use crate::buffer::PageBuffer;

/// Maximum bytes of a single datagram; with its headers it fits the loopback MTU of 65,536.
const DATAGRAM_BYTES: usize = 60 << 10;

/// A segment that fills an Ethernet frame together with its IP and UDP headers.
const SEGMENT_BYTES: usize = 1500 - 28;

/// Maximum bytes per send call with segmentation: whole segments, less than 65,507 bytes.
const RUN_BYTES: usize = 44 * SEGMENT_BYTES;

/// Receive buffer size requested from the kernel, in bytes.
const BUFFER_BYTES: i32 = 4 << 20;

/// Silence that counts as a failure: nothing takes this long here.
const SILENCE: Duration = Duration::from_secs(5);

/// How messages are put into datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UdpKind {
    /// One datagram for each message, or for each 60 KB of it.
    Single,
    /// The kernel splits sends into segments of an Ethernet frame and coalesces them at the
    /// receiver (`UDP_SEGMENT`, `UDP_GRO`).
    Run,
}

/// One end of a connected pair of UDP sockets. Calls never block.
pub struct UdpLink {
    rank: u32,
    data: UdpSocket,
    news: UdpSocket,
    most_bytes: usize,
    /// Receive buffer charges in bytes: allowed in flight, sent, acknowledged by the peer,
    /// received here, acknowledged by us.
    window: u64,
    sent: u64,
    taken: u64,
    received: u64,
    told: u64,
    buffer: PageBuffer,
    idle: u32,
    silent_since: Instant,
}

/// Upper bound on what the kernel charges a receive buffer for a datagram of this many bytes.
fn charge(bytes: usize) -> u64 {
    1280 + 2 * bytes as u64
}

impl UdpLink {
    /// Both ends, rank 0 first.
    ///
    /// # Errors
    /// When the kernel refuses the sockets, or does not support what `kind` needs.
    pub fn pair(kind: UdpKind) -> io::Result<(Self, Self)> {
        let ((data0, data1), (news0, news1)) = (sockets()?, sockets()?);
        let mut window = u64::MAX;
        for socket in [&data0, &data1] {
            if kind == UdpKind::Run {
                set(socket, libc::SOL_UDP, libc::UDP_SEGMENT, SEGMENT_BYTES as i32)?;
                set(socket, libc::SOL_UDP, libc::UDP_GRO, 1)?;
            }
            set(socket, libc::SOL_SOCKET, libc::SO_SNDBUF, BUFFER_BYTES)?;
            window = window.min(receive_buffer(socket)? / 2);
        }
        let end = |rank, data, news| Self {
            rank,
            data,
            news,
            most_bytes: if kind == UdpKind::Run { RUN_BYTES } else { DATAGRAM_BYTES },
            window,
            sent: 0,
            taken: 0,
            received: 0,
            told: 0,
            buffer: PageBuffer::new(1 << 16),
            idle: 0,
            silent_since: Instant::now(),
        };
        Ok((end(0, data0, news0), end(1, data1, news1)))
    }

    /// Whether this much more may be in flight; one message always may.
    fn has_room(&mut self, due: u64) -> io::Result<bool> {
        let fits = |link: &Self| {
            let under_way = link.sent.saturating_sub(link.taken);
            under_way == 0 || under_way + due <= link.window
        };
        while !fits(self) {
            let mut bytes = [0; 8];
            match self.news.recv(&mut bytes) {
                Ok(_) => self.taken = self.taken.max(u64::from_ne_bytes(bytes)),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(e) => return Err(e),
            }
        }
        Ok(true)
    }

    fn receive(&mut self, to: Option<&mut [u8]>) -> io::Result<usize> {
        let place = to.unwrap_or(&mut self.buffer);
        let (fd, room) = (self.data.as_raw_fd(), place.len());
        let flags = libc::MSG_DONTWAIT | libc::MSG_TRUNC;
        // SAFETY: `place` is ours to write, and `room` bytes long.
        let got = unsafe { libc::recv(fd, place.as_mut_ptr().cast(), room, flags) };
        let Ok(got) = usize::try_from(got) else {
            return self.nothing(io::Error::last_os_error());
        };
        if got > room {
            return Err(too_long(got, room));
        }
        self.idle = 0;
        self.received += charge(got);
        if self.received - self.told >= self.window / 4 {
            self.told = self.received;
            // A lost acknowledgement is made good by the next, which is cumulative.
            let _ = self.news.send(&self.told.to_ne_bytes());
        }
        Ok(got)
    }

    /// Returns 0: nothing to receive or no room now. An error if that lasts: then a datagram was
    /// lost, or the other process.
    fn nothing(&mut self, cause: io::Error) -> io::Result<usize> {
        let is_no_room = cause.raw_os_error() == Some(libc::ENOBUFS);
        if cause.kind() != io::ErrorKind::WouldBlock && !is_no_room {
            return Err(cause);
        }
        if self.idle == 0 {
            self.silent_since = Instant::now();
        }
        self.idle = self.idle % (1 << 16) + 1;
        if self.idle == 1 << 16 && self.silent_since.elapsed() > SILENCE {
            return Err(io::Error::other(format!("nothing came over UDP for {SILENCE:?}")));
        }
        Ok(0)
    }
}

impl Link for UdpLink {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        2
    }

    fn barrier(&mut self) -> io::Result<()> {
        while self.try_send(1 - self.rank, &[1])? == 0 {}
        while self.try_recv()? == 0 {}
        Ok(())
    }

    #[inline]
    fn try_send(&mut self, _dst: u32, bytes: &[u8]) -> io::Result<usize> {
        let most = bytes.len().min(self.most_bytes);
        let due = charge(most);
        if !self.has_room(due)? {
            return self.nothing(io::ErrorKind::WouldBlock.into());
        }
        match self.data.send(&bytes[..most]) {
            Ok(taken) => {
                self.idle = 0;
                self.sent += due;
                Ok(taken)
            }
            Err(e) => self.nothing(e),
        }
    }

    #[inline]
    fn try_recv(&mut self) -> io::Result<usize> {
        self.receive(None)
    }

    #[inline]
    fn try_recv_into(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.receive(Some(to))
    }
}

/// Two non-blocking loopback sockets, connected to each other.
fn sockets() -> io::Result<(UdpSocket, UdpSocket)> {
    let open = || UdpSocket::bind((Ipv4Addr::LOCALHOST, 0));
    let (one, other) = (open()?, open()?);
    one.connect(other.local_addr()?)?;
    other.connect(one.local_addr()?)?;
    one.set_nonblocking(true)?;
    other.set_nonblocking(true)?;
    Ok((one, other))
}

fn set(socket: &UdpSocket, level: i32, name: i32, value: i32) -> io::Result<()> {
    let len = size_of::<i32>() as libc::socklen_t;
    // SAFETY: four bytes of ours, read by the kernel.
    let rc = unsafe {
        libc::setsockopt(socket.as_raw_fd(), level, name, (&raw const value).cast(), len)
    };
    if rc == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Requests a large receive buffer; returns the size the kernel granted.
fn receive_buffer(socket: &UdpSocket) -> io::Result<u64> {
    let (level, name) = (libc::SOL_SOCKET, libc::SO_RCVBUF);
    set(socket, level, name, BUFFER_BYTES)?;
    let (mut value, mut len) = (0_i32, size_of::<i32>() as libc::socklen_t);
    // SAFETY: four bytes of ours, written by the kernel.
    let rc = unsafe {
        libc::getsockopt(socket.as_raw_fd(), level, name, (&raw mut value).cast(), &raw mut len)
    };
    if rc == 0 { Ok(u64::from(value.unsigned_abs())) } else { Err(io::Error::last_os_error()) }
}

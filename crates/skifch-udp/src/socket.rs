//! A process's one receiving socket, and the send-only sockets beside it.

mod call;
mod connected;
mod recv;
mod send;
pub(crate) mod splice;

use crate::option::{self, must, set};
use crate::{Addr, Arrival, Batch, Event, Port, Sent, SentRun};
use connected::Connected;
use skifch_backend::Error;
use skifch_backend::fork::{self, Guarded};
use splice::Splicer;
use std::ffi::CString;
use std::io::{IoSlice, IoSliceMut};
use std::net::{IpAddr, Ipv4Addr};
use std::ops::RangeInclusive;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Options for opening a socket.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address of this host to bind to, which also selects the socket's family. The unspecified
    /// address (the default, of IPv4) stands for all addresses.
    pub address: IpAddr,
    /// If set, only this network interface is used.
    pub interface: Option<String>,
    /// The ports to choose from; `0..=0` leaves the choice to the kernel.
    pub ports: RangeInclusive<u16>,
    /// Requested send buffer size in bytes.
    pub send_buffer_bytes: usize,
    /// Requested receive buffer size in bytes.
    pub recv_buffer_bytes: usize,
    /// Lets the kernel split runs into datagrams (`UDP_SEGMENT`), if supported.
    pub segment: bool,
    /// Lets the kernel coalesce runs of datagrams (`UDP_GRO`), if supported. Each datagram then
    /// costs a cache line that the sender's CPU owns.
    pub join: bool,
    /// Maximum number of send-only sockets besides this one, each connected to a frequently used
    /// peer, on ports chosen by the kernel.
    pub connected: usize,
    /// Lends the pages of large datagrams to the kernel instead of having them copied, where they
    /// are kept ([`Port::send_kept`]) and the socket is a connected one.
    pub splice: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: Ipv4Addr::UNSPECIFIED.into(),
            interface: None,
            ports: 0..=0,
            send_buffer_bytes: 4 << 20,
            recv_buffer_bytes: 4 << 20,
            segment: true,
            join: true,
            connected: 0,
            splice: true,
        }
    }
}

/// A non-blocking, unconnected UDP socket for all peers; IPv4 or IPv6, not both. Datagrams are
/// never fragmented.
pub struct Socket {
    pub(crate) fd: Guarded,
    local: Addr,
    buffer_bytes: (usize, usize),
    /// Cleared permanently if the kernel refuses segmentation.
    pub(crate) segments: AtomicBool,
    joins: bool,
    /// The number of dropped datagrams at the last query.
    dropped: AtomicU64,
    pub(crate) connected: Connected,
    pub(crate) splicer: Splicer,
}

impl Socket {
    /// Opens and binds a socket.
    ///
    /// # Errors
    /// If the address does not belong to this host, no port of the range is free, the interface
    /// does not exist, or the kernel lacks a required option.
    pub fn open(options: &Options) -> Result<Self, Error> {
        let is_v6 = options.address.is_ipv6();
        let fd = new_fd(is_v6)?;
        require(&fd, is_v6)?;
        if let Some(name) = &options.interface {
            bind_interface(&fd, name)?;
        }
        let sent = buffer(&fd, libc::SO_SNDBUF, options.send_buffer_bytes);
        let received = buffer(&fd, libc::SO_RCVBUF, options.recv_buffer_bytes);
        let segments =
            options.segment && option::get(&fd, (libc::SOL_UDP, libc::UDP_SEGMENT)).is_ok();
        let joins = options.join && set(&fd, (libc::SOL_UDP, libc::UDP_GRO), 1).is_ok();
        bind(&fd, options)?;
        let local = local_addr(&fd)?;
        Ok(Self {
            fd: fork::guard(fd),
            local,
            buffer_bytes: (sent, received),
            segments: AtomicBool::new(segments),
            joins,
            dropped: AtomicU64::new(0),
            connected: Connected::new(options),
            splicer: Splicer::new(options.splice),
        })
    }

    /// The address that the socket is bound to.
    pub fn local(&self) -> Addr {
        self.local
    }

    /// The send and receive buffer sizes granted by the kernel, in bytes. They include the kernel's
    /// bookkeeping: a datagram of 1 byte counts as about 768.
    pub fn buffer_bytes(&self) -> (usize, usize) {
        self.buffer_bytes
    }

    /// Whether the kernel splits runs into datagrams on this socket.
    pub fn segments(&self) -> bool {
        self.segments.load(Ordering::Relaxed)
    }

    /// Whether the kernel coalesces runs of datagrams on this socket; if so, a slot of a batch
    /// should have room for 65,535 bytes.
    pub fn joins(&self) -> bool {
        self.joins
    }
}

impl Port for Socket {
    #[inline]
    fn send(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        self.send_one(to, slices)
    }

    fn send_kept(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        self.send_uncopied(to, slices)
    }

    fn send_run(
        &self,
        to: &Addr,
        slices: &[IoSlice<'_>],
        segment_bytes: usize,
    ) -> Result<SentRun, Error> {
        self.send_all(to, slices, segment_bytes)
    }

    fn recv_batch(&self, batch: &mut Batch, parts: &mut [IoSliceMut<'_>]) -> Result<usize, Error> {
        self.recv_into(batch, parts)
    }

    fn recv_one(&self, room: &mut [u8]) -> Result<Option<Arrival>, Error> {
        self.recv_plain(room)
    }

    fn unconnect(&self, to: &Addr) {
        self.connected.close(to);
    }

    fn next_event(&self) -> Result<Option<Event>, Error> {
        crate::event::next(self.fd.owned())
    }

    fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    /// Queried on demand rather than reported with each datagram (`SO_RXQ_OVFL`): for that the
    /// kernel reads memory that the sender's CPU has just written.
    fn dropped(&self) -> u64 {
        // Read before asking the kernel, so that concurrent queries that finish out of order do not
        // count drops twice.
        let before = self.dropped.load(Ordering::Relaxed);
        let now = option::dropped(&self.fd).map_or(before, |count| widened(before, count));
        self.dropped.fetch_max(now, Ordering::Relaxed).max(now)
    }
}

/// Extends the kernel's 32-bit counter, which wraps, to 64 bits; `before` is the last value. It
/// must be called before the counter wraps once more, which takes hours of continuous drops.
fn widened(before: u64, count: u32) -> u64 {
    before + u64::from(count.wrapping_sub(before as u32))
}

pub(crate) fn new_fd(is_v6: bool) -> Result<OwnedFd, Error> {
    let family = if is_v6 { libc::AF_INET6 } else { libc::AF_INET };
    let kind = libc::SOCK_DGRAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    // SAFETY: integers only.
    let fd = unsafe { libc::socket(family, kind, 0) };
    if fd < 0 {
        let family = if is_v6 { "IPv6" } else { "IPv4" };
        return Err(Error::os(format!("creating an {family} UDP socket")));
    }
    // SAFETY: a fresh descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Sets the required options, which every supported kernel has.
fn require(fd: &OwnedFd, is_v6: bool) -> Result<(), Error> {
    let errors = match is_v6 {
        false => (libc::SOL_IP, libc::IP_RECVERR),
        true => {
            must(fd, (libc::SOL_IPV6, libc::IPV6_V6ONLY), 1, "IPV6_V6ONLY")?;
            (libc::SOL_IPV6, libc::IPV6_RECVERR)
        }
    };
    never_fragment(fd, is_v6)?;
    must(fd, errors, 1, "error reports (RECVERR)")
}

/// Sends with DF set, ignoring the kernel's path MTU: the protocol probes it itself (RFC 8899).
fn never_fragment(fd: &OwnedFd, is_v6: bool) -> Result<(), Error> {
    let discover = match is_v6 {
        false => (libc::SOL_IP, libc::IP_MTU_DISCOVER),
        true => (libc::SOL_IPV6, libc::IPV6_MTU_DISCOVER),
    };
    must(fd, discover, libc::IP_PMTUDISC_PROBE, "path MTU discovery (MTU_DISCOVER)")
}

fn bind_interface(fd: &OwnedFd, name: &str) -> Result<(), Error> {
    let what = format!("binding a UDP socket to the network interface {name:?}");
    let text = CString::new(name).map_err(|_| Error::new(libc::EINVAL, what.clone()))?;
    let len = text.as_bytes_with_nul().len() as libc::socklen_t;
    let (level, option) = (libc::SOL_SOCKET, libc::SO_BINDTODEVICE);
    // SAFETY: the name lives through the call.
    let rc = unsafe { libc::setsockopt(fd.as_raw_fd(), level, option, text.as_ptr().cast(), len) };
    if rc == 0 { Ok(()) } else { Err(Error::os(what)) }
}

/// Requests a buffer size; returns the granted one. A smaller buffer only costs speed.
fn buffer(fd: &OwnedFd, option: i32, bytes: usize) -> usize {
    let name = (libc::SOL_SOCKET, option);
    let _ = set(fd, name, i32::try_from(bytes).unwrap_or(i32::MAX));
    usize::try_from(option::get(fd, name).unwrap_or(0)).unwrap_or(0)
}

/// Binds to the first free port of the range, starting at an offset that depends on the process ID.
fn bind(fd: &OwnedFd, options: &Options) -> Result<(), Error> {
    let (first, last) = (*options.ports.start(), *options.ports.end());
    if first > last || (first == 0 && last != 0) {
        let text = format!("port range {first}-{last}: must be 1 to 65535, the lower port first");
        return Err(Error::new(libc::EINVAL, text));
    }
    let count = u32::from(last - first) + 1;
    for step in 0..count {
        let offset = (std::process::id().wrapping_mul(61) + step) % count;
        let port = first + offset as u16;
        let addr = Addr::from((options.address, port));
        // SAFETY: the address and its length are ours.
        if unsafe { libc::bind(fd.as_raw_fd(), addr.as_ptr(), addr.len()) } == 0 {
            return Ok(());
        }
        if option::errno() != libc::EADDRINUSE {
            return Err(Error::os(format!("binding a UDP socket to {addr}")));
        }
    }
    let address = options.address;
    let text = format!("no UDP port of {address} is free in {first}-{last}: widen the port range");
    Err(Error::new(libc::EADDRINUSE, text))
}

pub(crate) fn local_addr(fd: &OwnedFd) -> Result<Addr, Error> {
    let mut addr = Addr::EMPTY;
    let mut len = Addr::ROOM_BYTES;
    // SAFETY: the address and its length are ours to write.
    match unsafe { libc::getsockname(fd.as_raw_fd(), addr.as_mut_ptr(), &raw mut len) } {
        0 => Ok(addr),
        _ => Err(Error::os("reading the address of a UDP socket")),
    }
}

#[cfg(test)]
mod tests {
    use super::widened;

    #[test]
    fn a_count_goes_on_beyond_32_bits() {
        assert_eq!(widened(0, 0), 0);
        assert_eq!(widened(7, 9), 9);
        assert_eq!(widened(u32::MAX.into(), u32::MAX), u32::MAX.into());
        assert_eq!(widened(u32::MAX.into(), 4), (1 << 32) + 4);
        assert_eq!(widened((5 << 32) + 8, 7), (6 << 32) + 7);
    }
}

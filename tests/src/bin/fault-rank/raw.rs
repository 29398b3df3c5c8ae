//! A client that implements the greeting protocol itself, so that it can lie. Written
//! independently from the bytes on the socket, not from the library's code.

use skifch::{Job, NetAddr};
use skifch_ring::Geometry;
use skifch_ring::layout::{Kind, header};
use std::io::Error;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Bytes before the ring in the memory of a lane.
pub(crate) const RING: usize = 4096;
/// Ring size of our lanes.
pub(crate) const RING_BYTES: usize = 65536;

/// The content of a greeting.
#[derive(Clone)]
pub(crate) struct Greeting {
    pub(crate) key: [u8; 16],
    pub(crate) words: [u32; 6],
    pub(crate) life: u64,
}

/// The job's key and a correct greeting from this rank's port `port`.
pub(crate) fn greeting(job: &Job, port: u32, dst: NetAddr) -> Result<Greeting, skifch::Error> {
    let shared = job.get("skifch-job")?;
    let key = shared.first_chunk();
    let key = *key.ok_or_else(|| skifch::Error::new(libc::EPROTO, "no key of 16 bytes"))?;
    let magic = u32::from_le_bytes(*b"SKH5");
    let src = skifch::netaddr(job.rank(), port);
    Ok(Greeting { key, words: [magic, src, dst, RING_BYTES as u32, 16384, 1], life: 7 })
}

impl Greeting {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let words = self.words.iter().flat_map(|word| word.to_le_bytes());
        self.key.into_iter().chain(words).chain(self.life.to_le_bytes()).collect()
    }

    fn name(&self, rank: u32, port: u32) -> String {
        let key: String = self.key.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("skifch-{key}-{rank}-{port}")
    }
}

fn own(fd: RawFd) -> Result<OwnedFd, Error> {
    if fd < 0 {
        return Err(Error::last_os_error());
    }
    // SAFETY: a new descriptor from the kernel.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn check(rc: i32) -> Result<(), Error> {
    if rc < 0 { Err(Error::last_os_error()) } else { Ok(()) }
}

fn with_name(
    name: &str,
    call: unsafe extern "C" fn(i32, *const libc::sockaddr, u32) -> i32,
) -> Result<OwnedFd, Error> {
    // SAFETY: integers only.
    let fd = own(unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_SEQPACKET, 0) })?;
    // SAFETY: plain integers.
    let mut addr: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    addr.sun_family = libc::AF_UNIX as u16;
    for (to, from) in addr.sun_path[1..].iter_mut().zip(name.bytes()) {
        *to = from as libc::c_char;
    }
    let len = (size_of::<libc::sa_family_t>() + 1 + name.len()) as u32;
    // SAFETY: the address is ours.
    check(unsafe { call(fd.as_raw_fd(), (&raw const addr).cast(), len) })?;
    Ok(fd)
}

/// Connects to a channel.
pub(crate) fn connect(greeting: &Greeting, rank: u32) -> Result<OwnedFd, Error> {
    with_name(&greeting.name(rank, 0), libc::connect)
}

/// Listens as if it were a channel of this rank.
pub(crate) fn listen(greeting: &Greeting, rank: u32, port: u32) -> Result<OwnedFd, Error> {
    let fd = with_name(&greeting.name(rank, port), libc::bind)?;
    // SAFETY: integers only.
    check(unsafe { libc::listen(fd.as_raw_fd(), 16) })?;
    Ok(fd)
}

/// Blocks until there is a connection.
pub(crate) fn accept(listener: &OwnedFd) -> Result<OwnedFd, Error> {
    let null = std::ptr::null_mut();
    // SAFETY: no address is asked for.
    own(unsafe { libc::accept(listener.as_raw_fd(), null, null.cast()) })
}

/// Sends a packet with `fds`; never blocks.
pub(crate) fn say(socket: &OwnedFd, bytes: &[u8], fds: &[RawFd]) -> Result<(), Error> {
    let mut part = libc::iovec { iov_base: bytes.as_ptr() as *mut _, iov_len: bytes.len() };
    let mut space = [0_u64; 512];
    // SAFETY: plain integers and pointers.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    (message.msg_iov, message.msg_iovlen) = (&raw mut part, 1);
    let payload = size_of_val(fds) as u32;
    // SAFETY: the space holds up to a thousand descriptors; headers as the kernel expects them.
    unsafe {
        if !fds.is_empty() {
            message.msg_control = space.as_mut_ptr().cast();
            message.msg_controllen = libc::CMSG_SPACE(payload) as usize;
            let head = libc::CMSG_FIRSTHDR(&raw const message);
            (*head).cmsg_level = libc::SOL_SOCKET;
            (*head).cmsg_type = libc::SCM_RIGHTS;
            (*head).cmsg_len = libc::CMSG_LEN(payload) as usize;
            libc::CMSG_DATA(head).copy_from(fds.as_ptr().cast(), payload as usize);
        }
        let flags = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;
        check(libc::sendmsg(socket.as_raw_fd(), &raw const message, flags) as i32)
    }
}

/// Whether the other side closes within a second.
pub(crate) fn is_closed(socket: &OwnedFd) -> bool {
    let mut poll = libc::pollfd { fd: socket.as_raw_fd(), events: libc::POLLRDHUP, revents: 0 };
    // SAFETY: one element of ours.
    unsafe { libc::poll(&raw mut poll, 1, 1000) == 1 }
}

/// A memfd of `bytes` bytes, with or without seals, mapped for writing.
pub(crate) fn memory(bytes: usize, is_sealed: bool) -> Result<(OwnedFd, *mut u64), Error> {
    // SAFETY: a C string and integers; a fresh mapping.
    unsafe {
        let fd = own(libc::memfd_create(c"hostile".as_ptr(), libc::MFD_ALLOW_SEALING))?;
        check(libc::ftruncate(fd.as_raw_fd(), bytes as i64))?;
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
        let at = libc::mmap(std::ptr::null_mut(), bytes, access, kind, fd.as_raw_fd(), 0);
        if at == libc::MAP_FAILED {
            return Err(Error::last_os_error());
        }
        if is_sealed {
            let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
            check(libc::fcntl(fd.as_raw_fd(), libc::F_ADD_SEALS, seals))?;
        }
        Ok((fd, at.cast()))
    }
}

/// A header that may be valid: for this offset and the first lap, with any length.
pub(crate) fn likely_header(offset: usize, random: u64) -> u64 {
    let kinds = [Kind::Data, Kind::Wrap, Kind::Close, Kind::Exchanged];
    let kind = kinds[(random >> 8) as usize % kinds.len()];
    let greatest = Geometry::max_message_for(RING_BYTES) as u64;
    let len = match random % 4 {
        0 => random >> 32 & 0xff,
        1 => random >> 32 & 0xffff_ffff,
        2 => greatest + (random >> 32 & 0xf),
        _ => 0,
    };
    header(kind, len as usize, offset, 0)
}

//! The connection of a rank to the model. Memory is handed over it, and its end reports a death.

use skifch_backend::Error;
use skifch_backend::peer::check_owner;
pub(crate) use skifch_backend::peer::peer;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// Maximum number of descriptors in one packet.
const FDS: usize = 4;

/// A listening socket and its name, which the system chooses. The name is in the abstract namespace
/// and disappears with the socket.
pub(crate) fn listen() -> Result<(OwnedFd, Vec<u8>), Error> {
    let fd = socket()?;
    let mut addr = empty_address();
    let mut len = size_of::<libc::sa_family_t>() as libc::socklen_t;
    // SAFETY: the address and its lengths are ours; an address of only a family asks for any name.
    let failed = unsafe {
        libc::bind(fd.as_raw_fd(), (&raw const addr).cast(), len) != 0
            || libc::listen(fd.as_raw_fd(), libc::SOMAXCONN) != 0
            || {
                len = size_of::<libc::sockaddr_un>() as libc::socklen_t;
                libc::getsockname(fd.as_raw_fd(), (&raw mut addr).cast(), &raw mut len) != 0
            }
    };
    if failed {
        return Err(Error::os("listening for the ranks of the job"));
    }
    let name = len as usize - std::mem::offset_of!(libc::sockaddr_un, sun_path);
    Ok((fd, addr.sun_path[..name].iter().map(|&byte| byte as u8).collect()))
}

/// Connects to a name returned by [`listen`].
pub(crate) fn connect(name: &[u8]) -> Result<OwnedFd, Error> {
    let fd = socket()?;
    let mut addr = empty_address();
    if name.len() > addr.sun_path.len() {
        return Err(Error::new(libc::EPROTO, "the socket name of the network model is invalid"));
    }
    for (to, from) in addr.sun_path.iter_mut().zip(name) {
        *to = *from as libc::c_char;
    }
    let len = std::mem::offset_of!(libc::sockaddr_un, sun_path) + name.len();
    // SAFETY: the address and its length are ours.
    let rc =
        unsafe { libc::connect(fd.as_raw_fd(), (&raw const addr).cast(), len as libc::socklen_t) };
    match rc {
        0 => check_owner(&fd).map(|()| fd),
        _ => Err(Error::os("connecting to the network model")),
    }
}

fn socket() -> Result<OwnedFd, Error> {
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: integers only.
    let fd = unsafe { libc::socket(libc::AF_UNIX, kind, 0) };
    if fd < 0 {
        return Err(Error::os("creating a socket"));
    }
    // SAFETY: a fresh descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn empty_address() -> libc::sockaddr_un {
    // SAFETY: an address is plain integers, for which zero is valid.
    let mut addr: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    addr.sun_family = libc::AF_UNIX as libc::sa_family_t;
    addr
}

/// Waits for the next connection and accepts it.
pub(crate) fn accept(listener: RawFd) -> Result<OwnedFd, Error> {
    let null = std::ptr::null_mut();
    // SAFETY: no address is requested.
    let fd = unsafe { libc::accept4(listener, null, null.cast(), libc::SOCK_CLOEXEC) };
    if fd < 0 {
        return Err(Error::os("accepting a rank"));
    }
    // SAFETY: a fresh descriptor that nobody else owns.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    check_owner(&fd).map(|()| fd)
}

/// Waits until a descriptor is readable or has ended; returns which ones are.
pub(crate) fn ready(fds: &[RawFd], limit: Duration) -> Vec<bool> {
    let of = |&fd: &RawFd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    let mut polled: Vec<_> = fds.iter().map(of).collect();
    let limit = limit.as_millis().min(i32::MAX as u128) as i32;
    // SAFETY: the array and its length are ours. After a failure nothing is reported ready.
    unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, limit) };
    polled.iter().map(|polled| polled.revents != 0).collect()
}

/// Whether a connection has ended.
pub(crate) fn is_over(fd: RawFd) -> bool {
    let mut polled = libc::pollfd { fd, events: 0, revents: 0 };
    // SAFETY: one element of ours. A failure reports no end.
    unsafe { libc::poll(&raw mut polled, 1, 0) > 0 }
}

/// Reports the ends of connections, in the order in which they happened.
pub(crate) struct Ends {
    epoll: OwnedFd,
    /// Connections that have ended, by index.
    over: Vec<usize>,
    count: usize,
}

impl Ends {
    /// Watches these connections.
    pub(crate) fn new(fds: &[RawFd]) -> Result<Self, Error> {
        // SAFETY: integers only.
        let epoll = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        if epoll < 0 {
            return Err(Error::os("watching the ranks of the job (epoll_create1)"));
        }
        // SAFETY: a fresh descriptor that nobody else owns.
        let epoll = unsafe { OwnedFd::from_raw_fd(epoll) };
        for (place, fd) in fds.iter().enumerate() {
            // Edge-triggered: each end is reported once. Hang-ups are reported without being
            // requested.
            let mut event = libc::epoll_event { events: libc::EPOLLET as u32, u64: place as u64 };
            let raw = epoll.as_raw_fd();
            // SAFETY: the event lives through the call.
            if unsafe { libc::epoll_ctl(raw, libc::EPOLL_CTL_ADD, *fd, &raw mut event) } != 0 {
                return Err(Error::os("watching the ranks of the job (epoll_ctl)"));
            }
        }
        Ok(Self { epoll, over: Vec::new(), count: fds.len() })
    }

    /// The connections that have ended, earliest first.
    pub(crate) fn over(&mut self) -> &[usize] {
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; 16];
        while self.over.len() < self.count {
            let (raw, room) = (self.epoll.as_raw_fd(), events.len() as libc::c_int);
            // SAFETY: the array and its length are ours.
            let got = unsafe { libc::epoll_wait(raw, events.as_mut_ptr(), room, 0) };
            let Some(got @ 1..) = usize::try_from(got).ok() else { break };
            self.over.extend(events[..got].iter().map(|event| event.u64 as usize));
        }
        &self.over
    }
}

/// Buffer for descriptors sent with a packet; words give it the alignment of a header.
type Control = [u64; 8];

/// Sends one packet, with descriptors.
pub(crate) fn send(fd: &OwnedFd, bytes: &[u8], pass: &[BorrowedFd<'_>]) -> Result<(), Error> {
    assert!(pass.len() <= FDS);
    let mut part = libc::iovec { iov_base: bytes.as_ptr() as *mut _, iov_len: bytes.len() };
    let mut control: Control = [0; 8];
    // SAFETY: a message header is plain integers and pointers, for which zero is valid.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    if !pass.is_empty() {
        message.msg_control = control.as_mut_ptr().cast();
        let payload = size_of_val(pass) as u32;
        // SAFETY: CMSG_SPACE and CMSG_LEN compute; the buffer is larger than the space of FDS
        // descriptors, so that the first header exists and its data lies in the buffer.
        unsafe {
            message.msg_controllen = libc::CMSG_SPACE(payload) as usize;
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(payload) as usize;
            let data = libc::CMSG_DATA(header).cast::<RawFd>();
            for (place, fd) in pass.iter().enumerate() {
                data.add(place).write_unaligned(fd.as_raw_fd());
            }
        }
    }
    // SAFETY: the header points to buffers that live through the call.
    let sent = unsafe { libc::sendmsg(fd.as_raw_fd(), &raw const message, libc::MSG_NOSIGNAL) };
    if sent < 0 { Err(Error::os("sending to a socket of the job")) } else { Ok(()) }
}

const _: () = assert!(size_of::<BorrowedFd<'_>>() == size_of::<RawFd>());
const _: () = assert!(size_of::<Control>() >= 16 + FDS * size_of::<RawFd>());

/// Waits for one packet and receives it with its descriptors; 0 bytes at the end of the connection.
pub(crate) fn recv(fd: &OwnedFd, bytes: &mut [u8]) -> Result<(usize, Vec<OwnedFd>), Error> {
    match recv_once(fd, bytes, 0)? {
        // The kernel looks for packets first, and then whether the peer has closed: what the peer
        // sends between the two before it closes is only there for the next call. So is what it
        // sent before it closed with something unread.
        (0, _) => recv_once(fd, bytes, libc::MSG_DONTWAIT),
        packet => Ok(packet),
    }
}

fn recv_once(
    fd: &OwnedFd,
    bytes: &mut [u8],
    flags: libc::c_int,
) -> Result<(usize, Vec<OwnedFd>), Error> {
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let mut control: Control = [0; 8];
    // SAFETY: as in `send`.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    message.msg_controllen = size_of_val(&control);
    let flags = libc::MSG_CMSG_CLOEXEC | flags;
    let got = loop {
        // SAFETY: the header points to buffers that live through the call.
        let got = unsafe { libc::recvmsg(fd.as_raw_fd(), &raw mut message, flags) };
        if got >= 0 {
            break got as usize;
        }
        match std::io::Error::last_os_error().raw_os_error() {
            Some(libc::EINTR) => {}
            // After an empty packet, which no rank sends, there may be nothing more.
            Some(libc::ECONNRESET | libc::EAGAIN) => break 0,
            _ => return Err(Error::os("receiving from a socket of the job")),
        }
    };
    Ok((got, descriptors(&message)))
}

fn descriptors(message: &libc::msghdr) -> Vec<OwnedFd> {
    let mut fds = Vec::new();
    // SAFETY: the kernel wrote well-formed headers into the buffer and set its length; each
    // descriptor in them is fresh and owned by nobody.
    unsafe {
        let mut header = libc::CMSG_FIRSTHDR(message);
        while !header.is_null() {
            if (*header).cmsg_level == libc::SOL_SOCKET && (*header).cmsg_type == libc::SCM_RIGHTS {
                let payload = (*header).cmsg_len - libc::CMSG_LEN(0) as usize;
                let data = libc::CMSG_DATA(header).cast::<RawFd>();
                for place in 0..payload / size_of::<RawFd>() {
                    fds.push(OwnedFd::from_raw_fd(data.add(place).read_unaligned()));
                }
            }
            header = libc::CMSG_NXTHDR(message, header);
        }
    }
    fds
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsFd;
    use std::time::Instant;

    #[test]
    fn ends_are_heard_of_in_their_order() {
        let (listener, name) = listen().expect("a name");
        let pair = || (connect(&name).expect("connected"), accept(listener.as_raw_fd()));
        let (out, inn): (Vec<_>, Vec<_>) = (0..40).map(|_| pair()).unzip();
        let inn: Vec<_> = inn.into_iter().map(|fd| fd.expect("accepted")).collect();
        let fds: Vec<_> = inn.iter().map(AsRawFd::as_raw_fd).collect();
        let mut ends = Ends::new(&fds).expect("an epoll");
        // Not by closing: a child that another test is just starting holds what is open here.
        let end = |place: usize| {
            // SAFETY: a socket of this test.
            let done = unsafe { libc::shutdown(out[place].as_raw_fd(), libc::SHUT_RDWR) };
            assert_eq!(done, 0);
        };
        assert!(ends.over().is_empty());
        [7, 3].into_iter().for_each(end);
        send(&out[9], b"more", &[]).expect("sent");
        assert_eq!((ends.over(), is_over(fds[9])), (&[7, 3][..], false));
        let order: Vec<_> = (0..40).rev().filter(|place| ![3, 7].contains(place)).collect();
        order.iter().copied().for_each(end);
        assert_eq!(ends.over()[2..], order);
        assert_eq!(ends.over().len(), 40, "each once");
    }

    #[test]
    fn packets_and_descriptors_arrive_and_then_the_end() {
        let (listener, name) = listen().expect("a name");
        let out = connect(&name).expect("connected");
        let inn = accept(listener.as_raw_fd()).expect("accepted");
        let null = std::fs::File::open("/dev/null").expect("/dev/null");
        send(&out, b"hello", &[null.as_fd(), null.as_fd(), null.as_fd()]).expect("sent");
        let mut bytes = [0; 16];
        let (len, fds) = recv(&inn, &mut bytes).expect("received");
        assert_eq!((&bytes[..len], fds.len()), (&b"hello"[..], 3));
        send(&out, b"more", &[]).expect("sent");
        assert!(!is_over(inn.as_raw_fd()), "what is not read is no end");
        assert_eq!(recv(&inn, &mut bytes).expect("received").0, 4);
        drop(out);
        until("the end of the connection", || is_over(inn.as_raw_fd()));
        assert_eq!(recv(&inn, &mut bytes).expect("the end").0, 0);
        drop(listener);
        until("the end of the name", || connect(&name).is_err());
    }

    /// What is closed here may be open a while longer in a child that another test is starting.
    fn until(what: &str, holds: impl Fn() -> bool) {
        let begin = Instant::now();
        while !holds() {
            assert!(begin.elapsed() < Duration::from_secs(20), "waited 20 s for {what}");
            std::thread::yield_now();
        }
    }
}

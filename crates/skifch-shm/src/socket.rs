//! Sockets between the processes of a host: they hand over memory, carry the doorbells, and show by
//! their end that a peer is gone. Names live in the abstract namespace and vanish with the socket.

use skifch_backend::Error;
pub(crate) use skifch_backend::peer::{check_owner, peer};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// The address of a socket in the abstract namespace.
#[derive(Clone)]
pub(crate) struct Name {
    addr: libc::sockaddr_un,
    len: libc::socklen_t,
}

impl Name {
    /// The name `text`, which must be shorter than 107 bytes.
    pub(crate) fn new(text: &str) -> Self {
        // SAFETY: an address is plain integers, for which zero is a value.
        let mut addr: libc::sockaddr_un = unsafe { std::mem::zeroed() };
        addr.sun_family = libc::AF_UNIX as libc::sa_family_t;
        // The first byte stays zero, which makes the name abstract.
        let room = addr.sun_path[1..].iter_mut();
        let mut used = 0;
        for (to, from) in room.zip(text.bytes()) {
            *to = from as libc::c_char;
            used += 1;
        }
        let len = std::mem::offset_of!(libc::sockaddr_un, sun_path) + 1 + used;
        Self { addr, len: len as libc::socklen_t }
    }
}

/// Result of an attempt to connect.
pub(crate) enum Connected {
    /// A connection.
    Yes(OwnedFd),
    /// The name exists, but its connection backlog is full: try again later.
    Later,
    /// No socket has the name.
    Nobody,
}

fn socket() -> Result<OwnedFd, Error> {
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    // SAFETY: integers only.
    let fd = unsafe { libc::socket(libc::AF_UNIX, kind, 0) };
    if fd < 0 {
        return Err(Error::os("creating a socket"));
    }
    // SAFETY: a fresh descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// A socket that listens on `name`; fails with `EADDRINUSE` if the name is taken.
pub(crate) fn listen(name: &Name) -> Result<OwnedFd, Error> {
    listen_for(name, libc::SOMAXCONN)
}

/// A listening socket whose connections nobody accepts: the system keeps the first, closed or not,
/// and has no room for others, so that checking for the name leaves nothing behind.
pub(crate) fn listen_for_show(name: &Name) -> Result<OwnedFd, Error> {
    listen_for(name, 0)
}

fn listen_for(name: &Name, backlog: libc::c_int) -> Result<OwnedFd, Error> {
    let fd = socket()?;
    // SAFETY: the address and its length are ours.
    let bound = unsafe { libc::bind(fd.as_raw_fd(), (&raw const name.addr).cast(), name.len) };
    if bound != 0 {
        return Err(Error::os("binding a socket"));
    }
    // SAFETY: integers only.
    if unsafe { libc::listen(fd.as_raw_fd(), backlog) } != 0 {
        return Err(Error::os("listening on a socket"));
    }
    Ok(fd)
}

/// Connects without blocking.
pub(crate) fn connect(name: &Name) -> Result<Connected, Error> {
    let fd = socket()?;
    // SAFETY: the address and its length are ours.
    let rc = unsafe { libc::connect(fd.as_raw_fd(), (&raw const name.addr).cast(), name.len) };
    if rc == 0 {
        check_owner(&fd)?;
        return Ok(Connected::Yes(fd));
    }
    match std::io::Error::last_os_error().raw_os_error() {
        Some(libc::EAGAIN | libc::EINTR) => Ok(Connected::Later),
        Some(libc::ECONNREFUSED) => Ok(Connected::Nobody),
        _ => Err(Error::os("connecting to a peer")),
    }
}

/// Accepts the next waiting connection of a listening socket; `None` if there is none.
pub(crate) fn accept(listener: &OwnedFd) -> Result<Option<OwnedFd>, Error> {
    let flags = libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    let null = std::ptr::null_mut();
    // SAFETY: no address is asked for.
    let fd = unsafe { libc::accept4(listener.as_raw_fd(), null, null.cast(), flags) };
    if fd >= 0 {
        // SAFETY: a fresh descriptor that nobody else owns.
        return Ok(Some(unsafe { OwnedFd::from_raw_fd(fd) }));
    }
    match std::io::Error::last_os_error().raw_os_error() {
        Some(libc::EAGAIN | libc::EINTR | libc::ECONNABORTED) => Ok(None),
        _ => Err(Error::os("accepting a connection from a peer")),
    }
}

/// Sends one packet, with a descriptor if given; false if the socket has no room now, or if the
/// user has too many descriptors under way that nobody has received yet. Fails with `EPIPE` if the
/// peer is gone.
pub(crate) fn send(fd: RawFd, bytes: &[u8], pass: Option<RawFd>) -> Result<bool, Error> {
    let mut part = libc::iovec { iov_base: bytes.as_ptr() as *mut _, iov_len: bytes.len() };
    let mut control = ControlBuffer::default();
    // SAFETY: a message header is plain integers and pointers, for which zero is a value.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    if let Some(pass) = pass {
        control.put(&mut message, pass);
    }
    let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    // SAFETY: the header points to buffers that live through the call.
    if unsafe { libc::sendmsg(fd, &raw const message, flags) } >= 0 {
        return Ok(true);
    }
    match std::io::Error::last_os_error().raw_os_error() {
        Some(libc::EAGAIN | libc::EINTR | libc::ENOBUFS | libc::ETOOMANYREFS) => Ok(false),
        // The peer closed its socket before it had accepted this connection.
        Some(libc::ECONNRESET) => {
            Err(Error::new(libc::EPIPE, "sending to a peer's socket: the peer has ended"))
        }
        _ => Err(Error::os("sending to a peer's socket")),
    }
}

/// Whether a packet or the end of the connection can be received; consumes nothing.
pub(crate) fn has_news(fd: RawFd) -> bool {
    let mut byte = 0_u8;
    let flags = libc::MSG_PEEK | libc::MSG_DONTWAIT;
    // SAFETY: one byte of ours.
    let got = unsafe { libc::recv(fd, (&raw mut byte).cast(), 1, flags) };
    let errno = std::io::Error::last_os_error().raw_os_error();
    got >= 0 || !matches!(errno, Some(libc::EAGAIN | libc::EINTR))
}

/// Result of a receive.
pub(crate) enum Packet {
    /// A packet of this many bytes, with the descriptor that came with it, if any.
    Data(usize, Option<OwnedFd>),
    /// Nothing at present.
    Nothing,
    /// The peer has closed the connection.
    End,
}

/// Receives one packet if there is one; does not block.
pub(crate) fn recv(fd: RawFd, bytes: &mut [u8]) -> Result<Packet, Error> {
    match recv_once(fd, bytes)? {
        // The kernel looks for packets first, and then whether the peer has closed: what the peer
        // sends between the two before it closes is only there for the next call.
        Packet::End => match recv_once(fd, bytes)? {
            // There was an empty packet, which no rank sends.
            Packet::Nothing => Ok(Packet::End),
            packet => Ok(packet),
        },
        packet => Ok(packet),
    }
}

fn recv_once(fd: RawFd, bytes: &mut [u8]) -> Result<Packet, Error> {
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let mut control = ControlBuffer::default();
    // SAFETY: as in `send`.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    message.msg_control = control.0.as_mut_ptr().cast();
    message.msg_controllen = size_of_val(&control.0);
    let flags = libc::MSG_DONTWAIT | libc::MSG_CMSG_CLOEXEC;
    // SAFETY: the header points to buffers that live through the call.
    let got = unsafe { libc::recvmsg(fd, &raw mut message, flags) };
    // Even if no bytes came: a descriptor that is not taken would stay open.
    let came = if got >= 0 { control.take(&message) } else { None };
    if got > 0 {
        if came.is_none() && message.msg_flags & libc::MSG_CTRUNC != 0 {
            let text = "receiving a peer's memory: no file descriptor is free; raise `ulimit -n`";
            return Err(Error::new(libc::EMFILE, text));
        }
        return Ok(Packet::Data(got as usize, came));
    }
    if got == 0 {
        return Ok(Packet::End);
    }
    match std::io::Error::last_os_error().raw_os_error() {
        Some(libc::EAGAIN | libc::EINTR) => Ok(Packet::Nothing),
        // The peer closed with data of ours unread; what it sent can still be read.
        Some(libc::ECONNRESET) => Ok(Packet::End),
        _ => Err(Error::os("receiving from a peer's socket")),
    }
}

/// Space for one descriptor in a packet's ancillary data; the words give it the alignment of a
/// header.
#[derive(Default)]
struct ControlBuffer([u64; 8]);

impl ControlBuffer {
    fn put(&mut self, message: &mut libc::msghdr, fd: RawFd) {
        message.msg_control = self.0.as_mut_ptr().cast();
        let payload = size_of::<RawFd>() as u32;
        // SAFETY: CMSG_SPACE and CMSG_LEN compute; the buffer is larger than the space of one
        // descriptor, so that the first header exists and its data lies in the buffer.
        unsafe {
            message.msg_controllen = libc::CMSG_SPACE(payload) as usize;
            let header = libc::CMSG_FIRSTHDR(message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(payload) as usize;
            libc::CMSG_DATA(header).cast::<RawFd>().write_unaligned(fd);
        }
    }

    /// The first descriptor received; any further ones are closed.
    fn take(&self, message: &libc::msghdr) -> Option<OwnedFd> {
        let mut first = None;
        // SAFETY: the kernel wrote well-formed headers into the buffer, whose length it set; each
        // descriptor in them is fresh and owned by nobody.
        unsafe {
            let mut header = libc::CMSG_FIRSTHDR(message);
            while !header.is_null() {
                if (*header).cmsg_level == libc::SOL_SOCKET
                    && (*header).cmsg_type == libc::SCM_RIGHTS
                {
                    let payload = (*header).cmsg_len - libc::CMSG_LEN(0) as usize;
                    let fds = libc::CMSG_DATA(header).cast::<RawFd>();
                    for index in 0..payload / size_of::<RawFd>() {
                        let fd = OwnedFd::from_raw_fd(fds.add(index).read_unaligned());
                        first.get_or_insert(fd);
                    }
                }
                header = libc::CMSG_NXTHDR(message, header);
            }
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (OwnedFd, OwnedFd) {
        let name = Name::new(&format!("skifch-test-{}-{:p}", std::process::id(), &0));
        let listener = listen(&name).expect("a free name");
        let Connected::Yes(out) = connect(&name).expect("connect") else { panic!("refused") };
        (out, accept(&listener).expect("accept").expect("waiting"))
    }

    /// The packet is sent and the socket closed just when the other side looks.
    #[test]
    fn a_packet_arrives_before_the_end_that_follows_at_once() {
        const ROUNDS: usize = 20_000;
        let (to, from) = std::sync::mpsc::sync_channel::<(OwnedFd, u32)>(0);
        let sender = std::thread::spawn(move || {
            for (out, pause) in from {
                (0..pause).for_each(|_| std::hint::spin_loop());
                assert!(send(out.as_raw_fd(), b"last", None).expect("the other side is there"));
            }
        });
        for round in 0..ROUNDS {
            let mut fds = [0; 2];
            let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
            // SAFETY: a place for two descriptors.
            assert_eq!(unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, fds.as_mut_ptr()) }, 0);
            // SAFETY: fresh descriptors that nobody else owns.
            let [inn, out] = fds.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
            to.send((out, round as u32 % 64)).expect("it runs");
            let mut bytes = [0; 16];
            let packet = loop {
                match recv(inn.as_raw_fd(), &mut bytes).expect("recv") {
                    Packet::Nothing => {}
                    packet => break packet,
                }
            };
            assert!(matches!(packet, Packet::Data(4, None)), "round {round}");
        }
        drop(to);
        sender.join().expect("it sends all");
    }

    #[test]
    fn packets_and_descriptors_arrive_before_the_end() {
        let (out, inn) = pair();
        let null = std::fs::File::open("/dev/null").expect("/dev/null");
        assert!(send(out.as_raw_fd(), b"hello", Some(null.as_raw_fd())).expect("send"));
        drop(out);
        let mut bytes = [0; 16];
        let got = recv(inn.as_raw_fd(), &mut bytes).expect("recv");
        assert!(matches!(got, Packet::Data(5, Some(_))));
        assert!(matches!(recv(inn.as_raw_fd(), &mut bytes).expect("recv"), Packet::End));
    }

    /// Otherwise a peer could fill the descriptor table.
    #[test]
    fn a_descriptor_beside_nothing_is_not_kept() {
        let (out, inn) = pair();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        assert!(send(out.as_raw_fd(), b"", Some(writer.as_raw_fd())).expect("send"));
        drop(writer);
        let got = recv(inn.as_raw_fd(), &mut [0; 16]).expect("recv");
        assert!(matches!(got, Packet::End));
        let mut poll = libc::pollfd { fd: reader.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one entry of ours; no wait.
        assert_eq!(unsafe { libc::poll(&raw mut poll, 1, 0) }, 1, "nobody holds the other end");
    }

    #[test]
    fn a_peer_that_ends_before_it_accepts_is_gone_like_any_other() {
        let name = Name::new(&format!("skifch-test-unaccepted-{}", std::process::id()));
        let listener = listen(&name).expect("a free name");
        let Connected::Yes(out) = connect(&name).expect("connect") else { panic!("refused") };
        drop(listener);
        for _ in 0..2 {
            let error = send(out.as_raw_fd(), b"hello", None).expect_err("nobody is there");
            assert_eq!(error.errno(), libc::EPIPE, "{error}");
        }
    }

    #[test]
    fn a_name_for_show_keeps_one_connection_and_is_there_for_all() {
        let name = Name::new(&format!("skifch-test-show-{}", std::process::id()));
        let shown = listen_for_show(&name).expect("a free name");
        let mut kept = 0;
        for _ in 0..100 {
            match connect(&name).expect("no failure") {
                Connected::Yes(_) => kept += 1,
                Connected::Later => {}
                Connected::Nobody => panic!("the name is there"),
            }
        }
        assert_eq!(kept, 1);
        drop(shown);
        assert!(matches!(connect(&name).expect("no failure"), Connected::Nobody));
    }

    #[test]
    fn a_name_that_nobody_has_is_told_from_a_failure() {
        let name = Name::new(&format!("skifch-test-nobody-{}", std::process::id()));
        assert!(matches!(connect(&name).expect("no failure"), Connected::Nobody));
    }
}

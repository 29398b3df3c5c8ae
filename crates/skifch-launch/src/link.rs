//! One connection between launcher and agent: non-blocking frames in both directions.

use crate::epoll::{Epoll, READ, Token, WRITE};
use crate::sys;
use crate::wire::Wire;
use std::io;
use std::net::TcpStream;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

/// If more than this is queued, data that can wait should wait.
const HIGH_BYTES: usize = 1 << 20;
const CHUNK_BYTES: usize = 128 * 1024;

/// A silent peer is probed this often within its silence limit.
const QUESTIONS: i32 = 4;

#[derive(Debug)]
pub(crate) struct Link {
    fd: OwnedFd,
    token: Token,
    inbox: Vec<u8>,
    /// Where the next frame starts.
    taken: usize,
    outbox: Vec<u8>,
    sent: usize,
    waiting: bool,
    /// Why sending failed: the kernel reports it only once, and a later read only sees the end.
    failed: Option<io::Error>,
    frame_bytes_max: usize,
}

/// Why a link is lost.
pub(crate) type Lost = String;

impl Link {
    /// Takes a connection whose ends have both proved their identity. A peer that is silent for
    /// `silence` despite keep-alive probes is considered dead: its host may have lost power.
    pub(crate) fn new(
        stream: TcpStream,
        epoll: &Epoll,
        token: Token,
        frame_bytes_max: usize,
        silence: Duration,
    ) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let fd = OwnedFd::from(stream);
        keep_alive(&fd, silence)?;
        epoll.add(fd.as_raw_fd(), token, READ)?;
        Ok(Self {
            fd,
            token,
            inbox: Vec::new(),
            taken: 0,
            outbox: Vec::new(),
            sent: 0,
            waiting: false,
            failed: None,
            frame_bytes_max,
        })
    }

    /// Sends what can be sent now and queues the rest. A lost connection is detected when reading.
    pub(crate) fn send(&mut self, epoll: &Epoll, message: &impl Wire) {
        message.encode(&mut self.outbox);
        if !self.waiting {
            self.flush(epoll);
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.sent == self.outbox.len()
    }

    /// Whether data that can wait should wait.
    pub(crate) fn is_full(&self) -> bool {
        self.outbox.len() - self.sent > HIGH_BYTES
    }

    pub(crate) fn flush(&mut self, epoll: &Epoll) {
        while !self.is_idle() {
            match sys::send(self.fd.as_raw_fd(), &self.outbox[self.sent..]) {
                Ok(count) => self.sent += count,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) => {
                    self.sent = self.outbox.len();
                    self.failed.get_or_insert(e);
                }
            }
        }
        if self.is_idle() || self.sent > HIGH_BYTES {
            self.outbox.drain(..self.sent);
            self.sent = 0;
        }
        if self.waiting == self.is_idle() {
            self.waiting = !self.is_idle();
            let events = if self.waiting { READ | WRITE } else { READ };
            let _ = epoll.modify(self.fd.as_raw_fd(), self.token, events);
        }
    }

    /// Reads at most one chunk, so that other descriptors get their turn.
    pub(crate) fn read(&mut self) -> Result<(), Lost> {
        self.inbox.drain(..self.taken);
        self.taken = 0;
        let begin = self.inbox.len();
        self.inbox.resize(begin + CHUNK_BYTES, 0);
        let got = sys::read(self.fd.as_raw_fd(), &mut self.inbox[begin..]);
        self.inbox.truncate(begin + *got.as_ref().unwrap_or(&0));
        match got {
            Ok(0) => Err(match self.failed.take() {
                Some(e) if e.kind() != io::ErrorKind::BrokenPipe => broke(&e),
                _ => "the connection was closed".to_owned(),
            }),
            Ok(_) => Ok(()),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(e) => Err(broke(&e)),
        }
    }

    /// The next complete message.
    pub(crate) fn next<T: Wire>(&mut self) -> Result<Option<T>, Lost> {
        let rest = &self.inbox[self.taken..];
        let Some((head, rest)) = rest.split_first_chunk::<4>() else { return Ok(None) };
        let bytes = u32::from_le_bytes(*head) as usize;
        if bytes > self.frame_bytes_max {
            let most = self.frame_bytes_max;
            return Err(format!("received a message of {bytes} bytes; at most {most} are allowed"));
        }
        let Some(frame) = rest.get(..bytes) else { return Ok(None) };
        let kind = frame.first().copied().unwrap_or(0);
        let message = T::decode(frame)
            .ok_or_else(|| format!("received an invalid message (kind {kind}, {bytes} bytes)"))?;
        self.taken += 4 + bytes;
        Ok(Some(message))
    }
}

fn broke(why: &io::Error) -> Lost {
    format!("the connection failed: {why}")
}

fn keep_alive(fd: &OwnedFd, silence: Duration) -> io::Result<()> {
    let silence_ms = i32::try_from(silence.as_millis()).unwrap_or(i32::MAX);
    // The kernel counts in seconds, and accepts up to nine hours.
    let pause_s = (silence_ms / 1000 / (QUESTIONS + 1)).clamp(1, 32_767);
    set(fd, libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1)?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_KEEPIDLE, pause_s)?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_KEEPINTVL, pause_s)?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_KEEPCNT, QUESTIONS)?;
    set(fd, libc::IPPROTO_TCP, libc::TCP_USER_TIMEOUT, silence_ms)
}

fn set(fd: &OwnedFd, level: i32, option: i32, value: i32) -> io::Result<()> {
    let bytes = libc::socklen_t::try_from(size_of::<i32>()).unwrap_or(4);
    // SAFETY: reads one number of this frame, whose size is given.
    let rc = unsafe {
        libc::setsockopt(fd.as_raw_fd(), level, option, (&raw const value).cast(), bytes)
    };
    sys::check(rc).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Bytes, FromAgent};
    use std::io::Write;
    use std::net::TcpListener;

    fn pair(epoll: &Epoll, most: usize) -> (Link, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let link = Link::new(near, epoll, Token::Link(0), most, Duration::from_secs(30));
        (link.unwrap(), listener.accept().unwrap().0)
    }

    fn until<T>(mut probe: impl FnMut() -> Option<T>) -> T {
        for _ in 0..2000 {
            if let Some(found) = probe() {
                return found;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("waited 10 s");
    }

    #[test]
    fn frames_in_pieces() {
        let epoll = Epoll::new().unwrap();
        let (mut link, mut far) = pair(&epoll, 1000);
        let message = FromAgent::Output { rank: 1, stream: 0, bytes: Bytes(vec![7; 300]) };
        let mut bytes = Vec::new();
        message.encode(&mut bytes);
        message.encode(&mut bytes);
        for piece in bytes.chunks(101) {
            far.write_all(piece).unwrap();
        }
        for _ in 0..2 {
            let got = until(|| {
                link.read().unwrap();
                link.next::<FromAgent>().unwrap()
            });
            assert_eq!(got, message);
        }
        drop(far);
        let lost = until(|| link.read().err());
        assert!(lost.contains("closed"), "{lost}");
    }

    #[test]
    fn what_is_too_long_or_nothing() {
        let epoll = Epoll::new().unwrap();
        for (bytes, word) in [(&[0xff; 8][..], "4294967295 bytes"), (&[1, 0, 0, 0, 99], "kind 99")]
        {
            let (mut link, mut far) = pair(&epoll, 1000);
            far.write_all(bytes).unwrap();
            let lost = until(|| {
                link.read().unwrap();
                link.next::<FromAgent>().err()
            });
            assert!(lost.contains(word), "{lost}");
        }
    }

    /// The kernel tells an error once, be it to who sends.
    #[test]
    fn a_connection_that_broke_was_not_closed() {
        let epoll = Epoll::new().unwrap();
        let (mut link, far) = pair(&epoll, 1000);
        let at_once = libc::linger { l_onoff: 1, l_linger: 0 };
        // SAFETY: reads one value of this frame, whose size is given.
        let rc = unsafe {
            let bytes = size_of::<libc::linger>() as libc::socklen_t;
            let value = (&raw const at_once).cast();
            libc::setsockopt(far.as_raw_fd(), libc::SOL_SOCKET, libc::SO_LINGER, value, bytes)
        };
        sys::check(rc).unwrap();
        // Its end is a reset, which is there when this returns, on the loopback.
        drop(far);
        link.send(&epoll, &FromAgent::Output { rank: 1, stream: 0, bytes: Bytes(vec![7]) });
        let lost = until(|| link.read().err());
        assert!(lost.contains("the connection failed"), "{lost}");
    }

    /// What the other end does not read is kept, and counted as much.
    #[test]
    fn a_peer_that_does_not_read() {
        let epoll = Epoll::new().unwrap();
        let (mut link, far) = pair(&epoll, 1000);
        let message = FromAgent::Output { rank: 1, stream: 0, bytes: Bytes(vec![7; 100_000]) };
        let sent = (0..1000).take_while(|_| {
            link.send(&epoll, &message);
            !link.is_full()
        });
        assert!(sent.count() < 999, "it is full in the end");
        drop(far);
        until(|| {
            link.flush(&epoll);
            link.is_idle().then_some(())
        });
    }
}

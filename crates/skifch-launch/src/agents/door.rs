//! The port that agents connect to. It is open until all have connected. A peer that cannot prove
//! to be an agent is disconnected, and nothing it sends is processed outside this file.

use crate::epoll::{Epoll, READ, Token};
use crate::error::LaunchError;
use crate::net;
use crate::options::Reach;
use crate::wire::auth::{self, ANSWER_BYTES, Nonce, Secret};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

/// How long a peer may take to prove its identity, and how many may be in that state at once.
const PATIENCE: Duration = Duration::from_secs(5);
const KNOCKS_MAX: usize = 256;
/// The number of refusals reported; a port scan should not fill the screen.
const TOLD_MAX: u32 = 3;

#[derive(Debug)]
pub(super) struct Door {
    listener: TcpListener,
    /// The addresses at which agents can reach it.
    pub(super) addresses: Vec<SocketAddr>,
    secret: Secret,
    knocks: Vec<Option<Knock>>,
    told: u32,
}

#[derive(Debug)]
struct Knock {
    stream: TcpStream,
    peer: SocketAddr,
    nonce: Nonce,
    answer: Vec<u8>,
    until: Instant,
}

impl Door {
    pub(super) fn open(reach: &Reach, secret: Secret, epoll: &Epoll) -> Result<Self, LaunchError> {
        let (listener, addresses) = net::listen(reach.iface.as_deref(), reach.ports)?;
        let added = epoll.add(listener.as_raw_fd(), Token::Door, READ);
        added.map_err(|e| LaunchError::system("epoll", &e))?;
        Ok(Self { listener, addresses, secret, knocks: Vec::new(), told: 0 })
    }

    /// Accepts new connections and sends them the hello.
    pub(super) fn accept(&mut self, epoll: &Epoll) {
        while let Ok((stream, peer)) = self.listener.accept() {
            let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
            let free = self.knocks.iter().position(Option::is_none).unwrap_or(self.knocks.len());
            let Ok(nonce) = auth::random() else { return };
            if free < KNOCKS_MAX
                && stream.set_nonblocking(true).is_ok()
                && (&stream).write_all(&auth::hello(&nonce)).is_ok()
                && epoll.add(stream.as_raw_fd(), Token::Knock(free), READ).is_ok()
            {
                let until = Instant::now() + PATIENCE;
                let knock = Knock { stream, peer, nonce, answer: Vec::new(), until };
                self.knocks.resize_with(self.knocks.len().max(free + 1), || None);
                self.knocks[free] = Some(knock);
            }
        }
    }

    /// Reads from a peer that has not proved its identity; returns its host number once it has.
    pub(super) fn listen_to(
        &mut self,
        epoll: &Epoll,
        index: usize,
    ) -> Option<(u32, TcpStream, SocketAddr)> {
        let knock = self.knocks.get_mut(index)?.as_mut()?;
        let mut chunk = [0; ANSWER_BYTES];
        // Reads no more than the answer: what follows is for the link.
        let room = ANSWER_BYTES - knock.answer.len();
        match knock.stream.read(&mut chunk[..room]) {
            Ok(0) => self.refuse(epoll, index, "it closed the connection"),
            Ok(count) => {
                knock.answer.extend_from_slice(&chunk[..count]);
                let answer: &[u8; ANSWER_BYTES] = knock.answer.first_chunk()?;
                match auth::read_answer(&self.secret, &knock.nonce, answer) {
                    Ok((host, nonce)) => return self.admit(epoll, index, host, &nonce),
                    Err(why) => self.refuse(epoll, index, &why),
                }
            }
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(e) => self.refuse(epoll, index, &e.to_string()),
        }
        None
    }

    fn admit(
        &mut self,
        epoll: &Epoll,
        index: usize,
        host: u32,
        nonce: &Nonce,
    ) -> Option<(u32, TcpStream, SocketAddr)> {
        let mut knock = self.knocks[index].take()?;
        epoll.remove(knock.stream.as_raw_fd());
        let proof = auth::launcher_proof(&self.secret, &knock.nonce, nonce);
        // Eight bytes fit into an empty socket buffer; a socket that does not accept them is
        // broken.
        knock.stream.write_all(&proof).ok()?;
        Some((host, knock.stream, knock.peer))
    }

    fn refuse(&mut self, epoll: &Epoll, index: usize, why: &str) {
        let Some(knock) = self.knocks.get_mut(index).and_then(Option::take) else { return };
        epoll.remove(knock.stream.as_raw_fd());
        self.told += 1;
        if self.told <= TOLD_MAX {
            say!("a connection from {} was refused: {why}", knock.peer);
        }
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.knocks.iter().flatten().map(|knock| knock.until).min()
    }

    /// Disconnects peers that take too long.
    pub(super) fn tidy(&mut self, epoll: &Epoll, now: Instant) {
        for index in 0..self.knocks.len() {
            if self.knocks[index].as_ref().is_some_and(|knock| now >= knock.until) {
                self.refuse(epoll, index, "it did not identify itself");
            }
        }
    }
}

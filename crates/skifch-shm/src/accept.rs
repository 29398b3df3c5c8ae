//! How a lane comes into being, the receiver's half.

use crate::connect::{RING_OFFSET, SLEEP_OFFSET, ring_of, word_of};
use crate::fork::{self, Guarded};
use crate::hello::{Hello, PACKET_BYTES, Welcome};
use crate::memfd;
use crate::recv::{LaneIn, ShmRx};
use crate::socket::{self, Packet};
use skifch_backend::Error;
use skifch_backend::abi::LogLevel;
use skifch_ring::{Bell, Consumer, Geometry};
use std::os::fd::{AsRawFd, OwnedFd};

/// A connection whose greeting has not come yet.
pub(crate) struct Stranger {
    token: u64,
    socket: Guarded,
}

impl ShmRx {
    /// Takes up every connection that waits.
    pub(crate) fn accept_all(&mut self) -> Result<(), Error> {
        while let Some(socket) = socket::accept(self.listener.owned())? {
            if socket::check_owner(&socket).is_err() {
                continue;
            }
            let token = self.next_token;
            self.next_token += 1;
            let socket = fork::guard(socket);
            self.poller.add(socket.as_raw_fd(), token)?;
            self.strangers.push(Stranger { token, socket });
            self.look_at_stranger(token);
        }
        Ok(())
    }

    /// Makes the lane if the greeting has come. A greeting that is not one costs its sender the
    /// connection and nobody else anything.
    pub(crate) fn look_at_stranger(&mut self, token: u64) {
        let Some(at) = self.strangers.iter().position(|stranger| stranger.token == token) else {
            return;
        };
        let mut bytes = [0; PACKET_BYTES];
        let packet = socket::recv(self.strangers[at].socket.as_raw_fd(), &mut bytes);
        if matches!(packet, Ok(Packet::Nothing)) {
            return;
        }
        let stranger = self.strangers.swap_remove(at);
        let Ok(Packet::Data(len, fd)) = packet else { return };
        if let Err(error) = self.welcome(stranger, &bytes[..len], fd) {
            self.host.log(LogLevel::Warn, format_args!("a lane was refused: {error}"));
        }
    }

    fn welcome(
        &mut self,
        stranger: Stranger,
        packet: &[u8],
        fd: Option<OwnedFd>,
    ) -> Result<(), Error> {
        let hello = Hello::decode(packet, self.names.job_key())?;
        self.names.check(hello.src)?;
        if hello.dst != self.addr || self.lanes.iter().any(|lane| lane.is_from(hello.src)) {
            return Err(Error::new(libc::EPROTO, "a greeting to somebody else, or a second one"));
        }
        let fd = fd.ok_or_else(|| Error::new(libc::EPROTO, "a greeting without memory"))?;
        let sizes = Geometry::new(hello.ring_bytes as usize, hello.max_message as usize);
        let geometry =
            sizes.ok_or_else(|| Error::new(libc::EPROTO, "a lane of impossible sizes"))?;
        let memory = memfd::map_peer(&fd, 0, RING_OFFSET + geometry.capacity())?;
        let line = self.control.assign()?;
        let welcome = Welcome { credit_line: line }.encode();
        let socket = stranger.socket;
        // A sender that is gone already is answered all the same: what it left is to be delivered.
        let _ = socket::send(socket.as_raw_fd(), &welcome, Some(self.control.fd()));
        // SAFETY: the ring lies in the mapping, which the lane keeps; this side alone writes the
        // credit line, which is zero.
        let consumer =
            unsafe { Consumer::new(ring_of(&memory), self.control.credit(line), geometry) };
        self.lanes.push(Box::new(LaneIn {
            consumer,
            src: hello.src,
            bell: Bell::new(word_of(&memory, SLEEP_OFFSET)),
            token: stranger.token,
            socket: Some(socket),
            credit_line: line,
            _memory: memory,
        }));
        self.counters.lanes.add(1);
        Ok(())
    }
}

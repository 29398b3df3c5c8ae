//! The connection to a destination, started by the first send.

use crate::channel::{peer_is_another, peer_is_gone};
use crate::net::State;
use skifch_backend::Error;
use skifch_backend::abi::NetAddr;
use skifch_proto::{ConnectionId, Link};

impl State {
    /// The connection to `dst`; `None` if it is not open yet, in which case it is started.
    pub(crate) fn way(
        &mut self,
        index: usize,
        dst: NetAddr,
    ) -> Result<Option<ConnectionId>, Error> {
        let place = self.directory.place(dst)?;
        let Some(channel) = self.channel(index) else { return Ok(None) };
        let link = Link { local: channel.addr, remote: dst };
        if !std::mem::replace(&mut channel.peer(dst).is_used, true) {
            channel.counters.lanes_out.add(1);
        }
        let peer = channel.peer(dst);
        if peer.is_unreported {
            return Err(match peer.tell_sender() {
                Some(gone) => peer_is_gone(dst, gone),
                None => peer_is_another(dst),
            });
        }
        let gone = peer.gone;
        match peer.way {
            Some((id, true)) => return Ok(Some(id)),
            Some((_, false)) => {}
            None => self.begin(index, link, place)?,
        }
        match gone {
            // The peer may come back: a reconnection is in progress, and nothing is accepted until
            // it is open.
            Some(gone) => Err(peer_is_gone(dst, gone)),
            None => Ok(None),
        }
    }

    fn begin(
        &mut self,
        index: usize,
        link: Link,
        place: std::net::SocketAddr,
    ) -> Result<(), Error> {
        if let Some(old) = self.closing.get(&link) {
            // Data sent by a previous instance of this channel is delivered first.
            if self.endpoint.stats(*old).is_some_and(|stats| stats.unacked_bytes > 0) {
                return Ok(());
            }
            self.closing.remove(&link);
        }
        let Some(id) = self.endpoint.connect(self.now_ns, link, place) else {
            return Err(Error::new(libc::EMFILE, "the limit of 2^24 connections is reached"));
        };
        if !self.lanes.contains_key(&id) {
            self.add_lane(id, index, link.remote);
        }
        let is_open = self.lanes.get(&id).is_some_and(|lane| lane.is_open);
        if let Some(channel) = self.channel(index) {
            channel.peer(link.remote).way = Some((id, is_open));
        }
        self.transmit()
    }
}

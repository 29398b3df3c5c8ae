//! How connections are opened, and how a restarted peer is told from an old datagram.
//!
//! Each side sends the other its token, and is open when it receives its own token back: then it
//! has heard from a peer that currently hears it. Both sides may start at once. A hello without our
//! token proves nothing, since it may be old. It is answered; if a connection is already open, a
//! second one is created beside it, which replaces the first once the peer has returned the new
//! token.
//!
//! A token is given to only one connection of the peer. Otherwise two of its connections, one of
//! which closed and left datagrams in flight, could both be open to the same connection here, and
//! their streams would mix. So a connection keeps to the peer's connection that has its token until
//! the peer reports that one gone; then it takes a new token.

use super::Endpoint;
use crate::connection::{Connection, Link, Phase};
use crate::handshake::index_of;
use crate::memory::Memory;
use crate::wire::{self, Header, Hello};
use std::net::SocketAddr;

impl<M: Memory> Endpoint<M> {
    pub(super) fn on_hello(&mut self, now_ns: u64, from: SocketAddr, header: &Header, body: &[u8]) {
        let Some(hello) = Hello::decode(body) else {
            self.counters.dropped_malformed += 1;
            return;
        };
        if hello.job != self.config.job {
            self.counters.dropped_foreign += 1;
            return;
        }
        let link = Link { local: hello.target, remote: hello.source };
        let wants = header.has(wire::FLAG_PING);
        match self.echoed(header.to, link) {
            Some(index) => self.hear_hello(now_ns, from, index, &hello, true, wants),
            // A reply to something not sent from here, or sent by a previous instance. It must not
            // open a connection, or a replayed hello would make two honest endpoints start one.
            None if header.to != 0 => self.on_unknown(now_ns, from, header.to),
            None if !wants => self.counters.dropped_unknown += 1,
            None if !self.limiter.allows(now_ns, &self.tokens, from) => {
                self.counters.dropped_rate += 1;
            }
            None => self.on_stranger(now_ns, from, link, &hello),
        }
    }

    /// The connection whose token the peer returned.
    fn echoed(&self, token: u64, link: Link) -> Option<usize> {
        let index = index_of(token);
        let connection = self.slots.get(index)?.connection.as_deref()?;
        let is_it = connection.token == token && connection.link == link && !connection.is_gone();
        is_it.then_some(index)
    }

    fn hear_hello(
        &mut self,
        now_ns: u64,
        from: SocketAddr,
        index: usize,
        hello: &Hello,
        is_echo: bool,
        wants: bool,
    ) {
        let max_message = self.config.max_message;
        if let Some(connection) = &mut self.slots[index].connection {
            let (is_opening, before) = (connection.phase == Phase::Opening, connection.peer_token);
            let is_its = connection.on_hello(now_ns, hello, is_echo, wants);
            if is_opening && is_its {
                connection.address = from;
            }
            if is_its && is_echo && (hello.max_message as usize) < max_message {
                connection.lose(crate::connection::Reason::Incompatible);
            }
            self.note_peer_token(index, before);
        }
        self.settle(now_ns, index);
    }

    /// Handles a hello without a token of ours.
    fn on_stranger(&mut self, now_ns: u64, from: SocketAddr, link: Link, hello: &Hello) {
        let known = self.of_hello(link, hello.token);
        let Some(index) = known.filter(|index| self.is_alive(*index)) else {
            return self.begin(now_ns, from, link, hello, None);
        };
        let Some(connection) = &self.slots[index].connection else {
            return;
        };
        let is_same = connection.phase == Phase::Opening || connection.peer_token == hello.token;
        match connection.successor {
            _ if is_same => self.hear_hello(now_ns, from, index, hello, false, true),
            Some(successor) => self.hear_hello(now_ns, from, successor, hello, false, true),
            None => self.begin(now_ns, from, link, hello, Some(index)),
        }
    }

    /// The connection that a hello is for: one that knows its token already, or else that of the
    /// link. Otherwise two connections here could claim the same connection of the peer.
    fn of_hello(&self, link: Link, token: u64) -> Option<usize> {
        let index = *self.by_link.get(&link)?;
        let heard = self.with_peer_token(token, |it| it.link == link);
        Some(heard.unwrap_or_else(|| self.first_to_open(index)))
    }

    /// The first connection that knows its peer by `token` and satisfies `is_it`. Tokens of
    /// different peers may coincide.
    pub(super) fn with_peer_token(
        &self,
        token: u64,
        is_it: impl Fn(&Connection<M>) -> bool,
    ) -> Option<usize> {
        let all = self.by_peer_token.range((token, 0)..=(token, usize::MAX));
        all.map(|(_, index)| *index).find(|index| {
            let connection = self.slots[*index].connection.as_deref();
            connection.is_some_and(|it| !it.is_gone() && is_it(it))
        })
    }

    /// Updates the index after the connection at `index` may have learnt a new peer token; `before`
    /// is the previous one.
    pub(super) fn note_peer_token(&mut self, index: usize, before: u64) {
        let token = self.slots[index].connection.as_ref().map_or(0, |it| it.peer_token);
        if token != before {
            self.by_peer_token.remove(&(before, index));
            if token != 0 {
                self.by_peer_token.insert((token, index));
            }
        }
    }

    fn is_alive(&self, index: usize) -> bool {
        self.slots[index].connection.as_deref().is_some_and(|it| !it.is_gone())
    }

    /// Creates a connection requested by the peer; `old` is the one that it would replace.
    fn begin(
        &mut self,
        now_ns: u64,
        from: SocketAddr,
        link: Link,
        hello: &Hello,
        old: Option<usize>,
    ) {
        let is_open =
            |old: usize| self.slots[old].connection.as_deref().is_some_and(Connection::is_writable);
        if !self.listening.contains(&link.local) && !old.is_some_and(is_open) {
            self.counters.dropped_foreign += 1;
            return;
        }
        let Some(index) = self.make(now_ns, link, from) else {
            self.counters.dropped_rate += 1;
            return;
        };
        match old.and_then(|old| self.slots[old].connection.as_deref_mut()) {
            Some(connection) => connection.successor = Some(index),
            None => drop(self.by_link.insert(link, index)),
        }
        if let Some(connection) = &mut self.slots[index].connection {
            connection.is_passive = true;
            connection.predecessor = old;
        }
        self.hear_hello(now_ns, from, index, hello, false, true);
    }
}

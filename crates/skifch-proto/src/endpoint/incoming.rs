//! The interface to the network: incoming datagrams.

use super::{Endpoint, Landing, env};
use crate::connection::{Env, Heard, Payload, Phase};
use crate::handshake::index_of;
use crate::memory::{Memory, PiecesMut};
use crate::wire::{self, Fault, HEADER_BYTES, Header, Kind, Run};
use std::net::SocketAddr;

/// Maximum number of resets waiting to be sent; further unknown tokens are not answered.
const MAX_RESETS: usize = 64;

impl<M: Memory> Endpoint<M> {
    /// Processes a received datagram.
    pub fn on_datagram(&mut self, now_ns: u64, from: SocketAddr, bytes: &[u8]) {
        self.landing = None;
        self.counters.datagrams_received += 1;
        self.counters.bytes_received += bytes.len() as u64;
        let Some((head, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            self.counters.dropped_malformed += 1;
            return;
        };
        let Some(header) = self.decode(head, bytes.len()) else {
            return;
        };
        if !self.config.seal.is_right(head, [rest]) {
            self.counters.dropped_tag += 1;
            return;
        }
        let payload = header.payload();
        match header.kind {
            Kind::Hello => self.on_hello(now_ns, from, &header, &bytes[payload]),
            Kind::Reset => self.on_reset(now_ns, from, header.position),
            Kind::Data => {
                let runs = &bytes[HEADER_BYTES..payload.start];
                self.on_data(now_ns, from, &header, runs, Payload::Bytes(&bytes[payload]));
            }
        }
    }

    /// As [`Self::on_datagram`], for a possible run of datagrams that the kernel coalesced without
    /// giving their size, which the first one implies. Returns that size.
    #[inline]
    pub fn on_run(&mut self, now_ns: u64, from: SocketAddr, bytes: &[u8]) -> usize {
        let (first, mut rest) = bytes.split_at(wire::first_bytes(bytes));
        self.on_datagram(now_ns, from, first);
        while !rest.is_empty() {
            let (next, after) = rest.split_at(first.len().min(rest.len()));
            self.on_datagram(now_ns, from, next);
            rest = after;
        }
        first.len()
    }

    fn decode(&mut self, head: &[u8; HEADER_BYTES], total: usize) -> Option<Header> {
        match Header::decode(head, total) {
            Ok(header) => Some(header),
            Err(Fault::Magic) => {
                self.counters.dropped_magic += 1;
                None
            }
            Err(Fault::Malformed) => {
                self.counters.dropped_malformed += 1;
                None
            }
        }
    }

    /// The probable place of the next datagram's payload. The driver receives [`HEADER_BYTES`] into
    /// its own memory, then into these pieces, then the rest into its own memory, and calls
    /// [`Self::on_landed`] before any other call on this endpoint. `None` or empty pieces if there
    /// is no such place.
    pub fn landing(&mut self) -> Option<PiecesMut<'_>> {
        self.landing = None;
        let index = self.last_heard?;
        let connection = self.slots[index].connection.as_deref_mut()?;
        if connection.phase != Phase::Open {
            return None;
        }
        let position = connection.recv.edge();
        let most = connection.pmtu.current() - HEADER_BYTES;
        let pieces = connection.recv.landing(most);
        let len = pieces[0].len() + pieces[1].len();
        self.landing = Some(Landing { index, position, len });
        Some(pieces)
    }

    /// Processes a received datagram of `total` bytes: its first [`HEADER_BYTES`] are `head`; then
    /// come the pieces given by [`Self::landing`], as far as filled; then `spill`.
    pub fn on_landed(
        &mut self,
        now_ns: u64,
        from: SocketAddr,
        head: &[u8; HEADER_BYTES],
        total: usize,
        spill: &[u8],
    ) {
        let landing = self.landing.take();
        let is_landed = landing.is_some_and(|at| self.lands(now_ns, from, head, total, at, spill));
        if !is_landed {
            self.on_scattered(now_ns, from, head, total, landing, spill);
        }
    }

    /// Accepts a datagram whose payload is already in place. `false` if it belongs elsewhere.
    fn lands(
        &mut self,
        now_ns: u64,
        from: SocketAddr,
        head: &[u8; HEADER_BYTES],
        total: usize,
        landing: Landing,
        spill: &[u8],
    ) -> bool {
        let Ok(header) = Header::decode(head, total) else {
            return false;
        };
        let Some(connection) = &self.slots[landing.index].connection else {
            return false;
        };
        let is_plain = header.kind == Kind::Data && header.runs == 0;
        let payload = total - HEADER_BYTES;
        if !is_plain
            || usize::from(header.len) != payload
            || header.to != connection.token
            || header.position != landing.position
        {
            return false;
        }
        let landed = payload.min(landing.len);
        let pieces = connection.recv.pieces(landing.position, landed);
        if !self.config.seal.is_right(head, [pieces[0], pieces[1], spill]) {
            return false;
        }
        self.counters.datagrams_received += 1;
        self.counters.bytes_received += total as u64;
        self.counters.datagrams_in_place += 1;
        self.on_data(now_ns, from, &header, &[], Payload::Landed(landed, spill));
        true
    }

    /// Reassembles and processes a datagram that belongs elsewhere.
    fn on_scattered(
        &mut self,
        now_ns: u64,
        from: SocketAddr,
        head: &[u8; HEADER_BYTES],
        total: usize,
        landing: Option<Landing>,
        spill: &[u8],
    ) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(&head[..total.min(HEADER_BYTES)]);
        if let Some(landing) = landing
            && let Some(connection) = &self.slots[landing.index].connection
        {
            let landed = total.saturating_sub(HEADER_BYTES).min(landing.len);
            let pieces = connection.recv.pieces(landing.position, landed);
            pieces.iter().for_each(|piece| scratch.extend_from_slice(piece));
        }
        scratch.extend_from_slice(spill);
        self.on_datagram(now_ns, from, &scratch);
        self.scratch = scratch;
    }

    fn on_data(
        &mut self,
        now_ns: u64,
        from: SocketAddr,
        header: &Header,
        runs: &[u8],
        payload: Payload<'_>,
    ) {
        let index = index_of(header.to);
        let slot = self.slots.get_mut(index).and_then(|slot| slot.connection.as_deref_mut());
        let Some(connection) = slot.filter(|it| it.token == header.to && !it.is_gone()) else {
            return self.on_unknown(now_ns, from, header.to);
        };
        if connection.phase == Phase::Opening {
            // The hello that opens it is late or lost; the peer will retransmit both.
            self.counters.dropped_unknown += 1;
            return;
        }
        if Run::decode(runs).is_none() {
            self.counters.dropped_malformed += 1;
            return;
        }
        let heard = connection.on_packet(now_ns, header, runs, payload, &mut env!(self));
        match heard {
            Heard::Taken if header.len > 0 => self.last_heard = Some(index),
            Heard::Taken => (),
            Heard::Duplicate => self.counters.dropped_duplicate += 1,
            Heard::Window => self.counters.dropped_window += 1,
        }
        self.settle(now_ns, index);
    }

    pub(super) fn on_unknown(&mut self, now_ns: u64, from: SocketAddr, token: u64) {
        self.counters.dropped_unknown += 1;
        let is_allowed = self.limiter.allows(now_ns, &self.tokens, from);
        if is_allowed && self.resets.len() < MAX_RESETS {
            self.resets.push_back((from, token));
        }
    }

    /// The peer reports that it does not know `token`, which we used to address it. Only its own
    /// address is trusted to say so: a datagram of ours that was misrouted is unknown there, too.
    fn on_reset(&mut self, now_ns: u64, from: SocketAddr, token: u64) {
        if !self.limiter.allows(now_ns, &self.tokens, from) {
            self.counters.dropped_rate += 1;
            return;
        }
        let Some(index) = self.with_peer_token(token, |it| it.address == from) else {
            self.counters.dropped_unknown += 1;
            return;
        };
        if let Some(connection) = &mut self.slots[index].connection {
            connection.on_reset(now_ns);
            if connection.phase == Phase::Opening {
                // Datagrams from a previous connection of the peer may still arrive for the old
                // token.
                connection.token = self.tokens.next(index);
            }
            self.note_peer_token(index, token);
        }
        self.settle(now_ns, index);
    }
}

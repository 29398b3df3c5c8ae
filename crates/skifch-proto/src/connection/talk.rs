//! Sending packets.

use super::{Connection, Env, Phase};
use crate::burst::{Burst, ZEROS};
use crate::flight::{Fate, Sent};
use crate::memory::Memory;
use crate::wire::{
    self, Ack, HEADER_BYTES, Header, Kind, LEAST_DATAGRAM_BYTES, MAX_RUNS, RUN_BYTES, Run,
};
use std::ops::Range;

/// The encoded runs of an acknowledgement.
struct Runs {
    bytes: [u8; MAX_RUNS * RUN_BYTES],
    count: usize,
}

impl<M: Memory> Connection<M> {
    /// Fills `burst` with what may leave now; returns whether there is anything.
    pub(crate) fn transmit(
        &mut self,
        now_ns: u64,
        index: usize,
        burst: &mut Burst,
        env: &mut Env<'_>,
    ) -> bool {
        burst.clear(self.address, Some((index, self.token)));
        if self.hello.is_due {
            self.say_hello(now_ns, burst, env);
            return true;
        }
        if !matches!(self.phase, Phase::Open | Phase::Finished(_)) {
            return false;
        }
        burst.is_routine = self.silence == 0 && self.probes == 0;
        let is_probing = self.probes == 0 && self.try_size(now_ns, burst, env);
        if !is_probing {
            while self.next_segment(now_ns, burst, env) {}
        }
        self.probes = 0;
        if burst.count() == 0 && (self.received.is_due || self.is_ping_due) {
            self.say_nothing(now_ns, burst, env);
        }
        env.counters.messages_coalesced += match burst.count() as u64 {
            0 => 0,
            count => std::mem::take(&mut self.written).saturating_sub(count),
        };
        burst.count() > 0
    }

    fn say_hello(&mut self, now_ns: u64, burst: &mut Burst, env: &Env<'_>) {
        let mut header = Header::new(Kind::Hello, self.peer_token);
        header.len = wire::HELLO_BYTES as u16;
        if self.phase == Phase::Opening {
            header.flags = wire::FLAG_PING;
        }
        let body = self.hello(env.config).encode();
        burst.push(&env.config.seal, header.encode(), &body, (0, [&[], &[]]), 0);
        self.hello.said(now_ns);
    }

    /// Adds the next datagram with payload. Returns whether another may follow.
    fn next_segment(&mut self, now_ns: u64, burst: &mut Burst, env: &mut Env<'_>) -> bool {
        let count = burst.count();
        let size = if count == 0 { self.usual_bytes() } else { burst.segment_bytes() };
        let is_full = count >= env.config.max_segments.min(burst.segments.capacity())
            || burst.total_bytes() + size > env.config.max_burst_bytes;
        if is_full || !self.has_window(size as u64, env) {
            return false;
        }
        let mut runs = Runs { bytes: [0; MAX_RUNS * RUN_BYTES], count: 0 };
        if count == 0 {
            self.list_runs(&mut runs);
        }
        let room = size - HEADER_BYTES - runs.count * RUN_BYTES;
        let Some(range) = self.next_range(now_ns, room as u64, env) else {
            return false;
        };
        self.push(now_ns, burst, &runs, range, 0, env);
        burst.segments.last().is_some_and(|segment| segment.size() == size)
    }

    /// Size of a full datagram in bytes. It shrinks with the number of unanswered probes, since the
    /// size may be the reason.
    fn usual_bytes(&self) -> usize {
        match self.silence {
            0 | 1 => self.pmtu.current(),
            2 | 3 => self.pmtu.base(),
            _ => LEAST_DATAGRAM_BYTES,
        }
    }

    /// How many bytes of the stream a full datagram carries.
    pub(crate) fn carried_bytes(&self) -> usize {
        self.usual_bytes() - HEADER_BYTES
    }

    /// Whether another packet of `size` bytes may be in flight.
    pub(super) fn has_window(&self, size: u64, env: &Env<'_>) -> bool {
        let is_open = self.data_in_flight() + size <= self.congestion.window();
        self.probes > 0 || (is_open && self.flight.len() < env.config.max_packets())
    }

    /// Bytes in flight without size probes: data does not wait for those.
    pub(super) fn data_in_flight(&self) -> u64 {
        self.flight.bytes().saturating_sub(self.pmtu.probing_bytes() as u64)
    }

    /// The next range of the stream to send: lost bytes first, then new ones, then, for a probe,
    /// the oldest bytes in flight again.
    fn next_range(&mut self, now_ns: u64, room: u64, env: &mut Env<'_>) -> Option<Range<u64>> {
        let is_new_due = self.is_new_due(now_ns, room, env);
        let lost_room = self
            .lost
            .first()
            .map_or(0, |run| self.send.fit(run.start, room.min(run.end - run.start)));
        let range = if let Some(lost) = self.lost.take(lost_room) {
            env.counters.bytes_retransmitted += lost.end - lost.start;
            lost
        } else if is_new_due || (self.probes > 0 && self.send.sendable() > 0) {
            self.send.take(room)
        } else if self.probes > 0 {
            let oldest = self.flight.oldest()?.range();
            let start = oldest.start.max(self.send.acked());
            let end = oldest.end.min(start + room);
            if end <= start {
                return None;
            }
            let end = start + self.send.fit(start, end - start);
            env.counters.bytes_retransmitted += end - start;
            start..end
        } else {
            return None;
        };
        Some(range)
    }

    /// Whether new bytes should leave: a full datagram always; less if nothing is in flight, the
    /// last datagram was sent long enough ago, or the bytes were flushed.
    pub(super) fn is_new_due(&self, now_ns: u64, room: u64, env: &Env<'_>) -> bool {
        match self.send.sendable() {
            0 => false,
            some if some >= room => true,
            _ => {
                let is_quiet = self.data_in_flight() == 0 || self.send.is_closed();
                is_quiet || self.is_flushed || now_ns >= self.last_ns + env.config.coalesce_ns
            }
        }
    }

    fn try_size(&mut self, now_ns: u64, burst: &mut Burst, env: &mut Env<'_>) -> bool {
        self.pmtu.raise(now_ns);
        let Some(size) = self.pmtu.probe() else {
            return false;
        };
        // Only along with data: an idle path is not probed.
        if self.flight.is_empty() && !self.send.has_unsent() && self.next_number > 0 {
            return false;
        }
        let runs = Runs { bytes: [0; MAX_RUNS * RUN_BYTES], count: 0 };
        self.pmtu.on_probe_sent(size);
        env.counters.size_probes_sent += 1;
        let padding = (size - HEADER_BYTES).min(ZEROS.len());
        self.push(now_ns, burst, &runs, 0..0, padding, env);
        true
    }

    /// Sends a datagram without payload: an acknowledgement, or a ping that requests one.
    fn say_nothing(&mut self, now_ns: u64, burst: &mut Burst, env: &mut Env<'_>) {
        let mut runs = Runs { bytes: [0; MAX_RUNS * RUN_BYTES], count: 0 };
        self.list_runs(&mut runs);
        if self.is_ping_due {
            env.counters.pings_sent += 1;
        } else {
            env.counters.acks_sent += 1;
        }
        self.push(now_ns, burst, &runs, 0..0, 0, env);
    }

    fn push(
        &mut self,
        now_ns: u64,
        burst: &mut Burst,
        runs: &Runs,
        range: Range<u64>,
        padding: usize,
        env: &mut Env<'_>,
    ) {
        let len = (range.end - range.start) as usize;
        let is_probe = padding > 0;
        let mut header = Header::new(Kind::Data, self.peer_token);
        header.runs = runs.count as u8;
        header.number = self.next_number as u32;
        header.position = if len > 0 { range.start } else { 0 };
        header.len = len as u16;
        header.flags = self.flags(len, is_probe);
        if let Some(ack) = self.ack(now_ns) {
            header.ack = ack;
            header.flags |= wire::FLAG_ACK;
        }
        let control = &runs.bytes[..runs.count * RUN_BYTES];
        let pieces = self.send.pieces(range.start, len);
        burst.push(&env.config.seal, header.encode(), control, (range.start, pieces), padding);
        let size = HEADER_BYTES + control.len() + len + padding;
        if header.len > 0 || header.has(wire::FLAG_PING) {
            self.on_sent(now_ns, range, size, is_probe);
        }
        self.next_number += 1;
        self.tell_at += self.recv.credit() - self.told;
        self.told = self.recv.credit();
        self.received.answered();
        if !self.send.has_unsent() {
            self.is_flushed = false;
        }
    }

    fn flags(&mut self, len: usize, is_size_probe: bool) -> u8 {
        let mut flags = 0;
        if is_size_probe {
            flags |= wire::FLAG_PADDED | wire::FLAG_PING | wire::FLAG_ACK_REQUEST;
        }
        if std::mem::take(&mut self.is_ping_due) && len == 0 {
            flags |= wire::FLAG_PING | wire::FLAG_ACK_REQUEST;
        }
        if self.probes > 0 {
            self.probes -= 1;
            flags |= wire::FLAG_ACK_REQUEST;
        }
        flags
    }

    fn on_sent(&mut self, now_ns: u64, range: Range<u64>, size: usize, is_size_probe: bool) {
        let (start, len) = (range.start, (range.end - range.start) as u32);
        let (number, size) = (self.next_number, size as u32);
        let (at_ns, lost_ns, fate) = (now_ns, 0, Fate::Outstanding);
        self.flight.push(Sent { number, at_ns, lost_ns, start, len, size, is_size_probe, fate });
        self.last_ns = now_ns;
        self.waiting_ns.get_or_insert(now_ns);
    }

    /// The acknowledgement fields; none if nothing was received yet.
    fn ack(&self, now_ns: u64) -> Option<Ack> {
        let newest = self.received.numbers.last()?;
        let waited_us = now_ns.saturating_sub(self.received.largest_at_ns) / 1000;
        Some(Ack {
            position: self.recv.edge(),
            credit: (self.recv.credit().saturating_sub(self.recv.edge())) as u32,
            largest: (newest.end - 1) as u32,
            run: (newest.end - newest.start - 1).min(u64::from(u16::MAX)) as u16,
            delay_us: waited_us.min(u64::from(u16::MAX)) as u16,
        })
    }

    /// Lists the runs below the newest one, if the peer awaits the acknowledgement of any packet.
    fn list_runs(&self, list: &mut Runs) {
        if self.received.unanswered == 0 {
            return;
        }
        let mut runs = self.received.numbers.iter().rev();
        let Some(newest) = runs.next() else {
            return;
        };
        if newest.end - newest.start > u64::from(u16::MAX) + 1 {
            return;
        }
        let mut above = newest.start;
        for run in runs.take(MAX_RUNS) {
            let (gap, length) = (above - run.end, run.end - run.start - 1);
            let Ok(gap) = u16::try_from(gap) else {
                break;
            };
            let length = length.min(u64::from(u16::MAX)) as u16;
            let at = list.count * RUN_BYTES;
            list.bytes[at..at + RUN_BYTES].copy_from_slice(&Run { gap, run: length }.encode());
            list.count += 1;
            above = run.end - 1 - u64::from(length);
        }
    }

    /// Whether [`Self::transmit`] would find something to send.
    pub(crate) fn is_talkative(&self, now_ns: u64, env: &Env<'_>) -> bool {
        if self.hello.is_due {
            return true;
        }
        if !matches!(self.phase, Phase::Open | Phase::Finished(_)) {
            return false;
        }
        let size = self.pmtu.current() as u64;
        let is_due = self.received.is_due || self.is_ping_due || self.probes > 0;
        let is_full = !self.has_window(size, env);
        let is_data =
            !self.lost.is_empty() || self.is_new_due(now_ns, size - HEADER_BYTES as u64, env);
        is_due || (is_data && !is_full)
    }
}

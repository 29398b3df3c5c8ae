//! Receiving packets.

use super::{Connection, Env, MANY_PROBES, Note, Phase, Reason};
use crate::flight::Fate;
use crate::memory::Memory;
use crate::number;
use crate::recv_ring::Accepted;
use crate::send_ring::CLOSE_BYTES;
use crate::wire::{self, Ack, Header, Hello, Run};
use std::ops::Range;

/// This many packets requesting an acknowledgement get one at once if they carry this many bytes:
/// two full ones on a typical path, as in RFC 5681, section 4.2.
const ACK_EVERY: u32 = 2;
const ACK_BYTES: u64 = 2048;
/// This many packets of any size get one at once. Acknowledging every other one of a series of
/// small messages would cost both sides as much as the messages.
const ACK_SMALL: u32 = 8;
/// An upper limit for acknowledged positions; no stream gets this long.
const MAX_POSITION: u64 = 1 << 62;

/// The payload of a datagram: in a buffer, or already in place.
pub(crate) enum Payload<'a> {
    Bytes(&'a [u8]),
    /// The first part is in place ([`crate::recv_ring::RecvRing::landing`]); the rest is not.
    Landed(usize, &'a [u8]),
}

/// Result of processing a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Taken,
    Duplicate,
    /// Beyond the announced credit.
    Window,
}

impl<M: Memory> Connection<M> {
    /// Processes a hello for this connection. `is_echo`: it returns our token, so the peer hears
    /// us. Returns whether it is from the peer's connection that belongs to this one.
    pub(crate) fn on_hello(
        &mut self,
        now_ns: u64,
        hello: &Hello,
        is_echo: bool,
        wants: bool,
    ) -> bool {
        if self.phase != Phase::Opening {
            self.hello.is_due |= hello.token == self.peer_token && wants;
            return hello.token == self.peer_token;
        }
        if ![0, hello.token].contains(&self.peer_token) {
            // Two of the peer's connections must not both use this one. The one that has our token
            // is asked again: it answers, or the peer reports that it no longer exists.
            self.hello.is_due = true;
            return false;
        }
        self.peer_token = hello.token;
        self.heard_ns = now_ns;
        self.hello.is_due |= wants;
        if is_echo {
            self.open(now_ns, hello);
        }
        true
    }

    /// The peer does not know the token by which it was addressed.
    pub(crate) fn on_reset(&mut self, now_ns: u64) {
        if self.is_unheard() {
            self.lose(Reason::Unknown);
        } else if self.phase == Phase::Opening {
            // The peer has just restarted, or the hello was an old one.
            self.peer_token = 0;
            self.hello.ask();
        } else if self.send.is_closed() && self.send.unacked() <= CLOSE_BYTES {
            // The peer has all messages, and closed before this side did.
            self.phase = Phase::Finished(now_ns);
            if !std::mem::replace(&mut self.is_close_told, true) {
                self.note = Some(Note::Closed);
            }
        } else {
            // A peer that also sends hellos has restarted.
            let is_anew = self.successor.is_some();
            self.lose(if is_anew { Reason::Restarted } else { Reason::Unknown });
        }
    }

    fn open(&mut self, now_ns: u64, hello: &Hello) {
        self.phase = Phase::Open;
        self.heard_ns = now_ns;
        self.waiting_ns = None;
        self.pmtu.limit(hello.max_datagram as usize);
        self.congestion.set_datagram(self.pmtu.current() as u64);
        self.note = Some(Note::Opened);
        if self.send.on_ack(0, u64::from(hello.credit)).is_none() {
            self.lose(Reason::Violation);
        }
        self.finish(now_ns);
    }

    /// Processes a packet of this connection with a valid tag.
    pub(crate) fn on_packet(
        &mut self,
        now_ns: u64,
        header: &Header,
        runs: &[u8],
        payload: Payload<'_>,
        env: &mut Env<'_>,
    ) -> Heard {
        let number = number::unwrap(self.received.next(), header.number);
        if self.received.is_known(number) {
            return Heard::Duplicate;
        }
        self.heard_ns = now_ns;
        self.stills = 0;
        if header.has(wire::FLAG_ACK) && self.on_ack(now_ns, &header.ack, runs, env).is_none() {
            self.lose(Reason::Violation);
            return Heard::Taken;
        }
        self.waiting_ns = if self.is_owed() { Some(now_ns) } else { None };
        let accepted = match payload {
            Payload::Bytes([]) => Accepted::Known,
            Payload::Bytes(bytes) => self.recv.accept(header.position, bytes),
            Payload::Landed(len, rest) => {
                let accepted = self.recv.landed(len);
                let rest = self.recv.accept(header.position + len as u64, rest);
                if rest == Accepted::Refused { rest } else { accepted }
            }
        };
        if accepted == Accepted::Refused {
            self.received.is_due = true;
            return Heard::Window;
        }
        self.note_packet(now_ns, number, header, env.config.ack_delay_ns);
        self.finish(now_ns);
        Heard::Taken
    }

    fn note_packet(&mut self, now_ns: u64, number: u64, header: &Header, delay_ns: u64) {
        let is_out_of_turn = self.received.note(now_ns, number);
        if header.len == 0 && !header.has(wire::FLAG_PING) {
            return;
        }
        self.received.unanswered += 1;
        self.received.bytes += u64::from(header.len);
        self.received.due_ns.get_or_insert(now_ns + delay_ns);
        self.received.is_due |= header.has(wire::FLAG_ACK_REQUEST)
            || is_out_of_turn
            || self.recv.has_gap()
            || self.received.is_much();
    }

    /// Whether the peer owes an answer.
    pub(super) fn is_owed(&self) -> bool {
        !self.flight.is_empty() || self.phase == Phase::Opening
    }

    /// Processes an acknowledgement; `None` if it acknowledges something that was never sent.
    fn on_ack(&mut self, now_ns: u64, ack: &Ack, runs: &[u8], env: &mut Env<'_>) -> Option<()> {
        let credit = ack.position + u64::from(ack.credit);
        if credit > MAX_POSITION {
            return None;
        }
        self.send.on_ack(ack.position, credit)?;
        self.lost.remove_below(ack.position);
        if !self.send.is_blocked() {
            self.blocked = None;
        }
        let next = self.next_number;
        let largest = number::unwrap(next, ack.largest);
        if largest >= next {
            return None;
        }
        let before = self.flight.largest_acked();
        self.flight.note_largest(largest);
        let mut start = largest.saturating_sub(u64::from(ack.run));
        let mut oldest_ns = self.settle(now_ns, start..largest + 1, largest, ack, env);
        for run in Run::decode(runs)? {
            // Saturate: an invalid acknowledgement may list more packets than there are numbers.
            let end = start.saturating_sub(u64::from(run.gap));
            start = end.saturating_sub(u64::from(run.run) + 1);
            let older_ns = self.settle(now_ns, start..end, largest, ack, env);
            oldest_ns = oldest_ns.min(older_ns);
        }
        if oldest_ns < u64::MAX {
            self.unconfirmed_ns = None;
        }
        if oldest_ns < u64::MAX || before < Some(largest) {
            self.end_silence(oldest_ns);
            self.give_up(now_ns, env);
        }
        Some(())
    }

    /// Ends a silence: the peer acknowledged packets, the oldest sent at `oldest_ns`. After several
    /// probe timeouts the window is reset, as in RFC 9002, section 7.6, unless a packet from before
    /// them arrived: then the path never failed, and the peer was only not scheduled.
    fn end_silence(&mut self, oldest_ns: u64) {
        if std::mem::take(&mut self.silence) >= MANY_PROBES && oldest_ns >= self.silent_ns {
            self.congestion.on_silence();
        }
    }

    /// Marks the packets `numbers` as received. Returns when the oldest newly acknowledged one was
    /// sent; `u64::MAX` if there is none.
    fn settle(
        &mut self,
        now_ns: u64,
        numbers: Range<u64>,
        largest: u64,
        ack: &Ack,
        env: &mut Env<'_>,
    ) -> u64 {
        let in_flight = self.flight.bytes();
        let mut oldest_ns = u64::MAX;
        let delay_ns = u64::from(ack.delay_us) * 1000;
        // A saturated delay field: the acknowledgement time says nothing about the path.
        let is_timely = ack.delay_us < u16::MAX;
        let (rtt, congestion, pmtu, loss) =
            (&mut self.rtt, &mut self.congestion, &mut self.pmtu, &mut self.loss);
        self.flight.ack(numbers, |sent| {
            oldest_ns = oldest_ns.min(sent.at_ns);
            if is_timely && sent.number == largest && sent.fate == Fate::Outstanding {
                rtt.sample(now_ns.saturating_sub(sent.at_ns), delay_ns);
            }
            if sent.fate == Fate::Lost {
                env.counters.packets_spurious += 1;
                loss.on_spurious(sent.number, largest);
                if !sent.is_size_probe {
                    congestion.on_spurious(sent.at_ns, sent.lost_ns);
                }
            }
            if sent.is_size_probe && pmtu.on_probe_acked(sent.size as usize) {
                congestion.set_datagram(pmtu.current() as u64);
            }
            pmtu.on_acked(sent.number, sent.size as usize);
            congestion.on_ack(now_ns, sent.at_ns, u64::from(sent.size), in_flight, rtt);
        });
        oldest_ns
    }

    /// Detects lost packets, and schedules their bytes for retransmission.
    pub(super) fn give_up(&mut self, now_ns: u64, env: &mut Env<'_>) {
        let (congestion, pmtu, lost) = (&mut self.congestion, &mut self.pmtu, &mut self.lost);
        let (rtt, acked) = (&self.rtt, self.send.acked());
        self.loss.detect(now_ns, &mut self.flight, rtt, |sent| {
            env.counters.packets_lost += 1;
            if sent.is_size_probe {
                pmtu.on_probe_lost(sent.size as usize);
                return;
            }
            congestion.on_loss(now_ns, sent.at_ns);
            if pmtu.on_lost(sent.number, sent.size as usize) {
                env.counters.black_holes += 1;
                congestion.set_datagram(pmtu.current() as u64);
            }
            let range = sent.range();
            // Too many gaps: merge the ranges, so that the bytes between them are sent once more
            // than needed.
            if !lost.insert(range.start.max(acked)..range.end.max(acked)) {
                let start = lost.first().map_or(acked, |run| run.start);
                let end = lost.last().map_or(range.end, |run| run.end);
                lost.insert(start.min(range.start).max(acked)..end.max(range.end));
            }
        });
        self.flight.trim();
        if self.flight.is_empty() && self.lost.is_empty() {
            // Lost packets that are not retransmitted, such as size probes, need no answer.
            (self.waiting_ns, self.unconfirmed_ns) = (None, None);
        }
    }
}

impl super::Received {
    /// Whether enough has arrived for an immediate acknowledgement.
    fn is_much(&self) -> bool {
        self.unanswered >= ACK_SMALL || self.unanswered >= ACK_EVERY && self.bytes >= ACK_BYTES
    }
}

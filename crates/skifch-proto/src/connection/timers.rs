//! Timers of a connection.

use super::{Connection, Env, Phase, Reason};
use crate::config::Config;
use crate::memory::Memory;
use crate::wire::LEAST_DATAGRAM_BYTES;

/// Interval until the first hello is repeated, ns; it grows with each repetition.
const HELLO_NS: u64 = 5_000_000;

/// When to repeat the hello.
#[derive(Debug)]
pub(crate) struct HelloTimer {
    pub(crate) is_due: bool,
    again_ns: u64,
    pause_ns: u64,
}

impl HelloTimer {
    pub(crate) fn new(now_ns: u64) -> Self {
        Self { is_due: true, again_ns: now_ns, pause_ns: HELLO_NS }
    }

    /// Stops repetition until a new timer is made; hellos of the peer are still answered.
    pub(crate) fn hold(&mut self) {
        (self.is_due, self.again_ns) = (false, u64::MAX);
    }

    /// Makes a hello due now, unless the timer is on hold.
    pub(crate) fn ask(&mut self) {
        self.is_due = self.again_ns < u64::MAX;
    }

    pub(crate) fn said(&mut self, now_ns: u64) {
        self.is_due = false;
        if self.again_ns < u64::MAX {
            self.again_ns = now_ns + self.pause_ns;
        }
    }
}

/// The purpose of a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timer {
    Hello,
    Loss,
    Probe,
    Ack,
    Coalesce,
    Blocked,
    KeepAlive,
    Linger,
    Dead,
}

const TIMERS: [Timer; 9] = [
    Timer::Dead,
    Timer::Linger,
    Timer::Hello,
    Timer::Loss,
    Timer::Probe,
    Timer::Ack,
    Timer::Coalesce,
    Timer::Blocked,
    Timer::KeepAlive,
];

impl<M: Memory> Connection<M> {
    /// When the peer was last heard, ns; 0 if never.
    pub(crate) fn heard_ns(&self) -> u64 {
        let is_unheard = self.phase == Phase::Opening && self.peer_token == 0;
        if is_unheard { 0 } else { self.heard_ns }
    }

    /// Since when the peer owes an answer, ns.
    pub(crate) fn owed_since_ns(&self) -> Option<u64> {
        self.waiting_ns
    }

    /// Makes the next datagram request an acknowledgement (a ping).
    pub(crate) fn ask(&mut self) {
        self.is_ping_due |= self.phase == Phase::Open;
    }

    /// When to call [`Self::on_timer`]; `None` while neither side owes anything.
    pub(crate) fn deadline(&self, env: &Env<'_>) -> Option<u64> {
        let due = |timer| self.due(timer, env).unwrap_or(u64::MAX);
        let waiting = due(Timer::Dead).min(due(Timer::Loss)).min(due(Timer::Probe));
        let talking = due(Timer::Ack).min(due(Timer::Coalesce)).min(due(Timer::Blocked));
        let ends = due(Timer::Hello).min(due(Timer::Linger)).min(due(Timer::KeepAlive));
        Some(waiting.min(talking).min(ends)).filter(|at| *at < u64::MAX)
    }

    /// Inlined for a constant `timer`, which eliminates most of the code.
    #[inline(always)]
    fn due(&self, timer: Timer, env: &Env<'_>) -> Option<u64> {
        let config = env.config;
        if self.is_gone() {
            return None;
        }
        let is_open = self.phase == Phase::Open;
        match timer {
            Timer::Hello => (self.phase == Phase::Opening).then_some(self.hello.again_ns),
            Timer::Loss => self.loss.due_ns(),
            Timer::Probe if self.flight.is_empty() || self.loss.due_ns().is_some() => None,
            Timer::Probe => Some(self.last_ns + self.probe_ns(config)),
            Timer::Ack => self.received.due_ns,
            Timer::Coalesce => self.coalesce_due(env),
            Timer::Blocked => {
                let (since_ns, asked) = self.blocked.filter(|_| self.flight.is_empty())?;
                is_open.then_some(since_ns + backed_off(config, asked + 4))
            }
            Timer::KeepAlive => {
                let is_idle = self.is_watched && self.flight.is_empty() && !self.is_ping_due;
                (is_open && is_idle).then_some(self.heard_ns + config.keep_alive_ns)
            }
            Timer::Linger => match self.phase {
                Phase::Finished(until_ns) => Some(until_ns),
                _ => self.linger_ns,
            },
            Timer::Dead => Some(self.waiting_ns? + config.dead_ns),
        }
    }

    /// When a datagram that is not full leaves.
    pub(crate) fn coalesce_due(&self, env: &Env<'_>) -> Option<u64> {
        let size = self.pmtu.current() as u64;
        let is_open = self.phase == Phase::Open
            && !self.is_queued
            && self.send.sendable() > 0
            && self.data_in_flight() + size <= self.congestion.window()
            && self.flight.len() < env.config.max_packets();
        is_open.then_some(self.last_ns + env.config.coalesce_ns)
    }

    fn probe_ns(&self, config: &Config) -> u64 {
        let first = self.rtt.probe_timeout_ns(config.ack_delay_ns, config.min_probe_ns);
        first.saturating_mul(1 << self.silence.min(20)).min(config.max_probe_ns.max(first))
    }

    pub(crate) fn on_timer(&mut self, now_ns: u64, env: &mut Env<'_>) {
        for timer in TIMERS {
            if self.due(timer, env).is_some_and(|due| due <= now_ns) {
                self.expire(timer, now_ns, env);
            }
        }
    }

    fn expire(&mut self, timer: Timer, now_ns: u64, env: &mut Env<'_>) {
        match timer {
            Timer::Hello => {
                self.hello.is_due = true;
                self.hello.pause_ns = (self.hello.pause_ns * 2).min(env.config.max_probe_ns);
                self.hello.again_ns = now_ns + self.hello.pause_ns;
            }
            Timer::Loss => self.give_up(now_ns, env),
            Timer::Probe => {
                let since_ns = *self.unconfirmed_ns.get_or_insert(now_ns);
                if now_ns >= since_ns + env.config.dead_ns {
                    // The peer is heard, or the connection would have been given up as silent
                    // before.
                    return self.lose(Reason::Deaf);
                }
                self.silence += 1;
                self.probes = 1;
                // Postpones the next probe even if this one finds nothing to carry.
                self.last_ns = now_ns;
                self.is_ping_due = true;
                env.counters.probes_sent += 1;
                if self.silence == 1 {
                    self.silent_ns = now_ns;
                }
            }
            Timer::Ack => {
                self.received.due_ns = None;
                self.received.is_due = true;
            }
            Timer::Coalesce => (),
            Timer::Blocked => {
                if let Some((since_ns, asked)) = &mut self.blocked {
                    (*since_ns, *asked) = (now_ns, *asked + 1);
                }
                self.is_ping_due = true;
            }
            Timer::KeepAlive => self.is_ping_due = true,
            Timer::Linger => self.lose(Reason::Unfinished),
            Timer::Dead => self.lose(self.silence_reason()),
        }
    }

    /// The reason to report for a silent peer.
    fn silence_reason(&self) -> Reason {
        let arrived = self.pmtu.largest_arrived();
        let is_swallowed = arrived < LEAST_DATAGRAM_BYTES && self.flight.has_larger_than(arrived);
        let is_open = self.phase == Phase::Open;
        if is_open && is_swallowed { Reason::Swallowed } else { Reason::Silent }
    }

    /// Notes since when the peer has had no room for the data written.
    pub(crate) fn note_blocked(&mut self, now_ns: u64) {
        if self.send.is_blocked() && self.phase == Phase::Open {
            self.blocked.get_or_insert((now_ns, 0));
        }
    }
}

/// The minimum probe timeout, doubled `times` times, limited to the maximum.
fn backed_off(config: &Config, times: u32) -> u64 {
    config.min_probe_ns.saturating_mul(1 << times.min(20)).min(config.max_probe_ns)
}

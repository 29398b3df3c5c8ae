//! How long messages come from a peer: copied out of its memory, or in parts through the lane.
//!
//! Which is faster cannot be asked: it depends on what a cache line takes between the two cores,
//! which may change while a job runs. So it is measured, as the receiver's own time for a byte, for
//! each peer and order of lengths. The slower way is tried again seldom, with few messages; what
//! comes meanwhile waits, since it would be measured too.

use super::ByAddr;
use skifch::NetAddr;

/// Orders of lengths that are told apart: by factors of four from 16 KB on.
const ORDERS: usize = 5;
const FIRST_ORDER: u32 = 7;
/// Messages that are measured together where they come in parts, and where that is a trial.
const MAX_BURST: u32 = 16;
const MAX_TRIAL: u32 = 4;
/// The slower way is tried after so many times the messages, and the time, of its last trial.
const SELDOM: u32 = 64;

/// The ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Through the lane, while both sides work.
    Parts,
    /// Once, by the receiver.
    Copied,
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Now(Way),
    /// It is asked for again when a trial is over.
    Later,
}

/// What is known of messages of one order.
#[derive(Clone, Copy, Debug)]
struct Order {
    /// Picoseconds a byte of each way, once it was tried.
    took: [Option<u64>; 2],
    best: Way,
    /// Messages until the slower way is tried again, and not before this time.
    left: u32,
    not_before: u64,
}

/// Messages in parts that are measured together: their times overlap.
#[derive(Clone, Copy, Debug, Default)]
struct Burst {
    order: usize,
    is_trial: bool,
    since: u64,
    begun: u32,
    done: u32,
    bytes: u64,
}

/// What is known of a peer.
#[derive(Clone, Copy, Debug)]
struct Peer {
    orders: [Order; ORDERS],
    burst: Burst,
}

/// What is known of all peers.
#[derive(Default)]
pub(crate) struct Ways(ByAddr<Peer>);

impl Ways {
    /// What becomes of the next message of `len` bytes.
    pub(crate) fn choose(&mut self, peer: NetAddr, len: usize, now: u64) -> Choice {
        let peer = self.0.entry(peer).or_insert(Peer::NEW);
        let order = order_of(len);
        let burst = &peer.burst;
        let is_of_burst = burst.is_under_way() && burst.order == order;
        if burst.is_under_way() && burst.is_trial {
            let has_room = is_of_burst && burst.begun < MAX_TRIAL;
            return if has_room { Choice::Now(Way::Parts) } else { Choice::Later };
        }
        if is_of_burst && burst.done < MAX_BURST {
            return Choice::Now(Way::Parts);
        }
        Choice::Now(peer.orders[order].next(now))
    }

    /// A message of `len` bytes was copied.
    pub(crate) fn copied(&mut self, peer: NetAddr, len: usize, since: u64, now: u64) {
        let Some(peer) = self.0.get_mut(&peer) else { return };
        peer.orders[order_of(len)].learn(Way::Copied, [since, now], len as u64, 1);
    }

    /// A message could not be copied: none will be.
    pub(crate) fn refused(&mut self, peer: NetAddr) {
        let known = self.0.entry(peer).or_insert(Peer::NEW);
        known.orders.fill(Order { best: Way::Parts, left: u32::MAX, ..Order::NEW });
    }

    /// The parts of a message of `len` bytes were asked for.
    pub(crate) fn parts_begin(&mut self, peer: NetAddr, len: usize, now: u64) {
        let peer = self.0.entry(peer).or_insert(Peer::NEW);
        if !peer.burst.is_under_way() {
            let order = order_of(len);
            let is_trial = peer.orders[order].best != Way::Parts;
            peer.burst = Burst { order, is_trial, since: now, ..Burst::default() };
        }
        peer.burst.begun += 1;
    }

    /// All parts of that message have come; whether a trial is over.
    pub(crate) fn parts_end(&mut self, peer: NetAddr, len: usize, now: u64) -> bool {
        let Some(Peer { orders, burst }) = self.0.get_mut(&peer) else { return false };
        burst.done += 1;
        burst.bytes += len as u64;
        if burst.done == MAX_BURST || burst.done == burst.begun && burst.done < MAX_BURST {
            let order = &mut orders[burst.order];
            order.learn(Way::Parts, [burst.since, now], burst.bytes, burst.begun);
        }
        burst.is_trial && !burst.is_under_way()
    }
}

impl Burst {
    fn is_under_way(&self) -> bool {
        self.begun > self.done
    }
}

impl Peer {
    const NEW: Self = Self {
        orders: [Order::NEW; ORDERS],
        burst: Burst { order: 0, is_trial: false, since: 0, begun: 0, done: 0, bytes: 0 },
    };
}

impl Order {
    const NEW: Self = Self { took: [None; 2], best: Way::Copied, left: 2, not_before: 0 };

    fn next(&mut self, now: u64) -> Way {
        if self.left > 0 {
            self.left -= 1;
            return self.best;
        }
        match self.best {
            best if now < self.not_before => best,
            Way::Copied => Way::Parts,
            Way::Parts => Way::Copied,
        }
    }

    /// Takes a measurement of `messages` messages in. One that was disturbed says little: none
    /// counts for more than twice what is known.
    fn learn(&mut self, way: Way, [since, now]: [u64; 2], bytes: u64, messages: u32) {
        let took = now.saturating_sub(since);
        let new = took * 1000 / bytes.max(1);
        let known = &mut self.took[way as usize];
        *known = Some(known.map_or(new, |old| (old + new.min(2 * old + 1)) / 2));
        let is_trial = way != self.best;
        let [Some(parts), Some(copied)] = self.took else { return };
        let best = if copied < parts { Way::Copied } else { Way::Parts };
        if best != self.best || is_trial {
            self.left = SELDOM * messages;
            self.not_before = now + u64::from(SELDOM) * took;
        }
        self.best = best;
    }
}

fn order_of(len: usize) -> usize {
    let order = (len.max(1).ilog2() / 2).saturating_sub(FIRST_ORDER) as usize;
    order.min(ORDERS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: NetAddr = 7;
    const LEN: usize = 64 << 10;

    /// Messages one after the other; `costs` are nanoseconds for parts and for a copy. How many
    /// were copied.
    fn alternate(ways: &mut Ways, now: &mut u64, count: usize, costs: [u64; 2]) -> usize {
        let mut copied = 0;
        for _ in 0..count {
            let Choice::Now(way) = ways.choose(PEER, LEN, *now) else { panic!("no trial goes on") };
            let (since, cost) = (*now, costs[way as usize]);
            *now += cost;
            match way {
                Way::Copied => ways.copied(PEER, LEN, since, *now),
                Way::Parts => {
                    ways.parts_begin(PEER, LEN, since);
                    ways.parts_end(PEER, LEN, *now);
                }
            }
            copied += usize::from(way == Way::Copied);
        }
        copied
    }

    #[test]
    fn the_faster_way_is_taken_and_the_other_is_seldom_tried() {
        let (mut ways, mut now) = (Ways::default(), 0);
        let copied = alternate(&mut ways, &mut now, 1000, [2000, 1000]);
        assert!((970..1000).contains(&copied), "{copied}");
        let copied = alternate(&mut ways, &mut now, 1000, [1000, 2000]);
        assert!((1..200).contains(&copied), "the machine has changed: {copied}");
    }

    #[test]
    fn one_slow_message_changes_nothing() {
        let (mut ways, mut now) = (Ways::default(), 0);
        alternate(&mut ways, &mut now, 1000, [2000, 1000]);
        ways.copied(PEER, LEN, now, now + 1_000_000);
        assert!(alternate(&mut ways, &mut now, 60, [2000, 1000]) >= 58);
    }

    #[test]
    fn a_slow_trial_is_not_repeated_soon() {
        let (mut ways, mut now) = (Ways::default(), 0);
        let copied = alternate(&mut ways, &mut now, 1000, [50_000_000, 1000]);
        assert_eq!(copied, 999);
    }

    #[test]
    fn a_trial_is_short_and_others_wait() {
        let mut ways = Ways::default();
        for now in 0..2 {
            assert_eq!(ways.choose(PEER, LEN, now), Choice::Now(Way::Copied));
            ways.copied(PEER, LEN, now, now + 1000);
        }
        for _ in 0..MAX_TRIAL {
            assert_eq!(ways.choose(PEER, LEN, 3000), Choice::Now(Way::Parts));
            ways.parts_begin(PEER, LEN, 3000);
        }
        assert_eq!(ways.choose(PEER, LEN, 3000), Choice::Later);
        assert_eq!(ways.choose(PEER, 100 * LEN, 3000), Choice::Later);
        for at in 1..=u64::from(MAX_TRIAL) {
            let is_over = ways.parts_end(PEER, LEN, 3000 + at * 5000);
            assert_eq!(is_over, at == u64::from(MAX_TRIAL));
        }
        let order = ways.0[&PEER].orders[order_of(LEN)];
        assert_eq!(order.took[Way::Parts as usize], Some(5_000_000 / LEN as u64));
        assert_eq!(ways.choose(PEER, LEN, 30_000), Choice::Now(Way::Copied));
    }

    #[test]
    fn what_cannot_be_copied_comes_in_parts() {
        let mut ways = Ways::default();
        ways.refused(PEER);
        for _ in 0..1000 {
            assert_eq!(ways.choose(PEER, LEN, 0), Choice::Now(Way::Parts));
            ways.parts_begin(PEER, LEN, 0);
            assert!(!ways.parts_end(PEER, LEN, 10));
        }
    }

    #[test]
    fn lengths_have_orders() {
        assert_eq!(order_of(0), 0);
        assert_eq!(order_of(16 << 10), 0);
        assert_eq!(order_of(64 << 10), 1);
        assert_eq!(order_of(1 << 40), ORDERS - 1);
    }
}

//! How long messages come from a peer: copied out of its memory, or in parts through the lane.
//!
//! Which is faster cannot be asked: it depends on what a cache line takes between the two cores,
//! which may change while a job runs. So it is measured, as the receiver's own time for a byte, for
//! each peer and order of lengths. The slower way is tried again seldom.

use super::ByAddr;
use skifch::NetAddr;

/// Orders of lengths that are told apart: by factors of four from 16 KB on.
const ORDERS: usize = 5;
const FIRST_ORDER: u32 = 7;
/// Parts of so many messages are measured at most at a time.
const MAX_BURST: u32 = 16;
/// The slower way is tried after so many times the messages that its last trial took...
const FIRST_PATIENCE: u32 = 8;
/// ...and more seldom, up to this, while it stays the slower one.
const LAST_PATIENCE: u32 = 64;

/// The ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Through the lane, while both sides work.
    Parts,
    /// Once, by the receiver.
    Copied,
}

impl Way {
    fn other(self) -> Self {
        match self {
            Self::Parts => Self::Copied,
            Self::Copied => Self::Parts,
        }
    }
}

/// What is known of messages of one order.
#[derive(Clone, Copy, Debug)]
struct Order {
    /// Picoseconds a byte of each way, once it was tried.
    took: [Option<u64>; 2],
    best: Way,
    /// Messages until the slower way is tried again.
    left: u32,
    patience: u32,
}

/// Messages in parts that are measured together: their times overlap.
#[derive(Clone, Copy, Debug, Default)]
struct Burst {
    order: usize,
    since: u64,
    under_way: u32,
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
    /// The way of the next message of `len` bytes.
    pub(crate) fn choose(&mut self, peer: NetAddr, len: usize) -> Way {
        let peer = self.0.entry(peer).or_insert(Peer::NEW);
        let order = order_of(len);
        let burst = &peer.burst;
        // What comes beside parts would be measured with them.
        if burst.under_way > 0 && burst.order == order && burst.done < MAX_BURST {
            return Way::Parts;
        }
        peer.orders[order].next()
    }

    /// A message of `len` bytes was copied.
    pub(crate) fn copied(&mut self, peer: NetAddr, len: usize, took_ns: u64) {
        let Some(peer) = self.0.get_mut(&peer) else { return };
        peer.orders[order_of(len)].learn(Way::Copied, took_ns, len as u64, 1);
    }

    /// A message could not be copied: none will be.
    pub(crate) fn refused(&mut self, peer: NetAddr) {
        let known = self.0.entry(peer).or_insert(Peer::NEW);
        known.orders.fill(Order { left: u32::MAX, ..Order::NEW });
    }

    /// The parts of a message of `len` bytes were asked for.
    pub(crate) fn parts_begin(&mut self, peer: NetAddr, len: usize, now: u64) {
        let Some(peer) = self.0.get_mut(&peer) else { return };
        if peer.burst.under_way == 0 {
            peer.burst = Burst { order: order_of(len), since: now, ..Burst::default() };
        }
        peer.burst.under_way += 1;
    }

    /// All parts of that message have come.
    pub(crate) fn parts_end(&mut self, peer: NetAddr, len: usize, now: u64) {
        let Some(peer) = self.0.get_mut(&peer) else { return };
        let burst = &mut peer.burst;
        burst.under_way = burst.under_way.saturating_sub(1);
        burst.done += 1;
        burst.bytes += len as u64;
        let is_whole = burst.done == MAX_BURST || burst.under_way == 0 && burst.done < MAX_BURST;
        if is_whole {
            let took = now.saturating_sub(burst.since);
            let all = burst.done + burst.under_way;
            peer.orders[burst.order].learn(Way::Parts, took, burst.bytes, all);
        }
    }
}

impl Peer {
    const NEW: Self = Self {
        orders: [Order::NEW; ORDERS],
        burst: Burst { order: 0, since: 0, under_way: 0, done: 0, bytes: 0 },
    };
}

impl Order {
    const NEW: Self =
        Self { took: [None; 2], best: Way::Parts, left: 1, patience: FIRST_PATIENCE };

    fn next(&mut self) -> Way {
        if self.left == 0 {
            return self.best.other();
        }
        self.left -= 1;
        self.best
    }

    /// Takes a measurement of `messages` messages in.
    fn learn(&mut self, way: Way, took_ns: u64, bytes: u64, messages: u32) {
        let new = took_ns * 1000 / bytes.max(1);
        let known = &mut self.took[way as usize];
        *known = Some(known.map_or(new, |old| (old + new) / 2));
        let is_trial = way != self.best;
        let [Some(parts), Some(copied)] = self.took else { return };
        let best = if copied < parts { Way::Copied } else { Way::Parts };
        if best != self.best {
            (self.best, self.patience) = (best, FIRST_PATIENCE);
            self.left = self.patience * messages;
        } else if is_trial {
            self.left = self.patience * messages;
            self.patience = (2 * self.patience).min(LAST_PATIENCE);
        }
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
            let way = ways.choose(PEER, LEN);
            let cost = costs[way as usize];
            match way {
                Way::Copied => ways.copied(PEER, LEN, cost),
                Way::Parts => {
                    ways.parts_begin(PEER, LEN, *now);
                    ways.parts_end(PEER, LEN, *now + cost);
                }
            }
            *now += cost;
            copied += usize::from(way == Way::Copied);
        }
        copied
    }

    #[test]
    fn the_faster_way_is_taken_and_the_other_is_seldom_tried() {
        let (mut ways, mut now) = (Ways::default(), 0);
        let copied = alternate(&mut ways, &mut now, 1000, [2000, 1000]);
        assert!((950..1000).contains(&copied), "{copied}");
        let copied = alternate(&mut ways, &mut now, 1000, [1000, 2000]);
        assert!(copied < 200, "the machine has changed: {copied}");
        assert!(copied > 0);
    }

    #[test]
    fn parts_of_a_window_are_measured_together() {
        let mut ways = Ways::default();
        assert_eq!(ways.choose(PEER, LEN), Way::Parts);
        for at in 0..4 {
            assert_eq!(ways.choose(PEER, LEN), Way::Parts, "{at}");
            ways.parts_begin(PEER, LEN, 100);
        }
        (1..=4).for_each(|at| ways.parts_end(PEER, LEN, 100 + at * 1000));
        let order = ways.0[&PEER].orders[order_of(LEN)];
        assert_eq!(order.took[Way::Parts as usize], Some(1_000_000 / LEN as u64));
        assert_eq!(ways.choose(PEER, LEN), Way::Copied);
    }

    #[test]
    fn what_cannot_be_copied_comes_in_parts() {
        let mut ways = Ways::default();
        ways.refused(PEER);
        for _ in 0..1000 {
            assert_eq!(ways.choose(PEER, LEN), Way::Parts);
            ways.parts_begin(PEER, LEN, 0);
            ways.parts_end(PEER, LEN, 10);
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

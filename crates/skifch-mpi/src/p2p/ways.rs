//! How long messages come from a peer: copied out of its memory, copied by both sides, or in parts
//! through the lane.
//!
//! Which is fastest cannot be asked: it depends on what a cache line takes between the two cores,
//! which may change while a job runs. So it is measured, as the receiver's own time for a byte, for
//! each peer and order of lengths, and apart for messages that meet others of this rank's on their
//! way: then both cores have a message each whoever copies. The slower ways are tried again seldom,
//! in turn, with a few messages, of which the first do not count: they find the sender asleep, and
//! in no cache what the way needs there. What comes meanwhile waits, since it would be measured
//! too.

use skifch::{ByAddr, NetAddr};

/// Orders of lengths that are told apart: by factors of four from 16 KB on.
const LENGTHS: usize = 5;
/// The same for those that meet others.
const ORDERS: usize = 2 * LENGTHS;
const FIRST_ORDER: u32 = 7;
/// Messages that are measured together where their times overlap, and of a trial.
const MAX_BURST: u32 = 16;
const MAX_TRIAL: u32 = 4;
/// A slower way is tried after so many messages, and so many times the time of the last trial.
const SELDOM_MESSAGES: u32 = 512;
const SELDOM: u64 = 64;

/// The ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Through the lane, while both sides work.
    Parts,
    /// Once, by the receiver.
    Copied,
    /// Once, half by the receiver and half by the sender.
    Both,
}

const WAYS: [Way; 3] = [Way::Both, Way::Parts, Way::Copied];
/// The time of a way that is not to be had.
const NEVER: Option<u64> = Some(u64::MAX);

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Now(Way),
    /// It is asked for again when a trial is over.
    Later,
}

/// What is known of messages of one order.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Picoseconds a byte of each way, once it was tried.
    took: [Option<u64>; 3],
    best: Way,
    /// Whose turn it is to be tried, among `WAYS`, and with how many messages it was.
    turn: usize,
    tried: u32,
    /// Messages until then, and not before this time.
    left: u32,
    not_before: u64,
}

/// Messages that are measured together: their times overlap.
#[derive(Clone, Copy, Debug)]
struct Burst {
    way: Way,
    order: usize,
    is_trial: bool,
    since: u64,
    begun: u32,
    done: u32,
    /// Since then: how many are done, and their bytes.
    counted: u32,
    bytes: u64,
}

/// What is known of a peer.
#[derive(Clone, Copy, Debug)]
struct Peer {
    orders: [Known; ORDERS],
    burst: Burst,
}

/// What is known of all peers.
#[derive(Default)]
pub(crate) struct Ways(ByAddr<Peer>);

impl Ways {
    /// What becomes of the next message of this order.
    pub(crate) fn choose(&mut self, peer: NetAddr, at: Order, now: u64) -> Choice {
        let Peer { orders, burst } = self.0.entry(peer).or_insert(Peer::NEW);
        let at = at.0;
        let is_of_burst = burst.order == at;
        if !burst.is_under_way() {
            return Choice::Now(orders[at].next(now));
        }
        if burst.is_trial {
            let has_room = is_of_burst && burst.begun < MAX_TRIAL;
            return if has_room { Choice::Now(burst.way) } else { Choice::Later };
        }
        // What overlaps is no trial.
        let order = &mut orders[at];
        order.left = order.left.saturating_sub(1);
        Choice::Now(if is_of_burst { burst.way } else { order.best })
    }

    /// So many messages of this order, of `bytes` bytes together, were copied, from this time to
    /// that.
    pub(crate) fn copied(
        &mut self,
        peer: NetAddr,
        order: Order,
        (bytes, messages): (u64, u32),
        times: [u64; 2],
    ) {
        let Some(peer) = self.0.get_mut(&peer) else { return };
        peer.orders[order.0].learn(Way::Copied, times, bytes, messages);
    }

    /// A message could not be copied: none will be.
    pub(crate) fn refused(&mut self, peer: NetAddr) {
        self.exclude(peer, &[Way::Copied, Way::Both]);
    }

    /// A sender could not copy its half: none will.
    pub(crate) fn cannot_share(&mut self, peer: NetAddr) {
        self.exclude(peer, &[Way::Both]);
    }

    fn exclude(&mut self, peer: NetAddr, ways: &[Way]) {
        let Peer { orders, burst } = self.0.entry(peer).or_insert(Peer::NEW);
        for order in orders {
            for &way in ways {
                order.took[way as usize] = NEVER;
            }
            if ways.contains(&order.best) {
                order.best = Way::Parts;
            }
        }
        burst.is_trial &= !ways.contains(&burst.way);
    }

    /// A message of this order was asked for that takes both sides.
    pub(crate) fn begin(&mut self, peer: NetAddr, order: Order, way: Way, now: u64) {
        let Peer { orders, burst } = self.0.entry(peer).or_insert(Peer::NEW);
        if !burst.is_under_way() {
            let order = order.0;
            let is_trial = orders[order].best != way;
            *burst =
                Burst { way, order, is_trial, since: now, begun: 0, done: 0, counted: 0, bytes: 0 };
        }
        burst.begun += 1;
    }

    /// All of that message has come; whether others may have waited for it.
    pub(crate) fn end(&mut self, peer: NetAddr, len: usize, now: u64) -> bool {
        let Some(Peer { orders, burst }) = self.0.get_mut(&peer) else { return false };
        burst.done += 1;
        burst.counted += 1;
        burst.bytes += len as u64;
        let is_over = !burst.is_under_way();
        if burst.counted == MAX_BURST || is_over {
            let order = &mut orders[burst.order];
            order.learn(burst.way, [burst.since, now], burst.bytes, burst.counted);
            (burst.since, burst.counted, burst.bytes) = (now, 0, 0);
        }
        is_over
    }
}

impl Burst {
    const NONE: Self = Self {
        way: Way::Parts,
        order: 0,
        is_trial: false,
        since: 0,
        begun: 0,
        done: 0,
        counted: 0,
        bytes: 0,
    };

    fn is_under_way(&self) -> bool {
        self.begun > self.done
    }
}

impl Peer {
    const NEW: Self = {
        let mut orders = [Known::NEW; ORDERS];
        let mut met = LENGTHS;
        while met < ORDERS {
            // The sender has a message of its own to copy.
            orders[met].took[Way::Both as usize] = NEVER;
            met += 1;
        }
        Self { orders, burst: Burst::NONE }
    };
}

impl Known {
    const NEW: Self = Self {
        took: [None; 3],
        best: Way::Copied,
        turn: 0,
        tried: 0,
        left: MAX_TRIAL,
        not_before: 0,
    };

    fn next(&mut self, now: u64) -> Way {
        if self.left > 0 {
            self.left -= 1;
            return self.best;
        }
        if now < self.not_before {
            return self.best;
        }
        for _ in WAYS {
            let way = WAYS[self.turn];
            if way != self.best && self.took[way as usize] != NEVER {
                return way;
            }
            self.take_turn();
        }
        self.best
    }

    fn take_turn(&mut self) {
        self.turn = (self.turn + 1) % WAYS.len();
        self.tried = 0;
    }

    /// Takes a measurement of `messages` messages in. One that was disturbed says little, as when
    /// the sender had other things to do first: none counts for more than twice what is known, and
    /// the best way is not given up for one.
    fn learn(&mut self, way: Way, [since, now]: [u64; 2], bytes: u64, messages: u32) {
        let took = now.saturating_sub(since);
        let new = took * 1000 / bytes.max(1);
        // One that is much slower need not be tried to the end.
        let limit = self.took[self.best as usize].map_or(u64::MAX, |best| best.saturating_mul(4));
        let is_slow = way != self.best && new > limit;
        let is_first = way != self.best && self.tried == 0;
        self.tried += if way == self.best { 0 } else { messages };
        let known = &mut self.took[way as usize];
        if *known == NEVER || is_first && !is_slow {
            return;
        }
        let weight = if way == self.best { 3 } else { 1 };
        let with = |old: u64| (weight * old + new.min(2 * old + 1)) / (weight + 1);
        *known = Some(known.map_or(new, with));
        if way == self.best {
            return self.elect();
        }
        if self.tried >= MAX_TRIAL || is_slow {
            self.take_turn();
            self.elect();
            // What was never tried is tried soon.
            if is_slow || self.took.iter().all(Option::is_some) {
                (self.left, self.not_before) = (SELDOM_MESSAGES, now + SELDOM * took);
            }
        }
    }

    /// The way that has taken least.
    fn elect(&mut self) {
        let time = |way: Way| self.took[way as usize].unwrap_or(u64::MAX);
        let best = WAYS.into_iter().min_by_key(|&way| time(way)).unwrap_or(self.best);
        if time(best) < time(self.best) {
            self.best = best;
        }
    }
}

/// Messages that have the same fastest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order(usize);

impl Order {
    /// That of messages of `len` bytes, which do or do not meet others.
    pub(crate) fn of(len: usize, is_met: bool) -> Self {
        let order = (len.max(1).ilog2() / 2).saturating_sub(FIRST_ORDER) as usize;
        Self(order.min(LENGTHS - 1) + if is_met { LENGTHS } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: NetAddr = 7;
    const LEN: usize = 64 << 10;

    fn order() -> Order {
        Order::of(LEN, false)
    }

    /// Messages one after the other; `costs` are nanoseconds for parts, for a copy and for one by
    /// both. How many went each way.
    fn alternate(ways: &mut Ways, now: &mut u64, count: usize, costs: [u64; 3]) -> [usize; 3] {
        let mut went = [0; 3];
        for _ in 0..count {
            let Choice::Now(way) = ways.choose(PEER, order(), *now) else {
                panic!("no trial goes on")
            };
            let (since, cost) = (*now, costs[way as usize]);
            *now += cost;
            match way {
                Way::Copied => ways.copied(PEER, order(), (LEN as u64, 1), [since, *now]),
                way => {
                    ways.begin(PEER, order(), way, since);
                    ways.end(PEER, LEN, *now);
                }
            }
            went[way as usize] += 1;
        }
        went
    }

    #[test]
    fn the_fastest_way_is_taken_and_the_others_are_seldom_tried() {
        for (best, costs) in
            [(0, [1000, 2000, 3000]), (1, [3000, 1000, 2000]), (2, [2000, 3000, 1000])]
        {
            let (mut ways, mut now) = (Ways::default(), 0);
            let went = alternate(&mut ways, &mut now, 1000, costs);
            assert!((970..1000).contains(&went[best]), "{went:?}");
            let other = (best + 1) % 3;
            let mut changed = [3000; 3];
            changed[other] = 1000;
            let went = alternate(&mut ways, &mut now, 2000, changed);
            assert!(went[other] > 900, "the machine has changed: {went:?}");
        }
    }

    #[test]
    fn one_slow_message_changes_nothing() {
        let (mut ways, mut now) = (Ways::default(), 0);
        alternate(&mut ways, &mut now, 1000, [3000, 1000, 3000]);
        ways.copied(PEER, order(), (LEN as u64, 1), [now, now + 1_000_000]);
        assert!(alternate(&mut ways, &mut now, 60, [3000, 1000, 3000])[1] >= 56);
    }

    #[test]
    fn a_slow_trial_is_not_repeated_soon() {
        let (mut ways, mut now) = (Ways::default(), 0);
        let went = alternate(&mut ways, &mut now, 1000, [50_000_000, 1000, 2000]);
        assert_eq!(went[0], 1);
    }

    /// So many messages, copied.
    fn copied(ways: &mut Ways, count: u32) {
        for now in 0..u64::from(count) {
            assert_eq!(ways.choose(PEER, order(), now), Choice::Now(Way::Copied));
            ways.copied(PEER, order(), (LEN as u64, 1), [now, now + 1000]);
        }
    }

    #[test]
    fn a_trial_is_short_and_others_wait() {
        let mut ways = Ways::default();
        copied(&mut ways, MAX_TRIAL);
        for round in [3000, 30_000] {
            for _ in 0..MAX_TRIAL {
                assert_eq!(ways.choose(PEER, order(), round), Choice::Now(Way::Both));
                ways.begin(PEER, order(), Way::Both, round);
            }
            assert_eq!(ways.choose(PEER, order(), round), Choice::Later);
            assert_eq!(ways.choose(PEER, Order::of(100 * LEN, false), round), Choice::Later);
            for at in 1..=u64::from(MAX_TRIAL) {
                let is_over = ways.end(PEER, LEN, round + at * 3000);
                assert_eq!(is_over, at == u64::from(MAX_TRIAL));
            }
        }
        let known = ways.0[&PEER].orders[order().0];
        assert_eq!(known.took[Way::Both as usize], Some(3_000_000 / LEN as u64));
        assert_eq!(ways.choose(PEER, order(), 60_000), Choice::Now(Way::Parts), "its turn");
    }

    #[test]
    fn a_burst_is_one_way_and_no_trial() {
        let (mut ways, mut now) = (Ways::default(), 0);
        alternate(&mut ways, &mut now, 100, [2000, 3000, 1000]);
        for _ in 0..1000 {
            assert_eq!(ways.choose(PEER, order(), now), Choice::Now(Way::Both));
            ways.begin(PEER, order(), Way::Both, now);
        }
        assert!((1..1000).all(|_| !ways.end(PEER, LEN, now + 1000)));
        assert!(ways.end(PEER, LEN, now + 1000), "the last");
    }

    #[test]
    fn what_cannot_be_copied_comes_in_parts() {
        let mut ways = Ways::default();
        ways.refused(PEER);
        let went = alternate(&mut ways, &mut 0, 1000, [3000, 1, 1]);
        assert_eq!(went, [1000, 0, 0]);
    }

    #[test]
    fn who_cannot_copy_its_half_is_not_asked() {
        let mut ways = Ways::default();
        ways.cannot_share(PEER);
        let went = alternate(&mut ways, &mut 0, 1000, [3000, 1000, 1]);
        assert!(went[1] > 970 && went[2] == 0, "{went:?}");
    }

    #[test]
    fn lengths_have_orders() {
        assert_eq!(Order::of(0, false), Order(0));
        assert_eq!(Order::of(16 << 10, false), Order(0));
        assert_eq!(Order::of(64 << 10, false), Order(1));
        assert_eq!(Order::of(1 << 40, false), Order(LENGTHS - 1));
        assert_eq!(Order::of(1 << 40, true), Order(ORDERS - 1));
    }

    #[test]
    fn what_meets_others_has_a_way_of_its_own() {
        let (mut ways, met) = (Ways::default(), Order::of(LEN, true));
        alternate(&mut ways, &mut 0, 1000, [2000, 1000, 3000]);
        let mut went = [0; 3];
        for round in 0..400_u64 {
            let now = round * 10_000;
            let Choice::Now(way) = ways.choose(PEER, met, now) else { panic!("no trial goes on") };
            went[way as usize] += 1;
            match way {
                Way::Copied => ways.copied(PEER, met, (LEN as u64, 1), [now, now + 5000]),
                way => {
                    ways.begin(PEER, met, way, now);
                    ways.end(PEER, LEN, now + 2000);
                }
            }
        }
        assert!(went[Way::Parts as usize] > 380 && went[Way::Both as usize] == 0, "{went:?}");
        assert_eq!(ways.choose(PEER, order(), 10_000_000), Choice::Now(Way::Copied));
    }
}

//! How the payload of long messages is moved from a peer: copied out of its memory, copied by both
//! sides, or in parts through the lane.
//!
//! Which is fastest cannot be queried: it depends on the time to transfer a cache line between the
//! two cores, which may change while a job runs. So it is measured, as the receiver's own time per
//! byte, for each peer and length class, and separately for messages that arrive while long sends
//! of this rank are under way: then each core has a message to copy whoever copies. The slower ways
//! are tried again seldom, in turn, with a few messages each. The first ones of a trial do not
//! count: they find the sender asleep and the caches without what this way needs. Messages that
//! arrive meanwhile wait, since they would disturb the measurement.

use skifch::{ByAddr, NetAddr};

/// Number of length classes: factors of four from 16 KB on.
const LENGTHS: usize = 5;
/// Length classes times two: those that meet long sends of this rank are measured separately.
const ORDERS: usize = 2 * LENGTHS;
const FIRST_ORDER: u32 = 7;
/// Most messages measured together while they overlap in time; and messages of one trial.
const MAX_BURST: u32 = 16;
const MAX_TRIAL: u32 = 4;
/// A slower way is tried again after this many messages, and after this many times the duration of
/// the last trial.
const SELDOM_MESSAGES: u32 = 512;
const SELDOM: u64 = 64;

/// Ways to move the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Through the lane, both sides working at the same time.
    Parts,
    /// One copy, by the receiver.
    Copied,
    /// One copy, half by the receiver and half by the sender.
    Both,
}

const WAYS: [Way; 3] = [Way::Both, Way::Parts, Way::Copied];
/// The time of a way that is not available.
const NEVER: Option<u64> = Some(u64::MAX);

/// The decision for one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Now(Way),
    /// Ask again when the current trial has ended.
    Later,
}

/// What is known of messages of one class.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Picoseconds per byte of each way, once it has been tried.
    took: [Option<u64>; 3],
    best: Way,
    /// The way to be tried next, as an index of `WAYS`, and with how many messages it has been so
    /// far.
    turn: usize,
    tried: u32,
    /// The next trial begins after this many messages, and not before this time in nanoseconds.
    left: u32,
    not_before: u64,
}

/// Messages that are measured together because they overlap in time.
#[derive(Clone, Copy, Debug)]
struct Burst {
    way: Way,
    order: usize,
    is_trial: bool,
    since: u64,
    begun: u32,
    done: u32,
    /// Since `since`: messages completed, and their bytes.
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
    /// Decides how the next message of this class is moved.
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
        // Messages that overlap with others are no trial.
        let order = &mut orders[at];
        order.left = order.left.saturating_sub(1);
        Choice::Now(if is_of_burst { burst.way } else { order.best })
    }

    /// Notes that this many messages of this class, of `bytes` bytes together, were copied between
    /// the two given times.
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

    /// A copy from the peer was refused: excludes the ways in which the receiver copies.
    pub(crate) fn refused(&mut self, peer: NetAddr) {
        self.exclude(peer, &[Way::Copied, Way::Both]);
    }

    /// The sender could not copy its half: excludes the way in which both copy.
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

    /// A message of this class has been asked for in a way that involves both sides.
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

    /// Such a message has arrived completely; true if it ended the burst, for which others may
    /// wait.
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

    /// Takes in a measurement of `messages` messages. A disturbed one says little, for example if
    /// the sender was busy: so a measurement counts for at most twice the known time, and a single
    /// one does not displace the best way.
    fn learn(&mut self, way: Way, [since, now]: [u64; 2], bytes: u64, messages: u32) {
        let took = now.saturating_sub(since);
        let new = took * 1000 / bytes.max(1);
        // A trial of a way that is much slower need not run to its end.
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
            // A way that was never tried is tried soon.
            if is_slow || self.took.iter().all(Option::is_some) {
                (self.left, self.not_before) = (SELDOM_MESSAGES, now + SELDOM * took);
            }
        }
    }

    /// Selects the way with the least time per byte.
    fn elect(&mut self) {
        let time = |way: Way| self.took[way as usize].unwrap_or(u64::MAX);
        let best = WAYS.into_iter().min_by_key(|&way| time(way)).unwrap_or(self.best);
        if time(best) < time(self.best) {
            self.best = best;
        }
    }
}

/// A class of messages with the same fastest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order(usize);

impl Order {
    /// The class of messages of `len` bytes; `is_met`: long sends of this rank are under way.
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

    /// Sends messages one after the other; `costs` are nanoseconds for parts, for a copy and for a
    /// copy by both. Returns how many went each way.
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

    /// This many messages, copied by the receiver.
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

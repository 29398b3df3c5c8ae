//! How the payload of long messages is moved from a peer: copied out of its memory, copied by both
//! sides, or in parts through the lane.
//!
//! Which is fastest cannot be queried: it depends on the time to transfer a cache line between the
//! two cores, which may change while a job runs. So it is measured, as the receiver's own time per
//! byte, for each peer and length class, and separately for messages that arrive while long sends
//! of this rank are under way: then each core has a message to copy whoever copies. The slower ways
//! are tried again seldom, in turn. The first messages of a trial do not count: they find the
//! sender asleep and the caches without what this way needs. Messages beyond those of a trial wait,
//! since they would disturb the measurement.
//!
//! Trials begin at certain numbers of messages. So two ranks that send each other the same messages
//! try the same way at the same time. Otherwise neither could find out that another way would suit
//! both: parts from a rank that is copying come late.

use super::trials::{Known, NEVER};
use skifch::{ByAddr, NetAddr};

/// Number of length classes: factors of four from 16 KB on.
const LENGTHS: usize = 5;
/// Length classes times two: those that meet long sends of this rank are measured separately.
const ORDERS: usize = 2 * LENGTHS;
const FIRST_ORDER: u32 = 7;
/// The length class that begins with 1 MB.
const LONG: usize = 3;
/// Most messages measured together while they overlap in time. Those that the sender copies come in
/// groups, so few of them would say little.
const MAX_BURST: u32 = 64;
/// Most messages of a trial that overlap in time, where they have 1 MB and more.
const MAX_LONG_BURST: u32 = 16;
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

/// The decision for one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Now(Way),
    /// Ask again when the current trial has ended.
    Later,
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

/// Messages that were copied while long sends are under way, which take part of the time.
#[derive(Clone, Copy, Debug)]
struct Round {
    peer: NetAddr,
    order: usize,
    since: u64,
    bytes: u64,
    messages: u32,
}

/// What is known of a peer.
#[derive(Clone, Copy, Debug)]
struct Peer {
    orders: [Known; ORDERS],
    burst: Burst,
}

/// What is known of all peers.
#[derive(Default)]
pub(crate) struct Ways {
    peers: ByAddr<Peer>,
    /// At most one for each peer and class.
    rounds: Vec<Round>,
}

impl Ways {
    /// Decides how the next message of this class is moved.
    pub(crate) fn choose(&mut self, peer: NetAddr, at: Order) -> Choice {
        let Peer { orders, burst } = self.peers.entry(peer).or_insert(Peer::NEW);
        let at = at.0;
        let is_of_burst = burst.order == at;
        if !burst.is_under_way() {
            return Choice::Now(orders[at].next());
        }
        if burst.is_trial {
            if !is_of_burst || burst.begun == most_at_once(at) {
                return Choice::Later;
            }
            orders[at].seen += 1;
            return Choice::Now(burst.way);
        }
        // Messages that overlap with others are no trial.
        let order = &mut orders[at];
        order.seen += 1;
        Choice::Now(if is_of_burst { burst.way } else { order.best })
    }

    /// Notes that this many messages of this class, of `bytes` bytes together, were copied between
    /// the two given times; `is_over`: no long send of this rank is under way. Those that are take
    /// part of the time, because the peer copies them, and say when it has done so.
    pub(crate) fn copied(
        &mut self,
        peer: NetAddr,
        order: Order,
        (bytes, messages): (u64, u32),
        [since, now]: [u64; 2],
        is_over: bool,
    ) {
        let order = order.0;
        let begun = self.rounds.iter_mut().find(|it| it.peer == peer && it.order == order);
        match begun {
            Some(round) => {
                round.bytes += bytes;
                round.messages += messages;
            }
            None => self.rounds.push(Round { peer, order, since, bytes, messages }),
        }
        if is_over || order < LENGTHS {
            self.end_rounds(now);
        }
    }

    /// A long send is complete, and so many are under way.
    #[inline]
    pub(crate) fn sent(&mut self, long_sends: u32, now: impl Fn() -> u64) {
        if long_sends == 0 && !self.rounds.is_empty() {
            self.end_rounds(now());
        }
    }

    fn end_rounds(&mut self, now: u64) {
        for Round { peer, order, since, bytes, messages } in self.rounds.drain(..) {
            if let Some(peer) = self.peers.get_mut(&peer) {
                peer.orders[order].learn(Way::Copied, [since, now], bytes, messages);
            }
        }
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
        let Peer { orders, burst } = self.peers.entry(peer).or_insert(Peer::NEW);
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
        let Peer { orders, burst } = self.peers.entry(peer).or_insert(Peer::NEW);
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
        let Some(Peer { orders, burst }) = self.peers.get_mut(&peer) else { return false };
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
        let mut orders = [Known::new(0, false); ORDERS];
        let mut at = 0;
        while at < ORDERS {
            orders[at] = Known::new(at % LENGTHS, at >= LENGTHS);
            at += 1;
        }
        Self { orders, burst: Burst::NONE }
    };
}

/// Most messages of a trial that overlap in time.
fn most_at_once(order: usize) -> u32 {
    if order % LENGTHS >= LONG { MAX_LONG_BURST } else { MAX_BURST }
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
    use super::super::trials::SOON_MESSAGES;
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
            let Choice::Now(way) = ways.choose(PEER, order()) else { panic!("no trial goes on") };
            let (since, cost) = (*now, costs[way as usize]);
            *now += cost;
            match way {
                Way::Copied => ways.copied(PEER, order(), (LEN as u64, 1), [since, *now], true),
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
            assert!((850..1000).contains(&went[best]), "{went:?}");
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
        ways.copied(PEER, order(), (LEN as u64, 1), [now, now + 1_000_000], true);
        assert!(alternate(&mut ways, &mut now, 60, [3000, 1000, 3000])[1] >= 56);
    }

    #[test]
    fn a_slow_trial_is_not_repeated_soon() {
        let (mut ways, mut now) = (Ways::default(), 0);
        let went = alternate(&mut ways, &mut now, 1000, [50_000_000, 1000, 2000]);
        assert_eq!(went[0], 2);
    }

    /// This many messages, copied by the receiver.
    fn copied(ways: &mut Ways, count: u32) {
        for now in 0..u64::from(count) {
            assert_eq!(ways.choose(PEER, order()), Choice::Now(Way::Copied));
            ways.copied(PEER, order(), (LEN as u64, 1), [now, now + 1000], true);
        }
    }

    #[test]
    fn a_trial_is_short_and_others_wait() {
        let mut ways = Ways::default();
        copied(&mut ways, SOON_MESSAGES as u32);
        for round in [3000, 300_000] {
            for _ in 0..MAX_BURST {
                assert_eq!(ways.choose(PEER, order()), Choice::Now(Way::Both));
                ways.begin(PEER, order(), Way::Both, round);
            }
            assert_eq!(ways.choose(PEER, order()), Choice::Later);
            assert_eq!(ways.choose(PEER, Order::of(100 * LEN, false)), Choice::Later);
            for at in 1..=u64::from(MAX_BURST) {
                let is_over = ways.end(PEER, LEN, round + at * 3000);
                assert_eq!(is_over, at == u64::from(MAX_BURST));
            }
        }
        let known = ways.peers[&PEER].orders[order().0];
        assert_eq!(known.took[Way::Both as usize], Some(3_000_000_000 / LEN as u64));
        assert_eq!(ways.choose(PEER, order()), Choice::Now(Way::Parts), "its turn");
    }

    /// Two ranks that send each other messages one at a time, where parts are worth while only if
    /// both send them. Returns how many of the last messages went in parts.
    fn exchange(parts: u64, copied: u64) -> usize {
        let (mut ranks, met) = ([Ways::default(), Ways::default()], Order::of(LEN, true));
        let (mut now, mut went) = (0, 0);
        for round in 0..3000 {
            let chosen = ranks.each_mut().map(|ways| match ways.choose(PEER, met) {
                Choice::Now(way) => way,
                Choice::Later => panic!("no trial goes on"),
            });
            let is_mixed = chosen[0] != chosen[1];
            for (ways, way) in ranks.iter_mut().zip(chosen) {
                match way {
                    Way::Copied => {
                        ways.copied(PEER, met, (LEN as u64, 1), [now, now + copied], true);
                    }
                    way => {
                        ways.begin(PEER, met, way, now);
                        let took = if is_mixed { parts + copied } else { parts };
                        ways.end(PEER, LEN, now + took);
                    }
                }
                went += usize::from(round >= 2000 && way == Way::Parts);
            }
            now += parts + copied;
        }
        went
    }

    #[test]
    fn both_ranks_of_an_exchange_find_the_way_that_suits_both() {
        assert!(exchange(1000, 1500) > 1800);
        assert!(exchange(1500, 1000) < 200);
    }

    #[test]
    fn a_burst_is_one_way_and_no_trial() {
        let (mut ways, mut now) = (Ways::default(), 0);
        alternate(&mut ways, &mut now, 100, [2000, 3000, 1000]);
        for _ in 0..1000 {
            assert_eq!(ways.choose(PEER, order()), Choice::Now(Way::Both));
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
        assert!(went[1] > 850 && went[2] == 0, "{went:?}");
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
            let Choice::Now(way) = ways.choose(PEER, met) else { panic!("no trial goes on") };
            went[way as usize] += 1;
            match way {
                Way::Copied => ways.copied(PEER, met, (LEN as u64, 1), [now, now + 5000], true),
                way => {
                    ways.begin(PEER, met, way, now);
                    ways.end(PEER, LEN, now + 2000);
                }
            }
        }
        assert!(went[Way::Parts as usize] > 350 && went[Way::Both as usize] == 0, "{went:?}");
        assert_eq!(ways.choose(PEER, order()), Choice::Now(Way::Copied));
    }
}

//! What happens when: a wheel of buckets, one for each tick, with a heap for what is far away, and
//! two lines for what nearly always has one delay.
//!
//! Delays in a router are bounded, so nearly every other event goes into a bucket at once. Events
//! of one time come out of a bucket, and of a line, in the order in which they went in.

use super::NONE;
use super::line::Line;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const WORD: usize = u64::BITS as usize;

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// The head of a packet can be routed at an input.
    Ready { queue: u32, packet: u32 },
    /// An output should look again: it is free, or a credit is there.
    Wake { output: u32 },
    /// A program hands a packet to its interface.
    Submit { packet: u32 },
    /// A node's interface can start another packet.
    Host { node: u32 },
    /// A packet is with its program.
    Deliver { packet: u32 },
    /// All of a message is there, if the way to memory is free (`logp.rs`).
    Land { packet: u32 },
    /// A flow has sent its last byte, if its speed was not changed since (`fluid.rs`).
    Flow { slot: u32, version: u32 },
    /// The first packet that a node's interface gathered has waited long enough, if it is still in
    /// block number `block` (`gather.rs`).
    Flush { node: u32, block: u32 },
    /// The one before has left an input for the unit of its router (`unit.rs`).
    Next { queue: u32 },
    /// What a node itself has to say comes to its unit.
    Own { packet: u32 },
    /// The service processors have something to do.
    Service { duty: Duty },
}

/// What service processors do (`service.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Duty {
    /// Something dies: the death of this number.
    Death(u32),
    /// It is noticed.
    Notice,
    /// New tables are there.
    Tables,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    next: u32,
    event: Event,
}

/// Ticks for which events go into buckets: a microsecond of M3.
const SPAN: usize = 1 << u16::BITS;
const WORDS: usize = SPAN / WORD / WORD;

#[derive(Debug)]
pub(super) struct Wheel {
    /// Heads of packets that come over links: mostly after one time.
    pub(super) arrivals: Line,
    /// Ends of packets on outputs: after one time, where all are of one size.
    pub(super) ends: Line,
    /// The time of the last bucket that was opened.
    base: u64,
    /// When something happens next; `u64::MAX` when nothing will.
    next: u64,
    /// Of each bucket the last entry, whose next is the first.
    last: Box<[u32; SPAN]>,
    /// Which buckets, and which words of those bits, have something.
    bits: Box<[u64; SPAN / WORD]>,
    words: [u64; WORDS],
    entries: Vec<Entry>,
    free: u32,
    far: BinaryHeap<Reverse<(u64, u64, Event)>>,
    /// The first time of those; `u64::MAX` when there are none.
    far_at: u64,
    /// Numbers what is far, to keep its order.
    number: u64,
}

impl Wheel {
    /// Nothing happens.
    pub(super) fn new() -> Self {
        Self {
            arrivals: Line::new(),
            ends: Line::new(),
            base: 0,
            next: u64::MAX,
            last: boxed(NONE),
            bits: boxed(0),
            words: [0; WORDS],
            entries: Vec::new(),
            free: NONE,
            far: BinaryHeap::new(),
            far_at: u64::MAX,
            number: 0,
        }
    }

    /// Lets an event happen at a time not before that of the last bucket. It is written where it
    /// stays: through memory on its way there it would be waited for.
    #[inline(always)]
    pub(super) fn schedule(&mut self, at: u64, event: Event) {
        debug_assert!(at >= self.base, "{event:?} at {at}, before {}", self.base);
        self.next = self.next.min(at);
        match at - self.base < SPAN as u64 {
            true => self.insert(at, event),
            false => self.keep(at, event),
        }
    }

    /// The head of a packet comes over a link.
    #[inline]
    pub(super) fn arrives(&mut self, at: u64, event: Event) {
        match self.arrivals.takes(at) {
            true => self.arrivals.join(at, event),
            false => self.schedule_beside(at, event),
        }
    }

    /// The end of a packet leaves an output.
    #[inline]
    pub(super) fn ends(&mut self, at: u64, event: Event) {
        match self.ends.takes(at) {
            true => self.ends.join(at, event),
            false => self.schedule_beside(at, event),
        }
    }

    /// As [`Self::schedule`], where that is seldom needed.
    #[inline(never)]
    fn schedule_beside(&mut self, at: u64, event: Event) {
        self.schedule(at, event);
    }

    #[cold]
    fn keep(&mut self, at: u64, event: Event) {
        self.number += 1;
        self.far_at = self.far_at.min(at);
        self.far.push(Reverse((at, self.number, event)));
    }

    #[inline(always)]
    fn insert(&mut self, at: u64, event: Event) {
        if self.free == NONE {
            self.grow();
        }
        let (bucket, entry) = (bucket(at), self.free);
        let place = &mut self.entries[entry as usize];
        self.free = place.next;
        *place = Entry { next: entry, event };
        // Without branches: nobody can predict whether something happens at that time already.
        let last = std::mem::replace(&mut self.last[bucket], entry);
        let before = if last == NONE { entry } else { last };
        let first = std::mem::replace(&mut self.entries[before as usize].next, entry);
        self.entries[entry as usize].next = first;
        self.bits[bucket / WORD] |= 1 << (bucket % WORD);
        self.words[bucket / WORD / WORD] |= 1 << (bucket / WORD % WORD);
    }

    /// More free entries.
    #[cold]
    fn grow(&mut self) {
        self.free = self.entries.len() as u32;
        self.entries.push(Entry { next: NONE, event: Event::Wake { output: 0 } });
    }

    /// When something happens next.
    #[inline]
    pub(super) fn next_time(&self) -> Option<u64> {
        let next = self.next.min(self.arrivals.next()).min(self.ends.next());
        (next != u64::MAX).then_some(next)
    }

    /// The first time after `at` that has something.
    #[inline]
    fn following(&self, at: u64) -> u64 {
        match self.after(bucket(at)) {
            Some(next) => at + u64::from((next as u16).wrapping_sub(at as u16)),
            None => self.far_at,
        }
    }

    /// The first bucket after `bucket` that has something, if need be around the end of the wheel.
    #[inline]
    fn after(&self, bucket: usize) -> Option<usize> {
        let word = bucket / WORD;
        let here = self.bits[word] & (!1 << (bucket % WORD));
        if here != 0 {
            return Some(word * WORD + here.trailing_zeros() as usize);
        }
        let words = word / WORD;
        let rest = self.words[words] & (!1 << (word % WORD));
        let around = (words + 1..=words + WORDS).map(|at| (at % WORDS, self.words[at % WORDS]));
        let (at, found) =
            std::iter::once((words, rest)).chain(around).find(|(_, bits)| *bits != 0)?;
        let word = at * WORD + found.trailing_zeros() as usize;
        Some(word * WORD + self.bits[word % (SPAN / WORD)].trailing_zeros() as usize)
    }

    /// Takes the bucket of the next time out; [`Self::take`] then gives its events one by one.
    #[inline]
    pub(super) fn open(&mut self, at: u64) -> u32 {
        if self.next != at {
            return NONE;
        }
        self.base = at;
        while self.far_at.wrapping_sub(at) < SPAN as u64 {
            self.come_near();
        }
        let bucket = bucket(at);
        let last = std::mem::replace(&mut self.last[bucket], NONE);
        let word = &mut self.bits[bucket / WORD];
        *word &= !(1 << (bucket % WORD));
        if *word == 0 {
            self.words[bucket / WORD / WORD] &= !(1 << (bucket / WORD % WORD));
        }
        self.next = self.following(at);
        match self.entries.get_mut(last as usize) {
            Some(last) => std::mem::replace(&mut last.next, NONE),
            None => NONE,
        }
    }

    /// Puts the first of what was far into its bucket.
    #[cold]
    fn come_near(&mut self) {
        if let Some(Reverse((at, _, event))) = self.far.pop() {
            self.insert(at, event);
        }
        self.far_at = self.far.peek().map_or(u64::MAX, |Reverse((at, ..))| *at);
    }

    /// The event of an entry of the open bucket, and the entry after it.
    #[inline]
    pub(super) fn take(&mut self, entry: u32) -> (Event, u32) {
        let place = &mut self.entries[entry as usize];
        let next = std::mem::replace(&mut place.next, self.free);
        self.free = entry;
        (place.event, next)
    }

    /// Shows about `count` of the next events from everywhere, and gives the time up to which.
    pub(super) fn look_ahead(&self, from: u64, count: usize, mut show: impl FnMut(&Event)) -> u64 {
        let arrivals = self.arrivals.look_ahead(count, &mut show);
        let until = arrivals.min(self.ends.look_ahead(count, &mut show));
        let (mut at, mut shown) = (self.next, 0);
        while at < until.min(from + SPAN as u64) && shown < count {
            for entry in self.chain(self.last[bucket(at)]) {
                show(&self.entries[entry as usize].event);
                shown += 1;
            }
            at = self.following(at);
        }
        if shown < count && until == u64::MAX { from } else { until.min(at) }
    }

    /// The entries of a bucket, of which the last is known.
    fn chain(&self, last: u32) -> impl Iterator<Item = u32> {
        let next = |entry: u32| self.entries.get(entry as usize).map(|entry| entry.next);
        std::iter::successors(next(last), move |at| next(*at).filter(|_| *at != last))
    }

    /// Puts others in place of some events that are to happen.
    pub(super) fn replace(&mut self, with: impl Fn(Event) -> Event) {
        let far = std::mem::take(&mut self.far).into_iter();
        let other = |Reverse((at, number, event))| Reverse((at, number, with(event)));
        self.far = far.map(other).collect();
        for event in self.arrivals.iter_mut().chain(self.ends.iter_mut()) {
            *event = with(*event);
        }
        for entry in self.near() {
            let event = &mut self.entries[entry as usize].event;
            *event = with(*event);
        }
    }

    /// Everything that is to happen, in no order.
    pub(super) fn pending(&self) -> Vec<Event> {
        let far = self.far.iter().map(|Reverse((.., event))| *event);
        let lines = self.arrivals.iter().chain(self.ends.iter()).copied();
        let near = self.near().into_iter().map(|entry| self.entries[entry as usize].event);
        far.chain(lines).chain(near).collect()
    }

    /// The entries of all buckets.
    fn near(&self) -> Vec<u32> {
        self.last.iter().flat_map(|last| self.chain(*last)).collect()
    }
}

#[inline]
fn bucket(at: u64) -> usize {
    usize::from(at as u16)
}

fn boxed<T: Copy, const N: usize>(filler: T) -> Box<[T; N]> {
    let all = vec![filler; N].into_boxed_slice();
    all.try_into().unwrap_or_else(|_| unreachable!("a vector of {N}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn node(event: Event) -> u32 {
        match event {
            Event::Host { node } => node,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn events_near_and_far_are_replaced() {
        let mut wheel = Wheel::new();
        for (at, node) in [(5, 1), (5, 2), (9, 1), (1 << 20, 1), (1 << 20, 3)] {
            wheel.schedule(at, Event::Host { node });
        }
        wheel.replace(|event| match event {
            Event::Host { node: 1 } => Event::Host { node: 7 },
            other => other,
        });
        let mut came = Vec::new();
        while let Some(at) = wheel.next_time() {
            let mut entry = wheel.open(at);
            while entry != NONE {
                let (event, next) = wheel.take(entry);
                came.push((at, node(event)));
                entry = next;
            }
        }
        assert_eq!(came, [(5, 7), (5, 2), (9, 7), (1 << 20, 7), (1 << 20, 3)]);
    }

    /// Whatever comes too early for a line goes into a bucket, and is there at its time.
    #[test]
    fn lines_and_buckets_are_one_order_of_time() {
        let mut random = Random::new(3);
        let mut wheel = Wheel::new();
        let (mut expect, mut now) = (Vec::new(), 0u64);
        for number in 0..3000 {
            let late = if random.below(5) == 0 { u64::from(random.below(200)) } else { 0 };
            let (at, event) = (now + 100 + late, Event::Host { node: number });
            match random.below(3) {
                0 => wheel.arrives(at, event),
                1 => wheel.ends(at, event),
                _ => wheel.schedule(at, event),
            }
            expect.push((at, number));
            assert_eq!(wheel.pending().len(), expect.len());
            if random.below(2) == 0 {
                continue;
            }
            let Some(at) = wheel.next_time() else { panic!("something is to happen") };
            now = at;
            let mut came = Vec::new();
            came.extend(std::iter::from_fn(|| wheel.arrivals.take(at)).map(node));
            came.extend(std::iter::from_fn(|| wheel.ends.take(at)).map(node));
            let mut entry = wheel.open(at);
            while entry != NONE {
                let (event, next) = wheel.take(entry);
                came.push(node(event));
                entry = next;
            }
            came.sort_unstable();
            let (due, later): (Vec<_>, _) = expect.into_iter().partition(|(when, _)| *when <= at);
            assert_eq!(came, due.iter().map(|(_, number)| *number).collect::<Vec<_>>());
            assert!(due.iter().all(|(when, _)| *when == at));
            expect = later;
        }
    }

    /// Against a sorted list, near and far, with pauses longer than the wheel.
    #[test]
    fn events_come_in_order_of_time_and_then_of_scheduling() {
        let mut random = Random::new(5);
        let mut wheel = Wheel::new();
        let (mut now, mut number) = (0u64, 0);
        let mut expect: Vec<(u64, u32)> = Vec::new();
        for round in 0..2000 {
            for _ in 0..random.below(6) {
                let delay = u64::from(match random.below(4) {
                    0 => random.below(3),
                    1 => random.below(SPAN as u32),
                    2 => SPAN as u32 - 6 + random.below(10),
                    _ => random.below(25 * SPAN as u32),
                });
                wheel.schedule(now + 1 + delay, Event::Host { node: number });
                expect.push((now + 1 + delay, number));
                number += 1;
            }
            expect.sort_unstable();
            let mut pending: Vec<_> = wheel.pending().into_iter().map(node).collect();
            pending.sort_unstable();
            let mut ids: Vec<_> = expect.iter().map(|(_, id)| *id).collect();
            ids.sort_unstable();
            assert_eq!(pending, ids);
            assert_eq!(wheel.next_time(), expect.first().map(|(at, _)| *at), "round {round}");
            let Some(at) = wheel.next_time() else { continue };
            now = at;
            let mut entry = wheel.open(at);
            while entry != NONE {
                let (event, next) = wheel.take(entry);
                assert_eq!((at, node(event)), expect.remove(0));
                entry = next;
            }
            assert!(expect.first().is_none_or(|(next, _)| *next > at));
        }
    }
}

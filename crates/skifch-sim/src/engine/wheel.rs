//! The event queue: a timing wheel with one bucket per tick, a heap for distant events, and two
//! FIFO lines for events that nearly always have the same delay.
//!
//! Delays in a router are bounded, so nearly every other event goes directly into a bucket. Events
//! of one time leave a bucket, and a line, in the order in which they were scheduled.

use super::NONE;
use super::line::Line;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const WORD: usize = u64::BITS as usize;

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// The head of a packet can be routed at an input.
    Ready { queue: u32, packet: u32 },
    /// An output should arbitrate again: it is free, or a credit has returned.
    Wake { output: u32 },
    /// A program hands a packet to its interface.
    Submit { packet: u32 },
    /// A node's interface can start another packet.
    Host { node: u32 },
    /// A packet reaches its program.
    Deliver { packet: u32 },
    /// All of a message has arrived, if the path to memory is free (`logp.rs`).
    Land { packet: u32 },
    /// A flow has sent its last byte, unless its rate has changed since (`fluid.rs`).
    Flow { slot: u32, version: u32 },
    /// The first packet that a node's interface gathered has waited long enough, if it is still in
    /// block number `block` (`gather.rs`).
    Flush { node: u32, block: u32 },
    /// A packet has left an input for the unit of its router; the next one follows (`unit.rs`).
    Next { queue: u32 },
    /// A node's own contribution to a collective operation reaches its unit.
    Own { packet: u32 },
    /// A duty of the service processors is due.
    Service { duty: Duty },
}

/// Duties of the service processors (`service.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Duty {
    /// The link or node of fault number `0` fails.
    Death(u32),
    /// A failure is noticed.
    Notice,
    /// New tables are ready.
    Tables,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    next: u32,
    event: Event,
}

/// Number of buckets, in ticks: a microsecond of M3.
const SPAN: usize = 1 << u16::BITS;
const WORDS: usize = SPAN / WORD / WORD;

#[derive(Debug)]
pub(super) struct Wheel {
    /// Arrivals of packet heads over links: mostly after the same delay.
    pub(super) arrivals: Line,
    /// Ends of packets on outputs: after the same delay if all packets have one size.
    pub(super) ends: Line,
    /// Time of the last bucket that was opened.
    base: u64,
    /// Time of the next event in a bucket or the heap; `u64::MAX` if there is none.
    next: u64,
    /// For each bucket its last entry, whose `next` is the first.
    last: Box<[u32; SPAN]>,
    /// Bit maps of the non-empty buckets, and of the non-zero words of that map.
    bits: Box<[u64; SPAN / WORD]>,
    words: [u64; WORDS],
    entries: Vec<Entry>,
    free: u32,
    far: BinaryHeap<Reverse<(u64, u64, Event)>>,
    /// The earliest time in the heap; `u64::MAX` if it is empty.
    far_at: u64,
    /// Sequence number of distant events, to keep their order.
    number: u64,
}

impl Wheel {
    /// An empty queue.
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

    /// Schedules an event, not before the time of the last bucket. The entry is written in place:
    /// building it on the stack first would cause a store-forwarding stall.
    #[inline(always)]
    pub(super) fn schedule(&mut self, at: u64, event: Event) {
        debug_assert!(at >= self.base, "{event:?} at {at}, before {}", self.base);
        self.next = self.next.min(at);
        match at - self.base < SPAN as u64 {
            true => self.insert(at, event),
            false => self.keep(at, event),
        }
    }

    /// Schedules the arrival of a packet head over a link.
    #[inline]
    pub(super) fn arrives(&mut self, at: u64, event: Event) {
        match self.arrivals.takes(at) {
            true => self.arrivals.join(at, event),
            false => self.schedule_beside(at, event),
        }
    }

    /// Schedules the end of a packet on an output.
    #[inline]
    pub(super) fn ends(&mut self, at: u64, event: Event) {
        match self.ends.takes(at) {
            true => self.ends.join(at, event),
            false => self.schedule_beside(at, event),
        }
    }

    /// As [`Self::schedule`], for callers that rarely need it.
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
        // Without branches: whether the bucket has entries already is unpredictable.
        let last = std::mem::replace(&mut self.last[bucket], entry);
        let before = if last == NONE { entry } else { last };
        let first = std::mem::replace(&mut self.entries[before as usize].next, entry);
        self.entries[entry as usize].next = first;
        self.bits[bucket / WORD] |= 1 << (bucket % WORD);
        self.words[bucket / WORD / WORD] |= 1 << (bucket / WORD % WORD);
    }

    /// Adds a free entry.
    #[cold]
    fn grow(&mut self) {
        self.free = self.entries.len() as u32;
        self.entries.push(Entry { next: NONE, event: Event::Wake { output: 0 } });
    }

    /// Time of the next event.
    #[inline]
    pub(super) fn next_time(&self) -> Option<u64> {
        let next = self.next.min(self.arrivals.next()).min(self.ends.next());
        (next != u64::MAX).then_some(next)
    }

    /// The first time after `at` that has events in a bucket or the heap.
    #[inline]
    fn following(&self, at: u64) -> u64 {
        match self.after(bucket(at)) {
            Some(next) => at + u64::from((next as u16).wrapping_sub(at as u16)),
            None => self.far_at,
        }
    }

    /// The first non-empty bucket after `bucket`, wrapping around at the end of the wheel.
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

    /// Detaches the bucket of the next time; [`Self::take`] then returns its events one by one.
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

    /// Moves the earliest distant event into its bucket.
    #[cold]
    fn come_near(&mut self) {
        if let Some(Reverse((at, _, event))) = self.far.pop() {
            self.insert(at, event);
        }
        self.far_at = self.far.peek().map_or(u64::MAX, |Reverse((at, ..))| *at);
    }

    /// The event of an entry of the open bucket, and the next entry.
    #[inline]
    pub(super) fn take(&mut self, entry: u32) -> (Event, u32) {
        let place = &mut self.entries[entry as usize];
        let next = std::mem::replace(&mut place.next, self.free);
        self.free = entry;
        (place.event, next)
    }

    /// Shows about `count` of the next events of each source; returns the time covered.
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

    /// The entries of a bucket, given its last one.
    fn chain(&self, last: u32) -> impl Iterator<Item = u32> {
        let next = |entry: u32| self.entries.get(entry as usize).map(|entry| entry.next);
        std::iter::successors(next(last), move |at| next(*at).filter(|_| *at != last))
    }

    /// Replaces pending events.
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

    /// All pending events, in no particular order.
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

    /// An event that is too early for a line goes into a bucket and comes out at its time.
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

    /// Compared with a sorted list, near and far, with pauses longer than the wheel.
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

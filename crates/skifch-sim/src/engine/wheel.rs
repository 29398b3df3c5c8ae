//! What happens when: a wheel of buckets, one for each tick, with a heap for what is far away.
//!
//! Delays in a router are bounded, so nearly every event goes into a bucket at once. Events of one
//! time come out in the order in which they went in.

use super::NONE;
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

#[derive(Debug)]
pub(super) struct Wheel {
    /// The time of the last bucket that was opened.
    base: u64,
    /// Of each bucket the last entry, whose next is the first.
    last: Vec<u32>,
    /// Which buckets, and which words of those bits, have something.
    bits: Vec<u64>,
    words: Vec<u64>,
    entries: Vec<Entry>,
    free: u32,
    far: BinaryHeap<Reverse<(u64, u64, Event)>>,
    /// Numbers what is far, to keep its order.
    number: u64,
}

impl Wheel {
    /// A wheel for delays below `span` ticks; longer ones are dearer.
    pub(super) fn new(span: u64) -> Self {
        let buckets = span.clamp(WORD as u64 * WORD as u64, 1 << 16).next_power_of_two() as usize;
        Self {
            base: 0,
            last: vec![NONE; buckets],
            bits: vec![0; buckets / WORD],
            words: vec![0; (buckets / WORD).div_ceil(WORD)],
            entries: Vec::new(),
            free: NONE,
            far: BinaryHeap::new(),
            number: 0,
        }
    }

    /// Lets an event happen at a time not before that of the last bucket.
    #[inline]
    pub(super) fn schedule(&mut self, at: u64, event: Event) {
        debug_assert!(at >= self.base, "{event:?} at {at}, before {}", self.base);
        match at - self.base < self.last.len() as u64 {
            true => self.insert(at, event),
            false => {
                self.number += 1;
                self.far.push(Reverse((at, self.number, event)));
            }
        }
    }

    #[inline]
    fn insert(&mut self, at: u64, event: Event) {
        let bucket = at as usize & (self.last.len() - 1);
        let entry = self.entry(event);
        match self.last[bucket] {
            NONE => {
                self.entries[entry as usize].next = entry;
                self.bits[bucket / WORD] |= 1 << (bucket % WORD);
                self.words[bucket / WORD / WORD] |= 1 << (bucket / WORD % WORD);
            }
            last => {
                self.entries[entry as usize].next = self.entries[last as usize].next;
                self.entries[last as usize].next = entry;
            }
        }
        self.last[bucket] = entry;
    }

    #[inline]
    fn entry(&mut self, event: Event) -> u32 {
        if self.free == NONE {
            self.entries.push(Entry { next: NONE, event });
            return self.entries.len() as u32 - 1;
        }
        let entry = self.free;
        let place = &mut self.entries[entry as usize];
        self.free = place.next;
        place.event = event;
        entry
    }

    /// When something happens next.
    #[inline]
    pub(super) fn next_time(&self) -> Option<u64> {
        let mask = self.last.len() - 1;
        let from = self.base as usize & mask;
        let bucket = self.scan(from).or_else(|| self.scan(0));
        match bucket {
            Some(bucket) => Some(self.base + (bucket.wrapping_sub(from) & mask) as u64),
            None => self.far.peek().map(|Reverse((at, ..))| *at),
        }
    }

    /// The first bucket from `from` on that has something.
    #[inline]
    fn scan(&self, from: usize) -> Option<usize> {
        let word = from / WORD;
        let here = self.bits[word] & (!0 << (from % WORD));
        if here != 0 {
            return Some(word * WORD + here.trailing_zeros() as usize);
        }
        let from = word + 1;
        let mut at = from / WORD;
        let mut rest = *self.words.get(at)? & (!0 << (from % WORD));
        while rest == 0 {
            at += 1;
            rest = *self.words.get(at)?;
        }
        let word = at * WORD + rest.trailing_zeros() as usize;
        Some(word * WORD + self.bits[word].trailing_zeros() as usize)
    }

    /// Takes the bucket of the next time out; [`Self::take`] then gives its events one by one.
    #[inline]
    pub(super) fn open(&mut self, at: u64) -> u32 {
        self.base = at;
        while let Some(&Reverse((far, _, event))) = self.far.peek()
            && far - at < self.last.len() as u64
        {
            self.far.pop();
            self.insert(far, event);
        }
        let bucket = at as usize & (self.last.len() - 1);
        let last = std::mem::replace(&mut self.last[bucket], NONE);
        if last == NONE {
            return NONE;
        }
        let word = &mut self.bits[bucket / WORD];
        *word &= !(1 << (bucket % WORD));
        if *word == 0 {
            self.words[bucket / WORD / WORD] &= !(1 << (bucket / WORD % WORD));
        }
        std::mem::replace(&mut self.entries[last as usize].next, NONE)
    }

    /// The event of an entry of the open bucket, and the entry after it.
    #[inline]
    pub(super) fn take(&mut self, entry: u32) -> (Event, u32) {
        let place = &mut self.entries[entry as usize];
        let next = std::mem::replace(&mut place.next, self.free);
        self.free = entry;
        (place.event, next)
    }

    /// Shows up to about `count` of the next events, bucket by bucket, and gives the time up to
    /// which.
    #[inline]
    pub(super) fn look_ahead(&self, from: u64, count: usize, mut show: impl FnMut(&Event)) -> u64 {
        let mask = self.last.len() - 1;
        let (mut at, mut shown) = (from, 0);
        let start = at as usize & mask;
        let mut bucket = start;
        while shown < count {
            // Not around the end of the wheel: this is for speed alone.
            let Some(found) = self.scan(bucket) else { break };
            let last = self.last[found];
            let mut entry = last;
            loop {
                entry = self.entries[entry as usize].next;
                show(&self.entries[entry as usize].event);
                shown += 1;
                if entry == last {
                    break;
                }
            }
            at = from + (found - start) as u64;
            bucket = found + 1;
            if bucket > mask {
                break;
            }
        }
        at
    }

    /// Puts others in place of some events that are to happen.
    pub(super) fn replace(&mut self, with: impl Fn(Event) -> Event) {
        let far = std::mem::take(&mut self.far).into_iter();
        let other = |Reverse((at, number, event))| Reverse((at, number, with(event)));
        self.far = far.map(other).collect();
        for last in self.last.iter().filter(|last| **last != NONE) {
            let mut entry = *last;
            loop {
                let place = &mut self.entries[entry as usize];
                place.event = with(place.event);
                entry = place.next;
                if entry == *last {
                    break;
                }
            }
        }
    }

    /// Everything that is to happen, in no order.
    pub(super) fn pending(&self) -> Vec<Event> {
        let mut events: Vec<_> = self.far.iter().map(|Reverse((.., event))| *event).collect();
        for last in self.last.iter().filter(|last| **last != NONE) {
            let mut entry = *last;
            loop {
                entry = self.entries[entry as usize].next;
                events.push(self.entries[entry as usize].event);
                if entry == *last {
                    break;
                }
            }
        }
        events
    }
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
        let mut wheel = Wheel::new(4096);
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

    /// Against a sorted list, near and far, with pauses longer than the wheel.
    #[test]
    fn events_come_in_order_of_time_and_then_of_scheduling() {
        let mut random = Random::new(5);
        let mut wheel = Wheel::new(4096);
        let (mut now, mut number) = (0u64, 0);
        let mut expect: Vec<(u64, u32)> = Vec::new();
        for round in 0..2000 {
            for _ in 0..random.below(6) {
                let delay = u64::from(match random.below(4) {
                    0 => random.below(3),
                    1 => random.below(4096),
                    2 => 4090 + random.below(10),
                    _ => random.below(100_000),
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

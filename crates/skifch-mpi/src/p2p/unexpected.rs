//! Unexpected messages: those that arrived before their receive.
//!
//! Each is linked in the queue of its exact key, and in the queues of those wildcard patterns that
//! a receive or probe has asked for so far: the queues of a pattern are made when it is first used.

use super::key::{END, Fifo, Key, Map, PATTERNS, sweep};
use crate::engine::Slab;
use skifch::NetAddr;

/// An unexpected message, or the announcement of one.
pub(crate) struct Early {
    pub(crate) key: Key,
    pub(crate) body: Body,
}

pub(crate) enum Body {
    /// The payload; if the sender waits for the match, also the peer and its request.
    Bytes(Box<[u8]>, Option<(NetAddr, u32)>),
    /// A long message announced by a peer: its request, the length and, where it may be copied, the
    /// address.
    Announced { peer: NetAddr, request: u32, len: usize, address: Option<u64> },
    /// A message of this rank to itself: its request and the length.
    Own { request: u32, len: usize },
}

impl Early {
    /// Bytes of the message.
    pub(crate) fn len(&self) -> usize {
        match &self.body {
            Body::Bytes(bytes, _) => bytes.len(),
            Body::Announced { len, .. } | Body::Own { len, .. } => *len,
        }
    }
}

struct Node {
    early: Early,
    /// Sequence number of arrival.
    order: u64,
    /// Previous and next node in the queue of each pattern.
    links: [(u32, u32); PATTERNS],
}

/// The unexpected messages; see the module.
pub(crate) struct Unexpected {
    nodes: Slab<Node>,
    queues: Map<Fifo>,
    /// Patterns that have queues so far.
    used: [bool; PATTERNS],
    next_order: u64,
}

impl Default for Unexpected {
    fn default() -> Self {
        let used = [true, false, false, false];
        Self { nodes: Slab::default(), queues: Map::default(), used, next_order: 0 }
    }
}

impl Unexpected {
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All of them, in order of arrival.
    pub(crate) fn oldest(&self) -> Vec<&Early> {
        let mut nodes: Vec<_> = self.nodes.iter().map(|(_, node)| node).collect();
        nodes.sort_unstable_by_key(|node| node.order);
        nodes.into_iter().map(|node| &node.early).collect()
    }

    pub(crate) fn push(&mut self, early: Early) {
        let order = self.next_order;
        self.next_order += 1;
        let node = self.nodes.insert(Node { early, order, links: [(END, END); PATTERNS] });
        for pattern in 0..PATTERNS {
            if self.used[pattern] {
                self.link(node, pattern);
            }
        }
    }

    fn link(&mut self, node: u32, pattern: usize) {
        let Some(new) = self.nodes.get_mut(node) else { return };
        let fifo = self.queues.entry(new.early.key.slot().as_pattern(pattern)).or_default();
        new.links[pattern] = (fifo.tail, END);
        let previous = std::mem::replace(&mut fifo.tail, node);
        if previous == END {
            fifo.head = node;
        } else if let Some(before) = self.nodes.get_mut(previous) {
            before.links[pattern].1 = node;
        }
    }

    /// Makes the queues of a pattern that is asked for the first time.
    #[cold]
    fn begin(&mut self, pattern: usize) {
        self.used[pattern] = true;
        let mut nodes: Vec<_> = self.nodes.iter().map(|(at, node)| (node.order, at)).collect();
        nodes.sort_unstable();
        nodes.into_iter().for_each(|(_, node)| self.link(node, pattern));
    }

    fn head(&mut self, wanted: &Key) -> Option<u32> {
        let pattern = wanted.pattern();
        if !self.used[pattern] {
            self.begin(pattern);
        }
        let head = self.queues.get(&wanted.slot())?.head;
        (head != END).then_some(head)
    }

    /// The oldest message that matches the pattern; it stays queued.
    pub(crate) fn find(&mut self, wanted: &Key) -> Option<&Early> {
        let node = self.head(wanted)?;
        self.nodes.get(node).map(|node| &node.early)
    }

    /// Removes the oldest message that matches the pattern.
    pub(crate) fn take(&mut self, wanted: &Key) -> Option<Early> {
        if self.is_empty() {
            return None;
        }
        let node = self.head(wanted)?;
        self.remove(node)
    }

    /// Removes the message with this exact key whose body satisfies `is_it`; whether it was there.
    pub(crate) fn withdraw(&mut self, key: &Key, is_it: impl Fn(&Body) -> bool) -> bool {
        let mut at = self.queues.get(&key.slot()).map_or(END, |fifo| fifo.head);
        while let Some(node) = self.nodes.get(at) {
            if is_it(&node.early.body) {
                return self.remove(at).is_some();
            }
            at = node.links[key.pattern()].1;
        }
        false
    }

    fn remove(&mut self, node: u32) -> Option<Early> {
        let Node { early, links, .. } = self.nodes.remove(node)?;
        for (pattern, link) in links.into_iter().enumerate() {
            if self.used[pattern] {
                self.unlink(node, pattern, link, &early.key);
            }
        }
        sweep(&mut self.queues, PATTERNS * self.nodes.len());
        Some(early)
    }

    fn unlink(&mut self, node: u32, pattern: usize, (previous, next): (u32, u32), key: &Key) {
        if let Some(before) = self.nodes.get_mut(previous) {
            before.links[pattern].1 = next;
        }
        if let Some(behind) = self.nodes.get_mut(next) {
            behind.links[pattern].0 = previous;
        }
        if let Some(fifo) = self.queues.get_mut(&key.slot().as_pattern(pattern)) {
            if fifo.head == node {
                fifo.head = next;
            }
            if fifo.tail == node {
                fifo.tail = previous;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::p2p::posted::Posted;
    use crate::p2p::{ANY_SOURCE, ANY_TAG};
    use crate::random::Random;
    use proptest::prelude::*;

    fn random_key(random: &mut Random, wild: bool) -> Key {
        let (mut source, mut tag) = (random.below(3) as i32, random.below(3) as i32);
        if wild && random.below(3) == 0 {
            source = ANY_SOURCE;
        }
        if wild && random.below(3) == 0 {
            tag = ANY_TAG;
        }
        // Keys of the program's messages; no other context uses wildcards.
        Key { context: random.below(2) << 2, source, tag }
    }

    /// Random receives, messages and cancellations, compared with lists searched from the front.
    fn check(seed: u64) {
        let random = &mut Random::new(seed);
        let (mut posted, mut unexpected) = (Posted::default(), Unexpected::default());
        let (mut receives, mut messages) = (Vec::<(Key, u32)>::new(), Vec::new());
        for number in 0..200 {
            match random.below(5) {
                0 | 1 => {
                    let wanted = random_key(random, true);
                    let at = messages.iter().position(|(key, _)| wanted.takes(key));
                    let found = unexpected.find(&wanted).map(Early::len);
                    assert_eq!(found, at.map(|at| messages[at].1));
                    let taken = unexpected.take(&wanted).map(|early| early.len());
                    assert_eq!(taken, at.map(|at| messages.remove(at).1));
                    if taken.is_none() {
                        posted.push(wanted, number);
                        receives.push((wanted, number));
                    }
                }
                2 | 3 => {
                    let key = random_key(random, false);
                    let at = receives.iter().position(|(wanted, _)| wanted.takes(&key));
                    let taken = posted.take(&key);
                    assert_eq!(taken, at.map(|at| receives.remove(at).1));
                    if taken.is_none() {
                        let body = Body::Own { request: 0, len: number as usize };
                        unexpected.push(Early { key, body });
                        messages.push((key, number as usize));
                    }
                }
                _ if random.below(3) == 0 && !messages.is_empty() => {
                    let (key, len) = messages.remove(random.index(messages.len()));
                    let is_it = |body: &Body| matches!(body, Body::Own { len: l, .. } if *l == len);
                    assert!(unexpected.withdraw(&key, is_it));
                    assert!(!unexpected.withdraw(&key, is_it));
                }
                _ if !receives.is_empty() => {
                    let (_, number) = receives.remove(random.index(receives.len()));
                    assert!(posted.remove(number));
                    assert!(!posted.remove(number));
                }
                _ => {}
            }
            assert_eq!((posted.len(), unexpected.len()), (receives.len(), messages.len()));
            assert_eq!(posted.is_empty(), receives.is_empty());
        }
    }

    proptest! {
        #![proptest_config(crate::property::cases(1000))]
        #[test]
        fn matching_is_in_order(seed in any::<u64>()) {
            check(seed);
        }
    }

    #[test]
    fn queues_that_are_empty_do_not_pile_up() {
        let mut unexpected = Unexpected::default();
        for tag in 0..100_000 {
            let key = Key { context: 0, source: 1, tag };
            unexpected.push(Early { key, body: Body::Own { request: 0, len: 1 } });
            assert!(unexpected.take(&key).is_some());
        }
        assert!(unexpected.queues.len() < 1000);
    }
}

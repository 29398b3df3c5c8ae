//! Posted receives.
//!
//! Each is linked in the queue of its key, wildcards included. A message looks into the queue of
//! each pattern in use, at most four, and takes the oldest head: receives with wildcards keep their
//! order, and the time does not depend on the number of receives.

use super::glance::Glances;
use super::key::{END, Fifo, Key, Map, PATTERNS};
use crate::engine::Slab;

/// The place of a posted receive in its queue.
#[derive(Clone, Copy)]
struct Link {
    /// Sequence number of posting.
    order: u64,
    /// The queue, or [`END`] if the request is not posted.
    queue: u32,
    /// The requests posted before and after it in this queue.
    previous: u32,
    next: u32,
    pattern: u8,
}

impl Link {
    const NONE: Self = Self { order: 0, queue: END, previous: END, next: END, pattern: 0 };
}

/// Number of keys in [`Recent`]; a power of two.
const RECENT: usize = 64;

/// The keys looked up last and their queues: programs tend to use the same ones again.
struct Recent([(Key, u32); RECENT]);

impl Default for Recent {
    fn default() -> Self {
        // Not a queue: whoever names this key finds no receive.
        let nothing = Key { context: u64::MAX, source: 0, tag: 0 };
        Self([(nothing, END); RECENT])
    }
}

impl Recent {
    /// The place of a key: keys that differ a little in tag or source have different places.
    #[inline(always)]
    fn place(&mut self, key: Key) -> &mut (Key, u32) {
        let at = key.tag.wrapping_add(key.source.wrapping_mul(31)) as usize;
        &mut self.0[at % RECENT]
    }
}

/// The posted receives; see the module.
#[derive(Default)]
pub(crate) struct Posted {
    /// By the number of the request.
    links: Vec<Link>,
    queues: Slab<Fifo>,
    /// Whether a new receive polls for its message first.
    pub(super) glances: Glances,
    /// The queue of each key. Empty queues stay for reuse, until there are too many.
    by_key: Map<u32>,
    recent: Recent,
    /// Number of receives of each pattern.
    counts: [u32; PATTERNS],
    next_order: u64,
}

impl Posted {
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.counts == [0; PATTERNS]
    }

    /// Whether a new receive polls for its message first. While others are posted it cannot: the
    /// message may be theirs. That is no miss: in windows of receives all but the first would miss
    /// so, until no receive of a stream polls any more.
    #[inline(always)]
    pub(super) fn is_glance_due(&mut self) -> bool {
        self.is_empty() && self.glances.is_due()
    }

    pub(crate) fn len(&self) -> usize {
        self.counts.iter().sum::<u32>() as usize
    }

    #[inline(always)]
    fn queue_of(&mut self, key: Key) -> Option<u32> {
        let (recent, queue) = *self.recent.place(key);
        if recent == key { Some(queue) } else { self.look_up(key) }
    }

    /// [`queue_of`](Self::queue_of) a key that was not looked up lately.
    #[inline(never)]
    fn look_up(&mut self, key: Key) -> Option<u32> {
        let queue = *self.by_key.get(&key)?;
        *self.recent.place(key) = (key, queue);
        Some(queue)
    }

    #[cold]
    fn new_queue(&mut self, key: Key) -> u32 {
        self.sweep();
        let queue = self.queues.insert(Fifo::default());
        self.by_key.insert(key, queue);
        *self.recent.place(key) = (key, queue);
        queue
    }

    /// Drops empty queues when there are many more queues than receives.
    fn sweep(&mut self) {
        if self.by_key.len() <= 256 + 4 * self.len() {
            return;
        }
        let queues = &mut self.queues;
        self.by_key.retain(|_, queue| {
            let is_used = queues.get(*queue).is_some_and(|fifo| fifo.head != END);
            if !is_used {
                queues.discard(*queue);
            }
            is_used
        });
        self.recent = Recent::default();
    }

    /// Posts the receive of a request.
    #[inline(always)]
    pub(crate) fn push(&mut self, key: Key, request: u32) {
        let (key, order) = (key.slot(), self.next_order);
        self.next_order += 1;
        let queue = self.queue_of(key).unwrap_or_else(|| self.new_queue(key));
        let pattern = key.pattern() as u8;
        let Some(fifo) = self.queues.get_mut(queue) else { return };
        let previous = std::mem::replace(&mut fifo.tail, request);
        match self.links.get_mut(previous as usize) {
            Some(before) => before.next = request,
            None => fifo.head = request,
        }
        if self.links.len() <= request as usize {
            self.make_room(request);
        }
        self.links[request as usize] = Link { order, queue, previous, next: END, pattern };
        self.counts[usize::from(pattern)] += 1;
    }

    #[cold]
    fn make_room(&mut self, request: u32) {
        self.links.resize(request as usize + 1, Link::NONE);
    }

    /// Removes the oldest receive that matches a message with this key; returns its request.
    #[inline(always)]
    pub(crate) fn take(&mut self, message: &Key) -> Option<u32> {
        let message = message.slot();
        let has_wildcards = self.counts[1..] != [0; PATTERNS - 1];
        if has_wildcards { self.take_wild(message) } else { self.take_first(message) }
    }

    /// Removes the first receive in the queue of this key.
    #[inline(always)]
    fn take_first(&mut self, key: Key) -> Option<u32> {
        let queue = self.queue_of(key)?;
        let fifo = self.queues.get_mut(queue)?;
        let first = fifo.head;
        let link = self.links.get_mut(first as usize)?;
        link.queue = END;
        let (next, pattern) = (link.next, link.pattern);
        fifo.head = next;
        match self.links.get_mut(next as usize) {
            Some(behind) => behind.previous = END,
            None => fifo.tail = END,
        }
        self.counts[usize::from(pattern)] -= 1;
        Some(first)
    }

    /// [`take`](Self::take) when some receives have wildcards.
    #[inline(never)]
    fn take_wild(&mut self, message: Key) -> Option<u32> {
        let mut patterns = (0..PATTERNS).filter(|&pattern| self.counts[pattern] > 0);
        if let (Some(only), None) = (patterns.next(), patterns.next()) {
            return self.take_first(message.as_pattern(only));
        }
        let oldest = self.oldest(message)?;
        self.remove(oldest).then_some(oldest)
    }

    /// The oldest receive that matches a message with this key.
    fn oldest(&mut self, message: Key) -> Option<u32> {
        let mut oldest: Option<(u64, u32)> = None;
        for pattern in 0..PATTERNS {
            if self.counts[pattern] == 0 {
                continue;
            }
            let Some(queue) = self.queue_of(message.as_pattern(pattern)) else { continue };
            let Some(head) = self.queues.get(queue).map(|fifo| fifo.head) else { continue };
            let Some(link) = self.links.get(head as usize) else { continue };
            if oldest.is_none_or(|(order, _)| link.order < order) {
                oldest = Some((link.order, head));
            }
        }
        oldest.map(|(_, request)| request)
    }

    /// Removes the receive of a request; whether it was posted.
    #[inline]
    pub(crate) fn remove(&mut self, request: u32) -> bool {
        let Some(link) = self.links.get_mut(request as usize) else { return false };
        let Link { queue, previous, next, pattern, .. } = *link;
        link.queue = END;
        let Some(fifo) = self.queues.get_mut(queue) else { return false };
        match self.links.get_mut(previous as usize) {
            Some(before) => before.next = next,
            None => fifo.head = next,
        }
        match self.links.get_mut(next as usize) {
            Some(behind) => behind.previous = previous,
            None => fifo.tail = previous,
        }
        self.counts[usize::from(pattern)] -= 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receives_that_cannot_poll_do_not_make_polls_rare() {
        let mut posted = Posted::default();
        let key = Key { context: 0, source: 1, tag: 2 };
        for _window in 0..3 {
            assert!(posted.is_glance_due());
            posted.push(key, 7);
            assert!((0..100).all(|_| !posted.is_glance_due()));
            assert_eq!(posted.take(&key), Some(7));
        }
    }

    #[test]
    fn queues_that_are_empty_do_not_pile_up() {
        let mut posted = Posted::default();
        for tag in 0..100_000 {
            let key = Key { context: 0, source: 1, tag };
            posted.push(key, 7);
            assert_eq!(posted.take(&key), Some(7));
        }
        assert!(posted.by_key.len() < 1000 && posted.queues.len() == posted.by_key.len());
    }
}

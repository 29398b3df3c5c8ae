//! Posted receives.
//!
//! Each is linked in the queue of its key, wildcards included. A message looks into the queue of
//! each pattern in use, at most four, and takes the oldest head: receives with wildcards keep their
//! order, and the time does not depend on the number of receives.

use super::glance::Glances;
use super::key::{END, Fifo, Key, Map, PATTERNS};
use crate::engine::Slab;

struct Node {
    /// The queue it is linked in.
    queue: u32,
    pattern: u8,
    /// Sequence number of posting.
    order: u64,
    request: u32,
    previous: u32,
    next: u32,
}

/// The posted receives; see the module.
#[derive(Default)]
pub(crate) struct Posted {
    nodes: Slab<Node>,
    queues: Slab<Fifo>,
    /// Whether a new receive polls for its message first.
    pub(super) glances: Glances,
    /// The queue of each key. Empty queues stay for reuse, until there are too many.
    by_key: Map<u32>,
    /// The key looked up last: programs tend to use the same one again.
    latest: Option<(Key, u32)>,
    /// Number of receives of each pattern.
    counts: [u32; PATTERNS],
    next_order: u64,
}

impl Posted {
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.counts == [0; PATTERNS]
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline(always)]
    fn queue_of(&mut self, key: &Key) -> Option<u32> {
        if let Some((latest, queue)) = self.latest
            && latest == *key
        {
            return Some(queue);
        }
        let queue = *self.by_key.get(key)?;
        self.latest = Some((*key, queue));
        Some(queue)
    }

    #[cold]
    fn new_queue(&mut self, key: Key) -> u32 {
        self.sweep();
        let queue = self.queues.insert(Fifo::default());
        self.by_key.insert(key, queue);
        self.latest = Some((key, queue));
        queue
    }

    /// Drops empty queues when there are many more queues than receives.
    fn sweep(&mut self) {
        if self.by_key.len() <= 256 + 4 * self.nodes.len() {
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
        self.latest = None;
    }

    /// Posts a receive; returns the number to remove it by.
    pub(crate) fn push(&mut self, key: Key, request: u32) -> u32 {
        let (key, order) = (key.slot(), self.next_order);
        self.next_order += 1;
        let queue = self.queue_of(&key).unwrap_or_else(|| self.new_queue(key));
        let pattern = key.pattern() as u8;
        let previous = self.queues.get(queue).map_or(END, |fifo| fifo.tail);
        let node = self.nodes.insert(Node { queue, pattern, order, request, previous, next: END });
        if let Some(fifo) = self.queues.get_mut(queue) {
            fifo.tail = node;
            if previous == END {
                fifo.head = node;
            }
        }
        if let Some(before) = self.nodes.get_mut(previous) {
            before.next = node;
        }
        self.counts[usize::from(pattern)] += 1;
        node
    }

    /// Removes the oldest receive that matches a message with this key; returns its request.
    #[inline]
    pub(crate) fn take(&mut self, message: &Key) -> Option<u32> {
        let message = &message.slot();
        if self.counts[1..] == [0; PATTERNS - 1] {
            let queue = self.queue_of(message)?;
            let head = self.queues.get(queue)?.head;
            return self.remove(head);
        }
        let mut oldest: Option<(u64, u32)> = None;
        for pattern in 0..PATTERNS {
            if self.counts[pattern] == 0 {
                continue;
            }
            let Some(queue) = self.queue_of(&message.as_pattern(pattern)) else { continue };
            let Some(head) = self.queues.get(queue).map(|fifo| fifo.head) else { continue };
            let Some(node) = self.nodes.get(head) else { continue };
            if oldest.is_none_or(|(order, _)| node.order < order) {
                oldest = Some((node.order, head));
            }
        }
        let (_, node) = oldest?;
        self.remove(node)
    }

    /// Removes a receive; returns its request.
    pub(crate) fn remove(&mut self, node: u32) -> Option<u32> {
        let Node { queue, pattern, request, previous, next, .. } = self.nodes.remove(node)?;
        self.counts[usize::from(pattern)] -= 1;
        if let Some(before) = self.nodes.get_mut(previous) {
            before.next = next;
        }
        if let Some(behind) = self.nodes.get_mut(next) {
            behind.previous = previous;
        }
        if let Some(fifo) = self.queues.get_mut(queue) {
            if fifo.head == node {
                fifo.head = next;
            }
            if fifo.tail == node {
                fifo.tail = previous;
            }
        }
        Some(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

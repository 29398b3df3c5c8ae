//! Receives that wait for a message.
//!
//! Each lies in the queue of its pattern's key. A message looks into the queue of each pattern
//! that is in use, four at most, and takes the oldest head: wildcards keep their order, and the
//! time does not depend on how many receives there are.

use super::key::{END, Fifo, Key, Map, PATTERNS, sweep};
use crate::engine::Slab;

struct Node {
    key: Key,
    /// When it was posted.
    order: u64,
    request: u32,
    previous: u32,
    next: u32,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Posted {
    nodes: Slab<Node>,
    queues: Map<Fifo>,
    /// Receives of each pattern.
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

    /// Adds a receive: the number to remove it by.
    pub(crate) fn push(&mut self, key: Key, request: u32) -> u32 {
        let order = self.next_order;
        self.next_order += 1;
        let fifo = self.queues.entry(key).or_default();
        let previous = fifo.tail;
        let node = self.nodes.insert(Node { key, order, request, previous, next: END });
        fifo.tail = node;
        if previous == END {
            fifo.head = node;
        } else if let Some(before) = self.nodes.get_mut(previous) {
            before.next = node;
        }
        self.counts[key.pattern()] += 1;
        node
    }

    /// Takes out the oldest receive that takes a message with this key: its request.
    #[inline]
    pub(crate) fn take(&mut self, message: &Key) -> Option<u32> {
        let mut oldest: Option<(u64, u32)> = None;
        for pattern in 0..PATTERNS {
            if self.counts[pattern] == 0 {
                continue;
            }
            let Some(fifo) = self.queues.get(&message.as_pattern(pattern)) else { continue };
            let Some(node) = self.nodes.get(fifo.head) else { continue };
            if oldest.is_none_or(|(order, _)| node.order < order) {
                oldest = Some((node.order, fifo.head));
            }
        }
        let (_, node) = oldest?;
        self.remove(node)
    }

    /// Takes a receive out: its request.
    pub(crate) fn remove(&mut self, node: u32) -> Option<u32> {
        let Node { key, request, previous, next, .. } = self.nodes.remove(node)?;
        self.counts[key.pattern()] -= 1;
        if let Some(before) = self.nodes.get_mut(previous) {
            before.next = next;
        }
        if let Some(behind) = self.nodes.get_mut(next) {
            behind.previous = previous;
        }
        if let Some(fifo) = self.queues.get_mut(&key) {
            if fifo.head == node {
                fifo.head = next;
            }
            if fifo.tail == node {
                fifo.tail = previous;
            }
        }
        sweep(&mut self.queues, self.nodes.len());
        Some(request)
    }
}

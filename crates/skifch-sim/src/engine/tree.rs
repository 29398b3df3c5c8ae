//! M4's network for synchronization and collective operations: a separate tree of switches, with
//! the nodes as leaves. It carries nothing else, so its times are computed directly.

use super::{Model, Operation};

/// Parameters of the tree; times in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Links down from a switch.
    pub arity: u32,
    /// From the head of a packet leaving a node or switch to its leaving the next.
    pub hop: u64,
    /// Time of a byte on a link.
    pub byte: u64,
}

impl Tree {
    /// Number of links from a node to the root.
    pub fn depth(&self, nodes: u32) -> u32 {
        (0..).find(|depth| self.arity.saturating_pow(*depth) >= nodes).unwrap_or(0)
    }

    /// When each node has received everything of an operation that nodes join at times `starts`. A
    /// switch sends a packet up when its head has arrived from all below, and down on arrival.
    pub fn run(&self, model: &Model, operation: Operation, starts: &[u64]) -> Vec<u64> {
        let sizes = self.sizes(model, operation);
        let mut heads: Vec<Train> =
            starts.iter().map(|at| self.leave_memory(model, *at, &sizes)).collect();
        let depth = self.depth(starts.len() as u32);
        let root = operation.root() as usize;
        if operation.is_combined() {
            for _ in 0..depth {
                let above = heads.chunks(self.arity as usize).map(|below| {
                    let sent: Vec<_> =
                        below.iter().map(|head| self.over_link(head, &sizes)).collect();
                    (0..sizes.len())
                        .map(|at| sent.iter().map(|head| head[at]).max().unwrap_or(0))
                        .collect()
                });
                heads = above.collect();
            }
        } else {
            let up =
                (0..depth).fold(heads.swap_remove(root), |head, _| self.over_link(&head, &sizes));
            heads = vec![up];
        }
        let top = heads.swap_remove(0);
        let there = (0..depth).fold(top, |head, _| self.over_link(&head, &sizes));
        let end = into_memory(model, self.byte, &there, &sizes);
        let own = |node: usize| {
            let is_sender = !operation.is_combined() && node == root;
            is_sender.then(|| self.leave_memory(model, starts[node], &sizes).last().copied())
        };
        let done = |node: usize| own(node).flatten().unwrap_or(end).max(starts[node]);
        (0..starts.len()).map(done).collect()
    }

    /// Bytes of each packet, with its header.
    fn sizes(&self, model: &Model, operation: Operation) -> Vec<u64> {
        let (bytes, most) = (u64::from(operation.bytes()), u64::from(model.payload_bytes));
        let packets = bytes.div_ceil(most).max(1);
        let payload = |at: u64| (bytes - at * most).min(most);
        (0..packets).map(|at| payload(at) + u64::from(model.header_bytes)).collect()
    }

    /// When the heads of packets can leave a node that joins at `at`.
    fn leave_memory(&self, model: &Model, at: u64, sizes: &[u64]) -> Train {
        let mut start = at;
        let head = |bytes: &u64| {
            let (link, memory) = (bytes * self.byte, bytes * model.host_byte);
            let ready = start + model.send + memory.saturating_sub(link);
            start += memory.max(model.host_gap);
            ready
        };
        sizes.iter().map(head).collect()
    }

    /// When heads that can leave at these times have passed the next link and the switch behind it.
    fn over_link(&self, heads: &[u64], sizes: &[u64]) -> Train {
        let mut free = 0;
        let pass = |(head, bytes): (&u64, &u64)| {
            let leaves = free.max(*head);
            free = leaves + bytes * self.byte;
            leaves + self.hop
        };
        heads.iter().zip(sizes).map(pass).collect()
    }
}

/// A time for each packet of a message.
type Train = Vec<u64>;

/// When the last of the packets whose heads arrive at these times has reached the program.
fn into_memory(model: &Model, byte: u64, heads: &[u64], sizes: &[u64]) -> u64 {
    let mut free = 0;
    let mut end = 0;
    for (head, bytes) in heads.iter().zip(sizes) {
        let (link, memory) = (bytes * byte, bytes * model.host_byte);
        let start = free.max(head + link.saturating_sub(memory));
        free = start + memory.max(model.host_gap);
        end = start + memory;
    }
    end + model.receive
}

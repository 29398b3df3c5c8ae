//! Collective operations: which ranks have joined which one, when the network has completed it, and
//! its result.
//!
//! The network moves their packets, in router units or in a tree beside the routers, and reports
//! when each rank has received everything; the words are combined here. A rank gets its message
//! back then, but not before the constant parts of the path to and from the network have elapsed,
//! so no later poll can have been answered without it. The order in which ranks are read does not
//! matter.

use super::channel::Arrival;
use super::channel::Channel;
use super::member::Member;
use super::traffic::{Late, Traffic, lane_of};
use crate::call::mix;
use crate::config::Config;
use crate::record::{HEADER, Record, decode_join};
use skifch_backend::abi::{JOIN_MAX_BYTES, Join, JoinOp, netaddr};
use skifch_sim::config::Collective;
use skifch_sim::engine::{Finished, Model, Operation};
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

/// The port and the id under which ranks join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    port: u32,
    id: u64,
}

/// All collective operations.
pub(super) struct Together {
    how: Collective,
    ranks: u32,
    /// The network; operations over a tree are computed from its model.
    model: Model,
    groups: HashMap<Key, Group>,
    /// Operations in progress in the network, by their tag there.
    tags: HashMap<u64, (Key, u64)>,
}

/// Operations under one key, one after another.
struct Group {
    /// How often each rank has joined.
    joined: Vec<u64>,
    /// Number of the first operation in progress.
    first: u64,
    going: VecDeque<Going>,
}

/// An operation.
struct Going {
    op: JoinOp,
    root: u32,
    /// Bytes after the head of each message.
    bytes: usize,
    /// Its tag in the network, and the number that the network has assigned.
    slot: Option<(u64, u32)>,
    parts: Vec<Option<Part>>,
    /// When each rank has received everything in the network.
    ends: Vec<Option<u64>>,
    is_brought: Vec<bool>,
    result: Option<Vec<u8>>,
    /// Ranks that have not got their message back.
    left: usize,
}

/// The contribution of a rank.
struct Part {
    at: u64,
    head: usize,
    message: Vec<u8>,
}

impl Together {
    pub(super) fn new(config: &Config, model: &Model, ranks: u32) -> Self {
        let (groups, tags) = (HashMap::new(), HashMap::new());
        Self { how: config.collective(), ranks, model: model.clone(), groups, tags }
    }

    /// Whether the routers need units for collective operations.
    pub(super) fn has_units(&self) -> bool {
        self.how == Collective::Rings
    }

    fn going(&mut self, key: Key, number: u64) -> Option<&mut Going> {
        self.groups.get_mut(&key)?.going(number)
    }

    /// A rank joins the next operation under a key; returns its number.
    fn put(
        &mut self,
        rank: u32,
        key: Key,
        join: &Join,
        op: JoinOp,
        part: Part,
    ) -> Result<u64, String> {
        let ranks = self.ranks as usize;
        let group = self.groups.entry(key).or_insert_with(|| Group::new(ranks));
        let joined = &mut group.joined[rank as usize];
        let number = *joined;
        *joined += 1;
        let bytes = part.message.len() - part.head;
        if number - group.first == group.going.len() as u64 {
            group.going.push_back(Going::new(op, join.root, bytes, ranks));
        }
        let going = &mut group.going[(number - group.first) as usize];
        if (going.op, going.root, going.bytes) != (op, join.root, bytes) {
            let Key { port, id } = key;
            return Err(format!(
                "rank {rank} joins {op:?} of {bytes} bytes with root {} on port {port} (id {id}), \
                 but others join {:?} of {} bytes with root {}",
                join.root, going.op, going.bytes, going.root
            ));
        }
        going.parts[rank as usize] = Some(part);
        Ok(number)
    }

    /// The tag of an operation in the network: the same in equal runs.
    fn name(&mut self, key: Key, number: u64) -> u64 {
        let mut tag = mix(mix(u64::from(key.port) << 32 ^ key.id) ^ number);
        while self.tags.contains_key(&tag) {
            tag = tag.wrapping_add(1);
        }
        self.tags.insert(tag, (key, number));
        tag
    }

    /// Removes operations that are complete.
    fn clear(&mut self, key: Key) {
        let Some(group) = self.groups.get_mut(&key) else { return };
        while let Some(over) = group.going.pop_front_if(|going| going.left == 0) {
            group.first += 1;
            if let Some((tag, _)) = over.slot {
                self.tags.remove(&tag);
            }
        }
        if group.going.is_empty() {
            self.groups.remove(&key);
        }
    }

    /// Operations that not all ranks have joined, as text that names a missing rank.
    pub(super) fn missing(&self) -> Vec<String> {
        let mut keys: Vec<_> = self.groups.keys().copied().collect();
        keys.sort_unstable();
        let groups = keys.iter().filter_map(|key| Some((key, self.groups.get(key)?)));
        groups
            .flat_map(|(key, group)| group.going.iter().filter_map(|one| one.missing(key)))
            .collect()
    }
}

impl Group {
    fn new(ranks: usize) -> Self {
        Self { joined: vec![0; ranks], first: 0, going: VecDeque::new() }
    }

    fn going(&mut self, number: u64) -> Option<&mut Going> {
        self.going.get_mut(number.checked_sub(self.first)? as usize)
    }
}

impl Going {
    fn new(op: JoinOp, root: u32, bytes: usize, ranks: usize) -> Self {
        let (parts, ends) = ((0..ranks).map(|_| None).collect(), vec![None; ranks]);
        let is_brought = vec![false; ranks];
        Self { op, root, bytes, slot: None, parts, ends, is_brought, result: None, left: ranks }
    }

    fn operation(&self) -> Operation {
        let bytes = self.bytes as u32;
        match self.op {
            JoinOp::Meet => Operation::Barrier,
            JoinOp::Copy => Operation::Broadcast { root: self.root, bytes },
            _ => Operation::Allreduce { bytes },
        }
    }

    /// When each contributing rank joined, once all have; 0 for the other nodes.
    fn starts(&self, nodes: u32) -> Option<Vec<u64>> {
        let mut starts = vec![0; nodes as usize];
        for rank in self.operation().joiners(self.parts.len() as u32) {
            starts[rank as usize] = self.parts[rank as usize].as_ref()?.at;
        }
        Some(starts)
    }

    /// When a rank joined, and the message that it gets back.
    fn take(&mut self, rank: usize) -> Option<(u64, Vec<u8>)> {
        if self.result.is_none() {
            self.result = Some(self.combine());
        }
        let Part { at, head, message } = self.parts[rank].as_ref()?;
        self.left -= 1;
        let result = self.result.as_deref().unwrap_or_default();
        Some((*at, [&message[..*head], result].concat()))
    }

    /// What every rank gets after the head: known as soon as one rank gets it.
    fn combine(&self) -> Vec<u8> {
        let words = |part: &Part| part.message[part.head..].to_vec();
        if self.op == JoinOp::Copy {
            return self.parts[self.root as usize].as_ref().map_or_else(Vec::new, words);
        }
        let mut all = self.parts.iter().flatten().map(words);
        let Some(mut sum) = all.next() else { return Vec::new() };
        for other in all {
            let (sums, _) = sum.as_chunks_mut::<8>();
            for (sum, other) in sums.iter_mut().zip(other.as_chunks::<8>().0) {
                *sum = combined(self.op, u64::from_ne_bytes(*sum), u64::from_ne_bytes(*other))
                    .to_ne_bytes();
            }
        }
        sum
    }

    fn missing(&self, key: &Key) -> Option<String> {
        let missing = || self.parts.iter().enumerate().filter(|(_, part)| part.is_none());
        let (count, first) = (missing().count(), missing().next()?.0);
        let (Key { port, id }, op) = (key, self.op);
        let (there, all) = (self.parts.len() - count, self.parts.len());
        Some(format!(
            "{there} of {all} ranks have joined {op:?} on port {port} (id {id}); rank {first} has \
             not"
        ))
    }
}

fn combined(op: JoinOp, a: u64, b: u64) -> u64 {
    let (x, y) = (a.cast_signed(), b.cast_signed());
    match op {
        JoinOp::Meet | JoinOp::Copy => a,
        JoinOp::Add => a.wrapping_add(b),
        JoinOp::And => a & b,
        JoinOp::Or => a | b,
        JoinOp::Xor => a ^ b,
        JoinOp::Min => x.min(y).cast_unsigned(),
        JoinOp::Max => x.max(y).cast_unsigned(),
        JoinOp::MinUnsigned => a.min(b),
        JoinOp::MaxUnsigned => a.max(b),
        JoinOp::AddReal => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        JoinOp::MinReal => f64::from_bits(a).min(f64::from_bits(b)).to_bits(),
        JoinOp::MaxReal => f64::from_bits(a).max(f64::from_bits(b)).to_bits(),
    }
}

impl Traffic {
    /// A rank joins the operation that a record describes.
    pub(super) fn join(&mut self, member: &mut Member, record: &Record) -> Result<(), String> {
        let rank = member.number as u32;
        let broken = |what: &str| Err(format!("rank {rank} broke the protocol: it {what}"));
        if !member.channels.get(&record.port).is_some_and(Channel::is_open) {
            return broken("joins at a port that is not open");
        }
        let mut bytes = vec![0; (record.len as usize).min(2 * JOIN_MAX_BYTES)];
        member.ring.read(member.head + HEADER as u64, &mut bytes);
        let joined = decode_join(record.count, &bytes);
        let joined = joined.and_then(|(join, message)| {
            let op = JoinOp::from_number(join.op)?;
            let is_possible = join.head <= message.len()
                && message.len() <= JOIN_MAX_BYTES
                && join.root < self.together.ranks
                && self.together.how != Collective::None;
            is_possible.then_some((join, op, message))
        });
        let Some((join, op, message)) = joined else {
            return broken("joins an invalid operation");
        };
        let part = Part { at: record.at, head: join.head, message: message.to_vec() };
        let key = Key { port: record.port, id: join.id };
        let number = self.together.put(rank, key, &join, op, part)?;
        self.set_going(rank, key, number);
        Ok(())
    }

    /// Starts the network's part for a rank that has joined.
    fn set_going(&mut self, rank: u32, key: Key, number: u64) {
        match self.together.how {
            Collective::Rings => self.enter_units(rank, key, number),
            Collective::Tree => self.climb(key, number),
            Collective::None => {}
        }
        self.bring(rank as usize, key, number);
    }

    fn enter_units(&mut self, rank: u32, key: Key, number: u64) {
        let ranks = self.together.ranks;
        let together = &mut self.together;
        let Some(going) = together.going(key, number) else { return };
        let (operation, slot) = (going.operation(), going.slot);
        let at = going.parts[rank as usize].as_ref().map_or(0, |part| part.at);
        let slot = match slot {
            Some((_, slot)) => Ok(slot),
            None => {
                let tag = together.name(key, number);
                let begun = self.network.begin(operation, ranks, tag);
                if let (Some(going), Ok(slot)) = (together.going(key, number), &begun) {
                    going.slot = Some((tag, *slot));
                }
                begun
            }
        };
        let at = (at + self.lead_in).max(self.frontier + 1);
        let joined = slot.and_then(|slot| match operation.joiners(ranks).contains(&rank) {
            true => self.network.join(slot, rank, at),
            false => Ok(()),
        });
        debug_assert!(joined.is_ok(), "{joined:?}");
    }

    /// Once all contributions are there, computes when the tree completes for each rank.
    fn climb(&mut self, key: Key, number: u64) {
        let (lead_in, nodes) = (self.lead_in, self.together.model.torus.nodes());
        let Some(going) = self.together.going(key, number) else { return };
        if going.ends.iter().any(Option::is_some) {
            return;
        }
        let (operation, starts) = (going.operation(), going.starts(nodes));
        let Some(mut starts) = starts else { return };
        starts.iter_mut().for_each(|start| *start += lead_in);
        let model = &self.together.model;
        for (rank, end) in (0..self.together.ranks).zip(model.tree.run(model, operation, &starts)) {
            self.has_finished_for(rank, key, number, end);
        }
    }

    /// The network has delivered everything to a rank.
    pub(super) fn has_finished(&mut self, finished: Finished) {
        if let Some(&(key, number)) = self.together.tags.get(&finished.tag) {
            self.has_finished_for(finished.node, key, number, finished.at);
        }
    }

    fn has_finished_for(&mut self, rank: u32, key: Key, number: u64, at: u64) {
        if let Some(going) = self.together.going(key, number) {
            going.ends[rank as usize] = Some(at);
        }
        self.bring(rank as usize, key, number);
    }

    /// Schedules a rank's message, once the rank has joined and the network has completed for it.
    fn bring(&mut self, rank: usize, key: Key, number: u64) {
        let (lead_in, frontier) = (self.lead_in, self.frontier);
        let Some(going) = self.together.going(key, number) else { return };
        let (Some(end), Some(part)) = (going.ends[rank], &going.parts[rank]) else { return };
        let at = end.max(part.at + lead_in + 1).max(frontier + 1);
        if !std::mem::replace(&mut going.is_brought[rank], true) {
            self.late.push(Reverse((at, u64::MAX, Late::Give { rank, key, number })));
        }
    }

    /// Delivers the message to a rank.
    pub(super) fn give(&mut self, now: u64, member: &mut Member, key: Key, number: u64) {
        let taken = self.together.going(key, number).and_then(|going| going.take(member.number));
        self.together.clear(key);
        let Some((sent_at, payload)) = taken else { return };
        let channel = member.channels.get_mut(&key.port);
        let Some(channel) = channel.filter(|channel| channel.takes(sent_at)) else { return };
        let src = netaddr(member.number as u32, key.port);
        let lane = lane_of(&mut self.lanes, self.config.seed, channel, [src, src]);
        let (at, len) = (now + self.lead_out, payload.len());
        // Not a message of another rank, so no arrow in a trace leads to it.
        let id = u64::MAX;
        channel.take(Arrival { id, at, sent_at, lane, end: 0, src, len, payload });
        self.update(member);
    }
}

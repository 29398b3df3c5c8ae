//! A network in virtual time: ordered events, random faults, reproducible from a seed.

use skifch_chance::Random;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Properties of the path from one host to another. Probabilities are in millionths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) delay_ns: u64,
    /// Maximum random extra delay of each datagram, which may reorder them.
    pub(crate) jitter_ns: u64,
    pub(crate) loss: u64,
    pub(crate) duplicate: u64,
    /// Probability that a datagram takes `late_ns` longer and is overtaken.
    pub(crate) reorder: u64,
    pub(crate) late_ns: u64,
    /// Probability that a datagram arrives without delay and overtakes all others.
    pub(crate) overtake: u64,
    pub(crate) corrupt: u64,
    /// Larger datagrams are dropped.
    pub(crate) mtu: usize,
    pub(crate) is_down: bool,
    /// Index of the bottleneck that it passes through.
    pub(crate) bottleneck: Option<usize>,
}

impl Path {
    /// A path without faults, with half of `rtt_ns` as delay.
    pub(crate) fn clean(rtt_ns: u64) -> Self {
        Self {
            delay_ns: rtt_ns / 2,
            jitter_ns: 0,
            loss: 0,
            duplicate: 0,
            reorder: 0,
            late_ns: rtt_ns / 10,
            overtake: 0,
            corrupt: 0,
            mtu: usize::MAX,
            is_down: false,
            bottleneck: None,
        }
    }
}

/// A link with a limited rate and a drop-tail queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bottleneck {
    pub(crate) bytes_per_s: u64,
    pub(crate) queue_bytes: u64,
    free_ns: u64,
    pub(crate) carried: u64,
    pub(crate) dropped: u64,
}

impl Bottleneck {
    pub(crate) fn new(bytes_per_s: u64, queue_bytes: u64) -> Self {
        Self { bytes_per_s, queue_bytes, free_ns: 0, carried: 0, dropped: 0 }
    }

    /// When the last bit of `bytes` has passed; `None` if the queue is full.
    fn pass(&mut self, now_ns: u64, bytes: u64) -> Option<u64> {
        let start = self.free_ns.max(now_ns);
        let waiting = (start - now_ns) as u128 * u128::from(self.bytes_per_s) / 1_000_000_000;
        if waiting as u64 + bytes > self.queue_bytes {
            self.dropped += 1;
            return None;
        }
        self.free_ns = start + bytes * 1_000_000_000 / self.bytes_per_s;
        self.carried += bytes;
        Some(self.free_ns)
    }
}

/// A datagram in flight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Flying {
    pub(crate) at_ns: u64,
    order: u64,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) bytes: Vec<u8>,
}

/// Added to a host's number: a second address at which it receives nothing.
pub(crate) const DEAF: usize = 1 << 16;

/// The network between the hosts.
#[derive(Debug)]
pub(crate) struct Net {
    pub(crate) random: Random,
    flying: BinaryHeap<Reverse<Flying>>,
    order: u64,
    paths: Vec<Path>,
    hosts: usize,
    pub(crate) bottlenecks: Vec<Bottleneck>,
    /// A record of all datagrams sent, if requested.
    pub(crate) record: Option<Vec<Flying>>,
}

impl Net {
    pub(crate) fn new(seed: u64, hosts: usize, path: Path) -> Self {
        let paths = vec![path; hosts * hosts];
        let (flying, random) = (BinaryHeap::new(), Random::new(seed));
        Self { random, flying, order: 0, paths, hosts, bottlenecks: Vec::new(), record: None }
    }

    pub(crate) fn path(&mut self, from: usize, to: usize) -> &mut Path {
        &mut self.paths[from * self.hosts + to]
    }

    pub(crate) fn all_paths(&mut self) -> impl Iterator<Item = &mut Path> {
        self.paths.iter_mut()
    }

    /// Sends a datagram; `from` may be a deaf address.
    pub(crate) fn send(&mut self, now_ns: u64, from: usize, to: usize, bytes: Vec<u8>) {
        let path = *self.path(from % DEAF, to);
        if let Some(record) = &mut self.record {
            record.push(Flying { at_ns: now_ns, order: 0, from, to, bytes: bytes.clone() });
        }
        if path.is_down || bytes.len() > path.mtu || self.random.happens(path.loss) {
            return;
        }
        let mut at_ns = now_ns;
        if let Some(bottleneck) = path.bottleneck {
            // Plus the headers of Ethernet, IP and UDP.
            let on_wire = bytes.len() as u64 + 66;
            let Some(passed) = self.bottlenecks[bottleneck].pass(now_ns, on_wire) else {
                return;
            };
            at_ns = passed;
        }
        if !self.random.happens(path.overtake) {
            at_ns += path.delay_ns;
        }
        let copies = if self.random.happens(path.duplicate) { 2 } else { 1 };
        for _ in 0..copies {
            let mut bytes = bytes.clone();
            if self.random.happens(path.corrupt) {
                let at = self.random.below(bytes.len() as u64) as usize;
                bytes[at] ^= 1 << self.random.below(8);
            }
            let late = if self.random.happens(path.reorder) { path.late_ns } else { 0 };
            let at_ns = at_ns + late + self.random.below(path.jitter_ns + 1);
            self.inject(at_ns, from, to, bytes);
        }
    }

    /// Makes a datagram arrive at a given time.
    pub(crate) fn inject(&mut self, at_ns: u64, from: usize, to: usize, bytes: Vec<u8>) {
        self.order += 1;
        self.flying.push(Reverse(Flying { at_ns, order: self.order, from, to, bytes }));
    }

    pub(crate) fn next_ns(&self) -> Option<u64> {
        self.flying.peek().map(|Reverse(flying)| flying.at_ns)
    }

    /// The next datagram, if it has arrived by `now_ns`.
    pub(crate) fn arrive(&mut self, now_ns: u64) -> Option<Flying> {
        if self.next_ns()? > now_ns {
            return None;
        }
        self.flying.pop().map(|Reverse(flying)| flying)
    }
}

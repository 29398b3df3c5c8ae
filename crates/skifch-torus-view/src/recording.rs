//! What was kept of a run: everything that files and pages show comes from here.

use crate::recorder::{Latencies, histogram};
use hdrhistogram::Histogram;
use skifch_sim::config::Clock;
use skifch_sim::engine::Port;
use skifch_sim::topology::Torus;

/// An output over the whole run. Times are in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its node.
    pub node: u32,
    /// Which of its outputs.
    pub port: Port,
    /// Packets that it sent.
    pub packets: u64,
    /// Their bytes, headers included, each once.
    pub bytes: u64,
    /// How often one was damaged and sent again.
    pub replays: u64,
    /// Time in which it sent.
    pub busy: u64,
    /// Time in which packets waited for it that found no room at its other end.
    pub blocked: u64,
    /// The most packets that wanted to leave through it at one time.
    pub most_waiting: u32,
}

impl Output {
    pub(crate) fn new(node: u32, port: Port) -> Self {
        let (packets, bytes, replays, busy, blocked) = (0, 0, 0, 0, 0);
        Self { node, port, packets, bytes, replays, busy, blocked, most_waiting: 0 }
    }
}

/// The network in one interval. Times are in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Its beginning.
    pub from: u64,
    /// Its end.
    pub to: u64,
    /// Bytes that programs handed over, headers included.
    pub sent_bytes: u64,
    /// Bytes that came to programs.
    pub came_bytes: u64,
    /// Packets that came.
    pub came: u64,
    /// The mean time that those took.
    pub latency: f64,
    /// The longest.
    pub longest: u64,
    /// Packets under way, their mean over the interval.
    pub under_way: f64,
}

/// What one node sent to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Packets that came.
    pub packets: u64,
    /// Their bytes, headers included.
    pub bytes: u64,
}

/// What was kept of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The unit of time.
    pub clock: Clock,
    /// The nodes.
    pub torus: Torus,
    /// Ticks of a byte on a link.
    pub link_byte: u64,
    /// Ticks of an interval.
    pub step: u64,
    /// The end of the run, in ticks.
    pub end: u64,
    /// All outputs: of each node its links, then the two ports to its own interface.
    pub outputs: Vec<Output>,
    /// For each output, the share of each interval in which it sent.
    pub(crate) busy: Vec<f32>,
    /// And in which packets found no room at its other end.
    pub(crate) blocked: Vec<f32>,
    /// And how many waited for it, as a mean.
    pub(crate) waiting: Vec<f32>,
    /// The network in each interval.
    pub steps: Vec<Step>,
    pub(crate) latencies: Latencies,
    /// Sender and receiver, in this order; those that never talked are left out.
    pub traffic: Vec<((u32, u32), Traffic)>,
}

impl Recording {
    /// The share of each interval in which an output, by its place, sent.
    pub fn busy(&self, output: usize) -> &[f32] {
        self.of(&self.busy, output)
    }

    /// The share of each interval in which packets at an output found no room at its other end.
    pub fn blocked(&self, output: usize) -> &[f32] {
        self.of(&self.blocked, output)
    }

    /// The mean number of packets that waited for an output in each interval.
    pub fn waiting(&self, output: usize) -> &[f32] {
        self.of(&self.waiting, output)
    }

    fn of<'a>(&self, all: &'a [f32], output: usize) -> &'a [f32] {
        &all[output * self.steps.len()..][..self.steps.len()]
    }

    /// Latencies of all packets that count, in ticks.
    pub fn latencies(&self) -> Histogram<u64> {
        let mut all = histogram();
        for some in self.latencies.values() {
            // Both grow as they need.
            all.add(some).unwrap_or_else(|_| unreachable!("a histogram grows"));
        }
        all
    }

    /// Bytes as a share of what the links from all nodes would carry in a time, one for each node.
    pub fn share(&self, bytes: u64, ticks: u64) -> f64 {
        let nodes = f64::from(self.torus.nodes());
        (bytes * self.link_byte) as f64 / ticks.max(1) as f64 / nodes
    }

    /// Where a node is, as people write it.
    pub(crate) fn place(&self, node: u32) -> Vec<u32> {
        self.torus.coordinates(node)[..self.torus.dims()].to_vec()
    }
}

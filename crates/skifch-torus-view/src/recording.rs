//! The recording of a run, the source of all files and pages.

use crate::recorder::{Latencies, histogram};
use hdrhistogram::Histogram;
use skifch_sim::config::Clock;
use skifch_sim::engine::Port;
use skifch_sim::topology::Torus;

/// Totals of an output over the whole run. Times are in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its node.
    pub node: u32,
    /// The output.
    pub port: Port,
    /// Packets sent.
    pub packets: u64,
    /// Their bytes, headers included, without retransmissions.
    pub bytes: u64,
    /// Number of retransmissions of damaged packets.
    pub replays: u64,
    /// Time in which it sent.
    pub busy: u64,
    /// Time in which packets waited for room at its other end.
    pub blocked: u64,
    /// Maximum number of packets waiting to leave through it.
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
    /// Bytes delivered to programs, headers included.
    pub came_bytes: u64,
    /// Packets delivered.
    pub came: u64,
    /// Their mean latency.
    pub latency: f64,
    /// Their maximum latency.
    pub longest: u64,
    /// Packets in flight, averaged over the interval.
    pub under_way: f64,
}

/// Traffic from one node to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Packets delivered.
    pub packets: u64,
    /// Their bytes, headers included.
    pub bytes: u64,
}

/// The recording of a run.
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
    /// For each output, the fraction of each interval in which it sent.
    pub(crate) busy: Vec<f32>,
    /// For each output, the fraction of each interval in which packets waited for room at its other
    /// end.
    pub(crate) blocked: Vec<f32>,
    /// For each output, the mean number of waiting packets in each interval.
    pub(crate) waiting: Vec<f32>,
    /// The network in each interval.
    pub steps: Vec<Step>,
    pub(crate) latencies: Latencies,
    /// Sender and receiver, in sorted order; pairs without traffic are left out.
    pub traffic: Vec<((u32, u32), Traffic)>,
}

impl Recording {
    /// The fraction of each interval in which an output sent, by index in [`Self::outputs`].
    pub fn busy(&self, output: usize) -> &[f32] {
        self.of(&self.busy, output)
    }

    /// The fraction of each interval in which packets at an output waited for room at its other
    /// end.
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

    /// Latencies of all packets in the window, in ticks.
    pub fn latencies(&self) -> Histogram<u64> {
        let mut all = histogram();
        for some in self.latencies.values() {
            // Both histograms grow as needed.
            all.add(some).unwrap_or_else(|_| unreachable!("a histogram grows"));
        }
        all
    }

    /// Bytes as a fraction of what one link for each node would carry in this time.
    pub fn share(&self, bytes: u64, ticks: u64) -> f64 {
        let nodes = f64::from(self.torus.nodes());
        (bytes * self.link_byte) as f64 / ticks.max(1) as f64 / nodes
    }

    /// Coordinates of a node.
    pub(crate) fn place(&self, node: u32) -> Vec<u32> {
        self.torus.coordinates(node)[..self.torus.dims()].to_vec()
    }
}

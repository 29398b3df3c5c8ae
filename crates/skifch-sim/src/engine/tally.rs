//! Counters of a network.

/// Sums over the whole run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) injected: u64,
    pub(super) delivered: u64,
    pub(super) lost: u64,
    pub(super) lost_ticks: u128,
    pub(super) events: u64,
    pub(super) hops: u64,
    pub(super) latency: u128,
    pub(super) replays: u64,
    /// Packets in flight, summed over ticks up to `seen`.
    pub(super) area: u128,
    pub(super) seen: u64,
    pub(super) under_way: u64,
    pub(super) trace: u64,
}

impl Tally {
    /// The number of packets in flight changes now.
    pub(super) fn change(&mut self, now: u64, by: i64) {
        self.area += u128::from(now - self.seen) * u128::from(self.under_way);
        self.seen = now;
        self.under_way = self.under_way.wrapping_add_signed(by);
    }
}

/// Counters of a network since it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Packets handed over by programs.
    pub injected: u64,
    /// Packets delivered to programs.
    pub delivered: u64,
    /// Packets that were lost with a failed node, or for which no route was left.
    pub lost: u64,
    /// Time for which those were in flight, in ticks.
    pub lost_ticks: u128,
    /// Events of the engine.
    pub events: u64,
    /// Links crossed by packets.
    pub hops: u64,
    /// Packets that were damaged on a link and retransmitted.
    pub replays: u64,
    /// Latency from program to program in ticks, summed over delivered packets.
    pub latency: u128,
    /// Number of packets in flight, summed over ticks.
    pub under_way: u128,
    /// Hash over every departure: its time, port and packet. Equal runs have equal hashes.
    pub trace: u64,
}

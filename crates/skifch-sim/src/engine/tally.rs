//! What a network counts.

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
    /// Packets under way, summed over ticks up to `seen`.
    pub(super) area: u128,
    pub(super) seen: u64,
    pub(super) under_way: u64,
    pub(super) trace: u64,
}

impl Tally {
    /// The number of packets under way changes now.
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
    /// Packets that came to programs.
    pub delivered: u64,
    /// Packets that were lost with a node that died, or for which no way was left.
    pub lost: u64,
    /// Ticks for which those were under way.
    pub lost_ticks: u128,
    /// Events of the engine.
    pub events: u64,
    /// Links crossed by packets.
    pub hops: u64,
    /// Packets that were damaged on a link and sent again.
    pub replays: u64,
    /// Ticks from program to program, summed over delivered packets.
    pub latency: u128,
    /// Ticks of all packets while they were under way.
    pub under_way: u128,
    /// A sum over every departure: its time, port and packet. Equal runs have equal sums.
    pub trace: u64,
}

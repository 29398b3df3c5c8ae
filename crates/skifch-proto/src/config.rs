//! Settings of an endpoint.

use crate::congestion::Algorithm;
use crate::record::record_bytes;
use crate::seal::Seal;
use crate::wire::{HEADER_BYTES, LEAST_DATAGRAM_BYTES};

/// Settings of an endpoint. [`Config::new`] has defaults for a cluster.
#[derive(Clone, Debug)]
pub struct Config {
    /// The job's secret for authentication tags.
    pub seal: Seal,
    /// Job identifier; hellos of other jobs are not answered.
    pub job: u64,
    /// Random bytes, new for each start of the process; tokens are derived from them.
    pub random: [u8; 32],
    /// Size in bytes of a connection's send window, which is also the retransmission buffer; a
    /// power of two.
    pub send_bytes: usize,
    /// Size in bytes of a connection's receive ring, a power of two.
    pub recv_bytes: usize,
    /// Maximum message size in bytes. Its record must fit twice into each ring.
    pub max_message: usize,
    /// The largest datagram payload in bytes that this host can send and receive: the interface's
    /// MTU less the IP and UDP headers, at most 65507.
    pub max_datagram: usize,
    /// Maximum number of datagrams per call of `poll_transmit`.
    pub max_segments: usize,
    /// Maximum total bytes of those datagrams.
    pub max_burst_bytes: usize,
    /// The congestion control algorithm.
    pub algorithm: Algorithm,
    /// Small messages are held back for coalescing, while something is in flight, until this many
    /// ns after the last datagram.
    pub coalesce_ns: u64,
    /// How long an acknowledgement may wait to be piggybacked on data, ns.
    pub ack_delay_ns: u64,
    /// Assumed round-trip time before the first measurement, ns.
    pub initial_rtt_ns: u64,
    /// Minimum probe timeout, ns.
    pub min_probe_ns: u64,
    /// Maximum probe timeout after backing off, ns.
    pub max_probe_ns: u64,
    /// Silence of a watched peer after which it is probed, ns.
    pub keep_alive_ns: u64,
    /// A peer that does not answer for this long is dead, ns.
    pub dead_ns: u64,
    /// How long a closed connection tries to deliver its remaining data, ns.
    pub linger_ns: u64,
}

const US: u64 = 1_000;
const MS: u64 = 1_000 * US;

impl Config {
    /// Defaults for a cluster on Ethernet: rings of 256 KiB, death after 30 s.
    pub fn new(seal: Seal, job: u64, random: [u8; 32]) -> Self {
        Self {
            seal,
            job,
            random,
            send_bytes: 256 << 10,
            recv_bytes: 256 << 10,
            max_message: 64 << 10,
            max_datagram: 1472,
            max_segments: 44,
            max_burst_bytes: 65_000,
            algorithm: Algorithm::default(),
            coalesce_ns: 20 * US,
            ack_delay_ns: 200 * US,
            initial_rtt_ns: 10 * MS,
            min_probe_ns: 400 * US,
            max_probe_ns: 1_000 * MS,
            keep_alive_ns: 5_000 * MS,
            dead_ns: 30_000 * MS,
            linger_ns: 30_000 * MS,
        }
    }

    /// Why these settings are inconsistent, as text; none if they are not.
    pub(crate) fn fault(&self) -> Option<String> {
        // Limited, so that the sum cannot overflow.
        let record = record_bytes(self.max_message.min(1 << 30));
        for (name, ring) in [("send_bytes", self.send_bytes), ("recv_bytes", self.recv_bytes)] {
            if !ring.is_power_of_two() || ring < 2 * record + 64 || ring > 1 << 30 {
                return Some(format!(
                    "{name} is {ring}: it must be a power of two, at most 2^30, with room for two messages of max_message ({}) bytes",
                    self.max_message
                ));
            }
        }
        if !(LEAST_DATAGRAM_BYTES..=65_507).contains(&self.max_datagram) {
            return Some(format!(
                "max_datagram is {}: it must be {LEAST_DATAGRAM_BYTES} to 65507",
                self.max_datagram
            ));
        }
        let burst = self.max_segments >= 1 && self.max_burst_bytes >= self.max_datagram;
        (!burst).then(|| {
            format!(
                "a burst of {} datagrams and {} bytes cannot hold one datagram of max_datagram \
                 ({}) bytes",
                self.max_segments, self.max_burst_bytes, self.max_datagram
            )
        })
    }

    /// Maximum number of packets tracked per connection.
    pub(crate) fn max_packets(&self) -> usize {
        1024 + 4 * self.send_bytes / (LEAST_DATAGRAM_BYTES - HEADER_BYTES)
    }
}

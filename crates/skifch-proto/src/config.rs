//! Settings of an endpoint.

use crate::congestion::Algorithm;
use crate::record::record_bytes;
use crate::seal::Seal;
use crate::wire::{HEADER_BYTES, LEAST_DATAGRAM_BYTES};

/// Settings of an endpoint. [`Config::new`] has values for a cluster.
#[derive(Clone, Debug)]
pub struct Config {
    /// The secret of the job.
    pub seal: Seal,
    /// Which job; hellos of another one are not answered.
    pub job: u64,
    /// Random bytes, different each time the process starts; tokens are made from them.
    pub random: [u8; 32],
    /// Bytes of a connection's send window, which is also the store for retransmission; a power of
    /// two.
    pub send_bytes: usize,
    /// Bytes of a connection's receive ring, a power of two.
    pub recv_bytes: usize,
    /// The greatest message. Its record fits twice in each ring.
    pub max_message: usize,
    /// The largest datagram that this host can send and receive: of the interface's MTU what UDP
    /// leaves, at most 65507.
    pub max_datagram: usize,
    /// Most datagrams that one call of `poll_transmit` joins, and their bytes.
    pub max_segments: usize,
    /// See `max_segments`.
    pub max_burst_bytes: usize,
    /// How the congestion window is found.
    pub algorithm: Algorithm,
    /// While something is on its way, small messages wait for others until so long after the last
    /// datagram, ns.
    pub coalesce_ns: u64,
    /// How long an acknowledgement may wait for data to travel with, ns.
    pub ack_delay_ns: u64,
    /// The round trip before one was measured, ns.
    pub initial_rtt_ns: u64,
    /// The shortest probe time-out, ns.
    pub min_probe_ns: u64,
    /// The longest, after backing off, ns.
    pub max_probe_ns: u64,
    /// Silence of a watched peer after which it is asked for a sign of life, ns.
    pub keep_alive_ns: u64,
    /// A peer that does not answer for so long is dead, ns.
    pub dead_ns: u64,
    /// How long a closed connection tries to bring over what is left, ns.
    pub linger_ns: u64,
}

const US: u64 = 1_000;
const MS: u64 = 1_000 * US;

impl Config {
    /// Values for a cluster on Ethernet: rings of 256 KiB, death after 30 s.
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

    /// Why these settings cannot work together, in words.
    pub(crate) fn fault(&self) -> Option<String> {
        // A sum that goes round would fit any ring.
        let record = record_bytes(self.max_message.min(1 << 30));
        for (name, ring) in [("send_bytes", self.send_bytes), ("recv_bytes", self.recv_bytes)] {
            if !ring.is_power_of_two() || ring < 2 * record + 64 || ring > 1 << 30 {
                return Some(format!(
                    "{name} is {ring}: it must be a power of two, at most 2^30, that two messages of max_message ({}) bytes fit in",
                    self.max_message
                ));
            }
        }
        if !(LEAST_DATAGRAM_BYTES..=65_507).contains(&self.max_datagram) {
            return Some(format!(
                "max_datagram is {}: {LEAST_DATAGRAM_BYTES} to 65507 are possible",
                self.max_datagram
            ));
        }
        let burst = self.max_segments >= 1 && self.max_burst_bytes >= self.max_datagram;
        (!burst).then(|| {
            format!(
                "a burst of {} datagrams and {} bytes cannot hold one of max_datagram ({}) bytes",
                self.max_segments, self.max_burst_bytes, self.max_datagram
            )
        })
    }

    /// Packets of one connection that are kept track of at once.
    pub(crate) fn max_packets(&self) -> usize {
        1024 + 4 * self.send_bytes / (LEAST_DATAGRAM_BYTES - HEADER_BYTES)
    }
}

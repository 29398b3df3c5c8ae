//! The measuring kernels, written once over [`Link`].
//!
//! Each is a round of `count` operations between two barriers. [`Bench::measure`] searches for the
//! count that takes the requested time and returns the result of the last round. The C programs in
//! `c/` follow the same rules.

mod rounds;

use std::io;
use std::time::Instant;

use hdrhistogram::Histogram;

use crate::buffer::PageBuffer;
use crate::link::Link;
use crate::row::{Kernel, Row};
use crate::search::Search;

/// Maximum number of round trips that are timed individually.
const MAX_SAMPLES: u64 = 1 << 20;

/// One measuring rank.
pub struct Bench<L: Link> {
    link: L,
    /// More ranks than cores: a rank with nothing to do yields its core.
    crowded: bool,
    /// The receiver copies each message into its own memory.
    copy: bool,
    buffer: PageBuffer,
    trips_ns: Option<Histogram<u64>>,
}

impl<L: Link> Bench<L> {
    /// A rank of a job whose ranks share `cores` cores. With `copy` the receiver copies each
    /// message into its own memory.
    pub fn new(link: L, cores: usize, copy: bool) -> Self {
        let crowded = link.size() as usize > cores;
        Self { link, crowded, copy, buffer: PageBuffer::default(), trips_ns: None }
    }

    /// Whether this rank reports the results: true on rank 0.
    pub fn reports(&self) -> bool {
        self.link.rank() == 0
    }

    /// Returns the link after the measurements.
    pub fn into_link(self) -> L {
        self.link
    }

    /// Measures one point. Collective: every rank must pass the same arguments.
    ///
    /// # Errors
    /// When the link fails.
    pub fn measure(
        &mut self,
        kernel: Kernel,
        bytes: usize,
        target_seconds: f64,
    ) -> io::Result<Row> {
        self.buffer = PageBuffer::new(bytes);
        let mut search = Search::new(16, target_seconds);
        let mut seconds = self.shared_round(kernel, bytes, search.count())?;
        while !search.is_found(seconds) {
            seconds = self.shared_round(kernel, bytes, search.count())?;
        }
        let count = search.count();
        let percentiles_ns = self.percentiles(kernel, bytes, count / 2 + 1)?;
        let ranks = self.link.size();
        let count = count * messages_of(kernel, ranks);
        Ok(Row { kernel, bytes: bytes as u64, ranks, count, seconds, percentiles_ns })
    }

    /// Runs a round and broadcasts its time to every rank.
    fn shared_round(&mut self, kernel: Kernel, bytes: usize, count: u64) -> io::Result<f64> {
        let seconds = self.round(kernel, bytes, count)?;
        let root = match kernel {
            Kernel::Msgrate | Kernel::Bandwidth => 1,
            _ => 0,
        };
        self.share(seconds, root)
    }

    /// The distribution comes from a separate round: reading the clock costs as much as a short
    /// trip, so the average comes from a round that does not read the clock inside.
    fn percentiles(
        &mut self,
        kernel: Kernel,
        bytes: usize,
        trips: u64,
    ) -> io::Result<Option<[f64; 3]>> {
        if kernel != Kernel::Latency {
            return Ok(None);
        }
        self.trips_ns = Histogram::new_with_bounds(1, 60_000_000_000, 3).ok();
        self.round(kernel, bytes, trips.min(MAX_SAMPLES))?;
        let half = |trips: &Histogram<u64>, q| trips.value_at_quantile(q) as f64 / 2.0;
        let seen = self.trips_ns.take().filter(|trips| !trips.is_empty());
        Ok(seen.map(|trips| [half(&trips, 0.5), half(&trips, 0.99), half(&trips, 0.999)]))
    }

    /// Broadcasts `value` of rank `root` to every rank.
    fn share(&mut self, value: f64, root: u32) -> io::Result<f64> {
        let mut bytes = value.to_ne_bytes();
        self.link.barrier()?;
        self.link.frame(bytes.len());
        if self.link.rank() == root {
            for rank in (0..self.link.size()).filter(|&rank| rank != root) {
                self.send_all(rank, &bytes)?;
            }
        } else {
            self.receive_into(&mut bytes)?;
        }
        Ok(f64::from_ne_bytes(bytes))
    }

    /// Sends all of `bytes`, in as many messages as needed.
    #[inline(always)]
    fn send_all(&mut self, dst: u32, mut bytes: &[u8]) -> io::Result<()> {
        loop {
            let taken = self.link.try_send(dst, bytes)?;
            if taken == bytes.len() {
                return Ok(());
            }
            if taken == 0 {
                self.stand_back();
            }
            bytes = &bytes[taken..];
        }
    }

    /// Receives messages in place until `bytes` bytes have arrived.
    #[inline(always)]
    fn receive(&mut self, bytes: usize) -> io::Result<()> {
        let mut have = 0;
        while have < bytes {
            let got = self.link.try_recv()?;
            if got == 0 {
                self.stand_back();
            }
            have += got;
        }
        Ok(())
    }

    /// Fills `to` from as many messages as needed.
    #[inline(always)]
    fn receive_into(&mut self, to: &mut [u8]) -> io::Result<()> {
        let mut have = 0;
        while have < to.len() {
            let got = self.link.try_recv_into(&mut to[have..])?;
            if got == 0 {
                self.stand_back();
            }
            have += got;
        }
        Ok(())
    }

    #[inline(always)]
    fn stand_back(&self) {
        if self.crowded {
            std::thread::yield_now();
        }
    }
}

/// Messages per counted operation, summed over all ranks.
fn messages_of(kernel: Kernel, ranks: u32) -> u64 {
    match kernel {
        Kernel::Many => u64::from(ranks - 1),
        Kernel::Alltoall => u64::from(ranks) * u64::from(ranks - 1),
        _ => 1,
    }
}

/// Seconds since `start`.
fn since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests;

//! One round of each kernel. The time is valid on rank 1 for the one-way kernels, on rank 0 for
//! the others.

use std::io;
use std::mem::take;
use std::time::Instant;

use super::{Bench, since};
use crate::link::Link;
use crate::row::Kernel;

impl<L: Link> Bench<L> {
    /// Runs `count` operations of `bytes` between two barriers; returns the seconds they took.
    pub(super) fn round(&mut self, kernel: Kernel, bytes: usize, count: u64) -> io::Result<f64> {
        // Moved out of `self` while the loops run, so that sending from it borrows nothing.
        let mut buffer = take(&mut self.buffer);
        self.link.frame(bytes);
        self.link.barrier()?;
        let seconds = match kernel {
            Kernel::Msgrate => self.one_way(&mut buffer, count, self.copy),
            Kernel::Bandwidth => self.one_way(&mut buffer, count, true),
            Kernel::Latency => self.ping_pong(&buffer, count),
            Kernel::Many => self.many(&buffer, count),
            Kernel::Alltoall => self.all_to_all(&buffer, count),
            Kernel::Ring => self.token_ring(&buffer, count),
        };
        self.buffer = buffer;
        self.link.barrier()?;
        seconds
    }

    /// Rank 0 only sends, rank 1 only receives.
    fn one_way(&mut self, buffer: &mut [u8], count: u64, copy: bool) -> io::Result<f64> {
        let start = Instant::now();
        match (self.link.rank(), copy) {
            (0, _) => (0..count).try_for_each(|_| self.send_all(1, buffer))?,
            (1, false) => (0..count).try_for_each(|_| self.receive(buffer.len()))?,
            (1, true) => (0..count).try_for_each(|_| self.receive_into(buffer))?,
            _ => (),
        }
        Ok(since(start))
    }

    /// `count` round trips; returns half the time, as if it were `count` one-way trips.
    fn ping_pong(&mut self, buffer: &[u8], count: u64) -> io::Result<f64> {
        let start = Instant::now();
        match self.link.rank() {
            0 if self.trips_ns.is_some() => self.timed_trips(buffer, count)?,
            0 => (0..count).try_for_each(|_| {
                self.send_all(1, buffer)?;
                self.receive(buffer.len())
            })?,
            1 => (0..count).try_for_each(|_| {
                self.receive(buffer.len())?;
                self.send_all(0, buffer)
            })?,
            _ => (),
        }
        Ok(since(start) / 2.0)
    }

    /// Rank 0's side with a clock reading after each round trip.
    fn timed_trips(&mut self, buffer: &[u8], count: u64) -> io::Result<()> {
        let Some(mut trips_ns) = self.trips_ns.take() else { return Ok(()) };
        let mut before = Instant::now();
        for _ in 0..count {
            self.send_all(1, buffer)?;
            self.receive(buffer.len())?;
            let after = Instant::now();
            trips_ns.saturating_record((after - before).as_nanos() as u64);
            before = after;
        }
        self.trips_ns = Some(trips_ns);
        Ok(())
    }

    /// Every rank except 0 sends `count` messages to rank 0.
    fn many(&mut self, buffer: &[u8], count: u64) -> io::Result<f64> {
        let start = Instant::now();
        let senders = u64::from(self.link.size() - 1);
        if self.link.rank() == 0 {
            self.receive(buffer.len() * (count * senders) as usize)?;
        } else {
            (0..count).try_for_each(|_| self.send_all(0, buffer))?;
        }
        Ok(since(start))
    }

    /// Every rank sends `count` messages to every other rank, receiving whenever there is no room
    /// to send.
    fn all_to_all(&mut self, buffer: &[u8], count: u64) -> io::Result<f64> {
        let start = Instant::now();
        let (rank, size) = (self.link.rank(), self.link.size());
        let mut due = buffer.len() * (count * u64::from(size - 1)) as usize;
        for _ in 0..count {
            for step in 1..size {
                due -= self.send_taking((rank + step) % size, buffer)?;
            }
        }
        self.receive(due)?;
        Ok(since(start))
    }

    /// Sends, receiving messages while there is no room; returns the number of bytes received.
    fn send_taking(&mut self, dst: u32, mut bytes: &[u8]) -> io::Result<usize> {
        let mut came = 0;
        loop {
            let taken = self.link.try_send(dst, bytes)?;
            if taken == bytes.len() {
                return Ok(came);
            }
            bytes = &bytes[taken..];
            let got = if taken == 0 { self.link.try_recv()? } else { 0 };
            if taken == 0 && got == 0 {
                self.stand_back();
            }
            came += got;
        }
    }

    /// A token travels about `count` hops round the ring; ranks without it wait. The time is
    /// scaled to `count`.
    fn token_ring(&mut self, buffer: &[u8], count: u64) -> io::Result<f64> {
        let start = Instant::now();
        let (rank, size) = (self.link.rank(), self.link.size());
        let next = (rank + 1) % size;
        let laps = count / u64::from(size) + 1;
        for _ in 0..laps {
            if rank == 0 {
                self.send_all(next, buffer)?;
            }
            self.link.wait()?;
            self.receive(buffer.len())?;
            if rank != 0 {
                self.send_all(next, buffer)?;
            }
        }
        Ok(since(start) * count as f64 / (laps * u64::from(size)) as f64)
    }
}

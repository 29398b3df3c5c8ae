//! Cost of access to the memory of other ranks, two processes on two cores:
//!
//! ```sh
//! cargo build --release -p skifch-launch -p skifch-benches --bin skifrun --bin rank-memory
//! SKIFCH_BACKEND=udp target/release/skifrun -n 2 target/release/rank-memory
//! ```
//!
//! Each line has the best and the median of several rounds; MB are 10^6 bytes. Compare with
//! `skif-perf latency --peers udp`, which measures half a round trip of bare datagrams.

use skifch::{AtomicOp, Error, Job, Segment};
use std::time::Instant;

const PART_BYTES: usize = 8 << 20;
const BLOCK_BYTES: usize = 1 << 20;
const ROUNDS: usize = 9;

fn main() -> Result<(), Error> {
    let job = Job::init()?;
    pin(job.rank());
    let segment = job.segment(PART_BYTES)?;
    job.barrier()?;
    let bench = Bench { other: (job.rank() + 1) % job.size(), job, segment };
    bench.fetches()?;
    bench.updates()?;
    bench.blocks()?;
    bench.job.barrier()
}

/// Pins this rank to a core of its own, as far as there are enough. Called only after the job was
/// joined, because that step asks for the number of cores.
fn pin(rank: u32) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // SAFETY: an all-zero set is a valid empty one, and is ours; the kernel refuses a core that is
    // not allowed, and then the rank stays where it is.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(rank as usize % cores, &mut set);
        libc::sched_setaffinity(0, size_of_val(&set), &raw const set);
    }
}

struct Bench {
    job: Job,
    segment: Segment,
    other: u32,
}

impl Bench {
    /// Measures rounds, each after a barrier; ranks that do not take part wait there.
    fn measure(
        &self,
        what: &str,
        unit: (&str, f64),
        alone: bool,
        mut round: impl FnMut() -> Result<u64, Error>,
    ) -> Result<(), Error> {
        let takes_part = !alone || self.job.rank() == 0;
        let mut seconds = Vec::new();
        for _ in 0..ROUNDS {
            self.job.barrier()?;
            if takes_part {
                let begin = Instant::now();
                let count = round()?;
                seconds.push(begin.elapsed().as_secs_f64() / count as f64);
            }
        }
        self.job.barrier()?;
        seconds.sort_by(f64::total_cmp);
        let (unit, factor) = unit;
        // Factors above one are for times, those below for rates.
        let show = |s: f64| if factor > 1.0 { s * factor } else { factor / s };
        if let (Some(&best), Some(&median)) = (seconds.first(), seconds.get(seconds.len() / 2)) {
            let (rank, best, median) = (self.job.rank(), show(best), show(median));
            println!("{what}, rank {rank}: best {best:.2}, median {median:.2} {unit}");
        }
        Ok(())
    }

    /// Round trips, with a target that waits at a barrier and with one that sends requests as
    /// well.
    fn fetches(&self) -> Result<(), Error> {
        const COUNT: u64 = 500;
        for (what, alone) in [("fetch-add, target away", true), ("fetch-add, both ask", false)] {
            self.measure(what, ("us", 1e6), alone, || {
                for _ in 0..COUNT {
                    self.segment.atomic(self.other, 0, AtomicOp::Add, 8, 1, 0)?;
                }
                Ok(COUNT)
            })?;
        }
        Ok(())
    }

    /// Like RandomAccess: one-way updates of words at random positions.
    fn updates(&self) -> Result<(), Error> {
        const COUNT: u64 = 1_000_000;
        let mut random = u64::from(self.job.rank()) + 77;
        for (what, alone) in [("xor, target away", true), ("xor, both update", false)] {
            self.measure(what, ("M/s", 1e-6), alone, || {
                for _ in 0..COUNT {
                    // The generator of RandomAccess.
                    random = random << 1 ^ if random >> 63 != 0 { 7 } else { 0 };
                    let offset = 8 * (random as usize % (PART_BYTES / 8));
                    let to = self.other;
                    self.segment.atomic_oneway(to, offset, AtomicOp::Xor, 8, random, 0)?;
                }
                self.segment.quiet()?;
                Ok(COUNT)
            })?;
        }
        Ok(())
    }

    fn blocks(&self) -> Result<(), Error> {
        const COUNT: usize = 16;
        let bytes = (COUNT * BLOCK_BYTES) as u64;
        let mut block = vec![1; BLOCK_BYTES];
        let places = || (0..COUNT).map(|number| number * BLOCK_BYTES % PART_BYTES);
        self.measure("put of 1 MiB", ("MB/s", 1e-6), true, || {
            places().try_for_each(|at| self.segment.put(self.other, at, &block))?;
            self.segment.quiet()?;
            Ok(bytes)
        })?;
        self.measure("get of 1 MiB", ("MB/s", 1e-6), true, || {
            places().try_for_each(|at| self.segment.get(self.other, at, &mut block))?;
            Ok(bytes)
        })
    }
}

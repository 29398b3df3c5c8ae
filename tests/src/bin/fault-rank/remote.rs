//! Remote memory access in virtual time: all effects follow from ranks and times alone.

use crate::{Done, join};
use skifch::{AtomicOp, Channel, Error, Events, Job, Segment};
use skifch_tests::hash;
use std::time::Duration;

const BYTES: usize = 1 << 15;

/// One rank of the mixed test: its memory, and a checksum over everything it has seen.
struct Mixer {
    job: Job,
    channel: Channel,
    segment: Segment,
    own: *mut u64,
    sum: u64,
}

/// Performs `each` operations of every kind on its own and others' memory, and accesses its own
/// memory between calls by loads and stores that the library does not see.
pub(crate) fn mix(each: u64) -> Done {
    let (job, channel) = join()?;
    let segment = job.segment(BYTES)?;
    let (me, own) = (job.rank(), segment.ptr(job.rank()).cast());
    let mut mixer = Mixer { job, channel, segment, own, sum: u64::from(me) };
    for number in 0..each {
        mixer.step(hash(number << 20 | u64::from(me)))?;
        mixer.note(mixer.job.time_ns());
    }
    mixer.segment.quiet()?;
    mixer.job.barrier()?;
    mixer.look(0, BYTES / 8);
    println!("sum {me} {:016x}", mixer.sum);
    Ok(mixer.segment.close()?)
}

impl Mixer {
    fn note(&mut self, what: u64) {
        self.sum = hash(self.sum ^ what);
    }

    /// Loads words of this rank's own part into the checksum.
    fn look(&mut self, first: usize, count: usize) {
        for at in first..first + count {
            // SAFETY: a word of our part; only the model writes it as well.
            self.note(unsafe { self.own.add(at).read_volatile() });
        }
    }

    fn step(&mut self, chance: u64) -> Result<(), Error> {
        let rank = (chance >> 8) as u32 % self.job.size();
        let len = 1 + (chance >> 20) as usize % if chance & 64 == 0 { 8 } else { 6000 };
        let offset = (chance >> 34) as usize % (BYTES - len);
        let word = offset / 8 * 8;
        let mut bytes = vec![chance as u8; len];
        match chance % 12 {
            0 | 1 => self.segment.put(rank, offset, &bytes),
            2 => {
                self.segment.get(rank, offset, &mut bytes)?;
                bytes.iter().for_each(|&byte| self.note(byte.into()));
                Ok(())
            }
            3 => {
                let old = self.segment.atomic(rank, word, AtomicOp::Add, 8, chance, 0)?;
                self.note(old);
                Ok(())
            }
            4 => self.segment.atomic_oneway(rank, word, AtomicOp::Xor, 4, chance, 0),
            5 => self.read_later(rank, offset, &mut bytes),
            6 => self.segment.quiet(),
            7 => {
                // SAFETY: as in `look`.
                unsafe { self.own.add(word / 8).write_volatile(chance) };
                Ok(())
            }
            8 => {
                self.look(word / 8, 1);
                Ok(())
            }
            9 => self.wait(Duration::from_nanos(chance % 4000)),
            10 => {
                // Polls, which are skipped over when they find nothing.
                let mut left = 6;
                while left > 0 && self.wait(Duration::ZERO).is_ok() {
                    left -= 1;
                }
                Ok(())
            }
            _ => self.job.compute(Duration::from_nanos(chance % 3000)),
        }
    }

    fn wait(&mut self, time: Duration) -> Result<(), Error> {
        let both = Events::RECV.with(Events::MEMORY);
        let found = self.channel.wait(both, 0, Some(time))?;
        self.note(found.0.into());
        self.look(0, 64);
        Ok(())
    }

    fn read_later(&mut self, rank: u32, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        let (first, second) = bytes.split_at_mut(bytes.len() / 2);
        // SAFETY: both buffers live until the data have arrived.
        unsafe {
            self.segment.get_async(rank, offset, first.as_mut_ptr(), first.len())?;
            self.segment.get_async(rank, offset, second.as_mut_ptr(), second.len())?;
        }
        self.segment.syncreads()?;
        bytes.iter().for_each(|&byte| self.note(byte.into()));
        Ok(())
    }
}

/// Measures times between rank 0 and a neighbour: a put ping-pong with waits; the same with loads
/// between clock readings; a get; a fetching add; a put, and the quiet that confirms its arrival.
pub(crate) fn times() -> Done {
    let (job, mut channel) = join()?;
    let segment = job.segment(64)?;
    let me = job.rank();
    let own = segment.ptr(me).cast::<u64>();
    let other = u32::from(me == 0);
    for (name, by_wait) in [("wait", true), ("loads", false)] {
        let begin = job.time_ns();
        for round in 1..=20_u64 {
            let value = round + if by_wait { 0 } else { 100 };
            let mut await_value = || -> Result<(), Error> {
                // SAFETY: a word of our part.
                while unsafe { own.read_volatile() } != value {
                    match by_wait {
                        true => {
                            channel.wait(Events::RECV.with(Events::MEMORY), 0, None)?;
                        }
                        false => _ = job.time_ns(),
                    }
                }
                Ok(())
            };
            if me == 1 {
                await_value()?;
            }
            segment.put(other, 0, &value.to_ne_bytes())?;
            if me == 0 {
                await_value()?;
            }
        }
        if me == 0 {
            println!("{name} {}", (job.time_ns() - begin) / 40);
        }
        job.barrier()?;
    }
    if me == 0 {
        let time = |name: &str, call: &mut dyn FnMut() -> Result<(), Error>| {
            let begin = job.time_ns();
            call()?;
            println!("{name} {}", job.time_ns() - begin);
            Ok::<(), Error>(())
        };
        time("get", &mut || segment.get(1, 0, &mut [0; 8]))?;
        time("add", &mut || segment.atomic(1, 8, AtomicOp::Add, 8, 1, 0).map(drop))?;
        time("put", &mut || segment.put(1, 8, &[1; 8]))?;
        time("quiet", &mut || segment.quiet())?;
    }
    Ok(segment.close()?)
}

/// Every rank waits for its memory to be written, and no rank writes.
pub(crate) fn all_wait() -> Done {
    let (job, mut channel) = join()?;
    let _segment = job.segment(64)?;
    channel.wait(Events::RECV.with(Events::MEMORY), 0, None)?;
    Err("a wait for nothing came back".into())
}

/// Rank 1 dies after a few puts; the others wait for more.
pub(crate) fn bereft() -> Done {
    let (job, mut channel) = join()?;
    let segment = job.segment(64)?;
    if job.rank() == 1 {
        for number in 0..3_u64 {
            segment.put(0, 0, &number.to_ne_bytes())?;
        }
        std::process::abort();
    }
    loop {
        channel.wait(Events::RECV.with(Events::MEMORY), 0, None)?;
    }
}

/// Rank 1 polls a word of its memory by plain loads for a value from rank 0, so nobody can know
/// that it waits.
pub(crate) fn spin() -> Done {
    let (job, _channel) = join()?;
    let segment = job.segment(64)?;
    let own = segment.ptr(job.rank()).cast::<u64>();
    if job.rank() == 0 {
        segment.put(1, 0, &[1; 8])?;
        segment.quiet()?;
    } else {
        // SAFETY: a word of our part.
        while unsafe { own.read_volatile() } == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    Err("time passed without a call".into())
}

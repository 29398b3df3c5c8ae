//! Ranks that access each other's memory: while one dies, while one computes, all at once.

use crate::{Done, leave};
use skifch::{AtomicOp, Error, Job, Segment};
use skifch_tests::hash;
use std::time::{Duration, Instant};

/// Bytes of each rank's stripe in a part, more than the maximum message size of any network.
const STRIPE: usize = 200_000;
/// Bytes of each rank's word in a part, after the stripes.
const WORD: usize = 8;
const PATIENCE: Duration = Duration::from_secs(15);

/// A rank's view of the job's memory.
struct Work {
    job: Job,
    segment: Segment,
    /// The expected value of this rank's word in the part of each rank.
    counts: Vec<u64>,
    number: u64,
}

impl Work {
    fn begin() -> Result<Self, Error> {
        let job = Job::init()?;
        let size = job.size() as usize;
        let segment = job.segment(size * (STRIPE + WORD) + WORD)?;
        job.barrier()?;
        Ok(Self { job, segment, counts: vec![0; size], number: 0 })
    }

    fn word_of(&self, rank: u32) -> usize {
        self.counts.len() * STRIPE + rank as usize * WORD
    }

    /// Offset of the word by which rank 0 announces the end.
    fn end_word(&self) -> usize {
        self.word_of(self.job.size())
    }

    /// Performs one operation of each kind on the part of `to` and checks the results.
    fn round(&mut self, to: u32) -> Result<(), Box<dyn std::error::Error>> {
        self.number += 1;
        let seed = hash(self.number ^ u64::from(self.job.rank()) << 40);
        let most = if seed.is_multiple_of(8) { STRIPE } else { 600 };
        let len = 1 + (seed >> 8) as usize % (most - 1);
        let at = self.job.rank() as usize * STRIPE + (seed >> 32) as usize % (STRIPE - len);
        let bytes: Vec<u8> = (0..len).map(|index| (seed >> (index % 7 * 8)) as u8).collect();
        let word = self.word_of(self.job.rank());
        self.segment.put(to, at, &bytes)?;
        self.segment.atomic_oneway(to, word, AtomicOp::Add, WORD, 3, 0)?;
        let mut back = vec![0; len];
        self.segment.get(to, at, &mut back)?;
        let old = self.segment.atomic(to, word, AtomicOp::Add, WORD, 4, 0)?;
        let wanted = self.counts[to as usize] + 3;
        if old != wanted || back != bytes {
            let what = if old == wanted { "bytes" } else { "a sum" };
            return Err(format!("{what} of rank {to} are wrong: {old}, not {wanted}").into());
        }
        self.counts[to as usize] += 7;
        if seed % 16 < 3 {
            self.segment.quiet()?;
        }
        Ok(())
    }

    /// Rank 0 waits until `others` have reported that they are finished, then releases them; they
    /// wait.
    fn part(&self, others: &[u32]) -> Done {
        let begin = Instant::now();
        if self.job.rank() != 0 {
            self.segment.quiet()?;
            // Rank 0 may leave once it sees this, and has answered it by then.
            self.segment.atomic(0, self.end_word(), AtomicOp::Add, WORD, 1, 0)?;
        }
        let wanted = if self.job.rank() == 0 { others.len() as u64 } else { 1 };
        while self.segment.atomic(self.job.rank(), self.end_word(), AtomicOp::Load, 8, 0, 0)?
            < wanted
        {
            if begin.elapsed() > PATIENCE {
                return Err("the other ranks do not end".into());
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        if self.job.rank() == 0 {
            for &rank in others {
                // The other rank leaves when it sees this, so there is no check that it arrived;
                // and posted operations complete even if this rank leaves.
                self.segment.put(rank, self.end_word(), &1_u64.to_le_bytes())?;
            }
        }
        Ok(())
    }
}

/// Works in the memory of all others until rank `victim` is dead, then in that of the rest.
pub(crate) fn bereft(victim: u32) -> Done {
    const ROUNDS_AFTER: u32 = 50;
    let mut work = Work::begin()?;
    let me = work.job.rank();
    let others: Vec<u32> = (0..work.job.size()).filter(|&rank| rank != me).collect();
    println!("working");
    let told = loop {
        if let Err(error) = others.iter().try_for_each(|&to| work.round(to)) {
            break error;
        }
    };
    println!("told {told}");
    let mut bytes = [0; 8];
    for refused in [
        work.segment.get(victim, 0, &mut bytes),
        work.segment.put(victim, 0, &bytes),
        work.segment.atomic_oneway(victim, 0, AtomicOp::Add, 8, 1, 0),
        work.segment.atomic(victim, 0, AtomicOp::Add, 8, 1, 0).map(drop),
    ] {
        match refused {
            Err(error) if error.errno() == libc::EPIPE => {}
            other => return Err(format!("of a dead rank: {other:?}").into()),
        }
    }
    // Operations posted to the dead rank are reported once; after that there is nothing to report.
    let _ = work.segment.quiet();
    let left: Vec<u32> = others.into_iter().filter(|&rank| rank != victim).collect();
    for &to in &left {
        // The last round may have been interrupted.
        let word = work.word_of(me);
        work.counts[to as usize] = work.segment.atomic(to, word, AtomicOp::Load, WORD, 0, 0)?;
    }
    for _ in 0..ROUNDS_AFTER {
        left.iter().try_for_each(|&to| work.round(to))?;
    }
    work.part(&left)?;
    println!("done");
    leave()
}

/// Rank 0 works in the memory of rank 1 for at least a second; rank 1 computes until it sees the
/// end word in its own memory.
pub(crate) fn computing(rounds: u64) -> Done {
    let mut work = Work::begin()?;
    let end = work.end_word();
    let begin = Instant::now();
    if work.job.rank() == 0 {
        for _ in 0..rounds {
            work.round(1)?;
        }
        while begin.elapsed() < Duration::from_secs(1) {
            work.round(1)?;
        }
        work.segment.put(1, end, &1_u64.to_le_bytes())?;
        work.segment.quiet()?;
        println!("rounds {}", work.number);
    } else {
        let at = work.segment.ptr(1).wrapping_add(end).cast::<std::sync::atomic::AtomicU64>();
        // SAFETY: an aligned word of this rank's part, which is mapped while the segment is open.
        let word = unsafe { &*at };
        while word.load(std::sync::atomic::Ordering::Acquire) == 0 {
            if begin.elapsed() > PATIENCE {
                return Err("nobody has reached this rank's memory".into());
            }
            std::hint::spin_loop();
        }
        println!("reached");
    }
    work.job.barrier()?;
    println!("done");
    Ok(())
}

/// Words that are changed by adding 8 bytes or 4 bytes, by xor, and by compare-and-swap. They are
/// followed by a row of the same for each rank, which records what it did.
const WORDS: usize = 16;

/// All ranks change all words of all parts, `each` times, by every kind of atomic operation.
pub(crate) fn sums(each: u64) -> Done {
    let job = Job::init()?;
    let (me, size) = (job.rank(), job.size());
    let row = WORDS * WORD;
    let segment = job.segment((size as usize + 1) * row)?;
    job.barrier()?;
    let mut did = vec![[0_u64; WORDS]; size as usize];
    for number in 0..each {
        let random = hash(number ^ u64::from(me) << 40);
        let (to, word) = ((random >> 3) as u32 % size, (random >> 40) as usize % WORDS);
        let done = change(&segment, to, word, random)?;
        let mine = &mut did[to as usize][word];
        *mine = combine(word, *mine, done);
    }
    for (to, did) in (0..).zip(&did) {
        let bytes: Vec<u8> = did.iter().flat_map(|word| word.to_le_bytes()).collect();
        segment.put(to, row * (me as usize + 1), &bytes)?;
    }
    segment.quiet()?;
    job.barrier()?;
    for word in 0..WORDS {
        let load = |row_of: u32| {
            let offset = row * row_of as usize + word * WORD;
            segment.atomic(me, offset, AtomicOp::Load, WORD, 0, 0)
        };
        let all: Result<Vec<_>, _> = (1..=size).map(load).collect();
        let wanted = all?.into_iter().fold(0, |sum, value| combine(word, sum, value));
        let found = load(0)?;
        if found != wanted {
            return Err(format!("word {word} of rank {me} is {found:#x}, not {wanted:#x}").into());
        }
    }
    job.barrier()?;
    println!("done");
    Ok(())
}

/// Combines two changes of a word.
fn combine(word: usize, a: u64, b: u64) -> u64 {
    match word % 4 {
        0 | 1 => a.wrapping_add(b),
        2 => a ^ b,
        // Two halves of 4 bytes each.
        _ => {
            let high = (a >> 32).wrapping_add(b >> 32) << 32;
            high | u64::from((a as u32).wrapping_add(b as u32))
        }
    }
}

/// Changes a word of `to`; returns the change.
fn change(segment: &Segment, to: u32, word: usize, random: u64) -> Result<u64, Error> {
    let offset = word * WORD;
    let is_oneway = random.is_multiple_of(3);
    let act = |op, offset, width, by| match is_oneway {
        true => segment.atomic_oneway(to, offset, op, width, by, 0),
        false => segment.atomic(to, offset, op, width, by, 0).map(drop),
    };
    match word % 4 {
        0 => act(AtomicOp::Add, offset, 8, random).map(|()| random),
        1 => {
            let mut seen = segment.atomic(to, offset, AtomicOp::Load, 8, 0, 0)?;
            loop {
                let next = seen.wrapping_add(5);
                let old = segment.atomic(to, offset, AtomicOp::CompareSwap, 8, next, seen)?;
                if old == seen {
                    return Ok(5);
                }
                seen = old;
            }
        }
        2 => act(AtomicOp::Xor, offset, 8, random).map(|()| random),
        _ => {
            let (by, half) = (random as u32, (random >> 33) as usize % 2);
            act(AtomicOp::Add, offset + 4 * half, 4, u64::from(by))?;
            Ok(u64::from(by) << (32 * half))
        }
    }
}

//! Collective operations by the network.

use crate::{Done, join, take};
use skifch::{Caps, Channel, Events, Job, Join, JoinOp};
use skifch_tests::hash;

/// Bytes of the head that identifies a message.
const HEAD: usize = 8;

/// Joins an operation with these words.
fn start(
    channel: &mut Channel,
    (id, op, root): (u64, JoinOp, u32),
    tag: u64,
    words: &[u64],
) -> Done {
    let join = Join { id, op: op as u32, root, head: HEAD };
    let message: Vec<u8> = [tag].iter().chain(words).flat_map(|word| word.to_le_bytes()).collect();
    while !channel.join(&join, &message)? {}
    Ok(())
}

/// Waits for the next message; returns its tag and words.
fn finish(channel: &mut Channel) -> Result<(u64, Vec<u64>), skifch::Error> {
    loop {
        if let Some((src, bytes)) = take(channel)? {
            assert_eq!(src, channel.addr(), "from oneself");
            let mut words =
                bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes));
            return Ok((words.next().unwrap_or(0), words.collect()));
        }
        channel.wait(Events::RECV, 0, None)?;
    }
}

fn once(
    job: &Job,
    channel: &mut Channel,
    what: (u64, JoinOp, u32),
    words: &[u64],
) -> Result<(u64, Vec<u64>), Box<dyn std::error::Error>> {
    let begin = job.time_ns();
    start(channel, what, 77, words)?;
    let (tag, result) = finish(channel)?;
    assert_eq!(tag, 77, "the head comes back");
    Ok((job.time_ns() - begin, result))
}

/// Prints the virtual time in nanoseconds of each operation when all ranks join at one time: the
/// time of the network alone.
pub(crate) fn times() -> Done {
    let (job, mut channel) = join()?;
    for (name, op, words) in [
        ("barrier", JoinOp::Meet, 0),
        ("broadcast", JoinOp::Copy, 1),
        ("allreduce", JoinOp::Add, 1),
        ("long", JoinOp::AddReal, 100),
    ] {
        job.barrier()?;
        let (took, _) = once(&job, &mut channel, (0, op, 0), &vec![0; words])?;
        println!("{name} {} {took}", job.rank());
    }
    Ok(job.barrier()?)
}

/// Barriers, one after another: prints the time of each by both clocks.
pub(crate) fn barriers(count: u32) -> Done {
    let (job, mut channel) = join()?;
    once(&job, &mut channel, (0, JoinOp::Meet, 0), &[])?;
    let (begin, virtual_ns) = (std::time::Instant::now(), job.time_ns());
    for _ in 0..count {
        once(&job, &mut channel, (0, JoinOp::Meet, 0), &[])?;
    }
    if job.rank() == 0 {
        let took = [begin.elapsed().as_nanos() as u64, job.time_ns() - virtual_ns];
        let [host, own] = took.map(|ns| ns / u64::from(count));
        println!("took {host} ns a barrier, {own} ns of virtual time");
    }
    Ok(job.barrier()?)
}

/// All operations, with random words, by ranks that arrive at random times with other operations
/// in flight; several at a time, joined in different orders. Results are checked, and completion
/// times enter a checksum.
pub(crate) fn mix(rounds: u64) -> Done {
    let (job, mut channel) = join()?;
    let (me, size) = (u64::from(job.rank()), u64::from(job.size()));
    let is_there = channel.attr()?.caps.has(Caps::JOIN);
    assert!(is_there, "a network with operations of all ranks");
    let mut sum = me;
    for round in 0..rounds {
        let op = JoinOp::ALL[round as usize % JoinOp::ALL.len()];
        let root = (hash(round) % size) as u32;
        let count = if op == JoinOp::Meet { 0 } else { hash(round ^ 5) % 127 } as usize;
        let of = |rank: u64| words(op, count, hash(round << 20 | rank));
        let root_or_none = if op == JoinOp::Copy { root } else { 0 };
        job.compute(std::time::Duration::from_nanos(hash(round << 32 | me) % 5000))?;
        // Operations with different IDs are independent, so each rank may join them in its own
        // order.
        let mut both = [(7, op, root_or_none), (1 << 59, JoinOp::Add, 0)];
        if hash(round ^ me).is_multiple_of(2) {
            both.swap(0, 1);
        }
        for what in both {
            let own = if what.0 == 7 { of(me) } else { vec![me] };
            start(&mut channel, what, what.0 ^ round, &own)?;
        }
        for _ in both {
            let (tag, result) = finish(&mut channel)?;
            let expected = match tag ^ round {
                7 => expected(op, root, (0..size).map(of)),
                _ => vec![size * (size - 1) / 2],
            };
            assert_eq!(result, expected, "{op:?} of {count} words in round {round}");
        }
        sum = hash(sum ^ job.time_ns());
    }
    job.barrier()?;
    println!("sum {me} {sum:016x}");
    Ok(())
}

/// Words that are valid operands of an operation.
fn words(op: JoinOp, count: usize, seed: u64) -> Vec<u64> {
    let word = |at| hash(seed ^ at as u64);
    let is_real = matches!(op, JoinOp::AddReal | JoinOp::MinReal | JoinOp::MaxReal);
    (0..count)
        .map(|at| if is_real { (word(at) as i32 as f64).to_bits() } else { word(at) })
        .collect()
}

fn expected(op: JoinOp, root: u32, mut all: impl Iterator<Item = Vec<u64>>) -> Vec<u64> {
    if op == JoinOp::Copy {
        return all.nth(root as usize).unwrap_or_default();
    }
    let two = |a: u64, b: u64| {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        match op {
            JoinOp::Add => a.wrapping_add(b),
            JoinOp::And => a & b,
            JoinOp::Or => a | b,
            JoinOp::Xor => a ^ b,
            JoinOp::Min => (a as i64).min(b as i64) as u64,
            JoinOp::Max => (a as i64).max(b as i64) as u64,
            JoinOp::MinUnsigned => a.min(b),
            JoinOp::MaxUnsigned => a.max(b),
            JoinOp::AddReal => (x + y).to_bits(),
            JoinOp::MinReal => x.min(y).to_bits(),
            JoinOp::MaxReal => x.max(y).to_bits(),
            JoinOp::Meet | JoinOp::Copy => a,
        }
    };
    let both = |a: Vec<u64>, b: Vec<u64>| a.iter().zip(&b).map(|(a, b)| two(*a, *b)).collect();
    all.reduce(both).unwrap_or_default()
}

/// Rank 1 deviates from the others: it passes a different number of bytes, does not join, or dies.
pub(crate) fn alone(how: &str) -> Done {
    let (job, mut channel) = join()?;
    let is_odd = job.rank() == 1;
    match how {
        "differs" => {
            let words = if is_odd { vec![1, 2] } else { vec![1] };
            once(&job, &mut channel, (3, JoinOp::Add, 0), &words)?;
        }
        "waits" if is_odd => channel.wait(Events::RECV, 0, None).map(drop)?,
        "dies" if is_odd => std::process::abort(),
        _ => {
            once(&job, &mut channel, (3, JoinOp::Meet, 0), &[])?;
        }
    }
    Ok(job.barrier()?)
}

/// An invalid join must be refused with a message and have no effect.
pub(crate) fn refused() -> Done {
    let (job, mut channel) = join()?;
    let good = Join { id: 1, op: JoinOp::Add as u32, root: 0, head: 8 };
    for (join, len, words) in [
        (Join { op: 99, ..good }, 16, "there is no operation 99"),
        (Join { head: 0, ..good }, 16, "a head of at least 1 byte"),
        (good, 7, "a head of at least 1 byte within 7"),
        (good, 2000, "at most 1024"),
        (good, 17, "9 bytes are not a multiple of 8-byte words"),
        (Join { op: JoinOp::Meet as u32, ..good }, 16, "a barrier has 8 bytes behind its head"),
        (Join { root: 1000, ..good }, 16, "the job has the ranks 0 to "),
    ] {
        let said = loop {
            match channel.join(&join, &vec![0; len]) {
                Ok(false) => {}
                Ok(true) => break "nothing".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        assert!(said.contains(words), "{join:?} of {len}: {said}");
    }
    let (_, sum) = once(&job, &mut channel, (1, JoinOp::Add, 0), &[1])?;
    assert_eq!(sum, [u64::from(job.size())]);
    Ok(job.barrier()?)
}

/// Prints whether the network supports collective operations.
pub(crate) fn has() -> Done {
    let (job, channel) = join()?;
    println!("{}", channel.attr()?.caps.has(Caps::JOIN));
    Ok(job.barrier()?)
}

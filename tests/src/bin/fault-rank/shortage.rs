//! Shortage of descriptors and memory.

use crate::{Done, join, leave, take};
use skifch::{Channel, Events, Job, netaddr};
use std::fs::File;
use std::time::Duration;

fn limit(resource: u32, soft: u64) -> u64 {
    let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: structures of ours. Only the soft limit changes, which any user may do.
    unsafe {
        libc::getrlimit(resource, &raw mut old);
        let new = libc::rlimit { rlim_cur: soft.min(old.rlim_max), ..old };
        libc::setrlimit(resource, &raw const new);
    }
    old.rlim_cur
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

fn mappings() -> usize {
    let text = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    text.lines().filter(|line| line.contains("skifch-")).count()
}

/// Every step of a one-rank job under a limit of `soft` descriptors.
fn with_few(soft: u64) -> Result<(), (&'static str, skifch::Error)> {
    let raised = limit(libc::RLIMIT_NOFILE, soft);
    let done = (|| {
        let job = Job::init().map_err(|error| ("init", error))?;
        let mut channel = job.open(0).map_err(|error| ("open", error))?;
        let mut sent = 0;
        for _ in 0..10 {
            sent = channel.send(netaddr(0, 0), b"to myself").map_err(|error| ("send", error))?;
            if sent > 0 {
                break;
            }
        }
        for _ in 0..2000 {
            if let Some(message) = channel.recv().map_err(|error| ("recv", error))? {
                return if message.to_vec() == b"to myself" { Ok(()) } else { Err(lost()) };
            }
        }
        Err(if sent == 0 { lost() } else { ("recv", skifch::Error::new(0, "nothing came")) })
    })();
    limit(libc::RLIMIT_NOFILE, raised);
    done
}

fn lost() -> (&'static str, skifch::Error) {
    ("send", skifch::Error::new(0, "a message was lost without a word"))
}

/// A one-rank job, with one more descriptor at each attempt: clear errors, no leak, then success.
pub(crate) fn few_descriptors() -> Done {
    let before = descriptors();
    let mut failed = Vec::new();
    for soft in 3..64 {
        match with_few(soft) {
            Ok(()) => {
                println!("works with {soft}; failed at {}", failed.join(" "));
                return Ok(());
            }
            Err((at, error)) => {
                if error.errno() != libc::EMFILE {
                    return Err(format!("limit {soft}, {at}: {} {error}", error.errno()).into());
                }
                println!("limit {soft}, {at}: {error}");
                failed.push(at);
            }
        }
        if descriptors() != before {
            return Err(format!("{} descriptors instead of {before}", descriptors()).into());
        }
    }
    Err("64 descriptors are not enough".into())
}

/// Address space in use, in bytes.
fn address_space() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').next().and_then(|word| word.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// No memory at open and at the first send; after the limit is lifted both work.
pub(crate) fn little_memory() -> Done {
    let job = Job::init()?;
    let (fds, maps) = (descriptors(), mappings());
    let raised = limit(libc::RLIMIT_AS, address_space() + (16 << 20));
    let opened = job.open(0);
    limit(libc::RLIMIT_AS, raised);
    let error = opened.err().ok_or("64 MB were mapped in 16")?;
    println!("open: {} {error}", error.errno());
    if error.errno() != libc::ENOMEM || (fds, maps) != (descriptors(), mappings()) {
        return Err(format!("{fds} {maps} became {} {}", descriptors(), mappings()).into());
    }
    let mut channel = job.open(0)?;
    let (fds, maps) = (descriptors(), mappings());
    let raised = limit(libc::RLIMIT_AS, address_space() + (16 << 10));
    let sent = channel.send(netaddr(0, 0), b"x");
    limit(libc::RLIMIT_AS, raised);
    let error = sent.err().ok_or("a lane was mapped in 16 KB")?;
    println!("send: {} {error}", error.errno());
    if error.errno() != libc::ENOMEM || (fds, maps) != (descriptors(), mappings()) {
        return Err(format!("{fds} {maps} became {} {}", descriptors(), mappings()).into());
    }
    send(&mut channel, netaddr(0, 0), b"x")?;
    while channel.recv()?.is_none() {}
    no_memory_for_an_answer(&job, &mut channel)
}

/// The receiver's answer to the first message carries memory that cannot be mapped: the error must
/// say so, accepted messages must arrive, and later a lane can be opened again.
fn no_memory_for_an_answer(job: &Job, channel: &mut Channel) -> Done {
    let (mut other, dst) = (job.open(1)?, netaddr(0, 1));
    send(channel, dst, b"first")?;
    while other.recv()?.is_none() {}
    let raised = limit(libc::RLIMIT_AS, address_space());
    let (mut accepted, mut told) = (0, None);
    for _ in 0..5000 {
        match channel.send(dst, b"second") {
            Ok(bytes) => accepted += usize::from(bytes > 0),
            Err(error) => told = told.or(Some(error)),
        }
        if told.is_some() {
            break;
        }
    }
    limit(libc::RLIMIT_AS, raised);
    let error = told.ok_or("a receiver's memory was mapped in nothing")?;
    println!("answer: {} {error}", error.errno());
    if error.errno() != libc::ENOMEM {
        return Err("that is no word of memory".into());
    }
    send(channel, dst, b"third")?;
    let mut came = Vec::new();
    while came.last().is_none_or(|last| last != b"third") {
        came.extend(other.recv()?.map(|message| message.to_vec()));
    }
    if came.len() != accepted + 1 {
        return Err(format!("{accepted} were accepted before, and {} came", came.len() - 1).into());
    }
    Ok(())
}

/// No room for the stack of a thread at start-up.
pub(crate) fn no_thread() -> Done {
    limit(libc::RLIMIT_AS, address_space() + (1 << 20));
    Ok(Job::init()?.open(0).map(drop)?)
}

/// Rank 1 has no room for its part of a segment, and all are told; the next attempt succeeds.
pub(crate) fn denied_segment() -> Done {
    let (job, _channel) = join()?;
    let raised = (job.rank() == 1).then(|| limit(libc::RLIMIT_AS, address_space() + (16 << 20)));
    let denied = job.segment(64 << 20);
    raised.map(|raised| limit(libc::RLIMIT_AS, raised));
    println!("denied {}", denied.err().ok_or("64 MB were mapped in 16")?);
    use_segment(&job)
}

/// All ranks open a segment and count themselves in it.
fn use_segment(job: &Job) -> Done {
    let segment = job.segment(4096)?;
    segment.atomic(0, 0, skifch::AtomicOp::Add, 8, 1, 0)?;
    job.barrier()?;
    let sum = segment.atomic(0, 0, skifch::AtomicOp::Load, 8, 0, 0)?;
    println!("sum {sum}");
    Ok(job.barrier()?)
}

/// Takes all descriptors that a limit of 64 leaves.
fn take_descriptors() -> Vec<File> {
    limit(libc::RLIMIT_NOFILE, 64);
    std::iter::from_fn(|| File::open("/dev/null").ok()).collect()
}

/// One rank has no free descriptor when all open a segment; the next attempt succeeds.
pub(crate) fn full_segment(short: u32) -> Done {
    let (job, _channel) = join()?;
    let is_short = job.rank() == short;
    let held = is_short.then(take_descriptors);
    let opened = job.segment(4096);
    drop(held);
    if is_short {
        println!("denied {}", opened.err().ok_or("memory came without a descriptor")?);
    }
    job.barrier()?;
    use_segment(&job)
}

fn send(channel: &mut Channel, dst: u32, bytes: &[u8]) -> Result<(), skifch::Error> {
    while channel.send(dst, bytes)? == 0 {
        channel.wait(Events::SEND, dst, Some(Duration::from_millis(100)))?;
    }
    Ok(())
}

/// Rank 0: has too few free descriptors (`spare`) when rank 2 connects; rank 1 must still be
/// served.
pub(crate) fn full_receiver(spare: usize) -> Done {
    let (job, mut channel) = join()?;
    let mut fillers = Vec::new();
    let mut told = 0;
    let mut from_one = 0;
    let mut raised = None;
    let mut from_two = false;
    while from_one < 20_000 || !from_two {
        // Rank 2 may connect late: with no free descriptor that is reported, and this waits for
        // it.
        if from_one >= 10_000
            && (told > 0 || spare > 0)
            && let Some(before) = raised.take()
        {
            println!("told {told}");
            limit(libc::RLIMIT_NOFILE, before);
        }
        match take(&mut channel) {
            Ok(Some((src, _))) if src == netaddr(1, 0) => {
                from_one += 1;
                if from_one == 1 {
                    raised = Some(limit(libc::RLIMIT_NOFILE, 64));
                    while let Ok(file) = File::open("/dev/null") {
                        fillers.push(file);
                    }
                    fillers.truncate(fillers.len() - spare);
                    job.barrier()?;
                }
            }
            Ok(Some(_)) => from_two = true,
            Ok(None) => drop(channel.wait(Events::RECV, 0, Some(Duration::from_secs(5)))?),
            Err(error) if error.errno() == libc::EMFILE => {
                told += 1;
                println!("shortage: {error}");
            }
            Err(error) => return Err(error.into()),
        }
    }
    drop(fillers);
    println!("served");
    leave()
}

/// Rank 1 sends all the time; rank 2 once, while rank 0 has no descriptors.
pub(crate) fn late_sender() -> Done {
    let (job, mut channel) = join()?;
    if job.rank() == 1 {
        send(&mut channel, 0, b"first")?;
        job.barrier()?;
        for _ in 0..20_000 {
            send(&mut channel, 0, b"more")?;
        }
    } else {
        job.barrier()?;
        send(&mut channel, 0, b"late")?;
    }
    channel.close()?;
    leave()
}

/// Makes this process one of an ordinary user: root may have any number of descriptors under way.
fn be_nobody() -> Done {
    const NOBODY: u32 = 65534;
    // SAFETY: integers only.
    unsafe {
        if libc::geteuid() == 0 && libc::setresuid(NOBODY, NOBODY, NOBODY) != 0 {
            return Err(std::io::Error::last_os_error().into());
        }
        // Otherwise what the system tells of this process would be root's.
        libc::prctl(libc::PR_SET_DUMPABLE, 1);
    }
    Ok(())
}

/// All ranks connect to all before any accepts, in all more than a user may have descriptors under
/// way; then each lane carries more than it holds.
pub(crate) fn many_greetings() -> Done {
    const EACH: usize = 20;
    be_nobody()?;
    let (job, mut channel) = join()?;
    limit(libc::RLIMIT_NOFILE, 64);
    let others = (0..job.size()).filter(|&rank| rank != job.rank());
    let mut left: Vec<(u32, usize)> = others.map(|rank| (netaddr(rank, 0), EACH)).collect();
    let mut awaited = left.len() * EACH;
    println!("refused {}", send_round(&mut channel, &mut left)?);
    job.barrier()?;
    while left.iter().any(|(_, count)| *count > 0) || awaited > 0 {
        send_round(&mut channel, &mut left)?;
        awaited -= usize::from(take(&mut channel)?.is_some());
    }
    Ok(job.barrier()?)
}

/// Sends one message to each of those that still get some; returns how many have had no room.
fn send_round(channel: &mut Channel, left: &mut [(u32, usize)]) -> Result<usize, skifch::Error> {
    let mut refused = 0;
    for (dst, count) in left.iter_mut().filter(|(_, count)| *count > 0) {
        let sent = channel.send(*dst, &[1; 1000])? > 0;
        *count -= usize::from(sent);
        refused += usize::from(!sent);
    }
    Ok(refused)
}

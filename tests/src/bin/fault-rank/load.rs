//! More ranks than CPUs, and idle ranks.

use crate::{Done, join};
use skifch::{Events, netaddr, rank_of};
use std::time::{Duration, Instant};

/// Sends `each` messages to every other rank and receives as many from each.
pub(crate) fn all_to_all(each: u64) -> Done {
    let (job, mut channel) = join()?;
    let (me, size) = (job.rank(), job.size());
    let mut sent = vec![0_u64; size as usize];
    let mut got = vec![0_u64; size as usize];
    (sent[me as usize], got[me as usize]) = (each, each);
    while got.iter().chain(&sent).any(|&count| count < each) {
        let mut moved = false;
        let mut blocked = None;
        for to in (0..size).filter(|&to| to != me) {
            let number = sent[to as usize];
            if number < each {
                let bytes = [number.to_le_bytes(), u64::from(me).to_le_bytes()].concat();
                let taken = channel.send(netaddr(to, 0), &bytes)? > 0;
                sent[to as usize] += u64::from(taken);
                moved |= taken;
                blocked = if taken { blocked } else { Some(to) };
            }
        }
        while let Some(message) = channel.recv()? {
            let from = rank_of(message.src()) as usize;
            if message.read_u64_le(0) != Some(got[from]) {
                return Err(format!("message {} of rank {from} is wrong", got[from]).into());
            }
            got[from] += 1;
            moved = true;
        }
        if !moved {
            let wanted = blocked.map_or(Events::RECV, |_| Events::RECV.with(Events::SEND));
            channel.wait(
                wanted,
                netaddr(blocked.unwrap_or(me), 0),
                Some(Duration::from_secs(1)),
            )?;
        }
    }
    job.barrier()?;
    println!("done");
    Ok(())
}

/// Prints which network carries messages to each rank.
pub(crate) fn reach() -> Done {
    let (job, _channel) = join()?;
    let names = (0..job.size()).map(|rank| job.via(rank).unwrap_or_else(|| "nobody".to_owned()));
    println!("reach {}", names.collect::<Vec<_>>().join(" "));
    Ok(job.barrier()?)
}

/// A token travels round the ring `rounds` times; every rank waits for it.
pub(crate) fn ring(rounds: u64) -> Done {
    let (job, mut channel) = join()?;
    let (me, size) = (job.rank(), job.size());
    let next = netaddr((me + 1) % size, 0);
    let begin = Instant::now();
    for round in 0..rounds {
        if me == 0 {
            while channel.send(next, &round.to_le_bytes())? == 0 {}
        }
        loop {
            if let Some(message) = channel.recv()? {
                if message.read_u64_le(0) != Some(round) {
                    return Err(format!("round {round} is wrong").into());
                }
                break;
            }
            channel.wait(Events::RECV, 0, None)?;
        }
        if me != 0 {
            while channel.send(next, &round.to_le_bytes())? == 0 {}
        }
    }
    let hops = rounds * u64::from(size);
    println!("hop {} ns", begin.elapsed().as_nanos() as u64 / hops);
    job.barrier()?;
    Ok(())
}

/// CPU time of this process in nanoseconds.
fn cpu_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a timespec of ours.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Waits for one second without traffic, on a channel with open lanes; prints the CPU time used.
pub(crate) fn idle() -> Done {
    let (job, mut channel) = join()?;
    let next = netaddr((job.rank() + 1) % job.size(), 0);
    while channel.send(next, b"x")? == 0 {}
    while channel.recv()?.is_none() {}
    job.barrier()?;
    channel.wait(Events::RECV, 0, Some(Duration::from_millis(1)))?;
    let begin = cpu_ns();
    let events = channel.wait(Events::RECV, 0, Some(Duration::from_secs(1)))?;
    let used = cpu_ns() - begin;
    job.barrier()?;
    if !events.is_empty() {
        return Err("something came".into());
    }
    println!("used {used}");
    Ok(())
}

/// Exchanges messages with its neighbours, then computes; prints how often its helper threads were
/// woken in two seconds.
pub(crate) fn asleep() -> Done {
    let (job, mut channel) = join()?;
    let next = netaddr((job.rank() + 1) % job.size(), 0);
    while channel.send(next, b"x")? == 0 {}
    while channel.recv()?.is_none() {}
    job.barrier()?;
    // Long enough for the last liveness probe to be answered.
    std::thread::sleep(Duration::from_millis(2500));
    let before = wakings();
    std::thread::sleep(Duration::from_secs(2));
    let after = wakings();
    println!("helpers {}", after.0);
    println!("woken {}", after.1 - before.1);
    job.barrier()?;
    Ok(())
}

/// The number of threads besides the main one, and their total of voluntary context switches.
fn wakings() -> (usize, u64) {
    let of_task = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(path.join("status")).ok()?;
        let line = text.lines().find_map(|it| it.strip_prefix("voluntary_ctxt_switches:"))?;
        line.trim().parse::<u64>().ok()
    };
    let own = std::process::id().to_string();
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let others = tasks.filter(|task| task.file_name().to_string_lossy() != own);
    others.filter_map(|task| of_task(task.path())).fold((0, 0), |(n, sum), it| (n + 1, sum + it))
}

/// The private memory of this process and its share of shared memory, in kB. Without its share of
/// the program's own pages, which grows whenever another test's ranks end.
fn pss_kb() -> u64 {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap_or_default();
    let kb = |name| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    match (kb("Pss_Anon:"), kb("Pss_Shmem:")) {
        (Some(anonymous), Some(shared)) => anonymous + shared,
        // Before Linux 5.4.
        _ => kb("Pss:").unwrap_or(0),
    }
}

/// Prints the memory that joining and opening take before the first message.
pub(crate) fn memory() -> Done {
    let before = pss_kb();
    let (job, _channel) = join()?;
    println!("grown {} kB from {before} kB", pss_kb().saturating_sub(before));
    job.barrier()?;
    Ok(())
}

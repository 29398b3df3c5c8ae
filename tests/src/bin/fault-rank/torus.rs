//! Programs in virtual time: their behaviour follows from their ranks alone.

use crate::{Done, join};
use skifch::abi::Message;
use skifch::{Channel, Events, Job, NetAddr, netaddr, rank_of};
use skifch_tests::hash;
use std::time::Duration;

/// Sends `each` messages of various sizes to ranks in turn, and receives as many in every way: by
/// polling, and by waits with and without timeouts, with clock readings. What it sees, and when,
/// enters a checksum.
pub(crate) fn mix(each: u64) -> Done {
    let (job, mut channel) = join()?;
    let (me, size) = (job.rank(), job.size());
    let (mut sent, mut got, mut sum) = (0, 0, u64::from(me));
    while sent < each || got < each {
        let dst = netaddr((me + 1 + (sent % u64::from(size)) as u32) % size, 0);
        let len = (hash(sent << 20 | u64::from(me)) % 5000 + 1) as usize;
        let is_sent = sent < each && channel.send(dst, &vec![me as u8; len])? > 0;
        sent += u64::from(is_sent);
        let taken = take(&mut channel, sum)?;
        for (src, len) in &taken {
            sum = hash(sum ^ u64::from(rank_of(*src)) << 32 ^ *len as u64);
        }
        got += taken.len() as u64;
        if taken.is_empty() && !is_sent {
            rest(&job, &mut channel, dst, sum)?;
        }
        sum = hash(sum ^ job.time_ns());
        if sum.is_multiple_of(4) {
            job.compute(Duration::from_nanos(sum % 3000))?;
        }
    }
    job.barrier()?;
    println!("sum {me} {sum:016x}");
    Ok(())
}

/// Receives one message or several; returns their senders and lengths.
fn take(channel: &mut Channel, chance: u64) -> Result<Vec<(NetAddr, usize)>, skifch::Error> {
    if chance.is_multiple_of(3) {
        let mut space = [Message::EMPTY; 5];
        let batch = channel.recv_many(&mut space)?;
        return Ok(batch.iter().map(|message| (message.src(), message.len())).collect());
    }
    let message = channel.recv()?;
    Ok(message.map(|message| (message.src(), message.len())).into_iter().collect())
}

/// What a program does when it is idle.
fn rest(job: &Job, channel: &mut Channel, dst: NetAddr, chance: u64) -> Result<(), skifch::Error> {
    let both = Events::RECV.with(Events::SEND);
    match chance % 4 {
        0 => channel.wait(Events::RECV, dst, Some(Duration::from_micros(3))).map(drop),
        1 => channel.wait(both, dst, Some(Duration::from_micros(50))).map(drop),
        2 => {
            let end = job.time_ns() + 2000;
            while job.time_ns() < end
                && channel.wait(Events::RECV, dst, Some(Duration::ZERO))?.is_empty()
            {}
            Ok(())
        }
        _ => channel.progress(),
    }
}

/// Measures polled round trips between rank 0 and each other rank.
pub(crate) fn ping(rounds: u64) -> Done {
    let (job, mut channel) = join()?;
    let (me, size) = (job.rank(), job.size());
    for other in 1..size {
        let begin = job.time_ns();
        for _ in 0..rounds {
            if me == 0 {
                while channel.send(netaddr(other, 0), b"12345678")? == 0 {}
            }
            if me == 0 || me == other {
                while channel.recv()?.is_none() {}
            }
            if me == other {
                while channel.send(netaddr(0, 0), b"12345678")? == 0 {}
            }
        }
        if me == 0 {
            println!("ping {other} {}", (job.time_ns() - begin) / rounds / 2);
        }
        job.barrier()?;
    }
    Ok(())
}

/// Dissemination barriers with a wait for each message; prints the host's cost of a round, in
/// thousandths of a voluntary context switch of this process, and of a barrier in host time.
pub(crate) fn barriers(count: u64) -> Done {
    let (job, mut channel) = join()?;
    let (me, size) = (job.rank(), job.size());
    let rounds = size.next_power_of_two().trailing_zeros();
    let mut got = vec![0; rounds as usize];
    let mut begin = (std::time::Instant::now(), switches());
    for number in 0..=count {
        for round in 0..rounds {
            let dst = netaddr((me + (1 << round)) % size, 0);
            while channel.send(dst, &[round as u8])? == 0 {}
            while got[round as usize] <= number {
                channel.wait(Events::RECV, 0, None)?;
                while let Some(message) = channel.recv()? {
                    got[usize::from(message.to_vec()[0])] += 1;
                }
            }
        }
        if number == 0 {
            // The first barrier includes the start-up of the ranks.
            begin = (std::time::Instant::now(), switches());
        }
    }
    let (took, all) = (begin.0.elapsed(), count * u64::from(rounds));
    println!("switches {me} {}", (switches() - begin.1) * 1000 / all);
    if me == 0 {
        println!("took {} ns a barrier", took.as_nanos() as u64 / count);
    }
    Ok(job.barrier()?)
}

/// Number of voluntary context switches of this process.
fn switches() -> u64 {
    // SAFETY: plain numbers, for which all zeros is a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is writable; the call cannot fail for the process itself.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) };
    usage.ru_nvcsw as u64
}

/// MsgRate of the SkifCh paper: rank 0 only sends `count` messages of 8 bytes, rank 1 only
/// receives.
pub(crate) fn rate(count: u64) -> Done {
    let (job, mut channel) = join()?;
    let begin = job.time_ns();
    let mut done = 0;
    while done < count {
        done += match job.rank() {
            0 => u64::from(channel.send(netaddr(1, 0), b"12345678")? > 0),
            _ => u64::from(channel.recv()?.is_some()),
        };
    }
    let took = job.time_ns() - begin;
    println!("rate {} {}", job.rank(), count * 1_000_000_000 / took);
    Ok(job.barrier()?)
}

/// Every rank waits for a message, and no rank sends one.
pub(crate) fn all_wait() -> Done {
    let (_job, mut channel) = join()?;
    channel.wait(Events::RECV, 0, None)?;
    Err("a wait for nothing came back".into())
}

/// Like [`all_wait`], but by polling.
pub(crate) fn all_poll() -> Done {
    let (_job, mut channel) = join()?;
    while channel.recv()?.is_none() {}
    Err("a message came that nobody sent".into())
}

/// Rank 0 polls for room at rank 1, which never receives; `which` events it asks for.
pub(crate) fn poll_room(which: &str) -> Done {
    let (job, mut channel) = join()?;
    let mut other = job.open(1)?;
    if job.rank() == 1 {
        other.wait(Events::RECV, 0, None)?;
        return Err("a wait for nothing came back".into());
    }
    let peer = netaddr(1, 0);
    while channel.send(peer, &[1; 1000])? > 0 {}
    let events = match which {
        "both" => Events::RECV.with(Events::SEND),
        _ => Events::SEND,
    };
    while channel.wait(events, peer, Some(Duration::ZERO))?.is_empty() {}
    Err("there is room that nobody gave".into())
}

/// Rank 0 keeps its first message unreleased forever; the others send until there is no room, and
/// wait.
pub(crate) fn hold() -> Done {
    let (job, mut channel) = join()?;
    if job.rank() == 0 {
        let mut other = job.open(1)?;
        while channel.wait(Events::RECV, 0, None)?.is_empty() {}
        let shown = channel.recv()?;
        other.wait(Events::RECV, 0, None)?;
        return Err(format!("woken for nothing, with {:?}", shown.map(|it| it.len())).into());
    }
    loop {
        if channel.send(netaddr(0, 0), &[1; 1000])? == 0 {
            channel.wait(Events::SEND, netaddr(0, 0), None)?;
        }
    }
}

/// Rank 1 ends in some way after a few messages; the others wait for it.
pub(crate) fn bereft(how: &str) -> Done {
    let (job, mut channel) = join()?;
    if job.rank() == 1 {
        for number in 0..3u64 {
            channel.send(netaddr(0, 0), &number.to_le_bytes())?;
        }
        match how {
            "abort" => std::process::abort(),
            "give up" => job.abort(3, "rank 1 gives up"),
            _ => crate::leave(),
        }
    }
    loop {
        channel.wait(Events::RECV, 0, None)?;
        channel.recv()?;
    }
}

/// Reads the clock until 5 virtual seconds have passed, polling in between.
pub(crate) fn limit() -> Done {
    let (job, mut channel) = join()?;
    let begin = job.time_ns();
    while job.time_ns() < begin + 5_000_000_000 {
        if channel.recv()?.is_some() {
            return Err("a message came that nobody sent".into());
        }
    }
    println!("over after {}", job.time_ns() - begin);
    Ok(job.barrier()?)
}

/// Two threads of rank 0 wait while rank 1 holds virtual time back: the first for 1 ms, the
/// second, which begins later by the host clock, for 50 ms.
pub(crate) fn threads() -> Done {
    let (job, mut channel) = join()?;
    if job.rank() == 1 {
        std::thread::sleep(Duration::from_millis(400));
        return Ok(job.barrier()?);
    }
    let (mut other, begin) = (job.open(1)?, job.time_ns());
    std::thread::scope(|scope| {
        let second = scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            other.wait(Events::RECV, 0, Some(Duration::from_millis(50))).map(drop)
        });
        channel.wait(Events::RECV, 0, Some(Duration::from_millis(1)))?;
        second.join().map_err(|_| "the second thread panicked")??;
        Ok::<_, Box<dyn std::error::Error>>(())
    })?;
    println!("both after {}", job.time_ns() - begin);
    Ok(job.barrier()?)
}

/// Rank 0 sends to every other rank and leaves; they receive it later.
pub(crate) fn leave_early() -> Done {
    let (job, mut channel) = join()?;
    if job.rank() == 0 {
        for rank in 1..job.size() {
            while channel.send(netaddr(rank, 0), &[5; 5000])? == 0 {}
        }
        return Ok(());
    }
    while channel.recv()?.is_none() {}
    println!("heard after {}", job.time_ns());
    Ok(())
}

/// The end of virtual time: computing beyond it is refused, a wait that would end beyond it has no
/// limit, and whoever passes it by reading the clock ends the run.
pub(crate) fn end(how: &str) -> Done {
    let (job, mut channel) = join()?;
    let error = job.compute(Duration::from_nanos(u64::MAX)).err().ok_or("too long a time")?;
    if error.errno() != libc::EOVERFLOW || !error.text().contains("virtual time ends at ") {
        return Err(error.into());
    }
    if how == "wait" {
        let events = channel.wait(Events::RECV, 0, Some(Duration::from_nanos(1 << 57)))?;
        return Err(format!("{events:?} at {}", job.time_ns()).into());
    }
    let mut ns = 1 << 62;
    while ns > 0 {
        if job.compute(Duration::from_nanos(ns)).is_err() {
            ns /= 2;
        }
    }
    let at = job.time_ns();
    job.barrier()?;
    Err(format!("the run goes on at {at}").into())
}

/// What claims take, committed and given up.
pub(crate) fn claim() -> Done {
    let (job, mut channel) = join()?;
    for is_committed in [true, false] {
        let begin = job.time_ns();
        for _ in 0..10 {
            let claim = channel.claim(0, 8)?.ok_or("no room")?;
            if is_committed {
                claim.commit(8)?;
            }
        }
        println!("{is_committed} {}", job.time_ns() - begin);
    }
    Ok(job.barrier()?)
}

/// The state of rank 0 as rank 1 sees it, which only receives from it.
pub(crate) fn peer() -> Done {
    let (job, channel) = join()?;
    let mut other = job.open(3)?;
    job.barrier()?;
    let (peer, nobody) = (netaddr(1 - job.rank(), 3), skifch::abi::ADDR_NONE);
    if job.rank() == 0 {
        while other.send(peer, b"x")? == 0 {}
        job.barrier()?;
        drop(other);
        return Ok(job.barrier()?);
    }
    println!("to nobody {:?}", other.wait(Events::SEND, nobody, Some(Duration::ZERO))?);
    println!("nobody {:?}", other.peer_state(nobody)?);
    println!("before {:?}", other.peer_state(peer)?);
    other.wait(Events::RECV, peer, None)?;
    crate::take(&mut other)?;
    println!("received {:?}", other.peer_state(peer)?);
    job.barrier()?;
    let begin = job.time_ns();
    while other.peer_state(peer)? != skifch::PeerState::Closed {}
    println!("closed after {}", job.time_ns() - begin);
    drop(channel);
    Ok(job.barrier()?)
}

/// Rank 0 has no room at rank 1, and waits for room or a message when both are there already, after
/// a sleep of `delay` in host time.
pub(crate) fn both(delay: Duration) -> Done {
    let (job, mut channel) = join()?;
    let (peer, mut sent) = (netaddr(1 - job.rank(), 0), 0);
    if job.rank() == 1 {
        // Enough for everything that fits into the window of rank 0.
        channel.wait(Events::RECV, peer, None)?;
        while crate::take(&mut channel)?.is_some() {
            channel.wait(Events::RECV, peer, Some(Duration::from_micros(20)))?;
        }
        channel.send(peer, &[1; 8])?;
        return Ok(job.barrier()?);
    }
    while channel.send(peer, &[0; 2000])? > 0 {
        sent += 1;
    }
    job.compute(Duration::from_micros(200))?;
    std::thread::sleep(delay);
    let events =
        channel.wait(Events::RECV.with(Events::SEND), peer, Some(Duration::from_millis(1)))?;
    println!("sent {sent}, {events:?} at {}", job.time_ns());
    Ok(job.barrier()?)
}

/// Rank 0 closes a channel while messages of rank 1 to it are under way, after a sleep of `delay`
/// in host time, and opens it again.
pub(crate) fn close(delay: Duration) -> Done {
    let (job, _channel) = join()?;
    let mut other = job.open(9)?;
    job.barrier()?;
    if job.rank() == 0 {
        job.compute(Duration::from_nanos(4000))?;
        std::thread::sleep(delay);
        drop(other);
        job.time_ns();
        std::thread::sleep(Duration::from_millis(2));
        drop(job.open(9)?);
        return Ok(());
    }
    let dst = netaddr(0, 9);
    for _ in 0..20 {
        let sent = other.send(dst, &[1; 100]);
        println!("{} until {}", sent.map_err(|error| error.errno()).unwrap_or(0), job.time_ns());
        job.compute(Duration::from_nanos(300))?;
    }
    other.wait(Events::RECV, dst, Some(Duration::from_micros(50)))?;
    Ok(())
}

/// Sleeps for a minute of host time, which takes no virtual time.
pub(crate) fn asleep() -> Done {
    let (_job, _channel) = join()?;
    std::thread::sleep(Duration::from_secs(60));
    Ok(())
}

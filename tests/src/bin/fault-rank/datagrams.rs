//! Messages over a lossy network, and ranks that leave at once or make no calls for long.

use crate::{Done, join};
use skifch::{Channel, Events, Job, netaddr, rank_of};
use skifch_tests::compose;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(1);

/// Sends `each` messages to every other rank, receives as many from each, and leaves at once:
/// messages still in flight must arrive without its help.
pub(crate) fn exchange(each: u64) -> Done {
    let (job, mut channel) = join()?;
    let (me, size) = (job.rank(), job.size());
    let others: Vec<u32> = (0..size).filter(|&rank| rank != me).collect();
    let mut sent = vec![0_u64; size as usize];
    let mut inbox = Inbox::new(size);
    let mut bytes = Vec::new();
    while others.iter().any(|&rank| sent[rank as usize].min(inbox.got[rank as usize]) < each) {
        let mut blocked = None;
        for &to in &others {
            if sent[to as usize] == each {
                continue;
            }
            compose(me, sent[to as usize], &mut bytes);
            let taken = channel.send(netaddr(to, 0), &bytes)? > 0;
            sent[to as usize] += u64::from(taken);
            blocked = if taken { blocked } else { Some(to) };
        }
        let is_done = others.iter().all(|&to| sent[to as usize] == each);
        if inbox.take(&mut channel)? == 0 && (is_done || blocked.is_some()) {
            let wanted = blocked.map_or(Events::RECV, |_| Events::RECV.with(Events::SEND));
            channel.wait(wanted, netaddr(blocked.unwrap_or(me), 0), Some(PATIENCE))?;
        }
    }
    finish(job, channel)
}

/// Rank 0 sends `count` messages and leaves; rank 1 makes no calls for `pause` after the first
/// one.
pub(crate) fn one_way(count: u64, pause: Duration) -> Done {
    let (job, mut channel) = join()?;
    let mut bytes = Vec::new();
    if job.rank() == 0 {
        for number in 0..count {
            compose(0, number, &mut bytes);
            while channel.send(netaddr(1, 0), &bytes)? == 0 {
                channel.wait(Events::SEND, netaddr(1, 0), Some(PATIENCE))?;
            }
        }
        return finish(job, channel);
    }
    let mut inbox = Inbox::new(2);
    while inbox.got[0] == 0 {
        channel.wait(Events::RECV, 0, Some(PATIENCE))?;
        inbox.take_one(&mut channel)?;
    }
    println!("silent");
    std::thread::sleep(pause);
    while inbox.got[0] < count {
        if inbox.take(&mut channel)? == 0 {
            channel.wait(Events::RECV, 0, Some(PATIENCE))?;
        }
    }
    finish(job, channel)
}

/// All send one message to the last rank and stay until they are killed; then the last rank
/// closes.
pub(crate) fn deserted(pause: Duration) -> Done {
    let (job, mut channel) = join()?;
    let last = job.size() - 1;
    if job.rank() < last {
        while channel.send(netaddr(last, 0), b"here")? == 0 {
            channel.wait(Events::SEND, netaddr(last, 0), Some(PATIENCE))?;
        }
        std::thread::sleep(Duration::from_secs(600));
        return Err("nobody has killed this rank".into());
    }
    let mut heard = 0;
    while heard < last {
        if channel.recv()?.is_some() {
            heard += 1;
            continue;
        }
        channel.wait(Events::RECV, 0, Some(PATIENCE))?;
    }
    println!("came");
    // Without a call: it does not ask whether they are alive.
    std::thread::sleep(pause);
    finish(job, channel)
}

pub(crate) fn finish(job: Job, channel: Channel) -> Done {
    let stats = channel.stats()?;
    let spoiled = stats.dropped_tag + stats.dropped_malformed;
    println!("lost {}", stats.datagrams_lost);
    println!("again {}", stats.bytes_retransmitted);
    println!("stale {}", stats.dropped_stale);
    println!("spoiled {spoiled}");
    channel.close()?;
    job.finalize()?;
    println!("done");
    Ok(())
}

/// The messages received from each rank, checked.
struct Inbox {
    got: Vec<u64>,
    expected: Vec<u8>,
}

impl Inbox {
    fn new(size: u32) -> Self {
        Self { got: vec![0; size as usize], expected: Vec::new() }
    }

    /// Receives all available messages; returns how many.
    fn take(&mut self, channel: &mut Channel) -> Result<u64, Box<dyn std::error::Error>> {
        let mut count = 0;
        while self.take_one(channel)? {
            count += 1;
        }
        Ok(count)
    }

    fn take_one(&mut self, channel: &mut Channel) -> Result<bool, Box<dyn std::error::Error>> {
        let Some(message) = channel.recv()? else { return Ok(false) };
        let rank = rank_of(message.src());
        let got = &mut self.got[rank as usize];
        compose(rank, *got, &mut self.expected);
        if message.to_vec() != self.expected {
            return Err(format!("message {got} of rank {rank} is wrong").into());
        }
        *got += 1;
        Ok(true)
    }
}

//! Endless streams whose senders and receivers are killed.

use crate::{Done, join, leave, take};
use skifch::{Caps, Channel, Events, NetAddr, netaddr, rank_of};
use skifch_tests::compose;
use std::io::IoSlice;
use std::time::{Duration, Instant};

/// Sends message `number` by one of the available calls; returns whether it was taken.
fn offer(
    channel: &mut Channel,
    dst: NetAddr,
    number: u64,
    bytes: &[u8],
) -> Result<bool, skifch::Error> {
    match number % 4 {
        0 => {
            let (head, tail) = bytes.split_at(bytes.len() / 3);
            let parts = [IoSlice::new(head), IoSlice::new(tail)];
            Ok(channel.send_vectored(dst, &parts)? > 0)
        }
        1 if channel.attr()?.caps.has(Caps::CLAIM) => match channel.claim(dst, bytes.len() + 40)? {
            Some(mut claim) => {
                claim.write_at(0, bytes);
                claim.write_at(bytes.len(), &[0xff; 40]);
                claim.commit(bytes.len()).map(|()| true)
            }
            None => Ok(false),
        },
        _ => Ok(channel.send(dst, bytes)? > 0),
    }
}

/// Sends to rank 0 until it is killed, or `count` messages if that is not 0.
pub(crate) fn flood(count: u32) -> Done {
    let (job, mut channel) = join()?;
    let mut bytes = Vec::new();
    for number in 0.. {
        if count > 0 && number == u64::from(count) {
            break;
        }
        compose(job.rank(), number, &mut bytes);
        while !offer(&mut channel, 0, number, &bytes)? {
            channel.wait(Events::SEND, 0, None)?;
        }
        if number == 0 {
            println!("sending");
        }
    }
    channel.close()?;
    leave()
}

/// Opens, sends a few messages to rank 0 and closes, until it is killed.
pub(crate) fn churn() -> Done {
    let (job, channel) = join()?;
    let (mut bytes, mut number) = (Vec::new(), 0);
    let mut open = Some(channel);
    loop {
        let mut channel = match open.take() {
            Some(channel) => channel,
            None => job.open(0)?,
        };
        for _ in 0..=skifch_tests::hash(number) % 5 {
            compose(job.rank(), number, &mut bytes);
            while !offer(&mut channel, 0, number, &bytes)? {
                channel.wait(Events::SEND, 0, None)?;
            }
            if number == 0 {
                println!("sending");
            }
            number += 1;
        }
        channel.close()?;
    }
}

/// State of one sender.
#[derive(Clone, Default)]
struct From {
    next: u64,
    deaths: u32,
}

/// Receives from all ranks until `victims` have died, then `after` messages from the survivors.
pub(crate) fn collect(victims: u32, after: u32) -> Done {
    let (job, mut channel) = join()?;
    let mut from = vec![From::default(); job.size() as usize];
    let (mut deaths, mut left, mut expected) = (0, after, Vec::new());
    while deaths < victims || left > 0 {
        match take(&mut channel) {
            Ok(Some((src, bytes))) => {
                let rank = rank_of(src);
                let sender = &mut from[rank as usize];
                if sender.deaths > 0 {
                    return Err(format!("a message of rank {rank} after its end").into());
                }
                compose(rank, sender.next, &mut expected);
                if bytes != expected {
                    let head = bytes.first_chunk().map_or(0, |head| u64::from_le_bytes(*head));
                    let text = format!("rank {rank} sent {head} and not {}", sender.next);
                    return Err(text.into());
                }
                sender.next += 1;
                left = if deaths < victims { left } else { left.saturating_sub(1) };
            }
            Ok(None) => drop(channel.wait(Events::RECV, 0, Some(Duration::from_secs(10)))?),
            Err(error) if error.errno() == libc::ECONNRESET => {
                let named = (1..job.size()).find(|r| error.text().contains(&format!("rank {r} ")));
                let rank = named.ok_or_else(|| format!("no rank is named: {error}"))?;
                from[rank as usize].deaths += 1;
                deaths += 1;
                println!("died: {rank}");
            }
            Err(error) => return Err(error.into()),
        }
    }
    println!("messages of rank 1: {}", from[1].next);
    if let Some(twice) = from.iter().position(|sender| sender.deaths > 1) {
        return Err(format!("the end of rank {twice} was told twice").into());
    }
    println!("received {}", from.iter().map(|sender| sender.next).sum::<u64>());
    leave()
}

/// Rank 0: sends to rank 1, which is killed, and to rank 2, which must receive everything.
pub(crate) fn flood_two() -> Done {
    let (_job, mut channel) = join()?;
    let (mut bytes, mut numbers) = (Vec::new(), [0_u64; 3]);
    let mut ended: Option<Instant> = None;
    println!("sending");
    while ended.is_none_or(|at| at.elapsed() < Duration::from_millis(20)) {
        for to in if ended.is_some() { 2..3 } else { 1..3_usize } {
            let dst = netaddr(to as u32, 0);
            compose(0, numbers[to], &mut bytes);
            match offer(&mut channel, dst, numbers[to], &bytes) {
                Ok(taken) => numbers[to] += u64::from(taken),
                Err(error) if to == 1 && error.errno() == libc::EPIPE => {
                    println!("EPIPE {error}");
                    ended = Some(Instant::now());
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    channel.close()?;
    println!("sent {}", numbers[2]);
    leave()
}

/// Receives from rank 0 until it closes.
pub(crate) fn drain() -> Done {
    use skifch::PeerState;
    let (_job, mut channel) = join()?;
    let (mut number, mut expected) = (0, Vec::new());
    while channel.peer_state(0)? != PeerState::Closed {
        while let Some(message) = channel.recv()? {
            compose(0, number, &mut expected);
            if message.to_vec() != expected {
                return Err(format!("message {number} is wrong").into());
            }
            number += 1;
        }
        channel.wait(Events::RECV, 0, Some(Duration::from_millis(1)))?;
    }
    println!("received {number}");
    leave()
}

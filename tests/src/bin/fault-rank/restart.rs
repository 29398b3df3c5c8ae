//! Rank 0 outlives a rank 1 that is killed and restarted, and communicates with both.

use crate::{Done, join, take};
use skifch::{Channel, netaddr, rank_of};
use skifch_tests::compose;
use std::time::{Duration, Instant};

/// Messages in each direction in the second life.
const COUNT: u64 = 300;
const LIMIT: Duration = Duration::from_secs(15);

/// One direction of traffic: the life of rank 1 it belongs to, and the next message number.
#[derive(Default)]
struct Stream {
    life: u32,
    next: u64,
}

impl Stream {
    /// Composes the next message, in which every byte depends on life and number.
    fn compose(&self, from: u32, bytes: &mut Vec<u8>) {
        compose(from + 10 * self.life, self.next, bytes);
    }

    /// Sends the next message to `rank`; returns whether it was taken.
    fn send(&mut self, channel: &mut Channel, rank: u32) -> Result<bool, skifch::Error> {
        let mut bytes = Vec::new();
        self.compose(1 - rank, &mut bytes);
        let taken = channel.send(netaddr(rank, 0), &bytes)? > 0;
        self.next += u64::from(taken);
        Ok(taken)
    }

    /// Receives the next message, which must match; returns whether there was one.
    fn receive(&mut self, channel: &mut Channel) -> Result<bool, Box<dyn std::error::Error>> {
        let Some((src, bytes)) = take(channel)? else { return Ok(false) };
        let mut expected = Vec::new();
        self.compose(rank_of(src), &mut expected);
        if bytes != expected {
            let text = format!("message {} of life {} is another one", self.next, self.life);
            return Err(text.into());
        }
        self.next += 1;
        Ok(true)
    }
}

/// Sends as much as it can to the first life of rank 1 and `COUNT` messages to the second;
/// receives from both. Each direction must be told once that the first life is over.
pub(crate) fn survivor() -> Done {
    let (job, mut channel) = join()?;
    let (mut to, mut from) = (Stream::default(), Stream::default());
    let begin = Instant::now();
    let is_over = |stream: &Stream| stream.life == 1 && stream.next == COUNT;
    while !(is_over(&to) && is_over(&from)) {
        if begin.elapsed() > LIMIT {
            let (to, from) = ((to.life, to.next), (from.life, from.next));
            let state = channel.peer_state(netaddr(1, 0))?;
            return Err(format!("not over: sent {to:?}, received {from:?}, {state:?}").into());
        }
        if !is_over(&to)
            && let Err(error) = to.send(&mut channel, 1)
        {
            ends(&mut to, &error, libc::EPIPE)?;
        }
        if let Err(error) = from.receive(&mut channel) {
            match error.downcast::<skifch::Error>() {
                Ok(error) if from.life == 0 => ends(&mut from, &error, libc::ECONNRESET)?,
                Ok(error) => return Err(error.into()),
                Err(error) => return Err(error),
            }
        }
    }
    channel.close()?;
    job.finalize()?;
    println!("done");
    Ok(())
}

/// Handles the error that reports the end of the first life. Sends keep failing until the next
/// life is there, and none of those messages may reach it.
fn ends(stream: &mut Stream, error: &skifch::Error, errno: i32) -> Done {
    if error.errno() != errno || (stream.life == 1 && stream.next > 0) {
        return Err(format!("in life {} after {}: {error}", stream.life, stream.next).into());
    }
    if stream.life == 0 {
        println!("errno {errno} after {}: {error}", stream.next);
        *stream = Stream { life: 1, next: 0 };
    }
    Ok(())
}

/// Rank 1. In its first life it sends as much as it can and receives little, so that messages in
/// both directions are in flight when it is killed. In its second life, which gets the port range
/// of the first, it sends and receives `COUNT` messages; if it is quiet, it receives all of them
/// first.
pub(crate) fn newcomer(is_quiet: bool) -> Done {
    let life = std::env::var("LIFE")?.parse()?;
    let (job, mut channel) = join()?;
    let (mut to, mut from) = (Stream { life, next: 0 }, Stream { life, next: 0 });
    let count = if life == 0 { u64::MAX } else { COUNT };
    while to.next < count || from.next < count {
        if to.next < count && (life == 0 || !is_quiet || from.next == count) {
            to.send(&mut channel, 0)?;
        }
        if life == 1 || from.next < 10 {
            from.receive(&mut channel)?;
        }
        if to.next == 1000 {
            println!("sending");
        }
    }
    channel.close()?;
    job.finalize()?;
    println!("done");
    Ok(())
}

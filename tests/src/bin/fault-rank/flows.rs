//! Streams for a given time, counted at the receiver.

use crate::{Done, datagrams, join};
use skifch::{Channel, Events, netaddr, rank_of};
use std::time::{Duration, Instant};

const MESSAGE_BYTES: usize = 8192;
/// The number of the last message of a stream; it is not counted.
const END: u64 = u64::MAX;
const PATIENCE: Duration = Duration::from_millis(100);

/// All ranks send to the last one, as much as there is room for, for `warm` + `time`. That rank
/// prints the bytes received from each during `time`; each message must arrive once and in order.
pub(crate) fn flows(warm: Duration, time: Duration) -> Done {
    let (job, mut channel) = join()?;
    println!("flowing");
    let begin = Instant::now();
    let last = job.size() - 1;
    if job.rank() < last {
        let mut bytes = vec![7; MESSAGE_BYTES];
        let mut number = 0_u64;
        while begin.elapsed() < warm + time {
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            number += u64::from(send(&mut channel, last, &bytes)?);
        }
        while !send(&mut channel, last, &END.to_le_bytes())? {}
        return datagrams::finish(job, channel);
    }
    let mut next = vec![0_u64; last as usize];
    let mut counted = vec![0_usize; last as usize];
    let mut ended = 0;
    while ended < last {
        let Some(message) = channel.recv()? else {
            channel.wait(Events::RECV, 0, Some(PATIENCE))?;
            continue;
        };
        let from = rank_of(message.src()) as usize;
        match message.read_u64_le(0) {
            Some(END) => ended += 1,
            number if number == Some(next[from]) => next[from] += 1,
            number => return Err(format!("{number:?} of {from}, not {}", next[from]).into()),
        }
        if (warm..warm + time).contains(&begin.elapsed()) {
            counted[from] += message.len();
        }
    }
    let counted: Vec<_> = counted.iter().map(usize::to_string).collect();
    println!("came {}", counted.join(" "));
    datagrams::finish(job, channel)
}

fn send(channel: &mut Channel, to: u32, bytes: &[u8]) -> Result<bool, skifch::Error> {
    let taken = channel.send(netaddr(to, 0), bytes)? > 0;
    if !taken {
        channel.wait(Events::SEND, netaddr(to, 0), Some(PATIENCE))?;
    }
    Ok(taken)
}

//! Much random traffic with every byte predictable.

use super::chan::{read, same};
use super::pattern::{Rng, message};
use super::{Case, Chan, Check, Outcome, PATIENCE, Stop, ensure};
use crate::iov::iovec_of;
use skifch_abi::{Caps, Message, iovec};
use std::time::Instant;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "random-ports",
        rule: "random calls on several ports: in order, exactly once",
        run: random_ports,
    },
    Check {
        name: "random-threads",
        rule: "one thread sends while another receives",
        run: random_threads,
    },
];

const CHANNELS: usize = 3;
const MESSAGES: usize = 6000;

/// Sends one message by a randomly chosen call; true if it was accepted.
fn send_somehow(chan: &Chan<'_>, rng: &mut Rng, dst: u32, bytes: &[u8]) -> Result<bool, Stop> {
    let caps = Caps(chan.net.table.caps);
    let rc = match rng.below(4) {
        0 => chan.send(dst, bytes),
        1 => {
            let (left, right) = bytes.split_at(rng.below(bytes.len()));
            let iov: [iovec; 2] = [iovec_of(left), iovec_of(right)];
            chan.send_iov(dst, &iov)
        }
        2 if caps.has(Caps::CLAIM) => return claim(chan, dst, bytes),
        _ => match chan.send_ex(dst, bytes, 0) {
            (1, taken) => taken as isize,
            (rc, _) => rc as isize,
        },
    };
    ensure!(rc == 0 || rc == bytes.len() as isize, "sending {} bytes: {rc}", bytes.len());
    Ok(rc > 0)
}

fn claim(chan: &Chan<'_>, dst: u32, bytes: &[u8]) -> Result<bool, Stop> {
    let (rc, segments) = chan.claim(dst, bytes.len()).unwrap_or((-1, Vec::new()));
    ensure!(rc == 0 || rc == 1, "claiming {} bytes: {rc}", bytes.len());
    if rc == 0 {
        return Ok(false);
    }
    let mut rest = bytes;
    for segment in segments {
        let (now, later) = rest.split_at(rest.len().min(segment.iov_len));
        // SAFETY: a claimed segment is writable for its length until commit.
        unsafe { segment.iov_base.cast::<u8>().copy_from_nonoverlapping(now.as_ptr(), now.len()) };
        rest = later;
    }
    let rc = chan.commit(bytes.len());
    ensure!(rest.is_empty() && rc == Some(0), "committing {} bytes: {rc:?}", bytes.len());
    Ok(true)
}

/// Receives what is there by a randomly chosen call; `check` is called with each message.
fn recv_somehow(
    chan: &Chan<'_>,
    rng: &mut Rng,
    mut check: impl FnMut(Option<u32>, &[u8]) -> Outcome,
) -> Outcome {
    let mut batch = [Message::EMPTY; 4];
    match rng.below(3) {
        0 => {
            let (rc, message) = chan.recv();
            ensure!(rc >= 0, "Recv answered {rc}");
            if rc > 0 {
                // This call does not report the source.
                check(None, &read(&message)?)?;
                ensure!(chan.recv_comp() == 0, "RecvComp failed");
            }
        }
        1 => {
            if let Some((src, bytes)) = chan.recv_now()? {
                check(Some(src), &bytes)?;
            }
        }
        _ => {
            let count = chan.recv_many(&mut batch).unwrap_or(0);
            ensure!(count >= 0, "RecvMany answered {count}");
            for message in &batch[..count as usize] {
                check(Some(message.src), &read(message)?)?;
            }
            ensure!(count == 0 || chan.recv_comp() == 0, "RecvComp of a batch failed");
        }
    }
    Ok(())
}

fn random_ports(case: &Case<'_>) -> Outcome {
    let chans =
        (0..CHANNELS as u32).map(|index| case.open(index)).collect::<Result<Vec<_>, _>>()?;
    // Each channel has its own limit; the least of them holds for all.
    let limits = chans
        .iter()
        .map(|chan| Ok(chan.attr()?.max_message_bytes))
        .collect::<Result<Vec<_>, _>>()?;
    let max = limits.into_iter().min().unwrap_or(0);
    let mut rng = case.own_rng();
    // Numbers of the next message from i to j, at the sender and at the receiver.
    let (mut sent, mut got) = ([[0u64; CHANNELS]; CHANNELS], [[0u64; CHANNELS]; CHANNELS]);
    let predict =
        |i: usize, j: usize, seq| message(case.seed, chans[i].addr, chans[j].addr, seq, max);
    let (mut sent_count, mut got_count, mut last) = (0, 0, Instant::now());
    while got_count < MESSAGES {
        ensure!(last.elapsed() < PATIENCE, "{got_count} of {sent_count} messages came, then none");
        let (i, j) = (rng.below(CHANNELS), rng.below(CHANNELS));
        if sent_count < MESSAGES
            && send_somehow(&chans[i], &mut rng, chans[j].addr, &predict(i, j, sent[i][j]))?
        {
            sent[i][j] += 1;
            sent_count += 1;
        }
        let j = rng.below(CHANNELS);
        recv_somehow(&chans[j], &mut rng, |src, bytes| {
            let from = match src {
                Some(src) => chans.iter().position(|chan| chan.addr == src),
                None => (0..CHANNELS).find(|&i| predict(i, j, got[i][j]) == bytes),
            };
            let Some(i) = from else {
                return Err(Stop::Failed(format!("port {j} got what nobody sends now")));
            };
            same(bytes, &predict(i, j, got[i][j]))?;
            got[i][j] += 1;
            got_count += 1;
            last = Instant::now();
            Ok(())
        })?;
        chans[j].progress();
    }
    ensure!(sent == got, "sent {sent:?}, got {got:?}");
    chans.iter().try_for_each(Chan::expect_nothing)
}

fn random_threads(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let max = chan.attr()?.max_message_bytes;
    let addr = chan.addr;
    let predict = |seq| message(case.seed, addr, addr, seq, max);
    let (mut send_rng, mut recv_rng) = (case.own_rng(), case.own_rng());
    chan.split();
    std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            for seq in 0..MESSAGES as u64 {
                let (bytes, end) = (predict(seq), Instant::now() + PATIENCE);
                while !send_somehow(&chan, &mut send_rng, addr, &bytes)? {
                    ensure!(Instant::now() < end, "no room for message {seq}");
                    std::thread::yield_now();
                }
            }
            Ok(())
        });
        let (mut seq, end) = (0, Instant::now() + PATIENCE);
        while seq < MESSAGES as u64 {
            let before = seq;
            recv_somehow(&chan, &mut recv_rng, |src, bytes| {
                ensure!(src.is_none_or(|src| src == addr), "a message from {src:?} came");
                same(bytes, &predict(seq))?;
                seq += 1;
                Ok(())
            })?;
            if seq == before {
                ensure!(Instant::now() < end, "message {seq} did not come");
                std::thread::yield_now();
            }
        }
        sender.join().unwrap_or_else(|_| Err(Stop::Failed("the sender panicked".to_owned())))
    })?;
    chan.expect_nothing()
}

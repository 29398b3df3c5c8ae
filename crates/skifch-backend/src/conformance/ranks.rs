//! Checks between ranks. Every rank runs each check and takes part in all fences, whatever fails in
//! between.

use super::chan::same;
use super::pattern::message;
use super::{Case, Chan, Check, Outcome, PATIENCE, ensure};
use skifch_abi::{Events, netaddr, rank_of};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "all-to-all",
        rule: "all to all: in order, exactly once, with the correct source",
        run: all_to_all,
    },
    Check {
        name: "no-starvation",
        rule: "a slow sender is not starved by fast ones",
        run: no_starvation,
    },
    Check {
        name: "close-sending",
        rule: "all messages of closed ranks arrive, other ranks continue",
        run: close_sending,
    },
    Check { name: "ring-of-waits", rule: "sleeping ranks wake each other", run: ring_of_waits },
];

fn all_to_all(case: &Case<'_>) -> Outcome {
    case.needs_ranks(2)?;
    let opened = case.open(0);
    case.fence();
    opened.and_then(|chan| {
        let outcome = exchange(case, &chan);
        // Closing a channel before its messages are received is the subject of another check.
        case.fence();
        outcome
    })
}

fn exchange(case: &Case<'_>, chan: &Chan<'_>) -> Outcome {
    // The first says what the sender's limit is: channels may have limits of their own.
    const EACH: u64 = 1501;
    let size = case.net.size as usize;
    let max = chan.attr()?.max_message_bytes;
    let addr = |rank: usize| netaddr(rank as u32, case.port(0));
    let numbered = |src, dst, number: u64, limit: usize| match number.checked_sub(1) {
        Some(number) => message(case.seed, src, dst, number, limit),
        None => (limit as u64).to_le_bytes().to_vec(),
    };
    let (mut sent, mut got, mut limits) = (vec![0u64; size], vec![0u64; size], vec![0; size]);
    let mut rng = case.own_rng();
    let mut last = Instant::now();
    while got.iter().any(|&count| count < EACH) || sent.iter().any(|&count| count < EACH) {
        ensure!(last.elapsed() < PATIENCE, "stuck: sent {sent:?}, got {got:?} of {EACH} each");
        let mut idle = true;
        let rank = rng.below(size);
        if sent[rank] < EACH {
            let bytes = numbered(chan.addr, addr(rank), sent[rank], max);
            let rc = chan.send(addr(rank), &bytes);
            ensure!(
                rc == 0 || rc == bytes.len() as isize,
                "Send to rank {rank}: {rc}: {}",
                (case.net.last_error)()
            );
            sent[rank] += u64::from(rc > 0);
            idle &= rc == 0;
        }
        if let Some((src, bytes)) = chan.recv_now()? {
            let rank = rank_of(src) as usize;
            ensure!(rank < size && src == addr(rank), "a message from {src:#x} came");
            if got[rank] == 0 {
                limits[rank] = bytes.as_slice().try_into().map_or(0, u64::from_le_bytes) as usize;
            }
            same(&bytes, &numbered(src, chan.addr, got[rank], limits[rank]))?;
            got[rank] += 1;
            idle = false;
        }
        if idle {
            chan.progress();
            std::thread::yield_now();
        } else {
            last = Instant::now();
        }
    }
    chan.expect_nothing()
}

/// Rank 0 replies; the others flood it from one port and send it requests from another.
fn no_starvation(case: &Case<'_>) -> Outcome {
    case.needs_ranks(2)?;
    let outcome = if case.net.rank == 0 { answer(case) } else { ask(case) };
    case.fence();
    outcome
}

const ASKED: u64 = 30;

fn answer(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let mut left = ASKED * u64::from(case.net.size - 1);
    let (mut floods, end) = (0u64, Instant::now() + PATIENCE);
    while left > 0 {
        ensure!(Instant::now() < end, "{left} questions never came, {floods} floods did");
        match chan.recv_now()? {
            Some((src, bytes)) if bytes.len() == 8 => {
                chan.send_all(src, &bytes)?;
                left -= 1;
            }
            Some(_) => floods += 1,
            None => chan.progress(),
        }
    }
    Ok(())
}

fn ask(case: &Case<'_>) -> Outcome {
    let (asks, floods) = (case.open(1)?, case.open(2)?);
    let (to, done) = (netaddr(0, case.port(0)), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                match floods.send(to, &[0xF1; 100]) {
                    0 => std::thread::yield_now(),
                    rc if rc < 0 => return,
                    _ => {}
                }
            }
        });
        let outcome = (0..ASKED).try_for_each(|number| {
            asks.send_all(to, &number.to_le_bytes())?;
            asks.expect(to, &number.to_le_bytes())
        });
        done.store(true, Ordering::Relaxed);
        outcome
    })
}

/// Odd ranks send to even ones and close at once, while even ones send to them.
fn close_sending(case: &Case<'_>) -> Outcome {
    case.needs_ranks(2)?;
    let opened = case.open(0);
    case.fence();
    let outcome = opened.and_then(|chan| match case.net.rank % 2 {
        1 => send_and_close(case, chan),
        _ => stay(case, &chan).map(|()| drop(chan)),
    });
    case.fence();
    outcome
}

const LAST_WORDS: u64 = 200;

fn others(case: &Case<'_>, odd: u32) -> impl Iterator<Item = u32> + use<> {
    (0..case.net.size).filter(move |rank| rank % 2 == odd)
}

fn send_and_close(case: &Case<'_>, chan: Chan<'_>) -> Outcome {
    for number in 0..LAST_WORDS {
        for rank in others(case, 0) {
            // Even ranks send to us all the time, so their messages must be received.
            chan.recv_now()?;
            chan.send_all(netaddr(rank, case.port(0)), &number.to_le_bytes())?;
        }
    }
    let rc = chan.close();
    ensure!(rc == 0, "close answered {rc}");
    Ok(())
}

fn stay(case: &Case<'_>, chan: &Chan<'_>) -> Outcome {
    let mut next = vec![0u64; case.net.size as usize];
    let mut gone = vec![false; case.net.size as usize];
    let end = Instant::now() + PATIENCE;
    while others(case, 1).any(|rank| next[rank as usize] < LAST_WORDS) {
        ensure!(Instant::now() < end, "of {LAST_WORDS} last words from each came {next:?}");
        for rank in others(case, 1) {
            if gone[rank as usize] {
                continue;
            }
            let rc = chan.send(netaddr(rank, case.port(0)), &[0xCC; 50]);
            let is_gone = rc == -libc::EPIPE as isize;
            ensure!(rc == 0 || rc == 50 || is_gone, "Send to closing rank {rank}: {rc}");
            gone[rank as usize] = is_gone;
        }
        if let Some((src, bytes)) = chan.recv_now()? {
            let rank = rank_of(src) as usize;
            ensure!(rank < next.len() && rank % 2 == 1, "a message from {src:#x} came");
            same(&bytes, &next[rank].to_le_bytes())?;
            next[rank] += 1;
        } else {
            std::thread::yield_now();
        }
    }
    Ok(())
}

fn ring_of_waits(case: &Case<'_>) -> Outcome {
    case.needs_ranks(2)?;
    let opened = case.open(0);
    case.fence();
    opened.and_then(|chan| {
        let outcome = pass_token(case, &chan);
        case.fence();
        outcome
    })
}

fn pass_token(case: &Case<'_>, chan: &Chan<'_>) -> Outcome {
    const ROUNDS: u64 = 100;
    let (me, size) = (case.net.rank, case.net.size);
    let next = netaddr((me + 1) % size, case.port(0));
    for round in 0..ROUNDS {
        if me == 0 {
            chan.send_all(next, &round.to_le_bytes())?;
        }
        let rc = chan.wait(Events::RECV, 0, PATIENCE.as_nanos() as i64);
        ensure!(rc == Events::RECV.0 as i32, "round {round}: the wait answered {rc}");
        chan.expect(netaddr((me + size - 1) % size, case.port(0)), &round.to_le_bytes())?;
        if me != 0 {
            chan.send_all(next, &round.to_le_bytes())?;
        }
    }
    Ok(())
}

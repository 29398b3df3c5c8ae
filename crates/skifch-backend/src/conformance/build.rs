//! Messages built in place, and messages received in batches.

use super::chan::{read, same, settle};
use super::{Case, Check, Outcome, PATIENCE, Stop, ensure};
use skifch_abi::{Caps, Message, iovec};
use std::time::Instant;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "claim", rule: "claimed and committed messages arrive, in order", run: claim },
    Check { name: "abort", rule: "an aborted claim sends nothing", run: abort },
    Check {
        name: "claim-misuse",
        rule: "commit and abort without a claim: EINVAL; a second claim: EBUSY",
        run: misuse,
    },
    Check {
        name: "batch",
        rule: "RecvMany presents messages in order; one RecvComp releases all",
        run: batch,
    },
];

/// Writes `bytes` into claimed segments.
fn write(segments: &[iovec], bytes: &[u8]) -> Outcome {
    let room: usize = segments.iter().map(|segment| segment.iov_len).sum();
    ensure!(room >= bytes.len(), "a claim of {} bytes has room for {room}", bytes.len());
    let mut rest = bytes;
    for segment in segments {
        let (now, later) = rest.split_at(rest.len().min(segment.iov_len));
        // SAFETY: a claimed segment is writable for its length until commit.
        unsafe {
            segment.iov_base.cast::<u8>().copy_from_nonoverlapping(now.as_ptr(), now.len());
        }
        rest = later;
    }
    Ok(())
}

fn claim(case: &Case<'_>) -> Outcome {
    case.needs(Caps::CLAIM)?;
    let chan = case.open(0)?;
    let max = chan.attr()?.max_message_bytes;
    let mut rng = case.own_rng();
    for round in 0..400 {
        let claimed = 1 + rng.below(if round % 4 == 0 { max } else { 200.min(max) });
        let used = 1 + rng.below(claimed);
        let mut bytes = vec![0; used];
        rng.fill(&mut bytes);
        chan.send_all(chan.addr, b"before")?;
        let end = Instant::now() + PATIENCE;
        let segments = loop {
            match chan.claim(chan.addr, claimed) {
                Some((1, segments)) => break segments,
                Some((0, _)) if Instant::now() < end => {
                    // No room: the lane must be emptied first.
                    chan.expect(chan.addr, b"before")?;
                    chan.send_all(chan.addr, b"before")?;
                }
                other => {
                    let rc = other.map(|(rc, _)| rc);
                    return Err(Stop::Failed(format!("a claim of {claimed} bytes: {rc:?}")));
                }
            }
        };
        write(&segments, &bytes)?;
        let rc = chan.commit(used);
        ensure!(rc == Some(0), "committing {used} of {claimed} bytes: {rc:?}");
        chan.send_all(chan.addr, b"after")?;
        chan.expect(chan.addr, b"before")?;
        chan.expect(chan.addr, &bytes)?;
        chan.expect(chan.addr, b"after")?;
    }
    let max = max * 2;
    let rc = claim_answer(&chan, max.max(64 << 20));
    ensure!(rc == Some(-libc::EMSGSIZE), "a claim above every limit: {rc:?}, not EMSGSIZE");
    Ok(())
}

/// Claims `len` bytes where there must be room.
fn claim_now(chan: &super::Chan<'_>, len: usize) -> Result<Vec<iovec>, Stop> {
    let end = Instant::now() + PATIENCE;
    loop {
        match chan.claim(chan.addr, len) {
            Some((1, segments)) => return Ok(segments),
            // Middleware may refuse without a reason; a network with an empty lane does not for
            // long.
            Some((0, _)) if Instant::now() < end => chan.progress(),
            other => return Err(Stop::Failed(format!("a claim: {:?}", other.map(|(rc, _)| rc)))),
        }
    }
}

/// The final result of a claim, other than "not now".
fn claim_answer(chan: &super::Chan<'_>, len: usize) -> Option<i32> {
    settle(|| chan.claim(chan.addr, len).map(|(rc, _)| rc).filter(|&rc| rc != 0))
}

fn abort(case: &Case<'_>) -> Outcome {
    case.needs(Caps::CLAIM)?;
    let chan = case.open(0)?;
    for round in 0..300u64 {
        let segments = claim_now(&chan, 100)?;
        write(&segments, &[0xAB; 100])?;
        let rc = chan.abort();
        ensure!(rc == Some(0), "abort answered {rc:?}");
        if round % 3 == 0 {
            chan.send_all(chan.addr, &round.to_le_bytes())?;
            chan.expect(chan.addr, &round.to_le_bytes())?;
        }
    }
    chan.expect_nothing()
}

fn misuse(case: &Case<'_>) -> Outcome {
    case.needs(Caps::CLAIM)?;
    let chan = case.open(0)?;
    let rc = chan.commit(1);
    ensure!(rc == Some(-libc::EINVAL), "commit without claim: {rc:?}, not EINVAL");
    let rc = chan.abort();
    ensure!(rc == Some(-libc::EINVAL), "abort without claim: {rc:?}, not EINVAL");
    let segments = claim_now(&chan, 4)?;
    let rc = claim_answer(&chan, 4);
    ensure!(rc == Some(-libc::EBUSY), "a second claim: {rc:?}, not EBUSY");
    let rc = settle(|| chan.send(chan.addr, b"x"));
    ensure!(rc == -libc::EBUSY as isize, "a send between claim and commit: {rc}, not EBUSY");
    let rc = chan.commit(5);
    ensure!(rc == Some(-libc::EINVAL), "committing 5 of 4 bytes: {rc:?}, not EINVAL");
    write(&segments, b"good")?;
    let rc = chan.commit(4);
    ensure!(rc == Some(0), "the claim is gone after a commit that was refused: {rc:?}");
    chan.expect(chan.addr, b"good")?;
    chan.expect_nothing()
}

fn batch(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    if chan.net.table.recv_many.is_none() {
        return Err(Stop::NotOffered("the table has no recv_many".to_owned()));
    }
    // Sends as many messages as there is room for, up to 16.
    let mut sent = 0u64;
    while sent < 16 && settle(|| chan.send(chan.addr, &sent.to_le_bytes())) == 8 {
        sent += 1;
    }
    let (mut next, mut largest, end) = (0, 0, Instant::now() + PATIENCE);
    while next < sent {
        ensure!(Instant::now() < end, "only {next} of {sent} messages came");
        let mut messages = [Message::EMPTY; 5];
        let rc = chan.recv_many(&mut messages).unwrap_or(-1);
        ensure!((0..=5).contains(&rc), "RecvMany of up to 5 answered {rc}");
        for message in &messages[..rc as usize] {
            same(&read(message)?, &next.to_le_bytes())?;
            ensure!(message.src == chan.addr, "a message from {:#x} came", message.src);
            next += 1;
        }
        if rc == 0 {
            chan.progress();
            continue;
        }
        largest = largest.max(rc);
        let rc = settle(|| chan.recv_ex().0);
        ensure!(rc == -libc::EBUSY, "RecvEx with a batch out answered {rc}, not EBUSY");
        ensure!(chan.recv_comp() == 0, "RecvComp of a batch failed");
        let rc = chan.recv_comp();
        ensure!(rc == -libc::EINVAL, "a second RecvComp answered {rc}, not EINVAL");
    }
    let offers = Caps(case.net.table.caps).has(Caps::BATCH);
    ensure!(!offers || largest > 1, "the table offers BATCH, but never showed two messages");
    chan.expect_nothing()
}

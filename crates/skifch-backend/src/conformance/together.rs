//! Collective operations of all ranks in the network, for networks that offer them.

use super::chan::Chan;
use super::{Case, Check, Outcome, PATIENCE, Stop, ensure};
use skifch_abi::{Caps, Join, JoinOp};
use std::time::Instant;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "join",
        rule: "a joined message arrives once, from the rank itself, with the combined words",
        run: all_join,
    },
    Check {
        name: "join_waits",
        rule: "a barrier completes when the last rank has joined; messages flow meanwhile",
        run: the_last_is_waited_for,
    },
    Check { name: "join_args", rule: "invalid joins: EINVAL", run: arguments },
];

fn open<'a>(case: &Case<'a>) -> Result<Chan<'a>, Stop> {
    case.needs(Caps::JOIN)?;
    let chan = case.open(0)?;
    match chan.attr()?.caps.has(Caps::JOIN) {
        true => Ok(chan),
        false => Err(Stop::NotOffered("the channel does not offer JOIN as it is set".to_owned())),
    }
}

fn join(chan: &Chan<'_>, join: &Join, bytes: &[u8]) -> Outcome {
    let end = Instant::now() + PATIENCE;
    loop {
        match chan.join(join, bytes) {
            Some(1) => return Ok(()),
            rc => ensure!(rc == Some(0), "joining answered {rc:?}: {}", (chan.net.last_error)()),
        }
        ensure!(Instant::now() < end, "{join:?} cannot be joined");
        chan.progress();
    }
}

fn bytes_of(head: u64, words: &[u64]) -> Vec<u8> {
    std::iter::once(&head).chain(words).flat_map(|word| word.to_ne_bytes()).collect()
}

fn all_join(case: &Case<'_>) -> Outcome {
    let chan = open(case)?;
    case.fence();
    let (me, size) = (u64::from(case.net.rank), u64::from(case.net.size));
    for (round, op) in (0..).zip(JoinOp::ALL.into_iter().cycle().take(40)) {
        let root = match op {
            JoinOp::Copy => round as u32 % case.net.size,
            _ => 0,
        };
        let words = |rank: u64| match op {
            JoinOp::Meet => Vec::new(),
            JoinOp::AddReal | JoinOp::MinReal | JoinOp::MaxReal => {
                vec![(rank as f64 - 3.0).to_bits(); 3]
            }
            _ => vec![rank, u64::MAX - rank, rank << 40 ^ round],
        };
        let what = Join { id: 1 << 40 | 9, op: op as u32, root, head: 8 };
        let head = me << 32 | round;
        join(&chan, &what, &bytes_of(head, &words(me)))?;
        let wanted = match op {
            JoinOp::Copy => words(root.into()),
            _ => (1..size).fold(words(0), |all, rank| {
                all.iter().zip(words(rank)).map(|(a, b)| both(op, *a, b)).collect()
            }),
        };
        chan.expect(chan.addr, &bytes_of(head, &wanted))?;
    }
    case.fence();
    chan.expect_nothing()
}

fn both(op: JoinOp, a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    match op {
        JoinOp::Meet | JoinOp::Copy => a,
        JoinOp::Add => a.wrapping_add(b),
        JoinOp::And => a & b,
        JoinOp::Or => a | b,
        JoinOp::Xor => a ^ b,
        JoinOp::Min => a.cast_signed().min(b.cast_signed()).cast_unsigned(),
        JoinOp::Max => a.cast_signed().max(b.cast_signed()).cast_unsigned(),
        JoinOp::MinUnsigned => a.min(b),
        JoinOp::MaxUnsigned => a.max(b),
        JoinOp::AddReal => (x + y).to_bits(),
        JoinOp::MinReal => x.min(y).to_bits(),
        JoinOp::MaxReal => x.max(y).to_bits(),
    }
}

fn the_last_is_waited_for(case: &Case<'_>) -> Outcome {
    let chan = open(case)?;
    case.needs_ranks(2)?;
    case.fence();
    let (me, size) = (case.net.rank, case.net.size);
    let addr = |rank: u32| skifch_abi::netaddr(rank, case.port(0));
    let what = Join { id: 3, op: JoinOp::Meet as u32, root: 0, head: 1 };
    // The last rank joins after it has heard from all others, which joined before they sent.
    if me + 1 < size {
        join(&chan, &what, b"j")?;
        chan.send_all(addr(size - 1), b"said")?;
        return chan.expect(chan.addr, b"j");
    }
    for _ in 1..size {
        let (from, said) = chan.recv_one()?;
        ensure!(said == b"said", "before it had joined, {said:?} came from {from:#x}");
    }
    join(&chan, &what, b"j")?;
    chan.expect(chan.addr, b"j")
}

fn arguments(case: &Case<'_>) -> Outcome {
    let chan = open(case)?;
    let good = Join { id: 1, op: JoinOp::Add as u32, root: 0, head: 8 };
    for (what, len) in [
        (Join { op: 99, ..good }, 16),
        (Join { head: 0, ..good }, 16),
        (Join { head: 17, ..good }, 16),
        (Join { root: case.net.size, ..good }, 16),
        (Join { op: JoinOp::Meet as u32, ..good }, 16),
        (good, 2000),
        (good, 15),
    ] {
        let end = Instant::now() + PATIENCE;
        let mut rc = Some(0);
        while rc == Some(0) && Instant::now() < end {
            rc = chan.join(&what, &vec![0; len]);
        }
        ensure!(rc == Some(-libc::EINVAL), "joining {what:?} with {len} bytes answered {rc:?}");
    }
    chan.expect_nothing()
}

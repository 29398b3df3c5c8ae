//! Sizes, prefixes, empty messages, one message out at a time.

use super::chan::{read, retry, same, settle};
use super::{Case, Check, Outcome, Stop, ensure};
use crate::iov::iovec_of;
use skifch_abi::{Attr, Caps, SendFlags, iovec};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "attr", rule: "the reported limits are consistent", run: attr },
    Check {
        name: "nothing",
        rule: "without a message Recv returns 0 and RecvComp EINVAL",
        run: nothing,
    },
    Check {
        name: "sizes",
        rule: "messages of every size arrive intact, in 1 to 3 pieces",
        run: sizes,
    },
    Check {
        name: "vectored",
        rule: "the parts of a scatter list arrive as one message",
        run: vectored,
    },
    Check {
        name: "prefix",
        rule: "a send accepts all or a prefix of the maximum size, never less",
        run: prefix,
    },
    Check {
        name: "empty",
        rule: "empty messages are sent by SendEx and received by RecvEx",
        run: empty,
    },
    Check {
        name: "whole",
        rule: "with WHOLE a message above the limit fails with EMSGSIZE",
        run: whole,
    },
    Check {
        name: "one-out",
        rule: "a second receive before RecvComp fails with EBUSY",
        run: one_out,
    },
    Check { name: "time", rule: "the clock is monotonic", run: time },
];

fn attr(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let attr = chan.attr()?;
    ensure!(attr.size == size_of::<Attr>(), "query changed the caller's size to {}", attr.size);
    ensure!(
        attr.max_message_bytes >= 64,
        "the maximum message size is {} bytes",
        attr.max_message_bytes
    );
    ensure!(
        attr.window_bytes >= attr.max_message_bytes,
        "the window of {} bytes cannot hold the maximum message of {}",
        attr.window_bytes,
        attr.max_message_bytes
    );
    let table = Caps(case.net.table.caps);
    ensure!(table.has(attr.caps), "the channel can {:?}, the table only {table:?}", attr.caps);
    Ok(())
}

fn nothing(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let (rc, message) = chan.recv();
    ensure!(rc == 0, "Recv answered {rc}");
    ensure!(message.cont_count == 0, "Recv answered 0 and {} segments", message.cont_count);
    let (rc, _) = chan.recv_ex();
    ensure!(rc == 0, "RecvEx answered {rc}");
    let rc = chan.recv_comp();
    ensure!(rc == -libc::EINVAL, "RecvComp with nothing out answered {rc}, not EINVAL");
    Ok(())
}

fn sizes(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let max = chan.attr()?.max_message_bytes;
    let mut sizes: Vec<usize> = (1..=130).collect();
    for power in 8..usize::BITS {
        let size = 1usize << power;
        sizes.extend([size - 1, size, size + 1].iter().filter(|&&size| size <= max));
        if size > max {
            break;
        }
    }
    sizes.extend([max - 1, max]);
    let mut rng = case.own_rng();
    for size in sizes {
        let mut bytes = vec![0; size];
        rng.fill(&mut bytes);
        chan.send_all(chan.addr, &bytes)?;
        let message = loop {
            match chan.recv() {
                (0, _) => chan.progress(),
                (rc, message) if rc > 0 => break message,
                (rc, _) => return Err(Stop::Failed(format!("Recv of {size} bytes answered {rc}"))),
            }
        };
        same(&read(&message)?, &bytes)?;
        ensure!(chan.recv_comp() == 0, "RecvComp after {size} bytes failed");
    }
    Ok(())
}

fn vectored(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let max = chan.attr()?.max_message_bytes;
    let mut rng = case.own_rng();
    for _ in 0..300 {
        let count = 1 + rng.below(40);
        let part = max / count;
        let parts: Vec<Vec<u8>> = (0..count)
            .map(|index| {
                // Some elements are empty, but not all.
                let len =
                    if index > 0 && rng.below(4) == 0 { 0 } else { 1 + rng.below(part.min(300)) };
                let mut bytes = vec![0; len];
                rng.fill(&mut bytes);
                bytes
            })
            .collect();
        let iov: Vec<iovec> = parts.iter().map(|part| iovec_of(part)).collect();
        let whole = parts.concat();
        let rc = settle(|| chan.send_iov(chan.addr, &iov));
        ensure!(rc == whole.len() as isize, "{} bytes in {count} parts: {rc}", whole.len());
        chan.expect(chan.addr, &whole)?;
    }
    Ok(())
}

fn prefix(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let max = chan.attr()?.max_message_bytes;
    let mut bytes = vec![0; 2 * max + 3];
    case.own_rng().fill(&mut bytes);
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        let taken = settle(|| chan.send(chan.addr, rest));
        ensure!(taken >= 0, "Send of {} bytes answered {taken}", rest.len());
        let taken = taken as usize;
        ensure!(
            taken == rest.len() || taken >= max,
            "Send took {taken} of {} bytes; the greatest message has {max}",
            rest.len()
        );
        chan.expect(chan.addr, &rest[..taken])?;
        rest = &rest[taken..];
    }
    // With little room left, a send is refused, not cut.
    let mut lens = Vec::new();
    loop {
        let len = [max, max / 3 + 1, 1][lens.len() % 3];
        let taken = retry(|| chan.send(chan.addr, &bytes[..len]));
        ensure!(taken == 0 || taken == len as isize, "Send of {len} bytes took {taken}");
        if taken == 0 {
            break;
        }
        lens.push(len);
        ensure!(lens.len() < 10_000_000, "the lane never gets full");
    }
    for len in lens {
        chan.expect(chan.addr, &bytes[..len])?;
    }
    Ok(())
}

fn empty(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    // Connects first, so that the fast path of a send is exercised too.
    chan.send_all(chan.addr, b"x")?;
    chan.expect(chan.addr, b"x")?;
    let rc = settle(|| chan.send(chan.addr, &[]));
    ensure!(
        rc == -libc::EINVAL as isize,
        "Send of one element of 0 bytes answered {rc}, not EINVAL"
    );
    let rc = settle(|| chan.send_iov(chan.addr, &[]));
    ensure!(rc == -libc::EINVAL as isize, "Send of no elements answered {rc}, not EINVAL");
    chan.send_all(chan.addr, b"before")?;
    let (rc, taken) = settle(|| Some(chan.send_ex(chan.addr, &[], 0)).filter(|&(rc, _)| rc != 0))
        .unwrap_or_default();
    ensure!((rc, taken) == (1, 0), "SendEx of 0 bytes answered {rc} with {taken} taken");
    chan.send_all(chan.addr, b"after")?;
    chan.expect(chan.addr, b"before")?;
    for _ in 0..2 {
        let (rc, _) = loop {
            match chan.recv() {
                (0, _) => chan.progress(),
                other => break other,
            }
        };
        ensure!(
            rc == -libc::EBADMSG as isize,
            "Recv of an empty message answered {rc}, not EBADMSG"
        );
    }
    chan.expect(chan.addr, b"")?;
    chan.expect(chan.addr, b"after")
}

fn whole(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let max = chan.attr()?.max_message_bytes;
    let bytes = vec![3; max];
    let (rc, taken) = settle(|| {
        Some(chan.send_ex(chan.addr, &bytes, SendFlags::WHOLE.0)).filter(|&(rc, _)| rc != 0)
    })
    .unwrap_or_default();
    ensure!((rc, taken) == (1, max), "the greatest message: {rc} with {taken} of {max} taken");
    chan.expect(chan.addr, &bytes)?;
    // Middleware may report less than the network takes; twice as much or more is too long in any
    // case.
    let long = vec![3; (max * 2).max(64 << 20)];
    let rc = settle(|| chan.send_ex(chan.addr, &long, SendFlags::WHOLE.0).0);
    ensure!(rc == -libc::EMSGSIZE, "{} bytes with WHOLE: {rc}, not EMSGSIZE", long.len());
    let (rc, taken) = settle(|| {
        Some(chan.send_ex(chan.addr, b"more", SendFlags::MORE.0)).filter(|&(rc, _)| rc != 0)
    })
    .unwrap_or_default();
    ensure!((rc, taken) == (1, 4), "SendEx with MORE answered {rc} with {taken} taken");
    chan.expect(chan.addr, b"more")
}

fn one_out(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    chan.send_all(chan.addr, b"first")?;
    chan.send_all(chan.addr, b"second")?;
    let first = loop {
        match chan.recv() {
            (0, _) => chan.progress(),
            (5, message) => break message,
            (rc, _) => return Err(Stop::Failed(format!("Recv answered {rc}"))),
        }
    };
    let rc = settle(|| chan.recv().0);
    ensure!(rc == -libc::EBUSY as isize, "Recv with a message out answered {rc}, not EBUSY");
    let rc = settle(|| chan.recv_ex().0);
    ensure!(rc == -libc::EBUSY, "RecvEx with a message out answered {rc}, not EBUSY");
    same(&read(&first)?, b"first")?;
    ensure!(chan.recv_comp() == 0, "RecvComp failed");
    let rc = chan.recv_comp();
    ensure!(rc == -libc::EINVAL, "a second RecvComp answered {rc}, not EINVAL");
    chan.expect(chan.addr, b"second")
}

fn time(case: &Case<'_>) -> Outcome {
    let Some(time_ns) = case.net.table.time_ns else {
        return Err(Stop::NotOffered("the clock is the host's".to_owned()));
    };
    let mut last = 0;
    for _ in 0..1000 {
        // SAFETY: the domain is open.
        let now = unsafe { time_ns(case.net.domain) };
        ensure!(now >= last, "the clock went from {last} to {now}");
        last = now;
    }
    Ok(())
}

//! Back-pressure, waiting and descriptors.

use super::{Case, Chan, Check, Outcome, PATIENCE, Stop, ensure};
use skifch_abi::{Caps, Events};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "back-pressure",
        rule: "a full lane returns 0, loses nothing, and recovers",
        run: back_pressure,
    },
    Check {
        name: "wait-looks",
        rule: "a wait with timeout 0 reports the true events",
        run: wait_looks,
    },
    Check {
        name: "wait-out",
        rule: "a wait finds a message that is out, whatever its timeout",
        run: wait_out,
    },
    Check {
        name: "wait-timeout",
        rule: "a wait ends at its timeout, not before",
        run: wait_timeout,
    },
    Check {
        name: "wait-message",
        rule: "a sleeping receiver is woken by a message",
        run: wait_message,
    },
    Check { name: "wait-room", rule: "a sleeping sender is woken by room", run: wait_room },
    Check {
        name: "event-fd",
        rule: "the descriptor is readable when a message arrives after arm",
        run: event_fd,
    },
    Check {
        name: "arm-race",
        rule: "no wake-up is missed, whenever a message arrives",
        run: arm_race,
    },
];

const NO_LIMIT: i64 = -1;

/// Sends numbered messages to itself until there is no room; returns their number.
fn fill(chan: &Chan<'_>) -> Result<u64, Stop> {
    let mut sent = 0u64;
    // After several refusals in a row, with progress in between, the lane is full; a single one may
    // come from middleware or from a network that is busy.
    let mut refused = 0;
    while refused < 20 {
        match chan.send(chan.addr, &sent.to_le_bytes()) {
            8 => (sent, refused) = (sent + 1, 0),
            0 => {
                refused += 1;
                chan.progress();
            }
            rc => return Err(Stop::Failed(format!("Send number {sent} answered {rc}"))),
        }
        ensure!(sent < 50_000_000, "the lane never gets full");
    }
    Ok(sent)
}

fn drain(chan: &Chan<'_>, count: u64) -> Outcome {
    (0..count).try_for_each(|number| chan.expect(chan.addr, &number.to_le_bytes()))
}

fn back_pressure(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    for _ in 0..3 {
        let sent = fill(&chan)?;
        ensure!(sent > 0, "an empty lane has no room");
        drain(&chan, sent)?;
        chan.expect_nothing()?;
    }
    Ok(())
}

fn wait_looks(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let both = Events::RECV.with(Events::SEND);
    let now = |events: Events| Events(chan.wait(events, chan.addr, 0).max(0) as u32);
    // The first message sets up the connection, which may take a while.
    chan.send_all(chan.addr, b"x")?;
    let rc = chan.wait(Events::RECV, chan.addr, PATIENCE.as_nanos() as i64);
    ensure!(rc == Events::RECV.0 as i32, "with a message sent, a wait for one answered {rc}");
    ensure!(now(both).has(Events::RECV), "with a message there, a look tells {:?}", now(both));
    chan.expect(chan.addr, b"x")?;
    let rc = chan.wait(Events::SEND, chan.addr, PATIENCE.as_nanos() as i64);
    ensure!(rc == Events::SEND.0 as i32, "with an empty lane, a wait for room answered {rc}");
    ensure!(now(Events::RECV).is_empty(), "with nothing there, a look tells RECV");
    let sent = fill(&chan)?;
    ensure!(now(Events::SEND).is_empty(), "with a full lane, a look tells SEND");
    ensure!(now(both) == Events::RECV, "with a full lane, a look tells {:?}", now(both));
    drain(&chan, sent)
}

fn wait_out(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    chan.send_all(chan.addr, b"x")?;
    while chan.recv_ex().0 == 0 {
        chan.wait(Events::RECV, 0, PATIENCE.as_nanos() as i64);
    }
    for limit in [0, 1000, NO_LIMIT] {
        let rc = chan.wait(Events::RECV, 0, limit);
        ensure!(rc == Events::RECV.0 as i32, "a wait of {limit} ns with a message out: {rc}");
    }
    ensure!(chan.recv_comp() == 0, "RecvComp failed");
    Ok(())
}

fn wait_timeout(case: &Case<'_>) -> Outcome {
    if Caps(case.net.table.caps).has(Caps::VIRTUAL_TIME) {
        return Err(Stop::NotOffered("time is virtual".to_owned()));
    }
    let chan = case.open(0)?;
    for limit in [Duration::from_micros(300), Duration::from_millis(20)] {
        let start = Instant::now();
        let rc = chan.wait(Events::RECV, chan.addr, limit.as_nanos() as i64);
        let took = start.elapsed();
        ensure!(rc == 0, "a wait for nothing answered {rc}");
        ensure!(took >= limit, "a wait of {limit:?} ended after {took:?}");
    }
    Ok(())
}

fn wait_message(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    chan.split();
    std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            for number in 0..20u64 {
                // Sometimes long enough for the receiver to sleep.
                std::thread::sleep(Duration::from_micros(400 * (number % 4)));
                chan.send_all(chan.addr, &number.to_le_bytes())?;
            }
            Ok(())
        });
        for number in 0..20u64 {
            let rc = chan.wait(Events::RECV, 0, NO_LIMIT);
            ensure!(rc == Events::RECV.0 as i32, "a wait for a message answered {rc}");
            chan.expect(chan.addr, &number.to_le_bytes())?;
        }
        sender.join().unwrap_or_else(|_| Err(Stop::Failed("the sender panicked".to_owned())))
    })
}

fn wait_room(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let sent = AtomicU64::new(fill(&chan)?);
    const MORE: u64 = 2000;
    chan.split();
    std::thread::scope(|scope| {
        let receiver = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(5));
            let total = sent.load(Ordering::Relaxed) + MORE;
            drain(&chan, total)
        });
        let first = sent.load(Ordering::Relaxed);
        for number in first..first + MORE {
            while chan.send(chan.addr, &number.to_le_bytes()) == 0 {
                let rc = chan.wait(Events::SEND, chan.addr, NO_LIMIT);
                ensure!(rc == Events::SEND.0 as i32, "a wait for room answered {rc}");
            }
        }
        receiver.join().unwrap_or_else(|_| Err(Stop::Failed("the receiver panicked".to_owned())))
    })
}

/// The descriptor; ends the check if there is none.
fn descriptor(case: &Case<'_>, chan: &Chan<'_>) -> Result<i32, Stop> {
    let offers = Caps(case.net.table.caps).has(Caps::EVENT_FD);
    match chan.event_fd() {
        Some(fd) if fd >= 0 => Ok(fd),
        other => {
            ensure!(!offers, "the table offers EVENT_FD, but event_fd answered {other:?}");
            Err(Stop::NotOffered("no descriptor to wait on".to_owned()))
        }
    }
}

fn is_readable(fd: i32, limit: Duration) -> bool {
    let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: one pollfd of ours.
    unsafe { libc::poll(&raw mut poll, 1, limit.as_millis() as i32) > 0 }
}

fn event_fd(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let fd = descriptor(case, &chan)?;
    ensure!(chan.event_fd() == Some(fd), "the descriptor changes");
    for round in 0..20u64 {
        fall_asleep(&chan, fd)?;
        chan.send_all(chan.addr, &round.to_le_bytes())?;
        wake_up(&chan, fd)?;
        chan.expect(chan.addr, &round.to_le_bytes())?;
    }
    Ok(())
}

/// Sleeps on the descriptor until a message that was sent has arrived.
fn wake_up(chan: &Chan<'_>, fd: i32) -> Outcome {
    for _ in 0..100 {
        ensure!(is_readable(fd, PATIENCE), "a message came, but the descriptor is not readable");
        match chan.arm(Events::RECV, 0) {
            // A step of the connection set-up.
            0 => {}
            rc => {
                ensure!(rc == Events::RECV.0 as i32, "arm with a message there answered {rc}");
                return Ok(());
            }
        }
    }
    Err(Stop::Failed("woken 100 times, and arm never says that a message is there".to_owned()))
}

/// Arms until the descriptor stays quiet. Steps of a connection may cause spurious wake-ups, but
/// not forever.
fn fall_asleep(chan: &Chan<'_>, fd: i32) -> Outcome {
    for _ in 0..100 {
        let rc = chan.arm(Events::RECV, 0);
        ensure!(rc == 0, "arm with nothing there answered {rc}");
        if !is_readable(fd, Duration::from_millis(1)) {
            return Ok(());
        }
        chan.expect_nothing()?;
    }
    Err(Stop::Failed("the descriptor is readable again and again, but nothing comes".to_owned()))
}

fn arm_race(case: &Case<'_>) -> Outcome {
    const COUNT: u64 = 3000;
    let chan = case.open(0)?;
    let fd = descriptor(case, &chan)?;
    let mut rng = case.own_rng();
    let chan = &chan;
    chan.split();
    std::thread::scope(|scope| {
        let sender = scope.spawn(move || {
            for number in 0..COUNT {
                chan.send_all(chan.addr, &number.to_le_bytes())?;
                (0..rng.below(300)).for_each(|_| std::hint::spin_loop());
            }
            Ok(())
        });
        let mut next = 0u64;
        while next < COUNT {
            if let Some((_, bytes)) = chan.recv_now()? {
                super::chan::same(&bytes, &next.to_le_bytes())?;
                next += 1;
                continue;
            }
            if chan.arm(Events::RECV, 0) == 0 {
                ensure!(is_readable(fd, PATIENCE), "slept through message {next}");
            }
        }
        sender.join().unwrap_or_else(|_| Err(Stop::Failed("the sender panicked".to_owned())))
    })
}

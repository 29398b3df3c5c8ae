//! Ports, opening, closing, counters.

use super::chan::{retry, same};
use super::{Case, Chan, Check, Outcome, PATIENCE, Stop, ensure};
use skifch_abi::{MAX_PORT, NetAddr, PeerState, Stats};
use std::time::{Duration, Instant};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "ports", rule: "a channel sees only its own messages", run: ports },
    Check {
        name: "port-in-use",
        rule: "a second open of a port: EADDRINUSE; above the maximum: EINVAL",
        run: in_use,
    },
    Check {
        name: "reopen",
        rule: "a port can be reopened, and no old message arrives",
        run: reopen,
    },
    Check {
        name: "early-send",
        rule: "messages accepted before the port is open arrive afterwards",
        run: early_send,
    },
    Check {
        name: "close-sender",
        rule: "messages sent before the channel was closed still arrive",
        run: close_sender,
    },
    Check {
        name: "closed-receiver",
        rule: "messages to a closed and reopened port are not lost silently",
        run: closed_receiver,
    },
    Check { name: "counters", rule: "the counters are correct", run: counters },
    Check { name: "peer-state", rule: "the state of a peer follows its life", run: peer_state },
];

fn ports(case: &Case<'_>) -> Outcome {
    let chans = (0..4).map(|index| case.open(index)).collect::<Result<Vec<_>, _>>()?;
    for (i, from) in chans.iter().enumerate() {
        for (j, to) in chans.iter().enumerate() {
            from.send_all(to.addr, &[i as u8, j as u8])?;
        }
    }
    for (j, to) in chans.iter().enumerate() {
        let mut seen = [false; 4];
        for _ in 0..4 {
            let (src, bytes) = to.recv_one()?;
            let i = usize::from(*bytes.first().unwrap_or(&99));
            ensure!(i < 4 && !seen[i], "port {j} got {bytes:?}");
            same(&bytes, &[i as u8, j as u8])?;
            ensure!(src == chans[i].addr, "a message of port {i} says that it is from {src:#x}");
            seen[i] = true;
        }
    }
    chans.iter().try_for_each(Chan::expect_nothing)
}

fn in_use(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let again = Chan::try_open(case.net, case.port(0)).err();
    ensure!(again == Some(-libc::EADDRINUSE), "a second open: {again:?}, not EADDRINUSE");
    let above = Chan::try_open(case.net, MAX_PORT + 1).err();
    ensure!(above == Some(-libc::EINVAL), "port {}: {above:?}, not EINVAL", MAX_PORT + 1);
    chan.send_all(chan.addr, b"unharmed")?;
    chan.expect(chan.addr, b"unharmed")?;
    let rc = chan.close();
    ensure!(rc == 0, "close answered {rc}");
    case.open(0).map(drop)
}

fn reopen(case: &Case<'_>) -> Outcome {
    for round in 0..10u64 {
        let chan = case.open(0)?;
        chan.expect_nothing()?;
        chan.send_all(chan.addr, &round.to_le_bytes())?;
        chan.expect(chan.addr, &round.to_le_bytes())?;
        chan.send_all(chan.addr, b"never looked at")?;
        // Closes with a message out, a claim out, and a message not received.
        if round % 2 == 0 {
            chan.claim(chan.addr, 10);
            let (_, _) = chan.recv_ex();
        }
        let rc = chan.close();
        ensure!(rc == 0, "close number {round} answered {rc}");
    }
    Ok(())
}

fn early_send(case: &Case<'_>) -> Outcome {
    let sender = case.open(0)?;
    let dst = skifch_abi::netaddr(case.net.rank, case.port(1));
    let mut accepted = 0u64;
    let end = Instant::now() + Duration::from_millis(20);
    while accepted < 5 && Instant::now() < end {
        let rc = sender.send(dst, &accepted.to_le_bytes());
        ensure!(rc == 8 || rc == 0, "Send to a port that is not open yet answered {rc}");
        accepted += u64::from(rc == 8);
        sender.progress();
    }
    let receiver = case.open(1)?;
    for number in 0..accepted + 2 {
        if number >= accepted {
            sender.send_all(dst, &number.to_le_bytes())?;
        }
        receiver.expect(sender.addr, &number.to_le_bytes())?;
    }
    Ok(())
}

fn close_sender(case: &Case<'_>) -> Outcome {
    let receiver = case.open(0)?;
    for round in 0..10 {
        let sender = case.open(1 + round % 2)?;
        let src = sender.addr;
        // The first message sets up the connection, which may take a while; then as many messages
        // follow as there is room for.
        let mut sent = 1u64;
        sender.send_all(receiver.addr, &0u64.to_le_bytes())?;
        while sent < 20 && retry(|| sender.send(receiver.addr, &sent.to_le_bytes())) == 8 {
            sent += 1;
        }
        ensure!(sender.close() == 0, "close failed");
        for number in 0..sent {
            receiver.expect(src, &number.to_le_bytes())?;
        }
        receiver.expect_nothing()?;
    }
    Ok(())
}

fn closed_receiver(case: &Case<'_>) -> Outcome {
    let sender = case.open(0)?;
    let receiver = case.open(1)?;
    let dst = receiver.addr;
    sender.send_all(dst, b"connects")?;
    receiver.expect(sender.addr, b"connects")?;
    ensure!(receiver.close() == 0, "close failed");
    let end = Instant::now() + Duration::from_millis(100);
    let mut is_told = false;
    while !is_told && Instant::now() < end {
        is_told = may_be_gone(&sender, dst)?;
    }
    // The port is opened again. Messages accepted for its first incarnation may be lost with it,
    // but messages sent from now on must arrive eventually, or the sender must get an error.
    let receiver = case.open(1)?;
    let start = Instant::now();
    while receiver.recv_now()?.is_none() {
        is_told |= may_be_gone(&sender, dst)?;
        if is_told && start.elapsed() > Duration::from_secs(1) {
            return Ok(());
        }
        ensure!(
            start.elapsed() < PATIENCE,
            "sends to a port opened again are lost, and nobody is told"
        );
        receiver.progress();
        sender.progress();
    }
    Ok(())
}

/// Sends to a port that may be closed; true if the result says that it is.
fn may_be_gone(sender: &Chan<'_>, dst: NetAddr) -> Result<bool, Stop> {
    let rc = sender.send(dst, b"anybody");
    let is_told = rc == -libc::EPIPE as isize;
    ensure!(rc == 0 || rc == 7 || is_told, "Send to a port that was closed answers {rc}");
    Ok(is_told)
}

fn counters(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let Some(start) = chan.stats() else {
        return Err(Stop::NotOffered("the table has no stats".to_owned()));
    };
    ensure!(start.size == size_of::<Stats>(), "stats changed the caller's size to {}", start.size);
    ensure!(start.messages_sent == 0 && start.bytes_received == 0, "not zero at open: {start:?}");
    for len in [1usize, 10, 100] {
        chan.send_all(chan.addr, &vec![1; len])?;
        chan.recv_one()?;
    }
    // Empty polls and full lanes are counted too, but their number depends on the backend.
    let end = chan.stats().unwrap_or_default();
    let counted = (end.messages_sent, end.bytes_sent, end.messages_received, end.bytes_received);
    ensure!(counted == (3, 111, 3, 111), "3 messages of 111 bytes are counted as {counted:?}");
    Ok(())
}

fn peer_state(case: &Case<'_>) -> Outcome {
    let chan = case.open(0)?;
    let peer = case.open(1)?;
    let state = |of| chan.peer_state(of);
    let Some(first) = state(peer.addr) else {
        return Err(Stop::NotOffered("the table has no peer_state".to_owned()));
    };
    ensure!((0..=5).contains(&first), "peer_state answered {first}");
    chan.send_all(peer.addr, b"x")?;
    peer.expect(chan.addr, b"x")?;
    let now = state(peer.addr);
    ensure!(now == Some(PeerState::Up as i32), "after a message the state is {now:?}, not Up");
    let addr = peer.addr;
    ensure!(peer.close() == 0, "close failed");
    let end = Instant::now() + PATIENCE;
    while state(addr) == Some(PeerState::Up as i32) {
        // Most networks detect the close only when they are used.
        chan.send(addr, b"x");
        chan.recv_now()?;
        chan.progress();
        ensure!(Instant::now() < end, "a closed peer stays Up");
    }
    let now = state(addr);
    ensure!(now == Some(PeerState::Closed as i32), "after close the state is {now:?}, not Closed");
    Ok(())
}

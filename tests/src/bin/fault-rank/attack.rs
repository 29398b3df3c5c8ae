//! Ranks that exchange messages while another rank violates the protocol.

use crate::raw::{self, Greeting, RING, RING_BYTES};
use crate::{Done, join, leave, take};
use skifch::{Channel, Events, Job, NetAddr, netaddr, rank_of};
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The rank that is attacked.
const VICTIM: u32 = 0;
/// Rounds of ping-pong by the honest ranks after the attack.
const AFTER: u64 = 500;

/// Rank 0 or 1: ping-pong with each other until the attack is over and for some time after. Prints
/// the errors reported meanwhile. If `how` is "pesters", rank 1 also sends to the attacker, which
/// poses as a receiver; if "deceived", to a port of rank 0 that only the attacker has open.
pub(crate) fn honest(how: &str) -> Done {
    let pestered = match how {
        "pesters" => Some(netaddr(2, 0)),
        "deceived" => Some(netaddr(0, 9)),
        _ => None,
    };
    // SAFETY: the handler stores a word, which a handler may.
    unsafe { libc::signal(libc::SIGUSR1, note_the_end as *const () as libc::sighandler_t) };
    let (job, mut channel) = join()?;
    let mut told = 0;
    let other = netaddr(1 - job.rank(), 0);
    let (mut number, mut last, mut faults) = (0_u64, None, 0_u32);
    while last.is_none_or(|last| number < last) {
        if job.rank() == 0 {
            // Rank 0 is told when the attack is over, and passes it on in each message.
            if last.is_none() && IS_OVER.load(Ordering::Relaxed) {
                last = Some(number + AFTER);
            }
            let bytes = [number, last.unwrap_or(u64::MAX)].map(u64::to_le_bytes).concat();
            while channel.send(other, &bytes)? == 0 {}
        }
        let (seen, end) = next(&mut channel, 1 - job.rank(), &mut faults)?;
        if seen != number {
            return Err(format!("{seen} came instead of {number}").into());
        }
        if let Some(dst) = pestered.filter(|_| job.rank() == 1) {
            told = pester(&mut channel, dst, told)?;
        }
        if job.rank() == 1 {
            last = Some(end).filter(|&end| end != u64::MAX);
            let bytes = [number, end].map(u64::to_le_bytes).concat();
            while channel.send(other, &bytes)? == 0 {}
        }
        number += 1;
    }
    println!("faults {faults}");
    println!("last errno {told}");
    println!("cut off {}", channel.stats()?.lanes_broken);
    leave()
}

/// Sends to the attacker; returns the errno of the last error so far.
fn pester(channel: &mut Channel, dst: NetAddr, told: i32) -> Result<i32, skifch::Error> {
    const EXPECTED: [i32; 3] = [libc::EPROTO, libc::EPIPE, libc::EPERM];
    match channel.send(dst, &[7; 900]) {
        Ok(_) => Ok(told),
        Err(error) if EXPECTED.contains(&error.errno()) => {
            if error.errno() != told {
                println!("answered {error}");
            }
            Ok(error.errno())
        }
        Err(error) => Err(error),
    }
}

/// Minimum duration of an attack.
const ATTACK: Duration = Duration::from_millis(700);

/// The test signals when the attack is over: its duration depends on the load of the machine.
static IS_OVER: AtomicBool = AtomicBool::new(false);

extern "C" fn note_the_end(_: libc::c_int) {
    IS_OVER.store(true, Ordering::Relaxed);
}

/// The next message from `from`; messages of others are discarded, and errors about them are
/// counted.
fn next(channel: &mut Channel, from: u32, faults: &mut u32) -> Result<(u64, u64), skifch::Error> {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        match take(channel) {
            Ok(Some((src, bytes))) if rank_of(src) == from => {
                let word = |at| bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
                return Ok((word(0), word(8)));
            }
            Ok(Some(_)) => {}
            Ok(None) => drop(channel.wait(Events::RECV, 0, Some(Duration::from_millis(100)))?),
            Err(error) if error.text().contains("rank 2 ") => {
                println!("told {} {error}", error.errno());
                *faults += 1;
            }
            Err(error) => return Err(error),
        }
    }
    Err(skifch::Error::new(libc::ETIMEDOUT, "nothing came from the other honest rank for 10 s"))
}

/// Rank 2, the attacker.
pub(crate) fn hostile(how: &str) -> Done {
    let job = Job::init()?;
    let truth = raw::greeting(&job, 7, netaddr(VICTIM, 0))?;
    let posing = match how {
        "0" | "1" | "2" | "3" | "4" => Some(raw::listen(&truth, job.rank(), 0)?),
        "another's port" => Some(raw::listen(&truth, VICTIM, 9)?),
        _ => None,
    };
    job.barrier()?;
    let end = Instant::now() + ATTACK;
    match (how, posing) {
        ("garbage", _) => garbage(&truth, end, |_, random| random)?,
        ("lies", _) => garbage(&truth, end, raw::likely_header)?,
        ("greetings", _) => greetings(&truth)?,
        ("another's number", _) => anothers_number(&truth)?,
        ("connections", _) => connections(&truth)?,
        ("doorbells", _) => doorbells(&truth, end)?,
        ("another's port", Some(listener)) => anothers_port(&listener)?,
        (kind, Some(listener)) => posing_receiver(&listener, kind.parse()?)?,
        _ => return Err(format!("no such attack: {how:?}").into()),
    }
    std::thread::sleep(end.saturating_duration_since(Instant::now()));
    println!("attacked");
    leave()
}

fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Opens lanes whose memory changes all the time while the victim reads it.
fn garbage(truth: &Greeting, end: Instant, make: fn(usize, u64) -> u64) -> Done {
    let mut state = std::process::id().into();
    let mut port = 100;
    while Instant::now() < end && port < 1000 {
        port += 1;
        let (fd, words) = raw::memory(RING + RING_BYTES, true)?;
        let mut lie = truth.clone();
        lie.words[1] = netaddr(2, port);
        let socket = raw::connect(truth, VICTIM)?;
        raw::say(&socket, &lie.bytes(), &[fd.as_raw_fd()])?;
        let until = Instant::now() + Duration::from_millis(20);
        while Instant::now() < until {
            for index in 0..(RING + RING_BYTES) / 8 {
                // Half of the words of the ring, and all words of the first page, with the sleep
                // words.
                let value = make((index * 8).saturating_sub(RING), random(&mut state));
                if index < 512 || random(&mut state).is_multiple_of(2) {
                    // SAFETY: a word of our mapping. Volatile, because other processes read it.
                    unsafe { words.add(index).write_volatile(value) };
                }
            }
            let _ = raw::say(&socket, b"D", &[]);
        }
        // SAFETY: our mapping, which is not used any more.
        unsafe { libc::munmap(words.cast(), RING + RING_BYTES) };
    }
    Ok(())
}

/// Every invalid greeting must cost the connection.
fn greetings(truth: &Greeting) -> Done {
    let (sound, _) = raw::memory(RING + RING_BYTES, true)?;
    let (unsealed, _) = raw::memory(RING + RING_BYTES, false)?;
    let (short, _) = raw::memory(RING, true)?;
    let null = OwnedFd::from(std::fs::File::open("/dev/zero")?);
    let with = |at: usize, word: u32| {
        let mut lie = truth.clone();
        lie.words[at] = word;
        lie.bytes()
    };
    let mut foreign = truth.clone();
    foreign.key[3] ^= 1;
    let (good, sound) = (truth.bytes(), Some(&sound));
    let cases = [
        (foreign.bytes(), sound),
        (with(0, 0), sound),
        (with(1, netaddr(77, 0)), sound),
        (with(2, netaddr(1, 0)), sound),
        (with(3, 0), sound),
        (with(3, 1 << 31), sound),
        (with(3, 65_535), sound),
        (with(4, u32::MAX), sound),
        (good.clone(), None),
        (good.clone(), Some(&unsealed)),
        (good.clone(), Some(&short)),
        (good.clone(), Some(&null)),
        (good[..35].to_vec(), sound),
        (vec![0xff; 4000], sound),
    ];
    for (index, (bytes, fd)) in cases.iter().enumerate() {
        let socket = raw::connect(truth, VICTIM)?;
        let fds: Vec<_> = fd.iter().map(|fd| fd.as_raw_fd()).collect();
        raw::say(&socket, bytes, &fds)?;
        if !raw::is_closed(&socket) {
            return Err(format!("greeting {index} was not refused").into());
        }
    }
    Ok(())
}

/// A valid greeting except for the rank: that of the other honest rank, from a port it has not
/// opened.
fn anothers_number(truth: &Greeting) -> Done {
    let (fd, _) = raw::memory(RING + RING_BYTES, true)?;
    let mut lie = truth.clone();
    lie.words[1] = netaddr(1, 9);
    let socket = raw::connect(truth, VICTIM)?;
    raw::say(&socket, &lie.bytes(), &[fd.as_raw_fd()])?;
    if raw::is_closed(&socket) { Ok(()) } else { Err("rank 1's number was believed".into()) }
}

/// Listens on a port that the victim has not opened, and so receives the connections of its
/// senders.
fn anothers_port(listener: &OwnedFd) -> Done {
    let socket = raw::accept(listener)?;
    if raw::is_closed(&socket) { Ok(()) } else { Err("rank 0's port was believed".into()) }
}

/// Connections that end at once, and connections that never send anything.
fn connections(truth: &Greeting) -> Done {
    for _ in 0..10_000 {
        drop(raw::connect(truth, VICTIM)?);
    }
    let silent: Result<Vec<_>, _> = (0..500).map(|_| raw::connect(truth, VICTIM)).collect();
    std::thread::sleep(Duration::from_millis(100));
    drop(silent?);
    Ok(())
}

/// A lane without messages whose doorbell is rung continuously, with descriptors attached.
fn doorbells(truth: &Greeting, end: Instant) -> Done {
    let (fd, _) = raw::memory(RING + RING_BYTES, true)?;
    let socket = raw::connect(truth, VICTIM)?;
    raw::say(&socket, &truth.bytes(), &[fd.as_raw_fd()])?;
    let gifts = [fd.as_raw_fd(); 100];
    let mut count = 0_u64;
    while Instant::now() < end {
        let fds = if count.is_multiple_of(3) { &gifts[..] } else { &[] };
        count += u64::from(raw::say(&socket, b"DDDDDDDDD", fds).is_ok());
    }
    println!("rang {count}");
    Ok(())
}

/// Answers the greeting of a sender with one of five kinds of nonsense.
fn posing_receiver(listener: &OwnedFd, kind: usize) -> Done {
    let mut state = 0x5eed;
    let socket = raw::accept(listener)?;
    let (fd, words) = raw::memory(64 << 20, true)?;
    for index in 0..1024 {
        // SAFETY: a word of our mapping.
        unsafe { words.add(index).write_volatile(random(&mut state)) };
    }
    let line = [1_u32, 1, 0, 1 << 20, u32::MAX][kind];
    let answer = [&b"SKW5"[..], &line.to_le_bytes(), &[0; 12]].concat();
    let fds = [fd.as_raw_fd()];
    raw::say(&socket, &answer, if kind == 1 { &[] } else { &fds })?;
    if !raw::is_closed(&socket) {
        return Err("the sender did not give the lane up".into());
    }
    Ok(())
}

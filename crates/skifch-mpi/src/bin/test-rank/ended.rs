//! A process that ends without finalizing, in a job whose launcher lets the others continue.

use super::kit::{
    Random, WORLD, byte, even, irecv, isend, longs, pattern, rank_of, receiving, recv, send,
    sending, size_of,
};
use skifch_mpi::Message;
use skifch_mpi::coll;
use skifch_mpi::datatype::{self, Make};
use skifch_mpi::error::{Class, Result};
use skifch_mpi::p2p::{self, ANY_SOURCE, Mode, PROC_NULL, Status};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The number of ways to wait for a rank.
const WAYS: u64 = 8;

/// Rank 1 ends before or while the others wait for it; each of them gets an error.
pub(crate) fn all(random: &mut Random) {
    let (way, is_before) = (random.below(WAYS), random.below(2) == 0);
    all_have_come();
    let me = rank_of(WORLD);
    if (me == 1) != is_before {
        sleep(Duration::from_millis(300));
    }
    if me == 1 {
        exit(3);
    }
    let error = wait(way).expect_err("a process has ended");
    assert_eq!(error.class(), Class::ProcAborted, "{error}");
    println!("rank {me} was told: {error}");
    std::io::stdout().flush().expect("somebody reads");
    exit(0);
}

/// A barrier that rank 1 leaves last: others that are still in one fail when it ends.
fn all_have_come() {
    coll::barrier(WORLD).expect("all are there");
    match rank_of(WORLD) {
        1 => {
            for _ in 1..size_of(WORLD) {
                recv(&mut [0], ANY_SOURCE, 6).expect("each says so");
            }
        }
        _ => send(&[0], 1, 6).expect("rank 1 is there"),
    }
}

fn wait(way: u64) -> Result<()> {
    let (mut bytes, size, mode) = ([0; 8], size_of(WORLD), Mode::Synchronous);
    match way {
        0 => recv(&mut bytes, 1, 5).map(drop),
        1 => p2p::probe(1, 5, WORLD).map(drop),
        2 => loop {
            p2p::iprobe(1, 5, WORLD)?;
        },
        3 => {
            let mut request = irecv(&mut bytes, 1, 5, WORLD);
            while p2p::test(&mut request)?.is_none() {}
            Ok(())
        }
        // SAFETY: the bytes are readable.
        4 => unsafe { p2p::send_mode(mode, sending(&bytes, 1, 5)) },
        5 => recv(&mut bytes, ANY_SOURCE, 5).map(drop),
        6 => coll::barrier(WORLD),
        _ => {
            let (own, mut all) = ([7], vec![0; size]);
            // SAFETY: the buffers have these numbers.
            unsafe { coll::allgather(longs(&own[..]), even(&mut all[..], 1), WORLD) }
        }
    }
}

/// Rank 0 sleeps until a message of rank 1 comes, which ends after that, and is kept from looking
/// until both has happened: its receive has succeeded, and what it waits for next fails.
pub(crate) fn having_sent() {
    coll::barrier(WORLD).expect("all are there");
    match rank_of(WORLD) {
        0 => finds_both(),
        1 => {
            let mut first = [0; 8];
            recv(&mut first, 0, 1).expect("a number");
            sleep(Duration::from_millis(200));
            signalled("-STOP", u64::from_le_bytes(first));
            send(&[1, 2, 3], 0, 5).expect("sent");
            exit(3);
        }
        _ => {
            let mut first = [0; 8];
            recv(&mut first, 0, 1).expect("a number");
            sleep(Duration::from_millis(800));
            signalled("-CONT", u64::from_le_bytes(first));
        }
    }
    std::io::stdout().flush().expect("somebody reads");
    exit(0);
}

fn finds_both() {
    let number = u64::from(std::process::id()).to_le_bytes();
    (1..3).for_each(|rank| send(&number, rank, 1).expect("sent"));
    let mut bytes = [0; 3];
    recv(&mut bytes, 1, 5).expect("sent before the end");
    assert_eq!(bytes, [1, 2, 3]);
    let error = recv(&mut bytes, 1, 6).expect_err("a process has ended");
    assert_eq!(error.class(), Class::ProcAborted, "{error}");
    println!("rank 0 was told: {error}");
}

fn signalled(signal: &str, process: u64) {
    let kill = Command::new("kill").args([signal, &process.to_string()]).status();
    assert!(kill.expect("a program").success(), "kill {signal} {process}");
}

/// Bytes of the long message of [`given_back`].
const LONG: usize = 1 << 20;

/// Rank 1 has ended, and rank 0 waits for it and, in a blocking call, for a message of rank 2. The
/// call fails, so what arrives after that must not go to the buffer of the call. No rank waits for
/// another before that: rank 1 would have to wake it, and it would be told of the end too.
pub(crate) fn given_back(is_matched: bool) {
    match rank_of(WORLD) {
        0 => fails(is_matched),
        1 => exit(3),
        _ => sends_late(is_matched),
    }
    std::io::stdout().flush().expect("somebody reads");
    exit(0);
}

/// A file made by rank 0 when its call has failed: until then rank 2 makes no progress in MPI.
fn signal(of: u64) -> PathBuf {
    std::env::temp_dir().join(format!("skifch-ended-{of}"))
}

fn fails(is_matched: bool) {
    let (mut number, mut never) = ([0; 8], [0; 8]);
    recv(&mut number, 2, 1).expect("a number");
    let matched = is_matched.then(|| p2p::mprobe(2, 2, WORLD).expect("a message").0);
    let mut lost = irecv(&mut never, 1, 5, WORLD);
    let mut bytes = vec![0; 2 * LONG];
    let failed = match matched {
        Some(message) => mrecv(&mut bytes, message),
        None => sendrecv(&mut bytes),
    };
    let error = failed.expect_err("a process has ended");
    assert_eq!(error.class(), Class::ProcAborted, "{error}");
    p2p::cancel(lost).and_then(|()| p2p::wait(&mut lost)).expect("cancelled");
    bytes.fill(77);
    std::fs::write(signal(u64::from_le_bytes(number)), []).expect("a file");
    recv(&mut [], 2, 3).expect("the last message");
    assert!(bytes.iter().all(|byte| *byte == 77), "the buffer of a failed call is written to");
    println!("rank 0 was told: {error}");
}

/// Receives with a datatype with gaps, for which the sender has to send parts.
fn mrecv(bytes: &mut [u8], mut message: Message) -> Result<Status> {
    let old = datatype::get(byte()).expect("predefined");
    let spread = Make::Vector { count: LONG, len: 1, stride: 2, old };
    let spread = datatype::create(spread).expect("a datatype");
    datatype::commit(spread).expect("ours");
    // SAFETY: the bytes are writable.
    unsafe { p2p::mrecv(bytes.as_mut_ptr(), 1, spread, &mut message) }
}

fn sendrecv(bytes: &mut [u8]) -> Result<Status> {
    let to_nobody = p2p::Sending { peer: PROC_NULL, ..sending(&[], 0, 2) };
    // SAFETY: the bytes are writable.
    unsafe { p2p::sendrecv(to_nobody, receiving(bytes, 2, 4)) }
}

fn sends_late(is_matched: bool) {
    let number = u64::from(std::process::id());
    send(&number.to_le_bytes(), 0, 1).expect("sent");
    if is_matched {
        let long = pattern(LONG, 1);
        let mut sent = isend(&long, 0, 2, WORLD);
        await_file(&signal(number));
        p2p::wait(&mut sent).expect("sent");
    } else {
        await_file(&signal(number));
        send(&[1, 2, 3], 0, 4).expect("sent");
    }
    send(&[], 0, 3).expect("sent");
}

fn await_file(path: &Path) {
    let since = Instant::now();
    while std::fs::remove_file(path).is_err() {
        assert!(since.elapsed() < Duration::from_secs(50), "no file {}", path.display());
        sleep(Duration::from_millis(2));
    }
}

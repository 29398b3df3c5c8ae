//! Segments over real sockets: ranks that compute, leave, or lose datagrams.

use crate::config::PARAMS;
use crate::memory::UdpSegment;
use crate::net::State;
use crate::open::UdpDomain;
use skifch_backend::abi::AtomicOp::{Add, Load, Xor};
use skifch_backend::test_host::TestHost;
use skifch_backend::watchdog::{Watchdog, aloud};
use skifch_backend::word::Atomic;
use skifch_backend::{Domain, Error, HostRef, Rx, Segment, Target};
use std::ffi::{CStr, c_char};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const BYTES: usize = 1 << 20;

fn text(text: *const c_char) -> String {
    // SAFETY: the table of settings holds constant C strings.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Runs `act` on ranks that are threads, each with its own membership and a segment.
fn job(size: u32, changed: &[(&str, &str)], act: impl Fn(u32, UdpDomain, UdpSegment) + Sync) {
    members(size, changed, |rank, domain| {
        let segment = domain.segment(BYTES).expect("memory");
        act(rank, domain, segment);
    });
}

/// As `job`, without segments.
pub(crate) fn members(size: u32, changed: &[(&str, &str)], act: impl Fn(u32, UdpDomain) + Sync) {
    let _watchdog = Watchdog::new("ranks over UDP", Duration::from_secs(120));
    let all: Vec<_> = PARAMS.iter().map(|it| (text(it.key), text(it.default))).collect();
    let mut all: Vec<_> = all.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    all.extend(changed);
    let hosts = TestHost::job(size, &all);
    std::thread::scope(|scope| {
        for (rank, host) in (0..).zip(&hosts) {
            let act = &act;
            let run = move || {
                // SAFETY: the host lives longer than the domain.
                let host = unsafe { HostRef::new(host.table()) };
                let domain = UdpDomain::open(host).expect("a loopback interface");
                act(rank, domain);
            };
            scope.spawn(move || aloud(format_args!("rank {rank}"), run));
        }
    });
}

fn put(segment: &UdpSegment, rank: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
    // SAFETY: `bytes` is readable for its length.
    unsafe { segment.put(Target::new(rank, offset), bytes.as_ptr().cast(), bytes.len()) }
}

fn get(segment: &UdpSegment, rank: u32, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
    // SAFETY: `bytes` is writable for its length.
    unsafe { segment.get(Target::new(rank, offset), bytes.as_mut_ptr().cast(), bytes.len()) }
}

/// One of the ranks never calls.
#[test]
fn a_rank_that_computes_is_reached() {
    let is_over = AtomicBool::new(false);
    job(2, &[], |rank, _domain, segment| {
        if rank == 1 {
            while !is_over.load(Ordering::Acquire) {
                std::thread::sleep(Duration::from_millis(1));
            }
            return;
        }
        let source: Vec<u8> = (0..300_000_u32).map(|at| (at * 7 / 3) as u8).collect();
        let mut back = vec![0; source.len()];
        put(&segment, 1, 1000, &source).expect("alive");
        for wanted in 0..200 {
            assert_eq!(
                segment.atomic(Target::new(1, 0), &Atomic::new(Add, 8, 1, 0)).expect("alive"),
                wanted
            );
        }
        get(&segment, 1, 1000, &mut back).expect("alive");
        assert!(back == source, "what is put is got");
        segment.quiet().expect("alive");
        is_over.store(true, Ordering::Release);
    });
}

/// A posted atomic arrives although its sender makes no further calls.
#[test]
fn what_was_posted_goes_without_another_call() {
    let barrier = Barrier::new(2);
    job(2, &[], |rank, _domain, segment| {
        if rank == 0 {
            // The second one finds the link busy and is held back for coalescing.
            for _ in 0..2 {
                segment
                    .atomic_oneway(Target::new(1, 8), &Atomic::new(Add, 8, 1, 0))
                    .expect("alive");
            }
        } else {
            let begin = Instant::now();
            while segment.atomic(Target::new(1, 8), &Atomic::new(Load, 8, 0, 0)).expect("inside")
                < 2
            {
                assert!(begin.elapsed() < Duration::from_secs(30), "it does not come");
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        barrier.wait();
    });
}

/// A PE that waits for a word makes progress until it comes: what the other needs first must go.
#[test]
fn what_was_held_back_goes_with_the_next_progress() {
    let barrier = Barrier::new(2);
    job(2, &[], |rank, domain, segment| {
        if rank == 0 {
            let mut port = domain.open(0).expect("a free port");
            let core = domain.core.clone();
            for _ in 0..2 {
                segment
                    .atomic_oneway(Target::new(1, 8), &Atomic::new(Add, 8, 1, 0))
                    .expect("alive");
            }
            // It does not go because of its age.
            core.with(|state| state.memory.postpone());
            port.rx.progress().expect("the socket is there");
            assert_eq!(core.with(|state| state.memory.traffic().messages), 2);
        }
        barrier.wait();
    });
}

#[test]
fn who_leaves_is_told_of_and_others_go_on() {
    let has_left = Barrier::new(2);
    let is_over = Barrier::new(2);
    job(3, &[("TIMEOUT", "5")], |rank, domain, segment| {
        if rank == 2 {
            drop(segment);
            drop(domain);
            return;
        }
        let begin = Instant::now();
        let error = loop {
            match segment.atomic(Target::new(2, 0), &Atomic::new(Add, 8, 1, 0)) {
                // The segment is closed, but the rank has not left yet.
                Err(error) if error.errno() == libc::EBADF => {}
                Err(error) => break error,
                Ok(_) => {}
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "nobody tells");
        };
        assert_eq!(error.errno(), libc::EPIPE, "{error}");
        assert!(error.text().contains("rank 2"), "{error}");
        has_left.wait();
        for _ in 0..100 {
            segment
                .atomic_oneway(Target::new(1 - rank, 8), &Atomic::new(Add, 8, 1, 0))
                .expect("alive");
        }
        segment.quiet().expect("alive");
        is_over.wait();
        assert_eq!(
            segment.atomic(Target::new(rank, 8), &Atomic::new(Load, 8, 0, 0)).expect("inside"),
            100
        );
        is_over.wait();
    });
}

/// A rank that does not answer has not left, and is not reported as such.
#[test]
fn who_does_not_answer_is_told_of_as_such() {
    let barrier = Barrier::new(2);
    let settings = [("HELPER", "0"), ("TIMEOUT", "0.3")];
    job(2, &settings, |rank, _domain, segment| {
        if rank == 0 {
            let error = get(&segment, 1, 0, &mut [0]).expect_err("nobody looks there");
            assert_eq!(error.errno(), libc::EPIPE, "{error}");
            assert!(error.text().contains("did not answer"), "{error}");
        }
        barrier.wait();
    });
}

/// A lost rank gets no replies: it would otherwise wait forever.
#[test]
fn who_was_given_up_is_told_when_it_asks() {
    let barrier = Barrier::new(2);
    let is_told = AtomicBool::new(false);
    let settings = [("HELPER", "0"), ("TIMEOUT", "0.3")];
    job(2, &settings, |rank, domain, segment| {
        if rank == 0 {
            get(&segment, 1, 0, &mut [0]).expect_err("nobody looks there");
            barrier.wait();
            while !is_told.load(Ordering::Acquire) {
                domain.core.with(State::look).expect("a sound socket");
            }
        } else {
            barrier.wait();
            let error = get(&segment, 0, 0, &mut [0]).expect_err("it has been given up");
            is_told.store(true, Ordering::Release);
            assert_eq!(error.errno(), libc::EPIPE, "{error}");
        }
    });
}

/// Exact sums and intact data, all to all, over a network that loses, duplicates and reorders.
#[test]
fn a_bad_network_changes_nothing() {
    const UPDATES: u64 = 20_000;
    let barrier = Barrier::new(3);
    let faults = [("FAULTS", "loss=2%,dup=1%,reorder=2%,seed=11"), ("TIMEOUT", "60")];
    job(3, &faults, |rank, _domain, segment| {
        let source: Vec<u8> = (0..100_000_u32).map(|at| (at ^ rank << 6) as u8).collect();
        for turn in 0..UPDATES {
            let to = (turn % 3) as u32;
            segment
                .atomic_oneway(
                    Target::new(to, 8 * (turn as usize % 64)),
                    &Atomic::new(Xor, 8, turn, 0),
                )
                .expect("alive");
            segment.atomic_oneway(Target::new(to, 512), &Atomic::new(Add, 4, 1, 0)).expect("alive");
        }
        let place = 1024 + 100_000 * rank as usize;
        for to in 0..3 {
            put(&segment, to, place, &source).expect("alive");
            let mut back = vec![0; source.len()];
            get(&segment, to, place, &mut back).expect("alive");
            assert!(back == source, "what is put is got");
        }
        segment.quiet().expect("alive");
        barrier.wait();
        let updates = |to: u64| (0..UPDATES).filter(move |turn| turn % 3 == to);
        let count =
            segment.atomic(Target::new(rank, 512), &Atomic::new(Load, 4, 0, 0)).expect("inside");
        assert_eq!(count, 3 * updates(rank.into()).count() as u64);
        for word in 0..64 {
            // Each value was applied three times.
            let wanted =
                updates(rank.into()).filter(|turn| turn % 64 == word).fold(0, |a, b| a ^ b);
            let got = segment
                .atomic(Target::new(rank, 8 * word as usize), &Atomic::new(Load, 8, 0, 0))
                .expect("inside");
            assert_eq!(got, wanted);
        }
        barrier.wait();
    });
}

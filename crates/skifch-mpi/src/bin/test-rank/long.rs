//! Announced messages, in both directions at once.

use super::kit::{Random, WORLD, die_after, irecv, isend, pattern, rank_of, recv, send, size_of};
use skifch_mpi::coll::barrier;
use skifch_mpi::error::Class;
use skifch_mpi::p2p;
use std::time::{Duration, Instant};

/// Longer than eager messages, and not multiples of the page size.
const SIZES: &[usize] = &[65_537, 100_000, 262_144, 1_000_003, 4 << 20];

/// Sent eagerly, unless as many messages come the other way.
const MIDDLE: &[usize] = &[8 << 10, 12_345, 16 << 10];

fn neighbours() -> (usize, usize) {
    let (me, ranks) = (rank_of(WORLD), size_of(WORLD));
    ((me + 1) % ranks, (me + ranks - 1) % ranks)
}

fn number(rank: usize, len: usize) -> u64 {
    (rank * 31 + len) as u64
}

pub(crate) fn all(random: &mut Random) {
    for &len in SIZES {
        posted_before(len);
        posted_after(len);
        one_way(len);
        too_long(len, 1 + random.below(len as u64 - 1) as usize);
    }
    announced_before();
    MIDDLE.iter().for_each(|&len| (0..4).for_each(|_| windows_both_ways(len, 20)));
    windows_both_ways(4 << 20, 4);
}

/// Messages that are always announced, enough of them to try each way of moving them.
pub(crate) fn windows(_: &mut Random) {
    (0..60).for_each(|_| windows_both_ways(70_001, 20));
}

/// Many messages under way in each direction, of which a receiver copies several at once.
fn windows_both_ways(len: usize, count: usize) {
    let (next, before) = neighbours();
    let data: Vec<_> = (0..count).map(|at| pattern(len, number(rank_of(WORLD), at))).collect();
    let mut places = vec![vec![0; len]; count];
    let mut requests: Vec<_> = places
        .iter_mut()
        .map(|bytes| irecv(bytes, before as i32, 4, WORLD))
        .chain(data.iter().map(|bytes| isend(bytes, next, 4, WORLD)))
        .collect();
    p2p::waitall(&mut requests, None).expect("all");
    for (at, bytes) in places.iter().enumerate() {
        assert!(*bytes == pattern(len, number(before, at)), "{len} bytes, number {at}");
    }
}

/// The same memory in both directions again and again, with other contents each time: meanwhile it
/// is moved into huge pages, if the system does that and the setting allows it.
pub(crate) fn moved(_: &mut Random) {
    const LEN: usize = 6 << 20;
    let (next, before) = neighbours();
    let (mut data, mut place) = (vec![0; LEN], vec![0; LEN]);
    let at_first = huge_bytes();
    for turn in 0..40 {
        data.copy_from_slice(&pattern(LEN, number(rank_of(WORLD), turn)));
        let mut requests =
            [irecv(&mut place, before as i32, 4, WORLD), isend(&data, next, 4, WORLD)];
        p2p::waitall(&mut requests, None).expect("all");
        assert!(place == pattern(LEN, number(before, turn)), "turn {turn}");
    }
    let (Some(at_first), Some(at_last)) = (at_first, huge_bytes()) else { return };
    if std::env::var("SKIFCH_HUGE_PAGES").is_ok_and(|text| text == "0") {
        assert_eq!(at_last, at_first, "the setting forbids it");
    } else if moves_on_request() && size_of(WORLD) > 1 {
        assert!(at_last >= at_first + (2 << 20), "{at_first} and {at_last} bytes");
    }
}

/// Bytes of this process in huge pages, where the system gives them only to those who ask.
fn huge_bytes() -> Option<usize> {
    let enabled = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").ok()?;
    let sums = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let sum = sums.lines().find_map(|line| line.strip_prefix("AnonHugePages:"))?;
    let kbytes: usize = sum.split_whitespace().next()?.parse().ok()?;
    enabled.contains("[madvise]").then_some(kbytes << 10)
}

/// Whether the kernel moves memory on request: from 6.1 on, on processors with huge pages of 2 MB.
fn moves_on_request() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split('.').map_while(|word| word.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    version >= (6, 1) && cfg!(target_arch = "x86_64")
}

/// Announcements that arrive before their receives: the receive copies the message and is complete
/// at once. No message arrives that would end a sleep.
fn announced_before() {
    const LEN: usize = 100_000;
    const ROUNDS: u32 = 20;
    let (me, ranks) = (rank_of(WORLD), size_of(WORLD));
    let (data, mut bytes) = (pattern(LEN, 7), vec![0; LEN]);
    barrier(WORLD).expect("a barrier");
    let start = Instant::now();
    for _ in 0..ROUNDS {
        if me > 0 {
            recv(&mut bytes[..8], 0, 6).expect("a short message behind the long one");
            recv(&mut bytes, 0, 5).expect("the long one");
            assert!(bytes == data);
            send(&data[..8], 0, 6).expect("an answer");
            continue;
        }
        let mut sends: Vec<_> = (1..ranks).map(|to| isend(&data, to, 5, WORLD)).collect();
        (1..ranks).for_each(|to| send(&data[..8], to, 6).expect("a short message"));
        p2p::waitall(&mut sends, None).expect("all");
        for from in 1..ranks {
            recv(&mut bytes[..8], from as i32, 6).expect("an answer");
        }
    }
    // A sleep that nothing ends takes 100 ms.
    assert!(start.elapsed() < ROUNDS * Duration::from_millis(50), "{:?}", start.elapsed());
}

fn posted_before(len: usize) {
    let (next, before) = neighbours();
    let data = pattern(len, number(rank_of(WORLD), len));
    let mut bytes = vec![0; len];
    let received = irecv(&mut bytes, before as i32, 1, WORLD);
    barrier(WORLD).expect("a barrier");
    let mut requests = [received, isend(&data, next, 1, WORLD)];
    p2p::waitall(&mut requests, None).expect("both");
    assert!(bytes == pattern(len, number(before, len)));
}

/// Several at once, sent in a different order than they are received.
fn posted_after(len: usize) {
    let (next, before) = neighbours();
    let data: Vec<_> = (0..4).map(|tag| pattern(len, number(rank_of(WORLD), tag))).collect();
    let send = |(data, tag): (&Vec<u8>, i32)| isend(data, next, tag, WORLD);
    let mut requests: Vec<_> = data.iter().zip(0..).map(send).collect();
    barrier(WORLD).expect("a barrier");
    for tag in (0..4).rev() {
        let mut bytes = vec![0; len];
        recv(&mut bytes, before as i32, tag).expect("a message");
        assert!(bytes == pattern(len, number(before, tag as usize)));
    }
    p2p::waitall(&mut requests, None).expect("all were received");
}

/// From rank 0 to rank 1, enough that every way is tried: some one by one, then all at once.
fn one_way(len: usize) {
    const COUNT: usize = 24;
    let data: Vec<_> = (0..3).map(|at| pattern(len, number(at, len))).collect();
    if rank_of(WORLD) == 0 && size_of(WORLD) > 1 {
        (0..COUNT).for_each(|at| send(&data[at % 3], 1, 3).expect("it is received"));
        let mut all: Vec<_> = (0..COUNT).map(|at| isend(&data[at % 3], 1, 3, WORLD)).collect();
        p2p::waitall(&mut all, None).expect("all are received");
    }
    if rank_of(WORLD) == 1 {
        let mut bytes = vec![0; len];
        for at in 0..COUNT {
            recv(&mut bytes, 0, 3).expect("a message");
            assert!(bytes == data[at % 3], "{len} bytes, number {at}");
        }
        let mut places = vec![vec![0; len]; COUNT];
        let mut all: Vec<_> = places.iter_mut().map(|bytes| irecv(bytes, 0, 3, WORLD)).collect();
        p2p::waitall(&mut all, None).expect("all messages");
        for (at, bytes) in places.iter().enumerate() {
            assert!(*bytes == data[at % 3], "{len} bytes, number {at} of a window");
        }
    }
}

fn too_long(len: usize, room: usize) {
    let (next, before) = neighbours();
    let data = pattern(len, number(rank_of(WORLD), len));
    let mut request = isend(&data, next, 2, WORLD);
    let mut bytes = vec![7; room + 1];
    let error = recv(&mut bytes[..room], before as i32, 2).expect_err("it is too long");
    assert_eq!(error.class(), Class::Truncate);
    assert!(bytes[..room] == pattern(len, number(before, len))[..room] && bytes[room] == 7);
    p2p::wait(&mut request).expect("it was received");
}

/// One rank is killed while all ranks send to each other.
pub(crate) fn killed(random: &mut Random) {
    let after = Duration::from_micros(random.below(30_000));
    if rank_of(WORLD) == 1 {
        die_after(after);
    }
    let (next, before) = neighbours();
    let (data, mut bytes) = (vec![1; 8 << 20], vec![0; 8 << 20]);
    loop {
        let mut received = irecv(&mut bytes, before as i32, 1, WORLD);
        send(&data, next, 1).expect("the next one lives");
        p2p::wait(&mut received).expect("the one before lives");
    }
}

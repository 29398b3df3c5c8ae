//! Ranks that reach some ranks by shared memory and others by another network, at the same time.

use crate::memnet;
use crate::ranks::{Channel, Rank, job, job_of_one_child, lopsided_job, until};
use skifch_backend::abi::{Attr, Caps, Events, PeerState, SendFlags, Stats, netaddr};
use skifch_backend::iov;
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

/// The sequence number in a message.
fn count(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes or more"))
}

#[test]
fn each_rank_is_reached_by_the_child_that_is_meant() {
    job(4, 2, |rank| {
        for other in 0..4 {
            let mut via = std::ptr::null();
            let reach = rank.table.reach.expect("an entry");
            // SAFETY: the domain is open; `via` is a place for a pointer.
            assert_eq!(unsafe { reach(rank.domain, other, &raw mut via) }, 1);
            // SAFETY: the name of a network is a constant C string.
            let via = unsafe { CStr::from_ptr(via) };
            let is_near = rank.rank / 2 == other / 2;
            assert_eq!(via, if is_near { c"shm" } else { c"memnet" });
        }
        // SAFETY: as above.
        assert_eq!(unsafe { rank.table.reach.expect("an entry")(rank.domain, 4, null_mut()) }, 0);
    });
}

#[test]
fn where_one_child_reaches_all_the_composite_steps_aside() {
    job_of_one_child(2, |rank| {
        // SAFETY: the name of a table is a constant C string.
        assert_eq!(unsafe { CStr::from_ptr(rank.table.name) }, c"shm");
        let channel = rank.open(0);
        channel.send_all(1 - rank.rank, &rank.rank.to_le_bytes());
        assert_eq!(channel.next(), (1 - rank.rank, (1 - rank.rank).to_le_bytes().to_vec()));
        rank.host.fence();
    });
}

/// Even if a rank reaches all others by the first child, others may not reach it that way.
#[test]
fn who_is_reached_by_another_child_than_it_reaches_others_by_hears_both() {
    let met = Barrier::new(2);
    lopsided_job(|rank| {
        // SAFETY: the name of a table is a constant C string.
        assert_eq!(unsafe { CStr::from_ptr(rank.table.name) }, c"route");
        let channel = rank.open(0);
        for number in 0..100_u32 {
            channel.send_all(1 - rank.rank, &number.to_le_bytes());
            assert_eq!(channel.next(), (1 - rank.rank, number.to_le_bytes().to_vec()));
        }
        met.wait();
    });
}

#[test]
fn limits_are_the_least_and_counters_the_sum() {
    job(2, 1, |rank| {
        let (channel, mut attr) = (rank.open(0), Attr::new());
        // SAFETY: the channel is open; `attr` carries its size.
        assert_eq!(unsafe { (rank.table.query)(channel.ctx, &raw mut attr) }, 0);
        // Shared memory has 1024 bytes here, MemNet 1500; shared memory 56 inline, MemNet 16.
        assert_eq!((attr.max_message_bytes, attr.max_inline_bytes), (1024, 16));
        let both = Caps::CLAIM.with(Caps::EVENT_FD).with(Caps::SEGMENT).with(Caps::PEER_DEATH);
        let either = Caps::SINGLE_COPY.with(Caps::MEMORY_EVENT);
        assert_eq!(attr.caps, both.with(either), "what both have, and what one having is enough");
        rank.host.fence();
        for _ in 0..3 {
            channel.send_all(0, b"to the first");
            channel.send_all(1, b"to the second");
        }
        for _ in 0..6 {
            channel.next();
        }
        let mut stats = Stats::new();
        let ask = rank.table.stats.expect("an entry");
        // SAFETY: the channel is open; `stats` carries its size.
        assert_eq!(unsafe { ask(channel.ctx, &raw mut stats) }, 0);
        assert_eq!((stats.messages_sent, stats.messages_received), (6, 6));
        assert_eq!(stats.bytes_sent, 3 * (12 + 13));
        rank.host.fence();
    });
}

/// `MemNet` alone would accept 1500 bytes; it accepts the 1024 of shared memory.
#[test]
fn what_is_sent_is_cut_alike_whoever_carries_it() {
    let bytes: Vec<u8> = (0..1400_u32).map(|at| (at * 7 / 3) as u8).collect();
    job(2, 1, |rank| {
        let (channel, table) = (rank.open(0), rank.table);
        let claim = table.claim.expect("an entry");
        let list = [&bytes[..1000], &bytes[1000..1020], &[], &bytes[1020..]].map(iov::iovec_of);
        for dst in 0..2 {
            assert_eq!(until_taken(|| channel.send(dst, &bytes)), 1024, "to {dst}");
            // SAFETY: the channel is open; elements of readable memory.
            let many = || unsafe { (table.send)(channel.ctx, dst, list.as_ptr(), 4) };
            assert_eq!(until_taken(many), 1024, "in pieces, to {dst}");
            let ex = |flags: SendFlags| {
                let mut taken = 0;
                let (list, taken_at) = (list.as_ptr(), &raw mut taken);
                // SAFETY: as above; `taken` is writable.
                match unsafe { (table.send_ex)(channel.ctx, dst, list, 4, flags.0, taken_at) } {
                    1 => taken,
                    rc => rc as isize as usize,
                }
            };
            assert_eq!(until_taken(|| ex(SendFlags::NONE) as isize), 1024, "with flags, to {dst}");
            assert_eq!(ex(SendFlags::WHOLE) as isize, -libc::EMSGSIZE as isize, "to {dst}");
            assert!(rank.last_error().contains("1024"), "{}", rank.last_error());
            let (mut cont, mut count) = ([iov::iovec_of(&[]); 3], 0);
            // SAFETY: the channel is open; there is room for what a claim writes.
            let rc = unsafe { claim(channel.ctx, dst, 1025, cont.as_mut_ptr(), &raw mut count) };
            assert_eq!(rc, -libc::EMSGSIZE, "to {dst}");
        }
        for _ in 0..6 {
            let (src, got) = channel.next();
            assert!(got == bytes[..1024], "{} bytes from {src}", got.len());
        }
        assert_eq!(channel.recv().expect("no error"), None);
        rank.host.fence();
    });
}

fn until_taken(send: impl Fn() -> isize) -> isize {
    until("room", || Some(send()).filter(|&taken| taken != 0))
}

/// Rank 0 is flooded by a rank on its host and by a remote one.
#[test]
fn both_children_are_served_alike() {
    let over = AtomicBool::new(false);
    job(3, 2, |rank| {
        let channel = rank.open(0);
        rank.host.fence();
        if rank.rank == 0 {
            let mut next = [0_u64; 3];
            // Wait until both have sent plenty.
            until("both", || {
                let (src, bytes) = channel.recv().expect("no error")?;
                next[src as usize] = count(&bytes) + 1;
                (next[1] > 100 && next[2] > 100).then_some(())
            });
            let before = next;
            let got = |next: &[u64; 3]| [next[1] - before[1], next[2] - before[2]];
            let mut received = 0;
            // A sender that shares a CPU with the receiver runs only when the receiver does not;
            // both must still make progress.
            while received < 20_000 || got(&next).iter().any(|&got| got < 500) {
                let (src, bytes) = channel.next();
                assert_eq!(count(&bytes), next[src as usize], "in order from rank {src}");
                next[src as usize] += 1;
                received += 1;
                assert!(received < 5_000_000, "one is not served: {:?}", got(&next));
            }
            over.store(true, Ordering::Relaxed);
            let [near, far] = got(&next);
            println!("from shared memory {near}, from the other network {far}");
            // The senders do not wait for room, so they all get here, too.
            rank.host.fence();
        } else {
            let mut number = 0_u64;
            while !over.load(Ordering::Relaxed) {
                if channel.send(0, &number.to_le_bytes()) > 0 {
                    number += 1;
                } else {
                    std::thread::yield_now();
                }
            }
            rank.host.fence();
        }
    });
}

#[test]
fn a_peer_that_dies_far_away_is_told_once_and_those_near_go_on() {
    job(4, 2, |rank| {
        let channel = rank.open(0);
        let everybody = |text: &[u8]| (0..4).for_each(|other| channel.send_all(other, text));
        everybody(b"hello");
        (0..4).for_each(|_| assert_eq!(channel.next().1, b"hello"));
        rank.host.fence();
        if rank.rank == 0 {
            memnet::kill(&rank.key, 3);
        }
        rank.host.fence();
        if rank.rank < 2 {
            let told = until("the news", || channel.recv().err());
            assert_eq!(told, -libc::ECONNRESET);
            assert!(rank.last_error().contains("rank 3 is gone"), "{}", rank.last_error());
            assert_eq!(channel.send(3, b"too late"), -libc::EPIPE as isize);
            assert_eq!(state(&channel, 3), PeerState::Dead as i32);
        }
        // A poll for deaths does not consume messages.
        rank.host.fence();
        if rank.rank < 2 {
            channel.send_all(1 - rank.rank, b"still here");
            channel.send_all(2, b"and far");
            assert_eq!(channel.next().1, b"still here");
            assert!(channel.recv().expect("it is told once").is_none());
            assert_eq!(state(&channel, 1 - rank.rank), PeerState::Up as i32);
        }
        if rank.rank == 2 {
            // It has lost rank 3 over memnet alone, and is told in the same way.
            let (mut words, mut deaths) = (0, 0);
            until("two messages and the news", || {
                match channel.recv() {
                    Ok(Some((_, bytes))) => words += usize::from(bytes == b"and far"),
                    Ok(None) => {}
                    Err(_) => deaths += 1,
                }
                (words == 2 && deaths == 1).then_some(())
            });
        }
        rank.host.fence();
    });
}

fn state(channel: &Channel, peer: u32) -> i32 {
    let ask = channel.rank.table.peer_state.expect("an entry");
    // SAFETY: the channel is open, and nobody else is on its sides.
    unsafe { ask(channel.ctx, peer) }
}

#[test]
fn a_claim_at_one_child_holds_up_sends_through_the_other() {
    job(2, 1, |rank| {
        let channel = rank.open(0);
        rank.host.fence();
        if rank.rank == 0 {
            let table = rank.table;
            let (mut cont, mut segments) = (skifch_backend::abi::Message::EMPTY.cont, 0);
            let claim = table.claim.expect("an entry");
            let (commit, abort) = (table.commit.expect("an entry"), table.abort.expect("an entry"));
            // SAFETY: the channel is open and used by one thread; writes stay within the claimed
            // space.
            unsafe {
                let out = cont.as_mut_ptr();
                until("a claim", || {
                    (claim(channel.ctx, 1, 5, out, &raw mut segments) == 1).then_some(())
                });
                assert_eq!(channel.send(0, b"no"), -libc::EBUSY as isize, "by shared memory");
                assert_eq!(channel.send(1, b"no"), -libc::EBUSY as isize);
                assert_eq!(claim(channel.ctx, 0, 5, out, &raw mut segments), -libc::EBUSY);
                assert_eq!(commit(channel.ctx, 6), -libc::EINVAL, "more than was claimed");
                std::ptr::copy(b"built".as_ptr(), cont[0].iov_base.cast(), 5);
                assert_eq!(commit(channel.ctx, 5), 0);
                assert_eq!(commit(channel.ctx, 5), -libc::EINVAL, "nothing is claimed");
                assert_eq!(claim(channel.ctx, 0, 5, out, &raw mut segments), 1);
                assert_eq!(abort(channel.ctx), 0);
            }
            channel.send_all(0, b"again");
            assert_eq!(channel.next(), (0, b"again".to_vec()));
        } else {
            assert_eq!(channel.next(), (0, b"built".to_vec()));
        }
        rank.host.fence();
    });
}

/// A segment handle of a rank; dropping it closes the segment.
struct Segment<'a>(&'a Rank, *mut c_void);

impl<'a> Segment<'a> {
    fn open(rank: &'a Rank, bytes: usize) -> Self {
        let (mut ctx, open) = (null_mut(), rank.table.seg_open.expect("an entry"));
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { open(rank.domain, bytes, &raw mut ctx) };
        assert_eq!(rc, 0, "{}", rank.last_error());
        Self(rank, ctx)
    }

    fn add(&self, rank: u32, offset: usize, number: u64) -> u64 {
        let (mut old, atomic) = (0, self.0.table.atomic.expect("an entry"));
        // SAFETY: the segment is open; `old` is writable.
        let rc = unsafe { atomic(self.1, rank, offset, 4, 8, number, 0, &raw mut old) };
        assert_eq!(rc, 0, "{}", self.0.last_error());
        old
    }

    fn ptr(&self, rank: u32) -> *mut c_void {
        // SAFETY: the segment is open.
        unsafe { self.0.table.seg_ptr.expect("an entry")(self.1, rank) }
    }
}

impl Drop for Segment<'_> {
    fn drop(&mut self) {
        // SAFETY: the segment is open, and this is its last use.
        unsafe { self.0.table.seg_close.expect("an entry")(self.1) };
    }
}

#[test]
fn one_variable_is_one_for_all() {
    const EACH: u64 = 2000;
    job(4, 2, |rank| {
        let segment = Segment::open(rank, 100);
        for other in 0..4 {
            let is_near = rank.rank / 2 == other / 2;
            assert_eq!(segment.ptr(other).is_null(), !is_near, "rank {other}");
        }
        rank.host.fence();
        // All ranks add to a word of rank 1: two by shared memory, two by the other network.
        (0..EACH).for_each(|_| _ = segment.add(1, 8, 1));
        rank.host.fence();
        assert_eq!(segment.add(1, 8, 0), 4 * EACH);
        if rank.rank == 1 {
            // SAFETY: within this rank's part; nobody writes to it any more.
            assert_eq!(unsafe { segment.ptr(1).cast::<u64>().add(1).read() }, 4 * EACH);
        }
        rank.host.fence();
        let (mut old, atomic) = (0, rank.table.atomic.expect("an entry"));
        // SAFETY: the segment is open; `old` is writable.
        let rc = unsafe { atomic(segment.1, 4, 0, 4, 8, 1, 0, &raw mut old) };
        assert_eq!(rc, -libc::EINVAL);
        rank.host.fence();
    });
}

/// The events that end a wait of at most `ms` milliseconds, or a negative errno.
fn wait(channel: &Channel, events: Events, ms: i64) -> Result<Events, i32> {
    // SAFETY: the channel is open; the calling thread is on the side that it waits on.
    let rc = unsafe { (channel.rank.table.wait)(channel.ctx, events.0, 0, ms * 1_000_000) };
    u32::try_from(rc).map(Events).map_err(|_| rc)
}

#[test]
fn a_wait_for_memory_is_ended_by_those_without_a_pointer_to_it() {
    let both = Events::RECV.with(Events::MEMORY);
    job(4, 2, |rank| {
        let (channel, segment) = (rank.open(0), Segment::open(rank, 64));
        rank.host.fence();
        if rank.rank == 0 {
            assert_eq!(wait(&channel, Events::MEMORY, 0), Err(-libc::EINVAL), "beside RECV only");
            assert_eq!(wait(&channel, both, 0), Ok(Events::NONE));
            for number in 1..=50 {
                // The writer writes only when told to, mostly while this rank sleeps.
                channel.send_all(2, b"write");
                assert_eq!(wait(&channel, both, 20_000), Ok(Events::MEMORY), "number {number}");
                assert_eq!(segment.add(0, 0, 0), number);
                assert_eq!(wait(&channel, both, 0), Ok(Events::NONE), "it is told once");
            }
        } else if rank.rank == 2 {
            for _ in 0..50 {
                assert_eq!(channel.next(), (0, b"write".to_vec()));
                std::thread::sleep(std::time::Duration::from_micros(300));
                segment.add(0, 0, 1);
            }
        }
        rank.host.fence();
        if rank.rank == 1 {
            segment.add(0, 8, 1);
            channel.send_all(0, b"written");
        }
        if rank.rank == 0 {
            // A neighbour's write through a pointer causes no notification; its message ends the
            // wait.
            assert_eq!(wait(&channel, both, 20_000), Ok(Events::RECV));
            assert_eq!((channel.next().0, segment.add(0, 8, 0)), (1, 1));
        }
        rank.host.fence();
    });
}

#[test]
fn a_neighbours_memory_is_copied_and_that_of_far_ranks_is_not() {
    job(4, 2, |rank| {
        let channel = rank.open(0);
        let own: Vec<u8> = (0..100_000_u32).map(|at| (at * 7 + rank.rank) as u8).collect();
        let there = own.as_ptr().expose_provenance() as u64;
        rank.host.fence();
        (0..4).for_each(|other| channel.send_all(other, &there.to_le_bytes()));
        let copy = rank.table.copy_from.expect("an entry");
        for _ in 0..4 {
            let (src, word) = channel.next();
            let mut bytes = vec![0_u8; own.len()];
            let to = bytes.as_mut_ptr().cast();
            // SAFETY: the channel is open and this thread on its receiving side; `to` is ours.
            let rc = unsafe { copy(channel.ctx, netaddr(src, 0), count(&word), to, own.len()) };
            let is_near = src / 2 == rank.rank / 2;
            assert_eq!(rc, i32::from(is_near), "rank {src} to {}", rank.rank);
            let is_right = (0_u32..).zip(&bytes).all(|(at, &byte)| byte == (at * 7 + src) as u8);
            assert!(!is_near || is_right, "rank {src}");
        }
        let mut byte = 0_u8;
        // SAFETY: as above.
        let rc = unsafe { copy(channel.ctx, netaddr(77, 0), there, (&raw mut byte).cast(), 1) };
        assert_eq!(rc, 0, "there is no such rank");
        rank.host.fence();
    });
}

#[test]
fn what_a_neighbour_allows_is_written_and_nothing_of_far_ranks_is() {
    const BYTES: usize = 1000;
    job(4, 2, |rank| {
        let channel = rank.open(0);
        // One row per rank, to be written by that rank.
        let mut rows = vec![0_u8; 4 * BYTES];
        let there = rows.as_mut_ptr().expose_provenance();
        rank.host.fence();
        (0..4).for_each(|other| {
            channel.send_all(other, &((there + other as usize * BYTES) as u64).to_le_bytes());
        });
        let copy = rank.table.copy_to.expect("an entry");
        let own = vec![rank.rank as u8 + 1; BYTES];
        for _ in 0..4 {
            let (dst, word) = channel.next();
            let from = own.as_ptr().cast();
            // SAFETY: the channel is open and this thread on its receiving side; `own` is ours.
            let rc = unsafe { copy(channel.ctx, netaddr(dst, 0), count(&word), from, BYTES) };
            assert_eq!(rc, i32::from(dst / 2 == rank.rank / 2), "rank {} to {dst}", rank.rank);
        }
        rank.host.fence();
        // SAFETY: the bytes are ours; all possible writers have passed the fence.
        let now = unsafe { std::slice::from_raw_parts(rows.as_ptr(), rows.len()) };
        for (from, row) in (0_u32..).zip(now.chunks(BYTES)) {
            let is_near = from / 2 == rank.rank / 2;
            let wanted = if is_near { from as u8 + 1 } else { 0 };
            assert!(row.iter().all(|&byte| byte == wanted), "of rank {from}");
        }
        rank.host.fence();
    });
}

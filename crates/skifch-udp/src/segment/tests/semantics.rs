//! When requests are sent, which ones are refused, and how requests and replies take turns.

use super::world::{State, World};
use crate::segment::Driver;
use crate::segment::peer::WINDOW;
use crate::segment::requester::{BATCH_BYTES, Place, Step};
use skifch_backend::abi::AtomicOp::{Add, CompareSwap, Load, Store, Xor};
use skifch_backend::word::Atomic;
use skifch_backend::{Segment, Target};
use std::sync::atomic::Ordering;

#[test]
fn one_way_operations_share_messages_and_have_no_answers() {
    const EACH: u64 = 10_000;
    let world = World::new(2, 8192, 1 << 20, 1);
    let segments = world.segment(4096);
    for turn in 0..EACH {
        segments[0]
            .atomic_oneway(Target::new(1, 8 * (turn as usize % 512)), &Atomic::new(Xor, 8, turn, 0))
            .expect("room");
    }
    world.settle();
    let sent = world.net.sent.load(Ordering::Relaxed);
    let full = EACH * 13 / (BATCH_BYTES as u64 - 18);
    assert!((full..=full + 4).contains(&sent), "{sent} messages instead of {full}");
    let traffic = segments[0].driver().with(|engine, _| engine.traffic());
    assert_eq!((traffic.requests, traffic.messages), (EACH, sent));
    let selects = traffic.bytes - EACH * 13;
    assert_eq!(selects, 5 * sent, "each message says first which segment it is for");
    let none = segments[1].driver().with(|engine, _| engine.traffic());
    assert_eq!(none.messages, 0, "nobody is answered");
    for word in 0..512_usize {
        let wanted = (0..EACH).filter(|turn| *turn as usize % 512 == word).fold(0, |a, b| a ^ b);
        assert_eq!(
            segments[1]
                .atomic(Target::new(1, 8 * word), &Atomic::new(Load, 8, 0, 0))
                .expect("inside"),
            wanted
        );
    }
}

#[test]
fn on_an_idle_link_the_first_goes_at_once_and_the_next_wait_for_company() {
    let world = World::new(2, 256, 1000, 1);
    let segments = world.segment(64);
    let sent = || world.net.sent.load(Ordering::Relaxed);
    for wanted in [1, 1, 1] {
        segments[0].atomic_oneway(Target::new(1, 0), &Atomic::new(Add, 8, 1, 0)).expect("room");
        assert_eq!(sent(), wanted);
    }
    assert!(!world.nodes[0].pump(), "nothing is left");
    assert_eq!(sent(), 2, "the two that waited are one message");
}

#[test]
fn counted_atomics_do_not_wait_for_their_answers() {
    let world = World::new(2, 256, 1000, 1);
    let segments = world.segment(64);
    let mut old = [u64::MAX; 9];
    for (turn, old) in old.iter_mut().enumerate() {
        let width = if turn == 8 { 4 } else { 8 };
        let (offset, dst) = (width, std::ptr::from_mut(old).cast());
        let (at, atomic) = (Target::new(1, offset), Atomic::new(Add, width, 3, 0));
        // SAFETY: it lives until `syncreads` on the segment has returned.
        unsafe { segments[0].atomic_async(at, &atomic, dst) }.expect("room");
    }
    assert_eq!(old, [u64::MAX; 9], "nothing was delivered so far");
    world.settle();
    segments[0].syncreads().expect("all have answered");
    let wanted: Vec<u64> = (0..8).map(|turn| 3 * turn).collect();
    assert_eq!(old[..8], wanted);
    // Only `width` bytes are written.
    let mut narrow = u64::MAX.to_ne_bytes();
    narrow[..4].fill(0);
    assert_eq!(old[8].to_ne_bytes(), narrow);
}

#[test]
fn what_is_outside_is_refused_in_every_form() {
    let world = World::new(2, 256, 1000, 1);
    let segments = world.segment(100);
    let (one, mut bytes) = (&segments[0], [0_u8; 8]);
    let at = bytes.as_mut_ptr().cast();
    let outside = [
        (2, 0, 1),
        (u32::MAX, 0, 0),
        (0, 101, 0),
        (1, 93, 8),
        (0, usize::MAX, 8),
        (1, 8, usize::MAX),
    ];
    for (rank, offset, len) in outside {
        // SAFETY: nothing outside the segment is accessed; that is what is tested.
        let all = unsafe {
            [
                one.put(Target::new(rank, offset), at, len),
                one.get(Target::new(rank, offset), at, len),
                one.get_async(Target::new(rank, offset), at, len),
            ]
        };
        for refused in all {
            assert_eq!(
                refused.expect_err("outside").errno(),
                libc::EINVAL,
                "{rank} {offset} {len}"
            );
        }
    }
    for (offset, width) in [(1, 8), (4, 8), (2, 4), (0, 2), (0, 16), (96, 8), (100, 4), (0, 0)] {
        for rank in 0..2 {
            let refused = one.atomic(Target::new(rank, offset), &Atomic::new(Add, width, 1, 0));
            assert_eq!(refused.expect_err("outside").errno(), libc::EINVAL, "{offset} {width}");
            let refused =
                one.atomic_oneway(Target::new(rank, offset), &Atomic::new(Add, width, 1, 0));
            assert_eq!(refused.expect_err("outside").errno(), libc::EINVAL, "{offset} {width}");
        }
    }
    assert!(!one.ptr(0).is_null() && one.ptr(1).is_null() && one.ptr(2).is_null());
    assert_eq!(world.net.sent.load(Ordering::Relaxed), 0, "nobody was asked");
}

/// None of these operations sends a message, so nobody needs to answer.
#[test]
fn the_own_part_is_reached_without_the_network() {
    let world = World::new(2, 256, 1000, 1);
    let segment = &world.segment(64)[0];
    let mut back = [0_u8; 8];
    // SAFETY: eight bytes of ours, which live until after `syncreads`.
    unsafe {
        segment.put(Target::new(0, 3), b"12345678".as_ptr().cast(), 8).expect("inside");
        segment.get_async(Target::new(0, 3), back.as_mut_ptr().cast(), 8).expect("inside");
        segment.put(Target::new(1, 64), back.as_ptr().cast(), 0).expect("nothing, at the end");
    }
    segment.syncreads().expect("arrived");
    assert_eq!(&back, b"12345678");
    assert_eq!(
        segment.atomic(Target::new(0, 16), &Atomic::new(Store, 8, 7, 0)).expect("inside"),
        0
    );
    assert_eq!(
        segment.atomic(Target::new(0, 16), &Atomic::new(CompareSwap, 8, 9, 7)).expect("inside"),
        7
    );
    assert_eq!(segment.atomic(Target::new(0, 16), &Atomic::new(Load, 8, 0, 0)).expect("inside"), 9);
    segment.quiet().expect("nothing to wait for");
    assert_eq!(world.net.sent.load(Ordering::Relaxed), 0);
}

/// Whoever looks between two messages of a large put sees no half of a word.
#[test]
fn messages_of_a_large_put_end_where_words_do() {
    for (max_message, offset) in [(64, 0), (64, 4), (67, 1), (100, 7)] {
        let world = World::new(2, max_message, 4000, 1);
        let (segments, source) = (world.segment(1024), [0xEE_u8; 900]);
        // SAFETY: 900 bytes of ours.
        unsafe { segments[0].put(Target::new(1, offset), source.as_ptr().cast(), source.len()) }
            .expect("room");
        let first = offset.next_multiple_of(8);
        while world.nodes[1].deliver(0) {
            for at in (first..=offset + source.len() - 8).step_by(8) {
                let word = segments[1].atomic(Target::new(1, at), &Atomic::new(Load, 8, 0, 0));
                let word = word.expect("inside");
                assert!([0, 0xEEEE_EEEE_EEEE_EEEE].contains(&word), "{word:#x} at {at}");
            }
        }
        let part = segments[1].part.place(offset as u64, source.len()).expect("inside");
        // SAFETY: nothing is under way that writes there.
        assert!(unsafe { std::slice::from_raw_parts(part, source.len()) } == source);
    }
}

/// Rank 1 always has the maximum number of gets outstanding, each reply fills the link, and rank 0
/// wants to put.
#[test]
fn answers_do_not_starve_requests() {
    let world = World::new(2, 256, 264, 1);
    let segments = world.segment(4096);
    let mut sink = vec![0_u8; 250];
    let ask = |sink: &mut Vec<u8>| {
        let (reads, number) = (segments[1].reads, segments[1].number);
        let from = Place { segment: number, rank: 0, offset: 0 };
        let State { engine, link, .. } = &mut *world.nodes[1].state();
        while engine.peers[0].waiting.len() < WINDOW {
            let (mut done, dst) = (0, (sink.as_mut_ptr(), 250));
            // SAFETY: `sink` lives as long as the world is driven.
            let asked = unsafe { engine.get(link, from, dst, reads, &mut done) };
            if matches!(asked, Ok(Step::Full)) {
                break;
            }
        }
        engine.pump(link);
    };
    let source = [7_u8; 2000];
    let to = Place { segment: 0, rank: 1, offset: 0 };
    let mut done = 0;
    for turn in 0.. {
        assert!(turn < 1000, "only {done} of 2000 bytes went");
        ask(&mut sink);
        world.nodes[0].deliver(1);
        {
            let State { engine, link, .. } = &mut *world.nodes[0].state();
            engine.pump(link);
            let _ = engine.put(link, to, &source, &mut done).expect("alive");
            engine.pump(link);
        }
        if done == source.len() {
            break;
        }
        world.nodes[1].deliver(0);
    }
    world.settle();
}

#[test]
fn who_is_waited_for_is_watched_until_it_has_answered() {
    let world = World::new(3, 256, 1000, 1);
    let segments = world.segment(64);
    let mut word = [0_u8; 8];
    // SAFETY: it lives until after `syncreads`.
    unsafe { segments[0].get_async(Target::new(2, 0), word.as_mut_ptr().cast(), 8) }.expect("room");
    let watched = || world.nodes[0].state().link.watched.clone();
    {
        let State { engine, link, .. } = &mut *world.nodes[0].state();
        engine.watch(link);
    }
    assert_eq!(watched(), [2]);
    world.settle();
    assert!(watched().is_empty());
    segments[0].syncreads().expect("arrived");
}

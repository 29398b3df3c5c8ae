//! Differential test: any sequence of operations has the same effect on the lane as on a queue.
#![cfg(not(skifch_loom))]

use super::{bytes, exchange, lane, receive, send};
use crate::exchange::EXCHANGE_BYTES;
use crate::{Turn, layout::record_bytes};
use proptest::prelude::*;
use std::collections::VecDeque;

#[derive(Clone, Debug)]
enum Op {
    Send(usize),
    /// Writes all of the claimed room, then sends a part of it or sometimes nothing.
    Claim(usize, usize),
    /// Sends through the exchange line if this side has the turn.
    Exchange(usize),
    Receive,
    Settle,
    /// Makes the rest of the ring writable.
    Extend,
}

/// Large enough to exercise both the near and the far part of a large ring.
fn greatest(capacity: usize) -> usize {
    crate::Geometry::max_message_for(capacity).min(20_000)
}

fn ops(max: usize) -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        3 => (0..=max).prop_map(Op::Send),
        1 => (0..=max)
            .prop_flat_map(|room| (Just(room), 0..=room))
            .prop_map(|(room, len)| Op::Claim(room, len)),
        2 => (1..=EXCHANGE_BYTES).prop_map(Op::Exchange),
        4 => Just(Op::Receive),
        1 => Just(Op::Settle),
        1 => Just(Op::Extend),
    ];
    prop::collection::vec(op, 0..400)
}

proptest! {
    #[test]
    fn the_lane_is_a_bounded_queue(
        (capacity, ops) in (9_u32..19).prop_flat_map(|bits| {
            let capacity = 1_usize << bits;
            (Just(capacity), ops(greatest(capacity)))
        })
    ) {
        let mut it = lane(capacity, greatest(capacity));
        // Each message with the lane bytes that it occupies.
        let mut queue: VecDeque<(Vec<u8>, usize)> = VecDeque::new();
        let mut stamp = 0_u8;
        // The next number of the exchange line, and the last number released.
        let (mut number, mut released) = (1, u64::MAX);
        for op in ops {
            stamp = stamp.wrapping_add(1);
            match op {
                Op::Send(len) => {
                    let message = vec![stamp; len];
                    let in_use: usize = queue.iter().map(|(_, taken)| taken).sum();
                    if send(&mut it.producer, &message) {
                        queue.push_back((message, record_bytes(len)));
                        prop_assert!(in_use + record_bytes(len) <= capacity);
                    }
                }
                Op::Claim(room, len) => {
                    if let Some(offset) = it.producer.claim(room).expect("an honest receiver") {
                        it.producer.lend();
                        let message = vec![stamp; room];
                        // SAFETY: within the claim.
                        unsafe { it.mem.write(offset, message.as_ptr(), room) };
                        if stamp.is_multiple_of(4) {
                            continue;
                        }
                        it.producer.publish(len);
                        queue.push_back((message[..len].to_vec(), record_bytes(len)));
                    }
                }
                Op::Exchange(len) => {
                    let message = vec![stamp; len];
                    if released.wrapping_add(2) == number
                        && exchange(&mut it.producer, &it.line, number, &message)
                    {
                        prop_assert!(len <= it.producer.max_message());
                        // In the lane it occupies only its mark.
                        queue.push_back((message, record_bytes(0)));
                        number += 2;
                    }
                }
                Op::Receive => match receive(&mut it.consumer).expect("an honest producer") {
                    Turn::Message(taken) => {
                        let message = queue.pop_front().map(|(message, _)| message);
                        prop_assert_eq!(Some(bytes(&it.consumer, taken)), message);
                        released = it.consumer.release_exchanged().unwrap_or(released);
                        it.consumer.release();
                    }
                    turn => {
                        prop_assert_eq!(turn, Turn::Empty);
                        prop_assert!(queue.is_empty());
                    }
                },
                Op::Extend => it.producer.extend(),
                Op::Settle => {
                    if queue.is_empty() {
                        // A look moves the reader past a wrap that no message has followed yet.
                        prop_assert_eq!(it.consumer.turn(), Ok(Turn::Empty));
                    }
                    it.consumer.settle();
                    if queue.is_empty() {
                        prop_assert!(it.producer.is_drained());
                        let room = it.producer.claim(it.producer.max_message());
                        prop_assert!(matches!(room, Ok(Some(_))), "an empty lane takes any message");
                    }
                }
            }
        }
    }
}

/// Sends and receives `count` messages of `len` bytes, keeping `behind` of them in the lane;
/// returns the greatest offset used.
fn highest_offset(capacity: usize, len: usize, behind: usize, count: usize) -> usize {
    let mut it = lane(capacity, crate::Geometry::max_message_for(capacity));
    let mut highest = 0;
    for sent in 0..count {
        assert!(send(&mut it.producer, &vec![7; len]), "no room for message {sent}");
        if sent < behind {
            continue;
        }
        let Ok(Turn::Message(taken)) = receive(&mut it.consumer) else { panic!("a message") };
        highest = highest.max(taken.offset + taken.len);
        it.consumer.release();
    }
    highest
}

#[test]
fn small_messages_of_a_lane_that_keeps_up_stay_in_its_first_part() {
    assert!(highest_offset(1 << 16, 64, 8, 10_000) <= 16 << 10);
    assert!(highest_offset(1 << 16, 4096, 1, 1_000) > 32 << 10, "large ones go round all of it");
}

#[test]
fn a_receiver_that_is_behind_has_the_whole_ring() {
    assert!(highest_offset(1 << 16, 64, 800, 10_000) > 48 << 10);
}

/// The greatest offsets that messages of `len` bytes use in a ring of 2 MB, before and after it is
/// extended.
fn highest_offsets(len: usize) -> [usize; 2] {
    let mut it = lane(2 << 20, 16 << 10);
    let message = vec![7; len];
    [false, true].map(|is_extended| {
        if is_extended {
            it.producer.extend();
        }
        let offsets = (0..1000).map(|_| {
            assert!(send(&mut it.producer, &message));
            let turn = receive(&mut it.consumer).expect("an honest producer");
            let Turn::Message(taken) = turn else { panic!("{turn:?}") };
            it.consumer.release();
            taken.offset + taken.len
        });
        offsets.max().unwrap_or(0)
    })
}

/// Messages of the greatest size use all of an extended ring, and stay in its near part until it is
/// extended.
#[test]
fn large_messages_use_what_there_is() {
    let [before, after] = highest_offsets(16 << 10);
    assert!(before <= 64 << 10, "{before}");
    assert!(after > (2 << 20) - (32 << 10), "{after}");
}

#[test]
fn middling_messages_use_a_part_of_what_there_is() {
    let [before, after] = highest_offsets(4 << 10);
    assert!(before <= 64 << 10, "{before}");
    assert!((1000 << 10..=1 << 20).contains(&after), "{after}");
    assert!(highest_offsets(1500)[1] <= 64 << 10, "those of up to 2 KB stay in the near part");
}

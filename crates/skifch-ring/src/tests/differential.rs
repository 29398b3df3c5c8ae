//! Any sequence of operations does to the lane what it does to a queue.
#![cfg(not(skifch_loom))]

use super::{bytes, lane, send};
use crate::{Turn, layout::record_bytes};
use proptest::prelude::*;
use std::collections::VecDeque;

#[derive(Clone, Debug)]
enum Op {
    Send(usize),
    /// Writes all of the room; sends a part of it, or now and then nothing.
    Claim(usize, usize),
    Receive,
    Settle,
}

fn ops(max: usize) -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        3 => (0..=max).prop_map(Op::Send),
        1 => (0..=max)
            .prop_flat_map(|room| (Just(room), 0..=room))
            .prop_map(|(room, len)| Op::Claim(room, len)),
        4 => Just(Op::Receive),
        1 => Just(Op::Settle),
    ];
    prop::collection::vec(op, 0..400)
}

proptest! {
    #[test]
    fn the_lane_is_a_bounded_queue(
        (capacity, ops) in (9_u32..14).prop_flat_map(|bits| {
            let capacity = 1_usize << bits;
            (Just(capacity), ops(crate::Geometry::max_message_for(capacity)))
        })
    ) {
        let mut it = lane(capacity, crate::Geometry::max_message_for(capacity));
        let mut queue: VecDeque<Vec<u8>> = VecDeque::new();
        let mut stamp = 0_u8;
        for op in ops {
            stamp = stamp.wrapping_add(1);
            match op {
                Op::Send(len) => {
                    let message = vec![stamp; len];
                    let in_use: usize = queue.iter().map(|m| record_bytes(m.len())).sum();
                    if send(&mut it.producer, &message) {
                        queue.push_back(message);
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
                        queue.push_back(message[..len].to_vec());
                    }
                }
                Op::Receive => match it.consumer.turn().expect("an honest producer") {
                    Turn::Message(taken) => {
                        prop_assert_eq!(Some(bytes(&it.consumer, taken)), queue.pop_front());
                        it.consumer.release();
                    }
                    turn => {
                        prop_assert_eq!(turn, Turn::Empty);
                        prop_assert!(queue.is_empty());
                    }
                },
                Op::Settle => {
                    if queue.is_empty() {
                        // A look takes the reader over a wrap that no message followed yet.
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

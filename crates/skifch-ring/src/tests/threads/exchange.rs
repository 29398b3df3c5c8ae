//! The exchange line with threads: order relative to the lane, and turns. Loom runs the same
//! bodies.

use crate::tests::{Lane, bytes, exchange, lane, receive, send};
use crate::{Consumer, Turn};
use skifch_sync::model::{check, thread};

const RING: usize = crate::Geometry::MIN_BYTES;

fn next(consumer: &mut Consumer) -> Option<u64> {
    loop {
        match receive(consumer).expect("an honest producer") {
            Turn::Message(taken) => {
                let word = bytes(consumer, taken).try_into().expect("8 bytes");
                consumer.release_exchanged();
                consumer.release();
                return Some(u64::from_ne_bytes(word));
            }
            Turn::Closed => return None,
            Turn::Empty => {
                consumer.settle();
                thread::yield_now();
            }
        }
    }
}

/// Loom explores every order in which writes to the two memories can become visible.
#[test]
fn messages_of_the_line_and_of_the_lane_come_in_the_order_they_were_sent() {
    check(|| {
        let Lane { mut producer, mut consumer, line, .. } = lane(RING, 8);
        let sender = thread::spawn(move || {
            assert!(exchange(&mut producer, &line, 1, &1_u64.to_ne_bytes()));
            assert!(send(&mut producer, &2_u64.to_ne_bytes()));
            producer.close();
        });
        for expected in [Some(1), Some(2), None] {
            assert_eq!(next(&mut consumer), expected);
        }
        sender.join().expect("the sender");
    });
}

/// Each side overwrites what it has read, and must not do so earlier.
#[test]
fn two_sides_take_turns() {
    const ROUNDS: u64 = if cfg!(skifch_loom) { 1 } else { 100_000 };
    check(|| {
        let (ask, answer) = (lane(RING, 8), lane(RING, 8));
        let line = ask.line.clone();
        let (mut asking, mut asked) = ask.split();
        let (mut answering, mut answered) = answer.split();
        // SAFETY: the line is leaked (std) or counted (loom).
        unsafe { answered.set_exchange(line.clone(), 2) };
        let theirs = line.clone();
        let other = thread::spawn(move || {
            for round in 0..ROUNDS {
                let question = next(&mut asked).expect("a question");
                let answer = (question + 1).to_ne_bytes();
                assert!(exchange(&mut answering, &theirs, 2 * round + 2, &answer));
            }
        });
        for round in 0..ROUNDS {
            assert!(exchange(&mut asking, &line, 2 * round + 1, &(7 * round).to_ne_bytes()));
            assert_eq!(next(&mut answered), Some(7 * round + 1));
        }
        other.join().expect("the other side");
    });
}

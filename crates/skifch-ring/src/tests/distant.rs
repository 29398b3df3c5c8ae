//! Sides whose cores share no cache: what they do differently changes nothing that arrives.
#![cfg(not(skifch_loom))]

use super::{bytes, lane, receive};
use crate::far::{FAR_BYTES, is_flushed, streamed_above};
use crate::{Consumer, Producer, Turn, copy_far, copy_payload};

const CAPACITY_BYTES: usize = 1 << 14;
/// Most lengths on both sides of all limits.
const LENGTHS: [usize; 9] = [8, 64, 120, 256, FAR_BYTES, FAR_BYTES + 1, 1100, 1101, 2000];

fn message(number: usize) -> Vec<u8> {
    let len = LENGTHS[number % LENGTHS.len()];
    (0..len).map(|at| (number * 7 + at) as u8).collect()
}

/// Sends a message as the networks do; false if there is no room.
fn send_copied(producer: &mut Producer, message: &[u8]) -> bool {
    producer.set_far();
    let Some(offset) = producer.claim(message.len()).expect("an honest receiver") else {
        return false;
    };
    let copy = if producer.is_far(message.len()) { copy_far } else { copy_payload };
    // SAFETY: the claim's room, not yet published.
    unsafe { copy(message.as_ptr(), producer.mem().ptr(offset), message.len()) };
    producer.publish(message.len());
    true
}

fn receive_and_check(consumer: &mut Consumer, number: usize) -> bool {
    let Turn::Message(taken) = receive(consumer).expect("an honest sender") else { return false };
    assert_eq!(bytes(consumer, taken), message(number), "message {number}");
    consumer.release();
    true
}

#[test]
fn what_is_flushed_and_streamed_arrives() {
    let (mut producer, mut consumer) = lane(CAPACITY_BYTES, 2000).split();
    let (mut sent, mut got) = (0, 0);
    while got < 2000 {
        while send_copied(&mut producer, &message(sent)) {
            sent += 1;
        }
        // By turns all, and half of what is there.
        let upto = if got % 2 == 0 { sent } else { got + (sent - got).div_ceil(2) };
        while got < upto {
            assert!(receive_and_check(&mut consumer, got));
            got += 1;
        }
    }
    assert!(consumer.hears_of_a_far_producer());
}

#[test]
fn a_stream_and_an_exchange_are_copied_far_from_different_lengths() {
    let (mut producer, mut consumer) = lane(CAPACITY_BYTES, 2000).split();
    let far_from = |producer: &Producer| (0..4000).find(|&len| producer.is_far(len));
    let expected = |is_stream| streamed_above(is_stream).checked_add(1);
    let one = [1; 256];
    for _ in 0..2000 {
        assert!(send_copied(&mut producer, &one));
        assert!(matches!(receive(&mut consumer), Ok(Turn::Message(_))));
        consumer.settle();
    }
    assert_eq!(far_from(&producer), expected(false), "an exchange");
    while send_copied(&mut producer, &one) {}
    assert_eq!(far_from(&producer), expected(true), "a stream");
}

#[test]
fn what_is_flushed_is_not_streamed() {
    for len in LENGTHS {
        assert!(!(is_flushed(len) && len > streamed_above(true)), "{len} bytes");
    }
}

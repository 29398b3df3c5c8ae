//! Both ends as threads: publication, wrap, credit, close, doorbell. Loom runs the same bodies.

mod exchange;

use super::{bytes, flag, lane, receive, send};
#[cfg(not(skifch_loom))]
use crate::far::{FAR_BYTES, copy_far};
use crate::{Bell, Consumer, Producer, Sleeper, Turn};
use skifch_sync::FenceKind;
use skifch_sync::model::{check, spin_loop, thread};

/// Messages per run: enough to wrap and to wait for credit; few under loom, which explores every
/// interleaving.
const MESSAGES: u64 = if cfg!(skifch_loom) { 4 } else { 200_000 };
/// A tiny ring, so that wrap and credit waits happen often.
const RING: usize = crate::Geometry::MIN_BYTES;

fn send_all(producer: &mut Producer) {
    for value in 1..=MESSAGES {
        while !send(producer, &value.to_ne_bytes()) {
            thread::yield_now();
        }
    }
    assert!(producer.position() > RING as u64, "enough to go round");
    producer.close();
}

fn receive_all(consumer: &mut Consumer) {
    let mut expected = 1_u64;
    loop {
        match receive(consumer).expect("an honest producer") {
            Turn::Message(taken) => {
                assert_eq!(bytes(consumer, taken), expected.to_ne_bytes(), "message {expected}");
                expected += 1;
                consumer.release();
            }
            Turn::Closed => break,
            Turn::Empty => {
                consumer.settle();
                thread::yield_now();
            }
        }
    }
    assert_eq!(expected, MESSAGES + 1, "every message before the end");
}

#[test]
fn messages_arrive_once_in_order_and_before_the_close() {
    check(|| {
        let (mut producer, mut consumer) = lane(RING, 8).split();
        let sender = thread::spawn(move || send_all(&mut producer));
        receive_all(&mut consumer);
        sender.join().expect("the sender");
    });
}

/// Streaming stores are not ordered before the header's by the processor.
#[cfg(not(skifch_loom))]
#[test]
fn a_payload_of_streaming_stores_is_there_when_its_header_is() {
    const LONGEST: usize = 4096;
    let len_of = |number: u64| (number as usize * 88) % (LONGEST - FAR_BYTES) + FAR_BYTES;
    let (mut producer, mut consumer) = lane(16 * LONGEST, LONGEST).split();
    let sender = thread::spawn(move || {
        for number in 1..=MESSAGES / 10 {
            let payload = number.to_ne_bytes().repeat(LONGEST / 8);
            let offset = loop {
                match producer.claim(len_of(number)).expect("an honest receiver") {
                    Some(offset) => break offset,
                    None => thread::yield_now(),
                }
            };
            // SAFETY: the claim's room, not yet published.
            unsafe { copy_far(payload.as_ptr(), producer.mem().ptr(offset), len_of(number)) };
            producer.publish(len_of(number));
        }
    });
    for number in 1..=MESSAGES / 10 {
        let taken = loop {
            match receive(&mut consumer).expect("an honest producer") {
                Turn::Message(taken) => break taken,
                _ => spin_loop(),
            }
        };
        assert_eq!(taken.len, len_of(number));
        let (payload, whole) = (bytes(&consumer, taken), number.to_ne_bytes().repeat(LONGEST / 8));
        assert!(payload == whole[..taken.len], "message {number}");
        consumer.release();
    }
    sender.join().expect("the sender");
}

#[test]
fn a_full_ring_is_not_overwritten() {
    check(|| {
        let (mut producer, mut consumer) = lane(RING, 8).split();
        let sender = thread::spawn(move || {
            let mut sent = 0_u64;
            for _ in 0..if cfg!(skifch_loom) { 4 } else { 10_000 } {
                if send(&mut producer, &(sent + 1).to_ne_bytes()) {
                    sent += 1;
                }
            }
            producer.close();
            sent
        });
        let mut received = 0_u64;
        loop {
            match receive(&mut consumer).expect("an honest producer") {
                Turn::Message(taken) => {
                    received += 1;
                    assert_eq!(bytes(&consumer, taken), received.to_ne_bytes());
                    consumer.release();
                }
                Turn::Closed => break,
                Turn::Empty => {
                    consumer.settle();
                    thread::yield_now();
                }
            }
        }
        assert_eq!(received, sender.join().expect("the sender"));
    });
}

/// The sleeper waits for the bell alone, so it would sleep forever if a ring were lost.
#[test]
fn a_publication_is_seen_or_rings() {
    check(|| {
        let (mut producer, mut consumer) = lane(RING, 8).split();
        let (state, rung) = (flag(), flag());
        let mut bell = Bell::new(state.clone());
        let ringer = rung.clone();
        let sender = thread::spawn(move || {
            assert!(send(&mut producer, &7_u64.to_ne_bytes()));
            if bell.must_ring() {
                ringer.publish(1);
            }
        });
        let mut sleeper = Sleeper::new(state);
        let _fence = sleeper.announce();
        if !consumer.is_ready() {
            while rung.load() == 0 {
                spin_loop();
                thread::yield_now();
            }
        }
        sleeper.retract();
        let turn = receive(&mut consumer).expect("an honest producer");
        assert!(matches!(turn, Turn::Message(taken) if taken.len == 8), "{turn:?}");
        sender.join().expect("the sender");
    });
}

/// Announced, rung and retracted repeatedly: no ring is lost and the sleeper never has to poll.
#[test]
fn who_sleeps_again_is_rung_again() {
    const SLEEPS: u64 = if cfg!(skifch_loom) { 2 } else { 2_000 };
    if skifch_sync::register() != FenceKind::Membarrier {
        println!("SKIPPED: who_sleeps_again_is_rung_again: no membarrier here");
        return;
    }
    check(|| {
        let (mut producer, mut consumer) = lane(RING, 8).split();
        let (state, rung) = (flag(), flag());
        let mut bell = Bell::new(state.clone());
        let ringer = rung.clone();
        let sender = thread::spawn(move || {
            let mut rings = 0;
            for value in 1..=SLEEPS {
                while !send(&mut producer, &value.to_ne_bytes()) {
                    thread::yield_now();
                }
                if bell.must_ring() {
                    rings += 1;
                    ringer.publish(rings);
                }
            }
        });
        let mut sleeper = Sleeper::new(state);
        let (mut received, mut heard) = (0_u64, 0);
        while received < SLEEPS {
            if let Turn::Message(taken) = receive(&mut consumer).expect("an honest producer") {
                received += 1;
                assert_eq!(bytes(&consumer, taken), received.to_ne_bytes());
                consumer.release();
                continue;
            }
            consumer.settle();
            let _fence = sleeper.announce();
            if !consumer.is_ready() {
                while rung.load() == heard {
                    spin_loop();
                    thread::yield_now();
                }
            }
            heard = rung.load();
            sleeper.retract();
        }
        sender.join().expect("the sender");
    });
}

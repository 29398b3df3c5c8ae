//! Whatever the other side writes, this side returns a violation, a valid message or nothing.
#![cfg(not(skifch_loom))]

use super::{lane, receive, send};
use crate::exchange::{EXCHANGE_BYTES, publish_exchanged};
use crate::layout::{HEADER_BYTES, Kind, header};
use crate::{Turn, Violation};
use proptest::prelude::*;

fn corrupt(word: u64) -> Result<Turn, Violation> {
    let mut it = lane(1024, 256);
    // SAFETY: offset 0 lies in the ring.
    unsafe { it.mem.store_header(0, word) };
    it.consumer.turn()
}

#[test]
fn lengths_beyond_the_limits_are_violations() {
    let turn = corrupt(header(Kind::Data, 257, 0, 0));
    assert_eq!(turn, Err(Violation::Length(257)));
    let turn = corrupt(header(Kind::Data, u32::MAX as usize, 0, 0));
    assert_eq!(turn, Err(Violation::Length(u32::MAX as usize)));
}

#[test]
fn a_header_of_another_place_is_a_violation() {
    let stale = header(Kind::Data, 8, 64, 0);
    assert_eq!(corrupt(stale), Err(Violation::Header(stale, 0)));
}

#[test]
fn a_wrap_that_says_more_than_a_distance_is_a_violation() {
    let wrapped = |says| {
        let mut it = lane(1024, 256);
        assert!(send(&mut it.producer, &[1; 8]));
        assert!(matches!(receive(&mut it.consumer), Ok(Turn::Message(_))));
        // SAFETY: the place of the second record.
        unsafe { it.mem.store_header(16, header(Kind::Wrap, says, 16, 0)) };
        // At the start the next lap has not begun: the first record is of the last one.
        it.consumer.turn()
    };
    let first = Err(Violation::Header(header(Kind::Data, 8, 0, 0), 0));
    assert_eq!([wrapped(0), wrapped(1)], [first, first]);
    assert_eq!(wrapped(2), Err(Violation::Header(header(Kind::Wrap, 2, 16, 0), 16)));
}

#[test]
fn credit_that_was_never_earned_is_a_violation() {
    let mut it = lane(512, 8);
    while send(&mut it.producer, &[1; 8]) {}
    it.credit.publish(1 << 40);
    assert_eq!(it.producer.claim(8), Err(Violation::Credit(1 << 40)));
    it.credit.publish(1 << 63);
    assert_eq!(it.producer.claim(8), Err(Violation::Credit(1 << 63)));
}

#[test]
fn marks_that_belong_to_nothing_are_violations() {
    let with = |words: &[u64]| {
        let mut it = lane(512, 8);
        for (index, word) in words.iter().enumerate() {
            // SAFETY: the offset lies in the ring.
            unsafe { it.mem.store_header(index * 8, *word) };
        }
        it.consumer.turn()
    };
    let mark = |number, at| header(Kind::Exchanged, number, at, 0);
    assert_eq!(with(&[mark(1, 0)]), Err(Violation::Header(mark(1, 0), 0)), "no such message");
    assert_eq!(with(&[mark(256, 0)]), Err(Violation::Header(mark(256, 0), 0)), "no such number");
    let passed = usize::from(u8::MAX);
    assert_eq!(with(&[mark(passed, 0)]), Ok(Turn::Empty), "what was taken before the first");
    let twice = mark(passed, 8);
    assert_eq!(with(&[mark(passed, 0), twice]), Err(Violation::Header(twice, 8)), "once only");
}

/// Behind a mark there must be room for another header.
#[test]
fn a_mark_in_the_last_word_is_a_violation() {
    let mut it = lane(512, 8);
    let last = 512 - HEADER_BYTES;
    for at in (0..last).step_by(HEADER_BYTES) {
        // SAFETY: the offset lies in the ring.
        unsafe { it.mem.store_header(at, header(Kind::Data, 0, at, 0)) };
        assert!(matches!(it.consumer.turn(), Ok(Turn::Message(taken)) if taken.len == 0));
    }
    let mark = header(Kind::Exchanged, usize::from(u8::MAX), last, 0);
    // SAFETY: the last word of the ring.
    unsafe { it.mem.store_header(last, mark) };
    assert_eq!(it.consumer.turn(), Err(Violation::Header(mark, last)));
}

#[test]
fn what_is_no_message_of_the_line_is_none() {
    for (greatest, too_long) in [(8, 9), (1000, EXCHANGE_BYTES as u64 + 1)] {
        what_is_none(greatest, too_long);
    }
}

fn what_is_none(greatest: usize, too_long: u64) {
    let mut it = lane(4096, greatest);
    let good = it.producer.exchange(1, 8).expect("room");
    for bad in [0, u64::MAX, good - 8, good - 8 + too_long, good ^ 1 << 36, good ^ 1 << 50] {
        // SAFETY: the line begins with a header.
        unsafe { publish_exchanged(&it.line, bad) };
        assert_eq!(it.consumer.turn(), Ok(Turn::Empty), "{bad:#x}");
    }
    // SAFETY: as above.
    unsafe { publish_exchanged(&it.line, good) };
    assert!(matches!(it.consumer.turn(), Ok(Turn::Message(taken)) if taken.len == 8));
    assert_eq!(it.consumer.turn(), Ok(Turn::Empty), "it is taken once");
}

proptest! {
    #[test]
    fn garbage_never_leads_out_of_the_ring(words in prop::collection::vec(any::<u64>(), 128)) {
        let mut it = lane(1024, 256);
        for (index, word) in words.iter().enumerate() {
            // SAFETY: 128 words are the ring.
            unsafe { it.mem.store_header(index * 8, *word) };
        }
        for _ in 0..200 {
            match receive(&mut it.consumer) {
                Ok(Turn::Message(taken)) => {
                    prop_assert!(taken.offset + taken.len <= 1024 && taken.len <= 256);
                    it.consumer.release();
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
}

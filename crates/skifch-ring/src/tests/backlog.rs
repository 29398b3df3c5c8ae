//! What a receiver can tell about a sender that is ahead, and the order in which a message of the
//! exchange line is written.
#![cfg(not(skifch_loom))]

use super::{lane, receive, send};
use crate::exchange::{EXCHANGE_BYTES, write_exchanged};
use crate::layout::{HEADER_BYTES, record_bytes};

#[test]
fn a_backlog_reaches_as_far_as_the_messages_of_the_usual_length() {
    let (mut producer, mut consumer) = lane(1 << 14, 256).split();
    assert!(!consumer.has_backlog(0), "nothing was sent");
    (0..10).for_each(|_| assert!(send(&mut producer, &[7; 100])));
    receive(&mut consumer).expect("an honest sender");
    let record = record_bytes(100);
    assert_eq!(consumer.holds(), (1 << 14) / record);
    // Nine are left; a place that many ahead is looked at.
    for (ahead, is_there) in [(1, true), (8, true), (9, false), (20, false)] {
        assert_eq!(consumer.has_backlog(ahead * record), is_there, "{ahead} ahead");
    }
    assert!(consumer.has_backlog(1 << 14), "beyond the end");
}

#[test]
fn a_message_in_parts_is_written_whole_and_nothing_beside_it() {
    let message: Vec<u8> = (0..EXCHANGE_BYTES).map(|i| 1 + i as u8 % 251).collect();
    for total in 1..=EXCHANGE_BYTES {
        for first in [0, 1, 16, 55, 56, 57, 100].into_iter().filter(|&first| first <= total) {
            let mut line = vec![0_u8; HEADER_BYTES + EXCHANGE_BYTES];
            for part in [first..total, 0..first] {
                let at = HEADER_BYTES + part.start;
                let part = &message[part];
                // SAFETY: the part lies in the message, for which the line has room.
                unsafe { write_exchanged(line.as_mut_ptr(), at, part.as_ptr(), part.len()) };
            }
            let (header, bytes) = line.split_at(HEADER_BYTES);
            assert!(header.iter().all(|&byte| byte == 0));
            assert_eq!(
                bytes[..total],
                message[..total],
                "{total} bytes, {first} in the first part"
            );
            assert!(bytes[total..].iter().all(|&byte| byte == 0), "beside {total} bytes");
        }
    }
}

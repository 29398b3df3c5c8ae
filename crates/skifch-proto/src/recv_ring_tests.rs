//! Pieces in any order give the same stream.

use super::*;
use crate::memory::Heap;
use crate::send_ring::SendRing;
use proptest::prelude::*;
use std::collections::VecDeque;

const CAPACITY: usize = 512;

#[derive(Clone, Debug)]
enum Op {
    Send(usize),
    /// Delivers a piece of the data sent; position and length in units of 1/256 of it.
    Deliver(u8, u8),
    /// Delivers in place, from the edge.
    Land(u16),
    Receive,
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        3 => (0_usize..200).prop_map(Op::Send),
        5 => (any::<u8>(), any::<u8>()).prop_map(|(at, len)| Op::Deliver(at, len)),
        2 => (0_u16..300).prop_map(Op::Land),
        3 => Just(Op::Receive),
    ]
}

/// The two rings and the data in flight between them.
struct Pair {
    sender: SendRing<Heap>,
    receiver: RecvRing<Heap>,
    sent: u64,
    queue: VecDeque<Vec<u8>>,
}

impl Pair {
    fn bytes(&self, start: u64, end: u64) -> Vec<u8> {
        self.sender.pieces(start, (end - start) as usize).concat()
    }

    fn deliver(&mut self, start: u64, end: u64) {
        let bytes = self.bytes(start, end);
        assert_ne!(self.receiver.accept(start, &bytes), Accepted::Refused, "{start}..{end}");
        self.told();
    }

    fn land(&mut self, most: u64) {
        let edge = self.receiver.edge();
        let bytes = self.bytes(edge, self.sent.min(edge + most));
        let [first, second] = self.receiver.landing(bytes.len());
        let fit = first.len() + second.len();
        let (low, high) = bytes[..fit].split_at(first.len());
        first.copy_from_slice(low);
        second.copy_from_slice(high);
        self.receiver.landed(fit);
        self.told();
    }

    fn told(&mut self) {
        self.sender.on_ack(self.receiver.edge(), self.receiver.credit()).expect("honest");
        self.sent = self.sent.max(self.sender.take(u64::MAX).end);
    }

    fn receive(&mut self) {
        match self.receiver.turn().expect("honest") {
            Turn::Message(taken) => {
                let bytes = self.receiver.pieces(taken.position, taken.len).concat();
                assert_eq!(Some(bytes), self.queue.pop_front());
                self.receiver.release();
            }
            turn => assert_eq!(turn, Turn::Empty),
        }
        self.told();
    }
}

proptest! {
    #[test]
    fn messages_come_out_as_they_went_in(ops in prop::collection::vec(op(), 0..300)) {
        let receiver = RecvRing::new(CAPACITY, 200);
        let mut pair =
            Pair { sender: SendRing::new(CAPACITY), receiver, sent: 0, queue: VecDeque::new() };
        pair.told();
        for (number, op) in ops.into_iter().enumerate() {
            let open = pair.sender.acked();
            let span = pair.sent - open;
            match op {
                Op::Send(len) => {
                    let message = vec![number as u8; len];
                    if pair.sender.append(len, &[&message]) {
                        pair.queue.push_back(message);
                        pair.told();
                    }
                }
                Op::Deliver(at, len) => {
                    let start = open + span * u64::from(at) / 256;
                    pair.deliver(start, (start + 1 + u64::from(len)).min(pair.sent).max(start));
                }
                Op::Land(most) => pair.land(u64::from(most)),
                Op::Receive => pair.receive(),
            }
        }
        pair.sender.close();
        while !(pair.queue.is_empty() && pair.sender.is_drained()) {
            pair.told();
            pair.deliver(pair.sender.acked(), pair.sent);
            if !pair.queue.is_empty() {
                pair.receive();
            }
        }
        prop_assert_eq!(pair.receiver.turn(), Ok(Turn::Closed));
        prop_assert_eq!(pair.receiver.turn(), Ok(Turn::Closed));
    }
}

#[test]
fn what_has_no_room_is_refused() {
    let mut ring = RecvRing::<Heap>::new(64, 16);
    assert_eq!(ring.credit(), 56);
    assert_eq!(ring.accept(8, &[0; 57]), Accepted::Refused);
    assert_eq!(ring.accept(64, &[0; 1]), Accepted::Refused);
    assert_eq!(ring.accept(8, &[0; 8]), Accepted::Ahead);
    assert_eq!(ring.landing(100).map(|piece| piece.len()), [8, 0]);
    assert_eq!(ring.landed(8), Accepted::InOrder);
    assert_eq!((ring.edge(), ring.has_gap()), (16, false));
    assert_eq!(ring.accept(0, &[0; 16]), Accepted::Known);
}

#[test]
fn a_word_that_is_no_header_is_noticed() {
    for word in [0, header(Kind::Data, 8, 8), header(Kind::Data, 17, 0), header(Kind::Close, 1, 0)]
    {
        let mut ring = RecvRing::<Heap>::new(64, 16);
        ring.accept(0, &word.to_le_bytes());
        assert_eq!(ring.turn(), Err(Violation), "{word:#x}");
    }
    let mut ring = RecvRing::<Heap>::new(64, 16);
    ring.accept(0, &header(Kind::Close, 0, 0).to_le_bytes());
    ring.accept(8, &header(Kind::Data, 0, 8).to_le_bytes());
    assert_eq!(ring.turn(), Ok(Turn::Closed));
    assert_eq!(ring.turn(), Err(Violation), "nothing follows a close");
}

/// A reader that has seen part of a message is notified again when it is complete.
#[test]
fn a_part_of_a_message_is_nothing_to_read() {
    let mut ring = RecvRing::<Heap>::new(64, 16);
    let word = header(Kind::Data, 16, 0).to_le_bytes();
    ring.accept(0, &word[..4]);
    assert!(!ring.is_readable());
    ring.accept(4, &word[4..]);
    assert!(ring.is_readable(), "a header, which may be a whole record");
    assert_eq!(ring.turn(), Ok(Turn::Empty));
    assert!(!ring.is_readable());
    ring.accept(8, &[7; 15]);
    assert!(!ring.is_readable());
    ring.accept(23, &[7; 1]);
    assert!(ring.is_readable());
    assert_eq!(ring.turn(), Ok(Turn::Message(Taken { position: 8, len: 16 })));
    ring.accept(24, &header(Kind::Close, 0, 24).to_le_bytes());
    assert!(ring.is_readable());
}

/// A lost peer may have closed before, although nothing has been taken so far.
#[test]
fn a_close_is_seen_behind_what_was_not_taken() {
    let mut ring = RecvRing::<Heap>::new(64, 16);
    let put = |ring: &mut RecvRing<Heap>, at: u64, word: u64| {
        ring.accept(at, &word.to_le_bytes());
        ring.has_close()
    };
    assert!(!ring.has_close());
    assert!(!put(&mut ring, 0, header(Kind::Data, 8, 0)), "a part of a message");
    assert!(!put(&mut ring, 8, header(Kind::Close, 0, 8)), "what a message holds");
    assert!(!put(&mut ring, 24, header(Kind::Close, 0, 24)), "something is missing before it");
    assert!(put(&mut ring, 16, header(Kind::Data, 0, 16)));
    while ring.turn() != Ok(Turn::Closed) {}
    assert!(ring.has_close(), "it was taken");
    let mut ring = RecvRing::<Heap>::new(64, 16);
    assert!(!put(&mut ring, 0, 7), "nonsense");
}

//! Messages in flight: delivered once, in order and whole, and no sender starves.

use super::{SMALL, USUAL, addr, in_threads, next, ranks, recv, send, send_empty, until, watch};
use skifch_backend::abi::{Message, rank_of};
use skifch_backend::{Cont, Glance, Rx};
use std::mem::MaybeUninit;

#[test]
fn the_first_send_makes_the_lane_and_no_other() {
    let all = ranks(3, SMALL);
    let (mut a, mut b, c) = (all[0].open(0), all[1].open(0), all[2].open(0));
    assert!(a.tx.lanes.is_empty() && b.rx.lanes.is_empty());
    assert_eq!(send(&mut a.tx, addr(1), b"first").expect("sent"), 5);
    assert_eq!(next(&mut b.rx), (addr(0), b"first".to_vec()));
    assert_eq!((a.tx.lanes.len(), b.rx.lanes.len()), (1, 1));
    assert!(c.rx.lanes.is_empty() && c.tx.lanes.is_empty());
}

/// A test message: sender, sequence number, and a length that follows from both.
fn message(from: u32, number: u32) -> Vec<u8> {
    let len = 8 + (from * 31 + number * 17) as usize % 700;
    let mut bytes = vec![(from + number) as u8; len];
    bytes[..4].copy_from_slice(&from.to_le_bytes());
    bytes[4..8].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[test]
fn all_to_all_arrives_once_and_in_order() {
    const RANKS: u32 = 8;
    const EACH: u32 = 300;
    let _watch = watch("all to all among 8 threads");
    in_threads(RANKS, SMALL, |rank, port| {
        let (mut sent, mut got) = ([0; RANKS as usize], [0; RANKS as usize]);
        while sent.iter().chain(&got).any(|&count| count < EACH) {
            for to in 0..RANKS {
                let number = sent[to as usize];
                if number < EACH {
                    let bytes = message(rank, number);
                    let taken = send(&mut port.tx, addr(to), &bytes).expect("a living peer");
                    assert!(taken == 0 || taken == bytes.len(), "no sliver");
                    sent[to as usize] += u32::from(taken > 0);
                }
            }
            while let Some((src, bytes)) = recv(&mut port.rx).expect("living peers") {
                let from = rank_of(src);
                assert_eq!(bytes, message(from, got[from as usize]), "{from} to {rank}");
                got[from as usize] += 1;
            }
            std::thread::yield_now();
        }
        assert_eq!(recv(&mut port.rx).expect("living peers"), None, "nothing twice");
    });
}

#[test]
fn a_receiver_that_is_behind_brings_the_rest_of_the_ring() {
    let all = ranks(2, &[("RING_BYTES", "262144"), ("MAX_MESSAGE", "1024")]);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    let mut sent = 0;
    while send(&mut a.tx, addr(1), &message(0, sent)).expect("a living peer") > 0 {
        sent += 1;
    }
    let bytes: usize = (0..sent).map(|number| message(0, number).len()).sum();
    assert!(bytes > 192 << 10, "{sent} messages, {bytes} bytes");
    for number in 0..sent {
        assert_eq!(next(&mut b.rx), (addr(0), message(0, number)));
    }
}

#[test]
fn empty_messages_keep_their_place() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect("sent"), 1);
    assert!(send_empty(&mut a.tx, addr(1)));
    assert_eq!(send(&mut a.tx, addr(1), b"y").expect("sent"), 1);
    assert_eq!(next(&mut b.rx).1, b"x");
    let mut cont: Cont = [MaybeUninit::uninit(); 3];
    for _ in 0..3 {
        assert!(matches!(b.rx.recv_fast(&mut cont), Glance::Other));
        assert_eq!(b.rx.recv(&mut cont, false).expect_err("empty").errno(), libc::EBADMSG);
        assert!(b.rx.ready());
    }
    assert_eq!(next(&mut b.rx).1, b"");
    assert_eq!(next(&mut b.rx).1, b"y");
}

#[test]
fn a_full_lane_refuses_whole_messages_and_goes_on_after_a_release() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    let bytes = [7; 1000];
    for round in 0..50 {
        // The first refusal picks up the receiver's answer, and with it the credit.
        let mut offer = || send(&mut a.tx, addr(1), &bytes).expect("a living peer") > 0;
        let mut sent = until("room", || offer().then_some(1));
        while offer() {
            sent += 1;
        }
        assert!((2..=4).contains(&sent), "round {round}: {sent} of 1008 in 4096");
        assert_eq!(send(&mut a.tx, addr(1), &bytes).expect("a living peer"), 0);
        for _ in 0..sent {
            assert_eq!(next(&mut b.rx).1, bytes);
        }
        assert_eq!(recv(&mut b.rx).expect("a living peer"), None);
    }
    assert!(a.tx.counters.full.get() >= 100);
}

#[test]
fn a_batch_is_released_as_a_whole() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    let mut expected = 0_u32;
    let mut sent = 0_u32;
    let mut batch = [Message::EMPTY; 64];
    let _watch = watch("batches");
    while expected < 5000 {
        while sent < 5000 && send(&mut a.tx, addr(1), &sent.to_le_bytes()).expect("alive") > 0 {
            sent += 1;
        }
        let count = b.rx.recv_many(&mut batch).expect("alive");
        if count > 1 {
            let busy = b.rx.recv_many(&mut batch[..1]).expect_err("one batch at a time");
            assert_eq!(busy.errno(), libc::EBUSY);
        }
        for shown in &batch[..count] {
            // SAFETY: a batch shows readable segments until it is released.
            let bytes = unsafe { shown.cont[0].iov_base.cast::<[u8; 4]>().read_unaligned() };
            assert_eq!((u32::from_le_bytes(bytes), shown.src), (expected, addr(0)));
            expected += 1;
        }
        if count > 0 && !b.rx.recv_comp_fast() {
            b.rx.recv_comp().expect("something was out");
        }
    }
}

/// Five senders that always have messages, one of them with large ones.
#[test]
fn floods_do_not_starve_each_other() {
    let all = ranks(6, USUAL);
    let mut ports: Vec<_> = all.iter().map(|rank| rank.open(0)).collect();
    let (receiver, senders) = ports.split_first_mut().expect("six");
    let mut bytes = [0_u64; 6];
    let _watch = watch("five floods into one receiver");
    for _ in 0..20_000 {
        for (index, sender) in senders.iter_mut().enumerate() {
            let len = if index == 0 { 16_384 } else { 8 << index };
            while send(&mut sender.tx, addr(0), &vec![1; len]).expect("alive") > 0 {}
        }
        for _ in 0..8 {
            if let Some((src, message)) = recv(&mut receiver.rx).expect("alive") {
                bytes[rank_of(src) as usize] += message.len() as u64;
            }
        }
    }
    let (least, most) = (bytes[1..].iter().min(), bytes[1..].iter().max());
    let (least, most) = (*least.expect("five"), *most.expect("five"));
    // A turn is 4 KiB of records or one message; a small message's header is half of its record.
    assert!(least * 8 >= most, "bytes from each sender: {:?}", &bytes[1..]);
}

#[test]
fn five_hundred_senders_reach_one_receiver() {
    const RANKS: u32 = 10;
    const PORTS: u32 = 50;
    let _watch = watch("500 lanes into one receiver");
    let all = ranks(RANKS, SMALL);
    let mut receiver = all[0].open(1000);
    let mut senders: Vec<_> =
        (0..PORTS).flat_map(|port| all.iter().map(move |rank| rank.open(port))).collect();
    let dst = receiver.rx.lines.own().addr;
    let mut got = std::collections::HashMap::<_, u32>::new();
    for round in 0..3_u32 {
        for sender in &mut senders {
            until("room", || {
                let sent = send(&mut sender.tx, dst, &round.to_le_bytes()).expect("alive");
                if sent == 0 {
                    receiver.rx.progress().expect("progress");
                }
                (sent > 0).then_some(())
            });
        }
        for _ in 0..senders.len() {
            let (src, bytes) = next(&mut receiver.rx);
            let seen = got.entry(src).or_default();
            assert_eq!(bytes, seen.to_le_bytes(), "from {src:#x}");
            *seen += 1;
        }
    }
    assert_eq!(got.len(), (RANKS * PORTS) as usize);
    assert!(got.values().all(|&count| count == 3));
    assert!(senders[0].tx.lanes.len() == 1);
}

//! The exchange line of two ranks in a ping-pong: it changes nothing but the time.

use super::{Open, Rank, SMALL, USUAL, addr, in_threads, next, ranks, recv, send, until, watch};
use skifch_backend::abi::PeerState;
use skifch_backend::{Rx, Tx};
use skifch_ring::exchange::EXCHANGE_BYTES;

/// More polls than a lane gets before anything else is checked.
const LOOKS: u32 = 70;

/// Whether each rank has a CPU of its own, without which there are no exchange lines.
fn two_cpus(test: &str) -> bool {
    let has_two = std::thread::available_parallelism().is_ok_and(|count| count.get() > 1);
    if !has_two {
        eprintln!("SKIPPED: {test}: one CPU");
    }
    has_two
}

/// Number of messages that the sender's only lane has sent through its exchange line.
fn by_line(port: &Open) -> u64 {
    port.tx.lanes.iter().flatten().map(|lane| lane.answers.sent().div_ceil(2)).sum()
}

/// Sends a message while the other side polls as a rank that waits for a reply does.
fn say(from: &mut Open, to: &mut Open, bytes: &[u8]) {
    (0..LOOKS).for_each(|_| assert_eq!(recv(&mut to.rx).expect("alive"), None));
    let dst = to.rx.lines.own().addr;
    until("room", || (send(&mut from.tx, dst, bytes).expect("alive") > 0).then_some(()));
}

/// Lets two ranks reply to each other until they use their exchange line.
fn converse(a: &mut Open, b: &mut Open) {
    let before = by_line(a).min(by_line(b));
    until("the line", || {
        say(a, b, b"question");
        assert_eq!(next(&mut b.rx).1, b"question");
        say(b, a, b"answer");
        assert_eq!(next(&mut a.rx).1, b"answer");
        // Ranks whose lanes have run empty check their sockets.
        a.rx.progress().expect("alive");
        b.rx.progress().expect("alive");
        (by_line(a).min(by_line(b)) > before + 1).then_some(())
    });
}

/// A job and two of its channels that already reply to each other through their exchange line.
fn two_that_converse(test: &str) -> Option<(Vec<Rank>, Open, Open)> {
    let all = two_cpus(test).then(|| ranks(2, SMALL))?;
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    converse(&mut a, &mut b);
    Some((all, a, b))
}

#[test]
fn two_that_answer_each_other_do_so_in_their_line() {
    let test = "two_that_answer_each_other_do_so_in_their_line";
    let Some((_all, mut a, mut b)) = two_that_converse(test) else { return };
    let (lanes, lines) = (a.tx.lanes[0].as_ref().expect("a lane").producer.position(), by_line(&a));
    for round in 0..1000_u32 {
        say(&mut a, &mut b, &round.to_le_bytes());
        assert_eq!(next(&mut b.rx).1, round.to_le_bytes());
        let answer = vec![round as u8; 1 + round as usize % EXCHANGE_BYTES];
        say(&mut b, &mut a, &answer);
        assert_eq!(next(&mut a.rx).1, answer);
    }
    assert_eq!(by_line(&a), lines + 1000);
    let lane = a.tx.lanes[0].as_ref().expect("a lane");
    assert_eq!(lane.producer.position(), lanes, "nothing in the lane");
}

/// The exchange line itself would have room for more.
#[test]
fn a_line_takes_no_message_that_is_longer_than_the_greatest() {
    let test = "a_line_takes_no_message_that_is_longer_than_the_greatest";
    let few = [("RING_BYTES", "4096"), ("MAX_MESSAGE", "40")];
    let Some(all) = two_cpus(test).then(|| ranks(2, &few)) else { return };
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    converse(&mut a, &mut b);
    for len in [41, 64, 100, EXCHANGE_BYTES, 1000] {
        say(&mut a, &mut b, &vec![7; len]);
        assert_eq!(next(&mut b.rx).1, [7; 40], "of {len}");
        say(&mut b, &mut a, b"answer");
        assert_eq!(next(&mut a.rx).1, b"answer");
    }
}

#[test]
fn a_line_that_is_not_wanted_is_not_made() {
    let off = [SMALL, &[("EXCHANGE", "off")]].concat();
    let all = ranks(2, &off);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    for _ in 0..200 {
        say(&mut a, &mut b, b"question");
        next(&mut b.rx);
        say(&mut b, &mut a, b"answer");
        next(&mut a.rx);
    }
    assert_eq!((by_line(&a), by_line(&b)), (0, 0));
}

/// Bursts of messages of all lengths from either side; the first of a burst may use the line.
#[test]
fn what_goes_by_the_line_keeps_its_place_among_what_goes_by_the_lane() {
    const ROUNDS: u32 = if cfg!(miri) { 50 } else { 20_000 };
    let _watch = watch("bursts that answer bursts");
    let burst = |round: u32| 1 + (round.wrapping_mul(2_654_435_761) >> 29);
    let message = |round: u32, at: u32| {
        let len = 4 + (round.wrapping_mul(40_503).wrapping_add(at * 977) >> 4) as usize % 400;
        let mut bytes = vec![at as u8; len];
        bytes[..4].copy_from_slice(&round.to_le_bytes());
        bytes
    };
    for params in [SMALL, USUAL] {
        in_threads(2, params, |rank, port| {
            for round in 0..ROUNDS {
                if round % 2 == rank {
                    for at in 0..burst(round) {
                        let bytes = message(round, at);
                        let dst = addr(1 - rank);
                        until("room", || {
                            (send(&mut port.tx, dst, &bytes).expect("alive") > 0).then_some(())
                        });
                    }
                } else {
                    for at in 0..burst(round) {
                        assert_eq!(next(&mut port.rx).1, message(round, at), "{round}, {at}");
                    }
                }
            }
        });
    }
}

/// The two sides of a channel may belong to two threads.
#[test]
fn the_two_sides_of_a_channel_share_a_line() {
    const MESSAGES: u32 = 30_000;
    let _watch = watch("senders beside receivers");
    let answered = [const { std::sync::atomic::AtomicU32::new(0) }; 2];
    in_threads(2, SMALL, |rank, port| {
        let Open { tx, rx, .. } = port;
        let answered = &answered[rank as usize];
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for number in 0..MESSAGES {
                    // Now and then the message is sent only once all replies have arrived, so that
                    // it is a question.
                    let is_question = number % 3 == 0;
                    let seen = || answered.load(std::sync::atomic::Ordering::Acquire) >= number;
                    until("an answer", || (!is_question || seen()).then_some(()));
                    until("room", || {
                        let sent = send(tx, addr(1 - rank), &number.to_le_bytes());
                        (sent.expect("alive") > 0).then_some(())
                    });
                }
            });
            for number in 0..MESSAGES {
                assert_eq!(next(rx).1, number.to_le_bytes());
                answered.store(number + 1, std::sync::atomic::Ordering::Release);
            }
        });
    });
}

#[test]
fn what_lies_in_the_line_and_behind_it_arrives_after_its_sender_closed() {
    if !two_cpus("what_lies_in_the_line_and_behind_it_arrives_after_its_sender_closed") {
        return;
    }
    for behind in 0..3 {
        let all = ranks(2, SMALL);
        let (mut a, mut b) = (all[0].open(0), all[1].open(0));
        converse(&mut a, &mut b);
        say(&mut a, &mut b, b"question");
        assert_eq!(next(&mut b.rx).1, b"question");
        let before = by_line(&b);
        assert_eq!(send(&mut b.tx, addr(0), b"in the line").expect("alive"), 11);
        assert_eq!(by_line(&b), before + 1);
        for _ in 0..behind {
            assert_eq!(send(&mut b.tx, addr(0), b"in the lane").expect("alive"), 11);
        }
        drop(b);
        assert_eq!(next(&mut a.rx).1, b"in the line");
        for _ in 0..behind {
            assert_eq!(next(&mut a.rx).1, b"in the lane");
        }
        until("the end", || {
            assert_eq!(recv(&mut a.rx).expect("closing is no error"), None);
            (a.rx.peer_state(addr(1)) == PeerState::Closed).then_some(())
        });
    }
}

#[test]
fn a_line_ends_with_either_channel_and_each_life_has_its_own() {
    if !two_cpus("a_line_ends_with_either_channel_and_each_life_has_its_own") {
        return;
    }
    let _watch = watch("channels that open again");
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    for round in 0..6 {
        converse(&mut a, &mut b);
        // All messages were read, so neither side notices the close.
        if round % 2 == 0 {
            drop(a);
            a = all[0].open(0);
            b.tx.progress().expect("alive");
        } else {
            drop(b);
            b = all[1].open(0);
            a.tx.progress().expect("alive");
        }
    }
}

#[test]
fn what_nobody_took_from_the_line_is_told() {
    let test = "what_nobody_took_from_the_line_is_told";
    let Some((_all, mut a, b)) = two_that_converse(test) else { return };
    let before = by_line(&a);
    assert_eq!(send(&mut a.tx, addr(1), b"unread").expect("alive"), 6);
    assert_eq!(by_line(&a), before + 1);
    drop(b);
    a.tx.progress().expect("no error");
    let error = send(&mut a.tx, addr(1), b"x").expect_err("closed with a message unread");
    assert_eq!(error.errno(), libc::EPIPE, "{error}");
}

/// The sending side has created the line and lost the peer again before the receiving side polls.
#[test]
fn what_lies_in_a_line_that_was_not_met_yet_arrives() {
    if !two_cpus("what_lies_in_a_line_that_was_not_met_yet_arrives") {
        return;
    }
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut b.tx, addr(0), b"lane").expect("alive"), 4);
    assert_eq!(next(&mut a.rx).1, b"lane");
    assert_eq!(send(&mut a.tx, addr(1), b"lane").expect("alive"), 4);
    assert_eq!(next(&mut b.rx).1, b"lane");
    // The hellos are answered, and the line is created and handed over.
    b.tx.progress().expect("alive");
    a.tx.progress().expect("alive");
    b.rx.progress().expect("alive");
    b.tx.meet_lines();
    assert_eq!(send(&mut b.tx, addr(0), b"by the lane").expect("alive"), 11);
    (0..LOOKS).for_each(|_| assert_eq!(recv(&mut b.rx).expect("alive"), None));
    assert_eq!(send(&mut b.tx, addr(0), b"by the line").expect("alive"), 11);
    assert_eq!(by_line(&b), 1);
    drop(b);
    a.tx.progress().expect("no error");
    assert!(a.tx.lanes.iter().all(Option::is_none), "the end is known");
    assert_eq!(next(&mut a.rx).1, b"by the lane");
    assert_eq!(next(&mut a.rx).1, b"by the line");
}

#[test]
fn lines_to_peers_that_never_answer_are_not_kept_for_ever() {
    if !two_cpus("lines_to_peers_that_never_answer_are_not_kept_for_ever") {
        return;
    }
    let all = ranks(2, SMALL);
    let mut a = all[0].open(0);
    for _ in 0..10 {
        let mut b = all[1].open(0);
        assert_eq!(send(&mut a.tx, addr(1), b"lane").expect("alive"), 4);
        assert_eq!(next(&mut b.rx).1, b"lane");
        a.tx.progress().expect("alive");
        drop(b);
        a.tx.progress().expect("all was read");
        a.rx.progress().expect("no error");
        assert!(a.rx.lines.for_receiving.count() <= 1);
    }
}

/// A peer may write anything into the line, at any time.
#[test]
fn whatever_a_peer_writes_there_is_a_message_of_its_own_or_nothing() {
    let _watch = watch("garbage in the line");
    let test = "whatever_a_peer_writes_there_is_a_message_of_its_own_or_nothing";
    let Some((_all, mut a, mut b)) = two_that_converse(test) else { return };
    let line = b.tx.lanes[0].as_ref().and_then(|lane| lane.answers.memory()).expect("a line");
    let mut state = 0x5eed_u64;
    let mut taken = 0;
    for round in 0..50_000_u64 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round | 1);
        // A header with any length and number, or an arbitrary word.
        let producer = &mut b.tx.lanes[0].as_mut().expect("a lane").producer;
        let like = producer.exchange(state >> 32, 1).expect("room") - 1 + (state >> 55 & 0x1ff);
        let lie = if state >> 60 == 0 { state } else { like };
        // SAFETY: the line begins with a header; offsets are of its words.
        unsafe {
            line.store_header(8 + (state >> 20 & 31) as usize * 8, state);
            line.store_header(0, lie);
        }
        match recv(&mut a.rx) {
            Ok(Some((src, bytes))) => {
                let len = bytes.len();
                assert!(src == addr(1) && (1..=EXCHANGE_BYTES).contains(&len), "{len} bytes");
                taken += 1;
            }
            Ok(None) => {}
            Err(error) => panic!("the lane is sound: {error}"),
        }
        // The peer spoils its own messages in the line too; they may be lost.
        let _ = send(&mut a.tx, addr(1), b"own").expect("alive");
        let _ = recv(&mut b.rx);
    }
    assert!(taken > 0, "seed 0x5eed: none was like a message");
}

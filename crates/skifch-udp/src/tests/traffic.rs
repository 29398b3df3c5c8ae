//! Data arrives unchanged, gathered and scattered, as single datagrams and in runs.

use super::{FAMILIES, each_way, open_at, pattern, receive};
use crate::clock::now_ns;
use crate::{Batch, Port, Sent, SentRun, Socket, option};
use skifch_backend::Error;
use std::io::{IoSlice, IoSliceMut};

#[test]
fn a_datagram_is_gathered_and_scattered() {
    each_way(|from, to| {
        let bytes = pattern(1000);
        let (head, tail) = bytes.split_at(7);
        let slices = [IoSlice::new(head), IoSlice::new(&[]), IoSlice::new(tail)];
        assert_eq!(from.send(&to.local(), &slices).expect("sent"), Sent::Yes);
        assert_eq!(from.send(&to.local(), &[]).expect("sent"), Sent::Yes);
        let got = receive(to, 2);
        assert_eq!(got[0], (from.local(), bytes));
        assert_eq!(got[1], (from.local(), Vec::new()), "a datagram of no bytes");
    });
}

#[test]
fn runs_arrive_as_the_datagrams_they_are_made_of() {
    each_way(|from, to| {
        for (total, segment_bytes) in [
            (1, 1),
            (10, 100),
            (5000, 1000),
            (5001, 1000),
            (300_000, 1400),
            (200_000, 60_000),
            (0, 9),
        ] {
            let bytes = pattern(total);
            let slices: Vec<_> = bytes.chunks(333).map(IoSlice::new).collect();
            let expected: Vec<_> = bytes.chunks(segment_bytes).collect();
            let done = from.send_run(&to.local(), &slices, segment_bytes).expect("sent");
            assert_eq!(done, SentRun { segments: expected.len(), end: Sent::Yes });
            let got = receive(to, expected.len());
            assert!(
                got.iter().map(|(_, bytes)| &bytes[..]).eq(expected),
                "{total} {segment_bytes}"
            );
        }
    });
}

#[test]
fn a_run_goes_straight_to_where_it_belongs() {
    each_way(|from, to| {
        // Headers of 4 bytes and payloads of 100, sent from and received into separate places.
        let (heads, body) = (pattern(20), pattern(500));
        let rows = heads.chunks(4).zip(body.chunks(100));
        let slices: Vec<_> = rows.flat_map(|(h, b)| [IoSlice::new(h), IoSlice::new(b)]).collect();
        let done = from.send_run(&to.local(), &slices, 104).expect("sent");
        assert_eq!(done, SentRun { segments: 5, end: Sent::Yes });
        let (mut heads_in, mut body_in) = ([0_u8; 20], [0_u8; 500]);
        // A run sent as one arrives as one; otherwise each datagram arrives by itself.
        let (slots, parts) = if from.segments() && to.joins() { (1, 10) } else { (5, 2) };
        let mut batch = Batch::new(slots, parts);
        let (limit_ns, mut got) = (now_ns() + 10_000_000_000, 0);
        while got < slots {
            assert!(now_ns() < limit_ns, "{got} of {slots} came in 10 s");
            let rows = heads_in.chunks_mut(4).zip(body_in.chunks_mut(100)).skip(got);
            let mut parts: Vec<_> =
                rows.flat_map(|(h, b)| [IoSliceMut::new(h), IoSliceMut::new(b)]).collect();
            got += to.recv_batch(&mut batch, &mut parts).expect("received");
        }
        assert_eq!((&heads_in[..], &body_in[..]), (&heads[..], &body[..]));
    });
}

#[test]
fn what_the_kernel_cuts_and_joins_comes_in_one_piece() {
    each_way(|from, to| {
        let bytes = pattern(10_000);
        from.send_run(&to.local(), &[IoSlice::new(&bytes)], 1000).expect("sent");
        let mut room = vec![0; 65_535];
        let mut batch = Batch::new(1, 1);
        let got = super::receive_first(to, &mut batch, &mut room);
        let joined = if from.segments() && to.joins() { 10 } else { 1 };
        assert_eq!((got.bytes, got.segment_bytes), (joined * 1000, 1000));
        receive(to, 10 - joined);
    });
}

#[test]
fn what_does_not_fit_is_cut_off_and_said_to_be() {
    each_way(|from, to| {
        from.send(&to.local(), &[IoSlice::new(&pattern(100))]).expect("sent");
        let got = super::receive_first(to, &mut Batch::new(1, 1), &mut [0; 60]);
        assert_eq!((got.bytes, got.is_truncated), (60, true));
    });
}

#[test]
fn impossible_calls_are_refused_with_words() {
    each_way(|from, to| {
        let errno = |result: Result<SentRun, Error>| result.expect_err("refused").errno();
        let slices = [IoSlice::new(b"x"); 300];
        assert_eq!(errno(from.send_run(&to.local(), &slices, 0)), libc::EINVAL);
        assert_eq!(errno(from.send_run(&to.local(), &slices, 70_000)), libc::EINVAL);
        assert_eq!(errno(from.send_run(&to.local(), &slices, 300)), libc::EINVAL);
        let words = from.send(&to.local(), &slices).expect_err("refused").to_string();
        assert!(words.contains("slices"), "{words}");
    });
}

/// More than the receive buffer holds: dropped datagrams are counted, and there are no other
/// effects.
#[test]
fn what_the_kernel_drops_is_counted() {
    const BURST: usize = 4000;
    each_way(|from, _| {
        let address = from.local().to_std().ip();
        let options =
            crate::Options { address, recv_buffer_bytes: 65_536, ..crate::Options::default() };
        let small = Socket::open(&options).expect("a socket");
        for _ in 0..BURST {
            let sent = from.send(&small.local(), &[IoSlice::new(&[1; 64])]).expect("sent");
            assert_eq!(sent, Sent::Yes);
        }
        let came = super::receive_now(&small).len();
        assert!(came > 0 && came < BURST, "{came}");
        assert_eq!(small.dropped(), (BURST - came) as u64);
    });
}

/// The kernel does not segment without checksums; this is detected once, permanently.
#[test]
fn a_kernel_that_does_not_cut_after_all_is_gone_round() {
    let cuts = |socket: &Socket| socket.segments();
    let Some(from) = open_at(FAMILIES[0], true, true).filter(cuts) else {
        return println!(
            "SKIPPED: a_kernel_that_does_not_cut_after_all_is_gone_round: it never does"
        );
    };
    let to = open_at(FAMILIES[0], true, true).expect("a socket");
    let big = from.send_run(&to.local(), &[IoSlice::new(&[0; 1000])], 200).expect("sent");
    assert_eq!((big, from.segments()), (SentRun { segments: 5, end: Sent::Yes }, true));
    option::set(&from.fd, (libc::SOL_SOCKET, libc::SO_NO_CHECK), 1).expect("no checksums");
    let bytes = pattern(5001);
    let done = from.send_run(&to.local(), &[IoSlice::new(&bytes)], 1000).expect("sent");
    assert_eq!((done, from.segments()), (SentRun { segments: 6, end: Sent::Yes }, false));
    let got: Vec<_> = receive(&to, 11).into_iter().skip(5).flat_map(|(_, part)| part).collect();
    assert_eq!(got, bytes);
}

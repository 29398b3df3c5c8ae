//! Connected sockets: which peers get one, and what happens when one can no longer send.

use super::{FAMILIES, open_with, pattern, receive};
use crate::clock::now_ns;
use crate::{Addr, Event, Options, Port, Sent, SentRun, Socket, What};
use std::io::IoSlice;
use std::net::{IpAddr, Ipv4Addr};

/// After this many datagrams a peer certainly has a connected socket, if one is available.
const MANY: usize = 1000;

/// Two sockets with up to `connected` connected ones each; none if the host lacks the family.
fn two(address: IpAddr, connected: usize) -> Option<[Socket; 2]> {
    let open = || open_with(Options { address, connected, ..Options::default() });
    Some([open()?, open()?])
}

/// Sends `count` numbered datagrams, each of which must arrive; returns the source of the last one.
fn say(from: &Socket, to: &Socket, count: usize) -> Addr {
    let mut source = Addr::EMPTY;
    for number in 0..count as u32 {
        let bytes = number.to_le_bytes();
        let (head, tail) = bytes.split_at(1);
        let sent = from.send(&to.local(), &[IoSlice::new(head), IoSlice::new(tail)]);
        assert_eq!(sent.expect("a sound socket"), Sent::Yes);
        let got = receive(to, 1).remove(0);
        assert_eq!(got.1, bytes);
        source = got.0;
    }
    source
}

#[test]
fn who_is_sent_to_much_is_sent_to_from_a_socket_of_its_own() {
    for [one, other] in FAMILIES.into_iter().filter_map(|address| two(address, 4)) {
        assert_eq!(say(&one, &other, 10), one.local());
        let source = say(&one, &other, MANY);
        assert_ne!(source, one.local());
        assert_eq!(say(&one, &other, MANY), source, "the same as before");
        // It receives nothing; a reply to the published address arrives.
        assert_eq!(say(&other, &one, 1), other.local());
        // After `unconnect` the receiving socket is used, until the peer has earned a socket again.
        one.unconnect(&other.local());
        assert_eq!((say(&one, &other, 10), one.connected.open_count()), (one.local(), 0));
        assert_ne!(say(&one, &other, MANY), one.local());
    }
}

#[test]
fn runs_and_large_datagrams_leave_from_it_too() {
    for [one, other] in FAMILIES.into_iter().filter_map(|address| two(address, 4)) {
        say(&one, &other, MANY);
        let bytes = pattern(100_000);
        for segment_bytes in [1400, 60_000] {
            let expected: Vec<_> = bytes.chunks(segment_bytes).collect();
            let done = one.send_run(&other.local(), &[IoSlice::new(&bytes)], segment_bytes);
            let segments = expected.len();
            assert_eq!(done.expect("a sound socket"), SentRun { segments, end: Sent::Yes });
            let got = receive(&other, segments);
            assert!(got.iter().all(|(source, _)| *source != one.local()), "{got:?}");
            assert!(got.iter().map(|(_, bytes)| &bytes[..]).eq(expected));
        }
    }
}

/// Two peers have one at any time, the last of ten in the end; a peer that is one of many has none.
#[test]
fn there_are_never_more_than_said_and_the_latest_have_them() {
    let address = Ipv4Addr::LOCALHOST.into();
    let [one, _] = two(address, 2).expect("IPv4");
    let others: Vec<_> = (0..10).filter_map(|_| two(address, 0)).flatten().collect();
    for _ in 0..300 {
        others.iter().for_each(|other| assert_eq!(say(&one, other, 1), one.local()));
    }
    assert_eq!(one.connected.open_count(), 0, "each is one of twenty");
    for other in &others {
        let source = say(&one, other, MANY);
        assert_ne!(source, one.local());
        assert!((1..=2).contains(&one.connected.open_count()));
    }
    let [none, other] = two(address, 0).expect("IPv4");
    assert_eq!((say(&none, &other, MANY), none.connected.open_count()), (none.local(), 0));
}

/// ICMP reports arrive at the receiving socket, which is polled.
#[test]
fn who_goes_is_refused_at_the_socket_that_receives() {
    for [one, other] in FAMILIES.into_iter().filter_map(|address| two(address, 4)) {
        say(&one, &other, MANY);
        let to = other.local();
        drop(other);
        let limit_ns = now_ns() + 10_000_000_000;
        let mut event = None;
        while event.is_none() {
            assert!(now_ns() < limit_ns, "nothing was refused in 10 s");
            one.send(&to, &[IoSlice::new(b"?")]).expect("a sound socket");
            event = one.next_event().expect("a sound socket");
        }
        assert_eq!(event, Some(Event { to, what: What::Refused }));
        assert_eq!(one.connected.open_count(), 0);
    }
}

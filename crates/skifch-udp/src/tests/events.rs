//! A report from the network is an event about one peer and affects nothing else.

use super::{FAMILIES, each_way, open_at, pattern, receive};
use crate::clock::now_ns;
use crate::port::MAX_DATAGRAM_BYTES;
use crate::{Event, Port, Sent, SentRun, Socket, What, mtu};
use std::io::IoSlice;

fn event(port: &Socket) -> Event {
    let limit_ns = now_ns() + 10_000_000_000;
    loop {
        if let Some(event) = port.next_event().expect("a sound socket") {
            return event;
        }
        assert!(now_ns() < limit_ns, "no event in 10 s");
    }
}

fn pairs() -> impl Iterator<Item = (Socket, Socket)> {
    FAMILIES.into_iter().filter_map(|at| Some((open_at(at, true, true)?, open_at(at, true, true)?)))
}

#[test]
fn a_port_that_nobody_has_is_an_event_and_others_are_served() {
    for (from, to) in pairs() {
        let nobody = open_at(to.local().to_std().ip(), true, true).expect("a socket").local();
        for _ in 0..5 {
            assert_eq!(from.send(&nobody, &[IoSlice::new(b"?")]).expect("sent"), Sent::Yes);
        }
        // Several reports are pending; neither sending nor receiving fails because of them.
        for number in 0..5_u8 {
            assert_eq!(
                from.send(&to.local(), &[IoSlice::new(&[number])]).expect("sent"),
                Sent::Yes
            );
        }
        let got = receive(&to, 5);
        assert!(got.iter().map(|(_, bytes)| bytes[0]).eq(0..5));
        to.send(&from.local(), &[IoSlice::new(b"!")]).expect("sent");
        assert_eq!(receive(&from, 1)[0].1, b"!");
        assert_eq!(event(&from), Event { to: nobody, what: What::Refused });
        while from.next_event().expect("a sound socket").is_some() {}
    }
}

#[test]
fn what_is_too_big_is_told_with_the_size_that_is_not() {
    for (from, to) in pairs() {
        let mtu = mtu::towards(&to.local()).expect("a way");
        // The path MTU may be smaller than the interface's MTU.
        assert!(mtu.interface_bytes.is_some_and(|bytes| bytes >= mtu.path_bytes), "{mtu:?}");
        let most = (mtu.path_bytes - mtu::header_bytes(&to.local())) as usize;
        let bytes = vec![1; MAX_DATAGRAM_BYTES.max(most) + 1];
        let fits = most.min(MAX_DATAGRAM_BYTES);
        assert_eq!(
            from.send(&to.local(), &[IoSlice::new(&bytes[..fits])]).expect("sent"),
            Sent::Yes
        );
        assert_eq!(receive(&to, 1)[0].1.len(), fits);
        let sent = from.send(&to.local(), &[IoSlice::new(&bytes)]).expect("no failure");
        assert_eq!(sent, Sent::TooBig);
    }
}

#[test]
fn no_way_is_an_answer() {
    for (from, to) in pairs().filter(|(from, _)| !from.local().is_v6()) {
        // A broadcast without permission.
        let all = "255.255.255.255:9".parse::<std::net::SocketAddr>().expect("an address").into();
        let sent = from.send(&all, &[IoSlice::new(b"x")]).expect("no failure");
        assert_eq!(sent, Sent::Unreachable(libc::EACCES));
        let run = from.send_run(&all, &[IoSlice::new(b"xyz")], 2).expect("no failure");
        assert_eq!(run, SentRun { segments: 0, end: Sent::Unreachable(libc::EACCES) });
        from.send(&to.local(), &[IoSlice::new(b"y")]).expect("sent");
        assert_eq!(receive(&to, 1).len(), 1);
    }
}

#[test]
fn the_other_family_is_refused_with_words() {
    let Some((from, _)) = pairs().find(|(from, _)| !from.local().is_v6()) else { return };
    let to = "[::1]:9".parse::<std::net::SocketAddr>().expect("an address").into();
    let error = from.send(&to, &[IoSlice::new(b"x")]).expect_err("refused");
    assert!(error.to_string().contains("[::1]:9"), "{error}");
}

/// As with a blackhole route to one host, for which the system returns the same error: the socket
/// is sound, and all other peers are reachable over it.
#[test]
fn a_way_that_the_system_refuses_is_no_broken_socket() {
    each_way(|from, to| {
        let nowhere = crate::Addr::from(std::net::SocketAddr::new(to.local().to_std().ip(), 0));
        let bytes = pattern(3000);
        let refused = Sent::Unreachable(libc::EINVAL);
        for len in [10, 3000] {
            let sent = from.send(&nowhere, &[IoSlice::new(&bytes[..len])]).expect("a sound socket");
            assert_eq!(sent, refused, "{len} bytes");
        }
        let run = from.send_run(&nowhere, &[IoSlice::new(&bytes)], 1000).expect("a sound socket");
        assert_eq!(run, SentRun { segments: 0, end: refused });
        let could_segment = from.segments();
        assert_eq!(from.send(&to.local(), &[IoSlice::new(&bytes)]).expect("sent"), Sent::Yes);
        assert_eq!(receive(to, 1), [(from.local(), bytes)]);
        assert_eq!(from.segments(), could_segment);
    });
}

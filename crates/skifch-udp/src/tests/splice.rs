//! Large datagrams whose pages are lent to the kernel.

use super::{FAMILIES, open_with, pattern, receive};
use crate::socket::splice::split;
use crate::{Options, Port, Sent, Socket};
use std::io::IoSlice;

const HEAD: &[u8; 64] = &[7; 64];

/// Pairs of sockets of which the first has one connected to the second.
fn pairs(splice: bool) -> impl Iterator<Item = [Socket; 2]> {
    FAMILIES.into_iter().filter_map(move |address| {
        let open = || open_with(Options { address, connected: 4, splice, ..Options::default() });
        let [one, other] = [open()?, open()?];
        while one.connected.open_count() == 0 {
            one.send(&other.local(), &[IoSlice::new(HEAD)]).expect("a sound socket");
            receive(&other, 1);
        }
        Some([one, other])
    })
}

/// Sends the head and these pieces, which must arrive as one datagram.
fn say(from: &Socket, to: &Socket, pieces: &[&[u8]]) {
    let slices: Vec<_> =
        [&HEAD[..]].iter().chain(pieces).map(|piece| IoSlice::new(piece)).collect();
    let sent = from.send_kept(&to.local(), &slices).expect("a sound socket");
    assert_eq!(sent, Sent::Yes);
    let (source, got) = receive(to, 1).remove(0);
    assert_ne!(source, from.local(), "a connected socket sends");
    assert!(got == [&HEAD[..], &pieces.concat()].concat(), "{} bytes", got.len());
}

/// Wherever the pages of a body begin and end, it arrives: lent or, where the kernel would get the
/// checksum wrong, copied.
#[test]
fn every_body_arrives_as_it_was() {
    let bytes = pattern(200_000);
    for [one, other] in pairs(true) {
        for start in [0, 2, 4094, 8, 1, 4095] {
            for (len, cut) in
                [(65_400, 0), (65_400, 20_000), (65_399, 0), (65_398, 4095), (100, 50)]
            {
                let (first, second) = bytes[start..start + len].split_at(cut);
                say(&one, &other, &[first, second]);
                say(&one, &other, &[second, &[]]);
            }
        }
        assert!(one.splicer.is_open(), "the kernel took pages all the time");
    }
}

/// The kernel refers to the pages: what they hold when the datagram is received is what arrives.
#[test]
fn what_is_lent_is_not_copied() {
    for (splice, expected) in [(true, 2), (false, 1)] {
        for [one, other] in pairs(splice) {
            let mut body = vec![1_u8; 60_000];
            let slices = [IoSlice::new(HEAD), IoSlice::new(&body)];
            assert!(split(&slices).is_some());
            one.send_kept(&other.local(), &slices).expect("a sound socket");
            // The same checksum.
            body.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&[2, 2, 0, 0]));
            let (_, got) = receive(&other, 1).remove(0);
            assert_eq!((got.len(), got[64]), (64 + 60_000, expected));
            assert_eq!(one.splicer.is_open(), splice);
        }
    }
}

/// A socket that cannot take the pages is given up, and the datagram goes all the same.
#[test]
fn what_the_kernel_refuses_is_copied() {
    for [one, other] in pairs(true) {
        let body = pattern(65_400);
        say(&one, &other, &[&body]);
        one.splicer.break_pipe();
        let slices = [IoSlice::new(HEAD), IoSlice::new(&body)];
        for _ in 0..3 {
            assert_eq!(one.send_kept(&other.local(), &slices).expect("a socket"), Sent::Yes);
            let (_, got) = receive(&other, 1).remove(0);
            assert!(got == [&HEAD[..], &body].concat());
        }
        assert!(!one.splicer.is_open());
    }
}

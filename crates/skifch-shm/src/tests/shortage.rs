//! Peers that connect and say nothing, or nonsense.

use super::{SMALL, addr, next, ranks, recv, send, watch};
use crate::aliasable::AliasableBox;
use crate::hello::Hello;
use crate::memfd;
use crate::recv::LaneIn;
use crate::socket::{self, Connected};
use skifch_backend::Rx;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

fn connect(rank: &super::Rank) -> OwnedFd {
    match socket::connect(&rank.domain.names.channel(addr(1))).expect("a socket") {
        Connected::Yes(socket) => socket,
        _ => panic!("nobody listens"),
    }
}

#[test]
fn silent_connections_are_bounded_and_in_nobodys_way() {
    let _watch = watch("silent connections");
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    let silent: Vec<_> = (0..300)
        .map(|_| {
            b.rx.progress().expect("progress");
            connect(&all[1])
        })
        .collect();
    b.rx.progress().expect("progress");
    assert!(b.rx.strangers.len() <= 64, "{} kept", b.rx.strangers.len());
    for number in 0..100_u32 {
        assert_eq!(send(&mut a.tx, addr(1), &number.to_le_bytes()).expect("alive"), 4);
        assert_eq!(next(&mut b.rx).1, number.to_le_bytes());
    }
    drop(silent);
    (0..10).for_each(|_| b.rx.progress().expect("progress"));
    assert_eq!(b.rx.strangers.len(), 0, "their ends are noticed");
    assert_eq!(recv(&mut b.rx).expect("nobody died"), None);
}

/// Memory as a lane has it: two pages and a page of words, with what seals are asked for.
fn memory(bytes: usize, is_sealed: bool) -> OwnedFd {
    let fd = memfd::create(c"skifch-test", bytes, bytes).expect("memory");
    if is_sealed {
        memfd::seal_size(&fd).expect("seals");
    }
    fd
}

fn is_refused(rx: &mut crate::recv::ShmRx, rank: &super::Rank, hello: &[u8], fd: Option<RawFd>) {
    let socket = connect(rank);
    assert!(socket::send(socket.as_raw_fd(), hello, fd).expect("said"));
    rx.progress().expect("progress");
    rx.progress().expect("progress");
    assert!(rx.lanes.len() == 1 && rx.strangers.is_empty(), "taken: {hello:?}");
    let mut bytes = [0; 64];
    let end = socket::recv(socket.as_raw_fd(), &mut bytes).expect("an answer");
    assert!(matches!(end, socket::Packet::End), "the connection is closed");
}

#[test]
fn greetings_that_are_none_cost_their_sender_the_connection() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect("alive"), 1);
    next(&mut b.rx);
    let job_key = *all[1].domain.names.job_key();
    let good =
        Hello { job_key, src: addr(1), dst: addr(1), ring_bytes: 8192, max_message: 1024, life: 7 };
    let sound = memory(4096 + 8192, true);
    let null = OwnedFd::from(std::fs::File::open("/dev/null").expect("/dev/null"));
    let cases: [(Hello, Option<&OwnedFd>); 11] = [
        (Hello { job_key: [1; 16], ..good }, Some(&sound)),
        (Hello { src: addr(2), ..good }, Some(&sound)),
        (Hello { dst: addr(0), ..good }, Some(&sound)),
        (Hello { ring_bytes: 12_288, ..good }, Some(&sound)),
        (Hello { ring_bytes: 0, ..good }, Some(&sound)),
        (Hello { max_message: 8000, ..good }, Some(&sound)),
        (Hello { ring_bytes: 1 << 31, ..good }, Some(&sound)),
        (Hello { ring_bytes: 16_384, ..good }, Some(&sound)),
        (Hello { src: addr(0), ..good }, Some(&sound)),
        (good, Some(&null)),
        (good, None),
    ];
    for (hello, fd) in cases {
        is_refused(&mut b.rx, &all[1], &hello.encode(), fd.map(AsRawFd::as_raw_fd));
    }
    is_refused(&mut b.rx, &all[1], &good.encode(), Some(memory(12_288, false).as_raw_fd()));
    is_refused(&mut b.rx, &all[1], &good.encode(), Some(memory(8192, true).as_raw_fd()));
    is_refused(&mut b.rx, &all[1], b"", None);
    is_refused(&mut b.rx, &all[1], &[0xff; 200], Some(sound.as_raw_fd()));
    assert_eq!(send(&mut a.tx, addr(1), b"on").expect("alive"), 2);
    assert_eq!(next(&mut b.rx).1, b"on");
}

/// A sender connects, is held up, greets, closes, and comes again: the system tells of the second
/// connection before it tells of the first greeting.
#[test]
fn greetings_are_taken_in_the_order_of_connections() {
    let all = ranks(2, SMALL);
    let mut b = all[1].open(0);
    let job_key = *all[1].domain.names.job_key();
    let hello =
        Hello { job_key, src: addr(0), dst: addr(1), ring_bytes: 8192, max_message: 1024, life: 7 };
    let greet = |socket: &OwnedFd| {
        let fd = memory(4096 + 8192, true);
        let said = socket::send(socket.as_raw_fd(), &hello.encode(), Some(fd.as_raw_fd()));
        assert!(said.expect("said"));
    };
    let first = connect(&all[1]);
    b.rx.progress().expect("progress");
    assert_eq!(b.rx.strangers.len(), 1);
    greet(&first);
    drop(first);
    let second = connect(&all[1]);
    greet(&second);
    b.rx.progress().expect("progress");
    let tokens = |lanes: &[AliasableBox<LaneIn>]| lanes.iter().map(|l| l.token).collect::<Vec<_>>();
    assert_eq!((tokens(&b.rx.lanes), tokens(&b.rx.later)), (vec![1], vec![2]));
}

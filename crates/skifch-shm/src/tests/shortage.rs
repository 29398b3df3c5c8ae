//! Peers that connect and send nothing, or send garbage.

use super::{SMALL, addr, next, ranks, recv, send, watch};
use crate::aliasable::AliasableBox;
use crate::hello::{DOORBELL, Hello, PACKET_BYTES, Welcome};
use crate::memfd;
use crate::recv::LaneIn;
use crate::socket::{self, Connected, Packet};
use skifch_backend::abi::NetAddr;
use skifch_backend::{Rx, Tx};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

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

/// A valid hello to rank 1.
fn hello(job_key: [u8; 16], src: NetAddr) -> Hello {
    let (dst, ring_bytes, max_message, life) = (addr(1), 8192, 1024, 7);
    Hello { job_key, src, dst, ring_bytes, max_message, life, is_reached: true }
}

/// Memory like that of a lane: two pages and a page of control words, sealed if requested.
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
    assert!(matches!(end, Packet::End), "the connection is closed");
}

#[test]
fn greetings_that_are_none_cost_their_sender_the_connection() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect("alive"), 1);
    next(&mut b.rx);
    let job_key = *all[1].domain.names.job_key();
    let good = hello(job_key, addr(1));
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

/// A sender connects, is delayed, sends its hello, closes, and connects again: the system reports
/// the second connection before the first hello.
#[test]
fn greetings_are_taken_in_the_order_of_connections() {
    let all = ranks(2, SMALL);
    let mut b = all[1].open(0);
    let job_key = *all[1].domain.names.job_key();
    let hello = hello(job_key, addr(0));
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

/// The socket has no room for the answer, which must come first all the same.
#[test]
fn a_sender_that_cannot_be_answered_yet_is_answered_later() {
    for closes in [false, true] {
        let all = ranks(2, SMALL);
        let mut b = all[1].open(0);
        let socket = connect(&all[1]);
        b.rx.progress().expect("progress");
        let inn = b.rx.strangers[0].socket.as_raw_fd();
        while socket::send(inn, &[DOORBELL], None).expect("a living peer") {}
        let (lane, truth) = (memory(4096 + 8192, true), *all[1].domain.names.job_key());
        let greeting = hello(truth, addr(0)).encode();
        assert!(socket::send(socket.as_raw_fd(), &greeting, Some(lane.as_raw_fd())).expect("said"));
        b.rx.progress().expect("progress");
        assert_eq!(b.rx.lanes.len(), 1);
        assert!(!b.rx.arm().expect("armed"), "nothing is there");
        assert!(wakes_by_itself(b.rx.fd()), "to try again");
        let mut bytes = [0; PACKET_BYTES];
        let mut heard = || socket::recv(socket.as_raw_fd(), &mut bytes).expect("no error");
        while let Packet::Data(1, None) = heard() {}
        b.rx.lanes[0].ring();
        assert!(matches!(heard(), Packet::Nothing), "a doorbell is no answer");
        if closes {
            drop(b);
            assert!(matches!(heard(), Packet::End), "nor is a goodbye");
            continue;
        }
        b.rx.disarm();
        assert!(matches!(heard(), Packet::Data(20, Some(_))));
        Welcome::decode(&bytes[..20]).expect("an answer");
        b.rx.lanes[0].ring();
        let got = socket::recv(socket.as_raw_fd(), &mut bytes).expect("no error");
        assert!(matches!(got, Packet::Data(1, None)), "a doorbell");
    }
}

/// Whether a descriptor becomes readable without a doorbell.
fn wakes_by_itself(fd: RawFd) -> bool {
    let mut asked = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: one entry of ours.
    unsafe { libc::poll(&raw mut asked, 1, 500) == 1 }
}

/// The peer process may not register for the fences of others while this one may: it can miss that
/// a receiver sleeps.
#[test]
fn who_may_be_woken_by_a_process_without_fences_looks_again_by_itself() {
    for is_reached in [true, false] {
        let all = ranks(2, SMALL);
        let mut b = all[1].open(0);
        let socket = connect(&all[1]);
        let lane = memory(4096 + 8192, true);
        let truth = hello(*all[1].domain.names.job_key(), addr(0));
        let greeting = Hello { is_reached, ..truth }.encode();
        assert!(socket::send(socket.as_raw_fd(), &greeting, Some(lane.as_raw_fd())).expect("said"));
        b.rx.progress().expect("progress");
        assert_eq!(b.rx.lanes.len(), 1);
        assert!(!b.rx.arm().expect("armed"), "nothing is there");
        assert_eq!(wakes_by_itself(b.rx.fd()), !is_reached, "a sender reached: {is_reached}");
        b.rx.disarm();
    }
}

/// The same for a sender that sleeps until there is room.
#[test]
fn who_waits_for_room_of_a_process_without_fences_looks_again_by_itself() {
    for is_reached in [true, false] {
        let all = ranks(2, SMALL);
        let mut a = all[0].open(0);
        let listener = socket::listen(&all[1].domain.names.channel(addr(1))).expect("a free name");
        while send(&mut a.tx, addr(1), &[1; 1000]).expect("alive") > 0 {}
        let socket = socket::accept(&listener).expect("no error").expect("a connection");
        let control = crate::control::Control::new().expect("memory");
        let welcome = Welcome { credit_line: 1, life: 7, is_reached }.encode();
        assert!(socket::send(socket.as_raw_fd(), &welcome, Some(control.fd())).expect("said"));
        a.tx.progress().expect("progress");
        assert_eq!(send(&mut a.tx, addr(1), &[1; 1000]).expect("alive"), 0, "full");
        // Drains the packet that carries the exchange line.
        while let Ok(Packet::Data(..)) = socket::recv(socket.as_raw_fd(), &mut [0; PACKET_BYTES]) {}
        assert!(!a.tx.arm(addr(1)).expect("armed"), "there is no room");
        assert_eq!(wakes_by_itself(a.tx.fd()), !is_reached, "a receiver reached: {is_reached}");
        a.tx.disarm();
    }
}

/// Huge-page memory can lack a page that its creator gave back: reading there would kill the
/// reader.
#[test]
fn memory_of_another_kind_is_refused() {
    let (flags, bytes) = (libc::MFD_HUGETLB | libc::MFD_ALLOW_SEALING, 2 << 20);
    // SAFETY: a C string and integers; the descriptor returned is owned by nobody else.
    let fd = unsafe { libc::memfd_create(c"skifch-test".as_ptr(), flags) };
    if fd < 0 {
        println!("SKIPPED: memory_of_another_kind_is_refused: this kernel has no huge pages");
        return;
    }
    // SAFETY: as above.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    // SAFETY: integers only.
    assert_eq!(unsafe { libc::ftruncate(fd.as_raw_fd(), bytes) }, 0);
    memfd::seal_size(&fd).expect("seals");
    let error = memfd::check_peer(&fd, 4096).expect_err("no memory of ours");
    assert_eq!(error.errno(), libc::EPROTO, "{error}");
}

//! Opening sockets.

use super::FAMILIES;
use crate::{Options, Port, Sent, Socket};
use std::io::IoSlice;
use std::os::fd::AsRawFd;

#[test]
fn a_range_of_ports_is_used_and_found_full() {
    let free = Socket::open(&Options { address: FAMILIES[0], ..Options::default() });
    let first = free.expect("a socket").local().to_std().port().clamp(1, u16::MAX - 3);
    let options = Options { address: FAMILIES[0], ports: first..=first + 3, ..Options::default() };
    let mut taken = Vec::new();
    let error = loop {
        match Socket::open(&options) {
            Ok(socket) => taken.push(socket),
            Err(error) => break error,
        }
        assert!(taken.len() <= 4);
    };
    assert_eq!(error.errno(), libc::EADDRINUSE, "{error}");
    assert!(error.to_string().contains(&format!("{first}-{}", first + 3)), "{error}");
    assert!(taken.iter().all(|s| options.ports.contains(&s.local().to_std().port())));
}

#[test]
fn wrong_options_are_refused_with_words() {
    let open = |options| Socket::open(&options).err().expect("refused");
    #[expect(clippy::reversed_empty_ranges, reason = "what is to be refused")]
    for ports in [9..=3, 0..=5] {
        let error = open(Options { ports, ..Options::default() });
        assert_eq!(error.errno(), libc::EINVAL, "{error}");
    }
    let error = open(Options { interface: Some("no-such-if".into()), ..Options::default() });
    assert!(error.to_string().contains("no-such-if"), "{error}");
    let nobody = "192.0.2.1".parse().expect("an address");
    let error = open(Options { address: nobody, ..Options::default() });
    assert!(error.to_string().contains("192.0.2.1"), "{error}");
}

#[test]
fn one_interface_can_be_asked_for() {
    let options =
        Options { address: FAMILIES[0], interface: Some("lo".into()), ..Options::default() };
    let socket = Socket::open(&options).expect("the loopback interface is there");
    assert_eq!(socket.send(&socket.local(), &[IoSlice::new(b"x")]).expect("sent"), Sent::Yes);
    assert_eq!(super::receive(&socket, 1).len(), 1);
}

#[test]
fn what_was_given_is_told() {
    let socket = Socket::open(&Options::default()).expect("a socket");
    let (sent, received) = socket.buffer_bytes();
    assert!(sent >= 4096 && received >= 4096, "{sent} {received}");
    println!("buffers {sent} {received}, cuts {}, joins {}", socket.segments(), socket.joins());
    // SAFETY: integers only.
    let flags = unsafe { libc::fcntl(socket.fd().as_raw_fd(), libc::F_GETFD) };
    assert_eq!(flags & libc::FD_CLOEXEC, libc::FD_CLOEXEC);
}

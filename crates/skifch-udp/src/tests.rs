//! Tests on real loopback sockets, IPv4 and IPv6, with and without kernel segmentation offload.

mod connected;
mod events;
mod open;
mod peers;
mod splice;
mod traffic;

use crate::clock::now_ns;
use crate::{Addr, Batch, Options, Port, Socket};
use std::io::IoSliceMut;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const FAMILIES: [IpAddr; 2] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];

/// A socket on the loopback interface; none, with a message, if the host lacks the address family.
pub(crate) fn open_at(address: IpAddr, segment: bool, join: bool) -> Option<Socket> {
    open_with(Options { address, segment, join, ..Options::default() })
}

fn open_with(options: Options) -> Option<Socket> {
    match Socket::open(&options) {
        Ok(socket) => Some(socket),
        Err(error) if [libc::EADDRNOTAVAIL, libc::EAFNOSUPPORT].contains(&error.errno()) => {
            println!("SKIPPED: skifch-udp over {}: {error}", options.address);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Runs a test over sender and receiver in every configuration supported here.
fn each_way(test: impl Fn(&Socket, &Socket)) {
    for address in FAMILIES {
        for (segment, join) in [(true, true), (true, false), (false, true), (false, false)] {
            let from = open_at(address, segment, true);
            let to = open_at(address, true, join);
            if let (Some(from), Some(to)) = (from, to) {
                println!("{} to {}: segment {segment}, join {join}", from.local(), to.local());
                test(&from, &to);
            }
        }
    }
}

/// All datagrams that arrive until there are `count`, with their senders. Panics after ten seconds.
pub(crate) fn receive(port: &impl Port, count: usize) -> Vec<(Addr, Vec<u8>)> {
    let limit_ns = now_ns() + 10_000_000_000;
    let mut all = Vec::new();
    while all.len() < count {
        assert!(now_ns() < limit_ns, "{} of {count} datagrams came in 10 s", all.len());
        all.extend(receive_now(port));
    }
    all
}

/// All pending datagrams.
pub(crate) fn receive_now(port: &impl Port) -> Vec<(Addr, Vec<u8>)> {
    let mut batch = Batch::new(4, 2);
    let mut room: Vec<_> = (0..8).map(|part| vec![0_u8; [32, 1 << 16][part % 2]]).collect();
    let mut parts: Vec<_> = room.iter_mut().map(|part| IoSliceMut::new(part)).collect();
    let mut all = Vec::new();
    while port.recv_batch(&mut batch, &mut parts).expect("a sound socket") > 0 {
        for (slot, arrival) in parts.chunks(2).zip(batch.arrivals()) {
            assert!(!arrival.is_truncated, "{arrival:?}");
            let whole = |range| crate::pieces(slot, range).collect::<Vec<_>>().concat();
            all.extend(arrival.datagrams().map(|range| (arrival.from, whole(range))));
        }
    }
    all
}

/// Bytes that depend on their position.
pub(crate) fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes as u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

/// The first message that arrives, received into one part.
fn receive_first(port: &impl Port, batch: &mut Batch, room: &mut [u8]) -> crate::Arrival {
    let limit_ns = now_ns() + 10_000_000_000;
    while port.recv_batch(batch, &mut [IoSliceMut::new(room)]).expect("a sound socket") == 0 {
        assert!(now_ns() < limit_ns, "nothing came in 10 s");
    }
    batch.arrivals()[0]
}

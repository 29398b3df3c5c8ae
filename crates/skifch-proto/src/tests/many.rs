//! The cost of each peer when there are very many.

use super::world::{address, config};
use crate::wire::{FLAG_PING, HELLO_BYTES, Header, Hello, Kind};
use crate::{Burst, Endpoint, Event, Link};
use std::time::Instant;

/// Number of datagrams timed together.
const STRETCH: usize = 200;

/// An endpoint that starts connections to `count` peers, which start connections to it.
struct Start {
    end: Endpoint,
    count: u32,
}

fn token(peer: u32) -> u64 {
    1 << 40 | u64::from(peer)
}

impl Start {
    fn new(count: u32) -> Self {
        let mut config = config(1, 0);
        (config.max_message, config.send_bytes, config.recv_bytes) = (100, 512, 512);
        let mut end = Endpoint::new(config).expect("settings that fit");
        for peer in 1..=count {
            let link = Link { local: 0, remote: peer };
            end.connect(0, link, address(peer as usize)).expect("room");
        }
        Self { end, count }
    }

    /// Receives a datagram from each peer in a scattered order. Returns microseconds per datagram,
    /// as the median of many short stretches: in some of them the thread is preempted.
    fn hear(&mut self, now_ns: u64, datagram: impl Fn(u32) -> Vec<u8>) -> f64 {
        let all: Vec<_> = (0..self.count)
            .map(|at| {
                let peer = (u64::from(at) * 7919 % u64::from(self.count)) as u32 + 1;
                (address(peer as usize), datagram(peer))
            })
            .collect();
        let mut times: Vec<_> = all
            .chunks(STRETCH)
            .map(|stretch| {
                let begin = Instant::now();
                for (from, bytes) in stretch {
                    self.end.on_datagram(now_ns, *from, bytes);
                }
                begin.elapsed().as_secs_f64() * 1e6 / stretch.len() as f64
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }
}

fn sealed(end: &Endpoint, header: Header, payload: &[u8]) -> Vec<u8> {
    let mut burst = Burst::new();
    burst.push(&end.config().seal, header.encode(), payload, (0, [&[], &[]]), 0);
    burst.heads
}

/// All peers start at once, then all end: microseconds per peer for each phase.
fn start_and_end(count: u32) -> [f64; 2] {
    let mut start = Start::new(count);
    let end = Endpoint::new(start.end.config().clone()).expect("settings that fit");
    let hello = |peer| {
        let mut header = Header::new(Kind::Hello, 0);
        (header.len, header.flags) = (HELLO_BYTES as u16, FLAG_PING);
        let hello = Hello {
            token: token(peer),
            job: 7,
            source: peer,
            target: 0,
            credit: 512,
            max_message: 100,
            max_datagram: 1472,
        };
        sealed(&end, header, &hello.encode())
    };
    let reset = |peer| {
        let mut header = Header::new(Kind::Reset, 0);
        header.position = token(peer);
        sealed(&end, header, &[])
    };
    let times = [start.hear(1, hello), start.hear(2, reset)];
    let counters = start.end.counters();
    assert_eq!((counters.dropped_rate, counters.dropped_unknown), (0, 0), "{count} peers");
    assert!(start.end.poll_event().is_none_or(|event| !matches!(event, Event::Lost { .. })));
    times
}

#[test]
fn each_of_many_peers_costs_what_each_of_few_does() {
    const ROUNDS: usize = 5;
    let least = |count| {
        let all: Vec<_> = (0..ROUNDS).map(|_| start_and_end(count)).collect();
        [0, 1].map(|at| all.iter().map(|times| times[at]).fold(f64::MAX, f64::min))
    };
    let (few, many) = (least(200), least(8000));
    println!("us for each hello and reset: of 200 peers {few:.2?}, of 8000 {many:.2?}");
    for (few, many) in few.into_iter().zip(many) {
        assert!(many < 8.0 * few, "{many} us for each of 8000 peers, {few} for each of 200");
    }
}

//! Fuzzes datagrams: into an endpoint without connections, into one connected to an attacker and
//! an honest peer, and into one with a secret.

use crate::targets::Feed;
use skifch_proto::{Append, Burst, Config, ConnectionId, Endpoint, Heap, Link, Seal, Turn};
use std::collections::HashSet;
use std::net::SocketAddr;

const MAX_MESSAGE: usize = 2_000;
/// Hosts: the victim, the honest peer, the attacker. Each has a channel of the same number.
const VICTIM: usize = 0;
const HONEST: usize = 1;
const ATTACKER: usize = 2;
/// Position of the tag; without a secret it must be zero.
const TAG: std::ops::Range<usize> = 48..64;
const HEADER_BYTES: usize = skifch_proto::HEADER_BYTES;

type End = Endpoint<Heap>;

/// The corpus of the parser's tests.
pub(crate) fn tree() -> Vec<Vec<u8>> {
    let text = include_str!("../../../crates/skifch-proto/corpus/datagrams.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let hex = lines.filter_map(|line| line.split_once(' ')).map(|(_, hex)| hex.replace(' ', ""));
    let byte = |hex: &str, at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
    hex.map(|hex| (0..hex.len()).step_by(2).map(|at| byte(&hex, at)).collect()).collect()
}

fn address(host: usize) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, host as u8], 7000))
}

fn end(host: usize, seal: Seal) -> End {
    // Tokens derive from these bytes, so what is recorded in one state is valid in the next.
    let mut config = Config::new(seal, 7, [host as u8 + 1; 32]);
    config.max_message = MAX_MESSAGE;
    (config.send_bytes, config.recv_bytes) = (8 << 10, 8 << 10);
    let mut end = End::new(config).expect("settings that fit");
    end.listen(host as u32);
    end
}

/// Three endpoints on a fault-free network, with their own simulated time.
struct World {
    ends: [End; 3],
    burst: Burst,
    now_ns: u64,
    /// Datagrams from the attacker to the victim.
    record: Vec<Vec<u8>>,
}

impl World {
    fn new(seal: &Seal) -> Self {
        let ends = [VICTIM, HONEST, ATTACKER].map(|host| end(host, seal.clone()));
        let mut world =
            Self { ends, burst: Burst::new(), now_ns: 1_000_000_000, record: Vec::new() };
        for from in [HONEST, ATTACKER] {
            world.talk(from, 5);
        }
        world
    }

    fn id(&mut self, from: usize, to: usize) -> ConnectionId {
        let link = Link { local: from as u32, remote: to as u32 };
        self.ends[from].connect(self.now_ns, link, address(to)).expect("room")
    }

    /// Exchanges `count` messages between a host and the victim, with all resulting traffic.
    /// Returns the numbers of messages received by the victim and by the host.
    fn talk(&mut self, from: usize, count: usize) -> (usize, usize) {
        for number in 0..count {
            for (from, to) in [(from, VICTIM), (VICTIM, from)] {
                let id = self.id(from, to);
                let bytes = [number as u8; MAX_MESSAGE];
                let taken = self.ends[from].append(self.now_ns, id, &[&bytes[..number * 400]]);
                assert!(taken == Append::Taken || from != HONEST, "{taken:?}");
            }
            for _ in 0..20 {
                self.now_ns += 300_000;
                for host in 0..3 {
                    self.ends[host].on_timer(self.now_ns);
                    self.carry(host);
                }
            }
        }
        (self.read(VICTIM), self.read(from))
    }

    fn carry(&mut self, from: usize) {
        while self.ends[from].poll_transmit(self.now_ns, &mut self.burst) {
            let bytes = self.ends[from].parts(&self.burst).collect::<Vec<_>>().concat();
            let to = (0..3).find(|host| address(*host) == self.burst.to()).expect("a host");
            for datagram in bytes.chunks(self.burst.segment_bytes()) {
                if (from, to) == (ATTACKER, VICTIM) {
                    self.record.push(datagram.to_vec());
                }
                self.ends[to].on_datagram(self.now_ns, address(from), datagram);
            }
        }
        while self.ends[from].poll_event().is_some() {}
    }

    /// Receives every message; returns how many there were.
    fn read(&mut self, host: usize) -> usize {
        let (end, now_ns, mut count) = (&mut self.ends[host], self.now_ns, 0);
        while let Some(id) = end.poll_readable() {
            while let Turn::Message(taken) = end.take(now_ns, id) {
                let pieces = end.shown(id, taken);
                assert_eq!(pieces[0].len() + pieces[1].len(), taken.len);
                assert!(taken.len <= MAX_MESSAGE, "{} bytes", taken.len);
                end.release(now_ns, id);
                count += 1;
            }
        }
        count
    }

    /// Feeds `bytes` to the victim; with `is_landing`, through the path that receives payload in
    /// place.
    fn attack(&mut self, bytes: &[u8], is_landing: bool) {
        let (end, from) = (&mut self.ends[VICTIM], address(ATTACKER));
        self.now_ns += 10_000;
        let Some((head, rest)) = bytes.split_first_chunk().filter(|_| is_landing) else {
            return end.on_datagram(self.now_ns, from, bytes);
        };
        let mut at = 0;
        for piece in end.landing().into_iter().flatten() {
            let len = piece.len().min(rest.len() - at);
            piece[..len].copy_from_slice(&rest[at..at + len]);
            at += len;
        }
        end.on_landed(self.now_ns, from, head, bytes.len(), &rest[at..]);
    }

    /// Does what a driver does; datagrams sent are lost.
    fn drive(&mut self) {
        let end = &mut self.ends[VICTIM];
        for _ in 0..100 {
            if !end.poll_transmit(self.now_ns, &mut self.burst) {
                break;
            }
            let size: usize = end.parts(&self.burst).map(<[u8]>::len).sum();
            assert_eq!(size, self.burst.total_bytes());
        }
        end.on_timer(self.now_ns);
        while end.poll_event().is_some() {}
        if let Some(at) = end.next_deadline() {
            assert!(at > self.now_ns, "a deadline that is over: {at}");
        }
        self.read(VICTIM);
    }
}

pub(crate) fn alone() -> Feed {
    let mut end = end(VICTIM, Seal::none());
    let (mut burst, mut now_ns) = (Burst::new(), 1_000_000_000);
    Box::new(move |bytes| {
        now_ns += 1_000_000;
        let mut bytes = bytes.to_vec();
        if let Some(tag) = bytes.get_mut(TAG) {
            tag.fill(0);
        }
        end.on_datagram(now_ns, address(ATTACKER), &bytes);
        end.on_timer(now_ns);
        while end.poll_transmit(now_ns, &mut burst) {}
        while end.poll_event().is_some() {}
    })
}

/// The datagrams that the attacker sent while it was honest, and the parser corpus with the
/// attacker's token.
pub(crate) fn recorded() -> Vec<Vec<u8>> {
    let world = World::new(&Seal::none());
    let token = world.record.last().map(|bytes| bytes[4..12].to_vec()).expect("recorded");
    let tree = tree().into_iter().map(|mut bytes| {
        if let Some(place) = bytes.get_mut(4..12) {
            place.copy_from_slice(&token);
        }
        bytes
    });
    world.record.iter().cloned().chain(tree).collect()
}

/// Number of inputs between two exchanges with the honest peer.
const TALK_EVERY: u32 = 64;

pub(crate) fn attacked() -> Feed {
    let mut world = World::new(&Seal::none());
    let mut count = 0_u32;
    Box::new(move |bytes| {
        count += 1;
        let mut bytes = bytes.to_vec();
        if let Some(tag) = bytes.get_mut(TAG) {
            tag.fill(0);
        }
        // A packet number that was seen before would end processing early, so use a new one.
        if count.is_multiple_of(2) && bytes.len() >= HEADER_BYTES {
            bytes[12..16].copy_from_slice(&(100 + count).to_le_bytes());
        }
        world.attack(&bytes, count.is_multiple_of(3));
        if count.is_multiple_of(4) {
            world.drive();
        }
        if count.is_multiple_of(TALK_EVERY) {
            world.drive();
            let is_there = world.talk(HONEST, 3);
            assert!(is_there.0 >= 3 && is_there.1 == 3, "the honest peer: {is_there:?}");
        }
    })
}

/// Datagrams with valid tags.
pub(crate) fn sealed() -> Vec<Vec<u8>> {
    World::new(&Seal::new(&[42; 32])).record
}

pub(crate) fn behind_seal() -> Feed {
    let mut world = World::new(&Seal::new(&[42; 32]));
    let genuine: HashSet<Vec<u8>> = world.record.iter().cloned().collect();
    let mut count = 0_u32;
    Box::new(move |bytes| {
        count += 1;
        if genuine.contains(bytes) {
            return;
        }
        let dropped = |end: &End| {
            let counters = end.counters();
            counters.dropped_magic + counters.dropped_malformed + counters.dropped_tag
        };
        let before = dropped(&world.ends[VICTIM]);
        world.attack(bytes, count.is_multiple_of(3));
        assert_eq!(dropped(&world.ends[VICTIM]), before + 1, "it got past the tag");
        if count.is_multiple_of(TALK_EVERY) {
            let is_there = world.talk(HONEST, 3);
            assert_eq!(is_there, (3, 3), "the honest peer");
        }
    })
}

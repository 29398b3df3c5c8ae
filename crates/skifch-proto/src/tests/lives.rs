//! A link that both sides open, use, close and reopen in any order, over a network with partitions,
//! while processes end and are replaced. For each life (use) of the link: its messages arrive once,
//! in order, intact and unmixed, or it is reported lost; and no honest peer is accused of a
//! violation.

use super::net::{Net, Path};
use super::world::{MS, S, US, address, config, host_of};
use crate::{Append, Burst, ConnectionId, Endpoint, Event, Link, Reason, Turn};
use skifch_chance::{Random, is_long, seed};
use std::collections::HashMap;

/// The fate of what a side writes into a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Going,
    /// The protocol has reported that the peer has all of it.
    Arrived,
    Lost(Reason),
    /// Its own side dropped it silently, or died.
    Dropped,
}

/// The data that one side writes into one connection.
#[derive(Debug)]
struct Life {
    from: usize,
    written: u64,
    is_closed: bool,
    fate: Fate,
}

/// The data that one side has read from one connection.
#[derive(Debug)]
struct Stream {
    at: usize,
    of: Option<usize>,
    read: u64,
    /// It ended with an orderly close.
    is_whole: bool,
    /// Its own side discarded the rest, or died.
    is_dropped: bool,
    is_lost: bool,
}

/// Everything ever written or read.
#[derive(Default)]
struct Ledger {
    lives: Vec<Life>,
    streams: Vec<Stream>,
}

/// A connection as known to one side.
#[derive(Clone, Copy, Debug)]
struct Known {
    life: usize,
    stream: usize,
    is_open: bool,
    /// It is no longer read.
    is_left: bool,
    is_lost: bool,
}

/// A process with one channel; it uses its endpoint as `skifch-udp` does.
struct Process {
    at: usize,
    endpoint: Endpoint,
    known: HashMap<ConnectionId, Known>,
    is_open: bool,
    is_reading: bool,
    burst: Burst,
}

fn message(life: usize, number: u64) -> Vec<u8> {
    let mut random = Random::new((life as u64) << 32 ^ number);
    let len = if random.below(4) == 0 { random.below(900) } else { random.below(40) };
    let mut bytes = (life as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes.extend((0..len).map(|_| random.bits() as u8));
    bytes
}

impl Process {
    fn new(seed: u64, at: usize, start: u64, algorithm: crate::Algorithm) -> Self {
        let mut config = config(seed, at);
        config.random[16..24].copy_from_slice(&start.to_le_bytes());
        config.algorithm = algorithm;
        config.max_message = 1_000;
        (config.send_bytes, config.recv_bytes) = (8 << 10, 8 << 10);
        (config.dead_ns, config.linger_ns, config.keep_alive_ns) = (3 * S, 3 * S, S);
        let mut endpoint = Endpoint::new(config).expect("settings that fit");
        endpoint.listen(at as u32);
        let (known, burst) = (HashMap::new(), Burst::new());
        Self { at, endpoint, known, is_open: true, is_reading: true, burst }
    }

    fn link(&self) -> Link {
        Link { local: self.at as u32, remote: 1 - self.at as u32 }
    }

    /// The ids in an order that depends only on the seed.
    fn ids(&self) -> Vec<ConnectionId> {
        let mut ids: Vec<_> = self.known.keys().copied().collect();
        ids.sort_unstable();
        ids
    }

    fn note(&mut self, id: ConnectionId, ledger: &mut Ledger) -> &mut Known {
        let at = self.at;
        self.known.entry(id).or_insert_with(|| {
            ledger.lives.push(Life { from: at, written: 0, is_closed: false, fate: Fate::Going });
            let (of, read) = (None, 0);
            let (is_whole, is_dropped, is_lost) = (false, false, false);
            ledger.streams.push(Stream { at, of, read, is_whole, is_dropped, is_lost });
            let (life, stream) = (ledger.lives.len() - 1, ledger.streams.len() - 1);
            Known { life, stream, is_open: false, is_left: false, is_lost: false }
        })
    }

    /// Writes some messages into the existing connection or a new one.
    fn write(&mut self, now_ns: u64, count: u64, ledger: &mut Ledger) {
        let link = self.link();
        if !self.is_open {
            return;
        }
        let id = self.endpoint.connect(now_ns, link, address(1 - self.at)).expect("room");
        let life = self.note(id, ledger).life;
        for _ in 0..count {
            let bytes = message(life, ledger.lives[life].written);
            if self.endpoint.append(now_ns, id, &[&bytes]) != Append::Taken {
                break;
            }
            ledger.lives[life].written += 1;
        }
    }

    /// Closes the channel: data in flight is still delivered, and incoming data is discarded.
    fn close(&mut self, now_ns: u64, ledger: &mut Ledger) {
        self.is_open = false;
        self.endpoint.stop_listening(self.at as u32);
        for id in self.ids() {
            let known = self.known[&id];
            if known.is_left {
                continue;
            }
            if known.is_open && !known.is_lost {
                self.leave(now_ns, id, ledger);
            } else {
                self.forget(id, ledger);
            }
        }
    }

    fn leave(&mut self, now_ns: u64, id: ConnectionId, ledger: &mut Ledger) {
        let Some(known) = self.known.get_mut(&id) else { return };
        known.is_left = true;
        ledger.streams[known.stream].is_dropped = true;
        ledger.lives[known.life].is_closed = true;
        self.endpoint.watch(now_ns, id, false);
        self.endpoint.close(now_ns, id);
        self.discard(now_ns, id);
    }

    fn discard(&mut self, now_ns: u64, id: ConnectionId) {
        while let Turn::Message(_) = self.endpoint.take(now_ns, id) {}
        self.endpoint.release(now_ns, id);
    }

    fn forget(&mut self, id: ConnectionId, ledger: &mut Ledger) {
        if let Some(known) = self.known.remove(&id) {
            ledger.streams[known.stream].is_dropped = true;
            let fate = &mut ledger.lives[known.life].fate;
            if *fate == Fate::Going {
                *fate = Fate::Dropped;
            }
        }
        self.endpoint.forget(id);
    }

    fn open(&mut self) {
        self.is_open = true;
        self.endpoint.listen(self.at as u32);
    }

    /// Processes the protocol's events.
    fn settle(&mut self, now_ns: u64, ledger: &mut Ledger) {
        while let Some(event) = self.endpoint.poll_event() {
            match event {
                Event::Opened { id, .. } => {
                    self.note(id, ledger).is_open = true;
                    if !self.is_open {
                        self.endpoint.close(now_ns, id);
                        self.forget(id, ledger);
                    }
                }
                Event::Closed { id, .. } => {
                    let known = self.known[&id];
                    ledger.lives[known.life].fate = Fate::Arrived;
                    // The driver does this; others may leave it to the protocol.
                    if known.is_left && known.life.is_multiple_of(2) {
                        self.forget(id, ledger);
                    }
                }
                Event::Lost { id, reason, .. } => {
                    let is_fair = !matches!(reason, Reason::Violation | Reason::Incompatible);
                    assert!(is_fair, "{} took an honest peer for another: {reason:?}", self.at);
                    let known = self.note(id, ledger);
                    known.is_lost = true;
                    let known = *known;
                    ledger.lives[known.life].fate = Fate::Lost(reason);
                    if known.is_left {
                        self.forget(id, ledger);
                    }
                }
                Event::Writable { .. } => {}
            }
        }
        while let Some(id) = self.endpoint.poll_readable() {
            if self.known.get(&id).is_some_and(|known| known.is_left) {
                self.discard(now_ns, id);
            }
        }
        if self.is_reading {
            for id in self.ids() {
                self.read(now_ns, id, ledger);
            }
        }
    }

    fn read(&mut self, now_ns: u64, id: ConnectionId, ledger: &mut Ledger) {
        let known = self.known[&id];
        if known.is_left {
            return;
        }
        loop {
            match self.endpoint.take(now_ns, id) {
                Turn::Message(taken) => {
                    let bytes = self.endpoint.shown(id, taken).concat();
                    ledger.note_message(known.stream, &bytes);
                    self.endpoint.release(now_ns, id);
                }
                Turn::Empty => return,
                Turn::Closed => break,
            }
        }
        let stats = self.endpoint.stats(id).expect("not forgotten");
        let stream = &mut ledger.streams[known.stream];
        stream.is_whole = stats.is_closed_by_peer;
        stream.is_lost |= known.is_lost;
        if known.is_lost {
            self.forget(id, ledger);
        } else if stats.is_closed_by_peer {
            ledger.lives[known.life].is_closed = true;
            self.endpoint.close(now_ns, id);
            self.known.get_mut(&id).expect("known").is_left = true;
        }
    }
}

impl Ledger {
    fn note_message(&mut self, stream: usize, bytes: &[u8]) {
        let word = |at: usize| bytes[at..at + 8].try_into().map(u64::from_le_bytes);
        let (life, number) = (word(0).expect("8 bytes") as usize, word(8).expect("8 bytes"));
        let is_known = self.streams.iter().position(|other| other.of == Some(life));
        let stream_ = &mut self.streams[stream];
        assert!(is_known.is_none_or(|other| other == stream), "life {life} comes twice");
        assert_eq!(*stream_.of.get_or_insert(life), life, "two lives in one stream");
        assert_eq!(number, stream_.read, "of life {life}");
        assert_eq!(bytes, message(life, number), "of life {life}");
        stream_.read += 1;
    }

    /// Checks that everything reported is true.
    fn check(&self) {
        for (at, life) in self.lives.iter().enumerate() {
            let stream = self.streams.iter().find(|stream| stream.of == Some(at));
            let Some(stream) = stream else {
                let nobody = |stream: &Stream| stream.at != life.from && stream.of.is_none();
                let is_right = life.fate != Fate::Arrived
                    || life.written == 0
                    || self.streams.iter().any(|it| nobody(it) && it.is_dropped);
                assert!(is_right, "life {at}: {life:?} has come to nobody");
                continue;
            };
            let has_all = stream.read == life.written;
            assert!(stream.read <= life.written && stream.at != life.from);
            assert!(
                life.fate != Fate::Arrived || has_all || stream.is_dropped,
                "{life:?}, {stream:?}"
            );
            assert!(!stream.is_whole || has_all && life.is_closed, "{life:?}, {stream:?}");
        }
    }
}

struct Stage {
    seed: u64,
    now_ns: u64,
    starts: u64,
    net: Net,
    algorithm: crate::Algorithm,
    ends: [Process; 2],
    ledger: Ledger,
}

impl Stage {
    fn new(seed: u64) -> Self {
        let algorithm =
            [crate::Algorithm::None, crate::Algorithm::Cubic][usize::from(seed % 2 == 1)];
        let ends = [0, 1].map(|at| Process::new(seed, at, 0, algorithm));
        let (net, ledger) = (Net::new(seed, 2, Path::clean(MS)), Ledger::default());
        Self { seed, now_ns: S, starts: 0, net, algorithm, ends, ledger }
    }

    fn restart(&mut self, at: usize) {
        self.starts += 1;
        let fresh = Process::new(self.seed, at, self.starts, self.algorithm);
        let old = std::mem::replace(&mut self.ends[at], fresh);
        for known in old.known.values() {
            self.ledger.streams[known.stream].is_dropped = true;
            let fate = &mut self.ledger.lives[known.life].fate;
            if *fate == Fate::Going {
                *fate = Fate::Dropped;
            }
        }
        // A connection that was open but not announced yet.
        let (at, of, read) = (at, None, 0);
        let (is_whole, is_dropped, is_lost) = (false, true, false);
        self.ledger.streams.push(Stream { at, of, read, is_whole, is_dropped, is_lost });
    }

    fn pump(&mut self, at: usize) {
        let Self { now_ns, net, ends, ledger, .. } = self;
        let end = &mut ends[at];
        end.settle(*now_ns, ledger);
        while end.endpoint.poll_transmit(*now_ns, &mut end.burst) {
            let all = end.endpoint.parts(&end.burst).collect::<Vec<_>>().concat();
            let to = host_of(end.burst.to());
            for bytes in all.chunks(end.burst.segment_bytes()) {
                net.send(*now_ns, at, to, bytes.to_vec());
            }
        }
        end.settle(*now_ns, ledger);
    }

    fn run(&mut self, time_ns: u64) {
        let end_ns = self.now_ns + time_ns;
        (0..2).for_each(|at| self.pump(at));
        loop {
            let timers = self.ends.iter_mut().filter_map(|end| end.endpoint.next_deadline());
            let next = timers.chain(self.net.next_ns()).min();
            let Some(next) = next.filter(|next| *next <= end_ns) else { break };
            self.now_ns = self.now_ns.max(next);
            while let Some(flying) = self.net.arrive(self.now_ns) {
                let from = address(flying.from);
                self.ends[flying.to].endpoint.on_datagram(self.now_ns, from, &flying.bytes);
            }
            for at in 0..2 {
                self.ends[at].endpoint.on_timer(self.now_ns);
                self.pump(at);
            }
        }
        self.now_ns = end_ns;
    }

    /// One random action of one of the two processes, or of the network.
    fn happen(&mut self, random: &mut Random) {
        let at = random.below(2) as usize;
        let (now_ns, end, ledger) = (self.now_ns, &mut self.ends[at], &mut self.ledger);
        match random.below(20) {
            0..6 => end.write(now_ns, random.below(20), ledger),
            6..9 => end.close(now_ns, ledger),
            9..12 => end.open(),
            12 | 13 => {
                end.close(now_ns, ledger);
                end.open();
                end.write(now_ns, random.below(20), ledger);
            }
            14 => end.is_reading = random.below(2) == 0,
            15 => {
                let is_watched = random.below(2) == 0;
                for id in end.ids() {
                    end.endpoint.watch(now_ns, id, is_watched);
                }
            }
            16 if random.below(3) == 0 => self.restart(at),
            17 => *self.net.path(at, 1 - at) = weather(random),
            18 => self.net.path(at, 1 - at).is_down ^= true,
            19 => end.endpoint.flush_all(now_ns),
            _ => {}
        }
    }

    /// Ends all faults: what is written from now on arrives.
    fn heal(&mut self) {
        self.net.all_paths().for_each(|path| *path = Path::clean(MS));
        for end in &mut self.ends {
            end.is_reading = true;
            end.open();
        }
        self.run(20 * S);
        for at in 0..2 {
            let now_ns = self.now_ns;
            // The first message may discover that the peer is a new process, and be lost.
            self.ends[at].write(now_ns, 1, &mut self.ledger);
            self.run(5 * S);
            let count = self.ledger.lives.len();
            let now_ns = self.now_ns;
            self.ends[at].write(now_ns, 3, &mut self.ledger);
            self.run(5 * S);
            let came = self.ledger.streams.iter().filter(|stream| stream.of.is_some());
            let is_there = |stream: &Stream| {
                let life = &self.ledger.lives[stream.of.unwrap_or_default()];
                stream.at != at && stream.read == life.written && life.fate == Fate::Going
            };
            assert!(came.into_iter().any(is_there), "{at}: {count} lives, and none goes on");
        }
        self.ledger.check();
    }
}

fn weather(random: &mut Random) -> Path {
    Path {
        loss: [0, 0, 100_000, 400_000][random.below(4) as usize],
        duplicate: [0, 100_000][random.below(2) as usize],
        reorder: [0, 100_000][random.below(2) as usize],
        late_ns: [MS, 50 * MS, 2 * S][random.below(3) as usize],
        jitter_ns: random.below(2) * random.below(3 * MS),
        ..Path::clean(20 * US + random.below(4 * MS))
    }
}

#[test]
fn every_life_of_a_link_is_whole_or_reported_lost() {
    let seed = seed("every_life_of_a_link_is_whole_or_reported_lost");
    let rounds = if is_long() { 200_000 } else { 300 };
    for round in 0..rounds {
        let seed = seed + round;
        let outcome = std::panic::catch_unwind(|| {
            let mut random = Random::new(!seed);
            let mut stage = Stage::new(seed);
            for _ in 0..20 + random.below(60) {
                stage.happen(&mut random);
                let time_ns = match random.below(10) {
                    0 => 4 * S,
                    1..4 => 0,
                    4..7 => random.below(2 * MS),
                    _ => random.below(50 * MS),
                };
                stage.run(time_ns);
            }
            stage.heal();
        });
        assert!(outcome.is_ok(), "round {round}: SKIFCH_TEST_SEED={seed} repeats it alone");
    }
}

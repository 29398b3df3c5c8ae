//! Hosts with applications over the simulated network. Every received message is checked: its
//! content is a function of its sender and sequence number.

use super::net::{DEAF, Flying, Net, Path};
use crate::{Append, Burst, Config, ConnectionId, Endpoint, Event, Link, Reason, Seal, Turn};
use skifch_chance::Random;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::LazyLock;

pub(crate) const US: u64 = 1_000;
pub(crate) const MS: u64 = 1_000 * US;
pub(crate) const S: u64 = 1_000 * MS;

pub(crate) fn address(host: usize) -> SocketAddr {
    let port = 7000 + (host / DEAF) as u16;
    SocketAddr::from(([10, 0, (host >> 8) as u8, host as u8], port))
}

pub(crate) fn host_of(address: SocketAddr) -> usize {
    match address.ip() {
        std::net::IpAddr::V4(ip) => usize::from(ip.octets()[2]) << 8 | usize::from(ip.octets()[3]),
        std::net::IpAddr::V6(_) => panic!("no such host"),
    }
}

pub(crate) fn config(seed: u64, host: usize) -> Config {
    let mut random = [host as u8; 32];
    random[..8].copy_from_slice(&seed.to_le_bytes());
    Config::new(Seal::new(&[42; 32]), 7, random)
}

/// Message lengths of a flow.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sizes {
    Fixed(usize),
    /// Mostly small, some up to this size.
    Mixed(usize),
}

/// A one-way stream of messages.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) link: Link,
    pub(crate) sizes: Sizes,
    pub(crate) total: u64,
    pub(crate) done: u64,
}

pub(crate) fn message(sender: u32, number: u64, sizes: Sizes) -> Vec<u8> {
    let mut random = Random::new(u64::from(sender) << 40 ^ number);
    let len = match sizes {
        Sizes::Fixed(len) => len as u64,
        Sizes::Mixed(most) => match random.below(10) {
            0 => random.below(most as u64 + 1),
            1 => 0,
            _ => random.below(64),
        },
    };
    let at = random.below(NOISE_BYTES as u64) as usize;
    let mut bytes = NOISE[at..at + len as usize].to_vec();
    bytes.iter_mut().zip(random.bits().to_le_bytes()).for_each(|(byte, own)| *byte ^= own);
    bytes
}

const NOISE_BYTES: usize = 1 << 16;
/// Messages are slices of this random data, at most this long: generating random bytes for each
/// message would take longer than everything else in a world.
static NOISE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut random = Random::new(1);
    (0..2 * NOISE_BYTES / 8).flat_map(|_| random.bits().to_le_bytes()).collect()
});

pub(crate) struct Host {
    pub(crate) endpoint: Endpoint,
    burst: Burst,
    pub(crate) sends: Vec<(ConnectionId, Flow)>,
    /// Number of messages received from each channel, and their sizes.
    pub(crate) received: HashMap<Link, (u64, Sizes)>,
    pub(crate) links: HashMap<ConnectionId, Link>,
    pub(crate) received_bytes: HashMap<Link, u64>,
    pub(crate) events: Vec<Event>,
    pub(crate) is_reading: bool,
    pub(crate) is_dead: bool,
    pub(crate) lands: bool,
    /// Its system refuses larger datagrams.
    pub(crate) most: usize,
    pub(crate) wakes: u64,
    /// How often its socket has no room for all of a burst, in millionths.
    pub(crate) full: u64,
    /// When it retries the rest of the burst.
    retry_ns: Option<u64>,
    pub(crate) nap: Option<Nap>,
}

/// A process that does not run for a while; meanwhile its socket holds up to `room` bytes and drops
/// the rest.
pub(crate) struct Nap {
    until_ns: u64,
    room: usize,
    held: Vec<Flying>,
    pub(crate) dropped: u64,
}

impl Host {
    fn new(config: Config) -> Self {
        Self {
            endpoint: Endpoint::new(config).expect("settings that fit"),
            burst: Burst::new(),
            sends: Vec::new(),
            received: HashMap::new(),
            links: HashMap::new(),
            received_bytes: HashMap::new(),
            events: Vec::new(),
            is_reading: true,
            is_dead: false,
            lands: false,
            most: usize::MAX,
            wakes: 0,
            full: 0,
            retry_ns: None,
            nap: None,
        }
    }

    fn runs(&self) -> bool {
        !self.is_dead && self.nap.is_none()
    }

    pub(crate) fn lost(&self) -> Vec<Reason> {
        let reason = |event: &Event| match event {
            Event::Lost { reason, .. } => Some(*reason),
            _ => None,
        };
        self.events.iter().filter_map(reason).collect()
    }

    /// Whether everything it has to send is written.
    fn has_sent(&self) -> bool {
        self.sends.iter().all(|(_, flow)| flow.done == flow.total)
    }

    fn read(&mut self, now_ns: u64) {
        let mut ready: Vec<_> = std::iter::from_fn(|| self.endpoint.poll_readable()).collect();
        if !self.is_reading {
            return;
        }
        ready.extend(self.links.keys());
        ready.sort_unstable();
        ready.dedup();
        // Connections removed by a test are not read any more.
        for id in ready.into_iter().filter(|id| self.links.contains_key(id)) {
            while let Turn::Message(taken) = self.endpoint.take(now_ns, id) {
                let bytes = self.endpoint.shown(id, taken).concat();
                let link = self.links[&id];
                let (number, sizes) =
                    self.received.get_mut(&link).unwrap_or_else(|| panic!("from {link:?}"));
                assert_eq!(bytes, message(link.remote, *number, *sizes), "{link:?} {number}");
                *number += 1;
                *self.received_bytes.entry(link).or_default() += bytes.len() as u64;
                self.endpoint.release(now_ns, id);
            }
        }
    }

    fn write(&mut self, now_ns: u64) {
        for (id, flow) in &mut self.sends {
            while flow.done < flow.total {
                let bytes = message(flow.link.local, flow.done, flow.sizes);
                let (low, high) = bytes.split_at(bytes.len() / 2);
                // Of every eight messages three are lent, and all loans are taken back once: first
                // the middle one, then the others.
                let appended = match flow.done % 8 {
                    turn @ (1 | 4 | 5) if !high.is_empty() => {
                        self.endpoint.append_lent(now_ns, *id, low, high.to_vec(), turn % 4)
                    }
                    turn => {
                        if turn >= 6 {
                            self.endpoint.take_back(turn - 6);
                        }
                        self.endpoint.append(now_ns, *id, &[low, high])
                    }
                };
                match appended {
                    Append::Taken => flow.done += 1,
                    Append::NoRoom | Append::Gone => break,
                    Append::TooLong => panic!("{} bytes", bytes.len()),
                }
            }
        }
    }

    fn note_events(&mut self) {
        while let Some(event) = self.endpoint.poll_event() {
            if let Event::Opened { id, link, .. } = event {
                self.links.insert(id, link);
            }
            self.events.push(event);
        }
    }
}

pub(crate) struct World {
    pub(crate) now_ns: u64,
    pub(crate) net: Net,
    pub(crate) hosts: Vec<Host>,
    /// Datagrams dropped by sockets while their process did not run.
    pub(crate) overrun: u64,
    seed: u64,
}

impl World {
    /// Hosts with these settings, connected by paths like `path`.
    pub(crate) fn new(
        seed: u64,
        hosts: usize,
        path: Path,
        adjust: impl Fn(usize, &mut Config),
    ) -> Self {
        let make = |host| {
            let mut config = config(seed, host);
            adjust(host, &mut config);
            let mut host_ = Host::new(config);
            host_.endpoint.listen(host as u32);
            host_
        };
        let net = Net::new(seed, hosts, path);
        Self { now_ns: S, net, hosts: (0..hosts).map(make).collect(), overrun: 0, seed }
    }

    /// Makes `from` send `total` messages to `to`.
    pub(crate) fn flow(&mut self, from: usize, to: usize, sizes: Sizes, total: u64) {
        let link = Link { local: from as u32, remote: to as u32 };
        let back = Link { local: link.remote, remote: link.local };
        let now_ns = self.now_ns;
        let sender = &mut self.hosts[from];
        let id = sender.endpoint.connect(now_ns, link, address(to)).expect("room");
        sender.links.insert(id, link);
        sender.sends.push((id, Flow { link, sizes, total, done: 0 }));
        self.hosts[to].received.insert(back, (0, sizes));
        self.pump(from);
    }

    /// Kills a process and starts another at its address, with other random bytes.
    pub(crate) fn restart(&mut self, host: usize) {
        let mut config = self.hosts[host].endpoint.config().clone();
        config.random[31] ^= 0x5a;
        config.random[30] = config.random[30].wrapping_add(1);
        self.hosts[host] = Host::new(config);
        self.hosts[host].endpoint.listen(host as u32);
    }

    /// Lets a host do everything that it can do now.
    pub(crate) fn pump(&mut self, index: usize) {
        let host = &mut self.hosts[index];
        if !host.runs() {
            return;
        }
        host.note_events();
        host.read(self.now_ns);
        host.write(self.now_ns);
        host.note_events();
        self.transmit(index);
        self.hosts[index].note_events();
    }

    fn transmit(&mut self, index: usize) {
        let Self { now_ns, net, hosts, .. } = self;
        let host = &mut hosts[index];
        if host.retry_ns.is_some_and(|at| *now_ns < at) {
            return;
        }
        let mut is_kept = host.retry_ns.take().is_some() && host.endpoint.is_current(&host.burst);
        while is_kept || host.endpoint.poll_transmit(*now_ns, &mut host.burst) {
            is_kept = false;
            let all = host.endpoint.parts(&host.burst).collect::<Vec<_>>().concat();
            assert_eq!(all.len(), host.burst.total_bytes());
            let to = host_of(host.burst.to());
            let (size, count) = (host.burst.segment_bytes(), host.burst.count());
            if size > host.most {
                host.endpoint.on_too_big(&host.burst);
                continue;
            }
            assert_eq!(all.len().div_ceil(size), count);
            if host.burst.to() != address(to) {
                // No host has that address.
                continue;
            }
            // Routine datagrams may leave from an address that receives no replies, such as that of
            // a send-only socket.
            let from = index + usize::from(host.burst.is_routine()) * DEAF;
            let is_full = host.full > 0 && net.random.happens(host.full);
            let room = if is_full { net.random.below(count as u64) as usize } else { count };
            for bytes in all.chunks(size).take(room) {
                net.send(*now_ns, from, to, bytes.to_vec());
            }
            if is_full {
                host.burst.advance(room);
                host.retry_ns = Some(*now_ns + 50 * US + net.random.below(2 * MS));
                return;
            }
        }
    }

    /// Makes a running host sleep for `time_ns`, with a socket of `room` bytes.
    pub(crate) fn nap(&mut self, host: usize, time_ns: u64, room: usize) {
        let until_ns = self.now_ns + time_ns;
        let nap = || Nap { until_ns, room, held: Vec::new(), dropped: 0 };
        self.hosts[host].nap.get_or_insert_with(nap);
    }

    /// Wakes hosts whose nap is over: they receive what their sockets hold. Counts the datagrams
    /// dropped meanwhile.
    fn wake(&mut self, touched: &mut Vec<usize>) {
        for index in 0..self.hosts.len() {
            let is_over =
                self.hosts[index].nap.as_ref().is_some_and(|nap| nap.until_ns <= self.now_ns);
            if is_over && let Some(nap) = self.hosts[index].nap.take() {
                self.overrun += nap.dropped;
                for flying in nap.held {
                    self.receive(flying);
                }
                touched.push(index);
            }
        }
    }

    fn receive(&mut self, flying: Flying) {
        let (now_ns, from) = (self.now_ns, flying.from);
        let host = &mut self.hosts[flying.to];
        if host.is_dead {
            return;
        }
        if let Some(nap) = &mut host.nap {
            // The kernel accounts for a datagram's memory, not only its bytes.
            let taken = flying.bytes.len() + 512;
            if taken <= nap.room {
                nap.room -= taken;
                nap.held.push(flying);
            } else {
                nap.dropped += 1;
            }
            return;
        }
        let bytes = &flying.bytes[..];
        if !host.lands || bytes.len() < crate::HEADER_BYTES {
            return host.endpoint.on_datagram(now_ns, address(from), bytes);
        }
        let (head, rest) = bytes.split_first_chunk().expect("a header");
        let mut at = 0;
        if let Some(pieces) = host.endpoint.landing() {
            for piece in pieces {
                let len = piece.len().min(rest.len() - at);
                piece[..len].copy_from_slice(&rest[at..at + len]);
                at += len;
            }
        }
        host.endpoint.on_landed(now_ns, address(from), head, bytes.len(), &rest[at..]);
    }

    /// Time of the next event.
    fn next_ns(&mut self) -> Option<u64> {
        let naps = self.hosts.iter().filter_map(|host| host.nap.as_ref()).map(|it| it.until_ns);
        let naps = naps.min();
        let hosts = self.hosts.iter_mut().filter(|host| host.runs());
        let due = |host: &mut Host| [host.endpoint.next_deadline(), host.retry_ns];
        let timers = hosts.flat_map(due).flatten().min();
        timers.into_iter().chain(naps).chain(self.net.next_ns()).min()
    }

    /// Runs until `is_over`, for `limit_ns`, or until no events are left. Returns whether it is
    /// over.
    pub(crate) fn run(&mut self, limit_ns: u64, mut is_over: impl FnMut(&Self) -> bool) -> bool {
        let end_ns = self.now_ns + limit_ns;
        let mut still = 0;
        while !is_over(self) {
            let Some(next) = self.next_ns().filter(|next| *next <= end_ns) else {
                self.now_ns = end_ns;
                return is_over(self);
            };
            still = if next > self.now_ns { 0 } else { still + 1 };
            assert!(still < 100_000, "time stands still, seed {}", self.seed);
            self.now_ns = self.now_ns.max(next);
            let mut touched = Vec::new();
            self.wake(&mut touched);
            while let Some(flying) = self.net.arrive(self.now_ns) {
                touched.push(flying.to);
                self.receive(flying);
            }
            for (index, host) in self.hosts.iter_mut().enumerate() {
                if host.runs() && host.retry_ns.is_some_and(|at| at <= self.now_ns) {
                    touched.push(index);
                }
                if host.runs() && host.endpoint.next_deadline().is_some_and(|at| at <= self.now_ns)
                {
                    host.wakes += 1;
                    host.endpoint.on_timer(self.now_ns);
                    touched.push(index);
                }
            }
            touched.sort_unstable();
            touched.dedup();
            touched.into_iter().for_each(|index| self.pump(index));
        }
        true
    }

    /// Whether every message has been received.
    pub(crate) fn is_done(&self) -> bool {
        let flows = self.hosts.iter().flat_map(|host| &host.sends);
        self.hosts.iter().all(Host::has_sent)
            && flows.into_iter().all(|(_, flow)| self.count(flow.link) == flow.total)
    }

    /// Number of messages received at the other end of a flow.
    pub(crate) fn count(&self, link: Link) -> u64 {
        let back = Link { local: link.remote, remote: link.local };
        self.hosts[link.remote as usize].received.get(&back).map_or(0, |(count, _)| *count)
    }

    /// Runs until every message has been received.
    ///
    /// # Panics
    /// If that takes longer than `limit_ns`, or a connection is lost.
    pub(crate) fn finish(&mut self, limit_ns: u64) {
        let is_done = self.run(limit_ns, Self::is_done);
        let flows = || self.hosts.iter().flat_map(|host| &host.sends);
        let state: Vec<_> = flows().map(|(_, flow)| (flow, self.count(flow.link))).collect();
        let lost: Vec<_> = self.hosts.iter().map(Host::lost).collect();
        assert!(is_done, "seed {}: {state:?}, lost {lost:?}", self.seed);
        assert!(lost.iter().all(Vec::is_empty), "seed {}: {lost:?}", self.seed);
    }
}

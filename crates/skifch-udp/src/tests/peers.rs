//! The protocol over real sockets, with peers that are killed and restarted, flood, or send faster
//! than is received.

use crate::clock::now_ns;
use crate::{Addr, Batch, Options, Port, Socket};
use skifch_backend::random;
use skifch_proto::{
    Append, Burst, Config, ConnectionId, Endpoint, Event, Heap, Link, Reason, Seal, Turn,
};
use std::collections::HashMap;
use std::io::{IoSlice, IoSliceMut};
use std::net::{Ipv4Addr, SocketAddr};

const LIMIT_NS: u64 = 60_000_000_000;

/// A process: its socket, its protocol endpoint, and all received messages by connection.
struct Peer {
    socket: Socket,
    end: Endpoint<Heap>,
    burst: Burst,
    batch: Batch,
    room: Vec<u8>,
    got: HashMap<ConnectionId, Vec<Vec<u8>>>,
    links: HashMap<ConnectionId, Link>,
    lost: Vec<Reason>,
    reads: bool,
}

impl Peer {
    fn new(options: Options, adjust: impl FnOnce(&mut Config)) -> Self {
        let options = Options { address: Ipv4Addr::LOCALHOST.into(), ..options };
        let socket = Socket::open(&options).unwrap_or_else(|error| panic!("{error}"));
        let bytes = random().expect("random bytes");
        let mut config = Config::new(Seal::new(&[42; 32]), 7, bytes);
        (config.max_message, config.max_datagram) = (1000, 1200);
        adjust(&mut config);
        Self {
            socket,
            end: Endpoint::new(config).expect("settings that fit"),
            burst: Burst::new(),
            batch: Batch::new(1, 1),
            room: vec![0; 1 << 16],
            got: HashMap::new(),
            links: HashMap::new(),
            lost: Vec::new(),
            reads: true,
        }
    }

    fn at(&self) -> SocketAddr {
        self.socket.local().to_std()
    }

    fn connect(&mut self, local: u32, to: SocketAddr) -> ConnectionId {
        let link = Link { local, remote: 0 };
        self.end.connect(now_ns(), link, to).expect("room")
    }

    /// Sends messages `from..to`, each prefixed with the sender's number, until there is no more
    /// room.
    fn send(&mut self, id: ConnectionId, who: u32, from: u32, to: u32) -> u32 {
        (from..to).find(|number| !self.say(id, who, *number)).unwrap_or(to)
    }

    fn say(&mut self, id: ConnectionId, who: u32, number: u32) -> bool {
        let parts = [&who.to_le_bytes()[..], &number.to_le_bytes(), &[who as u8; 92]];
        self.end.append(now_ns(), id, &parts) == Append::Taken
    }

    /// Makes progress.
    fn turn(&mut self) {
        for _ in 0..64 {
            let mut parts = [IoSliceMut::new(&mut self.room)];
            let got = self.socket.recv_batch(&mut self.batch, &mut parts).expect("a sound socket");
            if got == 0 {
                break;
            }
            let arrival = self.batch.arrivals()[0];
            for range in arrival.datagrams() {
                self.end.on_datagram(now_ns(), arrival.from.to_std(), &self.room[range]);
            }
        }
        let now_ns = now_ns();
        self.end.on_timer(now_ns);
        while let Some(event) = self.end.poll_event() {
            match event {
                Event::Opened { id, link, .. } => drop(self.links.insert(id, link)),
                Event::Lost { reason, .. } => self.lost.push(reason),
                _ => {}
            }
        }
        self.read(now_ns);
        while self.end.poll_transmit(now_ns, &mut self.burst) {
            let parts: Vec<_> = self.end.parts(&self.burst).map(IoSlice::new).collect();
            let (to, size) = (Addr::from(self.burst.to()), self.burst.segment_bytes());
            if !self.burst.is_routine() {
                self.socket.unconnect(&to);
            }
            self.socket.send_run(&to, &parts, size).expect("a sound socket");
        }
    }

    fn read(&mut self, now_ns: u64) {
        while let Some(id) = self.end.poll_readable() {
            while self.reads
                && let Turn::Message(taken) = self.end.take(now_ns, id)
            {
                let bytes = self.end.shown(id, taken).concat();
                self.got.entry(id).or_default().push(bytes);
                self.end.release(now_ns, id);
            }
        }
    }

    /// The numbers that `who` sent and that arrived on one connection.
    fn numbers(&self, id: ConnectionId, who: u32) -> Vec<u32> {
        let word = |bytes: &[u8], at| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4"));
        let of_one = self.got.get(&id).into_iter().flatten();
        let number = |bytes: &Vec<u8>| {
            assert_eq!((word(bytes, 0), bytes[99]), (who, who as u8), "of another one");
            word(bytes, 4)
        };
        of_one.map(number).collect()
    }
}

fn until(what: &str, mut is_over: impl FnMut() -> bool) {
    let end_ns = now_ns() + LIMIT_NS;
    while !is_over() {
        assert!(now_ns() < end_ns, "{what}: not in {LIMIT_NS} ns");
    }
}

/// Data of the old instance is not taken for the new one's, and data for it does not reach the new
/// one.
#[test]
fn who_comes_back_under_the_same_address_is_another_one() {
    comes_back(0);
}

/// Here much of the data leaves from sockets that cannot receive replies.
#[test]
fn who_comes_back_to_connected_sockets_is_another_one() {
    comes_back(4);
}

fn comes_back(connected: usize) {
    let options = Options { connected, ..Options::default() };
    let mut stays = Peer::new(options.clone(), |_| {});
    stays.end.listen(0);
    let mut goes = Peer::new(options.clone(), |_| {});
    let (at, to) = (goes.at(), stays.at());
    for epoch in 1..=4 {
        // The numbers identify the instance; the streams are cut off in the middle.
        let first = epoch * 1_000_000;
        let (mut forth, mut back) = (first, first);
        let id = goes.connect(1, to);
        until("some messages both ways", || {
            forth = goes.send(id, 1, forth, first + 500_000);
            goes.turn();
            stays.turn();
            let link = Link { local: 0, remote: 1 };
            let way = stays.end.find(link).filter(|id| stays.links.contains_key(id));
            if let Some(way) = way.filter(|id| stays.numbers(*id, 1).first() == Some(&first)) {
                back = stays.send(way, 2, back, first + 500_000);
            }
            goes.numbers(id, 2).len() > 100 && stays.got.values().any(|all| all.len() > 100)
        });
        let came = goes.numbers(id, 2);
        assert!(came.into_iter().eq(first..first + goes.got[&id].len() as u32), "{epoch}");
        // Killed: its successor gets its port at once, with the datagrams in flight to the old
        // instance.
        drop(goes);
        let ports = at.port()..=at.port();
        goes = Peer::new(Options { ports, ..options.clone() }, |_| {});
    }
    let id = goes.connect(1, to);
    assert!(goes.say(id, 1, 9_000_000));
    until("the last life", || {
        goes.turn();
        stays.turn();
        stays.got.values().any(|all| all[0][4..8] == 9_000_000_u32.to_le_bytes())
    });
    assert!(goes.got.is_empty(), "of a former life");
    assert_eq!(stays.got.len(), 5, "a connection for each life");
    for id in stays.got.keys() {
        let numbers = stays.numbers(*id, 1);
        assert!(numbers.windows(2).all(|two| two[0] + 1 == two[1]), "one life in each, in order");
        assert_eq!(numbers[0] % 1_000_000, 0, "from its beginning");
    }
    assert_eq!(stays.lost.len(), 4, "{:?}", stays.lost);
    let told = |reason: &Reason| matches!(reason, Reason::Restarted | Reason::Unknown);
    assert!(stays.lost.iter().all(told), "{:?}", stays.lost);
}

/// Whether this many descriptors are allowed; otherwise prints why not.
fn may_open(count: u64) -> bool {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limits are this frame's.
    unsafe {
        libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit);
        limit.rlim_cur = limit.rlim_cur.max(count.min(limit.rlim_max));
        libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit);
    }
    if limit.rlim_cur < count {
        println!("SKIPPED: {count} sockets: {} descriptors are allowed", limit.rlim_max);
    }
    limit.rlim_cur >= count
}

#[test]
fn of_a_thousand_peers_one_floods() {
    const PEERS: usize = 1000;
    const EACH: u32 = 20;
    if !may_open(PEERS as u64 + 200) {
        return;
    }
    let small = |config: &mut Config| (config.send_bytes, config.recv_bytes) = (8192, 8192);
    let mut server = Peer::new(Options { connected: 4, ..Options::default() }, small);
    server.end.listen(0);
    let to = server.at();
    let buffers = Options { recv_buffer_bytes: 64 << 10, ..Options::default() };
    let mut peers: Vec<_> = (1..=PEERS as u32)
        .map(|who| {
            let mut peer = Peer::new(buffers.clone(), small);
            let id = peer.connect(who, to);
            (peer, id, who, 0_u32)
        })
        .collect();
    let is_whole = |server: &Peer| {
        let honest = server.got.iter().filter(|(_, all)| all[0][..4] != 1_u32.to_le_bytes());
        honest.filter(|(_, all)| all.len() == EACH as usize).count() == PEERS - 1
    };
    let (flooder, others) = peers.split_first_mut().expect("peers");
    let noise = [0x5a; 1200];
    until("every word of the others", || {
        for (peer, id, who, number) in &mut *others {
            *number = peer.send(*id, *who, *number, EACH);
            peer.turn();
            let (peer, id, who, number) = &mut *flooder;
            // As much as the protocol allows, and datagrams that no protocol produces.
            *number = peer.send(*id, *who, *number, u32::MAX);
            peer.turn();
            peer.socket.send(&to.into(), &[IoSlice::new(&noise)]).expect("a sound socket");
            server.turn();
        }
        is_whole(&server)
    });
    for (id, link) in &server.links {
        let numbers = server.numbers(*id, link.remote);
        assert!(numbers.iter().copied().eq(0..numbers.len() as u32), "{link:?}");
    }
    assert_eq!(server.lost, []);
    let (_, _, _, flood) = peers[0];
    assert!(flood > 100 * EACH, "{flood} messages are no flood");
    assert!(server.end.counters().dropped_magic + server.end.counters().dropped_malformed > 100);
}

/// The kernel drops datagrams for lack of room: they are retransmitted.
#[test]
fn a_socket_that_overflows_loses_no_message() {
    let tiny = Options { recv_buffer_bytes: 2048, ..Options::default() };
    let mut slow = Peer::new(tiny, |_| {});
    slow.end.listen(0);
    let mut fast = Peer::new(Options::default(), |config| {
        config.algorithm = skifch_proto::Algorithm::None;
    });
    let id = fast.connect(1, slow.at());
    let mut sent = 0;
    until("all of them", || {
        // Many turns of the sender for each of the receiver.
        for _ in 0..20 {
            sent = fast.send(id, 1, sent, 20_000);
            fast.turn();
        }
        slow.turn();
        slow.got.values().next().is_some_and(|all| all.len() == 20_000)
    });
    let (id, _) = slow.got.iter().next().expect("one");
    assert!(slow.numbers(*id, 1).into_iter().eq(0..20_000));
    assert!(slow.socket.dropped() > 0, "nothing was dropped");
    assert!(fast.end.counters().bytes_retransmitted > 0);
}

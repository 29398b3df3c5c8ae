//! The calls of skifch-proto that `icount` counts: two endpoints in one process without a socket.
//!
//! `proto-calls WAY BYTES COUNT` passes COUNT messages (or datagrams, or empty polls). The
//! instructions inside functions named `…_counted` are counted.

#![forbid(unsafe_code)]

use skifch_proto::{Append, Burst, Config, ConnectionId, Endpoint, Heap, Link, Seal, Turn};
use std::hint::black_box;
use std::net::SocketAddr;
use std::process::ExitCode;

/// Maximum number of messages appended before the connection makes progress.
const TOGETHER: u64 = 1000;
const IDLE: u32 = 1000;

type End = Endpoint<Heap>;

/// Two endpoints, the ID of the connection at each, and the time.
struct Pair {
    ends: [End; 2],
    ids: [ConnectionId; 2],
    burst: Burst,
    now_ns: u64,
}

fn address(end: usize) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, end as u8], 7000))
}

fn end(datagram_bytes: usize, random: u8) -> Option<End> {
    let mut config = Config::new(Seal::none(), 7, [random; 32]);
    config.max_datagram = datagram_bytes;
    config.send_bytes = 1 << 20;
    config.recv_bytes = 1 << 20;
    Endpoint::new(config).ok()
}

impl Pair {
    /// Two endpoints whose datagrams carry up to `datagram_bytes` bytes.
    fn new(datagram_bytes: usize) -> Option<Self> {
        let mut ends = [end(datagram_bytes, 1)?, end(datagram_bytes, 2)?];
        ends[1].listen(1);
        let link = Link { local: 0, remote: 1 };
        let id = ends[0].connect(0, link, address(1))?;
        let mut pair = Self { ends, ids: [id, id], burst: Burst::new(), now_ns: 1_000_000 };
        // Opens the connection and discovers the maximum datagram size.
        for _ in 0..100 {
            pair.carry();
        }
        pair.ids[1] = pair.ends[1].find(Link { local: 1, remote: 0 })?;
        for _ in 0..20 {
            pair.append(8, 100);
            while pair.carry() {}
            pair.drain();
        }
        let found = pair.ends[0].stats(id)?.datagram_bytes;
        (found == datagram_bytes).then_some(pair)
    }

    fn append(&mut self, bytes: usize, count: u64) {
        append_counted(&mut self.ends[0], self.now_ns, self.ids[0], &vec![7; bytes], count);
    }

    fn drain(&mut self) -> u64 {
        receive_counted(&mut self.ends[1], self.now_ns, self.ids[1])
    }

    /// Delivers all that may be sent now; time advances enough for delayed acknowledgements.
    fn carry(&mut self) -> bool {
        let mut is_some = false;
        for from in [0, 1] {
            self.now_ns += 300_000;
            self.ends[from].on_timer(self.now_ns);
            while transmit_counted(&mut self.ends[from], self.now_ns, &mut self.burst) {
                is_some = true;
                let bytes = self.ends[from].parts(&self.burst).fold(Vec::new(), |mut all, part| {
                    all.extend_from_slice(part);
                    all
                });
                for datagram in bytes.chunks(self.burst.segment_bytes()) {
                    datagram_counted(&mut self.ends[1 - from], self.now_ns, from, datagram);
                }
            }
            while self.ends[from].poll_event().is_some() {}
        }
        is_some
    }

    /// Whether `count` messages of `bytes` bytes arrived complete.
    fn pass(&mut self, bytes: usize, count: u64) -> bool {
        let mut passed = 0;
        while passed < count {
            let now = TOGETHER.min(count - passed).min((1 << 18) / bytes as u64);
            self.append(bytes, now);
            while self.carry() {}
            if self.drain() != now {
                return false;
            }
            while self.carry() {}
            passed += now;
        }
        true
    }

    /// Sends `count` messages of `bytes` bytes back and forth, each a reply to the one before.
    fn exchange(&mut self, bytes: usize, count: u64) -> bool {
        let message = vec![7; bytes];
        let Self { ends, ids, burst, now_ns } = self;
        append_counted(&mut ends[0], *now_ns, ids[0], &message, 1);
        let mut is_right = transmit_counted(&mut ends[0], *now_ns, burst);
        for (from, to) in [(0, 1), (1, 0)].into_iter().cycle().take(count as usize) {
            let datagram = ends[from].parts(burst).collect::<Vec<_>>().concat();
            is_right &= after_counted(&mut ends[from], *now_ns, burst);
            *now_ns += 3000;
            let (end, id) = (&mut ends[to], ids[to]);
            datagram_counted(end, *now_ns, from, &datagram);
            is_right &= end.poll_readable() == Some(id) && receive_counted(end, *now_ns, id) == 1;
            append_counted(end, *now_ns, id, &message, 1);
            is_right &= transmit_counted(end, *now_ns, burst);
        }
        is_right
    }
}

/// The work that remains after a datagram was sent.
#[inline(never)]
fn after_counted(end: &mut End, now_ns: u64, burst: &mut Burst) -> bool {
    !end.poll_transmit(now_ns, burst) & !end.is_due(now_ns)
}

#[inline(never)]
fn append_counted(end: &mut End, now_ns: u64, id: ConnectionId, bytes: &[u8], count: u64) {
    for _ in 0..count {
        assert_eq!(end.append(now_ns, id, &[bytes]), Append::Taken);
    }
}

#[inline(never)]
fn receive_counted(end: &mut End, now_ns: u64, id: ConnectionId) -> u64 {
    let mut count = 0;
    while let Turn::Message(taken) = end.take(now_ns, id) {
        black_box(end.shown(id, taken));
        end.release(now_ns, id);
        count += 1;
    }
    count
}

#[inline(never)]
fn transmit_counted(end: &mut End, now_ns: u64, burst: &mut Burst) -> bool {
    end.poll_transmit(now_ns, burst)
}

#[inline(never)]
fn datagram_counted(end: &mut End, now_ns: u64, from: usize, bytes: &[u8]) {
    end.on_datagram(now_ns, address(from), bytes);
}

#[inline(never)]
fn idle_counted(end: &mut End, now_ns: u64, burst: &mut Burst, count: u64) -> bool {
    let mut is_idle = true;
    for _ in 0..count {
        is_idle &= end.poll_readable().is_none() & !end.poll_transmit(now_ns, burst);
        black_box(end.next_deadline());
    }
    is_idle
}

/// Polls one end of many idle connections; `is_watched`: that end waits on all of them.
fn idle(count: u64, is_watched: bool) -> Option<bool> {
    let (mut one, mut other) = (end(1472, 1)?, end(1472, 2)?);
    let (mut burst, mut now_ns) = (Burst::new(), 1_000_000);
    for remote in 1..=IDLE {
        other.listen(remote);
        one.connect(now_ns, Link { local: 0, remote }, address(1))?;
    }
    for step in 0..2000 {
        now_ns += 20_000_000;
        let (from, to) =
            if step % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
        from.on_timer(now_ns);
        while from.poll_transmit(now_ns, &mut burst) {
            let bytes = from.parts(&burst).fold(Vec::new(), |mut all, part| {
                all.extend_from_slice(part);
                all
            });
            for datagram in bytes.chunks(burst.segment_bytes()) {
                to.on_datagram(now_ns, address(step % 2), datagram);
            }
        }
    }
    for remote in 1..=IDLE {
        let id = one.find(Link { local: 0, remote })?;
        one.watch(now_ns, id, is_watched);
    }
    let is_open = one.counters().connections_opened == u64::from(IDLE);
    Some(is_open && idle_counted(&mut one, now_ns, &mut burst, count))
}

fn run(words: &[&str]) -> Option<bool> {
    let [way, bytes, count] = words else {
        return None;
    };
    let (bytes, count) = (bytes.parse().ok()?, count.parse().ok()?);
    match *way {
        "messages" => Some(Pair::new(60_000)?.pass(bytes, count)),
        // One message fills a datagram: 64 bytes of headers and 8 of record header.
        "datagrams" => Some(Pair::new(bytes)?.pass((bytes - 72) & !7, count)),
        "exchange" => Some(Pair::new(1472)?.exchange(bytes, count)),
        "idle" => idle(count, false),
        "watched" => idle(count, true),
        _ => None,
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Some(true) => ExitCode::SUCCESS,
        Some(false) => {
            eprintln!("proto-calls: {words:?}: messages are missing, or an idle end is not idle");
            ExitCode::FAILURE
        }
        None => {
            eprintln!("usage: proto-calls messages|datagrams|exchange|idle|watched BYTES COUNT");
            ExitCode::FAILURE
        }
    }
}

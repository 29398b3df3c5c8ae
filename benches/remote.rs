//! Segments over a network, without the network: the cost for a rank to request one update of
//! eight bytes, and the cost to carry it out. The links are message lists in memory.

use criterion::{Criterion, Throughput};
use skifch::AtomicOp;
use skifch_backend::test_host::TestHost;
use skifch_backend::word::Atomic;
use skifch_backend::{Error, HostRef, Segment, Target};
use skifch_udp::segment::{Driver, Engine, Link, RemoteSegment};
use std::sync::{Arc, Mutex, PoisonError};

/// Updates per turn: as many as RandomAccess allows a process to have in flight.
const UPDATES: usize = 1024;
const PART_BYTES: usize = 1 << 20;

/// A link that accepts every message and keeps it.
#[derive(Default)]
struct Kept {
    messages: Vec<Vec<u8>>,
    spare: Vec<Vec<u8>>,
}

impl Link for Kept {
    fn max_message(&self) -> usize {
        1 << 16
    }

    fn try_send(&mut self, _: u32, parts: &[&[u8]]) -> Result<bool, Error> {
        let mut message = self.spare.pop().unwrap_or_default();
        message.clear();
        parts.iter().for_each(|part| message.extend_from_slice(part));
        self.messages.push(message);
        Ok(true)
    }

    fn is_idle(&self, _: u32) -> bool {
        false
    }

    fn watch(&mut self, _: u32, _: bool) {}
}

struct Rank(Mutex<(Engine, Kept)>);

impl Driver for Rank {
    type Link = Kept;

    fn with<T>(&self, act: impl FnOnce(&mut Engine, &mut Kept) -> T) -> T {
        let (engine, link) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        act(engine, link)
    }

    fn progress(&self, _: u32) -> Result<bool, Error> {
        Ok(false)
    }

    fn nudge(&self) {}
}

/// Two ranks that share a segment.
fn pair(hosts: &[TestHost]) -> Vec<RemoteSegment<Rank>> {
    std::thread::scope(|scope| {
        let open = |(rank, host): (u32, &TestHost)| {
            // SAFETY: the host lives longer than the segment.
            let host = unsafe { HostRef::new(host.table()) };
            let rank = Arc::new(Rank(Mutex::new((Engine::new(rank, 2), Kept::default()))));
            RemoteSegment::open(rank, host, PART_BYTES).expect("memory for a segment")
        };
        let opening: Vec<_> =
            (0..).zip(hosts).map(|each| scope.spawn(move || open(each))).collect();
        opening.into_iter().map(|one| one.join().expect("a rank")).collect()
    })
}

/// Requests the updates of one turn.
fn ask(segment: &RemoteSegment<Rank>, random: &mut u64) {
    for _ in 0..UPDATES {
        // The generator of RandomAccess.
        *random = *random << 1 ^ if *random >> 63 != 0 { 7 } else { 0 };
        let offset = 8 * (*random as usize % (PART_BYTES / 8));
        let asked = segment
            .atomic_oneway(Target::new(1, offset), &Atomic::new(AtomicOp::Xor, 8, *random, 0));
        asked.expect("inside the part");
    }
}

pub(crate) fn updates(criterion: &mut Criterion) {
    let hosts = TestHost::job(2, &[]);
    let segments = pair(&hosts);
    let [asker, doer] = [segments[0].driver(), segments[1].driver()];
    let mut random = 1;
    let mut group = criterion.benchmark_group("remote/xor");
    group.throughput(Throughput::Elements(UPDATES as u64));
    let drop_all = || {
        asker.with(|engine, link| {
            engine.pump(link);
            let all = std::mem::take(&mut link.messages);
            link.spare.extend(all);
        });
    };
    group.bench_function("ask", |bench| {
        bench.iter(|| {
            ask(&segments[0], &mut random);
            drop_all();
        });
    });
    group.bench_function("do", |bench| {
        ask(&segments[0], &mut random);
        let messages = asker.with(|engine, link| {
            engine.pump(link);
            std::mem::take(&mut link.messages)
        });
        bench.iter(|| {
            for message in &messages {
                let heard = doer.with(|engine, link| engine.on_message(link, 0, &[message]));
                heard.expect("an honest peer");
            }
        });
    });
    group.finish();
}

//! A job in one process: engines joined by links of small capacity.

use super::baton::Baton;
use crate::segment::link::{Driver, Link};
use crate::segment::part::Part;
use crate::segment::{Engine, RemoteSegment};
use skifch_backend::Error;
use skifch_chance::Random;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A wait with this many fruitless polls counts as a hang.
const HANG: u32 = 400_000;

/// Overhead in bytes of a message in a link.
const HEADER: usize = 8;

#[derive(Default)]
struct Pipe {
    messages: VecDeque<Vec<u8>>,
    bytes: usize,
}

/// Messages in flight between the ranks.
pub(super) struct Net {
    pub(super) ranks: u32,
    max_message: usize,
    capacity: usize,
    pipes: Vec<Mutex<Pipe>>,
    is_dead: Vec<AtomicBool>,
    /// Number of messages sent.
    pub(super) sent: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Net {
    fn pipe(&self, from: u32, to: u32) -> MutexGuard<'_, Pipe> {
        lock(&self.pipes[(from * self.ranks + to) as usize])
    }

    pub(super) fn is_dead(&self, rank: u32) -> bool {
        self.is_dead[rank as usize].load(Ordering::Acquire)
    }

    /// All messages in flight to or from the rank are lost.
    pub(super) fn kill(&self, rank: u32) {
        self.is_dead[rank as usize].store(true, Ordering::Release);
        for other in 0..self.ranks {
            *self.pipe(rank, other) = Pipe::default();
            *self.pipe(other, rank) = Pipe::default();
        }
    }

    /// The next message.
    pub(super) fn take(&self, from: u32, to: u32) -> Option<Vec<u8>> {
        let mut pipe = self.pipe(from, to);
        let message = pipe.messages.pop_front()?;
        pipe.bytes -= message.len() + HEADER;
        Some(message)
    }
}

/// The links of one rank.
pub(super) struct TestLink {
    rank: u32,
    net: Arc<Net>,
    pub(super) watched: Vec<u32>,
}

impl Link for TestLink {
    fn max_message(&self) -> usize {
        self.net.max_message
    }

    fn try_send(&mut self, rank: u32, parts: &[&[u8]]) -> Result<bool, Error> {
        if self.net.is_dead(rank) {
            return Err(Error::new(libc::EPIPE, "its process has ended"));
        }
        let message = parts.concat();
        assert!(message.len() <= self.net.max_message, "a message of {} bytes", message.len());
        assert!(!message.is_empty() && rank != self.rank, "a message to {rank}");
        let mut pipe = self.net.pipe(self.rank, rank);
        if pipe.bytes + message.len() + HEADER > self.net.capacity {
            return Ok(false);
        }
        pipe.bytes += message.len() + HEADER;
        pipe.messages.push_back(message);
        self.net.sent.fetch_add(1, Ordering::Relaxed);
        Ok(true)
    }

    fn is_idle(&self, rank: u32) -> bool {
        self.net.pipe(self.rank, rank).messages.is_empty()
    }

    fn watch(&mut self, rank: u32, is_watched: bool) {
        self.watched.retain(|&watched| watched != rank);
        if is_watched {
            self.watched.push(rank);
        }
    }
}

pub(super) struct State {
    pub(super) engine: Engine,
    pub(super) link: TestLink,
    random: Random,
}

impl State {
    /// Passes the next message of `from` to the engine, split at random into up to three pieces.
    fn deliver(&mut self, from: u32) -> Result<bool, Error> {
        let Some(message) = self.link.net.take(from, self.link.rank) else { return Ok(false) };
        let second = self.random.index(message.len() + 1);
        let first = self.random.index(second + 1);
        let pieces = [&message[..first], &message[first..second], &message[second..]];
        self.engine.on_message(&mut self.link, from, &pieces)?;
        Ok(true)
    }

    /// Reports dead ranks to the engine.
    fn bury(&mut self) {
        for rank in (0..self.link.net.ranks).filter(|&rank| self.link.net.is_dead(rank)) {
            self.engine.on_lost(rank, libc::EPIPE, "its process has ended");
        }
    }
}

/// One rank.
pub(super) struct Node {
    state: Mutex<State>,
    pub(super) net: Arc<Net>,
    /// The scheduler, if only one thread at a time runs.
    baton: Option<Arc<Baton>>,
}

impl Node {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Delivers one message; a protocol violation fails the test.
    pub(super) fn deliver(&self, from: u32) -> bool {
        let mut state = self.state();
        state.bury();
        state.deliver(from).expect("an honest peer")
    }

    pub(super) fn pump(&self) -> bool {
        let State { engine, link, .. } = &mut *self.state();
        engine.pump(link)
    }
}

impl Driver for Node {
    type Link = TestLink;

    fn with<T>(&self, act: impl FnOnce(&mut Engine, &mut TestLink) -> T) -> T {
        let State { engine, link, .. } = &mut *self.state();
        act(engine, link)
    }

    fn progress(&self, idle: u32) -> Result<bool, Error> {
        if let Some(baton) = &self.baton {
            // The scheduler moves the messages.
            baton.pass();
            return Ok(false);
        }
        assert!(idle < HANG, "a wait hangs");
        for from in 0..self.net.ranks {
            self.deliver(from);
        }
        self.pump();
        match idle {
            0..20 => {}
            20..2000 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
        Ok(false)
    }

    fn nudge(&self) {}
}

/// All ranks of the job.
pub(super) struct World {
    pub(super) nodes: Vec<Arc<Node>>,
    pub(super) net: Arc<Net>,
}

impl World {
    /// Links hold `capacity` bytes, headers included, in messages of at most `max_message` bytes.
    pub(super) fn new(ranks: u32, max_message: usize, capacity: usize, seed: u64) -> Self {
        Self::with_baton(ranks, max_message, capacity, seed, None)
    }

    pub(super) fn with_baton(
        ranks: u32,
        max_message: usize,
        capacity: usize,
        seed: u64,
        baton: Option<Arc<Baton>>,
    ) -> Self {
        assert!(capacity >= max_message + HEADER, "no room for the greatest message");
        let pipes = (0..ranks * ranks).map(|_| Mutex::default()).collect();
        let is_dead = (0..ranks).map(|_| AtomicBool::new(false)).collect();
        let sent = AtomicU64::new(0);
        let net = Arc::new(Net { ranks, max_message, capacity, pipes, is_dead, sent });
        let node = |rank| {
            let link = TestLink { rank, net: Arc::clone(&net), watched: Vec::new() };
            let random = Random::new(seed ^ u64::from(rank));
            let state = Mutex::new(State { engine: Engine::new(rank, ranks), link, random });
            Arc::new(Node { state, net: Arc::clone(&net), baton: baton.clone() })
        };
        Self { nodes: (0..ranks).map(node).collect(), net }
    }

    /// A segment of all ranks, created without a host.
    pub(super) fn segment(&self, bytes: usize) -> Vec<RemoteSegment<Node>> {
        let make = |(rank, node): (usize, &Arc<Node>)| {
            let part = Arc::new(Part::new(bytes).expect("memory"));
            let (number, reads) = node.with(|engine, _| {
                let number = engine.add(Some(Arc::clone(&part)));
                (number, engine.open_mut(number).expect("just made").reads)
            });
            let (driver, rank, ranks) = (Arc::clone(node), rank as u32, self.net.ranks);
            RemoteSegment { driver, part, number, reads, rank, ranks }
        };
        self.nodes.iter().enumerate().map(make).collect()
    }

    /// Makes progress until nothing is left to move.
    pub(super) fn settle(&self) {
        loop {
            let pairs =
                (0..self.net.ranks).flat_map(|to| (0..self.net.ranks).map(move |from| (from, to)));
            let moved = pairs.filter(|&(from, to)| self.nodes[to as usize].deliver(from)).count();
            let left = self.nodes.iter().filter(|node| node.pump()).count();
            if moved + left == 0 {
                return;
            }
        }
    }

    /// Runs `act` on every rank in its own thread, with a helper thread beside each, as a driver
    /// has.
    pub(super) fn run(&self, act: impl Fn(u32) + Sync) {
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let acts: Vec<_> = (0..self.net.ranks)
                .map(|rank| {
                    let act = &act;
                    scope.spawn(move || act(rank))
                })
                .collect();
            for (rank, node) in self.nodes.iter().enumerate() {
                let is_over = &is_over;
                scope.spawn(move || {
                    while !is_over.load(Ordering::Acquire) && !self.net.is_dead(rank as u32) {
                        node.progress(30).expect("a test");
                    }
                });
            }
            let outcomes: Vec<_> =
                acts.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
            is_over.store(true, Ordering::Release);
            assert!(outcomes.iter().all(Result::is_ok), "a rank failed");
        });
    }
}

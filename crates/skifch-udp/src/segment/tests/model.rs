//! Random programs under random schedules against a plain model, over links that hold one message
//! or little more.

use super::baton::Baton;
use super::rounds;
use super::world::{Node, World};
use crate::segment::RemoteSegment;
use skifch_backend::abi::AtomicOp;
use skifch_backend::word::Atomic;
use skifch_backend::{Segment, Target};
use skifch_chance::{Random, seed};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Threads per rank.
const WORKERS: usize = 2;
/// Operations per thread.
const OPERATIONS: usize = 40;
/// Bytes at the start of each part that all threads write.
const SHARED: usize = 64;
/// Bytes of each part that only one worker writes.
const STRIPE: usize = 600;

/// One thread's view: the contents of its stripe on every rank.
struct Worker<'a> {
    segments: &'a [RemoteSegment<Node>],
    me: usize,
    stripe: usize,
    model: Vec<[u8; STRIPE]>,
    random: Random,
    added: &'a AtomicU64,
    xored: &'a AtomicU64,
}

impl Worker<'_> {
    fn segment(&self) -> &RemoteSegment<Node> {
        &self.segments[self.me]
    }

    fn range(&mut self) -> (usize, usize) {
        let len = match self.random.index(3) {
            0 => self.random.index(9),
            1 => self.random.index(64),
            _ => self.random.index(STRIPE),
        };
        (self.random.index(STRIPE - len + 1), len)
    }

    fn step(&mut self) {
        let to = self.random.index(self.segments.len());
        match self.random.index(12) {
            0..4 => self.put(to),
            4..6 => self.get(to),
            6 => self.reads(),
            7..9 => self.atomic(to),
            9..11 => self.shared(to),
            _ => self.quiet(),
        }
    }

    fn put(&mut self, to: usize) {
        let (at, len) = self.range();
        let mut bytes = [0; STRIPE];
        self.random.fill(&mut bytes[..len]);
        // SAFETY: `len` bytes of ours.
        let put = unsafe {
            self.segment().put(Target::new(to as u32, self.stripe + at), bytes.as_ptr().cast(), len)
        };
        put.expect("alive");
        // The source buffer may be reused.
        self.model[to][at..at + len].copy_from_slice(&bytes[..len]);
        bytes.fill(0xEE);
        self.segment().fence().expect("always");
    }

    fn get(&mut self, from: usize) {
        let (at, len) = self.range();
        let mut bytes = [0xEE; STRIPE];
        // SAFETY: `len` bytes of ours.
        let got = unsafe {
            self.segment().get(
                Target::new(from as u32, self.stripe + at),
                bytes.as_mut_ptr().cast(),
                len,
            )
        };
        got.expect("alive");
        assert_eq!(bytes[..len], self.model[from][at..at + len], "{len} at {at} of {from}");
        assert!(bytes[len..].iter().all(|&byte| byte == 0xEE));
    }

    fn reads(&mut self) {
        let mut all = vec![[0xEE; STRIPE]; self.segments.len()];
        for (from, bytes) in all.iter_mut().enumerate() {
            // SAFETY: they live until after `syncreads`.
            let begun = unsafe {
                let bytes = bytes.as_mut_ptr().cast();
                self.segment().get_async(Target::new(from as u32, self.stripe), bytes, STRIPE)
            };
            begun.expect("alive");
        }
        self.segment().syncreads().expect("alive");
        assert!(all == self.model, "counted reads");
    }

    fn atomic(&mut self, to: usize) {
        let width = [4, 8][self.random.index(2)];
        let at = width * self.random.index(STRIPE / 8);
        let op = AtomicOp::ALL[self.random.index(8)];
        let mask = u64::MAX >> (64 - 8 * width);
        let operand = self.random.bits() & mask;
        let mut word = [0; 8];
        word[..width].copy_from_slice(&self.model[to][at..at + width]);
        let old = u64::from_le_bytes(word);
        let comparand = [old, operand][self.random.index(2)];
        let (rank, offset) = (to as u32, self.stripe + at);
        if self.random.index(2) == 0 {
            let got = self
                .segment()
                .atomic(Target::new(rank, offset), &Atomic::new(op, width, operand, comparand));
            assert_eq!(got.expect("alive"), old, "{op:?} of {width} bytes");
        } else {
            let done = self.segment().atomic_oneway(
                Target::new(rank, offset),
                &Atomic::new(op, width, operand, comparand),
            );
            done.expect("alive");
        }
        let new = match op {
            AtomicOp::Load => old,
            AtomicOp::Store | AtomicOp::Swap => operand,
            AtomicOp::CompareSwap if old == comparand => operand,
            AtomicOp::CompareSwap => old,
            AtomicOp::Add => old.wrapping_add(operand),
            AtomicOp::Xor => old ^ operand,
            AtomicOp::And => old & operand,
            AtomicOp::Or => old | operand,
        };
        self.model[to][at..at + width].copy_from_slice(&new.to_le_bytes()[..width]);
    }

    /// Operations on words of rank 0 that all threads change.
    fn shared(&mut self, count: usize) {
        for _ in 0..count {
            let value = self.random.bits();
            let segment = self.segment();
            segment
                .atomic_oneway(Target::new(0, 0), &Atomic::new(AtomicOp::Add, 8, value, 0))
                .expect("alive");
            segment
                .atomic(Target::new(0, 8), &Atomic::new(AtomicOp::Xor, 8, value, 0))
                .expect("alive");
            segment
                .atomic_oneway(
                    Target::new(0, 16),
                    &Atomic::new(AtomicOp::Add, 4, value & 0xffff_ffff, 0),
                )
                .expect("alive");
            self.added.fetch_add(value, Ordering::Relaxed);
            self.xored.fetch_xor(value, Ordering::Relaxed);
        }
    }

    /// After quiet, all data is where it was put.
    fn quiet(&mut self) {
        self.segment().quiet().expect("alive");
        for (segment, model) in self.segments.iter().zip(&self.model) {
            let place = segment.part.place(self.stripe as u64, STRIPE).expect("inside");
            // SAFETY: nobody else writes there, and only one thread at a time runs.
            let seen = unsafe { std::slice::from_raw_parts(place, STRIPE) };
            assert!(seen == model, "quiet, but not in effect");
        }
    }
}

fn one_run(seed: u64) {
    let mut random = Random::new(seed);
    let ranks = 2 + random.index(3);
    let max_message = [64, 100, 300, 4000][random.index(4)];
    let capacity = max_message + 8 + random.index(3) * max_message;
    println!("{ranks} ranks, messages of {max_message}, links of {capacity}, seed {seed}");
    let baton = Arc::new(Baton::new());
    let (one, cap) = (max_message, capacity);
    let world = World::with_baton(ranks as u32, one, cap, seed, Some(Arc::clone(&baton)));
    // Another segment first, so that segment numbers matter.
    let other = world.segment(100);
    let segments = world.segment(SHARED + ranks * WORKERS * STRIPE);
    let (added, xored) = (AtomicU64::new(0), AtomicU64::new(0));
    let bodies = (0..ranks * WORKERS).map(|index| {
        let mut worker = Worker {
            segments: &segments,
            me: index / WORKERS,
            stripe: SHARED + index * STRIPE,
            model: vec![[0; STRIPE]; ranks],
            random: Random::new(seed.wrapping_add(index as u64 + 1)),
            added: &added,
            xored: &xored,
        };
        Box::new(move || {
            for _ in 0..OPERATIONS {
                worker.step();
            }
            worker.quiet();
        }) as Box<dyn FnOnce() + Send>
    });
    baton.run(bodies.collect(), &mut random, 3_000_000, |random| {
        for _ in 0..random.index(4) {
            let (from, to) = (random.index(ranks), random.index(ranks));
            world.nodes[to].deliver(from as u32);
        }
        if random.index(3) == 0 {
            world.nodes[random.index(ranks)].pump();
        }
    });
    let load = |offset, width| {
        segments[0].atomic(Target::new(0, offset), &Atomic::new(AtomicOp::Load, width, 0, 0))
    };
    let added = added.into_inner();
    assert_eq!(load(0, 8).expect("inside"), added);
    assert_eq!(load(8, 8).expect("inside"), xored.into_inner());
    assert_eq!(load(16, 4).expect("inside"), added & 0xffff_ffff);
    drop(other);
}

#[test]
fn random_programs_leave_what_a_plain_model_says() {
    let first = seed("segments against a model");
    for round in 0..rounds(24) {
        one_run(first.wrapping_add(round));
    }
}

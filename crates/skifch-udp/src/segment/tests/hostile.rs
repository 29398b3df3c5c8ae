//! Malicious peers.

use super::rounds;
use super::world::{State, World};
use crate::segment::peer::WINDOW;
use crate::segment::request::Short;
use skifch_backend::abi::AtomicOp::{self, Add, Load};
use skifch_backend::word::Atomic;
use skifch_backend::{Segment, Target};
use skifch_chance::{Random, seed};

const BYTES: usize = 4096;

fn hear(world: &World, from: u32, message: &[u8]) -> Result<(), skifch_backend::Error> {
    let State { engine, link, .. } = &mut *world.nodes[0].state();
    let (first, second) = message.split_at(message.len() / 2);
    engine.on_message(link, from, &[first, &[], second])
}

fn message(parts: &[Short]) -> Vec<u8> {
    parts.iter().flat_map(|part| part.bytes().to_vec()).collect()
}

fn atomic(offset: u64, width: usize, is_fetching: bool) -> Short {
    Short::atomic(offset, &Atomic::new(Add, width, 1, 0), is_fetching)
}

/// Invalid messages with their error texts.
fn breaches() -> Vec<(&'static str, Vec<u8>)> {
    let here = Short::select(0);
    let put = |offset, len: usize, there| {
        [message(&[here, Short::put(offset, len)]), vec![1; there]].concat()
    };
    let all = |part: Short| message(&[here, part]);
    let outside = "outside";
    vec![
        (outside, put(BYTES as u64, 1, 1)),
        (outside, put(BYTES as u64 - 7, 8, 8)),
        (outside, put(u64::MAX, 2, 2)),
        (outside, put(u64::MAX - 7, 8, 8)),
        (outside, put(1 << 40, 70_000, 0)),
        (outside, put(8, u32::MAX as usize, 0)),
        (outside, all(Short::get(BYTES as u64 - 1, 2))),
        (outside, all(Short::get(u64::MAX, 100))),
        (outside, all(atomic(BYTES as u64, 8, false))),
        (outside, all(atomic(BYTES as u64 - 4, 8, true))),
        (outside, all(atomic(4, 8, false))),
        (outside, all(atomic(2, 4, true))),
        (outside, all(atomic(u64::MAX - 7, 8, false))),
        ("longer than a reply", all(Short::get(0, 251))),
        ("longer than a reply", all(Short::get(0, u32::MAX as usize))),
        ("before a segment", [message(&[Short::put(0, 1)]), vec![1]].concat()),
        ("before a segment", message(&[Short::get(0, 1)])),
        ("before a segment", message(&[Short::token()])),
        ("before a segment", message(&[atomic(0, 8, false)])),
        ("never opened", message(&[Short::select(1)])),
        ("never opened", message(&[Short::select(u32::MAX)])),
        ("without a request", message(&[Short::old(0, 5)])),
        ("without a request", message(&[Short::done(0)])),
        ("without a request", message(&[Short::closed(0)])),
        ("without a request", [message(&[Short::data(0, 2)]), vec![1; 2]].concat()),
        ("truncated", put(0, 8, 7)),
        ("truncated", put(0, 100, 0)),
        ("truncated", message(&[here])[..3].to_vec()),
        ("unknown", vec![0]),
        ("unknown", vec![0xff; 20]),
    ]
}

#[test]
fn a_breach_costs_the_breaker_and_nobody_else() {
    for (words, message) in breaches() {
        let world = World::new(3, 256, 1000, 1);
        let segments = world.segment(BYTES);
        let error = hear(&world, 1, &message).expect_err(words);
        assert_eq!(error.errno(), libc::EPROTO, "{error}");
        assert!(error.text().contains(words) && error.text().contains("rank 1"), "{error}");
        // Further messages from it are ignored, and calls on it return the error.
        let add = [Short::select(0).bytes(), atomic(64, 8, false).bytes()].concat();
        hear(&world, 1, &add).expect("not looked at");
        let to_it = segments[0]
            .atomic_oneway(Target::new(1, 0), &Atomic::new(Add, 8, 1, 0))
            .expect_err("lost");
        assert_eq!(to_it.errno(), libc::EPROTO);
        hear(&world, 2, &add).expect("an honest rank");
        let count = segments[0].atomic(Target::new(0, 64), &Atomic::new(Load, 8, 0, 0));
        assert_eq!(count.expect("inside"), 1, "{words}");
    }
}

#[test]
fn ranks_that_cannot_be_are_refused() {
    let world = World::new(2, 256, 1000, 1);
    let segments = world.segment(BYTES);
    let add = [Short::select(0).bytes(), atomic(64, 8, false).bytes()].concat();
    for from in [0, 2, u32::MAX] {
        assert_eq!(hear(&world, from, &add).expect_err("nobody").errno(), libc::EPROTO);
    }
    assert_eq!(
        segments[0].atomic(Target::new(0, 64), &Atomic::new(Load, 8, 0, 0)).expect("inside"),
        0
    );
}

/// A peer that keeps making requests and accepts no replies.
#[test]
fn what_is_owed_to_a_rank_is_bounded() {
    // Large replies, one of which is in the link; and small ones, of which the link holds as many
    // as messages of 30 bytes with their headers, plus one in a message that found no room.
    for (len, elsewhere) in [(250, 1), (16, 264 / 30 + 1)] {
        let world = World::new(2, 256, 264, 1);
        let _segments = world.segment(BYTES);
        let get = message(&[Short::select(0), Short::get(0, len)]);
        let heard = (0..1000).take_while(|_| hear(&world, 1, &get).is_ok()).count();
        assert_eq!(heard, WINDOW + elsewhere, "answers of {len} bytes");
        assert!(world.nodes[0].state().engine.spare.capacity() < 2 * 256 + 64);
    }
}

/// An invalid reply does not leave its call waiting.
#[test]
fn a_call_whose_answer_is_broken_fails() {
    let cut = || [Short::data(0, 8).bytes(), &[1; 5]].concat();
    let answers: [Vec<u8>; 6] = [
        cut(),
        [Short::data(0, 9).bytes(), &[1; 9]].concat(),
        [Short::data(1, 8).bytes(), &[1; 8]].concat(),
        Short::old(0, 7).bytes().to_vec(),
        Short::done(0).bytes().to_vec(),
        vec![0x77],
    ];
    for answer in answers {
        let world = World::new(2, 256, 1000, 1);
        let segments = world.segment(BYTES);
        let mut word = [0_u8; 8];
        // SAFETY: it lives until after `syncreads`.
        unsafe { segments[0].get_async(Target::new(1, 0), word.as_mut_ptr().cast(), 8) }
            .expect("alive");
        hear(&world, 1, &answer).expect_err("broken");
        let error = segments[0].syncreads().expect_err("broken");
        assert_eq!(error.errno(), libc::EPROTO, "{error}");
        assert!(error.text().contains("rank 1"), "{error}");
    }
}

/// A message of valid items with some bytes changed, or of random bytes.
fn noise(random: &mut Random) -> Vec<u8> {
    let mut bytes = vec![0; random.index(80)];
    random.fill(&mut bytes);
    if random.index(4) == 0 {
        return bytes;
    }
    let mut message =
        Short::select(random.index(2) as u32 * random.index(2) as u32).bytes().to_vec();
    for _ in 0..random.index(6) {
        let offset = [0, 8, BYTES as u64 - 8, random.bits()][random.index(4)];
        let len = random.index(40);
        let short = match random.index(5) {
            0 => Short::put(offset, len),
            1 => Short::get(offset, len),
            2 => Short::token(),
            3 => Short::old(random.bits() as u8, 1),
            _ => {
                let op = AtomicOp::ALL[random.index(8)];
                let (width, is_fetching) = ([4, 8][random.index(2)], random.index(2) == 0);
                let atomic = Atomic::new(op, width, random.bits(), random.bits());
                Short::atomic(offset, &atomic, is_fetching)
            }
        };
        message.extend_from_slice(short.bytes());
        message.extend_from_slice(&bytes[..len.min(bytes.len())]);
    }
    for _ in 0..random.index(3) {
        let at = random.index(message.len());
        message[at] = random.bits() as u8;
    }
    message.truncate(256);
    message
}

#[test]
fn noise_breaks_nothing() {
    let mut random = Random::new(seed("noise to segments"));
    for _ in 0..rounds(40) {
        let world = World::new(3, 256, 4000, 1);
        let segments = world.segment(BYTES);
        let mut lost = 0;
        for _ in 0..500 {
            let message = noise(&mut random);
            lost += usize::from(hear(&world, 1, &message).is_err());
            if lost == 1 {
                // A new peer in its place; otherwise nothing from it would be executed any more.
                world.nodes[0].state().engine.peers[1] = Default::default();
                lost = 0;
            }
            while world.net.take(0, 1).is_some() {}
        }
        let add = [Short::select(0).bytes(), atomic(64, 8, true).bytes()].concat();
        hear(&world, 2, &add).expect("an honest rank");
        assert_eq!(world.net.take(0, 2).expect("its answer")[..2], [9, 0]);
        drop(segments);
    }
}

//! Memory and packets of another process of this host.

use skifch_ring::{Consumer, Geometry, RingMem, Turn, Word, layout};
use std::ptr::NonNull;

/// The packets are no part of the interface of skifch-shm; their file needs nothing else of it.
#[allow(dead_code, reason = "a part of it is for the rest of its crate")]
#[path = "../../../crates/skifch-shm/src/hello.rs"]
mod hello;

const RING_BYTES: usize = 1024;
const MAX_MESSAGE: usize = 256;

/// Lanes with a few messages, one of them to its end.
pub(crate) fn lanes() -> Vec<Vec<u8>> {
    let lane = |lens: &[usize]| {
        let (mut bytes, mut offset) = (vec![0; RING_BYTES], 0);
        for len in lens {
            let word = layout::header(layout::Kind::Data, *len, offset, 0);
            bytes[offset..offset + 8].copy_from_slice(&word.to_le_bytes());
            offset += layout::record_bytes(*len);
        }
        let close = layout::header(layout::Kind::Close, 0, offset, 0);
        bytes[offset..offset + 8].copy_from_slice(&close.to_le_bytes());
        bytes
    };
    vec![lane(&[8, 8, 8, 0, 9]), lane(&[256, 1, 200]), lane(&[]), lane(&[200; 4])]
}

/// Whatever is written there: a message inside of the ring, nothing, the end, or a violation.
pub(crate) fn ring(bytes: &[u8]) {
    let mut words = [0_u64; RING_BYTES / 8];
    for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
        let mut eight = [0; 8];
        eight[..chunk.len()].copy_from_slice(chunk);
        *word = u64::from_le_bytes(eight);
    }
    let mut credit = 0_u64;
    let geometry = Geometry::new(RING_BYTES, MAX_MESSAGE).expect("it fits");
    let base = NonNull::new(words.as_mut_ptr().cast()).expect("memory");
    let credit_place = NonNull::new((&raw mut credit).cast()).expect("memory");
    // SAFETY: both live until the end of this function, as the consumer does; the words are
    // aligned to 8, and nobody else writes.
    let mut consumer =
        unsafe { Consumer::new(RingMem::new(base), Word::new(credit_place), geometry) };
    for _ in 0..200 {
        match consumer.turn() {
            Ok(Turn::Message(taken)) => {
                let is_inside = taken.offset + taken.len <= RING_BYTES;
                assert!(is_inside && taken.len <= MAX_MESSAGE, "{taken:?}");
                consumer.release();
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
}

const KEY: [u8; 16] = [7; 16];

pub(crate) fn greetings() -> Vec<Vec<u8>> {
    let hello =
        hello::Hello { job_key: KEY, src: 1, dst: 2, ring_bytes: 1 << 16, max_message: 100 };
    vec![hello.encode().to_vec(), hello::Welcome { credit_line: 9 }.encode().to_vec()]
}

/// What is taken for a greeting says the same when it is said again.
pub(crate) fn greeting(bytes: &[u8]) {
    if let Ok(hello) = hello::Hello::decode(bytes, &KEY) {
        assert_eq!(hello.encode()[..], *bytes);
    }
    if let Ok(welcome) = hello::Welcome::decode(bytes) {
        assert_eq!(welcome.encode()[..], *bytes);
    }
}

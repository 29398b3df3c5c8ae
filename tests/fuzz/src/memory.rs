//! Fuzzes memory and packets written by another process of this host.

use skifch_ring::exchange::{EXCHANGE_BYTES, EXCHANGE_MEMORY_BYTES};
use skifch_ring::{Consumer, Geometry, RingMem, Turn, Word, layout};
use std::ptr::NonNull;

/// The packets are not part of skifch-shm's interface; their file needs nothing else from it.
#[allow(dead_code, reason = "a part of it is for the rest of its crate")]
#[path = "../../../crates/skifch-shm/src/hello.rs"]
mod hello;

const RING_BYTES: usize = 1024;
const MAX_MESSAGE: usize = 256;

/// Lanes with a few messages, the last but one nearly full; the last ends a lap and says that the
/// other core is far, so that what was read is flushed.
pub(crate) fn lanes() -> Vec<Vec<u8>> {
    use layout::Kind;
    let lane = |lens: &[usize], ends: &[(Kind, usize)]| {
        let (mut bytes, mut offset) = (vec![0; RING_BYTES], 0);
        for len in lens {
            let word = layout::header(Kind::Data, *len, offset, 0);
            bytes[offset..offset + 8].copy_from_slice(&word.to_le_bytes());
            offset += layout::record_bytes(*len);
        }
        // A message in the exchange line, and its mark.
        let exchanged = layout::exchanged(layout::header(Kind::Data, 20, offset, 0), 1);
        bytes.extend_from_slice(&exchanged.to_le_bytes());
        for (kind, len) in ends {
            let word = layout::header(*kind, *len, offset, 0);
            bytes[offset..offset + 8].copy_from_slice(&word.to_le_bytes());
            offset += layout::HEADER_BYTES;
        }
        bytes
    };
    let closed = [(Kind::Exchanged, 1), (Kind::Close, 0)];
    vec![
        lane(&[8, 8, 8, 0, 9], &closed),
        lane(&[256, 1, 200], &closed),
        lane(&[], &closed),
        lane(&[200; 4], &closed),
        lane(&[200; 4], &[(Kind::Wrap, 1)]),
    ]
}

/// Whatever is written in the ring and in the exchange line behind it, the result is a message
/// inside either, nothing, the end, or a violation.
pub(crate) fn ring(bytes: &[u8]) {
    let mut words = [0_u64; (RING_BYTES + EXCHANGE_MEMORY_BYTES) / 8];
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
    let mut consumer = unsafe {
        let mut it = Consumer::new(RingMem::new(base), Word::new(credit_place), geometry);
        it.set_exchange(RingMem::new(base.add(RING_BYTES)), 1);
        it
    };
    for _ in 0..200 {
        match consumer.turn() {
            Ok(Turn::Message(taken)) => {
                let (mem, offset) = consumer.place(taken);
                // SAFETY: only the address is used.
                let is_in_ring = unsafe { mem.ptr(0) } == base.as_ptr();
                let room =
                    if is_in_ring { RING_BYTES } else { layout::HEADER_BYTES + EXCHANGE_BYTES };
                let is_inside = offset + taken.len <= room;
                assert!(is_inside && taken.len <= MAX_MESSAGE, "{taken:?}");
                consumer.release_exchanged();
                consumer.release();
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
}

const KEY: [u8; 16] = [7; 16];

pub(crate) fn greetings() -> Vec<Vec<u8>> {
    let hello = hello::Hello {
        job_key: KEY,
        src: 1,
        dst: 2,
        ring_bytes: 1 << 16,
        max_message: 100,
        life: 3,
        is_reached: true,
    };
    let welcome = hello::Welcome { credit_line: 9, life: 3, is_reached: true };
    vec![hello.encode().to_vec(), welcome.encode().to_vec()]
}

/// A packet that decodes must encode to the same bytes.
pub(crate) fn greeting(bytes: &[u8]) {
    if let Ok(hello) = hello::Hello::decode(bytes, &KEY) {
        assert_eq!(hello.encode()[..], *bytes);
    }
    if let Ok(welcome) = hello::Welcome::decode(bytes) {
        assert_eq!(welcome.encode()[..], *bytes);
    }
}

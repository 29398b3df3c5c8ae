//! The same views over loom's atomics. Every word of a ring is an atomic: headers are accessed with
//! the orderings of the real ring, payload relaxed, so that an ordering that is too weak shows as a
//! wrong payload in some interleaving.

use loom::sync::atomic::{AtomicU64, Ordering};
// Counting views is no part of the model.
use std::sync::Arc;

/// Bytes of a cache line: one word, so that a tiny ring has several lines.
pub const LINE_BYTES: usize = 8;

/// The words of a ring.
#[derive(Clone)]
pub struct RingMem {
    words: Arc<Vec<AtomicU64>>,
}

impl RingMem {
    /// A zeroed ring of `bytes` bytes.
    pub fn alloc(bytes: usize) -> Self {
        Self { words: Arc::new((0..bytes / 8).map(|_| AtomicU64::new(0)).collect()) }
    }

    /// Reads a header.
    ///
    /// # Safety
    /// None is needed here; the signature is the real one's.
    pub unsafe fn load_header(&self, offset: usize) -> u64 {
        self.words[offset / 8].load(Ordering::Acquire)
    }

    /// Publishes a record.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn store_header(&self, offset: usize, header: u64) {
        self.words[offset / 8].store(header, Ordering::Release);
    }

    /// Empties the place of the next header.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn clear_header(&self, offset: usize) {
        self.words[offset / 8].store(0, Ordering::Relaxed);
    }

    /// A model has no caches.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn fetch_line(&self, _offset: usize) {}

    /// Empties the places of headers in one line.
    ///
    /// # Safety
    /// As `load_header`, for the whole line.
    pub unsafe fn clear_line(&self, offset: usize) {
        // SAFETY: this method's contract; a line is one word.
        unsafe { self.clear_header(offset) };
    }

    /// Copies payload in, a word at a time.
    ///
    /// # Safety
    /// `src` is readable for `len` bytes.
    pub unsafe fn write(&self, offset: usize, src: *const u8, len: usize) {
        for at in (0..len).step_by(8) {
            let mut bytes = [0; 8];
            // SAFETY: the part copied ends within `len`.
            unsafe { src.add(at).copy_to(bytes.as_mut_ptr(), (len - at).min(8)) };
            self.words[(offset + at) / 8].store(u64::from_ne_bytes(bytes), Ordering::Relaxed);
        }
    }

    /// Copies payload out, a word at a time.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes.
    pub unsafe fn read(&self, offset: usize, dst: *mut u8, len: usize) {
        for at in (0..len).step_by(8) {
            let bytes = self.words[(offset + at) / 8].load(Ordering::Relaxed).to_ne_bytes();
            // SAFETY: the part copied ends within `len`.
            unsafe { dst.add(at).copy_from(bytes.as_ptr(), (len - at).min(8)) };
        }
    }
}

/// One 64-bit counter.
#[derive(Clone)]
pub struct Word {
    at: Arc<AtomicU64>,
}

impl Word {
    /// A zero word.
    pub fn alloc() -> Self {
        Self { at: Arc::new(AtomicU64::new(0)) }
    }

    /// Reads; what the writer did before its `publish` is visible after.
    pub fn load(&self) -> u64 {
        self.at.load(Ordering::Acquire)
    }

    /// Reads the value only.
    pub fn peek(&self) -> u64 {
        self.at.load(Ordering::Relaxed)
    }

    /// Writes, after everything the writer did before.
    pub fn publish(&self, value: u64) {
        self.at.store(value, Ordering::Release);
    }
}

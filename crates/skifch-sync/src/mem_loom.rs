//! The same views as `mem_std`, over loom's atomics. Every word of a ring is an atomic: headers are
//! accessed with the orderings of the real ring, payload with relaxed ones, so an ordering that is
//! too weak shows as a wrong payload in some interleaving.

use loom::sync::atomic::{AtomicU64, Ordering};
// std's `Arc`: the reference count of the views is not part of the model.
use std::sync::Arc;

/// Size of a cache line in bytes: one word, so that a tiny ring has several lines.
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
    /// None is needed here; the signature is that of the real type.
    pub unsafe fn load_header(&self, offset: usize) -> u64 {
        // SYNC record: as in `mem_std`.
        self.words[offset / 8].load(Ordering::Acquire)
    }

    /// Publishes a record.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn store_header(&self, offset: usize, header: u64) {
        // SYNC record: as in `mem_std`.
        self.words[offset / 8].store(header, Ordering::Release);
    }

    /// Clears the place of the next header.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn clear_header(&self, offset: usize) {
        self.words[offset / 8].store(0, Ordering::Relaxed);
    }

    /// Does nothing: the model has no caches.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn fetch_line(&self, _offset: usize) {}

    /// Does nothing, as `fetch_line`.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn fetch_to_read(&self, _offset: usize) {}

    /// Does nothing, as `fetch_line`.
    ///
    /// # Safety
    /// As `load_header`.
    pub unsafe fn flush_line(&self, _offset: usize) {}

    /// Clears the header places in one line.
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

    /// Reads the word; what its writer did before `publish` is visible afterwards.
    pub fn load(&self) -> u64 {
        // SYNC word: as in `mem_std`.
        self.at.load(Ordering::Acquire)
    }

    /// Reads the value only, without ordering.
    pub fn peek(&self) -> u64 {
        self.at.load(Ordering::Relaxed)
    }

    /// Writes the word, after everything that its writer did before.
    pub fn publish(&self, value: u64) {
        // SYNC word: as in `mem_std`.
        self.at.store(value, Ordering::Release);
    }
}

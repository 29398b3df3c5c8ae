//! Message buffers, placed so that alignment does not decide the figures.

use std::ops::{Deref, DerefMut};

const PAGE_BYTES: usize = 4096;

/// Page-aligned memory with every page touched.
///
/// Memory from an allocator begins 16 bytes into a page, and a copy whose target lies a few bytes
/// beyond its source modulo 4096 is up to forty times slower on some processors: that would
/// measure the allocator.
#[derive(Debug, Default)]
pub struct PageBuffer {
    bytes: Vec<u8>,
    start: usize,
    len: usize,
}

impl PageBuffer {
    /// A buffer of `len` bytes.
    pub fn new(len: usize) -> Self {
        let bytes = vec![1; len + PAGE_BYTES];
        let start = bytes.as_ptr().addr().wrapping_neg() % PAGE_BYTES;
        Self { bytes, start, len }
    }
}

impl Deref for PageBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.len]
    }
}

impl DerefMut for PageBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_on_a_page() {
        for len in [0, 1, 4096, 100_001] {
            let mut buffer = PageBuffer::new(len);
            assert_eq!((buffer.len(), buffer.as_ptr().addr() % PAGE_BYTES), (len, 0));
            buffer.fill(7);
            assert!(buffer.iter().all(|&byte| byte == 7));
        }
    }
}

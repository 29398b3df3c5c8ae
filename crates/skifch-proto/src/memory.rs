//! Ring memory, addressed by stream positions.

/// Two consecutive pieces of the stream; the second one is empty unless the range wraps around the
/// ring's end.
pub type Pieces<'a> = [&'a [u8]; 2];

/// Writable [`Pieces`].
pub type PiecesMut<'a> = [&'a mut [u8]; 2];

/// A ring of bytes. [`Heap`] is one; a driver brings its own if one thread reads messages while
/// another receives datagrams, which references to a whole `Vec` cannot express.
pub trait Memory {
    /// Creates a ring of `capacity` bytes, a power of two.
    fn new(capacity: usize) -> Self;

    /// The `len` bytes at stream position `position`; `len` is at most the capacity.
    fn pieces(&self, position: u64, len: usize) -> Pieces<'_>;

    /// The same bytes, writable.
    fn pieces_mut(&mut self, position: u64, len: usize) -> PiecesMut<'_>;

    /// The word at `position`, a multiple of 8.
    fn word(&self, position: u64) -> u64;

    /// Writes the word at `position`, a multiple of 8.
    fn set_word(&mut self, position: u64, word: u64);

    /// Copies `bytes` to `position`.
    #[inline]
    fn write(&mut self, position: u64, bytes: &[u8]) {
        let [first, second] = self.pieces_mut(position, bytes.len());
        if second.is_empty() {
            return first.copy_from_slice(bytes);
        }
        let (low, high) = bytes.split_at(first.len());
        first.copy_from_slice(low);
        second.copy_from_slice(high);
    }
}

/// A ring on the heap. Its pages are touched only when used.
#[derive(Debug)]
pub struct Heap(Box<[u8]>);

impl Heap {
    #[inline(always)]
    fn index(&self, position: u64) -> usize {
        position as usize & (self.0.len() - 1)
    }
}

impl Memory for Heap {
    fn new(capacity: usize) -> Self {
        assert!(capacity.is_power_of_two(), "a ring of {capacity} bytes");
        Self(vec![0; capacity].into_boxed_slice())
    }

    #[inline]
    fn pieces(&self, position: u64, len: usize) -> Pieces<'_> {
        let at = self.index(position);
        if let Some(whole) = self.0.get(at..).and_then(|rest| rest.get(..len)) {
            return [whole, &[]];
        }
        let first = len.min(self.0.len() - at);
        [&self.0[at..at + first], &self.0[..len - first]]
    }

    #[inline]
    fn pieces_mut(&mut self, position: u64, len: usize) -> PiecesMut<'_> {
        let at = self.index(position);
        let (low, high) = self.0.split_at_mut(at);
        let first = len.min(high.len());
        [&mut high[..first], &mut low[..len - first]]
    }

    #[inline]
    fn write(&mut self, position: u64, bytes: &[u8]) {
        let at = self.index(position);
        let Some(whole) = self.0.get_mut(at..).and_then(|rest| rest.get_mut(..bytes.len())) else {
            let (low, high) = bytes.split_at(self.0.len() - at);
            self.0[at..].copy_from_slice(low);
            return self.0[..high.len()].copy_from_slice(high);
        };
        // Words are by far the most frequent messages, and a memcpy call costs more than copying
        // one.
        match <&[u8; 8]>::try_from(bytes) {
            Ok(word) => whole.copy_from_slice(word),
            Err(_) => whole.copy_from_slice(bytes),
        }
    }

    #[inline]
    fn word(&self, position: u64) -> u64 {
        let rest = self.0.get(self.index(position)..);
        rest.and_then(<[u8]>::first_chunk).map_or(0, |word| u64::from_le_bytes(*word))
    }

    #[inline]
    fn set_word(&mut self, position: u64, word: u64) {
        let at = self.index(position);
        if let Some(place) = self.0.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            *place = word.to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_across_the_end_is_read_back() {
        let mut ring = Heap::new(64);
        let bytes: Vec<u8> = (0..40).collect();
        ring.write(1000, &bytes);
        let [first, second] = ring.pieces(1000, 40);
        assert_eq!((first.len(), second.len()), (24, 16));
        assert_eq!([first, second].concat(), bytes);
        ring.set_word(56, 0x0102_0304_0506_0708);
        assert_eq!(ring.word(56 + 64), 0x0102_0304_0506_0708);
        assert_eq!(ring.pieces(0, 64)[0].len(), 64);
    }
}

//! Reads an untrusted message that lies in up to three pieces.

use super::part::WORD_BYTES;

/// The rest of a message.
pub(super) struct Reader<'a> {
    now: &'a [u8],
    later: &'a [&'a [u8]],
}

/// Describes what is wrong with an invalid message.
pub(super) type Malformed = &'static str;

const TRUNCATED: Malformed = "a truncated message";

impl<'a> Reader<'a> {
    pub(super) fn new(pieces: &'a [&'a [u8]]) -> Self {
        let (now, later) = pieces.split_first().map_or((&[][..], &[][..]), |(a, b)| (*a, b));
        Self { now, later }
    }

    /// The next byte, or `None` at the end.
    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        loop {
            if let Some((&byte, rest)) = self.now.split_first() {
                self.now = rest;
                return Some(byte);
            }
            (self.now, self.later) = self.later.split_first().map(|(a, b)| (*a, b))?;
        }
    }

    /// The next `N` bytes.
    #[inline]
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        if let Some((bytes, rest)) = self.now.split_first_chunk() {
            self.now = rest;
            return Ok(*bytes);
        }
        let mut bytes = [0; N];
        self.each(N, |at, piece| bytes[at..at + piece.len()].copy_from_slice(piece))?;
        Ok(bytes)
    }

    #[inline]
    pub(super) fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_le_bytes)
    }

    #[inline]
    pub(super) fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_le_bytes)
    }

    #[inline]
    pub(super) fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_le_bytes)
    }

    /// Passes the next `len` bytes to `show` piece by piece, each with its offset from the first
    /// byte; fails without any call if fewer bytes are left.
    #[inline]
    pub(super) fn each(
        &mut self,
        len: usize,
        mut show: impl FnMut(usize, &[u8]),
    ) -> Result<(), Malformed> {
        if self.left() < len {
            return Err(TRUNCATED);
        }
        let mut at = 0;
        while at < len {
            if self.now.is_empty() {
                let (now, later) = self.later.split_first().ok_or(TRUNCATED)?;
                (self.now, self.later) = (now, later);
            }
            let (piece, rest) = self.now.split_at(self.now.len().min(len - at));
            show(at, piece);
            at += piece.len();
            self.now = rest;
        }
        Ok(())
    }

    /// As [`Self::each`], for bytes whose first one goes to the address `to`: no aligned word there
    /// is divided between two calls.
    #[inline]
    pub(super) fn each_whole(
        &mut self,
        len: usize,
        to: usize,
        mut show: impl FnMut(usize, &[u8]),
    ) -> Result<(), Malformed> {
        if let Some((bytes, rest)) = self.now.split_at_checked(len) {
            self.now = rest;
            show(0, bytes);
            return Ok(());
        }
        self.join_words(len, to, &mut show)
    }

    #[cold]
    fn join_words(
        &mut self,
        len: usize,
        to: usize,
        show: &mut dyn FnMut(usize, &[u8]),
    ) -> Result<(), Malformed> {
        let into_word = |at: usize| to.wrapping_add(at) % WORD_BYTES;
        // The beginning of a word that continues in the next piece.
        let (mut word, mut held) = ([0; WORD_BYTES], 0);
        self.each(len, |mut at, mut piece| {
            if held > 0 {
                let (more, rest) = piece.split_at(piece.len().min(WORD_BYTES - into_word(at)));
                word[held..held + more.len()].copy_from_slice(more);
                (at, piece, held) = (at + more.len(), rest, held + more.len());
                if at < len && into_word(at) != 0 {
                    return;
                }
                show(at - held, &word[..held]);
                held = 0;
            }
            let end = at + piece.len();
            let over = if end == len { 0 } else { piece.len().min(into_word(end)) };
            let (whole, begun) = piece.split_at(piece.len() - over);
            if !whole.is_empty() {
                show(at, whole);
            }
            word[..over].copy_from_slice(begun);
            held = over;
        })
    }

    fn left(&self) -> usize {
        self.now.len() + self.later.iter().map(|piece| piece.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts the bytes in all ways into three pieces, for all places of the first byte in a word.
    #[test]
    fn no_word_is_divided_wherever_the_pieces_are_cut() {
        let whole: Vec<u8> = (0..29).collect();
        for (to, len) in (0..8).flat_map(|to| (0..=28).map(move |len| (to, len))) {
            for (first, second) in (0..=29).flat_map(|at| (at..=29).map(move |cut| (at, cut))) {
                let pieces = [&whole[..first], &whole[first..second], &whole[second..]];
                let (mut reader, mut seen) = (Reader::new(&pieces), Vec::new());
                let shown = reader.each_whole(len, to, |at, bytes| {
                    assert!(at == 0 || (to + at).is_multiple_of(8), "cut {at} bytes after {to}");
                    assert_eq!(at, seen.len());
                    seen.extend_from_slice(bytes);
                });
                assert_eq!((shown, &seen[..]), (Ok(()), &whole[..len]));
                assert_eq!(reader.byte(), Some(len as u8), "the next byte");
                let after = reader.each_whole(29, to, |_, _| panic!("there are fewer"));
                assert!(after.is_err());
            }
        }
    }

    #[test]
    fn pieces_are_one_message_wherever_they_are_cut() {
        let whole: Vec<u8> = (0..24).collect();
        for first in 0..=24 {
            for second in first..=24 {
                let pieces = [&whole[..first], &whole[first..second], &whole[second..]];
                let mut reader = Reader::new(&pieces);
                assert_eq!(reader.byte(), Some(0));
                assert_eq!(reader.u32(), Ok(u32::from_le_bytes([1, 2, 3, 4])));
                let mut seen = Vec::new();
                let shown = reader.each(11, |at, piece| {
                    assert_eq!(at, seen.len());
                    seen.extend_from_slice(piece);
                });
                assert_eq!((shown, &seen[..]), (Ok(()), &whole[5..16]));
                assert!(reader.each(9, |_, _| panic!("there are eight")).is_err());
                assert_eq!(reader.u64(), Ok(u64::from_le_bytes([16, 17, 18, 19, 20, 21, 22, 23])));
                assert!(reader.byte().is_none() && reader.u16().is_err());
            }
        }
    }
}

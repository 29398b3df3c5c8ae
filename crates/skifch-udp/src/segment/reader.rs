//! Reads an untrusted message that lies in up to three pieces.

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

    fn left(&self) -> usize {
        self.now.len() + self.later.iter().map(|piece| piece.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

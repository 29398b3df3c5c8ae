//! Splitting slices into datagrams for one system call, without copying.

use std::io::IoSlice;

/// Maximum datagrams per call. Linux splits one message into 64 segments (`UDP_MAX_SEGMENTS`; 128
/// in newer kernels).
pub(crate) const MAX_SEGMENTS: usize = 64;

const MAX_PIECES: usize = 256;

/// Read position in a list of slices.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    slices: &'a [IoSlice<'a>],
    /// Bytes of the first slice already consumed.
    offset: usize,
    /// Bytes not consumed yet.
    left_bytes: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(slices: &'a [IoSlice<'a>]) -> Self {
        Self { slices, offset: 0, left_bytes: slices.iter().map(|slice| slice.len()).sum() }
    }

    pub(crate) fn left_bytes(&self) -> usize {
        self.left_bytes
    }

    /// The next contiguous bytes, at most `most` of them.
    fn next(&mut self, most: usize) -> Option<&'a [u8]> {
        loop {
            let (first, rest) = self.slices.split_first()?;
            let piece = &first[self.offset..];
            if piece.len() > most {
                self.offset += most;
                self.left_bytes -= most;
                return Some(&piece[..most]);
            }
            (self.slices, self.offset) = (rest, 0);
            self.left_bytes -= piece.len();
            if !piece.is_empty() {
                return Some(piece);
            }
        }
    }

    pub(crate) fn skip(&mut self, mut bytes: usize) {
        while let Some(piece) = self.next(bytes).filter(|piece| !piece.is_empty()) {
            bytes -= piece.len();
        }
    }
}

/// Several datagrams as lists of pieces.
pub(crate) struct Chunk {
    pieces: [libc::iovec; MAX_PIECES],
    /// Index of the end of each datagram's pieces.
    ends: [usize; MAX_SEGMENTS],
    used: usize,
    segments: usize,
}

impl Chunk {
    pub(crate) fn new() -> Self {
        let none = libc::iovec { iov_base: std::ptr::null_mut(), iov_len: 0 };
        let (pieces, ends) = ([none; MAX_PIECES], [0; MAX_SEGMENTS]);
        Self { pieces, ends, used: 0, segments: 0 }
    }

    /// Takes whole datagrams of `segment_bytes` from the cursor: at most `most`, fewer if the
    /// pieces do not fit. `joined`: adjacent pieces are merged, even across datagram boundaries.
    pub(crate) fn fill(
        &mut self,
        cursor: &mut Cursor<'_>,
        segment_bytes: usize,
        most: usize,
        joined: bool,
    ) {
        (self.used, self.segments) = (0, 0);
        while self.segments < most.min(MAX_SEGMENTS) && cursor.left_bytes > 0 {
            let (cursor_before, used_before) = (*cursor, self.used);
            let last_len = used_before.checked_sub(1).map(|at| self.pieces[at].iov_len);
            let bytes = segment_bytes.min(cursor.left_bytes);
            if !self.take(cursor, bytes, joined) {
                *cursor = cursor_before;
                self.used = used_before;
                if let (Some(at), Some(len)) = (used_before.checked_sub(1), last_len) {
                    self.pieces[at].iov_len = len;
                }
                return;
            }
            self.ends[self.segments] = self.used;
            self.segments += 1;
        }
    }

    fn take(&mut self, cursor: &mut Cursor<'_>, mut bytes: usize, joined: bool) -> bool {
        while bytes > 0 {
            let Some(piece) = cursor.next(bytes) else { return false };
            bytes -= piece.len();
            let touches = |last: &&mut libc::iovec| {
                joined
                    && last.iov_base.cast_const().wrapping_byte_add(last.iov_len)
                        == piece.as_ptr().cast()
            };
            if let Some(last) = self.pieces[..self.used].last_mut().filter(touches) {
                last.iov_len += piece.len();
                continue;
            }
            let Some(place) = self.pieces.get_mut(self.used) else { return false };
            *place = libc::iovec { iov_base: piece.as_ptr() as *mut _, iov_len: piece.len() };
            self.used += 1;
        }
        true
    }

    pub(crate) fn segments(&self) -> usize {
        self.segments
    }

    /// The pieces of all datagrams.
    pub(crate) fn pieces(&mut self) -> &mut [libc::iovec] {
        &mut self.pieces[..self.used]
    }

    /// The pieces of one datagram.
    pub(crate) fn segment(&mut self, index: usize) -> &mut [libc::iovec] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &mut self.pieces[start..self.ends[index]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lens(chunk: &mut Chunk) -> Vec<Vec<usize>> {
        let len = |piece: &libc::iovec| piece.iov_len;
        (0..chunk.segments()).map(|i| chunk.segment(i).iter().map(len).collect()).collect()
    }

    #[test]
    fn slices_are_cut_where_datagrams_end() {
        let bytes = [7_u8; 100];
        let (head, tail) = bytes.split_at(10);
        let slices = [IoSlice::new(head), IoSlice::new(&[]), IoSlice::new(tail)];
        let mut cursor = Cursor::new(&slices);
        let mut chunk = Chunk::new();
        chunk.fill(&mut cursor, 40, 2, false);
        assert_eq!((lens(&mut chunk), cursor.left_bytes()), (vec![vec![10, 30], vec![40]], 20));
        chunk.fill(&mut cursor, 40, 2, false);
        assert_eq!((lens(&mut chunk), cursor.left_bytes()), (vec![vec![20]], 0));

        let mut cursor = Cursor::new(&slices);
        chunk.fill(&mut cursor, 40, 64, true);
        let pieces: Vec<_> = chunk.pieces().iter().map(|piece| piece.iov_len).collect();
        assert_eq!((pieces, chunk.segments()), (vec![100], 3));

        let mut cursor = Cursor::new(&slices);
        cursor.skip(15);
        assert_eq!(cursor.next(100).map(<[u8]>::len), Some(85));
    }

    #[test]
    fn only_whole_datagrams_are_taken_where_pieces_do_not_fit() {
        let bytes = [1_u8; 2 * MAX_PIECES];
        // Pieces that are not adjacent: every other byte.
        let slices: Vec<_> =
            bytes.iter().step_by(2).map(|b| IoSlice::new(std::slice::from_ref(b))).collect();
        let twice: Vec<_> = slices.iter().chain(&slices).copied().collect();
        let mut cursor = Cursor::new(&twice);
        let mut chunk = Chunk::new();
        chunk.fill(&mut cursor, 60, 64, true);
        let fits = MAX_PIECES / 60;
        assert_eq!(chunk.segments(), fits);
        assert_eq!(cursor.left_bytes(), twice.len() - fits * 60);
        // A datagram with more pieces than the chunk can hold is never taken.
        chunk.fill(&mut cursor, MAX_PIECES + 1, 64, true);
        assert_eq!(chunk.segments(), 0);
    }
}

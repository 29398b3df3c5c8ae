//! Parts of a stream that are not in its ring but in memory of the program.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

/// The lent parts of one stream, by position.
#[derive(Debug, Default)]
pub(crate) struct Loans(VecDeque<Loan>);

struct Loan {
    positions: Range<u64>,
    /// Holds the bytes of these positions.
    memory: Box<dyn AsRef<[u8]> + Send>,
    /// The lender's name for it, which others may have too.
    key: u64,
}

/// Where the next bytes are.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place<'a> {
    /// So many in the ring.
    Ring(usize),
    /// These, in a loan.
    Lent(&'a [u8]),
}

impl fmt::Debug for Loan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, key, .. } = self;
        write!(f, "{positions:?} of {key}")
    }
}

impl Loan {
    /// `len` of the bytes, from a position on.
    fn bytes(&self, position: u64, len: usize) -> &[u8] {
        let at = (position - self.positions.start) as usize;
        &(*self.memory).as_ref()[at..at + len]
    }
}

impl Loans {
    /// Whether everything is in the ring.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `memory` holds these positions, which are behind those of all others.
    pub(crate) fn add(
        &mut self,
        positions: Range<u64>,
        memory: Box<dyn AsRef<[u8]> + Send>,
        key: u64,
    ) {
        self.0.push_back(Loan { positions, memory, key });
    }

    /// Drops the loans that lie below `position`, which the peer has received.
    #[inline(always)]
    pub(crate) fn release(&mut self, position: u64) {
        if !self.is_empty() {
            self.release_some(position);
        }
    }

    /// Not inlined where acknowledgements are processed: dropping loans is much code.
    #[inline(never)]
    fn release_some(&mut self, position: u64) {
        while self.0.front().is_some_and(|loan| loan.positions.end <= position) {
            self.0.pop_front();
        }
    }

    /// Removes the loans of this key. `write` gets their bytes, but none below `least`, up to which
    /// loans were released.
    pub(crate) fn take(&mut self, key: u64, least: u64, mut write: impl FnMut(u64, &[u8])) {
        self.0.retain(|loan| {
            if loan.key == key {
                let start = loan.positions.start.max(least);
                write(start, loan.bytes(start, (loan.positions.end - start) as usize));
            }
            loan.key != key
        });
    }

    /// As many of the `len` bytes at `position` as are in the ring, or in one loan.
    pub(crate) fn place(&self, position: u64, len: usize) -> Place<'_> {
        let at = self.0.partition_point(|loan| loan.positions.end <= position);
        let most = |end: u64| len.min((end - position) as usize);
        match self.0.get(at) {
            Some(loan) if loan.positions.start <= position => {
                Place::Lent(loan.bytes(position, most(loan.positions.end)))
            }
            Some(loan) => Place::Ring(most(loan.positions.start)),
            None => Place::Ring(len),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_ends_where_a_loan_begins_or_ends() {
        let mut loans = Loans::default();
        assert_eq!(loans.place(5, 100), Place::Ring(100));
        for (positions, bytes) in [(10..20, "abcdefghij"), (20..24, "klmn"), (40..50, "opqrstuvwx")]
        {
            loans.add(positions, Box::new(bytes), 0);
        }
        let places = [
            (5, Place::Ring(5)),
            (10, Place::Lent(b"abcdefghij")),
            (13, Place::Lent(b"defghij")),
            (24, Place::Ring(16)),
        ];
        for (position, place) in places {
            assert_eq!(loans.place(position, 100), place);
        }
        assert_eq!(loans.place(20, 2), Place::Lent(b"kl"));
        loans.release(19);
        assert_eq!(loans.place(18, 1), Place::Lent(b"i"));
        loans.release(20);
        assert_eq!(loans.place(18, 1), Place::Ring(1));
    }

    #[test]
    fn what_is_taken_is_written_once_from_the_least_position_on() {
        let mut loans = Loans::default();
        for (positions, bytes, key) in [(10..14, "abcd", 7), (14..16, "ef", 8), (20..23, "ghi", 7)]
        {
            loans.add(positions, Box::new(bytes), key);
        }
        let mut written = Vec::new();
        for _ in 0..2 {
            loans.take(7, 12, |position, bytes| written.push((position, bytes.to_vec())));
        }
        assert_eq!(written, [(12, b"cd".to_vec()), (20, b"ghi".to_vec())]);
        assert_eq!((loans.place(12, 9), loans.place(14, 9)), (Place::Ring(2), Place::Lent(b"ef")));
        loans.take(8, 12, |_, _| {});
        assert!(loans.is_empty());
    }
}

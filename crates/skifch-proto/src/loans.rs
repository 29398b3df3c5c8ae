//! Parts of a stream that are not in its ring but in memory of the program.

use std::collections::VecDeque;
use std::ops::Range;

/// The lent parts of one stream, by position. `L` names the memory of a part.
#[derive(Debug)]
pub struct Loans<L> {
    parts: VecDeque<(Range<u64>, L)>,
    /// The peer has received everything below.
    repaid: u64,
}

/// A part that is lent no more: its positions that the peer has not received yet.
#[derive(Debug, PartialEq, Eq)]
pub struct Returned<L> {
    /// The positions.
    pub positions: Range<u64>,
    /// The memory that holds them, from `offset` on.
    pub loan: L,
    /// Number of bytes of the loan that the peer has.
    pub offset: usize,
}

/// Where the bytes of a stretch are.
#[derive(Debug, PartialEq, Eq)]
pub enum Place<'a, L> {
    /// In the ring.
    Ring,
    /// In this loan, from this offset on.
    Lent(&'a L, usize),
}

impl<L> Default for Loans<L> {
    fn default() -> Self {
        Self { parts: VecDeque::new(), repaid: 0 }
    }
}

impl<L> Loans<L> {
    /// Whether everything is in the ring.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// `loan` holds these positions, which are behind those of all others.
    pub fn add(&mut self, positions: Range<u64>, loan: L) {
        self.parts.push_back((positions, loan));
    }

    /// Drops the loans that lie below `position`, which the peer has received.
    #[inline(always)]
    pub fn release(&mut self, position: u64) {
        self.repaid = position;
        while self.parts.front().is_some_and(|(positions, _)| positions.end <= position) {
            self.parts.pop_front();
        }
    }

    /// Removes the loans for which `is_it` says so. Their bytes are then to be written to the ring:
    /// not those that the peer has, whose places others may have taken.
    pub fn take(&mut self, is_it: impl Fn(&L) -> bool) -> Vec<Returned<L>> {
        let parts = std::mem::take(&mut self.parts);
        let (taken, kept) = parts.into_iter().partition::<VecDeque<_>, _>(|(_, loan)| is_it(loan));
        self.parts = kept;
        let returned = |(lent, loan): (Range<u64>, L)| {
            let start = lent.start.max(self.repaid);
            Returned { positions: start..lent.end, loan, offset: (start - lent.start) as usize }
        };
        taken.into_iter().map(returned).collect()
    }

    /// How many of the `len` bytes at `position` one datagram should hold: it ends where a loan
    /// does, so that the next begins with a message, and has no more than one. `piece` tells how
    /// many of some bytes are in one piece of memory.
    pub fn fit(&self, position: u64, len: usize, piece: impl Fn(u64, usize) -> usize) -> usize {
        match self.place(position, len) {
            (len, Place::Lent(..)) => len,
            (_, Place::Ring) => {
                let first = piece(position, len);
                first + piece(position + first as u64, len - first)
            }
        }
    }

    /// How many of the `len` bytes at `position` are in one place, and where.
    pub fn place(&self, position: u64, len: usize) -> (usize, Place<'_, L>) {
        let at = self.parts.partition_point(|(positions, _)| positions.end <= position);
        let most = |end: u64| len.min((end - position) as usize);
        match self.parts.get(at) {
            Some((positions, loan)) if positions.start <= position => {
                (most(positions.end), Place::Lent(loan, (position - positions.start) as usize))
            }
            Some((positions, _)) => (most(positions.start), Place::Ring),
            None => (len, Place::Ring),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_ends_where_a_loan_begins_or_ends() {
        let mut loans = Loans::default();
        assert_eq!(loans.place(5, 100), (100, Place::Ring));
        loans.add(10..20, 'a');
        loans.add(20..24, 'b');
        loans.add(40..50, 'c');
        let places =
            [(5, 5, Place::Ring), (10, 10, Place::Lent(&'a', 0)), (13, 7, Place::Lent(&'a', 3))];
        for (position, len, place) in places {
            assert_eq!(loans.place(position, 100), (len, place));
        }
        assert_eq!(loans.place(20, 2), (2, Place::Lent(&'b', 0)));
        assert_eq!(loans.place(24, 100), (16, Place::Ring));
        loans.release(19);
        assert_eq!(loans.place(18, 1), (1, Place::Lent(&'a', 8)));
        loans.release(20);
        assert_eq!(loans.place(18, 1), (1, Place::Ring));
        loans.release(43);
        let returned = Returned { positions: 43..50, loan: 'c', offset: 3 };
        assert_eq!(loans.take(|loan| *loan == 'c'), [returned]);
        assert_eq!((loans.place(40, 9), loans.is_empty()), ((9, Place::Ring), true));
    }
}

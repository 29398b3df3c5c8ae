//! The members of a group, and operations on two groups.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Result of comparing two groups or communicators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same object.
    Identical,
    /// Communicators with the same members in the same order.
    Congruent,
    /// The same members in another order.
    Similar,
    /// Different members.
    Unequal,
}

/// The members as ranks of the job, in group order.
#[derive(Debug)]
pub(crate) struct Members {
    ranks: Box<[u32]>,
    /// True if each rank in the group equals the rank in the job.
    is_identity: bool,
    /// Group rank of each rank of the job; filled on first use.
    index: OnceLock<HashMap<u32, u32>>,
}

impl Members {
    pub(crate) fn new(ranks: Vec<u32>) -> Self {
        let is_identity = (0..).zip(&ranks).all(|(at, &rank)| at == rank);
        Self { ranks: ranks.into(), is_identity, index: OnceLock::new() }
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.ranks.len()
    }

    #[inline(always)]
    pub(crate) fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    pub(crate) fn is_identity(&self) -> bool {
        self.is_identity
    }

    /// The rank in the group of a rank of the job.
    pub(crate) fn position(&self, rank: u32) -> Option<u32> {
        if self.is_identity {
            return (rank < self.ranks.len() as u32).then_some(rank);
        }
        let index = self.index.get_or_init(|| self.ranks.iter().copied().zip(0..).collect());
        index.get(&rank).copied()
    }

    pub(crate) fn compare(&self, other: &Self) -> Comparison {
        if self.ranks == other.ranks {
            return Comparison::Identical;
        }
        let set = |group: &Self| group.ranks.iter().copied().collect::<HashSet<_>>();
        match self.len() == other.len() && set(self) == set(other) {
            true => Comparison::Similar,
            false => Comparison::Unequal,
        }
    }

    fn keep(&self, keep: impl Fn(u32) -> bool) -> impl Iterator<Item = u32> {
        self.ranks.iter().copied().filter(move |&rank| keep(rank))
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        let news = other.keep(|rank| self.position(rank).is_none());
        Self::new(self.ranks.iter().copied().chain(news).collect())
    }

    pub(crate) fn intersection(&self, other: &Self) -> Self {
        Self::new(self.keep(|rank| other.position(rank).is_some()).collect())
    }

    pub(crate) fn difference(&self, other: &Self) -> Self {
        Self::new(self.keep(|rank| other.position(rank).is_none()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_ordered_sets() {
        let (a, b) = (Members::new(vec![4, 1, 3]), Members::new(vec![3, 5, 4]));
        assert_eq!(a.union(&b).ranks(), [4, 1, 3, 5]);
        assert_eq!(a.intersection(&b).ranks(), [4, 3]);
        assert_eq!(a.difference(&b).ranks(), [1]);
        assert_eq!((a.position(3), a.position(5)), (Some(2), None));
        assert_eq!(a.compare(&b), Comparison::Unequal);
        assert_eq!(a.compare(&Members::new(vec![1, 3, 4])), Comparison::Similar);
        let first = Members::new(vec![0, 1, 2]);
        assert!(first.is_identity() && !a.is_identity());
        assert_eq!((first.position(2), first.position(3)), (Some(2), None));
    }
}

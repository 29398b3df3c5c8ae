//! A set of numbers stored as a few runs: packets received, bytes received ahead, bytes to
//! retransmit.

use std::ops::Range;

/// Sorted, non-adjacent runs, limited in number.
#[derive(Debug)]
pub(crate) struct Ranges {
    runs: Vec<Range<u64>>,
    most: usize,
}

impl Ranges {
    /// An empty set of at most `most` runs.
    pub(crate) fn new(most: usize) -> Self {
        Self { runs: Vec::new(), most }
    }

    /// Adds a run. `false`, and nothing is added, if that would exceed the limit.
    pub(crate) fn insert(&mut self, add: Range<u64>) -> bool {
        if add.is_empty() {
            return true;
        }
        if let Some(last) = self.runs.last_mut()
            && last.end == add.start
        {
            last.end = add.end;
            return true;
        }
        let first = self.runs.partition_point(|run| run.end < add.start);
        let behind = self.runs.partition_point(|run| run.start <= add.end);
        if first == behind {
            if self.runs.len() == self.most {
                return false;
            }
            self.runs.insert(first, add);
            return true;
        }
        let joined = add.start.min(self.runs[first].start)..add.end.max(self.runs[behind - 1].end);
        self.runs[first] = joined;
        self.runs.drain(first + 1..behind);
        true
    }

    /// Whether `number` is in the set.
    pub(crate) fn contains(&self, number: u64) -> bool {
        if self.runs.last().is_some_and(|run| run.end <= number) {
            return false;
        }
        let at = self.runs.partition_point(|run| run.end <= number);
        self.runs.get(at).is_some_and(|run| run.start <= number)
    }

    /// Removes everything below `end`.
    pub(crate) fn remove_below(&mut self, end: u64) {
        let gone = self.runs.partition_point(|run| run.end <= end);
        self.runs.drain(..gone);
        if let Some(first) = self.runs.first_mut() {
            first.start = first.start.max(end);
        }
    }

    /// Removes and returns up to `most` numbers from the start of the lowest run.
    pub(crate) fn take(&mut self, most: u64) -> Option<Range<u64>> {
        let first = self.runs.first_mut()?;
        let taken = first.start..first.end.min(first.start.saturating_add(most));
        first.start = taken.end;
        if first.is_empty() {
            self.runs.remove(0);
        }
        Some(taken)
    }

    /// Removes and returns the lowest run.
    pub(crate) fn forget_lowest(&mut self) -> Option<Range<u64>> {
        (!self.runs.is_empty()).then(|| self.runs.remove(0))
    }

    /// The runs, lowest first.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Range<u64>> {
        self.runs.iter()
    }

    pub(crate) fn first(&self) -> Option<&Range<u64>> {
        self.runs.first()
    }

    pub(crate) fn last(&self) -> Option<&Range<u64>> {
        self.runs.last()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[derive(Clone, Debug)]
    enum Op {
        Insert(u64, u64),
        RemoveBelow(u64),
        Take(u64),
        ForgetLowest,
    }

    fn op() -> impl Strategy<Value = Op> {
        prop_oneof![
            8 => (0_u64..200, 0_u64..20).prop_map(|(start, len)| Op::Insert(start, len)),
            1 => (0_u64..200).prop_map(Op::RemoveBelow),
            2 => (1_u64..30).prop_map(Op::Take),
            1 => Just(Op::ForgetLowest),
        ]
    }

    fn check(ranges: &Ranges, model: &BTreeSet<u64>) {
        let all: BTreeSet<u64> = ranges.iter().flat_map(Clone::clone).collect();
        assert_eq!(&all, model);
        assert!(ranges.runs.windows(2).all(|pair| pair[0].end < pair[1].start), "{ranges:?}");
        assert!((0..230).all(|number| ranges.contains(number) == model.contains(&number)));
        assert!(ranges.runs.len() <= ranges.most && ranges.iter().all(|run| !run.is_empty()));
    }

    proptest! {
        #[test]
        fn the_runs_are_a_set(ops in prop::collection::vec(op(), 0..100), most in 1_usize..12) {
            let mut ranges = Ranges::new(most);
            let mut model = BTreeSet::new();
            for op in ops {
                match op {
                    Op::Insert(start, len) => {
                        if ranges.insert(start..start + len) {
                            model.extend(start..start + len);
                        } else {
                            prop_assert_eq!(ranges.runs.len(), most);
                        }
                    }
                    Op::RemoveBelow(end) => {
                        ranges.remove_below(end);
                        model.retain(|number| *number >= end);
                    }
                    Op::Take(most) => {
                        if let Some(taken) = ranges.take(most) {
                            prop_assert!(taken.end - taken.start <= most && !taken.is_empty());
                            prop_assert_eq!(model.first(), Some(&taken.start));
                            taken.for_each(|number| assert!(model.remove(&number)));
                        } else {
                            prop_assert!(model.is_empty());
                        }
                    }
                    Op::ForgetLowest => {
                        let gone = ranges.forget_lowest().unwrap_or_default();
                        gone.for_each(|number| assert!(model.remove(&number)));
                    }
                }
                check(&ranges, &model);
            }
        }
    }
}

//! All other ranks, in an order that avoids many ranks dealing with the same one at a time.

/// From the next rank on: the order of sending.
pub(super) fn after(rank: usize, size: usize) -> impl Iterator<Item = usize> {
    (1..size).map(move |step| (rank + step) % size)
}

/// From the previous rank backwards: the order in which their messages are sent to this rank.
pub(super) fn before(rank: usize, size: usize) -> impl Iterator<Item = usize> {
    (1..size).map(move |step| (rank + size - step) % size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_other_rank_has_its_turn() {
        assert_eq!(after(2, 4).collect::<Vec<_>>(), [3, 0, 1]);
        assert_eq!(before(2, 4).collect::<Vec<_>>(), [1, 0, 3]);
        assert_eq!(after(0, 1).chain(before(0, 1)).count(), 0);
    }
}

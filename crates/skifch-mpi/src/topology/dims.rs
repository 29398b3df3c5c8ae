//! Balanced grid sizes.

use crate::error::{Result, fail};

/// Fills in the zeros of `dims` so that the product is `count`. The sizes filled in are in falling
/// order and as close to each other as possible (MPI 5.0, 8.5.2): the first and the last differ
/// least; among such grids the one with the largest last size is taken, then with the largest last
/// but one, as in MPICH.
///
/// # Errors
/// `Dims` when the given sizes do not divide `count`.
pub fn dims_create(count: usize, dims: &mut [usize]) -> Result<()> {
    let given: usize = dims.iter().filter(|&&size| size > 0).product();
    let free = dims.iter().filter(|&&size| size == 0).count();
    let fits = count > 0 && count.is_multiple_of(given) && (free > 0 || given == count);
    if !fits {
        return fail!(Dims, "MPI_Dims_create: {count} ranks are no grid of {dims:?}");
    }
    let mut sizes = Divisors::of(count / given).balanced(free).into_iter().rev();
    dims.iter_mut().filter(|size| **size == 0).for_each(|size| *size = sizes.next().unwrap_or(1));
    Ok(())
}

struct Divisors {
    count: usize,
    rising: Vec<usize>,
    largest_prime: usize,
}

impl Divisors {
    fn of(count: usize) -> Self {
        let small = (1..).take_while(|size| size * size <= count);
        let small: Vec<_> = small.filter(|&size| count.is_multiple_of(size)).collect();
        let large = small.iter().rev().map(|size| count / size).filter(|&large| large > 1);
        let mut rising: Vec<_> = small.iter().copied().chain(large).collect();
        rising.dedup();
        let is_prime = |&&size: &&usize| {
            size > 1 && !rising.iter().any(|&by| 1 < by && by < size && size.is_multiple_of(by))
        };
        let largest_prime = rising.iter().rev().find(is_prime).copied().unwrap_or(1);
        Self { count, rising, largest_prime }
    }

    /// The count as a product of factors in rising order, as close to each other as possible.
    fn balanced(&self, parts: usize) -> Vec<usize> {
        if parts <= 1 {
            return vec![self.count; parts];
        }
        let (mut best, mut spread) = (Vec::new(), usize::MAX);
        for &least in self.below_root(self.count, parts) {
            let high = least.saturating_add(spread - 1);
            if let Some(rest) = self.above(least, high, self.count / least, parts - 1) {
                best = [vec![least], rest].concat();
                spread = best[parts - 1] - least;
            }
            if spread == 0 {
                break;
            }
        }
        best
    }

    /// `count` as a product of factors in rising order between `low` and `high`: the last as small
    /// as possible, then the first as large as possible.
    fn above(&self, low: usize, high: usize, count: usize, parts: usize) -> Option<Vec<usize>> {
        if parts == 1 {
            return (low <= count && count <= high).then(|| vec![count]);
        }
        let (mut best, mut high) = (None, high);
        for &first in self.below_root(count, parts).take_while(|&&first| low <= first) {
            let is_hopeless =
                high < self.largest_prime || high.saturating_pow(parts as u32 - 1) < count / first;
            if is_hopeless {
                break; // a smaller one leaves still more to the others
            }
            if !count.is_multiple_of(first) {
                continue;
            }
            if let Some(rest) = self.above(first, high, count / first, parts - 1) {
                high = rest[parts - 2] - 1;
                best = Some([vec![first], rest].concat());
            }
        }
        best
    }

    /// The possible smallest factors of a product of `parts` factors equal to `count`, falling.
    fn below_root(&self, count: usize, parts: usize) -> impl Iterator<Item = &usize> {
        let end = self.rising.partition_point(|size| size.saturating_pow(parts as u32) <= count);
        self.rising[..end].iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_balanced() {
        let made = |count, mut dims: Vec<usize>| {
            dims_create(count, &mut dims).map(|()| dims).map_err(|error| error.class())
        };
        assert_eq!(made(6, vec![0, 0]), Ok(vec![3, 2]));
        assert_eq!(made(7, vec![0, 0]), Ok(vec![7, 1]));
        assert_eq!(made(6, vec![0, 3, 0]), Ok(vec![2, 3, 1]));
        assert_eq!(made(48, vec![0, 0, 0]), Ok(vec![4, 4, 3]));
        assert_eq!(made(1024, vec![0, 0, 0]), Ok(vec![16, 8, 8]));
        assert_eq!(made(7488, vec![0, 0, 0]), Ok(vec![26, 18, 16]));
        assert_eq!(made(5040, vec![0, 0, 0]), Ok(vec![21, 16, 15]));
        assert_eq!(made(712_656, vec![0; 5]), Ok(vec![101, 14, 9, 8, 7]));
        assert_eq!(made(1, vec![]), Ok(vec![]));
        assert_eq!(made(7, vec![0, 3, 0]), Err(crate::error::Class::Dims));
        assert_eq!(made(6, vec![2, 2]), Err(crate::error::Class::Dims));
    }

    /// Compared with all grids by brute force: none is better balanced.
    #[test]
    fn no_grid_is_closer_together() {
        fn all(count: usize, parts: usize, low: usize) -> Vec<Vec<usize>> {
            if parts == 1 {
                return if count >= low { vec![vec![count]] } else { vec![] };
            }
            let firsts = (low..=count).filter(|&first| count.is_multiple_of(first));
            let with = |first| {
                let rests = all(count / first, parts - 1, first);
                rests.into_iter().map(move |rest| [vec![first], rest].concat())
            };
            firsts.flat_map(with).collect()
        }
        for (count, parts) in (1..200).flat_map(|count| (2..6).map(move |parts| (count, parts))) {
            let key = |grid: &Vec<usize>| (usize::MAX - (grid[parts - 1] - grid[0]), grid.clone());
            let best = all(count, parts, 1).into_iter().max_by_key(key).expect("one of them");
            assert_eq!(Divisors::of(count).balanced(parts), best, "{count} ranks");
        }
    }

    #[test]
    fn many_ranks_take_no_time() {
        let begin = std::time::Instant::now();
        for count in [i32::MAX as usize, 1_396_755_360, 735_134_400, 1 << 30, 6_652_800 * 311] {
            for parts in [2, 3, 8, 20] {
                let grid = Divisors::of(count).balanced(parts);
                assert_eq!(grid.iter().product::<usize>(), count);
            }
        }
        assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
    }
}

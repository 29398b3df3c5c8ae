//! Sizes of a balanced grid.

use crate::error::{Result, fail};

/// Fills in the zeros of `dims`, so that their product is `count` and what was filled in is as
/// equal as can be, falling.
///
/// # Errors
/// `Dims` when the sizes that are given do not divide `count`.
pub fn dims_create(count: usize, dims: &mut [usize]) -> Result<()> {
    let given: usize = dims.iter().filter(|&&size| size > 0).product();
    let free = dims.iter().filter(|&&size| size == 0).count();
    let fits = count > 0 && count.is_multiple_of(given) && (free > 0 || given == count);
    if !fits {
        return fail!(Dims, "MPI_Dims_create: {count} ranks are no grid of {dims:?}");
    }
    let mut sizes = balanced(count / given, free, usize::MAX).unwrap_or_default().into_iter();
    dims.iter_mut().filter(|size| **size == 0).for_each(|size| *size = sizes.next().unwrap_or(1));
    Ok(())
}

/// `count` as a product of `parts` falling factors, none above `limit`, the first as small as can
/// be.
fn balanced(count: usize, parts: usize, limit: usize) -> Option<Vec<usize>> {
    if parts <= 1 {
        return (count <= limit && (parts == 1 || count == 1)).then(|| vec![count; parts]);
    }
    let divisors = (1..=count.min(limit)).filter(|&size| count.is_multiple_of(size));
    for first in divisors.filter(|&size| size.saturating_pow(parts as u32) >= count) {
        if let Some(rest) = balanced(count / first, parts - 1, first) {
            return Some([vec![first], rest].concat());
        }
    }
    None
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
        assert_eq!(made(1, vec![]), Ok(vec![]));
        assert_eq!(made(7, vec![0, 3, 0]), Err(crate::error::Class::Dims));
        assert_eq!(made(6, vec![2, 2]), Err(crate::error::Class::Dims));
    }
}

//! The PEs of a team, in their order.

use crate::error::{Result, fail};

/// World numbers of the PEs of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Members {
    pes: Box<[u32]>,
    /// All members access each other's memory directly.
    pub(crate) is_near: bool,
}

impl Members {
    /// `pes` has at least one PE.
    pub(crate) fn new(pes: Vec<u32>, is_near: bool) -> Self {
        Self { pes: pes.into_boxed_slice(), is_near }
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.pes.len()
    }

    /// The world number of the member `index`, which is below [`len`](Self::len).
    #[inline(always)]
    pub(crate) fn at(&self, index: usize) -> u32 {
        self.pes[index]
    }

    pub(crate) fn all(&self) -> &[u32] {
        &self.pes
    }

    /// The world number of the member `pe`.
    ///
    /// # Errors
    /// There is no such member.
    #[inline]
    pub(crate) fn world(&self, pe: i32) -> Result<u32> {
        match usize::try_from(pe).ok().and_then(|pe| self.pes.get(pe)) {
            Some(&pe) => Ok(pe),
            None => fail!("PE {pe}: the team has the PEs 0 to {}", self.pes.len() - 1),
        }
    }

    /// The index of the PE with world number `pe`.
    pub(crate) fn index_of(&self, pe: u32) -> Option<usize> {
        self.pes.iter().position(|&member| member == pe)
    }

    /// The members `start`, `start + stride` and so on, `size` of them; `None` if these are not
    /// distinct members of this team.
    pub(crate) fn strided(&self, start: i32, stride: i32, size: i32) -> Option<Vec<u32>> {
        if size < 1 || (stride == 0 && size > 1) {
            return None;
        }
        let number = |at: i32| i64::from(start) + i64::from(stride) * i64::from(at);
        // Only the ends are checked, so an absurd size costs nothing.
        let is_inside = |number: i64| (0..self.pes.len() as i64).contains(&number);
        if !is_inside(number(0)) || !is_inside(number(size - 1)) {
            return None;
        }
        Some((0..size).map(|at| self.pes[number(at) as usize]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_members() {
        let team = Members::new(vec![1, 3, 5, 7, 9], true);
        assert_eq!(team.strided(0, 2, 3), Some(vec![1, 5, 9]));
        assert_eq!(team.strided(4, -1, 5), Some(vec![9, 7, 5, 3, 1]));
        assert_eq!(team.strided(2, 0, 1), Some(vec![5]));
        let bad = [(0, 2, 4), (-1, 1, 1), (0, 1, 0), (0, 0, 2), (5, 1, 1), (4, i32::MIN, 2)];
        for (start, stride, size) in bad {
            assert_eq!(team.strided(start, stride, size), None, "{start} {stride} {size}");
        }
        assert_eq!(team.strided(0, i32::MAX, i32::MAX), None);
        assert_eq!((team.index_of(7), team.index_of(2)), (Some(3), None));
        assert_eq!(team.world(4).expect("a member"), 9);
        assert!(team.world(5).is_err() && team.world(-1).is_err());
    }
}

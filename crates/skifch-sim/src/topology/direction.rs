//! Directions of links.

use std::fmt;

/// Maximum number of dimensions.
pub const MAX_DIMS: usize = 4;

/// A direction along one dimension: `+X −X +Y −Y +Z −Z +W −W`, numbered in this order. The number
/// is also that of the node's port through which packets leave in that direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Direction(u8);

impl Direction {
    /// Towards larger coordinates of dimension `dim`.
    pub const fn plus(dim: usize) -> Self {
        Self(2 * dim as u8)
    }

    /// Towards smaller coordinates of dimension `dim`.
    pub const fn minus(dim: usize) -> Self {
        Self(2 * dim as u8 + 1)
    }

    /// The direction with this number; only the low three bits of `index` are used.
    pub const fn from_index(index: usize) -> Self {
        Self(index as u8 & 7)
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its dimension.
    pub const fn dim(self) -> usize {
        self.index() / 2
    }

    /// Whether coordinates grow in this direction.
    pub const fn is_plus(self) -> bool {
        self.0 & 1 == 0
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_plus() { '+' } else { '-' };
        write!(f, "{sign}{}", ['X', 'Y', 'Z', 'W'][self.dim()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        let names: Vec<_> = (0..8).map(|i| Direction::from_index(i).to_string()).collect();
        assert_eq!(names.join(" "), "+X -X +Y -Y +Z -Z +W -W");
        assert_eq!(Direction::plus(2), Direction::minus(2).opposite());
        assert_eq!(Direction::minus(3).index(), 7);
    }
}

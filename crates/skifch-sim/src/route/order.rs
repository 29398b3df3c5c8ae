//! Orders of directions, and the choice of direction half way round a ring.

use crate::topology::Direction;

/// The order in which a packet uses its directions. Both are free of deadlock with the bubble rule:
/// a packet that turns never returns to a ring that it has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `+X +Y +Z −X −Y −Z`: the order of NICEVT's network, from the Cray T3E.
    Direction,
    /// X, then Y, then Z, each in either direction.
    Dimension,
}

impl Order {
    /// The directions of the first `dims` dimensions in this order.
    pub fn directions(self, dims: usize) -> impl Iterator<Item = Direction> {
        (0..2 * dims).map(move |at| match self {
            Self::Direction if at < dims => Direction::plus(at),
            Self::Direction => Direction::minus(at - dims),
            Self::Dimension => Direction::from_index(at),
        })
    }
}

/// Which direction a packet takes if both directions round a ring are equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Depending on the pair: by the parity of the source's coordinate in this dimension and of
    /// both ends' coordinates in the others. Always the same for a pair, so its packets stay in
    /// order.
    Split,
    /// Always `+`. Reduces the throughput of uniform traffic on rings of 8 by a fifth.
    Plus,
}

impl Ties {
    pub(crate) const NAMES: &[(&str, Self)] = &[("split", Self::Split), ("plus", Self::Plus)];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        let said = |order: Order| {
            order.directions(3).map(|to| to.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said(Order::Direction), "+X +Y +Z -X -Y -Z");
        assert_eq!(said(Order::Dimension), "+X -X +Y -Y +Z -Z");
    }
}

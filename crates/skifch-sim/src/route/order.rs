//! Orders of directions, and ways half round a ring.

use crate::topology::Direction;

/// The order in which a packet uses its directions. Either is free of deadlock with the bubble
/// rule: a packet that turns never comes back to a ring that it left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `+X +Y +Z −X −Y −Z`: the order of the network of NICEVT, from the Cray T3E.
    Direction,
    /// X, then Y, then Z, each in either direction.
    Dimension,
}

impl Order {
    /// Directions of the first `dims` dimensions in this order.
    pub fn directions(self, dims: usize) -> impl Iterator<Item = Direction> {
        (0..2 * dims).map(move |at| match self {
            Self::Direction if at < dims => Direction::plus(at),
            Self::Direction => Direction::minus(at - dims),
            Self::Dimension => Direction::from_index(at),
        })
    }
}

/// Which way a packet takes when both ways round a ring are equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Some pairs this way, some that: by the parity of the source's coordinate in this dimension
    /// and of both ends' coordinates in the others. Always the same for a pair, so its order is
    /// kept.
    Split,
    /// Always `+`. It costs uniform traffic a fifth on rings of 8.
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

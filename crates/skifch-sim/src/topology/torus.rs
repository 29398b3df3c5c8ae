//! Sizes, node numbers and coordinates.

use super::{Direction, MAX_DIMS};
use crate::Error;
use std::fmt;

/// Maximum size of a dimension: a route stores the hops of one direction in seven bits.
pub const MAX_SIZE: u32 = 128;
/// Maximum number of nodes.
pub const MAX_NODES: u32 = 1 << 20;

/// A torus of one to four dimensions. Node `x + kx·(y + ky·(z + kz·w))` has the coordinates `x, y,
/// z, w`: x runs fastest.
///
/// In a dimension of size 2 the links `+` and `−` of a node lead to the same neighbour but are two
/// separate links, as in the six nodes of M2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torus {
    /// 1 beyond the last dimension.
    sizes: [u32; MAX_DIMS],
    strides: [u32; MAX_DIMS],
    dims: usize,
    nodes: u32,
}

impl Torus {
    /// A torus of these sizes, one for each dimension.
    ///
    /// # Errors
    /// Not 1 to 4 sizes, a size below 2 or above [`MAX_SIZE`], or more than [`MAX_NODES`] nodes.
    pub fn new(sizes: &[u32]) -> Result<Self, Error> {
        let said = || sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        let refuse = |why: String| Err(Error::new(format!("torus {}: {why}", said())));
        if !(1..=MAX_DIMS).contains(&sizes.len()) {
            return refuse(format!("{} dimensions, must be 1 to {MAX_DIMS}", sizes.len()));
        }
        if let Some(bad) = sizes.iter().find(|size| !(2..=MAX_SIZE).contains(*size)) {
            return refuse(format!("a size of {bad}, must be 2 to {MAX_SIZE}"));
        }
        let (mut all, mut strides) = ([1; MAX_DIMS], [0; MAX_DIMS]);
        let mut nodes = 1u32;
        for (dim, &size) in sizes.iter().enumerate() {
            (all[dim], strides[dim]) = (size, nodes);
            nodes = nodes.saturating_mul(size);
        }
        if nodes > MAX_NODES {
            return refuse(format!("{nodes} nodes, must be at most {MAX_NODES}"));
        }
        Ok(Self { sizes: all, strides, dims: sizes.len(), nodes })
    }

    /// Parses sizes such as `4x4x4`.
    ///
    /// # Errors
    /// Not a list of numbers, or refused by [`Self::new`].
    pub fn parse(text: &str) -> Result<Self, Error> {
        let sizes: Result<Vec<u32>, _> = text.split('x').map(|part| part.trim().parse()).collect();
        match sizes {
            Ok(sizes) => Self::new(&sizes),
            Err(_) => Err(Error::new(format!("torus {text:?}: write sizes as in 4x4x4"))),
        }
    }

    /// Number of nodes, which are numbered from 0.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Number of dimensions.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Number of links that leave a node: two for each dimension.
    pub fn ports(&self) -> usize {
        2 * self.dims
    }

    /// The sizes, one for each dimension.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes[..self.dims]
    }

    /// Number of nodes along one dimension.
    pub fn size(&self, dim: usize) -> u32 {
        self.sizes[dim]
    }

    /// All directions, in the order of the ports.
    pub fn directions(&self) -> impl Iterator<Item = Direction> + use<> {
        (0..self.ports()).map(Direction::from_index)
    }

    /// Coordinate of a node in one dimension.
    pub fn coordinate(&self, node: u32, dim: usize) -> u32 {
        node / self.strides[dim] % self.sizes[dim]
    }

    /// Coordinates of a node; 0 beyond the last dimension.
    pub fn coordinates(&self, node: u32) -> [u32; MAX_DIMS] {
        let mut rest = node;
        self.sizes.map(|size| {
            let at = rest % size;
            rest /= size;
            at
        })
    }

    /// The node with these coordinates, each less than its size.
    pub fn node(&self, at: &[u32]) -> u32 {
        at.iter().zip(&self.strides).map(|(at, stride)| at * stride).sum()
    }

    /// The neighbour of `node` in a direction.
    pub fn neighbour(&self, node: u32, to: Direction) -> u32 {
        let (size, stride) = (self.sizes[to.dim()], self.strides[to.dim()]);
        let at = node / stride % size;
        let next = match to.is_plus() {
            true if at + 1 == size => 0,
            true => at + 1,
            false if at == 0 => size - 1,
            false => at - 1,
        };
        node - at * stride + next * stride
    }

    /// A number that identifies the ring of `node` in a direction: the line of nodes along that
    /// dimension, with that direction. The bubble rule applies to such a ring.
    pub fn ring(&self, node: u32, to: Direction) -> usize {
        let start = node - self.coordinate(node, to.dim()) * self.strides[to.dim()];
        start as usize * self.ports() + to.index()
    }

    /// Hops of a shortest route.
    pub fn distance(&self, from: u32, to: u32) -> u32 {
        let (from, to) = (self.coordinates(from), self.coordinates(to));
        let along = |dim: usize| from[dim].abs_diff(to[dim]);
        (0..self.dims).map(|dim| along(dim).min(self.sizes[dim] - along(dim))).sum()
    }

    /// Maximum distance of two nodes, in hops.
    pub fn diameter(&self) -> u32 {
        self.sizes().iter().map(|size| size / 2).sum()
    }

    /// Number of one-way links between two halves of the torus, cut across the longest dimension;
    /// `None` if its size is odd.
    pub fn bisection_links(&self) -> Option<u32> {
        let longest = *self.sizes().iter().max()?;
        longest.is_multiple_of(2).then(|| 4 * self.nodes / longest)
    }
}

impl fmt::Display for Torus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<_> = self.sizes().iter().map(u32::to_string).collect();
        f.write_str(&sizes.join("x"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torus(text: &str) -> Torus {
        Torus::parse(text).unwrap()
    }

    #[test]
    fn neighbours_lead_back_and_rings_close() {
        for text in ["2", "3x2", "4x4x4", "5x2x3x4"] {
            let torus = torus(text);
            for node in 0..torus.nodes() {
                assert_eq!(torus.node(&torus.coordinates(node)[..torus.dims()]), node);
                for to in torus.directions() {
                    let next = torus.neighbour(node, to);
                    assert_eq!(torus.neighbour(next, to.opposite()), node);
                    assert_eq!(torus.ring(node, to), torus.ring(next, to));
                    assert_eq!(torus.distance(node, next), 1);
                    let around =
                        (0..torus.size(to.dim())).fold(node, |node, _| torus.neighbour(node, to));
                    assert_eq!(around, node);
                }
            }
        }
    }

    #[test]
    fn a_dimension_of_two_has_two_links() {
        let m2 = torus("3x2");
        assert_eq!(m2.ports(), 4);
        let (up, down) = (Direction::plus(1), Direction::minus(1));
        assert_eq!((m2.neighbour(1, up), m2.neighbour(1, down)), (4, 4));
        assert_ne!(m2.ring(1, up), m2.ring(1, down));
    }

    /// Section 2.1 of the research note: diameters, bisections and mean hops.
    #[test]
    fn geometry() {
        let expect: [(&str, u32, Option<u32>, f64, f64); 7] = [
            ("3x2", 2, None, 1.1667, 1.4000),
            ("4x4", 4, Some(16), 2.0, 2.1333),
            ("8x8", 8, Some(32), 4.0, 4.0635),
            ("4x4x4", 6, Some(64), 3.0, 3.0476),
            ("5x5x5", 6, None, 3.6, 3.6290),
            ("8x8x8", 12, Some(256), 6.0, 6.0117),
            ("16x16x16", 24, Some(1024), 12.0, 12.0029),
        ];
        for (text, diameter, bisection, with_self, without_self) in expect {
            let torus = torus(text);
            // The torus looks the same from every node.
            let sum: u32 = (0..torus.nodes()).map(|node| torus.distance(0, node)).sum();
            let mean = |nodes: u32| f64::from(sum) / f64::from(nodes);
            assert_eq!(
                (torus.diameter(), torus.bisection_links()),
                (diameter, bisection),
                "{text}"
            );
            assert!((mean(torus.nodes()) - with_self).abs() < 5e-5, "{text}");
            assert!((mean(torus.nodes() - 1) - without_self).abs() < 5e-5, "{text}");
        }
    }

    #[test]
    fn what_is_no_torus_is_refused_with_words() {
        let cases = [
            ("", "torus \"\": write sizes as in 4x4x4"),
            ("4x", "write sizes as in 4x4x4"),
            ("4x1", "torus 4x1: a size of 1, must be 2 to 128"),
            ("200", "a size of 200"),
            ("2x2x2x2x2", "5 dimensions, must be 1 to 4"),
            ("128x128x128", "2097152 nodes"),
        ];
        for (text, expect) in cases {
            let said = Torus::parse(text).unwrap_err().to_string();
            assert!(said.contains(expect), "{text}: {said}");
        }
    }
}

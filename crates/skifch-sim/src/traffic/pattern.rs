//! Traffic patterns: who sends to whom.

use crate::Error;
use crate::random::Random;
use crate::topology::{MAX_DIMS, Torus};

/// A standard traffic pattern (Dally and Towles, chapter 3.2).
#[derive(Clone, Debug)]
pub struct Pattern {
    kind: Kind,
    nodes: u32,
    /// The receiver of each node, if it is fixed.
    targets: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A random node, possibly the sender.
    Uniform,
    /// A random other node.
    Others,
    /// A fixed receiver for each node: a permutation, or all to one.
    Fixed,
}

/// Names of the patterns, and their meanings.
const NAMES: &[(&str, &str)] = &[
    ("uniform", "a random node, possibly the sender"),
    ("others", "a random other node"),
    ("neighbour", "the next node in every dimension"),
    ("tornado", "just under half of the ring away, in every dimension"),
    ("complement", "the node opposite: k-1-x in every dimension"),
    ("transpose", "(x,y,z) to (y,z,x)"),
    ("reversal", "the bits of the node's number, reversed"),
    ("shuffle", "the bits of the node's number, rotated left by one"),
    ("permutation", "a random permutation, fixed for the run"),
    ("hotspot", "all nodes to node 0"),
];

impl Pattern {
    /// Names of the patterns, with their meanings.
    pub fn names() -> &'static [(&'static str, &'static str)] {
        NAMES
    }

    /// The pattern of this name. Only `permutation` uses `seed`.
    ///
    /// # Errors
    /// There is no such pattern, or it does not fit the torus.
    pub fn new(name: &str, torus: &Torus, seed: u64) -> Result<Self, Error> {
        let nodes = torus.nodes();
        let kind = match name {
            "uniform" => Kind::Uniform,
            "others" => Kind::Others,
            _ => Kind::Fixed,
        };
        let targets = match name {
            "uniform" | "others" => Vec::new(),
            "neighbour" => moved(torus, |_, at, size| (at + 1) % size),
            "tornado" => moved(torus, |_, at, size| (at + size.div_ceil(2) - 1) % size),
            "complement" => moved(torus, |_, at, size| size - 1 - at),
            "transpose" => rotated(torus)?,
            "reversal" => bits(torus, name, |node, bits| node.reverse_bits() >> (32 - bits))?,
            "shuffle" => bits(torus, name, |node, bits| {
                (node << 1 | node >> (bits - 1)) & ((1 << bits) - 1)
            })?,
            "permutation" => permutation(nodes, seed),
            "hotspot" => vec![0; nodes as usize],
            _ => {
                let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
                let why = format!("no traffic pattern {name:?}; known: {}", names.join(", "));
                return Err(Error::new(why));
            }
        };
        Ok(Self { kind, nodes, targets })
    }

    /// Receiver of the next packet of a node.
    #[inline]
    pub fn target(&self, from: u32, random: &mut Random) -> u32 {
        match self.kind {
            Kind::Fixed => self.targets[from as usize],
            Kind::Uniform => random.below(self.nodes),
            Kind::Others => {
                let other = random.below(self.nodes - 1);
                other + u32::from(other >= from)
            }
        }
    }

    /// Whether it looks the same from every node.
    pub fn is_symmetric(&self) -> bool {
        self.kind != Kind::Fixed
    }

    /// Packets that the busiest receiver gets for each packet that every node sends, on average.
    pub fn largest_share(&self) -> f64 {
        let mut count = vec![0u32; self.nodes as usize];
        self.targets.iter().for_each(|to| count[*to as usize] += 1);
        count.iter().max().map_or(1.0, |most| f64::from(*most).max(1.0))
    }

    /// Possible receivers of a node's packets, all equally likely.
    pub fn targets(&self, from: u32) -> Vec<u32> {
        match self.kind {
            Kind::Fixed => vec![self.targets[from as usize]],
            Kind::Uniform => (0..self.nodes).collect(),
            Kind::Others => (0..self.nodes).filter(|to| *to != from).collect(),
        }
    }
}

/// Maps each coordinate separately; `to` gets the dimension, the coordinate and the size.
fn moved(torus: &Torus, to: impl Fn(usize, u32, u32) -> u32) -> Vec<u32> {
    let target = |node: u32| {
        let mut at = torus.coordinates(node);
        (0..torus.dims()).for_each(|dim| at[dim] = to(dim, at[dim], torus.size(dim)));
        torus.node(&at[..torus.dims()])
    };
    (0..torus.nodes()).map(target).collect()
}

fn rotated(torus: &Torus) -> Result<Vec<u32>, Error> {
    if torus.sizes().iter().any(|size| *size != torus.size(0)) {
        return Err(Error::new(format!("transpose needs equal sizes, but the torus is {torus}")));
    }
    let target = |node: u32| {
        let (at, dims) = (torus.coordinates(node), torus.dims());
        let mut to = [0; MAX_DIMS];
        (0..dims).for_each(|dim| to[dim] = at[(dim + 1) % dims]);
        torus.node(&to[..dims])
    };
    Ok((0..torus.nodes()).map(target).collect())
}

fn bits(torus: &Torus, name: &str, to: impl Fn(u32, u32) -> u32) -> Result<Vec<u32>, Error> {
    let nodes = torus.nodes();
    if !nodes.is_power_of_two() {
        let why = format!(
            "{name} needs a power-of-two number of nodes, but the torus {torus} has {nodes}"
        );
        return Err(Error::new(why));
    }
    Ok((0..nodes).map(|node| to(node, nodes.trailing_zeros())).collect())
}

fn permutation(nodes: u32, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed ^ 0x7065_726d);
    let mut all: Vec<u32> = (0..nodes).collect();
    for last in (1..nodes).rev() {
        all.swap(last as usize, random.below(last + 1) as usize);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(name: &str, torus: &str) -> Vec<u32> {
        let torus = Torus::parse(torus).unwrap();
        let pattern = Pattern::new(name, &torus, 3).unwrap();
        (0..torus.nodes()).map(|node| pattern.target(node, &mut Random::new(1))).collect()
    }

    #[test]
    fn permutations_reach_everybody_once() {
        for name in [
            "neighbour",
            "tornado",
            "complement",
            "transpose",
            "reversal",
            "shuffle",
            "permutation",
        ] {
            let mut all = targets(name, "4x4x4");
            all.sort_unstable();
            assert_eq!(all, (0..64).collect::<Vec<_>>(), "{name}");
        }
        assert_eq!(targets("complement", "4x2")[..3], [7, 6, 5]);
        assert_eq!(targets("transpose", "4x4")[1], 4);
        assert_eq!(targets("shuffle", "8")[5], 3);
        assert_eq!(targets("tornado", "8")[0], 3);
        assert_eq!(targets("hotspot", "3x2"), [0; 6]);
    }

    #[test]
    fn others_leaves_oneself_out_and_nobody_else() {
        let torus = Torus::parse("3x2").unwrap();
        let pattern = Pattern::new("others", &torus, 0).unwrap();
        let mut random = Random::new(2);
        let mut seen = [0; 6];
        (0..600).for_each(|_| seen[pattern.target(2, &mut random) as usize] += 1);
        assert!(seen[2] == 0 && seen.iter().filter(|count| **count > 80).count() == 5, "{seen:?}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (name, torus, what) in [
            ("transpose", "4x2", "needs equal sizes, but the torus is 4x2"),
            ("shuffle", "3x2", "a power-of-two number of nodes, but the torus 3x2 has 6"),
            ("star", "4", "no traffic pattern \"star\"; known: uniform"),
        ] {
            let torus = Torus::parse(torus).unwrap();
            let said = Pattern::new(name, &torus, 0).unwrap_err().to_string();
            assert!(said.contains(what), "{said}");
        }
    }
}

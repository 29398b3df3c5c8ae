//! `PMI_process_mapping`: which ranks share a node.
//!
//! `(vector,(first_node,node_count,ranks_per_node),…)`: every block hands `ranks_per_node`
//! consecutive ranks to each of its nodes; when the blocks are used up and ranks remain, they
//! start again from the first block. Hydra 4 says `(vector,(0,1,1))` for any number of ranks on
//! one node. Grammar: MPICH `src/mpl/src/mpl_rankmap.c`.

/// The node number of every rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeMap {
    node_of: Vec<u32>,
}

impl NodeMap {
    /// Parses the text for `size` ranks; `None` when it is empty or outside the grammar.
    pub fn parse(text: &str, size: u32) -> Option<Self> {
        let blocks = parse_blocks(text)?;
        let size = usize::try_from(size).ok()?;
        let mut node_of = Vec::new();
        while node_of.len() < size {
            for &(first, count, per_node) in &blocks {
                for node in 0..count {
                    let room = (size - node_of.len()).min(per_node as usize);
                    node_of.extend(std::iter::repeat_n(first.checked_add(node)?, room));
                    if node_of.len() == size {
                        return Some(Self { node_of });
                    }
                }
            }
        }
        Some(Self { node_of })
    }

    /// All ranks on one node.
    pub fn of_one_node(size: u32) -> Self {
        Self { node_of: vec![0; size as usize] }
    }

    /// The node number of every rank.
    pub fn node_of(&self) -> &[u32] {
        &self.node_of
    }

    /// The text for ranks whose node numbers these are; short when they are regular.
    pub fn text(node_of: &[u32]) -> String {
        let blocks = blocks(node_of);
        let repeats = |&period: &usize| {
            blocks.len().is_multiple_of(period)
                && blocks.chunks(period).all(|part| part == &blocks[..period])
        };
        let period = (1..blocks.len()).find(repeats).unwrap_or(blocks.len());
        let block = |(node, count, ranks): &(u32, u32, u32)| format!(",({node},{count},{ranks})");
        format!("(vector{})", blocks[..period].iter().map(block).collect::<String>())
    }

    /// The ranks on the node of `rank`, ascending; empty when there is no such rank.
    pub fn local_ranks(&self, rank: u32) -> Vec<u32> {
        let Some(&mine) = self.node_of.get(rank as usize) else {
            return Vec::new();
        };
        (0..).zip(&self.node_of).filter(|&(_, &node)| node == mine).map(|(rank, _)| rank).collect()
    }
}

/// Runs of ranks on one node, then runs of following nodes with as many ranks each.
fn blocks(node_of: &[u32]) -> Vec<(u32, u32, u32)> {
    let mut blocks: Vec<(u32, u32, u32)> = Vec::new();
    for run in node_of.chunk_by(|a, b| a == b) {
        let ranks = u32::try_from(run.len()).unwrap_or(u32::MAX);
        match blocks.last_mut() {
            Some((first, count, each)) if *each == ranks && run[0] == *first + *count => {
                *count += 1;
            }
            _ => blocks.push((run[0], 1, ranks)),
        }
    }
    blocks
}

/// The blocks, each with at least one node and one rank per node so that they use up ranks.
fn parse_blocks(text: &str) -> Option<Vec<(u32, u32, u32)>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = text.strip_prefix("(vector")?.strip_suffix(')')?;
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        let (block, tail) = rest.strip_prefix(",(")?.split_once(')')?;
        let mut numbers = block.split(',').map(str::parse::<u32>);
        let mut number = || numbers.next()?.ok();
        let parsed = (number()?, number()?, number()?);
        if numbers.next().is_some() || parsed.1 == 0 || parsed.2 == 0 {
            return None;
        }
        blocks.push(parsed);
        rest = tail;
    }
    (!blocks.is_empty()).then_some(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(text: &str, size: u32) -> Option<Vec<u32>> {
        NodeMap::parse(text, size).map(|map| map.node_of)
    }

    #[test]
    fn known_launchers() {
        assert_eq!(nodes("(vector,(0,1,1))", 2), Some(vec![0, 0]));
        assert_eq!(nodes("(vector,(0,1,2))", 2), Some(vec![0, 0]));
        assert_eq!(nodes("(vector,(0,2,2))", 6), Some(vec![0, 0, 1, 1, 0, 0]));
        assert_eq!(nodes("(vector,(0,1,3),(1,2,1))", 5), Some(vec![0, 0, 0, 1, 2]));
        assert_eq!(nodes("(vector, (0,1,1), (5,1,1))", 2), Some(vec![0, 5]));
    }

    #[test]
    fn our_own_text() {
        for (node_of, text) in [
            (&[0, 0, 0][..], "(vector,(0,1,3))"),
            (&[0, 0, 1, 1], "(vector,(0,2,2))"),
            (&[0, 1, 2, 0, 1, 2, 0, 1, 2], "(vector,(0,3,1))"),
            (&[0, 1, 2, 0, 1], "(vector,(0,3,1),(0,2,1))"),
            (&[0, 0, 0, 1], "(vector,(0,1,3),(1,1,1))"),
            (&[1, 0, 0, 1, 0, 0], "(vector,(1,1,1),(0,1,2))"),
        ] {
            assert_eq!(NodeMap::text(node_of), text);
            assert_eq!(nodes(text, node_of.len() as u32).unwrap(), node_of);
        }
    }

    #[test]
    fn outside_the_grammar() {
        for text in [
            "",
            "(vector)",
            "(vector,)",
            "(vector,(0,1))",
            "(vector,(0,1,1,1))",
            "(vector,(0,0,1))",
            "(vector,(0,1,0))",
            "(vector,(0,1,1)",
            "(vector,(-1,1,1))",
            "vector,(0,1,1)",
            "(vector,(0,99999999999,1))",
            "unknown",
        ] {
            assert_eq!(nodes(text, 2), None, "{text}");
        }
        assert_eq!(nodes("(vector,(4294967295,2,1))", 2), None);
        assert_eq!(nodes("(vector,(0,4294967295,4294967295))", 2), Some(vec![0, 0]));
    }

    #[test]
    fn local_ranks_of_each() {
        let map = NodeMap::parse("(vector,(0,2,1))", 5).unwrap();
        assert_eq!(map.local_ranks(0), [0, 2, 4]);
        assert_eq!(map.local_ranks(3), [1, 3]);
        assert_eq!(map.local_ranks(5), []);
    }
}

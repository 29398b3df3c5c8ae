//! Lists of failures during a run: a line of text for each.

use crate::Error;
use crate::topology::{Direction, Torus};
use std::fmt;

/// Something that has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultTarget {
    /// The cable of a node in a direction, in both directions.
    Link(u32, Direction),
    /// A node and its cables.
    Node(u32),
}

impl fmt::Display for FaultTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link(node, to) => write!(f, "link {to} of node {node}"),
            Self::Node(node) => write!(f, "node {node}"),
        }
    }
}

/// A failure at a time of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// When.
    pub at_ns: u64,
    /// What fails.
    pub what: FaultTarget,
}

/// Maximum time of a failure: later than the end of any run.
const LATEST_NS: u64 = 1_000_000_000_000;
const UNITS: &[(&str, u64)] = &[("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000)];

impl Fault {
    /// Parses a list, and sorts it by time. Each line has a time and what fails, as in `20us link 5
    /// +X` or `1ms node 1,2,0`; a `#` starts a comment.
    ///
    /// # Errors
    /// A line is not understood; the error has its number.
    pub fn read(text: &str, torus: &Torus) -> Result<Vec<Self>, Error> {
        let mut faults = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let words = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = words.split_whitespace().collect();
            if !words.is_empty() {
                faults.push(Self::one(&words, torus).map_err(|error| error.at(number))?);
            }
        }
        faults.sort_by_key(|fault| fault.at_ns);
        Ok(faults)
    }

    fn one(words: &[&str], torus: &Torus) -> Result<Self, Error> {
        let what = match words[1..] {
            ["node", name] => FaultTarget::Node(node(name, torus)?),
            ["link", name, way] => {
                let node = node(name, torus)?;
                let mut ways = torus.directions();
                let way = ways.find(|to| to.to_string() == way).ok_or_else(|| {
                    let ways: Vec<_> = torus.directions().map(|to| to.to_string()).collect();
                    Error::new(format!("link {way:?}: must be one of {}", ways.join(" ")))
                })?;
                FaultTarget::Link(node, way)
            }
            _ => {
                let said = words.join(" ");
                return Err(Error::new(format!(
                    "{said:?}: write a time and what fails, as in 20us link 5 +X or 1ms node 9"
                )));
            }
        };
        Ok(Self { at_ns: time(words[0])?, what })
    }
}

fn time(text: &str) -> Result<u64, Error> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = UNITS.iter().find(|(name, _)| *name == &text[digits.len()..]);
    let ns = digits.parse::<u64>().ok().zip(unit).and_then(|(n, (_, ns))| n.checked_mul(*ns));
    ns.filter(|ns| *ns <= LATEST_NS).ok_or_else(|| {
        Error::new(format!("time {text:?}: write a number with ns, us, ms or s, up to 1000s"))
    })
}

/// Parses a node's number or coordinates.
fn node(text: &str, torus: &Torus) -> Result<u32, Error> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    let found = match numbers.as_deref() {
        Ok([node]) if *node < torus.nodes() => Some(*node),
        Ok(at) if at.len() > 1 && at.len() == torus.dims() => {
            let is_there = (0..torus.dims()).all(|dim| at[dim] < torus.size(dim));
            is_there.then(|| torus.node(at))
        }
        _ => None,
    };
    found.ok_or_else(|| {
        let last = torus.nodes() - 1;
        Error::new(format!("node {text:?}: the torus {torus} has the nodes 0 to {last}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_in_order_of_time() {
        let torus = Torus::parse("4x4x4").unwrap();
        let text = "# two deaths\n1ms node 1,2,0  # by its place\n\n20us link 5 -Y\n0ns node 3\n";
        let faults = Fault::read(text, &torus).unwrap();
        let said: Vec<_> =
            faults.iter().map(|fault| format!("{} {}", fault.at_ns, fault.what)).collect();
        assert_eq!(said, ["0 node 3", "20000 link -Y of node 5", "1000000 node 9"]);
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        let torus = Torus::parse("4x4").unwrap();
        for (text, words) in [
            ("20 node 3", "line 1: time \"20\": write a number with ns, us, ms or s"),
            ("1us node 3\n9999999999999999999s node 3", "line 2: time"),
            ("1us node 16", "line 1: node \"16\": the torus 4x4 has the nodes 0 to 15"),
            ("1us node 1,4", "line 1: node \"1,4\""),
            ("1us node 1,1,1", "line 1: node \"1,1,1\""),
            ("1us link 3 +Z", "line 1: link \"+Z\": must be one of +X -X +Y -Y"),
            ("\n1us cable 3", "line 2: \"1us cable 3\": write a time and what fails"),
            ("1us", "line 1: \"1us\": write a time and what fails"),
        ] {
            let said = Fault::read(text, &torus).unwrap_err().to_string();
            assert!(said.contains(words), "{text}: {said}");
        }
    }
}

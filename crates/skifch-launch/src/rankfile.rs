//! `--rankfile`: host and cores of each rank, in Open MPI's syntax.
//!
//! One line per rank, in any order: `rank 0=host slot=0-1`. The host is one of the job's, or `+n1`
//! for the second of them. A slot is a core, counted among those that a process there may use;
//! `1:0-2` are cores of the second socket and `1:*` is all of it.

use crate::bind::{self, Cpus};
use crate::error::LaunchError;
use crate::hosts::{self, Host};
use crate::sys;
use std::collections::BTreeMap;

/// The file, parsed and validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RankFile {
    path: String,
    /// Indexed by rank, without gaps.
    lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    host: Place,
    slots: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Named(Host),
    /// An index into the list of hosts.
    Number(usize),
}

/// Cores of one socket or of all: a range, or every one.
struct Slots {
    socket: Option<usize>,
    cores: Option<(usize, usize)>,
}

impl RankFile {
    pub(crate) fn read(path: &str) -> Result<Self, LaunchError> {
        let text = sys::read_text(path).map_err(|e| e.to_string());
        let lines = text.and_then(|text| Self::parse(&text));
        let lines = lines.map_err(|e| LaunchError::own(format!("--rankfile {path}: {e}")))?;
        Ok(Self { path: path.to_owned(), lines })
    }

    fn parse(text: &str) -> Result<Vec<Line>, String> {
        let mut lines = BTreeMap::new();
        for (number, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let (rank, line) = line(text).map_err(|why| format!("line {number}: {why}"))?;
            if lines.insert(rank, line).is_some() {
                return Err(format!("line {number}: rank {rank} already has a line"));
            }
        }
        if let Some((gap, _)) = (0..).zip(lines.keys()).find(|(rank, found)| rank != *found) {
            return Err(format!("rank {gap} has no line"));
        }
        if lines.is_empty() {
            Err("no rank has a line".into())
        } else {
            Ok(lines.into_values().collect())
        }
    }

    /// The number of ranks with lines.
    pub(crate) fn count(&self) -> usize {
        self.lines.len()
    }

    /// The hosts that it names.
    pub(crate) fn hosts(&self) -> Vec<Host> {
        let mut hosts: Vec<Host> = Vec::new();
        for line in &self.lines {
            if let Place::Named(host) = &line.host
                && !hosts.contains(host)
            {
                hosts.push(host.clone());
            }
        }
        hosts
    }

    /// The host index of each of `ranks` ranks.
    pub(crate) fn place(
        &self,
        ranks: usize,
        hosts: &[Host],
        is_here: &[bool],
    ) -> Result<Vec<usize>, LaunchError> {
        if ranks > self.lines.len() {
            let (path, count) = (&self.path, self.lines.len());
            let text = format!(
                "--rankfile {path}: there are {ranks} ranks, but only the first {count} have lines"
            );
            return Err(LaunchError::own(text));
        }
        let lines = self.lines[..ranks].iter().enumerate();
        let index = |(rank, line): (usize, &Line)| {
            line.host.find(hosts, is_here).ok_or_else(|| {
                let (path, host) = (&self.path, line.host.shown());
                LaunchError::own(format!(
                    "--rankfile {path}: rank {rank}: {host} is not a host of the job"
                ))
            })
        };
        lines.map(index).collect()
    }

    /// The slots of a rank as text; its host determines which processors they are.
    pub(crate) fn slots(&self, rank: usize) -> &str {
        self.lines.get(rank).map_or("", |line| &line.slots)
    }
}

impl Place {
    fn find(&self, hosts: &[Host], is_here: &[bool]) -> Option<usize> {
        match self {
            Self::Number(number) => (*number < hosts.len()).then_some(*number),
            Self::Named(named) => {
                let same = hosts.iter().position(|host| host.name == named.name);
                same.or_else(|| is_here.iter().position(|&here| here && named.is_here()))
            }
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Named(host) => format!("host {}", host.name),
            Self::Number(number) => format!("host +n{number}"),
        }
    }
}

/// The processors of `rank` that `slots` stands for, among the `allowed` ones.
pub(crate) fn cpus(rank: usize, slots: &str, allowed: &Cpus) -> Result<Cpus, LaunchError> {
    let mut cpus = Cpus::new();
    for slot in parse_slots(slots).unwrap_or_default() {
        let cores = bind::cores(slot.socket, allowed);
        let (first, last) = slot.cores.unwrap_or((0, cores.len().saturating_sub(1)));
        let chosen = cores.get(first..=last).ok_or_else(|| {
            let of = slot.socket.map_or(String::new(), |socket| format!(" in socket {socket}"));
            LaunchError::own(format!(
                "--rankfile: rank {rank}: slot={slots}: there are {} cores{of} that it may use",
                cores.len()
            ))
        })?;
        cpus.extend(chosen.iter().flatten());
    }
    Ok(cpus)
}

/// `rank 0=host slot=0-1`, also with spaces around `=`.
fn line(text: &str) -> Result<(usize, Line), String> {
    let wanted = || format!("{text:?}: expected rank N=HOST slot=CORES");
    let close = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let words: Vec<&str> = close.split_whitespace().collect();
    let ["rank", place, slot] = words[..] else { return Err(wanted()) };
    let (rank, host) = place.split_once('=').ok_or_else(wanted)?;
    let (key, slots) = slot.split_once('=').ok_or_else(wanted)?;
    let rank = rank.parse().map_err(|_| wanted())?;
    if !["slot", "slots"].contains(&key) || parse_slots(slots).is_none() {
        return Err(wanted());
    }
    let host = match host.strip_prefix("+n") {
        Some(number) => Place::Number(number.parse().map_err(|_| wanted())?),
        None => Place::Named(hosts::named(host)?),
    };
    Ok((rank, Line { host, slots: slots.to_owned() }))
}

/// `0-2,5`, `1:0,1`, `1:*`; everything after a socket belongs to it, up to the next socket.
fn parse_slots(text: &str) -> Option<Vec<Slots>> {
    let mut socket = None;
    let each = text.split([',', ';']).map(|slot| {
        let cores = match slot.split_once(':') {
            Some((of, cores)) => {
                socket = Some(of.parse().ok()?);
                cores
            }
            None => slot,
        };
        Some(Slots { socket, cores: range(cores)? })
    });
    each.collect()
}

/// `*`, `3`, `0-2`.
fn range(text: &str) -> Option<Option<(usize, usize)>> {
    if text == "*" {
        return Some(None);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range: (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    (range.0 <= range.1).then_some(Some(range))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Result<RankFile, String> {
        RankFile::parse(text).map(|lines| RankFile { path: "f".into(), lines })
    }

    #[test]
    fn lines_in_any_order_are_ranks_in_theirs() {
        let file = file("# two\nrank 1=b slot=0:*\nrank 0 = +n1 slot = 0-1,3 # first\n").unwrap();
        assert_eq!((file.count(), file.slots(0), file.slots(1)), (2, "0-1,3", "0:*"));
        let hosts = hosts::from_list("b,a").unwrap();
        assert_eq!(file.place(2, &hosts, &[false; 2]).unwrap(), [1, 0]);
        assert_eq!(file.hosts().len(), 1);
        let text = file.place(3, &hosts, &[false; 2]).unwrap_err().to_string();
        assert!(text.contains("3 ranks") && text.contains("first 2"), "{text}");
        let text = file.place(2, &hosts[1..], &[false]).unwrap_err().to_string();
        assert!(text.contains("+n1 is not a host"), "{text}");
    }

    #[test]
    fn what_is_no_such_file() {
        for (text, word) in [
            ("", "no rank"),
            ("rank 1=a slot=0", "rank 0 has no line"),
            ("rank 0=a slot=0\nrank 0=a slot=1", "line 2"),
            ("rank 0=a", "slot=CORES"),
            ("rank 0=a slot=x", "slot=CORES"),
            ("rank 0=a slot=2-1", "slot=CORES"),
            ("rank 0=a slot=", "slot=CORES"),
            ("rank 0=-x slot=0", "not a valid host name"),
            ("rank x=a slot=0", "expected rank N"),
        ] {
            let why = file(text).expect_err(text);
            assert!(why.contains(word), "{text}: {why}");
        }
    }

    #[test]
    fn slots_are_cores_that_may_be_used() {
        let allowed = bind::allowed();
        let cores = bind::cores(None, &allowed);
        assert_eq!(cpus(0, "0", &allowed).unwrap(), cores[0]);
        assert_eq!(cpus(0, &format!("0-{}", cores.len() - 1), &allowed).unwrap(), allowed);
        assert_eq!(cpus(0, "0:0", &allowed).unwrap(), cores[0]);
        let socket: Cpus = bind::cores(Some(0), &allowed).into_iter().flatten().collect();
        assert_eq!(cpus(0, "0:*", &allowed).unwrap(), socket);
        for slots in ["99999", "99:0", "0:99999"] {
            let text = cpus(3, slots, &allowed).unwrap_err().to_string();
            assert!(text.contains("rank 3") && text.contains("cores"), "{text}");
        }
    }
}

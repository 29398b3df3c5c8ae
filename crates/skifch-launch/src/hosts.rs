//! The hosts of a job: from the command line, a file, or the batch system.

mod allocation;
mod place;
mod ranges;
mod syntax;

pub(crate) use allocation::find as of_allocation;
pub(crate) use place::place;

use crate::error::LaunchError;
use crate::options::Order;
use crate::{net, sys};
use std::net::{IpAddr, ToSocketAddrs};

/// A host as named, with its size if given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Host {
    /// Without brackets; passed to the launch agent.
    pub(crate) name: String,
    pub(crate) slots: Option<u32>,
    /// The maximum number of ranks.
    pub(crate) max_slots: Option<u32>,
}

impl Host {
    /// This machine, if no hosts were given.
    pub(crate) fn here() -> Self {
        Self { name: sys::hostname(), slots: None, max_slots: None }
    }

    /// Whether this is the machine that the launcher runs on, which needs no agent.
    pub(crate) fn is_here(&self) -> bool {
        if let Ok(address) = self.name.parse() {
            return net::is_own(address);
        }
        is_same(&self.name, &sys::hostname()) || short(&self.name).eq_ignore_ascii_case("localhost")
    }

    /// Whether the name resolves to an address of this machine.
    fn leads_here(&self) -> bool {
        let found = (self.name.as_str(), 0).to_socket_addrs();
        found.is_ok_and(|mut found| found.any(|address| net::is_own(address.ip())))
    }
}

/// The format of `--display-allocation`.
impl std::fmt::Display for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "host {}: slots {}", self.name, self.slots.unwrap_or(1))?;
        self.max_slots.map_or(Ok(()), |max| write!(f, ", at most {max} ranks"))
    }
}

fn short(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// Whether two names may refer to one host: a short name may be of any domain.
fn is_same(one: &str, other: &str) -> bool {
    let both_full = one.contains('.') && other.contains('.');
    let [one, other] = if both_full { [one, other] } else { [one, other].map(short) };
    one.eq_ignore_ascii_case(other)
}

/// For each host, whether it is this machine. If this machine's name is a short one that hosts of
/// several domains have, their addresses decide.
pub(crate) fn here(hosts: &[Host]) -> Vec<bool> {
    tell(hosts, Host::is_here, Host::leads_here)
}

fn tell(
    hosts: &[Host],
    is_here: impl Fn(&Host) -> bool,
    leads_here: impl Fn(&Host) -> bool,
) -> Vec<bool> {
    let all: Vec<bool> = hosts.iter().map(is_here).collect();
    let is_full = |host: &Host| host.name.contains('.') && host.name.parse::<IpAddr>().is_err();
    let like = |host: &Host| {
        let others = hosts.iter().zip(&all).filter(|(other, here)| **here && is_full(other));
        let mut others = others.map(|(other, _)| &other.name);
        is_full(host)
            && others.any(|other| {
                short(other).eq_ignore_ascii_case(short(&host.name))
                    && !other.eq_ignore_ascii_case(&host.name)
            })
    };
    let each = hosts.iter().zip(&all);
    each.map(|(host, &here)| here && (!like(host) || leads_here(host))).collect()
}

/// The hosts of a list: `a,b:2,[::1]:4`.
pub(crate) fn from_list(text: &str) -> Result<Vec<Host>, LaunchError> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    let hosts = words.map(syntax::host).collect::<Result<Vec<_>, _>>();
    let hosts = hosts.and_then(|hosts| some(merged(hosts)));
    hosts.map_err(|why| LaunchError::own(format!("-hosts {text}: {why}")))
}

/// One host.
pub(crate) fn named(word: &str) -> Result<Host, String> {
    syntax::host(word)
}

/// The same from a file, in either dialect.
pub(crate) fn from_file(path: &str) -> Result<Vec<Host>, LaunchError> {
    let text =
        sys::read_text(path).map_err(|e| LaunchError::own(format!("-hostfile {path}: {e}")))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
    let hosts = lines.map(|(number, line)| {
        let because = |why| LaunchError::own(format!("-hostfile {path}, line {number}: {why}"));
        syntax::line(line).map_err(because)
    });
    let hosts = merged(hosts.collect::<Result<Vec<_>, _>>()?);
    some(hosts).map_err(|why| LaunchError::own(format!("-hostfile {path}: {why}")))
}

/// An explicit but empty list does not mean this machine.
fn some(hosts: Vec<Host>) -> Result<Vec<Host>, String> {
    if hosts.is_empty() { Err("it names no host with slots".to_owned()) } else { Ok(hosts) }
}

/// The hosts of the file that are also in the list, as in Open MPI.
pub(crate) fn chosen(file: Vec<Host>, named: Vec<Host>) -> Result<Vec<Host>, LaunchError> {
    if file.is_empty() || named.is_empty() {
        return Ok(if file.is_empty() { named } else { file });
    }
    let of_file = |host: Host| {
        let Some(listed) = file.iter().find(|listed| listed.name == host.name) else {
            let name = host.name;
            return Err(LaunchError::own(format!("host {name:?} is not in the host file")));
        };
        Ok(Host { slots: host.slots.or(listed.slots), ..listed.clone() })
    };
    named.into_iter().map(of_file).collect()
}

/// One entry per host. A host named several times has the sum of the slots, where an entry without
/// a number counts as one.
fn merged(hosts: Vec<Host>) -> Vec<Host> {
    let mut all: Vec<Host> = Vec::new();
    for host in hosts {
        match all.iter_mut().find(|seen| seen.name == host.name) {
            Some(seen) => {
                let slots = seen.slots.unwrap_or(1).saturating_add(host.slots.unwrap_or(1));
                seen.slots = Some(slots);
                seen.max_slots = seen.max_slots.or(host.max_slots);
            }
            None => all.push(host),
        }
    }
    // Open MPI: a host with 0 slots is listed but not used.
    all.retain(|host| host.slots != Some(0));
    all
}

/// Sorts by the number of slots, ascending or descending.
pub(crate) fn order(hosts: &mut [Host], order: Order) {
    let slots = |host: &Host| host.slots.unwrap_or(1);
    match order {
        Order::Ascending => hosts.sort_by_key(slots),
        Order::Descending => hosts.sort_by_key(|host| std::cmp::Reverse(slots(host))),
    }
}

/// The number of ranks implied by these hosts; `None` if they do not imply one.
pub(crate) fn slots(hosts: &[Host]) -> Option<u32> {
    let said = hosts.len() > 1 || hosts.iter().any(|host| host.slots.is_some());
    let each = hosts.iter().map(|host| host.slots.unwrap_or(1));
    said.then(|| each.fold(0, u32::saturating_add))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(hosts: &[Host]) -> Vec<(&str, Option<u32>)> {
        hosts.iter().map(|host| (host.name.as_str(), host.slots)).collect()
    }

    #[test]
    fn lists() {
        let list = |text: &str| from_list(text).unwrap();
        assert_eq!(shown(&list("a,b:2, c")), [("a", None), ("b", Some(2)), ("c", None)]);
        assert_eq!(shown(&list("a,b,a:3")), [("a", Some(4)), ("b", None)]);
        assert_eq!(shown(&list("[::1]:4,::2")), [("::1", Some(4)), ("::2", None)]);
        assert_eq!(shown(&list("a:0,b")), [("b", None)]);
        assert_eq!(slots(&list("a")), None);
        assert_eq!(slots(&list("a:3")), Some(3));
        assert_eq!(slots(&list("a,b:2")), Some(3));
        assert!(from_list("a:x").unwrap_err().to_string().contains("a:x"));
        for none in ["", " , ", "a:0"] {
            let text = from_list(none).unwrap_err().to_string();
            assert!(text.contains("no host with slots") && text.contains(none), "{text}");
        }
    }

    #[test]
    fn this_machine() {
        let here = |name: &str| from_list(name).unwrap()[0].is_here();
        for name in ["localhost", "127.0.0.1", "127.3.2.1", "[::1]", &sys::hostname()] {
            assert!(here(name), "{name}");
        }
        assert!(!here("node7.example") && !here("255.255.255.255"));
    }

    #[test]
    fn hosts_of_two_domains_with_one_short_name_are_two() {
        let told = |text: &str, own: &str| {
            let hosts = from_list(text).unwrap();
            tell(&hosts, |host| is_same(&host.name, own), |host| host.name.ends_with(".x.org"))
        };
        assert_eq!(told("a.x.org,a.y.org,b", "a"), [true, false, false]);
        assert_eq!(told("a.x.org,A.y.org,a", "a"), [true, false, true]);
        assert_eq!(told("a.y.org,A.Y.org,a", "a"), [true, true, true], "one, whatever it is");
        assert_eq!(told("a.x.org,a.y.org", "a.y.org"), [false, true]);
    }

    #[test]
    fn hosts_by_their_slots() {
        let mut hosts = from_list("a:2,b,c:2,d:8").unwrap();
        let names = |hosts: &[Host]| hosts.iter().map(|h| h.name.clone()).collect::<String>();
        order(&mut hosts, Order::Descending);
        assert_eq!(names(&hosts), "dacb");
        order(&mut hosts, Order::Ascending);
        assert_eq!(names(&hosts), "bacd");
    }

    #[test]
    fn a_list_chooses_from_a_file() {
        let file = from_list("a:4,b:4,c:4").unwrap();
        let both = chosen(file.clone(), from_list("c,a:2").unwrap()).unwrap();
        assert_eq!(shown(&both), [("c", Some(4)), ("a", Some(2))]);
        assert_eq!(chosen(file.clone(), Vec::new()).unwrap(), file);
        assert!(chosen(file, from_list("z").unwrap()).unwrap_err().to_string().contains("\"z\""));
    }
}

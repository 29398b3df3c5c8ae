//! The routing table: the child to use for each rank.

use skifch_backend::abi::LogLevel;
use skifch_backend::composite::Child;
use skifch_backend::{Error, HostRef, verdict};
use std::num::NonZeroU32;

/// For each rank of the job, the index of the first child that reaches it.
pub(crate) fn routes(
    host: &HostRef,
    children: &[Child],
    apart: Option<NonZeroU32>,
) -> Result<Vec<u8>, Error> {
    let own = host.rank();
    let is_near = |rank: u32| apart.is_none_or(|row| rank / row == own / row);
    let reaches = |index: usize, rank: u32| {
        let is_last = index + 1 == children.len();
        if is_last || is_near(rank) { children[index].reaches(rank) } else { Ok(false) }
    };
    let names: Vec<&str> = children.iter().map(Child::name).collect();
    choose(host.job_size(), &names, reaches)
        .map_err(|error| error.context(format_args!("rank {own} on {}", host_name())))
}

/// Whether these children reach all ranks on every rank. Collective; the result is the same
/// everywhere.
pub(crate) fn is_all(host: &HostRef, children: &[Child]) -> Result<bool, Error> {
    const ALL: &str = "all";
    let is_reached = |rank| {
        let mut found = children.iter().map(|child| child.reaches(rank));
        found.try_fold(false, |is_reached, reaches| Ok::<_, Error>(reaches? || is_reached))
    };
    let unreached = (0..host.job_size()).find_map(|rank| match is_reached(rank) {
        Ok(true) => None,
        Ok(false) => Some(format!("does not reach rank {rank}")),
        Err(error) => {
            Some(format!("cannot tell whether it reaches rank {rank} (errno {})", error.errno()))
        }
    });
    let said = unreached.as_deref().unwrap_or(ALL);
    let name = format!("skifch-route-{}", children.len());
    let apart = verdict(host, &name, said, |rank, said| {
        (said != ALL).then(|| format!("rank {rank} {said}"))
    })?;
    let names: Vec<&str> = children.iter().map(Child::name).collect();
    let (names, words) = (names.join(", "), apart.as_deref().unwrap_or("every rank is reached"));
    host.log(LogLevel::Info, format_args!("{names}: {words}"));
    Ok(apart.is_none())
}

fn choose(
    size: u32,
    names: &[&str],
    mut reaches: impl FnMut(usize, u32) -> Result<bool, Error>,
) -> Result<Vec<u8>, Error> {
    if names.is_empty() || names.len() > 255 {
        let text = format!("{} networks are named: 1 to 255 are possible", names.len());
        return Err(Error::new(libc::EINVAL, text));
    }
    let (mut routes, mut unreached) = (Vec::with_capacity(size as usize), Vec::new());
    for rank in 0..size {
        let mut route = None;
        for index in 0..names.len() {
            if reaches(index, rank)? {
                route = Some(index as u8);
                break;
            }
        }
        match route {
            Some(route) => routes.push(route),
            None => unreached.push(rank),
        }
    }
    if unreached.is_empty() {
        return Ok(routes);
    }
    let text = format!(
        "{} of {size} ranks are reached by none of {}: {}; add a network that reaches them to \
         SKIFCH_ROUTE_CHILDREN",
        unreached.len(),
        names.join(", "),
        ranges(unreached.into_iter())
    );
    Err(Error::new(libc::EHOSTUNREACH, text))
}

/// Describes the routes: "0-1, 7 by shm; 2-6 by udp".
pub(crate) fn in_words(routes: &[u8], names: &[&str]) -> String {
    let of = |index: usize| {
        let ranks = (0_u32..).zip(routes).filter(move |(_, route)| usize::from(**route) == index);
        ranges(ranks.map(|(rank, _)| rank))
    };
    let used = names.iter().enumerate().map(|(index, name)| (of(index), name));
    let used = used.filter(|(ranks, _)| !ranks.is_empty());
    used.map(|(ranks, name)| format!("{ranks} by {name}")).collect::<Vec<_>>().join("; ")
}

/// Ascending numbers as ranges: "0-3, 7".
fn ranges(numbers: impl Iterator<Item = u32>) -> String {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match found.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => found.push((number, number)),
        }
    }
    let word = |(from, to): (u32, u32)| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    found.into_iter().map(word).collect::<Vec<_>>().join(", ")
}

fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    name.map_or_else(|_| "this host".to_owned(), |name| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_reached_by_the_first_that_can() {
        let near = |rank: u32| rank < 2 || rank == 4;
        let routes = choose(5, &["shm", "udp"], |index, rank| Ok(index == 1 || near(rank)));
        let routes = routes.expect("all are reached");
        assert_eq!(routes, [0, 0, 1, 1, 0]);
        assert_eq!(in_words(&routes, &["shm", "udp"]), "0-1, 4 by shm; 2-3 by udp");
    }

    #[test]
    fn who_is_reached_by_none_is_told() {
        let error = choose(9, &["a", "b"], |index, rank| Ok(rank < 3 + index as u32));
        let error = error.expect_err("some are not");
        assert_eq!(error.errno(), libc::EHOSTUNREACH);
        assert!(error.text().contains("5 of 9 ranks are reached by none of a, b: 4-8"), "{error}");
        assert_eq!(choose(1, &[], |_, _| Ok(true)).expect_err("no network").errno(), libc::EINVAL);
        let unknown = choose(2, &["a"], |_, _| Err(Error::new(libc::EIO, "no answer")));
        assert_eq!(unknown.expect_err("not known").errno(), libc::EIO);
    }
}

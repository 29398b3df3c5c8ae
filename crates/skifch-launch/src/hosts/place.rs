//! The placement of ranks on hosts.

use super::Host;
use crate::error::LaunchError;

/// The host index of each of `ranks` ranks. A host is filled up to its slots (or `per_host`; 1 if
/// neither is given) before the next, or round robin if `by_node`. When all are full, placement
/// starts over, as in Hydra, but never beyond `max_slots`.
pub(crate) fn place(
    ranks: usize,
    hosts: &[Host],
    per_host: Option<u32>,
    by_node: bool,
) -> Result<Vec<usize>, LaunchError> {
    let room = |host: &Host| per_host.or(host.slots).unwrap_or(1).max(1) as usize;
    let mut used = vec![0_usize; hosts.len()];
    let mut placed = Vec::with_capacity(ranks);
    let mut level = 1;
    while placed.len() < ranks {
        let before = placed.len();
        for (index, host) in hosts.iter().enumerate() {
            let most = host.max_slots.map_or(usize::MAX, |max| max as usize);
            let left = (room(host) * level).min(most).saturating_sub(used[index]);
            let turn = if by_node { left.min(1) } else { left };
            let count = turn.min(ranks - placed.len());
            used[index] += count;
            placed.extend(std::iter::repeat_n(index, count));
        }
        if placed.len() == before {
            let is_full = |(host, &used): (&Host, &usize)| {
                host.max_slots.is_some_and(|max| used >= max as usize)
            };
            if hosts.iter().zip(&used).all(is_full) {
                return Err(too_many(ranks, hosts));
            }
            level += 1;
        }
    }
    Ok(placed)
}

fn too_many(ranks: usize, hosts: &[Host]) -> LaunchError {
    let each: Vec<_> = hosts
        .iter()
        .map(|host| format!("{} max_slots={}", host.name, host.max_slots.unwrap_or(0)))
        .collect();
    LaunchError::own(format!("{ranks} ranks do not fit on the hosts: {}", each.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(ranks: usize, list: &str, per_host: Option<u32>, by_node: bool) -> Vec<usize> {
        place(ranks, &crate::hosts::from_list(list).unwrap(), per_host, by_node).unwrap()
    }

    #[test]
    fn by_slot_and_by_node() {
        assert_eq!(placed(4, "a:2,b:2", None, false), [0, 0, 1, 1]);
        assert_eq!(placed(4, "a:2,b:2", None, true), [0, 1, 0, 1]);
        assert_eq!(placed(4, "a:1,b:3", None, true), [0, 1, 1, 1]);
        assert_eq!(placed(3, "a,b", None, false), [0, 1, 0]);
        assert_eq!(placed(6, "a:2,b", None, false), [0, 0, 1, 0, 0, 1]);
        assert_eq!(placed(6, "a,b", Some(3), false), [0, 0, 0, 1, 1, 1]);
        assert_eq!(placed(2, "a:8", None, false), [0, 0]);
    }

    #[test]
    fn a_greatest_number_holds() {
        let host =
            |name: &str, max| Host { name: name.into(), slots: Some(1), max_slots: Some(max) };
        let hosts = [host("a", 1), host("b", 2)];
        assert_eq!(place(3, &hosts, None, false).unwrap(), [0, 1, 1]);
        let text = place(4, &hosts, None, false).unwrap_err().to_string();
        assert!(text.contains("4 ranks") && text.contains("b max_slots=2"), "{text}");
    }
}

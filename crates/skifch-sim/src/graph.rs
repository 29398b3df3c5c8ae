//! Cycles in directed graphs.

use std::collections::HashMap;

/// The nodes of a cycle, each leading to the next and the last to the first; `None` if there is
/// none. The same edges in the same order give the same cycle.
pub(crate) fn cycle(edges: &[(u32, u32)]) -> Option<Vec<u32>> {
    let mut from: HashMap<u32, Vec<u32>> = HashMap::new();
    for (a, b) in edges {
        from.entry(*a).or_default().push(*b);
    }
    let mut is_done: HashMap<u32, bool> = HashMap::new();
    for (start, _) in edges {
        if is_done.contains_key(start) {
            continue;
        }
        // The current path, and how many edges of each of its nodes have been tried.
        let mut path = vec![(*start, 0)];
        is_done.insert(*start, false);
        while let Some((node, tried)) = path.last_mut() {
            let Some(&next) = from.get(node).and_then(|to| to.get(*tried)) else {
                is_done.insert(*node, true);
                path.pop();
                continue;
            };
            *tried += 1;
            match is_done.get(&next) {
                Some(true) => {}
                Some(false) => {
                    let at = path.iter().position(|(node, _)| *node == next)?;
                    return Some(path[at..].iter().map(|(node, _)| *node).collect());
                }
                None => {
                    is_done.insert(next, false);
                    path.push((next, 0));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_found_behind_branches_and_none_in_a_diamond() {
        assert_eq!(cycle(&[(1, 2), (1, 3), (2, 4), (3, 4)]), None);
        assert_eq!(cycle(&[(1, 2), (2, 3), (2, 4), (4, 5), (5, 2)]), Some(vec![2, 4, 5]));
        assert_eq!(cycle(&[(7, 7)]), Some(vec![7]));
    }
}

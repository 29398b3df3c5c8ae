//! Which members of a communicator share a host, for algorithms with two levels.

use super::builder::Team;
use crate::group::Members;
use std::collections::HashMap;
use std::sync::Arc;

/// Members are given by their rank in the communicator; hosts are ordered by their first member.
pub(crate) struct Hosts {
    members: Vec<Vec<usize>>,
    /// The index of each member's host.
    host_of: Vec<usize>,
    /// The members on this rank's host.
    here: Arc<Members>,
    /// The first member on each host.
    firsts: Arc<Members>,
}

/// The two levels of a call; the leader of each host takes part in both.
pub(crate) struct Levels {
    pub(crate) inside: Team,
    /// The leader's place in `inside`.
    pub(crate) leader: usize,
    /// The team of the leaders; `None` on other ranks.
    pub(crate) between: Option<Team>,
    /// The place in `between` of the root's host.
    pub(crate) top: usize,
}

impl Hosts {
    /// `None` where two levels would be one: all members on one host, or each on its own.
    pub(crate) fn of(members: &Members, rank: usize, nodes: &[u32]) -> Option<Self> {
        let mut numbers = HashMap::new();
        let mut lists: Vec<Vec<usize>> = Vec::new();
        let mut host_of = Vec::with_capacity(members.len());
        for (at, &world) in members.ranks().iter().enumerate() {
            let number = *numbers.entry(nodes.get(world as usize)?).or_insert(lists.len());
            if number == lists.len() {
                lists.push(Vec::new());
            }
            lists[number].push(at);
            host_of.push(number);
        }
        let is_one = lists.len() == 1 || lists.len() == members.len();
        let of = |places: &[usize]| {
            Arc::new(Members::new(places.iter().map(|&at| members.ranks()[at]).collect()))
        };
        let here = of(&lists[*host_of.get(rank)?]);
        let firsts = of(&lists.iter().map(|list| list[0]).collect::<Vec<_>>());
        (!is_one).then_some(Self { members: lists, host_of, here, firsts })
    }

    /// The members on each host, by their rank in the communicator.
    pub(super) fn members(&self) -> &[Vec<usize>] {
        &self.members
    }

    /// The index of a member's host.
    pub(super) fn host_of(&self, at: usize) -> usize {
        self.host_of[at]
    }

    /// The levels of `team` for a call with this root, which leads its host; the first member leads
    /// each other host.
    pub(crate) fn levels(&self, team: &Team, root: usize) -> Levels {
        let (own, top) = (self.host_of[team.rank], self.host_of[root]);
        let place = |at: usize| self.members[own].binary_search(&at).unwrap_or(0);
        let leader = if own == top { place(root) } else { 0 };
        let rank = place(team.rank);
        let context = team.context;
        let inside = Team { members: self.here.clone(), rank, context };
        let mut leaders = self.firsts.clone();
        if self.members[top][0] != root {
            let mut ranks = leaders.ranks().to_vec();
            ranks[top] = team.members.ranks()[root];
            leaders = Arc::new(Members::new(ranks));
        }
        let between = (rank == leader).then_some(Team { members: leaders, rank: own, context });
        Levels { inside, leader, between, top }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(nodes: &[u32], rank: usize) -> Option<Hosts> {
        // In the job the ranks are in reverse order, behind one that is not a member.
        let ranks: Vec<_> = (1..=nodes.len() as u32).rev().collect();
        let of_job: Vec<_> = [9].into_iter().chain(nodes.iter().rev().copied()).collect();
        Hosts::of(&Members::new(ranks), rank, &of_job)
    }

    fn team(size: u32, rank: usize) -> Team {
        Team { members: Arc::new(Members::new((1..=size).rev().collect())), rank, context: 4 }
    }

    #[test]
    fn one_level_is_no_two() {
        assert!(hosts(&[3, 3, 3], 1).is_none());
        assert!(hosts(&[3, 1, 2], 1).is_none());
        assert!(hosts(&[3, 1, 3], 1).is_some());
        assert!(Hosts::of(&Members::new(vec![0, 5]), 0, &[0, 0]).is_none(), "unknown");
    }

    #[test]
    fn the_root_leads_its_host() {
        let nodes = [7, 2, 7, 2, 2];
        for rank in 0..5 {
            let hosts = hosts(&nodes, rank).unwrap();
            assert_eq!(hosts.members(), [vec![0, 2], vec![1, 3, 4]]);
            let levels = hosts.levels(&team(5, rank), 3);
            let (leader, inside) =
                if nodes[rank] == 2 { (1, &[4, 2, 1][..]) } else { (0, &[5, 3][..]) };
            assert_eq!((levels.leader, levels.inside.members.ranks()), (leader, inside));
            assert_eq!(levels.inside.members.ranks()[levels.inside.rank], 5 - rank as u32);
            assert_eq!((levels.top, levels.inside.context), (1, 4));
            let between = levels.between.map(|team| (team.members.ranks().to_vec(), team.rank));
            let expected = match rank {
                0 => Some((vec![5, 2], 0)),
                3 => Some((vec![5, 2], 1)),
                _ => None,
            };
            assert_eq!(between, expected, "rank {rank}");
        }
    }
}

//! The members of a team, grouped by host.

use super::Members;

/// Grouping of a team with several hosts, of which at least one has several members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hosts {
    /// For each host its members, in team order; hosts are in the order of their first members.
    rows: Box<[Box<[u32]>]>,
    /// For each member its host.
    host_of: Box<[u32]>,
    /// The first member on each host.
    pub(crate) firsts: Box<[u32]>,
    /// The host of this PE.
    pub(crate) mine: usize,
    /// The index of this PE among the members on its host.
    pub(crate) me: usize,
}

/// Maximum rounds in which the members of a host, and the hosts, synchronise.
pub(crate) const ROUNDS_HERE: usize = 10;
const ROUNDS_BEYOND: usize = 12;

impl Hosts {
    /// `first_of` has for each PE the first PE of its host. `None` if all members are on one host,
    /// each is on a host of its own, or there are too many for the rounds.
    pub(crate) fn of(members: &Members, me: usize, first_of: &[u32]) -> Option<Self> {
        let (mut names, mut rows) = (Vec::new(), Vec::<Vec<u32>>::new());
        let mut host_of = Vec::with_capacity(members.len());
        for &pe in members.all() {
            let name = *first_of.get(pe as usize)?;
            let host = names.iter().position(|&known| known == name).unwrap_or(names.len());
            if host == names.len() {
                names.push(name);
                rows.push(Vec::new());
            }
            rows[host].push(pe);
            host_of.push(host as u32);
        }
        let most = rows.iter().map(Vec::len).max()?;
        let fits = most <= 1 << ROUNDS_HERE && rows.len() <= 1 << ROUNDS_BEYOND;
        if most == 1 || rows.len() == 1 || !fits {
            return None;
        }
        let mine = *host_of.get(me)? as usize;
        let me = rows[mine].iter().position(|&pe| pe == members.at(me))?;
        Some(Self {
            firsts: rows.iter().map(|row| row[0]).collect(),
            rows: rows.into_iter().map(Into::into).collect(),
            host_of: host_of.into(),
            mine,
            me,
        })
    }

    /// The members on a host.
    pub(crate) fn row(&self, host: usize) -> &[u32] {
        &self.rows[host]
    }

    /// The members on this PE's host.
    pub(crate) fn here(&self) -> &[u32] {
        &self.rows[self.mine]
    }

    pub(crate) fn count(&self) -> usize {
        self.rows.len()
    }

    /// The host of the member with this number in the team.
    pub(crate) fn host_of(&self, member: usize) -> usize {
        self.host_of[member] as usize
    }

    /// The first member on each host except this PE's.
    pub(crate) fn other_firsts(&self) -> impl Iterator<Item = u32> {
        let others = self.firsts.iter().enumerate().filter(|&(host, _)| host != self.mine);
        others.map(|(_, &pe)| pe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_by_their_hosts() {
        let members = Members::new(vec![5, 0, 1, 4, 2], false);
        let first_of = [0, 0, 2, 2, 4, 4];
        let hosts = Hosts::of(&members, 3, &first_of).expect("several hosts");
        assert_eq!((hosts.here(), hosts.mine, hosts.me), (&[5, 4][..], 0, 1));
        assert_eq!((hosts.row(1), hosts.row(2), hosts.count()), (&[0, 1][..], &[2][..], 3));
        assert_eq!([0, 1, 2, 3, 4].map(|member| hosts.host_of(member)), [0, 1, 1, 0, 2]);
        assert_eq!(hosts.other_firsts().collect::<Vec<_>>(), [0, 2]);
        let alone = Members::new(vec![0, 2, 4], false);
        assert_eq!(Hosts::of(&alone, 0, &first_of), None);
        let together = Members::new(vec![2, 3], true);
        assert_eq!(Hosts::of(&together, 0, &first_of), None);
        assert_eq!(Hosts::of(&members, 0, &first_of[..3]), None, "not all are known");
    }
}

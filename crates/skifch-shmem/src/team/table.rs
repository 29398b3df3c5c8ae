//! The table of teams of a process.

use super::{Hosts, Members, Team};
use crate::coll::meet::Pair;
use crate::error::{Result, fail};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicU64};
use std::sync::{Arc, OnceLock};

/// Maximum number of teams of a PE; each has a place for its words in the control memory.
pub(crate) const MAX_TEAMS: usize = 256;
/// The place of the last barrier.
pub(crate) const LAST_PLACE: usize = MAX_TEAMS;
/// A set of places, as bits.
pub(crate) type Places = [u64; MAX_TEAMS / 64];

/// A team that this PE is in.
pub(crate) struct TeamData {
    pub(crate) members: Arc<Members>,
    /// The number of this PE in the team.
    pub(crate) me: usize,
    /// Index of the place of its words.
    pub(crate) place: usize,
    /// Collective steps that this PE has begun. Equal on all members between calls, as are the next
    /// three.
    epoch: AtomicU64,
    /// Broadcasts of a word, in a team of two.
    words: AtomicU64,
    /// Other broadcasts.
    leads: AtomicU64,
    /// Steps of the members on this host alone.
    here: AtomicU64,
    /// The last broadcast whose root was another PE.
    heard: AtomicU64,
    pub(crate) num_contexts: i32,
    /// For two members that access each other directly: where they synchronise.
    pub(crate) pair: Option<Pair>,
    /// For members on several hosts: the grouping by host.
    pub(crate) hosts: OnceLock<Hosts>,
}

/// A plain increment: a team runs one call at a time, so there is no other writer.
#[inline(always)]
fn next(counter: &AtomicU64) -> u64 {
    let number = counter.load(Relaxed) + 1;
    counter.store(number, Relaxed);
    number
}

impl TeamData {
    /// A team whose place has used numbers up to `last`. `me` is this PE's number.
    pub(crate) fn new(members: Members, me: usize, place: usize, last: u64) -> Self {
        Self {
            members: Arc::new(members),
            me,
            place,
            epoch: AtomicU64::new(last),
            words: AtomicU64::new(last),
            leads: AtomicU64::new(last),
            heard: AtomicU64::new(last),
            here: AtomicU64::new(last),
            num_contexts: 0,
            pair: None,
            hosts: OnceLock::new(),
        }
    }

    /// The members of `team` in their last barrier. Its only step has a number above all others.
    pub(crate) fn last_of(team: &Self) -> Self {
        let members = Members::clone(&team.members);
        Self::new(members, team.me, LAST_PLACE, u64::MAX - 1)
    }

    /// The number of the next step.
    #[inline(always)]
    pub(crate) fn next_epoch(&self) -> u64 {
        next(&self.epoch)
    }

    /// The number of the last step.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch.load(Relaxed)
    }

    /// The number of the next broadcast of a word in a pair.
    #[inline(always)]
    pub(crate) fn next_word(&self) -> u64 {
        next(&self.words)
    }

    /// The number of the next broadcast of the other kind.
    #[inline(always)]
    pub(crate) fn next_lead(&self) -> u64 {
        next(&self.leads)
    }

    /// Records that another PE is the root of the last broadcast.
    #[inline(always)]
    pub(crate) fn hear(&self) {
        self.heard.store(self.leads.load(Relaxed), Relaxed);
    }

    /// Whether this PE is the root of the last broadcast and was that of the `before` ones before
    /// it.
    #[inline(always)]
    pub(crate) fn has_led(&self, before: u64) -> bool {
        self.leads.load(Relaxed) - self.heard.load(Relaxed) > before
    }

    /// The number of the next step of the members on this host.
    pub(crate) fn next_here(&self) -> u64 {
        next(&self.here)
    }

    /// Groups the members by host; `first_of` has for each PE the first PE of its host.
    pub(crate) fn find_hosts(&self, first_of: &[u32]) {
        if let Some(hosts) = Hosts::of(&self.members, self.me, first_of) {
            let _ = self.hosts.set(hosts);
        }
    }
}

/// All teams of the process. The place of a team is its handle minus one.
pub(crate) struct Teams {
    all: Box<[AtomicPtr<TeamData>]>,
    /// For each place: the last number used by its previous team; the next one continues above it.
    last: Box<[AtomicU64]>,
    free: Box<[AtomicU64]>,
}

impl Teams {
    /// The table with the world, and the team of the PEs in `near`.
    pub(crate) fn new(me: u32, pes: u32, near: Vec<u32>) -> Self {
        let teams = Self {
            all: (0..MAX_TEAMS).map(|_| AtomicPtr::default()).collect(),
            last: (0..MAX_TEAMS).map(|_| AtomicU64::new(0)).collect(),
            free: (0..MAX_TEAMS / 64).map(|_| AtomicU64::new(u64::MAX)).collect(),
        };
        let is_near = near.len() == pes as usize;
        let world = Members::new((0..pes).collect(), is_near);
        for (place, members) in [world, Members::new(near, true)].into_iter().enumerate() {
            let me = members.index_of(me).unwrap_or(0);
            teams.claim(place);
            teams.add(TeamData::new(members, me, place, 0));
        }
        teams
    }

    /// The team with this handle.
    ///
    /// # Errors
    /// There is no such team.
    #[inline]
    pub(crate) fn get(&self, team: Team) -> Result<&TeamData> {
        let slot = team.0.checked_sub(1).and_then(|place| self.all.get(place));
        // SYNC team-made: pairs with the release store in `add`.
        // SAFETY: a pointer stored here came from a box, which only `remove` drops: the program
        // does not use a team while it destroys it.
        match slot.and_then(|slot| unsafe { slot.load(Acquire).as_ref() }) {
            Some(team) => Ok(team),
            None => no_team(team),
        }
    }

    /// Fills in the pairs of the existing teams of two.
    pub(crate) fn find_pairs(&mut self, pair: impl Fn(&TeamData) -> Option<Pair>) {
        for slot in &mut self.all {
            // SAFETY: a pointer stored here came from a box, and nobody else has access to the
            // table.
            if let Some(team) = unsafe { slot.get_mut().as_mut() } {
                team.pair = pair(team);
            }
        }
    }

    /// Stores a team in its place, which was claimed before.
    pub(crate) fn add(&self, team: TeamData) -> Team {
        let handle = Team(team.place + 1);
        // SYNC team-made: pairs with the acquires in `get` and `remove`.
        self.all[team.place].store(Box::into_raw(Box::new(team)), Release);
        handle
    }

    /// Removes a team and releases its place.
    pub(crate) fn remove(&self, team: Team) {
        let place = team.0 - 1;
        // SYNC team-made: pairs with the release store in `add`.
        let old = self.all[place].swap(std::ptr::null_mut(), Acquire);
        if old.is_null() {
            return;
        }
        // SAFETY: it came from a box; the exchange makes this its only drop.
        let old = unsafe { Box::from_raw(old) };
        let last =
            [&old.epoch, &old.words, &old.leads, &old.here].map(|number| number.load(Relaxed));
        self.last[place].store(last.into_iter().fold(0, u64::max), Relaxed);
        self.release(place);
    }

    /// The places that no team has.
    pub(crate) fn free(&self) -> Places {
        std::array::from_fn(|at| self.free[at].load(Relaxed))
    }

    /// Claims a place. Returns whether it was free.
    pub(crate) fn claim(&self, place: usize) -> bool {
        let bit = 1 << (place % 64);
        // SYNC place-freed: pairs with the release in `release`; the last number is visible then.
        self.free[place / 64].fetch_and(!bit, Acquire) & bit != 0
    }

    pub(crate) fn release(&self, place: usize) {
        // SYNC place-freed: pairs with the acquire in `claim`.
        self.free[place / 64].fetch_or(1 << (place % 64), Release);
    }

    /// The last number used in this place.
    pub(crate) fn last_number(&self, place: usize) -> u64 {
        self.last[place].load(Relaxed)
    }
}

impl Drop for Teams {
    fn drop(&mut self) {
        (0..MAX_TEAMS).for_each(|place| self.remove(Team(place + 1)));
    }
}

/// The first place in the set.
pub(crate) fn first(places: &Places) -> Option<usize> {
    let word = places.iter().position(|&bits| bits != 0)?;
    Some(word * 64 + places[word].trailing_zeros() as usize)
}

#[cold]
fn no_team<T>(team: Team) -> Result<T> {
    match team {
        Team::INVALID => fail!("SHMEM_TEAM_INVALID is no team: look at what making one answered"),
        _ => fail!("there is no team with the handle {:#x}: was it destroyed?", team.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_once_and_remembers_its_steps() {
        let teams = Teams::new(1, 3, vec![1, 2]);
        assert_eq!(teams.get(Team::WORLD).expect("the world").members.all(), [0, 1, 2]);
        let shared = teams.get(Team::SHARED).expect("near ones");
        assert_eq!((shared.members.all(), shared.me), (&[1, 2][..], 0));
        assert!(teams.get(Team::INVALID).is_err() && teams.get(Team(3)).is_err());
        assert!(teams.get(Team(usize::MAX)).is_err());

        assert_eq!(first(&teams.free()), Some(2));
        assert!(teams.claim(2) && !teams.claim(2));
        let team = teams.add(TeamData::new((*shared.members).clone(), 0, 2, 6));
        let data = teams.get(team).expect("it");
        assert_eq!((data.next_epoch(), data.next_lead(), data.next_lead()), (7, 7, 8));
        assert!(data.has_led(1) && !data.has_led(2));
        data.hear();
        assert!(!data.has_led(0));
        teams.remove(team);
        assert!(teams.get(team).is_err());
        assert_eq!((teams.last_number(2), first(&teams.free())), (8, Some(2)));
        assert_eq!(first(&[0, 0, 1 << 5, 1]), Some(133));
        assert_eq!(first(&[0; MAX_TEAMS / 64]), None);
    }
}

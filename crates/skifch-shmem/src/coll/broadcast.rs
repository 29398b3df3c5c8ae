//! Broadcast. A PE leaves as soon as its own data has arrived, and the root when it has sent the
//! data: no PE waits for others that already have it.
//!
//! The members of a team number its broadcasts. In each broadcast a member gets one notification,
//! in the line whose turn it is. Short data comes with the notification; longer data is put into
//! `dest` before it, which is ready before any PE calls, as OpenSHMEM demands. All members
//! synchronise when the lines begin again, so that a line is free when it is written: a root is
//! ahead by at most as many broadcasts as there are lines. Two PEs of a host have records for
//! words, four in a line.
//!
//! Data goes down a tree, between hosts first. Large data on one host is copied by both ends
//! (`share.rs`). Active sets, from before OpenSHMEM 1.5, have no lines: there the root puts the
//! data, and all synchronise.

use super::data::{from_me, push};
use super::joined::sync_team;
use super::line::Line;
use super::meet::{LEADS, LINE_BYTES, RECORDS, quiet};
use super::pair::{Pair, WORD_BYTES};
use super::{Group, Joined, share};
use crate::area::near;
use crate::error::Result;
use crate::rma::copy;
use crate::state::{Kind, State, state};
use crate::team::{Hosts, TeamData};

/// Copies `bytes` bytes at `source` of PE `root` (numbered as in the group) to `dest` of all
/// members; in an active set, of all but the root.
///
/// # Errors
/// As [`sync`](super::sync), and no such root.
///
/// # Safety
/// `source` is readable and `dest` writable for `bytes` bytes.
#[inline]
pub unsafe fn broadcast(
    group: Group,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    root: i32,
) -> Result<()> {
    let state = state()?;
    match group {
        Group::Team(team) => {
            let team = state.teams.get(team)?;
            if let Some(pair) = &team.pair
                && bytes <= WORD_BYTES
                && matches!(root, 0 | 1)
            {
                // SAFETY: our caller's promise, here and below.
                return unsafe { of_word(state, team, pair, (dest, source), bytes, root as usize) };
            }
            let call = Broadcast { state, team, dest, source, bytes, root: root as usize };
            if call.root >= team.members.len() {
                team.members.world(root).map_err(|error| error.context("the root"))?;
            }
            // SAFETY: as above.
            unsafe { call.run() }
        }
        Group::Active(_) => {
            let joined = Joined::new(state, group)?;
            joined.members.world(root).map_err(|error| error.context("the root"))?;
            if joined.me == root as usize {
                for index in from_me(&joined).skip(1) {
                    // SAFETY: our caller's promise.
                    unsafe { push(state, dest, source, bytes, joined.members.at(index))? };
                }
            }
            joined.settle(state)
        }
    }
}

/// Up to this many PEs are notified by one PE directly; more use a tree.
const FLAT: usize = 8;

/// A PE that has been the root of this many broadcasts in a row prefetches the lines of the next as
/// many together.
const ROW: u64 = 8;

const _: () = assert!(LEADS.is_multiple_of(ROW));

/// A broadcast of at most one word between two PEs of a host.
///
/// # Safety
/// `source` is readable and `dest` writable for `bytes` bytes.
#[inline(always)]
unsafe fn of_word(
    state: &State,
    team: &TeamData,
    pair: &Pair,
    (dest, source): (*mut u8, *const u8),
    bytes: usize,
    root: usize,
) -> Result<()> {
    if bytes > 0 && near(dest, bytes, 0).is_none() {
        state.find(dest, bytes)?;
    }
    let number = team.next_word();
    if number.is_multiple_of(RECORDS) {
        sync_team(state, team)?;
    }
    // SAFETY: our caller's promise.
    unsafe {
        if team.me != root {
            return pair.take(state, number, dest, bytes);
        }
        pair.give(state, number, source, bytes);
        if source != dest {
            copy(dest, source, bytes);
        }
    }
    Ok(())
}

/// A broadcast over a team.
struct Broadcast {
    state: &'static State,
    team: &'static TeamData,
    dest: *mut u8,
    source: *const u8,
    bytes: usize,
    root: usize,
}

impl Broadcast {
    /// # Safety
    /// `source` is readable and `dest` writable for `bytes` bytes.
    #[inline(always)]
    unsafe fn run(&self) -> Result<()> {
        let Self { state, team, dest, source, bytes, .. } = *self;
        if bytes > 0 {
            state.find(dest, bytes)?;
        }
        let number = team.next_lead();
        if number.is_multiple_of(LEADS) {
            sync_team(state, team)?;
        }
        let line = Line::of_lead(team, number);
        let is_root = team.me == self.root;
        if !is_root {
            team.hear();
        }
        // SAFETY: our caller's promise, here and below.
        unsafe {
            if bytes <= LINE_BYTES {
                if !is_root {
                    let from = line.receive(state)?;
                    copy(dest, from, bytes);
                }
                let from = if is_root { source } else { dest };
                let is_in_row = number.is_multiple_of(ROW) && team.has_led(ROW);
                self.to_those_below(|pe, _| {
                    if is_in_row {
                        line.fetch(state, pe, ROW);
                    }
                    line.send(state, pe, from, bytes)
                })?;
                if is_root && source != dest {
                    copy(dest, source, bytes);
                }
                return Ok(());
            }
            self.long(line, is_root)
        }
    }

    /// # Safety
    /// As [`run`](Self::run).
    unsafe fn long(&self, line: Line, is_root: bool) -> Result<()> {
        let Self { state, dest, source, bytes, .. } = *self;
        let is_shared = self.is_shared();
        if let Some(head) = self.head_here().filter(|_| is_shared) {
            let from = if head == self.root_pe() { source } else { dest };
            let is_for_both = from != dest && self.is_next_to(head);
            // SAFETY: our caller's promise, here and below.
            return unsafe { share::take(state, line, (dest, from), is_for_both, bytes, head) };
        }
        if !is_root {
            line.wait(state)?;
        }
        let from = if is_root { source } else { dest };
        self.to_those_below(|pe, is_here| match is_here && is_shared {
            true => share::offer(state, line, pe),
            // SAFETY: as above.
            false => unsafe { self.put(line, from, pe) },
        })?;
        // The first PE that shares the copy also writes `dest` of this PE.
        let mut own = (is_root && source != dest).then_some(dest);
        if is_shared {
            self.to_those_below(|pe, is_here| match is_here {
                // SAFETY: as above.
                true => unsafe { share::give(state, line, (dest, from), own.take(), bytes, pe) },
                false => Ok(()),
            })?;
        }
        if let Some(own) = own {
            // SAFETY: as above.
            unsafe { copy(own, source, bytes) };
        }
        self.to_those_below(|pe, is_here| match is_here && is_shared {
            true => share::finish(state, line, bytes, pe),
            false => Ok(()),
        })
    }

    /// Puts the data into `dest` of `pe`, and notifies it.
    ///
    /// # Safety
    /// `from` is readable for `bytes` bytes.
    unsafe fn put(&self, line: Line, from: *const u8, pe: u32) -> Result<()> {
        let Self { state, dest, bytes, .. } = *self;
        // SAFETY: our caller's promise.
        unsafe { push(state, dest, from, bytes, pe)? };
        if !state.is_near(pe) {
            // The notification goes by the heap's segment; other segments are not ordered with it.
            match state.find(dest, bytes)? {
                (Kind::Heap, _) => state.heap.segment.fence()?,
                (Kind::Data | Kind::Packed, _) => quiet(state)?,
            }
        }
        line.signal(state, pe)
    }

    fn root_pe(&self) -> u32 {
        self.team.members.at(self.root)
    }

    fn is_shared(&self) -> bool {
        self.bytes >= share::FROM_BYTES
    }

    /// The PE that notifies the members on a host: the root, or the first member there.
    fn head_of(&self, hosts: &Hosts, host: usize) -> u32 {
        if host == hosts.host_of(self.root) { self.root_pe() } else { hosts.firsts[host] }
    }

    /// The PE that notifies the members on this host, if it is not this PE and is directly
    /// accessible.
    fn head_here(&self) -> Option<u32> {
        let head = match self.team.hosts.get() {
            Some(hosts) => self.head_of(hosts, hosts.mine),
            None if self.team.members.is_near => self.root_pe(),
            None => return None,
        };
        (head != self.state.me).then_some(head)
    }

    /// Whether this PE is the first member that `head`, on the same host, notifies.
    fn is_next_to(&self, head: u32) -> bool {
        let Self { state, team, .. } = *self;
        let here = team.hosts.get().map_or(team.members.all(), Hosts::here);
        let place = here.iter().position(|&pe| pe == head);
        place.is_some_and(|place| here[turned(place, 1, here.len())] == state.me)
    }

    /// Calls `tell` for the PEs that this PE notifies, with whether they are on its host.
    #[inline(always)]
    fn to_those_below(&self, mut tell: impl FnMut(u32, bool) -> Result<()>) -> Result<()> {
        let Self { state, team, root, .. } = *self;
        // Shared copies all come from one PE; when PEs share processors, a tree needs more context
        // switches.
        let is_flat = self.is_shared() || state.pace.all_share_cpus();
        let Some(hosts) = team.hosts.get() else {
            let (members, n) = (&team.members, team.members.len());
            let most = if members.is_near && is_flat { usize::MAX } else { FLAT };
            return below(turned(team.me, n - root, n), n, most, |place| {
                tell(members.at(turned(place, root, n)), members.is_near)
            });
        };
        let first = hosts.host_of(root);
        if self.head_of(hosts, hosts.mine) == state.me {
            let n = hosts.count();
            below(turned(hosts.mine, n - first, n), n, FLAT, |place| {
                tell(self.head_of(hosts, turned(place, first, n)), false)
            })?;
        }
        let (here, n) = (hosts.here(), hosts.here().len());
        let head = self.head_of(hosts, hosts.mine);
        let head = here.iter().position(|&pe| pe == head).unwrap_or(0);
        let most = if is_flat { usize::MAX } else { FLAT };
        below(turned(hosts.me, n - head, n), n, most, |place| {
            tell(here[turned(place, head, n)], true)
        })
    }
}

/// `place + by` modulo `n`. Both are at most `n`.
#[inline(always)]
fn turned(place: usize, by: usize, n: usize) -> usize {
    if place + by < n { place + by } else { place + by - n }
}

/// Calls `tell` for the children of `place` in a tree of `n` places with root 0: up to `most`
/// places are all children of the root, more form a binomial tree.
#[inline(always)]
fn below(
    place: usize,
    n: usize,
    most: usize,
    mut tell: impl FnMut(usize) -> Result<()>,
) -> Result<()> {
    if n <= most {
        return if place == 0 { (1..n).try_for_each(tell) } else { Ok(()) };
    }
    let last = if place > 0 { place & place.wrapping_neg() } else { n.next_power_of_two() };
    let mut bit = last / 2;
    while bit > 0 {
        if place + bit < n {
            tell(place + bit)?;
        }
        bit /= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_reaches_each_place_once() {
        for (n, most) in [(1, 8), (2, 8), (8, 8), (9, 8), (13, 1), (16, 1), (17, 1), (100, 8)] {
            let mut heard = vec![0; n];
            for place in 0..n {
                below(place, n, most, |to| {
                    heard[to] += 1;
                    Ok(())
                })
                .expect("nothing fails");
            }
            assert_eq!(heard[0], 0);
            assert!(heard[1..].iter().all(|&times| times == 1), "{n}: {heard:?}");
        }
    }

    #[test]
    fn places_go_round() {
        assert_eq!(
            [(0, 0), (2, 1), (2, 3), (0, 3)].map(|(place, by)| turned(place, by, 3)),
            [0, 0, 2, 0]
        );
    }
}

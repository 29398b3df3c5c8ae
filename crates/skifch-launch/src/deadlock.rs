//! Detection of ranks that wait for each other forever.
//!
//! A waiting rank proceeds when one of its operations does, which takes one of its peers. So ranks
//! are stuck if they all wait and all peers of each are stuck too, or have ended. This never
//! reports a job that could proceed, provided that no message was in transit when the ranks were
//! sampled.

use crate::waits::Wait;

/// What is known of a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Waits(Wait),
    /// Its threads in MPI wait, and it has others.
    Partly(Wait),
    /// It is polling (test or probe), and may do something else in between.
    Asks(Wait),
    /// It is not waiting in MPI, or not for long.
    Busy,
    /// It is not an MPI program, or its host does not reply.
    Unknown,
    Ended,
}

impl State {
    /// The state if a polling rank does nothing but poll, and other threads stay out of MPI.
    pub(crate) fn at_worst(self) -> Self {
        match self {
            Self::Asks(wait) | Self::Partly(wait) => Self::Waits(wait),
            other => other,
        }
    }
}

/// The ranks that are stuck.
pub(crate) fn stuck(states: &[State]) -> Vec<usize> {
    let mut is_stuck: Vec<_> =
        states.iter().map(|state| matches!(state, State::Waits(_))).collect();
    loop {
        let is_lost = |rank: usize, is_stuck: &[bool]| {
            is_stuck[rank] || states.get(rank) == Some(&State::Ended)
        };
        let goes_on = |rank: &usize| {
            let State::Waits(wait) = &states[*rank] else { return false };
            let mut peers = peers_of(wait, *rank, states.len());
            wait.peers.is_empty()
                || peers.any(|peer| peer >= states.len() || !is_lost(peer, &is_stuck))
        };
        match (0..states.len()).filter(|&rank| is_stuck[rank]).find(goes_on) {
            Some(rank) => is_stuck[rank] = false,
            None => return (0..states.len()).filter(|&rank| is_stuck[rank]).collect(),
        }
    }
}

/// A cycle of ranks that wait for each other; empty if there is none, for example if all wait for
/// ranks that have ended.
pub(crate) fn cycle(states: &[State], stuck: &[usize]) -> Vec<usize> {
    for &start in stuck {
        let mut way = vec![start];
        while let Some(next) = next(states, stuck, way[way.len() - 1]) {
            if let Some(at) = way.iter().position(|&rank| rank == next) {
                return way.split_off(at);
            }
            way.push(next);
        }
    }
    Vec::new()
}

/// A peer of a stuck rank that is stuck too.
fn next(states: &[State], stuck: &[usize], rank: usize) -> Option<usize> {
    let State::Waits(wait) = &states[rank] else { return None };
    peers_of(wait, rank, states.len()).find(|peer| stuck.contains(peer))
}

fn peers_of(wait: &Wait, rank: usize, ranks: usize) -> impl Iterator<Item = usize> {
    let any = wait.peers.contains(&None);
    let others = (0..if any { ranks } else { 0 }).filter(move |&other| other != rank);
    wait.peers.iter().flatten().copied().chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(peers: &[Option<usize>]) -> State {
        State::Waits(Wait { peers: peers.to_vec(), ..Wait::default() })
    }

    #[track_caller]
    fn check(states: &[State], want: &[usize], way: &[usize]) {
        let found = stuck(states);
        assert_eq!(found, want);
        assert_eq!(cycle(states, &found), way);
    }

    #[test]
    fn two_that_wait_for_each_other_are_stuck() {
        check(&[waits(&[Some(1)]), waits(&[Some(0)])], &[0, 1], &[0, 1]);
        let third = waits(&[Some(0)]);
        check(&[waits(&[Some(1)]), waits(&[Some(0)]), third], &[0, 1, 2], &[0, 1]);
        check(&[State::Busy, waits(&[Some(2)]), waits(&[Some(1)])], &[1, 2], &[1, 2]);
    }

    #[test]
    fn who_waits_for_one_that_works_is_not() {
        check(&[waits(&[Some(1)]), waits(&[Some(2)]), State::Busy], &[], &[]);
        check(&[waits(&[Some(1), Some(2)]), waits(&[Some(0)]), State::Busy], &[], &[]);
        check(&[waits(&[Some(1)]), waits(&[Some(0), Some(2)]), State::Unknown], &[], &[]);
        check(&[waits(&[]), waits(&[Some(0)])], &[], &[]);
        check(&[waits(&[Some(7)]), waits(&[Some(0)])], &[], &[]);
    }

    #[test]
    fn a_rank_that_may_do_something_else_is_not_stuck_for_certain() {
        let wait = || Wait { peers: vec![Some(1)], ..Wait::default() };
        for unsure in [State::Asks(wait()), State::Partly(wait())] {
            check(&[unsure.clone(), waits(&[Some(0)])], &[], &[]);
            check(&[unsure.at_worst(), waits(&[Some(0)])], &[0, 1], &[0, 1]);
        }
    }

    #[test]
    fn any_rank_is_every_other() {
        check(&[waits(&[None]), waits(&[None]), waits(&[Some(0)])], &[0, 1, 2], &[0, 1]);
        check(&[waits(&[None]), waits(&[None]), State::Busy], &[], &[]);
    }

    #[test]
    fn who_has_ended_helps_nobody() {
        check(&[waits(&[Some(1)]), State::Ended], &[0], &[]);
        check(&[waits(&[None]), State::Ended, waits(&[Some(0)])], &[0, 2], &[0, 2]);
        check(&[waits(&[Some(0)])], &[0], &[0]);
    }
}

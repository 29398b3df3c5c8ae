//! Why slots are counted in packets: rings that count flits, searched and simulated until deadlock.

use crate::graph;
use crate::random::Random;
use std::collections::{HashSet, VecDeque};

/// What a packet needs at the next node of the ring.
struct Rule {
    room: usize,
    /// Room that a packet takes.
    taken: fn(usize) -> usize,
    /// Room that must be free to enter the ring, and to stay on it.
    enter: fn(usize, usize) -> usize,
    stay: fn(usize, usize) -> usize,
}

impl Rule {
    fn free(&self, held: impl Iterator<Item = usize>) -> usize {
        self.room - held.map(self.taken).sum::<usize>()
    }
}

const SLOTS: Rule = Rule { room: 2, taken: |_| 1, enter: |_, _| 2, stay: |_, _| 1 };
const FLITS: Rule =
    Rule { room: 4, taken: |len| len, enter: |len, most| len + most, stay: |len, _| len };
const TWICE: Rule = Rule { enter: |len, _| 2 * len, ..FLITS };
const LARGEST: Rule = Rule { enter: |_, most| 2 * most, stay: |_, most| most, ..FLITS };

/// Packets of each input of a ring, the first one first.
type State = Vec<Vec<usize>>;

/// Searches every state that a ring can reach when packets of these sizes enter it anywhere, travel
/// any number of hops and leave or stay; returns one in which nothing can move although all packets
/// want to continue.
fn standstill(rule: &Rule, nodes: usize, sizes: &[usize]) -> Option<State> {
    let most = *sizes.iter().max().unwrap();
    let mut seen = HashSet::new();
    let mut open = vec![vec![Vec::new(); nodes]];
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let free =
            |at: usize| rule.room - state[at].iter().map(|len| (rule.taken)(*len)).sum::<usize>();
        let mut goes_on = Vec::new();
        for at in 0..nodes {
            let next = (at + 1) % nodes;
            for &len in sizes {
                if free(next) >= (rule.enter)(len, most) {
                    let mut after = state.clone();
                    after[next].push(len);
                    open.push(after);
                }
            }
            if let Some(&len) = state[at].first()
                && free(next) >= (rule.stay)(len, most)
            {
                let mut after = state.clone();
                after[at].remove(0);
                after[next].push(len);
                goes_on.push(after);
            }
            if !state[at].is_empty() {
                let mut after = state.clone();
                after[at].remove(0);
                open.push(after);
            }
        }
        // If every packet wants to continue, nothing can move.
        if goes_on.is_empty() && state.iter().all(|input| !input.is_empty()) {
            return Some(state);
        }
        open.extend(goes_on);
    }
    None
}

/// Section 3.2 of the research note: a ring of 3 with room for two packets.
#[test]
fn counting_flits_can_stand_still_and_counting_packets_cannot() {
    for sizes in [[1, 2], [1, 3], [2, 3]] {
        let flits = Rule { room: 2 * sizes[1], ..FLITS };
        assert!(standstill(&flits, 3, &sizes).is_some(), "{sizes:?}");
        assert_eq!(standstill(&SLOTS, 3, &sizes), None, "{sizes:?}");
        assert_eq!(standstill(&Rule { room: 3, ..SLOTS }, 3, &sizes), None, "{sizes:?}");
    }
    assert!(standstill(&TWICE, 3, &[1, 2]).is_some());
    assert!(standstill(&LARGEST, 3, &[1, 2]).is_some());
    // With a single size, counting bytes is counting slots.
    assert_eq!(standstill(&FLITS, 3, &[2]), None);
    // With one slot to enter there is no bubble.
    assert!(standstill(&Rule { enter: |_, _| 1, ..SLOTS }, 3, &[1]).is_some());
}

/// A packet on a ring: its flits, and its remaining hops.
type Packet = (usize, u32);

/// A cycle of inputs of a ring whose first packets wait for each other.
fn circle(rule: &Rule, most: usize, ring: &[VecDeque<Packet>]) -> Option<Vec<u32>> {
    let nodes = ring.len();
    let waits = |at: &usize| {
        let next = (at + 1) % nodes;
        ring[*at].front().is_some_and(|(len, hops)| {
            *hops > 0 && rule.free(ring[next].iter().map(|(len, _)| *len)) < (rule.stay)(*len, most)
        })
    };
    let edges = (0..nodes).filter(waits).map(|at| (at as u32, ((at + 1) % nodes) as u32));
    graph::cycle(&edges.collect::<Vec<_>>())
}

/// All nodes always send packets of one and two flits four nodes ahead, on a ring of 8; turns and
/// packet sizes are random.
fn tornado(rule: &Rule, seed: u64) -> Option<Vec<u32>> {
    let (mut random, mut ring) = (Random::new(seed), vec![VecDeque::<Packet>::new(); 8]);
    for turn in 0..400_000 {
        let (at, is_on_it) = (random.below(8) as usize, random.below(2) == 0);
        let next = (at + 1) % 8;
        let free = rule.free(ring[next].iter().map(|(len, _)| *len));
        match (is_on_it, ring[at].front().copied()) {
            (true, Some((_, 0))) => drop(ring[at].pop_front()),
            (true, Some((len, hops))) if free >= (rule.stay)(len, 2) => {
                ring[at].pop_front();
                ring[next].push_back((len, hops - 1));
            }
            (false, _) => {
                let len = 1 + random.below(2) as usize;
                if free >= (rule.enter)(len, 2) {
                    ring[next].push_back((len, 3));
                }
            }
            _ => {}
        }
        // Who stands still stays so.
        if turn % 64 == 0
            && let Some(circle) = circle(rule, 2, &ring)
        {
            return Some(circle);
        }
    }
    None
}

#[test]
fn shortest_routes_are_no_help_and_the_detector_names_the_ring() {
    let dead: Vec<_> = (1..=6).filter_map(|seed| tornado(&FLITS, seed)).collect();
    assert!(dead.len() >= 2, "counting flits did hardly any harm: {dead:?}");
    assert!(dead.iter().all(|circle| circle.len() == 8), "{dead:?}");
    assert!((1..=6).all(|seed| tornado(&SLOTS, seed).is_none()));
}

//! Calls with parts of different lengths in which ranks use different paths, or disagree about
//! sizes.

use crate::kit::{Random, WORLD, listed, long, longs, rank_of, size_of};
use skifch_mpi::Datatype;
use skifch_mpi::coll::{self, Layout, Parts, barrier};
use skifch_mpi::error::Class;

pub(crate) fn all(_: &mut Random) {
    // Up to 4 KB use the fast path if all parts have one datatype.
    for count in [0, 1, 100, 511, 512, 600, 20_000] {
        for odd in 0..2 {
            let is_each = rank_of(WORLD) % 2 == odd;
            alltoalls(count, is_each);
            allgathers(count, is_each);
        }
        longer(count);
    }
}

fn value(from: usize, to: usize, at: usize) -> i64 {
    (from * 1_000_003 + to * 1009 + at) as i64
}

/// Displacements of parts with these lengths, each behind a gap, and the total length.
fn places(counts: &[usize]) -> (Vec<isize>, usize) {
    let mut end = 0;
    let begin = |count: &usize| {
        let at = end + 1;
        end = at + *count as isize;
        at
    };
    (counts.iter().map(begin).collect(), end as usize)
}

/// These parts, with a datatype for each if `is_each`; parts without elements need none.
fn parts(all: &mut [i64], counts: &[usize], is_each: bool) -> Parts {
    let disps = places(counts).0;
    let parts = listed(all, counts, &disps);
    if !is_each {
        return parts;
    }
    let disps = disps.iter().map(|at| 8 * at).collect();
    let datatype = |count: &usize| if *count == 0 { Datatype::NULL } else { long() };
    let datatypes = counts.iter().map(datatype).collect();
    Parts { layout: Layout::Each { counts: counts.to_vec(), disps, datatypes }, ..parts }
}

/// A buffer with all parts at these places, and -1 in the gaps.
fn laid(counts: &[usize], value: impl Fn(usize, usize) -> i64) -> Vec<i64> {
    let (disps, end) = places(counts);
    let mut all = vec![-1; end];
    for (rank, (&count, &disp)) in counts.iter().zip(&disps).enumerate() {
        (0..count).for_each(|at| all[disp as usize + at] = value(rank, at));
    }
    all
}

fn alltoalls(count: usize, is_each: bool) {
    let (me, size) = (rank_of(WORLD), size_of(WORLD));
    let len = |from: usize, to: usize| count.saturating_sub((from + 2 * to) % 3);
    let (out, come): (Vec<_>, Vec<_>) =
        (0..size).map(|peer| (len(me, peer), len(peer, me))).unzip();
    let mut from = laid(&out, |to, at| value(me, to, at));
    let mut to = laid(&come, |_, _| -1);
    let (from, into) = (parts(&mut from, &out, is_each), parts(&mut to, &come, is_each));
    // SAFETY: the buffers have these elements.
    unsafe { coll::alltoall(from, into, WORLD) }.expect("an alltoall");
    assert!(to == laid(&come, |from, at| value(from, me, at)), "alltoall of {count}");
}

fn allgathers(count: usize, is_each: bool) {
    let (me, size) = (rank_of(WORLD), size_of(WORLD));
    for is_even in [false, true] {
        let less = |rank: usize| if is_even { 0 } else { (rank + 1) % 3 };
        let counts: Vec<_> = (0..size).map(|rank| count.saturating_sub(less(rank))).collect();
        let own: Vec<_> = (0..counts[me]).map(|at| value(me, 0, at)).collect();
        let mut all = laid(&counts, |_, _| -1);
        let to = parts(&mut all, &counts, is_each);
        // SAFETY: the buffers have these elements.
        unsafe { coll::allgather(longs(&own[..]), to, WORLD) }.expect("an allgather");
        assert!(all == laid(&counts, |rank, at| value(rank, 0, at)), "allgather of {count}");
    }
}

/// A message longer than its part is an error at its receiver, and blocks no other rank.
fn longer(count: usize) {
    let (me, size) = (rank_of(WORLD), size_of(WORLD));
    if size == 1 {
        return;
    }
    let counts = vec![count + 1; size];
    // Rank 0 has less room for the last rank's part.
    let mut room = counts.clone();
    room[size - 1] -= usize::from(me == 0);
    let wanted = |is_met: bool| is_met.then_some(Class::Truncate);
    let mut from = laid(&counts, |to, at| value(me, to, at));
    let mut all = laid(&room, |_, _| -1);
    let (out, come) = (parts(&mut from, &counts, false), parts(&mut all, &room, false));
    // SAFETY: the buffers have these elements, here and below.
    let done = unsafe { coll::alltoall(out, come, WORLD) };
    assert_eq!(done.err().map(|error| error.class()), wanted(me == 0), "alltoall of {count}");
    barrier(WORLD).expect("a barrier");
    // With more ranks all must pass the same lengths, because the algorithm depends on them.
    if size == 2 {
        let own: Vec<_> = (0..counts[me]).map(|at| value(me, 0, at)).collect();
        let come = parts(&mut all, &room, false);
        // SAFETY: as above.
        let done = unsafe { coll::allgather(longs(&own[..]), come, WORLD) };
        assert_eq!(done.err().map(|error| error.class()), wanted(me == 0), "allgather of {count}");
        barrier(WORLD).expect("a barrier");
    }
}

//! Long reductions, in place and not, and the memory pages they request from the system.

use crate::kit::{Random, WORLD, long, rank_of, size_of};
use skifch_mpi::coll::{self, Reduce};
use skifch_mpi::op::Builtin;
use skifch_mpi::p2p::IN_PLACE;

/// Counts of 8-byte elements. The first calls adapt the C allocator's threshold for long blocks.
const COUNTS: [usize; 3] = [8 << 10, 32 << 10, 128 << 10];
const ROUNDS: u64 = 10;
/// New pages in a round. Each call with new memory would need 16 for the least count.
const LIMIT: u64 = 32;

/// Minor page faults of this process so far.
fn faults() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a file of the system");
    // Fields behind the process name, which may contain any characters.
    let fields = stat.rsplit_once(')').expect("a name").1;
    fields.split_whitespace().nth(7).and_then(|number| number.parse().ok()).expect("a number")
}

fn reduce(root: usize, own: &[i64], sum: &mut [i64]) {
    let (count, into, is_root) = (own.len(), sum.as_mut_ptr(), rank_of(WORLD) == root);
    let op = Builtin::Sum.into();
    let ranks = size_of(WORLD);
    for is_in_place in [false, true] {
        let mut from = own.as_ptr().cast();
        sum.fill(-1);
        if is_in_place && is_root {
            sum.copy_from_slice(own);
            from = IN_PLACE;
        }
        let ops = Reduce { from, into: into.cast(), count, datatype: long(), op };
        // SAFETY: the buffers have these elements.
        unsafe { coll::reduce(ops, root as i32, WORLD) }.expect("a sum");
        let wanted = |at| if is_root { (ranks * at + ranks * (ranks - 1) / 2) as i64 } else { -1 };
        assert!((0..count).all(|at| sum[at] == wanted(at)), "{count} to {root}, {is_in_place}");
    }
}

fn allreduce(own: &[i64], sum: &mut [i64]) {
    let (from, into) = (own.as_ptr().cast(), sum.as_mut_ptr().cast());
    let (count, op) = (own.len(), Builtin::Max.into());
    // SAFETY: the buffers have these elements.
    unsafe { coll::allreduce(Reduce { from, into, count, datatype: long(), op }, WORLD) }
        .expect("a maximum");
    let last = size_of(WORLD) - 1;
    assert!(sum.iter().enumerate().all(|(at, &max)| max == (last + at) as i64));
}

/// Temporary memory of later calls is that of earlier ones.
pub(crate) fn all(_: &mut Random) {
    for count in COUNTS {
        let own: Vec<_> = (0..count).map(|at| (rank_of(WORLD) + at) as i64).collect();
        let mut sum = vec![0; count];
        let mut round = || {
            (0..size_of(WORLD)).for_each(|root| reduce(root, &own, &mut sum));
            allreduce(&own, &mut sum);
        };
        // First rounds, until memory of each length has been allocated.
        (0..3).for_each(|_| round());
        let before = faults();
        (0..ROUNDS).for_each(|_| round());
        let each = (faults() - before) / ROUNDS;
        assert!(each < LIMIT, "{each} pages are new in each round of {count} elements");
    }
}

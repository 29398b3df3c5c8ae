//! Allreduce gives all ranks the same bytes, also where the result depends on the order.

use crate::kit::{Random, WORLD, even, longs, rank_of, size_of};
use skifch_mpi::coll::{self, Reduce};
use skifch_mpi::datatype::Basic;
use skifch_mpi::error::Result;
use skifch_mpi::op::{self, Builtin};
use skifch_mpi::{Datatype, Op, p2p};
use std::sync::Arc;

/// Each rank's operands are two words per element.
pub(crate) fn all(_: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let value = if rank == size / 2 { f64::NAN } else { rank as f64 };
    let zero = if rank % 2 == 0 { 0.0 } else { -0.0 };
    let words = [value, zero].map(|word| word.to_bits().cast_signed());
    let first = first_of_best();
    // One element, several in a message, and as many as are combined in parts.
    for count in [1, 1000, 4000] {
        for op in [Builtin::Min, Builtin::Max] {
            same(words, 2 * count, Basic::Double.into(), op.into());
        }
        same([3, rank as i64], count, Basic::DoubleComplex.into(), first);
    }
    op::free(first).expect("ours");
}

/// Of pairs (value, who), the first with the highest value: which one that is among equals depends
/// on the order, although the program says that the operation commutes.
fn first_of_best() -> Op {
    let best = |from: *const u8, into: *mut u8, count: usize, _: Datatype| -> Result<()> {
        let (from, into) = (from.cast::<[i64; 2]>(), into.cast::<[i64; 2]>());
        for at in 0..count {
            // SAFETY: the engine gives `count` elements of 16 bytes on both sides.
            unsafe {
                if (*from.add(at))[0] > (*into.add(at))[0] {
                    *into.add(at) = *from.add(at);
                }
            }
        }
        Ok(())
    };
    op::create(Arc::new(best), true).expect("an operation")
}

fn same(words: [i64; 2], count: usize, datatype: Datatype, op: Op) {
    let (is_pair, size) = (datatype != Basic::Double.into(), size_of(WORLD));
    let len = if is_pair { 2 * count } else { count };
    let own: Vec<_> = words.into_iter().cycle().take(len).collect();
    let (mut now, mut later) = (vec![-1; len], vec![-1; len]);
    let ops = |result: &mut Vec<i64>| Reduce {
        from: own.as_ptr().cast(),
        into: result.as_mut_ptr().cast(),
        count,
        datatype,
        op,
    };
    // SAFETY: the vectors have `count` elements, and live until the request is complete.
    unsafe {
        coll::allreduce(ops(&mut now), WORLD).expect("a reduction");
        let mut request = coll::iallreduce(ops(&mut later), WORLD).expect("a reduction");
        p2p::wait(&mut request).expect("a reduction");
    }
    for result in [now, later] {
        let mut all = vec![-1; 2 * size];
        // SAFETY: there are two elements of each rank.
        unsafe {
            coll::allgather(longs(&[result[0], result[len - 1]][..]), even(&mut all[..], 2), WORLD)
        }
        .expect("an allgather");
        assert!(all.chunks(2).all(|one| one == &all[..2]), "{count} elements: {all:x?}");
    }
}

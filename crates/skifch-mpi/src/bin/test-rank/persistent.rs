//! Persistent collective calls.

use crate::collectives::{input, inputs, ops};
use crate::kit::{even, long, longs, rank_of, size_of};
use skifch_mpi::coll::{self, Block, Reduce};
use skifch_mpi::datatype::{self, Make};
use skifch_mpi::error::Result;
use skifch_mpi::op::{self, Builtin};
use skifch_mpi::{Comm, Datatype, Op, p2p};
use std::sync::Arc;

pub(crate) fn all(comm: Comm) {
    again(comm);
    of_freed(comm);
}

fn again(comm: Comm) {
    let (rank, size) = (rank_of(comm), size_of(comm));
    let (mut own, mut sum, mut all) = (vec![0; 5], vec![0; 5], vec![0; 5 * size]);
    let reduce = ops(own.as_ptr(), sum.as_mut_ptr(), 5, Builtin::Sum);
    // SAFETY: the vectors live until the requests are freed.
    let mut requests = unsafe {
        [
            coll::allreduce_init(reduce, comm).expect("a request"),
            coll::allgather_init(longs(&own[..]), even(&mut all[..], 5), comm).expect("a request"),
            coll::barrier_init(comm).expect("a request"),
        ]
    };
    for round in 0..5 {
        own.copy_from_slice(&inputs(rank, 5, round));
        // SAFETY: as above.
        unsafe { p2p::startall(&requests) }.expect("a start");
        p2p::waitall(&mut requests, None).expect("complete");
        let every: Vec<_> = (0..size).flat_map(|rank| inputs(rank, 5, round)).collect();
        assert_eq!(all, every);
        let wanted: Vec<_> =
            (0..5).map(|at| (0..size).map(|r| input(r, at, round)).sum()).collect();
        assert_eq!(sum, wanted as Vec<i64>);
    }
    requests.iter_mut().for_each(|request| p2p::request_free(request).expect("ours"));
}

/// An operation on one integer.
fn on_one(f: fn(i64, i64) -> i64) -> Op {
    let call = move |from: *const u8, into: *mut u8, _: usize, _: Datatype| -> Result<()> {
        let (from, into) = (from.cast::<i64>(), into.cast::<i64>());
        // SAFETY: the engine gives one element on both sides.
        unsafe { *into = f(*from, *into) };
        Ok(())
    };
    op::create(Arc::new(call), true).expect("an operation")
}

fn several(count: usize) -> Datatype {
    let old = datatype::get(long()).expect("predefined");
    let made = datatype::create(Make::Contiguous { count, old }).expect("a datatype");
    datatype::commit(made).expect("ours");
    made
}

/// Before a start, datatypes and operations are freed, and others get their handles.
fn of_freed(comm: Comm) {
    let (rank, size) = (rank_of(comm), size_of(comm));
    let (two, add) = (several(2), on_one(|a, b| a + b));
    let (mut pair, own, mut sum) = ([0; 2], rank as i64 + 2, 0);
    let pair_at = &raw mut pair;
    let block = Block { buf: pair_at.cast(), count: 1, datatype: two };
    let all = ops(&raw const own, &raw mut sum, 1, Builtin::Sum);
    // SAFETY: the places live until the requests are freed.
    let mut requests = unsafe {
        let sum = coll::allreduce_init(Reduce { op: add, ..all }, comm);
        [coll::bcast_init(block, 0, comm).expect("a request"), sum.expect("a request")]
    };
    datatype::free(two).and(op::free(add)).expect("ours");
    let (one, multiply) = (several(1), on_one(|a, b| a * b));
    for round in 1..4 {
        let root = [round, -round];
        // SAFETY: as above.
        unsafe {
            pair_at.write(if rank == 0 { root } else { [0; 2] });
            p2p::startall(&requests).expect("a start");
            p2p::waitall(&mut requests, None).expect("complete");
            assert_eq!(pair_at.read(), root);
        }
        let wanted = (0..size).map(|rank| rank as i64 + 2).sum::<i64>();
        // SAFETY: as above.
        assert_eq!(unsafe { (&raw const sum).read_volatile() }, wanted);
    }
    requests.iter_mut().for_each(|request| p2p::request_free(request).expect("ours"));
    datatype::free(one).and(op::free(multiply)).expect("ours");
}

//! Messages and collective calls with non-contiguous data.

use crate::kit::{Random, WORLD, long, rank_of, recv, send as send_bytes, size_of};
use skifch_mpi::Datatype;
use skifch_mpi::coll::{self, Block, Layout, Parts, Reduce};
use skifch_mpi::datatype::{self, Basic, Make};
use skifch_mpi::error::{Class, Result};
use skifch_mpi::op::{self, Builtin};
use skifch_mpi::p2p::{self, Mode, Transfer};
use std::sync::Arc;

/// A random layout of `elements` numbers: the datatype, and the index of each number in a buffer.
fn layout(random: &mut Random, elements: usize) -> (Datatype, Vec<usize>) {
    let int = datatype::get(Basic::Int32.into()).expect("predefined");
    let stride = 1 + random.index(4);
    let made: (Make, Vec<usize>) = match random.below(4) {
        0 => (Make::Contiguous { count: elements, old: int }, (0..elements).collect()),
        1 => {
            let places = (0..elements).map(|at| at * stride).collect();
            (Make::Vector { count: elements, len: 1, stride: stride as isize, old: int }, places)
        }
        2 => {
            // In reverse order.
            let places: Vec<_> = (0..elements).rev().map(|at| at * stride).collect();
            let disps = places.iter().map(|&place| 4 * place as isize).collect();
            (Make::HindexedBlock { len: 1, disps, old: int }, places)
        }
        _ => {
            let lens: Vec<_> = split(random, elements);
            let (mut at, mut places, mut disps) = (0, Vec::new(), Vec::new());
            for &len in &lens {
                at += random.index(3);
                disps.push(at as isize);
                places.extend(at..at + len);
                at += len;
            }
            (Make::Indexed { lens, disps, old: int }, places)
        }
    };
    let made_type = datatype::create(made.0).expect("a datatype");
    (made_type, made.1)
}

fn split(random: &mut Random, mut elements: usize) -> Vec<usize> {
    let mut lens = Vec::new();
    while elements > 0 {
        let len = 1 + random.index(elements.min(50));
        lens.push(len);
        elements -= len;
    }
    lens
}

fn buffer(places: &[usize]) -> Vec<i32> {
    vec![-1; places.iter().max().map_or(1, |&last| last + 1)]
}

fn filled(places: &[usize], value: impl Fn(usize) -> i32) -> Vec<i32> {
    let mut buffer = buffer(places);
    places.iter().enumerate().for_each(|(at, &place)| buffer[place] = value(at));
    buffer
}

pub(crate) fn all(random: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    for _ in 0..40 {
        let elements = [1, 7, 60, 1000, 5000, 60_000][random.index(6)];
        let seed = random.below(1 << 40);
        // Each rank has its own layouts for the same elements.
        let own = &mut Random::new(seed + rank as u64);
        let (from, to) = (layout(own, elements), layout(own, elements));
        let refused = send(&from, 0, (rank + 1) % size, Mode::Standard);
        assert_eq!(refused.expect_err("not committed").class(), Class::Type);
        for (made, _) in [&from, &to] {
            datatype::commit(*made).expect("ours");
        }
        messages(
            &from,
            &to,
            if seed.is_multiple_of(2) { Mode::Standard } else { Mode::Synchronous },
        );
        collective(&from, &to, elements, seed as usize % size);
        for (made, _) in [from, to] {
            datatype::free(made).expect("ours");
        }
    }
    located();
    lent();
    component();
}

/// The arguments of a message of one element.
fn one<P>(buf: P, datatype: Datatype, peer: usize) -> Transfer<P> {
    Transfer { buf, count: 1, datatype, peer: peer as i32, tag: 4, comm: WORLD }
}

fn send(from: &(Datatype, Vec<usize>), salt: i32, to: usize, mode: Mode) -> Result<()> {
    let data = filled(&from.1, |at| at as i32 * 3 + salt);
    // SAFETY: the buffer contains all places of the layout.
    unsafe {
        let mut request = p2p::isend(mode, one(data.as_ptr().cast(), from.0, to))?;
        p2p::wait(&mut request).map(drop)
    }
}

fn messages(from: &(Datatype, Vec<usize>), to: &(Datatype, Vec<usize>), mode: Mode) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let previous = (rank + size - 1) % size;
    for target in [rank, (rank + 1) % size] {
        let source = if target == rank { rank } else { previous };
        let mut come = buffer(&to.1);
        // SAFETY: the buffer contains all places of the layout.
        let request = unsafe { p2p::irecv(one(come.as_mut_ptr().cast(), to.0, source)) };
        let mut request = request.expect("a receive");
        send(from, rank as i32, target, mode).expect("a send");
        let status = p2p::wait(&mut request).expect("a message");
        assert_eq!(status.bytes, 4 * to.1.len() as u64);
        assert_eq!(datatype::count_in(to.0, status.bytes).expect("ours"), Some(1));
        let elements = datatype::elements_in(to.0, status.bytes).expect("ours");
        assert_eq!(elements, Some(to.1.len() as u64));
        assert!(come == filled(&to.1, |at| at as i32 * 3 + source as i32), "{}", to.1.len());
    }
}

fn collective(
    from: &(Datatype, Vec<usize>),
    to: &(Datatype, Vec<usize>),
    elements: usize,
    root: usize,
) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let value = |rank: usize| move |at: usize| (at * 5 + rank) as i32;
    let mut data = if rank == root { filled(&from.1, value(root)) } else { buffer(&from.1) };
    let block = Block { buf: data.as_mut_ptr().cast(), count: 1, datatype: from.0 };
    // SAFETY: the buffers contain all places of the layouts.
    unsafe { coll::bcast(block, root as i32, WORLD) }.expect("a broadcast");
    assert!(data == filled(&from.1, value(root)));
    // The elements of each rank arrive contiguously, whatever their layout at the sender.
    let mut own = filled(&to.1, value(rank));
    let mut all = vec![-1; elements * size];
    let block = Block { buf: own.as_mut_ptr().cast(), count: 1, datatype: to.0 };
    let layout = Layout::Even { count: elements, datatype: Basic::Int32.into() };
    let parts = Parts { buf: all.as_mut_ptr().cast(), layout };
    // SAFETY: as above.
    unsafe { coll::allgather(block, parts, WORLD) }.expect("an allgather");
    let wanted: Vec<_> = (0..size).flat_map(|rank| (0..elements).map(value(rank))).collect();
    assert!(all == wanted);
}

/// Pairs with gaps; the lower index wins among equal values.
fn located() {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Pair {
        value: f64,
        index: i32,
    }
    for count in [1, 3, 4000] {
        let value = |rank: usize, at: usize| ((rank * 3 + at * 7) % 4) as f64;
        let own: Vec<_> =
            (0..count).map(|at| Pair { value: value(rank, at), index: rank as i32 }).collect();
        let mut least = vec![Pair { value: 0.0, index: -1 }; count];
        let (datatype, op) = (Basic::DoubleInt.into(), Builtin::Minloc.into());
        let into = least.as_mut_ptr().cast();
        let ops = Reduce { from: own.as_ptr().cast(), into, count, datatype, op };
        // SAFETY: the buffers have these elements.
        unsafe { coll::allreduce(ops, WORLD) }.expect("a reduction");
        for (at, pair) in least.iter().enumerate() {
            let best = (0..size).min_by(|&a, &b| value(a, at).total_cmp(&value(b, at)));
            let best = best.expect("there are ranks");
            assert_eq!(*pair, Pair { value: value(best, at), index: best as i32 });
        }
    }
}

/// The sum of elements of whatever datatype is handed over, which it asks for their size.
fn add(from: *const u8, into: *mut u8, count: usize, datatype: Datatype) -> Result<()> {
    let numbers = count * datatype::get(datatype)?.size() / 8;
    let (from, into) = (from.cast::<i64>(), into.cast::<i64>());
    for at in 0..numbers {
        // SAFETY: the engine gives `count` contiguous elements on both sides.
        unsafe { *into.add(at) += *from.add(at) };
    }
    Ok(())
}

/// An operation of the program gets the datatype of the call even if it was freed while the call
/// was under way; then its number may be another's.
fn lent() {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let sum = op::create(Arc::new(add), true).expect("an operation");
    let create = |count| {
        let old = datatype::get(long()).expect("predefined");
        datatype::create(Make::Contiguous { count, old }).expect("a datatype")
    };
    let row = create(2);
    datatype::commit(row).expect("ours");
    // The first rank begins when the others have freed their datatype, so that they reduce later.
    if rank == 0 {
        for peer in 1..size {
            recv(&mut [0], peer as i32, 5).expect("a message");
        }
    }
    let (own, mut sums) = ([1, 2, 3, 4i64].map(|each| each << rank), [-1i64; 4]);
    let into = sums.as_mut_ptr().cast();
    let ops = Reduce { from: own.as_ptr().cast(), into, count: 2, datatype: row, op: sum };
    // SAFETY: the buffers have two elements of two numbers, and live until the end of the call.
    let mut request = unsafe { coll::iscan(ops, WORLD) }.expect("a scan");
    datatype::free(row).expect("ours");
    let other = create(1);
    if rank > 0 {
        send_bytes(&[0], 0, 5).expect("a message");
    }
    p2p::wait(&mut request).expect("a scan");
    assert_eq!(sums, [1, 2, 3, 4].map(|each| each * ((2 << rank) - 1)));
    datatype::free(other).expect("ours");
    assert_eq!(datatype::get(row).expect_err("freed").class(), Class::Type);
    op::free(sum).expect("ours");
}

/// The datatype of a Fortran kind is known again as a component of another.
fn component() {
    let old = datatype::get(Basic::Real8.into()).expect("predefined");
    let kind = datatype::create(Make::F90Real { precision: 15, range: 307, old });
    let kind = kind.expect("a datatype");
    let old = datatype::get(kind).expect("ours");
    let row = datatype::create(Make::Contiguous { count: 3, old }).expect("a datatype");
    let parts = datatype::contents(row).expect("ours").datatypes;
    assert_eq!(datatype::handle_of(parts[0].clone()).expect("a handle"), kind);
    datatype::free(row).expect("ours");
}

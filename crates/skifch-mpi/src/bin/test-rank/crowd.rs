//! Collective calls of the whole job around the lengths at which ranks that share CPUs change
//! algorithms, where ranks describe the same bytes differently, come late, or owe each other
//! messages.

use super::kit::{
    Random, WORLD, die_after, even, irecv, isend, long, longs, pattern, rank_of, size_of,
};
use skifch_mpi::coll::{self, Block, Layout, Parts, Reduce};
use skifch_mpi::datatype::{self, Basic, Make};
use skifch_mpi::op::Builtin;
use skifch_mpi::p2p::{self, IN_PLACE};
use skifch_mpi::{Comm, Datatype, comm};
use std::time::Duration;

/// Numbers of elements around 4 KB, 16 KB and 64 KB, for one rank and for all together.
const COUNTS: [usize; 14] = [0, 1, 7, 511, 512, 513, 700, 1024, 2047, 2731, 4097, 8191, 8192, 8193];

/// Longer than a waiting rank stays awake.
const LATE: Duration = Duration::from_millis(20);

fn value(rank: usize, at: usize) -> i64 {
    (rank * 1_000_003 + at * 31) as i64
}

fn values(rank: usize, first: usize, count: usize) -> Vec<i64> {
    (first..first + count).map(|at| value(rank, at)).collect()
}

/// Elements of 16 bytes: a number and a gap.
fn sparse() -> Datatype {
    let long = datatype::get(long()).expect("predefined");
    let made = datatype::create(Make::Resized { lb: 0, extent: 16, old: long }).expect("a type");
    datatype::commit(made).expect("ours");
    made
}

fn with_gaps(dense: &[i64]) -> Vec<i64> {
    dense.iter().flat_map(|&value| [value, -7]).collect()
}

/// Numbers that one rank in three describes by a datatype with gaps.
struct Numbers {
    is_sparse: bool,
    datatype: Datatype,
    room: Vec<i64>,
}

impl Numbers {
    fn new(sparse: Datatype, is_sparse: bool, dense: &[i64]) -> Self {
        let room = if is_sparse { with_gaps(dense) } else { dense.to_vec() };
        Self { is_sparse, datatype: if is_sparse { sparse } else { long() }, room }
    }

    fn block(&mut self, count: usize) -> Block {
        Block { buf: self.room.as_mut_ptr().cast(), count, datatype: self.datatype }
    }

    fn parts(&mut self, count: usize) -> Parts {
        let layout = Layout::Even { count, datatype: self.datatype };
        Parts { buf: self.room.as_mut_ptr().cast(), layout }
    }

    fn are(&self, wanted: &[i64]) -> bool {
        if self.is_sparse { self.room == with_gaps(wanted) } else { self.room == wanted }
    }
}

pub(crate) fn all(random: &mut Random) {
    let backwards = comm::split(WORLD, Some(0), -(rank_of(WORLD) as i32));
    let backwards = backwards.expect("a split").expect("a communicator");
    let sparse = sparse();
    for round in 0..3 {
        for comm in [WORLD, backwards] {
            for count in COUNTS {
                if random.below(8) == 0 && rank_of(comm) == round {
                    std::thread::sleep(LATE);
                }
                exchanges(comm, count, sparse);
                in_place(comm, count);
                sums(comm, count);
                parts_of_sums(comm, count);
            }
            nothing_and_backwards(comm);
            least(comm);
            owed(comm);
        }
    }
    datatype::free(sparse).expect("ours");
    comm::free(backwards).expect("ours");
}

fn exchanges(comm: Comm, count: usize, sparse: Datatype) {
    let (me, size) = (rank_of(comm), size_of(comm));
    let odd = |rank: usize| (rank + count).is_multiple_of(3) && count % 2 == 1;
    let root = count % size;
    let wanted = values(root, 0, count);
    let mut data =
        Numbers::new(sparse, odd(me), &if me == root { wanted.clone() } else { vec![0; count] });
    // SAFETY: the buffers have these elements, here and below.
    unsafe { coll::bcast(data.block(count), root as i32, comm) }.expect("a broadcast");
    assert!(data.are(&wanted), "broadcast of {count}");

    let wanted: Vec<_> = (0..size).flat_map(|rank| values(rank, 0, count)).collect();
    let mut own = Numbers::new(sparse, odd(me + 1), &values(me, 0, count));
    let mut all = Numbers::new(sparse, odd(me), &vec![-1; count * size]);
    // SAFETY: as above.
    unsafe { coll::allgather(own.block(count), all.parts(count), comm) }.expect("an allgather");
    assert!(all.are(&wanted), "allgather of {count}");

    let out: Vec<_> = (0..size).flat_map(|to| values(me, to * count, count)).collect();
    let wanted: Vec<_> = (0..size).flat_map(|from| values(from, me * count, count)).collect();
    let mut out = Numbers::new(sparse, odd(me + 2), &out);
    let mut come = Numbers::new(sparse, odd(me), &vec![-1; count * size]);
    // SAFETY: as above.
    unsafe { coll::alltoall(out.parts(count), come.parts(count), comm) }.expect("an alltoall");
    assert!(come.are(&wanted), "alltoall of {count}");
    coll::barrier(comm).expect("a barrier");
}

/// In place: a rank's own data are where the results arrive.
fn in_place(comm: Comm, count: usize) {
    let (me, size) = (rank_of(comm), size_of(comm));
    let nothing = Block { buf: IN_PLACE.cast_mut(), count: 0, datatype: long() };
    let wanted: Vec<_> = (0..size).flat_map(|rank| values(rank, 0, count)).collect();
    let mut all = vec![-1; count * size];
    all[me * count..][..count].copy_from_slice(&values(me, 0, count));
    // SAFETY: the buffers have these elements, here and below.
    unsafe { coll::allgather(nothing, even(&mut all[..], count), comm) }.expect("an allgather");
    assert!(all == wanted, "allgather of {count} in place");

    let wanted: Vec<_> = (0..size).flat_map(|from| values(from, me * count, count)).collect();
    let mut all: Vec<_> = (0..size).flat_map(|to| values(me, to * count, count)).collect();
    let nothing =
        Parts { buf: IN_PLACE.cast_mut(), layout: Layout::Even { count: 0, datatype: long() } };
    // SAFETY: as above.
    unsafe { coll::alltoall(nothing, even(&mut all[..], count), comm) }.expect("an alltoall");
    assert!(all == wanted, "alltoall of {count} in place");

    let mut sum = values(me, 0, count);
    let (into, datatype, op) = (sum.as_mut_ptr().cast(), long(), Builtin::Sum.into());
    // SAFETY: as above.
    unsafe { coll::allreduce(Reduce { from: IN_PLACE, into, count, datatype, op }, comm) }
        .expect("a sum");
    let of = |at: usize| (0..size).map(|rank| value(rank, at)).sum::<i64>();
    assert!((0..count).all(|at| sum[at] == of(at)), "sum of {count} in place");
}

/// Elements of no bytes, and elements of which each lies before the previous one.
fn nothing_and_backwards(comm: Comm) {
    const COUNT: usize = 5;
    let (me, size) = (rank_of(comm), size_of(comm));
    let make = |make| {
        let made = datatype::create(make).expect("a type");
        datatype::commit(made).expect("ours");
        made
    };
    let old = datatype::get(long()).expect("predefined");
    let none = make(Make::Contiguous { count: 0, old: old.clone() });
    let back = make(Make::Resized { lb: 0, extent: -8, old });
    let end = size * COUNT - 1;
    let mut all = vec![-1; size * COUNT];
    for (datatype, is_empty) in [(none, true), (back, false)] {
        let own = values(me, 0, COUNT);
        let last = all.as_mut_ptr().wrapping_add(end).cast();
        let to = Parts { buf: last, layout: Layout::Even { count: COUNT, datatype } };
        let from = if is_empty { Block { datatype, ..longs(&own[..]) } } else { longs(&own[..]) };
        // SAFETY: the buffers have these elements.
        unsafe { coll::allgather(from, to, comm) }.expect("an allgather");
        assert!(!is_empty || all.iter().all(|&word| word == -1), "nothing was sent");
    }
    let wanted = (0..size).flat_map(|rank| values(rank, 0, COUNT));
    assert!(all.iter().rev().copied().eq(wanted), "the last one first");
    [none, back].into_iter().for_each(|made| datatype::free(made).expect("ours"));
}

/// MINLOC on pairs where several ranks have the least number: the first of them is named.
fn least(comm: Comm) {
    let (me, size) = (rank_of(comm), size_of(comm));
    for count in [1, 2047] {
        let number = |rank: usize, at: usize| ((rank + at) % 3) as i32;
        let own: Vec<_> = (0..count).map(|at| [number(me, at), me as i32]).collect();
        let mut least = vec![[-1; 2]; count];
        let (from, into) = (own.as_ptr().cast(), least.as_mut_ptr().cast());
        let (datatype, op) = (Basic::TwoInt.into(), Builtin::Minloc.into());
        // SAFETY: the buffers have these elements.
        unsafe { coll::allreduce(Reduce { from, into, count, datatype, op }, comm) }
            .expect("the least");
        for (at, least) in least.iter().enumerate() {
            let first = (0..size).min_by_key(|&rank| number(rank, at)).expect("there are ranks");
            assert_eq!(*least, [number(first, at), first as i32]);
        }
    }
}

/// One rank is killed while the others wait for it at a barrier, or while all make barrier after
/// barrier.
pub(crate) fn killed(random: &mut Random) {
    let (after, comes) = (Duration::from_micros(random.below(30_000)), random.below(2) == 1);
    if rank_of(WORLD) == 1 {
        die_after(after);
    }
    while comes || rank_of(WORLD) != 1 {
        coll::barrier(WORLD).expect("the job ends with the one who is killed");
    }
    std::thread::sleep(Duration::from_secs(60));
}

/// Floating-point sums, which depend on the order: all ranks get the same result.
fn sums(comm: Comm, count: usize) {
    let (me, size) = (rank_of(comm), size_of(comm));
    let of = |rank: usize| (0..count).map(move |at| 1.0 / (1 + rank * 7 + at) as f64);
    let own: Vec<f64> = of(me).collect();
    let mut sum = vec![0.0f64; count];
    let (from, into) = (own.as_ptr().cast(), sum.as_mut_ptr().cast());
    let (datatype, op) = (Basic::Double.into(), Builtin::Sum.into());
    // SAFETY: the buffers have these elements.
    unsafe { coll::allreduce(Reduce { from, into, count, datatype, op }, comm) }.expect("a sum");
    let close = |at: usize| {
        let wanted: f64 = (0..size).map(|rank| 1.0 / (1 + rank * 7 + at) as f64).sum();
        (sum[at] - wanted).abs() < 1e-12
    };
    assert!((0..count).all(close), "sum of {count}");
    let bits: Vec<_> = sum.iter().map(|sum| sum.to_bits().cast_signed()).collect();
    let mut all = vec![0; count * size];
    // SAFETY: as above.
    unsafe { coll::allgather(longs(&bits[..]), even(&mut all[..], count), comm) }.expect("all");
    assert!(all.chunks(count.max(1)).all(|theirs| theirs == bits), "all have the same sum");
}

/// Scans and reduce-scatters; some ranks make them in place.
fn parts_of_sums(comm: Comm, count: usize) {
    let (me, size) = (rank_of(comm), size_of(comm));
    let sum = |at: usize, ranks: usize| (0..ranks).map(|rank| value(rank, at)).sum::<i64>();
    let sums = |first: usize, count: usize, ranks: usize| -> Vec<i64> {
        (first..first + count).map(|at| sum(at, ranks)).collect()
    };
    let ops = |own: &[i64], into: &mut [i64], is_in_place: bool| {
        let from = if is_in_place { IN_PLACE } else { own.as_ptr().cast() };
        if is_in_place {
            into.copy_from_slice(own);
        }
        let (into, datatype, op) = (into.as_mut_ptr().cast(), long(), Builtin::Sum.into());
        Reduce { from, into, count: own.len(), datatype, op }
    };
    for odd in 0..2 {
        let is_in_place = me % 2 == odd;
        let (own, mut into) = (values(me, 0, count), vec![-1; count]);
        // SAFETY: the buffers have these elements, here and below.
        unsafe { coll::scan(ops(&own, &mut into, is_in_place), comm) }.expect("a scan");
        assert!(into == sums(0, count, me + 1), "scan of {count}");
        let mut into = vec![-1; count];
        let mut all = ops(&own, &mut into, is_in_place);
        if me == 0 && !is_in_place {
            // Rank 0 gets no result.
            all.into = std::ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { coll::exscan(all, comm) }.expect("a scan");
        assert!(me == 0 || into == sums(0, count, me), "scan of {count} without the own");

        let counts: Vec<_> = (0..size).map(|rank| (count + rank) / 2).collect();
        let (first, total) = (counts[..me].iter().sum(), counts.iter().sum());
        let (own, mut into) = (values(me, 0, total), vec![-1; total]);
        let all = ops(&own, &mut into, is_in_place);
        // SAFETY: as above.
        unsafe { coll::reduce_scatter(all, counts.clone(), comm) }.expect("parts of a sum");
        assert!(into[..counts[me]] == sums(first, counts[me], size), "parts of {count}");
        let rest = if is_in_place { own } else { vec![-1; total] };
        assert!(into[counts[me]..] == rest[counts[me]..], "what is behind a part stays");
    }
}

/// While a rank waits for the others it makes progress with messages that they cannot do without.
fn owed(comm: Comm) {
    const LEN: usize = 300_000;
    let (me, size) = (rank_of(comm), size_of(comm));
    let (next, before) = ((me + 1) % size, (me + size - 1) % size);
    let (out, mut come) = (pattern(LEN, me as u64), vec![0; LEN]);
    let mut receive = irecv(&mut come, before as i32, 5, comm);
    let mut send = isend(&out, next, 5, comm);
    if me % 2 == 0 {
        p2p::wait(&mut send).expect("it was received by one who waits at the barrier");
        coll::barrier(comm).expect("a barrier");
    } else {
        coll::barrier(comm).expect("a barrier");
        p2p::wait(&mut send).expect("sent");
    }
    p2p::wait(&mut receive).expect("received");
    assert!(come == pattern(LEN, before as u64));
}

//! Calls with a root in which ranks use different paths, or disagree about sizes.

use crate::kit::{Random, WORLD, even, long, longs, rank_of, recv, send, size_of};
use skifch_mpi::coll::{self, Block, Reduce, barrier};
use skifch_mpi::datatype::{self, Basic, Make};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::op::Builtin;
use skifch_mpi::{comm, p2p};

pub(crate) fn all(_: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    // Up to 4 KB use the fast path if the datatype is predefined.
    for count in [0, 1, 100, 512, 513, 20_000] {
        for root in 0..size {
            for odd in 0..2 {
                mixed(count, root, rank % 2 == odd);
            }
            if count > 0 && size > 1 {
                shorter(count, root);
                longer(count, root);
            }
        }
    }
}

fn input(rank: usize, count: usize) -> Vec<i64> {
    (0..count).map(|at| (rank * 1_000_003 + at) as i64).collect()
}

fn inputs(size: usize, count: usize) -> Vec<i64> {
    (0..size).flat_map(|rank| input(rank, count)).collect()
}

/// Some ranks describe the same bytes by a derived datatype.
fn mixed(count: usize, root: usize, is_made: bool) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let old = datatype::get(Basic::Int64.into()).expect("predefined");
    let made = datatype::create(Make::Contiguous { count, old }).expect("a datatype");
    datatype::commit(made).expect("ours");
    let block = |data: &mut [i64]| match is_made {
        true => Block { buf: data.as_mut_ptr().cast(), count: 1, datatype: made },
        false => longs(&mut *data),
    };
    let (mut own, mut all) = (input(rank, count), vec![-1; count * size]);
    // SAFETY: the buffers have these elements.
    unsafe { coll::gather(block(&mut own), even(&mut all[..], count), root as i32, WORLD) }
        .expect("a gather");
    let wanted = if rank == root { inputs(size, count) } else { vec![-1; count * size] };
    assert!(all == wanted, "gather of {count} to {root}");
    let mut come = vec![-1; count];
    // SAFETY: as above.
    unsafe { coll::scatter(even(&all[..], count), block(&mut come), root as i32, WORLD) }
        .expect("a scatter");
    assert!(come == own, "scatter of {count} from {root}");
    let (from, into) = (own.as_ptr().cast(), come.as_mut_ptr().cast());
    let (datatype, op) = (Basic::Int64.into(), Builtin::Sum.into());
    // SAFETY: as above.
    unsafe { coll::reduce(Reduce { from, into, count, datatype, op }, root as i32, WORLD) }
        .expect("a sum");
    let sum = |at: usize| (0..size).map(|rank| (rank * 1_000_003 + at) as i64).sum::<i64>();
    assert!(rank != root || come == (0..count).map(sum).collect::<Vec<_>>(), "sum of {count}");
    datatype::free(made).expect("ours");
}

/// A part shorter than its place leaves the rest of the place unchanged.
fn shorter(count: usize, root: usize) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let less = |of: usize| if of == root { count } else { count - 1 };
    let (mut own, mut all) = (input(rank, less(rank)), vec![-1; count * size]);
    // SAFETY: the buffers have these elements.
    unsafe { coll::gather(longs(&mut own[..]), even(&mut all[..], count), root as i32, WORLD) }
        .expect("a gather");
    for (of, part) in all.chunks(count).enumerate().filter(|_| rank == root) {
        assert!(part[..less(of)] == input(of, less(of)), "gather of {count} from {of} to {root}");
        assert!(of == root || part[count - 1] == -1, "more than has come");
    }
    // The receivers have more room than the root sends.
    let (from, mut come) = (inputs(size, count - 1), vec![-1; count]);
    let place = if rank == root { &mut come[1..] } else { &mut come[..] };
    // SAFETY: as above.
    unsafe { coll::scatter(even(&from[..], count - 1), longs(place), root as i32, WORLD) }
        .expect("a scatter");
    let (begin, free) = if rank == root { (1, 0) } else { (0, count - 1) };
    assert!(come[begin..begin + count - 1] == input(rank, count - 1), "scatter of {count} - 1");
    assert_eq!(come[free], -1);
}

/// Enough elements that the message is announced and waits for its receiver.
const MANY: usize = 40_000;

/// A part longer than its place is an error at its receiver, and nowhere else.
fn longer(count: usize, root: usize) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let is_root = rank == root;
    let own = input(rank, if is_root { count - 1 } else { MANY });
    let mut all = vec![-1; (count - 1) * size];
    let (from, to) = (longs(&own[..]), even(&mut all[..], count - 1));
    // SAFETY: the buffers have these elements.
    let gathered = unsafe { coll::gather(from, to, root as i32, WORLD) };
    if let Err(error) = &gathered {
        // Tags are internal to the engine here: the text must not show them.
        assert!(
            error.text().contains(" in this call has ") && !error.text().contains("tag"),
            "{error}"
        );
    }
    assert_eq!(gathered.err().map(|error| error.class()), is_root.then_some(Class::Truncate));
    barrier(WORLD).expect("a barrier");
    let (from, mut come) = (inputs(size, count), vec![-1; count]);
    let place = if is_root { &mut come[..] } else { &mut come[..count - 1] };
    // SAFETY: as above.
    let scattered =
        unsafe { coll::scatter(even(&from[..], count), longs(place), root as i32, WORLD) };
    assert_eq!(scattered.err().map(|error| error.class()), (!is_root).then_some(Class::Truncate));
    barrier(WORLD).expect("a barrier");
}

/// Ranks in different collective calls get an error that names both, whatever the sizes.
pub(crate) fn different(random: &mut Random) {
    let (me, count) = (rank_of(WORLD), 1 + random.index(1000));
    let (own, mut sum) = (vec![1i64; count], vec![0i64; count]);
    let (from, into) = (own.as_ptr().cast(), sum.as_mut_ptr().cast());
    let ops = Reduce { from, into, count, datatype: long(), op: Builtin::Sum.into() };
    let names_both = |error: Error| {
        let is_named = |name| error.text().contains(name);
        assert!(is_named("MPI_Barrier") && is_named("MPI_Allreduce"), "{error}");
    };
    if me == 0 {
        names_both(barrier(WORLD).expect_err("the other is in another call"));
        send(&[1], 1, 9).expect("there is room");
        recv(&mut [0], 1, 9).expect("the other was told, or waits");
        return;
    }
    // SAFETY: the buffers have these numbers.
    let mut request = unsafe { coll::iallreduce(ops, WORLD) }.expect("it begins");
    recv(&mut [0], 0, 9).expect("the other was told");
    if let Err(error) = p2p::test(&mut request) {
        names_both(error);
    }
    send(&[1], 0, 9).expect("there is room");
}

/// The same for ranks that share a CPU: a rank that reads another's part gets the error, and so
/// does the last to arrive.
pub(crate) fn different_crowded(random: &mut Random) {
    let (me, size) = (rank_of(WORLD), size_of(WORLD));
    let twin = comm::dup(WORLD).expect("a communicator");
    for round in 0..20 {
        let count = 1 + random.index(8000);
        let odd = random.index(size);
        let (own, mut sum) = (vec![1i64; count], vec![0i64; count]);
        let (from, into) = (own.as_ptr().cast(), sum.as_mut_ptr().cast());
        let ops = Reduce { from, into, count, datatype: long(), op: Builtin::Sum.into() };
        let names = |error: &Error, name| assert!(error.text().contains(name), "{round}: {error}");
        let done = match me == odd {
            true => barrier(WORLD),
            // SAFETY: the buffers have these numbers.
            false => unsafe { coll::allreduce(ops, WORLD) },
        };
        if let Err(error) = &done {
            names(error, "MPI_Barrier");
            names(error, "MPI_Allreduce");
        }
        assert!(done.is_err() || me == odd, "{count} numbers of a barrier");
        // After the second turn all ranks have made the same number of calls on both communicators.
        let mut told = 0i64;
        for turn in 0..2 {
            let comm = if (me == odd) == (turn == 0) { twin } else { WORLD };
            if let Err(error) = barrier(comm) {
                names(&error, "another MPI_Barrier");
                told += 1;
            }
        }
        let (from, into) = ((&raw const told).cast(), (&raw mut sum[0]).cast());
        let ops = Reduce { from, into, count: 1, ..ops };
        // SAFETY: there is one number on each side.
        unsafe { coll::allreduce(ops, WORLD) }.expect("the same again");
        assert_eq!(sum[0], 2, "the last one to come each time");
    }
    comm::free(twin).expect("ours");
}

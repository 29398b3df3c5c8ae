//! Communicators: their members, and that messages of different communicators do not mix.

use crate::kit::{Random, WORLD, even, irecv, isend, longs, pattern, rank_of, size_of};
use skifch_mpi::coll::{self, Reduce};
use skifch_mpi::comm::{self, AttributeKind, SplitType};
use skifch_mpi::engine::{finalize, is_finalized};
use skifch_mpi::error::{Class, Error};
use skifch_mpi::group::{self, Comparison};
use skifch_mpi::op::Builtin;
use skifch_mpi::p2p::{self, ANY_SOURCE, ANY_TAG, IN_PLACE, PROC_NULL, ROOT};
use skifch_mpi::{Comm, Group, Keyval, coll::barrier};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Bytes of a message that is announced.
const LONG: usize = 1 << 20;

pub(crate) fn all(random: &mut Random) {
    separate();
    left();
    disconnected();
    for _ in 0..20 {
        splits(random);
    }
    groups();
    with_itself();
    attributes();
    attributes_of_delete_functions();
    if size_of(WORLD) > 1 {
        for _ in 0..5 {
            inter(random);
        }
    }
    barrier(WORLD).expect("a barrier");
}

fn separate() {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let comms: Vec<_> = (0..5).map(|_| comm::dup(WORLD).expect("a communicator")).collect();
    let mut places = [[0u8]; 5];
    let mut requests: Vec<_> = comms
        .iter()
        .zip(&mut places)
        .map(|(&comm, place)| irecv(place, ANY_SOURCE, ANY_TAG, comm))
        .collect();
    for (number, &comm) in comms.iter().enumerate().rev() {
        let mut request = isend(&[number as u8], (rank + 1) % size, 1, comm);
        p2p::wait(&mut request).expect("sent");
    }
    p2p::waitall(&mut requests, None).expect("all is there");
    assert_eq!(places, [[0], [1], [2], [3], [4]]);
    assert_eq!(comm::compare(comms[0], comms[1]).expect("ours"), Comparison::Congruent);
    assert_eq!(comm::compare(comms[0], comms[0]).expect("ours"), Comparison::Identical);
    comm::set_name(comms[2], "the third").expect("ours");
    assert_eq!(comm::name(comms[2]).expect("ours"), b"the third");
    let (made, mut request) = comm::idup(comms[3]).expect("a communicator");
    p2p::wait(&mut request).expect("complete");
    assert_eq!(comm::compare(made, WORLD).expect("ours"), Comparison::Congruent);
    assert_eq!(sum(made, 2), 2 * size as i64);
    comm::free(made).expect("ours");
    comms.into_iter().for_each(|comm| comm::free(comm).expect("ours"));
    assert_eq!(comm::free(WORLD).expect_err("predefined").class(), Class::Comm);
}

/// A freed communicator lives until the operations under way on it are complete.
fn left() {
    let mut all = 1_i64;
    let ops = Reduce {
        from: IN_PLACE,
        into: (&raw mut all).cast(),
        count: 1,
        datatype: crate::kit::long(),
        op: Builtin::Sum.into(),
    };
    let first = comm::dup(WORLD).expect("a communicator");
    // SAFETY: there is one element as long as the request.
    let mut sum = unsafe { coll::allreduce_init(ops, first) }.expect("a request");
    comm::free(first).expect("ours");
    assert_eq!(comm::free(first).expect_err("freed before").class(), Class::Comm);
    let alone = comm::dup(Comm::SELF).expect("a communicator");
    assert_ne!(alone, first);
    // SAFETY: as above.
    unsafe { p2p::start(sum) }.expect("started");
    p2p::wait(&mut sum).expect("a sum");
    assert_eq!(all, size_of(WORLD) as i64);
    p2p::request_free(&mut sum).expect("ours");
    comm::free(alone).expect("ours");
    // Nothing refers to it any more, so its number may be reused.
    let after: Vec<_> = (0..2).map(|_| comm::dup(Comm::SELF).expect("a communicator")).collect();
    assert!(after.contains(&first));
    after.into_iter().for_each(|comm| comm::free(comm).expect("ours"));
}

/// A communicator is disconnected when the messages sent on it, whose handles are given back, have
/// left their memory.
fn disconnected() {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let (next, previous) = ((rank + 1) % size, (rank + size - 1) % size);
    let comm = comm::dup(WORLD).expect("a communicator");
    let (mut data, mut into) = (pattern(LONG, rank as u64), vec![0; LONG]);
    let mut sent = isend(&data, next, 1, comm);
    p2p::request_free(&mut sent).expect("ours");
    let mut received = irecv(&mut into, previous as i32, 1, comm);
    comm::disconnect(comm).expect("complete");
    data.fill(0);
    assert!(into == pattern(LONG, previous as u64));
    p2p::wait(&mut received).expect("complete");
    assert_eq!(comm::disconnect(WORLD).expect_err("predefined").class(), Class::Comm);
}

fn sum(comm: Comm, value: i64) -> i64 {
    let mut result = value;
    let ops = Reduce {
        from: IN_PLACE,
        into: (&raw mut result).cast(),
        count: 1,
        datatype: crate::kit::long(),
        op: Builtin::Sum.into(),
    };
    // SAFETY: there is one element.
    unsafe { coll::allreduce(ops, comm) }.expect("a sum");
    result
}

fn splits(random: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let colors: Vec<_> =
        (0..size).map(|_| random.below(4)).map(|c| (c < 3).then_some(c as u32)).collect();
    let keys: Vec<_> = (0..size).map(|_| random.below(3) as i32 - 1).collect();
    let part = comm::split(WORLD, colors[rank], keys[rank]).expect("a split");
    assert_eq!(part.is_some(), colors[rank].is_some());
    let Some(part) = part else { return };
    let mut members: Vec<_> = (0..size).filter(|&of| colors[of] == colors[rank]).collect();
    members.sort_by_key(|&of| keys[of]);
    assert_eq!(size_of(part), members.len());
    assert_eq!(members[rank_of(part)], rank);
    assert_eq!(sum(part, rank as i64), members.iter().sum::<usize>() as i64);
    // The status of a wildcard receive has the sender's rank in the communicator.
    let to = (rank_of(part) + 1) % members.len();
    let mut request = isend(&[5], to, 2, part);
    let mut place = [0];
    let status = p2p::wait(&mut irecv(&mut place, ANY_SOURCE, 2, part)).expect("a message");
    assert_eq!(status.source as usize, (rank_of(part) + members.len() - 1) % members.len());
    p2p::wait(&mut request).expect("sent");
    comm::free(part).expect("ours");
}

fn groups() {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let shared = comm::split_type(WORLD, SplitType::Shared, 0).expect("a split");
    assert_eq!(size_of(shared.expect("we have a host")), size, "the tests have one host");
    let world = group::of_comm(WORLD).expect("a group");
    let odd: Vec<_> = (1..size).step_by(2).rev().collect();
    let odds = group::incl(world, &odd).expect("a group");
    let made = comm::create(WORLD, odds).expect("a communicator");
    assert_eq!(made.is_some(), rank % 2 == 1);
    if let Some(made) = made {
        assert_eq!(odd[rank_of(made)], rank);
        // The members alone create another one.
        let again = comm::create_group(WORLD, odds, 5).expect("a communicator").expect("a member");
        assert_eq!(comm::compare(made, again).expect("ours"), Comparison::Congruent);
        assert_eq!(sum(again, 1), odd.len() as i64);
        comm::free(made).and(comm::free(again)).expect("ours");
    }
    let evens = group::difference(world, odds).expect("a group");
    let both = group::union(evens, odds).expect("a group");
    assert_eq!(
        group::compare(both, world).expect("groups"),
        match size {
            1 | 2 => Comparison::Identical,
            _ => Comparison::Similar,
        }
    );
    assert_eq!(group::intersection(evens, odds).expect("groups"), Group::EMPTY);
    let ranged = group::range_excl(world, &[(0, size as i64 - 1, 2)]).expect("a group");
    assert_eq!(group::size(ranged).expect("a group"), size / 2);
    // Refused at the first rank beyond the group, before all of them have been named.
    let far = [(0, i64::from(i32::MAX), 1)];
    for wrong in [group::range_incl(world, &far), group::range_excl(world, &far)] {
        assert_eq!(wrong.expect_err("too many ranks").class(), Class::Rank);
    }
    let found = group::translate_ranks(world, &[0], odds).expect("ranks");
    assert_eq!(found, [None]);
}

fn attributes() {
    static DELETED: AtomicUsize = AtomicUsize::new(0);
    let copy = Arc::new(|_: u32, _: Keyval, value: usize| Ok((value != 13).then_some(value + 1)));
    let delete = Arc::new(|_: u32, _: Keyval, value: usize| {
        DELETED.fetch_add(value, Ordering::Relaxed);
        Ok(())
    });
    let kind = AttributeKind::Comm;
    let key = comm::create_keyval(kind, copy.clone(), delete.clone()).expect("a key");
    let other = comm::create_keyval(kind, copy, delete).expect("a key");
    comm::set_attribute(kind, WORLD.0, key, 40).expect("a value");
    comm::set_attribute(kind, WORLD.0, other, 13).expect("a value");
    let copied = comm::dup(WORLD).expect("a communicator");
    assert_eq!(comm::attribute(kind, copied.0, key).expect("a key"), Some(41));
    assert_eq!(comm::attribute(kind, copied.0, other).expect("a key"), None);
    // A freed key is gone when no attribute uses it any more.
    comm::free_keyval(kind, key).expect("ours");
    assert_eq!(comm::attribute(kind, copied.0, key).expect("a key"), Some(41));
    comm::free(copied).expect("ours");
    assert_eq!(DELETED.load(Ordering::Relaxed), 41);
    comm::delete_attribute(kind, WORLD.0, key).expect("a value");
    assert_eq!(DELETED.load(Ordering::Relaxed), 81);
    assert_eq!(comm::attribute(kind, WORLD.0, key).expect_err("freed").class(), Class::Keyval);
    comm::delete_attribute(kind, WORLD.0, other).expect("a value");
    assert_eq!(DELETED.load(Ordering::Relaxed), 94);
}

/// The last rank has an attribute that cannot be deleted: it is told, and all leave the job.
pub(crate) fn undeleted(_: &mut Random) {
    let is_last = rank_of(WORLD) == size_of(WORLD) - 1;
    let delete = Arc::new(|_: u32, _: Keyval, _: usize| Err(Error::new(Class::Arg, "kept")));
    let kind = AttributeKind::Comm;
    let key = comm::create_keyval(kind, Arc::new(|_, _, _| Ok(None)), delete).expect("a key");
    if is_last {
        comm::set_attribute(kind, Comm::SELF.0, key, 1).expect("a value");
    }
    // SAFETY: there are no other threads, and no call follows.
    let ended = unsafe { finalize() };
    assert_eq!(
        ended.map_err(|error| error.class()),
        if is_last { Err(Class::Arg) } else { Ok(()) }
    );
    assert!(is_finalized());
    std::process::exit(0);
}

/// Each value is deleted once, whatever the delete function does; it may read values that are not
/// yet deleted.
fn attributes_of_delete_functions() {
    static DELETED: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    static SEEN: Mutex<Vec<Option<usize>>> = Mutex::new(Vec::new());
    let kind = AttributeKind::Comm;
    let none = Arc::new(|_: u32, _: Keyval, _: usize| Ok(None));
    let note = |value: usize| {
        let mut deleted = DELETED.lock().expect("nobody panicked");
        deleted.push(value);
        deleted.len()
    };
    let again = move |comm: u32, key: Keyval, value: usize| {
        if note(value) == 1 {
            comm::delete_attribute(kind, comm, key)?;
            comm::set_attribute(kind, comm, key, 3)?;
        }
        Ok(())
    };
    let key = comm::create_keyval(kind, none.clone(), Arc::new(again)).expect("a key");
    let read = move |comm: u32, _: Keyval, _: usize| {
        let found = comm::attribute(kind, comm, key)?;
        SEEN.lock().expect("nobody panicked").push(found);
        Ok(())
    };
    let reader = comm::create_keyval(kind, none.clone(), Arc::new(read)).expect("a key");
    let fail = |_: u32, _: Keyval, value: usize| match value {
        0 => Ok(()),
        _ => Err(Error::new(Class::Other, "not now")),
    };
    let failing = comm::create_keyval(kind, none, Arc::new(fail)).expect("a key");
    let object = comm::dup(Comm::SELF).expect("a communicator");
    comm::set_attribute(kind, object.0, key, 1).expect("a value");
    comm::set_attribute(kind, object.0, key, 2).expect("a value");
    assert_eq!(*DELETED.lock().expect("nobody panicked"), [1, 3]);
    assert_eq!(comm::attribute(kind, object.0, key).expect("a key"), Some(2));
    comm::set_attribute(kind, object.0, failing, 1).expect("a value");
    comm::delete_attribute(kind, object.0, failing).expect_err("not now");
    assert_eq!(comm::attribute(kind, object.0, failing).expect("a key"), Some(1));
    comm::set_attribute(kind, object.0, failing, 0).expect_err("not now");
    comm::set_attribute(kind, object.0, reader, 0).expect("a value");
    comm::free(object).expect_err("not now");
    assert_eq!(*SEEN.lock().expect("nobody panicked"), [Some(2)]);
    assert_eq!(*DELETED.lock().expect("nobody panicked"), [1, 3, 2]);
    comm::free(object).expect("ours");
}

/// The leaders of the two sides of an intercommunicator are different processes.
fn with_itself() {
    let mine = rank_of(WORLD) as i32;
    let refused = comm::intercomm_create(Comm::SELF, 0, WORLD, mine, 5).expect_err("one leader");
    assert_eq!(refused.class(), Class::Rank, "{refused}");
    let refused = comm::intercomm_create(WORLD, 0, WORLD, 0, 5).expect_err("one leader");
    let wanted = if mine == 0 { Class::Rank } else { Class::Comm };
    assert_eq!(refused.class(), wanted, "{refused}");
}

/// Intercommunicators with sides of random sizes, and every collective call on them.
fn inter(random: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let first = 1 + random.index(size - 1);
    let is_first = rank < first;
    let local =
        comm::split(WORLD, Some(u32::from(is_first)), 0).expect("a split").expect("colored");
    let there = if is_first { first as i32 } else { 0 };
    let inter = comm::intercomm_create(local, 0, WORLD, there, 3).expect("two sides");
    let remote = if is_first { size - first } else { first };
    assert!(comm::is_inter(inter).expect("ours"));
    assert_eq!(comm::remote_size(inter).expect("ours"), Some(remote));
    let others = if is_first { first..size } else { 0..first };
    let wanted: i64 = others.clone().map(|rank| rank as i64).sum();
    across(inter, is_first, &others);
    let mut result = 0i64;
    let value = rank as i64;
    let ops = Reduce {
        from: (&raw const value).cast(),
        into: (&raw mut result).cast(),
        count: 1,
        datatype: crate::kit::long(),
        op: Builtin::Sum.into(),
    };
    // SAFETY: one element on each side.
    unsafe { coll::allreduce(ops, inter) }.expect("a sum");
    assert_eq!(result, wanted);
    let (later, mut request) = comm::idup(inter).expect("two sides");
    p2p::wait(&mut request).expect("complete");
    barrier(later).expect("a barrier");
    comm::free(later).expect("ours");
    let copied = comm::dup(inter).expect("two sides");
    assert_eq!(comm::compare(inter, copied).expect("ours"), Comparison::Congruent);
    let halves = comm::split(copied, Some((rank_of(copied) % 2) as u32), 0).expect("a split");
    if let Some(half) = halves {
        assert!(comm::is_inter(half).expect("ours"));
        barrier(half).expect("a barrier");
        comm::free(half).expect("ours");
    }
    let merged = comm::intercomm_merge(inter, is_first).expect("one side");
    let place = if is_first { rank + size - first } else { rank - first };
    assert_eq!((size_of(merged), rank_of(merged)), (size, place));
    assert_eq!(sum(merged, 1), size as i64);
    for comm in [merged, copied, inter, local] {
        comm::free(comm).expect("ours");
    }
}

fn across(inter: Comm, is_first: bool, others: &std::ops::Range<usize>) {
    let rank = rank_of(WORLD);
    let root = match (is_first, rank_of(inter)) {
        (true, 0) => ROOT,
        (true, _) => PROC_NULL,
        (false, _) => 0,
    };
    let mut value = [if root == ROOT { 77 } else { 0 }];
    let mut all = vec![0; others.len()];
    let from_all: Vec<_> = others.clone().map(|rank| rank as i64).collect();
    let own = [rank as i64];
    // SAFETY: the buffers have as many elements as the calls say.
    unsafe {
        coll::bcast(longs(&mut value[..]), root, inter).expect("a broadcast");
        assert_eq!(value[0], if root == PROC_NULL { 0 } else { 77 });
        value[0] = 0;
        coll::gather(longs(&own[..]), even(&mut all[..], 1), root, inter).expect("a gather");
        if root == ROOT {
            assert_eq!(all, from_all);
        }
        coll::scatter(even(&from_all[..], 1), longs(&mut value[..]), root, inter)
            .expect("a scatter");
        if !is_first {
            assert_eq!(value[0], rank as i64);
        }
        all.fill(0);
        coll::allgather(longs(&own[..]), even(&mut all[..], 1), inter).expect("an allgather");
        assert_eq!(all, from_all);
        let out: Vec<_> = others.clone().map(|to| (rank * 1000 + to) as i64).collect();
        coll::alltoall(even(&out[..], 1), even(&mut all[..], 1), inter).expect("an alltoall");
        let come: Vec<_> = others.clone().map(|from| (from * 1000 + rank) as i64).collect();
        assert_eq!(all, come);
    }
    barrier(inter).expect("a barrier");
}

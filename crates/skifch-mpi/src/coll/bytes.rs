//! Internal collective exchange of a few bytes, used when communicators are created.

use super::builder::Builder;
use super::parts::Slots;
use super::schedule::{Step, run, start};
use super::which::Which;
use super::{allgather, bcast, build};
use crate::engine::attempt;
use crate::error::{Result, fail};
use crate::p2p::Buffer;
use crate::{Comm, Request};

fn with_builder(comm: Comm, f: impl FnOnce(&mut Builder) -> Result<()>) -> Result<()> {
    let schedule = attempt(|engine| {
        let mut builder = engine.builder(comm, Which::CREATION, None)?;
        f(&mut builder)?;
        Ok(builder.schedule)
    })?;
    run(schedule)
}

fn buffer(bytes: &mut [u8]) -> Buffer {
    Buffer::dense(bytes.as_mut_ptr(), bytes.len())
}

/// Broadcasts the bytes of `root`; all ranks pass the same length.
pub(crate) fn bcast_bytes(comm: Comm, root: usize, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let data = buffer(&mut bytes);
    with_builder(comm, |b| {
        let own = b.own.clone();
        bcast::choose(b, &own, &data, root)
    })?;
    Ok(bytes)
}

/// Starts a broadcast of the first rank's context; on an intercommunicator, of the first rank of
/// that side whose first rank is lower in the job. `adopt` is called with it.
pub(crate) fn agree_later(
    comm: Comm,
    mine: u64,
    adopt: impl Fn(u64) -> Result<()> + 'static,
) -> Result<Request> {
    let schedule = attempt(|engine| {
        let mut b = engine.builder(comm, Which::CREATION, None)?;
        let own = b.own.clone();
        // This rank's word, and the word received from the other side.
        let words = b.memory(16).cast::<u64>();
        // SAFETY: the schedule's memory has two words.
        unsafe { words.write(mine) };
        let word = |at: usize| Buffer::dense(words.wrapping_add(at).cast(), 8);
        let mut chosen = 0;
        if let Some(remote) = b.remote.clone() {
            if own.rank == 0 {
                b.recv(&remote, word(1), 0);
                b.send(&remote, word(0), 0);
                b.join();
            }
            chosen = usize::from(remote.members.ranks()[0] < own.members.ranks()[0]);
        }
        bcast::binomial(&mut b, &own, &word(chosen), 0);
        let place = words.wrapping_add(chosen);
        // SAFETY: the schedule's memory lives as long as its steps.
        let call = move || adopt(unsafe { place.read() });
        b.schedule.steps.push(Step::Then(Box::new(call)));
        Ok(b.schedule)
    })?;
    start(schedule, None)
}

/// Broadcasts the bytes of the first rank of this side of an intercommunicator.
pub(crate) fn bcast_local_bytes(comm: Comm, bytes: &[u8]) -> Result<Vec<u8>> {
    bcast_bytes(comm, 0, bytes)
}

/// The bytes of all ranks of this side, in rank order; all pass the same length.
pub(crate) fn allgather_bytes(comm: Comm, bytes: &[u8]) -> Result<Vec<u8>> {
    let (rank, size) =
        attempt(|e| e.comm(comm).map(|comm| (comm.rank as usize, comm.local.len())))?;
    let mut all = vec![0; size * bytes.len()];
    all[rank * bytes.len()..][..bytes.len()].copy_from_slice(bytes);
    with_builder(comm, |b| build::bytes_of_all(b, &mut all, bytes.len()))?;
    Ok(all)
}

/// The numbers of all ranks of this side, in rank order; each passes any number of them.
pub(crate) fn allgather_lists(comm: Comm, list: &[i64]) -> Result<Vec<i64>> {
    let counts = allgather_bytes(comm, &(list.len() as u64).to_le_bytes())?;
    let counts: Vec<_> = counts
        .chunks_exact(8)
        .map(|bytes| bytes.iter().rev().fold(0, |value, &byte| value << 8 | usize::from(byte)))
        .collect();
    let rank = attempt(|e| e.comm(comm).map(|comm| comm.rank as usize))?;
    let mut all = vec![0; counts.iter().sum()];
    let first: usize = counts[..rank].iter().sum();
    all[first..first + list.len()].copy_from_slice(list);
    let base = all.as_mut_ptr().cast::<u8>();
    let mut at = 0;
    let place = |&count: &usize| {
        let part = Buffer::dense(base.wrapping_add(8 * at), 8 * count);
        at += count;
        part
    };
    let slots = Slots::of(counts.iter().map(place).collect());
    with_builder(comm, |b| {
        let own = b.own.clone();
        allgather::choose(b, &own, &slots)
    })?;
    Ok(all)
}

/// The bytes of the first rank of the other side; both sides pass the same length.
pub(crate) fn exchange_bytes(comm: Comm, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut mine = bytes.to_vec();
    let mut theirs = vec![0; bytes.len()];
    let (out, come) = (buffer(&mut mine), buffer(&mut theirs));
    with_builder(comm, |b| {
        let Some(remote) = b.remote.clone() else {
            return fail!(Comm, "the communicator has one side only");
        };
        let own = b.own.clone();
        if own.rank == 0 {
            b.recv(&remote, come.clone(), 0);
            b.send(&remote, out, 0);
            b.join();
        }
        bcast::binomial(b, &own, &come, 0);
        Ok(())
    })?;
    Ok(theirs)
}

/// The bytes of all ranks of this side, and those of all ranks of the other side.
pub(crate) fn allgather_both_bytes(comm: Comm, bytes: &[u8]) -> Result<(Vec<u8>, Vec<u8>)> {
    let mut ours = allgather_bytes(comm, bytes)?;
    let there = attempt(|e| {
        let remote = e.comm(comm)?.remote.as_ref();
        Ok(remote.map_or(0, |remote| remote.len()))
    })?;
    let mut theirs = vec![0; there * bytes.len()];
    let (out, come) = (buffer(&mut ours), buffer(&mut theirs));
    with_builder(comm, |b| {
        let Some(remote) = b.remote.clone() else { return Ok(()) };
        let own = b.own.clone();
        if own.rank == 0 {
            b.recv(&remote, come.clone(), 0);
            b.send(&remote, out, 0);
            b.join();
        }
        bcast::choose(b, &own, &come, 0)
    })?;
    Ok((ours, theirs))
}

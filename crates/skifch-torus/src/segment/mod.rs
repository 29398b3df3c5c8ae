//! Segments: memory of every rank that all ranks access by put, get and atomics.
//!
//! Accesses to another rank's memory go through the network and are performed by the interface of
//! the target, which is the model: `model/access.rs`. Accesses to the rank's own memory are
//! performed here. A rank's memory changes only while the rank is in a call, and at the end of
//! every call it corresponds to the rank's clock.
//!
//! | file         | what                                               |
//! |--------------|----------------------------------------------------|
//! | `open.rs`    | opening a segment, a collective call               |
//! | `remote.rs`  | outstanding requests, and waiting for them         |
//! | `landing.rs` | buffer for answers until they are waited for       |

mod landing;
mod open;
mod remote;

pub(crate) use remote::Remote;

use crate::call::{Call, Op};
use crate::config::Config;
use crate::memory::Map;
use crate::rank::Rank;
use crate::record::{Kind as RecordKind, Record};
use crate::request::{Operation, Request, Return};
use remote::CHUNK;
use skifch_backend::abi::WordOp;
use skifch_backend::word::{self, Atomic};
use skifch_backend::{Error, Segment, Target};
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum bytes on the wire that a rank may have outstanding: at least one request of maximum
/// size.
pub(super) fn request_limit(config: &Config) -> u64 {
    config.requests.max(config.put_wire_bytes(1, CHUNK))
}

/// Ranks that `quiet` must query.
#[derive(Default)]
struct Dirty {
    /// Ranks that were sent something since the last `quiet`.
    ranks: BTreeSet<u32>,
    /// Ranks that threads are querying now, once per thread: requests of other threads may be among
    /// what they confirm.
    asked: Vec<u32>,
}

impl Dirty {
    /// All ranks that the caller must query now.
    fn ask(&mut self) -> BTreeSet<u32> {
        let mut ranks = std::mem::take(&mut self.ranks);
        ranks.extend(&self.asked);
        self.asked.extend(&ranks);
        ranks
    }

    /// The ranks have answered the caller.
    fn answered(&mut self, ranks: &BTreeSet<u32>) {
        for rank in ranks {
            if let Some(at) = self.asked.iter().position(|asked| asked == rank) {
                self.asked.swap_remove(at);
            }
        }
    }
}

/// A segment: memory of every rank.
pub struct TorusSegment {
    rank: Arc<Rank>,
    /// Segment number, the same on every rank.
    number: u32,
    bytes: usize,
    /// Start of this rank's part.
    base: NonNull<u8>,
    /// Counter of the counted reads.
    reads: u64,
    dirty: Mutex<Dirty>,
    landing: Map,
    _map: Map,
}

// SAFETY: `base` is in a mapping, or in memory of the process that stays; it is accessed only by
// raw copies and atomics.
unsafe impl Send for TorusSegment {}
// SAFETY: as above.
unsafe impl Sync for TorusSegment {}

/// Where a target is: in this rank's part, or elsewhere (segment, rank, offset).
enum Spot {
    Here(*mut u8),
    There(u32, u32, usize),
}

impl TorusSegment {
    fn check(&self, at: Target, len: usize) -> Result<Spot, Error> {
        let ranks = self.rank.host.job_size();
        let Target { rank, offset } = at;
        let is_inside = offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        if !is_inside || rank >= ranks {
            return Err(at.outside(len, self.bytes, ranks));
        }
        Ok(match rank == self.rank.number() {
            // SAFETY: inside the part, as checked.
            true => Spot::Here(unsafe { self.base.as_ptr().add(offset) }),
            false => Spot::There(self.number, rank, offset),
        })
    }

    fn check_word(&self, at: Target, atomic: &Atomic) -> Result<Spot, Error> {
        atomic.check(at.offset)?;
        self.check(at, atomic.width)
    }

    fn dirty(&self) -> MutexGuard<'_, Dirty> {
        self.dirty.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self, op: Op, rank: u32, result: usize) -> Result<Call<'_>, Error> {
        let mut call = self.rank.call(op, self.number, rank)?;
        call.found();
        call.result(result as i64);
        Ok(call)
    }

    /// Waits for a counter of this segment; fails if a target had closed its part.
    fn collect(&self, call: &mut Call<'_>, counter: u64) -> Result<(), Error> {
        call.collect(counter, &self.landing)?;
        match call.was_closed(counter) {
            false => Ok(()),
            true => Err(Error::new(libc::EBADF, "a rank has closed its part of the segment")),
        }
    }

    /// Requests `len` bytes.
    ///
    /// # Safety
    /// `to` is writable for `len` bytes until the counter has been waited for.
    unsafe fn ask_for(
        &self,
        call: &mut Call<'_>,
        counter: u64,
        (segment, rank, offset): (u32, u32, usize),
        to: *mut u8,
        len: usize,
    ) -> Result<(), Error> {
        for done in (0..len).step_by(CHUNK) {
            let piece = (len - done).min(CHUNK);
            // SAFETY: our caller's promise.
            let landing = unsafe { call.land(counter, to.add(done), piece, &self.landing) }?;
            let back = Some(Return { counter, landing });
            let request = Request { operation: Operation::Get { len: piece as u32 }, back };
            call.request((segment, rank, offset + done), &request)?;
        }
        call.spend(self.rank.costs.issue);
        Ok(())
    }

    /// Reads `len` bytes: at once if they are in this rank's part, otherwise by calling `ask` with
    /// the segment, rank and offset.
    ///
    /// # Safety
    /// `to` is writable for `len` bytes.
    unsafe fn read(
        &self,
        op: Op,
        from: Target,
        to: *mut u8,
        len: usize,
        ask: impl FnOnce(&mut Call<'_>, (u32, u32, usize)) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let spot = self.check(from, len)?;
        if len == 0 {
            return Ok(());
        }
        let mut call = self.call(op, from.rank, len)?;
        match spot {
            Spot::Here(from) => {
                // SAFETY: `from` has `len` bytes; our caller vouches for `to`.
                unsafe { word::read(from, to, len) };
                call.spend(self.rank.costs.own);
                Ok(())
            }
            Spot::There(segment, rank, offset) => ask(&mut call, (segment, rank, offset)),
        }
    }

    /// Runs `work` under a new counter and waits for its answers. Afterwards nothing more is
    /// written to their destinations, even after a failure.
    fn with_counter(
        &self,
        call: &mut Call<'_>,
        work: impl FnOnce(&mut Call<'_>, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let counter = call.state().remote.next_counter();
        let done = work(call, counter).and_then(|()| self.collect(call, counter));
        if done.is_err() {
            call.state().remote.landing.forget(counter);
        }
        done
    }
}

impl Segment for TorusSegment {
    fn ptr(&self, rank: u32) -> *mut c_void {
        match rank == self.rank.number() {
            true => self.base.as_ptr().cast(),
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn put(&self, to: Target, src: *const u8, len: usize) -> Result<(), Error> {
        let spot = self.check(to, len)?;
        if len == 0 {
            return Ok(());
        }
        let mut call = self.call(Op::Put, to.rank, len)?;
        match spot {
            Spot::Here(to) => {
                // SAFETY: `to` has `len` bytes; the caller vouches for `src`.
                unsafe { word::write(to, src, len) };
                call.spend(self.rank.costs.own);
            }
            Spot::There(segment, rank, offset) => {
                // SAFETY: the caller vouches for `src`.
                let put = unsafe { call.put((segment, rank, offset), src, len) };
                // After the put: a `quiet` by another thread while this one waited for room has
                // not covered it.
                self.dirty().ranks.insert(rank);
                put?;
                call.spend(self.rank.costs.issue);
            }
        }
        Ok(())
    }

    unsafe fn get(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        // SAFETY: the caller vouches for `dst`.
        unsafe {
            self.read(Op::Get, from, dst, len, |call, from| {
                // `dst` is needed until we return; then the answers are discarded.
                self.with_counter(call, |call, counter| self.ask_for(call, counter, from, dst, len))
            })
        }
    }

    unsafe fn get_async(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        // SAFETY: the caller vouches for `dst` until `syncreads` has returned.
        unsafe {
            self.read(Op::GetAsync, from, dst, len, |call, from| {
                self.ask_for(call, self.reads, from, dst, len)
            })
        }
    }

    fn atomic(&self, at: Target, atomic: &Atomic) -> Result<u64, Error> {
        let spot = self.check_word(at, atomic)?;
        let mut call = self.call(Op::Atomic, at.rank, atomic.op as usize)?;
        match spot {
            Spot::Here(word) => {
                call.spend(self.rank.costs.own);
                // SAFETY: an aligned word of the part.
                Ok(unsafe { word::fetch(word, atomic) })
            }
            Spot::There(segment, rank, offset) => {
                let mut old = 0_u64;
                let to = (&raw mut old).cast::<u8>();
                self.with_counter(&mut call, |call, counter| {
                    // SAFETY: a word of ours, until we return.
                    let landing =
                        unsafe { call.land(counter, to, size_of::<u64>(), &self.landing) }?;
                    let back = Some(Return { counter, landing });
                    let request = Request { operation: Operation::Atomic(*atomic), back };
                    call.request((segment, rank, offset), &request)?;
                    call.spend(self.rank.costs.issue);
                    Ok(())
                })?;
                Ok(old)
            }
        }
    }

    fn atomic_oneway(&self, at: Target, atomic: &Atomic) -> Result<(), Error> {
        let spot = self.check_word(at, atomic)?;
        let mut call = self.call(Op::Atomic, at.rank, atomic.op as usize)?;
        match spot {
            Spot::Here(word) => {
                // SAFETY: an aligned word of the part.
                unsafe { word::apply(word, atomic) };
                call.spend(self.rank.costs.own);
            }
            Spot::There(segment, rank, offset) => {
                let request = Request { operation: Operation::Atomic(*atomic), back: None };
                let asked = call.request((segment, rank, offset), &request);
                self.dirty().ranks.insert(rank);
                asked?;
                call.spend(self.rank.costs.issue);
            }
        }
        Ok(())
    }

    const TAKES_MANY: bool = true;

    fn atomic_many(&self, rank: u32, ops: &[WordOp]) -> Result<(), Error> {
        for one in ops {
            self.check_word(Target::new(rank, one.offset), &Atomic::of(one)?)?;
        }
        if rank == self.rank.number() {
            return ops.iter().try_for_each(|one| {
                self.atomic_oneway(Target::new(rank, one.offset), &Atomic::of(one)?)
            });
        }
        let mut call = self.call(Op::Atomic, rank, ops.len())?;
        let costs = &self.rank.costs;
        let asked = call.words((self.number, rank), ops, (costs.issue, costs.own));
        self.dirty().ranks.insert(rank);
        asked
    }

    /// Requests from one rank to another take the same path and are performed in order, so there is
    /// nothing to wait for.
    fn fence(&self) -> Result<(), Error> {
        let mut call = self.call(Op::Fence, 0, 0)?;
        call.spend(self.rank.costs.own);
        Ok(())
    }

    /// Requests are performed in order, so one answer from each rank that was sent something
    /// confirms that all are complete.
    fn quiet(&self) -> Result<(), Error> {
        let mut call = self.call(Op::Quiet, 0, 0)?;
        let ranks = self.dirty().ask();
        if ranks.is_empty() {
            call.spend(self.rank.costs.own);
            return Ok(());
        }
        let quiet = self.with_counter(&mut call, |call, counter| {
            for &rank in &ranks {
                let back = Some(Return { counter, landing: 0 });
                call.request(
                    (self.number, rank, 0),
                    &Request { operation: Operation::Echo, back },
                )?;
                call.spend(self.rank.costs.issue);
            }
            Ok(())
        });
        self.dirty().answered(&ranks);
        quiet
    }

    fn syncreads(&self) -> Result<(), Error> {
        let mut call = self.call(Op::Syncreads, 0, 0)?;
        if call.state().remote.landing.has(self.reads) {
            return self.collect(&mut call, self.reads);
        }
        call.spend(self.rank.costs.own);
        match call.was_closed(self.reads) {
            false => Ok(()),
            true => Err(Error::new(libc::EBADF, "a rank has closed its part of the segment")),
        }
    }
}

impl Drop for TorusSegment {
    fn drop(&mut self) {
        if let Ok(mut call) = self.rank.call(Op::CloseSegment, self.number, 0) {
            call.found();
            let at = call.clock();
            // A failure means that the run has ended.
            let _ = call.note(&Record::new(RecordKind::CloseSegment, self.number, at));
            let remote = &mut call.state().remote;
            remote.open -= 1;
            remote.landing.forget(self.reads);
        }
    }
}

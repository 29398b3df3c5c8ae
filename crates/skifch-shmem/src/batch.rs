//! Small operations of a session with the batch hint. They are held back and sent to their PE
//! together, if the network takes several at once.
//!
//! They are sent when there are enough of them, when the context needs order or completion or
//! starts any other operation with a PE over the network, when the session ends, and before any
//! wait. What a program may poll by sends those of all contexts: tests, gets, fetching atomics,
//! fences and quiets, also of its own PE. While the process uses another library such as MPI, in
//! which it may wait as well, nothing is held back.

use crate::error::{Error, Result};
use crate::state::{Kind, Part};
use crate::wait::until;
use crate::{ctx::Context, state::State, state::state};
use skifch::{AtomicOp, WordOp};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// This many operations for one PE are sent at once.
const MOST_OF_PE: usize = 64;
/// When this many are held back in total, all are sent: the rules of RandomAccess allow no more.
const MOST: usize = 1024;

/// A word of another PE: kind of memory, PE, offset.
pub(crate) type Word = (Kind, u32, usize);

type Lists = BTreeMap<(Kind, u32), Vec<WordOp>>;

#[derive(Default)]
struct Held {
    /// Ordered by PE, so that runs are reproducible.
    lists: Lists,
    count: usize,
}

/// The operations that a context holds back.
#[derive(Default)]
pub(crate) struct Batch {
    is_open: AtomicBool,
    held: Mutex<Held>,
    /// Number of operations held back.
    count: AtomicUsize,
    /// Number of threads that are giving operations to the network.
    senders: AtomicUsize,
}

/// Marks that a thread is giving operations to the network, until it is dropped.
struct Sending<'a>(&'a AtomicUsize);

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        // SYNC batch-sent: pairs with the acquire in `release`: they were recorded as outstanding
        // before.
        self.0.fetch_sub(1, Release);
    }
}

impl Batch {
    /// Opens or closes the batch. Once it is closed, nothing more is held back.
    pub(crate) fn set_open(&self, is_open: bool) {
        let _held = self.held();
        self.is_open.store(is_open, Relaxed);
    }

    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Relaxed)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds an operation back. Returns those to be sent now. The caller sends them without the
    /// lock: in virtual time a thread that waits for a lock would stop the clock.
    fn keep(
        &self,
        held: &mut Held,
        (kind, pe, offset): Word,
        op: WordOp,
    ) -> Option<(Lists, Sending<'_>)> {
        let list = held.lists.entry((kind, pe)).or_default();
        list.push(WordOp { offset, ..op });
        let is_full = list.len() >= MOST_OF_PE;
        held.count += 1;
        let lists = match held.count >= MOST {
            true => std::mem::take(&mut held.lists),
            false if is_full => held.lists.remove_entry(&(kind, pe)).into_iter().collect(),
            false => Lists::new(),
        };
        self.taken(held, lists)
    }

    fn take(&self) -> Option<(Lists, Sending<'_>)> {
        // SYNC batch-taken: pairs with the release store in `taken`.
        if self.count.load(Acquire) == 0 {
            return None;
        }
        let mut held = self.held();
        let lists = std::mem::take(&mut held.lists);
        self.taken(&mut held, lists)
    }

    fn taken(&self, held: &mut Held, lists: Lists) -> Option<(Lists, Sending<'_>)> {
        held.count -= lists.values().map(Vec::len).sum::<usize>();
        let sending = (!lists.is_empty()).then(|| {
            self.senders.fetch_add(1, Relaxed);
            (lists, Sending(&self.senders))
        });
        // SYNC batch-taken: a thread that finds nothing held finds the sender counted.
        self.count.store(held.count, Release);
        sending
    }
}

impl Context {
    /// Holds an operation back if the batch is open. Returns whether it did.
    ///
    /// # Errors
    /// An error of the network for the operations sent now. The same for all calls below.
    pub(crate) fn hold(
        &self,
        state: &State,
        word: Word,
        (op, width, operand): (AtomicOp, usize, u64),
    ) -> Result<bool> {
        let op = WordOp { offset: 0, operand, op: op as i32, width: width as i32 };
        let mut held = self.batch.held();
        if !self.batch.is_open() {
            return Ok(false);
        }
        let due = self.batch.keep(&mut held, word, op);
        drop(held);
        match due {
            Some((lists, _sending)) => self.send(state, &lists).map(|()| true),
            None => Ok(true),
        }
    }

    /// Sends the operations that are held back.
    pub(crate) fn release_held(&self, state: &State) -> Result<()> {
        state.ahead.release();
        match self.batch.take() {
            Some((lists, _sending)) => self.send(state, &lists),
            None => Ok(()),
        }
    }

    /// Does the same and waits until other threads have sent theirs.
    pub(crate) fn release(&self, state: &State) -> Result<()> {
        self.release_held(state)?;
        // SYNC batch-sent: pairs with the release when the sender is dropped.
        until(state, || self.batch.senders.load(Acquire) == 0)
    }

    fn send(&self, state: &State, lists: &Lists) -> Result<()> {
        for (&(kind, pe), ops) in lists {
            let Some(Part { segment, .. }) = state.part(kind) else { continue };
            let asked = segment.atomic_many(pe, ops);
            asked.map_err(|error| Error::from(error).context(format!("PE {pe}")))?;
            self.note_put(kind);
        }
        Ok(())
    }
}

/// Ends what sessions hold back, because another library of this process starts.
pub(crate) extern "C" fn flush() -> c_int {
    // Between the end and the next start nothing is held back.
    let released = state().map_or(Ok(()), |state| state.contexts.close_batches(state));
    let Err(error) = released else { return 0 };
    skifch::error::set_last(&skifch::Error::new(libc::EIO, error.text()));
    -libc::EIO
}

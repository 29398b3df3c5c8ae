//! Small operations of a session with the batch hint: they are held back and go to their PE
//! together, where the network takes several at once.
//!
//! What is held back goes when there is enough of it, when the context needs order or completion or
//! does anything else with a PE of the network, when its session ends, and before any wait.

use crate::error::{Error, Result};
use crate::state::{Kind, Part};
use crate::wait::until;
use crate::{ctx::Context, state::State};
use skifch::{AtomicOp, WordOp};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many operations for one PE go at once.
const MOST_OF_PE: usize = 64;
/// And all, when there are so many: no more may be held back by the rules of RandomAccess.
const MOST: usize = 1024;

/// Where a word is of which PE.
pub(crate) type Word = (Kind, u32, usize);

type Lists = BTreeMap<(Kind, u32), Vec<WordOp>>;

#[derive(Default)]
struct Held {
    /// In the order of PEs, so that equal runs are equal.
    lists: Lists,
    count: usize,
}

/// What a context holds back.
#[derive(Default)]
pub(crate) struct Batch {
    is_open: AtomicBool,
    held: Mutex<Held>,
    /// Operations that are held back.
    count: AtomicUsize,
    /// Threads that give some to the network now.
    senders: AtomicUsize,
}

/// Somebody gives to the network what was held back, until this is dropped.
struct Sending<'a>(&'a AtomicUsize);

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        // SYNC batch-sent: pairs with the acquire in `release`: it was noted as under way before.
        self.0.fetch_sub(1, Release);
    }
}

impl Batch {
    /// Whether it was another way before.
    pub(crate) fn set_open(&self, is_open: bool) -> bool {
        self.is_open.swap(is_open, Relaxed) != is_open
    }

    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Relaxed)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds an operation back. Gives those that are to go now. They are given to the network
    /// without the lock: in virtual time who waits for a lock would stop the clock.
    fn keep(&self, (kind, pe, offset): Word, op: WordOp) -> Option<(Lists, Sending<'_>)> {
        let mut held = self.held();
        let list = held.lists.entry((kind, pe)).or_default();
        list.push(WordOp { offset, ..op });
        let is_full = list.len() >= MOST_OF_PE;
        held.count += 1;
        let lists = match held.count >= MOST {
            true => std::mem::take(&mut held.lists),
            false if is_full => held.lists.remove_entry(&(kind, pe)).into_iter().collect(),
            false => Lists::new(),
        };
        self.taken(&mut held, lists)
    }

    fn take(&self) -> Option<(Lists, Sending<'_>)> {
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
            // SYNC batch-sent: counted under the lock, so who finds nothing held finds who sends.
            self.senders.fetch_add(1, Relaxed);
            (lists, Sending(&self.senders))
        });
        self.count.store(held.count, Release);
        sending
    }
}

impl Context {
    /// Holds an operation back, as an open batch wants it.
    ///
    /// # Errors
    /// What the network answers to those that go now. So for all calls here.
    pub(crate) fn hold(
        &self,
        state: &State,
        word: Word,
        (op, width, operand): (AtomicOp, usize, u64),
    ) -> Result<()> {
        let op = WordOp { offset: 0, operand, op: op as i32, width: width as i32 };
        match self.batch.keep(word, op) {
            Some((lists, _sending)) => self.send(state, &lists),
            None => Ok(()),
        }
    }

    /// Gives what is held back to the network.
    pub(crate) fn release_held(&self, state: &State) -> Result<()> {
        match self.batch.take() {
            Some((lists, _sending)) => self.send(state, &lists),
            None => Ok(()),
        }
    }

    /// The same, and what other threads are about to give it, has been given to it.
    pub(crate) fn release(&self, state: &State) -> Result<()> {
        self.release_held(state)?;
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

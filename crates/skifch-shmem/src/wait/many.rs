//! Waiting for and testing several words at a time.

use super::{Cmp, For, Value, Wait, check, pace};
use crate::error::{Result, fail};
use crate::rma::bytes;
use crate::state::state;

/// The values that several words are compared with.
#[derive(Clone, Copy, Debug)]
pub enum Against<V> {
    /// All words with this value.
    One(V),
    /// Each word with its own value; as many values as words.
    Each(*const V),
}

/// Several words. Only those whose `status` is 0 take part, or all if `status` is null.
#[derive(Clone, Copy, Debug)]
pub struct Words<V> {
    /// The first word.
    pub words: *const V,
    /// Number of words.
    pub count: usize,
    /// As many status values, or null.
    pub status: *const i32,
}

/// Words with the values to compare them with.
struct Looked<V> {
    words: Words<V>,
    cmp: Cmp,
    against: Against<V>,
}

impl<V: Value> Looked<V> {
    /// # Errors
    /// Not started; some words are not symmetric, or not aligned.
    ///
    /// # Safety
    /// The memory named by the arguments is readable as long as the result is used.
    unsafe fn new(words: Words<V>, cmp: Cmp, against: Against<V>) -> Result<Self> {
        let state = state()?;
        if words.count > 0 {
            check(state, words.words)?;
            state.find(words.words.cast(), bytes(words.count, size_of::<V>())?)?;
            if let Against::Each(values) = against
                && values.is_null()
            {
                return fail!("the values to compare with are a null pointer");
            }
        }
        Ok(Self { words, cmp, against })
    }

    /// The indices of the words that take part.
    fn places(&self) -> impl Iterator<Item = usize> {
        let status = self.words.status;
        // SAFETY: as many as there are words, or null: the promise of `new`.
        (0..self.words.count).filter(move |&at| status.is_null() || unsafe { *status.add(at) } == 0)
    }

    fn holds(&self, at: usize) -> bool {
        let value = match self.against {
            Against::One(value) => value,
            // SAFETY: the promise of `new`.
            Against::Each(values) => unsafe { *values.add(at) },
        };
        // SAFETY: the promise of `new`; aligned as tested there.
        self.cmp.holds(unsafe { V::load(self.words.words.add(at)) }, value)
    }

    fn is_empty(&self) -> bool {
        self.places().next().is_none()
    }

    fn all(&self) -> bool {
        self.places().all(|at| self.holds(at))
    }

    /// The index of a word for which the comparison holds. The search starts at `first`, which
    /// changes from call to call, so that no word is passed over for ever.
    fn any(&self, first: usize) -> Option<usize> {
        let later = self.places().filter(|&at| at >= first).find(|&at| self.holds(at));
        later.or_else(|| self.places().take_while(|&at| at < first).find(|&at| self.holds(at)))
    }

    /// # Safety
    /// `places` is writable for as many as there are words.
    unsafe fn some(&self, places: *mut usize) -> usize {
        let mut count = 0;
        for at in self.places().filter(|&at| self.holds(at)) {
            // SAFETY: our caller's promise.
            unsafe { places.add(count).write(at) };
            count += 1;
        }
        count
    }

    /// Waits until `find` returns something; `None` if no word takes part.
    fn wait<T>(&self, mut find: impl FnMut(&Self) -> Option<T>) -> Result<Option<T>> {
        let state = state()?;
        if self.is_empty() {
            return Ok(None);
        }
        let mut wait = Wait::new(state, For::Any);
        loop {
            if let Some(found) = find(self) {
                return Ok(Some(found));
            }
            wait.pause()?;
        }
    }

    /// What `find` returns now, or after progress on the network.
    fn test<T>(&self, mut find: impl FnMut(&Self) -> Option<T>) -> Result<Option<T>> {
        let state = state()?;
        if let Some(found) = find(self) {
            return Ok(Some(found));
        }
        pace::look(state)?;
        Ok(find(self))
    }
}

/// The index at which the next search for any word starts.
fn turn(count: usize) -> usize {
    use std::cell::Cell;
    thread_local! { static TURN: Cell<usize> = const { Cell::new(0) } }
    let turn = TURN.replace(TURN.get().wrapping_add(1));
    if count == 0 { 0 } else { turn % count }
}

/// Waits until the comparison holds for all words.
///
/// # Errors
/// As [`wait_until`](super::wait_until). The same for all calls below.
///
/// # Safety
/// The memory that `words` and `against` name is readable. The same for all calls below.
pub unsafe fn wait_until_all<V: Value>(
    words: Words<V>,
    cmp: Cmp,
    against: Against<V>,
) -> Result<()> {
    // SAFETY: our caller's promise, here and below.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    looked.wait(|looked| looked.all().then_some(())).map(drop)
}

/// Waits until the comparison holds for one word, and returns its index; `usize::MAX` if none takes
/// part.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As [`wait_until_all`].
pub unsafe fn wait_until_any<V: Value>(
    words: Words<V>,
    cmp: Cmp,
    against: Against<V>,
) -> Result<usize> {
    // SAFETY: as above.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    let first = turn(words.count);
    Ok(looked.wait(|looked| looked.any(first))?.unwrap_or(usize::MAX))
}

/// Waits until the comparison holds for at least one word, and writes the indices of all such words
/// to `places`. Returns their number; 0 if none takes part.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As [`wait_until_all`]; `places` is writable for as many indices as there are words.
pub unsafe fn wait_until_some<V: Value>(
    words: Words<V>,
    places: *mut usize,
    cmp: Cmp,
    against: Against<V>,
) -> Result<usize> {
    // SAFETY: as above; also for `places`.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    // SAFETY: as above.
    let found = looked.wait(|looked| Some(unsafe { looked.some(places) }).filter(|&n| n > 0))?;
    Ok(found.unwrap_or(0))
}

/// Whether the comparison holds for all words now; true if none takes part.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As [`wait_until_all`].
pub unsafe fn test_all<V: Value>(words: Words<V>, cmp: Cmp, against: Against<V>) -> Result<bool> {
    // SAFETY: as above.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    Ok(looked.test(|looked| looked.all().then_some(()))?.is_some())
}

/// The index of a word for which the comparison holds now; `usize::MAX` if there is none.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As [`wait_until_all`].
pub unsafe fn test_any<V: Value>(words: Words<V>, cmp: Cmp, against: Against<V>) -> Result<usize> {
    // SAFETY: as above.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    let first = turn(words.count);
    Ok(looked.test(|looked| looked.any(first))?.unwrap_or(usize::MAX))
}

/// Writes the indices of all words for which the comparison holds now to `places`. Returns their
/// number.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As [`wait_until_some`].
pub unsafe fn test_some<V: Value>(
    words: Words<V>,
    places: *mut usize,
    cmp: Cmp,
    against: Against<V>,
) -> Result<usize> {
    // SAFETY: as above; also for `places`.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    // SAFETY: as above.
    let found = looked.test(|looked| Some(unsafe { looked.some(places) }).filter(|&n| n > 0))?;
    Ok(found.unwrap_or(0))
}

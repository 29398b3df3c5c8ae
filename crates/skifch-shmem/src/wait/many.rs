//! Several words at a time.

use super::{Cmp, For, Value, Wait, check, pace};
use crate::error::{Result, fail};
use crate::rma::bytes;
use crate::state::state;

/// What several words are compared with.
#[derive(Clone, Copy, Debug)]
pub enum Against<V> {
    /// All with this.
    One(V),
    /// Each with its own, as many as there are words.
    Each(*const V),
}

/// Several words, of which those count whose `status` is 0, or all if it is null.
#[derive(Clone, Copy, Debug)]
pub struct Words<V> {
    /// The first.
    pub words: *const V,
    /// How many.
    pub count: usize,
    /// As many, or null.
    pub status: *const i32,
}

/// Words with what they are compared with.
struct Looked<V> {
    words: Words<V>,
    cmp: Cmp,
    against: Against<V>,
}

impl<V: Value> Looked<V> {
    /// # Errors
    /// Not started; not all of them symmetric, or not aligned.
    ///
    /// # Safety
    /// What is named is readable as long as this is used.
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

    /// The places that count.
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

    /// Some place that compares so; which one is looked at first changes, so that none is passed
    /// over for ever.
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

    /// What `find` gives first; `None` if no word counts.
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

    /// What `find` gives now, or after a look at the network.
    fn test<T>(&self, mut find: impl FnMut(&Self) -> Option<T>) -> Result<Option<T>> {
        let state = state()?;
        if let Some(found) = find(self) {
            return Ok(Some(found));
        }
        pace::look(state)?;
        Ok(find(self))
    }
}

/// Where the next search for any begins.
fn turn(count: usize) -> usize {
    use std::cell::Cell;
    thread_local! { static TURN: Cell<usize> = const { Cell::new(0) } }
    let turn = TURN.replace(TURN.get().wrapping_add(1));
    if count == 0 { 0 } else { turn % count }
}

/// Waits until all compare so.
///
/// # Errors
/// As [`wait_until`](super::wait_until). So for all calls below.
///
/// # Safety
/// What `words` and `against` name is readable. So for all calls below.
pub unsafe fn wait_until_all<V: Value>(
    words: Words<V>,
    cmp: Cmp,
    against: Against<V>,
) -> Result<()> {
    // SAFETY: our caller's promise, here and below.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    looked.wait(|looked| looked.all().then_some(())).map(drop)
}

/// Waits until one does, and gives its place; `usize::MAX` if none counts.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As there.
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

/// Waits until at least one does, and writes the places of all that do to `places`: how many; 0 if
/// none counts.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As there; `places` is writable for as many as there are words.
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

/// Whether all compare so now; true if none counts.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As there.
pub unsafe fn test_all<V: Value>(words: Words<V>, cmp: Cmp, against: Against<V>) -> Result<bool> {
    // SAFETY: as above.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    Ok(looked.test(|looked| looked.all().then_some(()))?.is_some())
}

/// The place of one that does now; `usize::MAX` if there is none.
///
/// # Errors
/// As [`wait_until_all`].
///
/// # Safety
/// As there.
pub unsafe fn test_any<V: Value>(words: Words<V>, cmp: Cmp, against: Against<V>) -> Result<usize> {
    // SAFETY: as above.
    let looked = unsafe { Looked::new(words, cmp, against) }?;
    let first = turn(words.count);
    Ok(looked.test(|looked| looked.any(first))?.unwrap_or(usize::MAX))
}

/// Writes the places of all that do now to `places`: how many.
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

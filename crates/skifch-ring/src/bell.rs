//! A doorbell that wakes a sleeping side, at no cost while that side is awake.
//!
//! The sleeper owns a [`Word`] used as a counter: odd while it sleeps or is about to, even while it
//! is awake. The waker reads the word after each publication and rings once for each odd value.

use skifch_sync::{FenceKind, Word, heavy_fence, light_fence};

/// The waker's side of a doorbell.
pub struct Bell {
    state: Word,
    /// The last value acted on. While the sleeper is awake it equals the word's value.
    seen: u64,
}

impl Bell {
    /// A bell for the sleeper that owns `state`.
    pub fn new(state: Word) -> Self {
        // The word never has this value, so the first check always takes the slow path.
        Self { state, seen: u64::MAX }
    }

    /// To be called after a publication: whether the sleeper has to be woken now. Costs one load in
    /// the common case.
    #[inline(always)]
    pub fn must_ring(&mut self) -> bool {
        light_fence();
        let state = self.state.peek();
        state != self.seen && self.look(state)
    }

    /// Whether [`Self::must_ring`] would take its slow path. Does not change the bell.
    #[inline(always)]
    pub fn has_changed(&self) -> bool {
        light_fence();
        self.state.peek() != self.seen
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, state: u64) -> bool {
        self.seen = state;
        state % 2 == 1
    }
}

/// The sleeper's side of a doorbell.
pub struct Sleeper {
    state: Word,
    value: u64,
}

impl Sleeper {
    /// The owner of `state`, which is zero.
    pub fn new(state: Word) -> Self {
        Self { state, value: 0 }
    }

    /// Announces that this side is about to sleep. Whoever publishes from now on rings; whatever
    /// was published before is visible to a check made after this call. With [`FenceKind::Full`]
    /// this guarantee is not complete: do not sleep without a timeout.
    #[must_use]
    pub fn announce(&mut self) -> FenceKind {
        // Use a new odd value even where the last one was not retracted: the waker has acted on
        // that one already, and what it sent may have been read since.
        self.value = (self.value + 1) | 1;
        self.state.publish(self.value);
        heavy_fence()
    }

    /// Announces that this side is awake.
    pub fn retract(&mut self) {
        if !self.value.is_multiple_of(2) {
            self.value += 1;
            self.state.publish(self.value);
        }
    }
}

#[cfg(all(test, not(skifch_loom)))]
mod tests {
    use super::*;
    use crate::tests::flag;

    #[test]
    fn each_announcement_is_rung_once() {
        let state = flag();
        let (mut sleeper, mut bell) = (Sleeper::new(state.clone()), Bell::new(state));
        assert!(!bell.must_ring(), "awake");
        let _ = sleeper.announce();
        assert!(bell.must_ring());
        assert!(!bell.must_ring(), "rung already");
        let _ = sleeper.announce();
        assert!(bell.must_ring(), "announced again without having been taken back");
        sleeper.retract();
        assert!(!bell.must_ring(), "awake again");
    }
}

//! Waking a side that sleeps, at no cost while it is awake.
//!
//! The sleeper owns a [`Word`] that counts: odd while it sleeps or is about to, even while it is
//! awake. The waker reads it after each publication and acts once for each odd value.

use skifch_sync::{FenceKind, Word, heavy_fence, light_fence};

/// The waker's side of a doorbell.
pub struct Bell {
    state: Word,
    /// The last value acted on. While the sleeper is awake it is the word's value.
    seen: u64,
}

impl Bell {
    /// A bell for the sleeper that owns `state`.
    pub fn new(state: Word) -> Self {
        // A value that the word never has: the first look is always a close one.
        Self { state, seen: u64::MAX }
    }

    /// After a publication: whether the sleeper has to be woken now. One load in the common case.
    #[inline(always)]
    pub fn must_ring(&mut self) -> bool {
        light_fence();
        let state = self.state.peek();
        state != self.seen && self.look(state)
    }

    /// Whether [`Self::must_ring`] would have to look closely.
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

    /// Says that this side is about to sleep. Whoever publishes from now on rings; what was
    /// published before is visible to a look after this call. With [`FenceKind::Full`] that holds
    /// only nearly: do not sleep without a time limit.
    #[must_use]
    pub fn announce(&mut self) -> FenceKind {
        // A new odd value also where the last was not taken back: the waker acted on that one, and
        // what it sent may have been read since.
        self.value = (self.value + 1) | 1;
        self.state.publish(self.value);
        heavy_fence()
    }

    /// Says that this side is awake.
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

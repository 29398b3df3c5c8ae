//! Programs that test and probe again and again: they do not wait, but when that has taken long the
//! launcher can read what they ask for, and that they still do.

use super::Engine;
use super::wait::LONG_NS;
use crate::error::Result;

/// The time is looked at once in so many calls in vain.
const LOOK_EVERY: u32 = 16;

/// What is asked for.
#[derive(Default)]
pub(crate) struct Asking {
    in_vain: u32,
    since_ns: Option<u64>,
    said_ns: u64,
    /// What the launcher was told, if it was.
    text: String,
}

impl Asking {
    /// What the launcher can read is of who asks, not of who waits.
    pub(super) fn is_said(&self) -> bool {
        !self.text.is_empty()
    }
}

impl Engine {
    /// A call that does not wait has found nothing.
    #[inline]
    pub(super) fn asked_in_vain(&mut self) -> Result<()> {
        self.asking.in_vain = self.asking.in_vain.wrapping_add(1);
        if !self.asking.in_vain.is_multiple_of(LOOK_EVERY) {
            return Ok(());
        }
        self.asks_on();
        self.look_for_ends().map(drop)
    }

    #[cold]
    fn asks_on(&mut self) {
        let is_another_thread = |is_said: bool| is_said && !self.asking.is_said();
        if self.waits.as_ref().is_none_or(|waits| is_another_thread(waits.is_said())) {
            return;
        }
        let now = self.job.time_ns();
        let since = *self.asking.since_ns.get_or_insert(now);
        if now < since.max(self.asking.said_ns) + LONG_NS {
            return;
        }
        self.asking.said_ns = now;
        let is_again = self.asking.is_said();
        if !is_again {
            let call = Self::called("a call that does not wait");
            self.asking.text = self.explanation(&call);
        }
        // As long each time: somebody may read while it is written.
        let text = format!("{}asks {now:020}\n", self.asking.text);
        let Some(waits) = &mut self.waits else { return };
        if is_again { waits.say_again(&text) } else { waits.say(&text) }
    }

    /// Something has come.
    #[inline]
    pub(super) fn asks_no_more(&mut self) {
        (self.asking.in_vain, self.asking.since_ns) = (0, None);
        if self.asking.is_said() {
            self.waits_no_more();
        }
    }

    /// What was said is over, or something else takes its place.
    pub(super) fn forget_asking(&mut self) {
        self.asking.text.clear();
    }
}

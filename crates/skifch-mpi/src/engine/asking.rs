//! Programs that test and probe in a loop: they do not wait inside a call, but after a long time
//! the launcher can read what they are polling for, and that they still do.

use super::Engine;
use super::wait::LONG_NS;
use crate::error::Result;

/// The clock is read once per this many calls that find nothing.
const LOOK_EVERY: u32 = 16;

/// State of the polling loop.
#[derive(Default)]
pub(crate) struct Asking {
    in_vain: u32,
    since_ns: Option<u64>,
    said_ns: u64,
    /// What was reported to the launcher; empty if nothing.
    text: String,
}

impl Asking {
    /// Whether the current report to the launcher comes from polling, not from a wait.
    pub(super) fn is_said(&self) -> bool {
        !self.text.is_empty()
    }
}

impl Engine {
    /// A non-blocking call has found nothing.
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
        // The text has the same length each time, because the launcher may read it while it is
        // written.
        let text = format!("{}asks {now:020}\n", self.asking.text);
        let Some(waits) = &mut self.waits else { return };
        if is_again { waits.say_again(&text) } else { waits.say(&text) }
    }

    /// Something has arrived: the polling loop starts anew.
    #[inline]
    pub(super) fn asks_no_more(&mut self) {
        (self.asking.in_vain, self.asking.since_ns) = (0, None);
        if self.asking.is_said() {
            self.says_no_more();
        }
    }

    /// The report is withdrawn, or another replaces it.
    pub(super) fn forget_asking(&mut self) {
        self.asking.text.clear();
    }
}

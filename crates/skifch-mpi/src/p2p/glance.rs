//! Decides whether a new receive polls for its message before it is posted.
//!
//! In a stream of messages the poll finds the message, and the receive need not be posted. In an
//! exchange it usually finds nothing and delays this rank's own message, which the program sends
//! next; an empty poll also yields the CPU to the peer that is waited for.

/// Upper limit of the receives in a row that do not poll.
const MOST: u8 = 15;

/// Outcome of the polls so far.
#[derive(Default)]
pub(super) struct Glances {
    /// How many receives skip the poll after the most recent one.
    rest: u8,
    /// How many of those remain.
    left: u8,
}

impl Glances {
    /// Whether the next receive polls.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_due
    }

    /// Notes the outcome of a poll; each further miss about doubles the number of receives that
    /// skip it.
    #[inline(always)]
    pub(super) fn looked(&mut self, has_found: bool) {
        self.rest = if has_found { 0 } else { (2 * self.rest + 1).min(MOST) };
        self.left = self.rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(glances: &mut Glances, receives: usize, has_found: bool) -> usize {
        let look = |_: &usize| {
            let is_due = glances.is_due();
            if is_due {
                glances.looked(has_found);
            }
            is_due
        };
        (0..receives).filter(look).count()
    }

    #[test]
    fn looks_in_vain_become_rare_and_one_that_finds_brings_them_back() {
        let mut glances = Glances::default();
        assert_eq!(looks(&mut glances, 100, true), 100);
        assert_eq!(looks(&mut glances, 1000, false), 4 + (1000 - 15) / 16);
        // At most `MOST` receives are posted before the next poll.
        assert!(looks(&mut glances, 100, true) >= 100 - usize::from(MOST));
    }
}

//! Whether a receive that is begun looks for its message before it is posted.
//!
//! In a stream it finds it, and needs no place among those that are posted. Where two exchange
//! messages it mostly does not, and keeps its own message, which the program sends next, waiting:
//! a look for nothing also gives way to the peer that it waits for.

/// The most receives in a row that do not look.
const MOST: u8 = 15;

/// What became of the looks so far.
#[derive(Default)]
pub(super) struct Glances {
    /// So many receives do not look after one more in vain.
    rest: u8,
    /// Of those after the last, so many are left.
    left: u8,
}

impl Glances {
    /// Whether the next receive looks.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_due
    }

    /// It has looked.
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
        // At most so many are posted before the next look.
        assert!(looks(&mut glances, 100, true) >= 100 - usize::from(MOST));
    }
}

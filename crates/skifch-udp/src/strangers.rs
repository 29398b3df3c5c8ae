//! Only datagrams with wrong tags arrive: most likely the ranks have different secrets, and every
//! send returns "not now" forever. This is worth one warning.

/// Nothing else has arrived for this long, ns.
const PATIENCE_NS: u64 = 1_000_000_000;
/// Fewer than this may be stray datagrams; connection attempts are repeated several times a second.
const FEW: u64 = 4;

/// Datagrams counted while no valid one arrives.
#[derive(Default)]
pub(crate) struct Strangers {
    /// Start time, and how many had been dropped before.
    since: Option<(u64, u64)>,
    /// Number of valid datagrams so far.
    right: u64,
    dropped: u64,
    is_told: bool,
}

impl Strangers {
    /// Updates the totals of datagrams received and of those with a wrong tag. Returns the number
    /// with a wrong tag since the last valid one, if the warning is due.
    pub(crate) fn note(&mut self, now_ns: u64, received: u64, dropped: u64) -> Option<u64> {
        let right = received.saturating_sub(dropped);
        let before = std::mem::replace(&mut self.dropped, dropped);
        if self.is_told || right != self.right {
            (self.right, self.since) = (right, None);
            return None;
        }
        if dropped == before {
            return None;
        }
        let (since_ns, first) = *self.since.get_or_insert((now_ns, before));
        let count = dropped - first;
        self.is_told = now_ns >= since_ns + PATIENCE_NS && count >= FEW;
        self.is_told.then_some(count)
    }
}

pub(crate) fn words(count: u64) -> String {
    format!(
        "the last {count} datagrams failed authentication, and no valid one arrived for a second: \
         ranks have different secrets, or another program sends to this port. Start all ranks \
         with one launcher; on a network that only this job uses, SKIFCH_UDP_MAC=off for all \
         ranks turns the check off"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn nothing_but_wrong_ones_is_told_once() {
        let mut it = Strangers::default();
        for step in 1..10 {
            assert_eq!(it.note(step * 100 * MS, step, step), None);
        }
        assert_eq!(it.note(999 * MS, 9, 9), None);
        assert_eq!(it.note(1100 * MS, 9, 9), None, "nothing new came");
        assert_eq!(it.note(1101 * MS, 10, 10), Some(10));
        assert_eq!(it.note(9000 * MS, 20, 20), None);
    }

    #[test]
    fn a_right_one_begins_anew() {
        let mut it = Strangers::default();
        assert_eq!(it.note(0, 5, 5), None);
        assert_eq!(it.note(2000 * MS, 7, 6), None, "one of them was right");
        assert_eq!(it.note(2001 * MS, 8, 7), None);
        assert_eq!(it.note(3000 * MS, 9, 8), None);
        assert_eq!(it.note(3001 * MS, 10, 9), None, "three are few");
        assert_eq!(it.note(3002 * MS, 11, 10), Some(4));
    }
}

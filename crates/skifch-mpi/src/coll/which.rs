//! The tag of a collective message names its call, in bits above the number of the call on its
//! communicator. The message is matched by the number alone, so ranks that are in different calls
//! notice it.

/// The bits of a tag that distinguish the calls on a communicator: their number, below a bit that
/// marks persistent calls. A persistent call keeps its number while any number of other calls are
/// made.
const COUNT_BITS: u32 = 27;
const IS_KEPT: i32 = 1 << (COUNT_BITS - 1);
/// The mask of these bits.
pub(crate) const COUNT_MASK: i32 = (1 << COUNT_BITS) - 1;

/// All bits above the count: the number of no call.
const SPOILED: i32 = i32::MAX & !COUNT_MASK;

/// A collective call, the same value for its blocking, non-blocking and persistent forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Which(u8);

/// The calls by number. Number 0 is not a call of the program.
const NAMES: [&str; 14] = [
    "",
    "barrier",
    "bcast",
    "gather",
    "scatter",
    "allgather",
    "alltoall",
    "reduce",
    "allreduce",
    "reduce_scatter",
    "neighbour_allgather",
    "neighbour_alltoall",
    "scan",
    "exscan",
];

impl Which {
    /// One of the internal calls that create a communicator.
    pub(crate) const CREATION: Self = Self(0);

    /// The call with this name in [`NAMES`].
    pub(crate) const fn of(name: &str) -> Self {
        let mut at = 1;
        while at < NAMES.len() {
            if is_same(NAMES[at].as_bytes(), name.as_bytes()) {
                return Self(at as u8);
            }
            at += 1;
        }
        panic!("no collective call has this name");
    }

    /// The tag of call number `count`.
    pub(crate) fn tag(self, count: i32) -> i32 {
        i32::from(self.0) << COUNT_BITS | count & (IS_KEPT - 1)
    }

    /// The tag of persistent call number `count`.
    pub(crate) fn kept_tag(self, count: i32) -> i32 {
        self.tag(count) | IS_KEPT
    }

    /// The tag of what a rank sends in the call of `tag` after it received a message of the wrong
    /// length: it matches, and is an error at the receiver.
    pub(crate) const fn spoiled(tag: i32) -> i32 {
        tag | SPOILED
    }

    /// Whether a tag is a [`spoiled`](Self::spoiled) one.
    pub(crate) const fn is_spoiled(tag: i32) -> bool {
        tag & SPOILED == SPOILED
    }

    /// The standard's name of the call that a tag belongs to.
    #[cold]
    pub(crate) fn name(tag: i32) -> String {
        match NAMES.get((tag >> COUNT_BITS) as usize) {
            None | Some(&"") => "a call that makes a communicator".to_owned(),
            Some(name) => crate::error::mpi_name(name),
        }
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_its_call_and_is_matched_by_the_number() {
        for name in &NAMES[1..] {
            let which = Which::of(name);
            for count in [0, 1, IS_KEPT - 1, IS_KEPT, i32::MAX, -1] {
                for tag in [which.tag(count), which.kept_tag(count)] {
                    assert!(tag >= 0, "{name} {count}");
                    assert_eq!(Which::name(tag), crate::error::mpi_name(name));
                    let spoiled = Which::spoiled(tag);
                    assert!(!Which::is_spoiled(tag) && Which::is_spoiled(spoiled), "{name}");
                    assert_eq!((spoiled & COUNT_MASK, spoiled >= 0), (tag & COUNT_MASK, true));
                    assert_eq!(tag & COUNT_MASK & (IS_KEPT - 1), count & (IS_KEPT - 1));
                }
                assert_ne!(which.tag(count) & COUNT_MASK, which.kept_tag(count) & COUNT_MASK);
            }
        }
        assert_eq!(Which::of("scan").tag(7) & COUNT_MASK, Which::of("bcast").tag(7) & COUNT_MASK);
    }
}

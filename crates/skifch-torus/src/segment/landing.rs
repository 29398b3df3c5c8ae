//! The landing buffer: the model writes answers to gets and atomics here, and the call that waits
//! for them copies them to their destination.

use crate::layout::inbox::LANDING_BYTES;
use crate::memory::Map;
use std::collections::VecDeque;

/// An answer with space reserved for it.
struct Entry {
    counter: u64,
    /// Position of its bytes, and of the start of its space; positions only grow.
    at: u64,
    begin: u64,
    to: Place,
    len: usize,
    /// It was copied out, or is no longer wanted.
    is_over: bool,
}

/// A destination in the program's memory.
struct Place(*mut u8);

// SAFETY: an address; whoever writes there argues for it.
unsafe impl Send for Place {}

/// The rank's bookkeeping of the landing buffer.
#[derive(Default)]
pub(crate) struct Landing {
    tail: u64,
    entries: VecDeque<Entry>,
}

impl Landing {
    /// Reserves contiguous space for an answer of `len` bytes: its offset in the landing buffer, or
    /// `None` if there is no space now.
    pub(super) fn reserve(&mut self, counter: u64, to: *mut u8, len: usize) -> Option<u32> {
        const ALL: u64 = LANDING_BYTES as u64;
        let room = len.next_multiple_of(8) as u64;
        let head = self.entries.front().map_or(self.tail, |entry| entry.begin);
        let left = ALL - self.tail % ALL;
        let at = if room <= left { self.tail } else { self.tail + left };
        if at + room - head > ALL {
            return None;
        }
        let begin = self.tail;
        self.entries.push_back(Entry { counter, at, begin, to: Place(to), len, is_over: false });
        self.tail = at + room;
        Some((at % ALL) as u32)
    }

    /// Counter of the oldest answer.
    pub(super) fn oldest(&self) -> Option<u64> {
        self.entries.front().map(|entry| entry.counter)
    }

    /// Whether answers of a counter are outstanding.
    pub(super) fn has(&self, counter: u64) -> bool {
        self.entries.iter().any(|entry| entry.counter == counter && !entry.is_over)
    }

    /// Position at the end of all reserved space.
    pub(super) fn end(&self) -> u64 {
        self.tail
    }

    /// Copies out all answers of a counter with space before `end`; they have arrived.
    ///
    /// # Safety
    /// Their destinations are writable.
    pub(super) unsafe fn take(&mut self, counter: u64, end: u64, memory: &Map) {
        let is_there = |it: &&mut Entry| it.counter == counter && it.at < end && !it.is_over;
        for entry in self.entries.iter_mut().filter(is_there) {
            entry.is_over = true;
            let from = memory.part((entry.at % LANDING_BYTES as u64) as usize, entry.len);
            // SAFETY: in the landing buffer, where nobody writes any more; the rest is our caller's
            // promise.
            unsafe { entry.to.0.copy_from_nonoverlapping(from.as_ptr(), entry.len) };
        }
        self.shorten();
    }

    /// Discards the answers of a counter.
    pub(super) fn forget(&mut self, counter: u64) {
        let of = self.entries.iter_mut().filter(|entry| entry.counter == counter);
        of.for_each(|entry| entry.is_over = true);
        self.shorten();
    }

    fn shorten(&mut self) {
        while self.entries.pop_front_if(|entry| entry.is_over).is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Access, create};
    use std::os::fd::AsFd;

    #[test]
    fn answers_have_room_to_themselves_and_go_where_they_belong() {
        let fd = create(c"test", LANDING_BYTES).expect("memory");
        let map = Map::new(fd.as_fd(), 0, LANDING_BYTES, Access::Write).expect("a map");
        let mut landing = Landing::default();
        for round in 0..100_u8 {
            // Two counters in turn; the older is discarded when there is no space.
            let mut out = [vec![0_u8; 100_000], vec![0; 90_001], vec![0; 80_000]];
            for (number, to) in (0..).zip(&mut out) {
                let at = loop {
                    match landing.reserve(number % 2, to.as_mut_ptr(), to.len()) {
                        Some(at) => break at as usize,
                        None => landing.forget(landing.oldest().expect("something is full")),
                    }
                };
                // SAFETY: reserved space of ours in the mapping.
                unsafe { map.part(at, to.len()).as_ptr().write_bytes(round + 1, to.len()) };
            }
            assert!(landing.has(1));
            // SAFETY: all destinations are alive.
            unsafe {
                let end = landing.end();
                landing.take(1, end, &map);
                landing.take(0, end, &map);
            }
            let taken = out.iter().filter(|out| out.iter().all(|&byte| byte == round + 1)).count();
            assert!(taken >= 2 && !landing.has(0) && landing.oldest().is_none(), "{taken}");
        }
        assert_eq!(landing.reserve(0, std::ptr::null_mut(), LANDING_BYTES + 1), None);
    }

    #[test]
    fn answers_that_were_asked_for_later_are_left() {
        let fd = create(c"test", LANDING_BYTES).expect("memory");
        let map = Map::new(fd.as_fd(), 0, LANDING_BYTES, Access::Write).expect("a map");
        let mut landing = Landing::default();
        let mut out = [1_u8; 2];
        landing.reserve(1, &raw mut out[0], 1).expect("room");
        let end = landing.end();
        landing.reserve(1, &raw mut out[1], 1).expect("room");
        // SAFETY: the bytes live longer.
        unsafe { landing.take(1, end, &map) };
        assert_eq!((out, landing.has(1)), ([0, 1], true));
    }
}

//! Huge pages under memory that peers copy from again and again.
//!
//! To copy out of another process the system finds and holds each page of it, which takes as long
//! as copying its 4 KB. A huge page is found and held once. So memory that has been announced to
//! peers often enough to pay for it is moved into huge pages, by a request that the system is free
//! to decline: only where its administrator allows huge pages, and only ranges nearly all of whose
//! pages are in memory already, so that the process hardly grows.

use crate::settings::HUGE_PAGES;
use libc::c_void;

/// After this many times its own size a range is worth the move, which takes as long as so many
/// copies gain by it.
const WORTH: usize = 16;
/// One page in so many may be absent: what lies between two blocks of an allocator.
const ABSENT: usize = 16;
/// Number of ranges that are observed.
const SLOTS: usize = 256;
/// What the system says about huge pages.
const ENABLED: &str = "/sys/kernel/mm/transparent_hugepage/enabled";
const SIZE: &str = "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size";

/// The memory of this process that peers copy from.
#[derive(Default)]
pub struct HugePages {
    /// Found when it is first needed.
    found: Option<Ranges>,
    /// Addresses of the ranges to be moved.
    due: Vec<usize>,
}

/// Memory in ranges of the size of a huge page.
struct Ranges {
    /// 0: there are no huge pages.
    range_bytes: usize,
    slots: Box<[Slot]>,
}

/// How much of one range was announced.
#[derive(Clone, Copy, Default)]
struct Slot {
    range: usize,
    bytes: usize,
    /// The range is moved when more than this many bytes were announced. It doubles then, because
    /// the program may have got new memory there, or peers were just copying.
    most: usize,
}

impl HugePages {
    /// Notes that a peer may copy these bytes.
    #[inline]
    pub fn note(&mut self, base: *const u8, len: usize) {
        let ranges = self.found.get_or_insert_with(Ranges::find);
        if ranges.range_bytes > 0 && len > 0 {
            ranges.note(base.addr(), len, &mut self.due);
        }
    }

    /// Whether some memory is worth moving.
    #[inline]
    pub fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// Moves what is worth it. Memory that a peer is copying stays where it is.
    #[cold]
    pub fn settle(&mut self) {
        let bytes = self.found.as_ref().map_or(0, |ranges| ranges.range_bytes);
        for address in self.due.drain(..) {
            if is_present(address, bytes) {
                collapse(address, bytes);
            }
        }
    }
}

impl Ranges {
    #[cold]
    fn find() -> Self {
        let range_bytes = if HUGE_PAGES.is_on() { huge_page_bytes() } else { None };
        match range_bytes {
            Some(range_bytes) => Self::of(range_bytes),
            None => Self { range_bytes: 0, slots: Box::default() },
        }
    }

    fn of(range_bytes: usize) -> Self {
        Self { range_bytes, slots: vec![Slot::default(); SLOTS].into() }
    }

    fn note(&mut self, from: usize, len: usize, due: &mut Vec<usize>) {
        let (size, end) = (self.range_bytes, from.saturating_add(len));
        for range in from / size..end.div_ceil(size) {
            let slot = &mut self.slots[range % SLOTS];
            if slot.range != range {
                *slot = Slot { range, bytes: 0, most: WORTH * size };
            }
            let begin = range * size;
            slot.bytes =
                slot.bytes.saturating_add(end.min(begin.saturating_add(size)) - from.max(begin));
            if slot.bytes > slot.most {
                slot.most = slot.most.saturating_mul(2);
                due.push(begin);
            }
        }
    }
}

/// The size of a huge page, where the system gives them to programs at all.
fn huge_page_bytes() -> Option<usize> {
    let enabled = std::fs::read_to_string(ENABLED).ok()?;
    let bytes = std::fs::read_to_string(SIZE).ok()?.trim().parse().ok()?;
    (!enabled.contains("[never]") && usize::is_power_of_two(bytes)).then_some(bytes)
}

/// Whether a range is mapped and nearly all of it is in memory.
fn is_present(address: usize, bytes: usize) -> bool {
    // SAFETY: asks for a number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let Ok(page @ 1..) = usize::try_from(page) else { return false };
    let mut states = vec![0; bytes.div_ceil(page)];
    let at = std::ptr::without_provenance_mut::<c_void>(address);
    // SAFETY: the system checks the address and writes a byte for each page.
    let asked = unsafe { libc::mincore(at, bytes, states.as_mut_ptr()) };
    let absent = states.iter().filter(|state: &&u8| **state & 1 == 0).count();
    asked == 0 && absent <= states.len() / ABSENT
}

/// Asks the system to move a range into a huge page; whether it did.
fn collapse(address: usize, bytes: usize) -> bool {
    let at = std::ptr::without_provenance_mut::<c_void>(address);
    // SAFETY: the contents stay the same, whatever is there; the system checks the address.
    unsafe { libc::madvise(at, bytes, libc::MADV_COLLAPSE) == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 2 << 20;

    fn noted(ranges: &mut Ranges, from: usize, len: usize) -> Vec<usize> {
        let mut due = Vec::new();
        ranges.note(from, len, &mut due);
        due
    }

    #[test]
    fn a_range_is_due_when_more_than_its_worth_was_announced_and_then_ever_more_seldom() {
        let mut ranges = Ranges::of(SIZE);
        let all: Vec<_> = (1..=100)
            .filter(|_| {
                let due = noted(&mut ranges, 10 * SIZE, SIZE);
                assert!(due.is_empty() || due == [10 * SIZE]);
                !due.is_empty()
            })
            .collect();
        assert_eq!(all, [WORTH + 1, 2 * WORTH + 1, 4 * WORTH + 1]);
    }

    #[test]
    fn a_message_counts_for_each_range_with_the_bytes_that_lie_there() {
        let mut ranges = Ranges::of(SIZE);
        // Half of the first range, all of the second, one byte of the third.
        let message = (10 * SIZE + SIZE / 2, SIZE + SIZE / 2 + 1);
        let due: Vec<_> = (0..2 * WORTH + 1)
            .map(|_| noted(&mut ranges, message.0, message.1))
            .filter(|due| !due.is_empty())
            .collect();
        let (first, second) = (10 * SIZE, 11 * SIZE);
        assert_eq!(due, [vec![second], vec![first, second]]);
        assert_eq!(ranges.slots[12].bytes, 2 * WORTH + 1);
    }

    #[test]
    fn ranges_that_share_a_slot_forget_each_other() {
        let mut ranges = Ranges::of(SIZE);
        for _ in 0..10 * WORTH {
            assert!(noted(&mut ranges, SIZE, SIZE).is_empty());
            assert!(noted(&mut ranges, (1 + SLOTS) * SIZE, SIZE).is_empty());
        }
    }

    #[test]
    fn any_address_can_be_noted() {
        let mut ranges = Ranges::of(SIZE);
        noted(&mut ranges, usize::MAX - 10, 100);
        noted(&mut ranges, 0, 1);
        assert!(!is_present(usize::MAX / SIZE * SIZE, SIZE), "there is nothing");
    }

    /// Of the mapping that begins at this address: bytes in memory, and those in huge pages.
    fn held(address: usize) -> [usize; 2] {
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let begins = |line: &&str| {
            let begin = line.split('-').next().and_then(|it| usize::from_str_radix(it, 16).ok());
            begin.is_some_and(|begin| begin <= address) && line.contains('-')
        };
        let at = maps.lines().enumerate().filter(|(_, line)| begins(line)).last().unwrap().0;
        ["Rss:", "AnonHugePages:"].map(|name| {
            let of = maps.lines().skip(at).find_map(|line| line.strip_prefix(name));
            of.unwrap().split_whitespace().next().unwrap().parse::<usize>().unwrap() << 10
        })
    }

    fn skipped(why: &str) {
        println!("SKIPPED: memory_is_moved_whole_and_only_if_nearly_all_was_there: {why}");
    }

    #[test]
    fn memory_is_moved_whole_and_only_if_nearly_all_was_there() {
        let Some(size) = huge_page_bytes() else {
            skipped("this system gives no huge pages");
            return;
        };
        let (all, none) = (6 * size, std::ptr::null_mut());
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: memory of its own; each byte that is read was written before.
        unsafe {
            let place = libc::mmap(none, all, libc::PROT_NONE, flags, -1, 0);
            assert!(place != libc::MAP_FAILED);
            // Between memory that nobody can use, so that it is a mapping of its own.
            let base = place.byte_add(size - place.addr() % size).cast::<u8>();
            let access = libc::PROT_READ | libc::PROT_WRITE;
            assert_eq!(libc::mprotect(base.cast(), 4 * size, access), 0);
            // All of one, half of another, and all but a page of a third.
            let written =
                || (0..size).chain(size..size + size / 2).chain(3 * size..4 * size - 4096);
            for at in written() {
                base.add(at).write((at / 7) as u8);
            }
            let before = held(base.addr());
            let mut pages = HugePages::default();
            for _ in 0..=WORTH {
                pages.note(base, 4 * size);
            }
            assert!(pages.is_due());
            let does = collapse(base.addr(), size);
            pages.settle();
            assert!(!pages.is_due());
            let after = held(base.addr());
            if before[1] > 0 {
                skipped("this system gives huge pages unasked");
            } else if does {
                assert_eq!(after[1], 2 * size, "two ranges were there");
                assert_eq!(after[0], before[0] + 4096, "and a page is new");
            } else {
                skipped("this system does not move memory into huge pages on request");
            }
            for at in written() {
                assert_eq!(base.add(at).read(), (at / 7) as u8);
            }
            libc::munmap(place, all);
        }
    }
}

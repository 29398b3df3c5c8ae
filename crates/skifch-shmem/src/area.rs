//! Symmetric memory as this process reaches it: what every put, get and atomic asks first.
//!
//! Where another PE's part can be loaded and stored, an address there is an address here plus a
//! number that was worked out at the start. So the common case is two comparisons and an addition.

use std::hint::cold_path;
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};

/// In place of the distance to a part that only the network reaches. Parts begin at pages, so no
/// distance is odd.
pub(crate) const FAR: usize = 1;

/// Bytes that each part has at least, so that a word needs one comparison.
pub(crate) const LEAST: usize = 64;

/// Bytes that a word has at most, for whichever one comparison is right.
const WORD: usize = 16;

/// Where an area begins that is not there, of [`LEAST`] bytes: there is no memory. All of it is
/// [`FAR`].
pub(crate) const NOWHERE: usize = usize::MAX - LEAST + 1;

/// A kind of symmetric memory.
#[repr(C)]
pub(crate) struct Area {
    /// Where this PE's part begins.
    base: AtomicUsize,
    /// A word that begins below this offset is whole inside, whatever it has up to [`WORD`] bytes.
    words: AtomicUsize,
    /// For each PE: what is added to an address here, or [`FAR`].
    deltas: AtomicPtr<usize>,
    /// Bytes of each part.
    bytes: AtomicUsize,
}

/// What the hot paths look at; what words in the first or second kind of memory need is in one
/// cache line.
#[repr(C, align(64))]
struct Fast {
    pes: AtomicU32,
    /// All parts of all PEs can be loaded and stored.
    is_all_near: AtomicBool,
    /// The kinds of memory, in the order in which they are looked at.
    first: Area,
    second: Area,
    /// Where this PE's word is that says that it sleeps, as long as there is a first area, and in
    /// the same segment.
    asleep: AtomicUsize,
    third: Area,
}

static FAST: Fast = Fast {
    pes: AtomicU32::new(0),
    is_all_near: AtomicBool::new(false),
    first: Area::none(),
    second: Area::none(),
    asleep: AtomicUsize::new(0),
    third: Area::none(),
};

const _: () = assert!(std::mem::offset_of!(Fast, second.bytes) <= 64);

/// A word that hot paths look at, read plainly: so the compiler makes it an operand of what is done
/// with it, and puts and gets of words have a third fewer instructions.
#[inline(always)]
fn read(word: &AtomicUsize) -> usize {
    // SAFETY: `state::begin` and `state::end`, who alone write it, are called where no other thread
    // is in a call.
    unsafe { *word.as_ptr() }
}

impl Area {
    const fn none() -> Self {
        Self {
            // Zeros all over, so that the linker has one place for all of it.
            base: AtomicUsize::new(0),
            words: AtomicUsize::new(0),
            deltas: AtomicPtr::new(std::ptr::null_mut()),
            bytes: AtomicUsize::new(0),
        }
    }

    /// How far `addr` is behind where the part begins; beyond all numbers here, if it is before.
    #[inline(always)]
    fn distance(&self, addr: *const u8) -> usize {
        addr.addr().wrapping_sub(read(&self.base))
    }

    /// The offset of `addr`, if all of `bytes` bytes from there are in this PE's part.
    #[inline(always)]
    pub(crate) fn offset(&self, addr: *const u8, bytes: usize) -> Option<usize> {
        let offset = self.distance(addr);
        // What lies before the part is beyond all numbers here.
        let last = read(&self.bytes).checked_sub(bytes)?;
        (offset <= last).then_some(offset)
    }

    /// Whether a whole `T` at `addr` is in this PE's part: one comparison. False also for what
    /// begins in the last bytes of it, which the long way finds.
    #[inline(always)]
    fn has<T>(&self, addr: *const u8) -> bool {
        const { assert!(size_of::<T>() <= WORD) };
        self.distance(addr) < read(&self.words)
    }

    /// Where `addr`, which is in this PE's part, is of `pe` for this process. `pe` is below the
    /// number of PEs.
    #[inline(always)]
    fn of(&self, addr: *const u8, pe: u32) -> Option<*mut u8> {
        // SAFETY: an area with bytes has a distance for each PE; as in `read`.
        let delta = unsafe { *(*self.deltas.as_ptr()).add(pe as usize) };
        if delta == FAR {
            cold_path();
            return None;
        }
        Some(addr.cast_mut().wrapping_byte_add(delta))
    }

    fn set(&self, base: usize, bytes: usize, deltas: *mut usize) {
        self.base.store(base, Relaxed);
        self.deltas.store(deltas, Relaxed);
        self.words.store(bytes.saturating_sub(WORD - 1), Relaxed);
        // SYNC area-made: with bytes, the rest is there. Threads begin after the start.
        self.bytes.store(bytes, Release);
    }
}

/// Where `bytes` bytes at `addr` of `pe` can be loaded and stored; `None` for everything else,
/// whatever it is.
#[inline(always)]
pub(crate) fn near(addr: *const u8, bytes: usize, pe: i32) -> Option<*mut u8> {
    let pe = pe.cast_unsigned();
    if !is_pe(pe) {
        return None;
    }
    let has = |area: &Area| area.offset(addr, bytes).is_some();
    if has(&FAST.first) {
        return FAST.first.of(addr, pe);
    }
    cold_path();
    if has(&FAST.second) {
        return FAST.second.of(addr, pe);
    }
    cold_path();
    if has(&FAST.third) { FAST.third.of(addr, pe) } else { None }
}

/// Does `then` with the place where the `T` at `addr` of `pe` can be loaded and stored. `None` for
/// everything else, and for what begins in the last bytes of a part.
///
/// Each kind of memory has instructions of its own for it: with a way back to those of the first, a
/// put of a word into the second took half as long again, and a get a third.
#[inline(always)]
pub(crate) fn at_word<T, R>(addr: *const T, pe: i32, then: impl Fn(*mut u8) -> R) -> Option<R> {
    let (addr, pe) = (addr.cast(), pe.cast_unsigned());
    if !is_pe(pe) {
        return None;
    }
    if FAST.first.has::<T>(addr) {
        return FAST.first.of(addr, pe).map(then);
    }
    // Out of the way of the first, which is most often the one.
    cold_path();
    if FAST.second.has::<T>(addr) {
        return FAST.second.of(addr, pe).map(|at| {
            apart();
            then(at)
        });
    }
    cold_path();
    if FAST.third.has::<T>(addr) { FAST.third.of(addr, pe).map(then) } else { None }
}

/// Whether the `T` at `addr` is in this PE's part of the first two kinds of memory: a word that is
/// looked at. Those of the third, and those in the last bytes, are found the long way.
#[inline(always)]
pub(crate) fn is_word<T>(addr: *const T) -> bool {
    FAST.first.has::<T>(addr.cast()) || FAST.second.has::<T>(addr.cast())
}

/// What follows has instructions of its own, which the compiler does not join with others of the
/// same text.
#[inline(always)]
fn apart() {
    // SAFETY: a comment.
    unsafe { std::arch::asm!("/* apart */", options(nomem, nostack, preserves_flags)) };
}

#[inline(always)]
fn is_pe(pe: u32) -> bool {
    // SAFETY: as in `read`.
    pe < unsafe { *FAST.pes.as_ptr() }
}

/// The word that says whether `pe` sleeps, and until when. `pe` is one that [`near`] has found.
#[inline(always)]
pub(crate) fn asleep(pe: i32) -> Option<&'static AtomicU64> {
    let own = FAST.asleep.load(Relaxed);
    // SAFETY: where `near` has found something there is a distance for this PE.
    let delta = unsafe { *FAST.first.deltas.load(Relaxed).add(pe.cast_unsigned() as usize) };
    // SAFETY: a word of the control memory, which is before the first area in its segment and is
    // mapped for as long as that; aligned, and shared by atomics only.
    (delta != FAR).then(|| unsafe { &*(own.wrapping_add(delta) as *const AtomicU64) })
}

/// Whether nothing is ever under way over a network. False before the start.
#[inline(always)]
pub(crate) fn is_all_near() -> bool {
    FAST.is_all_near.load(Relaxed)
}

/// One area, to be begun.
pub(crate) struct Extent<'a> {
    /// Where this PE's part begins.
    pub(crate) base: usize,
    /// Bytes of each part.
    pub(crate) bytes: usize,
    /// For each PE.
    pub(crate) deltas: &'a [usize],
}

/// From now on these areas are found, in this order; what is borrowed lives until [`end`].
/// `asleep` is where this PE says that it sleeps, before the first area in its segment.
pub(crate) fn begin(extents: &[Extent<'_>; 3], asleep: *const u8) {
    FAST.asleep.store(asleep.addr(), Relaxed);
    for (area, extent) in areas().into_iter().zip(extents) {
        area.set(extent.base, extent.bytes, extent.deltas.as_ptr().cast_mut());
    }
    let near = |extent: &Extent<'_>| {
        extent.base == NOWHERE || extent.deltas.iter().all(|&delta| delta != FAR)
    };
    FAST.is_all_near.store(extents.iter().all(near), Relaxed);
    FAST.pes.store(extents[0].deltas.len() as u32, Release);
}

/// The areas, in the order of [`begin`].
pub(crate) fn areas() -> [&'static Area; 3] {
    [&FAST.first, &FAST.second, &FAST.third]
}

/// Nothing is found any more.
pub(crate) fn end() {
    FAST.pes.store(0, Relaxed);
    FAST.is_all_near.store(false, Relaxed);
    areas().iter().for_each(|area| area.set(NOWHERE, LEAST, std::ptr::null_mut()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_whole_inside_has_an_offset() {
        let area = Area::none();
        let at = std::ptr::without_provenance::<u8>;
        let mut deltas = [FAR; 2];
        area.set(NOWHERE, LEAST, deltas.as_mut_ptr());
        for addr in [0, 1, 0x10000, 1 << 63, usize::MAX - LEAST, usize::MAX] {
            let is_found = area.offset(at(addr), 1).is_some() || area.has::<u64>(at(addr));
            assert!(!is_found || area.of(at(addr), 1).is_none(), "there is no area");
        }
        let mut deltas = [0, FAR, 0x1000];
        area.set(0x10000, 0x100, deltas.as_mut_ptr());
        assert_eq!(area.offset(at(0x10000), 0x100), Some(0));
        assert_eq!(area.offset(at(0x100f8), 8), Some(0xf8));
        assert!(area.has::<u64>(at(0x10000)) && area.has::<u64>(at(0x100f0)));
        assert_eq!(area.offset(at(0x100ff), 1), Some(0xff));
        assert!(area.has::<u128>(at(0x100f0)) && !area.has::<u128>(at(0x100f1)));
        for (addr, bytes) in [
            (0x100f9, 8),
            (0xffff, 1),
            (0xffff, 2),
            (0xfff8, 8),
            (0x10000, 0x101),
            (0x10100, 1),
            (0x10101, 0),
            (0x10008, usize::MAX),
            (0x10008, isize::MAX as usize),
        ] {
            assert_eq!(area.offset(at(addr), bytes), None, "{bytes} bytes at {addr:#x}");
            assert!(bytes != 8 || !area.has::<u64>(at(addr)), "a word at {addr:#x}");
        }
        assert_eq!(area.of(at(0x10010), 0), Some(at(0x10010).cast_mut()));
        assert_eq!(area.of(at(0x10010), 1), None);
        assert_eq!(area.of(at(0x10010), 2), Some(at(0x11010).cast_mut()));
    }
}

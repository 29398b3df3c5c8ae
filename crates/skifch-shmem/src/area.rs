//! Symmetric memory as seen by this process: the address check on the hot path of every put, get
//! and atomic.
//!
//! If another PE's part is directly accessible, an address in it is the local address plus a
//! constant computed at the start. The common case is two comparisons and an addition.

use std::hint::cold_path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};

/// Stands in for the delta of a part that only the network reaches. Parts begin at page boundaries,
/// so no real delta is odd.
pub(crate) const FAR: usize = 1;

/// Minimum size of a part in bytes, so that the check of a word needs one comparison only.
pub(crate) const LEAST: usize = 64;

/// Largest size in bytes of a word for which that one comparison is valid.
const WORD: usize = 16;

/// Base address of an area that does not exist. It has [`LEAST`] bytes, where no memory can be, and
/// all its parts are [`FAR`].
pub(crate) const NOWHERE: usize = usize::MAX - LEAST + 1;

/// The number of PEs, and whether no operation goes over a network, while the hot paths are closed.
static CLOSED: (AtomicU32, AtomicBool) = (AtomicU32::new(0), AtomicBool::new(false));

/// A kind of symmetric memory.
#[repr(C)]
pub(crate) struct Area {
    /// Base address of this PE's part.
    base: AtomicUsize,
    /// A word of up to [`WORD`] bytes that begins below this offset lies completely inside.
    words: AtomicUsize,
    /// For each PE: the delta to add to a local address, or [`FAR`].
    deltas: AtomicPtr<usize>,
    /// Size of each part in bytes.
    bytes: AtomicUsize,
}

/// Data of the hot paths. What an access to a word in the first or second area needs is in one
/// cache line.
#[repr(C, align(64))]
struct Fast {
    pes: AtomicU32,
    /// The parts of all PEs are directly accessible (by loads and stores).
    is_all_near: AtomicBool,
    /// The areas, in the order in which they are searched.
    first: Area,
    second: Area,
    /// Address of the word by which this PE says that it sleeps. It lies in the segment of the
    /// first area and is valid as long as that.
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

/// Plain load of a word of the hot paths: the compiler can then use it as a memory operand, and
/// puts and gets of words have a third fewer instructions.
#[inline(always)]
fn read(word: &AtomicUsize) -> usize {
    // SAFETY: it is written only by `begin`, `end`, `close` and `open`, which are called while no
    // other thread is in a call.
    unsafe { *word.as_ptr() }
}

impl Area {
    const fn none() -> Self {
        Self {
            // All zeros, so that the linker places all of it in one section.
            base: AtomicUsize::new(0),
            words: AtomicUsize::new(0),
            deltas: AtomicPtr::new(std::ptr::null_mut()),
            bytes: AtomicUsize::new(0),
        }
    }

    /// Offset of `addr` from the base; a huge number if `addr` is below the base.
    #[inline(always)]
    fn distance(&self, addr: *const u8) -> usize {
        addr.addr().wrapping_sub(read(&self.base))
    }

    /// The offset of `addr` if `bytes` bytes from there lie completely in this PE's part.
    #[inline(always)]
    pub(crate) fn offset(&self, addr: *const u8, bytes: usize) -> Option<usize> {
        let offset = self.distance(addr);
        // For an address below the base the offset is larger than any `last`.
        let last = read(&self.bytes).checked_sub(bytes)?;
        (offset <= last).then_some(offset)
    }

    /// Whether a whole `T` at `addr` is in this PE's part, with one comparison. Also false for a
    /// `T` that begins in the last bytes of the part, which the slow path finds.
    #[inline(always)]
    fn has<T>(&self, addr: *const u8) -> bool {
        const { assert!(size_of::<T>() <= WORD) };
        self.distance(addr) < read(&self.words)
    }

    /// The address of `pe`'s copy of `addr` in this process; `addr` is in this PE's part, `pe` is
    /// below the number of PEs. `None` if only the network reaches it.
    #[inline(always)]
    fn of(&self, addr: *const u8, pe: u32) -> Option<*mut u8> {
        // SAFETY: an area with a size has a delta for each PE; plain load as in `read`.
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
        self.bytes.store(bytes, Relaxed);
    }
}

/// The local address of `bytes` bytes at `addr` of `pe`, if they are directly accessible; `None` in
/// every other case, invalid arguments included, and while the hot paths are closed.
#[inline(always)]
pub(crate) fn near(addr: *const u8, bytes: usize, pe: i32) -> Option<*mut u8> {
    let pe = pe.cast_unsigned();
    if is_pe(pe) { reach(addr, bytes, pe) } else { None }
}

/// [`near`] between the start and the end, for a PE that exists, also while the hot paths are
/// closed.
#[inline(always)]
pub(crate) fn reach(addr: *const u8, bytes: usize, pe: u32) -> Option<*mut u8> {
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

/// Calls `then` with the local address of the `T` at `addr` of `pe`, if it is directly accessible.
/// `None` in every other case, and for a `T` in the last bytes of a part.
///
/// Each area has a copy of the instructions of its own: when the path of the second area jumped
/// back to that of the first, a put of a word into the second area took half as long again, and a
/// get a third longer.
#[inline(always)]
pub(crate) fn at_word<T, R>(addr: *const T, pe: i32, then: impl Fn(*mut u8) -> R) -> Option<R> {
    let pe = pe.cast_unsigned();
    if is_pe(pe) { word_of(addr, pe, then) } else { None }
}

/// [`at_word`] while the hot paths are closed.
#[inline(always)]
pub(crate) fn at_word_closed<T, R>(
    addr: *const T,
    pe: i32,
    then: impl Fn(*mut u8) -> R,
) -> Option<R> {
    let pe = pe.cast_unsigned();
    if pe < CLOSED.0.load(Relaxed) { word_of(addr, pe, then) } else { None }
}

#[inline(always)]
fn word_of<T, R>(addr: *const T, pe: u32, then: impl Fn(*mut u8) -> R) -> Option<R> {
    let addr = addr.cast();
    if FAST.first.has::<T>(addr) {
        return FAST.first.of(addr, pe).map(then);
    }
    // Keep this off the path of the first area, which is the most frequent.
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

/// Whether the `T` at `addr` is in this PE's part of the first or second area, for tests of and
/// waits for words. The third area and the last bytes of a part are left to the slow path.
#[inline(always)]
pub(crate) fn is_word<T>(addr: *const T) -> bool {
    FAST.first.has::<T>(addr.cast()) || FAST.second.has::<T>(addr.cast())
}

/// Keeps the compiler from merging the code that follows with identical code elsewhere.
#[inline(always)]
fn apart() {
    // SAFETY: the assembly is only a comment.
    unsafe { std::arch::asm!("/* apart */", options(nomem, nostack, preserves_flags)) };
}

#[inline(always)]
fn is_pe(pe: u32) -> bool {
    // SAFETY: as in `read`.
    pe < unsafe { *FAST.pes.as_ptr() }
}

/// The word that says whether `pe` sleeps, and what it waits for. `pe` is one that [`near`] has
/// found.
#[inline(always)]
pub(crate) fn asleep(pe: i32) -> Option<&'static AtomicU64> {
    let own = FAST.asleep.load(Relaxed);
    // SAFETY: `near` has found something, so there is a delta for this PE.
    let delta = unsafe { *FAST.first.deltas.load(Relaxed).add(pe.cast_unsigned() as usize) };
    // SAFETY: a word of the control memory, which lies before the first area in its segment and is
    // mapped as long as that; aligned, and accessed by atomics only.
    (delta != FAR).then(|| unsafe { &*(own.wrapping_add(delta) as *const AtomicU64) })
}

/// Closes the hot paths: every operation takes the slow path and can be ordered after updates that
/// are held back. No other thread is in a call.
pub(crate) fn close() {
    let (pes, is_all_near) = (FAST.pes.swap(0, Relaxed), FAST.is_all_near.swap(false, Relaxed));
    CLOSED.0.store(pes, Relaxed);
    CLOSED.1.store(is_all_near, Relaxed);
}

/// Opens the hot paths after [`close`].
pub(crate) fn open() {
    FAST.is_all_near.store(CLOSED.1.swap(false, Relaxed), Relaxed);
    FAST.pes.store(CLOSED.0.swap(0, Relaxed), Relaxed);
}

/// Whether no operation ever goes over a network. False before the start, and while the hot paths
/// are closed.
#[inline(always)]
pub(crate) fn is_all_near() -> bool {
    FAST.is_all_near.load(Relaxed)
}

/// One area, as given to [`begin`].
pub(crate) struct Extent<'a> {
    /// Base address of this PE's part.
    pub(crate) base: usize,
    /// Size of each part in bytes.
    pub(crate) bytes: usize,
    /// The delta for each PE, or [`FAR`].
    pub(crate) deltas: &'a [usize],
}

/// Makes these areas visible to the hot paths, in this order; the borrowed data must live until
/// [`end`]. All stores are Relaxed, as no other thread is in a call: the program orders its calls
/// after the start. `asleep` is the address of the word by which this PE says that it sleeps, in
/// the segment of the first area and before it.
pub(crate) fn begin(extents: &[Extent<'_>; 3], asleep: *const u8) {
    FAST.asleep.store(asleep.addr(), Relaxed);
    for (area, extent) in areas().into_iter().zip(extents) {
        area.set(extent.base, extent.bytes, extent.deltas.as_ptr().cast_mut());
    }
    let near = |extent: &Extent<'_>| {
        extent.base == NOWHERE || extent.deltas.iter().all(|&delta| delta != FAR)
    };
    FAST.is_all_near.store(extents.iter().all(near), Relaxed);
    FAST.pes.store(extents[0].deltas.len() as u32, Relaxed);
}

/// The areas, in the order of [`begin`].
pub(crate) fn areas() -> [&'static Area; 3] {
    [&FAST.first, &FAST.second, &FAST.third]
}

/// Makes all areas invisible again.
pub(crate) fn end() {
    FAST.pes.store(0, Relaxed);
    CLOSED.0.store(0, Relaxed);
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

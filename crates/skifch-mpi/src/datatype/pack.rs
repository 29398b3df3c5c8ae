//! Copying between typed buffers and a packed stream, from any offset on.

use super::flat::{Flat, Item, Run};

/// Direction of the copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Pack,
    Unpack,
}

/// A copy in progress: `typed` is the origin of the datatype's displacements.
struct Copier {
    typed: *mut u8,
    stream: *mut u8,
    way: Way,
}

impl Copier {
    /// # Safety
    /// There are `len` bytes at `disp` of the typed side and at the stream.
    #[inline(always)]
    unsafe fn bytes(&mut self, disp: isize, len: usize) {
        // The origin may be in no object, or null: `MPI_BOTTOM`.
        let typed = self.typed.wrapping_offset(disp);
        // SAFETY: our caller's promise.
        unsafe {
            match self.way {
                Way::Pack => self.stream.copy_from_nonoverlapping(typed, len),
                Way::Unpack => typed.copy_from_nonoverlapping(self.stream, len),
            }
            self.stream = self.stream.add(len);
        }
    }

    /// Copies `count` whole blocks from `disp` on.
    ///
    /// # Safety
    /// As `bytes`, for each block.
    unsafe fn blocks(&mut self, disp: isize, run: &Run, count: usize) {
        // A block of constant size is one or two moves; vectors spend their time in these loops.
        macro_rules! sized {
            ($($size:literal)*) => {
                match run.block {
                    $($size => for at in 0..count as isize {
                        // SAFETY: our caller's promise.
                        unsafe { self.bytes(disp + at * run.stride, $size) };
                    },)*
                    size => for at in 0..count as isize {
                        // SAFETY: as above.
                        unsafe { self.bytes(disp + at * run.stride, size) };
                    },
                }
            };
        }
        sized!(1 2 4 8 12 16 24 32);
    }

    /// Copies `len` bytes from offset `skip` of the run on.
    ///
    /// # Safety
    /// As [`pack`].
    unsafe fn run(&mut self, base: isize, run: &Run, skip: usize, mut len: usize) {
        let (mut block, offset) = (skip / run.block, skip % run.block);
        let place = |block: usize| base + run.disp + block as isize * run.stride;
        // SAFETY: the places lie inside the run, which the caller vouches for.
        unsafe {
            if offset > 0 {
                let now = len.min(run.block - offset);
                self.bytes(place(block) + offset as isize, now);
                (block, len) = (block + 1, len - now);
            }
            let whole = len / run.block;
            self.blocks(place(block), run, whole);
            let rest = len % run.block;
            if rest > 0 {
                self.bytes(place(block + whole), rest);
            }
        }
    }

    /// Copies `len` bytes from offset `skip` of the flat type on, which lies at `base`.
    ///
    /// # Safety
    /// As [`pack`].
    unsafe fn flat(&mut self, base: isize, flat: &Flat, mut skip: usize, mut len: usize) {
        let first = if skip == 0 { 0 } else { flat.ends.partition_point(|&end| end <= skip) };
        skip -= if first == 0 { 0 } else { flat.ends[first - 1] };
        for item in &flat.items[first..] {
            if len == 0 {
                return;
            }
            let now = len.min(item.bytes() - skip);
            // SAFETY: the part lies inside the item.
            unsafe {
                match item {
                    Item::Run(run) => self.run(base, run, skip, now),
                    Item::Repeat { disp, stride, flat, .. } => {
                        self.repeat(base + disp, *stride, flat, skip, now);
                    }
                }
            }
            (skip, len) = (0, len - now);
        }
    }

    /// # Safety
    /// As [`pack`].
    unsafe fn repeat(&mut self, base: isize, stride: isize, of: &Flat, skip: usize, len: usize) {
        if of.bytes == 0 {
            return;
        }
        let (mut at, mut skip, mut len) = (skip / of.bytes, skip % of.bytes, len);
        while len > 0 {
            let now = len.min(of.bytes - skip);
            // SAFETY: the part lies inside the copy number `at`.
            unsafe { self.flat(base + at as isize * stride, of, skip, now) };
            (at, skip, len) = (at + 1, 0, len - now);
        }
    }
}

/// Elements of a flat type in memory, `extent` bytes apart, the first at `base`.
#[derive(Clone, Copy)]
pub(crate) struct Typed<'a> {
    pub(crate) base: *mut u8,
    pub(crate) flat: &'a Flat,
    pub(crate) extent: isize,
}

/// Packs bytes `skip..skip + len` of the packed stream of `typed` into `out`.
///
/// # Safety
/// The memory that the elements describe is readable, the stream has as many bytes, and `out` is
/// writable for `len` bytes that do not overlap the elements.
pub(crate) unsafe fn pack(typed: Typed<'_>, skip: usize, out: *mut u8, len: usize) {
    let mut copier = Copier { typed: typed.base, stream: out, way: Way::Pack };
    // SAFETY: our caller's promise.
    unsafe { copier.repeat(0, typed.extent, typed.flat, skip, len) };
}

/// Unpacks `from` as bytes `skip..skip + len` of the packed stream of `typed`.
///
/// # Safety
/// As [`pack`], with the directions exchanged.
pub(crate) unsafe fn unpack(typed: Typed<'_>, skip: usize, from: *const u8, len: usize) {
    let mut copier = Copier { typed: typed.base, stream: from.cast_mut(), way: Way::Unpack };
    // SAFETY: our caller's promise.
    unsafe { copier.repeat(0, typed.extent, typed.flat, skip, len) };
}

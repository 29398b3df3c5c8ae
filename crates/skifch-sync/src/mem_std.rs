//! Raw-pointer views of memory that another process may map.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

/// Size of a cache line in bytes.
pub const LINE_BYTES: usize = 64;

/// The bytes of a ring. Only a view: its creator keeps the memory mapped and defines who may write
/// it. Offsets are in bytes from the start; header offsets are multiples of 8.
#[derive(Clone)]
pub struct RingMem {
    base: NonNull<u8>,
}

// SAFETY: a view is an address; what may be done through it from which thread is the contract of
// its unsafe methods, not of the view.
unsafe impl Send for RingMem {}

impl RingMem {
    /// A view of the ring that starts at `base`.
    ///
    /// # Safety
    /// `base` is aligned to 8 and stays mapped (readable; writable for a writer) as long as any
    /// copy of the view is used.
    pub unsafe fn new(base: NonNull<u8>) -> Self {
        Self { base }
    }

    /// Address of the byte at `offset`, for a reader or writer of payload.
    ///
    /// # Safety
    /// `offset` lies in the ring.
    #[inline(always)]
    pub unsafe fn ptr(&self, offset: usize) -> *mut u8 {
        // SAFETY: inside the mapping, by this method's contract.
        unsafe { self.base.as_ptr().add(offset) }
    }

    #[inline(always)]
    unsafe fn header(&self, offset: usize) -> &AtomicU64 {
        // SAFETY: inside the mapping and aligned to 8 by the callers' contract; the other process
        // accesses a header word only by atomic operations of the same size, or, if it is hostile,
        // in ways for which an atomic load still returns some value.
        unsafe { &*self.ptr(offset).cast::<AtomicU64>() }
    }

    /// Reads a header; everything written before its publication is visible afterwards.
    ///
    /// # Safety
    /// `offset` is a multiple of 8 and lies in the ring.
    #[inline(always)]
    pub unsafe fn load_header(&self, offset: usize) -> u64 {
        // SAFETY: this method's contract.
        // SYNC record: pairs with the release in `store_header`.
        unsafe { self.header(offset) }.load(Ordering::Acquire)
    }

    /// Publishes a record: everything written before is visible to a reader of this header.
    ///
    /// # Safety
    /// As `load_header`; the caller is the ring's only writer.
    #[inline(always)]
    pub unsafe fn store_header(&self, offset: usize, header: u64) {
        // SAFETY: this method's contract.
        // SYNC record: pairs with the acquire in `load_header`.
        unsafe { self.header(offset) }.store(header, Ordering::Release);
    }

    /// Clears the place of the next header, before the current one is published.
    ///
    /// # Safety
    /// As `store_header`.
    #[inline(always)]
    pub unsafe fn clear_header(&self, offset: usize) {
        // SAFETY: this method's contract. Ordered before the next publication by its release.
        unsafe { self.header(offset) }.store(0, Ordering::Relaxed);
    }

    /// Prefetches the cache line at `offset` for writing; see [`fetch_to_write`].
    ///
    /// # Safety
    /// `offset` lies in the ring.
    #[inline(always)]
    pub unsafe fn fetch_line(&self, offset: usize) {
        // SAFETY: this method's contract.
        fetch_to_write(unsafe { self.ptr(offset) });
    }

    /// Prefetches the cache line at `offset` for reading, without waiting for it.
    ///
    /// # Safety
    /// As `fetch_line`.
    #[inline(always)]
    pub unsafe fn fetch_to_read(&self, offset: usize) {
        // SAFETY: this method's contract. A hint, which reads and writes nothing.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(self.ptr(offset).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = offset;
    }

    /// Writes the cache line at `offset` back to memory and drops it from all caches, without
    /// waiting for it. The memory may be mapped read-only.
    ///
    /// # Safety
    /// As `fetch_line`, and the processor has `clflushopt` if it is an x86.
    #[inline(always)]
    pub unsafe fn flush_line(&self, offset: usize) {
        // SAFETY: this method's contract. It changes no value, whoever writes the line meanwhile.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            let at = self.ptr(offset);
            std::arch::asm!("clflushopt [{at}]", at = in(reg) at, options(nostack, preserves_flags));
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = offset;
    }

    /// Clears the header places in the cache line at `offset` with a few wide stores: a store queue
    /// full of narrow stores would delay the payload stores after them.
    ///
    /// # Safety
    /// As `store_header`, for the whole line; `offset` is a multiple of [`LINE_BYTES`].
    #[inline(always)]
    pub unsafe fn clear_line(&self, offset: usize) {
        // SAFETY: the line lies in the ring by this method's contract. The other side reads aligned
        // 8-byte words, which the processor never splits, whatever the width of the store that they
        // are part of. Ordered before the next publication by its release.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            std::arch::asm!(
                "movups [{at}], {zero}",
                "movups [{at} + 16], {zero}",
                "movups [{at} + 32], {zero}",
                "movups [{at} + 48], {zero}",
                at = in(reg) self.ptr(offset),
                zero = in(xmm_reg) std::arch::x86_64::_mm_setzero_si128(),
                options(nostack, preserves_flags),
            );
        }
        #[cfg(not(target_arch = "x86_64"))]
        for word in 0..LINE_BYTES / 8 {
            // SAFETY: as above.
            unsafe { self.clear_header(offset + word * 8) };
        }
    }

    /// Copies payload in.
    ///
    /// # Safety
    /// `src` is readable for `len` bytes; `offset..offset + len` lies in the ring, and no record
    /// there is still being read; the caller is the only writer.
    #[inline(always)]
    pub unsafe fn write(&self, offset: usize, src: *const u8, len: usize) {
        // SAFETY: this method's contract; the ring and the caller's memory do not overlap, since
        // the ring is handed out read-only.
        unsafe { std::ptr::copy_nonoverlapping(src, self.ptr(offset), len) };
    }

    /// Copies payload out.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes; `offset..offset + len` lies in the ring.
    #[inline(always)]
    pub unsafe fn read(&self, offset: usize, dst: *mut u8, len: usize) {
        // SAFETY: this method's contract. A hostile writer can change the bytes during the copy;
        // the copy then holds arbitrary bytes, and nothing is concluded from them here.
        unsafe { std::ptr::copy_nonoverlapping(self.ptr(offset), dst, len) };
    }
}

/// Prefetches the cache line at `at` for writing, without waiting for it. A hint: any address is
/// allowed.
#[inline(always)]
pub fn fetch_to_write(at: *const u8) {
    // SAFETY: reads and writes nothing, and faults at no address. The compiler's own prefetch
    // intrinsic prefetches for reading unless the target is known to have this instruction;
    // processors that lack it execute it as a no-op.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!("prefetchw [{at}]", at = in(reg) at, options(nostack, preserves_flags));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// One 64-bit counter in shared memory, with one writer.
#[derive(Clone)]
pub struct Word {
    at: NonNull<AtomicU64>,
}

// SAFETY: a view of an atomic.
unsafe impl Send for Word {}
// SAFETY: a view of an atomic.
unsafe impl Sync for Word {}

impl Word {
    /// A view of the word at `at`.
    ///
    /// # Safety
    /// `at` stays mapped (readable; writable for its writer) as long as any copy of the view is
    /// used.
    pub unsafe fn new(at: NonNull<AtomicU64>) -> Self {
        Self { at }
    }

    #[inline(always)]
    fn atomic(&self) -> &AtomicU64 {
        // SAFETY: mapped by the contract of `new`; an atomic may be shared.
        unsafe { self.at.as_ref() }
    }

    /// Reads the word; what its writer did before `publish` is visible afterwards.
    #[inline(always)]
    pub fn load(&self) -> u64 {
        // SYNC word: pairs with the release in `publish`.
        self.atomic().load(Ordering::Acquire)
    }

    /// Reads the value only, without ordering: nothing else may be concluded from it.
    #[inline(always)]
    pub fn peek(&self) -> u64 {
        self.atomic().load(Ordering::Relaxed)
    }

    /// Writes the word, after everything that its writer did before.
    #[inline(always)]
    pub fn publish(&self, value: u64) {
        // SYNC word: pairs with the acquire in `load`.
        self.atomic().store(value, Ordering::Release);
    }
}

//! Segments of the test network.

use super::Net;
use skifch_backend::abi::AtomicOp;
use skifch_backend::word::Atomic;
use skifch_backend::{Error, Segment, Target};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A segment handle that reaches every part, as a network would, without giving direct pointers.
pub(crate) struct Parts {
    pub(super) bases: Vec<usize>,
    pub(super) bytes: usize,
    pub(super) net: Arc<Net>,
    pub(super) rank: u32,
    pub(super) _own: Vec<u64>,
}

impl Parts {
    fn place(&self, at: Target, len: usize) -> Result<*mut u8, Error> {
        let Target { rank, offset } = at;
        let is_inside = offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        let base = self.bases.get(rank as usize).filter(|_| is_inside);
        let base = base.ok_or_else(|| Error::new(libc::EINVAL, "outside of the segment"))?;
        Ok((base + offset) as *mut u8)
    }
}

impl Segment for Parts {
    fn ptr(&self, _: u32) -> *mut c_void {
        std::ptr::null_mut()
    }

    unsafe fn put(&self, to: Target, src: *const u8, len: usize) -> Result<(), Error> {
        let rank = to.rank;
        let to = self.place(to, len)?;
        // SAFETY: inside a part, which lives until all ranks have closed; the caller guarantees
        // that `src` is readable.
        unsafe { std::ptr::copy(src, to, len) };
        if rank != self.rank {
            self.net.changed(rank);
        }
        Ok(())
    }

    unsafe fn get(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        let from = self.place(from, len)?;
        // SAFETY: as in `put`.
        unsafe { std::ptr::copy(from, dst, len) };
        Ok(())
    }

    unsafe fn get_async(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        // SAFETY: the same contract.
        unsafe { self.get(from, dst, len) }
    }

    fn atomic(&self, at: Target, atomic: &Atomic) -> Result<u64, Error> {
        let Atomic { op, width, operand, comparand } = *atomic;
        let rank = at.rank;
        atomic.check(at.offset)?;
        let word = self.place(at, width)?;
        /// The operation as a compare-and-swap loop, which is atomic for other CPU operations, too.
        macro_rules! apply {
            ($atomic:ty, $int:ty) => {{
                // SAFETY: an aligned word inside a part, accessed by atomics.
                let word = unsafe { &*word.cast::<$atomic>() };
                let (operand, comparand) = (operand as $int, comparand as $int);
                let new = |old: $int| match op {
                    AtomicOp::Load => old,
                    AtomicOp::Store | AtomicOp::Swap => operand,
                    AtomicOp::CompareSwap if old == comparand => operand,
                    AtomicOp::CompareSwap => old,
                    AtomicOp::Add => old.wrapping_add(operand),
                    AtomicOp::Xor => old ^ operand,
                    AtomicOp::And => old & operand,
                    AtomicOp::Or => old | operand,
                };
                let order = Ordering::SeqCst;
                let done = word.fetch_update(order, order, |old| Some(new(old)));
                done.map_or_else(u64::from, u64::from)
            }};
        }
        let old = if width == 8 { apply!(AtomicU64, u64) } else { apply!(AtomicU32, u32) };
        if rank != self.rank && op != AtomicOp::Load {
            self.net.changed(rank);
        }
        Ok(old)
    }

    fn fence(&self) -> Result<(), Error> {
        Ok(())
    }

    fn quiet(&self) -> Result<(), Error> {
        Ok(())
    }

    fn syncreads(&self) -> Result<(), Error> {
        Ok(())
    }
}

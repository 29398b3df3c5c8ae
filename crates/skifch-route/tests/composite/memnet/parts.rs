//! Segments of the network of the tests.

use super::Net;
use skifch_backend::abi::AtomicOp;
use skifch_backend::{Error, Segment};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A segment: it reaches every part, as a network would, and shows none.
pub(crate) struct Parts {
    pub(super) bases: Vec<usize>,
    pub(super) bytes: usize,
    pub(super) net: Arc<Net>,
    pub(super) rank: u32,
    pub(super) _own: Vec<u64>,
}

impl Parts {
    fn place(&self, rank: u32, offset: usize, len: usize) -> Result<*mut u8, Error> {
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

    unsafe fn put(
        &self,
        rank: u32,
        at: usize,
        src: *const c_void,
        len: usize,
    ) -> Result<(), Error> {
        let to = self.place(rank, at, len)?;
        // SAFETY: inside of a part, which lives until all have closed; the caller vouches for
        // `src`.
        unsafe { std::ptr::copy(src.cast::<u8>(), to, len) };
        if rank != self.rank {
            self.net.changed(rank);
        }
        Ok(())
    }

    unsafe fn get(&self, rank: u32, at: usize, dst: *mut c_void, len: usize) -> Result<(), Error> {
        let from = self.place(rank, at, len)?;
        // SAFETY: as in `put`.
        unsafe { std::ptr::copy(from, dst.cast::<u8>(), len) };
        Ok(())
    }

    unsafe fn get_async(
        &self,
        rank: u32,
        at: usize,
        dst: *mut c_void,
        len: usize,
    ) -> Result<(), Error> {
        // SAFETY: the same contract.
        unsafe { self.get(rank, at, dst, len) }
    }

    fn atomic(
        &self,
        rank: u32,
        at: usize,
        op: AtomicOp,
        width: usize,
        operand: u64,
        comparand: u64,
    ) -> Result<u64, Error> {
        let word = self.place(rank, at, width)?;
        /// The operation as a loop, which is the processor's all the same.
        macro_rules! apply {
            ($atomic:ty, $int:ty) => {{
                // SAFETY: an aligned word inside of a part that is used by atomics.
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

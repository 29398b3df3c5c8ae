//! Memory that all ranks of the job can access.

use crate::error::{self, Aim, Error};
use crate::job::Hold;
use skifch_abi::{AtomicOp, Plugin, WordOp};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// A segment: `bytes` bytes on each rank, accessible from all ranks. May be used from any thread.
///
/// [`close`](Self::close) frees it together with the other ranks. Dropping it frees this rank's
/// part at once; calls of other ranks that access this part may then fail with `EBADF`.
pub struct Segment {
    table: &'static Plugin,
    ctx: *mut c_void,
    bytes: usize,
    job: Arc<Hold>,
}

// SAFETY: the op table lets segments be used from any thread.
unsafe impl Send for Segment {}
// SAFETY: as above.
unsafe impl Sync for Segment {}

impl Segment {
    pub(crate) fn new(
        table: &'static Plugin,
        ctx: *mut c_void,
        bytes: usize,
        job: Arc<Hold>,
    ) -> Self {
        Self { table, ctx, bytes, job }
    }

    /// Size of each rank's part in bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether the parts have no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// A direct pointer to `rank`'s part, or null if there is none. The memory is shared with other
    /// processes: access it only with atomics and raw copies.
    pub fn ptr(&self, rank: u32) -> *mut u8 {
        match self.table.seg_ptr {
            // SAFETY: the segment is open.
            Some(seg_ptr) => unsafe { seg_ptr(self.ctx, rank) }.cast(),
            None => std::ptr::null_mut(),
        }
    }

    /// Writes `bytes` into `rank`'s part at `offset`.
    ///
    /// # Errors
    /// `EINVAL` outside the part or for a rank that does not exist; `EPIPE` if the rank is gone.
    pub fn put(&self, rank: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let put = self.entry("put", self.table.put)?;
        // SAFETY: the segment is open; `bytes` is readable for its length.
        let rc = unsafe { put(self.ctx, rank, offset, bytes.as_ptr().cast(), bytes.len()) };
        self.answer("SkifCh_Put", rank, bytes.len(), rc)
    }

    /// Reads `rank`'s part at `offset` into `bytes`.
    ///
    /// # Errors
    /// As for [`put`](Self::put).
    pub fn get(&self, rank: u32, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        let get = self.entry("get", self.table.get)?;
        // SAFETY: the segment is open; `bytes` is writable for its length.
        let rc = unsafe { get(self.ctx, rank, offset, bytes.as_mut_ptr().cast(), bytes.len()) };
        self.answer("SkifCh_Get", rank, bytes.len(), rc)
    }

    /// Starts a counted (asynchronous) read of `len` bytes into `dst`.
    ///
    /// # Errors
    /// As for [`put`](Self::put).
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes, and not otherwise used, until
    /// [`syncreads`](Self::syncreads) has returned.
    pub unsafe fn get_async(
        &self,
        rank: u32,
        offset: usize,
        dst: *mut u8,
        len: usize,
    ) -> Result<(), Error> {
        let get = self.entry("get_async", self.table.get_async)?;
        // SAFETY: the segment is open; our caller vouches for `dst`.
        let rc = unsafe { get(self.ctx, rank, offset, dst.cast(), len) };
        self.answer("SkifCh_GetAsync", rank, len, rc)
    }

    /// Performs an atomic operation on the word of `width` (4 or 8) bytes at `offset` of `rank`'s
    /// part and returns the old value. `comparand` is used by [`AtomicOp::CompareSwap`].
    ///
    /// # Errors
    /// As for [`put`](Self::put); `EINVAL` also for another width or an offset that is not a
    /// multiple of it.
    pub fn atomic(
        &self,
        rank: u32,
        offset: usize,
        op: AtomicOp,
        width: usize,
        operand: u64,
        comparand: u64,
    ) -> Result<u64, Error> {
        let atomic = self.entry("atomic", self.table.atomic)?;
        let width = c_int::try_from(width).unwrap_or(c_int::MAX);
        let mut old = 0;
        // SAFETY: the segment is open; `old` is writable.
        let rc = unsafe {
            atomic(self.ctx, rank, offset, op as c_int, width, operand, comparand, &raw mut old)
        };
        self.answer("SkifCh_Atomic", rank, width as usize, rc).map(|()| old)
    }

    /// As [`atomic`](Self::atomic), but without the old value, so it does not wait for a reply. It
    /// has taken effect when [`quiet`](Self::quiet) returns, at the latest.
    ///
    /// # Errors
    /// As for [`atomic`](Self::atomic).
    pub fn atomic_oneway(
        &self,
        rank: u32,
        offset: usize,
        op: AtomicOp,
        width: usize,
        operand: u64,
        comparand: u64,
    ) -> Result<(), Error> {
        let atomic = self.entry("atomic", self.table.atomic)?;
        let width = c_int::try_from(width).unwrap_or(c_int::MAX);
        let nowhere = std::ptr::null_mut();
        // SAFETY: the segment is open; null asks for no old value.
        let rc = unsafe {
            atomic(self.ctx, rank, offset, op as c_int, width, operand, comparand, nowhere)
        };
        self.answer("SkifCh_Atomic", rank, width as usize, rc)
    }

    /// As [`atomic`](Self::atomic), but asynchronous like a counted read: the `width` bytes at
    /// `dst` hold the old value when [`syncreads`](Self::syncreads) returns. A network that does
    /// not support this waits for the value here. The operation has taken effect when
    /// [`quiet`](Self::quiet) returns, at the latest.
    ///
    /// # Errors
    /// As for [`atomic`](Self::atomic).
    ///
    /// # Safety
    /// `dst` is writable for `width` bytes, and not otherwise used, until
    /// [`syncreads`](Self::syncreads) has returned.
    #[expect(clippy::too_many_arguments, reason = "the entry has them")]
    pub unsafe fn atomic_async(
        &self,
        rank: u32,
        offset: usize,
        op: AtomicOp,
        width: usize,
        operand: u64,
        comparand: u64,
        dst: *mut u8,
    ) -> Result<(), Error> {
        let Some(atomic_async) = self.table.atomic_async else {
            let old = self.atomic(rank, offset, op, width, operand, comparand)?;
            // SAFETY: our caller vouches for `dst`.
            unsafe { skifch_backend::word::keep(dst, width, old) };
            return Ok(());
        };
        let width = c_int::try_from(width).unwrap_or(c_int::MAX);
        let (op, dst) = (op as c_int, dst.cast());
        // SAFETY: the segment is open; our caller vouches for `dst`.
        let rc =
            unsafe { atomic_async(self.ctx, rank, offset, op, width, operand, comparand, dst) };
        self.answer("SkifCh_AtomicAsync", rank, width as usize, rc)
    }

    /// Whether [`atomic_many`](Self::atomic_many) is supported, which means that it is faster than
    /// single operations.
    pub fn takes_many(&self) -> bool {
        self.table.atomic_many.is_some()
    }

    /// Performs several [`atomic_oneway`](Self::atomic_oneway) operations, in order, on words of
    /// `rank`'s part.
    ///
    /// # Errors
    /// As for [`atomic`](Self::atomic), and `ENOTSUP` if the network does not [support
    /// batches](Self::takes_many).
    pub fn atomic_many(&self, rank: u32, ops: &[WordOp]) -> Result<(), Error> {
        let atomic_many = self.entry("atomic_many", self.table.atomic_many)?;
        // SAFETY: the segment is open; `ops` is readable for its length.
        let rc = unsafe { atomic_many(self.ctx, rank, ops.as_ptr(), ops.len()) };
        self.answer("SkifCh_Atomic", rank, size_of_val(ops), rc)
    }

    /// Orders puts and atomics to each rank: those before this call take effect before those after
    /// it.
    ///
    /// # Errors
    /// An error of the network.
    pub fn fence(&self) -> Result<(), Error> {
        let fence = self.entry("fence", self.table.seg_fence)?;
        // SAFETY: the segment is open.
        self.answer("SkifCh_SegFence", self.job.rank(), 0, unsafe { fence(self.ctx) })
    }

    /// Waits until all puts and atomics have taken effect at their targets.
    ///
    /// # Errors
    /// An error of the network.
    pub fn quiet(&self) -> Result<(), Error> {
        let quiet = self.entry("quiet", self.table.seg_quiet)?;
        // SAFETY: the segment is open.
        self.answer("SkifCh_SegQuiet", self.job.rank(), 0, unsafe { quiet(self.ctx) })
    }

    /// Waits until all counted reads have completed.
    ///
    /// # Errors
    /// An error of the network.
    pub fn syncreads(&self) -> Result<(), Error> {
        let syncreads = self.entry("syncreads", self.table.syncreads)?;
        // SAFETY: the segment is open.
        self.answer("SkifCh_Syncreads", self.job.rank(), 0, unsafe { syncreads(self.ctx) })
    }

    /// Collective: waits until every rank has called it, in the same order as other collective
    /// calls, so that accesses in progress on other ranks complete first; then frees the memory.
    ///
    /// # Errors
    /// The launcher or the connection to it failed, such as `ECONNRESET` if a rank is gone; the
    /// memory is freed in any case.
    pub fn close(self) -> Result<(), Error> {
        const CALL: &str = "SkifCh_SegClose";
        if self.job.is_forked() {
            return Err(crate::job::forked(CALL)).inspect_err(error::set_last);
        }
        let met = self.job.meet(CALL);
        drop(self);
        met
    }

    /// The op table and the context, for the C library.
    pub fn parts(&self) -> (&'static Plugin, *mut c_void) {
        (self.table, self.ctx)
    }

    fn entry<F>(&self, name: &str, entry: Option<F>) -> Result<F, Error> {
        if self.job.is_forked() {
            return Err(crate::job::forked(name));
        }
        entry.ok_or_else(|| Error::unsupported(format!("segment operation {name}")))
    }

    fn answer(&self, call: &str, rank: u32, bytes: usize, rc: c_int) -> Result<(), Error> {
        if rc < 0 {
            return Err(error::failed(call, Aim::Bytes(rank, bytes), rc as isize));
        }
        Ok(())
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        if let Some(seg_close) = self.table.seg_close
            && !self.job.is_forked()
        {
            // SAFETY: the segment is open, and this is its last use.
            let rc = unsafe { seg_close(self.ctx) };
            if rc < 0 {
                error::failed("SkifCh_SegClose", Aim::None, rc as isize);
            }
        }
    }
}

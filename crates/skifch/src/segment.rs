//! Memory that all ranks of the job can reach.

use crate::error::{self, Aim, Error};
use crate::job::Hold;
use skifch_abi::{AtomicOp, Plugin, WordOp};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// One part of `bytes` bytes on each rank, reachable from all. May be used from any thread.
///
/// [`close`](Self::close) gives it up together with the other ranks. Dropping it gives up this
/// rank's part at once: the network may answer calls of others that reach it with `EBADF` then.
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

    /// Bytes of each rank's part.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether parts have no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Where `rank`'s part can be reached directly, or null. What is there is shared with other
    /// processes: atomics and raw copies only.
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
    /// `EINVAL` outside the part or for a rank that does not exist; `EPIPE` when it is gone.
    pub fn put(&self, rank: u32, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let put = self.entry("put", self.table.put)?;
        // SAFETY: the segment is open; `bytes` is readable for its length.
        let rc = unsafe { put(self.ctx, rank, offset, bytes.as_ptr().cast(), bytes.len()) };
        self.answer("SkifCh_Put", rank, bytes.len(), rc)
    }

    /// Reads from `rank`'s part at `offset` into `bytes`.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn get(&self, rank: u32, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        let get = self.entry("get", self.table.get)?;
        // SAFETY: the segment is open; `bytes` is writable for its length.
        let rc = unsafe { get(self.ctx, rank, offset, bytes.as_mut_ptr().cast(), bytes.len()) };
        self.answer("SkifCh_Get", rank, bytes.len(), rc)
    }

    /// Starts a counted read of `len` bytes into `dst`.
    ///
    /// # Errors
    /// As [`put`](Self::put).
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

    /// An atomic operation on the word of `width` (4 or 8) bytes at `offset` of `rank`'s part;
    /// gives the old value. `comparand` counts for [`AtomicOp::CompareSwap`].
    ///
    /// # Errors
    /// As [`put`](Self::put); `EINVAL` also for another width or an offset that is no multiple of
    /// it.
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

    /// As [`atomic`](Self::atomic), without the old value: a network that would have to wait for it
    /// does not. It has taken effect when [`quiet`](Self::quiet) returns, at the latest.
    ///
    /// # Errors
    /// As [`atomic`](Self::atomic).
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

    /// As [`atomic`](Self::atomic), counted as a read: `width` bytes at `dst` get the old value,
    /// and a network that would have to wait for it does not. It has taken effect when
    /// [`quiet`](Self::quiet) returns, at the latest.
    ///
    /// # Errors
    /// As [`atomic`](Self::atomic).
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

    /// Whether [`atomic_many`](Self::atomic_many) saves something on this network.
    pub fn takes_many(&self) -> bool {
        self.table.atomic_many.is_some()
    }

    /// As [`atomic_oneway`](Self::atomic_oneway), several at once on words of `rank`'s part, in
    /// their order.
    ///
    /// # Errors
    /// As [`atomic`](Self::atomic), and `ENOTSUP` where the network does not
    /// [take many](Self::takes_many).
    pub fn atomic_many(&self, rank: u32, ops: &[WordOp]) -> Result<(), Error> {
        let atomic_many = self.entry("atomic_many", self.table.atomic_many)?;
        // SAFETY: the segment is open; `ops` is readable for its length.
        let rc = unsafe { atomic_many(self.ctx, rank, ops.as_ptr(), ops.len()) };
        self.answer("SkifCh_Atomic", rank, size_of_val(ops), rc)
    }

    /// Orders puts and atomics to each rank: earlier ones take effect before later ones.
    ///
    /// # Errors
    /// What the network answers.
    pub fn fence(&self) -> Result<(), Error> {
        let fence = self.entry("fence", self.table.seg_fence)?;
        // SAFETY: the segment is open.
        self.answer("SkifCh_SegFence", self.job.rank(), 0, unsafe { fence(self.ctx) })
    }

    /// Waits until all puts and atomics have taken effect.
    ///
    /// # Errors
    /// What the network answers.
    pub fn quiet(&self) -> Result<(), Error> {
        let quiet = self.entry("quiet", self.table.seg_quiet)?;
        // SAFETY: the segment is open.
        self.answer("SkifCh_SegQuiet", self.job.rank(), 0, unsafe { quiet(self.ctx) })
    }

    /// Waits until all counted reads have arrived.
    ///
    /// # Errors
    /// What the network answers.
    pub fn syncreads(&self) -> Result<(), Error> {
        let syncreads = self.entry("syncreads", self.table.syncreads)?;
        // SAFETY: the segment is open.
        self.answer("SkifCh_Syncreads", self.job.rank(), 0, unsafe { syncreads(self.ctx) })
    }

    /// Collective: waits until every rank has called it, in the same order as other collective
    /// calls, and gives the memory up. So calls of others that are under way are done before.
    ///
    /// # Errors
    /// What the launcher or the connection to it did, such as `ECONNRESET` when a rank is gone; the
    /// memory is given up all the same.
    pub fn close(self) -> Result<(), Error> {
        const CALL: &str = "SkifCh_SegClose";
        if self.job.is_forked() {
            return Err(crate::job::forked(CALL)).inspect_err(error::set_last);
        }
        let met = self.job.meet(CALL);
        drop(self);
        met
    }

    /// Op table and context, for C.
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

//! The contract of memory that all ranks can access.

use crate::Error;
use crate::word::{self, Atomic};
use skifch_abi::WordOp;
use std::ffi::c_void;

/// A location in a rank's part of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The rank that holds the part.
    pub rank: u32,
    /// Offset in bytes from the start of the part.
    pub offset: usize,
}

impl Target {
    /// The location at `offset` in the part of `rank`.
    pub const fn new(rank: u32, offset: usize) -> Self {
        Self { rank, offset }
    }

    /// The error for an access of `len` bytes outside a segment of `bytes` bytes on each of
    /// `ranks`.
    #[cold]
    pub fn outside(self, len: usize, bytes: usize, ranks: u32) -> Error {
        let Self { rank, offset } = self;
        let text = format!(
            "{len} bytes at offset {offset} of rank {rank} are outside the segment, which has \
             {bytes} bytes on each of {ranks} ranks"
        );
        Error::new(libc::EINVAL, text)
    }
}

/// Memory of which every rank of the job holds a part and which every rank can access. All calls
/// may be made from any thread. Accesses outside a part, and words not aligned to their width, fail
/// with `EINVAL`.
pub trait Segment: Send + Sync + 'static {
    /// Direct pointer to the start of `rank`'s part, or null if there is none.
    fn ptr(&self, rank: u32) -> *mut c_void;

    /// Writes `len` bytes from `src`, which may be reused on return (local completion).
    ///
    /// # Safety
    /// `src` is readable for `len` bytes.
    unsafe fn put(&self, to: Target, src: *const u8, len: usize) -> Result<(), Error>;

    /// Reads `len` bytes into `dst`; complete on return.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes.
    unsafe fn get(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error>;

    /// Starts a counted read; `dst` is filled when `syncreads` returns.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes until then.
    unsafe fn get_async(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error>;

    /// An atomic operation on a word; returns the old value. [`Atomic::check`] must accept it.
    fn atomic(&self, at: Target, atomic: &Atomic) -> Result<u64, Error>;

    /// As `atomic`, without the old value: it has taken effect by the time `quiet` returns. A
    /// network on which a reply costs a round trip sends none.
    fn atomic_oneway(&self, at: Target, atomic: &Atomic) -> Result<(), Error> {
        self.atomic(at, atomic).map(drop)
    }

    /// As `atomic`, counted as a read: the old value is in the bytes at `dst`, as many as the word
    /// has, when `syncreads` returns. The operation has taken effect when `quiet` returns. A
    /// network on which a reply costs a round trip does not wait for it here.
    ///
    /// # Safety
    /// `dst` is writable for that many bytes until then.
    unsafe fn atomic_async(&self, at: Target, atomic: &Atomic, dst: *mut u8) -> Result<(), Error> {
        let old = self.atomic(at, atomic)?;
        // SAFETY: the caller vouches for `dst`.
        unsafe { word::keep(dst, atomic.width, old) };
        Ok(())
    }

    /// Whether [`atomic_many`](Self::atomic_many) is faster than single calls.
    const TAKES_MANY: bool = false;

    /// As [`atomic_oneway`](Self::atomic_oneway), for several operations on words of one rank, in
    /// order.
    fn atomic_many(&self, rank: u32, ops: &[WordOp]) -> Result<(), Error> {
        ops.iter().try_for_each(|one| {
            self.atomic_oneway(Target::new(rank, one.offset), &Atomic::of(one)?)
        })
    }

    /// Orders puts and atomics to each target.
    fn fence(&self) -> Result<(), Error>;

    /// Waits until all puts and atomics have taken effect (remote completion).
    fn quiet(&self) -> Result<(), Error>;

    /// Waits until all counted reads have arrived.
    fn syncreads(&self) -> Result<(), Error>;
}

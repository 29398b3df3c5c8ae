//! The Rust API: typed symmetric slices, and teams. C code in the same process shares the job with
//! it.
//!
//! ```no_run
//! use skifch_shmem::Shmem;
//!
//! let shmem = Shmem::start()?;
//! let counter = shmem.slice::<u64>(1)?;
//! counter.fetch_add(0, 0, 1)?;
//! shmem.barrier()?;
//! assert_eq!(counter.get_one(0, 0)?, shmem.n_pes() as u64);
//! # Ok::<(), skifch_shmem::Error>(())
//! ```
//!
//! The compiler makes sure that slices and teams do not outlive the library, that every bit pattern
//! of an element type is valid, and that elements, which other PEs may write, are not borrowed:
//!
//! ```compile_fail,E0505
//! # let shmem = skifch_shmem::Shmem::start()?;
//! let counter = shmem.slice::<u64>(1)?;
//! drop(shmem);
//! counter.put_one(0, 0, 1)?;
//! # Ok::<(), skifch_shmem::Error>(())
//! ```
//!
//! ```compile_fail,E0505
//! # let shmem = skifch_shmem::Shmem::start()?;
//! let world = shmem.world();
//! drop(shmem);
//! world.sync()?;
//! # Ok::<(), skifch_shmem::Error>(())
//! ```
//!
//! ```compile_fail,E0277
//! # let shmem = skifch_shmem::Shmem::start()?;
//! let flags = shmem.slice::<bool>(1)?;
//! # Ok::<(), skifch_shmem::Error>(())
//! ```
//!
//! ```compile_fail,E0608
//! # let shmem = skifch_shmem::Shmem::start()?;
//! # let counter = shmem.slice::<u64>(1)?;
//! let first = &counter[0];
//! # Ok::<(), skifch_shmem::Error>(())
//! ```
//!
//! ```compile_fail,E0382
//! # let shmem = skifch_shmem::Shmem::start()?;
//! # let team = shmem.world().split(0, 1, 1)?.unwrap();
//! team.destroy()?;
//! team.sync()?;
//! # Ok::<(), skifch_shmem::Error>(())
//! ```

mod atomics;
mod group;
mod plain;
mod slice;

pub use atomics::Integer;
pub use group::Members;
pub use plain::Plain;
pub use slice::Slice;

use crate::error::{Error, Result, fail};
use crate::job::{self, ThreadLevel};
use crate::{Ctx, Team, coll, heap, order};
use std::sync::Once;

/// This process as a PE. Any of its threads may use it; collective calls are made by one thread of
/// each PE at a time. Dropping it is collective; all PEs may then start the library again, as they
/// stay in the job until the process ends.
#[derive(Debug)]
pub struct Shmem(());

impl Shmem {
    /// Starts the library, or shares it if it is already started. Call it before starting threads.
    ///
    /// # Errors
    /// As [`job::start`].
    pub fn start() -> Result<Self> {
        // SAFETY: either the caller has no other value of this type, or the library is started and
        // this call only counts, or other threads are in their own calls of `start`, which takes a
        // lock.
        unsafe { job::start_without_data(ThreadLevel::Multiple)? };
        leave_at_exit();
        Ok(Self(()))
    }

    /// The number of this PE.
    pub fn my_pe(&self) -> usize {
        job::my_pe() as usize
    }

    /// The number of PEs.
    pub fn n_pes(&self) -> usize {
        job::n_pes() as usize
    }

    /// Allocates zeroed symmetric memory for `len` elements. Collective, and so is dropping it.
    ///
    /// # Errors
    /// No room in the heap; an error of the network.
    pub fn slice<T: Plain>(&self, len: usize) -> Result<Slice<'_, T>> {
        let at = heap::calloc(len.max(1), size_of::<T>())?;
        if at.is_null() {
            let (all, size) = (heap::bytes()?, size_of::<T>());
            return Err(Error::new(format!(
                "there is no room for {len} elements of {size} bytes in the heap of {all} bytes: \
                 set SHMEM_SYMMETRIC_SIZE"
            )));
        }
        Ok(Slice::new(at.cast(), len))
    }

    /// Waits until all PEs have called it and their earlier puts have arrived.
    ///
    /// # Errors
    /// An error of the network. The same for all calls below.
    pub fn barrier(&self) -> Result<()> {
        coll::barrier(coll::Group::Team(Team::WORLD))
    }

    /// Puts before the call take effect at each PE before those after it.
    ///
    /// # Errors
    /// As [`barrier`](Self::barrier).
    pub fn fence(&self) -> Result<()> {
        order::fence(Ctx::DEFAULT)
    }

    /// Waits until all puts of this PE have arrived.
    ///
    /// # Errors
    /// As [`barrier`](Self::barrier).
    pub fn quiet(&self) -> Result<()> {
        order::quiet(Ctx::DEFAULT)
    }

    /// The team of all PEs.
    pub fn world(&self) -> Members<'_> {
        Members::new(Team::WORLD)
    }

    /// The team of the PEs whose memory this one accesses directly.
    pub fn shared(&self) -> Members<'_> {
        Members::new(Team::SHARED)
    }
}

impl Drop for Shmem {
    fn drop(&mut self) {
        // SAFETY: slices and teams borrow this value, so none is in use any more.
        if let Err(error) = unsafe { job::finish() } {
            eprintln!("{error}");
        }
    }
}

/// Leaves the job at the end of a process that has dropped the library. The launcher reports one
/// that has not.
fn leave_at_exit() {
    extern "C" fn leave() {
        if let Err(error) = job::leave_finished() {
            eprintln!("{error}");
        }
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the function lives as long as the object that registers it. Handlers run in
        // reverse order, so this one runs before those of the layers below.
        unsafe { libc::atexit(leave) };
    });
}

/// Converts a PE number for the calls, which check that the PE exists.
#[inline(always)]
fn pe(pe: usize) -> Result<i32> {
    match i32::try_from(pe) {
        Ok(pe) => Ok(pe),
        Err(_) => no_pe(pe),
    }
}

#[cold]
fn no_pe(pe: usize) -> Result<i32> {
    fail!("PE {pe}: the job has the PEs 0 to {}", job::n_pes() - 1)
}

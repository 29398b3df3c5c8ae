//! Collective creation of a segment.
//!
//! Ranks create the same segments in the same order, so each rank numbers them on its own and all
//! agree. A rank has its part before it says so, and no rank continues before all have said so:
//! nobody can request a part that does not exist yet, and no request ever waits for one. If one
//! rank fails to allocate, all give up their parts, and the number stays used.

use super::handle::RemoteSegment;
use super::link::Driver;
use super::part::Part;
use skifch_backend::{Error, HostRef, verdict};
use std::ptr::NonNull;
use std::sync::Arc;

impl<D: Driver> RemoteSegment<D> {
    /// Creates `bytes` bytes of zeroed memory on every rank. Collective; to be called where the
    /// host's `fence` may be called, and not by two threads at once.
    ///
    /// # Errors
    /// On every rank, if one of them has no memory or requests a different size.
    pub fn open(driver: Arc<D>, host: HostRef, bytes: usize) -> Result<Self, Error> {
        Self::over(driver, host, Part::new(bytes), bytes)
    }

    /// As [`Self::open`], with existing memory as this rank's part: `bytes` zeroed bytes at `base`.
    ///
    /// # Safety
    /// The memory is readable and writable, also by atomics, as long as the segment lives.
    ///
    /// # Errors
    /// As [`Self::open`], and if `base` is not aligned to 8 bytes.
    pub unsafe fn adopt(
        driver: Arc<D>,
        host: HostRef,
        base: NonNull<u8>,
        bytes: usize,
    ) -> Result<Self, Error> {
        // SAFETY: the caller's promise. Requests access the part under the lock that closing takes,
        // so nobody uses it once the segment is gone.
        Self::over(driver, host, unsafe { Part::adopt(base, bytes) }, bytes)
    }

    fn over(
        driver: Arc<D>,
        host: HostRef,
        part: Result<Part, Error>,
        bytes: usize,
    ) -> Result<Self, Error> {
        let (part, failure) = match part {
            Ok(part) => (Some(Arc::new(part)), None),
            Err(error) => (None, Some(error)),
        };
        let (number, reads) = driver.with(|engine, _| {
            let number = engine.add(part.clone());
            (number, engine.open_mut(number).map(|open| open.reads))
        });
        let agreed = agree(&host, number, bytes, failure.as_ref());
        match (agreed, part, reads) {
            (Ok(()), Some(part), Some(reads)) => {
                let (rank, ranks) = (host.rank(), host.job_size());
                Ok(Self { driver, part, number, reads, rank, ranks })
            }
            (agreed, ..) => {
                driver.with(|engine, _| engine.close(number));
                let gone = || Error::new(libc::ENOMEM, "the segment could not be created");
                Err(failure.or(agreed.err()).unwrap_or_else(gone))
            }
        }
    }
}

/// Tells the others whether this rank has its part, and learns whether all have.
fn agree(host: &HostRef, number: u32, bytes: usize, failure: Option<&Error>) -> Result<(), Error> {
    let wanted = format!("{bytes}");
    let mine = match failure {
        None => wanted.clone(),
        // Published values are short; the errno and the rank tell where to look for details.
        Some(error) => format!("errno {}", error.errno()),
    };
    let objection = verdict(host, &format!("segment.{number}"), &mine, |rank, said| {
        if said == wanted {
            return None;
        }
        Some(match said.parse::<usize>() {
            Ok(other) => format!(
                "rank 0 asks for a segment of {bytes} bytes and rank {rank} for one of {other}: \
                 the size must be the same on all ranks"
            ),
            Err(_) => format!("rank {rank} could not allocate its part of the segment ({said})"),
        })
    })?;
    objection.map_or(Ok(()), |words| Err(Error::new(libc::ENOMEM, words)))
}

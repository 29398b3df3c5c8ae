//! Memory of which every rank holds a part and which every rank can access directly.
//!
//! The first rank of a group that shares memory creates one memfd for all parts and hands it to the
//! others over its process socket, so one descriptor and one mapping serve any number of ranks.
//! Pages are allocated when they are first touched. Puts and gets are plain copies and atomics are
//! processor atomics, so they need no help from the target and are atomic with respect to the
//! target's own.

use crate::group::Group;
use crate::handover::{self, Callers};
use crate::memfd::{self, Map};
use crate::open::ShmDomain;
use crate::sizes::{self, SIZES_BYTES};
use skifch_backend::reserve::alignment;
use skifch_backend::word::{self, Atomic};
use skifch_backend::{Error, Segment, Target, overlay, room};
use std::ffi::c_void;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};

/// The request sent to the rank that creates the memory.
const REQUEST: &[u8] = b"segment";
/// How often that rank checks that the ranks it waits for are alive.
const LOOK_FOR_THE_DEAD: Duration = Duration::from_millis(500);

/// A segment.
pub struct ShmSegment {
    map: Map,
    /// Size of each part in bytes, as requested.
    bytes: usize,
    /// Distance in bytes from one part to the next.
    stride: usize,
    /// The ranks that have parts, in ascending order.
    group: Group,
    own: Option<Own>,
}

/// The address of this rank's part in memory that it already had, in addition to its place in the
/// mapping.
struct Own {
    rank: u32,
    base: NonNull<u8>,
}

// SAFETY: an address range of the process, which lives as long as it.
unsafe impl Send for Own {}
// SAFETY: as above.
unsafe impl Sync for Own {}

impl ShmSegment {
    pub(crate) fn open(domain: &ShmDomain, bytes: usize) -> Result<Self, Error> {
        let make = || Self::make(domain, bytes, room::check(bytes), |_, _| Ok(None));
        domain.spare.lend(make)
    }

    /// The same, but this rank's part replaces private memory of the process: it is filled with
    /// that memory's content and mapped over it.
    ///
    /// # Safety
    /// As [`skifch_backend::Domain::segment_over`].
    pub(crate) unsafe fn over(
        domain: &ShmDomain,
        base: NonNull<u8>,
        bytes: usize,
    ) -> Result<Self, Error> {
        // The memory already exists, so its size needs no check.
        let own = |fd: &OwnedFd, segment: &Self| {
            let alias = segment.place(Target::new(domain.host.rank(), 0), bytes)?;
            let offset = alias.addr() - segment.map.base().addr().get();
            // SAFETY: our caller's promise; nobody else writes to a part that is not open yet.
            unsafe { overlay::lay(fd.as_raw_fd(), offset, alias, base, bytes)? };
            Ok(Some(Own { rank: domain.host.rank(), base }))
        };
        domain.spare.lend(|| Self::make(domain, bytes, Ok(()), own))
    }

    fn make(
        domain: &ShmDomain,
        bytes: usize,
        room: Result<(), Error>,
        own: impl FnOnce(&OwnedFd, &Self) -> Result<Option<Own>, Error>,
    ) -> Result<Self, Error> {
        let group = domain.names.group().clone();
        let ranks = group.count();
        let extent = Extent::new(bytes, ranks);
        let refused = || refused(bytes, ranks);
        // A rank with an invalid size takes part too: the sizes of others may be valid.
        let fd = if domain.host.rank() == group.first() {
            grant(domain, bytes, room.and(extent.ok_or_else(refused)))?
        } else {
            request(domain)
        };
        let made = fd.and_then(|fd| {
            memfd::check_peer(&fd, SIZES_BYTES)?;
            sizes::compare(&fd, bytes)?;
            let Extent { stride, total } = extent.ok_or_else(refused)?;
            memfd::check_peer(&fd, total)?;
            let map = memfd::map_shared(&fd, total, bytes)?;
            let mut segment = Self { map, bytes, stride, group, own: None };
            segment.own = own(&fd, &segment)?;
            Ok((segment, fd))
        });
        // Also after a failure: the other ranks wait at this fence.
        domain.host.fence()?;
        // What this rank did wrong is told before what others did.
        extent.ok_or_else(refused)?;
        let (segment, fd) = made?;
        sizes::check(&fd)?;
        Ok(segment)
    }

    /// The address of `len` bytes.
    #[inline]
    fn place(&self, at: Target, len: usize) -> Result<*mut u8, Error> {
        let is_inside = at.offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        let Some(index) = self.group.index(at.rank).filter(|_| is_inside) else {
            return Err(at.outside(len, self.bytes, self.group.count()));
        };
        // SAFETY: inside the part, as checked, and so inside the mapping.
        Ok(unsafe { self.map.base().as_ptr().add(index * self.stride + at.offset) })
    }

    /// The address of a word; aligned to its width, since parts begin on a page boundary.
    #[inline]
    fn word(&self, at: Target, atomic: &Atomic) -> Result<*mut u8, Error> {
        atomic.check(at.offset)?;
        self.place(at, atomic.width)
    }
}

/// Sizes in bytes of a segment's memory.
#[derive(Clone, Copy)]
struct Extent {
    /// Distance from one part to the next.
    stride: usize,
    /// All parts.
    total: usize,
}

impl Extent {
    /// `None` if there is no such segment.
    fn new(bytes: usize, ranks: u32) -> Option<Self> {
        let stride = bytes.checked_next_multiple_of(alignment(bytes)).filter(|_| bytes > 0)?;
        let total = stride.checked_mul(ranks as usize)?;
        (total <= isize::MAX as usize - SIZES_BYTES).then_some(Self { stride, total })
    }
}

#[cold]
fn refused(bytes: usize, ranks: u32) -> Error {
    let text = format!(
        "a segment of {bytes} bytes on each of {ranks} ranks: the size must not be 0, and the \
         total must fit into the address space"
    );
    Error::new(libc::EINVAL, text)
}

/// The first rank of the group: creates the memory and answers every other rank once.
///
/// # Errors
/// A member is gone, or the system lets no caller be accepted: not all will be at the fence.
fn grant(
    domain: &ShmDomain,
    bytes: usize,
    extent: Result<Extent, Error>,
) -> Result<Result<OwnedFd, Error>, Error> {
    let mut made = extent
        .and_then(|extent| memfd::create(c"skifch-segment", extent.total + SIZES_BYTES, 0))
        .and_then(|fd| memfd::seal_size(&fd).map(|()| fd))
        .and_then(|fd| sizes::begin(&fd, bytes).map(|()| fd));
    let (mut callers, others) = (Callers::default(), domain.names.group().count() - 1);
    let (begin, mut looks) = (Instant::now(), 1);
    while callers.answered < others {
        let before = callers.answered;
        match callers.answer(&domain.process, REQUEST, &mut made) {
            Ok(0) => callers.sleep(&domain.process, None),
            Ok(_) => continue,
            // The others are told too.
            Err(error) if callers.answered > before => made = Err(error),
            Err(error) => return Err(error),
        }
        if begin.elapsed() > LOOK_FOR_THE_DEAD * looks {
            looks += 1;
            all_are_alive(domain)?;
        }
    }
    Ok(made)
}

/// Checks for dead ranks, which would never ask.
fn all_are_alive(domain: &ShmDomain) -> Result<(), Error> {
    for rank in domain.names.group().members() {
        let is_alive = match domain.names.is_alive(rank) {
            // It cannot be looked for now.
            Err(error) if handover::is_shortage(&error) => true,
            known => known?,
        };
        if !is_alive {
            let text = format!("waiting for rank {rank} to open its part of a segment: it is gone");
            return Err(Error::new(libc::ECONNRESET, text));
        }
    }
    Ok(())
}

/// Any other rank of the group: asks the first for the memory.
fn request(domain: &ShmDomain) -> Result<OwnedFd, Error> {
    let first = domain.names.group().first();
    let what = || format!("requesting a segment from rank {first}");
    match handover::ask(&domain.names, first, REQUEST).map_err(|error| error.context(what()))? {
        Some(fd) => Ok(fd),
        None => {
            let text = format!("rank {first} could not create the segment; its error tells why");
            Err(Error::new(libc::ENOMEM, text))
        }
    }
}

impl Segment for ShmSegment {
    fn ptr(&self, rank: u32) -> *mut c_void {
        match &self.own {
            Some(own) if own.rank == rank => own.base.as_ptr().cast(),
            _ => self.place(Target::new(rank, 0), 0).map_or(std::ptr::null_mut(), <*mut u8>::cast),
        }
    }

    unsafe fn put(&self, to: Target, src: *const u8, len: usize) -> Result<(), Error> {
        let to = self.place(to, len)?;
        // SAFETY: `to` has `len` bytes and the caller vouches for `src`, which may be in the
        // segment. Other ranks may access the same bytes: avoiding such races is up to the program.
        unsafe { word::write(to, src, len) };
        Ok(())
    }

    unsafe fn get(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        let from = self.place(from, len)?;
        // SAFETY: as in `put`.
        unsafe { std::ptr::copy(from, dst, len) };
        Ok(())
    }

    unsafe fn get_async(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        // SAFETY: the same contract; the read has arrived on return, and the count is always zero.
        unsafe { self.get(from, dst, len) }
    }

    fn atomic(&self, at: Target, atomic: &Atomic) -> Result<u64, Error> {
        let word = self.word(at, atomic)?;
        // SAFETY: a word of the segment, aligned to its width; it may be shared.
        Ok(unsafe { word::fetch(word, atomic) })
    }

    fn atomic_oneway(&self, at: Target, atomic: &Atomic) -> Result<(), Error> {
        let word = self.word(at, atomic)?;
        // SAFETY: as in `atomic`.
        unsafe { word::apply(word, atomic) };
        Ok(())
    }

    fn fence(&self) -> Result<(), Error> {
        // SYNC segment-word: puts before this come before those after it, for a rank that acquires
        // a word written afterwards.
        fence(Ordering::SeqCst);
        Ok(())
    }

    fn quiet(&self) -> Result<(), Error> {
        // SYNC segment-word: as in `fence`; stores are also complete before later loads.
        fence(Ordering::SeqCst);
        Ok(())
    }

    fn syncreads(&self) -> Result<(), Error> {
        // SYNC segment-word: pairs with the fence of the rank that wrote what was read.
        fence(Ordering::Acquire);
        Ok(())
    }
}

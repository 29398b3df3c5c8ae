//! Segments: one child creates the memory, the others adopt it, and each rank is reached through
//! its own child. A variable is thus the same memory for all ranks, and atomic for all.

use super::child::Child;
use crate::word::{self, Atomic};
use crate::{Error, HostRef, Segment, Target, verdict};
use skifch_abi::Plugin;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

/// The child that creates the memory; all others must be able to adopt it.
///
/// # Errors
/// `ENOTSUP`, naming the child that cannot do its part.
pub(super) fn maker(children: &[Child]) -> Result<usize, Error> {
    let Some(maker) = children.iter().position(Child::makes_memory) else {
        return Err(Error::unsupported("a memory segment"));
    };
    for (index, child) in children.iter().enumerate() {
        if index != maker && child.table().seg_adopt.is_none() {
            let text = format!(
                "no memory segment is possible: {} reaches some ranks and cannot place a segment \
                 over memory that {} provides",
                child.name(),
                children[maker].name()
            );
            return Err(Error::new(libc::ENOTSUP, text));
        }
    }
    Ok(maker)
}

/// Whether memory of the process can become a segment: the child that creates memory must support
/// it.
pub(super) fn overlays(children: &[Child]) -> bool {
    maker(children).is_ok_and(|maker| children[maker].table().seg_over.is_some())
}

/// The segment to be created.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) bytes: usize,
    /// Memory of the process that becomes this rank's part.
    pub(super) base: Option<*mut c_void>,
}

/// An open segment of a child. Dropping it frees it.
struct Part {
    table: &'static Plugin,
    ctx: *mut c_void,
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(seg_close) = self.table.seg_close {
            // SAFETY: the segment is open, and this is its last use.
            unsafe { seg_close(self.ctx) };
        }
    }
}

/// A segment over several networks.
pub(super) struct JoinedSegment {
    /// In the order of the children; the part of the memory's creator is closed last.
    parts: Vec<Option<Part>>,
    maker: usize,
    routes: Arc<[u8]>,
}

// SAFETY: the calls on a segment may be made from any thread.
unsafe impl Send for JoinedSegment {}
// SAFETY: as above.
unsafe impl Sync for JoinedSegment {}

impl JoinedSegment {
    pub(super) fn open(
        host: &HostRef,
        children: &[Child],
        routes: &Arc<[u8]>,
        number: u32,
        wanted: Wanted,
    ) -> Result<Self, Error> {
        let (maker, bytes) = (maker(children)?, wanted.bytes);
        let parts = children.iter().map(|_| None).collect();
        let mut segment = Self { parts, maker, routes: Arc::clone(routes) };
        let agreed = |child: usize, part| {
            agreed(host, &format!("{}.segment.{number}", children[child].name()), part)
        };
        let (table, domain) = (children[maker].table(), children[maker].domain());
        let made = opened(table, |ctx| {
            match wanted.base {
                // SAFETY: the domain is open; `ctx` is a place for a pointer.
                None => table.seg_open.map(|open| unsafe { open(domain, bytes, ctx) }),
                // SAFETY: as above; the memory is as `segment_over` demands.
                Some(base) => table.seg_over.map(|over| unsafe { over(domain, base, bytes, ctx) }),
            }
        });
        let made = segment.parts[maker].insert(agreed(maker, made)?);
        // SAFETY: the segment is open.
        let base = table.seg_ptr.map_or(null_mut(), |ptr| unsafe { ptr(made.ctx, host.rank()) });
        for (index, child) in children.iter().enumerate().filter(|&(index, _)| index != maker) {
            let (table, domain) = (child.table(), child.domain());
            let adopted = opened(table, |ctx| {
                // SAFETY: as above; the part at `base` lives until the maker's segment is closed,
                // which happens last. The entry refuses a null pointer.
                table.seg_adopt.map(|adopt| unsafe { adopt(domain, base, bytes, ctx) })
            });
            segment.parts[index] = Some(agreed(index, adopted)?);
        }
        Ok(segment)
    }

    /// The part of the child that reaches `rank`.
    #[inline]
    fn part(&self, rank: u32) -> Result<&Part, Error> {
        let route = self.routes.get(rank as usize).map(|&route| usize::from(route));
        let part = route.and_then(|route| self.parts.get(route)?.as_ref());
        part.ok_or_else(|| self.outside(rank))
    }

    #[cold]
    fn outside(&self, rank: u32) -> Error {
        let text = format!(
            "rank {rank} has no part of the segment: the job has {} ranks",
            self.routes.len()
        );
        Error::new(libc::EINVAL, text)
    }

    /// Calls an entry of every child.
    fn all(&self, entry: impl Fn(&Part) -> Option<c_int>) -> Result<(), Error> {
        self.parts.iter().flatten().try_for_each(|part| done(entry(part)))
    }
}

impl Drop for JoinedSegment {
    fn drop(&mut self) {
        let made = self.parts.get_mut(self.maker).and_then(Option::take);
        self.parts.clear();
        drop(made);
    }
}

/// The result of an optional entry of a child.
fn done(rc: Option<c_int>) -> Result<(), Error> {
    match rc {
        Some(0..) => Ok(()),
        Some(rc) => Err(Error::passed_on(rc)),
        None => Err(Error::unsupported("a call on segments")),
    }
}

fn opened(
    table: &'static Plugin,
    open: impl FnOnce(*mut *mut c_void) -> Option<c_int>,
) -> Result<Part, Error> {
    let mut ctx = null_mut();
    done(open(&raw mut ctx)).map(|()| Part { table, ctx })
}

/// Returns the part that a child has opened if it was opened on every rank: otherwise the ranks
/// where it was would wait in the next child for a rank that does not come.
fn agreed(host: &HostRef, name: &str, part: Result<Part, Error>) -> Result<Part, Error> {
    const OPEN: &str = "open";
    let said = match &part {
        Ok(_) => OPEN.to_owned(),
        Err(error) => format!("errno {}", error.errno()),
    };
    let objection = verdict(host, name, &said, |rank, said| {
        (said != OPEN).then(|| format!("{name}: rank {rank} could not open its part ({said})"))
    });
    let part = part?;
    match objection? {
        None => Ok(part),
        Some(words) => Err(Error::new(libc::ENOMEM, words)),
    }
}

impl Segment for JoinedSegment {
    fn ptr(&self, rank: u32) -> *mut c_void {
        let part = self.part(rank).ok().and_then(|part| Some((part.table.seg_ptr?, part.ctx)));
        // SAFETY: the segment is open.
        part.map_or(null_mut(), |(ptr, ctx)| unsafe { ptr(ctx, rank) })
    }

    unsafe fn put(&self, to: Target, src: *const u8, len: usize) -> Result<(), Error> {
        let Target { rank, offset } = to;
        let part = self.part(rank)?;
        let put = part.table.put;
        // SAFETY: the segment is open; the caller vouches for the memory.
        done(put.map(|put| unsafe { put(part.ctx, rank, offset, src.cast(), len) }))
    }

    unsafe fn get(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        let Target { rank, offset } = from;
        let part = self.part(rank)?;
        let get = part.table.get;
        // SAFETY: as above.
        done(get.map(|get| unsafe { get(part.ctx, rank, offset, dst.cast(), len) }))
    }

    unsafe fn get_async(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        let Target { rank, offset } = from;
        let part = self.part(rank)?;
        let get = part.table.get_async;
        // SAFETY: as above, until `syncreads` returns.
        done(get.map(|get| unsafe { get(part.ctx, rank, offset, dst.cast(), len) }))
    }

    fn atomic(&self, at: Target, what: &Atomic) -> Result<u64, Error> {
        let part = self.part(at.rank)?;
        let (op, width, mut old) = (what.op as c_int, what.width as c_int, 0);
        let Atomic { operand, comparand, .. } = *what;
        done(part.table.atomic.map(|atomic| {
            let (ctx, Target { rank, offset }) = (part.ctx, at);
            // SAFETY: the segment is open; `old` is writable.
            unsafe { atomic(ctx, rank, offset, op, width, operand, comparand, &raw mut old) }
        }))?;
        Ok(old)
    }

    unsafe fn atomic_async(&self, at: Target, what: &Atomic, dst: *mut u8) -> Result<(), Error> {
        let part = self.part(at.rank)?;
        let Some(atomic_async) = part.table.atomic_async else {
            let old = self.atomic(at, what)?;
            // SAFETY: the caller vouches for `dst`.
            unsafe { word::keep(dst, what.width, old) };
            return Ok(());
        };
        let (ctx, Target { rank, offset }) = (part.ctx, at);
        let (op, width) = (what.op as c_int, what.width as c_int);
        let Atomic { operand, comparand, .. } = *what;
        // SAFETY: the segment is open; the caller vouches for `dst` until `syncreads` returns.
        done(Some(unsafe {
            atomic_async(ctx, rank, offset, op, width, operand, comparand, dst.cast())
        }))
    }

    fn fence(&self) -> Result<(), Error> {
        // SAFETY: the segment is open, here and below.
        self.all(|part| part.table.seg_fence.map(|fence| unsafe { fence(part.ctx) }))
    }

    fn quiet(&self) -> Result<(), Error> {
        // SAFETY: as above.
        self.all(|part| part.table.seg_quiet.map(|quiet| unsafe { quiet(part.ctx) }))
    }

    fn syncreads(&self) -> Result<(), Error> {
        // SAFETY: as above.
        self.all(|part| part.table.syncreads.map(|sync| unsafe { sync(part.ctx) }))
    }
}

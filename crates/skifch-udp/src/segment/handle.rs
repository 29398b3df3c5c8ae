//! A segment as programs use it: the calls that wait.

use super::calls::{CallId, Fault};
use super::engine::Engine;
use super::link::Driver;
use super::part::Part;
use super::requester::{Place, Step};
use skifch_backend::word::{self, Atomic};
use skifch_backend::{Error, Segment, Target};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

/// After this many fruitless polls a waiting call asks the link to watch the ranks it waits for,
/// and repeats this each time the number has doubled.
const LOOKS_BEFORE_WATCH: u32 = 256;

/// Memory of every rank, accessed by requests that the owning process executes.
///
/// Accesses to the own part are done directly, with the same instructions as the requests of
/// others, so atomics of all ranks are atomic with respect to each other.
pub struct RemoteSegment<D: Driver> {
    pub(super) driver: Arc<D>,
    pub(super) part: Arc<Part>,
    pub(super) number: u32,
    pub(super) reads: CallId,
    pub(super) rank: u32,
    pub(super) ranks: u32,
}

impl<D: Driver> RemoteSegment<D> {
    /// The driver that moves its messages.
    pub fn driver(&self) -> &Arc<D> {
        &self.driver
    }

    /// Repeats `step` until it returns a value, making progress in between.
    #[inline]
    fn until<T>(
        &self,
        what: impl Fn() -> String,
        mut step: impl FnMut(&mut Engine, &mut D::Link) -> Result<Option<T>, Fault>,
    ) -> Result<T, Error> {
        let (mut idle, mut looks) = (0_u32, 0_u32);
        loop {
            match self.driver.with(|engine, link| step(engine, link)) {
                Ok(Some(value)) => return Ok(value),
                Ok(None) => {}
                Err(fault) => return Err(fault.into_error(&what())),
            }
            let has_come = self.driver.progress(idle).map_err(|error| error.context(what()))?;
            idle = if has_come { 0 } else { idle.saturating_add(1) };
            looks = looks.saturating_add(1);
            if looks >= LOOKS_BEFORE_WATCH && looks.is_power_of_two() {
                self.driver.with(Engine::watch);
            }
        }
    }

    /// As `until`, for a request without a reply.
    #[inline]
    fn post(
        &self,
        what: impl Fn() -> String,
        mut step: impl FnMut(&mut Engine, &mut D::Link) -> Result<Step, Fault>,
    ) -> Result<(), Error> {
        let posted = self.until(what, |engine, link| {
            step(engine, link).map(|step| (step != Step::Full).then_some(step))
        })?;
        if posted == Step::Nudge {
            self.driver.nudge();
        }
        Ok(())
    }

    /// A call with its own replies: repeats `ask` until it is not full, then returns the outcome.
    /// No reply is written to memory after the call has returned, even with an error.
    fn call(
        &self,
        what: impl Fn() -> String,
        rank: u32,
        mut ask: impl FnMut(&mut Engine, &mut D::Link, CallId) -> Result<Step, Fault>,
    ) -> Result<u64, Error> {
        let mut call = None;
        let mut is_asked = false;
        let outcome = self.until(what, |engine, link| {
            let id = *call.get_or_insert_with(|| engine.calls.begin());
            if !is_asked {
                is_asked = ask(engine, link, id)? != Step::Full;
                if is_asked {
                    engine.flush(link, rank)?;
                }
            }
            match engine.calls.outcome(id).filter(|_| is_asked) {
                Some(outcome) => {
                    engine.calls.end(id);
                    outcome.map(Some)
                }
                None => Ok(None),
            }
        });
        if let Some(call) = call.filter(|_| outcome.is_err()) {
            self.driver.with(|engine, _| engine.calls.end(call));
        }
        outcome
    }

    /// Locates `len` bytes and checks that they are inside the segment.
    #[inline]
    fn check(&self, at: Target, len: usize) -> Result<Spot, Error> {
        let Target { rank, offset } = at;
        let own = self.part.place(offset as u64, len);
        let Some(own) = own.filter(|_| rank < self.ranks) else {
            return Err(at.outside(len, self.part.bytes(), self.ranks));
        };
        Ok(match rank == self.rank {
            true => Spot::Here(own),
            false => Spot::There(Place { segment: self.number, rank, offset: offset as u64 }),
        })
    }

    /// As `check`, for an aligned word.
    #[inline]
    fn check_word(&self, at: Target, atomic: &Atomic) -> Result<Spot, Error> {
        atomic.check(at.offset)?;
        self.check(at, atomic.width)
    }

    /// Reads local memory, or returns the place of remote memory.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes.
    unsafe fn read(&self, from: Target, dst: *mut u8, len: usize) -> Result<Option<Place>, Error> {
        match self.check(from, len)? {
            Spot::Here(from) => {
                // SAFETY: `from` has `len` bytes; the caller guarantees that `dst` is writable.
                unsafe { word::read(from, dst, len) };
                Ok(None)
            }
            Spot::There(from) => Ok(Some(from)),
        }
    }
}

/// Where memory is: in this process or at another rank.
enum Spot {
    Here(*mut u8),
    There(Place),
}

/// Describes an operation for an error text.
fn described(what: &str, at: Target, atomic: &Atomic) -> String {
    let Atomic { op, width, .. } = atomic;
    format!("{what} ({op:?}) on {width} bytes at offset {}", at.offset)
}

impl<D: Driver> Segment for RemoteSegment<D> {
    fn ptr(&self, rank: u32) -> *mut c_void {
        if rank == self.rank { self.part.base().cast() } else { std::ptr::null_mut() }
    }

    #[inline]
    unsafe fn put(&self, to: Target, src: *const u8, len: usize) -> Result<(), Error> {
        let offset = to.offset;
        let to = match self.check(to, len)? {
            Spot::Here(to) => {
                // SAFETY: `to` has `len` bytes; the caller guarantees that `src` is readable.
                unsafe { word::write(to, src, len) };
                return Ok(());
            }
            Spot::There(_) if len == 0 => return Ok(()),
            Spot::There(to) => to,
        };
        // SAFETY: the caller guarantees `len` readable bytes.
        let src = unsafe { std::slice::from_raw_parts(src, len) };
        let mut done = 0;
        let what = || format!("a put of {len} bytes at offset {offset}");
        self.post(what, |engine, link| engine.put(link, to, src, &mut done))
    }

    unsafe fn get(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        let Target { rank, offset } = from;
        // SAFETY: the caller's promise.
        let Some(from) = (unsafe { self.read(from, dst, len)? }) else { return Ok(()) };
        let mut done = 0;
        let what = || format!("a get of {len} bytes at offset {offset}");
        self.call(what, rank, |engine, link, call| {
            // SAFETY: `dst` is writable until this function returns, and by then the call has
            // ended.
            unsafe { engine.get(link, from, (dst, len), call, &mut done) }
        })?;
        Ok(())
    }

    unsafe fn get_async(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error> {
        let offset = from.offset;
        // SAFETY: the caller's promise.
        let Some(from) = (unsafe { self.read(from, dst, len)? }) else { return Ok(()) };
        let mut done = 0;
        let what = || format!("a counted read of {len} bytes at offset {offset}");
        self.post(what, |engine, link| {
            // SAFETY: the caller keeps `dst` valid until `syncreads` has returned, and by then all
            // replies have come; or the segment has been closed, and the call with it.
            unsafe { engine.get(link, from, (dst, len), self.reads, &mut done) }
        })
    }

    fn atomic(&self, at: Target, atomic: &Atomic) -> Result<u64, Error> {
        let to = match self.check_word(at, atomic)? {
            // SAFETY: an aligned word of the part.
            Spot::Here(word) => return Ok(unsafe { word::fetch(word, atomic) }),
            Spot::There(to) => to,
        };
        let what = || described("an atomic", at, atomic);
        self.call(what, at.rank, |engine, link, call| engine.atomic(link, to, atomic, call))
    }

    unsafe fn atomic_async(&self, at: Target, atomic: &Atomic, dst: *mut u8) -> Result<(), Error> {
        let to = match self.check_word(at, atomic)? {
            Spot::Here(word) => {
                // SAFETY: an aligned word of the part; the caller guarantees that `dst` is
                // writable.
                unsafe { word::keep(dst, atomic.width, word::fetch(word, atomic)) };
                return Ok(());
            }
            Spot::There(to) => to,
        };
        self.post(
            || described("a counted atomic", at, atomic),
            |engine, link| {
                // SAFETY: as in `get_async`.
                unsafe { engine.atomic_async(link, to, atomic, dst, self.reads) }
            },
        )
    }

    #[inline]
    fn atomic_oneway(&self, at: Target, atomic: &Atomic) -> Result<(), Error> {
        let to = match self.check_word(at, atomic)? {
            Spot::Here(word) => {
                // SAFETY: an aligned word of the part.
                unsafe { word::apply(word, atomic) };
                return Ok(());
            }
            Spot::There(to) => to,
        };
        let what = || described("an atomic", at, atomic);
        self.post(what, |engine, link| engine.atomic_oneway(link, to, atomic))
    }

    /// Requests to one rank are sent and executed in order, so there is nothing to wait for.
    fn fence(&self) -> Result<(), Error> {
        // SYNC segment-word: for stores by which the program and the calls write this rank's own
        // part; pairs with the acquire of whoever answers requests for it.
        fence(Ordering::SeqCst);
        Ok(())
    }

    fn quiet(&self) -> Result<(), Error> {
        // SYNC segment-word: as in `fence`.
        fence(Ordering::SeqCst);
        let mut quiet = None;
        self.until(
            || "waiting for puts and atomics to take effect".to_owned(),
            |engine, link| {
                let quiet = quiet.get_or_insert_with(|| engine.quiet(self.number));
                Ok(engine.quiet_step(link, quiet)?.then_some(()))
            },
        )
    }

    fn syncreads(&self) -> Result<(), Error> {
        let synced = self.until(
            || "waiting for counted reads".to_owned(),
            |engine, link| Ok(engine.reads_step(link, self.number)?.then_some(())),
        );
        // SYNC segment-word: pairs with the fence of the rank that wrote what was read.
        fence(Ordering::Acquire);
        synced
    }
}

impl<D: Driver> Drop for RemoteSegment<D> {
    fn drop(&mut self) {
        self.driver.with(|engine, _| engine.close(self.number));
    }
}

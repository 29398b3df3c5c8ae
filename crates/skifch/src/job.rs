//! [`Job`]: this process among the ranks.

use crate::channel::Channel;
use crate::error::{self, Aim, Error};
use crate::handle::{self, RawChannel};
use crate::home::{self, Bytes, Home, Parts, Sink};
use crate::segment::Segment;
use crate::{cpus, log, network, registry};
use skifch_abi::Plugin;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// This process as a rank of its job. There is one job in a process: [`Job::init`] joins it, or
/// gives the one that is joined already, so that several libraries can share it, also when each of
/// them is a shared object with this crate in it. Copies are cheap; channels and segments keep the
/// job alive. It ends when the last of them is gone.
#[derive(Clone)]
pub struct Job(Arc<Hold>);

/// A hold of the job that the home of the process has joined.
pub(crate) struct Hold {
    home: &'static Home,
    parts: Parts,
}

// SAFETY: the table and the parts may be used from any thread.
unsafe impl Send for Hold {}
// SAFETY: as above.
unsafe impl Sync for Hold {}

/// Counts, in the child, the forks since the first rank of this line of processes.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// Runs in the child after a fork.
pub(crate) fn mark_forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// How often this process, or one that it came from, was forked.
pub(crate) fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}

pub(crate) fn forks_place() -> &'static AtomicU32 {
    &FORKS
}

/// The error of a call in the child of a rank.
#[cold]
pub(crate) fn forked(call: &str) -> Error {
    let text = format!("{call}: this process was forked from a rank and is none itself");
    Error::new(libc::EBADF, text)
}

impl Job {
    /// Joins the job: finds the launcher, the other ranks and the network (`SKIFCH_BACKEND`). Every
    /// rank must call it. Call it before starting threads (see [`skifch_boot::Boot::from_env`]).
    ///
    /// # Errors
    /// No launcher that is understood, a setting or backend that cannot be, or what the network
    /// answers. Nothing is fallen back to silently.
    pub fn init() -> Result<Self, Error> {
        let hold = home::matching().and_then(Hold::take).inspect_err(error::set_last)?;
        Ok(Self(Arc::new(hold)))
    }

    /// How many ranks the job will have, where the environment tells that before [`Job::init`],
    /// which takes the launcher's words away.
    pub fn size_in_sight() -> Option<u32> {
        skifch_boot::Boot::size_in_sight()
    }

    /// This process's rank.
    pub fn rank(&self) -> u32 {
        self.0.parts.rank
    }

    /// Ranks in the job.
    pub fn size(&self) -> u32 {
        self.0.parts.size
    }

    /// Whether this process is a forked child of the rank, and so none itself: calls fail with
    /// `EBADF` in it.
    pub fn is_forked(&self) -> bool {
        self.0.is_forked()
    }

    /// The ranks on this host, ascending; `None` where the launcher does not tell.
    pub fn local_ranks(&self) -> Option<&[u32]> {
        let parts = &self.0.parts;
        // SAFETY: the home's list, which is there while the job is held.
        let local = || unsafe { std::slice::from_raw_parts(parts.local, parts.local_count) };
        (!parts.node_of.is_null()).then(local)
    }

    /// The number of the host that each rank is on, by rank, the same on every rank; `None` where
    /// the launcher does not tell. The numbers are the launcher's.
    pub fn nodes(&self) -> Option<&[u32]> {
        let parts = &self.0.parts;
        // SAFETY: not null, so the home's list of one for each rank, which is there while the job
        // is held.
        let nodes = || unsafe { std::slice::from_raw_parts(parts.node_of, parts.size as usize) };
        (!parts.node_of.is_null()).then(nodes)
    }

    /// Whether ranks share CPUs here: more run on this host than it has CPUs for them.
    /// Other ranks may find something else.
    pub fn oversubscribed(&self) -> bool {
        self.local_ranks().is_some_and(|here| here.len() > cpus::count() as usize)
    }

    /// Whether all ranks run on one host and have to share its CPUs. Rank 0 has found that, and
    /// every rank answers the same: algorithms can be chosen by it.
    pub fn is_crowded(&self) -> bool {
        self.0.parts.is_crowded != 0
    }

    /// Opens the channel on `port`. Libraries take a port of their own and see only their messages.
    ///
    /// # Errors
    /// `EADDRINUSE` when the port is open, `EINVAL` above [`skifch_abi::MAX_PORT`], or what the
    /// network answers.
    pub fn open(&self, port: u32) -> Result<Channel, Error> {
        let (table, domain) = self.0.network("SkifCh_Open")?;
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { (table.open)(domain, port, &raw mut ctx) };
        if rc < 0 {
            let call = format!("SkifCh_Open of port {port}");
            return Err(error::failed(&call, Aim::None, rc as isize));
        }
        let job = Arc::clone(&self.0);
        Ok(Channel::new(RawChannel::new(table, ctx, self.rank(), port, job)))
    }

    /// Waits until every rank has called it; slow, over the launcher (`SkifCh_SlowBarrier`).
    ///
    /// # Errors
    /// What the launcher or the connection to it did.
    pub fn barrier(&self) -> Result<(), Error> {
        self.barrier_of("SkifCh_SlowBarrier")
    }

    /// [`barrier`](Self::barrier) as a part of `call`, which errors name.
    ///
    /// # Errors
    /// As there.
    #[doc(hidden)]
    pub fn barrier_of(&self, call: &str) -> Result<(), Error> {
        self.0.meet(call)
    }

    /// Collective: memory of `bytes` bytes, zeroed, on every rank, reachable from all.
    ///
    /// # Errors
    /// `ENOTSUP` where the network has none; what the network answers.
    pub fn segment(&self, bytes: usize) -> Result<Segment, Error> {
        let (table, domain) = self.0.network("SkifCh_SegOpen")?;
        let seg_open = table
            .seg_open
            .ok_or_else(|| Error::unsupported("SkifCh_SegOpen"))
            .inspect_err(error::set_last)?;
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { seg_open(domain, bytes, &raw mut ctx) };
        if rc < 0 {
            let call = format!("SkifCh_SegOpen of {bytes} bytes");
            return Err(error::failed(&call, Aim::None, rc as isize));
        }
        Ok(Segment::new(table, ctx, bytes, Arc::clone(&self.0)))
    }

    /// Collective: as [`segment`](Self::segment), where this rank's part is private memory of the
    /// process, `bytes` bytes at `base`, whole pages, as many on every rank. It stays where it is
    /// with what is in it; others can reach it until the segment is dropped. A forked child has a
    /// copy of its own.
    ///
    /// # Errors
    /// `ENOTSUP` where the network cannot; `EINVAL` for what is no pages; what the network answers.
    ///
    /// # Safety
    /// The memory is readable and writable for the rest of the process's life, and no other thread
    /// writes it during the call. From then on other ranks may write it at any time.
    pub unsafe fn segment_over(&self, base: *mut u8, bytes: usize) -> Result<Segment, Error> {
        let (table, domain) = self.0.network("sharing memory of the process")?;
        let seg_over = table
            .seg_over
            .ok_or_else(|| Error::unsupported("sharing memory of the process where it is"))
            .inspect_err(error::set_last)?;
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer; our caller vouches for the
        // memory.
        let rc = unsafe { seg_over(domain, base.cast(), bytes, &raw mut ctx) };
        if rc < 0 {
            let call = format!("sharing {bytes} bytes of the process at {base:p}");
            return Err(error::failed(&call, Aim::None, rc as isize));
        }
        Ok(Segment::new(table, ctx, bytes, Arc::clone(&self.0)))
    }

    /// The time of the job in nanoseconds from some start; virtual where the network is.
    pub fn time_ns(&self) -> u64 {
        let parts = &self.0.parts;
        // SAFETY: the home's network is open while the job is held.
        unsafe { network::time_ns(&*parts.table, parts.domain) }
    }

    /// The program computes for so long by the job's clock, where that is virtual and its compute
    /// time annotated; elsewhere computing takes the time that it takes, and this does nothing.
    ///
    /// # Errors
    /// What the network answers.
    pub fn compute(&self, time: Duration) -> Result<(), Error> {
        let (table, domain) = self.0.network("SkifCh_Compute")?;
        let Some(compute) = table.compute else { return Ok(()) };
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        // SAFETY: the domain is open.
        match unsafe { compute(domain, ns) } {
            0.. => Ok(()),
            rc => Err(error::failed("SkifCh_Compute", Aim::None, rc as isize)),
        }
    }

    /// The backend in use, with its middleware: `shm`, `trace+shm`.
    pub fn backend_name(&self) -> &str {
        // SAFETY: the home's name of it, which is there while the job is held.
        std::str::from_utf8(unsafe { self.0.parts.backend.get() }).unwrap_or_default()
    }

    /// The name of the network that carries messages to `rank`; `None` if the rank is not reached,
    /// or that is not known.
    pub fn via(&self, rank: u32) -> Option<String> {
        let (table, domain) = self.0.network("the way to a rank").ok()?;
        let reach = table.reach?;
        let mut via = std::ptr::null();
        // SAFETY: the domain is open; `via` is a place for a pointer.
        let rc = unsafe { reach(domain, rank, &raw mut via) };
        (rc > 0).then(|| registry::text(via)).filter(|name| !name.is_empty())
    }

    /// The op table in use and its open domain, for programs that look under the channels.
    ///
    /// # Errors
    /// `EBADF` in the child of a rank.
    pub fn parts(&self) -> Result<(&'static Plugin, *mut c_void), Error> {
        self.0.network("the job's parts")
    }

    /// Publishes `value` under `key`, once; others see it after the next
    /// [`barrier`](Self::barrier).
    ///
    /// # Errors
    /// A key or value outside the limits, or what the launcher did.
    pub fn put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
        let (key, value) = (Bytes::of(key.as_bytes()), Bytes::of(value));
        // SAFETY: the job is held, and both are there.
        answer(unsafe { (self.0.home.put)(self.0.parts.job, key, value) })
    }

    /// The value that some rank put under `key` before the last barrier.
    ///
    /// # Errors
    /// `ENOENT` when there is none, or what the launcher did.
    pub fn get(&self, key: &str) -> Result<Vec<u8>, Error> {
        let (key, mut found) = (Bytes::of(key.as_bytes()), Vec::new());
        // SAFETY: the job is held; the key is there, and so is the vector, not otherwise used.
        answer(unsafe { (self.0.home.get)(self.0.parts.job, key, Sink::into(&mut found)) })?;
        Ok(found)
    }

    /// Ends the whole job at once, with words and this exit code, of which 0 becomes 1. Without
    /// words it is an end and no failure: 0 is 0 then, and nothing is printed in this process.
    pub fn abort(&self, code: i32, message: &str) -> ! {
        // SAFETY: the job is held, and the words are there.
        unsafe { (self.0.home.abort)(self.0.parts.job, code, Bytes::of(message.as_bytes())) }
    }

    /// Leaves the job, if nothing else in this process holds it, and says what went wrong; else
    /// only this copy goes. Every rank must come to its end.
    ///
    /// # Errors
    /// What the network or the launcher answers; the job is left in any case.
    pub fn finalize(self) -> Result<(), Error> {
        match Arc::into_inner(self.0) {
            Some(hold) => hold.give_back(),
            None => Ok(()),
        }
    }
}

impl Hold {
    fn take(home: &'static Home) -> Result<Self, Error> {
        handle::watch_forks();
        let mut parts = MaybeUninit::uninit();
        // SAFETY: a place for the parts, which are there if it says so.
        let parts = unsafe {
            answer((home.join)(parts.as_mut_ptr()))?;
            parts.assume_init()
        };
        log::set_rank(parts.rank);
        Ok(Self { home, parts })
    }

    pub(crate) fn rank(&self) -> u32 {
        self.parts.rank
    }

    pub(crate) fn is_forked(&self) -> bool {
        // SAFETY: a counter of the home, which stays loaded.
        unsafe { &*self.parts.forks }.load(Ordering::Relaxed) != self.parts.forks_then
    }

    /// Waits, over the launcher, until every rank has called it.
    pub(crate) fn meet(&self, call: &str) -> Result<(), Error> {
        let (table, domain) = self.network(call)?;
        // SAFETY: the domain is open. Where clocks are virtual they meet first.
        let clocks = table.meet.map_or(0, |meet| unsafe { meet(domain) });
        if clocks < 0 {
            return Err(error::failed(call, Aim::None, clocks as isize));
        }
        // SAFETY: the job is held.
        let met = answer(unsafe { (self.home.fence)(self.parts.job) });
        met.map_err(|error| error.context(call)).inspect_err(error::set_last)
    }

    fn network(&self, call: &str) -> Result<(&'static Plugin, *mut c_void), Error> {
        if self.is_forked() {
            return Err(forked(call)).inspect_err(error::set_last);
        }
        // SAFETY: op tables live as long as the process.
        Ok((unsafe { &*self.parts.table }, self.parts.domain))
    }

    fn give_back(self) -> Result<(), Error> {
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: held until here, and not used any more.
        answer(unsafe { (this.home.leave)(this.parts.job) })
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // SAFETY: held until here, and not used any more.
        if let Err(error) = answer(unsafe { (self.home.leave)(self.parts.job) }) {
            log::line(skifch_abi::LogLevel::Error, &format!("leaving the job: {error}"));
            skifch_backend::ends_with_failure();
        }
    }
}

/// What a call of the home's table has answered, with its words.
fn answer(rc: c_int) -> Result<(), Error> {
    if rc < 0 { Err(Error::new(-rc, error::last_string())) } else { Ok(()) }
}

/// A time limit as an op table takes it.
pub(crate) fn timeout_ns(timeout: Option<Duration>) -> i64 {
    timeout.map_or(-1, |limit| i64::try_from(limit.as_nanos()).unwrap_or(i64::MAX))
}

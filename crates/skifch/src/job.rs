//! [`Job`]: this process as a rank of its job.

use crate::channel::Channel;
use crate::error::{self, Aim, Error};
use crate::handle::{self, RawChannel};
use crate::home::{self, Bytes, Home, Parts, Sink};
use crate::segment::Segment;
use crate::{cpus, log, network, registry};
use skifch_abi::{Caps, Plugin};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// This process as a rank of its job. A process has one job: [`Job::init`] joins it, or returns the
/// job already joined, so several libraries can share it, even if each of them is a shared object
/// that contains this crate. Copies are cheap. Copies, channels and segments keep the job alive;
/// the process leaves the job when the last of them is dropped.
#[derive(Clone)]
pub struct Job(Arc<Hold>);

/// A reference to the job that the home of the process has joined.
pub(crate) struct Hold {
    home: &'static Home,
    parts: Parts,
}

// SAFETY: the table and the parts may be used from any thread.
unsafe impl Send for Hold {}
// SAFETY: as above.
unsafe impl Sync for Hold {}

/// The number of forks, counted in each child, since the first rank of this line of processes.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// Runs in the child after a fork.
pub(crate) fn mark_forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// How often this process and its ancestors have forked.
pub(crate) fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}

pub(crate) fn forks_place() -> &'static AtomicU32 {
    &FORKS
}

/// The error of a call made in a forked child of a rank.
#[cold]
pub(crate) fn forked(call: &str) -> Error {
    let text = format!("{call}: this process is a forked child of a rank and not a rank itself");
    Error::new(libc::EBADF, text)
}

impl Job {
    /// Joins the job: finds the launcher, the other ranks and the network (`SKIFCH_BACKEND`). Every
    /// rank must call it. Call it before starting threads (see [`skifch_boot::Boot::from_env`]).
    ///
    /// # Errors
    /// The launcher is unknown, a setting is invalid, the backend is unavailable, or the network
    /// reports an error. There is no silent fallback.
    pub fn init() -> Result<Self, Error> {
        let hold = home::matching().and_then(Hold::take).inspect_err(error::set_last)?;
        Ok(Self(Arc::new(hold)))
    }

    /// The number of ranks of the job, if the environment tells it before [`Job::init`], which
    /// removes the launcher's variables.
    pub fn size_in_sight() -> Option<u32> {
        skifch_boot::Boot::size_in_sight()
    }

    /// This process's rank.
    pub fn rank(&self) -> u32 {
        self.0.parts.rank
    }

    /// The number of ranks in the job.
    pub fn size(&self) -> u32 {
        self.0.parts.size
    }

    /// Whether this process is a forked child of the rank. Such a child is not a rank: its calls
    /// fail with `EBADF`.
    pub fn is_forked(&self) -> bool {
        self.0.is_forked()
    }

    /// The ranks on this host, ascending; `None` if the launcher does not provide them.
    pub fn local_ranks(&self) -> Option<&[u32]> {
        let parts = &self.0.parts;
        // SAFETY: the home's list, which is there while the job is held.
        let local = || unsafe { std::slice::from_raw_parts(parts.local, parts.local_count) };
        (!parts.node_of.is_null()).then(local)
    }

    /// The host number of each rank, indexed by rank and identical on every rank; `None` if the
    /// launcher does not provide it. The launcher assigns the numbers.
    pub fn nodes(&self) -> Option<&[u32]> {
        let parts = &self.0.parts;
        // SAFETY: not null, so the home's list of one for each rank, which is there while the job
        // is held.
        let nodes = || unsafe { std::slice::from_raw_parts(parts.node_of, parts.size as usize) };
        (!parts.node_of.is_null()).then(nodes)
    }

    /// Whether ranks share CPUs on this host: it runs more ranks than they have CPUs. The result
    /// may differ between ranks on different hosts.
    pub fn oversubscribed(&self) -> bool {
        self.local_ranks().is_some_and(|here| here.len() > cpus::count() as usize)
    }

    /// Whether all ranks run on one host and have to share its CPUs. Rank 0 determines it and every
    /// rank returns the same value, so algorithms may be chosen by it.
    pub fn is_crowded(&self) -> bool {
        self.0.parts.is_crowded != 0
    }

    /// The index of this rank's program in the command line of the launcher, from 0; `None` if the
    /// launcher does not provide it.
    pub fn appnum(&self) -> Option<u32> {
        u32::try_from(self.0.parts.appnum).ok()
    }

    /// The number of processes that the launcher has places for; `None` if it does not provide it.
    pub fn universe_size(&self) -> Option<u32> {
        u32::try_from(self.0.parts.universe_size).ok()
    }

    /// Opens the channel on `port`. Each library takes its own port and sees only its own messages.
    ///
    /// # Errors
    /// `EADDRINUSE` if the port is already open, `EINVAL` above [`skifch_abi::MAX_PORT`], or an
    /// error of the network.
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

    /// A barrier over the launcher (`SkifCh_SlowBarrier`): waits until every rank has called it.
    /// Slow.
    ///
    /// # Errors
    /// The launcher or the connection to it failed.
    pub fn barrier(&self) -> Result<(), Error> {
        self.barrier_of("SkifCh_SlowBarrier")
    }

    /// [`barrier`](Self::barrier) on behalf of `call`, which error messages name.
    ///
    /// # Errors
    /// As for [`barrier`](Self::barrier).
    #[doc(hidden)]
    pub fn barrier_of(&self, call: &str) -> Result<(), Error> {
        self.0.meet(call)
    }

    /// Collective: creates a segment with `bytes` of zeroed memory on every rank, accessible from
    /// all.
    ///
    /// # Errors
    /// `ENOTSUP` if the network has no segments, or an error of the network.
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

    /// Collective: as [`segment`](Self::segment), but this rank's part is existing private memory
    /// of the process: `bytes` bytes at `base`, whole pages, the same number on every rank. The
    /// memory keeps its address and contents; other ranks can access it until the segment is
    /// dropped. A forked child has its own copy.
    ///
    /// # Errors
    /// `ENOTSUP` if the network does not support it, `EINVAL` if the memory is not whole pages, or
    /// an error of the network.
    ///
    /// # Safety
    /// The memory is readable and writable for the rest of the process's life, and no other thread
    /// writes it during the call. From then on other ranks may write it at any time.
    pub unsafe fn segment_over(&self, base: *mut u8, bytes: usize) -> Result<Segment, Error> {
        let (table, domain) = self.0.network("sharing memory of the process")?;
        let seg_over = table
            .seg_over
            .ok_or_else(|| Error::unsupported("sharing existing memory of the process"))
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

    /// The time in nanoseconds since an arbitrary start; virtual on a network with virtual time,
    /// where it is 0 in a forked child, which is no rank and has no clock.
    pub fn time_ns(&self) -> u64 {
        let parts = &self.0.parts;
        // SAFETY: the home's table, which is there while the job is held.
        let table = unsafe { &*parts.table };
        if Caps(table.caps).has(Caps::VIRTUAL_TIME) && self.is_forked() {
            return 0;
        }
        // SAFETY: the home's network is open while the job is held, and this process is its rank.
        unsafe { network::time_ns(table, parts.domain) }
    }

    /// Declares that the program computes for `time`. If the clock is virtual and compute time is
    /// annotated, this advances the clock; otherwise computation takes the time it takes, and this
    /// call does nothing.
    ///
    /// # Errors
    /// An error of the network.
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

    /// The backend in use with its middleware, such as `shm` or `trace+shm`.
    pub fn backend_name(&self) -> &str {
        // SAFETY: the home's name of it, which is there while the job is held.
        std::str::from_utf8(unsafe { self.0.parts.backend.get() }).unwrap_or_default()
    }

    /// The name of the network that carries messages to `rank`; `None` if the rank cannot be
    /// reached or the network is not known.
    pub fn via(&self, rank: u32) -> Option<String> {
        let (table, domain) = self.0.network("the network that reaches a rank").ok()?;
        let reach = table.reach?;
        let mut via = std::ptr::null();
        // SAFETY: the domain is open; `via` is a place for a pointer.
        let rc = unsafe { reach(domain, rank, &raw mut via) };
        (rc > 0).then(|| registry::text(via)).filter(|name| !name.is_empty())
    }

    /// The op table in use and its open domain, for programs that work below the channels.
    ///
    /// # Errors
    /// `EBADF` in a forked child of a rank.
    pub fn parts(&self) -> Result<(&'static Plugin, *mut c_void), Error> {
        self.0.network("the job's parts")
    }

    /// Publishes `value` under `key`, which can be done once per key; other ranks can read it after
    /// the next [`barrier`](Self::barrier).
    ///
    /// # Errors
    /// The key or value exceeds the limits, or the launcher failed.
    pub fn put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
        let (key, value) = (Bytes::of(key.as_bytes()), Bytes::of(value));
        // SAFETY: the job is held, and both are there.
        answer(unsafe { (self.0.home.put)(self.0.parts.job, key, value) })
    }

    /// The value that a rank published under `key` before the last barrier.
    ///
    /// # Errors
    /// `ENOENT` if there is none, or the launcher failed.
    pub fn get(&self, key: &str) -> Result<Vec<u8>, Error> {
        let (key, mut found) = (Bytes::of(key.as_bytes()), Vec::new());
        // SAFETY: the job is held; the key is there, and so is the vector, not otherwise used.
        answer(unsafe { (self.0.home.get)(self.0.parts.job, key, Sink::into(&mut found)) })?;
        Ok(found)
    }

    /// Terminates the whole job at once with `message` and exit code `code`, where 0 becomes 1. An
    /// empty message means an intended end rather than a failure: 0 stays 0, and this process
    /// prints nothing.
    pub fn abort(&self, code: i32, message: &str) -> ! {
        // SAFETY: the job is held, and the words are there.
        unsafe { (self.0.home.abort)(self.0.parts.job, code, Bytes::of(message.as_bytes())) }
    }

    /// Leaves the job and reports errors, if nothing else in this process refers to the job;
    /// otherwise only drops this reference. Every rank must do the same.
    ///
    /// # Errors
    /// An error of the network or the launcher; the job is left in any case.
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

/// Converts the result of a call through the home's table, with its error message.
fn answer(rc: c_int) -> Result<(), Error> {
    if rc < 0 { Err(Error::new(-rc, error::last_string())) } else { Ok(()) }
}

/// A timeout as an op table expects it.
pub(crate) fn timeout_ns(timeout: Option<Duration>) -> i64 {
    timeout.map_or(-1, |limit| i64::try_from(limit.as_nanos()).unwrap_or(i64::MAX))
}

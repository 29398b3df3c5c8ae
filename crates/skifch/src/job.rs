//! [`Job`]: this process among the ranks.

use crate::channel::Channel;
use crate::error::{self, Aim, Error};
use crate::handle::RawChannel;
use crate::host::{Services, from_boot};
use crate::network::Network;
use crate::segment::Segment;
use crate::{log, settings};
use skifch_abi::{MAX_RANK, Plugin};
use skifch_boot::{Boot, BootError};
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// This process as a rank of its job. There is one job in a process: [`Job::init`] joins it, or
/// gives the one that is joined already, so that several libraries can share it. Copies are cheap;
/// channels and segments keep the job alive. It ends when the last of them is gone.
#[derive(Clone)]
pub struct Job(Arc<Inner>);

pub(crate) struct Inner {
    /// Closed first.
    network: Option<Network>,
    services: Services,
    /// How often the process had forked when the job was joined.
    forks: u32,
}

static CURRENT: Mutex<Weak<Inner>> = Mutex::new(Weak::new());

/// Counts, in the child, the forks since the first rank of this line of processes.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// Runs in the child after a fork.
pub(crate) fn mark_forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// The error of a call in the child of a rank.
#[cold]
pub(crate) fn forked(call: &str) -> Error {
    let text = format!("{call}: this process was forked from a rank and is none itself");
    Error::new(libc::EBADF, text)
}

impl Job {
    /// Joins the job: finds the launcher, the other ranks and the network (`SKIFCH_BACKEND`). Every
    /// rank must call it. Call it before starting threads (see [`Boot::from_env`]).
    ///
    /// # Errors
    /// No launcher that is understood, a setting or backend that cannot be, or what the network
    /// answers. Nothing is fallen back to silently.
    pub fn init() -> Result<Self, Error> {
        let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inner) = current.upgrade() {
            if inner.is_forked() {
                return Err(forked("SkifCh_AllInit"));
            }
            return Ok(Self(inner));
        }
        let inner = Inner::join()
            .map(Arc::new)
            .map_err(|error| error.context("SkifCh_AllInit"))
            .inspect_err(error::set_last)?;
        *current = Arc::downgrade(&inner);
        Ok(Self(inner))
    }

    /// This process's rank.
    pub fn rank(&self) -> u32 {
        self.0.services.rank
    }

    /// Ranks in the job.
    pub fn size(&self) -> u32 {
        self.0.services.job_size
    }

    /// Whether this process is a forked child of the rank, and so none itself: calls fail with
    /// `EBADF` in it.
    pub fn is_forked(&self) -> bool {
        self.0.is_forked()
    }

    /// The ranks on this host, ascending; `None` where the launcher does not tell.
    pub fn local_ranks(&self) -> Option<&[u32]> {
        self.0.services.local.as_deref()
    }

    /// Opens the channel on `port`. Libraries take a port of their own and see only their messages.
    ///
    /// # Errors
    /// `EADDRINUSE` when the port is open, `EINVAL` above [`skifch_abi::MAX_PORT`], or what the
    /// network answers.
    pub fn open(&self, port: u32) -> Result<Channel, Error> {
        let network = self.0.network("SkifCh_Open")?;
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { (network.table.open)(network.domain, port, &raw mut ctx) };
        if rc < 0 {
            let call = format!("SkifCh_Open of port {port}");
            return Err(error::failed(&call, Aim::None, rc as isize));
        }
        let job = Arc::clone(&self.0);
        Ok(Channel::new(RawChannel::new(network.table, ctx, self.rank(), port, job)))
    }

    /// Waits until every rank has called it; slow, over the launcher (`SkifCh_SlowBarrier`).
    ///
    /// # Errors
    /// What the launcher or the connection to it did.
    pub fn barrier(&self) -> Result<(), Error> {
        self.0.network("SkifCh_SlowBarrier")?;
        self.0
            .services
            .with_boot(Boot::fence)
            .map_err(|error| error.context("SkifCh_SlowBarrier"))
            .inspect_err(error::set_last)
    }

    /// Collective: memory of `bytes` bytes, zeroed, on every rank, reachable from all.
    ///
    /// # Errors
    /// `ENOTSUP` where the network has none; what the network answers.
    pub fn segment(&self, bytes: usize) -> Result<Segment, Error> {
        let network = self.0.network("SkifCh_SegOpen")?;
        let seg_open = network
            .table
            .seg_open
            .ok_or_else(|| Error::unsupported("SkifCh_SegOpen"))
            .inspect_err(error::set_last)?;
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { seg_open(network.domain, bytes, &raw mut ctx) };
        if rc < 0 {
            let call = format!("SkifCh_SegOpen of {bytes} bytes");
            return Err(error::failed(&call, Aim::None, rc as isize));
        }
        Ok(Segment::new(network.table, ctx, bytes, Arc::clone(&self.0)))
    }

    /// The time of the job in nanoseconds from some start; virtual where the network is.
    pub fn time_ns(&self) -> u64 {
        match &self.0.network {
            Some(network) => network.time_ns(),
            None => 0,
        }
    }

    /// The backend in use, with its middleware: `shm`, `trace+shm`.
    pub fn backend_name(&self) -> &str {
        self.0.network.as_ref().map_or("", |network| &network.name)
    }

    /// The name of the network that carries messages to `rank`; `None` if the rank is not reached,
    /// or that is not known.
    pub fn via(&self, rank: u32) -> Option<String> {
        let network = self.0.network.as_ref()?;
        let reach = network.table.reach?;
        let mut via = std::ptr::null();
        // SAFETY: the domain is open; `via` is a place for a pointer.
        let rc = unsafe { reach(network.domain, rank, &raw mut via) };
        (rc > 0).then(|| crate::registry::text(via)).filter(|name| !name.is_empty())
    }

    /// The op table in use and its open domain, for programs that look under the channels.
    ///
    /// # Errors
    /// `EBADF` in the child of a rank.
    pub fn parts(&self) -> Result<(&'static Plugin, *mut c_void), Error> {
        let network = self.0.network("the job's parts")?;
        Ok((network.table, network.domain))
    }

    /// Publishes `value` under `key`, once; others see it after the next
    /// [`barrier`](Self::barrier).
    ///
    /// # Errors
    /// A key or value outside the limits, or what the launcher did.
    pub fn put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
        self.0.services.with_boot(|boot| boot.put(key, value))
    }

    /// The value that some rank put under `key` before the last barrier.
    ///
    /// # Errors
    /// `ENOENT` when there is none, or what the launcher did.
    pub fn get(&self, key: &str) -> Result<Vec<u8>, Error> {
        self.0.services.with_boot(|boot| boot.get(key))
    }

    /// Ends the whole job at once, with words and this exit code.
    pub fn abort(&self, code: i32, message: &str) -> ! {
        if let Some(boot) = self.0.services.boot().as_mut() {
            boot.abort(code, message);
        }
        eprintln!("abort: {message}");
        // SAFETY: takes any number and does not return.
        unsafe { libc::_exit(if code & 0xff == 0 { 1 } else { code & 0xff }) }
    }

    /// Leaves the job, if nothing else in this process holds it, and says what went wrong; else
    /// only this copy goes. Every rank must come to its end.
    ///
    /// # Errors
    /// What the network or the launcher answers; the job is left in any case.
    pub fn finalize(self) -> Result<(), Error> {
        // Held so that nobody joins between.
        let _current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        match Arc::into_inner(self.0) {
            Some(mut inner) => inner
                .leave()
                .map_err(|error| error.context("SkifCh_AllFinalize"))
                .inspect_err(error::set_last),
            None => Ok(()),
        }
    }
}

impl Inner {
    fn join() -> Result<Self, Error> {
        crate::handle::watch_forks();
        settings::check_all()?;
        let mut boot = Boot::from_env().map_err(|error| from_boot(&error))?;
        check_size(boot.size())?;
        log::set_rank(boot.rank());
        let local = match boot.local_ranks() {
            Ok(ranks) => Some(ranks.into()),
            Err(error) => {
                log::line(skifch_abi::LogLevel::Info, &error.to_string());
                None
            }
        };
        let (job_key, job_secret) = job_keys(&mut boot)?;
        let services = Services {
            rank: boot.rank(),
            job_size: boot.size(),
            job_key,
            job_secret,
            local,
            boot: Arc::new(Mutex::new(Some(boot))),
        };
        let network = Network::open(&services, &settings::BACKEND.text())?;
        Ok(Self { network: Some(network), services, forks: FORKS.load(Ordering::Relaxed) })
    }

    pub(crate) fn rank(&self) -> u32 {
        self.services.rank
    }

    pub(crate) fn is_forked(&self) -> bool {
        FORKS.load(Ordering::Relaxed) != self.forks
    }

    fn network(&self, call: &str) -> Result<&Network, Error> {
        if self.is_forked() {
            return Err(forked(call)).inspect_err(error::set_last);
        }
        // It is there until the last holder is gone.
        self.network.as_ref().ok_or_else(|| Error::new(libc::ESHUTDOWN, "the job is over"))
    }

    fn leave(&mut self) -> Result<(), Error> {
        let (network, boot) = (self.network.take(), self.services.boot().take());
        if self.is_forked() {
            // The rank's, not ours: neither is told anything.
            std::mem::forget((network, boot));
            return Ok(());
        }
        // The network's closing may use the launcher.
        *self.services.boot() = boot;
        let closed = network.map_or(Ok(()), Network::close);
        let boot = self.services.boot().take();
        let left = boot.map_or(Ok(()), |boot| boot.finalize().map_err(|error| from_boot(&error)));
        closed.and(left)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Err(error) = self.leave() {
            log::line(skifch_abi::LogLevel::Error, &format!("leaving the job: {error}"));
        }
    }
}

/// The greatest rank of an address belongs to nobody, so that `ADDR_NONE` names no channel.
fn check_size(size: u32) -> Result<(), Error> {
    if size <= MAX_RANK {
        return Ok(());
    }
    let text = format!(
        "the launcher says that the job has {size} ranks, and an address can name {MAX_RANK}: \
         start no more"
    );
    Err(Error::new(libc::EOVERFLOW, text))
}

/// What rank 0 draws and every rank knows: the key of the job, and its secret unless the launcher
/// has given that to every rank.
fn job_keys(boot: &mut Boot) -> Result<([u8; 16], [u8; 32]), Error> {
    const KEY: &str = "skifch-job-key";
    const SECRET: &str = "skifch-job-secret";
    let (mut key, mut secret) = ([0; 16], [0; 32]);
    let given = boot.secret();
    if boot.rank() == 0 {
        let failed = |error: Error| error.context("drawing the key of the job failed");
        key = skifch_backend::random().map_err(failed)?;
        secret = skifch_backend::random().map_err(failed)?;
    }
    if boot.size() > 1 {
        let failed = |error: BootError| from_boot(&error).context("sharing the key of the job");
        if boot.rank() == 0 {
            boot.put(KEY, &key).map_err(failed)?;
        }
        // What may be read on the launcher's network is no secret, if there is a better way.
        if boot.rank() == 0 && given.is_none() {
            boot.put(SECRET, &secret).map_err(failed)?;
        }
        boot.fence().map_err(failed)?;
        key = sized(KEY, &boot.get(KEY).map_err(failed)?)?;
        if given.is_none() {
            secret = sized(SECRET, &boot.get(SECRET).map_err(failed)?)?;
        }
    }
    Ok((key, given.unwrap_or(secret)))
}

fn sized<const N: usize>(name: &str, bytes: &[u8]) -> Result<[u8; N], Error> {
    bytes.try_into().map_err(|_| {
        Error::new(libc::EPROTO, format!("{name} has {} bytes and not {N}", bytes.len()))
    })
}

/// A time limit as an op table takes it.
pub(crate) fn timeout_ns(timeout: Option<Duration>) -> i64 {
    timeout.map_or(-1, |limit| i64::try_from(limit.as_nanos()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skifch_abi::{ADDR_NONE, MAX_PORT, netaddr};

    #[test]
    fn no_job_is_so_large_that_the_address_of_nobody_is_somebodys() {
        check_size(1).unwrap();
        check_size(MAX_RANK).unwrap();
        assert_ne!(netaddr(MAX_RANK - 1, MAX_PORT), ADDR_NONE);
        assert_eq!(netaddr(MAX_RANK, MAX_PORT), ADDR_NONE);
        for size in [MAX_RANK + 1, u32::MAX] {
            let error = check_size(size).unwrap_err();
            assert_eq!(error.errno(), libc::EOVERFLOW);
            assert!(error.text().contains(&size.to_string()), "{error}");
        }
    }
}

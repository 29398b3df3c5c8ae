//! The joined job, kept by the home of the process.

use crate::error::Error;
use crate::home::{Bytes, Parts};
use crate::host::{Services, from_boot};
use crate::network::Network;
use crate::{cpus, handle, job, log, settings};
use skifch_abi::MAX_RANK;
use skifch_boot::{Boot, BootError, NodeMap};
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A process has at most one; each [`crate::Job`] refers to it.
pub(crate) struct Joined {
    /// Closed first.
    network: Option<Network>,
    services: Services,
    /// The host of each rank; `None` if the launcher does not provide it.
    nodes: Option<NodeMap>,
    /// All ranks run on one host that has fewer CPUs than ranks, as determined by rank 0.
    is_crowded: bool,
    appnum: Option<u32>,
    universe_size: Option<u32>,
    /// The process's fork count when the job was joined.
    forks: u32,
}

static CURRENT: Mutex<Weak<Joined>> = Mutex::new(Weak::new());

impl Joined {
    /// The job already joined; otherwise joins it.
    pub(crate) fn take() -> Result<Arc<Self>, Error> {
        let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(joined) = current.upgrade() {
            if joined.is_forked() {
                return Err(job::forked("SkifCh_AllInit"));
            }
            return Ok(joined);
        }
        let joined = Arc::new(Self::join().map_err(|error| error.context("SkifCh_AllInit"))?);
        *current = Arc::downgrade(&joined);
        Ok(joined)
    }

    /// Drops one reference; the last one leaves the job.
    pub(crate) fn give_back(held: Arc<Self>) -> Result<(), Error> {
        // Held so that nobody joins the job meanwhile.
        let _current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        match Arc::into_inner(held) {
            Some(joined) => joined.leave().map_err(|error| error.context("SkifCh_AllFinalize")),
            None => Ok(()),
        }
    }

    fn join() -> Result<Self, Error> {
        handle::watch_forks();
        settings::check_all()?;
        let mut boot = Boot::from_env().map_err(|error| from_boot(&error))?;
        check_size(boot.size())?;
        log::set_rank(boot.rank());
        let nodes = match boot.nodes() {
            Ok(nodes) => Some(nodes),
            Err(error) => {
                log::line(skifch_abi::LogLevel::Info, &error.to_string());
                None
            }
        };
        let local: Option<Arc<[u32]>> =
            nodes.as_ref().map(|nodes| nodes.local_ranks(boot.rank()).into());
        let place = place_text(nodes.as_ref());
        let (appnum, universe_size) = (boot.appnum(), boot.universe_size());
        let (job_key, job_secret, is_crowded) = agree(&mut boot, local.as_deref(), &place)?;
        let services = Services {
            rank: boot.rank(),
            job_size: boot.size(),
            job_key,
            job_secret,
            local,
            aborter: boot.aborter(),
            boot: Arc::new(Mutex::new(Some(boot))),
        };
        let network = Network::open(&services, &settings::BACKEND.text())?;
        let (network, forks) = (Some(network), job::forks());
        Ok(Self { network, services, nodes, is_crowded, appnum, universe_size, forks })
    }

    fn is_forked(&self) -> bool {
        job::forks() != self.forks
    }

    /// The view for other copies of the library; the caller fills in `job`.
    pub(crate) fn parts(&self) -> Result<Parts, Error> {
        let network = self.network.as_ref();
        let network = network.ok_or_else(|| Error::new(libc::ESHUTDOWN, "the job is over"))?;
        let local = self.services.local.as_deref();
        Ok(Parts {
            job: std::ptr::null(),
            table: network.table,
            domain: network.domain,
            rank: self.services.rank,
            size: self.services.job_size,
            local: local.unwrap_or_default().as_ptr(),
            local_count: local.unwrap_or_default().len(),
            node_of: self.nodes.as_ref().map_or(std::ptr::null(), |it| it.node_of().as_ptr()),
            is_crowded: c_int::from(self.is_crowded),
            appnum: known(self.appnum),
            universe_size: known(self.universe_size),
            forks_then: self.forks,
            forks: job::forks_place(),
            backend: Bytes::of(network.name.as_bytes()),
        })
    }

    pub(crate) fn fence(&self) -> Result<(), Error> {
        self.services.fence()
    }

    pub(crate) fn put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
        self.services.with_boot(|boot| boot.put(key, value))
    }

    pub(crate) fn get(&self, key: &str) -> Result<Vec<u8>, Error> {
        self.services.with_boot(|boot| boot.get(key))
    }

    pub(crate) fn abort(&self, code: i32, message: &str) -> ! {
        // A forked child has no part in the network.
        if !self.is_forked()
            && let Some(network) = &self.network
            && let Some(ending) = network.table.ending
        {
            // SAFETY: the domain is open.
            unsafe { ending(network.domain) };
        }
        self.services.aborter.abort(code, message)
    }

    fn leave(mut self) -> Result<(), Error> {
        let (network, boot) = (self.network.take(), self.services.boot().take());
        if self.is_forked() {
            // In a forked child they belong to the rank, so they are not closed here.
            std::mem::forget((network, boot));
            return Ok(());
        }
        // Closing the network may use the launcher.
        *self.services.boot() = boot;
        let closed = network.map_or(Ok(()), Network::close);
        let boot = self.services.boot().take();
        let left = boot.map_or(Ok(()), |boot| boot.finalize().map_err(|error| from_boot(&error)));
        closed.and(left)
    }
}

/// A number of the launcher as it is in [`Parts`].
fn known(number: Option<u32>) -> c_int {
    number.and_then(|number| c_int::try_from(number).ok()).unwrap_or(-1)
}

/// The rank `MAX_RANK` must not exist, so that `ADDR_NONE` is not the address of a
/// channel.
fn check_size(size: u32) -> Result<(), Error> {
    if size <= MAX_RANK {
        return Ok(());
    }
    let text = format!(
        "the launcher reports a job of {size} ranks, but addresses allow at most {MAX_RANK}"
    );
    Err(Error::new(libc::EOVERFLOW, text))
}

/// Values that rank 0 determines and shares with every rank: the key of the job, its secret (unless
/// the launcher has given one to every rank), and whether the job is crowded. Libraries choose
/// their communication patterns by the placement of ranks (`place`), so that must be the same on
/// every rank.
fn agree(
    boot: &mut Boot,
    local: Option<&[u32]>,
    place: &str,
) -> Result<([u8; 16], [u8; 32], bool), Error> {
    const KEY: &str = "skifch-job";
    const SECRET: &str = "skifch-job-secret";
    let (mut key, mut secret) = ([0; 16], [0; 32]);
    let mut is_crowded = is_crowded(local, boot.size(), cpus::count());
    let given = boot.secret();
    if boot.rank() == 0 {
        let failed = |error: Error| error.context("generating the key of the job failed");
        key = skifch_backend::random().map_err(failed)?;
        secret = skifch_backend::random().map_err(failed)?;
    }
    if boot.size() > 1 {
        let failed = |error: BootError| from_boot(&error).context("sharing the key of the job");
        if boot.rank() == 0 {
            let said = [&key[..], &[u8::from(is_crowded)], place.as_bytes()].concat();
            boot.put(KEY, &said).map_err(failed)?;
        }
        // A secret sent over the launcher's network could be read by others, so it is only used if
        // the launcher has not given one.
        if boot.rank() == 0 && given.is_none() {
            boot.put(SECRET, &secret).map_err(failed)?;
        }
        boot.fence().map_err(failed)?;
        let said = boot.get(KEY).map_err(failed)?;
        let (said, place_of_0) = said.split_at(said.len().min(17));
        let said: [u8; 17] = sized(KEY, said)?;
        check_place(boot.rank(), place, &String::from_utf8_lossy(place_of_0))?;
        is_crowded = said[16] != 0;
        key.copy_from_slice(&said[..16]);
        if given.is_none() {
            secret = sized(SECRET, &boot.get(SECRET).map_err(failed)?)?;
        }
    }
    Ok((key, given.unwrap_or(secret), is_crowded))
}

/// A text that is equal for equal placements of the ranks: the node map, or a hash of it if it is
/// long, because values sent through the launcher should be short.
fn place_text(nodes: Option<&NodeMap>) -> String {
    const MAX_BYTES: usize = 200;
    let Some(nodes) = nodes else { return "not known".to_owned() };
    let text = NodeMap::text(nodes.node_of());
    if text.len() <= MAX_BYTES {
        return text;
    }
    // FNV-1a.
    let add = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325, add);
    format!("a map of {} ranks with hash {sum:016x}", nodes.node_of().len())
}

fn check_place(rank: u32, place: &str, place_of_0: &str) -> Result<(), Error> {
    if place == place_of_0 {
        return Ok(());
    }
    let text = format!(
        "the mapping of ranks to hosts is {place} on rank {rank} but {place_of_0:.200} on rank 0: \
         set SKIFCH_BOOT_MAPPING to the same value for all ranks, or for none"
    );
    Err(Error::new(libc::EINVAL, text))
}

/// Whether all ranks run on this host and it has fewer CPUs than ranks.
fn is_crowded(local: Option<&[u32]>, size: u32, cpus: u32) -> bool {
    local.is_some_and(|local| local.len() == size as usize) && size > cpus
}

fn sized<const N: usize>(name: &str, bytes: &[u8]) -> Result<[u8; N], Error> {
    bytes.try_into().map_err(|_| {
        Error::new(libc::EPROTO, format!("{name} has {} bytes instead of {N}", bytes.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use skifch_abi::{ADDR_NONE, MAX_PORT, netaddr};

    #[test]
    fn a_job_is_crowded_that_is_all_on_one_host_with_fewer_cpus() {
        assert!(is_crowded(Some(&[0, 1, 2]), 3, 2));
        assert!(!is_crowded(Some(&[0, 1, 2]), 3, 3));
        assert!(!is_crowded(Some(&[0, 1, 2]), 4, 2), "one is elsewhere");
        assert!(!is_crowded(None, 3, 2), "nobody knows where they are");
    }

    #[test]
    fn where_ranks_are_is_the_same_on_all() {
        let place = |text, size| place_text(NodeMap::parse(text, size).as_ref());
        // Two texts of one map.
        check_place(1, &place("(vector,(0,1,1))", 2), &place("(vector,(0,1,2))", 2)).unwrap();
        let [one, two] = [place("(vector,(0,1,2))", 4), place("(vector,(0,2,2))", 4)];
        for (mine, of_0) in [(&*two, &*one), (&*one, "not known"), ("not known", &*one)] {
            let error = check_place(3, mine, of_0).unwrap_err();
            assert_eq!(error.errno(), libc::EINVAL);
            let words = ["rank 3", mine, of_0, "SKIFCH_BOOT_MAPPING"];
            assert!(words.iter().all(|word| error.text().contains(word)), "{error}");
        }
    }

    #[test]
    fn a_long_map_is_told_by_its_sum() {
        // Of the blocks of 1, 2, 3… ranks none is like the one before.
        let text = |last: u32| {
            let blocks = (1..=60).map(|ranks| format!(",({},1,{ranks})", ranks * 2));
            format!("(vector{},({last},1,1))", blocks.collect::<String>())
        };
        let place = |last| place_text(NodeMap::parse(&text(last), 1831).as_ref());
        assert!(place(7).len() < 100, "{}", place(7));
        assert_eq!(place(7), place(7));
        assert_ne!(place(7), place(8));
    }

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

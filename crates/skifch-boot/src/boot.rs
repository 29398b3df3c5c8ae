//! [`Boot`]: the interface of start-up to the rest of the system.

use crate::abort::Aborter;
use crate::client::Client;
use crate::env::{self, Env};
use crate::mapping::NodeMap;
use crate::single::Single;
use crate::{BootError, BootErrorKind, foreign, pmi1_fd, pmi1_port, single, value};
use std::sync::atomic::{AtomicBool, Ordering};

/// The start-up connection of a process that knows its place in the job.
///
/// It is `Send`, and every call that talks to the launcher takes `&mut self`: the protocol is
/// strictly request and reply, so callers on several threads share one `Boot` behind a lock.
/// Dropping it without [`Boot::finalize`] closes the connection, which launchers treat as a failed
/// rank.
#[derive(Debug)]
pub struct Boot {
    backing: Backing,
    mapping: Option<String>,
    slurm_nodes: Option<String>,
    secret: Option<[u8; 32]>,
}

#[derive(Debug)]
enum Backing {
    Pmi1(Client),
    Single(Single),
}

/// This process has been a rank among others, and the launcher's variables may be gone since.
static IS_GREETED: AtomicBool = AtomicBool::new(false);

const PROTOCOLS: [&str; 3] = [pmi1_fd::NAME, pmi1_port::NAME, single::NAME];

impl Boot {
    /// Finds the launcher from the environment and connects to it.
    ///
    /// `SKIFCH_BOOT=<protocol>` tries only that protocol; `SKIFCH_BOOT_DEBUG=1` traces the choice
    /// on stderr; `SKIFCH_BOOT_TIMEOUT=<seconds>` (300) limits each wait for the launcher.
    ///
    /// Takes over the launcher's descriptor (which is closed on exec from here on) and, if the
    /// process has only one thread, removes `PMI_*` from the environment, so that child processes
    /// do not take themselves for this rank. Call it once per process, before starting threads: a
    /// launcher greets a rank once, so a second call in a job of several is an error and not a job
    /// of one.
    ///
    /// # Errors
    /// [`BootErrorKind::ForeignLauncher`] if the environment shows a launcher whose protocol is not
    /// supported: the message names the launcher and the remedy. The other kinds as their names
    /// say.
    pub fn from_env() -> Result<Self, BootError> {
        if IS_GREETED.load(Ordering::Relaxed) {
            let text = "boot: this process has already been a rank of its job, which it has left or \
                        failed to join; a process can join only once: where several libraries, such \
                        as MPI and OpenSHMEM, share the job one after the other, the first must \
                        still be in use when the second starts; else start the job again";
            return Err(BootError::new(BootErrorKind::Environment, text.to_owned()));
        }
        let env = Env::of_process();
        let mut boot = Self::from(&env)?;
        IS_GREETED.store(boot.size() > 1, Ordering::Relaxed);
        boot.secret = env.secret()?;
        let scrubbed = boot.protocol() == single::NAME || env::scrub_process();
        env.trace(|| match scrubbed {
            true => format!("selected {} (rank {})", boot.protocol(), boot.rank()),
            false => format!(
                "selected {}; other threads are running, so PMI_* stay set",
                boot.protocol()
            ),
        });
        Ok(boot)
    }

    /// A job of this process alone, whatever the environment contains.
    pub fn alone() -> Self {
        let backing = Backing::Single(Single::default());
        Self { backing, mapping: None, slurm_nodes: None, secret: None }
    }

    /// The number of ranks of the job, as far as the environment tells it before
    /// [`Boot::from_env`]. Contacts nobody and changes nothing.
    pub fn size_in_sight() -> Option<u32> {
        Self::size_of(&Env::of_process())
    }

    fn size_of(env: &Env) -> Option<u32> {
        if pmi1_fd::is_offered(env) {
            return env.number("PMI_SIZE").ok().flatten();
        }
        let is_alone = !pmi1_port::is_offered(env) && foreign::refuse_silent_single(env).is_ok();
        is_alone.then_some(1)
    }

    fn from(env: &Env) -> Result<Self, BootError> {
        let wanted = env.get("SKIFCH_BOOT");
        if let Some(name) = wanted.filter(|name| !PROTOCOLS.contains(name)) {
            let text = format!(
                "boot: SKIFCH_BOOT={name:?} is not a start-up protocol; available are {}",
                PROTOCOLS.join(", ")
            );
            return Err(BootError::new(BootErrorKind::Environment, text));
        }
        let chosen = |name, offered| wanted.map_or(offered, |wanted| wanted == name);
        if chosen(pmi1_fd::NAME, pmi1_fd::is_offered(env)) {
            env.trace(|| "trying pmi1-fd".to_owned());
            return Ok(Self::over(Backing::Pmi1(pmi1_fd::open(env)?), env));
        }
        if chosen(pmi1_port::NAME, pmi1_port::is_offered(env)) {
            env.trace(|| "trying pmi1-port".to_owned());
            return Ok(Self::over(Backing::Pmi1(pmi1_port::open(env)?), env));
        }
        env.trace(|| "trying single".to_owned());
        if wanted.is_none() {
            foreign::refuse_silent_single(env)?;
        }
        Ok(Self::over(Backing::Single(Single::default()), env))
    }

    fn over(backing: Backing, env: &Env) -> Self {
        let served = match &backing {
            Backing::Pmi1(client) => client.mapping.clone(),
            Backing::Single(_) => None,
        };
        let mapping = env.get("SKIFCH_BOOT_MAPPING").map(str::to_owned).or(served);
        let slurm_nodes = env.get("SLURM_STEP_NUM_NODES").map(str::to_owned);
        Self { backing, mapping, slurm_nodes, secret: None }
    }

    /// The name of the protocol in use: `pmi1-fd`, `pmi1-port` or `single`.
    pub fn protocol(&self) -> &'static str {
        match &self.backing {
            Backing::Pmi1(client) => client.protocol,
            Backing::Single(_) => single::NAME,
        }
    }

    /// The rank of this process in the job, below [`Boot::size`].
    pub fn rank(&self) -> u32 {
        match &self.backing {
            Backing::Pmi1(client) => client.identity.rank,
            Backing::Single(_) => 0,
        }
    }

    /// The number of ranks in the job, at least 1.
    pub fn size(&self) -> u32 {
        match &self.backing {
            Backing::Pmi1(client) => client.identity.size,
            Backing::Single(_) => 1,
        }
    }

    /// A secret known only to the ranks of this job, if the launcher passed one by another way than
    /// [`Boot::get`], which may cross a network where it can be read.
    pub fn secret(&self) -> Option<[u8; 32]> {
        self.secret
    }

    /// The index of this process's program in an MPMD job, if the launcher provides it.
    pub fn appnum(&self) -> Option<u32> {
        match &self.backing {
            Backing::Pmi1(client) => client.appnum,
            Backing::Single(_) => None,
        }
    }

    /// The number of processes for which the launcher has places, if it provides it.
    pub fn universe_size(&self) -> Option<u32> {
        match &self.backing {
            Backing::Pmi1(client) => client.universe_size,
            Backing::Single(_) => None,
        }
    }

    /// Which ranks share a node.
    ///
    /// Determined in this order: a job of one rank is local; then the launcher's
    /// `PMI_process_mapping` (or `SKIFCH_BOOT_MAPPING` in the same grammar, which overrides it);
    /// then a Slurm step on one node. Otherwise it is unknown, which is an error: treating all
    /// ranks as local would send messages through memory that they do not share. The map is what
    /// the launcher states; containers on one node may still not see each other's memory.
    ///
    /// # Errors
    /// [`BootErrorKind::Unknown`] if none of these applies or the mapping cannot be parsed.
    pub fn nodes(&self) -> Result<NodeMap, BootError> {
        let size = self.size();
        if size == 1 {
            return Ok(NodeMap::of_one_node(size));
        }
        if let Some(map) = self.mapping.as_deref().and_then(|text| NodeMap::parse(text, size)) {
            return Ok(map);
        }
        if self.slurm_nodes.as_deref() == Some("1") {
            return Ok(NodeMap::of_one_node(size));
        }
        let said = self.mapping.as_deref().unwrap_or("nothing");
        let text = format!(
            "boot: it is not known which of the {size} ranks share this node: the launcher's \
             PMI_process_mapping is {said:.200}; set \
             SKIFCH_BOOT_MAPPING=\"(vector,(0,1,{size}))\" for all ranks if they run on one node"
        );
        Err(BootError::new(BootErrorKind::Unknown, text))
    }

    /// The ranks on this rank's node, ascending, including this one.
    ///
    /// # Errors
    /// As for [`Boot::nodes`].
    pub fn local_ranks(&self) -> Result<Vec<u32>, BootError> {
        self.nodes().map(|nodes| nodes.local_ranks(self.rank()))
    }

    /// Publishes `value` under `key`; other ranks can read it after the next [`Boot::fence`].
    ///
    /// The value may contain any bytes, at most 64 KiB; it is sent as hex, split over several of
    /// the launcher's keys if long. A key can be put once per job.
    ///
    /// # Errors
    /// [`BootErrorKind::Argument`] for a key or value outside the limits; otherwise the launcher or
    /// the connection failed.
    pub fn put(&mut self, key: &str, value: &[u8]) -> Result<(), BootError> {
        check_key("put", key)?;
        if value.len() > value::MAX_VALUE_BYTES {
            let (bytes, max) = (value.len(), value::MAX_VALUE_BYTES);
            let text = format!("boot: put {key}: {bytes} bytes, at most {max} are allowed");
            return Err(BootError::new(BootErrorKind::Argument, text));
        }
        match &mut self.backing {
            Backing::Pmi1(client) => client.put(key, value),
            Backing::Single(space) => space.put(key, value),
        }
    }

    /// Waits until every rank has called it. Values put before it are visible afterwards.
    ///
    /// # Errors
    /// [`BootErrorKind::Timeout`] after `SKIFCH_BOOT_TIMEOUT`; otherwise the launcher or the
    /// connection failed.
    pub fn fence(&mut self) -> Result<(), BootError> {
        match &mut self.backing {
            Backing::Pmi1(client) => client.fence(),
            Backing::Single(space) => {
                space.fence();
                Ok(())
            }
        }
    }

    /// The value that a rank put under `key` before the last fence.
    ///
    /// # Errors
    /// [`BootErrorKind::NoSuchKey`] if there is none; otherwise the launcher or the connection
    /// failed.
    pub fn get(&mut self, key: &str) -> Result<Vec<u8>, BootError> {
        check_key("get", key)?;
        match &mut self.backing {
            Backing::Pmi1(client) => client.get(key),
            Backing::Single(space) => space.get(key),
        }
    }

    /// The way to end the job, which needs no access to `self`.
    pub fn aborter(&self) -> Aborter {
        match &self.backing {
            Backing::Pmi1(client) => client.aborter(),
            Backing::Single(_) => Aborter::alone(),
        }
    }

    /// Tells the launcher that this rank no longer needs it. The process may continue.
    ///
    /// # Errors
    /// The launcher or the connection failed; the connection is closed in any case.
    pub fn finalize(self) -> Result<(), BootError> {
        match self.backing {
            Backing::Pmi1(mut client) => client.finalize(),
            Backing::Single(_) => Ok(()),
        }
    }
}

/// Keys are sent literally, so they must be single words; `~` and `PMI_` are reserved.
fn check_key(call: &str, key: &str) -> Result<(), BootError> {
    let is_plain = |c: char| c.is_ascii_graphic() && !"=~\\;".contains(c);
    if !key.is_empty() && key.chars().all(is_plain) && !key.starts_with("PMI_") {
        return Ok(());
    }
    let text = format!(
        "boot: {call} {key:?}: a key must be printable ASCII without space, '=', '~', '\\', ';' \
         and must not begin with PMI_"
    );
    Err(BootError::new(BootErrorKind::Argument, text))
}

#[cfg(test)]
#[path = "boot_tests.rs"]
mod tests;

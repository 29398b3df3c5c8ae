//! A rank as a process of this machine, started by the launcher or by its agent.

use crate::bind::Cpus;
use crate::command::{Command, env_strings};
use crate::epoll::{Epoll, READ, Token};
use crate::error::LaunchError;
use crate::keeper::MARK;
use crate::pmi;
use crate::spawn::Spawn;
use crate::sys;
use crate::waits::{self, Waits};
use std::ffi::CString;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// The variables in which the libraries of NVIDIA and AMD, and of Intel, expect the GPUs to use.
const GPU_VARIABLES: [&str; 2] = ["CUDA_VISIBLE_DEVICES", "ZE_AFFINITY_MASK"];

/// What a rank is told about itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity<'a> {
    pub(crate) rank: usize,
    pub(crate) size: usize,
    /// Its index among the ranks of this host, and their number.
    pub(crate) local: usize,
    pub(crate) local_size: usize,
    /// The jobs that it belongs to, the innermost last.
    pub(crate) mark: &'a str,
    /// Set in a job on several hosts: see [`skifch_boot::SECRET`].
    pub(crate) secret: Option<&'a str>,
    /// The number of GPUs per rank on this host, assigned in order.
    pub(crate) gpus: Option<u32>,
}

impl Seat {
    /// Signals the rank's process group. SIGUSR1 also requests an explanation from ranks that
    /// publish what they wait for; such a rank without a handler for it would only be terminated,
    /// so it does not get it.
    pub(crate) fn signal(&self, signal: i32) {
        let asks = signal == libc::SIGUSR1 && self.waits.read().is_some();
        if !asks || sys::takes(self.pid, signal) {
            sys::kill(-self.pid, signal);
        }
    }
}

/// How to start it.
pub(crate) struct Order<'a> {
    pub(crate) command: &'a Command,
    pub(crate) identity: Identity<'a>,
    pub(crate) cpus: Option<&'a Cpus>,
    /// The descriptors that become 0, 1 and 2.
    pub(crate) stdio: [RawFd; 3],
    pub(crate) mask: libc::sigset_t,
}

/// A started rank.
#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) pid: i32,
    /// Readable when the rank has ended.
    pub(crate) pidfd: OwnedFd,
    pub(crate) pmi: Option<pmi::End>,
    /// Where it publishes what it is waiting for.
    pub(crate) waits: Waits,
}

impl Order<'_> {
    /// Starts the rank; its tokens carry `index`. `watch` is called with the process before
    /// anything else can fail.
    pub(crate) fn start(
        &self,
        epoll: &Epoll,
        index: usize,
        watch: impl FnOnce(i32),
    ) -> Result<Seat, LaunchError> {
        let rank = self.identity.rank;
        let system = |call: &'static str| {
            move |e: std::io::Error| {
                LaunchError::system(&format!("starting rank {rank}: {call}"), &e)
            }
        };
        let (ours, theirs) = sys::socket_pair().map_err(system("socketpair"))?;
        sys::set_nonblocking(&ours).map_err(system("fcntl"))?;
        let waits = Waits::new().map_err(system("memfd_create"))?;
        let child = Spawn {
            program: &self.command.program,
            argv: &self.command.argv,
            env: &self.environment(theirs.as_raw_fd(), waits.fd()),
            wdir: self.command.wdir.as_deref(),
            cpus: self.cpus,
            stdio: self.stdio,
            kept: [Some(theirs.as_raw_fd()), Some(waits.fd())],
            mask: self.mask,
        }
        .start()?;
        watch(child.pid);
        epoll.add(child.pidfd.as_raw_fd(), Token::Exit(index), READ).map_err(system("epoll"))?;
        let pmi = pmi::End::new(ours, epoll, Token::Pmi(index)).map_err(system("epoll"))?;
        Ok(Seat { pid: child.pid, pidfd: child.pidfd, pmi: Some(pmi), waits })
    }

    /// The variables that a rank's start-up needs, in addition to the program's environment.
    fn environment(&self, pmi: RawFd, waits: RawFd) -> Vec<CString> {
        let Identity { rank, size, local, local_size, mark, secret, gpus } = self.identity;
        let mut env = self.command.env.clone();
        for (name, value) in [
            ("PMI_FD", pmi.to_string()),
            ("PMI_RANK", rank.to_string()),
            ("PMI_SIZE", size.to_string()),
            ("MPI_LOCALRANKID", local.to_string()),
            ("MPI_LOCALNRANKS", local_size.to_string()),
            (MARK, mark.to_owned()),
            (waits::PLACE, waits.to_string()),
        ] {
            env.insert(name.into(), value.into());
        }
        if let Some(secret) = secret {
            env.insert(skifch_boot::SECRET.into(), secret.into());
        }
        if let Some(each) = gpus.map(|each| each as usize) {
            let own = (local * each..(local + 1) * each).map(|number| number.to_string());
            let own = own.collect::<Vec<_>>().join(",");
            for name in GPU_VARIABLES {
                env.insert(name.into(), own.clone().into());
            }
        }
        env_strings(&env)
    }
}

//! Whether a connecting process is the rank that its hello names, and whether the process that
//! listens for a rank's channel is that rank.
//!
//! The system knows which process made a connection, and which one listens on a name. Every rank
//! holds the name of its process from before its first hello until the end of its job. So a process
//! that connects for a rank, or accepts connections for it, must be the process that holds that
//! name.
//!
//! Process ids are those of this process's PID namespace, in which a process outside has id 0. Two
//! such processes cannot be told apart and pass the check. So does a connection left behind by a
//! rank that is gone, unless its process id is already known: its name is gone too.

use crate::open::Names;
use crate::socket::{self, Connected};
use libc::pid_t;
use skifch_backend::Error;
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};

/// The process ids of ranks, as far as they have been looked up.
#[derive(Default)]
pub(crate) struct Processes(Mutex<HashMap<u32, pid_t>>);

impl Names {
    /// Refuses a connection whose other end is not the process of `rank`; `does` says for the error
    /// message what that process does as the rank.
    pub(crate) fn check_process(
        &self,
        rank: u32,
        connection: &OwnedFd,
        does: &str,
    ) -> Result<(), Error> {
        let Some(owner) = self.process_of(rank) else { return Ok(()) };
        let pid = socket::peer(connection)?.pid;
        if pid == owner {
            return Ok(());
        }
        let (other, owner) = (in_words(pid), in_words(owner));
        let text = format!("{other} {does} as rank {rank}, but that rank is {owner}");
        Err(Error::new(libc::EPERM, text))
    }

    /// The process that holds the name of `rank`, if it can be looked up.
    fn process_of(&self, rank: u32) -> Option<pid_t> {
        let mut known = self.processes.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&pid) = known.get(&rank) {
            return Some(pid);
        }
        // A rank that is gone, or a lack of descriptors, is not the fault of the connecting
        // process.
        let Ok(Connected::Yes(asked)) = socket::connect(&self.process(rank)) else { return None };
        let pid = socket::peer(&asked).ok()?.pid;
        known.insert(rank, pid);
        Some(pid)
    }
}

fn in_words(pid: pid_t) -> String {
    match pid {
        0 => "a process outside this PID namespace".into(),
        pid => format!("process {pid}"),
    }
}

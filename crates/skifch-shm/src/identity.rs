//! Whether who greets is the rank that the greeting names, and who has the name of a rank's channel
//! that rank.
//!
//! The system knows which process made a connection, and which one listens on a name. Every rank
//! has the name of its process from before the first greeting to the end of its job, so whoever
//! connects for a rank, or takes up connections for it, must be the process that holds that name.
//!
//! The numbers are those of this process's PID namespace, where a process outside of it has 0. Two
//! of those cannot be told apart and pass. So does what a rank left that is gone, unless its number
//! is known from before: its name is gone too.

use crate::open::Names;
use crate::socket::{self, Connected};
use libc::pid_t;
use skifch_backend::Error;
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, PoisonError};

/// The processes of ranks, as far as they were asked for.
#[derive(Default)]
pub(crate) struct Processes(Mutex<HashMap<u32, pid_t>>);

impl Names {
    /// Refuses a connection at whose other end another process than that of `rank` `does` something
    /// as that rank.
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
        let text = format!("{other} {does} as rank {rank}, which is {owner}");
        Err(Error::new(libc::EPERM, text))
    }

    /// The process that holds the name of `rank`, if that can be asked for.
    fn process_of(&self, rank: u32) -> Option<pid_t> {
        let mut known = self.processes.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&pid) = known.get(&rank) {
            return Some(pid);
        }
        // Neither a rank that is gone nor a want of descriptors is the fault of who greets.
        let Ok(Connected::Yes(asked)) = socket::connect(&self.process(rank)) else { return None };
        let pid = socket::peer(&asked).ok()?.pid;
        known.insert(rank, pid);
        Some(pid)
    }
}

fn in_words(pid: pid_t) -> String {
    match pid {
        0 => "a process outside of this PID namespace".into(),
        pid => format!("process {pid}"),
    }
}

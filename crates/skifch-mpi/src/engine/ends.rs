//! Detection of peers whose processes end while this one waits for them.
//!
//! A network reports the end of peers that it is connected to, and a receiver may be connected only
//! to those that have sent something. So a rank that waits long sends an empty message (greeting)
//! to the peers it waits for, and from time to time asks the network for their state.

use super::Engine;
use crate::error::{Class, Result, fail};
use crate::p2p::{ANY_SOURCE, Header, Key, Kind};

/// Interval between two checks.
const LOOK_NS: u64 = 1_000_000_000;
/// A connection takes memory and descriptors: a receive from any of more ranks than this connects
/// to none of them.
const MAX_ANY: usize = 64;

/// State of the checks.
pub(crate) struct Ends {
    looked_ns: u64,
    /// Ranks of the job that have been sent a greeting.
    met: Vec<u32>,
}

impl Ends {
    pub(super) fn new(now_ns: u64) -> Self {
        Self { looked_ns: now_ns, met: Vec::new() }
    }
}

impl Engine {
    /// Checks whether a peer that this process waits for has ended, if the last check is long
    /// enough ago; returns the limit of the next sleep in nanoseconds (negative: no limit).
    ///
    /// # Errors
    /// `ProcAborted` if one has ended.
    #[cold]
    pub(super) fn look_for_ends(&mut self) -> Result<i64> {
        // In virtual time even reading the clock takes time.
        let Some(ends) = &mut self.waiting.ends else { return Ok(-1) };
        let now = self.job.time_ns();
        let next = ends.looked_ns + LOOK_NS;
        // Another thread waits on the receiving side of the channel and owns it.
        if now < next || self.is_watched {
            return Ok(next.saturating_sub(now).max(1) as i64);
        }
        ends.looked_ns = now;
        for key in self.waited_for() {
            for rank in self.ranks_of(&key) {
                self.look_for_end(rank)?;
            }
        }
        Ok(LOOK_NS as i64)
    }

    /// The ranks of the job that match the key of a message.
    fn ranks_of(&self, key: &Key) -> Vec<u32> {
        if key.source != ANY_SOURCE {
            return u32::try_from(key.source).into_iter().collect();
        }
        let comm = self.comm_of(key.context).map(|comm| comm.peers().ranks());
        comm.filter(|ranks| ranks.len() <= MAX_ANY).map_or(Vec::new(), <[_]>::to_vec)
    }

    fn look_for_end(&mut self, rank: u32) -> Result<()> {
        let Some(ends) = self.waiting.ends.as_mut().filter(|_| rank != self.rank) else {
            return Ok(());
        };
        if ends.met.contains(&rank) {
            return match self.port.has_lost(Self::addr(rank)) {
                true => fail!(ProcAborted, "rank {rank} of the job is gone: its process ended"),
                false => Ok(()),
            };
        }
        let greeting = Header { kind: Kind::Greeting, context: 0, tag: 0, number: 0 }.to_bytes();
        // SAFETY: the bytes are readable; the engine has the sending side.
        match unsafe { self.port.send(Self::addr(rank), greeting.as_ptr(), greeting.len()) } {
            Ok(true) => ends.met.push(rank),
            Err(error) if error.class() == Class::ProcAborted => return Err(error),
            // No room now; or an error that the wait itself need not fail with.
            _ => {}
        }
        Ok(())
    }
}

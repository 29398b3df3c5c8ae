//! Accepted data that will not be delivered and whose loss no call has reported: it is reported
//! when the process leaves the job.

use crate::channel::End;
use crate::net::State;
use skifch_backend::Error;
use skifch_proto::{ConnectionId, Reason};
use std::collections::BTreeMap;
use std::time::Duration;

/// Size of the close message in bytes; losing it is harmless.
pub(crate) const CLOSE_BYTES: u64 = 8;

/// For each rank: bytes lost, and why.
#[derive(Default)]
pub(crate) struct Losses(BTreeMap<u32, (u64, Why)>);

/// Why data was not delivered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// Its connection ended this way.
    End(End),
    /// It was not delivered within this time while leaving the job.
    Late(Duration),
}

impl Losses {
    pub(crate) fn add(&mut self, rank: u32, bytes: u64, why: Why) {
        if bytes > 0 {
            self.0.entry(rank).or_insert((0, why)).0 += bytes;
        }
    }

    /// The error to return when leaving the job, if anything was lost.
    pub(crate) fn told(self) -> Result<(), Error> {
        if self.0.is_empty() {
            return Ok(());
        }
        let is_late = |(_, why): &(u64, Why)| match why {
            Why::Late(_) => true,
            Why::End(end) => matches!(end, End::Lost(Reason::Silent | Reason::Unfinished)),
        };
        let errno = if self.0.values().all(is_late) { libc::ETIMEDOUT } else { libc::EPIPE };
        let words = self.0.iter().map(|(rank, (bytes, why))| {
            format!("{bytes} bytes that were accepted for rank {rank} did not arrive{why}")
        });
        Err(Error::new(errno, words.collect::<Vec<_>>().join("; ")))
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::End(end) => write!(f, ": {end}"),
            Self::Late(time) => write!(f, " within {time:?} (SKIFCH_UDP_TIMEOUT)"),
        }
    }
}

impl State {
    /// Whether the peer of a connection that ended with `end` has closed its channel: it sent its
    /// close, or its channel was already closed when the connection opened. A peer that has
    /// acknowledged data, sent no close and does not know the connection is a different process.
    pub(crate) fn has_closed(&self, id: ConnectionId, end: End) -> bool {
        let is_late = end == End::Lost(Reason::Unknown) && self.endpoint.acked_bytes(id) == 0;
        is_late || self.endpoint.has_close(id)
    }

    /// Bytes of an ended connection that were not delivered and may be missed. A peer that closed
    /// its channel wanted no more data.
    pub(crate) fn lost_bytes(&self, id: ConnectionId, end: End) -> u64 {
        let bytes = self.endpoint.stats(id).map_or(0, |stats| stats.unacked_bytes);
        if bytes <= CLOSE_BYTES || self.has_closed(id, end) { 0 } else { bytes }
    }

    /// Takes all losses that no call has reported, including those of open channels.
    pub(crate) fn take_losses(&mut self) -> Losses {
        (0..self.channels.len()).for_each(|index| self.gather_losses(index));
        std::mem::take(&mut self.losses)
    }

    /// Collects the unreported losses of a channel that is about to close.
    pub(crate) fn gather_losses(&mut self, index: usize) {
        let Some(channel) = self.channels.get_mut(index).and_then(Option::as_mut) else { return };
        for (addr, peer) in channel.peers.iter_mut() {
            if let Some((bytes, end)) = peer.lost.take() {
                self.losses.add(crate::memory::owner_of(*addr), bytes, Why::End(end));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KILLED: Why = Why::End(End::Refused);
    const LATE: Why = Why::Late(Duration::from_secs(30));

    fn told(all: &[(u32, u64, Why)]) -> Error {
        let mut losses = Losses::default();
        all.iter().for_each(|&(rank, bytes, why)| losses.add(rank, bytes, why));
        losses.told().expect_err("a loss")
    }

    #[test]
    fn what_is_lost_is_told_with_ranks_amounts_and_reasons() {
        let error = told(&[(7, 100, LATE), (2, 10, KILLED), (2, 20, KILLED)]);
        assert_eq!(error.errno(), libc::EPIPE);
        assert_eq!(
            error.text(),
            "30 bytes that were accepted for rank 2 did not arrive: its host reports that its \
             process has ended; 100 bytes that were accepted for rank 7 did not arrive within 30s \
             (SKIFCH_UDP_TIMEOUT)"
        );
        let silent = Why::End(End::Lost(Reason::Silent));
        assert_eq!(told(&[(1, 9, LATE), (2, 9, silent)]).errno(), libc::ETIMEDOUT);
        assert!(Losses::default().told().is_ok());
    }
}

//! The ranks' PMI sockets: bytes to the server, replies back. For ranks on other hosts they pass
//! through the agents.

use super::Job;
use crate::pmi;
use crate::stream::Got;
use crate::wire::{Bytes, ToAgent};
use skifch_boot::server::{Action, Phase};
use std::time::Instant;

impl Job {
    pub(super) fn pmi_ready(&mut self, rank: usize) {
        if let Some(end) = self.ranks[rank].seat.as_mut().and_then(|seat| seat.pmi.as_mut())
            && end.is_blocked()
        {
            end.flush(&self.epoll);
            return;
        }
        self.read_pmi(rank);
    }

    /// Processes what a rank sent before it ended.
    pub(super) fn drain_pmi(&mut self, rank: usize) {
        while self.read_pmi(rank) {}
    }

    /// One read; `false` if there is nothing more.
    fn read_pmi(&mut self, rank: usize) -> bool {
        let Some(seat) = &mut self.ranks[rank].seat else { return false };
        let Some(end) = &seat.pmi else { return false };
        let mut chunk = [0; pmi::CHUNK_BYTES];
        match end.read(&mut chunk) {
            Got::Bytes(count) => {
                self.heard(rank, &chunk[..count]);
                true
            }
            Got::Nothing => false,
            Got::End => {
                seat.pmi = None;
                self.ranks[rank].hung_up = Some(Instant::now());
                false
            }
        }
    }

    /// Bytes received from a rank's PMI socket.
    pub(super) fn heard(&mut self, rank: usize, bytes: &[u8]) {
        let actions = self.server.feed(number(rank), bytes);
        self.act(actions);
        let several = self.places.len() > 1;
        if several && self.contact.is_none() && self.server.phase(number(rank)) == Phase::Active {
            self.contact = Some(Instant::now() + self.options.reach.limits.contact);
        }
    }

    /// The rank will send nothing more: the ranks that wait for it are told. A closed socket is
    /// usually the first sign of a process that is ending, and its exit status should be known
    /// before others fail because of it. So this runs after the process has ended, or some time
    /// after the socket was closed.
    pub(super) fn rank_gone(&mut self, rank: usize) {
        let state = &mut self.ranks[rank];
        state.hung_up = None;
        if let Some(seat) = &mut state.seat {
            seat.pmi = None;
        }
        let actions = self.server.gone(number(rank));
        self.act(actions);
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Reply { rank, text } => self.reply(rank as usize, text),
                Action::Abort { rank, wanted: true, .. } => self.rank_ended_job(rank as usize),
                Action::Abort { rank, code, message, .. } => {
                    self.rank_aborted(rank as usize, code, &message);
                }
                Action::Fault { rank, what } if self.options.verbose => {
                    say!("rank {rank}: PMI: {what}");
                }
                Action::Fault { .. } => {}
            }
        }
    }

    fn reply(&mut self, rank: usize, text: String) {
        let Some(state) = self.ranks.get_mut(rank) else { return };
        match (&mut state.seat, self.agent_of[state.place]) {
            (Some(seat), _) => {
                if let Some(end) = &mut seat.pmi {
                    end.reply(&self.epoll, text.as_bytes());
                }
            }
            (None, Some(agent)) => {
                let message = ToAgent::Pmi { rank: number(rank), bytes: Bytes(text.into_bytes()) };
                self.agents.tell(&self.epoll, agent, &message);
            }
            (None, None) => {}
        }
    }
}

pub(super) fn number(rank: usize) -> u32 {
    u32::try_from(rank).unwrap_or(u32::MAX)
}

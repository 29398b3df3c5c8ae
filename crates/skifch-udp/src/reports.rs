//! Reports from the network: refusals by hosts whose rank has ended, and datagrams without a valid
//! tag.

use crate::channel::End;
use crate::memory::owner_of;
use crate::net::State;
use crate::{What, strangers};
use skifch_backend::Error;
use skifch_backend::abi::{LogLevel, NetAddr, port_of, rank_of};
use skifch_proto::ConnectionId;
use std::net::SocketAddr;

/// A refusal from another host is believed once the rank has owed an answer for this many ns, since
/// anybody on the path can forge it.
const SUSPECT_NS: u64 = 1_000_000_000;

impl State {
    /// Processes the reports about earlier datagrams.
    pub(crate) fn hear_events(&mut self) -> Result<(), Error> {
        let since_ns = std::mem::replace(&mut self.heard_ns, self.now_ns);
        while let Some(event) = self.next_event()? {
            if event.what == What::Refused
                && let Some((rank, is_local)) = self.rank_at(event.to.to_std())
            {
                self.on_refused(rank, is_local, since_ns);
            }
        }
        Ok(())
    }

    /// The rank that a datagram to `place` was for, and whether it is on this host. A rank with
    /// several addresses that opened the connection is answered at the address it used, which may
    /// differ from the one that the directory chose.
    fn rank_at(&self, place: SocketAddr) -> Option<(u32, bool)> {
        self.directory.rank_at(place).or_else(|| {
            let of_channels = self.lanes.iter().map(|(id, lane)| (*id, owner_of(lane.peer)));
            let mut all = of_channels.chain(self.memory.all_ways());
            let (_, rank) = all.find(|(id, _)| self.endpoint.address(*id) == Some(place))?;
            Some((rank, self.directory.is_local(rank)))
        })
    }

    /// Warns when only datagrams with wrong tags have arrived for a while.
    pub(crate) fn note_strangers(&mut self) {
        let counters = self.endpoint.counters();
        let (received, dropped) = (counters.datagrams_received, counters.dropped_tag);
        if let Some(count) = self.strangers.note(self.now_ns, received, dropped) {
            self.host.log(LogLevel::Warn, strangers::words(count));
        }
    }

    /// A channel of a rank on another host has not answered for one timeout: it may open late, and
    /// is asked again. If nothing has ever arrived from that rank, warns once, since most likely
    /// nothing will.
    pub(crate) fn note_unheard(&mut self, peer: NetAddr) {
        let rank = rank_of(peer);
        let is_known = self.is_unheard_told || self.directory.is_local(rank);
        let Some(place) = self.directory.place(peer).ok().filter(|_| !is_known) else { return };
        if self.heard_of(rank) == 0 {
            self.is_unheard_told = true;
            let words =
                format!("rank {rank} port {} at UDP {place}: {}", port_of(peer), End::Unheard);
            self.host.log(LogLevel::Warn, words);
        }
    }

    /// The host of a rank reports that no process owns its port. Every rank owns its port from
    /// before the first datagram to it until it leaves the job.
    ///
    /// A report can be as old as the previous check, at `since_ns`. A rank on this host that was
    /// heard after that may have started only then, on the port of another that has ended: it is
    /// probed.
    pub(crate) fn on_refused(&mut self, rank: u32, is_local: bool, since_ns: u64) {
        if rank == self.directory.rank() {
            return;
        }
        let heard = self.heard_last(rank);
        if let Some((_, id)) = heard.filter(|(heard_ns, _)| is_local && *heard_ns > since_ns) {
            return self.endpoint.ask(self.now_ns, id);
        }
        if !is_local && !self.asked_in_vain(rank) {
            return;
        }
        let of_rank = self.lanes.iter().filter(|(_, lane)| owner_of(lane.peer) == rank);
        let lost: Vec<_> = of_rank.map(|(id, _)| *id).collect();
        for id in lost {
            if let Some(link) = self.endpoint.link(id) {
                self.on_lost(id, link, End::Refused);
                // Otherwise further data would be accepted for it, and lost too.
                self.endpoint.give_up(self.now_ns, id);
            }
        }
        if let Some(id) = self.memory.way(rank)
            && let Some(link) = self.endpoint.link(id)
        {
            self.on_memory_lost(id, link, End::Refused);
        }
    }

    /// Whether a rank on another host has not answered for so long that a refusal is believed. One
    /// of which no answer is due is asked for one: its host refuses about one datagram a second for
    /// all of its ranks together, so that a second report cannot be counted on.
    fn asked_in_vain(&mut self, rank: u32) -> bool {
        let asked =
            self.connections_of(rank).filter_map(|id| self.endpoint.owed_since_ns(id)).min();
        let Some(asked_ns) = asked else {
            if let Some((_, id)) = self.heard_last(rank) {
                self.endpoint.ask(self.now_ns, id);
            }
            return false;
        };
        self.now_ns >= asked_ns.max(self.heard_of(rank)) + SUSPECT_NS
    }

    /// When a rank was last heard, over any open or former connection.
    fn heard_of(&self, rank: u32) -> u64 {
        let all = self.connections_of(rank).filter_map(|id| self.endpoint.stats(id));
        all.map(|it| it.heard_ns).max().unwrap_or(0)
    }

    /// The connection on which a rank was last heard, even if not open yet, and when.
    fn heard_last(&self, rank: u32) -> Option<(u64, ConnectionId)> {
        let all = self.connections_of(rank).map(|id| (self.endpoint.heard_ns(id), id));
        all.max_by_key(|(heard_ns, _)| *heard_ns)
    }

    fn connections_of(&self, rank: u32) -> impl Iterator<Item = ConnectionId> {
        let of_rank = self.lanes.iter().filter(move |(_, lane)| owner_of(lane.peer) == rank);
        of_rank.map(|(id, _)| *id).chain(self.memory.way(rank))
    }
}

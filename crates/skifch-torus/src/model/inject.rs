//! Injecting packets into the network, and the table of what they belong to.

use super::channel::Arrival;
use super::traffic::{Lane, Parcel, Traffic};
use skifch_backend::abi::{NetAddr, rank_of};
use skifch_sim::engine::{Send, Subnet};
use std::cmp::Reverse;

impl Traffic {
    /// A packet leaves a program at `at`.
    pub(super) fn inject(
        &mut self,
        at: u64,
        src: NetAddr,
        dst: NetAddr,
        payload_bytes: u16,
        subnet: Subnet,
        parcel: usize,
    ) {
        let pair = [rank_of(src), rank_of(dst)];
        self.inject_between(at, pair, payload_bytes.into(), subnet, parcel);
    }

    /// A packet leaves a node's memory at `at`.
    pub(super) fn inject_between(
        &mut self,
        at: u64,
        pair: [u32; 2],
        payload_bytes: usize,
        subnet: Subnet,
        parcel: usize,
    ) {
        let send = self.send_of(pair, payload_bytes, subnet, parcel);
        // Later only if threads of one rank continue while others wait.
        self.hand_over((at + self.lead_in).max(self.frontier + 1), &send);
    }

    /// The same for an answer, which leaves without an action of its rank.
    pub(super) fn inject_later(
        &mut self,
        at: u64,
        pair: [u32; 2],
        payload_bytes: usize,
        parcel: usize,
    ) {
        let at = (at + self.lead_in).max(self.frontier + 1);
        self.late_count += 1;
        self.later.push(Reverse((at, self.late_count, parcel)));
        self.sends.insert(parcel, self.send_of(pair, payload_bytes, Subnet::Reply, parcel));
    }

    fn send_of(&self, pair: [u32; 2], bytes: usize, subnet: Subnet, parcel: usize) -> Send {
        let payload_bytes = bytes.min(self.most) as u16;
        Send { from: pair[0], to: pair[1], payload_bytes, subnet, tag: parcel as u64 }
    }

    pub(super) fn hand_over(&mut self, at: u64, send: &Send) {
        let sent = self.network.inject(at, send);
        debug_assert!(sent.is_ok(), "{sent:?}");
    }

    /// Bounces a message: the sender will learn that the channel is closed.
    pub(super) fn bounce(&mut self, arrival: &Arrival, life: u32, at: u64) {
        self.notify(arrival.lane, arrival.end, life, at);
    }

    /// Sends a notice from the receiver of a lane to its sender.
    pub(super) fn notify(&mut self, lane: usize, freed: u64, life: u32, at: u64) {
        const BYTES: u16 = 8;
        let Lane { src, dst, .. } = self.lanes[lane];
        let bytes = BYTES.min(self.config.network.payload_bytes as u16);
        let parcel = self.keep(Parcel::Notice { lane, freed, life });
        self.inject(at, dst, src, bytes, Subnet::Reply, parcel);
    }

    pub(super) fn keep(&mut self, parcel: Parcel) -> usize {
        match self.free.pop() {
            Some(at) => {
                self.parcels[at] = Some(parcel);
                at
            }
            None => {
                self.parcels.push(Some(parcel));
                self.parcels.len() - 1
            }
        }
    }

    pub(super) fn drop_parcel(&mut self, at: usize) -> Option<Parcel> {
        self.free.push(at);
        self.parcels[at].take()
    }
}

//! Injecting packets into the network, and the table of what they belong to.

use super::channel::{Arrival, Channel};
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

    /// Bounces a message: the sender will learn that the channel is closed. Each message has a
    /// notice of its own, from when both it is visible and the channel closed: which of the two the
    /// model hears of first differs between runs.
    pub(super) fn bounce(&mut self, channel: &Channel, arrival: &Arrival) {
        let (life, closed_at) = channel.end_of(arrival.sent_at);
        let at = arrival.at.max(closed_at).saturating_add(self.lead_in).max(self.frontier + 1);
        let Lane { src, dst, .. } = self.lanes[arrival.lane];
        let parcel = self.keep(Parcel::Notice { lane: arrival.lane, freed: arrival.end, life });
        let bytes = self.notice_bytes();
        let send = self.send_of([dst, src].map(rank_of), bytes, Subnet::Reply, parcel);
        self.notices.push(Reverse((at, [dst, src], arrival.end, parcel)));
        self.sends.insert(parcel, send);
    }

    /// Injects notices that enter the network by `limit`; returns how far it may be simulated now.
    /// They enter after everything else of that time, and only then, since others may be added
    /// until then that precede them.
    pub(super) fn give_notice(&mut self, limit: u64) -> u64 {
        while let Some(Reverse((at, .., parcel))) = self.notices.peek().copied()
            && at <= limit
        {
            if at > self.frontier + 1 {
                return at - 1;
            }
            self.notices.pop();
            if let Some(send) = self.sends.remove(&parcel) {
                self.hand_over(at.max(self.frontier + 1), &send);
            }
        }
        limit
    }

    /// Returns credits from the receiver of a lane to its sender.
    pub(super) fn give_credit(&mut self, lane: usize, freed: u64, at: u64) {
        let Lane { src, dst, .. } = self.lanes[lane];
        let parcel = self.keep(Parcel::Notice { lane, freed, life: 0 });
        let bytes = self.notice_bytes();
        self.inject_between(at, [dst, src].map(rank_of), bytes, Subnet::Reply, parcel);
    }

    fn notice_bytes(&self) -> usize {
        const BYTES: usize = 8;
        BYTES.min(self.config.network.payload_bytes as usize)
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

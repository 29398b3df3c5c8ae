//! Messages and credits in the network.
//!
//! A message travels as packets of the request subnetwork. Credits return in a packet of the reply
//! subnetwork whenever half a window has been released; so does the notice that a channel is
//! closed.

use super::access::{Access, Answer};
use super::calls::Calls;
use super::channel::{Arrival, Channel};
use super::fuzz::FuzzDelays;
use super::member::Member;
use super::net::Net;
use super::together::{Key, Together};
use crate::call::mix;
use crate::config::Config;
use crate::record::{CallRecord, HEADER, Record};
use crate::seat::NEVER;
use skifch_backend::Error;
use skifch_backend::abi::{NetAddr, netaddr, port_of, rank_of};
use skifch_sim::engine::{Delivery, Model, Send, Subnet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// The path from one channel to another; counts in bytes on the wire.
pub(super) struct Lane {
    pub(super) src: NetAddr,
    pub(super) dst: NetAddr,
    pub(super) sent: u64,
    /// Credits that the sender has been told about.
    pub(super) freed: u64,
    /// Latest life of the receiving channel whose end the sender has been told about.
    pub(super) told: u32,
    /// Bytes released by the receiver, and those of them for which a credit was sent.
    released: u64,
    returned: u64,
    /// Notices on arrival at the sender: time, total released, and which life has ended.
    pub(super) news: VecDeque<(u64, u64, u32)>,
    /// When the receiver accepted the first message.
    pub(super) up_at: u64,
    pub(super) fuzz_delays: FuzzDelays,
}

/// When a notice enters the network; from whom to whom, and up to which message of the lane, which
/// order those of one time; and its parcel.
pub(super) type NoticeAt = (u64, [NetAddr; 2], u64, usize);

/// Something in the network.
pub(super) enum Parcel {
    Message {
        arrival: Arrival,
        packets: usize,
    },
    Notice {
        lane: usize,
        freed: u64,
        life: u32,
    },
    /// A request to the memory of rank `to`, and its bytes on the wire.
    Request {
        to: usize,
        gone: u64,
        access: Access,
    },
    Answer(Answer),
}

/// Events other than those of the network.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Late {
    /// A port that is not open holds messages: bounce them unless it has been opened.
    Decide { rank: usize, port: u32 },
    /// A message or request arrives that was delayed.
    Arrive { parcel: usize },
    /// A rank receives the result of a collective operation that it joined.
    Give { rank: usize, key: Key, number: u64 },
}

/// The network and everything in it. Times are in ticks.
pub(super) struct Traffic {
    pub(super) network: Net,
    /// Fixed delays from the program to the network, and from there to the program.
    pub(super) lead_in: u64,
    pub(super) lead_out: u64,
    pub(super) config: Config,
    /// Maximum payload of one send to the network, in bytes.
    pub(super) most: usize,
    pub(super) ticks_per_ns: u64,
    pub(super) lanes: Vec<Lane>,
    pub(super) parcels: Vec<Option<Parcel>>,
    pub(super) free: Vec<usize>,
    pub(super) late: BinaryHeap<Reverse<(u64, u64, Late)>>,
    pub(super) late_count: u64,
    /// Answers that leave memory, by the time at which they enter the network. They are injected as
    /// late as possible, so that what a rank sends at the same time precedes them in every run.
    pub(super) later: BinaryHeap<Reverse<(u64, u64, usize)>>,
    /// Notices that a channel is closed, by the time at which they enter the network, and then by
    /// an order that is the same in every run.
    pub(super) notices: BinaryHeap<Reverse<NoticeAt>>,
    /// The packets of `later` and `notices`.
    pub(super) sends: HashMap<usize, Send>,
    pub(super) frontier: u64,
    pub(super) messages: u64,
    pub(super) requests: u64,
    /// Ranks with pending accesses to their memory.
    pub(super) touched: Vec<usize>,
    /// Processing time of a request at its target, and delays by `fuzz` for each pair of ranks.
    pub(super) target: u64,
    pub(super) pairs: HashMap<[usize; 2], FuzzDelays>,
    /// Collective operations.
    pub(super) together: Together,
    /// Calls of ranks, if a trace is wanted.
    pub(super) calls: Option<Calls>,
}

impl Traffic {
    pub(super) fn new(config: &Config, network: &Model, ranks: u32) -> Self {
        // The constant parts of a packet's path before and after the network are taken out of the
        // network: during them nothing that others do can affect the packet, so nobody needs to
        // wait.
        let mut inner = network.clone();
        let (send, receive) = (network.send, network.receive);
        (inner.send, inner.receive) = (1, 1);
        // The receive call itself is a part of the path.
        let call = network.clock.from_ns(config.recv_ns);
        let together = Together::new(config, &inner, ranks);
        if together.has_units() {
            inner = inner.with_units();
        }
        let mut net = Net::new(&inner, config.outputs.is_any(), send + receive - 2);
        let planned = net.plan_faults(&config.faults);
        debug_assert!(planned.is_ok(), "checked with the settings: {planned:?}");
        Self {
            network: net,
            together,
            calls: config.outputs.trace.is_some().then(Calls::new),
            lead_in: send - 1,
            lead_out: (receive - 1).saturating_sub(call),
            config: config.clone(),
            most: network.largest_send().into(),
            ticks_per_ns: network.clock.ticks_per_ns(),
            lanes: Vec::new(),
            parcels: Vec::new(),
            free: Vec::new(),
            late: BinaryHeap::new(),
            late_count: 0,
            later: BinaryHeap::new(),
            notices: BinaryHeap::new(),
            sends: HashMap::new(),
            frontier: 0,
            messages: 0,
            requests: 0,
            touched: Vec::new(),
            target: network.clock.from_ns(config.target_ns),
            pairs: HashMap::new(),
        }
    }

    pub(super) fn network(&self) -> &Net {
        &self.network
    }

    /// Time up to which the network has been simulated.
    pub(super) fn frontier(&self) -> u64 {
        self.frontier
    }

    /// Nothing happens up to `at`: the network counts as simulated up to there.
    pub(super) fn reach(&mut self, at: u64) {
        self.frontier = self.frontier.max(at);
    }

    /// Time of the next event.
    pub(super) fn next_event(&self) -> Option<u64> {
        let late = self.late.peek().map(|Reverse((at, ..))| *at);
        let later = self.later.peek().map(|Reverse((at, ..))| *at);
        let notice = self.notices.peek().map(|Reverse((at, ..))| *at);
        let own = late.into_iter().chain(later).chain(notice);
        self.network.next_event_time().into_iter().chain(own).min()
    }

    /// Advances the network to `limit`, or to the first time at which something leaves it.
    pub(super) fn advance(&mut self, limit: u64, members: &mut [Member]) {
        let late = self.late.peek().map_or(limit, |Reverse((at, ..))| limit.min(*at));
        while let Some(Reverse((at, _, parcel))) = self.later.peek().copied()
            && at <= late
        {
            self.later.pop();
            if let Some(send) = self.sends.remove(&parcel) {
                self.hand_over(at, &send);
            }
        }
        let limit = self.give_notice(late);
        let reached = self.network.advance_until(limit);
        self.reach(reached);
        let mut delivered: Vec<Delivery> = self.network.deliveries().collect();
        delivered.sort_by_key(|packet| (packet.to, packet.subnet, packet.from));
        for packet in delivered {
            self.delivered(&packet, members);
        }
        for finished in self.network.finished() {
            self.has_finished(finished);
        }
        while let Some(Reverse((at, ..))) = self.late.peek()
            && *at <= reached
        {
            let Some(Reverse((at, _, late))) = self.late.pop() else { break };
            match late {
                Late::Decide { rank, port } => self.decide(at, &mut members[rank], port),
                Late::Arrive { parcel } => self.arrive(at, parcel, members),
                Late::Give { rank, key, number } => self.give(at, &mut members[rank], key, number),
            }
        }
    }

    fn delivered(&mut self, packet: &Delivery, members: &mut [Member]) {
        let at = packet.tag as usize;
        match &mut self.parcels[at] {
            Some(Parcel::Message { packets, arrival }) => {
                *packets -= 1;
                if *packets == 0 {
                    let lane = arrival.lane;
                    match self.delay(lane, packet.at) {
                        None => self.arrive(packet.at, at, members),
                        Some(later) => self.later(later, Late::Arrive { parcel: at }),
                    }
                }
            }
            Some(Parcel::Notice { lane, freed, life }) => {
                let (lane, news) = (*lane, (packet.at + self.lead_out, *freed, *life));
                self.drop_parcel(at);
                self.lanes[lane].news.push_back(news);
                let rank = rank_of(self.lanes[lane].src) as usize;
                self.update(&mut members[rank]);
            }
            Some(Parcel::Request { to, gone, access }) => {
                let (pair, gone) = ([access.from, *to], *gone);
                self.went(&mut members[pair[0]], gone, packet.at + self.lead_out);
                match self.delay_request(pair, packet.at) {
                    None => self.arrive(packet.at, at, members),
                    Some(later) => self.later(later, Late::Arrive { parcel: at }),
                }
            }
            Some(Parcel::Answer(_)) => {
                if let Some(Parcel::Answer(answer)) = self.drop_parcel(at) {
                    let visible = packet.at + self.lead_out;
                    self.answered(&mut members[answer.to], &answer, visible);
                }
            }
            None => {}
        }
    }

    fn later(&mut self, at: u64, what: Late) {
        self.late_count += 1;
        self.late.push(Reverse((at, self.late_count, what)));
    }

    /// A message or request leaves the network at `now`.
    fn arrive(&mut self, now: u64, parcel: usize, members: &mut [Member]) {
        let at = now + self.lead_out;
        let mut arrival = match self.drop_parcel(parcel) {
            Some(Parcel::Message { arrival, .. }) => arrival,
            Some(Parcel::Request { to, access, .. }) => {
                return self.come(&mut members[to], access, at);
            }
            _ => return,
        };
        arrival.at = at;
        let dst = self.lanes[arrival.lane].dst;
        let (rank, port) = (rank_of(dst) as usize, port_of(dst));
        let member = &mut members[rank];
        let left_at = member.has_left.then_some(member.clock);
        let channel = member.channels.entry(port).or_default();
        if let Some(left_at) = left_at {
            channel.is_left(left_at);
        }
        let Some(opened_at) = channel.opened_at() else {
            channel.held.push_back(arrival);
            if channel.life() > 0 {
                // The port may still be opened before the message becomes visible.
                self.later(at + self.lead_in - 1, Late::Decide { rank, port });
            }
            return;
        };
        if !channel.takes(arrival.sent_at) {
            return self.bounce(channel, &arrival);
        }
        let lane = &mut self.lanes[arrival.lane];
        lane.up_at = lane.up_at.min(at.max(opened_at));
        channel.take(arrival);
        self.update(member);
    }

    /// Bounces messages that became visible before now at a port that is not open.
    fn decide(&mut self, now: u64, member: &mut Member, port: u32) {
        let Some(channel) = member.channels.get_mut(&port) else { return };
        while let Some(held) = channel.held.front()
            && held.at + self.lead_in - 1 <= now
        {
            let Some(held) = channel.held.pop_front() else { break };
            self.bounce(channel, &held);
        }
    }

    /// A rank sends a message.
    pub(super) fn send(
        &mut self,
        member: &mut Member,
        record: &Record,
    ) -> Result<(), &'static str> {
        let src = netaddr(member.number as u32, record.port);
        let channel = member.channels.get_mut(&record.port).filter(|channel| channel.is_open());
        let channel = channel.ok_or("sends from a port that is not open")?;
        let len = record.len as usize;
        if len > self.config.max_message {
            return Err("sends more than the maximum message size");
        }
        let at = lane_of(&mut self.lanes, self.config.seed, channel, [src, record.dst]);
        let lane = &mut self.lanes[at];
        lane.sent += self.config.wire_bytes(len);
        if lane.sent - lane.freed > self.config.window {
            return Err("sends more than its window");
        }
        let mut payload = vec![0; len];
        member.ring.read(member.head + HEADER as u64, &mut payload);
        let end = lane.sent;
        let id = self.messages;
        let arrival = Arrival { id, at: 0, sent_at: record.at, lane: at, end, src, len, payload };
        let packets = len.div_ceil(self.most).max(1);
        self.messages += 1;
        if let Some(calls) = &mut self.calls {
            calls.sends(member.number, id);
        }
        let parcel = self.keep(Parcel::Message { arrival, packets });
        for packet in 0..packets {
            let bytes = (len - packet * self.most).min(self.most) as u16;
            self.inject(record.at, src, record.dst, bytes, Subnet::Request, parcel);
        }
        Ok(())
    }

    /// A rank has released messages of a channel.
    pub(super) fn release(
        &mut self,
        member: &mut Member,
        record: &Record,
    ) -> Result<(), &'static str> {
        let channel = member.channels.get_mut(&record.port).filter(|channel| channel.is_open());
        let channel = channel.ok_or("releases messages of a port that is not open")?;
        for _ in 0..record.count {
            let arrival = channel.release().ok_or("releases messages that it was not shown")?;
            let lane = &mut self.lanes[arrival.lane];
            lane.released = lane.released.max(arrival.end);
            if lane.released - lane.returned >= self.config.window / 2 {
                lane.returned = lane.released;
                self.give_credit(arrival.lane, arrival.end, record.at);
            }
        }
        channel.fill();
        Ok(())
    }

    /// A rank reports a call.
    pub(super) fn call(&mut self, member: &Member, record: &Record) {
        let Some(calls) = &mut self.calls else { return };
        let mut told = [0; CallRecord::BYTES];
        if record.len as usize == told.len() {
            member.ring.read(member.head + HEADER as u64, &mut told);
        }
        let channel = member.channels.get(&record.port);
        calls.take(member.number, record, CallRecord::decode(&told), channel);
    }

    /// A rank has opened a channel.
    pub(super) fn open(&mut self, member: &mut Member, port: u32, at: u64) -> Result<(), Error> {
        let channel = member.channels.entry(port).or_default();
        channel.open(&member.inbox, port, at)?;
        for held in std::mem::take(&mut channel.held) {
            if channel.takes(held.sent_at) {
                let lane = &mut self.lanes[held.lane];
                lane.up_at = lane.up_at.min(held.at.max(at));
                channel.take(held);
            } else {
                self.bounce(channel, &held);
            }
        }
        Ok(())
    }

    /// A rank has closed a channel.
    pub(super) fn close(
        &mut self,
        member: &mut Member,
        record: &Record,
    ) -> Result<(), &'static str> {
        let channel = member.channels.get_mut(&record.port).filter(|channel| channel.is_open());
        let channel = channel.ok_or("closes a port that is not open")?;
        let rest = channel.close(&member.inbox, record.port, record.at);
        for arrival in rest.iter().filter(|arrival| arrival.end > 0) {
            self.bounce(channel, arrival);
        }
        Ok(())
    }

    /// A rank has left: its channels close, and no port is opened any more.
    pub(super) fn leave(&mut self, member: &mut Member, at: u64) {
        let ports: Vec<u32> = member.channels.keys().copied().collect();
        for port in ports {
            let record = Record::new(crate::record::Kind::Close, port, at);
            // Fails for ports that are closed already.
            let _ = self.close(member, &record);
            let Some(channel) = member.channels.get_mut(&port) else { continue };
            channel.is_left(at);
            for held in std::mem::take(&mut channel.held) {
                self.bounce(channel, &held);
            }
        }
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }
}

/// The lane from an open channel to another, created if there is none.
pub(super) fn lane_of(
    lanes: &mut Vec<Lane>,
    seed: u64,
    channel: &mut Channel,
    [src, dst]: [NetAddr; 2],
) -> usize {
    *channel.out.entry(dst).or_insert_with(|| {
        let seed = mix(seed ^ u64::from(src) << 32 ^ u64::from(dst));
        lanes.push(Lane::new(src, dst, seed));
        lanes.len() - 1
    })
}

impl Lane {
    fn new(src: NetAddr, dst: NetAddr, seed: u64) -> Self {
        Self {
            src,
            dst,
            sent: 0,
            freed: 0,
            told: 0,
            released: 0,
            returned: 0,
            news: VecDeque::new(),
            up_at: NEVER,
            fuzz_delays: FuzzDelays::new(seed),
        }
    }
}

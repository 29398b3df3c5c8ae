//! Counters of a channel: written by one thread at a time, read by any.

use crate::net::Net;
use skifch_backend::abi::Stats;
use skifch_backend::{Counter, StatSource};
use std::sync::Arc;

/// The counters of a channel, grouped by their writer.
#[derive(Default)]
pub(crate) struct ChannelCounters {
    /// Written by the sending side.
    pub(crate) messages_sent: Counter,
    pub(crate) bytes_sent: Counter,
    pub(crate) full: Counter,
    /// Written by the receiving side.
    pub(crate) messages_received: Counter,
    pub(crate) bytes_received: Counter,
    pub(crate) empty: Counter,
    pub(crate) credits: Counter,
    /// Written by the holder of the lock.
    pub(crate) doorbells: Counter,
    pub(crate) lanes_out: Counter,
    pub(crate) lanes_in: Counter,
    pub(crate) dead: Counter,
    pub(crate) broken: Counter,
}

/// The counters of a channel, and of the endpoint below it.
pub(crate) struct Counters {
    pub(crate) channel: Arc<ChannelCounters>,
    pub(crate) net: Arc<Net>,
}

impl StatSource for Counters {
    fn add_to(&self, stats: &mut Stats) {
        let channel = &*self.channel;
        stats.messages_sent += channel.messages_sent.get();
        stats.bytes_sent += channel.bytes_sent.get();
        stats.send_full += channel.full.get();
        stats.messages_received += channel.messages_received.get();
        stats.bytes_received += channel.bytes_received.get();
        stats.recv_empty += channel.empty.get();
        stats.credits_returned += channel.credits.get();
        stats.doorbells_rung += channel.doorbells.get();
        stats.lanes_out += channel.lanes_out.get();
        stats.lanes_in += channel.lanes_in.get();
        stats.peers_dead += channel.dead.get();
        stats.lanes_broken += channel.broken.get();
        let state = self.net.lock();
        let net = state.endpoint.counters();
        stats.datagrams_sent += net.datagrams_sent;
        stats.datagrams_received += net.datagrams_received;
        stats.datagrams_lost += net.packets_lost;
        stats.bytes_retransmitted += net.bytes_retransmitted;
        stats.messages_coalesced += net.messages_coalesced;
        stats.dropped_malformed += net.dropped_magic + net.dropped_malformed;
        stats.dropped_tag += net.dropped_tag;
        stats.dropped_foreign += net.dropped_foreign;
        stats.dropped_stale += net.dropped_unknown + net.dropped_duplicate + net.dropped_window;
        stats.dropped_rate += net.dropped_rate;
        stats.dropped_overrun += state.port.dropped();
        stats.system_short += state.shortage.count();
        let memory = state.memory.traffic();
        stats.segment_requests += memory.requests;
        stats.segment_messages += memory.messages;
        stats.segment_bytes += memory.bytes;
    }
}

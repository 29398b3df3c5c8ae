//! Calls of ranks, for a trace: what each rank did when, and which call received which message.

use super::channel::Channel;
use crate::call::{OPS, Op};
use crate::record::{CallRecord, Record};
use skifch_backend::abi::{port_of, rank_of};
use skifch_sim::engine::Model;
use skifch_torus_view::Recording;
use skifch_torus_view::chrome::{Flow, Trace, Track};
use std::collections::HashMap;
use std::io::{self, Write};

/// Maximum number of calls kept: some hundred megabytes of text.
const MOST: usize = 500_000;
/// Groups of tracks in the trace.
const RANKS: u32 = 1;
const NETWORK: u32 = 2;

/// A call, or several identical unsuccessful ones.
struct Call {
    rank: u32,
    op: u32,
    from: u64,
    to: u64,
    port: u32,
    peer: u32,
    result: i64,
    times: u64,
    /// Messages that it sent or received: index of the first in the list, and their number.
    messages: (usize, usize),
}

/// The calls of all ranks, as far as they are kept.
pub(super) struct Calls {
    kept: Vec<Call>,
    /// Message ids of all calls.
    messages: Vec<u64>,
    /// Index of the last kept call of each rank.
    last: HashMap<usize, usize>,
    /// Messages that each rank has sent in a call that it has not reported yet.
    sent: HashMap<usize, Vec<u64>>,
    /// For each port: the life of the channel, and the number of messages received in it.
    shown: HashMap<(usize, u32), (u32, u64)>,
    until: Option<u64>,
}

impl Calls {
    pub(super) fn new() -> Self {
        Self {
            kept: Vec::new(),
            messages: Vec::new(),
            last: HashMap::new(),
            sent: HashMap::new(),
            shown: HashMap::new(),
            until: None,
        }
    }

    /// A rank has sent message number `id`.
    pub(super) fn sends(&mut self, rank: usize, id: u64) {
        self.sent.entry(rank).or_default().push(id);
    }

    /// A rank reports a call, described by `record` and `told`; `channel` is that of its port.
    pub(super) fn take(
        &mut self,
        rank: usize,
        record: &Record,
        told: CallRecord,
        channel: Option<&Channel>,
    ) {
        let CallRecord { op, moved, result } = told;
        let begin = self.messages.len();
        if let Some(sent) = self.sent.get_mut(&rank) {
            self.messages.append(sent);
        } else if let Some(channel) = channel {
            let seen = self.shown.entry((rank, record.port)).or_default();
            if seen.0 != channel.life() {
                *seen = (channel.life(), 0);
            }
            // Not trusted: a rank cannot have received more messages than there are.
            let there = channel.released + channel.arrivals.len() as u64;
            let end = seen.1.saturating_add(moved.into()).min(there);
            let first = seen.1.max(channel.released);
            self.messages.extend((first..end).filter_map(|index| {
                channel.arrivals.get((index - channel.released) as usize).map(|it| it.id)
            }));
            seen.1 = end.max(seen.1);
        }
        self.sent.remove(&rank);
        let messages = (begin, self.messages.len() - begin);
        let (from, to) = (record.count.min(record.at), record.at);
        let (port, peer) = (record.port, record.dst);
        let rank_number = rank as u32;
        let call = Call { rank: rank_number, op, from, to, port, peer, result, times: 1, messages };
        if let Some(last) = self.last.get(&rank).and_then(|&last| self.kept.get_mut(last))
            && last.is_again(&call)
        {
            (last.to, last.times) = (to, last.times + 1);
            return;
        }
        if self.kept.len() == MOST {
            self.messages.truncate(begin);
            self.until = self.until.or(Some(from));
            return;
        }
        self.last.insert(rank, self.kept.len());
        self.kept.push(call);
    }

    /// Start time of the first call that was not kept, if any.
    pub(super) fn until(&self) -> Option<u64> {
        self.until
    }

    /// Writes the trace: a track for each rank, arrows from senders to receivers, and network
    /// counters.
    pub(super) fn write(
        &self,
        model: &Model,
        ranks: usize,
        recording: &Recording,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut trace = Trace::begin(out, model.clock)?;
        trace.process(RANKS, "ranks")?;
        for rank in 0..ranks as u32 {
            let at = &model.torus.coordinates(rank)[..model.torus.dims()];
            trace.track(track(rank), &format!("rank {rank} at {at:?}"))?;
        }
        let calls = self.in_order();
        let numbers = self.numbers(&calls);
        for call in calls {
            call.write(&mut trace, self.of(call).iter().filter_map(|id| numbers.get(id)))?;
        }
        trace.process(NETWORK, "network")?;
        for step in &recording.steps {
            trace.counter(NETWORK, "packets in flight", step.from, step.under_way)?;
            let share = recording.share(step.sent_bytes, step.to - step.from);
            trace.counter(NETWORK, "load sent per node", step.from, share)?;
        }
        trace.finish()
    }
}

impl Calls {
    /// Sorted by time and rank: the order in which reports were read varies between runs.
    fn in_order(&self) -> Vec<&Call> {
        let mut calls: Vec<_> = self.kept.iter().collect();
        calls.sort_by_key(|call| (call.from, call.rank));
        calls
    }

    /// Message ids of a call.
    fn of(&self, call: &Call) -> &[u64] {
        &self.messages[call.messages.0..][..call.messages.1]
    }

    /// Numbers messages in the order of their sending, which is the same in equal runs.
    fn numbers(&self, calls: &[&Call]) -> HashMap<u64, u64> {
        let sends = calls.iter().filter(|call| !call.is_shown());
        (0..).zip(sends.flat_map(|call| self.of(call))).map(|(number, id)| (*id, number)).collect()
    }
}

impl Call {
    /// Whether its messages are received ones.
    fn is_shown(&self) -> bool {
        self.op == Op::Recv as u32
    }

    /// Whether `other` repeats this call directly after it, unsuccessful like it.
    fn is_again(&self, other: &Self) -> bool {
        let about = |it: &Self| (it.op, it.port, it.peer, it.result);
        self.messages.1 + other.messages.1 == 0
            && other.result == 0
            && about(self) == about(other)
            && other.from == self.to
    }

    fn write<'a, W: Write>(
        &self,
        trace: &mut Trace<W>,
        messages: impl Iterator<Item = &'a u64>,
    ) -> io::Result<()> {
        let track = track(self.rank);
        let name = OPS.get(self.op as usize).copied().unwrap_or("?");
        let is_vain = self.result == 0 && matches!(name, "Send" | "Recv" | "Wait" | "look");
        let name = if is_vain { format!("{name} (not ready)") } else { name.to_owned() };
        let mut args = vec![("port", self.port.into()), ("result", self.result.max(0) as u64)];
        if self.times > 1 {
            args.push(("times", self.times));
        }
        if name.starts_with("Send") {
            args.push(("to rank", rank_of(self.peer).into()));
            args.push(("to port", port_of(self.peer).into()));
        }
        trace.slice(track, self.from..self.to, &name, &args)?;
        // A receive may have begun long before its message was sent, so the arrow ends at its end.
        let (flow, at) = match self.is_shown() {
            true => (Flow::End, self.to.saturating_sub(1).max(self.from)),
            false => (Flow::Begin, self.from),
        };
        for number in messages {
            trace.flow(flow, "message", *number, track, at)?;
        }
        Ok(())
    }
}

fn track(rank: u32) -> Track {
    Track { process: RANKS, thread: rank + 1 }
}

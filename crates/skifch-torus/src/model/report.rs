//! Reports about a run: at its end, of a rank that died, of a standstill.

use super::Machine;
use super::member::Member;
use crate::call::{OPS, mix};
use crate::layout::rank;
use crate::seat::{For, Kind};
use skifch_backend::abi::{NetAddr, port_of, rank_of};
use std::fmt::Write;
use std::sync::atomic::Ordering::{Acquire, Relaxed};

/// Writes to standard error in one system call, so that output of others does not interleave.
pub(super) fn say(text: &str) {
    // SAFETY: the text is readable. A closed standard error is not an error.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}

/// Maximum number of ranks that a report describes in detail.
const SHOWN: usize = 16;

impl Machine {
    /// A time as text.
    pub(super) fn time(&self, ticks: u64) -> String {
        let ns = ticks as f64 / self.costs.ticks_per_ns as f64;
        match ns {
            ..1e4 => format!("{ns:.1} ns"),
            1e4..1e7 => format!("{:.3} us", ns / 1e3),
            1e7..1e10 => format!("{:.3} ms", ns / 1e6),
            _ => format!("{:.3} s", ns / 1e9),
        }
    }

    /// The summary of a run that ended well.
    pub(super) fn summary(&self) -> String {
        let end = self.members.iter().map(|member| member.clock).max().unwrap_or(0);
        let counters = self.traffic.network().counters();
        let trace = self.members.iter().fold(counters.trace, |sum, member| mix(sum ^ member.trace));
        let fate = &self.fate;
        format!(
            "{fate}torus: {} ranks on {}, {} of virtual time, {} messages{}, {} packets, {} hops, \
             trace {trace:016x}\n",
            self.members.len(),
            self.config.network.torus,
            self.time(end),
            self.traffic.messages,
            match self.traffic.requests {
                0 => String::new(),
                requests => format!(", {requests} memory requests"),
            },
            counters.injected,
            counters.hops,
        )
    }
}

/// Reports running ranks whose memory others can write and that hold everybody up: they compute, or
/// look at their memory in a way that the model cannot see.
pub(super) fn silence(machine: &Machine) {
    let first = machine.members.iter().map(Member::least).min();
    let is_it = |member: &&Member| {
        member.running > 0 && member.remote.has_parts() && Some(member.least()) == first
    };
    for member in machine.members.iter().filter(is_it).take(SHOWN) {
        let (number, pid) = (member.number, member.pid);
        say(&format!(
            "torus: rank {number} (process {pid}) has made no call for a long time, at {}, and the \
             others wait for it. Virtual time advances only in calls: a loop that polls memory \
             needs one, such as shmem_wait_until, shmem_test or SkifCh_Time\n",
            machine.time(member.clock)
        ));
    }
}

/// A rank that ended without leaving: the reason in one line, and the report.
pub(super) fn death(machine: &Machine, member: &Member) -> (String, String) {
    let at = machine.time(member.own.word(rank::CLOCK).load(Acquire));
    let (number, pid) = (member.number, member.pid);
    let reason = format!("rank {number} (process {pid}) ended without leaving the job, at {at}");
    let mut report = format!("torus: {reason} of virtual time; its last calls:\n");
    // SYNC call-count: pairs with the release store of the rank; the calls were written before.
    let count = member.own.word(rank::CALL_COUNT).load(Acquire);
    for call in count.saturating_sub(rank::CALLS as u64)..count {
        let place = rank::CALL + call as usize % rank::CALLS * rank::CALL_BYTES;
        let word = |offset| member.own.word(place + offset).load(Relaxed);
        let _ = writeln!(report, "  {}", said_of_call(machine, [0, 8, 16, 24].map(word)));
    }
    if count == 0 {
        report.push_str("  none\n");
    }
    (reason, report)
}

fn said_of_call(machine: &Machine, [about, result, clock, times]: [u64; 4]) -> String {
    let op = OPS.get((about & 0xff) as usize).copied().unwrap_or("?");
    let (port, peer) = ((about >> 8) as u32 & 0xff_ffff, (about >> 32) as u32);
    let mut said = match op {
        "Send" => format!("{op} on port {port} to {}", address(peer)),
        "Put" | "Get" | "GetAsync" | "Atomic" => format!("{op} in segment {port} at rank {peer}"),
        "Fence" | "Quiet" | "Syncreads" | "SegClose" => format!("{op} on segment {port}"),
        "SegOpen" => op.to_owned(),
        _ => format!("{op} on port {port}"),
    };
    let _ = write!(said, " = {} until {}", result as i64, machine.time(clock));
    if times > 1 {
        let _ = write!(said, ", {times} times");
    }
    said
}

fn address(addr: NetAddr) -> String {
    format!("rank {} port {}", rank_of(addr), port_of(addr))
}

/// Who waits for whom at a standstill: the reason in one line, and the report.
pub(super) fn standstill(machine: &Machine) -> (String, String) {
    if let Some(deadlock) = machine.traffic.network().deadlock() {
        let reason = "the packets in the network wait for each other (deadlock)".to_owned();
        return (reason, format!("torus: {deadlock}\n"));
    }
    let here: Vec<_> = machine.members.iter().filter(|member| !member.has_left).collect();
    let at = here.iter().map(|member| member.clock).max().unwrap_or(0);
    let full: Vec<String> =
        here.iter().filter_map(|member| full_receiver(machine, member)).collect();
    let reason = match full.first() {
        Some(full) => full.clone(),
        None => "every rank waits, and nothing is in flight (deadlock)".to_owned(),
    };
    let mut report = format!("torus: standstill at {}: {reason}\n", machine.time(at));
    for more in full.iter().skip(1) {
        let _ = writeln!(report, "  also: {more}");
    }
    for missing in machine.traffic.together.missing().iter().take(SHOWN) {
        let _ = writeln!(report, "  {missing}");
    }
    for member in here.iter().take(SHOWN) {
        let _ = writeln!(report, "  rank {}: {}", member.number, waits(member));
    }
    if here.len() > SHOWN {
        let _ = writeln!(report, "  and {} more ranks", here.len() - SHOWN);
    }
    (reason, report)
}

/// What a rank waits for.
fn waits(member: &Member) -> String {
    let mut said = Vec::new();
    for pending in member.queries.iter().flatten() {
        if pending.query.kind == Kind::Meet {
            said.push("waits for all ranks (SkifCh_SlowBarrier)".to_owned());
        }
        let how = if pending.query.kind == Kind::Wait { "waits" } else { "polls" };
        said.extend(pending.query.waits.iter().map(|wait| match wait.what {
            For::Message { port, .. } => format!("{how} for a message on port {port}"),
            For::Room { port, dst, .. } => {
                format!("{how} on port {port} for buffer space at {}", address(dst))
            }
            For::Change { .. } => format!("{how} for others to write its memory"),
            For::Answers { .. } => format!("{how} for replies to memory requests"),
            For::Gone { .. } => format!("{how} for room to send more memory requests"),
            For::Closed { dst } => format!("asks whether {} has closed", address(dst)),
        }));
    }
    for (port, channel) in sorted(member) {
        let held = channel.held.len();
        if held > 0 && channel.life() == 0 {
            said.push(format!("has {held} messages for port {port}, which it never opened"));
        }
    }
    if said.is_empty() { "does nothing".to_owned() } else { said.join(", ") }
}

fn sorted(member: &Member) -> Vec<(u32, &super::channel::Channel)> {
    let mut channels: Vec<_> = member.channels.iter().map(|(port, it)| (*port, it)).collect();
    channels.sort_by_key(|(port, _)| *port);
    channels
}

/// A receiver at which `member` waits for room and which has not released or received its messages.
fn full_receiver(machine: &Machine, member: &Member) -> Option<String> {
    let queries = member.queries.iter().flatten().flat_map(|pending| &pending.query.waits);
    let rooms = queries.filter_map(|wait| match wait.what {
        For::Room { dst, .. } => Some(dst),
        _ => None,
    });
    rooms.filter_map(|dst| full(machine, member, dst)).next()
}

fn full(machine: &Machine, member: &Member, dst: NetAddr) -> Option<String> {
    let receiver = machine.members.get(rank_of(dst) as usize)?;
    let channel = receiver.channels.get(&port_of(dst)).filter(|channel| channel.is_open())?;
    let out = receiver.own.half(rank::OUT + 4 * port_of(dst) as usize).load(Relaxed);
    let there = channel.arrivals.len();
    let (to, from) = (address(dst), member.number);
    if out > 0 {
        return Some(format!(
            "the receive buffer of {to} is full for rank {from}: {out} messages received without \
             RecvComp, {there} not yet received"
        ));
    }
    Some(format!("{to} does not receive the messages of rank {from}: {there} are waiting"))
}

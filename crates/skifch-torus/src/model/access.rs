//! Accesses of ranks to each other's memory: puts, gets and atomics. The interface of the target
//! performs them when they arrive, at a time that its rank has not passed yet.
//!
//! A request is a packet of the request subnetwork, a put as many as it needs; the answer returns
//! in packets of the reply subnetwork, from the time of the access on. Requests to a rank are
//! performed in order of arrival time, each as soon as the rank cannot do anything before that
//! time.

use super::Machine;
use super::member::Member;
use super::traffic::{Parcel, Traffic};
use crate::layout::{inbox, model};
use crate::memory::{Access as Way, Map, check_size};
use crate::record::{HEADER, Kind as RecordKind, Record};
use crate::request::{
    ADDRESS_BYTES, BYTES, Operation, Request, Return, WORD_BYTES, WORD_WIRE_BYTES, decode_word,
};
use crate::seat::{For, Kind, Query};
use crate::socket;
use skifch_backend::abi::AtomicOp;
use skifch_backend::word::Atomic;
use skifch_backend::{Error, word};
use skifch_sim::engine::Subnet;
use std::collections::VecDeque;
use std::os::fd::{AsFd, AsRawFd};
use std::sync::atomic::Ordering::Release;
use std::time::Duration;

/// An access to the memory of a rank.
pub(super) struct Access {
    /// When it is performed.
    pub(super) at: u64,
    pub(super) from: usize,
    segment: u32,
    offset: u64,
    what: What,
}

enum What {
    Write(Box<[u8]>),
    /// Word operations, with the offset of each.
    Words(Box<[(u64, Atomic)]>),
    Request(Request),
}

/// One packet of an answer.
pub(super) struct Answer {
    pub(super) to: usize,
    back: Return,
    bytes: Vec<u8>,
    /// The target has closed its part of the segment.
    is_closed: bool,
    is_last: bool,
}

/// Answers that are counted together.
#[derive(Default)]
pub(super) struct Counter {
    left: u64,
    /// Arrival time of the latest answer so far.
    done_at: u64,
    is_closed: bool,
}

/// A rank's part of a segment.
pub(super) struct Part {
    map: Map,
    bytes: usize,
}

/// A rank's requests to others' memory, and the accesses to its own.
#[derive(Default)]
pub(super) struct Remote {
    /// Accesses that have arrived and are not performed yet.
    pub(super) pending: VecDeque<Access>,
    parts: Vec<(u32, Part)>,
    landing: Option<Map>,
    pub(super) counters: Vec<(u64, Counter)>,
    /// Times and totals of the bytes on the wire of its requests that have arrived; and the total
    /// that it has been told.
    gone: VecDeque<(u64, u64)>,
    gone_told: u64,
    /// Number of writes by others to its memory, and the times of the latest ones, as many as a
    /// query may wait for.
    changes: u64,
    changed_at: VecDeque<u64>,
}

impl Access {
    fn writes(&self) -> bool {
        match &self.what {
            What::Write(_) | What::Words(_) => true,
            What::Request(Request { operation: Operation::Atomic(atomic), .. }) => {
                atomic.op != AtomicOp::Load
            }
            What::Request(_) => false,
        }
    }
}

impl Part {
    /// Address of `len` bytes at `offset`, if they are inside.
    fn place(&self, offset: u64, len: usize) -> Option<*mut u8> {
        let offset = usize::try_from(offset).ok()?;
        let is_inside = offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        is_inside.then(|| self.map.part(offset, len).as_ptr())
    }

    /// Address of the word at `offset`, if it is inside and aligned.
    fn word(&self, offset: u64, width: usize) -> Option<*mut u8> {
        let is_word = matches!(width, 4 | 8) && offset.is_multiple_of(width as u64);
        self.place(offset, width).filter(|_| is_word)
    }
}

impl Remote {
    /// Whether others can access its memory.
    pub(super) fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    fn part(&self, segment: u32) -> Option<&Part> {
        self.parts.iter().find(|(number, _)| *number == segment).map(|(_, part)| part)
    }

    fn counter(&mut self, number: u64) -> &mut Counter {
        let at = self.counters.iter().position(|(other, _)| *other == number);
        let at = at.unwrap_or_else(|| {
            self.counters.push((number, Counter::default()));
            self.counters.len() - 1
        });
        &mut self.counters[at].1
    }

    /// When a condition that its rank waits for is met, if that is known.
    pub(super) fn when(&self, what: &For) -> Option<u64> {
        match *what {
            For::Change { count } => {
                let Some(ahead) = count.checked_sub(self.changes) else {
                    // The latest of these writes is the last one kept.
                    let back = (self.changes - count) as usize;
                    let at = self.changed_at.len().checked_sub(back);
                    return Some(at.map_or(0, |at| self.changed_at[at]));
                };
                let mut writes = self.pending.iter().filter(|access| access.writes());
                writes.nth(ahead as usize).map(|access| access.at)
            }
            For::Answers { counter } => {
                let found = self.counters.iter().find(|(number, _)| *number == counter);
                match found {
                    Some((_, counter)) if counter.left > 0 => None,
                    Some((_, counter)) => Some(counter.done_at),
                    None => Some(0),
                }
            }
            For::Gone { bytes } => {
                if bytes <= self.gone_told {
                    return Some(0);
                }
                self.gone.iter().find(|(_, all)| *all >= bytes).map(|(at, _)| *at)
            }
            For::Message { .. } | For::Room { .. } | For::Closed { .. } => None,
        }
    }

    /// What the rank is told at `at` about a condition: bytes that have arrived, and whether a
    /// target had closed its part.
    pub(super) fn news(&mut self, what: &For, at: u64) -> (u64, bool) {
        match *what {
            For::Answers { counter } => {
                let is_it = |(number, it): &(u64, Counter)| {
                    *number == counter && it.left == 0 && it.done_at <= at
                };
                let found = self.counters.iter().position(is_it);
                let found = found.map(|found| self.counters.swap_remove(found));
                (0, found.is_some_and(|(_, counter)| counter.is_closed))
            }
            For::Gone { .. } => {
                self.tell_gone(at);
                (self.gone_told, false)
            }
            _ => (0, false),
        }
    }

    /// Counts everything that has arrived by `at` as told; the times need not be kept.
    fn tell_gone(&mut self, at: u64) {
        while let Some((_, all)) = self.gone.pop_front_if(|(time, _)| *time <= at) {
            self.gone_told = all;
        }
    }
}

impl Machine {
    /// Performs all accesses that can be performed.
    pub(super) fn serve(&mut self) {
        let mut touched = std::mem::take(&mut self.traffic.touched);
        touched.retain(|&at| {
            self.settle(at, self.untouched_until(at));
            !self.members[at].remote.pending.is_empty()
        });
        touched.append(&mut self.traffic.touched);
        self.traffic.touched = touched;
    }

    /// Time up to which a rank certainly neither reads nor writes its memory.
    pub(super) fn untouched_until(&self, at: usize) -> u64 {
        let member = &self.members[at];
        let least = member.least();
        if member.has_left || least < u64::MAX || member.meets_at().is_none() {
            return least;
        }
        // In a barrier, it continues when the last rank has arrived.
        let here = self.members.iter().filter(|member| !member.has_left);
        here.map(|member| member.meets_at().unwrap_or_else(|| member.least())).max().unwrap_or(0)
    }

    /// Performs the accesses to a rank's memory that are due by `until`.
    pub(super) fn settle(&mut self, at: usize, until: u64) {
        let member = &mut self.members[at];
        while let Some(access) = member.remote.pending.pop_front_if(|it| it.at <= until) {
            self.traffic.perform(member, access);
        }
        let place = model::SLOT + at * model::SLOT_BYTES;
        let (remote, map) = (&member.remote, &self.shared.map);
        // SYNC changes: the data was written before.
        map.word(place + model::CHANGES).store(remote.changes, Release);
        // SYNC pending: stored before the horizon to which it belongs.
        let first = remote.pending.front().map_or(0, |access| access.at);
        map.word(place + model::PENDING).store(first, Release);
    }

    /// Maps memory that a rank has sent as its part of a segment.
    pub(super) fn take_part(&mut self, at: usize, query: &Query) -> Result<(), Error> {
        let member = &mut self.members[at];
        let lacks = || Error::new(libc::EPROTO, "there is no memory");
        if !socket::ready(&[member.socket.as_raw_fd()], Duration::ZERO)[0] {
            return Err(lacks());
        }
        let (_, fds) = socket::recv(&member.socket, &mut [0; 16])?;
        let fd = fds.first().ok_or_else(lacks)?;
        let bytes = check_size(fd.as_fd())?;
        let map = Map::new(fd.as_fd(), 0, bytes, Way::Write)?;
        if member.remote.landing.is_none() {
            let (at, bytes) = (inbox::LANDING, inbox::LANDING_BYTES);
            member.remote.landing = Some(Map::new(member.inbox.as_fd(), at, bytes, Way::Write)?);
        }
        member.remote.parts.push((query.extra as u32, Part { map, bytes }));
        Ok(())
    }
}

impl Traffic {
    /// A rank issues a request to a rank's memory.
    pub(super) fn request(
        &mut self,
        member: &mut Member,
        record: &Record,
    ) -> Result<(), &'static str> {
        let len = record.len as usize;
        let mut bytes = vec![0; len];
        member.ring.read(member.head + HEADER as u64, &mut bytes);
        if record.kind == RecordKind::Words {
            return self.words(member, record, &bytes);
        }
        if record.kind == RecordKind::Put {
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let offset = record.count.saturating_add((len - rest.len()) as u64);
                let (piece, later) = rest.split_at(self.config().put_piece(offset, rest.len()));
                let wire = ADDRESS_BYTES + piece.len();
                self.access(member, record, offset, wire, What::Write(piece.into()));
                rest = later;
            }
            return Ok(());
        }
        let request = <&[u8; BYTES]>::try_from(&bytes[..]).ok().and_then(Request::decode);
        let request = request.ok_or("sends an invalid memory request")?;
        let answer = match request.operation {
            Operation::Get { len } => len as usize,
            _ => size_of::<u64>(),
        };
        if request.back.is_none() && !matches!(request.operation, Operation::Atomic(_)) {
            return Err("requests a reply without a place for it");
        }
        if let Some(back) = &request.back {
            if back.landing as usize + answer > inbox::LANDING_BYTES {
                return Err("requests a reply to a place without room for it");
            }
            member.remote.counter(back.counter).left += 1;
        }
        self.access(member, record, record.count, request.wire_bytes(), What::Request(request));
        Ok(())
    }

    /// Handles one packet of word operations.
    fn words(
        &mut self,
        member: &Member,
        record: &Record,
        bytes: &[u8],
    ) -> Result<(), &'static str> {
        let (each, rest) = bytes.as_chunks::<WORD_BYTES>();
        let words: Option<Box<[_]>> = each.iter().map(decode_word).collect();
        let words = words
            .filter(|_| rest.is_empty())
            .ok_or("sends an invalid request for words of memory")?;
        if words.is_empty() || words.len() > self.config().words_of_packet() {
            return Err("sends a number of operations that does not fit in a packet");
        }
        let wire = words.len() * WORD_WIRE_BYTES;
        self.access(member, record, 0, wire, What::Words(words));
        Ok(())
    }

    fn access(&mut self, member: &Member, record: &Record, offset: u64, wire: usize, what: What) {
        let from = member.number;
        let access = Access { at: 0, from, segment: record.port, offset, what };
        let to = record.dst as usize;
        self.requests += 1;
        let gone = self.config().network.header_bytes + wire as u64;
        let parcel = self.keep(Parcel::Request { to, gone, access });
        self.inject_between(record.at, [from as u32, to as u32], wire, Subnet::Request, parcel);
    }

    /// A request has left the network: its issuer may have that many more bytes outstanding.
    pub(super) fn went(&self, member: &mut Member, bytes: u64, at: u64) {
        member.remote.tell_gone(member.clock);
        let all = member.remote.gone.back().map_or(member.remote.gone_told, |(_, all)| *all);
        member.remote.gone.push_back((at, all + bytes));
        self.update(member);
    }

    /// A request arrives at its target's memory at `at`.
    pub(super) fn come(&mut self, member: &mut Member, access: Access, at: u64) {
        if member.remote.pending.is_empty() {
            self.touched.push(member.number);
        }
        member.remote.pending.push_back(Access { at, ..access });
        self.update(member);
    }

    /// Performs an access at the interface of `member`.
    fn perform(&mut self, member: &mut Member, access: Access) {
        let Access { at, from, segment, offset, ref what } = access;
        let part = member.remote.part(segment);
        let mut answer = Vec::new();
        let is_done = match what {
            What::Write(bytes) => part.and_then(|part| part.place(offset, bytes.len())).map(|to| {
                // SAFETY: the place is in the mapping. Races with the programs' own accesses are
                // the programs' responsibility.
                unsafe { word::write(to, bytes.as_ptr(), bytes.len()) };
            }),
            What::Words(words) => part.and_then(|part| {
                words.iter().try_for_each(|(offset, atomic)| {
                    let at = part.word(*offset, atomic.width)?;
                    // SAFETY: as above, and aligned.
                    unsafe { word::apply(at, atomic) };
                    Some(())
                })
            }),
            What::Request(Request { operation, .. }) => match *operation {
                Operation::Get { len } => {
                    part.and_then(|it| it.place(offset, len as usize)).map(|it| {
                        answer.resize(len as usize, 0);
                        // SAFETY: as above.
                        unsafe { word::read(it, answer.as_mut_ptr(), answer.len()) };
                    })
                }
                Operation::Atomic(atomic) => {
                    part.and_then(|part| part.word(offset, atomic.width)).map(|at| {
                        // SAFETY: as above, and aligned.
                        let old = unsafe { word::fetch(at, &atomic) };
                        answer.extend(old.to_ne_bytes());
                    })
                }
                Operation::Echo => part.map(drop),
            },
        };
        if access.writes() && is_done.is_some() {
            member.change(at);
        }
        if let What::Request(Request { back: Some(back), .. }) = what {
            self.answer([member.number, from], *back, answer, is_done.is_none(), at);
        }
    }

    /// Sends an answer, which leaves memory at `at`.
    fn answer(
        &mut self,
        [from, to]: [usize; 2],
        back: Return,
        bytes: Vec<u8>,
        is_closed: bool,
        at: u64,
    ) {
        let most = self.config().put_piece(0, usize::MAX);
        let count = bytes.len().div_ceil(most).max(1);
        for place in 0..count {
            let begin = place * most;
            let piece = bytes[begin..bytes.len().min(begin + most)].to_vec();
            let wire = ADDRESS_BYTES + piece.len();
            let back = Return { landing: back.landing + begin as u32, ..back };
            let is_last = place + 1 == count;
            let answer = Answer { to, back, bytes: piece, is_closed, is_last };
            let parcel = self.keep(Parcel::Answer(answer));
            self.inject_later(at, [from as u32, to as u32], wire, parcel);
        }
    }

    /// A packet of an answer arrives at the rank that issued the request.
    pub(super) fn answered(&self, member: &mut Member, answer: &Answer, at: u64) {
        let remote = &mut member.remote;
        let (place, len) = (answer.back.landing as usize, answer.bytes.len());
        if let Some(landing) = &remote.landing {
            let to = landing.part(place, len).as_ptr();
            // SAFETY: in the mapping; the rank does not read there before it is told.
            unsafe { to.copy_from_nonoverlapping(answer.bytes.as_ptr(), len) };
        }
        let counter = remote.counter(answer.back.counter);
        counter.left -= u64::from(answer.is_last && counter.left > 0);
        counter.done_at = counter.done_at.max(at);
        counter.is_closed |= answer.is_closed;
        self.update(member);
    }

    /// A rank has closed its part of a segment.
    pub(super) fn close_segment(member: &mut Member, number: u32) -> Result<(), &'static str> {
        let parts = &mut member.remote.parts;
        let at = parts.iter().position(|(other, _)| *other == number);
        parts.swap_remove(at.ok_or("closes a segment that it has not opened")?);
        Ok(())
    }
}

impl Member {
    /// Counts a write by others to its memory, and keeps its time if a query waits for writes.
    fn change(&mut self, at: u64) {
        let is_change = |query: &Query| {
            let waits = matches!(query.kind, Kind::Poll | Kind::Wait);
            waits && query.waits.iter().any(|wait| matches!(wait.what, For::Change { .. }))
        };
        let queries = || self.queries.iter().flatten().map(|pending| &pending.query);
        let is_waited_for = queries().any(is_change);
        self.remote.changes += 1;
        match is_waited_for {
            true => self.remote.changed_at.push_back(at),
            false => self.remote.changed_at.clear(),
        }
    }
}

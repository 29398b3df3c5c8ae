//! Queries: a thread of a rank writes one into its seat, a slot in shared memory; the model
//! answers.

use crate::layout::{self, rank};
use crate::memory::Map;
use std::sync::atomic::Ordering::Relaxed;

/// Maximum number of conditions that one query waits for.
pub(crate) const WAITS: usize = 8;
/// Later than the end of any run, in ticks: two years at 65 ticks per nanosecond.
pub(crate) const LATEST: u64 = 1 << 62;
/// No deadline.
pub(crate) const NEVER: u64 = u64::MAX;

/// Kind of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    /// Is one of the conditions met now, or at a poll before the deadline?
    Poll = 1,
    /// Like a poll, from a call that blocks: the deadline is the program's timeout.
    Wait = 2,
    /// Drain the ring.
    Flush = 3,
    /// Start running although the model counts no thread of the rank as running.
    Enter = 4,
    /// Open a channel.
    Open = 5,
    /// Barrier over all ranks.
    Meet = 6,
    /// Leave the job.
    Leave = 7,
    /// Perform all accesses to the rank's memory that arrive up to the rank's clock.
    Settle = 8,
    /// Map memory as the rank's part of segment `extra`; its descriptor was sent over the socket.
    Segment = 9,
}

const KINDS: [Kind; 9] = [
    Kind::Poll,
    Kind::Wait,
    Kind::Flush,
    Kind::Enter,
    Kind::Open,
    Kind::Meet,
    Kind::Leave,
    Kind::Settle,
    Kind::Segment,
];

/// A condition that a query waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// Message number `index` of a channel is visible, counted from 0 since the channel was opened.
    Message { port: u32, index: u64 },
    /// Of the bytes on the wire that the channel has sent to `dst` since it was opened, `freed`
    /// have been released.
    Room { port: u32, dst: u32, freed: u64 },
    /// Others have written this rank's memory more than `count` times.
    Change { count: u64 },
    /// All answers to requests issued under this counter have arrived.
    Answers { counter: u64 },
    /// Of the bytes on the wire of this rank's requests to remote memory, `bytes` have arrived.
    Gone { bytes: u64 },
    /// A channel of another rank has closed. Only for a query about now.
    Closed { dst: u32 },
}

/// A condition, and when each round of polls checks it, in ticks after the start of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) what: For,
    pub(crate) offset: u64,
}

/// A query. Times are in ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Query {
    pub(crate) kind: Kind,
    /// When it is posted.
    pub(crate) clock: u64,
    /// Latest time of the answer.
    pub(crate) deadline: u64,
    /// Duration of one round of polls.
    pub(crate) period: u64,
    /// The port to open, the segment number, or the hash over all calls of a rank that leaves.
    pub(crate) extra: u64,
    /// The conditions; the first is the one of the call itself, at offset 0.
    pub(crate) waits: Vec<Wait>,
}

/// The model's answer to a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Time of the answer: the rank's clock from now on, unless already later.
    pub(crate) clock: u64,
    /// If the first condition was `Room`: bytes released so far; if `Gone`: bytes that have
    /// arrived.
    pub(crate) freed: u64,
    /// If the first condition was `Room`: the peer channel has closed, reported once. If `Answers`:
    /// a target no longer has the segment. If `Closed`: it has. For `Kind::Segment`: the memory
    /// could not be mapped.
    pub(crate) is_gone: bool,
    /// If the first condition was `Room`: the peer has accepted a message.
    pub(crate) is_up: bool,
}

const MESSAGE: u64 = 1;
const ROOM: u64 = 2;
const CHANGE: u64 = 3;
const ANSWERS: u64 = 4;
const GONE: u64 = 5;
const CLOSED: u64 = 6;
const FIRST_WAIT: usize = 48;
const WAIT_BYTES: usize = 24;
/// Sequence number of the query among all queries of the rank, counted from 1.
const POST: usize = FIRST_WAIT + WAITS * WAIT_BYTES;

const _: () = assert!(POST + 8 <= rank::SEAT_BYTES);

impl Query {
    /// A query without conditions.
    pub(crate) fn plain(kind: Kind, clock: u64, extra: u64) -> Self {
        Self { kind, clock, deadline: NEVER, period: 1, extra, waits: Vec::new() }
    }

    /// A query whether one condition is met now.
    pub(crate) fn look(clock: u64, what: For) -> Self {
        let waits = vec![Wait { what, offset: 0 }];
        Self { kind: Kind::Poll, clock, deadline: clock, period: 1, extra: 0, waits }
    }

    /// Writes the query into a seat as the rank's query number `post`. The caller then stores the
    /// seat's own sequence number, at offset 0, which publishes it.
    pub(crate) fn write(&self, map: &Map, seat: usize, post: u64) {
        let at = rank::SEAT + seat * rank::SEAT_BYTES;
        let put = |offset: usize, value: u64| map.word(at + offset).store(value, Relaxed);
        let count = self.waits.len().min(WAITS);
        put(8, self.kind as u64 | (count as u64) << 32);
        put(POST, post);
        let words = [self.clock, self.deadline, self.period, self.extra];
        for (place, word) in words.into_iter().enumerate() {
            put(16 + 8 * place, word);
        }
        for (place, wait) in self.waits.iter().take(count).enumerate() {
            let (tag, port, dst, target) = match wait.what {
                For::Message { port, index } => (MESSAGE, port, 0, index),
                For::Room { port, dst, freed } => (ROOM, port, dst, freed),
                For::Change { count } => (CHANGE, 0, 0, count),
                For::Answers { counter } => (ANSWERS, 0, 0, counter),
                For::Gone { bytes } => (GONE, 0, 0, bytes),
                For::Closed { dst } => (CLOSED, 0, dst, 0),
            };
            let first = FIRST_WAIT + place * WAIT_BYTES;
            put(first, tag | u64::from(port) << 8 | u64::from(dst) << 32);
            put(first + 8, target);
            put(first + 16, wait.offset);
        }
    }

    /// Sequence number of the query in a seat, among all queries of its rank.
    pub(crate) fn post(map: &Map, seat: usize) -> u64 {
        map.word(rank::SEAT + seat * rank::SEAT_BYTES + POST).load(Relaxed)
    }

    /// Reads a seat; `None` if it holds no query. The values are not checked.
    pub(crate) fn read(map: &Map, seat: usize) -> Option<Self> {
        let at = rank::SEAT + seat * rank::SEAT_BYTES;
        let get = |offset: usize| map.word(at + offset).load(Relaxed);
        let head = get(8);
        let kind = KINDS.into_iter().find(|kind| *kind as u32 == head as u32)?;
        let count = (head >> 32) as usize;
        if count > WAITS {
            return None;
        }
        let wait = |place: usize| {
            let first = FIRST_WAIT + place * WAIT_BYTES;
            let (head, target) = (get(first), get(first + 8));
            let (port, dst) = ((head >> 8) as u32 & 0xff_ffff, (head >> 32) as u32);
            let what = match head & 0xff {
                MESSAGE => For::Message { port, index: target },
                ROOM => For::Room { port, dst, freed: target },
                CHANGE => For::Change { count: target },
                ANSWERS => For::Answers { counter: target },
                GONE => For::Gone { bytes: target },
                CLOSED => For::Closed { dst },
                _ => return None,
            };
            Some(Wait { what, offset: get(first + 16) })
        };
        Some(Self {
            kind,
            clock: get(16),
            deadline: get(24),
            period: get(32),
            extra: get(40),
            waits: (0..count).map(wait).collect::<Option<_>>()?,
        })
    }
}

impl Answer {
    /// Offset of the answer to a seat of a rank.
    pub(crate) fn place(rank: usize, seat: usize) -> usize {
        use layout::model::{ANSWER, ANSWER_BYTES, SLOT, SLOT_BYTES};
        SLOT + rank * SLOT_BYTES + ANSWER + seat * ANSWER_BYTES
    }

    /// Writes the answer. The caller then stores the query's sequence number, which publishes it.
    pub(crate) fn write(&self, map: &Map, place: usize) {
        map.word(place + 8).store(self.clock, Relaxed);
        map.word(place + 16).store(self.freed, Relaxed);
        let flags = u64::from(self.is_gone) | u64::from(self.is_up) << 1;
        map.word(place + 24).store(flags, Relaxed);
    }

    pub(crate) fn read(map: &Map, place: usize) -> Self {
        let flags = map.word(place + 24).load(Relaxed);
        Self {
            clock: map.word(place + 8).load(Relaxed),
            freed: map.word(place + 16).load(Relaxed),
            is_gone: flags & 1 == 1,
            is_up: flags & 2 == 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Access, create};
    use std::os::fd::AsFd;

    #[test]
    fn queries_and_answers_come_out_as_they_went_in() {
        let fd = create(c"test", rank::BYTES).expect("memory");
        let map = Map::new(fd.as_fd(), 0, rank::BYTES, Access::Write).expect("a map");
        let message = For::Message { port: 1023, index: 1 << 40 };
        let room = For::Room { port: 7, dst: u32::MAX - 1, freed: 12 };
        let others = [
            For::Change { count: 1 << 50 },
            For::Answers { counter: 3 },
            For::Gone { bytes: 1 << 33 },
            For::Closed { dst: 1 << 31 | 5 },
        ];
        let waits = [message, room].into_iter().chain(others);
        let waits = waits.zip((0..).step_by(50)).map(|(what, offset)| Wait { what, offset });
        let waits: Vec<_> = waits.collect();
        let query =
            Query { kind: Kind::Wait, clock: 5, deadline: NEVER, period: 3, extra: 2, waits };
        query.write(&map, 7, 9);
        assert_eq!((Query::read(&map, 7), Query::post(&map, 7)), (Some(query), 9));
        map.word(rank::SEAT + 8).store(99, Relaxed);
        assert_eq!(Query::read(&map, 0), None, "no such kind");
        let answer = Answer { clock: 9, freed: 8, is_gone: true, is_up: false };
        answer.write(&map, 64);
        assert_eq!(Answer::read(&map, 64), answer);
    }
}

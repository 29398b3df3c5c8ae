//! Questions: what a thread of a rank writes into its seat, and what the model answers.

use crate::layout::{self, rank};
use crate::memory::Map;
use std::sync::atomic::Ordering::Relaxed;

/// The most things that one question waits for.
pub(crate) const WAITS: usize = 8;
/// No limit.
pub(crate) const NEVER: u64 = u64::MAX;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    /// Whether something is there, now or within polls until the deadline.
    Poll = 1,
    /// As a poll, by a call that waits: its limit is the program's.
    Wait = 2,
    /// That the ring be emptied.
    Flush = 3,
    /// To go on although another thread of the rank waits.
    Enter = 4,
    /// That a channel be opened.
    Open = 5,
    /// That all ranks come here.
    Meet = 6,
    /// To leave.
    Leave = 7,
    /// That everything be done to the rank's memory that comes up to now.
    Settle = 8,
    /// That memory be taken up as the rank's part of segment `extra`: it was sent over the socket.
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

/// Something that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// The message number `index` of a channel, counted from 0 since it was opened.
    Message { port: u32, index: u64 },
    /// That of what the channel has sent to `dst` since it was opened `freed` bytes on the wire are
    /// released.
    Room { port: u32, dst: u32, freed: u64 },
    /// That others have written this rank's memory more often than `count` times.
    Change { count: u64 },
    /// All answers to what was asked under this number.
    Answers { counter: u64 },
    /// That of what this rank has asked of others' memory `bytes` bytes on the wire have arrived.
    Gone { bytes: u64 },
}

/// One of them, and when in each round it is looked at, in ticks after the round's beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) what: For,
    pub(crate) offset: u64,
}

/// A question. Times are in ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) kind: Kind,
    /// When it is put.
    pub(crate) clock: u64,
    /// When it is answered at the latest.
    pub(crate) deadline: u64,
    /// How long a round of polls takes.
    pub(crate) period: u64,
    /// The port to open, or the sum over all calls of a rank that leaves.
    pub(crate) extra: u64,
    /// The first is what the call itself wants, at offset 0.
    pub(crate) waits: Vec<Wait>,
}

/// An answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// When it is given: the clock of the rank from now on.
    pub(crate) clock: u64,
    /// Where the first thing waited for was room: bytes that are released; or that have arrived.
    pub(crate) freed: u64,
    /// And whether the other channel was closed, which is told once. Where it was answers, whether
    /// one said that there is no such memory; where it was a segment, whether it could not be had.
    pub(crate) is_gone: bool,
    /// And whether it has taken anything.
    pub(crate) is_up: bool,
}

const MESSAGE: u64 = 1;
const ROOM: u64 = 2;
const CHANGE: u64 = 3;
const ANSWERS: u64 = 4;
const GONE: u64 = 5;
const FIRST_WAIT: usize = 48;
const WAIT_BYTES: usize = 24;
/// Which of all questions of the rank it is, counted from 1.
const POST: usize = FIRST_WAIT + WAITS * WAIT_BYTES;

const _: () = assert!(POST + 8 <= rank::SEAT_BYTES);

impl Ask {
    /// A question without anything to wait for.
    pub(crate) fn plain(kind: Kind, clock: u64, extra: u64) -> Self {
        Self { kind, clock, deadline: NEVER, period: 1, extra, waits: Vec::new() }
    }

    /// A look at one thing, now.
    pub(crate) fn look(clock: u64, what: For) -> Self {
        let waits = vec![Wait { what, offset: 0 }];
        Self { kind: Kind::Poll, clock, deadline: clock, period: 1, extra: 0, waits }
    }

    /// Writes it into a seat as the rank's question number `post`; the number of the question of
    /// this seat, at offset 0, is for the caller.
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
            };
            let first = FIRST_WAIT + place * WAIT_BYTES;
            put(first, tag | u64::from(port) << 8 | u64::from(dst) << 32);
            put(first + 8, target);
            put(first + 16, wait.offset);
        }
    }

    /// Which question of its rank stands in a seat.
    pub(crate) fn post(map: &Map, seat: usize) -> u64 {
        map.word(rank::SEAT + seat * rank::SEAT_BYTES + POST).load(Relaxed)
    }

    /// What stands in a seat, if it is a question; its values are not checked.
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
    /// Where the answer to a seat of a rank stands.
    pub(crate) fn place(rank: usize, seat: usize) -> usize {
        use layout::model::{ANSWER, ANSWER_BYTES, SLOT, SLOT_BYTES};
        SLOT + rank * SLOT_BYTES + ANSWER + seat * ANSWER_BYTES
    }

    /// Writes it; the number of the question, which says that it is there, is for the caller.
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
    fn questions_and_answers_come_out_as_they_went_in() {
        let fd = create(c"test", rank::BYTES).expect("memory");
        let map = Map::new(fd.as_fd(), 0, rank::BYTES, Access::Write).expect("a map");
        let message = For::Message { port: 1023, index: 1 << 40 };
        let room = For::Room { port: 7, dst: u32::MAX - 1, freed: 12 };
        let others = [
            For::Change { count: 1 << 50 },
            For::Answers { counter: 3 },
            For::Gone { bytes: 1 << 33 },
        ];
        let waits = [message, room].into_iter().chain(others);
        let waits = waits.zip((0..).step_by(50)).map(|(what, offset)| Wait { what, offset });
        let waits: Vec<_> = waits.collect();
        let ask = Ask { kind: Kind::Wait, clock: 5, deadline: NEVER, period: 3, extra: 2, waits };
        ask.write(&map, 7, 9);
        assert_eq!((Ask::read(&map, 7), Ask::post(&map, 7)), (Some(ask), 9));
        map.word(rank::SEAT + 8).store(99, Relaxed);
        assert_eq!(Ask::read(&map, 0), None, "no such kind");
        let answer = Answer { clock: 9, freed: 8, is_gone: true, is_up: false };
        answer.write(&map, 64);
        assert_eq!(Answer::read(&map, 64), answer);
    }
}

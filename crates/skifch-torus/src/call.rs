//! One call of the program: what it costs, what it tells the model, and what it asks the model.

use crate::config::Compute;
use crate::history::{Look, PollLoop};
use crate::layout::rank as place;
use crate::rank::{Rank, Seat, State};
use crate::record::{self, CallRecord, Record};
use crate::seat::{Answer, For, Kind, Query, WAITS, Wait};
use crate::threads::{Entry, tid};
use skifch_backend::Error;
use skifch_backend::abi::iovec;
use skifch_backend::iov::Cursor;
use std::cell::Cell;
use std::sync::MutexGuard;
use std::sync::atomic::Ordering::{Relaxed, Release};

/// Names of calls, indexed by `Op`, for reports and for matching recordings.
pub(crate) const OPS: &[&str] = &[
    "?",
    "Send",
    "Recv",
    "RecvComp",
    "Wait",
    "Time",
    "Open",
    "Close",
    "Meet",
    "Leave",
    "look",
    "Compute",
    "Put",
    "Get",
    "GetAsync",
    "Atomic",
    "Fence",
    "Quiet",
    "Syncreads",
    "SegOpen",
    "SegClose",
    "Join",
];

/// Kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Op {
    Send = 1,
    Recv,
    Comp,
    Wait,
    Time,
    Open,
    Close,
    Meet,
    Leave,
    Look,
    Compute,
    Put,
    Get,
    GetAsync,
    Atomic,
    Fence,
    Quiet,
    Syncreads,
    OpenSegment,
    CloseSegment,
    Join,
}

/// Minimum virtual time for which rounds of polls are skipped: 1 ms, or less if the program reads
/// the clock in between and may have a timeout of its own; and the maximum.
const PASS_NS: u64 = 1_000_000;
const PASS_WITH_TIME_NS: u64 = 10_000;
const PASS_MOST_NS: u64 = 1_000_000_000;

thread_local! {
    /// CPU time of the thread at the end of its last call.
    static LEFT_NS: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// A call in progress. It holds the rank's state, except while it waits.
pub(crate) struct Call<'a> {
    rank: &'a Rank,
    /// `None` only while the call waits for an answer or a seat.
    state: Option<MutexGuard<'a, State>>,
    op: Op,
    port: u32,
    peer: u32,
    result: i64,
    /// When the call began, and how many messages it sent or returned: for a trace.
    begun: u64,
    moved: u32,
}

impl Rank {
    /// Begins a call.
    pub(crate) fn call(&self, op: Op, port: u32, peer: u32) -> Result<Call<'_>, Error> {
        let state = Some(self.lock());
        let mut call = Call { rank: self, state, op, port, peer, result: 0, begun: 0, moved: 0 };
        call.begin()?;
        call.begun = call.clock();
        Ok(call)
    }
}

impl<'a> Call<'a> {
    fn begin(&mut self) -> Result<(), Error> {
        let entry = self.state().threads.enter(tid());
        self.rank.check()?;
        let worked_ns = self.worked_ns()?;
        self.spend(worked_ns.saturating_mul(self.rank.costs.ticks_per_ns));
        let rank = self.rank;
        match entry {
            // Time may have passed since the last call, so pending accesses to memory may be due.
            Entry::Running => self.settle(),
            Entry::Joins => {
                rank.join(self.state());
                self.settle()
            }
            Entry::Asks => {
                let query = Query::plain(Kind::Enter, self.clock(), 0);
                self.query(&query)?;
                // The answer moved the clock to where the others are; this is not a round of polls.
                // If two ranks took it for one, each would advance the other, twice as far each
                // time.
                self.found();
                Ok(())
            }
        }
    }

    /// Time in ns that the program has computed since its last call.
    fn worked_ns(&mut self) -> Result<u64, Error> {
        let op = self.op as u64;
        match self.rank.config.compute {
            Compute::Zero | Compute::Annotated => Ok(0),
            Compute::Measured { scale_milli } => {
                let worked_ns = cpu_ns().saturating_sub(LEFT_NS.get());
                let worked_ns = worked_ns.saturating_mul(scale_milli) / 1000;
                self.state().recording.keep(op, worked_ns);
                Ok(worked_ns)
            }
            Compute::Recorded => self.state().recording.give(op),
        }
    }

    pub(crate) fn state(&mut self) -> &mut State {
        match &mut self.state {
            Some(state) => state,
            None => unreachable!("the state is away only while a call waits"),
        }
    }

    pub(crate) fn clock(&mut self) -> u64 {
        self.state().clock
    }

    pub(crate) fn config(&self) -> &'a crate::config::Config {
        &self.rank.config
    }

    /// Advances the rank's clock.
    pub(crate) fn spend(&mut self, ticks: u64) {
        let state = self.state();
        state.clock = state.clock.saturating_add(ticks);
    }

    /// Has the model perform all accesses to the rank's memory that arrive up to the rank's clock.
    fn settle(&mut self) -> Result<(), Error> {
        let rank = self.rank;
        let clock = self.clock();
        if self.state().remote.is_idle() || clock <= rank.settled() {
            return Ok(());
        }
        self.query(&Query::plain(Kind::Settle, clock, 0)).map(drop)
    }

    /// Sets the result of the call, for the trace.
    pub(crate) fn result(&mut self, result: i64) {
        self.result = result;
    }

    /// Counts a message that the call sent or returned.
    pub(crate) fn moved(&mut self) {
        self.moved += 1;
    }

    /// Queries the model and waits for the answer.
    pub(crate) fn query(&mut self, query: &Query) -> Result<Answer, Error> {
        let seat = match self.post(query) {
            Some(seat) => seat,
            None => self.post_late(query)?,
        };
        self.hear(seat)
    }

    /// Asks the model whether `what` is there now.
    pub(crate) fn ask(&mut self, what: For) -> Result<Answer, Error> {
        let query = Query::look(self.clock(), what);
        self.query(&query)
    }

    fn post(&mut self, query: &Query) -> Option<Seat> {
        let rank = self.rank;
        let state = self.state();
        rank.publish_clock(state);
        rank.post(state, query)
    }

    /// Posts a query when more threads wait than there are seats. Until it has a seat, this thread
    /// counts as not running, or the model would answer none of the others before its query; with a
    /// seat it enters again.
    #[cold]
    fn post_late(&mut self, query: &Query) -> Result<Seat, Error> {
        let rank = self.rank;
        let comes_in = query.kind == Kind::Enter;
        if !comes_in {
            rank.exit(self.state());
        }
        let enter = Query::plain(Kind::Enter, self.clock(), 0);
        let seat = loop {
            self.state = self.state.take().map(|state| rank.await_seat(state));
            rank.check()?;
            if let Some(seat) = self.post(if comes_in { query } else { &enter }) {
                break seat;
            }
        };
        if comes_in {
            return Ok(seat);
        }
        self.hear(seat)?;
        let query = Query { clock: query.clock.max(self.clock()), ..query.clone() };
        match self.post(&query) {
            Some(seat) => Ok(seat),
            // The seat that it had is free, and it has held the state since.
            None => unreachable!("a seat was left"),
        }
    }

    /// Waits for the answer to the query in a seat.
    fn hear(&mut self, seat: Seat) -> Result<Answer, Error> {
        let rank = self.rank;
        self.state = None;
        let answer = rank.answer(seat);
        self.state = Some(rank.lock());
        let state = self.state();
        rank.leave(state, seat);
        let answer = answer?;
        state.clock = state.clock.max(answer.clock);
        Ok(answer)
    }

    /// As far as this rank knows, `what` is not there yet, and comes at `next` at the earliest if
    /// that is given. Asks the model for certainty, or, in a poll loop, skips rounds until one of
    /// them succeeds. Returns the model's answer if the model was asked.
    pub(crate) fn seek(&mut self, what: For, next: Option<u64>) -> Result<Option<Answer>, Error> {
        let clock = self.clock();
        let poll_loop = self.state().history.poll_loop(Look::For(what), clock);
        let mut waits = poll_loop.as_ref().map_or_else(Vec::new, |poll_loop| poll_loop.waits(what));
        // While others may write the rank's memory, the program may look at it between its calls.
        if !self.state().remote.is_idle() && !waits.is_empty() {
            let count = self.rank.changes();
            waits.push(Wait { what: For::Change { count }, offset: 0 });
        }
        let Some(poll_loop) = poll_loop.filter(|_| waits.len() <= WAITS) else {
            return self.ask(what).map(Some);
        };
        let deadline = clock.saturating_add(self.rounds(&poll_loop, clock) * poll_loop.period);
        let period = poll_loop.period;
        let answer = match next.filter(|_| waits.len() == 1) {
            // Messages become visible in order: nothing unknown can come before `next`.
            Some(next) if round_up(clock, next, period) <= deadline => {
                self.state().clock = round_up(clock, next, period);
                None
            }
            _ => {
                let query = Query { kind: Kind::Poll, clock, deadline, period, extra: 0, waits };
                Some(self.query(&query)?)
            }
        };
        let passed = self.clock() - clock;
        self.state().history.pass(passed);
        Ok(answer)
    }

    /// Maximum number of rounds to skip: the longer the polls have been unsuccessful, the more.
    fn rounds(&self, poll_loop: &PollLoop, clock: u64) -> u64 {
        let ticks_per_ns = self.rank.costs.ticks_per_ns;
        let least = if poll_loop.has_time() { PASS_WITH_TIME_NS } else { PASS_NS };
        let waited = clock.saturating_sub(poll_loop.since);
        let pass = waited.clamp(least * ticks_per_ns, PASS_MOST_NS * ticks_per_ns);
        pass.div_ceil(poll_loop.period)
    }

    /// Records an unsuccessful call, which may be part of a poll loop.
    pub(crate) fn found_nothing(&mut self, look: Look) {
        let state = self.state();
        let clock = state.clock;
        state.history.push(look, clock);
    }

    /// Records a successful call, which ends any poll loop.
    pub(crate) fn found(&mut self) {
        self.state().history.clear();
    }

    /// Writes a record and its payload to the ring, draining the ring first if it is full.
    ///
    /// # Safety
    /// The cursor's elements are readable, and have `record.len` bytes from its position on.
    pub(crate) unsafe fn record(
        &mut self,
        record: &Record,
        mut payload: Cursor<'_>,
    ) -> Result<(), Error> {
        let rank = self.rank;
        let bytes = record.bytes();
        if !rank.has_room(self.state(), bytes) {
            let query = Query::plain(Kind::Flush, self.clock(), 0);
            self.query(&query)?;
        }
        let state = self.state();
        let (ring, at) = rank.ring(state);
        let head = record.encode();
        let body = ring.pieces(at + head.len() as u64, record.len as usize);
        // SAFETY: there is room from `at` on, which the model does not read before it is told, and
        // no other thread has the state; the payload is the caller's promise.
        unsafe {
            ring.write(at, head.as_ptr(), head.len());
            for (to, len) in body {
                payload.copy_to(to, len);
            }
        }
        rank.publish_tail(state, bytes);
        Ok(())
    }

    /// Writes a record without payload to the ring.
    pub(crate) fn note(&mut self, record: &Record) -> Result<(), Error> {
        // SAFETY: no bytes are read from the cursor.
        unsafe { self.record(record, Cursor::new(&[])) }
    }

    /// Stores the call in shared memory, for a death report, and adds it to the trace hash.
    fn remember(&mut self) {
        let (op, port, peer, result) = (self.op as u64, self.port, self.peer, self.result);
        let own = self.rank.own();
        let state = self.state();
        let about = [op | u64::from(port) << 8 | u64::from(peer) << 32, result as u64];
        let sum = about.into_iter().chain([state.clock]);
        state.trace = sum.fold(state.trace, |sum, word| mix(sum ^ word));
        let is_again = state.calls > 0 && state.last == about;
        state.calls += u64::from(!is_again);
        state.last = about;
        let at = (state.calls - 1) as usize % place::CALLS;
        let at = place::CALL + at * place::CALL_BYTES;
        let times = if is_again { own.word(at + 24).load(Relaxed) + 1 } else { 1 };
        for (offset, word) in (0..).step_by(8).zip([about[0], about[1], state.clock, times]) {
            own.word(at + offset).store(word, Relaxed);
        }
        // SYNC call-count: pairs with the acquire in `report::death`.
        own.word(place::CALL_COUNT).store(state.calls, Release);
    }

    /// Reports the call to the model, if a trace is wanted. This takes no virtual time.
    fn tell(&mut self) {
        let is_wanted = self.rank.config.outputs.trace.is_some();
        // A rank that has left sends nothing more.
        if !is_wanted || matches!(self.op, Op::Leave) {
            return;
        }
        let told =
            CallRecord { op: self.op as u32, moved: self.moved, result: self.result }.encode();
        let (dst, len, count) = (self.peer, told.len() as u32, self.begun);
        let at = self.clock();
        let record = Record { dst, len, count, ..Record::new(record::Kind::Call, self.port, at) };
        let element = iovec { iov_base: told.as_ptr().cast_mut().cast(), iov_len: told.len() };
        // SAFETY: the element is `told`, which lives here. A failure means that the run has ended.
        let _ = unsafe { self.record(&record, Cursor::new(&[element])) };
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        // A failure means that the run has ended, which the next call reports.
        let _ = self.settle();
        self.remember();
        self.tell();
        let rank = self.rank;
        rank.publish_clock(self.state());
        self.state().threads.leave(tid());
        if let Compute::Measured { .. } = rank.config.compute {
            LEFT_NS.set(cpu_ns());
        }
    }
}

/// The first of the times `clock`, `clock + period`, … that is not before `at`.
pub(crate) fn round_up(clock: u64, at: u64, period: u64) -> u64 {
    clock.saturating_add(at.saturating_sub(clock).div_ceil(period).saturating_mul(period))
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// CPU time of the calling thread.
fn cpu_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is a timespec of ours; the clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_where_polls_would_have_brought_it() {
        for (at, period) in [(0, 50), (100, 50), (101, 50), (150, 50), (1_000_003, 7)] {
            let polls = (0..).map(|n| 100 + n * period).find(|time| *time >= at);
            assert_eq!(Some(round_up(100, at, period)), polls, "{at} in steps of {period}");
        }
    }
}

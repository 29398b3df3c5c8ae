//! The fault injector: a port in front of another port that simulates network faults.
//!
//! Faults apply to sent datagrams. If every process of a job has an injector, each datagram passes
//! exactly one; only `partition_in` affects arriving datagrams. The decisions depend only on the
//! seed and the sequence of datagrams; when a delayed datagram is sent depends on the clock.

mod chance;
mod dice;
mod faults;
mod held;
#[cfg(test)]
mod tests;

use crate::port::MAX_DATAGRAM_BYTES;
use crate::{Addr, Arrival, Batch, Event, Port, Sent, SentRun, clock};
use dice::Dice;
pub use faults::Faults;
use held::{Held, Way, joined};
use skifch_backend::Error;
use std::fmt;
use std::io::{IoSlice, IoSliceMut};
use std::os::fd::BorrowedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Counts of datagrams handled by an injector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Passed to it for sending.
    pub seen: u64,
    /// Lost by `loss`.
    pub lost: u64,
    /// Sent twice.
    pub doubled: u64,
    /// Held back until later ones have overtaken them.
    pub reordered: u64,
    /// Delayed by a time.
    pub delayed: u64,
    /// Sent with one bit flipped.
    pub corrupted: u64,
    /// Truncated.
    pub truncated: u64,
    /// Lost because they were larger than `mtu`.
    pub too_big: u64,
    /// Lost because they were sent during a partition.
    pub cut_off: u64,
    /// Refused as if the socket were full; the caller retries them.
    pub full: u64,
    /// Lost because they arrived during a partition; a coalesced run counts once.
    pub cut_off_in: u64,
}

/// A port with faults.
pub struct Injector<P> {
    inner: P,
    faults: Faults,
    clock: fn() -> u64,
    start_ns: u64,
    state: Mutex<State>,
}

struct State {
    dice: Dice,
    held: Held,
    counts: Counts,
    /// The next datagram to this destination leaves from the address that the port receives at.
    unconnected: Option<Addr>,
}

impl State {
    /// The destination and source choice of the next datagram.
    fn way(&mut self, to: &Addr) -> Way {
        let is_unconnected = self.unconnected.take().as_ref() == Some(to);
        Way { to: *to, is_unconnected, is_kept: false }
    }
}

/// Extra delay in ns of a reordered datagram that is also delayed, per datagram to overtake it.
const LATE_NS: u64 = 20_000;

/// The decisions about one datagram. Every random number is drawn for every datagram, so that the
/// decisions do not depend on when it is sent.
struct Fate {
    is_lost: bool,
    is_doubled: bool,
    /// It is sent after this many others.
    steps: Option<u64>,
    delay_ns: Option<u64>,
    /// Position of the flipped bit, as a fraction of the length.
    corrupt: Option<f64>,
    /// Part that remains, as a fraction of the length.
    truncate: Option<f64>,
}

impl Fate {
    fn draw(faults: &Faults, dice: &mut Dice, number: u64) -> Self {
        Self {
            is_lost: faults.loss.says(dice, number),
            is_doubled: faults.dup.says(dice, number),
            steps: faults.reorder.says(dice, number).then(|| 1 + dice.below(3)),
            delay_ns: faults.delay.draw(dice, number),
            corrupt: faults.corrupt.says(dice, number).then(|| dice.fraction()),
            truncate: faults.truncate.says(dice, number).then(|| dice.fraction()),
        }
    }
}

impl<P: Port> Injector<P> {
    /// Puts `faults` in front of `inner`; passes their description with the seed to `log`.
    pub fn new(inner: P, faults: Faults, log: impl FnOnce(fmt::Arguments<'_>)) -> Self {
        Self::with_clock(inner, faults, log, clock::now_ns)
    }

    /// As [`Injector::new`], with another clock; times are in nanoseconds of that clock.
    pub fn with_clock(
        inner: P,
        faults: Faults,
        log: impl FnOnce(fmt::Arguments<'_>),
        clock: fn() -> u64,
    ) -> Self {
        log(format_args!("fault injection: {faults}"));
        let dice = Dice::new(faults.seed);
        let (held, counts) = (Held::default(), Counts::default());
        let state = State { dice, held, counts, unconnected: None };
        Self { inner, faults, clock, start_ns: clock(), state: Mutex::new(state) }
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        self.state().counts
    }

    /// The port behind the injector.
    pub fn inner(&self) -> &P {
        &self.inner
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the held datagrams that are due; returns the current time.
    fn release(&self, state: &mut State) -> Result<u64, Error> {
        let now_ns = (self.clock)();
        state.held.release(now_ns, state.counts.seen, &self.inner)?;
        Ok(now_ns)
    }

    fn pass(&self, state: &mut State, way: Way, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        let now_ns = self.release(state)?;
        if state.held.is_full() || self.faults.is_full(now_ns.saturating_sub(self.start_ns)) {
            state.counts.full += 1;
            return Ok(Sent::Full);
        }
        let number = state.counts.seen;
        state.counts.seen += 1;
        let fate = Fate::draw(&self.faults, &mut state.dice, number);
        let sent = self.meet(state, now_ns, fate, way, slices);
        // Datagrams that wait to be overtaken may have waited for this one.
        self.release(state)?;
        sent
    }

    /// Applies the decisions to a datagram.
    fn meet(
        &self,
        state: &mut State,
        now_ns: u64,
        fate: Fate,
        way: Way,
        slices: &[IoSlice<'_>],
    ) -> Result<Sent, Error> {
        let counts = &mut state.counts;
        let bytes: usize = slices.iter().map(|slice| slice.len()).sum();
        let elapsed_ns = now_ns.saturating_sub(self.start_ns);
        let gone = [
            (self.faults.is_cut_out(elapsed_ns), &mut counts.cut_off),
            (self.faults.mtu.is_some_and(|mtu| bytes > mtu), &mut counts.too_big),
            (fate.is_lost, &mut counts.lost),
        ];
        if let Some((_, count)) = gone.into_iter().find(|(is_gone, _)| *is_gone) {
            *count += 1;
            return Ok(Sent::Yes);
        }
        let copies = 1 + usize::from(fate.is_doubled);
        counts.doubled += u64::from(fate.is_doubled);
        let spoiled = spoil(&fate, slices, counts);
        let whole = [IoSlice::new(spoiled.as_deref().unwrap_or_default())];
        let is_kept = way.is_kept && spoiled.is_none();
        let (way, slices) =
            (Way { is_kept, ..way }, if spoiled.is_some() { &whole } else { slices });
        if let Some(delay_ns) = fate.delay_ns {
            counts.delayed += 1;
            counts.reordered += u64::from(fate.steps.is_some());
            // Datagrams sent a little later are to arrive before it.
            let late_ns = fate.steps.map_or(0, |steps| steps * LATE_NS);
            for _ in 0..copies {
                state.held.delay(now_ns + delay_ns + late_ns, way, slices);
            }
            return Ok(Sent::Yes);
        }
        if let Some(steps) = fate.steps {
            counts.reordered += 1;
            for _ in 0..copies {
                state.held.let_pass(counts.seen + steps, now_ns, way, slices);
            }
            return Ok(Sent::Yes);
        }
        let mut first = None;
        for _ in 0..copies {
            let sent = state.held.send(now_ns, &self.inner, way, slices)?;
            first.get_or_insert(sent);
        }
        Ok(first.unwrap_or(Sent::Yes))
    }
}

/// The corrupted or truncated datagram; none if it stays unchanged.
fn spoil(fate: &Fate, slices: &[IoSlice<'_>], counts: &mut Counts) -> Option<Vec<u8>> {
    if fate.corrupt.is_none() && fate.truncate.is_none() {
        return None;
    }
    let mut bytes = joined(slices);
    if let (Some(at), false) = (fate.corrupt, bytes.is_empty()) {
        let bit = (at * (bytes.len() * 8) as f64) as usize;
        bytes[bit / 8] ^= 1 << (bit % 8);
        counts.corrupted += 1;
    }
    if let (Some(at), false) = (fate.truncate, bytes.is_empty()) {
        bytes.truncate((at * bytes.len() as f64) as usize);
        counts.truncated += 1;
    }
    Some(bytes)
}

impl<P: Port> Port for Injector<P> {
    fn send(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        let mut state = self.state();
        let way = state.way(to);
        self.pass(&mut state, way, slices)
    }

    fn send_kept(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
        let mut state = self.state();
        let way = Way { is_kept: true, ..state.way(to) };
        self.pass(&mut state, way, slices)
    }

    /// Each datagram of a run gets its own decisions.
    fn send_run(
        &self,
        to: &Addr,
        slices: &[IoSlice<'_>],
        segment_bytes: usize,
    ) -> Result<SentRun, Error> {
        if !(1..=MAX_DATAGRAM_BYTES).contains(&segment_bytes) {
            return self.inner.send_run(to, slices, segment_bytes);
        }
        let mut state = self.state();
        let way = state.way(to);
        let bytes = joined(slices);
        let mut segments = 0;
        for datagram in bytes.chunks(segment_bytes) {
            match self.pass(&mut state, way, &[IoSlice::new(datagram)])? {
                Sent::Yes => segments += 1,
                end => return Ok(SentRun { segments, end }),
            }
        }
        Ok(SentRun { segments, end: Sent::Yes })
    }

    fn recv_batch(&self, batch: &mut Batch, parts: &mut [IoSliceMut<'_>]) -> Result<usize, Error> {
        let now_ns = self.release(&mut self.state())?;
        let mut got = self.inner.recv_batch(batch, parts)?;
        if !self.faults.is_cut_in(now_ns.saturating_sub(self.start_ns)) {
            return Ok(got);
        }
        while got > 0 {
            self.state().counts.cut_off_in += got as u64;
            got = self.inner.recv_batch(batch, parts)?;
        }
        Ok(0)
    }

    fn recv_one(&self, room: &mut [u8]) -> Result<Option<Arrival>, Error> {
        let now_ns = self.release(&mut self.state())?;
        let mut got = self.inner.recv_one(room)?;
        if !self.faults.is_cut_in(now_ns.saturating_sub(self.start_ns)) {
            return Ok(got);
        }
        while got.is_some() {
            self.state().counts.cut_off_in += 1;
            got = self.inner.recv_one(room)?;
        }
        Ok(None)
    }

    fn unconnect(&self, to: &Addr) {
        self.state().unconnected = Some(*to);
    }

    fn next_event(&self) -> Result<Option<Event>, Error> {
        self.release(&mut self.state())?;
        self.inner.next_event()
    }

    fn fd(&self) -> BorrowedFd<'_> {
        self.inner.fd()
    }

    fn dropped(&self) -> u64 {
        self.inner.dropped()
    }

    fn due_ns(&self) -> Option<u64> {
        let own = self.state().held.due_ns();
        [own, self.inner.due_ns()].into_iter().flatten().min()
    }
}

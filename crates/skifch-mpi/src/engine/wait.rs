//! Waiting: progress until a condition holds, and sleep when there is nothing to do.

use super::ends::Ends;
use super::global::{self, LOCKED};
use super::{Engine, Port, ThreadLevel, attempt, with};
use crate::coll;
use crate::error::{Class, Error, Result, fail};
use crate::p2p::{Header, Kind};
use skifch::{Events, Job, Waits, Yielding};
use std::thread::ThreadId;
use std::time::Instant;

/// Limits of empty polls before a wait does something else.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// Before a blocking receive is posted.
    pub(crate) recv: u32,
    /// Before the channel's own wait takes over, which spins, yields and sleeps as its settings and
    /// the number of ranks on this host say.
    idle: u32,
    /// The same while other threads of the process wait too. Each poll is followed by a yield of
    /// the CPU: the thread whose message has arrived may be among those that then run.
    among: u32,
}

impl Patience {
    const ALONE: Self = Self { recv: 256, idle: 64, among: 128 };
    /// With shared CPUs, each poll delays a rank that has work to do.
    const SHARED: Self = Self { recv: 1, idle: 0, among: 128 };
    const VIRTUAL: Self = Self { among: 0, ..Self::ALONE };

    /// Fewer polls where ranks share CPUs, unless time is virtual: there a poll takes virtual time,
    /// and nothing may depend on the CPUs of the host.
    pub(super) fn of(job: &Job, is_virtual: bool) -> Self {
        match is_virtual {
            true => Self::VIRTUAL,
            false if job.oversubscribed() => Self::SHARED,
            false => Self::ALONE,
        }
    }
}

/// State of the waiting threads, and of the check for ended peers.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Number of waiting threads.
    threads: u32,
    /// Those of them that sleep until another thread has news, or are about to. Whoever has news
    /// empties the list.
    pub(super) sleepers: Vec<ThreadId>,
    /// The threads that have waited long, which the launcher can read, and the calls they are in.
    pub(super) long: Vec<(ThreadId, String)>,
    /// Number of messages that were greetings, which bring no waiting thread forward; it wraps.
    pub(crate) greetings: u32,
    /// A peer is gone, and no call has failed with that yet.
    untold: Option<Error>,
    /// `None` in virtual time: there the network itself detects waits that nobody can end.
    pub(super) ends: Option<Ends>,
}

impl Waiting {
    pub(super) fn of(job: &Job, is_virtual: bool) -> Self {
        let ends = (!is_virtual).then(|| Ends::new(job.time_ns()));
        Self { ends, ..Self::default() }
    }
}

/// Limit of a sleep when more than one event could end the wait.
const SLICE_NS: i64 = 500_000;
/// Limit of the watching thread's sleep: normally it is woken by a message, which may find no room.
const WATCH_NS: i64 = 50_000_000;

/// A wait that lasts this long is reported to the launcher.
pub(super) const LONG_NS: u64 = 100_000_000;

/// The wait of one thread, in which nothing comes.
#[derive(Default)]
struct Vain {
    since_ns: Option<u64>,
    /// It has been reported to the launcher.
    is_said: bool,
}

impl Vain {
    /// Something has arrived, or the wait is over.
    fn is_over(&mut self) -> Result<()> {
        let Self { since_ns, is_said } = std::mem::take(self);
        if since_ns.is_some() { with(|engine| engine.waits_no_more(is_said)) } else { Ok(()) }
    }
}

/// Makes progress until `done` returns something. `call` is the function that the program called.
///
/// # Errors
/// The error of `done`; a peer that is gone; what the network reports.
pub(crate) fn until<T>(
    call: &'static str,
    done: impl FnMut(&mut Engine) -> Option<Result<T>>,
) -> Result<T> {
    until_by_turns(call, 0, done)
}

/// [`until`] for a condition that no message announces: each of the first polls that find nothing,
/// at least `yields` of them, is followed by a yield of the CPU.
///
/// # Errors
/// As [`until`].
pub(crate) fn until_by_turns<T>(
    call: &'static str,
    yields: u32,
    done: impl FnMut(&mut Engine) -> Option<Result<T>>,
) -> Result<T> {
    let (mut is_counted, mut vain) = (false, Vain::default());
    let result = turns(call, yields, &mut is_counted, &mut vain, done);
    if is_counted {
        with(|engine| engine.waiting.threads -= 1)?;
    }
    vain.is_over()?;
    result.or_else(|error| explained(error, call))
}

/// Fails with the error. If the network has found that nothing can come, explains what this process
/// waits for.
#[cold]
fn explained<T>(error: Error, call: &'static str) -> Result<T> {
    if error.is_standstill() {
        with(|engine| engine.stands_still(call))?;
    }
    Err(error)
}

/// `is_counted` tells whether this thread is counted as waiting, also after an error.
fn turns<T>(
    call: &'static str,
    yields: u32,
    is_counted: &mut bool,
    vain: &mut Vain,
    mut done: impl FnMut(&mut Engine) -> Option<Result<T>>,
) -> Result<T> {
    let (mut idle, mut told) = (0, None);
    loop {
        let polled = match with(|engine| match done(engine) {
            Some(result) => {
                engine.waiting.threads -= u32::from(std::mem::take(is_counted));
                if told.is_some() {
                    engine.waiting.untold = told.take();
                }
                Err(result)
            }
            None => {
                engine.waiting.threads += u32::from(!std::mem::replace(is_counted, true));
                Ok(if told.is_some() { Ok(false) } else { engine.poll() })
            }
        })? {
            Err(result) => return result,
            Ok(polled) => polled,
        };
        if let Some(error) = told {
            return Err(error);
        }
        match polled.and_then(|worked| go_on(call, yields, worked, &mut idle, vain)) {
            // What the wait is for may have come together with that news or just before it. If so,
            // the news is for the next wait in which nothing comes.
            Err(error) if error.class() == Class::ProcAborted => told = Some(error),
            went_on => went_on?,
        }
    }
}

/// What follows a poll: `worked` tells whether it found something, `idle` how many since then did
/// not.
#[inline(always)]
fn go_on(
    call: &'static str,
    yields: u32,
    worked: bool,
    idle: &mut u32,
    vain: &mut Vain,
) -> Result<()> {
    let advanced = coll::advance_all()?;
    if worked || advanced {
        *idle = 0;
        return vain.is_over();
    }
    *idle += 1;
    let (limit, among) = attempt(|engine| {
        let among = engine.looks_among_threads();
        let looks = engine.patience.idle.max(yields).max(among);
        let limit = (*idle > looks).then(|| engine.waits_on(call, vain)).transpose()?;
        Ok((limit, among))
    })?;
    match limit {
        Some(limit) if sleep(limit)? => *idle = 0,
        Some(_) => {}
        None if among > 0 => _ = Yielding::of_process().give_way(Instant::now()),
        None if yields > 0 => std::thread::yield_now(),
        None => {}
    }
    Ok(())
}

impl Engine {
    /// Number of polls, each followed by a yield, of a thread that waits beside others; 0 for none.
    fn looks_among_threads(&self) -> u32 {
        let is_among = self.waiting.threads > 1 && self.patience.among > 0;
        if is_among && Yielding::of_process().is_cheap(Instant::now()) {
            self.patience.among
        } else {
            0
        }
    }

    /// A poll has found nothing again. Reports a long wait to the launcher, and checks whether the
    /// peers waited for are alive; returns the limit of the next sleep in nanoseconds (negative:
    /// none).
    fn waits_on(&mut self, call: &'static str, vain: &mut Vain) -> Result<i64> {
        if self.waiting.threads > 1 && self.level != ThreadLevel::Multiple {
            return overlapping(self.level);
        }
        if let Some(error) = self.waiting.untold.take() {
            return Err(error);
        }
        if self.waits.is_none() || vain.is_said {
            return self.look_for_ends();
        }
        let now = self.job.time_ns();
        let waited = now.saturating_sub(*vain.since_ns.get_or_insert(now));
        if waited < LONG_NS {
            return Ok((LONG_NS - waited) as i64);
        }
        vain.is_said = true;
        self.waiting.long.push((std::thread::current().id(), Self::called(call)));
        self.say_waits();
        self.look_for_ends()
    }

    /// Reports all long waits to the launcher.
    fn say_waits(&mut self) {
        self.forget_asking();
        let text = self.explanation(&self.calls_of_waits());
        if let Some(waits) = &mut self.waits {
            waits.say(&text);
        }
    }

    /// The network has found that nothing can come, so the launcher can explain the wait at once.
    /// In virtual time nothing else is ever reported.
    #[cold]
    fn stands_still(&mut self, call: &'static str) {
        let text = self.explanation(&Self::called(call)) + "still\n";
        if let Some(mut waits) = self.waits.take().or_else(Waits::take) {
            waits.say(&text);
        }
    }

    /// The calls in which threads of this process wait.
    fn calls_of_waits(&self) -> String {
        let calls: Vec<_> = self.waiting.long.iter().map(|(_, call)| call.as_str()).collect();
        match calls.len() {
            ..=1 => calls.concat(),
            threads => format!("{} ({threads} threads)", calls.join(", ")),
        }
    }

    /// Name of the MPI function that the program called, if known: `call` may be an internal step
    /// of it.
    pub(super) fn called(call: &str) -> String {
        let named = ["MPI_", "PMPI_"].iter().find_map(|prefix| skifch::called(prefix));
        named.as_deref().map_or(call, |name| name.trim_start_matches('P')).to_owned()
    }

    /// The wait of this thread is over: withdraws its report to the launcher, if there is one.
    #[cold]
    fn waits_no_more(&mut self, is_said: bool) {
        if is_said {
            let own = std::thread::current().id();
            let at = self.waiting.long.iter().rposition(|(thread, _)| *thread == own);
            at.map(|at| self.waiting.long.remove(at));
        }
        if is_said || self.asking.is_said() {
            self.says_no_more();
        }
    }

    /// Withdraws a report to the launcher, and leaves those of other threads.
    pub(super) fn says_no_more(&mut self) {
        if !self.waiting.long.is_empty() {
            return self.say_waits();
        }
        self.forget_asking();
        if let Some(waits) = &mut self.waits {
            waits.clear();
        }
    }
}

/// The program does not keep to its thread level. Most calls cannot notice that; what happens then
/// is undefined.
#[cold]
fn overlapping<T>(level: ThreadLevel) -> Result<T> {
    fail!(
        Other,
        "another thread of this process waits in MPI at the same time, which thread level {} does \
         not allow: ask MPI_Init_thread for MPI_THREAD_MULTIPLE",
        level.name()
    )
}

/// The shorter of two time limits; a negative one means no limit.
fn shorter(a: i64, b: i64) -> i64 {
    if a < 0 || (0..a).contains(&b) { b } else { a }
}

/// Makes progress without waiting, for a call that has not found what it asks for.
///
/// # Errors
/// As [`until`].
pub(crate) fn progress() -> Result<()> {
    let has_moved = advance().or_else(|error| explained(error, "a call that does not wait"))?;
    attempt(|engine| match has_moved {
        true => {
            engine.asks_no_more();
            Ok(())
        }
        false => engine.asked_in_vain(),
    })
}

/// Takes in messages and advances collective calls; whether anything moved.
///
/// # Errors
/// As [`until`].
pub(super) fn advance() -> Result<bool> {
    let worked = attempt(Engine::poll)?;
    Ok(coll::advance_all()? || worked)
}

/// Sleeps until the channel has an event or decides to return, for at most `limit` nanoseconds
/// (negative: no limit). False if this thread must look once more before it may sleep.
fn sleep(limit: i64) -> Result<bool> {
    if global::mode() == LOCKED {
        return sleep_among_threads();
    }
    let waits = attempt(|engine| {
        // One of these copies may complete what this thread waits for.
        let has_told = engine.tell_copied()?;
        Ok((!has_told).then(|| engine.waits_for()))
    })?;
    let Some((port, blocked, many)) = waits else { return Ok(true) };
    match blocked {
        None => port.wait(Events::RECV, 0, limit),
        Some(dst) => {
            let limit = if many { shorter(limit, SLICE_NS) } else { limit };
            port.wait(Events::RECV.with(Events::SEND), dst, limit)
        }
    }?;
    Ok(true)
}

/// One thread at a time waits on the receiving side of the channel, outside the lock; the other
/// threads wait for its news. Meanwhile nobody polls the receiving side. As [`sleep`].
fn sleep_among_threads() -> Result<bool> {
    // Another thread may have left copies that are due.
    if attempt(Engine::tell_copied)? {
        return Ok(true);
    }
    let own = std::thread::current().id();
    let (port, limit) = match with(|engine| engine.rest(own))? {
        Rest::Look => return Ok(false),
        Rest::Sleep => {
            global::wait_for_news(|engine| engine.waiting.sleepers.contains(&own));
            return Ok(true);
        }
        Rest::Watch(port, limit) => (port, limit),
    };
    let waited = port.wait(Events::RECV, 0, limit);
    with(|engine| {
        (engine.is_watched, engine.is_watcher_woken) = (false, false);
        engine.tell_news();
    })?;
    waited.map(|_| true)
}

/// What a thread does that has found nothing.
enum Rest {
    /// Looks once more.
    Look,
    /// Sleeps until another thread has news.
    Sleep,
    /// Waits on the channel, up to this many nanoseconds.
    Watch(Port, i64),
}

impl Engine {
    /// What the thread does next. It looks once more after it was listed: what other threads
    /// completed between its last look and then was told to nobody. Still listed after that look,
    /// it has missed nothing.
    fn rest(&mut self, own: ThreadId) -> Rest {
        let sleepers = &mut self.waiting.sleepers;
        let Some(at) = sleepers.iter().position(|sleeper| *sleeper == own) else {
            sleepers.push(own);
            return Rest::Look;
        };
        if std::mem::replace(&mut self.is_watched, true) {
            return Rest::Sleep;
        }
        sleepers.swap_remove(at);
        // With sends queued, the thread must look for room at short intervals.
        Rest::Watch(self.port, if self.busy.is_empty() { WATCH_NS } else { SLICE_NS })
    }

    /// Sends this process an empty message that ends the wait of the watching thread; whether it
    /// was sent.
    pub(super) fn wake_watcher(&mut self) -> bool {
        let header = Header { kind: Kind::Wake, context: 0, tag: 0, number: 0 }.to_bytes();
        // SAFETY: the bytes are readable; the engine has the sending side.
        let sent = unsafe { self.port.send(Self::addr(self.rank), header.as_ptr(), header.len()) };
        matches!(sent, Ok(true))
    }
}

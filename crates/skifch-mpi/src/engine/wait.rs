//! Waiting: progress until something holds, and sleep where there is none.

use super::ends::Ends;
use super::global::{self, LOCKED};
use super::{Engine, attempt, with};
use crate::coll;
use crate::error::Result;
use crate::p2p::{Header, Kind};
use skifch::{Events, Job, Waits, Yielding};
use std::time::Instant;

/// Polls that find nothing before something else is done.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// Before a blocking receive is posted and waited for.
    pub(crate) recv: u32,
    /// Before the channel's own wait takes over. That one spins, yields and sleeps as its settings
    /// and the number of ranks on this host say.
    idle: u32,
    /// The same where other threads of the process wait too. Each look is followed by a turn of
    /// others on this CPU: the one whose message has come may be among them.
    among: u32,
}

impl Patience {
    const ALONE: Self = Self { recv: 256, idle: 64, among: 128 };
    /// Each poll keeps a rank waiting that has something to do.
    const SHARED: Self = Self { recv: 1, idle: 0, among: 128 };
    const VIRTUAL: Self = Self { among: 0, ..Self::ALONE };

    /// Fewer where ranks share CPUs, unless time is virtual: there a poll takes some of it, and
    /// nothing may depend on the CPUs of the host.
    pub(super) fn of(job: &Job, is_virtual: bool) -> Self {
        match is_virtual {
            true => Self::VIRTUAL,
            false if job.oversubscribed() => Self::SHARED,
            false => Self::ALONE,
        }
    }
}

/// The threads that wait, and what they know of those that they wait for.
#[derive(Default)]
pub(crate) struct Waiting {
    /// How many there are.
    threads: u32,
    /// Those of them that sleep until one has news.
    pub(crate) sleepers: u32,
    /// Whether they give way to each other before they sleep.
    yielding: Yielding,
    /// The last message said nothing: whoever waits has not gone on.
    pub(crate) is_greeted: bool,
    /// Where time is not virtual: there the network knows of those who wait for nobody.
    pub(super) ends: Option<Ends>,
}

impl Waiting {
    pub(super) fn of(job: &Job, is_virtual: bool) -> Self {
        let ends = (!is_virtual).then(|| Ends::new(job.time_ns()));
        Self { ends, ..Self::default() }
    }
}

/// A wait is looked at again after this time where more than one thing could end it.
const SLICE_NS: i64 = 500_000;
/// A thread that watches is woken by a message; where none could be sent it looks after this time.
const WATCH_NS: i64 = 50_000_000;

/// A wait that has taken so long is told to the launcher.
pub(super) const LONG_NS: u64 = 100_000_000;

/// Works until `done` gives something. `call` is what the program has called.
///
/// # Errors
/// What `done` answers; a peer that is gone; what the network answers.
pub(crate) fn until<T>(
    call: &'static str,
    done: impl FnMut(&mut Engine) -> Option<Result<T>>,
) -> Result<T> {
    until_by_turns(call, 0, done)
}

/// The same for what no message tells: after each of the first looks in vain, of which there are at
/// least `yields`, others that share the CPU have their turn.
///
/// # Errors
/// As [`until`].
pub(crate) fn until_by_turns<T>(
    call: &'static str,
    yields: u32,
    done: impl FnMut(&mut Engine) -> Option<Result<T>>,
) -> Result<T> {
    let mut is_counted = false;
    let result = turns(call, yields, &mut is_counted, done);
    if is_counted {
        with(|engine| engine.waiting.threads -= 1)?;
    }
    result
}

/// `is_counted` says whether this thread is one of those that wait, also when it has failed.
fn turns<T>(
    call: &'static str,
    yields: u32,
    is_counted: &mut bool,
    mut done: impl FnMut(&mut Engine) -> Option<Result<T>>,
) -> Result<T> {
    let (mut idle, mut since) = (0, None);
    loop {
        let worked = match with(|engine| match done(engine) {
            Some(result) => {
                engine.waiting.threads -= u32::from(std::mem::take(is_counted));
                Err(result)
            }
            None => {
                engine.waiting.threads += u32::from(!std::mem::replace(is_counted, true));
                Ok(engine.poll())
            }
        })? {
            Err(result) => {
                if since.is_some() {
                    with(Engine::waits_no_more)?;
                }
                return result;
            }
            Ok(worked) => worked?,
        };
        let advanced = coll::advance_all()?;
        if worked || advanced {
            idle = 0;
            if since.take().is_some() {
                with(Engine::waits_no_more)?;
            }
            continue;
        }
        idle += 1;
        let (limit, among) = attempt(|engine| {
            let among = engine.looks_among_threads();
            let looks = engine.patience.idle.max(yields).max(among);
            let limit = (idle > looks).then(|| engine.waits_on(call, &mut since)).transpose()?;
            Ok((limit, among))
        })?;
        match limit {
            Some(limit) => {
                sleep(limit)?;
                idle = 0;
            }
            None if among > 0 => give_way()?,
            None if yields > 0 => std::thread::yield_now(),
            None => {}
        }
    }
}

/// Others have a turn on this CPU.
fn give_way() -> Result<()> {
    let before = Instant::now();
    std::thread::yield_now();
    let after = Instant::now();
    with(|engine| {
        engine.waiting.yielding.took(before, after);
    })
}

impl Engine {
    /// How often a thread looks, and gives way, that waits beside others.
    fn looks_among_threads(&self) -> u32 {
        let is_among = self.waiting.threads > 1 && self.patience.among > 0;
        if is_among && self.waiting.yielding.is_cheap(Instant::now()) {
            self.patience.among
        } else {
            0
        }
    }

    /// Once more nothing has come. Tells the launcher of a wait that has become long, and looks
    /// whether those that are waited for are there; the limit of the next sleep in nanoseconds
    /// (negative: none).
    fn waits_on(&mut self, call: &'static str, since: &mut Option<u64>) -> Result<i64> {
        let is_said = |waits: &Waits| waits.is_said() && !self.asking.is_said();
        if self.waits.as_ref().is_none_or(is_said) {
            return self.look_for_ends();
        }
        let now = self.job.time_ns();
        let waited = now.saturating_sub(*since.get_or_insert(now));
        if waited < LONG_NS {
            return Ok((LONG_NS - waited) as i64);
        }
        let text = self.explanation(&Self::called(call));
        self.forget_asking();
        if let Some(waits) = &mut self.waits {
            waits.say(&text);
        }
        self.look_for_ends()
    }

    /// The function that the program knows, where it has one: `call` may be a part of it.
    pub(super) fn called(call: &str) -> String {
        let named = ["MPI_", "PMPI_"].iter().find_map(|prefix| skifch::called(prefix));
        named.as_deref().map_or(call, |name| name.trim_start_matches('P')).to_owned()
    }

    /// Something has come, or the wait is over.
    #[cold]
    pub(super) fn waits_no_more(&mut self) {
        self.forget_asking();
        if let Some(waits) = &mut self.waits {
            waits.clear();
        }
    }
}

/// The shorter of two limits of time, of which a negative one is none.
fn shorter(a: i64, b: i64) -> i64 {
    if a < 0 || (0..a).contains(&b) { b } else { a }
}

/// Makes progress without waiting, for a call that has not found what it is asked for.
///
/// # Errors
/// As [`until`].
pub(crate) fn progress() -> Result<()> {
    let has_moved = advance()?;
    attempt(|engine| match has_moved {
        true => {
            engine.asks_no_more();
            Ok(())
        }
        false => engine.asked_in_vain(),
    })
}

/// Takes in messages and goes on with collective calls; whether anything moved.
///
/// # Errors
/// As [`until`].
pub(super) fn advance() -> Result<bool> {
    let worked = attempt(Engine::poll)?;
    Ok(coll::advance_all()? || worked)
}

/// Sleeps until the channel has something, or for a while, or for so many nanoseconds (negative: no
/// limit).
fn sleep(limit: i64) -> Result<()> {
    if global::mode() == LOCKED {
        return sleep_among_threads();
    }
    let waits = attempt(|engine| {
        // What is waited for may be among that.
        let has_told = engine.tell_copied()?;
        Ok((!has_told).then(|| engine.waits_for()))
    })?;
    let Some((port, blocked, many)) = waits else { return Ok(()) };
    match blocked {
        None => port.wait(Events::RECV, 0, limit),
        Some(dst) => {
            let limit = if many { shorter(limit, SLICE_NS) } else { limit };
            port.wait(Events::RECV.with(Events::SEND), dst, limit)
        }
    }
    .map(drop)
}

/// One thread at a time waits on the receiving side of the channel, outside the lock; the others
/// wait for its news. Nobody polls the receiving side meanwhile.
fn sleep_among_threads() -> Result<()> {
    // Another thread may have left something to be copied.
    if attempt(Engine::tell_copied)? {
        return Ok(());
    }
    let watch = attempt(|engine| {
        let is_first = !std::mem::replace(&mut engine.is_watched, true);
        // Room for what waits to be sent is looked for again and again.
        let limit = if engine.busy.is_empty() { WATCH_NS } else { SLICE_NS };
        Ok(is_first.then_some((engine.port, limit)))
    })?;
    let Some((port, limit)) = watch else {
        global::wait_for_news(|engine| engine.is_watched);
        return Ok(());
    };
    let waited = port.wait(Events::RECV, 0, limit);
    with(|engine| {
        (engine.is_watched, engine.is_watcher_woken) = (false, false);
        engine.tell_news();
    })?;
    waited.map(drop)
}

impl Engine {
    /// Sends this process a message of nothing, which ends the wait of the thread that watches;
    /// whether it went.
    pub(super) fn wake_watcher(&mut self) -> bool {
        let header = Header { kind: Kind::Wake, context: 0, tag: 0, number: 0 }.to_bytes();
        // SAFETY: the bytes are readable; the engine has the sending side.
        let sent = unsafe { self.port.send(Self::addr(self.rank), header.as_ptr(), header.len()) };
        matches!(sent, Ok(true))
    }
}

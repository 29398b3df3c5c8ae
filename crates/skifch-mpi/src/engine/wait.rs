//! Waiting: progress until something holds, and sleep where there is none.

use super::global::{self, LOCKED};
use super::{Engine, attempt, with};
use crate::coll;
use crate::error::Result;
use crate::p2p::{Header, Kind};
use skifch::Events;

/// Polls that find nothing before the channel's own wait takes over. That one spins, yields and
/// sleeps as its settings and the number of ranks on this host say.
const POLLS: u32 = 64;
/// A wait is looked at again after this time where more than one thing could end it.
const SLICE_NS: i64 = 500_000;
/// A thread that watches is woken by a message; where none could be sent it looks after this time.
const WATCH_NS: i64 = 50_000_000;

/// Works until `done` gives something.
///
/// # Errors
/// What `done` answers; a peer that is gone; what the network answers.
pub(crate) fn until<T>(mut done: impl FnMut(&mut Engine) -> Option<Result<T>>) -> Result<T> {
    let mut idle = 0;
    loop {
        let worked = match with(|engine| match done(engine) {
            Some(result) => Err(result),
            None => Ok(engine.poll()),
        })? {
            Err(result) => return result,
            Ok(worked) => worked?,
        };
        let advanced = coll::advance_all()?;
        if worked || advanced {
            idle = 0;
            continue;
        }
        idle += 1;
        if idle > POLLS {
            sleep()?;
            idle = 0;
        }
    }
}

/// Makes progress without waiting.
///
/// # Errors
/// As [`until`].
pub(crate) fn progress() -> Result<()> {
    attempt(Engine::poll)?;
    coll::advance_all()?;
    Ok(())
}

/// Sleeps until the channel has something, or for a while.
pub(crate) fn sleep() -> Result<()> {
    if global::mode() == LOCKED {
        return sleep_among_threads();
    }
    let (port, blocked, many) = with(|engine| engine.waits_for())?;
    match blocked {
        None => port.wait(Events::RECV, 0, -1),
        Some(dst) => {
            let limit = if many { SLICE_NS } else { -1 };
            port.wait(Events::RECV.with(Events::SEND), dst, limit)
        }
    }
}

/// One thread at a time waits on the receiving side of the channel, outside the lock; the others
/// wait for its news. Nobody polls the receiving side meanwhile.
fn sleep_among_threads() -> Result<()> {
    let watch = with(|engine| {
        let is_first = !std::mem::replace(&mut engine.is_watched, true);
        // Room for what waits to be sent is looked for again and again.
        let limit = if engine.busy.is_empty() { WATCH_NS } else { SLICE_NS };
        is_first.then_some((engine.port, limit))
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
    waited
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

//! The job of this process, with the start-up calls of the original library.

use crate::failure::{answer, done};
use crate::{SkifCh, ranks, segment};
use libc::{c_char, c_int};
use skifch::Job;
use skifch::error::Error;
use std::sync::{PoisonError, RwLock};

/// The job and what C has opened in it.
pub(crate) struct Joined {
    pub(crate) job: Job,
    /// All open channels; the first is the one on port 0.
    pub(crate) channels: Vec<&'static SkifCh>,
}

enum State {
    Before,
    Joined(Joined),
    After,
}

static STATE: RwLock<State> = RwLock::new(State::Before);

impl Joined {
    fn new() -> Result<Self, Error> {
        let job = Job::init()?;
        let channels = vec![job.open(0)?.into_raw()];
        job.put(&pid_key(job.rank()), std::process::id().to_string().as_bytes())?;
        job.barrier_of("SkifCh_AllInit")?;
        Ok(Self { job, channels })
    }

    /// The channel on port 0.
    pub(crate) fn first(&self) -> &'static SkifCh {
        self.channels[0]
    }

    fn close(self) -> Result<(), Error> {
        let mut outcome = Ok(());
        segment::close_all();
        for channel in self.channels {
            // SAFETY: the header asks that no other call is under way.
            outcome = outcome.and(unsafe { channel.close() });
        }
        outcome.and(self.job.finalize())
    }
}

fn pid_key(rank: u32) -> String {
    format!("skifch-pid-{rank}")
}

fn no_job(call: &str, state: &State) -> Error {
    let why = match state {
        State::After => "the job is over: SkifCh_AllFinalize was called",
        _ => "there is no job yet: call SkifCh_AllInit first",
    };
    Error::new(libc::ENOTCONN, format!("{call}: {why}"))
}

/// Accesses the job, for a moment: whoever waits in `look` makes every other call wait too. Calls
/// that may wait for other ranks use [`held`].
pub(crate) fn read<T>(
    call: &str,
    look: impl FnOnce(&Joined) -> Result<T, Error>,
) -> Result<T, Error> {
    match &*STATE.read().unwrap_or_else(PoisonError::into_inner) {
        State::Joined(joined) => look(joined),
        state => Err(no_job(call, state)),
    }
}

/// The job, for calls that may wait.
pub(crate) fn held(call: &str) -> Result<Job, Error> {
    read(call, |joined| Ok(joined.job.clone()))
}

/// Changes the list of what is open in the job.
pub(crate) fn with<T>(
    call: &str,
    change: impl FnOnce(&mut Joined) -> Result<T, Error>,
) -> Result<T, Error> {
    match &mut *STATE.write().unwrap_or_else(PoisonError::into_inner) {
        State::Joined(joined) => change(joined),
        state => Err(no_job(call, state)),
    }
}

/// Fails with `EBADF` in a forked child of a rank.
pub(crate) fn refuse_forked(call: &str) -> Result<(), Error> {
    // Without a job, the call itself reports that.
    if read(call, |joined| Ok(joined.job.is_forked())).unwrap_or(false) {
        let why = format!("{call}: this process is a forked child of a rank and not a rank itself");
        return Err(Error::new(libc::EBADF, why));
    }
    Ok(())
}

/// The channel has been closed, so the end of the job must not close it again.
pub(crate) fn forget(channel: &SkifCh) {
    let found = with("", |joined| {
        joined.channels.retain(|open| !std::ptr::eq(*open, channel));
        Ok(())
    });
    // After the end of the job there is no list any more.
    drop(found);
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_AllInit(_argc: *mut c_int, _argv: *mut *mut *mut c_char) -> c_int {
    let mut state = STATE.write().unwrap_or_else(PoisonError::into_inner);
    if !matches!(*state, State::Before) {
        let why = "SkifCh_AllInit: a process can join a job only once, and this one already has";
        return done(Err(Error::new(libc::EALREADY, why)));
    }
    done(Joined::new().map(|joined| {
        ranks::begin(&joined);
        *state = State::Joined(joined);
    }))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_AllFinalize() -> c_int {
    // Rejects a forked child before anything is closed.
    let met = at_barrier("SkifCh_AllFinalize");
    if met.is_err() {
        return done(met);
    }
    // Closing may wait for peers, so nothing is locked meanwhile.
    let state = {
        let mut state = STATE.write().unwrap_or_else(PoisonError::into_inner);
        ranks::end();
        std::mem::replace(&mut *state, State::After)
    };
    done(match state {
        State::Joined(joined) => joined.close(),
        other => Err(no_job("SkifCh_AllFinalize", &other)),
    })
}

fn at_barrier(call: &str) -> Result<(), Error> {
    held(call)?.barrier_of(call)
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_SlowBarrier() -> c_int {
    done(at_barrier("SkifCh_SlowBarrier"))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_Fence() -> c_int {
    done(at_barrier("SkifCh_Fence"))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_PID(rank: c_int) -> c_int {
    answer(pid_of("SkifCh_PID", rank))
}

fn pid_of(call: &str, rank: c_int) -> Result<c_int, Error> {
    let rank = ranks::checked(call, rank)?;
    let text = held(call)?.get(&pid_key(rank))?;
    let pid = String::from_utf8_lossy(&text).parse();
    pid.map_err(|_| Error::new(libc::EPROTO, format!("{call}: rank {rank} published {text:?}")))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_Time() -> u64 {
    read("SkifCh_Time", |joined| Ok(joined.job.time_ns())).unwrap_or(0)
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_Compute(ns: u64) -> c_int {
    let time = std::time::Duration::from_nanos(ns);
    done(held("SkifCh_Compute").and_then(|job| job.compute(time)))
}

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_Abort(code: c_int) {
    // Whoever is joining the job keeps the lock; then the launcher learns of it by our exit code.
    if let Ok(state) = STATE.try_read()
        && let State::Joined(joined) = &*state
    {
        let job = joined.job.clone();
        drop(state);
        job.abort(code, &format!("rank {} called SkifCh_Abort({code})", job.rank()));
    }
    // SAFETY: takes any number and does not return.
    unsafe { libc::_exit(if code & 0xff == 0 { 1 } else { code & 0xff }) }
}

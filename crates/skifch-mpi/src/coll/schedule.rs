//! A collective operation as a list of steps, driven by whoever makes progress.
//!
//! Messages are started inside the engine's lock; copies and reductions are done outside it,
//! because an operation may be a function of the program. While a schedule is being advanced it is
//! taken out of the engine, so that no two threads advance the same one.

use super::api::describe_as;
use super::spare::Memory;
use super::which::Which;
use crate::engine::{Engine, Slab, wait::until, with};
use crate::error::{Class, Error, Result};
use crate::op::Reduction;
use crate::p2p::{Buffer, Mode, Operating, Phase, What};
use crate::{Comm, Request};

/// One step. Ranks are ranks of the job.
pub(crate) enum Step {
    Send {
        buffer: Buffer,
        to: u32,
        context: u64,
    },
    Recv {
        buffer: Buffer,
        from: u32,
        context: u64,
    },
    /// Waits until everything sent and received so far is complete.
    Join,
    Copy {
        from: Buffer,
        to: Buffer,
    },
    Reduce {
        reduction: Reduction,
        from: *const u8,
        into: *mut u8,
        count: usize,
    },
    /// Calls an internal function of the engine.
    Then(Box<dyn Fn() -> Result<()>>),
}

/// A collective operation in progress; see the module.
pub(crate) struct Schedule {
    /// The communicator of the call.
    comm: Comm,
    pub(crate) tag: i32,
    /// The tag of what this rank sends, which tells the receiver whether it is valid.
    out: i32,
    pub(crate) steps: Vec<Step>,
    at: usize,
    /// Requests under way.
    pending: Vec<u32>,
    /// If true, a message whose length is not that of its buffer is an error: in calls in which all
    /// elements go to all ranks or into a result.
    pub(crate) is_exact: bool,
    /// Set when a message, or the own part, was too long for its place. Other ranks wait for what
    /// this rank has to send, so the schedule continues and reports the error at its end.
    late: Option<Error>,
    /// Temporary memory of the steps.
    pub(crate) memory: Vec<Memory>,
}

// SAFETY: the pointers are to memory that the program has left to the operation, and to `memory`.
unsafe impl Send for Schedule {}

impl Schedule {
    /// Boxed, because it is large and is moved between owners.
    pub(crate) fn new(comm: Comm, tag: i32) -> Box<Self> {
        Box::new(Self {
            comm,
            tag,
            out: tag,
            steps: Vec::new(),
            at: 0,
            pending: Vec::new(),
            is_exact: false,
            late: None,
            memory: Vec::new(),
        })
    }

    /// Runs steps as far as possible now; whether the schedule is finished.
    fn advance(&mut self) -> Result<bool> {
        while let Some(step) = self.steps.get(self.at) {
            match step {
                Step::Join => {
                    if !self.join()? {
                        return Ok(false);
                    }
                }
                Step::Send { buffer, to, context } => {
                    if !goes_at_once(buffer, *context, *to, self.out)? {
                        let what = What::Send(Mode::Standard);
                        let send = Operating::new(what, buffer.clone());
                        let id = begin(send, *context, *to, self.out)?;
                        self.pending.extend(id);
                    }
                }
                Step::Recv { buffer, from, context } => {
                    let recv = Operating::new(What::Recv, buffer.clone());
                    let recv = Operating { is_exact: self.is_exact, ..recv };
                    let id = begin(recv, *context, *from, self.tag)?;
                    self.pending.extend(id);
                }
                Step::Copy { from, to } => {
                    // SAFETY: the program leaves its buffers to the operation; those of the
                    // schedule live as long; the algorithms keep the two sides apart.
                    let copied = unsafe { copy_own(from, to) };
                    if let Err(error) = copied {
                        self.spoil(error);
                    }
                }
                Step::Reduce { reduction, from, into, count } => {
                    // SAFETY: as above.
                    unsafe { reduction.apply(*from, *into, *count) }?;
                }
                Step::Then(call) => call()?,
            }
            self.at += 1;
        }
        let is_done = self.join()?;
        match self.late.take_if(|_| is_done) {
            Some(error) => Err(error),
            None => Ok(is_done),
        }
    }

    /// Makes an ended schedule ready to run again. What a failed one left under way, with its
    /// memory, is waited for at the first join.
    fn rewind(&mut self) {
        (self.at, self.out, self.late) = (0, self.tag, None);
    }

    /// Keeps a truncation error for the end, and marks what is sent from now on.
    #[cold]
    fn spoil(&mut self, error: Error) {
        self.out = Which::spoiled(self.tag);
        self.late.get_or_insert(error);
    }

    /// Whether everything under way is complete. An error is returned only when nothing is under
    /// way any more, so that the memory may be freed.
    fn join(&mut self) -> Result<bool> {
        if self.pending.is_empty() {
            return Ok(true);
        }
        with(|engine| {
            if !self.is_joined(&engine.requests) {
                return Ok(false);
            }
            // All requests are taken, even after an error.
            let (mut all, mut late) = (Ok(true), None);
            for result in self.pending.drain(..).filter_map(|id| engine.take_done(id)) {
                match result {
                    Err(error) if error.class() == Class::Truncate => late = late.or(Some(error)),
                    Err(error) => all = all.and(Err(error)),
                    Ok(()) => {}
                }
            }
            if let Some(error) = late {
                self.spoil(error);
            }
            all
        })?
    }

    /// Whether everything under way is complete.
    fn is_joined(&self, requests: &Slab<Operating>) -> bool {
        self.pending.iter().all(|&id| requests.get(id).is_none_or(Operating::is_done))
    }
}

impl Drop for Schedule {
    fn drop(&mut self) {
        if !self.pending.is_empty() {
            // The network failed, and messages may still arrive in this memory: it is leaked.
            std::mem::forget(std::mem::take(&mut self.memory));
        }
    }
}

/// Copies this rank's own part, as far as its place has room.
///
/// # Errors
/// `Truncate` if the part is longer.
///
/// # Safety
/// As [`Buffer::copy_to`].
pub(super) unsafe fn copy_own(from: &Buffer, to: &Buffer) -> Result<()> {
    // SAFETY: our caller's promise.
    unsafe { from.copy_to(to) };
    match from.bytes <= to.bytes {
        true => Ok(()),
        false => Err(own_too_long(from.bytes, to.bytes)),
    }
}

/// The error for an own part longer than its place.
#[cold]
pub(super) fn own_too_long(bytes: usize, room: usize) -> Error {
    let text = format!("this rank's part for itself has {bytes} bytes, and its place {room}");
    Error::new(Class::Truncate, text)
}

/// Sends a message without a request if nothing prevents it; whether it was sent.
fn goes_at_once(buffer: &Buffer, context: u64, world: u32, tag: i32) -> Result<bool> {
    let (base, len) = (buffer.base, buffer.bytes);
    let is_dense = buffer.ty.is_none();
    // SAFETY: the program left its buffers to the operation; those of the schedule live as long.
    with(|engine| is_dense && unsafe { engine.send_at_once(context, world, tag, base, len) })
}

/// Starts one message; `None` if it is complete at once.
fn begin(mut request: Operating, context: u64, world: u32, tag: i32) -> Result<Option<u32>> {
    with(|engine| {
        (request.context, request.tag) = (context, tag);
        (request.peer, request.world) = (world as i32, world as i32);
        let id = engine.launch(request)?;
        let is_clean = |done: &Operating| done.is_done() && done.error.is_none();
        if engine.requests.get(id).is_some_and(is_clean) {
            engine.requests.remove(id);
            return Ok(None);
        }
        Ok(Some(id))
    })?
}

impl Engine {
    /// Completes the request of a schedule that has ended. A persistent one keeps the schedule for
    /// its next start.
    fn end(&mut self, request: u32, mut schedule: Box<Schedule>, error: Option<Error>) {
        if let Some(Operating { what: What::Repeated(place), .. }) = self.requests.get_mut(request)
        {
            schedule.rewind();
            *place = Some(schedule);
        }
        match error {
            None => self.complete(request),
            Some(error) => self.fail_request(request, error),
        }
    }

    /// The result of an internal request once it is complete; the request is removed.
    pub(crate) fn take_done(&mut self, id: u32) -> Option<Result<()>> {
        if !self.requests.get(id)?.is_done() {
            return None;
        }
        let error = self.requests.remove(id).and_then(|request| request.error);
        Some(error.map_or(Ok(()), Err))
    }
}

/// Runs the whole schedule, waiting where needed.
#[allow(clippy::boxed_local, reason = "it is made in memory of its own")]
pub(crate) fn run(mut schedule: Box<Schedule>) -> Result<()> {
    while !schedule.advance()? {
        until("a collective call", |engine| {
            schedule.is_joined(&engine.requests).then_some(Ok(()))
        })?;
    }
    Ok(())
}

struct Running {
    request: u32,
    /// `None` while a thread advances it.
    schedule: Option<Box<Schedule>>,
}

/// The schedules of non-blocking calls, which any call that makes progress advances.
#[derive(Default)]
pub(crate) struct Schedules(Slab<Running>);

impl Schedules {
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.len() == 0
    }
}

/// Advances all schedules; whether one has finished.
pub(crate) fn advance_all() -> Result<bool> {
    let (mut has_ended, mut first) = (false, 0);
    while let Some(id) = with(|engine| engine.schedules.0.next(first))? {
        has_ended |= advance_one(id)?;
        first = id + 1;
    }
    Ok(has_ended)
}

fn advance_one(id: u32) -> Result<bool> {
    let taken = with(|engine| {
        let running = engine.schedules.0.get_mut(id)?;
        running.schedule.take_if(|schedule| schedule.is_joined(&engine.requests))
    })?;
    let Some(mut schedule) = taken else { return Ok(false) };
    let result = schedule.advance();
    let (comm, tag) = (schedule.comm, schedule.tag);
    let result = result.map_err(|error| describe_as(error, &Which::name(tag), comm));
    with(|engine| {
        if matches!(result, Ok(false)) {
            let is_joined = schedule.is_joined(&engine.requests);
            if let Some(running) = engine.schedules.0.get_mut(id) {
                running.schedule = Some(schedule);
            }
            if is_joined {
                // By another thread, which could not advance it meanwhile and may sleep.
                engine.tell_waiting();
            }
            return false;
        }
        if let Some(running) = engine.schedules.0.remove(id) {
            engine.end(running.request, schedule, result.err());
        }
        true
    })
}

/// Starts a schedule as the operation of a request.
pub(crate) fn start(mut schedule: Box<Schedule>, request: Option<Request>) -> Result<Request> {
    let (comm, tag) = (schedule.comm, schedule.tag);
    let done = schedule.advance().map_err(|error| describe_as(error, &Which::name(tag), comm));
    if request.is_none() && matches!(done, Ok(true)) {
        // Complete without errors: no request of its own is needed.
        return Ok(Request::SENT);
    }
    with(|engine| {
        let id = match request {
            Some(request) => request.0,
            None => {
                let nothing = Buffer::dense(std::ptr::null_mut(), 0);
                let request = Operating::new(What::Collective, nothing);
                engine.requests.insert(Operating { comm, ..request })
            }
        };
        if let Some(found) = engine.requests.get_mut(id) {
            found.phase = Phase::Running;
        }
        match done {
            Ok(true) => engine.end(id, schedule, None),
            Ok(false) => {
                engine.schedules.0.insert(Running { request: id, schedule: Some(schedule) });
            }
            Err(error) => engine.end(id, schedule, Some(error)),
        }
        Request(id)
    })
}

/// Starts the schedule of a persistent request.
pub(crate) fn start_again(request: Request, schedule: Box<Schedule>) -> Result<()> {
    start(schedule, Some(request)).map(drop)
}

//! Initialization and finalization.

use super::board::Board;
use super::{Engine, Port, Slab, global, moved, predefined_types, wait, with};
use crate::comm::Communicator;
use crate::errhandler::Handler;
use crate::error::{Error, Result, fail};
use crate::group::Members;
use crate::op::Operation;
use crate::p2p::Operating;
use crate::{Comm, coll, tool};
use skifch::{Caps, Job, Waits};
use std::sync::Arc;

/// Thread levels, as a program requests them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreadLevel {
    /// The process has only one thread.
    Single,
    /// Only the thread that initialised calls MPI.
    Funneled,
    /// Several threads call MPI, one at a time.
    Serialized,
    /// Several threads call MPI at the same time.
    Multiple,
}

impl ThreadLevel {
    /// The standard's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Single => "MPI_THREAD_SINGLE",
            Self::Funneled => "MPI_THREAD_FUNNELED",
            Self::Serialized => "MPI_THREAD_SERIALIZED",
            Self::Multiple => "MPI_THREAD_MULTIPLE",
        }
    }
}

/// Longest message that is sent eagerly, in bytes; smaller on a network with smaller messages.
const EAGER_MAX_BYTES: usize = 64 << 10;

/// Joins the job (collective over all processes); returns the thread level provided, which is
/// always the requested one.
///
/// # Errors
/// `Other` when MPI was initialised before; what the channel reports.
///
/// # Safety
/// Until [`finalize`], the calls of this crate keep to `level`: below multiple no two overlap in
/// time.
pub unsafe fn init(level: ThreadLevel) -> Result<ThreadLevel> {
    if global::mode() != global::BEFORE {
        return fail!(Other, "MPI_Init: MPI was initialised before, which can be done once");
    }
    // What OpenSHMEM held back would stay where it is while this process waits in MPI.
    skifch::flush_others().map_err(|error| Error::from(error).context("MPI_Init"))?;
    let engine = Engine::join(level).map_err(|error| error.context("MPI_Init"))?;
    let mode = if level == ThreadLevel::Multiple { global::LOCKED } else { global::ALONE };
    // SAFETY: there was no engine; our caller keeps to the level.
    unsafe { global::begin(engine, mode) };
    moved::begin(level);
    Ok(level)
}

impl Engine {
    fn join(level: ThreadLevel) -> Result<Self> {
        let job = Job::init()?;
        let port = Port::open(&job)?;
        let network = port.attributes()?;
        let max_message = network.max_message_bytes;
        // In virtual time the model says how long a wait is, and the network detects hangs.
        let is_virtual = network.caps.has(Caps::VIRTUAL_TIME);
        let eager_max = max_message.saturating_sub(crate::p2p::ANNOUNCEMENT_BYTES);
        let is_near = network.caps.has(Caps::SAME_HOST);
        let is_crowded = is_near && job.is_crowded() && !is_virtual;
        let (rank, size) = (job.rank(), job.size());
        let nodes = job.nodes().filter(|_| !is_near && !is_virtual).map(Into::into);
        crate::info::begin(size);
        let board = if is_crowded { Board::open(&job, level)? } else { None };
        tool::opened(port);
        Ok(Self {
            port,
            rank,
            size,
            max_message,
            eager_max: eager_max.min(EAGER_MAX_BYTES),
            nodes,
            is_near,
            is_crowded,
            copies: network.caps.has(Caps::SINGLE_COPY),
            has_copies: port.has_copies(),
            joins: network.caps.has(Caps::JOIN),
            board,
            ways: Default::default(),
            due: Vec::new(),
            copied: Vec::new(),
            deferred: Vec::new(),
            meetings: 0,
            long_sends: 0,
            pages: Default::default(),
            lends: port.lends(),
            lent: 0,
            failures: 0,
            is_watched: false,
            is_watcher_woken: false,
            waiting: wait::Waiting::of(&job, is_virtual),
            posted: Default::default(),
            unexpected: Default::default(),
            probed: None,
            // The first gets the number of `Request::SENT`.
            requests: Slab::of(Operating::sent()),
            spare: Vec::new(),
            messages: Slab::default(),
            queues: Default::default(),
            busy: Vec::new(),
            staging: vec![0; max_message],
            attached: None,
            comms: Self::predefined_comms(rank, size)?,
            left: Vec::new(),
            left_types: Vec::new(),
            groups: Slab::of(Arc::new(Members::new(Vec::new()))),
            types: predefined_types(),
            ops: Operation::predefined(),
            errhandlers: Handler::predefined(),
            keyvals: Default::default(),
            schedules: Default::default(),
            contexts: 1,
            level,
            main_thread: std::thread::current().id(),
            patience: wait::Patience::of(&job, is_virtual),
            asking: Default::default(),
            waits: if is_virtual { None } else { Waits::take() },
            job,
        })
    }

    fn predefined_comms(rank: u32, size: u32) -> Result<Slab<Communicator>> {
        let [all, own] = [(0..size).collect(), vec![rank]].map(|of| Arc::new(Members::new(of)));
        let world = Communicator::new("MPI_COMM_WORLD", 0, rank as i32, all);
        let own = Communicator::new("MPI_COMM_SELF", Self::context(rank, 0), 0, own);
        let mut comms = Slab::default();
        for mut comm in [world, own] {
            comm.errhandler = Handler::initial()?;
            comms.insert(comm);
        }
        Ok(comms)
    }

    /// A context that no other communicator has: the rank in the job of its first member, and a
    /// number counted by that rank. The two low bits distinguish collective from other messages.
    pub(crate) fn context(rank: u32, number: u64) -> u64 {
        (u64::from(rank) + 1) << 38 | (number & ((1 << 36) - 1)) << 2
    }

    /// A new context, drawn by the first member of a new communicator.
    pub(crate) fn new_context(&mut self) -> u64 {
        let number = self.contexts;
        self.contexts += 1;
        Self::context(self.rank, number)
    }
}

/// Leaves the job (collective over all processes). Waits for all ranks, so that no message is lost.
///
/// # Errors
/// What the channel reports; the error of a delete function. The job is left in any case.
///
/// # Safety
/// No other thread is in a call of this crate, and none calls again.
pub unsafe fn finalize() -> Result<()> {
    // The other ranks wait for this one: an error of a delete function must not keep it from them.
    let deleted = crate::comm::delete_last_attributes()?;
    // The last barrier uses messages, each of which is received. The board would not do: a wake-up
    // message from it may be sent to a rank that has seen by itself that all have arrived, and has
    // left.
    let met = finish_sends()
        .and_then(|()| with(|engine| drop(engine.board.take())))
        .and_then(|()| coll::barrier(Comm::WORLD))
        .map_err(|error| error.of_call("finalize"));
    // Messages of this rank's last barrier may still wait for room.
    let sent = met.and_then(|()| finish_sends());
    // SAFETY: our caller's promise.
    let Some(mut engine) = (unsafe { global::end() }) else {
        return fail!(Other, "MPI_Finalize: MPI is not initialised");
    };
    engine.take_all_back();
    let Engine { port, job, .. } = engine;
    tool::closed();
    coll::spare::clear();
    let closed = port.close();
    deleted.and(sent).and(closed).and(job.finalize().map_err(Error::from))
}

fn finish_sends() -> Result<()> {
    let are_over = |engine: &Engine| engine.busy.is_empty() && engine.lent == 0;
    wait::until("MPI_Finalize", |engine| are_over(engine).then_some(Ok(())))
}

/// Whether [`init`] has been called.
pub fn is_initialized() -> bool {
    global::mode() != global::BEFORE
}

/// Whether [`finalize`] has been called.
pub fn is_finalized() -> bool {
    global::mode() == global::OVER
}

/// The thread level of this process.
///
/// # Errors
/// `Other` when MPI is not initialized.
pub fn query_thread() -> Result<ThreadLevel> {
    with(|engine| engine.level)
}

/// Whether this thread is the one that initialised MPI.
///
/// # Errors
/// `Other` when MPI is not initialized.
pub fn is_thread_main() -> Result<bool> {
    with(|engine| engine.main_thread == std::thread::current().id())
}

/// The time of the job in nanoseconds; virtual where the network's time is.
///
/// # Errors
/// `Other` when MPI is not initialized.
pub fn time_ns() -> Result<u64> {
    with(|engine| engine.job.time_ns())
}

/// Aborts the whole job at once.
///
/// # Errors
/// `Other` when MPI is not initialized, because there is no job to abort.
pub fn abort(code: i32, message: &str) -> Result<std::convert::Infallible> {
    let job = with(|engine| engine.job.clone())?;
    job.abort(code, message)
}

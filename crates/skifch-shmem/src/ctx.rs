//! Contexts: streams of operations that are ordered and completed on their own.
//!
//! Direct loads and stores are never outstanding, so on one host a context is only a name. Over a
//! network it records which kinds of operations it has outstanding, and a quiet of the context
//! waits for those.

use crate::Team;
use crate::batch::{self, Batch};
use crate::error::{Result, fail};
use crate::job::{self, ThreadLevel};
use crate::state::{Kind, State, state};
use crate::team::Members;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, fence};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The handle of a context; `DEFAULT` and `INVALID` are constants of the C interface as well. Bit 0
/// is set if PEs are numbered as in the world; above it is the index of the slot, and above that
/// the serial number, which tells it from earlier contexts in that slot.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ctx(pub usize);

impl Ctx {
    /// No context.
    pub const INVALID: Self = Self(0);
    /// The context of calls that name none; its PEs are those of the world.
    pub const DEFAULT: Self = Self(1);

    #[inline(always)]
    pub(crate) fn is_world(self) -> bool {
        self.0 & 1 != 0
    }

    fn new(place: usize, turn: usize, is_world: bool) -> Self {
        Self((turn * MAX_CONTEXTS + place) << 1 | usize::from(is_world))
    }

    fn place(self) -> usize {
        (self.0 >> 1) % MAX_CONTEXTS
    }

    fn turn(self) -> usize {
        (self.0 >> 1) / MAX_CONTEXTS
    }
}

/// Option: the program does not use the context from two threads at the same time.
pub const SERIALIZED: i64 = 1;
/// Option: only the thread that created the context uses it.
pub const PRIVATE: i64 = 2;
/// Option: quiet and fence of the context need not order stores of the program.
pub const NOSTORE: i64 = 4;

const OPTIONS: i64 = SERIALIZED | PRIVATE | NOSTORE;

/// Maximum number of contexts at a time.
const MAX_CONTEXTS: usize = 1024;

/// Operations outstanding over a network, recorded for each kind of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UnderWay {
    Puts,
    Gets,
    /// Puts issued before the last fence; puts into other kinds of memory must come after them.
    Fenced,
}

impl UnderWay {
    /// Combinations of operation and kind of memory.
    const COUNT: usize = 9;

    fn index(self, kind: Kind) -> usize {
        3 * kind as usize + self as usize
    }

    fn bit(self, kind: Kind) -> u32 {
        1 << self.index(kind)
    }
}

/// Marks that a thread is waiting for these operations, until it is dropped.
pub(crate) struct Settling<'a>(&'a AtomicU32);

impl Drop for Settling<'_> {
    fn drop(&mut self) {
        // SYNC settling: pairs with the acquire in `has`; the operations waited for are complete.
        self.0.fetch_sub(1, Release);
    }
}

/// A context.
pub(crate) struct Context {
    /// Serial number of the context.
    turn: usize,
    team: Team,
    /// World numbers of its PEs; `None`: the numbers are those of the world.
    members: Option<Arc<Members>>,
    under_way: AtomicU32,
    /// For each bit of `under_way`: how many threads have cleared it and still wait for the
    /// operations.
    settling: [AtomicU32; UnderWay::COUNT],
    /// Operations that a session holds back.
    pub(crate) batch: Batch,
}

impl Context {
    fn new(turn: usize, team: Team, members: Option<Arc<Members>>) -> Self {
        let settling = [const { AtomicU32::new(0) }; UnderWay::COUNT];
        let (under_way, batch) = (AtomicU32::new(0), Batch::default());
        Self { turn, team, members, under_way, settling, batch }
    }

    fn is(&self, ctx: Ctx) -> bool {
        self.members.is_none() == ctx.is_world() && self.turn == ctx.turn()
    }

    /// The world number of the PE that the context calls `pe`.
    ///
    /// # Errors
    /// There is no such PE.
    #[inline]
    pub(crate) fn pe(&self, state: &State, pe: i32) -> Result<u32> {
        match &self.members {
            None => state.pe(pe),
            Some(members) => members.world(pe),
        }
    }

    /// Records an operation. Call it after the network has taken the operation: a thread that then
    /// finds the record cleared waits for the operation.
    pub(crate) fn note(&self, what: UnderWay, kind: Kind) {
        let bit = what.bit(kind);
        // SYNC under-way: the operation is before the fence and the look at the record after it; in
        // `settle` a record is cleared before the fence and the network waits after it. So either
        // that thread waits for this operation, or we see here that the record is gone.
        fence(SeqCst);
        if self.under_way.load(Relaxed) & bit == 0 {
            // SYNC under-way: pairs with the acquires in `has` and `settle`: who sees the record
            // waits for the operation.
            self.under_way.fetch_or(bit, Release);
        }
    }

    pub(crate) fn note_put(&self, kind: Kind) {
        self.note(UnderWay::Puts, kind);
    }

    /// Whether operations of this sort are outstanding. Also true while a thread waits for them, as
    /// that thread may have cleared the record of others' operations.
    pub(crate) fn has(&self, what: UnderWay, kind: Kind) -> bool {
        // SYNC under-way, settling: pair with the releases in `note`, in `settle`, and when a
        // thread has waited.
        self.under_way.load(Acquire) & what.bit(kind) != 0
            || self.settling[what.index(kind)].load(Acquire) > 0
    }

    /// If [`has`](Self::has), clears the record: the caller is about to wait for the operations.
    pub(crate) fn settle(&self, what: UnderWay, kind: Kind) -> Option<Settling<'_>> {
        if !self.has(what, kind) {
            return None;
        }
        let settling = &self.settling[what.index(kind)];
        settling.fetch_add(1, Relaxed);
        // SYNC under-way: counted before the record is cleared, so a thread that finds no record
        // finds the count.
        self.under_way.fetch_and(!what.bit(kind), AcqRel);
        // SYNC under-way: pairs with the fence in `note`.
        fence(SeqCst);
        Some(Settling(settling))
    }
}

/// All contexts of the process, looked up without a lock.
pub(crate) struct Contexts {
    all: Box<[AtomicPtr<Context>]>,
    /// Whether a context has an open batch session.
    has_batches: AtomicBool,
    list: Mutex<List>,
}

/// What concerns contexts of other threads, which may destroy them at any time.
#[derive(Default)]
struct List {
    /// Number of contexts created so far.
    turns: usize,
    /// All contexts but the default one.
    made: Vec<(Ctx, Team)>,
    /// Those with an open batch session. A thread that walks through them keeps them alive.
    batches: Arc<[Arc<Context>]>,
}

impl Contexts {
    pub(crate) fn new() -> Self {
        let all = (0..MAX_CONTEXTS).map(|_| AtomicPtr::default()).collect();
        let (has_batches, list) = (AtomicBool::new(false), Mutex::default());
        let contexts = Self { all, has_batches, list };
        let default = Arc::new(Context::new(0, Team::WORLD, None));
        contexts.all[0].store(Arc::into_raw(default).cast_mut(), Relaxed);
        contexts
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pointer to the context with this handle; null if there is none. It came from an `Arc`.
    #[inline]
    fn at(&self, ctx: Ctx) -> *const Context {
        let slot = self.all.get(ctx.place()).filter(|_| ctx != Ctx::INVALID);
        // SYNC context-made: pairs with the release store in `add`.
        slot.map_or(std::ptr::null(), |slot| slot.load(Acquire).cast_const())
    }

    /// The context with this handle.
    ///
    /// # Errors
    /// There is no such context.
    #[inline]
    pub(crate) fn get(&self, ctx: Ctx) -> Result<&Context> {
        // SAFETY: the slot holds a reference, which only `remove` drops: the program does not use a
        // context while it destroys it.
        match unsafe { self.at(ctx).as_ref() } {
            Some(context) if context.is(ctx) => Ok(context),
            _ => no_context(ctx),
        }
    }

    fn add(&self, team: Team, members: Option<Arc<Members>>) -> Option<Ctx> {
        let mut list = self.list();
        let place = self.all.iter().position(|slot| slot.load(Relaxed).is_null())?;
        list.turns += 1;
        let ctx = Ctx::new(place, list.turns, members.is_none());
        list.made.push((ctx, team));
        let context = Arc::new(Context::new(list.turns, team, members));
        // SYNC context-made: pairs with the acquire load in `at`.
        self.all[place].store(Arc::into_raw(context).cast_mut(), Release);
        Some(ctx)
    }

    /// Opens or closes the batch session of a context.
    ///
    /// # Errors
    /// There is no such context.
    fn set_batch(&self, state: &State, ctx: Ctx, is_open: bool) -> Result<()> {
        let mut list = self.list();
        if !is_open {
            state.ahead.close_of(ctx);
        }
        let takes_many = state.heap.segment.takes_many();
        self.get(ctx)?.batch.set_open(is_open && takes_many);
        let at = self.at(ctx);
        let opened = is_open.then(|| {
            // SAFETY: the pointer came from an `Arc`, to which the slot holds a reference as long
            // as the program does not destroy the context.
            unsafe {
                Arc::increment_strong_count(at);
                Arc::from_raw(at)
            }
        });
        let others = list.batches.iter().filter(|other| Arc::as_ptr(other) != at);
        list.batches = others.cloned().chain(opened).collect();
        let has_batches = !list.batches.is_empty();
        // It publishes nothing, so Relaxed: what a thread has held back it knows itself.
        self.has_batches.store(has_batches, Relaxed);
        skifch::set_flush(has_batches.then_some(batch::flush));
        Ok(())
    }

    /// Sends operations that are held back, because this PE is about to wait, or may be polling.
    ///
    /// # Errors
    /// An error of the network.
    pub(crate) fn release_held(&self, state: &State) -> Result<()> {
        if !self.has_batches.load(Relaxed) {
            return Ok(());
        }
        state.ahead.release();
        // Not under the lock: in virtual time a thread that waits for a lock would stop the clock.
        let batches = Arc::clone(&self.list().batches);
        batches.iter().try_for_each(|context| context.release_held(state))
    }

    /// Sends operations that are held back; the open sessions hold back no more.
    ///
    /// # Errors
    /// An error of the network.
    pub(crate) fn close_batches(&self, state: &State) -> Result<()> {
        state.ahead.close();
        self.list().batches.iter().for_each(|context| context.batch.set_open(false));
        self.release_held(state)
    }

    fn remove(&self, ctx: Ctx) {
        let mut list = self.list();
        list.made.retain(|&(other, _)| other != ctx);
        let old = self.all[ctx.place()].swap(std::ptr::null_mut(), Relaxed);
        if !old.is_null() {
            // SAFETY: it came from an `Arc`; the exchange makes this the only drop of the slot's
            // reference. It was stored under the lock.
            drop(unsafe { Arc::from_raw(old.cast_const()) });
        }
    }

    /// The contexts that were created for a team.
    fn of(&self, team: Team) -> Vec<Ctx> {
        let list = self.list();
        list.made.iter().filter(|&&(_, other)| other == team).map(|&(ctx, _)| ctx).collect()
    }
}

impl Drop for Contexts {
    fn drop(&mut self) {
        if *self.has_batches.get_mut() {
            skifch::set_flush(None);
        }
        for slot in &mut self.all {
            let at = std::mem::replace(slot.get_mut(), std::ptr::null_mut());
            if !at.is_null() {
                // SAFETY: it came from an `Arc`, and nobody else has access to the table.
                drop(unsafe { Arc::from_raw(at.cast_const()) });
            }
        }
    }
}

#[cold]
fn no_context<T>(ctx: Ctx) -> Result<T> {
    match ctx {
        Ctx::INVALID => fail!("SHMEM_CTX_INVALID is no context: look at what making one answered"),
        _ => fail!("there is no context with the handle {:#x}: was it destroyed?", ctx.0),
    }
}

fn check_options(options: i64) -> Result<()> {
    if options & !OPTIONS != 0 {
        return fail!(
            "options {options:#x}: they are made of SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE and \
             SHMEM_CTX_NOSTORE"
        );
    }
    Ok(())
}

/// Creates a context over the world; `None` if there are too many. Not collective.
///
/// # Errors
/// Not started, or unknown option bits.
pub fn create(options: i64) -> Result<Option<Ctx>> {
    create_on(Team::WORLD, options)
}

/// Creates a context over a team, whose numbers its calls use for PEs; `None` if there are too many
/// contexts, or for `Team::INVALID`.
///
/// # Errors
/// As [`create`], and no such team.
pub fn create_on(team: Team, options: i64) -> Result<Option<Ctx>> {
    let state = state()?;
    check_options(options)?;
    if team == Team::INVALID {
        return Ok(None);
    }
    let members = match team {
        Team::WORLD => None,
        _ => Some(Arc::clone(&state.teams.get(team)?.members)),
    };
    Ok(state.contexts.add(team, members))
}

/// Completes the operations of a context and destroys it. Does nothing for `INVALID`.
///
/// # Errors
/// No such context, or it is the default one; an error of the network.
pub fn destroy(ctx: Ctx) -> Result<()> {
    let state = state()?;
    match ctx {
        Ctx::INVALID => Ok(()),
        Ctx::DEFAULT => fail!("SHMEM_CTX_DEFAULT cannot be destroyed"),
        _ => {
            // A quiet with nothing to wait for does not check the handle.
            state.contexts.get(ctx)?;
            crate::order::quiet(ctx)?;
            state.contexts.set_batch(state, ctx, false)?;
            state.contexts.remove(ctx);
            Ok(())
        }
    }
}

/// Destroys the contexts of a team that is about to be destroyed.
pub(crate) fn destroy_of(state: &State, team: Team) -> Result<()> {
    state.contexts.of(team).into_iter().try_for_each(destroy)
}

/// The team of a context; `Team::INVALID` for `INVALID`.
///
/// # Errors
/// No such context.
pub fn team_of(ctx: Ctx) -> Result<Team> {
    match ctx {
        Ctx::INVALID => Ok(Team::INVALID),
        _ => Ok(state()?.contexts.get(ctx)?.team),
    }
}

/// Session hint: many small operations follow, which may be sent together.
pub const SESSION_BATCH: i64 = 1;
/// Session hint: the total number of operations is given.
pub const SESSION_TOTAL_OPS: i64 = 2;

/// Begins a session. With [`SESSION_BATCH`], on a network that combines small operations only if it
/// is given them together, puts of one word and atomics without a result are held back until there
/// are many; they are sent before any operation that depends on them. Where words are accessed
/// directly and no two threads call at a time, the last few atomics without a result are held back
/// while their cache lines are fetched. The total number of operations has no effect.
///
/// # Errors
/// No such context, or unknown hints.
pub fn session_start(ctx: Ctx, hints: i64, total_ops: Option<usize>) -> Result<()> {
    let state = state()?;
    state.contexts.get(ctx)?;
    if hints & !(SESSION_BATCH | SESSION_TOTAL_OPS) != 0 {
        return fail!(
            "hints {hints:#x}: they are made of SHMEM_CTX_SESSION_BATCH and \
             SHMEM_CTX_SESSION_TOTAL_OPS"
        );
    }
    if hints & SESSION_TOTAL_OPS != 0 && total_ops.is_none() {
        return fail!(
            "SHMEM_CTX_SESSION_TOTAL_OPS is given without a configuration that says how many"
        );
    }
    if hints & SESSION_BATCH != 0 && !skifch::others_are_active() {
        state.contexts.set_batch(state, ctx, true)?;
        if !state.pace.is_virtual() && job::query_thread()? < ThreadLevel::Multiple {
            // SAFETY: the thread level says so; a start that raises it closes the session.
            unsafe { state.ahead.open(ctx) };
        }
    }
    Ok(())
}

/// Ends the session of a context.
///
/// # Errors
/// No such context; an error of the network.
pub fn session_stop(ctx: Ctx) -> Result<()> {
    let state = state()?;
    let context = state.contexts.get(ctx)?;
    context.batch.set_open(false);
    context.release(state)?;
    // Only now, because gets look only for open sessions.
    state.contexts.set_batch(state, ctx, false)
}

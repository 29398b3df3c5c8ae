//! Contexts: streams of operations that are ordered and completed on their own.
//!
//! Direct loads and stores are never outstanding, so on one host a context is only a name. Over a
//! network it records which kinds of operations it has outstanding, and a quiet of the context
//! waits for those.

use crate::Team;
use crate::batch::Batch;
use crate::error::{Result, fail};
use crate::state::{Kind, State, state};
use crate::team::Members;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize};

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

    /// Records an operation. Call it after the network has taken the operation, so that a quiet in
    /// another thread cannot clear the record too early: that thread waits for what the network has
    /// taken, and takes the network's lock after clearing.
    pub(crate) fn note(&self, what: UnderWay, kind: Kind) {
        let bit = what.bit(kind);
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
        Some(Settling(settling))
    }
}

/// All contexts of the process, looked up without a lock.
pub(crate) struct Contexts {
    all: Box<[AtomicPtr<Context>]>,
    /// Number of contexts with an open batch session.
    batches: AtomicUsize,
    /// Number of contexts created so far.
    turns: AtomicUsize,
}

impl Contexts {
    pub(crate) fn new() -> Self {
        let all = (0..MAX_CONTEXTS).map(|_| AtomicPtr::default()).collect();
        let (batches, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let contexts = Self { all, batches, turns };
        let default = Box::new(Context::new(0, Team::WORLD, None));
        contexts.all[0].store(Box::into_raw(default), Relaxed);
        contexts
    }

    /// The context with this handle.
    ///
    /// # Errors
    /// There is no such context.
    #[inline]
    pub(crate) fn get(&self, ctx: Ctx) -> Result<&Context> {
        // SYNC context-made: pairs with the release exchange in `add`; so for the other loads.
        let slot = self.all.get(ctx.place()).filter(|_| ctx != Ctx::INVALID);
        // SAFETY: a pointer stored here came from a box, which only `remove` drops: the program
        // does not use a context while it destroys it.
        match slot.and_then(|slot| unsafe { slot.load(Acquire).as_ref() }) {
            Some(context) if context.is(ctx) => Ok(context),
            _ => no_context(ctx),
        }
    }

    fn add(&self, team: Team, members: Option<Arc<Members>>) -> Option<Ctx> {
        let (turn, is_world) = (self.turns.fetch_add(1, Relaxed) + 1, members.is_none());
        let context = Context::new(turn, team, members);
        let new = Box::into_raw(Box::new(context));
        let null = std::ptr::null_mut();
        for (index, slot) in self.all.iter().enumerate().skip(1) {
            // SYNC context-made: pairs with the acquire loads of the slots.
            if slot.compare_exchange(null, new, Release, Relaxed).is_ok() {
                return Some(Ctx::new(index, turn, is_world));
            }
        }
        // SAFETY: it came from a box just now, and nobody has seen it.
        drop(unsafe { Box::from_raw(new) });
        None
    }

    /// Opens or closes the batch session of a context.
    fn set_batch(&self, context: &Context, is_open: bool) {
        if context.batch.set_open(is_open) {
            let by = if is_open { 1 } else { usize::MAX };
            // It publishes nothing, so Relaxed: what a thread has held back it knows itself.
            self.batches.fetch_add(by, Relaxed);
        }
    }

    /// Sends operations that are held back, because this PE is about to wait.
    ///
    /// # Errors
    /// An error of the network.
    pub(crate) fn release_held(&self, state: &State) -> Result<()> {
        if self.batches.load(Relaxed) == 0 {
            return Ok(());
        }
        self.all.iter().try_for_each(|slot| {
            // SAFETY: as in `get`.
            let context = unsafe { slot.load(Acquire).as_ref() };
            context.map_or(Ok(()), |context| context.release_held(state))
        })
    }

    fn remove(&self, index: usize) {
        let old = self.all[index].swap(std::ptr::null_mut(), Acquire);
        if !old.is_null() {
            // SAFETY: it came from a box; the exchange makes this its only drop.
            drop(unsafe { Box::from_raw(old) });
        }
    }

    /// The contexts that were created for a team.
    fn of(&self, team: Team) -> Vec<Ctx> {
        let handles = (1..MAX_CONTEXTS).filter_map(|index| {
            // SAFETY: as in `get`.
            let context = unsafe { self.all[index].load(Acquire).as_ref() }?;
            let is_world = context.members.is_none();
            (context.team == team).then(|| Ctx::new(index, context.turn, is_world))
        });
        handles.collect()
    }
}

impl Drop for Contexts {
    fn drop(&mut self) {
        (0..MAX_CONTEXTS).for_each(|index| self.remove(index));
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
            state.contexts.set_batch(state.contexts.get(ctx)?, false);
            state.contexts.remove(ctx.place());
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
/// are many; they are sent before any operation that depends on them. The total number of
/// operations has no effect.
///
/// # Errors
/// No such context, or unknown hints.
pub fn session_start(ctx: Ctx, hints: i64, total_ops: Option<usize>) -> Result<()> {
    let state = state()?;
    let context = state.contexts.get(ctx)?;
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
    if hints & SESSION_BATCH != 0 && state.heap.segment.takes_many() {
        state.contexts.set_batch(context, true);
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
    state.contexts.set_batch(context, false);
    context.release(state)
}

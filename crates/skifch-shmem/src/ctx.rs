//! Contexts: streams of operations that are ordered and completed on their own.
//!
//! Where memory is loaded and stored nothing is ever under way, so a context is a name. Over a
//! network it remembers what kinds of operations it has under way, and is quiet when those are
//! done.

use crate::Team;
use crate::batch::Batch;
use crate::error::{Result, fail};
use crate::state::{Kind, State, state};
use crate::team::Members;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize};

/// The handle of a context; `DEFAULT` and `INVALID` are constants of C as well. Odd handles name
/// PEs by their numbers in the world; then comes the place of the context, and above it which one
/// it is of those that were there.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ctx(pub usize);

impl Ctx {
    /// No context.
    pub const INVALID: Self = Self(0);
    /// The one that calls without a context use; its PEs are those of the world.
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

/// Option: the program does not call in it from two threads at a time.
pub const SERIALIZED: i64 = 1;
/// Option: only the thread that made it calls in it.
pub const PRIVATE: i64 = 2;
/// Option: it need not order stores of the program.
pub const NOSTORE: i64 = 4;

const OPTIONS: i64 = SERIALIZED | PRIVATE | NOSTORE;

/// How many there may be at a time.
const MAX_CONTEXTS: usize = 1024;

/// What is under way over a network, for each kind of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UnderWay {
    Puts,
    Gets,
    /// Puts of before the last fence, which those into other kinds of memory come after.
    Fenced,
}

impl UnderWay {
    /// Of all kinds of memory.
    const COUNT: usize = 9;

    fn index(self, kind: Kind) -> usize {
        3 * kind as usize + self as usize
    }

    fn bit(self, kind: Kind) -> u32 {
        1 << self.index(kind)
    }
}

/// Somebody sees to something that is under way, until this is dropped.
pub(crate) struct Settling<'a>(&'a AtomicU32);

impl Drop for Settling<'_> {
    fn drop(&mut self) {
        // SYNC settling: pairs with the acquire in `has`; what was waited for has come.
        self.0.fetch_sub(1, Release);
    }
}

/// A context.
pub(crate) struct Context {
    /// The how manieth it is that was made.
    turn: usize,
    team: Team,
    /// Everybody's numbers of its PEs; `None`: those are its own.
    members: Option<Arc<Members>>,
    under_way: AtomicU32,
    /// How many threads wait for what is not noted any more.
    settling: [AtomicU32; UnderWay::COUNT],
    /// What a session holds back.
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

    /// Everybody's number of the PE that the context calls `pe`.
    ///
    /// # Errors
    /// There is none.
    #[inline]
    pub(crate) fn pe(&self, state: &State, pe: i32) -> Result<u32> {
        match &self.members {
            None => state.pe(pe),
            Some(members) => members.world(pe),
        }
    }

    /// Notes what was given to the network. After that, so that nobody who is quiet meanwhile
    /// forgets it.
    pub(crate) fn note(&self, what: UnderWay, kind: Kind) {
        let bit = what.bit(kind);
        if self.under_way.load(Relaxed) & bit == 0 {
            self.under_way.fetch_or(bit, AcqRel);
        }
    }

    pub(crate) fn note_put(&self, kind: Kind) {
        self.note(UnderWay::Puts, kind);
    }

    /// Whether something of this sort is under way. It also is while a thread waits for it, which
    /// may have taken what others have noted.
    pub(crate) fn has(&self, what: UnderWay, kind: Kind) -> bool {
        self.under_way.load(Acquire) & what.bit(kind) != 0
            || self.settling[what.index(kind)].load(Acquire) > 0
    }

    /// [`has`](Self::has), and not any more: the caller is about to see to it.
    pub(crate) fn settle(&self, what: UnderWay, kind: Kind) -> Option<Settling<'_>> {
        if !self.has(what, kind) {
            return None;
        }
        let settling = &self.settling[what.index(kind)];
        // SYNC settling: counted before the note goes, so who finds no note finds who waits.
        settling.fetch_add(1, AcqRel);
        self.under_way.fetch_and(!what.bit(kind), AcqRel);
        Some(Settling(settling))
    }
}

/// Every context of the process, found without a lock.
pub(crate) struct Contexts {
    all: Box<[AtomicPtr<Context>]>,
    /// How many hold small operations back.
    batches: AtomicUsize,
    /// How many were made.
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
    /// There is none.
    #[inline]
    pub(crate) fn get(&self, ctx: Ctx) -> Result<&Context> {
        let slot = self.all.get(ctx.place()).filter(|_| ctx != Ctx::INVALID);
        // SAFETY: a pointer that is here came from a box, which is dropped by `remove` alone: the
        // program does not use a context while it destroys it.
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
            if slot.compare_exchange(null, new, AcqRel, Relaxed).is_ok() {
                return Some(Ctx::new(index, turn, is_world));
            }
        }
        // SAFETY: it came from a box just now, and nobody has seen it.
        drop(unsafe { Box::from_raw(new) });
        None
    }

    /// Lets a context hold small operations back, or not any more.
    fn set_batch(&self, context: &Context, is_open: bool) {
        if context.batch.set_open(is_open) {
            let by = if is_open { 1 } else { usize::MAX };
            self.batches.fetch_add(by, AcqRel);
        }
    }

    /// Gives what is held back to the network: this PE is about to wait.
    ///
    /// # Errors
    /// What the network answers.
    pub(crate) fn release_held(&self, state: &State) -> Result<()> {
        if self.batches.load(Acquire) == 0 {
            return Ok(());
        }
        self.all.iter().try_for_each(|slot| {
            // SAFETY: as in `get`.
            let context = unsafe { slot.load(Acquire).as_ref() };
            context.map_or(Ok(()), |context| context.release_held(state))
        })
    }

    fn remove(&self, index: usize) {
        let old = self.all[index].swap(std::ptr::null_mut(), AcqRel);
        if !old.is_null() {
            // SAFETY: it came from a box; the exchange makes this its only drop.
            drop(unsafe { Box::from_raw(old) });
        }
    }

    /// Those that were made for a team.
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

/// A new context over the world; `None` if there are too many. Not collective.
///
/// # Errors
/// Not started, or unknown options.
pub fn create(options: i64) -> Result<Option<Ctx>> {
    create_on(Team::WORLD, options)
}

/// A new context over a team, by whose numbers its calls name PEs; `None` if there are too many, or
/// for `Team::INVALID`.
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

/// Completes what it has asked for and gives it back. `INVALID` is none.
///
/// # Errors
/// No such context, or the default one; what the network answers.
pub fn destroy(ctx: Ctx) -> Result<()> {
    let state = state()?;
    match ctx {
        Ctx::INVALID => Ok(()),
        Ctx::DEFAULT => fail!("SHMEM_CTX_DEFAULT cannot be destroyed"),
        _ => {
            // A quiet may need nothing of the context, and then does not look at it.
            state.contexts.get(ctx)?;
            crate::order::quiet(ctx)?;
            state.contexts.set_batch(state.contexts.get(ctx)?, false);
            state.contexts.remove(ctx.place());
            Ok(())
        }
    }
}

/// Destroys the contexts of a team that is about to go.
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

/// Hint of a session: many small operations follow, which may be sent together.
pub const SESSION_BATCH: i64 = 1;
/// Hint of a session: the number of operations is given.
pub const SESSION_TOTAL_OPS: i64 = 2;

/// Begins a session. With [`SESSION_BATCH`], on a network that sends small operations together only
/// when it is given them together, puts and atomics without answers of one word are held back until
/// there are many, and given to it before anything that needs them there. The number of operations
/// changes nothing.
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

/// Ends it.
///
/// # Errors
/// No such context; what the network answers.
pub fn session_stop(ctx: Ctx) -> Result<()> {
    let state = state()?;
    let context = state.contexts.get(ctx)?;
    state.contexts.set_batch(context, false);
    context.release(state)
}

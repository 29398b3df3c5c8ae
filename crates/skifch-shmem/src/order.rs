//! Ordering and completion of the operations of a context.

use crate::Ctx;
use crate::area::is_all_near;
use crate::coll::meet::has_sleepers;
use crate::ctx::{Context, UnderWay};
use crate::error::Result;
use crate::state::{Kind, State, state};
use crate::wait::wake_sleepers;
use std::sync::atomic::Ordering::{Acquire, Release, SeqCst};
use std::sync::atomic::fence as processor_fence;

/// Puts, atomics, signals and stores before the call take effect at each PE before those after it.
/// Does nothing for `Ctx::INVALID`.
///
/// # Errors
/// No such context; an error of the network. The same for all calls of this module.
#[inline]
pub fn fence(ctx: Ctx) -> Result<()> {
    // SYNC program-word: pairs with the acquire of a PE that sees a later put, by a wait or a test.
    processor_fence(Release);
    if ctx.is_world() && is_all_near() { check(ctx) } else { fence_far(ctx) }
}

/// Checks that the handle is valid; it may belong to a destroyed context, as puts of words do not
/// check. Compiles to nothing if the compiler knows that it is the default context.
#[inline(always)]
fn check(ctx: Ctx) -> Result<()> {
    match ctx {
        Ctx::DEFAULT => Ok(()),
        _ => find(ctx).map(drop),
    }
}

#[cold]
fn fence_far(ctx: Ctx) -> Result<()> {
    let Some((state, context)) = find(ctx)? else { return Ok(()) };
    context.release(state)?;
    // A segment orders the operations on itself. A later put into another segment waits, if there
    // is one.
    for kind in [Kind::Heap, Kind::Data] {
        if let Some(part) = state.part(kind).filter(|_| context.has(UnderWay::Puts, kind)) {
            part.segment.fence()?;
            context.note(UnderWay::Fenced, kind);
        }
    }
    pass_time(state)
}

/// In virtual time each call must take time, even one with nothing to do: the program may poll
/// memory in a loop around it, for an answer to what other contexts hold back as well.
fn pass_time(state: &State) -> Result<()> {
    if !state.pace.is_virtual() {
        return Ok(());
    }
    state.contexts.release_held(state)?;
    Ok(state.heap.segment.fence()?)
}

/// Waits until all operations of the context are complete. Does nothing for `Ctx::INVALID`.
///
/// # Errors
/// As [`fence`].
#[inline]
pub fn quiet(ctx: Ctx) -> Result<()> {
    let is_near = ctx.is_world() && is_all_near();
    if is_near {
        // Before the fence, which waits for earlier stores anyway: the check overlaps with that
        // wait.
        check(ctx)?;
    }
    // SYNC program-word: as in `fence`; later loads come after it too.
    // SYNC sleepers: stores come before the look for sleepers; pairs with the fence of a PE that is
    // about to sleep.
    processor_fence(SeqCst);
    if has_sleepers() {
        wake_sleepers();
    }
    if is_near { Ok(()) } else { quiet_far(ctx) }
}

#[cold]
fn quiet_far(ctx: Ctx) -> Result<()> {
    let Some((state, context)) = find(ctx)? else { return Ok(()) };
    context.release(state)?;
    sync_reads(state, context)?;
    quiet_puts(state, context)?;
    pass_time(state)
}

/// Waits until all operations of all contexts are complete.
///
/// # Errors
/// As [`fence`].
pub(crate) fn quiet_all(state: &State) -> Result<()> {
    state.contexts.release_held(state)?;
    for part in [Kind::Heap, Kind::Data].into_iter().filter_map(|kind| state.part(kind)) {
        part.segment.syncreads()?;
        part.segment.quiet()?;
    }
    Ok(())
}

/// The state and the context; `None` for `Ctx::INVALID`.
fn find(ctx: Ctx) -> Result<Option<(&'static State, &'static Context)>> {
    let state = state()?;
    if ctx == Ctx::INVALID {
        return Ok(None);
    }
    Ok(Some((state, state.contexts.get(ctx)?)))
}

/// [`fence`] of the default context with respect to the control memory, which is part of the heap's
/// segment and belongs to no context.
pub(crate) fn fence_control() -> Result<()> {
    fence(Ctx::DEFAULT)?;
    let Some((state, context)) = find(Ctx::DEFAULT)? else { return Ok(()) };
    let Some(part) = state.part(Kind::Data) else { return Ok(()) };
    match context.settle(UnderWay::Fenced, Kind::Data) {
        Some(_settling) => Ok(part.segment.quiet()?),
        None => Ok(()),
    }
}

fn quiet_puts(state: &State, context: &Context) -> Result<()> {
    for kind in [Kind::Heap, Kind::Data] {
        if let Some(part) = state.part(kind)
            && let Some(_puts) = context.settle(UnderWay::Puts, kind)
        {
            let _fenced = context.settle(UnderWay::Fenced, kind);
            part.segment.quiet()?;
        }
    }
    Ok(())
}

fn sync_reads(state: &State, context: &Context) -> Result<()> {
    for kind in [Kind::Heap, Kind::Data] {
        if let Some(part) = state.part(kind)
            && let Some(_gets) = context.settle(UnderWay::Gets, kind)
        {
            part.segment.syncreads()?;
        }
    }
    Ok(())
}

/// [`quiet`] for these PEs, numbered as in the context's team.
///
/// # Errors
/// As [`fence`], and no such PE.
///
/// # Safety
/// `pes` is readable for `count` numbers.
pub unsafe fn pe_quiet(ctx: Ctx, pes: *const i32, count: usize) -> Result<()> {
    let Some((state, context)) = find(ctx)? else { return Ok(()) };
    for at in 0..count {
        // SAFETY: our caller's promise.
        context.pe(state, unsafe { *pes.add(at) })?;
    }
    if count == 0 {
        return Ok(());
    }
    // A network's quiet covers all ranks at once, which is more than required.
    quiet(ctx)
}

/// Waits until the non-blocking gets of the context have arrived, and for nothing else.
///
/// # Errors
/// As [`fence`].
#[inline]
pub fn syncreads(ctx: Ctx) -> Result<()> {
    // SYNC program-word: pairs with the release of the PE that wrote what was read.
    processor_fence(Acquire);
    if ctx.is_world() && is_all_near() {
        return Ok(());
    }
    match find(ctx)? {
        Some((state, context)) => sync_reads(state, context),
        None => Ok(()),
    }
}

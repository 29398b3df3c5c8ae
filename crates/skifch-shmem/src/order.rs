//! Order and completion of what a context has asked for.

use crate::Ctx;
use crate::area::is_all_near;
use crate::coll::meet::has_sleepers;
use crate::ctx::{Context, UnderWay};
use crate::error::Result;
use crate::state::{Kind, State, state};
use crate::wait::wake_sleepers;
use std::sync::atomic::Ordering::{Acquire, Release, SeqCst};
use std::sync::atomic::fence as processor_fence;

/// Puts, atomics, signals and stores of before take effect at each PE before those of after.
/// `Ctx::INVALID` has none.
///
/// # Errors
/// No such context; what the network answers. So for all calls here.
#[inline]
pub fn fence(ctx: Ctx) -> Result<()> {
    processor_fence(Release);
    if ctx.is_world() && is_all_near() { check(ctx) } else { fence_far(ctx) }
}

/// Whether it is a context, or was destroyed: puts of words do not look. Where the compiler knows
/// that it is the default one this is nothing.
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
    // A segment orders what is done in itself. Who puts into another one waits, if anybody does.
    for kind in [Kind::Heap, Kind::Data] {
        if let Some(part) = state.part(kind).filter(|_| context.has(UnderWay::Puts, kind)) {
            part.segment.fence()?;
            context.note(UnderWay::Fenced, kind);
        }
    }
    pass_time(state)
}

/// In virtual time a call takes time, also one that has nothing to do: there may be a loop around
/// it that looks at memory.
fn pass_time(state: &State) -> Result<()> {
    match state.pace.is_virtual() {
        true => Ok(state.heap.segment.fence()?),
        false => Ok(()),
    }
}

/// Waits until everything that the context has asked for is done. `Ctx::INVALID` has nothing.
///
/// # Errors
/// As [`fence`].
#[inline]
pub fn quiet(ctx: Ctx) -> Result<()> {
    let is_near = ctx.is_world() && is_all_near();
    if is_near {
        // Before the fence, which waits for the stores of before: so it takes no time of its own.
        check(ctx)?;
    }
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

/// Waits until everything that any context has asked for is done.
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

/// The state and the context, if it is one.
fn find(ctx: Ctx) -> Result<Option<(&'static State, &'static Context)>> {
    let state = state()?;
    if ctx == Ctx::INVALID {
        return Ok(None);
    }
    Ok(Some((state, state.contexts.get(ctx)?)))
}

/// [`fence`] of the default context for what goes into the control memory, which is in the heap's
/// segment and knows of no context.
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

/// [`quiet`] for these PEs of the context's team.
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
    // Networks are quiet to all ranks at once, which is more than is asked.
    quiet(ctx)
}

/// Waits until the non-blocking gets of the context have arrived, and for nothing else.
///
/// # Errors
/// As [`fence`].
#[inline]
pub fn syncreads(ctx: Ctx) -> Result<()> {
    processor_fence(Acquire);
    if ctx.is_world() && is_all_near() {
        return Ok(());
    }
    match find(ctx)? {
        Some((state, context)) => sync_reads(state, context),
        None => Ok(()),
    }
}

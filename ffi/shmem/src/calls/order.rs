//! Memory ordering. Calls on an invalid context do nothing.

use crate::fault::done;
use libc::c_int;
use skifch_shmem::{Ctx, order};

#[inline]
pub(crate) fn fence(call: &str, ctx: Ctx) {
    if ctx != Ctx::INVALID {
        done(call, order::fence(ctx));
    }
}

#[inline]
pub(crate) fn quiet(call: &str, ctx: Ctx) {
    if ctx != Ctx::INVALID {
        done(call, order::quiet(ctx));
    }
}

pub(crate) unsafe fn pe_quiet(call: &str, ctx: Ctx, target_pes: *const c_int, npes: usize) {
    if ctx != Ctx::INVALID {
        // SAFETY: the standard's contract.
        done(call, unsafe { order::pe_quiet(ctx, target_pes, npes) });
    }
}

//! Sessions.

use crate::constants;
use crate::fault::done;
use crate::types::SessionConfig;
use libc::c_long;
use skifch_shmem::{Ctx, ctx};

const TOTAL_OPS: c_long = constants::SHMEM_CTX_SESSION_TOTAL_OPS as c_long;

pub(crate) unsafe fn session_start(
    call: &str,
    ctx: Ctx,
    options: c_long,
    config: *const SessionConfig,
    config_mask: c_long,
) {
    if ctx == Ctx::INVALID {
        return;
    }
    let is_given = config_mask & TOTAL_OPS != 0 && !config.is_null();
    // SAFETY: the standard's contract.
    let total_ops = is_given.then(|| unsafe { (*config).total_ops });
    done(call, ctx::session_start(ctx, options, total_ops));
}

pub(crate) fn session_stop(call: &str, ctx: Ctx) {
    if ctx != Ctx::INVALID {
        done(call, ctx::session_stop(ctx));
    }
}

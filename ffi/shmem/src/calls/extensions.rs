//! Extensions to OpenSHMEM.

pub(crate) use super::amo::{add, xor};
use crate::fault::done;
use libc::c_int;
use skifch_shmem::{Ctx, job, nicevt, order};

#[inline]
pub(crate) fn syncreads(call: &str, ctx: Ctx) {
    done(call, order::syncreads(ctx));
}

#[inline]
pub(crate) fn barrier_notify(call: &str) {
    done(call, nicevt::barrier_notify());
}

#[inline]
pub(crate) fn barrier_wait(call: &str) {
    done(call, nicevt::barrier_wait());
}

#[inline]
pub(crate) fn barrier_fast(call: &str) {
    done(call, nicevt::barrier_fast());
}

pub(crate) fn barrier_stride(call: &str, start: c_int, stride: c_int, size: c_int) {
    done(call, nicevt::barrier_stride(start, stride, size));
}

pub(crate) fn barrier_mask(call: &str, mask: c_int) {
    done(call, nicevt::barrier_mask(mask));
}

/// Wall-clock time in seconds for the program's own measurements; virtual if the network is
/// simulated.
#[inline]
pub(crate) fn wtime(call: &str) -> f64 {
    done(call, job::time_ns()) as f64 * 1e-9
}

//! Signals.

use super::p2p::comparison;
use crate::constants;
use crate::fault::{done, fatal};
use libc::c_int;
use skifch_shmem::rma::bytes;
use skifch_shmem::signal::{self, SignalOp};
use skifch_shmem::{Ctx, Error};

/// Converts a C signal operation constant.
fn operation(call: &str, sig_op: c_int) -> SignalOp {
    match sig_op {
        constants::SHMEM_SIGNAL_SET => SignalOp::Set,
        constants::SHMEM_SIGNAL_ADD => SignalOp::Add,
        other => fatal(call, unknown(other)),
    }
}

#[cold]
fn unknown(sig_op: c_int) -> Error {
    Error::new(format!("sig_op is {sig_op}: it is SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD"))
}

macro_rules! puts {
    ($($name:ident $engine:ident;)*) => { $(
        #[expect(clippy::too_many_arguments, reason = "the standard has them")]
        #[inline]
        pub(crate) unsafe fn $name<T>(
            call: &str,
            ctx: Ctx,
            dest: *mut T,
            source: *const T,
            nelems: usize,
            sig_addr: *mut u64,
            signal: u64,
            sig_op: c_int,
            pe: c_int,
        ) {
            let op = operation(call, sig_op);
            let outcome = bytes(nelems, size_of::<T>()).and_then(|bytes| {
                let (dest, source) = (dest.cast(), source.cast());
                // SAFETY: the standard's contract.
                unsafe { signal::$engine(ctx, dest, source, bytes, sig_addr, signal, op, pe) }
            });
            done(call, outcome);
        }
    )* };
}

puts! {
    put_signal put;
    put_signal_nbi put_nbi;
}

#[inline]
pub(crate) unsafe fn signal_add(call: &str, ctx: Ctx, sig_addr: *mut u64, signal: u64, pe: c_int) {
    done(call, signal::send(ctx, sig_addr, signal, SignalOp::Add, pe));
}

#[inline]
pub(crate) unsafe fn signal_set(call: &str, ctx: Ctx, sig_addr: *mut u64, signal: u64, pe: c_int) {
    done(call, signal::send(ctx, sig_addr, signal, SignalOp::Set, pe));
}

#[inline]
pub(crate) unsafe fn signal_fetch(call: &str, sig_addr: *const u64) -> u64 {
    // SAFETY: the standard's contract.
    done(call, unsafe { signal::fetch(sig_addr) })
}

#[inline]
pub(crate) unsafe fn signal_wait_until(
    call: &str,
    sig_addr: *mut u64,
    cmp: c_int,
    cmp_value: u64,
) -> u64 {
    let cmp = comparison(call, cmp);
    // SAFETY: the standard's contract.
    done(call, unsafe { signal::wait_until(sig_addr, cmp, cmp_value) })
}

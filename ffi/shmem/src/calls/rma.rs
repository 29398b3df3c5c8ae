//! Remote memory access. `T` determines the element size.

use crate::fault::done;
use libc::c_int;
use skifch_shmem::Ctx;
use skifch_shmem::rma::{self, Layout, bytes};

/// Calls of the engine that copy contiguous bytes. Directly accessible memory is handled in the
/// exported function itself, everything else out of line.
macro_rules! whole {
    ($($name:ident $near:ident;)*) => { $(
        #[inline(always)]
        pub(crate) unsafe fn $name<T>(
            call: &str,
            ctx: Ctx,
            dest: *mut T,
            source: *const T,
            nelems: usize,
            pe: c_int,
        ) {
            #[cold]
            #[inline(never)]
            unsafe fn far<T>(
                call: &str,
                ctx: Ctx,
                dest: *mut T,
                source: *const T,
                nelems: usize,
                pe: c_int,
            ) {
                let outcome = bytes(nelems, size_of::<T>()).and_then(|bytes| {
                    // SAFETY: the standard's contract.
                    unsafe { rma::$name(ctx, dest.cast(), source.cast(), bytes, pe) }
                });
                done(call, outcome);
            }
            // SAFETY: the standard's contract, here and below.
            if !unsafe { rma::$near(ctx, dest, source, nelems, pe) } {
                // SAFETY: as above.
                unsafe { far(call, ctx, dest, source, nelems, pe) };
            }
        }
    )* };
}

whole! {
    put try_put;
    get try_get;
    put_nbi try_put;
    get_nbi try_get;
}

// Out-of-line functions take their arguments in the order in which they arrive, so nothing is
// moved in advance.

#[inline(always)]
pub(crate) unsafe fn p<T: Copy>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: c_int) {
    #[cold]
    #[inline(never)]
    fn far<T: Copy>(dest: *mut T, value: T, pe: c_int, ctx: Ctx, call: &str) {
        done(call, rma::p(ctx, dest, value, pe));
    }
    if !rma::try_p(ctx, dest, value, pe) {
        far(dest, value, pe, ctx, call);
    }
}

#[inline(always)]
pub(crate) unsafe fn g<T: Copy>(call: &str, ctx: Ctx, source: *const T, pe: c_int) -> T {
    #[cold]
    #[inline(never)]
    fn far<T: Copy>(source: *const T, pe: c_int, ctx: Ctx, call: &str) -> T {
        // SAFETY: as below.
        done(call, unsafe { rma::g(ctx, source, pe) })
    }
    // SAFETY: the types of the standard are numbers, for which any bytes are valid.
    match unsafe { rma::try_g(ctx, source, pe) } {
        Some(value) => value,
        None => far(source, pe, ctx, call),
    }
}

/// The layout of blocks of `T`.
fn layout<T>(dst: isize, sst: isize, block: usize, count: usize) -> Layout {
    Layout { dest_stride: dst, source_stride: sst, block, count, size: size_of::<T>() }
}

/// Calls of the engine that copy elements, or blocks of them, with strides.
macro_rules! strided {
    ($($single:ident $block:ident $engine:ident;)*) => { $(
        #[expect(clippy::too_many_arguments, reason = "the standard has them")]
        pub(crate) unsafe fn $single<T>(
            call: &str,
            ctx: Ctx,
            dest: *mut T,
            source: *const T,
            dst: isize,
            sst: isize,
            nelems: usize,
            pe: c_int,
        ) {
            let layout = layout::<T>(dst, sst, 1, nelems);
            // SAFETY: the standard's contract.
            done(call, unsafe { rma::$engine(ctx, dest.cast(), source.cast(), layout, pe) });
        }

        #[expect(clippy::too_many_arguments, reason = "the standard has them")]
        pub(crate) unsafe fn $block<T>(
            call: &str,
            ctx: Ctx,
            dest: *mut T,
            source: *const T,
            dst: isize,
            sst: isize,
            bsize: usize,
            nblocks: usize,
            pe: c_int,
        ) {
            let layout = layout::<T>(dst, sst, bsize, nblocks);
            // SAFETY: the standard's contract.
            done(call, unsafe { rma::$engine(ctx, dest.cast(), source.cast(), layout, pe) });
        }
    )* };
}

strided! {
    iput ibput put_strided;
    iget ibget get_strided;
}

//! Atomic memory operations: converts C numbers to the engine's words.

use crate::fault::done;
use libc::c_int;
use skifch_shmem::Ctx;
use skifch_shmem::amo::{self, Op, Word};

/// A C type on which atomics operate.
pub(crate) trait Amo: Copy {
    /// The word of its size.
    type Word: Word;
    /// 1 as the word of an integer.
    const ONE: Self::Word;
    /// Its bits as a word.
    fn word(self) -> Self::Word;
    /// The number with these bits.
    fn number(word: Self::Word) -> Self;
}

macro_rules! integers {
    ($($int:ty: $word:ty;)*) => { $(
        impl Amo for $int {
            type Word = $word;
            const ONE: $word = 1;
            #[inline(always)]
            fn word(self) -> $word {
                self as $word
            }
            #[inline(always)]
            fn number(word: $word) -> Self {
                word as Self
            }
        }
    )* };
}

integers! {
    i32: u32;
    u32: u32;
    i64: u64;
    u64: u64;
    isize: u64;
    usize: u64;
}

macro_rules! floats {
    ($($float:ty: $word:ty;)*) => { $(
        impl Amo for $float {
            type Word = $word;
            const ONE: $word = 1;
            #[inline(always)]
            fn word(self) -> $word {
                self.to_bits()
            }
            #[inline(always)]
            fn number(word: $word) -> Self {
                Self::from_bits(word)
            }
        }
    )* };
}

floats! {
    f32: u32;
    f64: u64;
}

#[inline]
pub(crate) unsafe fn fetch<T: Amo>(call: &str, ctx: Ctx, source: *const T, pe: c_int) -> T {
    T::number(done(call, amo::fetch(ctx, source.cast::<T::Word>(), pe)))
}

#[inline]
pub(crate) unsafe fn set<T: Amo>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: c_int) {
    done(call, amo::set(ctx, dest.cast::<T::Word>(), value.word(), pe));
}

#[inline]
pub(crate) unsafe fn swap<T: Amo>(call: &str, ctx: Ctx, dest: *mut T, value: T, pe: c_int) -> T {
    T::number(done(call, amo::swap(ctx, dest.cast::<T::Word>(), value.word(), pe)))
}

#[inline]
pub(crate) unsafe fn compare_swap<T: Amo>(
    call: &str,
    ctx: Ctx,
    dest: *mut T,
    cond: T,
    value: T,
    pe: c_int,
) -> T {
    let dest = dest.cast::<T::Word>();
    T::number(done(call, amo::compare_swap(ctx, dest, cond.word(), value.word(), pe)))
}

#[inline(always)]
pub(crate) unsafe fn fetch_inc<T: Amo>(call: &str, ctx: Ctx, dest: *mut T, pe: c_int) -> T {
    #[cold]
    #[inline(never)]
    fn far<W: Word>(dest: *mut W, pe: c_int, ctx: Ctx, one: W, call: &str) -> W {
        done(call, amo::fetch_update(ctx, Op::Add, dest, one, pe))
    }
    let dest = dest.cast::<T::Word>();
    let old = amo::try_fetch_update(ctx, Op::Add, dest, T::ONE, pe);
    T::number(old.unwrap_or_else(|| far(dest, pe, ctx, T::ONE, call)))
}

#[inline]
pub(crate) unsafe fn inc<T: Amo>(call: &str, ctx: Ctx, dest: *mut T, pe: c_int) {
    done(call, amo::update(ctx, Op::Add, dest.cast::<T::Word>(), T::ONE, pe));
}

/// Operations with an operand: that which fetches, that which does not, and that which does not
/// wait for what it fetches.
macro_rules! updates {
    ($($fetch:ident $plain:ident $nbi:ident $op:ident;)*) => { $(
        #[inline(always)]
        pub(crate) unsafe fn $fetch<T: Amo>(
            call: &str,
            ctx: Ctx,
            dest: *mut T,
            value: T,
            pe: c_int,
        ) -> T {
            #[cold]
            #[inline(never)]
            fn far<W: Word>(dest: *mut W, value: W, pe: c_int, ctx: Ctx, call: &str) -> W {
                done(call, amo::fetch_update(ctx, Op::$op, dest, value, pe))
            }
            let (dest, value) = (dest.cast::<T::Word>(), value.word());
            let old = amo::try_fetch_update(ctx, Op::$op, dest, value, pe);
            T::number(old.unwrap_or_else(|| far(dest, value, pe, ctx, call)))
        }

        #[inline(always)]
        pub(crate) unsafe fn $plain<T: Amo>(
            call: &str,
            ctx: Ctx,
            dest: *mut T,
            value: T,
            pe: c_int,
        ) {
            #[cold]
            #[inline(never)]
            fn far<W: Word>(dest: *mut W, value: W, pe: c_int, ctx: Ctx, call: &str) {
                done(call, amo::update(ctx, Op::$op, dest, value, pe));
            }
            let (dest, value) = (dest.cast::<T::Word>(), value.word());
            if !amo::try_update(ctx, Op::$op, dest, value, pe) {
                far(dest, value, pe, ctx, call);
            }
        }

        #[inline]
        pub(crate) unsafe fn $nbi<T: Amo>(
            call: &str,
            ctx: Ctx,
            fetch: *mut T,
            dest: *mut T,
            value: T,
            pe: c_int,
        ) {
            let (fetch, dest, value) = (fetch.cast::<T::Word>(), dest.cast(), value.word());
            // SAFETY: the standard's contract.
            done(call, unsafe { amo::fetch_update_nbi(ctx, Op::$op, fetch, dest, value, pe) });
        }
    )* };
}

updates! {
    fetch_add add fetch_add_nbi Add;
    fetch_and and fetch_and_nbi And;
    fetch_or or fetch_or_nbi Or;
    fetch_xor xor fetch_xor_nbi Xor;
}

#[inline]
pub(crate) unsafe fn fetch_nbi<T: Amo>(
    call: &str,
    ctx: Ctx,
    fetch: *mut T,
    source: *const T,
    pe: c_int,
) {
    // SAFETY: the standard's contract.
    done(call, unsafe { amo::fetch_nbi(ctx, fetch.cast::<T::Word>(), source.cast(), pe) });
}

#[inline]
pub(crate) unsafe fn compare_swap_nbi<T: Amo>(
    call: &str,
    ctx: Ctx,
    fetch: *mut T,
    dest: *mut T,
    cond: T,
    value: T,
    pe: c_int,
) {
    let (fetch, dest) = (fetch.cast::<T::Word>(), dest.cast());
    // SAFETY: the standard's contract.
    let outcome = unsafe { amo::compare_swap_nbi(ctx, fetch, dest, cond.word(), value.word(), pe) };
    done(call, outcome);
}

#[inline]
pub(crate) unsafe fn swap_nbi<T: Amo>(
    call: &str,
    ctx: Ctx,
    fetch: *mut T,
    dest: *mut T,
    value: T,
    pe: c_int,
) {
    let (fetch, dest) = (fetch.cast::<T::Word>(), dest.cast());
    // SAFETY: the standard's contract.
    done(call, unsafe { amo::swap_nbi(ctx, fetch, dest, value.word(), pe) });
}

#[inline]
pub(crate) unsafe fn fetch_inc_nbi<T: Amo>(
    call: &str,
    ctx: Ctx,
    fetch: *mut T,
    dest: *mut T,
    pe: c_int,
) {
    let (fetch, dest) = (fetch.cast::<T::Word>(), dest.cast());
    // SAFETY: the standard's contract.
    done(call, unsafe { amo::fetch_update_nbi(ctx, Op::Add, fetch, dest, T::ONE, pe) });
}

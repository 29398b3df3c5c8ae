//! `long double` of C on x86-64, 80 bits in 16 bytes: Rust can neither pass it nor calculate with
//! it.
//!
//! Arguments are passed on the stack and results in a register of the x87 floating-point stack.
//! The functions that do so are written in assembly around functions that take pointers. On other
//! processors they exist, but report that they are not implemented.

use crate::types::LongDouble;
use skifch_shmem::coll::ops::{Number, Ordered};

#[cfg(target_arch = "x86_64")]
mod by_value {
    use crate::calls::rma;
    use crate::types::LongDouble;
    use libc::c_int;
    use skifch_shmem::Ctx;
    use std::arch::naked_asm;

    unsafe extern "C" fn put(dest: *mut LongDouble, pe: c_int, value: *const LongDouble) {
        // SAFETY: the value lies on the stack of the caller.
        unsafe { rma::p("shmem_longdouble_p", Ctx::DEFAULT, dest, *value, pe) }
    }

    unsafe extern "C" fn ctx_put(
        ctx: Ctx,
        dest: *mut LongDouble,
        pe: c_int,
        value: *const LongDouble,
    ) {
        // SAFETY: as above.
        unsafe { rma::p("shmem_ctx_longdouble_p", ctx, dest, *value, pe) }
    }

    unsafe extern "C" fn get(source: *const LongDouble, pe: c_int, to: *mut LongDouble) {
        // SAFETY: `to` lies on the stack of the function below.
        unsafe { *to = rma::g("shmem_longdouble_g", Ctx::DEFAULT, source, pe) }
    }

    unsafe extern "C" fn ctx_get(
        ctx: Ctx,
        source: *const LongDouble,
        pe: c_int,
        to: *mut LongDouble,
    ) {
        // SAFETY: as above.
        unsafe { *to = rma::g("shmem_ctx_longdouble_g", ctx, source, pe) }
    }

    /// The standard's `shmem_longdouble_p`: destination and PE in registers, the value on the
    /// stack.
    #[unsafe(no_mangle)]
    #[unsafe(naked)]
    pub unsafe extern "C" fn shmem_longdouble_p() {
        naked_asm!("lea rdx, [rsp + 8]", "jmp {put}", put = sym put)
    }

    /// The standard's `shmem_ctx_longdouble_p`.
    #[unsafe(no_mangle)]
    #[unsafe(naked)]
    pub unsafe extern "C" fn shmem_ctx_longdouble_p() {
        naked_asm!("lea rcx, [rsp + 8]", "jmp {put}", put = sym ctx_put)
    }

    /// The standard's `shmem_longdouble_g`: the result is left in the top register of the
    /// floating-point stack.
    #[unsafe(no_mangle)]
    #[unsafe(naked)]
    pub unsafe extern "C" fn shmem_longdouble_g() {
        naked_asm!(
            "sub rsp, 24",
            "mov rdx, rsp",
            "call {get}",
            "fld tbyte ptr [rsp]",
            "add rsp, 24",
            "ret",
            get = sym get
        )
    }

    /// The standard's `shmem_ctx_longdouble_g`.
    #[unsafe(no_mangle)]
    #[unsafe(naked)]
    pub unsafe extern "C" fn shmem_ctx_longdouble_g() {
        naked_asm!(
            "sub rsp, 24",
            "mov rcx, rsp",
            "call {get}",
            "fld tbyte ptr [rsp]",
            "add rsp, 24",
            "ret",
            get = sym ctx_get
        )
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod by_value {
    macro_rules! later {
        ($($name:ident)*) => { $(
            /// The standard's function of this name.
            #[unsafe(no_mangle)]
            pub extern "C" fn $name() {
                crate::fault::later(stringify!($name), super::WORDS)
            }
        )* };
    }
    later! { shmem_longdouble_p shmem_ctx_longdouble_p shmem_longdouble_g shmem_ctx_longdouble_g }
}

pub use by_value::*;

#[cfg(not(target_arch = "x86_64"))]
const WORDS: &str = "long double is there on x86-64 only";

/// Loads both operands with `fld`, executes `$instruction`, stores the result over the first.
#[cfg(target_arch = "x86_64")]
macro_rules! counted {
    ($a:expr, $b:expr, $instruction:literal) => {{
        let (mut a, b): (LongDouble, LongDouble) = ($a, $b);
        // SAFETY: two numbers are loaded onto an empty register stack, and the result is popped
        // from it; ten bytes of each operand are read, and ten bytes of the first are written.
        unsafe {
            std::arch::asm!(
                "fld tbyte ptr [{a}]",
                "fld tbyte ptr [{b}]",
                $instruction,
                "fstp tbyte ptr [{a}]",
                a = in(reg) a.0.as_mut_ptr(),
                b = in(reg) b.0.as_ptr(),
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack),
            );
        }
        a
    }};
}

#[cfg(not(target_arch = "x86_64"))]
macro_rules! counted {
    ($a:expr, $b:expr, $instruction:literal) => {{
        let _: (LongDouble, LongDouble) = ($a, $b);
        crate::fault::later("a reduction of long double", WORDS)
    }};
}

impl Number for LongDouble {
    fn sum(self, other: Self) -> Self {
        counted!(self, other, "faddp st(1), st")
    }

    fn product(self, other: Self) -> Self {
        counted!(self, other, "fmulp st(1), st")
    }
}

// After the loads `other` is on top and `self` below it. `self` stays on the stack, or `other` if
// the comparison selects it. A comparison with a NaN leaves `self`.
impl Ordered for LongDouble {
    fn least(self, other: Self) -> Self {
        counted!(self, other, "fcomi st, st(1)\nfxch st(1)\nfcmovb st, st(1)\nfstp st(1)")
    }

    fn greatest(self, other: Self) -> Self {
        counted!(self, other, "fxch st(1)\nfcomi st, st(1)\nfcmovb st, st(1)\nfstp st(1)")
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    fn long(value: f64) -> LongDouble {
        let mut to = LongDouble([0; 16]);
        // SAFETY: eight bytes are read, ten written.
        unsafe {
            std::arch::asm!(
                "fld qword ptr [{from}]",
                "fstp tbyte ptr [{to}]",
                from = in(reg) &raw const value,
                to = in(reg) to.0.as_mut_ptr(),
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
            );
        }
        to
    }

    #[test]
    fn numbers_of_eighty_bits_count_and_compare() {
        for (a, b) in [(1.5, -2.25), (0.0, 3.0), (-7.0, -7.5), (3e9, 2.5), (2.0, 2.0)] {
            let (x, y) = (long(a), long(b));
            assert_eq!(x.sum(y).0, long(a + b).0);
            assert_eq!(x.product(y).0, long(a * b).0);
            assert_eq!(x.least(y).0, long(a.min(b)).0, "{a} {b}");
            assert_eq!(x.greatest(y).0, long(a.max(b)).0, "{a} {b}");
        }
    }
}

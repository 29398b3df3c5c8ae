//! Atomic operations: the general call, and the usual ones by name.

use super::{on_part, skifch_seg_t};
use libc::{c_int, size_t};
use skifch::error::Error;
use skifch_abi::AtomicOp;

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn SkifCh_Atomic(
    seg: *mut skifch_seg_t,
    rank: c_int,
    offset: size_t,
    op: c_int,
    width: c_int,
    operand: u64,
    comparand: u64,
    old: *mut u64,
) -> c_int {
    // SAFETY: the header asks for NULL or a handle, and for a writable `old` or NULL.
    unsafe {
        on_part("SkifCh_Atomic", seg, rank, |segment, rank| {
            let op = AtomicOp::from_number(op).ok_or_else(|| no_such(op, width))?;
            let bytes = size_t::try_from(width).map_err(|_| no_such(op as c_int, width))?;
            let before = segment.atomic(rank, offset, op, bytes, operand, comparand)?;
            if !old.is_null() {
                old.write(before);
            }
            Ok(0)
        })
    }
}

#[cold]
fn no_such(op: c_int, width: c_int) -> Error {
    let why = format!("SkifCh_Atomic: there is no operation {op} on {width} bytes");
    Error::new(libc::EINVAL, why)
}

/// The calls that give nothing back, for one width.
macro_rules! one_way {
    ($($name:ident: $int:ty, $op:ident;)*) => { $(
        /// See `skifch.h`.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            seg: *mut skifch_seg_t,
            rank: c_int,
            offset: size_t,
            operand: $int,
        ) -> c_int {
            // SAFETY: the header asks for NULL or a handle.
            unsafe {
                on_part(stringify!($name), seg, rank, |segment, rank| {
                    let width = size_of::<$int>();
                    segment.atomic(rank, offset, AtomicOp::$op, width, operand.into(), 0)?;
                    Ok(0)
                })
            }
        }
    )* };
}

/// The calls that give the old value, with these operands.
macro_rules! fetching {
    ($($name:ident: $int:ty, $op:ident ($($arg:ident),*) $operand:expr, $comparand:expr;)*) => { $(
        /// See `skifch.h`.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            seg: *mut skifch_seg_t,
            rank: c_int,
            offset: size_t,
            $($arg: $int,)*
            old: *mut $int,
        ) -> c_int {
            // SAFETY: the header asks for NULL or a handle, and for a writable `old`.
            unsafe {
                on_part(stringify!($name), seg, rank, |segment, rank| {
                    if old.is_null() {
                        return Err(no_place(stringify!($name)));
                    }
                    let (op, width) = (AtomicOp::$op, size_of::<$int>());
                    let (operand, comparand) = (u64::from($operand), u64::from($comparand));
                    let before = segment.atomic(rank, offset, op, width, operand, comparand)?;
                    // A word of this width has no more bits.
                    old.write(before as $int);
                    Ok(0)
                })
            }
        }
    )* };
}

#[cold]
fn no_place(call: &str) -> Error {
    Error::new(libc::EINVAL, format!("{call}: the place for the old value is NULL"))
}

one_way! {
    SkifCh_Add32: u32, Add;
    SkifCh_Xor32: u32, Xor;
    SkifCh_Add64: u64, Add;
    SkifCh_Xor64: u64, Xor;
}

fetching! {
    SkifCh_FetchAdd32: u32, Add (operand) operand, 0u32;
    SkifCh_FetchXor32: u32, Xor (operand) operand, 0u32;
    SkifCh_Swap32: u32, Swap (operand) operand, 0u32;
    SkifCh_CompareSwap32: u32, CompareSwap (comparand, operand) operand, comparand;
    SkifCh_FetchAdd64: u64, Add (operand) operand, 0u64;
    SkifCh_FetchXor64: u64, Xor (operand) operand, 0u64;
    SkifCh_Swap64: u64, Swap (operand) operand, 0u64;
    SkifCh_CompareSwap64: u64, CompareSwap (comparand, operand) operand, comparand;
}

//! Atomic operations: the general call, and one call per operation and width.

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
            if old.is_null() {
                segment.atomic_oneway(rank, offset, op, bytes, operand, comparand)?;
            } else {
                old.write(segment.atomic(rank, offset, op, bytes, operand, comparand)?);
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

#[cold]
fn no_place(call: &str) -> Error {
    Error::new(libc::EINVAL, format!("{call}: the pointer for the old value is NULL"))
}

/// Replaces the general call's name in an error by that of the specific call.
#[cold]
fn of_call(name: &str, error: Error) -> Error {
    match error.text().strip_prefix("SkifCh_Atomic") {
        Some(rest) => Error::new(error.errno(), format!("{name}{rest}")),
        None => error,
    }
}

/// Defines one operation for one word width.
macro_rules! on_word {
    (
        $name:ident: $int:ty, $op:ident ($($arg:ident),*)
        $operand:expr, $comparand:expr $(=> $old:ident)?
    ) => {
        /// See `skifch.h`.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            seg: *mut skifch_seg_t,
            rank: c_int,
            offset: size_t,
            $($arg: $int,)*
            $($old: *mut $int,)?
        ) -> c_int {
            // SAFETY: the header asks for NULL or a handle, and for a writable `old`.
            unsafe {
                on_part(stringify!($name), seg, rank, |segment, rank| {
                    // The destination of the old value: none, or one.
                    let places: &[*mut $int] = &[$($old)?];
                    if places.iter().any(|place| place.is_null()) {
                        return Err(no_place(stringify!($name)));
                    }
                    let (op, width) = (AtomicOp::$op, size_of::<$int>());
                    let (operand, comparand): ($int, $int) = ($operand, $comparand);
                    let (operand, comparand) = (operand.into(), comparand.into());
                    let named = |error| of_call(stringify!($name), error);
                    let Some(place) = places.first() else {
                        segment
                            .atomic_oneway(rank, offset, op, width, operand, comparand)
                            .map_err(named)?;
                        return Ok(0);
                    };
                    let before = segment
                        .atomic(rank, offset, op, width, operand, comparand)
                        .map_err(named)?;
                    // A word of this width has no more bits.
                    place.write(before as $int);
                    Ok(0)
                })
            }
        }
    };
}

/// For each operation, the 4-byte and the 8-byte call: (arguments) operand, comparand, and whether
/// the old value is returned.
macro_rules! by_name {
    ($(
        $u32:ident $u64:ident: $op:ident $args:tt
        $operand:expr, $comparand:expr $(=> $old:ident)?;
    )*) => { $(
        on_word!($u32: u32, $op $args $operand, $comparand $(=> $old)?);
        on_word!($u64: u64, $op $args $operand, $comparand $(=> $old)?);
    )* };
}

by_name! {
    SkifCh_Add32 SkifCh_Add64: Add (operand) operand, 0;
    SkifCh_Xor32 SkifCh_Xor64: Xor (operand) operand, 0;
    SkifCh_FetchAdd32 SkifCh_FetchAdd64: Add (operand) operand, 0 => old;
    SkifCh_FetchXor32 SkifCh_FetchXor64: Xor (operand) operand, 0 => old;
    SkifCh_Swap32 SkifCh_Swap64: Swap (operand) operand, 0 => old;
    SkifCh_CompareSwap32 SkifCh_CompareSwap64:
        CompareSwap (comparand, operand) operand, comparand => old;
}

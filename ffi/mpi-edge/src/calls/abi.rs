//! Queries of the binary interface. The Fortran types are known here, those of gfortran: programs
//! can query them but not set them.

use crate::abi::Abi;
use crate::args::null;
use crate::handles::Info;
use crate::raise::{Answer, Failure};
use libc::{c_int, c_void};
use skifch_mpi::error::Class;
use skifch_mpi::info;

/// Bytes of `MPI_Aint`, `MPI_Count` and `MPI_Offset`, the same in both interfaces.
const SIZES: &[(&str, &str)] =
    &[("mpi_aint_size", "8"), ("mpi_count_size", "8"), ("mpi_offset_size", "8")];

/// Sizes in bytes of gfortran's types under its default options, and which of the other types the
/// library supports, as `MPI_Type_size` also tells. gfortran has no 2-byte REAL, but other
/// compilers do.
const FORTRAN: &[(&str, &str)] = &[
    ("mpi_logical_size", "4"),
    ("mpi_integer_size", "4"),
    ("mpi_real_size", "4"),
    ("mpi_double_precision_size", "8"),
    ("mpi_logical1_supported", "true"),
    ("mpi_logical2_supported", "true"),
    ("mpi_logical4_supported", "true"),
    ("mpi_logical8_supported", "true"),
    ("mpi_logical16_supported", "true"),
    ("mpi_integer1_supported", "true"),
    ("mpi_integer2_supported", "true"),
    ("mpi_integer4_supported", "true"),
    ("mpi_integer8_supported", "true"),
    ("mpi_integer16_supported", "true"),
    ("mpi_real2_supported", "true"),
    ("mpi_real4_supported", "true"),
    ("mpi_real8_supported", "true"),
    ("mpi_real16_supported", "true"),
    ("mpi_complex4_supported", "true"),
    ("mpi_complex8_supported", "true"),
    ("mpi_complex16_supported", "true"),
    ("mpi_complex32_supported", "true"),
    ("mpi_double_complex_supported", "true"),
];

/// Creates an info object with these keys.
fn told(pairs: &[(&str, &str)]) -> Answer<Info> {
    let made = info::create();
    for (key, value) in pairs {
        info::set(made, key, value)?;
    }
    Ok(made)
}

/// The failure for setting what is fixed.
fn cannot_be_set<T>(what: &str) -> Answer<T> {
    Err(Failure::new(Class::Abi, format!("{what} of Fortran are known, and cannot be set")))
}

/// `MPI_Abi_get_version`.
pub unsafe fn abi_get_version<A: Abi>() -> Answer<(i32, i32)> {
    Ok(A::VERSION)
}

/// `MPI_Abi_get_info`.
pub unsafe fn abi_get_info() -> Answer<Info> {
    told(SIZES)
}

/// `MPI_Abi_get_fortran_info`.
pub unsafe fn abi_get_fortran_info() -> Answer<Info> {
    told(FORTRAN)
}

/// `MPI_Abi_set_fortran_info`.
pub unsafe fn abi_set_fortran_info(_info: Info) -> Answer {
    cannot_be_set("the types")
}

/// `MPI_Abi_get_fortran_booleans`: those of gfortran are 1 and 0, in each kind of LOGICAL.
pub unsafe fn abi_get_fortran_booleans(
    logical_size: c_int,
    logical_true: *mut c_void,
    logical_false: *mut c_void,
) -> Answer<bool> {
    for (name, place) in [("logical_true", logical_true), ("logical_false", logical_false)] {
        if place.is_null() {
            return Err(null(name));
        }
    }
    let store: unsafe fn(*mut c_void, bool) = match logical_size {
        1 => store::<u8>,
        2 => store::<u16>,
        4 => store::<u32>,
        8 => store::<u64>,
        16 => store::<u128>,
        _ => return is_no_kind(logical_size),
    };
    // SAFETY: the standard requires this many bytes at both addresses.
    unsafe {
        store(logical_true, true);
        store(logical_false, false);
    }
    Ok(true)
}

/// Stores a truth value as a number.
///
/// # Safety
/// `T` fits at the place.
unsafe fn store<T: From<bool>>(place: *mut c_void, value: bool) {
    // SAFETY: the caller's promise.
    unsafe { place.cast::<T>().write_unaligned(value.into()) };
}

/// For a LOGICAL that gfortran lacks, the values are unknown; an impossible size is an error.
fn is_no_kind(size: c_int) -> Answer<bool> {
    match u32::try_from(size).is_ok_and(u32::is_power_of_two) {
        true => Ok(false),
        false => {
            Err(Failure::new(Class::Arg, format!("logical_size is {size}, and no power of two")))
        }
    }
}

/// `MPI_Abi_set_fortran_booleans`.
pub unsafe fn abi_set_fortran_booleans(
    _logical_size: c_int,
    _logical_true: *mut c_void,
    _logical_false: *mut c_void,
) -> Answer {
    cannot_be_set("the truth values")
}

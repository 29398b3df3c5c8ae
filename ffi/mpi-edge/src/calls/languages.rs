//! Datatypes for other languages.

use crate::args::length;
use crate::constants::{
    MPI_TYPECLASS_COMPLEX, MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_REAL, MPI_UNDEFINED,
};
use crate::handles::Type;
use crate::raise::{Answer, Failure};
use libc::c_int;
use skifch_mpi::datatype::{self, Basic, Make, Nature};
use skifch_mpi::error::Class;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// `MPI_Type_match_size`.
pub unsafe fn type_match_size(typeclass: i32, size: c_int) -> Answer<Type> {
    let nature = match typeclass {
        MPI_TYPECLASS_INTEGER => Nature::Signed,
        MPI_TYPECLASS_REAL => Nature::Float,
        MPI_TYPECLASS_COMPLEX => Nature::Complex,
        other => return Err(Failure::new(Class::Arg, format!("{other} is no class of types"))),
    };
    Ok(datatype::match_size(nature, length("size", size)?)?)
}

/// The kinds of REAL in gfortran: decimal digits, decimal exponent, and the datatypes for real and
/// complex numbers. Only x86 has the 80-bit kind, stored in 16 bytes.
const REALS: &[(i32, i32, Basic, Basic)] = &[
    (6, 37, Basic::Real4, Basic::Complex8),
    (15, 307, Basic::Real8, Basic::Complex16),
    #[cfg(target_arch = "x86_64")]
    (18, 4931, Basic::LongDouble, Basic::LongDoubleComplex),
    (33, 4931, Basic::Real16, Basic::Complex32),
];

/// The kinds of INTEGER: decimal digits and datatype.
const INTEGERS: &[(i32, Basic)] = &[
    (2, Basic::Integer1),
    (4, Basic::Integer2),
    (9, Basic::Integer4),
    (18, Basic::Integer8),
    (38, Basic::Integer16),
];

/// Datatypes made so far, by class and arguments: the same arguments return the same datatype.
static MADE: Mutex<BTreeMap<(i32, i32, i32), Type>> = Mutex::new(BTreeMap::new());

/// The datatype of a kind with its arguments; it behaves like a predefined one.
fn parametrized(class: i32, p: i32, r: i32, make: Make) -> Answer<Type> {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&found) = made.get(&(class, p, r)) {
        return Ok(found);
    }
    let new = datatype::create(make)?;
    datatype::commit(new)?;
    made.insert((class, p, r), new);
    Ok(new)
}

/// A parameter; `MPI_UNDEFINED` asks for nothing.
fn asked(number: i32) -> i32 {
    if number == MPI_UNDEFINED { i32::MIN } else { number }
}

/// The smallest kind of REAL with at least these digits and this exponent, of which one may be left
/// open.
fn real_kind(p: i32, r: i32) -> Answer<(Basic, Basic)> {
    if (p, r) == (MPI_UNDEFINED, MPI_UNDEFINED) {
        let words = "both p and r are MPI_UNDEFINED: give one of them";
        return Err(Failure::new(Class::Arg, words));
    }
    let is_enough = |row: &&(i32, i32, _, _)| asked(p) <= row.0 && asked(r) <= row.1;
    let found = REALS.iter().find(is_enough).map(|row| (row.2, row.3));
    found.ok_or_else(|| {
        let words = format!("no REAL has {p} digits and a decimal exponent of {r}");
        Failure::new(Class::Arg, words)
    })
}

/// `MPI_Type_create_f90_real`.
pub unsafe fn type_create_f90_real(p: i32, r: i32) -> Answer<Type> {
    let old = datatype::get(real_kind(p, r)?.0.into())?;
    parametrized(MPI_TYPECLASS_REAL, p, r, Make::F90Real { precision: p, range: r, old })
}

/// `MPI_Type_create_f90_complex`.
pub unsafe fn type_create_f90_complex(p: i32, r: i32) -> Answer<Type> {
    let old = datatype::get(real_kind(p, r)?.1.into())?;
    parametrized(MPI_TYPECLASS_COMPLEX, p, r, Make::F90Complex { precision: p, range: r, old })
}

/// `MPI_Type_create_f90_integer`.
pub unsafe fn type_create_f90_integer(r: i32) -> Answer<Type> {
    let found = INTEGERS.iter().find(|row| r <= row.0).map(|row| row.1);
    let words = || format!("no INTEGER has {r} digits");
    let basic = found.ok_or_else(|| Failure::new(Class::Arg, words()))?;
    let old = datatype::get(basic.into())?;
    parametrized(MPI_TYPECLASS_INTEGER, 0, r, Make::F90Integer { range: r, old })
}

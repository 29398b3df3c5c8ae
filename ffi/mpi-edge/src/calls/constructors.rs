//! Datatype constructors.

use crate::abi::Abi;
use crate::args::{count as checked, length, null, slice};
use crate::constants::{
    MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_NONE,
    MPI_ORDER_C, MPI_ORDER_FORTRAN,
};
use crate::handles::{Array, Type};
use crate::ints::Ints;
use crate::raise::{Answer, Failure};
use libc::c_int;
use skifch_mpi::datatype::{self, Darray, Distribution, Make, Order, create, get};
use skifch_mpi::error::{Class, Error};

/// Reads an array of counts.
///
/// # Safety
/// The array has `len` elements.
unsafe fn counts(name: &str, ints: Ints, len: usize) -> Answer<Vec<usize>> {
    if len > 0 && ints.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller's promise.
    let all: Result<_, Error> = unsafe { ints.to_vec(len) }.into_iter().map(checked).collect();
    Ok(all?)
}

/// Reads an array of displacements.
///
/// # Safety
/// The array has `len` elements.
unsafe fn displacements(ints: Ints, len: usize) -> Answer<Vec<isize>> {
    if len > 0 && ints.is_null() {
        return Err(null("array_of_displacements"));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { ints.to_vec(len) }.into_iter().map(|at| at as isize).collect())
}

/// Marks a datatype as made by the large-count form of its constructor, which its envelope shows.
pub fn made_large(made: Type) -> Answer<Type> {
    datatype::made_large(made)?;
    Ok(made)
}

/// `MPI_Type_contiguous`.
pub unsafe fn type_contiguous(count: i64, oldtype: Type) -> Answer<Type> {
    Ok(create(Make::Contiguous { count: checked(count)?, old: get(oldtype)? })?)
}

/// `MPI_Type_vector`.
pub unsafe fn type_vector(count: i64, len: i64, stride: i64, oldtype: Type) -> Answer<Type> {
    let (count, len, stride) = (checked(count)?, checked(len)?, stride as isize);
    Ok(create(Make::Vector { count, len, stride, old: get(oldtype)? })?)
}

/// `MPI_Type_create_hvector`.
pub unsafe fn type_create_hvector(
    count: i64,
    len: i64,
    stride: i64,
    oldtype: Type,
) -> Answer<Type> {
    let (count, len, stride) = (checked(count)?, checked(len)?, stride as isize);
    Ok(create(Make::Hvector { count, len, stride, old: get(oldtype)? })?)
}

/// `MPI_Type_indexed`.
pub unsafe fn type_indexed(count: i64, lens: Ints, disps: Ints, oldtype: Type) -> Answer<Type> {
    let count = checked(count)?;
    // SAFETY: the standard's contract.
    let (lens, disps) =
        unsafe { (counts("array_of_blocklengths", lens, count)?, displacements(disps, count)?) };
    Ok(create(Make::Indexed { lens, disps, old: get(oldtype)? })?)
}

/// `MPI_Type_create_hindexed`.
pub unsafe fn type_create_hindexed(
    count: i64,
    lens: Ints,
    disps: Ints,
    oldtype: Type,
) -> Answer<Type> {
    let count = checked(count)?;
    // SAFETY: the standard's contract.
    let (lens, disps) =
        unsafe { (counts("array_of_blocklengths", lens, count)?, displacements(disps, count)?) };
    Ok(create(Make::Hindexed { lens, disps, old: get(oldtype)? })?)
}

/// `MPI_Type_create_indexed_block`.
pub unsafe fn type_create_indexed_block(
    count: i64,
    len: i64,
    disps: Ints,
    oldtype: Type,
) -> Answer<Type> {
    // SAFETY: the standard's contract.
    let disps = unsafe { displacements(disps, checked(count)?) }?;
    Ok(create(Make::IndexedBlock { len: checked(len)?, disps, old: get(oldtype)? })?)
}

/// `MPI_Type_create_hindexed_block`.
pub unsafe fn type_create_hindexed_block(
    count: i64,
    len: i64,
    disps: Ints,
    oldtype: Type,
) -> Answer<Type> {
    // SAFETY: the standard's contract.
    let disps = unsafe { displacements(disps, checked(count)?) }?;
    Ok(create(Make::HindexedBlock { len: checked(len)?, disps, old: get(oldtype)? })?)
}

/// `MPI_Type_create_struct`.
pub unsafe fn type_create_struct<R: Copy>(
    count: i64,
    lens: Ints,
    disps: Ints,
    types: Array<R>,
) -> Answer<Type>
where
    Type: From<R>,
{
    let count = checked(count)?;
    if types.is_null() && count > 0 {
        return Err(null("array_of_types"));
    }
    // SAFETY: the standard's contract.
    let (lens, disps, types) = unsafe {
        let lens = counts("array_of_blocklengths", lens, count)?;
        (lens, displacements(disps, count)?, types.to_vec::<Type>(count))
    };
    let olds: Result<_, Error> = types.into_iter().map(get).collect();
    Ok(create(Make::Struct { lens, disps, olds: olds? })?)
}

/// `MPI_Type_create_resized`.
pub unsafe fn type_create_resized(oldtype: Type, lb: i64, extent: i64) -> Answer<Type> {
    let (lb, extent) = (lb as isize, extent as isize);
    Ok(create(Make::Resized { lb, extent, old: get(oldtype)? })?)
}

fn order(number: i32) -> Answer<Order> {
    match number {
        MPI_ORDER_C => Ok(Order::C),
        MPI_ORDER_FORTRAN => Ok(Order::Fortran),
        other => Err(Failure::new(Class::Arg, format!("{other} is no order of an array"))),
    }
}

/// `MPI_Type_create_subarray`.
pub unsafe fn type_create_subarray(
    ndims: c_int,
    sizes: Ints,
    subsizes: Ints,
    starts: Ints,
    number: i32,
    oldtype: Type,
) -> Answer<Type> {
    let dims = length("ndims", ndims)?;
    // SAFETY: the standard's contract.
    let (sizes, subsizes, starts) = unsafe {
        (
            counts("array_of_sizes", sizes, dims)?,
            counts("array_of_subsizes", subsizes, dims)?,
            counts("array_of_starts", starts, dims)?,
        )
    };
    let (order, old) = (order(number)?, get(oldtype)?);
    Ok(create(Make::Subarray { sizes, subsizes, starts, order, old })?)
}

fn distribution(kind: c_int, argument: c_int) -> Answer<Distribution> {
    let given = match argument {
        MPI_DISTRIBUTE_DFLT_DARG => None,
        given => Some(length("an element of array_of_dargs", given)?),
    };
    match kind {
        MPI_DISTRIBUTE_BLOCK => Ok(Distribution::Block(given)),
        MPI_DISTRIBUTE_CYCLIC => Ok(Distribution::Cyclic(given)),
        MPI_DISTRIBUTE_NONE => Ok(Distribution::None),
        other => Err(Failure::new(Class::Arg, format!("{other} is no distribution of an array"))),
    }
}

/// `MPI_Type_create_darray`.
pub unsafe fn type_create_darray<A: Abi>(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    sizes: Ints,
    kinds: *const c_int,
    arguments: *const c_int,
    processes: *const c_int,
    number: i32,
    oldtype: Type,
) -> Answer<Type> {
    let dims = length("ndims", ndims)?;
    // SAFETY: the standard's contract.
    let (sizes, kinds, arguments, processes) = unsafe {
        (
            counts("array_of_gsizes", sizes, dims)?,
            slice("array_of_distribs", kinds, dims)?,
            slice("array_of_dargs", arguments, dims)?,
            counts("array_of_psizes", Ints::from(processes), dims)?,
        )
    };
    let standard = |(kind, argument): (&c_int, &c_int)| {
        distribution(A::distribution_in(*kind), A::darg_in(*argument))
    };
    let distributions: Answer<_> = kinds.iter().zip(arguments).map(standard).collect();
    Ok(create(Make::Darray(Darray {
        size: length("size", size)?,
        rank: length("rank", rank)?,
        sizes,
        distributions: distributions?,
        processes,
        order: order(number)?,
        old: get(oldtype)?,
    }))?)
}

//! Envelope and contents of datatypes.

use crate::abi::Abi;
use crate::args::{null, slice_mut};
use crate::constants::*;
use crate::handles::{Array, Type};
use crate::raise::{Answer, Failure};
use libc::c_int;
use skifch_mpi::datatype::{Combiner, Contents, contents, handle_of};
use skifch_mpi::error::Class;

fn number(combiner: Combiner) -> i32 {
    match combiner {
        Combiner::Named => MPI_COMBINER_NAMED,
        Combiner::Dup => MPI_COMBINER_DUP,
        Combiner::Contiguous => MPI_COMBINER_CONTIGUOUS,
        Combiner::Vector => MPI_COMBINER_VECTOR,
        Combiner::Hvector => MPI_COMBINER_HVECTOR,
        Combiner::Indexed => MPI_COMBINER_INDEXED,
        Combiner::Hindexed => MPI_COMBINER_HINDEXED,
        Combiner::IndexedBlock => MPI_COMBINER_INDEXED_BLOCK,
        Combiner::HindexedBlock => MPI_COMBINER_HINDEXED_BLOCK,
        Combiner::Struct => MPI_COMBINER_STRUCT,
        Combiner::Subarray => MPI_COMBINER_SUBARRAY,
        Combiner::Darray => MPI_COMBINER_DARRAY,
        Combiner::Resized => MPI_COMBINER_RESIZED,
        Combiner::F90Real => MPI_COMBINER_F90_REAL,
        Combiner::F90Complex => MPI_COMBINER_F90_COMPLEX,
        Combiner::F90Integer => MPI_COMBINER_F90_INTEGER,
    }
}

/// `MPI_Type_get_envelope`.
pub unsafe fn type_get_envelope(datatype: Type) -> Answer<(i32, i32, i32, i32)> {
    let made = told_by_ints(contents(datatype)?, "MPI_Type_get_envelope_c")?;
    Ok((
        made.integers.len() as i32,
        made.addresses.len() as i32,
        made.datatypes.len() as i32,
        number(made.combiner),
    ))
}

/// Large counts are only returned by the large-count form: MPI 5.0, section 5.1.13.
fn told_by_ints(made: Contents, else_ask: &str) -> Answer<Contents> {
    match made.is_large && !large(&made).counts.is_empty() {
        true => {
            let words = format!("it was made by a large-count form: ask {else_ask}");
            Err(Failure::new(Class::Type, words))
        }
        false => Ok(made),
    }
}

/// The arguments of a constructor in large-count form: counts and displacements separate from
/// integers.
struct Large {
    integers: Vec<i64>,
    counts: Vec<i64>,
    addresses: Vec<isize>,
}

/// The large-count form of the arguments if the datatype was made by a large-count constructor,
/// however small the numbers; else the other form. Which arguments are counts: MPI 5.0, tables of
/// section 5.1.13.
fn large(made: &Contents) -> Large {
    let (integers, addresses) = (made.integers.clone(), made.addresses.clone());
    if !made.is_large {
        return Large { integers, counts: Vec::new(), addresses };
    }
    let mut counts = integers;
    let integers = match made.combiner {
        // The number of dimensions and the order remain integers.
        Combiner::Subarray => {
            let order = counts.pop();
            [counts.remove(0)].into_iter().chain(order).collect()
        }
        // Only the first list, the sizes of the array, are counts.
        Combiner::Darray => {
            let dims = counts.get(2).map_or(0, |dims| *dims as usize);
            let (head, rest) = counts.split_at(3);
            let (sizes, rest) = rest.split_at(dims);
            let kept = head.iter().chain(rest).copied().collect();
            counts = sizes.to_vec();
            kept
        }
        _ => Vec::new(),
    };
    counts.extend(addresses.iter().map(|at| *at as i64));
    Large { integers, counts, addresses: Vec::new() }
}

/// `MPI_Type_get_envelope_c`.
pub unsafe fn type_get_envelope_c(datatype: Type) -> Answer<(i64, i64, i64, i64, i32)> {
    let made = contents(datatype)?;
    let Large { integers, counts, addresses } = large(&made);
    let lens = [integers.len(), addresses.len(), counts.len(), made.datatypes.len()];
    let [integers, addresses, counts, datatypes] = lens.map(|len| len as i64);
    Ok((integers, addresses, counts, datatypes, number(made.combiner)))
}

/// Translates the constants among the integers, for which the engine has its own numbers.
fn integers<A: Abi>(made: &Contents, mut integers: Vec<i64>) -> Vec<i64> {
    let order = |number: &mut i64| {
        *number = i64::from(A::order_out(match *number {
            Contents::ORDER_FORTRAN => MPI_ORDER_FORTRAN,
            _ => MPI_ORDER_C,
        }));
    };
    match made.combiner {
        Combiner::Subarray => integers.last_mut().into_iter().for_each(order),
        Combiner::Darray => {
            integers.last_mut().into_iter().for_each(order);
            // The lists before the order are distributions, their arguments and processes; the
            // sizes of the array may be elsewhere.
            let dims = integers.get(2).map_or(0, |dims| *dims as usize);
            let at = integers.len() - 1 - 3 * dims;
            let (kinds, arguments) = (at..at + dims, at + dims..at + 2 * dims);
            for kind in &mut integers[kinds] {
                *kind = i64::from(A::distribution_out(distribution(*kind)));
            }
            for argument in &mut integers[arguments] {
                if *argument == Contents::DEFAULT_ARGUMENT {
                    *argument = i64::from(A::darg_out(MPI_DISTRIBUTE_DFLT_DARG));
                }
            }
        }
        _ => {}
    }
    integers
}

fn distribution(kind: i64) -> i32 {
    match kind {
        Contents::BLOCK => MPI_DISTRIBUTE_BLOCK,
        Contents::CYCLIC => MPI_DISTRIBUTE_CYCLIC,
        _ => MPI_DISTRIBUTE_NONE,
    }
}

fn check(what: &str, needed: usize, room: i64) -> Answer {
    if usize::try_from(room).is_ok_and(|room| room >= needed) {
        return Ok(());
    }
    let words = format!("the datatype was made of {needed} {what}, and there is room for {room}");
    Err(Failure::new(Class::Arg, words))
}

/// `MPI_Type_get_contents`.
pub unsafe fn type_get_contents<A: Abi>(
    datatype: Type,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut isize,
    array_of_datatypes: Array<A::Type>,
) -> Answer {
    let made = told_by_ints(derived(datatype)?, "MPI_Type_get_contents_c")?;
    let numbers = integers::<A>(&made, made.integers.clone());
    check("integers", numbers.len(), i64::from(max_integers))?;
    check("addresses", made.addresses.len(), i64::from(max_addresses))?;
    check("datatypes", made.datatypes.len(), i64::from(max_datatypes))?;
    // SAFETY: the standard's contract; there is room, as was checked.
    unsafe {
        store_integers(array_of_integers, numbers)?;
        let addresses = &made.addresses;
        slice_mut("array_of_addresses", array_of_addresses, addresses.len())?
            .copy_from_slice(addresses);
        store_datatypes::<A>(array_of_datatypes, made)
    }
}

/// The contents of a datatype that is not predefined.
fn derived(datatype: Type) -> Answer<Contents> {
    let made = contents(datatype)?;
    if made.combiner == Combiner::Named {
        return Err(Failure::new(Class::Type, "a predefined datatype has no contents"));
    }
    Ok(made)
}

/// Stores integer arguments as `int`.
///
/// # Safety
/// There is room for all of them.
unsafe fn store_integers(to: *mut c_int, numbers: Vec<i64>) -> Answer {
    // SAFETY: the caller's promise.
    let places = unsafe { slice_mut("array_of_integers", to, numbers.len()) }?;
    for (place, number) in places.iter_mut().zip(numbers) {
        *place = number as c_int;
    }
    Ok(())
}

/// # Safety
/// There is room for all of them.
unsafe fn store_datatypes<A: Abi>(to: Array<A::Type>, made: Contents) -> Answer {
    if to.is_null() && !made.datatypes.is_empty() {
        return Err(null("array_of_datatypes"));
    }
    for (at, old) in made.datatypes.into_iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { to.set(at, handle_of(old)?) };
    }
    Ok(())
}

/// `MPI_Type_get_contents_c`.
pub unsafe fn type_get_contents_c<A: Abi>(
    datatype: Type,
    max_integers: i64,
    max_addresses: i64,
    max_large_counts: i64,
    max_datatypes: i64,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut isize,
    array_of_large_counts: *mut i64,
    array_of_datatypes: Array<A::Type>,
) -> Answer {
    let made = derived(datatype)?;
    let Large { integers: numbers, counts, addresses } = large(&made);
    let numbers = integers::<A>(&made, numbers);
    check("integers", numbers.len(), max_integers)?;
    check("addresses", addresses.len(), max_addresses)?;
    check("large counts", counts.len(), max_large_counts)?;
    check("datatypes", made.datatypes.len(), max_datatypes)?;
    // SAFETY: the standard's contract; there is room, as was checked.
    unsafe {
        store_integers(array_of_integers, numbers)?;
        slice_mut("array_of_addresses", array_of_addresses, addresses.len())?
            .copy_from_slice(&addresses);
        slice_mut("array_of_large_counts", array_of_large_counts, counts.len())?
            .copy_from_slice(&counts);
        store_datatypes::<A>(array_of_datatypes, made)
    }
}

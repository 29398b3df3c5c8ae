//! How a datatype was made.

use crate::args::slice_mut;
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
    let made = contents(datatype)?;
    Ok((
        made.integers.len() as i32,
        made.addresses.len() as i32,
        made.datatypes.len() as i32,
        number(made.combiner),
    ))
}

/// The constants among the integers, where the engine has numbers of its own.
fn integers(made: &Contents) -> Vec<i64> {
    let mut integers = made.integers.clone();
    let order = |number: &mut i64| {
        *number = i64::from(match *number {
            Contents::ORDER_FORTRAN => MPI_ORDER_FORTRAN,
            _ => MPI_ORDER_C,
        });
    };
    match made.combiner {
        Combiner::Subarray => integers.last_mut().into_iter().for_each(order),
        Combiner::Darray => {
            integers.last_mut().into_iter().for_each(order);
            // Size, rank, dimensions, and then four lists, one after the other.
            let dims = integers.get(2).map_or(0, |dims| *dims as usize);
            let (kinds, arguments) = (3 + dims..3 + 2 * dims, 3 + 2 * dims..3 + 3 * dims);
            for kind in &mut integers[kinds] {
                *kind = i64::from(distribution(*kind));
            }
            for argument in &mut integers[arguments] {
                if *argument == Contents::DEFAULT_ARGUMENT {
                    *argument = i64::from(MPI_DISTRIBUTE_DFLT_DARG);
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

fn check(what: &str, needed: usize, room: c_int) -> Answer {
    if usize::try_from(room).is_ok_and(|room| room >= needed) {
        return Ok(());
    }
    let words = format!("the datatype was made of {needed} {what}, and there is room for {room}");
    Err(Failure::new(Class::Arg, words))
}

/// `MPI_Type_get_contents`.
pub unsafe fn type_get_contents<R>(
    datatype: Type,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut isize,
    array_of_datatypes: Array<R>,
) -> Answer
where
    R: Copy + From<Type>,
{
    let made = contents(datatype)?;
    if made.combiner == Combiner::Named {
        let words = "a predefined datatype has no contents";
        return Err(Failure::new(Class::Type, words));
    }
    let numbers = integers(&made);
    check("integers", numbers.len(), max_integers)?;
    check("addresses", made.addresses.len(), max_addresses)?;
    check("datatypes", made.datatypes.len(), max_datatypes)?;
    // SAFETY: the standard's contract.
    let (to_integers, to_addresses) = unsafe {
        (
            slice_mut("array_of_integers", array_of_integers, numbers.len())?,
            slice_mut("array_of_addresses", array_of_addresses, made.addresses.len())?,
        )
    };
    for (place, number) in to_integers.iter_mut().zip(numbers) {
        *place = crate::ints::int_or_undefined(number);
    }
    to_addresses.copy_from_slice(&made.addresses);
    for (at, old) in made.datatypes.into_iter().enumerate() {
        // SAFETY: the standard's contract.
        unsafe { array_of_datatypes.set(at, handle_of(old)?) };
    }
    Ok(())
}

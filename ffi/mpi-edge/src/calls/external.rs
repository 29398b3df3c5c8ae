//! Generalized requests, and setting the fields of statuses.

use crate::args::count as checked;
use crate::handles::Type;
use crate::raise::{Answer, Failure};
use crate::status::Status;
use skifch_mpi::datatype;
use skifch_mpi::error::Class;

pub use super::generalized::*;

/// `MPI_Status_set_cancelled`.
pub unsafe fn status_set_cancelled(status: &mut Status, flag: bool) -> Answer {
    status.is_cancelled = flag;
    Ok(())
}

/// `MPI_Status_set_elements`: the status gets the number of bytes of so many elements.
pub unsafe fn status_set_elements(status: &mut Status, datatype: Type, count: i64) -> Answer {
    let bytes = datatype::get(datatype)?.bytes_of(checked(count)? as u64).map(i64::try_from);
    match bytes {
        Some(Ok(bytes)) => status.bytes = bytes,
        _ => return Err(Failure::new(Class::Count, format!("{count} elements"))),
    }
    Ok(())
}

/// `MPI_Status_set_error`.
pub unsafe fn status_set_error(status: &mut Status, error: i32) -> Answer {
    status.error = error;
    Ok(())
}

/// `MPI_Status_set_source`.
pub unsafe fn status_set_source(status: &mut Status, source: i32) -> Answer {
    status.source = source;
    Ok(())
}

/// `MPI_Status_set_tag`.
pub unsafe fn status_set_tag(status: &mut Status, tag: i32) -> Answer {
    status.tag = tag;
    Ok(())
}

//! Error codes: classes are translated by the table; codes added by programs follow the last class
//! of each interface.

use crate::numbers::ERRORS;
use libc::c_int;
use skifch_mpi_edge::constants::MPI_ERR_LASTCODE;

/// The first code added by programs, here and in the standard.
const FIRST_ADDED: c_int = 0x4000_0000;
const FIRST_ADDED_STANDARD: c_int = MPI_ERR_LASTCODE + 1;

/// An invalid code.
const NONE: c_int = -1;

/// The standard's number of a code of this interface.
#[inline]
pub(crate) fn error_in(code: c_int) -> c_int {
    match code {
        0 => 0,
        FIRST_ADDED.. => code - FIRST_ADDED + FIRST_ADDED_STANDARD,
        _ => listed(code, |row| row.0, |row| row.1),
    }
}

/// The number in this interface of a code of the standard.
#[inline]
pub(crate) fn error_out(code: c_int) -> c_int {
    match code {
        0 => 0,
        FIRST_ADDED_STANDARD.. => code - FIRST_ADDED_STANDARD + FIRST_ADDED,
        _ => listed(code, |row| row.1, |row| row.0),
    }
}

/// Translates the number of a class. An unknown number is kept, so that programs find in a status
/// what they put there, unless it would then be a class.
#[cold]
fn listed(code: c_int, from: fn(&Row) -> c_int, to: fn(&Row) -> c_int) -> c_int {
    if let Some(row) = ERRORS.iter().find(|row| from(row) == code) {
        return to(row);
    }
    if ERRORS.iter().any(|row| to(row) == code) { NONE } else { code }
}

/// A class: its number here and in the standard.
type Row = (c_int, c_int);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_comes_back() {
        for &(here, standard) in ERRORS {
            assert_eq!((error_in(here), error_out(standard)), (standard, here));
        }
        assert_eq!((error_in(0x4000_0002), error_out(16386)), (16386, 0x4000_0002));
    }

    #[test]
    fn what_only_the_standard_has_is_none() {
        // Of the tool interface there, and no class here.
        assert_eq!(error_in(1001), NONE);
        assert_eq!((error_in(333), error_out(333)), (333, 333));
    }
}

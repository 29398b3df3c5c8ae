//! Error codes: classes are translated by the table; codes added by programs follow the last class
//! of each interface. Every other number becomes one that is no code of the standard either, and
//! comes back as it was: programs find in handlers and statuses the numbers that they gave.

use crate::numbers::ERRORS;
use libc::c_int;
use skifch_mpi_edge::constants::MPI_ERR_LASTCODE;

/// The first code added by programs, here and in the standard.
const FIRST_ADDED: c_int = 0x4000_0000;
const FIRST_ADDED_STANDARD: c_int = MPI_ERR_LASTCODE + 1;

/// The first number of the standard for which no code can be added here. From it on are those for
/// the numbers below [`FIRST_ADDED`] that would be added codes in the standard alone.
const FIRST_STRANGE: c_int = FIRST_ADDED + FIRST_ADDED_STANDARD;

/// The standard's number of a code of this interface.
#[inline]
pub(crate) fn error_in(code: c_int) -> c_int {
    match code {
        0 => 0,
        FIRST_ADDED.. => code - FIRST_ADDED + FIRST_ADDED_STANDARD,
        _ => listed_in(code),
    }
}

/// The number in this interface of a code of the standard.
#[inline]
pub(crate) fn error_out(code: c_int) -> c_int {
    match code {
        0 => 0,
        FIRST_ADDED_STANDARD..FIRST_STRANGE => code - FIRST_ADDED_STANDARD + FIRST_ADDED,
        _ => listed_out(code),
    }
}

#[cold]
fn listed_in(code: c_int) -> c_int {
    match find(code, |row| row.0) {
        Some(row) => row.1,
        None => match free(code, |row| row.1, |row| row.0) {
            other @ FIRST_ADDED_STANDARD.. => other + FIRST_ADDED,
            other => other,
        },
    }
}

#[cold]
fn listed_out(code: c_int) -> c_int {
    match find(code, |row| row.1) {
        Some(row) => row.0,
        None => {
            let code = if code >= FIRST_STRANGE { code - FIRST_ADDED } else { code };
            free(code, |row| row.0, |row| row.1)
        }
    }
}

fn find(code: c_int, of: fn(&Row) -> c_int) -> Option<&'static Row> {
    ERRORS.iter().find(|row| of(row) == code)
}

/// A number that is no class there, for one that is no class here: the classes of both sides lead
/// from one to the other, and back.
fn free(mut code: c_int, there: fn(&Row) -> c_int, here: fn(&Row) -> c_int) -> c_int {
    while let Some(row) = find(code, there) {
        code = here(row);
    }
    code
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
    fn every_other_number_comes_back_and_is_no_code_on_the_way() {
        let numbers = (-3..20_000).chain([0x3fff_fffe, 0x3fff_ffff, 0x4000_0000, c_int::MAX >> 1]);
        for code in numbers.filter(|code| *code != 0) {
            assert_eq!(error_out(error_in(code)), code);
            let is_class = ERRORS.iter().any(|row| row.0 == code) || code >= FIRST_ADDED;
            let is_there = ERRORS.iter().any(|row| row.1 == error_in(code))
                || (FIRST_ADDED_STANDARD..FIRST_STRANGE).contains(&error_in(code));
            assert_eq!(is_there, is_class, "{code}");
        }
    }
}

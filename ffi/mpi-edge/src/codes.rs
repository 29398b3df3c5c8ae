//! Error codes of the standard ABI. Classes have the standard's numbers; codes added by programs
//! follow the last of those, as the standard requires.

use crate::abi::Abi;
use crate::constants::{MPI_ERR_LASTCODE, NAMES};
use libc::c_int;
use skifch_mpi::error::{Class, Error, FIRST_USER_CODE, class_of, string_of};

/// The first code that programs can add.
pub(crate) const FIRST_ADDED: c_int = MPI_ERR_LASTCODE + 1;

/// The code of a class.
pub(crate) fn of_class(class: Class) -> c_int {
    if class == Class::Success {
        return 0;
    }
    let is_it = |name: &str| name.strip_prefix("MPI_") == Some(class.name());
    let found = NAMES.iter().find(|(name, _)| is_it(name));
    found.map_or(crate::constants::MPI_ERR_OTHER, |(_, value)| *value as c_int)
}

/// The class with a code of the standard.
fn class_at(code: c_int) -> Option<Class> {
    Class::ALL.iter().copied().find(|class| of_class(*class) == code)
}

/// The standard's code for a code of the engine.
pub(crate) fn from_engine(code: i32) -> c_int {
    if code >= FIRST_USER_CODE {
        return code - FIRST_USER_CODE + FIRST_ADDED;
    }
    let class = usize::try_from(code).ok().and_then(|at| Class::ALL.get(at));
    class.map_or(crate::constants::MPI_ERR_OTHER, |class| of_class(*class))
}

/// The engine's code for a code of the standard; -1, which the engine does not know, if there is
/// none.
pub(crate) fn to_engine(code: c_int) -> i32 {
    if code >= FIRST_ADDED {
        return code - FIRST_ADDED + FIRST_USER_CODE;
    }
    class_at(code).map_or(-1, |class| class as i32)
}

/// The code of an error: that of the program if it gave one, else that of its class.
pub(crate) fn of_error(error: &Error) -> c_int {
    error.code().unwrap_or_else(|| of_class(error.class()))
}

/// The error for a code of the program, which keeps its number even if it was never added. The
/// text has `what`, the number as the program knows it, and what the program says of it.
#[cold]
pub(crate) fn of_program<A: Abi>(code: c_int, what: &str) -> Error {
    let number = to_engine(code);
    let mut text = format!("{what} {}", A::error_out(code));
    if number >= FIRST_USER_CODE
        && let Ok(words) = string_of(number)
        && !words.is_empty()
    {
        text += &format!(": {}", String::from_utf8_lossy(&words));
    }
    Error::from_code(class_of(number).unwrap_or(Class::Other), code, text)
}

/// The outcome of a function of the program, which returned this code of its interface.
pub(crate) fn outcome<A: Abi>(rc: c_int, function: &str) -> Result<(), Error> {
    match rc {
        0 => Ok(()),
        rc => {
            let what = format!("a {function} function of the program answered error code");
            Err(of_program::<A>(A::error_in(rc), &what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::{MPI_ERR_ABI, MPI_ERR_BUFFER};

    #[test]
    fn every_class_of_the_standard_is_a_class_of_the_engine() {
        for code in MPI_ERR_BUFFER..=MPI_ERR_ABI {
            assert_eq!(from_engine(to_engine(code)), code, "class {code}");
        }
        assert_eq!(to_engine(0), 0);
        assert_eq!(to_engine(FIRST_ADDED + 3), FIRST_USER_CODE + 3);
        assert_eq!(from_engine(FIRST_USER_CODE), MPI_ERR_LASTCODE + 1);
        assert_eq!(to_engine(900), -1);
    }
}

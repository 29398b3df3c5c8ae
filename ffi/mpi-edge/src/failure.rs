//! Why a call failed, in the numbers of the standard ABI.

use crate::constants::NAMES;
use libc::c_int;

/// An error on its way to an error handler.
#[derive(Debug)]
pub struct Failure {
    /// The error code: a class of the standard, or one that the program added.
    pub code: c_int,
    /// What happened, with the values.
    pub words: String,
}

/// What calls of the edge answer.
pub type Answer<T = ()> = Result<T, Failure>;

impl Failure {
    /// A failure of this class.
    #[cold]
    pub fn new(class: c_int, words: impl Into<String>) -> Self {
        Self { code: class, words: words.into() }
    }
}

/// The name of an error class of the standard.
pub(crate) fn class_name(class: c_int) -> Option<&'static str> {
    let is_error = |name: &str| name == "MPI_SUCCESS" || name.contains("_ERR_");
    let found = NAMES.iter().find(|(name, value)| *value == i64::from(class) && is_error(name));
    found.map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::{MPI_ERR_ABI, MPI_ERR_TRUNCATE};

    #[test]
    fn classes_have_names() {
        assert_eq!(class_name(0), Some("MPI_SUCCESS"));
        assert_eq!(class_name(MPI_ERR_TRUNCATE), Some("MPI_ERR_TRUNCATE"));
        assert_eq!(class_name(MPI_ERR_ABI), Some("MPI_ERR_ABI"));
        assert_eq!(class_name(MPI_ERR_ABI + 1), None);
    }
}

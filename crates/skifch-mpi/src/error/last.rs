//! The texts of the most recent errors. Returned codes are only classes, so that programs can
//! compare them, and the text of a returned error would be lost: each thread keeps the last text of
//! each class.

use super::{Class, Error};
use std::cell::RefCell;

/// Most bytes kept of a text: more does not fit the string that programs get.
const KEPT: usize = 512;

thread_local! {
    static LAST: RefCell<Vec<(Class, String)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the text of an error, replacing the previous one of its class. An error with a code of the
/// program is not kept: the program has its own text for it.
#[cold]
pub fn note(error: &Error) {
    if error.code().is_some() {
        return;
    }
    let text = error.text();
    let text = text[..text.floor_char_boundary(KEPT)].to_owned();
    // During the destruction of a thread nothing is kept.
    let _ = LAST.try_with(|last| {
        let Ok(mut last) = last.try_borrow_mut() else { return };
        match last.iter_mut().find(|(class, _)| *class == error.class()) {
            Some((_, old)) => *old = text,
            None => last.push((error.class(), text)),
        }
    });
}

/// The text of the last error of this class in this thread.
pub(super) fn words(class: Class) -> Option<String> {
    let of = |last: &RefCell<Vec<(Class, String)>>| {
        let last = last.try_borrow().ok()?;
        last.iter().find(|(of, _)| *of == class).map(|(_, text)| text.clone())
    };
    LAST.try_with(of).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::super::string_of;
    use super::*;

    fn told(class: Class) -> String {
        String::from_utf8(string_of(class as i32).unwrap()).unwrap()
    }

    #[test]
    fn the_string_of_a_class_has_the_words_of_its_last_error() {
        let plain = told(Class::Rank);
        note(&Error::new(Class::Rank, "MPI_Send: rank 7 is not below 4"));
        note(&Error::new(Class::Tag, "MPI_Send: tag -5"));
        note(&Error::new(Class::Rank, "MPI_Recv: rank 9 is not below 4"));
        let now = told(Class::Rank);
        assert_eq!(now, format!("{plain}; last in this thread: MPI_Recv: rank 9 is not below 4"));
        assert!(told(Class::Tag).ends_with("tag -5"));
        // Other threads have had no error.
        std::thread::spawn(move || assert_eq!(told(Class::Rank), plain)).join().unwrap();
    }

    #[test]
    fn a_long_text_is_cut_and_codes_of_programs_are_left() {
        note(&Error::new(Class::Io, "ы".repeat(10 * KEPT)));
        assert_eq!(words(Class::Io).unwrap().len(), KEPT);
        note(&Error::from_code(Class::Other, 900, "a callback"));
        assert_eq!(words(Class::Other), None);
    }
}

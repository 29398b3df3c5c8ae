//! Error classes, codes and strings added by the program. May be called at any time, from any
//! thread. Errors do not name the code: its number is another in each interface.

use super::{Class, Result, fail, last};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lower codes are the classes of the standard; the program's classes and codes begin here.
pub const FIRST_USER_CODE: i32 = 1000;

struct Added {
    /// Each code with its class; a class is its own class.
    codes: BTreeMap<i32, i32>,
    strings: BTreeMap<i32, Vec<u8>>,
    next: i32,
}

static ADDED: Mutex<Added> =
    Mutex::new(Added { codes: BTreeMap::new(), strings: BTreeMap::new(), next: FIRST_USER_CODE });

fn added() -> MutexGuard<'static, Added> {
    ADDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The class of the standard with this number.
fn standard(code: i32) -> Option<Class> {
    usize::try_from(code).ok().and_then(|at| Class::ALL.get(at)).copied()
}

fn is_known(added: &Added, code: i32) -> bool {
    standard(code).is_some() || added.codes.contains_key(&code)
}

/// Adds a class.
pub fn add_class() -> i32 {
    let mut added = added();
    let code = added.next;
    added.next += 1;
    added.codes.insert(code, code);
    code
}

/// Adds a code to a class of the standard or of the program.
///
/// # Errors
/// `Arg` for a class that does not exist.
pub fn add_code(class: i32) -> Result<i32> {
    let mut added = added();
    if standard(class).is_none() && added.codes.get(&class) != Some(&class) {
        return fail!(Arg, "there is no such error class");
    }
    let code = added.next;
    added.next += 1;
    added.codes.insert(code, class);
    Ok(code)
}

/// Sets the text of a code added by the program.
///
/// # Errors
/// `Arg` for a code that the program did not add.
pub fn add_string(code: i32, text: impl AsRef<[u8]>) -> Result<()> {
    let mut added = added();
    if !added.codes.contains_key(&code) {
        return fail!(Arg, "it was not added by the program");
    }
    added.strings.insert(code, text.as_ref().to_owned());
    Ok(())
}

/// Removes a class added by the program, which must have no codes and no text.
///
/// # Errors
/// `Arg` for a class that was not added, or still has codes or a text.
pub fn remove_class(class: i32) -> Result<()> {
    let mut added = added();
    if added.codes.get(&class) != Some(&class) {
        return fail!(Arg, "it is no class that was added by the program");
    }
    if added.codes.iter().any(|(&code, &of)| of == class && code != class) {
        return fail!(Arg, "the class has codes: remove them first");
    }
    refuse_text(&added, class)?;
    added.codes.remove(&class);
    Ok(())
}

/// A code that has a text cannot be removed (MPI 5.0, section 9.5).
fn refuse_text(added: &Added, code: i32) -> Result<()> {
    if added.strings.contains_key(&code) {
        return fail!(Arg, "it has a text: remove that first");
    }
    Ok(())
}

/// Removes a code added by the program, which must have no text.
///
/// # Errors
/// `Arg` for a code that was not added, or still has a text.
pub fn remove_code(code: i32) -> Result<()> {
    let mut added = added();
    if added.codes.get(&code).is_none_or(|&class| class == code) {
        return fail!(Arg, "it is no code that was added by the program");
    }
    refuse_text(&added, code)?;
    added.codes.remove(&code);
    Ok(())
}

/// Removes the text of a code.
///
/// # Errors
/// `Arg` for a code without a text set by the program.
pub fn remove_string(code: i32) -> Result<()> {
    match added().strings.remove(&code) {
        Some(_) => Ok(()),
        None => fail!(Arg, "it has no text of the program's"),
    }
}

/// The class number of a code; below [`FIRST_USER_CODE`] it is a class of the standard.
pub fn class_number(code: i32) -> Option<i32> {
    if standard(code).is_some() {
        return Some(code);
    }
    added().codes.get(&code).copied()
}

/// The class of the standard that a code belongs to, if any.
pub fn class_of(code: i32) -> Option<Class> {
    class_number(code).and_then(standard)
}

/// The text of a code. For a class of the standard it includes the text of the last such error in
/// this thread; it is empty for a code that was added without a text.
///
/// # Errors
/// `Arg` for a code that does not exist.
pub fn string_of(code: i32) -> Result<Vec<u8>> {
    if let Some(class) = standard(code) {
        let mut text = format!("MPI_{}: {}", class.name(), class.words());
        if let Some(words) = last::words(class) {
            text += &format!("; last in this thread: {words}");
        }
        return Ok(text.into());
    }
    let added = added();
    if !is_known(&added, code) {
        return fail!(Arg, "there is no such error code");
    }
    Ok(added.strings.get(&code).cloned().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_belong_to_classes_and_go_before_them() {
        let class = add_class();
        let code = add_code(class).unwrap();
        let of_standard = add_code(Class::Rank as i32).unwrap();
        assert_eq!((class_number(code), class_of(code)), (Some(class), None));
        assert_eq!(class_of(of_standard), Some(Class::Rank));
        assert_eq!(string_of(code).unwrap(), b"");
        add_string(code, b"no such boat\xff").unwrap();
        assert_eq!(string_of(code).unwrap(), b"no such boat\xff");
        assert!(string_of(Class::Tag as i32).unwrap().starts_with(b"MPI_ERR_TAG"));
        assert!(remove_class(class).is_err());
        assert!(remove_code(code).is_err());
        remove_string(code).unwrap();
        remove_code(code).unwrap();
        remove_class(class).unwrap();
        assert_eq!(class_number(code), None);
        assert!(add_code(-3).is_err() && string_of(class).is_err());
    }
}

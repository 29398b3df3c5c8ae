//! For Fortran: `shmem.fh`, and the symbols that its compiler calls.

use super::table::{Constant, Table};

/// The suffix a compiler appends to a name.
const SUFFIX: char = '_';

/// The names in `fortran.txt`.
pub(super) fn names(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

/// The library's symbols for these names.
pub(super) fn symbols(table: &Table) -> impl Iterator<Item = String> {
    table.fortran.iter().map(|name| format!("{name}{SUFFIX}"))
}

/// The header: constants, in lines that both old and new Fortran can read. It declares no
/// functions, because many programs declare the types of those themselves.
pub(super) fn header(table: &Table) -> String {
    let mut text = "! OpenSHMEM for Fortran. Made by `cargo xtask shmem`.\n".to_owned();
    let sections = table.constants.iter().filter(|section| section.sort == "define");
    for constant in sections.flat_map(|section| &section.constants) {
        if let Some((sort, value)) = value(constant) {
            let name = &constant.name;
            text += &format!("      {sort} {name}\n      parameter ({name} = {value})\n");
        }
    }
    text
}

/// Type and value of a constant, if it is a number or a string.
fn value(constant: &Constant) -> Option<(String, String)> {
    let text = constant.value.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    match text {
        Some(text) => Some((format!("character(len={})", text.len()), format!("'{text}'"))),
        None => number(constant).map(|number| ("integer".to_owned(), number.to_string())),
    }
}

/// The value of a numeric constant. An array of 8-byte words in C is one of 4-byte INTEGERs here,
/// and may begin in the middle of a word.
fn number(constant: &Constant) -> Option<i64> {
    let value = constant.value.trim_end_matches('L').parse::<i64>().ok()?;
    let is_array = constant.name.ends_with("_SYNC_SIZE") || constant.name.ends_with("DATA_SIZE");
    Some(if is_array { 2 * value + 2 } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_have_room_for_whole_words() {
        let of = |name: &str, text: &str| {
            let (name, text) = (name.to_owned(), text.to_owned());
            number(&Constant { name, value: text, has_old: false })
        };
        assert_eq!(of("SHMEM_SYNC_VALUE", "0L"), Some(0));
        assert_eq!(of("SHMEM_BCAST_SYNC_SIZE", "64"), Some(130));
        assert_eq!(of("SHMEM_VENDOR_STRING", "\"SkifCh\""), None);
    }

    #[test]
    fn texts_are_as_long_as_they_are() {
        let (name, value) = ("SHMEM_VENDOR_STRING".to_owned(), "\"SkifCh\"".to_owned());
        let told = super::value(&Constant { name, value, has_old: false });
        assert_eq!(told, Some(("character(len=6)".into(), "'SkifCh'".into())));
    }

    #[test]
    fn names_are_words_outside_of_comments() {
        assert_eq!(names("# a b\nmy_pe num_pes\n\nx\n"), ["my_pe", "num_pes", "x"]);
    }
}

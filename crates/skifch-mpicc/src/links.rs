//! Whether a compiler with these words links.

use crate::words::{begins, behind};
use std::ffi::{OsStr, OsString};

/// Options with which the compiler does not link, or makes an object that is linked later.
const NOT: &[&str] =
    &["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", "-Wl,-r", "-Wl,--relocatable"];

/// Options whose value is the next word, which is not an input.
const WITH_VALUE: &[&str] = &[
    "-A",
    "-B",
    "-D",
    "-G",
    "-I",
    "-J",
    "-L",
    "-MF",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-Xassembler",
    "-Xclang",
    "-Xpreprocessor",
    "-e",
    "-idirafter",
    "-imacros",
    "-imultilib",
    "-include",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-o",
    "-target",
    "-u",
    "-x",
    "-z",
    "--param",
    "--sysroot",
    "-wrapper",
];

/// Beginnings of options that are inputs of the linker, as libraries are.
const FOR_LINKER: &[&str] = &["-l", "-Wl,", "-Xlinker"];

/// Whether there is an input, and nothing that says not to link.
pub(crate) fn is_so(words: &[OsString]) -> bool {
    let mut has_input = false;
    let mut words = words.iter().map(OsString::as_os_str);
    while let Some(word) = words.next() {
        if is_among(NOT, word) {
            return false;
        }
        if is_among(WITH_VALUE, word) {
            words.next();
        } else {
            has_input |= is_input(word);
        }
    }
    has_input
}

fn is_among(options: &[&str], word: &OsStr) -> bool {
    options.iter().any(|option| word == *option)
}

/// A dash alone is the standard input.
fn is_input(word: &OsStr) -> bool {
    let is_option = behind(word, "-").is_some_and(|rest| !rest.is_empty());
    !is_option || FOR_LINKER.iter().any(|option| begins(word, option))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_linked() {
        let is_linked = |line: &str| is_so(&crate::words::divided(OsStr::new(line)));
        for line in [
            "a.c",
            "-o a a.o",
            "-xc -",
            "-x c - -o a",
            "-Wl,--whole-archive -l:x.a -o lib.so",
            "-Xlinker x.o",
            "-I a b.c",
        ] {
            assert!(is_linked(line), "{line}");
        }
        for line in
            ["", "-v", "-v -I x", "-c a.c", "-xc -E -", "-r a.o -o b.o", "-Wl,-r a.o", "-o a"]
        {
            assert!(!is_linked(line), "{line}");
        }
    }
}

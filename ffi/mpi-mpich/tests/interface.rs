//! The interface compared with MPICH's own: this library exports what MPICH's does, and the table
//! has the definitions of its header.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{has, run, said, tree};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../mpi-edge/table/constants.txt");

/// The argument with this prefix in the link command of MPICH's wrapper, without the prefix.
fn shown(letters: &str) -> Option<PathBuf> {
    let words = said(Command::new("mpicc.mpich").arg("-show"));
    words.split_whitespace().find_map(|word| word.strip_prefix(letters)).map(PathBuf::from)
}

/// The MPI functions and data that a library exports, without internal names.
fn exported(library: &Path) -> BTreeSet<String> {
    let symbols = said(Command::new("nm").args(["-D", "--defined-only"]).arg(library));
    let names = symbols.lines().filter_map(|line| line.split_whitespace().nth(2));
    let of_mpi = names.filter(|name| name.starts_with("MPI_") || name.starts_with("PMPI_"));
    of_mpi.map(str::to_owned).collect()
}

#[test]
fn what_mpich_exports_is_exported() {
    let test = "what_mpich_exports_is_exported";
    let Some(tree) = tree(test) else { return };
    if !has(test, "mpicc.mpich") {
        return;
    }
    let theirs = exported(&shown("-L").unwrap().join("libmpich.so.12"));
    assert!(theirs.len() > 1000, "{} names", theirs.len());
    let ours = exported(&tree.join("lib/libmpi.so.12"));
    let missing: Vec<_> = theirs.difference(&ours).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_library_has_the_name_that_programs_look_for() {
    let Some(tree) = tree("the_library_has_the_name_that_programs_look_for") else { return };
    let dynamic = said(Command::new("readelf").arg("-d").arg(tree.join("lib/libmpi.so.12")));
    assert!(dynamic.contains("soname: [libmpi.so.12]"), "{dynamic}");
    let other = std::fs::canonicalize(tree.join("lib/libmpich.so.12")).unwrap();
    assert_eq!(other, std::fs::canonicalize(tree.join("lib/libmpi.so.12")).unwrap());
}

/// The constants of the table with their names and values here, except versions, which differ
/// between libraries.
fn constants() -> Vec<(String, String)> {
    let table = std::fs::read_to_string(TABLE).unwrap();
    let lines = table.lines().filter(|line| line.starts_with("MPI_") && !line.contains('='));
    let pairs = lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, value) = (words.next()?, words.nth(1)?);
        let is_number = value != "-" && !name.ends_with("VERSION");
        is_number.then(|| (name.to_owned(), value.to_owned()))
    });
    pairs.collect()
}

/// A datatype that a build of MPICH does not have is the null handle there.
const HEAD: &str = "#include <mpi.h>
#include <stdio.h>
#define IS(name, value) ((int)(long long)(name) == (int)(long long)(value))
#define CHECK(name, value) \\
    if (!IS(name, value) && !IS(name, MPI_DATATYPE_NULL)) \\
        wrong += printf(#name \" is %#x, in the table \" #value \"\\n\", (int)(long long)(name));
int main(void) {
    int wrong = 0;
";

#[test]
fn what_mpichs_header_defines_is_in_the_table() {
    let test = "what_mpichs_header_defines_is_in_the_table";
    if !has(test, "mpicc.mpich") {
        return;
    }
    let header = std::fs::read_to_string(shown("-I").unwrap().join("mpi.h")).unwrap();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: BTreeSet<_> = header.split(|c| !is_word(c)).collect();
    let mut program = HEAD.to_owned();
    let mut count = 0;
    for (name, value) in constants().iter().filter(|(name, _)| words.contains(name.as_str())) {
        let line = format!("CHECK({name}, {value})");
        writeln!(program, "{line}").unwrap();
        count += 1;
    }
    assert!(count > 250, "{count} constants of the table are in the header");
    program += "    return wrong != 0;\n}\n";
    let folder = tempfile::TempDir::new().unwrap();
    let (source, built) = (folder.path().join("values.c"), folder.path().join("values"));
    std::fs::write(&source, program).unwrap();
    run(Command::new("mpicc.mpich").arg(&source).arg("-o").arg(&built));
    run(&mut Command::new(&built));
}

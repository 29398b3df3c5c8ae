//! This library exports what MPICH's Fortran library does, in all spellings, for programs built
//! with other MPI libraries.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_mpi_tests::{has, said, tree};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The MPI names as Fortran compilers spell them, except the 2008 module, which only one compiler
/// can use, and MPICH's own additions.
fn exported(library: &Path) -> BTreeSet<String> {
    let symbols = said(Command::new("nm").args(["-D", "--defined-only"]).arg(library));
    let names = symbols.lines().filter_map(|line| line.split_whitespace().nth(2));
    let is_ours = |name: &&str| {
        let small = name.to_ascii_lowercase();
        let is_mpi = small.starts_with("mpi_") || small.starts_with("pmpi_");
        let is_block = small.starts_with("mpipriv") || small.starts_with("mpifcmb");
        // Data that C finds in the other library, and internal names with capitals in the middle.
        let is_spelling = **name == small || **name == name.to_ascii_uppercase();
        let is_c = small.starts_with("mpi_f_") && !small.contains("sync");
        let is_2008 = small.contains("f08") || small.contains("_cdesc");
        (is_mpi || is_block) && is_spelling && !is_c && !is_2008
    };
    names.filter(is_ours).map(str::to_owned).collect()
}

#[test]
fn what_mpich_exports_is_exported() {
    let test = "what_mpich_exports_is_exported to Fortran";
    let Some(tree) = tree(test) else { return };
    if !has(test, "mpifort.mpich") {
        return;
    }
    let shown = said(Command::new("mpifort.mpich").arg("-show"));
    let folder = shown.split_whitespace().find_map(|word| word.strip_prefix("-L")).unwrap();
    let theirs = exported(&Path::new(folder).join("libmpichfort.so.12"));
    assert!(theirs.len() > 3000, "{} names", theirs.len());
    let ours = exported(&tree.join("lib/libmpifort.so.12"));
    let missing: Vec<_> = theirs.difference(&ours).collect();
    assert!(missing.is_empty(), "{} missing: {missing:?}", missing.len());
}

#[test]
fn the_libraries_have_the_names_that_programs_look_for() {
    let test = "the_libraries_have_the_names_that_programs_look_for";
    let Some(tree) = tree(test) else { return };
    for (name, over) in
        [("libmpifort_abi.so.1", "libmpi_abi.so.1"), ("libmpifort.so.12", "libmpi.so.12")]
    {
        let dynamic = said(Command::new("readelf").arg("-d").arg(tree.join("lib").join(name)));
        assert!(dynamic.contains(&format!("soname: [{name}]")), "{dynamic}");
        assert!(dynamic.contains(&format!("Shared library: [{over}]")), "{dynamic}");
    }
}

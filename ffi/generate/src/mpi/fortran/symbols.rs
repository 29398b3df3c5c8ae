//! Symbols of the Fortran libraries. Each Fortran compiler forms symbols from names in its own
//! way: gfortran and most others use lower case and a trailing underscore.

use super::super::table::Table;
use super::names;

/// COMMON blocks whose addresses are MPI's special constants; programs define them too, and the
/// program's definition takes precedence.
const BLOCKS: &[&str] =
    &["mpipriv1_", "mpipriv2_", "mpiprivb_", "mpiprivc_", "mpifcmb5_", "mpifcmb9_"];

/// Variables that are these constants in the module.
const VARIABLES: &[&str] = &[
    "argv_null",
    "argvs_null",
    "bottom",
    "buffer_automatic",
    "errcodes_ignore",
    "in_place",
    "status_ignore",
    "statuses_ignore",
    "unweighted",
    "weights_empty",
];

/// Sizes in bytes for which there is an `MPI_SIZEOF` entry.
pub(super) const SIZES: &[u32] = &[1, 2, 4, 8, 16, 32];

/// The types for which gfortran calls the generic `MPI_SIZEOF` of MPICH's module, with their sizes
/// in bytes. There is a second symbol for vectors of each type.
const TYPES: &[(&str, u32)] = &[
    ("ch", 1),
    ("cx", 8),
    ("d", 8),
    ("i", 4),
    ("i1", 1),
    ("i2", 2),
    ("i8", 8),
    ("l", 4),
    ("r", 4),
];

/// Functions with a second name: interfaces that return the address of memory as a C pointer.
const POINTERS: &[&str] =
    &["mpi_alloc_mem", "mpi_win_allocate", "mpi_win_allocate_shared", "mpi_win_shared_query"];

/// The spellings of a name by different compilers.
fn spellings(name: &str, is_all: bool) -> Vec<String> {
    let mut all = vec![format!("{name}_")];
    if is_all {
        all.extend([name.to_owned(), format!("{name}__"), name.to_ascii_uppercase()]);
    }
    all
}

/// All symbols of a function: the one that does the work, and its aliases.
fn symbols_of(name: &str, is_all: bool) -> (String, Vec<String>) {
    let pointer = POINTERS.contains(&name).then(|| format!("{name}_cptr"));
    let names = std::iter::once(name.to_owned()).chain(pointer);
    let names = names.flat_map(|name| [format!("p{name}"), name]);
    let spelt = names.flat_map(|name| spellings(&name, is_all));
    let work = format!("{name}_");
    let aliases = spelt.filter(|one| *one != work).collect();
    (work, aliases)
}

/// The symbols of the module's `MPI_SIZEOF`, with the sizes they return.
fn generic_sizes() -> impl Iterator<Item = (String, u32)> {
    let symbol = |(ty, size): &(&str, u32), dims| {
        (format!("__mpi_sizeofs_MOD_mpi_sizeof_{ty}{dims}"), *size)
    };
    TYPES.iter().flat_map(move |ty| ["", "v"].map(|dims| symbol(ty, dims)))
}

/// The version script.
pub(super) fn map(table: &Table, is_all: bool) -> String {
    let mut symbols: Vec<_> = Vec::new();
    for name in names(table) {
        let (work, aliases) = symbols_of(&name, is_all);
        symbols.push(work);
        symbols.extend(aliases);
    }
    symbols.extend(BLOCKS.iter().map(|&name| name.to_owned()));
    symbols.extend(SIZES.iter().map(|size| format!("skifch_mpi_sizeof_{size}")));
    // The module is for the standard's interface.
    symbols.extend(VARIABLES.iter().filter(|_| !is_all).map(|name| format!("skifch_mpi_{name}")));
    symbols.extend(generic_sizes().filter(|_| is_all).map(|(symbol, _)| symbol));
    symbols.sort_unstable();
    let lines: String = symbols.iter().map(|name| format!("    {name};\n")).collect();
    format!("{{\n  global:\n{lines}  local: *;\n}};\n")
}

/// Linker script assignments: other spellings, and the profiling names.
pub(super) fn twins(table: &Table, is_all: bool) -> String {
    let mut lines = Vec::new();
    for name in names(table) {
        let (work, aliases) = symbols_of(&name, is_all);
        lines.extend(aliases.into_iter().map(|alias| format!("{alias} = {work};\n")));
    }
    let sizes = generic_sizes().filter(|_| is_all);
    lines.extend(sizes.map(|(symbol, size)| format!("{symbol} = skifch_mpi_sizeof_{size};\n")));
    lines.sort_unstable();
    format!("/* Made by `cargo xtask mpi`. */\n{}", lines.concat())
}

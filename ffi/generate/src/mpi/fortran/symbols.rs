//! Symbols of the Fortran libraries. A Fortran compiler makes a symbol out of a name in its own
//! way: gfortran and most others with small letters and an underscore behind.

use super::super::table::Table;
use super::names;

/// Blocks of COMMON whose places stand for something. A program has them too, and its own count.
const BLOCKS: &[&str] =
    &["mpipriv1_", "mpipriv2_", "mpiprivb_", "mpiprivc_", "mpifcmb5_", "mpifcmb9_"];

/// Sizes in bytes for which there is an `MPI_SIZEOF`.
pub(super) const SIZES: &[u32] = &[1, 2, 4, 8, 16, 32];

/// What the generic `MPI_SIZEOF` of MPICH's module is called for by gfortran: a type, and its size
/// in bytes. A vector of it is another.
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

/// Second names of functions: interfaces that give the address of memory as a pointer of C.
const POINTERS: &[&str] =
    &["mpi_alloc_mem", "mpi_win_allocate", "mpi_win_allocate_shared", "mpi_win_shared_query"];

/// The spellings of a name.
fn spellings(name: &str, is_all: bool) -> Vec<String> {
    let mut all = vec![format!("{name}_")];
    if is_all {
        all.extend([name.to_owned(), format!("{name}__"), name.to_ascii_uppercase()]);
    }
    all
}

/// Every symbol of a function: the one that does the work, and the aliases of that.
fn symbols_of(name: &str, is_all: bool) -> (String, Vec<String>) {
    let pointer = POINTERS.contains(&name).then(|| format!("{name}_cptr"));
    let names = std::iter::once(name.to_owned()).chain(pointer);
    let names = names.flat_map(|name| [format!("p{name}"), name]);
    let spelt = names.flat_map(|name| spellings(&name, is_all));
    let work = format!("{name}_");
    let aliases = spelt.filter(|one| *one != work).collect();
    (work, aliases)
}

/// The symbols of the module's `MPI_SIZEOF`, and the sizes that they say.
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
    symbols.extend(generic_sizes().filter(|_| is_all).map(|(symbol, _)| symbol));
    symbols.sort_unstable();
    let lines: String = symbols.iter().map(|name| format!("    {name};\n")).collect();
    format!("{{\n  global:\n{lines}  local: *;\n}};\n")
}

/// Assignments in the linker's language: other spellings, and the names for tools.
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

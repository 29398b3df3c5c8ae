//! Generates `shmem.h`, `shmemx.h`, `pshmem.h` and their copies below `mpp`.

use super::generic;
use super::table::{Chapter, Function, Section, Table};
use crate::c::wrapped;

/// The text before the generated part.
const BEGIN: &str = include_str!("begin.h.in");

/// Old names of calls, enabled by a macro.
const SHORT: &str = include_str!("short.h.in");

/// The chapter with a header of its own.
const EXTENSIONS: &str = "extensions";

const END_C: &str = "\n#if defined(__cplusplus)\n}\n#endif\n";

fn is_extension(chapter: &&Chapter) -> bool {
    chapter.name == EXTENSIONS
}

pub(super) fn shmem(table: &Table) -> String {
    let mut text = BEGIN.to_owned();
    text += &table.constants.iter().map(constants).collect::<String>();
    let chapters: Vec<_> = table.chapters.iter().filter(|chapter| !is_extension(chapter)).collect();
    for chapter in &chapters {
        text += &prototypes(table, chapter, &|function| function.name.clone());
    }
    text += END_C;
    let families: Vec<_> = chapters.iter().flat_map(|chapter| &chapter.families).collect();
    text += &generic::text(table, &families, true);
    text + "\n#endif /* SHMEM_H */\n"
}

pub(super) fn shmemx(table: &Table) -> String {
    let mut text =
        "/* shmemx.h: extensions of this library to OpenSHMEM. Made by `cargo xtask shmem` \
                    from the table in\n * ffi/shmem/table; changes belong there. */\n\n\
                    #ifndef SHMEMX_H\n#define SHMEMX_H\n\n#include \"shmem.h\"\n\n\
                    #if defined(__cplusplus)\nextern \"C\" {\n#endif\n"
            .to_owned();
    let chapters: Vec<_> = table.chapters.iter().filter(is_extension).collect();
    for chapter in &chapters {
        text += &prototypes(table, chapter, &|function| function.name.clone());
    }
    text += END_C;
    let families: Vec<_> = chapters.iter().flat_map(|chapter| &chapter.families).collect();
    text += &generic::text(table, &families, false);
    text + SHORT + "\n#endif /* SHMEMX_H */\n"
}

pub(super) fn pshmem(table: &Table) -> String {
    let mut text =
        "/* pshmem.h: every function under its profiling name, for tools that interpose \
                    their own.\n * Made by `cargo xtask shmem` from the table in \
                    ffi/shmem/table; changes belong there. */\n\n\
                    #ifndef PSHMEM_H\n#define PSHMEM_H\n\n#include \"shmem.h\"\n\n\
                    #if defined(__cplusplus)\nextern \"C\" {\n#endif\n"
            .to_owned();
    for chapter in &table.chapters {
        text += &prototypes(table, chapter, &|function| function.twin());
    }
    text + END_C + "\n#endif /* PSHMEM_H */\n"
}

/// A header below `mpp`, which the standard keeps for old programs.
pub(super) fn mpp(name: &str) -> String {
    format!("/* Made by `cargo xtask shmem`. */\n#include \"../{name}\"\n")
}

fn constants(section: &Section) -> String {
    let mut text = format!("\n/* {}. */\n", section.words);
    for constant in &section.constants {
        let value = match section.sort.as_str() {
            "ctx" => format!("((shmem_ctx_t){})", constant.value),
            "team" => format!("((shmem_team_t){})", constant.value),
            _ => constant.value.clone(),
        };
        text += &format!("#define {:31} {value}\n", constant.name);
    }
    for constant in section.constants.iter().filter(|constant| constant.has_old) {
        text += &format!("#define _{:30} {}\n", constant.name, constant.name);
    }
    text
}

fn prototypes(table: &Table, chapter: &Chapter, name: &dyn Fn(&Function<'_>) -> String) -> String {
    let mut text = format!("\n/* {}. */\n", chapter.title);
    for family in &chapter.families {
        text += if family.is_old { "\n/* Deprecated. */\n" } else { "\n" };
        for function in table.functions_of(family) {
            text += &prototype(&function, &name(&function));
        }
    }
    text
}

fn prototype(function: &Function<'_>, name: &str) -> String {
    let params = params(function);
    let params = if params.is_empty() { "void".to_owned() } else { params };
    let answer = spaced(&function.c(function.family.answer.as_deref().unwrap_or("void")));
    let line = wrapped(&format!("{answer}{name}("), &params);
    match function.family.is_noreturn {
        true => line.replace(");\n", ") __attribute__((__noreturn__));\n"),
        false => line,
    }
}

/// The parameters of a function in C.
pub(super) fn params(function: &Function<'_>) -> String {
    let params = function.params();
    let texts = params.iter().map(|param| spaced(&function.c(&param.c)) + &param.name);
    texts.map(|text| text.trim_end().to_owned()).collect::<Vec<_>>().join(", ")
}

/// A C type, with a blank if one is needed before a name.
pub(super) fn spaced(c: &str) -> String {
    if c.ends_with('*') { c.to_owned() } else { format!("{c} ") }
}

//! How much of OpenSHMEM is implemented.

use super::table::{Chapter, Family, Function, Table};

/// The text of the file beside the table.
pub(super) fn text(table: &Table) -> String {
    let functions = table.functions();
    let of_standard = functions.iter().filter(|one| !one.is_beyond);
    let done = of_standard.clone().filter(|one| one.family.is_done).count();
    let mut text = format!(
        "# Coverage of OpenSHMEM 1.6\n\nMade by `cargo xtask shmem` from [the table](table/functions.txt). \
         Every function is exported, with its twin\n`pshmem_…`. One that is not done says so when it \
         is called, and ends the job.\n\n\
         {done} of {} functions of the standard are done, and {} outside of it.\n\n\
         | chapter | done | of | deprecated | missing |\n|---|---|---|---|---|\n",
        of_standard.count(),
        functions.iter().filter(|one| one.is_beyond && one.family.is_done).count(),
    );
    for chapter in &table.chapters {
        text += &row(table, chapter);
    }
    let names = generics(table);
    text += &format!(
        "\n{} names stand for all types in C11 and C++: {}.\n",
        names.len(),
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    );
    text
}

fn row(table: &Table, chapter: &Chapter) -> String {
    let functions = table.functions_in(chapter);
    let is_done = |one: &&Function<'_>| one.family.is_done;
    let missing = chapter.families.iter().filter(|family| !family.is_done);
    let missing: Vec<_> = missing.flat_map(|family| &family.patterns).cloned().collect();
    format!(
        "| {} | {} | {} | {} | {} |\n",
        chapter.title,
        functions.iter().filter(is_done).count(),
        functions.len(),
        functions.iter().filter(|one| one.family.is_old).count(),
        missing.join(", ").replace('<', "‹").replace('>', "›"),
    )
}

/// The generic names of the standard.
fn generics(table: &Table) -> Vec<String> {
    let chapters = table.chapters.iter().filter(|chapter| !chapter.is_beyond);
    chapters.flat_map(|chapter| &chapter.families).filter_map(Family::generic_name).collect()
}

//! Generates the constants for Rust. Handles come from the engine.

use super::table::Table;

pub(super) fn text(table: &Table) -> String {
    let mut text = String::new();
    for section in table.constants.iter().filter(|section| section.sort == "define") {
        for constant in &section.constants {
            let value = constant.value.trim_end_matches('L');
            let of = if value.starts_with('"') { "&str" } else { "i32" };
            text += &format!(
                "/// The standard's `{0}`.\npub const {0}: {of} = {value};\n",
                constant.name
            );
        }
    }
    text
}

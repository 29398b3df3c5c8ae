//! The page and completion of `skifrun`, from the option table that it parses with.

use crate::{Share, entry, page};
use clap_mangen::roff::roman;
use skifch_launch::flags::{ABOUT, DASHES, EXIT_CODE, FLAGS, Flag, USAGE, dashed};
use std::io;

const NAME: &str = "skifrun";

pub(crate) fn write(share: &Share) -> io::Result<()> {
    share.page(NAME, 1, &manual())?;
    share.completion(NAME, &completion())
}

fn manual() -> String {
    let mut page = page(NAME, 1, "starts the ranks of a job");
    page.control("SH", ["SYNOPSIS"]).text([roman(USAGE)]);
    page.control("SH", ["DESCRIPTION"]).text([roman(format!("{ABOUT} {DASHES}"))]);
    page.control("SH", ["OPTIONS"]);
    for flag in FLAGS {
        let names: Vec<_> = flag.names.iter().map(|name| dashed(name)).collect();
        let tag = format!("{} {}", names.join(" "), flag.values.join(" "));
        entry(&mut page, tag.trim_end(), &flag.text());
    }
    page.control("SH", ["EXIT STATUS"]).text([roman(EXIT_CODE)]);
    page.control("SH", ["SEE ALSO"]).text([roman("skifch(7), skifch(3)")]);
    page.render()
}

/// Completes options until a program is named, then uses bash's default, up to a colon.
fn completion() -> String {
    let names: Vec<_> = FLAGS.iter().flat_map(|flag| flag.names).copied().collect();
    include_str!("skifrun.bash.in")
        .replace("@ONE@", &with_values(1))
        .replace("@TWO@", &with_values(2))
        .replace("@NAMES@", &names.join(" "))
}

/// The options that take `count` values, as a shell pattern.
fn with_values(count: usize) -> String {
    let takes = |flag: &&Flag| flag.values.len() == count;
    let names = FLAGS.iter().filter(takes).flat_map(|flag| flag.names);
    let both: Vec<_> = names.map(|name| format!("-{name}|--{name}")).collect();
    both.join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_filled_in_and_every_option_is_counted() {
        let script = completion();
        for blank in ["@ONE@", "@TWO@", "@NAMES@"] {
            assert!(!script.contains(blank), "{script}");
        }
        let of = |count| FLAGS.iter().filter(|flag| flag.values.len() == count).count();
        assert_eq!(of(0) + of(1) + of(2), FLAGS.len(), "an option has more than two values");
    }
}

//! Manual pages and shell completions of the installed tree: `skifch-pages DIR` writes them below
//! `DIR/man` and `DIR/bash-completion`, where `DIR` is the `share` of the tree.

#![forbid(unsafe_code)]

mod header;
mod launcher;
mod programs;
mod settings;

use clap_mangen::roff::{Roff, bold, roman};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let (Some(dir), None) = (words.next(), words.next()) else {
        eprintln!("usage: skifch-pages DIR");
        return ExitCode::from(2);
    };
    match write(&Share(dir.into())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("skifch-pages: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(share: &Share) -> io::Result<()> {
    programs::write(share)?;
    launcher::write(share)?;
    header::write(share)?;
    settings::write(share)
}

/// The `share` folder to write below.
struct Share(PathBuf);

impl Share {
    /// Writes the page `NAME.SECTION`.
    fn page(&self, name: &str, section: u8, text: &str) -> io::Result<()> {
        put(&self.pages(section).join(format!("{name}.{section}")), text)
    }

    /// The folder of a section's pages.
    fn pages(&self, section: u8) -> PathBuf {
        self.0.join(format!("man/man{section}"))
    }

    /// Writes the bash completion of `program`.
    fn completion(&self, program: &str, text: &str) -> io::Result<()> {
        put(&self.0.join("bash-completion/completions").join(program), text)
    }
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// Starts a page: its title, and the line that `apropos` shows.
fn page(name: &str, section: u8, about: &str) -> Roff {
    let source = concat!("SkifCh ", env!("CARGO_PKG_VERSION"));
    let mut page = Roff::new();
    page.control("TH", [name, &section.to_string(), "", source, "SkifCh"]);
    page.control("SH", ["NAME"]).text([roman(format!("{name} - {about}"))]);
    page
}

/// An entry: a tag, and below it, indented, its description.
fn entry(page: &mut Roff, tag: &str, text: &str) {
    page.control("TP", []).text([bold(tag)]).text([roman(text)]);
}

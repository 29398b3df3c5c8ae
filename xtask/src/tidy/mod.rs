//! `cargo xtask tidy`: checks the project rules that no compiler checks.

mod arrows;
mod functions;
mod readme;
mod source;
mod sync;
mod text;
mod wrap;

use crate::shell::{self, Res, cmd};
use crate::workspace::Workspace;
use source::Source;

#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Wrap long comments
    #[arg(long)]
    fix: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Res {
    let mut sources = tracked()?;
    if args.fix {
        wrap::fix(&mut sources)?;
    }
    let mut faults = arrows::check(&workspace.packages);
    faults.extend(arrows::check_forbid(&workspace.packages));
    faults.extend(readme::check(&workspace.packages, &sources));
    faults.extend(sync::check(&sources));
    for source in &sources {
        faults.extend(text::check(source));
        if source.is_rust() {
            faults.extend(functions::check(source));
        }
    }
    for fault in &faults {
        eprintln!("tidy: {fault}");
    }
    match faults.len() {
        0 => {
            println!("tidy: {} files and {} crates", sources.len(), workspace.packages.len());
            Ok(())
        }
        n => Err(format!("{n} to mend")),
    }
}

/// Every text file of the repository, including those not yet added.
fn tracked() -> Res<Vec<Source>> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let names = shell::output(&mut cmd("git", list))?;
    // A binary file, or one that was just deleted, is not checked.
    Ok(names.lines().filter_map(|path| Source::read(path).ok()).collect())
}

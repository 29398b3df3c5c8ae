//! The command line; the manual page is made from it too.

use clap::Parser;
use std::path::PathBuf;

/// Shows the networks that SkifCh can use on this machine, and its settings.
#[derive(Parser)]
#[command(name = "skifch-info", version)]
pub(crate) struct Args {
    /// Every setting: meaning, default, current value and where that is from
    #[arg(short, long)]
    pub(crate) all: bool,

    /// Joins the job that this is a rank of, and shows only which network carries messages to which
    /// rank: skifrun -n 4 skifch-info --reach
    #[arg(long)]
    pub(crate) reach: bool,

    /// Only loads this file: for skifch-info itself, which may not survive it
    #[arg(long, hide = true, value_name = "FILE")]
    pub(crate) try_plugin: Option<PathBuf>,
}

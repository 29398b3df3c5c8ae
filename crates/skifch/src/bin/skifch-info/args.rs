//! The command line; the manual page is made from it too.

use clap::Parser;
use std::ffi::OsString;

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

    /// Only tries this file, up to a step: for skifch-info itself, which may not survive it
    #[arg(long, hide = true, num_args = 2, value_names = ["STEP", "FILE"])]
    pub(crate) try_plugin: Vec<OsString>,
}

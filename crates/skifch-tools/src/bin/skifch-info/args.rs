//! The command line, from which the manual page is generated as well.

use clap::Parser;
use std::ffi::OsString;

/// Shows the backends that SkifCh can use on this machine, and its settings.
#[derive(Parser)]
#[command(name = "skifch-info", version)]
pub(crate) struct Args {
    /// Shows every setting: description, default, current value and its origin
    #[arg(short, long)]
    pub(crate) all: bool,

    /// Joins the job that this process is a rank of, and shows only which network carries messages
    /// to which rank: skifrun -n 4 skifch-info --reach
    #[arg(long)]
    pub(crate) reach: bool,

    /// Only tries this plugin file, up to a step; used by skifch-info itself, because a broken
    /// plugin may end the process
    #[arg(long, hide = true, num_args = 2, value_names = ["STEP", "FILE"])]
    pub(crate) try_plugin: Vec<OsString>,
}

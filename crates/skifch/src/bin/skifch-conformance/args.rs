//! The command line; the manual page is made from it too.

use clap::Parser;
use std::path::PathBuf;

/// Checks a network of SkifCh against its contract. Start it alone, or as every rank of a job.
#[derive(Parser)]
#[command(name = "skifch-conformance", version)]
pub(crate) struct Args {
    /// The backend, with middleware in front if wanted, as in SKIFCH_BACKEND
    #[arg(long, conflicts_with = "plugin")]
    pub(crate) backend: Option<String>,
    /// The plugin in this file
    #[arg(long, value_name = "FILE.so")]
    pub(crate) plugin: Option<PathBuf>,
    /// Middleware in front of the plugin, as in fault or trace+fault
    #[arg(long, requires = "plugin")]
    pub(crate) under: Option<String>,
    /// Only checks whose name contains this
    #[arg(long, default_value = "")]
    pub(crate) only: String,
    /// Seed of everything random; the same on all ranks
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

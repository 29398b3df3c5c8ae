//! The command line, from which the manual page is generated as well.

use clap::Parser;
use std::path::PathBuf;

/// Tests a backend of SkifCh against its contract. Run it alone, or as every rank of a job.
#[derive(Parser)]
#[command(name = "skifch-conformance", version)]
pub(crate) struct Args {
    /// The backend, optionally with middleware in front, as in SKIFCH_BACKEND
    #[arg(long, conflicts_with = "plugin")]
    pub(crate) backend: Option<String>,
    /// Test the plugin in this file
    #[arg(long, value_name = "FILE.so")]
    pub(crate) plugin: Option<PathBuf>,
    /// Middleware in front of the plugin, such as fault or trace+fault
    #[arg(long, requires = "plugin")]
    pub(crate) under: Option<String>,
    /// Run only checks whose name contains this
    #[arg(long, default_value = "")]
    pub(crate) only: String,
    /// Seed of all random numbers; must be equal on all ranks
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

//! The files that ranks write their output to.

use crate::error::LaunchError;
use crate::pattern::{self, Facts};
use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;

#[derive(Debug, Default)]
pub(super) struct Files {
    /// Device and inode of the files that this job has emptied.
    begun: HashSet<(u64, u64)>,
}

impl Files {
    /// Opens the file of a rank and empties it, unless another stream of the job writes there: all
    /// of them append.
    pub(super) fn open(&mut self, pattern: &str, facts: &Facts) -> Result<File, LaunchError> {
        let path = pattern::expand(pattern, facts);
        let failed = |e: io::Error| LaunchError::own(format!("output file {path:?}: {e}"));
        let file = File::options().append(true).create(true).open(&path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if about.is_file() && self.begun.insert((about.dev(), about.ino())) {
            file.set_len(0).map_err(failed)?;
        }
        Ok(file)
    }
}

//! Output files of a run.

use skifch_backend::Error;
use skifch_torus_view::{Recording, page, tables};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Names of the output files; `None` for those that are not wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    pub(crate) html: Option<PathBuf>,
    pub(crate) trace: Option<PathBuf>,
    pub(crate) links: Option<PathBuf>,
    pub(crate) timeline: Option<PathBuf>,
    pub(crate) latencies: Option<PathBuf>,
    pub(crate) traffic: Option<PathBuf>,
}

type Table = fn(&Recording, &mut BufWriter<File>) -> io::Result<()>;

impl Outputs {
    fn all(&self) -> impl Iterator<Item = &PathBuf> {
        let tables = [&self.links, &self.timeline, &self.latencies, &self.traffic];
        [&self.html, &self.trace].into_iter().chain(tables).flatten()
    }

    /// Whether any output needs a recording of the network.
    pub(crate) fn is_any(&self) -> bool {
        self.all().next().is_some()
    }

    /// Refuses a name that is given twice: one file would overwrite the other.
    pub(crate) fn check(&self) -> Result<(), String> {
        // `./x` and `x` are one file.
        let place = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut seen = HashSet::new();
        let mut files = self.all().filter(|path| **path != Path::new("/dev/null"));
        match files.find(|path| !seen.insert(place(path))) {
            Some(path) => Err(format!("{} is the name of two output files", path.display())),
            None => Ok(()),
        }
    }

    /// Creates the files, so that a failure is reported before the run and not after it.
    pub(crate) fn create(&self, torus: &skifch_sim::topology::Torus) -> Result<(), Error> {
        if self.html.is_some() {
            page::check(torus).map_err(|why| Error::new(libc::EINVAL, format!("HTML: {why}")))?;
        }
        for path in self.all() {
            File::create(path).map_err(|cause| {
                let errno = cause.raw_os_error().unwrap_or(libc::EIO);
                Error::new(errno, format!("output of the torus, {}: {cause}", path.display()))
            })?;
        }
        Ok(())
    }

    /// Writes the tables and the page; returns a line for each failure.
    pub(crate) fn write(&self, recording: &Recording, title: &str, summary: &str) -> String {
        let tables: [(&Option<PathBuf>, Table); 4] = [
            (&self.links, tables::links),
            (&self.timeline, tables::timeline),
            (&self.latencies, tables::latencies),
            (&self.traffic, tables::traffic),
        ];
        let mut failures = String::new();
        for (path, table) in tables {
            failures += &written(path.as_ref(), |file| table(recording, file));
        }
        failures += &written(self.html.as_ref(), |file| {
            let words = page::Words { title, summary };
            let page = page::html(recording, &words).map_err(io::Error::other)?;
            file.write_all(page.as_bytes())
        });
        failures
    }
}

/// Writes one file, if it has a name; returns a line if that failed.
pub(crate) fn written(
    path: Option<&PathBuf>,
    text: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> String {
    let Some(path) = path else { return String::new() };
    let write = || {
        let mut file = BufWriter::new(File::create(path)?);
        text(&mut file)?;
        file.flush()
    };
    match write() {
        Ok(()) => String::new(),
        Err(error) => format!("torus: {}: {error}\n", path.display()),
    }
}

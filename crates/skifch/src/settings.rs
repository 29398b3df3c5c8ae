//! Every setting of the library, declared in one place.
//!
//! `skifch-info -a` prints this table. For a variable `SKIFCH_…` that is neither here nor declared
//! by a backend, the library prints a warning with the nearest name.

use crate::Error;
use skifch_backend::is_secure;
pub use skifch_backend::{Flag, NoFlag};

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// A whole number, or `auto`.
    Number,
    /// On or off, in one of the spellings of [`skifch_backend::Flag`].
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The environment variable.
    pub name: &'static str,
    /// The values that it accepts.
    pub kind: Kind,
    /// The value if it is not set.
    pub default: &'static str,
    /// Description, with the unit.
    pub help: &'static str,
    /// Whether the setting can load foreign code or files. It is then ignored in a process with
    /// more privileges than its user (`AT_SECURE`).
    pub is_path: bool,
}

macro_rules! settings {
    ($( $id:ident $name:literal $kind:expr, $default:literal, $($path:ident,)?
        $help:literal; )*) => {
        $( #[doc = $help] pub const $id: Setting = Setting {
            name: $name, kind: $kind, default: $default, help: $help,
            is_path: settings!(@path $($path)?),
        }; )*
        /// Every setting of the library, in the order of the table.
        pub const SETTINGS: &[Setting] = &[$($id,)*];
    };
    (@path path) => { true };
    (@path) => { false };
}

const LOG_LEVELS: &[&str] = &["error", "warn", "info", "debug"];

settings! {
    BACKEND "SKIFCH_BACKEND" Kind::Text, "auto",
        "the backend: NAME, optionally behind middleware as in trace+fault+shm; route:a,b \
         combines several; auto: shm if all ranks share memory (this is tested), else route";
    PLUGIN_PATH "SKIFCH_PLUGIN_PATH" Kind::Text, "", path,
        "directories that contain libskifch-NAME.so, or plugin files, separated by colons";
    PLUGINS "SKIFCH_PLUGINS" Kind::Text, "",
        "backends that may be used: a,b = only these; ^a,b = all except these; empty = all";
    SPIN_NS "SKIFCH_SPIN_NS" Kind::Number, "auto",
        "nanoseconds for which a wait spins before it yields, unless the previous wait spun \
         without success; auto: 20000, or 0 if ranks share CPUs";
    YIELDS "SKIFCH_YIELDS" Kind::Number, "auto",
        "times a wait yields the CPU before it sleeps, with the same exception; auto: 1024, or 32 \
         if ranks share CPUs";
    HUGE_PAGES "SKIFCH_HUGE_PAGES" Kind::Flag, "1",
        "1: memory that peers have copied long messages from many times is moved into huge pages, \
         where the system gives them to programs";
    STATS "SKIFCH_STATS" Kind::Flag, "0",
        "1: print the counters of every channel on stderr when it is closed";
    LOG "SKIFCH_LOG" Kind::Choice(LOG_LEVELS), "warn",
        "lowest severity of log lines printed on stderr";
    PORT_RANGE "SKIFCH_PORT_RANGE" Kind::Text, "",
        "ports of this host for incoming connections, such as 5000-5010; empty: any";
    IFACE "SKIFCH_IFACE" Kind::Text, "",
        "interface, address or network (such as 10.1.0.0/16) by which others reach this host; \
         empty: all";
    BOOT "SKIFCH_BOOT" Kind::Text, "",
        "start-up protocol to use instead of looking for a launcher: pmi1-fd, pmi1-port, single";
    BOOT_TIMEOUT "SKIFCH_BOOT_TIMEOUT" Kind::Number, "300",
        "seconds to wait for a reply of the launcher";
    BOOT_MAPPING "SKIFCH_BOOT_MAPPING" Kind::Text, "",
        "which ranks share a node, in the syntax of PMI_process_mapping: (vector,(0,1,4))";
    BOOT_DEBUG "SKIFCH_BOOT_DEBUG" Kind::Flag, "0",
        "1: print the steps of start-up on stderr";
}

/// Prefixes of variables that belong to the launcher and to programs built on this library.
const FOREIGN_PREFIXES: &[&str] = &[
    "SKIFCH_JOB",
    "SKIFCH_PERF_",
    "SKIFCH_RUN_",
    "SKIFCH_MPI_",
    "SKIFCH_SHMEM_",
    "SKIFCH_TEST_",
    "SKIFCH_TREE",
    "SKIFCH_FUZZ_",
];

impl Setting {
    /// The value in the environment, if it is set and may be used.
    pub fn from_env(&self) -> Option<String> {
        if self.is_path && is_secure() {
            return None;
        }
        let text = std::env::var_os(self.name)?.to_string_lossy().into_owned();
        (!text.is_empty()).then_some(text)
    }

    /// The effective value.
    pub fn text(&self) -> String {
        self.from_env().unwrap_or_else(|| self.default.to_owned())
    }

    /// Whether a flag is on.
    pub fn is_on(&self) -> bool {
        self.text().parse() == Ok(Flag(true))
    }

    /// # Errors
    /// The effective value is not valid for this setting.
    pub fn check(&self) -> Result<(), Error> {
        let text = self.text();
        let wanted = match self.kind {
            Kind::Text => return Ok(()),
            Kind::Number if text == "auto" || text.parse::<u64>().is_ok() => return Ok(()),
            Kind::Number => "give an integer".to_owned(),
            Kind::Flag => match text.parse::<Flag>().err() {
                None => return Ok(()),
                Some(cause) => cause.to_string(),
            },
            Kind::Choice(words) if words.contains(&text.as_str()) => return Ok(()),
            Kind::Choice(words) => format!("give one of {}", words.join(", ")),
        };
        Err(Error::new(libc::EINVAL, format!("{}={text}: {wanted}", self.name)))
    }
}

/// # Errors
/// A setting has an invalid value.
pub(crate) fn check_all() -> Result<(), Error> {
    SETTINGS.iter().try_for_each(Setting::check)
}

/// A warning about settings that are set but ignored because the process has more privileges than
/// its user.
pub(crate) fn warning_of_ignored() -> Option<String> {
    let is_set = |setting: &&Setting| std::env::var_os(setting.name).is_some_and(|t| !t.is_empty());
    let paths = SETTINGS.iter().filter(|setting| setting.is_path && is_secure());
    let names: Vec<_> = paths.filter(is_set).map(|setting| setting.name).collect();
    let text = "ignored, because this process has more privileges than its user (AT_SECURE)";
    (!names.is_empty()).then(|| format!("{}: {text}", names.join(", ")))
}

/// A warning for each `SKIFCH_` variable in `set` that nothing reads; `known` are the settings of
/// backends.
pub(crate) fn warnings(set: impl Iterator<Item = String>, known: &[String]) -> Vec<String> {
    let names = || SETTINGS.iter().map(|s| s.name).chain(known.iter().map(String::as_str));
    let is_ours = |name: &String| {
        name.starts_with("SKIFCH_") && !FOREIGN_PREFIXES.iter().any(|p| name.starts_with(p))
    };
    set.filter(|name| is_ours(name) && !names().any(|known| known == name))
        .map(|name| {
            let nearest = names().min_by_key(|known| distance(&name, known)).unwrap_or_default();
            format!("{name} is set, but there is no such setting; did you mean {nearest}?")
        })
        .collect()
}

/// Edit distance between two names (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_variable_is_told_its_nearest_name() {
        let set = ["SKIFCH_BACKENT", "PATH", "SKIFCH_LOG", "SKIFCH_SHM_X", "SKIFCH_MPI_EAGER"];
        let known = ["SKIFCH_SHM_X".to_owned()];
        let warnings = warnings(set.iter().map(|&s| s.to_owned()), &known);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("SKIFCH_BACKENT") && warnings[0].ends_with("SKIFCH_BACKEND?"));
    }

    #[test]
    fn distances() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }

    #[test]
    fn every_default_is_a_text_that_its_setting_may_have() {
        for setting in SETTINGS.iter().filter(|setting| setting.from_env().is_none()) {
            setting.check().unwrap();
            assert!(setting.name.starts_with("SKIFCH_") && !setting.help.is_empty());
        }
    }
}

//! A snapshot of the environment at start-up, and the removal of the launcher's variables.

use crate::{BootError, BootErrorKind};
use skifch_setting::Flag;
use std::collections::HashMap;
use std::ffi::OsString;
use std::time::Duration;

/// Seconds to wait for a reply if `SKIFCH_BOOT_TIMEOUT` is not set.
const DEFAULT_TIMEOUT_S: u64 = 300;

/// An upper limit of about 30 years, so that clock arithmetic does not overflow.
const TIMEOUT_MOST_S: u64 = 1_000_000_000;

/// The variable in which a launcher gives the ranks of a job 256 random bits, as hex, if values
/// published for the job could be read in transit.
pub const SECRET: &str = "SKIFCH_JOB_SECRET";

/// A copy of the environment. Variables that are not valid UTF-8 are not ours and are omitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    vars: HashMap<String, String>,
}

impl Env {
    pub(crate) fn of_process() -> Self {
        let text = |s: OsString| s.into_string().ok();
        Self { vars: std::env::vars_os().filter_map(|(k, v)| Some((text(k)?, text(v)?))).collect() }
    }

    #[cfg(test)]
    pub(crate) fn of_pairs(pairs: &[(&str, &str)]) -> Self {
        Self { vars: pairs.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect() }
    }

    /// The value, or `None` if unset or empty: launchers and scripts use both for "no".
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.vars.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The secret of the job, if the launcher provided one.
    ///
    /// # Errors
    /// The value is set but is not a valid secret; the message does not repeat it.
    pub(crate) fn secret(&self) -> Result<Option<[u8; 32]>, BootError> {
        let Some(text) = self.get(SECRET) else { return Ok(None) };
        let pairs = text.as_bytes().as_chunks::<2>();
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let byte = |[high, low]: &[u8; 2]| Some((digit(*high)? << 4 | digit(*low)?) as u8);
        let bytes: Option<Vec<u8>> = pairs.0.iter().map(byte).collect();
        let secret = bytes.filter(|_| pairs.1.is_empty()).and_then(|bytes| bytes.try_into().ok());
        secret.map(Some).ok_or_else(|| {
            let text = format!("boot: {SECRET} is not 64 hex digits; unset it");
            BootError::new(BootErrorKind::Environment, text)
        })
    }

    /// The value as a number, if it is set.
    ///
    /// # Errors
    /// The value is set but is not a number of type `T`.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, BootError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let parsed = text.trim().parse().map_err(|_| {
            let range = std::any::type_name::<T>();
            let text = format!(
                "boot: {name}={text:?} is not a number ({range}); \
                 start the program again through a launcher, or unset {name}"
            );
            BootError::new(BootErrorKind::Environment, text)
        });
        parsed.map(Some)
    }

    /// `SKIFCH_BOOT_TIMEOUT` in seconds; 0 is rejected, because no reply could arrive in time.
    pub(crate) fn timeout(&self) -> Result<Duration, BootError> {
        match self.number::<u64>("SKIFCH_BOOT_TIMEOUT")? {
            Some(0) => Err(BootError::new(
                BootErrorKind::Environment,
                "boot: SKIFCH_BOOT_TIMEOUT=0 leaves no time for a reply; give at least 1 second",
            )),
            Some(seconds @ TIMEOUT_MOST_S..) => Err(BootError::new(
                BootErrorKind::Environment,
                format!("boot: SKIFCH_BOOT_TIMEOUT={seconds}: give less than {TIMEOUT_MOST_S} s"),
            )),
            seconds => Ok(Duration::from_secs(seconds.unwrap_or(DEFAULT_TIMEOUT_S))),
        }
    }

    /// Prints `text()` on stderr if `SKIFCH_BOOT_DEBUG` is on.
    pub(crate) fn trace(&self, text: impl FnOnce() -> String) {
        if self.is_traced() {
            eprintln!("skifch-boot[{}]: {}", std::process::id(), text());
        }
    }

    fn is_traced(&self) -> bool {
        self.get("SKIFCH_BOOT_DEBUG").is_some_and(|value| value.parse() == Ok(Flag(true)))
    }
}

/// Removes `PMI_*` from the environment of this process, so that a child process (a tool, another
/// launcher) does not take itself for this rank. Returns `false` without doing anything if the
/// process has other threads: a child then finds `PMI_FD` naming a descriptor that was closed on
/// exec, which our client reports as an error.
pub(crate) fn scrub_process() -> bool {
    if !is_single_threaded() {
        return false;
    }
    let is_pmi = |name: &OsString| name.as_encoded_bytes().starts_with(b"PMI_");
    let is_own = |name: &OsString| is_pmi(name) || name == SECRET;
    let names: Vec<_> = std::env::vars_os().map(|(name, _)| name).filter(is_own).collect();
    for name in names {
        // SAFETY: remove_var must not run while another thread reads or writes the environment.
        // The kernel has just listed this thread as the only one of the process, and a new
        // thread can only be made by this one, which is here.
        unsafe { std::env::remove_var(name) };
    }
    true
}

/// Whether the kernel lists exactly one thread. An unreadable `/proc` counts as "no".
fn is_single_threaded() -> bool {
    std::fs::read_dir("/proc/self/task").is_ok_and(|tasks| tasks.take(2).count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_emptiness() {
        let env = Env::of_pairs(&[("A", "7"), ("B", ""), ("C", "-7"), ("D", "seven")]);
        assert_eq!(env.number::<u32>("A").unwrap(), Some(7));
        assert_eq!(env.number::<u32>("B").unwrap(), None);
        assert_eq!(env.number::<u32>("Z").unwrap(), None);
        for name in ["C", "D"] {
            let text = env.number::<u32>(name).unwrap_err().to_string();
            assert!(text.contains(name), "{text}");
        }
    }

    #[test]
    fn a_trace_is_on_in_all_words_for_that() {
        let is_traced = |value: &str| Env::of_pairs(&[("SKIFCH_BOOT_DEBUG", value)]).is_traced();
        assert!(["1", "on", "YES"].into_iter().all(is_traced));
        assert!(!["", "0", "off", "no"].into_iter().any(is_traced));
    }

    #[test]
    fn a_secret_is_64_hex_digits() {
        let secret = |value: &str| Env::of_pairs(&[(SECRET, value)]).secret();
        assert_eq!(secret("").unwrap(), None);
        assert_eq!(
            secret(&"0aB1".repeat(16)).unwrap(),
            Some([[0x0a, 0xb1]; 16].concat().try_into().unwrap())
        );
        for wrong in ["00", &"0".repeat(63), &"0".repeat(65), &"x".repeat(64)] {
            let text = secret(wrong).unwrap_err().to_string();
            assert!(text.contains(SECRET), "{text}");
        }
    }

    #[test]
    fn timeout_bounds() {
        let timeout = |value| Env::of_pairs(&[("SKIFCH_BOOT_TIMEOUT", value)]).timeout();
        assert_eq!(timeout("").unwrap().as_secs(), DEFAULT_TIMEOUT_S);
        assert_eq!(timeout("2").unwrap().as_secs(), 2);
        assert!(timeout("0").is_err());
        assert!(timeout("soon").is_err());
        let text = timeout("18446744073709551615").unwrap_err().to_string();
        assert!(text.contains("SKIFCH_BOOT_TIMEOUT=18446744073709551615"), "{text}");
    }
}

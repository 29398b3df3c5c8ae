//! The settings named by OpenSHMEM: `SHMEM_…`, and their older names `SMA_…`.

use crate::error::{Result, fail};
use skifch::settings::Flag;

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name of the environment variable without `SHMEM_` or `SMA_`.
    pub name: &'static str,
    /// The default text.
    pub default: &'static str,
    /// Effect and unit, for the user.
    pub help: &'static str,
}

/// All settings.
pub const SETTINGS: &[Setting] = &[SYMMETRIC_SIZE, SYMMETRIC_DATA, PACK_FROM, VERSION, INFO, DEBUG];

const SYMMETRIC_SIZE: Setting = Setting {
    name: "SYMMETRIC_SIZE",
    default: "1g",
    help: "size of the symmetric heap of each PE in bytes, with an optional suffix k, m, g or t \
           for 2^10 to 2^40, such as 3.1m; memory is allocated when it is touched",
};
const SYMMETRIC_DATA: Setting = Setting {
    name: "SYMMETRIC_DATA",
    default: "1",
    help: "1: the program's global and static variables are symmetric; 0: they are not",
};
const PACK_FROM: Setting = Setting {
    name: "PACK_FROM",
    default: "64",
    help: "if at least this many PEs run and all are on one host, small objects of all PEs are \
           packed together, which saves page tables",
};
const VERSION: Setting = Setting {
    name: "VERSION",
    default: "",
    help: "if set, PE 0 prints the version of the library at start-up",
};
const INFO: Setting =
    Setting { name: "INFO", default: "", help: "if set, PE 0 prints these settings at start-up" };
const DEBUG: Setting = Setting {
    name: "DEBUG",
    default: "",
    help: "if set, PE 0 prints at start-up how it reaches the other PEs",
};

impl Setting {
    /// The environment variable that is set, and its text; `SHMEM_` has precedence over `SMA_`.
    pub fn set(&self) -> Option<(String, String)> {
        ["SHMEM_", "SMA_"].iter().find_map(|prefix| {
            let name = format!("{prefix}{}", self.name);
            std::env::var_os(&name).map(|text| (name, text.to_string_lossy().into_owned()))
        })
    }
}

/// Size of the heap in bytes.
///
/// # Errors
/// The text is not a size.
pub(crate) fn heap_bytes() -> Result<usize> {
    match SYMMETRIC_SIZE.set() {
        None => size(SYMMETRIC_SIZE.name, SYMMETRIC_SIZE.default),
        Some((name, text)) => size(&name, &text),
    }
}

/// Whether globals and statics shall be symmetric.
///
/// # Errors
/// The text is neither on nor off.
pub(crate) fn wants_data() -> Result<bool> {
    match SYMMETRIC_DATA.set() {
        None => Ok(true),
        Some((name, text)) => match text.parse() {
            Ok(Flag(is_wanted)) => Ok(is_wanted),
            Err(cause) => fail!("{name}={text}: {cause}"),
        },
    }
}

/// The number of PEs from which on small objects are packed.
///
/// # Errors
/// The text is not a number.
pub(crate) fn pack_from() -> Result<u32> {
    let set = PACK_FROM.set();
    let (name, text) = set.unwrap_or_else(|| (PACK_FROM.name.into(), PACK_FROM.default.into()));
    match text.trim().parse() {
        Ok(pes) => Ok(pes),
        Err(_) => fail!("{name}={text}: it is a number of PEs"),
    }
}

fn size(name: &str, text: &str) -> Result<usize> {
    let trimmed = text.trim();
    let factor = match trimmed.chars().last().map(|letter| letter.to_ascii_lowercase()) {
        Some('k') => 1_u64 << 10,
        Some('m') => 1 << 20,
        Some('g') => 1 << 30,
        Some('t') => 1 << 40,
        _ => 1,
    };
    let number = if factor == 1 { trimmed } else { &trimmed[..trimmed.len() - 1] };
    let is_plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let bytes = number.parse::<f64>().map(|number| number * factor as f64);
    match bytes {
        // User addresses have 47 bits.
        Ok(bytes) if is_plain && (1.0..=(1_u64 << 46) as f64).contains(&bytes) => {
            Ok(bytes.ceil() as usize)
        }
        _ => fail!(
            "{name}={text} is no size of a heap: give a number of bytes from 1 to 64t, with k, m, \
             g or t after it if you like, as in 512m or 1.5g"
        ),
    }
}

/// What PE 0 prints at the start; `reach` describes how it reaches the other PEs.
pub(crate) fn banner(reach: impl FnOnce() -> String) -> String {
    let mut text = String::new();
    if VERSION.set().is_some() || INFO.set().is_some() {
        let (major, minor) = crate::job::VERSION;
        text += &format!("{}, OpenSHMEM {major}.{minor}\n", crate::job::NAME);
    }
    if INFO.set().is_some() {
        for setting in SETTINGS {
            let (name, value) = setting
                .set()
                .unwrap_or_else(|| (format!("SHMEM_{}", setting.name), setting.default.to_owned()));
            text += &format!("{name}={value}  {}\n", setting.help);
        }
    }
    if DEBUG.set().is_some() {
        text += &reach();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_what_is_none() {
        let of = |text| size("SHMEM_SYMMETRIC_SIZE", text);
        for (text, bytes) in [
            ("1", 1),
            ("4096", 4096),
            ("20k", 20 << 10),
            ("1.5M", 3 << 19),
            ("2g", 2 << 30),
            (" 1T ", 1 << 40),
            ("3.1m", 3_250_586),
        ] {
            assert_eq!(of(text).expect(text), bytes, "{text}");
        }
        for text in ["", "0", "-1", "k", "1kk", "1e3", "nan", "inf", "1 g", "1x", "65t", "1.2.3m"] {
            let error = of(text).expect_err(text);
            assert!(error.text().contains("SHMEM_SYMMETRIC_SIZE="), "{error}");
        }
    }
}

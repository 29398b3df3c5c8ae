//! The settings of this backend.

use skifch_backend::abi::Param;
use skifch_backend::{Error, HostRef};

/// The default children.
pub(crate) const CHILDREN: &str = "shm,udp";

/// The settings table for `skifch-info -a`.
pub(crate) const PARAMS: &[Param] = &[
    Param {
        key: c"CHILDREN".as_ptr(),
        default: c"shm,udp".as_ptr(),
        help: c"networks of the composite, separated by commas; each rank is reached by the first \
                network that can; SKIFCH_BACKEND=route:a,b overrides it"
            .as_ptr(),
    },
    Param {
        key: c"APART".as_ptr(),
        default: c"0".as_ptr(),
        help: c"for tests: two ranks are treated as being on different hosts unless rank / N is \
                equal, so that only the last network connects them; 0: no effect"
            .as_ptr(),
    },
];

/// The parsed settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    /// Number of consecutive ranks that may reach each other through any child; `None`: all.
    pub(crate) apart: Option<std::num::NonZeroU32>,
}

impl Config {
    /// Reads and checks the settings.
    pub(crate) fn read(host: &HostRef) -> Result<Self, Error> {
        Ok(Self { apart: std::num::NonZeroU32::new(host.param_as(c"APART")?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_is_what_is_used() {
        // Reading a C string's text would need unsafe code, so the default is written twice.
        let here = include_str!("config.rs");
        assert!(here.contains(&format!("default: c\"{CHILDREN}\".as_ptr()")));
    }
}

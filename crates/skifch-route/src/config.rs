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
        help: c"networks that make up the route, with commas; a rank is reached by the first that can; \
            SKIFCH_BACKEND=route:a,b comes before it"
            .as_ptr(),
    },
    Param {
        key: c"APART".as_ptr(),
        default: c"0".as_ptr(),
        help: c"for tests: ranks are taken to be apart unless their numbers divided by this are equal, so that \
            only the last child carries between them; 0: as they are"
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

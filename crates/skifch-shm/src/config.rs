//! The settings of this backend.

use skifch_backend::abi::Param;
use skifch_backend::{Error, HostRef};
use skifch_ring::Geometry;

/// Declared for `skifch-info -a`.
pub(crate) const PARAMS: &[Param] = &[
    Param {
        key: c"RING_BYTES".as_ptr(),
        default: c"65536".as_ptr(),
        help: c"bytes of the ring of one lane (sender to receiver); a power of two up to 524288"
            .as_ptr(),
    },
    Param {
        key: c"MAX_MESSAGE".as_ptr(),
        default: c"16384".as_ptr(),
        help: c"the greatest message in bytes; less than half a ring".as_ptr(),
    },
];

/// The settings, read and checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    /// Sizes of the lanes that this process makes.
    pub(crate) geometry: Geometry,
}

impl Config {
    /// Reads the settings.
    pub(crate) fn read(host: &HostRef) -> Result<Self, Error> {
        let ring_bytes: usize = host.param_as(c"RING_BYTES")?;
        let max_message: usize = host.param_as(c"MAX_MESSAGE")?;
        let geometry = Geometry::new(ring_bytes, max_message).filter(|_| ring_bytes >= 4096);
        let geometry = geometry.ok_or_else(|| {
            let text = format!(
                "SKIFCH_SHM_RING_BYTES={ring_bytes} with SKIFCH_SHM_MAX_MESSAGE={max_message}: the \
                 ring must be a power of two from 4096 to {} bytes and a message at most {} of it",
                Geometry::MAX_BYTES,
                Geometry::max_message_for(ring_bytes)
            );
            Error::new(libc::EINVAL, text)
        })?;
        Ok(Self { geometry })
    }
}

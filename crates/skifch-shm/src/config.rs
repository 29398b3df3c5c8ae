//! The parameters of this backend.

use skifch_backend::abi::Param;
use skifch_backend::{Error, Flag, HostRef};
use skifch_ring::Geometry;
use std::ffi::CStr;

/// The parameters, declared for `skifch-info -a`.
pub(crate) const PARAMS: &[Param] = &[
    Param {
        key: c"RING_BYTES".as_ptr(),
        default: c"auto".as_ptr(),
        help: c"size in bytes of the ring of one lane (sender to receiver): a power of two from \
              4096 to 8388608, or auto; more than 65536 of it is used only for messages above 8 \
              KB or a slow receiver"
            .as_ptr(),
    },
    Param {
        key: c"MAX_MESSAGE".as_ptr(),
        // 16 KB, plus one cache line for the header of a library above the channel.
        default: c"16448".as_ptr(),
        help: c"maximum message size in bytes; less than half a ring".as_ptr(),
    },
    Param {
        key: c"SINGLE_COPY".as_ptr(),
        default: c"on".as_ptr(),
        help: c"on: long messages may be copied directly from the sender's memory; off: \
                never"
            .as_ptr(),
    },
    Param {
        key: c"EXCHANGE".as_ptr(),
        default: c"on".as_ptr(),
        help: c"on: two ranks with a CPU each exchange short ping-pong messages in one cache line \
                that both write; off: each rank writes only its own cache lines"
            .as_ptr(),
    },
];

/// The parameters, parsed and checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    /// Sizes of the lanes that this process creates.
    pub(crate) geometry: Geometry,
    /// Single-copy transfer from a sender's memory is allowed.
    pub(crate) single_copy: bool,
    /// Two ranks in a ping-pong may share an exchange line that both write.
    pub(crate) exchange: bool,
}

impl Config {
    /// Reads the parameters.
    pub(crate) fn read(host: &HostRef) -> Result<Self, Error> {
        let ring_bytes = match host.param(c"RING_BYTES").as_deref() {
            Some("auto") => auto_ring_bytes(host.local_size()),
            _ => host.param_as(c"RING_BYTES")?,
        };
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
        let single_copy = is_on(host, c"SINGLE_COPY")?;
        Ok(Self { geometry, single_copy, exchange: is_on(host, c"EXCHANGE")? })
    }
}

fn is_on(host: &HostRef, key: &CStr) -> Result<bool, Error> {
    let Some(text) = host.param(key) else { return Ok(true) };
    text.parse().map(|Flag(is_on)| is_on).map_err(|cause| {
        let name = key.to_string_lossy();
        Error::new(libc::EINVAL, format!("SKIFCH_SHM_{name}={text}: {cause}"))
    })
}

/// Total size of a rank's rings if it sends large messages to every other rank: the more ranks, the
/// smaller each ring.
const RINGS_BYTES: usize = 32 << 20;
/// A larger ring gains nothing; benches/NOTES.md has the figures.
const LARGEST_AUTO_BYTES: usize = 2 << 20;
const SMALLEST_AUTO_BYTES: usize = 64 << 10;

fn auto_ring_bytes(local_size: u32) -> usize {
    let share = RINGS_BYTES / (local_size.max(1) as usize).next_power_of_two();
    share.clamp(SMALLEST_AUTO_BYTES, LARGEST_AUTO_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ranks_have_small_rings() {
        assert_eq!(auto_ring_bytes(2), LARGEST_AUTO_BYTES);
        assert_eq!(auto_ring_bytes(16), LARGEST_AUTO_BYTES);
        assert_eq!(auto_ring_bytes(17), LARGEST_AUTO_BYTES / 2);
        assert_eq!(auto_ring_bytes(1 << 20), SMALLEST_AUTO_BYTES);
        for ranks in [1, 3, 100, 500] {
            let bytes = auto_ring_bytes(ranks);
            assert!(bytes.is_power_of_two() && bytes <= Geometry::MAX_BYTES, "{ranks}: {bytes}");
        }
    }
}

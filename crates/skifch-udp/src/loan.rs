//! Memory of the program from which messages are sent without being copied to the window.
//!
//! A loan ends when the peer has acknowledged the bytes, when its connection ends, or when it is
//! taken back: then the bytes are copied to their place in the window, which is kept for them.
//!
//! Datagrams under way may refer to the memory still longer: pages in a pipe or in the receiver's
//! socket. So it is taken back only when the receiver has told that it has the bytes. Whatever else
//! then comes of them is a second copy, which the receiver drops by its position without a look at
//! its bytes.

use crate::net::State;
use crate::send::{MEND, Side, make_room};
use skifch_backend::Error;
use skifch_backend::abi::{NetAddr, SendFlags};
use skifch_backend::refusal::too_long;
use skifch_proto::Append;

/// Less than this is copied: that is faster than a datagram of its own.
const LEAST_BYTES: usize = 16 << 10;

/// Where full datagrams carry less than this, nothing is lent: many of them leave in one call.
const LEAST_CARRIED_BYTES: usize = 48 << 10;

/// Bytes of a record besides its message.
const RECORD_HEADER_BYTES: usize = skifch_proto::record_bytes(0);

/// Readable memory of the program.
struct Loan {
    at: *const u8,
    len: usize,
}

// SAFETY: the memory stays readable and unchanged for any thread as long as the loan exists: the
// promise of who calls `Tx::lend`.
unsafe impl Send for Loan {}

impl AsRef<[u8]> for Loan {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: `lend`'s caller has promised that so many bytes are readable, and stay so and
        // unchanged from when they went until they are taken back, which drops the loan.
        unsafe { std::slice::from_raw_parts(self.at, self.len) }
    }
}

impl Side {
    /// Sends one message whose body is not copied: the head and as much of the body as fits into
    /// one datagram.
    ///
    /// # Safety
    /// As [`skifch_backend::Tx::lend`].
    pub(crate) unsafe fn lend(
        &mut self,
        state: &mut State,
        dst: NetAddr,
        head: &[u8],
        (at, len, key): (*const u8, usize, u64),
    ) -> Result<Option<usize>, Error> {
        if len < LEAST_BYTES {
            return Err(Error::unsupported("lending few bytes"));
        }
        for is_last in [false, true] {
            let Some(id) = self.way(state, dst)? else {
                state.look()?;
                continue;
            };
            let carried = state.endpoint.carried_bytes(id);
            let most = carried.saturating_sub(RECORD_HEADER_BYTES).min(self.greatest);
            let bytes = len.min(most.saturating_sub(head.len()));
            if carried < LEAST_CARRIED_BYTES || bytes < LEAST_BYTES {
                return Err(Error::unsupported("lending memory for small datagrams"));
            }
            let loan = Loan { at, len: bytes };
            match state.endpoint.append_lent(state.now_ns, id, head, loan, key) {
                Append::Taken => {
                    state.after_append(id, SendFlags::NONE)?;
                    return Ok(Some(bytes));
                }
                Append::TooLong => {
                    return Err(too_long(dst, head.len() + bytes, self.greatest, MEND));
                }
                Append::Gone => self.forget(state, id),
                Append::NoRoom if is_last => {}
                Append::NoRoom => make_room(state, id)?,
            }
        }
        Ok(None)
    }
}

//! A message being built in place.

use crate::error::{self, Aim, Error};
use crate::handle::RawChannel;
use skifch_abi::{CONT_SIZE, NetAddr, iovec};

/// Space for one message, to be written in place and committed. Dropping it cancels the claim.
pub struct Claim<'a> {
    pub(crate) handle: &'a RawChannel,
    pub(crate) cont: [iovec; CONT_SIZE],
    pub(crate) count: usize,
    pub(crate) len: usize,
    pub(crate) dst: NetAddr,
}

impl Claim<'_> {
    /// The number of bytes claimed.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no bytes are claimed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The memory to write: at most [`CONT_SIZE`] pieces, writable until commit or drop.
    pub fn segments(&self) -> &[iovec] {
        &self.cont[..self.count]
    }

    /// Writes `bytes` at `offset`.
    ///
    /// # Panics
    /// If they do not fit into the claimed space.
    pub fn write_at(&mut self, offset: usize, bytes: &[u8]) {
        let end = offset.checked_add(bytes.len());
        assert!(
            end.is_some_and(|end| end <= self.len),
            "writing {} bytes at {offset} into a claim of {} bytes",
            bytes.len(),
            self.len
        );
        let (mut skip, mut rest) = (offset, bytes);
        for segment in self.segments() {
            if skip >= segment.iov_len {
                skip -= segment.iov_len;
                continue;
            }
            let (now, later) = rest.split_at(rest.len().min(segment.iov_len - skip));
            // SAFETY: the segment is ours to write until commit; `now` fits behind `skip`.
            unsafe {
                let to = segment.iov_base.cast::<u8>().add(skip);
                to.copy_from_nonoverlapping(now.as_ptr(), now.len());
            }
            (skip, rest) = (0, later);
        }
    }

    /// Sends the first `len` bytes.
    ///
    /// # Errors
    /// `EINVAL` if `len` exceeds the claim (nothing is sent then), `EPIPE` if the peer is gone.
    pub fn commit(self, len: usize) -> Result<(), Error> {
        let (table, ctx) = self.handle.parts()?;
        let Some(commit) = table.commit else { return Err(Error::unsupported("SendCommit")) };
        // SAFETY: the channel is open, and the claim borrows its sending side.
        let rc = unsafe { commit(ctx, len) };
        if rc < 0 {
            // Dropping `self` aborts the claim if it is still outstanding.
            return Err(error::failed("SkifCh_SendCommit", Aim::Bytes(self.dst, len), rc as isize));
        }
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        if let Ok((table, ctx)) = self.handle.parts()
            && let Some(abort) = table.abort
        {
            // SAFETY: as in `commit`. It fails only where nothing is claimed any more.
            unsafe { abort(ctx) };
        }
    }
}

//! Single-copy transfers from and to a peer's memory. The system allows them between processes that
//! may trace each other: of one user, in namespaces that allow it, and where no other rule forbids
//! it.

use crate::recv::LaneIn;
use libc::{c_ulong, c_void, iovec, pid_t, ssize_t};
use skifch_backend::fork::Guarded;
use std::os::fd::{AsRawFd, RawFd};

/// `process_vm_readv` or `process_vm_writev`.
type Transfer =
    unsafe extern "C" fn(pid_t, *const iovec, c_ulong, *const iovec, c_ulong, c_ulong) -> ssize_t;

impl LaneIn {
    /// Copies the pieces `from` of the sender's memory to the pieces `to`. True if all were copied,
    /// whatever process now has the sender's process id: the caller must check that.
    ///
    /// # Safety
    /// The pieces at `to` are writable.
    pub(crate) unsafe fn copy_in(&mut self, from: &[iovec], to: &[iovec]) -> bool {
        if from.len() != to.len() {
            return false;
        }
        let Some(process) = self.process else { return false };
        let [here, there] = [to, from].map(|pieces| (pieces.as_ptr(), pieces.len() as c_ulong));
        let len: usize = to.iter().map(|piece| piece.iov_len).sum();
        // SAFETY: our caller vouches for the local memory; the system checks the remote addresses.
        let copied =
            unsafe { libc::process_vm_readv(process, here.0, here.1, there.0, there.1, 0) };
        // If not everything was copied at once, copies piece by piece.
        usize::try_from(copied) == Ok(len)
            || from.iter().zip(to).all(|(from, to)| {
                let address = from.iov_base.addr() as u64;
                // SAFETY: as above.
                unsafe { self.transfer(libc::process_vm_readv, to.iov_base, address, to.iov_len) }
            })
    }

    /// Copies the `len` bytes at `src` to `address` in the memory of whatever process now has the
    /// sender's process id. True if all were copied.
    ///
    /// # Safety
    /// `src` is readable for `len` bytes.
    pub(crate) unsafe fn copy_out(&mut self, address: u64, src: *const c_void, len: usize) -> bool {
        // SAFETY: our caller's promise; the call only reads the local memory.
        unsafe { self.transfer(libc::process_vm_writev, src.cast_mut(), address, len) }
    }

    /// Has the system copy `len` bytes between `here` and `address` of the peer process. True if
    /// all were copied.
    ///
    /// # Safety
    /// `here` has `len` bytes, which may be read or written as `call` requires.
    unsafe fn transfer(
        &mut self,
        call: Transfer,
        here: *mut c_void,
        address: u64,
        len: usize,
    ) -> bool {
        let Some(process) = self.process else { return false };
        let mut done = 0;
        while done < len {
            let left = |base: *mut c_void| iovec {
                iov_base: base.wrapping_byte_add(done),
                iov_len: len - done,
            };
            // The address is dereferenced only in the other process.
            let there = left(std::ptr::without_provenance_mut(address as usize));
            let here = left(here);
            // SAFETY: our caller vouches for the rest of the local memory; the system checks the
            // remote addresses.
            let copied = unsafe { call(process, &raw const here, 1, &raw const there, 1, 0) };
            if copied <= 0 {
                self.refused();
                return false;
            }
            done += copied as usize;
        }
        true
    }

    /// Whether the peer process is alive, so that no other process can have its id.
    pub(crate) fn is_connected(&self) -> bool {
        self.socket.as_ref().map(Guarded::as_raw_fd).is_some_and(is_connected)
    }

    /// The system refused to copy: unless the reason was a wrong address, it always will.
    #[cold]
    fn refused(&mut self) {
        if std::io::Error::last_os_error().raw_os_error() != Some(libc::EFAULT) {
            self.process = None;
        }
    }
}

/// Whether the other end of a socket is open.
fn is_connected(socket: RawFd) -> bool {
    let mut asked = libc::pollfd { fd: socket, events: libc::POLLRDHUP, revents: 0 };
    // SAFETY: one entry of ours.
    unsafe { libc::poll(&raw mut asked, 1, 0) == 0 }
}

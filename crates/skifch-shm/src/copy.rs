//! Copying out of a peer's memory, and into it, which the system does for processes that may trace
//! each other: of one user, in namespaces that allow it, and where no other rule forbids it.

use crate::recv::LaneIn;
use libc::{c_void, iovec};
use skifch_backend::fork::Guarded;
use std::os::fd::{AsRawFd, RawFd};

impl LaneIn {
    /// Copies `len` bytes at `address` of the sender's memory to `dst`; whether all have come.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes.
    pub(crate) unsafe fn copy(&mut self, address: u64, dst: *mut c_void, len: usize) -> bool {
        let Some(process) = self.process else { return false };
        let mut done = 0;
        while done < len {
            let left = |base: *mut c_void| iovec {
                iov_base: base.wrapping_byte_add(done),
                iov_len: len - done,
            };
            let here = left(dst);
            // Only the sender's process makes a pointer of it.
            let there = left(std::ptr::without_provenance_mut(address as usize));
            // SAFETY: `dst` is writable for what is left; what is there the system checks.
            let copied = unsafe {
                libc::process_vm_readv(process, &raw const here, 1, &raw const there, 1, 0)
            };
            if copied <= 0 {
                self.refused();
                return false;
            }
            done += copied as usize;
        }
        // Where the sender is gone the number may have been another process's.
        self.is_connected()
    }

    /// Copies the `len` bytes at `src` to `address` of the memory of the process at the other end;
    /// whether all have gone.
    ///
    /// # Safety
    /// `src` is readable for `len` bytes.
    pub(crate) unsafe fn copy_out(&mut self, address: u64, src: *const c_void, len: usize) -> bool {
        let Some(process) = self.process else { return false };
        // Where it is gone the number may be another process's, which must not be written to.
        if !self.is_connected() {
            return false;
        }
        let mut done = 0;
        while done < len {
            let left = |base: *mut c_void| iovec {
                iov_base: base.wrapping_byte_add(done),
                iov_len: len - done,
            };
            let here = left(src.cast_mut());
            // Only the other process makes a pointer of it.
            let there = left(std::ptr::without_provenance_mut(address as usize));
            // SAFETY: `src` is readable for what is left; what is there the system checks.
            let copied = unsafe {
                libc::process_vm_writev(process, &raw const here, 1, &raw const there, 1, 0)
            };
            if copied <= 0 {
                self.refused();
                return false;
            }
            done += copied as usize;
        }
        true
    }

    fn is_connected(&self) -> bool {
        self.socket.as_ref().map(Guarded::as_raw_fd).is_some_and(is_connected)
    }

    /// The system has not copied: but for an address that is wrong it never will.
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

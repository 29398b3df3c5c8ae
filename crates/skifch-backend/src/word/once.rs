//! The last byte of a write is stored once: a process that writes is stepped through its
//! instructions, and the byte is changed as soon as it has arrived.

use super::write;
use std::ptr::null_mut;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// More instructions than a short write needs.
const STEPS: usize = 100_000;

const OLD: u8 = 1;
const NEW: u8 = 2;
const CHANGED: u8 = 3;

/// Memory that the stepped process shares with us.
struct Shared(*mut u8);

impl Shared {
    const BYTES: usize = 4096;

    fn new() -> Self {
        let (access, flags) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping at a place that the kernel chooses.
        let at = unsafe { libc::mmap(null_mut(), Self::BYTES, access, flags, -1, 0) };
        assert_ne!(at, libc::MAP_FAILED);
        Self(at.cast())
    }

    /// The byte at this index, which the stepped process changes too.
    fn byte(&self, at: usize) -> &AtomicU8 {
        assert!(at < Self::BYTES);
        // SAFETY: within the mapping, which lives as long as we do.
        unsafe { AtomicU8::from_ptr(self.0.add(at)) }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: our own mapping, which nobody uses any more.
        unsafe { libc::munmap(self.0.cast(), Self::BYTES) };
    }
}

/// In the child: stops, to be stepped through a write of these bytes, and exits.
fn write_stepped(to: *mut u8, from: &[u8]) -> ! {
    // SAFETY: after the fork this calls only functions that are safe there; `to` has room.
    unsafe {
        if libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) != 0 {
            libc::_exit(1);
        }
        libc::raise(libc::SIGSTOP);
        write(to, from.as_ptr(), from.len());
        libc::_exit(0)
    }
}

/// One step of the child; its exit code if that was its last.
fn step(child: libc::pid_t) -> Option<i32> {
    let mut status = 0;
    // SAFETY: our own child, which is stopped and traced by us, or has exited.
    unsafe {
        assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
        if libc::WIFEXITED(status) {
            return Some(libc::WEXITSTATUS(status));
        }
        assert!(libc::WIFSTOPPED(status), "the child has ended: status {status:#x}");
        assert_eq!(libc::ptrace(libc::PTRACE_SINGLESTEP, child, 0, 0), 0);
    }
    None
}

/// Writes `len` bytes at `at`; false where processes cannot be traced.
fn is_written_once(shared: &Shared, at: usize, len: usize) -> bool {
    let last = shared.byte(at + len - 1);
    // Relaxed: the child runs only while we wait for it.
    last.store(OLD, Relaxed);
    let (to, from) = (shared.byte(at).as_ptr(), [NEW; 1024]);
    // SAFETY: the child only does what `write_stepped` says.
    let child = unsafe { libc::fork() };
    if child == 0 {
        write_stepped(to, &from[..len]);
    }
    assert!(child > 0, "fork: {}", std::io::Error::last_os_error());
    let mut is_changed = false;
    let code = (0..STEPS).find_map(|_| {
        let code = step(child);
        is_changed = is_changed || last.compare_exchange(NEW, CHANGED, Relaxed, Relaxed).is_ok();
        code
    });
    let Some(code) = code else {
        // SAFETY: our own child.
        unsafe { libc::kill(child, libc::SIGKILL) };
        panic!("a write of {len} bytes takes more than {STEPS} instructions");
    };
    if code == 0 {
        assert_eq!(last.load(Relaxed), CHANGED, "{len} bytes at {at}");
    }
    code == 0
}

#[test]
fn a_change_of_the_last_byte_is_not_lost() {
    let shared = Shared::new();
    let lengths = || (1..=34).chain([63, 64, 65, 128, 129, 256, 1024]);
    for (at, len) in [64, 65].into_iter().flat_map(|at| lengths().map(move |len| (at, len))) {
        if !is_written_once(&shared, at, len) {
            println!("SKIPPED: a_change_of_the_last_byte_is_not_lost: no process can be traced");
            return;
        }
    }
}

//! Private memory of the process that becomes shared at its address: the program's globals.
//!
//! The contents are copied to a memfd, which is then mapped over the memory. On a fork: a child is
//! no rank, so it gets a private copy of the contents at the time of the fork. The parent makes the
//! copy before the fork, and in the child it replaces the shared memory before any other code of
//! the library runs there, since the library's own globals may be in that memory.

use crate::Error;
use crate::memfd::PAGE_BYTES;
use std::cell::Cell;
use std::os::fd::RawFd;
use std::ptr::{NonNull, null_mut};
use std::sync::Once;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// Maximum number of overlaid regions per process; a program has few.
const PIECES: usize = 8;

/// The overlaid regions: start address and size in bytes.
static BASES: [AtomicUsize; PIECES] = [const { AtomicUsize::new(0) }; PIECES];
static BYTES: [AtomicUsize; PIECES] = [const { AtomicUsize::new(0) }; PIECES];

thread_local! {
    /// The copies for the child, held by the thread that is forking. They are thread-local because
    /// globals may be shared until the copies are in place.
    static COPIES: Cell<[usize; PIECES]> = const { Cell::new([0; PIECES]) };
}

/// Registers the fork handlers for overlaid regions. Call it before other fork handlers are
/// registered: in a child the first registered runs first.
pub fn watch_forks() {
    static HOOKS: Once = Once::new();
    // SAFETY: the hooks are functions without arguments that live as long as the program.
    HOOKS.call_once(|| unsafe {
        // Without memory for the handlers a child shares the globals, as it does with `vfork`.
        libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child));
    });
}

/// Checks that `bytes` bytes at `base` are whole pages.
///
/// # Errors
/// `EINVAL` if they are not.
pub fn check(base: NonNull<u8>, bytes: usize) -> Result<(), Error> {
    if base.addr().get().is_multiple_of(PAGE_BYTES) && bytes.is_multiple_of(PAGE_BYTES) {
        return Ok(());
    }
    let text = format!(
        "{bytes} bytes at {base:?} cannot be shared where they are: they are not whole pages of \
         {PAGE_BYTES} bytes"
    );
    Err(Error::new(libc::EINVAL, text))
}

/// Copies the `bytes` bytes at `base` to `fd` at `offset`, and maps that range over them.
///
/// # Safety
/// The memory at `base` is private, readable and writable, whole pages ([`check`]), and no other
/// thread writes it during the call. `alias` is a writable mapping of that range of `fd`, of zeros.
///
/// # Errors
/// The error of the system call, or `ENOMEM` if there are too many regions; nothing has changed
/// then.
pub unsafe fn lay(
    fd: RawFd,
    offset: usize,
    alias: *mut u8,
    base: NonNull<u8>,
    bytes: usize,
) -> Result<(), Error> {
    let piece = claim(base, bytes)?;
    let quiet = SignalsOff::new();
    let (protection, flags) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_FIXED);
    // SAFETY: our caller's promise. What replaces the memory has the same contents.
    let at = unsafe {
        copy_pages(alias, base.as_ptr(), bytes);
        libc::mmap(base.as_ptr().cast(), bytes, protection, flags, fd, offset as libc::off_t)
    };
    drop(quiet);
    if at == libc::MAP_FAILED {
        let error = Error::os(format!("sharing {bytes} bytes at {base:?} where they are"));
        // A region that was overlaid before stays registered.
        if piece.is_new {
            BASES[piece.index].store(0, Relaxed);
        }
        return Err(error);
    }
    Ok(())
}

struct Piece {
    index: usize,
    is_new: bool,
}

/// Assigns a table entry to a region; the same entry to the same region.
fn claim(base: NonNull<u8>, bytes: usize) -> Result<Piece, Error> {
    let base = base.addr().get();
    if let Some(index) = BASES.iter().position(|known| known.load(Relaxed) == base) {
        BYTES[index].fetch_max(bytes, Relaxed);
        return Ok(Piece { index, is_new: false });
    }
    for (index, known) in BASES.iter().enumerate() {
        // With base 1 a fork ignores the entry until its size is set.
        if known.compare_exchange(0, 1, Relaxed, Relaxed).is_ok() {
            BYTES[index].store(bytes, Relaxed);
            // SYNC overlaid: pairs with the acquire in `pieces`, which then sees the size.
            known.store(base, Release);
            return Ok(Piece { index, is_new: true });
        }
    }
    let text = format!("more than {PIECES} pieces of memory cannot be shared where they are");
    Err(Error::new(libc::ENOMEM, text))
}

/// Copies pages except those that are all zero: the target already has zeros there, and stays
/// untouched. Copies word by word, since `memcpy` in a program under AddressSanitizer rejects the
/// red zones between globals.
///
/// # Safety
/// `to` is writable and `from` readable for `bytes` bytes, and both are pages.
unsafe fn copy_pages(to: *mut u8, from: *const u8, bytes: usize) {
    for at in (0..bytes).step_by(PAGE_BYTES) {
        // SAFETY: our caller's promise.
        unsafe {
            let (words, target) = (from.add(at).cast::<u64>(), to.add(at).cast::<u64>());
            let mut words = (0..PAGE_BYTES / 8).map(|at| (at, words.add(at).read_volatile()));
            if let Some((first, word)) = words.find(|&(_, word)| word != 0) {
                target.add(first).write_volatile(word);
                words.for_each(|(at, word)| target.add(at).write_volatile(word));
            }
        }
    }
}

/// Blocks signals in this thread: their handlers may write globals.
struct SignalsOff(libc::sigset_t);

impl SignalsOff {
    fn new() -> Self {
        // SAFETY: sets of ours; the calls only fill them in.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
            Self(before)
        }
    }
}

impl Drop for SignalsOff {
    fn drop(&mut self) {
        // SAFETY: a set that this thread had before.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, null_mut()) };
    }
}

/// Every region: its table index, start address and size in bytes.
fn pieces() -> impl Iterator<Item = (usize, usize, usize)> {
    // SYNC overlaid: pairs with the release in `claim`.
    let of = |index: usize| (index, BASES[index].load(Acquire), BYTES[index].load(Relaxed));
    (0..PIECES).map(of).filter(|&(_, base, _)| base > 1)
}

extern "C" fn before() {
    let mut copies = [0; PIECES];
    for (index, base, bytes) in pieces() {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping, and memory that stays laid over as long as the process lives.
        unsafe {
            let copy = libc::mmap(null_mut(), bytes, protection, flags, -1, 0);
            if copy != libc::MAP_FAILED {
                copy_pages(copy.cast(), std::ptr::with_exposed_provenance(base), bytes);
            }
            copies[index] = copy.addr();
        }
    }
    COPIES.set(copies);
}

extern "C" fn in_parent() {
    let copies = COPIES.take();
    for (index, _, bytes) in pieces() {
        if copies[index] != libc::MAP_FAILED.addr() {
            // SAFETY: mapped before the fork, and used by the child alone.
            unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(copies[index]), bytes) };
        }
    }
}

extern "C" fn in_child() {
    let copies = COPIES.take();
    for (index, base, bytes) in pieces() {
        let copy: *mut libc::c_void = std::ptr::with_exposed_provenance_mut(copies[index]);
        let base: *mut libc::c_void = std::ptr::with_exposed_provenance_mut(base);
        let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
        // SAFETY: the copy replaces the memory that it is a copy of. If there is no copy the child
        // aborts, since it would write to the rank's memory.
        unsafe {
            if copy == libc::MAP_FAILED
                || libc::mremap(copy, bytes, bytes, flags, base) == libc::MAP_FAILED
            {
                const WORDS: &[u8] = b"fork of a rank: no memory for a copy of its globals\n";
                libc::write(2, WORDS.as_ptr().cast(), WORDS.len());
                libc::abort();
            }
        }
    }
    // The memory is the child's own from now on.
    BASES.iter().for_each(|base| base.store(0, Relaxed));
}

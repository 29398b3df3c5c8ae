//! The channel through the C ABI of `libskifch.so`, loaded at run time.

use std::io;
use std::mem::MaybeUninit;
use std::path::Path;

use libc::{c_char, c_int, c_void, iovec, ssize_t};
use libloading::Library;

use super::{Link, too_long};

type Channel = *mut c_void;

/// `SKIFCH_EV_RECV` and `SKIFCH_ADDR_NONE` of skifch.h.
const EV_RECV: u32 = 1;
const ADDR_NONE: u32 = u32::MAX;

/// The functions of skifch.h that a kernel needs, with their C types.
struct Calls {
    send: unsafe extern "C" fn(Channel, u32, *const iovec, c_int) -> ssize_t,
    recv: unsafe extern "C" fn(Channel, *mut iovec, *mut c_int) -> ssize_t,
    recv_comp: unsafe extern "C" fn(Channel) -> c_int,
    wait: unsafe extern "C" fn(Channel, u32, u32, i64) -> c_int,
    slow_barrier: unsafe extern "C" fn() -> c_int,
    all_finalize: unsafe extern "C" fn() -> c_int,
    str_error: unsafe extern "C" fn() -> *const c_char,
}

/// This process's end of the job, from `SkifCh_AllInit` to `SkifCh_AllFinalize`.
pub struct SoLink {
    calls: Calls,
    channel: Channel,
    rank: u32,
    addrs: Vec<u32>,
    // Dropped last: the function pointers point into it.
    _library: Library,
}

/// Looks up one function.
fn symbol<T: Copy>(library: &Library, name: &str) -> io::Result<T> {
    // SAFETY: each use names the type that skifch.h declares for the symbol, and the pointer is
    // kept only as long as the library.
    unsafe { library.get::<T>(name.as_bytes()) }
        .map(|found| *found)
        .map_err(|e| io::Error::other(format!("libskifch.so has no {name}: {e}")))
}

impl SoLink {
    /// Joins the job described by the environment.
    ///
    /// # Errors
    /// When the library cannot be opened, lacks a call, or start-up fails; with the library's
    /// error text.
    pub fn join(library: &Path) -> io::Result<Self> {
        // SAFETY: our own library; its constructors do nothing that this process could object to.
        let library = unsafe { Library::new(library) }.map_err(io::Error::other)?;
        let all_init: unsafe extern "C" fn(*mut c_int, *mut *mut *mut c_char) -> c_int =
            symbol(&library, "SkifCh_AllInit")?;
        let my_rank: unsafe extern "C" fn() -> c_int = symbol(&library, "SkifCh_MyRank")?;
        let size: unsafe extern "C" fn() -> c_int = symbol(&library, "SkifCh_Size")?;
        let net_addr: unsafe extern "C" fn(c_int) -> u32 = symbol(&library, "SkifCh_NetAddr")?;
        let channel: unsafe extern "C" fn(c_int) -> Channel = symbol(&library, "SkifCh_SkifCh")?;
        let calls = Calls::load(&library)?;
        // SAFETY: null stands for "no arguments" by skifch.h.
        if unsafe { all_init(std::ptr::null_mut(), std::ptr::null_mut()) } != 0 {
            return Err(calls.error("SkifCh_AllInit"));
        }
        // SAFETY: the job is up, so these four only answer.
        let (rank, size) = unsafe { (my_rank(), size()) };
        let addrs = (0..size).map(|rank| unsafe_addr(net_addr, rank)).collect();
        // SAFETY: rank 0 exists in every job.
        let channel = unsafe { channel(0) };
        Ok(Self { calls, channel, rank: rank as u32, addrs, _library: library })
    }
}

fn unsafe_addr(net_addr: unsafe extern "C" fn(c_int) -> u32, rank: c_int) -> u32 {
    // SAFETY: takes any number, and answers SKIFCH_ADDR_NONE to a wrong one.
    unsafe { net_addr(rank) }
}

impl Calls {
    fn load(library: &Library) -> io::Result<Self> {
        Ok(Self {
            send: symbol(library, "SkifCh_Send")?,
            recv: symbol(library, "SkifCh_Recv")?,
            recv_comp: symbol(library, "SkifCh_RecvComp")?,
            wait: symbol(library, "SkifCh_Wait")?,
            slow_barrier: symbol(library, "SkifCh_SlowBarrier")?,
            all_finalize: symbol(library, "SkifCh_AllFinalize")?,
            str_error: symbol(library, "SkifCh_StrError")?,
        })
    }

    #[cold]
    fn error(&self, call: &str) -> io::Error {
        // SAFETY: the text is never NULL and stays until the next failing call of this thread.
        let text = unsafe { std::ffi::CStr::from_ptr((self.str_error)()) };
        io::Error::other(format!("{call}: {}", text.to_string_lossy()))
    }
}

/// Copies the segments of a message by raw pointers, since their writer may still be modifying
/// them.
fn copy_parts(parts: &[iovec], mut to: &mut [u8]) -> io::Result<()> {
    for part in parts {
        let room = to.len();
        let (place, rest) =
            to.split_at_mut_checked(part.iov_len).ok_or_else(|| too_long(part.iov_len, room))?;
        // SAFETY: the segment is readable until RecvComp, `place` is as long, and not a part of it.
        unsafe { place.as_mut_ptr().copy_from_nonoverlapping(part.iov_base.cast(), part.iov_len) };
        to = rest;
    }
    Ok(())
}

impl SoLink {
    /// Passes the next message, if there is one, to `look` and releases it; returns its size.
    #[inline(always)]
    fn with_message(&mut self, look: impl FnOnce(&[iovec]) -> io::Result<()>) -> io::Result<usize> {
        let mut cont = MaybeUninit::<[iovec; 3]>::uninit();
        let mut cont_count = 0;
        // SAFETY: room for SKIFCH_CONT_SIZE segments and their count.
        let got =
            unsafe { (self.calls.recv)(self.channel, cont.as_mut_ptr().cast(), &mut cont_count) };
        if got <= 0 {
            return if got == 0 { Ok(0) } else { Err(self.calls.error("SkifCh_Recv")) };
        }
        // SAFETY: a positive answer has set that many elements, at most 3.
        let parts =
            unsafe { std::slice::from_raw_parts(cont.as_ptr().cast(), cont_count as usize) };
        look(parts)?;
        // SAFETY: one message is out.
        unsafe { (self.calls.recv_comp)(self.channel) };
        Ok(got as usize)
    }
}

impl Link for SoLink {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.addrs.len() as u32
    }

    fn barrier(&mut self) -> io::Result<()> {
        // SAFETY: between AllInit and AllFinalize, on the thread that made them.
        match unsafe { (self.calls.slow_barrier)() } {
            0 => Ok(()),
            _ => Err(self.calls.error("SkifCh_SlowBarrier")),
        }
    }

    #[inline]
    fn try_send(&mut self, dst: u32, bytes: &[u8]) -> io::Result<usize> {
        let iov = iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
        // SAFETY: one iovec that names readable bytes; the call does not write to them.
        let taken = unsafe { (self.calls.send)(self.channel, self.addrs[dst as usize], &iov, 1) };
        usize::try_from(taken).map_err(|_| self.calls.error("SkifCh_Send"))
    }

    #[inline]
    fn try_recv(&mut self) -> io::Result<usize> {
        self.with_message(|_| Ok(()))
    }

    #[inline]
    fn try_recv_into(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.with_message(|parts| copy_parts(parts, to))
    }

    fn wait(&mut self) -> io::Result<()> {
        // SAFETY: the channel is open; the address is not looked at for EV_RECV.
        match unsafe { (self.calls.wait)(self.channel, EV_RECV, ADDR_NONE, -1) } {
            -1 => Err(self.calls.error("SkifCh_Wait")),
            _ => Ok(()),
        }
    }
}

impl Drop for SoLink {
    fn drop(&mut self) {
        // SAFETY: the job is up until here; a failure has nobody left to be told.
        unsafe { (self.calls.all_finalize)() };
    }
}

//! Memory that every rank holds a part of and every rank can reach directly.
//!
//! Rank 0 makes one memfd for all parts and hands it to the others over its process socket; so one
//! descriptor and one mapping serve any number of ranks. Nothing is taken from the system until it
//! is touched. Puts and gets are copies and atomics are the processor's, so they need no help from
//! the target and are atomic to its own.

use crate::memfd::{self, Map, PAGE_BYTES};
use crate::open::ShmDomain;
use crate::socket::{self, Connected, Packet};
use skifch_backend::abi::AtomicOp;
use skifch_backend::{Error, Segment, word};
use std::ffi::c_void;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};

/// What a rank says to rank 0, and how rank 0 says that there is memory, or none.
const REQUEST: &[u8] = b"segment";
const GRANT: &[u8] = b"granted";
const DENIAL: &[u8] = b"denied";
/// How long a wait for another rank sleeps before it looks again.
const LOOK_AGAIN_MS: i32 = 100;
/// How often rank 0 asks whether those that it waits for live.
const LOOK_FOR_THE_DEAD: Duration = Duration::from_millis(500);

/// A segment.
pub struct ShmSegment {
    map: Map,
    /// Bytes of each part, as asked for.
    bytes: usize,
    /// Bytes from one part to the next.
    stride: usize,
    ranks: u32,
}

impl ShmSegment {
    pub(crate) fn open(domain: &ShmDomain, bytes: usize) -> Result<Self, Error> {
        let ranks = domain.names.job_size();
        let stride = bytes.checked_next_multiple_of(PAGE_BYTES).filter(|_| bytes > 0);
        let total = stride.and_then(|stride| stride.checked_mul(ranks as usize));
        let (Some(stride), Some(total)) = (stride, total.filter(|&t| t <= isize::MAX as usize))
        else {
            let text =
                format!("a segment of {bytes} bytes on each of {ranks} ranks cannot be made");
            return Err(Error::new(libc::EINVAL, text));
        };
        let fd = if domain.host.rank() == 0 { grant(domain, total)? } else { request(domain)? };
        let map = memfd::check_peer(&fd, total).and_then(|()| memfd::map_shared(&fd, total));
        // Also after a failure: the others wait in it.
        domain.host.fence()?;
        Ok(Self { map: map?, bytes, stride, ranks })
    }

    /// The place of `len` bytes at `offset` of `rank`'s part.
    #[inline]
    fn place(&self, rank: u32, offset: usize, len: usize) -> Result<*mut u8, Error> {
        let inside =
            rank < self.ranks && offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        if !inside {
            return Err(self.outside(rank, offset, len));
        }
        // SAFETY: inside the part, as checked, and so inside the mapping.
        Ok(unsafe { self.map.base().as_ptr().add(rank as usize * self.stride + offset) })
    }

    /// The place of a word, aligned to its width since parts begin at a page.
    #[inline]
    fn word(&self, rank: u32, offset: usize, width: usize) -> Result<*mut u8, Error> {
        let at = self.place(rank, offset, width)?;
        if !matches!(width, 4 | 8) || !offset.is_multiple_of(width) {
            let text = format!("an atomic of {width} bytes at offset {offset}: 4 or 8, aligned");
            return Err(Error::new(libc::EINVAL, text));
        }
        Ok(at)
    }

    #[cold]
    fn outside(&self, rank: u32, offset: usize, len: usize) -> Error {
        let text = format!(
            "{len} bytes at offset {offset} of rank {rank} are outside the segment, which has {} \
             bytes on each of {} ranks",
            self.bytes, self.ranks
        );
        Error::new(libc::EINVAL, text)
    }
}

/// Rank 0: makes the memory and answers every other rank once.
fn grant(domain: &ShmDomain, total: usize) -> Result<OwnedFd, Error> {
    let mut made = memfd::create(c"skifch-segment", total, 0)
        .and_then(|fd| memfd::seal_size(&fd).map(|()| fd));
    let mut callers: Vec<OwnedFd> = Vec::new();
    let mut left = domain.names.job_size() - 1;
    let (begin, mut looks) = (Instant::now(), 1);
    while left > 0 {
        match socket::accept(domain.process.owned()) {
            Ok(Some(caller)) => callers.push(caller),
            Ok(None) => {}
            Err(error) if made.is_err() => return Err(error),
            // That gives a descriptor back, by which the others are told.
            Err(error) => made = Err(error),
        }
        let (answer, pass) = match &made {
            Ok(fd) => (GRANT, Some(fd.as_raw_fd())),
            Err(_) => (DENIAL, None),
        };
        let before = left;
        callers.retain(|caller| match answer_caller(caller, answer, pass) {
            Call::Answered => {
                left = left.saturating_sub(1);
                false
            }
            Call::NotYet => true,
            // Somebody who only asked whose the name is.
            Call::Gone => false,
        });
        if left == before {
            let fds = callers.iter().map(AsRawFd::as_raw_fd);
            sleep_on(fds.chain([domain.process.as_raw_fd()]));
            if begin.elapsed() > LOOK_FOR_THE_DEAD * looks {
                looks += 1;
                all_are_alive(domain)?;
            }
        }
    }
    made.or_else(|error| domain.host.fence().and(Err(error)))
}

/// A rank that is gone will never ask.
fn all_are_alive(domain: &ShmDomain) -> Result<(), Error> {
    for rank in 1..domain.names.job_size() {
        if !domain.names.is_alive(rank)? {
            let text = format!("waiting for rank {rank} to join in a segment: it is gone");
            return Err(Error::new(libc::ECONNRESET, text));
        }
    }
    Ok(())
}

enum Call {
    Answered,
    NotYet,
    Gone,
}

fn answer_caller(caller: &OwnedFd, answer: &[u8], pass: Option<RawFd>) -> Call {
    let mut bytes = [0; 16];
    match socket::recv(caller.as_raw_fd(), &mut bytes) {
        Ok(Packet::Data(len, _)) if &bytes[..len] == REQUEST => {
            match socket::check_owner(caller)
                .and_then(|()| socket::send(caller.as_raw_fd(), answer, pass))
            {
                Ok(true) => Call::Answered,
                _ => Call::Gone,
            }
        }
        Ok(Packet::Nothing) => Call::NotYet,
        _ => Call::Gone,
    }
}

/// Another rank: asks rank 0.
fn request(domain: &ShmDomain) -> Result<OwnedFd, Error> {
    let what = "asking rank 0 for a segment";
    let gone = || Error::new(libc::ECONNRESET, format!("{what}: it is gone"));
    let socket = loop {
        match socket::connect(&domain.names.process(0))? {
            Connected::Yes(socket) => break socket,
            Connected::Nobody => return Err(gone()),
            Connected::Later => std::thread::yield_now(),
        }
    };
    if !socket::send(socket.as_raw_fd(), REQUEST, None).map_err(|error| error.context(what))? {
        return Err(gone());
    }
    let mut bytes = [0; 16];
    loop {
        match socket::recv(socket.as_raw_fd(), &mut bytes)? {
            Packet::Data(len, Some(fd)) if &bytes[..len] == GRANT => return Ok(fd),
            Packet::Data(..) => {
                domain.host.fence()?;
                let text = "rank 0 could not make the segment; its error says why";
                return Err(Error::new(libc::ENOMEM, text));
            }
            Packet::End => return Err(gone()),
            Packet::Nothing => sleep_on([socket.as_raw_fd()]),
        }
    }
}

fn sleep_on(fds: impl IntoIterator<Item = RawFd>) {
    let mut fds: Vec<libc::pollfd> =
        fds.into_iter().map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 }).collect();
    // SAFETY: the array and its length are ours. The caller looks again whatever the answer.
    unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, LOOK_AGAIN_MS) };
}

impl Segment for ShmSegment {
    fn ptr(&self, rank: u32) -> *mut c_void {
        self.place(rank, 0, 0).map_or(std::ptr::null_mut(), <*mut u8>::cast)
    }

    unsafe fn put(
        &self,
        rank: u32,
        offset: usize,
        src: *const c_void,
        len: usize,
    ) -> Result<(), Error> {
        let to = self.place(rank, offset, len)?;
        // SAFETY: `to` has `len` bytes and the caller vouches for `src`, which may be in the
        // segment. Other ranks may access the same bytes: what they then see is the program's
        // business.
        unsafe { std::ptr::copy(src.cast::<u8>(), to, len) };
        Ok(())
    }

    unsafe fn get(
        &self,
        rank: u32,
        offset: usize,
        dst: *mut c_void,
        len: usize,
    ) -> Result<(), Error> {
        let from = self.place(rank, offset, len)?;
        // SAFETY: as in `put`.
        unsafe { std::ptr::copy(from, dst.cast::<u8>(), len) };
        Ok(())
    }

    unsafe fn get_async(
        &self,
        rank: u32,
        offset: usize,
        dst: *mut c_void,
        len: usize,
    ) -> Result<(), Error> {
        // SAFETY: the same contract; the read has arrived on return, and the count is always zero.
        unsafe { self.get(rank, offset, dst, len) }
    }

    fn atomic(
        &self,
        rank: u32,
        offset: usize,
        op: AtomicOp,
        width: usize,
        operand: u64,
        comparand: u64,
    ) -> Result<u64, Error> {
        let at = self.word(rank, offset, width)?;
        // SAFETY: a word of the segment, aligned to its width; it may be shared.
        Ok(unsafe { word::fetch(at, op, width, operand, comparand) })
    }

    fn atomic_oneway(
        &self,
        rank: u32,
        offset: usize,
        op: AtomicOp,
        width: usize,
        operand: u64,
        comparand: u64,
    ) -> Result<(), Error> {
        let at = self.word(rank, offset, width)?;
        // SAFETY: as in `atomic`.
        unsafe { word::apply(at, op, width, operand, comparand) };
        Ok(())
    }

    fn fence(&self) -> Result<(), Error> {
        fence(Ordering::SeqCst);
        Ok(())
    }

    fn quiet(&self) -> Result<(), Error> {
        fence(Ordering::SeqCst);
        Ok(())
    }

    fn syncreads(&self) -> Result<(), Error> {
        fence(Ordering::Acquire);
        Ok(())
    }
}

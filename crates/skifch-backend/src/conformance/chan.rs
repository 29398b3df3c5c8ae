//! A channel as the checks use it: wraps each entry of the table, with slices for pointers.

use super::{Net, PATIENCE, Stop, ensure};
use skifch_abi::{Attr, CONT_SIZE, Events, Join, Message, NetAddr, Stats, iovec, netaddr};
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::{errno, iov::iovec_of};

pub(super) struct Chan<'a> {
    pub(super) net: &'a Net<'a>,
    ctx: *mut c_void,
    pub(super) addr: NetAddr,
    /// Two threads use the two sides, so calls that involve both sides must not be made.
    is_split: AtomicBool,
}

// SAFETY: the two sides may be used from two threads by the op table's rules; the checks keep to
// one thread on each.
unsafe impl Sync for Chan<'_> {}

impl<'a> Chan<'a> {
    pub(super) fn open(net: &'a Net<'a>, port: u32) -> Result<Self, Stop> {
        Self::try_open(net, port).map_err(|rc| {
            Stop::Failed(format!("opening port {port}: {rc}: {}", (net.last_error)()))
        })
    }

    pub(super) fn try_open(net: &'a Net<'a>, port: u32) -> Result<Self, c_int> {
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { (net.table.open)(net.domain, port, &raw mut ctx) };
        let addr = netaddr(net.rank, port);
        if rc < 0 { Err(rc) } else { Ok(Self { net, ctx, addr, is_split: AtomicBool::new(false) }) }
    }

    pub(super) fn ctx(&self) -> *mut c_void {
        self.ctx
    }

    pub(super) fn close(self) -> c_int {
        let (table, ctx) = (self.net.table, self.ctx);
        std::mem::forget(self);
        // SAFETY: the channel is open, and this is its last use.
        unsafe { (table.close)(ctx) }
    }

    pub(super) fn send(&self, dst: NetAddr, bytes: &[u8]) -> isize {
        self.send_iov(dst, &[iovec_of(bytes)])
    }

    pub(super) fn send_iov(&self, dst: NetAddr, iov: &[iovec]) -> isize {
        // SAFETY: elements are made from slices; one thread of the check sends.
        unsafe { self.send_raw(dst, iov.as_ptr(), iov.len() as c_int) }
    }

    /// # Safety
    /// As the entry, but null pointers and negative or too large counts are allowed.
    pub(super) unsafe fn send_raw(&self, dst: NetAddr, iov: *const iovec, count: c_int) -> isize {
        // SAFETY: the caller's promise.
        errno::negative(unsafe { (self.net.table.send)(self.ctx, dst, iov, count) })
    }

    pub(super) fn send_ex(&self, dst: NetAddr, bytes: &[u8], flags: u32) -> (c_int, usize) {
        let (iov, mut taken) = (iovec_of(bytes), usize::MAX);
        // SAFETY: the element is made from a slice; one thread of the check sends.
        let rc = unsafe {
            (self.net.table.send_ex)(self.ctx, dst, &raw const iov, 1, flags, &raw mut taken)
        };
        (rc, taken)
    }

    /// The basic receive: the size of the message, and its segments, which stay in place.
    pub(super) fn recv(&self) -> (isize, Message) {
        let mut message = Message { cont_count: -1, ..Message::EMPTY };
        // SAFETY: room for the segments and the count; one thread of the check receives.
        let rc = unsafe {
            (self.net.table.recv)(self.ctx, message.cont.as_mut_ptr(), &raw mut message.cont_count)
        };
        message.len = rc.max(0) as usize;
        (errno::negative(rc), message)
    }

    /// # Safety
    /// As the entry, but null pointers are allowed.
    pub(super) unsafe fn recv_raw(&self, cont: *mut iovec, count: *mut c_int) -> isize {
        // SAFETY: the caller's promise.
        errno::negative(unsafe { (self.net.table.recv)(self.ctx, cont, count) })
    }

    pub(super) fn recv_ex(&self) -> (c_int, Message) {
        let mut message = Message::EMPTY;
        // SAFETY: `message` is writable; one thread of the check receives.
        let rc = unsafe { (self.net.table.recv_ex)(self.ctx, &raw mut message) };
        (rc, message)
    }

    pub(super) fn recv_many(&self, messages: &mut [Message]) -> Option<c_int> {
        let recv_many = self.net.table.recv_many?;
        let max = messages.len() as c_int;
        // SAFETY: room for `max` messages; one thread of the check receives.
        Some(unsafe { recv_many(self.ctx, messages.as_mut_ptr(), max) })
    }

    pub(super) fn recv_comp(&self) -> c_int {
        // SAFETY: the check has copied what it wants; one thread of it receives.
        errno::negative(unsafe { (self.net.table.recv_comp)(self.ctx) } as isize) as c_int
    }

    pub(super) fn claim(&self, dst: NetAddr, len: usize) -> Option<(c_int, Vec<iovec>)> {
        let claim = self.net.table.claim?;
        let (mut cont, mut count) = (Message::EMPTY.cont, -1);
        // SAFETY: room for the segments and the count; one thread of the check sends.
        let rc = unsafe { claim(self.ctx, dst, len, cont.as_mut_ptr(), &raw mut count) };
        let count = if rc > 0 { count.clamp(0, CONT_SIZE as c_int) } else { 0 };
        Some((rc, cont[..count as usize].to_vec()))
    }

    pub(super) fn commit(&self, len: usize) -> Option<c_int> {
        let commit = self.net.table.commit?;
        // SAFETY: one thread of the check sends.
        Some(unsafe { commit(self.ctx, len) })
    }

    pub(super) fn abort(&self) -> Option<c_int> {
        let abort = self.net.table.abort?;
        // SAFETY: one thread of the check sends.
        Some(unsafe { abort(self.ctx) })
    }

    pub(super) fn join(&self, join: &Join, bytes: &[u8]) -> Option<c_int> {
        let entry = self.net.table.join?;
        // SAFETY: both are readable; one thread of the check sends.
        Some(unsafe { entry(self.ctx, join, bytes.as_ptr().cast(), bytes.len()) })
    }

    pub(super) fn wait(&self, events: Events, dst: NetAddr, timeout_ns: i64) -> c_int {
        // SAFETY: the calling thread is on the sides that it waits for.
        unsafe { (self.net.table.wait)(self.ctx, events.0, dst, timeout_ns) }
    }

    pub(super) fn event_fd(&self) -> Option<c_int> {
        let event_fd = self.net.table.event_fd?;
        // SAFETY: the channel is open, and no other thread of the check is in a call.
        Some(unsafe { event_fd(self.ctx) })
    }

    pub(super) fn arm(&self, events: Events, dst: NetAddr) -> c_int {
        match self.net.table.arm {
            // SAFETY: the calling thread is on the sides that it arms.
            Some(arm) => unsafe { arm(self.ctx, events.0, dst) },
            None => -libc::ENOTSUP,
        }
    }

    /// From now on two threads use the two sides.
    pub(super) fn split(&self) {
        self.is_split.store(true, Ordering::Relaxed);
    }

    pub(super) fn progress(&self) {
        if self.is_split.load(Ordering::Relaxed) {
            return;
        }
        if let Some(progress) = self.net.table.progress {
            // SAFETY: the channel is open, and no other thread of the check is in a call.
            unsafe { progress(self.ctx) };
        }
    }

    pub(super) fn peer_state(&self, peer: NetAddr) -> Option<c_int> {
        let peer_state = self.net.table.peer_state?;
        // SAFETY: the channel is open, and no other thread of the check is in a call.
        Some(unsafe { peer_state(self.ctx, peer) })
    }

    pub(super) fn attr(&self) -> Result<Attr, Stop> {
        let mut attr = Attr::new();
        // SAFETY: `attr` carries its size.
        let rc = unsafe { (self.net.table.query)(self.ctx, &raw mut attr) };
        ensure!(rc == 0, "query answered {rc}");
        Ok(attr)
    }

    pub(super) fn stats(&self) -> Option<Stats> {
        let mut out = Stats::new();
        // SAFETY: `out` carries its size.
        let rc = unsafe { (self.net.table.stats?)(self.ctx, &raw mut out) };
        (rc == 0).then_some(out)
    }

    // The methods below are built from the calls above.

    /// Sends all of `bytes` as one message, retrying while there is no room.
    pub(super) fn send_all(&self, dst: NetAddr, bytes: &[u8]) -> Result<(), Stop> {
        let end = Instant::now() + PATIENCE;
        loop {
            let rc = self.send(dst, bytes);
            if rc == bytes.len() as isize {
                return Ok(());
            }
            let said = if rc < 0 { (self.net.last_error)() } else { String::new() };
            ensure!(rc == 0, "sending {} bytes to {dst:#x} answered {rc} {said}", bytes.len());
            ensure!(Instant::now() < end, "no room for {} bytes to {dst:#x}", bytes.len());
            self.progress();
            std::thread::yield_now();
        }
    }

    /// Waits for the next message and copies it out.
    pub(super) fn recv_one(&self) -> Result<(NetAddr, Vec<u8>), Stop> {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(message) = self.recv_now()? {
                return Ok(message);
            }
            ensure!(Instant::now() < end, "no message came within {PATIENCE:?}");
            self.progress();
            std::thread::yield_now();
        }
    }

    /// The next message, copied out, if there is one now.
    pub(super) fn recv_now(&self) -> Result<Option<(NetAddr, Vec<u8>)>, Stop> {
        let (rc, message) = self.recv_ex();
        ensure!(rc >= 0, "receiving answered {rc}: {}", (self.net.last_error)());
        if rc == 0 {
            return Ok(None);
        }
        let bytes = read(&message)?;
        let rc = self.recv_comp();
        ensure!(rc == 0, "RecvComp answered {rc}");
        Ok(Some((message.src, bytes)))
    }

    /// Waits for the next message, which must be `bytes` from `src`.
    pub(super) fn expect(&self, src: NetAddr, bytes: &[u8]) -> Result<(), Stop> {
        let (from, got) = self.recv_one()?;
        ensure!(from == src, "a message from {from:#x} came, expected one from {src:#x}");
        same(&got, bytes)
    }

    /// Checks that no message arrives.
    pub(super) fn expect_nothing(&self) -> Result<(), Stop> {
        for _ in 0..50 {
            let got = self.recv_now()?;
            ensure!(got.is_none(), "a message came that nobody sent: {got:?}");
            self.progress();
        }
        Ok(())
    }
}

impl Drop for Chan<'_> {
    fn drop(&mut self) {
        // SAFETY: the channel is open, and this is its last use.
        unsafe { (self.net.table.close)(self.ctx) };
    }
}

/// The bytes of a message that is out, after checking how it is shown.
pub(super) fn read(message: &Message) -> Result<Vec<u8>, Stop> {
    let count = message.cont_count;
    ensure!(
        (0..=CONT_SIZE as i32).contains(&count),
        "a message is shown in {count} segments, not 0 to {CONT_SIZE}"
    );
    ensure!((count == 0) == (message.len == 0), "{} bytes in {count} segments", message.len);
    let mut bytes = Vec::with_capacity(message.len);
    for segment in &message.cont[..count as usize] {
        ensure!(!segment.iov_base.is_null(), "a segment is null");
        ensure!(segment.iov_len > 0, "a segment has 0 bytes");
        ensure!(
            bytes.len() + segment.iov_len <= message.len,
            "segments have more bytes than the message, {}",
            message.len
        );
        // SAFETY: a segment is readable until RecvComp; the senders of the checks change nothing.
        bytes.extend_from_slice(unsafe {
            std::slice::from_raw_parts(segment.iov_base.cast::<u8>(), segment.iov_len)
        });
    }
    ensure!(bytes.len() == message.len, "segments have {} of {} bytes", bytes.len(), message.len);
    Ok(bytes)
}

pub(super) fn same(got: &[u8], wanted: &[u8]) -> Result<(), Stop> {
    ensure!(got.len() == wanted.len(), "{} bytes came instead of {}", got.len(), wanted.len());
    let wrong = got.iter().zip(wanted).position(|(a, b)| a != b);
    ensure!(wrong.is_none(), "byte {} of {} is wrong", wrong.unwrap_or(0), got.len());
    Ok(())
}

/// Repeats a call until it returns anything but 0, which means "not now" and is always allowed; a
/// call that must fail must do so eventually.
pub(super) fn settle<T: Default + PartialEq>(mut call: impl FnMut() -> T) -> T {
    let end = Instant::now() + PATIENCE / 10;
    let mut tries = 0_u32;
    loop {
        let answer = call();
        tries = tries.saturating_add(1);
        if answer != T::default() || (tries >= 2000 && Instant::now() >= end) {
            return answer;
        }
        if tries >= 2000 {
            // Another thread has what is needed and is not running.
            std::thread::yield_now();
        }
    }
}

/// Repeats a call a few times until it returns anything but 0, to find out whether there is room; a
/// network under test may also refuse without a reason.
pub(super) fn retry<T: Default + PartialEq>(mut call: impl FnMut() -> T) -> T {
    const TRIES: u32 = 100;
    (0..TRIES).map(|_| call()).find(|answer| *answer != T::default()).unwrap_or_default()
}

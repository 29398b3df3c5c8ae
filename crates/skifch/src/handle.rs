//! The handle of a channel: what `SkifCh *` points to.
//!
//! Its first cache line holds everything that a data call needs, so that `SkifCh_Send` is one load
//! and one indirect jump. Handles are never freed: a call after close finds a handle whose entries
//! fail with `EBADF` and a message, not freed memory. After `fork` the child's handles fail in the
//! same way, because the child of a rank is not a rank.

use crate::error::{self, Aim, Error};
use crate::job::Hold;
use skifch_abi::{Message, NetAddr, Plugin, STAT_NAMES, Stats, iovec, netaddr};
use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32};
use std::sync::{Arc, Mutex, Once, PoisonError};

type SendFn = unsafe extern "C" fn(*mut c_void, NetAddr, *const iovec, c_int) -> isize;
type RecvFn = unsafe extern "C" fn(*mut c_void, *mut iovec, *mut c_int) -> isize;
type CompFn = unsafe extern "C" fn(*mut c_void) -> c_int;
type SendExFn =
    unsafe extern "C" fn(*mut c_void, NetAddr, *const iovec, c_int, u32, *mut usize) -> c_int;
type RecvExFn = unsafe extern "C" fn(*mut c_void, *mut Message) -> c_int;

/// Whether `pointer` may be valid: not null, and not a small positive or negative integer mistaken
/// for a pointer. Checking both costs one instruction more than null alone.
#[inline(always)]
pub fn is_address<T>(pointer: *const T) -> bool {
    const PAGE_BYTES: usize = 4096;
    pointer.addr().wrapping_sub(PAGE_BYTES) < usize::MAX - 2 * PAGE_BYTES
}

/// Marks a handle: "SkifCh" and the version of the layout.
const MAGIC: u64 = u64::from_le_bytes(*b"SkifCh\x00\x01");

const OPEN: u32 = 0;
const CLOSED: u32 = 1;
const FORKED: u32 = 2;

/// An open, closed or forked channel.
#[repr(C, align(64))]
pub struct RawChannel {
    magic: u64,
    send: AtomicPtr<c_void>,
    recv: AtomicPtr<c_void>,
    recv_comp: AtomicPtr<c_void>,
    send_ex: AtomicPtr<c_void>,
    recv_ex: AtomicPtr<c_void>,
    ctx: AtomicPtr<c_void>,
    table: &'static Plugin,
    // Second cache line: not needed by data calls, except in debug builds.
    /// Publishes nothing, so all accesses are Relaxed: whoever is handed the handle has all of it,
    /// and no other thread is in a call while it is closed.
    state: AtomicU32,
    rank: u32,
    port: u32,
    in_send: AtomicBool,
    in_recv: AtomicBool,
    /// The handle created before this one.
    next: AtomicPtr<Self>,
    /// Keeps the job alive while the channel is open.
    job: Mutex<Option<Arc<Hold>>>,
}

const _: () = {
    assert!(std::mem::offset_of!(RawChannel, table) == 56);
    assert!(std::mem::offset_of!(RawChannel, state) == 64);
};

// SAFETY: all that changes is atomic or behind a lock; the context is used under the op table's
// threading rule, which our callers keep: one thread on each side.
unsafe impl Sync for RawChannel {}
// SAFETY: as above.
unsafe impl Send for RawChannel {}

/// All handles ever created, newest first.
static HANDLES: AtomicPtr<RawChannel> = AtomicPtr::new(std::ptr::null_mut());

/// Loads the function of an entry. Expands inside `unsafe`: an entry always holds a function of its
/// type.
macro_rules! load {
    ($entry:expr, $ty:ty) => {
        std::mem::transmute::<*mut c_void, $ty>($entry.load(Relaxed))
    };
}

impl RawChannel {
    /// A handle for the open channel `ctx` of `table`.
    pub(crate) fn new(
        table: &'static Plugin,
        ctx: *mut c_void,
        rank: u32,
        port: u32,
        job: Arc<Hold>,
    ) -> &'static Self {
        let handle: &'static Self = Box::leak(Box::new(Self {
            magic: MAGIC,
            send: AtomicPtr::new(table.send as *mut c_void),
            recv: AtomicPtr::new(table.recv as *mut c_void),
            recv_comp: AtomicPtr::new(table.recv_comp as *mut c_void),
            send_ex: AtomicPtr::new(table.send_ex as *mut c_void),
            recv_ex: AtomicPtr::new(table.recv_ex as *mut c_void),
            ctx: AtomicPtr::new(ctx),
            table,
            state: AtomicU32::new(OPEN),
            rank,
            port,
            in_send: AtomicBool::new(false),
            in_recv: AtomicBool::new(false),
            next: AtomicPtr::new(std::ptr::null_mut()),
            job: Mutex::new(Some(job)),
        }));
        handle.enlist();
        handle
    }

    fn enlist(&'static self) {
        let me = std::ptr::from_ref(self).cast_mut();
        let mut newest = HANDLES.load(Relaxed);
        loop {
            self.next.store(newest, Relaxed);
            // SYNC handle-made: pairs with the acquire load in `in_child`.
            match HANDLES.compare_exchange_weak(newest, me, Release, Relaxed) {
                Ok(_) => return,
                Err(other) => newest = other,
            }
        }
    }

    /// The handle behind a pointer from C, if it is one.
    ///
    /// # Safety
    /// `pointer` is no [address](is_address) or readable for eight bytes.
    #[inline(always)]
    pub unsafe fn from_c(pointer: *const Self) -> Option<&'static Self> {
        if !is_address(pointer) {
            return None;
        }
        // SAFETY: readable, but perhaps not aligned if it is no handle; the mark comes first.
        let magic = unsafe { pointer.cast::<u64>().read_unaligned() };
        // SAFETY: what bears the mark is a handle, and handles live forever.
        (magic == MAGIC).then(|| unsafe { &*pointer })
    }

    /// `SkifCh_Send` of the op table: bytes accepted, 0, or -1 with errno.
    ///
    /// # Safety
    /// `iov` is null or points to `count` elements, each of which describes readable memory; no
    /// other thread is on the sending side.
    #[inline(always)]
    pub unsafe fn send(&self, dst: NetAddr, iov: *const iovec, count: c_int) -> isize {
        let Ok(_alone) = alone(&self.in_send, SENDING) else {
            return error::fail_call("SkifCh_Send", libc::EBUSY) as isize;
        };
        // SAFETY: `ctx` belongs to the entry; our caller keeps the rest of the table's rules.
        unsafe { load!(self.send, SendFn)(self.ctx.load(Relaxed), dst, iov, count) }
    }

    /// `SkifCh_Recv` of the op table: size of the message, 0, or -1 with errno.
    ///
    /// # Safety
    /// `cont` is null or has room for `CONT_SIZE` elements, `cont_count` is null or writable; no
    /// other thread is on the receiving side.
    #[inline(always)]
    pub unsafe fn recv(&self, cont: *mut iovec, cont_count: *mut c_int) -> isize {
        let Ok(_alone) = alone(&self.in_recv, RECEIVING) else {
            return error::fail_call("SkifCh_Recv", libc::EBUSY) as isize;
        };
        // SAFETY: as in `send`.
        unsafe { load!(self.recv, RecvFn)(self.ctx.load(Relaxed), cont, cont_count) }
    }

    /// `SkifCh_RecvComp` of the op table: 0, or -1 with errno.
    ///
    /// # Safety
    /// The received message is no longer accessed; no other thread is on the receiving side.
    #[inline(always)]
    pub unsafe fn recv_comp(&self) -> c_int {
        let Ok(_alone) = alone(&self.in_recv, RECEIVING) else {
            return error::fail_call("SkifCh_RecvComp", libc::EBUSY);
        };
        // SAFETY: as in `send`.
        unsafe { load!(self.recv_comp, CompFn)(self.ctx.load(Relaxed)) }
    }

    /// The extended send of the op table: 1, 0, or a negative errno.
    ///
    /// # Safety
    /// As for `send`; `taken` is null or writable.
    #[inline(always)]
    pub unsafe fn send_ex(
        &self,
        dst: NetAddr,
        iov: *const iovec,
        count: c_int,
        flags: u32,
        taken: *mut usize,
    ) -> c_int {
        let _alone = match alone(&self.in_send, SENDING) {
            Ok(alone) => alone,
            Err(busy) => return busy,
        };
        // SAFETY: as in `send`.
        unsafe {
            load!(self.send_ex, SendExFn)(self.ctx.load(Relaxed), dst, iov, count, flags, taken)
        }
    }

    /// The extended receive of the op table: 1, 0, or a negative errno.
    ///
    /// # Safety
    /// `message` is null or writable; no other thread is on the receiving side.
    #[inline(always)]
    pub unsafe fn recv_ex(&self, message: *mut Message) -> c_int {
        let _alone = match alone(&self.in_recv, RECEIVING) {
            Ok(alone) => alone,
            Err(busy) => return busy,
        };
        // SAFETY: as in `send`.
        unsafe { load!(self.recv_ex, RecvExFn)(self.ctx.load(Relaxed), message) }
    }

    /// The op table and context, for any other call, while the channel is open.
    ///
    /// # Errors
    /// `EBADF` with a message if it is closed or this process is a forked child of the rank.
    pub fn parts(&self) -> Result<(&'static Plugin, *mut c_void), Error> {
        match self.state.load(Relaxed) {
            OPEN => Ok((self.table, self.ctx.load(Relaxed))),
            state => Err(Error::new(libc::EBADF, gone(state))),
        }
    }

    /// The address of this channel.
    pub fn addr(&self) -> NetAddr {
        netaddr(self.rank, self.port)
    }

    /// The port.
    pub fn port(&self) -> u32 {
        self.port
    }

    /// Closes the channel; messages already accepted are still delivered. Later calls with this
    /// handle fail. In a forked child of a rank it does nothing, because the channel belongs to the
    /// rank.
    ///
    /// # Errors
    /// `EBADF` if it is already closed; otherwise the error of the backend (it is closed then too).
    ///
    /// # Safety
    /// No other thread is in a call with this handle.
    pub unsafe fn close(&self) -> Result<(), Error> {
        if let Err(found) = self.state.compare_exchange(OPEN, CLOSED, Relaxed, Relaxed) {
            let error = Error::new(libc::EBADF, gone(found)).context("SkifCh_Close");
            error::set_last(&error);
            return Err(error);
        }
        self.divert(&STUBS_CLOSED);
        if crate::settings::STATS.is_on() {
            self.print_stats();
        }
        let ctx = self.ctx.swap(std::ptr::null_mut(), Relaxed);
        // SAFETY: `ctx` is open, and the exchange above makes this its only close.
        let rc = unsafe { (self.table.close)(ctx) };
        // The job may end here, so this comes last, and outside the lock.
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(job);
        if rc < 0 { Err(error::failed("SkifCh_Close", Aim::None, rc as isize)) } else { Ok(()) }
    }

    /// Prints each counter on stderr, one per line, with the rank.
    #[cold]
    fn print_stats(&self) {
        let Some(stats) = self.table.stats else { return };
        let mut counted = Stats::new();
        // SAFETY: the channel inside is still open; `counted` carries its size.
        if unsafe { stats(self.ctx.load(Relaxed), &raw mut counted) } < 0 {
            return;
        }
        let (rank, port) = (self.rank, self.port);
        let lines: String = STAT_NAMES
            .iter()
            .zip(counted.values())
            .map(|((name, _), count)| format!("skifch[{rank}]: port {port}: {name} {count}\n"))
            .collect();
        // A single write, so that lines of several ranks do not mix. A closed stderr is not an
        // error.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), lines.as_bytes());
    }

    fn divert(&self, stubs: &Stubs) {
        self.send.store(stubs.send as *mut c_void, Relaxed);
        self.recv.store(stubs.recv as *mut c_void, Relaxed);
        self.recv_comp.store(stubs.recv_comp as *mut c_void, Relaxed);
        self.send_ex.store(stubs.send_ex as *mut c_void, Relaxed);
        self.recv_ex.store(stubs.recv_ex as *mut c_void, Relaxed);
    }
}

/// Why calls with a handle in this state fail.
fn gone(state: u32) -> &'static str {
    match state {
        FORKED => {
            "this process is a forked child of a rank; only the rank itself may use the channel"
        }
        _ => "the channel is closed",
    }
}

/// Installs the fork handler that diverts the handles of a forked child.
pub(crate) fn watch_forks() {
    static AT_FORK: Once = Once::new();
    AT_FORK.call_once(|| {
        // First, so that in a child the global variables become its own before any of them is
        // written.
        skifch_backend::overlay::watch_forks();
        // SAFETY: the handler only stores to atomics, which is allowed in a child after fork. If
        // there is no memory to register it, a forked child is not stopped, as without it.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

/// After fork, in the child.
unsafe extern "C" fn in_child() {
    // SYNC handle-made: pairs with the release exchange in `enlist`.
    let mut at = HANDLES.load(Acquire);
    // SAFETY: handles live forever.
    while let Some(handle) = unsafe { at.as_ref() } {
        if handle.state.compare_exchange(OPEN, FORKED, Relaxed, Relaxed).is_ok() {
            handle.divert(&STUBS_FORKED);
        }
        at = handle.next.load(Relaxed);
    }
    crate::job::mark_forked();
}

struct Stubs {
    send: SendFn,
    recv: RecvFn,
    recv_comp: CompFn,
    send_ex: SendExFn,
    recv_ex: RecvExFn,
}

static STUBS_CLOSED: Stubs = stubs::<CLOSED>();
static STUBS_FORKED: Stubs = stubs::<FORKED>();

const fn stubs<const STATE: u32>() -> Stubs {
    #[cold]
    fn refuse<const STATE: u32>() -> c_int {
        error::said(gone(STATE));
        -libc::EBADF
    }
    #[cold]
    fn refuse_call<const STATE: u32>(call: &str) -> c_int {
        error::said(gone(STATE));
        error::fail_call(call, libc::EBADF)
    }
    unsafe extern "C" fn send<const STATE: u32>(
        _: *mut c_void,
        _: NetAddr,
        _: *const iovec,
        _: c_int,
    ) -> isize {
        refuse_call::<STATE>("SkifCh_Send") as isize
    }
    unsafe extern "C" fn recv<const STATE: u32>(
        _: *mut c_void,
        _: *mut iovec,
        _: *mut c_int,
    ) -> isize {
        refuse_call::<STATE>("SkifCh_Recv") as isize
    }
    unsafe extern "C" fn recv_comp<const STATE: u32>(_: *mut c_void) -> c_int {
        refuse_call::<STATE>("SkifCh_RecvComp")
    }
    unsafe extern "C" fn send_ex<const STATE: u32>(
        _: *mut c_void,
        _: NetAddr,
        _: *const iovec,
        _: c_int,
        _: u32,
        _: *mut usize,
    ) -> c_int {
        refuse::<STATE>()
    }
    unsafe extern "C" fn recv_ex<const STATE: u32>(_: *mut c_void, _: *mut Message) -> c_int {
        refuse::<STATE>()
    }
    Stubs {
        send: send::<STATE>,
        recv: recv::<STATE>,
        recv_comp: recv_comp::<STATE>,
        send_ex: send_ex::<STATE>,
        recv_ex: recv_ex::<STATE>,
    }
}

const SENDING: &str = "sending";
const RECEIVING: &str = "receiving";

/// In debug builds, proof that no other thread is on this side; empty in release builds.
struct Alone<'a>(#[cfg(debug_assertions)] &'a AtomicBool, std::marker::PhantomData<&'a ()>);

#[cfg(debug_assertions)]
impl Drop for Alone<'_> {
    fn drop(&mut self) {
        // SYNC alone: pairs with the acquire swap in `alone`.
        self.0.store(false, Release);
    }
}

#[cfg(debug_assertions)]
fn alone<'a>(busy: &'a AtomicBool, side: &str) -> Result<Alone<'a>, c_int> {
    // SYNC alone: pairs with the release store when the other call ended.
    if busy.swap(true, Acquire) {
        error::said(&format!(
            "another thread is in a call on the {side} side: only one thread at a time may use \
             it; use a lock"
        ));
        return Err(-libc::EBUSY);
    }
    Ok(Alone(busy, std::marker::PhantomData))
}

#[cfg(not(debug_assertions))]
#[inline(always)]
fn alone<'a>(_: &'a AtomicBool, _: &str) -> Result<Alone<'a>, c_int> {
    Ok(Alone(std::marker::PhantomData))
}

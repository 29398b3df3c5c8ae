//! The contract of a backend.
//!
//! Rules that hold for every implementation:
//! - The data calls (`send`, `recv`, `recv_comp`, `claim`, `commit`) allocate nothing, lock
//!   nothing, and enter the kernel only where the network under them is the kernel. The first
//!   send to a peer may do all three.
//! - "Not now" is `Ok(0)`, `Ok(None)` or `Ok(false)`; it is never an error and never logged.
//! - What is read from memory or a wire that another process can write is checked before use.
//! - Messages from one sender to one receiver keep their order, arrive once, and arrive even if
//!   the sender closed or died after its send was accepted. Senders are served fairly.

mod segment;

pub use segment::{Segment, Target};

use crate::Error;
use skifch_abi::{
    Attr, CONT_SIZE, Caps, Events, Join, JoinOp, Message, NetAddr, Param, PeerState, SendFlags,
    Stats, iovec,
};
use std::ffi::{CStr, c_void};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::sync::Arc;

/// The array in which a receive shows its segments; owned by the caller, uninitialised.
pub type Cont = [MaybeUninit<iovec>; CONT_SIZE];

/// A network, before anything is opened.
pub trait Backend: 'static {
    /// The lower-case name by which `SKIFCH_BACKEND` selects it.
    const NAME: &'static CStr;
    /// One-line description.
    const ABOUT: &'static CStr;
    /// Capabilities at best; what a channel really has is in [`Port::attr`].
    const CAPS: Caps;
    /// Its parameters.
    const PARAMS: &'static [Param];
    /// Whether its segments can use existing memory: [`Domain::adopt_segment`].
    const ADOPTS: bool = false;
    /// Whether private memory of the process can become a segment: [`Domain::segment_over`].
    const OVERLAYS: bool = false;
    /// This process's membership in a job.
    type Domain: Domain;

    /// Checks whether the backend can work here; the error says why not.
    fn probe(_host: &crate::HostRef) -> Result<(), Error> {
        Ok(())
    }

    /// Joins the job; collective, once per process. Under a composite ([`crate::HostRef::is_part`])
    /// ranks that cannot be reached are not an error: see [`Domain::reaches`].
    fn open(host: crate::HostRef) -> Result<Self::Domain, Error>;
}

/// A process's membership in a job over one network. Dropping it leaves the job.
pub trait Domain: Send + Sync + 'static {
    /// Sending side of a channel.
    type Tx: Tx;
    /// Receiving side of a channel.
    type Rx: Rx;
    /// Memory shared with the job; [`crate::NoSegment`] where there is none.
    type Segment: Segment;

    /// Opens the channel on `port`; fails with `EADDRINUSE` if it is already open.
    fn open(&self, port: u32) -> Result<Port<Self::Tx, Self::Rx>, Error>;

    /// Leaves the job, as dropping the domain does, and reports accepted messages that will not be
    /// delivered. Messages to a peer that has closed its channel are not counted as a failure.
    fn leave(self) -> Result<(), Error>
    where
        Self: Sized,
    {
        Ok(())
    }

    /// The time of the job in nanoseconds since an arbitrary start.
    fn time_ns(&self) -> u64 {
        crate::monotonic_ns()
    }

    /// Waits for the given sides as the wait loop of [`crate::Policy`] would, for networks whose
    /// clock is not the host's and which must do the waiting themselves. Returns the events that
    /// hold, none on timeout (`timeout_ns` 0: poll once; negative: no limit); `None` if the host's
    /// wait loop should be used. `for_memory`: also wait for [`Events::MEMORY`]; set only with a
    /// receiving side, and only for a network with [`Caps::MEMORY_EVENT`].
    fn wait(
        _tx: &mut Option<(&mut Self::Tx, NetAddr)>,
        _rx: &mut Option<&mut Self::Rx>,
        _for_memory: bool,
        _timeout_ns: i64,
    ) -> Option<Result<Events, Error>> {
        None
    }

    /// Announces that all ranks are about to wait for each other by other means; collective. This
    /// method, `compute` and `ending` are called only for networks with [`Caps::VIRTUAL_TIME`].
    fn meet(&self) -> Result<(), Error> {
        Err(Error::unsupported("synchronising the clocks"))
    }

    /// Advances the virtual clock by this many nanoseconds of computation.
    fn compute(&self, _ns: u64) -> Result<(), Error> {
        Err(Error::unsupported("advancing a virtual clock"))
    }

    /// Announces that the program ends the job: ranks that exit without leaving are then no
    /// failure. May be called from any thread.
    fn ending(&self) {}

    /// Whether messages to a rank of the job can go through this network. Reachability divides the
    /// ranks into groups: it is symmetric, and who reaches one member of a group reaches all of it.
    fn reaches(&self, _rank: u32) -> bool {
        true
    }

    /// Creates a segment: zeroed memory of `bytes` bytes on every rank. Collective.
    fn segment(&self, _bytes: usize) -> Result<Self::Segment, Error> {
        Err(Error::unsupported("a memory segment"))
    }

    /// As `segment`, but this rank's part is existing memory: `bytes` zeroed bytes at `base`.
    /// Atomics of other ranks are the processor's, so it may be accessed in other ways as well.
    ///
    /// # Safety
    /// The memory is readable and writable as long as the segment lives, by atomics too.
    unsafe fn adopt_segment(
        &self,
        _base: *mut c_void,
        _bytes: usize,
    ) -> Result<Self::Segment, Error> {
        Err(Error::unsupported("a memory segment over existing memory"))
    }

    /// As `segment`, but this rank's part is private memory of the process: whole pages, the same
    /// number on every rank. It keeps its address and its contents, and when the segment is closed
    /// it remains as before. A forked child gets a copy of its own.
    ///
    /// # Safety
    /// The memory stays readable and writable, by atomics too; during the call nobody writes it.
    unsafe fn segment_over(
        &self,
        _base: *mut c_void,
        _bytes: usize,
    ) -> Result<Self::Segment, Error> {
        Err(Error::unsupported("sharing existing memory of the process"))
    }
}

/// An open channel: its two sides, which two threads may use, and its counters, which any thread
/// may read.
pub struct Port<T, R> {
    /// Sending side.
    pub tx: T,
    /// Receiving side.
    pub rx: R,
    /// Limits and estimates.
    pub attr: Attr,
    /// Counters.
    pub stats: Arc<dyn StatSource>,
}

/// Counters that may be read while both sides are in use.
pub trait StatSource: Send + Sync {
    /// Adds the counts of this source to `stats`.
    fn add_to(&self, stats: &mut Stats);
}

/// The sending side of a channel. Dropping it closes it: accepted messages are still delivered.
pub trait Tx: Send + 'static {
    /// Sends the `total` bytes of `iov` as one message and returns the number of bytes taken: all,
    /// or the prefix up to the maximum message size; `None` if there is no room now. With
    /// [`SendFlags::WHOLE`] a longer message fails with `EMSGSIZE`. Fails with `EPIPE` if the peer
    /// is gone, and with `EHOSTUNREACH` or `EINVAL` for an address that does not exist.
    ///
    /// # Safety
    /// Each element of `iov` names readable memory; their lengths add up to `total`.
    unsafe fn send(
        &mut self,
        dst: NetAddr,
        iov: &[iovec],
        total: usize,
        flags: SendFlags,
    ) -> Result<Option<usize>, Error>;

    /// Fast path of `send` for a few bytes, tried first by the export: one element of `len` bytes,
    /// at least 1. Returns the bytes taken, or 0 in every other case, and then `send_fast` is
    /// called. An implementation should make no calls, so that the exported function needs no stack
    /// frame; deferred work is announced by `is_due`.
    ///
    /// # Safety
    /// `base` is readable for `len` bytes.
    #[inline(always)]
    unsafe fn send_short(&mut self, _dst: NetAddr, _base: *const u8, _len: usize) -> usize {
        0
    }

    /// Whether the `send_short` that has just taken a message deferred some work; `do_due` is then
    /// called at once.
    #[inline(always)]
    fn is_due(&mut self) -> bool {
        false
    }

    /// Does the work that `send_short` deferred.
    fn do_due(&mut self) {}

    /// Fast path of `send` for any elements of `total` bytes, at least 1. Returns the bytes taken,
    /// or 0 in every other case, and then `send` is called.
    ///
    /// # Safety
    /// As `send`.
    #[inline(always)]
    unsafe fn send_fast(&mut self, _dst: NetAddr, _iov: &[iovec], _total: usize) -> usize {
        0
    }

    /// Claims room for a message of `len` bytes (at most the maximum message size) to be built in
    /// place, one at a time. Returns how many segments of `cont` are set; `None`: no room now.
    fn claim(
        &mut self,
        _dst: NetAddr,
        _len: usize,
        _cont: &mut Cont,
    ) -> Result<Option<usize>, Error> {
        Err(Error::unsupported("SendClaim"))
    }

    /// Sends the first `len` bytes of the claim; fails with `EINVAL` if nothing is claimed or `len`
    /// exceeds the claim. Between claim and commit or abort, every other send on this side fails
    /// with `EBUSY`.
    fn commit(&mut self, _len: usize) -> Result<(), Error> {
        Err(Error::unsupported("SendCommit"))
    }

    /// Gives up a claim; fails with `EINVAL` if nothing is claimed.
    fn abort(&mut self) -> Result<(), Error> {
        Err(Error::unsupported("SendAbort"))
    }

    /// Whether [`Tx::lend`] is implemented.
    const LENDS: bool = false;

    /// Sends `head` and a beginning of the `len` bytes at `body` as one message, without copying
    /// the body, and returns how many bytes of it, at least one. `None`: there is no room now. With
    /// `ENOTSUP` it refuses where a copy of so few bytes is faster.
    ///
    /// # Safety
    /// `body` is readable for `len` bytes. Those that were sent stay so, and unchanged, until
    /// [`Tx::take_back`] of this key has returned. Several messages may have the same key.
    unsafe fn lend(
        &mut self,
        _dst: NetAddr,
        _head: &[u8],
        _body: *const u8,
        _len: usize,
        _key: u64,
    ) -> Result<Option<usize>, Error> {
        Err(Error::unsupported("lending memory"))
    }

    /// Uses the bodies lent to `dst` with this key no more: the receiver has told that it has them.
    /// May wait for other threads.
    fn take_back(&mut self, _dst: NetAddr, _key: u64) {}

    /// Whether a send of the maximum message size to `dst` would be accepted. A send that would
    /// fail also counts as ready, so that a waiter learns of the error.
    fn ready(&mut self, dst: NetAddr) -> bool;

    /// Announces that this side is about to sleep until there is room for `dst`. True: it is ready,
    /// so do not sleep.
    fn arm(&mut self, dst: NetAddr) -> Result<bool, Error>;

    /// Retracts the announcement and drains wake-ups from the descriptor.
    fn disarm(&mut self);

    /// Descriptor that becomes readable when something happened after `arm`; −1 if there is none.
    fn fd(&self) -> RawFd;

    /// Joins a collective operation of all ranks ([`Join`], whose root was not checked); false if
    /// that is not possible now.
    fn join(&mut self, _join: &Join, _op: JoinOp, _bytes: &[u8]) -> Result<bool, Error> {
        Err(Error::unsupported("collective operations in the network"))
    }

    /// Makes progress on pending work.
    fn progress(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// What this side knows about a peer.
    fn peer_state(&mut self, peer: NetAddr) -> PeerState;
}

/// What `recv` has shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Message length in bytes.
    pub len: usize,
    /// Number of segments set.
    pub count: usize,
    /// The sending channel.
    pub src: NetAddr,
}

/// Result of the fast path of a receive.
#[derive(Clone, Copy, Debug)]
pub enum Glance {
    /// A message, which is now out.
    Message(Shown),
    /// Nothing to receive.
    Nothing,
    /// The fast path cannot decide; call `recv`.
    Other,
}

/// The receiving side of a channel.
pub trait Rx: Send + 'static {
    /// `ready` sees new arrivals only after `progress`: a wait calls that after each yield.
    const IS_LOOKED_FOR: bool = false;
    /// Shows the next message in place. It stays out until `recv_comp`; a second receive before
    /// that fails with `EBUSY`. With `take_empty` false an empty message is not taken: the call
    /// fails with `EBADMSG`, and the message stays next. Fails once with `ECONNRESET` for each peer
    /// that died without closing, after its last message, and once with `EPROTO` for a peer whose
    /// lane had to be quarantined.
    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error>;

    /// Fast path of `recv`: a message of at least one byte in one segment, or nothing to receive
    /// and nothing else to do, which counts as a `recv` that found nothing. In every other case
    /// `recv` is called.
    #[inline(always)]
    fn recv_fast(&mut self, _cont: &mut Cont) -> Glance {
        Glance::Other
    }

    /// The next message, including an empty one, through the fast path or `recv`.
    #[inline(always)]
    fn next(&mut self, cont: &mut Cont) -> Result<Option<Shown>, Error> {
        match self.recv_fast(cont) {
            Glance::Message(shown) => Ok(Some(shown)),
            Glance::Nothing => Ok(None),
            Glance::Other => self.recv(cont, true),
        }
    }

    /// Fast path of `recv_comp`: true if it was done, false in every other case.
    #[inline(always)]
    fn recv_comp_fast(&mut self) -> bool {
        false
    }

    /// Allows everything that is out to be overwritten; fails with `EINVAL` if nothing is out.
    fn recv_comp(&mut self) -> Result<(), Error>;

    /// Shows up to `out.len()` messages that are available now; one `recv_comp` releases them all.
    fn recv_many(&mut self, out: &mut [Message]) -> Result<usize, Error> {
        let Some(first) = out.first_mut() else { return Ok(0) };
        let mut cont = [MaybeUninit::uninit(); CONT_SIZE];
        let Some(shown) = self.recv(&mut cont, true)? else { return Ok(0) };
        *first = shown.message(&cont);
        Ok(1)
    }

    /// Copies the pieces `from` in the memory of the process whose channel is `src` to the pieces
    /// `to`, which have the same count and lengths. False if that cannot be done, now or ever; `to`
    /// is then undefined. Called only for a network with [`Caps::SINGLE_COPY`], after a message
    /// from `src` was received.
    ///
    /// # Safety
    /// The pieces at `to` are writable.
    unsafe fn copy_from(&mut self, _src: NetAddr, _from: &[iovec], _to: &[iovec]) -> bool {
        false
    }

    /// The reverse: copies the `len` bytes at `src` to `address` in the peer's memory, as that
    /// process has allowed.
    ///
    /// # Safety
    /// `src` is readable for `len` bytes.
    unsafe fn copy_to(
        &mut self,
        _dst: NetAddr,
        _address: u64,
        _src: *const c_void,
        _len: usize,
    ) -> bool {
        false
    }

    /// Whether `recv` would show or report something.
    fn ready(&mut self) -> bool;

    /// Whether [`Events::MEMORY`] holds; the calling thread then counts as told. Called only for a
    /// network with [`Caps::MEMORY_EVENT`], where the event also ends the sleep after `arm`.
    fn has_memory_changed(&mut self) -> bool {
        false
    }

    /// Announces that this side is about to sleep until a message arrives. True: it is ready, so do
    /// not sleep.
    fn arm(&mut self) -> Result<bool, Error>;

    /// Retracts the announcement and drains wake-ups from the descriptor.
    fn disarm(&mut self);

    /// Descriptor that becomes readable when something happened after `arm`; −1 if there is none.
    fn fd(&self) -> RawFd;

    /// Makes progress on pending work.
    fn progress(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// What this side knows about a peer.
    fn peer_state(&mut self, peer: NetAddr) -> PeerState;
}

impl Shown {
    /// The message in the form of the extended calls.
    #[inline]
    pub fn message(&self, cont: &Cont) -> Message {
        let mut message = Message { len: self.len, src: self.src, ..Message::EMPTY };
        message.cont_count = self.count as i32;
        for (to, from) in message.cont.iter_mut().zip(cont).take(self.count) {
            // SAFETY: a receive sets the first `count` segments.
            *to = unsafe { from.assume_init() };
        }
        message
    }
}

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

use crate::Error;
use crate::word::{self, Atomic};
use skifch_abi::{
    Attr, CONT_SIZE, Caps, Events, Join, JoinOp, Message, NetAddr, Param, PeerState, SendFlags,
    Stats, WordOp, iovec,
};
use std::ffi::{CStr, c_void};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::sync::Arc;

/// Where a receive shows its segments: the caller's array, not initialised.
pub type Cont = [MaybeUninit<iovec>; CONT_SIZE];

/// A network, before anything is opened.
pub trait Backend: 'static {
    /// The name that `SKIFCH_BACKEND` selects it by, lower case.
    const NAME: &'static CStr;
    /// What it is, in one line.
    const ABOUT: &'static CStr;
    /// What it can do at best.
    const CAPS: Caps;
    /// Its settings.
    const PARAMS: &'static [Param];
    /// Whether its segments can lie over memory that is there already: [`Domain::adopt_segment`].
    const ADOPTS: bool = false;
    /// Whether private memory of the process can become a segment: [`Domain::segment_over`].
    const OVERLAYS: bool = false;
    /// This process's membership in a job.
    type Domain: Domain;

    /// Whether it can work here; the error says why not.
    fn probe(_host: &crate::HostRef) -> Result<(), Error> {
        Ok(())
    }

    /// Joins the job: collective, once a process. Under a composite ([`crate::HostRef::is_part`])
    /// that is no failure where some ranks cannot be reached: see [`Domain::reaches`].
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

    /// Opens the channel on `port`; `EADDRINUSE` if it is open already.
    fn open(&self, port: u32) -> Result<Port<Self::Tx, Self::Rx>, Error>;

    /// Leaves the job, as dropping it does, and tells what was accepted and will not arrive. That
    /// of a peer which has closed its channel is no failure.
    fn leave(self) -> Result<(), Error>
    where
        Self: Sized,
    {
        Ok(())
    }

    /// The time of the job in nanoseconds from some start.
    fn time_ns(&self) -> u64 {
        crate::monotonic_ns()
    }

    /// Waits for the sides that are given, as [`crate::Policy`] is for, where waiting has to be
    /// left to the network because its clock is not the host's: what holds, nothing when
    /// `timeout_ns` is over (0: only looks; negative: no limit). `None`: the host's way will do.
    /// `for_memory`: also for [`Events::MEMORY`]; asked only with a receiving side, and only of a
    /// network with [`Caps::MEMORY_EVENT`].
    fn wait(
        _tx: &mut Option<(&mut Self::Tx, NetAddr)>,
        _rx: &mut Option<&mut Self::Rx>,
        _for_memory: bool,
        _timeout_ns: i64,
    ) -> Option<Result<Events, Error>> {
        None
    }

    /// All ranks are about to wait for each other by other means; collective. This, `compute` and
    /// `ending` are asked of networks with [`Caps::VIRTUAL_TIME`] alone.
    fn meet(&self) -> Result<(), Error> {
        Err(Error::unsupported("letting clocks meet"))
    }

    /// The program computes for so many nanoseconds.
    fn compute(&self, _ns: u64) -> Result<(), Error> {
        Err(Error::unsupported("computing by a virtual clock"))
    }

    /// The program ends the job: ranks that go without leaving are no failure. From any thread.
    fn ending(&self) {}

    /// Whether messages to a rank of the job can go here. Who reaches whom divides the ranks into
    /// groups: it holds both ways, and what reaches one of a group reaches all of it.
    fn reaches(&self, _rank: u32) -> bool {
        true
    }

    /// Collective: zeroed memory of `bytes` bytes on every rank.
    fn segment(&self, _bytes: usize) -> Result<Self::Segment, Error> {
        Err(Error::unsupported("a memory segment"))
    }

    /// As `segment`, where this rank's part is there already: `bytes` zeroed bytes at `base`.
    /// Atomics of other ranks are the processor's: the memory may be reached in other ways as well.
    ///
    /// # Safety
    /// The memory is readable and writable as long as the segment lives, by atomics too.
    unsafe fn adopt_segment(
        &self,
        _base: *mut c_void,
        _bytes: usize,
    ) -> Result<Self::Segment, Error> {
        Err(Error::unsupported("a memory segment over memory that is there already"))
    }

    /// As `segment`, where this rank's part is private memory of the process, whole pages, as many
    /// on every rank. It stays where it is with what is in it, and when the segment is closed it is
    /// there as before. A forked child has a copy of its own.
    ///
    /// # Safety
    /// The memory stays readable and writable, by atomics too; during the call nobody writes it.
    unsafe fn segment_over(
        &self,
        _base: *mut c_void,
        _bytes: usize,
    ) -> Result<Self::Segment, Error> {
        Err(Error::unsupported("sharing memory of the process where it is"))
    }
}

/// An open channel: its two sides, which two threads may use, and its counters, which all may read.
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

/// Counters that may be read while both sides run.
pub trait StatSource: Send + Sync {
    /// Adds this source's counts to `stats`.
    fn add_to(&self, stats: &mut Stats);
}

/// The sending side of a channel. Dropping it closes it: what was accepted is still delivered.
pub trait Tx: Send + 'static {
    /// Sends the `total` bytes of `iov` as one message: how many were taken (all, or the prefix of
    /// the greatest message size), `None` when there is no room now. With
    /// [`SendFlags::WHOLE`] a message above the greatest is `EMSGSIZE`. `EPIPE` when the peer is
    /// gone, `EHOSTUNREACH`/`EINVAL` for an address that does not exist.
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

    /// The common case of `send` for a few bytes, which the export tries first: one element of
    /// `len` bytes, at least 1. Bytes taken, or 0 for everything else, whatever it is: then
    /// `send_fast` is called. A backend that has such a case keeps it free of calls, so that the
    /// exported function needs no stack; what it leaves to be done it says in `is_due`.
    ///
    /// # Safety
    /// `base` is readable for `len` bytes.
    #[inline(always)]
    unsafe fn send_short(&mut self, _dst: NetAddr, _base: *const u8, _len: usize) -> usize {
        0
    }

    /// Whether the `send_short` that has just taken a message left something to be done: then
    /// `do_due` is called at once.
    #[inline(always)]
    fn is_due(&mut self) -> bool {
        false
    }

    /// Does what `send_short` left.
    fn do_due(&mut self) {}

    /// The common case of `send` for any elements of `total` bytes, at least 1. Bytes taken, or 0
    /// for everything else, whatever it is: then `send` is called.
    ///
    /// # Safety
    /// As `send`.
    #[inline(always)]
    unsafe fn send_fast(&mut self, _dst: NetAddr, _iov: &[iovec], _total: usize) -> usize {
        0
    }

    /// Room for a message of `len` bytes (at most the greatest message), to be built in place.
    /// One claim at a time. Gives how many segments of `cont` are set.
    fn claim(
        &mut self,
        _dst: NetAddr,
        _len: usize,
        _cont: &mut Cont,
    ) -> Result<Option<usize>, Error> {
        Err(Error::unsupported("SendClaim"))
    }

    /// Sends the first `len` bytes of what was claimed; `EINVAL` if nothing is claimed or `len` is
    /// more. Between claim and commit or abort every other send of this side is `EBUSY`.
    fn commit(&mut self, _len: usize) -> Result<(), Error> {
        Err(Error::unsupported("SendCommit"))
    }

    /// Gives a claim back; `EINVAL` if nothing is claimed.
    fn abort(&mut self) -> Result<(), Error> {
        Err(Error::unsupported("SendAbort"))
    }

    /// Whether a send of the greatest message to `dst` would be accepted (or would fail: an error
    /// counts as ready, so that a waiter learns of it).
    fn ready(&mut self, dst: NetAddr) -> bool;

    /// Announces that this side is about to sleep until room for `dst`; true: do not, it is ready.
    fn arm(&mut self, dst: NetAddr) -> Result<bool, Error>;

    /// Takes the announcement back, and whatever woke us out of the descriptor.
    fn disarm(&mut self);

    /// Readable when something happened after `arm`. −1 where there is none.
    fn fd(&self) -> RawFd;

    /// Joins what all ranks do ([`Join`], whose root was not checked); false: not possible now.
    fn join(&mut self, _join: &Join, _op: JoinOp, _bytes: &[u8]) -> Result<bool, Error> {
        Err(Error::unsupported("operations of all ranks"))
    }

    /// Moves what needs moving.
    fn progress(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// What this side knows of a peer.
    fn peer_state(&mut self, peer: NetAddr) -> PeerState;
}

/// What `recv` has shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Bytes of the message.
    pub len: usize,
    /// Segments set.
    pub count: usize,
    /// The sending channel.
    pub src: NetAddr,
}

/// What a first, short look for a message has found.
#[derive(Clone, Copy, Debug)]
pub enum Glance {
    /// A message, now out.
    Message(Shown),
    /// Nothing is there.
    Nothing,
    /// It takes a closer look to tell.
    Other,
}

/// The receiving side of a channel.
pub trait Rx: Send + 'static {
    /// `ready` sees what has come only after `progress`: a wait that yields looks each time then.
    const IS_LOOKED_FOR: bool = false;
    /// Shows the next message in place. It stays out until `recv_comp`; a second receive before
    /// that is `EBUSY`. With `take_empty` false an empty message is not taken: `EBADMSG`, and it
    /// stays next.
    /// `ECONNRESET` once for each peer that died without closing, after its last message;
    /// `EPROTO` once for a peer whose lane had to be quarantined.
    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error>;

    /// The common cases of `recv`: a message of at least one byte in one segment, or nothing to
    /// receive and nothing else to do, which counts as a `recv` that found nothing. For everything
    /// else `recv` is called.
    #[inline(always)]
    fn recv_fast(&mut self, _cont: &mut Cont) -> Glance {
        Glance::Other
    }

    /// The next message, an empty one too: in the fast way, or as `recv` finds it.
    #[inline(always)]
    fn next(&mut self, cont: &mut Cont) -> Result<Option<Shown>, Error> {
        match self.recv_fast(cont) {
            Glance::Message(shown) => Ok(Some(shown)),
            Glance::Nothing => Ok(None),
            Glance::Other => self.recv(cont, true),
        }
    }

    /// The common case of `recv_comp`: true if it was done, false for everything else.
    #[inline(always)]
    fn recv_comp_fast(&mut self) -> bool {
        false
    }

    /// The space of everything that is out may be reused; `EINVAL` if nothing is.
    fn recv_comp(&mut self) -> Result<(), Error>;

    /// Shows up to `out.len()` messages that are there now, all released by one `recv_comp`.
    fn recv_many(&mut self, out: &mut [Message]) -> Result<usize, Error> {
        let Some(first) = out.first_mut() else { return Ok(0) };
        let mut cont = [MaybeUninit::uninit(); CONT_SIZE];
        let Some(shown) = self.recv(&mut cont, true)? else { return Ok(0) };
        *first = shown.message(&cont);
        Ok(1)
    }

    /// Copies the pieces `from` of the memory of the process whose channel `src` is to those at
    /// `to`, as many and as long each; false where that cannot be done, now or ever: then `to` has
    /// anything. Asked only of a network with [`Caps::SINGLE_COPY`], after something of `src` was
    /// received.
    ///
    /// # Safety
    /// The pieces at `to` are writable.
    unsafe fn copy_from(&mut self, _src: NetAddr, _from: &[iovec], _to: &[iovec]) -> bool {
        false
    }

    /// The same the other way: copies the `len` bytes at `src` to `address` there, which that
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

    /// Whether [`Events::MEMORY`] holds; then the calling thread is told so with this. Asked only
    /// of a network with [`Caps::MEMORY_EVENT`], where that ends the sleep after `arm` as well.
    fn has_memory_changed(&mut self) -> bool {
        false
    }

    /// Announces that this side is about to sleep until a message; true: do not, it is ready.
    fn arm(&mut self) -> Result<bool, Error>;

    /// Takes the announcement back, and whatever woke us out of the descriptor.
    fn disarm(&mut self);

    /// Readable when something happened after `arm`. −1 where there is none.
    fn fd(&self) -> RawFd;

    /// Moves what needs moving.
    fn progress(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// What this side knows of a peer.
    fn peer_state(&mut self, peer: NetAddr) -> PeerState;
}

impl Shown {
    /// The message as the extended calls show it.
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

/// A place in the part of a segment that a rank holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Whose part.
    pub rank: u32,
    /// Bytes from the start of the part.
    pub offset: usize,
}

impl Target {
    /// The place there.
    pub const fn new(rank: u32, offset: usize) -> Self {
        Self { rank, offset }
    }

    /// The error of an access of `len` bytes to a segment of `bytes` on each of `ranks`.
    #[cold]
    pub fn outside(self, len: usize, bytes: usize, ranks: u32) -> Error {
        let Self { rank, offset } = self;
        let text = format!(
            "{len} bytes at offset {offset} of rank {rank} are outside the segment, which has \
             {bytes} bytes on each of {ranks} ranks"
        );
        Error::new(libc::EINVAL, text)
    }
}

/// Memory that every rank of the job holds a part of and can reach. All calls may be made from any
/// thread. Bytes outside a part, and words that are not aligned to their width, are `EINVAL`.
pub trait Segment: Send + Sync + 'static {
    /// Direct pointer to the start of `rank`'s part, or null.
    fn ptr(&self, rank: u32) -> *mut c_void;

    /// Writes `len` bytes from `src`, which may be reused on return.
    ///
    /// # Safety
    /// `src` is readable for `len` bytes.
    unsafe fn put(&self, to: Target, src: *const u8, len: usize) -> Result<(), Error>;

    /// Reads `len` bytes into `dst`; done on return.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes.
    unsafe fn get(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error>;

    /// Starts a counted read; `dst` is filled when `syncreads` returns.
    ///
    /// # Safety
    /// `dst` is writable for `len` bytes until then.
    unsafe fn get_async(&self, from: Target, dst: *mut u8, len: usize) -> Result<(), Error>;

    /// An atomic operation on a word; gives the old value. [`Atomic::check`] refuses what is none.
    fn atomic(&self, at: Target, atomic: &Atomic) -> Result<u64, Error>;

    /// As `atomic`, without the old value: it has taken effect when `quiet` returns, at the latest.
    /// A network on which an answer costs a round trip sends none.
    fn atomic_oneway(&self, at: Target, atomic: &Atomic) -> Result<(), Error> {
        self.atomic(at, atomic).map(drop)
    }

    /// As `atomic`, counted as a read: as many bytes at `dst` as the word has get the old value
    /// when `syncreads` returns. It has taken effect when `quiet` returns. A network on which an
    /// answer costs a round trip does not wait for it.
    ///
    /// # Safety
    /// `dst` is writable for as many bytes until then.
    unsafe fn atomic_async(&self, at: Target, atomic: &Atomic, dst: *mut u8) -> Result<(), Error> {
        let old = self.atomic(at, atomic)?;
        // SAFETY: the caller vouches for `dst`.
        unsafe { word::keep(dst, atomic.width, old) };
        Ok(())
    }

    /// Whether [`atomic_many`](Self::atomic_many) saves something.
    const TAKES_MANY: bool = false;

    /// As [`atomic_oneway`](Self::atomic_oneway), several at once on words of one rank, in their
    /// order.
    fn atomic_many(&self, rank: u32, ops: &[WordOp]) -> Result<(), Error> {
        ops.iter().try_for_each(|one| {
            self.atomic_oneway(Target::new(rank, one.offset), &Atomic::of(one)?)
        })
    }

    /// Orders puts and atomics to each target.
    fn fence(&self) -> Result<(), Error>;

    /// Waits until all puts and atomics have taken effect.
    fn quiet(&self) -> Result<(), Error>;

    /// Waits until all counted reads have arrived.
    fn syncreads(&self) -> Result<(), Error>;
}

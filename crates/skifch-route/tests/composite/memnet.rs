//! An in-process network: ranks are threads, and each channel has a queue. It supports everything
//! that a network between hosts does: segments over existing memory with notification of writes,
//! waiting, claims, and peers that die.

mod parts;

use parts::Parts;
use skifch_backend::abi::{
    Attr, Caps, NetAddr, Param, PeerState, SendFlags, Stats, iovec, netaddr, rank_of,
};
use skifch_backend::{
    Backend, Cont, Domain, Error, EventFd, HostRef, Port, Rx, Shown, StatSource, Tx, iov, is_news,
};
use std::collections::{HashMap, VecDeque};
use std::ffi::{CStr, c_void};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

const MESSAGE_MAX: usize = 1500;
const QUEUE_MAX: usize = 64;

/// All jobs of this process by job key.
static JOBS: LazyLock<Mutex<HashMap<[u8; 16], Arc<Net>>>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Net {
    inboxes: Mutex<HashMap<NetAddr, Arc<Inbox>>>,
    /// Address of a rank's part of a segment, by segment number and rank.
    parts: Mutex<HashMap<(u32, u32), usize>>,
    /// How often other ranks have written to a rank's memory.
    changes: Mutex<HashMap<u32, u64>>,
    dead: Mutex<Vec<u32>>,
}

struct Inbox(Mutex<Queue>);

#[derive(Default)]
struct Queue {
    is_open: bool,
    is_closed: bool,
    messages: VecDeque<(NetAddr, Vec<u8>)>,
    deaths: VecDeque<u32>,
    /// Rung when a message or a death arrives.
    bell: Option<Arc<EventFd>>,
    /// Rung when there is room.
    waiters: Vec<Arc<EventFd>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inbox {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        lock(&self.0)
    }
}

impl Queue {
    fn ring(&self) {
        self.bell.iter().for_each(|bell| bell.ring());
    }
}

fn net(key: &[u8; 16]) -> Arc<Net> {
    Arc::clone(lock(&JOBS).entry(*key).or_default())
}

impl Net {
    /// Counts a write to memory of `rank`, and wakes its sleepers.
    fn changed(&self, rank: u32) {
        *lock(&self.changes).entry(rank).or_default() += 1;
        let inboxes = lock(&self.inboxes);
        let own = inboxes.iter().filter(|(addr, _)| rank_of(**addr) == rank);
        own.for_each(|(_, inbox)| inbox.queue().ring());
    }
}

/// Makes `rank` dead for all others.
pub(crate) fn kill(key: &[u8; 16], rank: u32) {
    let net = net(key);
    lock(&net.dead).push(rank);
    for (addr, inbox) in lock(&net.inboxes).iter() {
        let mut queue = inbox.queue();
        if rank_of(*addr) != rank {
            queue.deaths.push_back(rank);
            queue.ring();
        }
        queue.waiters.drain(..).for_each(|waiter| waiter.ring());
    }
}

pub(crate) struct MemNet;

impl Backend for MemNet {
    const NAME: &'static CStr = c"memnet";
    const ABOUT: &'static CStr = c"queues between threads";
    const CAPS: Caps = Caps::CLAIM
        .with(Caps::EVENT_FD)
        .with(Caps::SEGMENT)
        .with(Caps::MEMORY_EVENT)
        .with(Caps::PEER_DEATH);
    const PARAMS: &'static [Param] = &[];
    const ADOPTS: bool = true;
    type Domain = Member;

    fn open(host: HostRef) -> Result<Member, Error> {
        host.fence()?;
        Ok(Member { host, net: net(host.job_key()), segments: AtomicU32::new(0) })
    }
}

pub(crate) struct Member {
    host: HostRef,
    net: Arc<Net>,
    segments: AtomicU32,
}

impl Member {
    fn new_segment(&self, base: usize, bytes: usize, own: Vec<u64>) -> Result<Parts, Error> {
        let number = self.segments.fetch_add(1, Ordering::Relaxed);
        lock(&self.net.parts).insert((number, self.host.rank()), base);
        self.host.fence()?;
        let parts = lock(&self.net.parts);
        let bases = (0..self.host.job_size()).map(|rank| parts[&(number, rank)]).collect();
        let (net, rank) = (Arc::clone(&self.net), self.host.rank());
        Ok(Parts { bases, bytes, net, rank, _own: own })
    }
}

impl Domain for Member {
    type Tx = MemTx;
    type Rx = MemRx;
    type Segment = Parts;

    fn open(&self, port: u32) -> Result<Port<MemTx, MemRx>, Error> {
        let addr = netaddr(self.host.rank(), port);
        let mut inboxes = lock(&self.net.inboxes);
        let earlier = inboxes.get(&addr).cloned();
        let inbox = match earlier {
            Some(inbox) if inbox.queue().is_open => {
                return Err(Error::new(libc::EADDRINUSE, format!("port {port} is open already")));
            }
            Some(inbox) if !inbox.queue().is_closed => inbox,
            _ => Arc::new(Inbox(Mutex::default())),
        };
        let bell = Arc::new(EventFd::new()?);
        inbox.queue().is_open = true;
        inbox.queue().bell = Some(Arc::clone(&bell));
        inboxes.insert(addr, Arc::clone(&inbox));
        let count = Arc::new(Count::default());
        let tx = MemTx {
            addr,
            size: self.host.job_size(),
            net: Arc::clone(&self.net),
            room: Arc::new(EventFd::new()?),
            claimed: None,
            count: Arc::clone(&count),
        };
        let attr = Attr {
            caps: MemNet::CAPS,
            max_message_bytes: MESSAGE_MAX,
            max_inline_bytes: 16,
            window_bytes: MESSAGE_MAX * QUEUE_MAX,
            ..Attr::new()
        };
        let (net, rank) = (Arc::clone(&self.net), self.host.rank());
        let rx = MemRx { inbox, bell, out: None, count: Arc::clone(&count), net, rank };
        Ok(Port { tx, rx, attr, stats: count })
    }

    fn segment(&self, bytes: usize) -> Result<Parts, Error> {
        let mut own = vec![0_u64; bytes.div_ceil(8)];
        let base = own.as_mut_ptr() as usize;
        self.new_segment(base, bytes, own)
    }

    unsafe fn adopt_segment(&self, base: *mut c_void, bytes: usize) -> Result<Parts, Error> {
        self.new_segment(base as usize, bytes, Vec::new())
    }
}

#[derive(Default)]
struct Count {
    sent: AtomicU64,
    bytes: AtomicU64,
    received: AtomicU64,
    received_bytes: AtomicU64,
    full: AtomicU64,
    empty: AtomicU64,
}

impl StatSource for Count {
    fn add_to(&self, stats: &mut Stats) {
        stats.messages_sent += self.sent.load(Ordering::Relaxed);
        stats.bytes_sent += self.bytes.load(Ordering::Relaxed);
        stats.messages_received += self.received.load(Ordering::Relaxed);
        stats.bytes_received += self.received_bytes.load(Ordering::Relaxed);
        stats.send_full += self.full.load(Ordering::Relaxed);
        stats.recv_empty += self.empty.load(Ordering::Relaxed);
    }
}

pub(crate) struct MemTx {
    addr: NetAddr,
    size: u32,
    net: Arc<Net>,
    room: Arc<EventFd>,
    claimed: Option<(NetAddr, Vec<u8>)>,
    count: Arc<Count>,
}

impl MemTx {
    fn inbox(&self, dst: NetAddr) -> Result<Arc<Inbox>, Error> {
        if rank_of(dst) >= self.size {
            return Err(Error::new(libc::EHOSTUNREACH, "there is no such rank"));
        }
        if lock(&self.net.dead).contains(&rank_of(dst)) {
            return Err(Error::new(libc::EPIPE, format!("rank {} is gone", rank_of(dst))));
        }
        let mut inboxes = lock(&self.net.inboxes);
        let inbox = inboxes.entry(dst).or_insert_with(|| Arc::new(Inbox(Mutex::default())));
        if inbox.queue().is_closed {
            return Err(Error::new(libc::EPIPE, "the port has been closed"));
        }
        Ok(Arc::clone(inbox))
    }

    fn push(&self, dst: NetAddr, bytes: Vec<u8>, even_if_full: bool) -> Result<bool, Error> {
        let inbox = self.inbox(dst)?;
        let mut queue = inbox.queue();
        if queue.messages.len() >= QUEUE_MAX && !even_if_full {
            self.count.full.fetch_add(1, Ordering::Relaxed);
            return Ok(false);
        }
        self.count.sent.fetch_add(1, Ordering::Relaxed);
        self.count.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        queue.messages.push_back((self.addr, bytes));
        queue.ring();
        Ok(true)
    }

    fn refuse_while_claimed(&self) -> Result<(), Error> {
        match self.claimed {
            None => Ok(()),
            Some(_) => Err(Error::new(libc::EBUSY, "a claim is out")),
        }
    }

    fn is_full(&self, dst: NetAddr) -> bool {
        self.inbox(dst).is_ok_and(|inbox| inbox.queue().messages.len() >= QUEUE_MAX)
    }
}

impl Tx for MemTx {
    unsafe fn send(
        &mut self,
        dst: NetAddr,
        list: &[iovec],
        total: usize,
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        self.refuse_while_claimed()?;
        if flags.has(SendFlags::WHOLE) && total > MESSAGE_MAX {
            return Err(Error::new(libc::EMSGSIZE, "above the greatest message"));
        }
        let len = total.min(MESSAGE_MAX);
        let mut bytes = vec![0; len];
        // SAFETY: the caller guarantees that the elements are readable; `bytes` has `len` bytes.
        unsafe { iov::gather(list, len, bytes.as_mut_ptr()) };
        Ok(self.push(dst, bytes, false)?.then_some(len))
    }

    fn claim(&mut self, dst: NetAddr, len: usize, cont: &mut Cont) -> Result<Option<usize>, Error> {
        self.refuse_while_claimed()?;
        self.inbox(dst)?;
        if len > MESSAGE_MAX {
            return Err(Error::new(libc::EMSGSIZE, "above the greatest message"));
        }
        if self.is_full(dst) {
            return Ok(None);
        }
        let (_, bytes) = self.claimed.insert((dst, vec![0; len]));
        cont[0] = MaybeUninit::new(iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: len });
        Ok(Some(1))
    }

    fn commit(&mut self, len: usize) -> Result<(), Error> {
        let nothing = || Error::new(libc::EINVAL, "nothing is claimed, or less");
        let (dst, mut bytes) =
            self.claimed.take_if(|(_, bytes)| len <= bytes.len()).ok_or_else(nothing)?;
        bytes.truncate(len);
        self.push(dst, bytes, true).map(|_| ())
    }

    fn abort(&mut self) -> Result<(), Error> {
        let nothing = || Error::new(libc::EINVAL, "nothing is claimed");
        self.claimed.take().map(|_| ()).ok_or_else(nothing)
    }

    fn ready(&mut self, dst: NetAddr) -> bool {
        !self.is_full(dst)
    }

    fn arm(&mut self, dst: NetAddr) -> Result<bool, Error> {
        if let Ok(inbox) = self.inbox(dst) {
            inbox.queue().waiters.push(Arc::clone(&self.room));
        }
        Ok(self.ready(dst))
    }

    fn disarm(&mut self) {
        self.room.drain();
    }

    fn fd(&self) -> RawFd {
        self.room.as_raw_fd()
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        if lock(&self.net.dead).contains(&rank_of(peer)) {
            return PeerState::Dead;
        }
        match lock(&self.net.inboxes).get(&peer).map(|inbox| inbox.queue().is_closed) {
            Some(true) => PeerState::Closed,
            Some(false) => PeerState::Up,
            None => PeerState::Unknown,
        }
    }
}

pub(crate) struct MemRx {
    inbox: Arc<Inbox>,
    bell: Arc<EventFd>,
    out: Option<Vec<u8>>,
    count: Arc<Count>,
    net: Arc<Net>,
    rank: u32,
}

impl Rx for MemRx {
    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        if self.out.is_some() {
            return Err(Error::new(libc::EBUSY, "a message is out already"));
        }
        let mut queue = self.inbox.queue();
        let Some((src, bytes)) = queue.messages.pop_front() else {
            if let Some(rank) = queue.deaths.pop_front() {
                return Err(Error::new(libc::ECONNRESET, format!("rank {rank} is gone")));
            }
            self.count.empty.fetch_add(1, Ordering::Relaxed);
            return Ok(None);
        };
        if bytes.is_empty() && !take_empty {
            queue.messages.push_front((src, bytes));
            return Err(Error::new(libc::EBADMSG, "the next message is empty"));
        }
        queue.waiters.drain(..).for_each(|waiter| waiter.ring());
        let (len, base) = (bytes.len(), bytes.as_ptr().cast_mut().cast());
        cont[0] = MaybeUninit::new(iovec { iov_base: base, iov_len: len });
        self.out = Some(bytes);
        self.count.received.fetch_add(1, Ordering::Relaxed);
        self.count.received_bytes.fetch_add(len as u64, Ordering::Relaxed);
        Ok(Some(Shown { len, count: usize::from(len > 0), src }))
    }

    fn recv_comp(&mut self) -> Result<(), Error> {
        let nothing = || Error::new(libc::EINVAL, "nothing is out");
        self.out.take().map(|_| ()).ok_or_else(nothing)
    }

    fn ready(&mut self) -> bool {
        let queue = self.inbox.queue();
        self.out.is_some() || !queue.messages.is_empty() || !queue.deaths.is_empty()
    }

    fn has_memory_changed(&mut self) -> bool {
        let count = lock(&self.net.changes).get(&self.rank).copied().unwrap_or(0);
        is_news(Arc::as_ptr(&self.net).addr(), count)
    }

    fn arm(&mut self) -> Result<bool, Error> {
        self.bell.drain();
        Ok(self.ready())
    }

    fn disarm(&mut self) {
        self.bell.drain();
    }

    fn fd(&self) -> RawFd {
        self.bell.as_raw_fd()
    }

    fn peer_state(&mut self, _: NetAddr) -> PeerState {
        PeerState::Unknown
    }
}

impl Drop for MemRx {
    fn drop(&mut self) {
        let mut queue = self.inbox.queue();
        (queue.is_open, queue.is_closed) = (false, true);
        queue.waiters.drain(..).for_each(|waiter| waiter.ring());
    }
}

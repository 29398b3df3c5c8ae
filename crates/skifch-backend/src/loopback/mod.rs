//! The loopback backend: a rank that sends to itself, in a job of one.
//!
//! It serves as an example. A backend is four types: [`Loopback`] describes the network, [`Net`] is
//! this process's membership in a job, [`LoopTx`] and [`LoopRx`] are the sides of a channel. The
//! queue under them (`queue.rs`) has multiple producers, does not allocate or lock on the data
//! path, and shows messages in place.

mod queue;

use crate::refusal::{
    claim_is_out, message_is_out, next_is_empty, nothing_claimed, nothing_is_out, too_long,
};
use crate::{
    Backend, Cont, Domain, Error, EventFd, HostRef, NoSegment, Port, Rx, Shown, StatSource, Tx, iov,
};
use queue::{MESSAGE_MAX, Queue, SLOTS, State};
use skifch_abi::{
    Attr, Caps, NetAddr, Param, PeerState, SendFlags, Stats, iovec, netaddr, port_of, rank_of,
};
use std::collections::HashMap;
use std::ffi::CStr;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// The loopback network.
pub struct Loopback;

impl Backend for Loopback {
    const NAME: &'static CStr = c"loopback";
    const ABOUT: &'static CStr = c"a rank sends to itself, in a job of one";
    const CAPS: Caps = Caps::CLAIM.with(Caps::EVENT_FD).with(Caps::SAME_HOST);
    const PARAMS: &'static [Param] = &[];
    type Domain = Net;

    fn probe(host: &HostRef) -> Result<(), Error> {
        match host.job_size() {
            1 => Ok(()),
            n => Err(Error::new(
                libc::EINVAL,
                format!("loopback only reaches the rank itself, but this job has {n} ranks"),
            )),
        }
    }

    fn open(host: HostRef) -> Result<Net, Error> {
        Self::probe(&host)?;
        Ok(Net { rank: host.rank(), queues: Arc::default() })
    }
}

type Queues = Arc<Mutex<HashMap<u32, Arc<Queue>>>>;

/// Membership in the job: the queue of every port that was opened or sent to.
pub struct Net {
    rank: u32,
    queues: Queues,
}

impl Domain for Net {
    type Tx = LoopTx;
    type Rx = LoopRx;
    type Segment = NoSegment;

    fn open(&self, port: u32) -> Result<Port<LoopTx, LoopRx>, Error> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = match queues.get(&port) {
            Some(queue) if queue.state() == State::Open => {
                let text = format!("port {port} is open already");
                return Err(Error::new(libc::EADDRINUSE, text));
            }
            // Messages were sent before the port was opened: they are waiting in this queue.
            Some(queue) if queue.state() == State::Awaited => Arc::clone(queue),
            _ => Arc::new(Queue::new()?),
        };
        let count = Arc::<Counters>::default();
        let tx = LoopTx {
            me: netaddr(self.rank, port),
            queues: Arc::clone(&self.queues),
            last: None,
            claimed: None,
            wake: Arc::new(EventFd::new()?),
            count: Arc::clone(&count),
        };
        queue.open();
        queues.insert(port, Arc::clone(&queue));
        let rx = LoopRx { queue, count: Arc::clone(&count) };
        let attr = Attr {
            caps: Loopback::CAPS,
            max_message_bytes: MESSAGE_MAX,
            window_bytes: MESSAGE_MAX * SLOTS,
            ..Attr::new()
        };
        Ok(Port { tx, rx, attr, stats: count })
    }
}

/// Sending side. `last` is the queue of the last message, so that only a change of destination
/// needs a lookup.
pub struct LoopTx {
    me: NetAddr,
    queues: Queues,
    last: Option<(NetAddr, Arc<Queue>)>,
    /// Queue, slot and size in bytes of the claim that is out.
    claimed: Option<(Arc<Queue>, usize, usize)>,
    wake: Arc<EventFd>,
    count: Arc<Counters>,
}

impl LoopTx {
    fn queue(&mut self, dst: NetAddr) -> Result<&Queue, Error> {
        let last = self.last.as_ref().filter(|(addr, _)| *addr == dst);
        if last.is_none_or(|(_, queue)| queue.state() == State::Closed) {
            self.last = Some((dst, self.look_up(dst)?));
        }
        self.last.as_ref().map(|(_, queue)| &**queue).ok_or_else(|| no_such_rank(dst))
    }

    #[cold]
    fn look_up(&self, dst: NetAddr) -> Result<Arc<Queue>, Error> {
        if rank_of(dst) != rank_of(self.me) {
            return Err(no_such_rank(dst));
        }
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let port = port_of(dst);
        if let Some(queue) = queues.get(&port) {
            if queue.state() == State::Closed {
                return Err(Error::new(libc::EPIPE, format!("port {port} has been closed")));
            }
            return Ok(Arc::clone(queue));
        }
        let queue = Arc::new(Queue::new()?);
        queues.insert(port, Arc::clone(&queue));
        Ok(queue)
    }

    fn refuse_while_claimed(&self) -> Result<(), Error> {
        match self.claimed {
            None => Ok(()),
            Some(_) => Err(claim_is_out()),
        }
    }
}

#[cold]
fn no_such_rank(dst: NetAddr) -> Error {
    let text = format!("rank {} does not exist: the job has one rank", rank_of(dst));
    Error::new(libc::EHOSTUNREACH, text)
}

/// How the user can fix the error of a message that is too long.
const MEND: &str = "send it in parts";

impl Tx for LoopTx {
    unsafe fn send(
        &mut self,
        dst: NetAddr,
        iov: &[iovec],
        total: usize,
        flags: SendFlags,
    ) -> Result<Option<usize>, Error> {
        self.refuse_while_claimed()?;
        if total > MESSAGE_MAX && flags.has(SendFlags::WHOLE) {
            return Err(too_long(dst, total, MESSAGE_MAX, MEND));
        }
        let (len, me) = (total.min(MESSAGE_MAX), self.me);
        let queue = self.queue(dst)?;
        let Some(slot) = queue.reserve() else {
            self.count.send_full.fetch_add(1, Relaxed);
            return Ok(None);
        };
        // SAFETY: the slot is ours alone until it is published, of MESSAGE_MAX bytes; the elements
        // are readable by our caller's promise.
        unsafe { iov::gather(iov, len, queue.bytes(slot)) };
        queue.publish(slot, len, me);
        self.count.sent(len);
        Ok(Some(len))
    }

    fn claim(&mut self, dst: NetAddr, len: usize, cont: &mut Cont) -> Result<Option<usize>, Error> {
        self.refuse_while_claimed()?;
        if len > MESSAGE_MAX {
            return Err(too_long(dst, len, MESSAGE_MAX, MEND));
        }
        let Some(slot) = self.queue(dst)?.reserve() else { return Ok(None) };
        let Some((_, queue)) = &self.last else { return Ok(None) };
        cont[0].write(iovec { iov_base: queue.bytes(slot).cast(), iov_len: len });
        self.claimed = Some((Arc::clone(queue), slot, len));
        Ok(Some(1))
    }

    fn commit(&mut self, len: usize) -> Result<(), Error> {
        let (queue, slot, claimed) = self.claimed.take().ok_or_else(nothing_claimed)?;
        if len > claimed {
            self.claimed = Some((queue, slot, claimed));
            let text = format!("cannot commit {len} bytes: only {claimed} are claimed");
            return Err(Error::new(libc::EINVAL, text));
        }
        queue.publish(slot, len, self.me);
        self.count.sent(len);
        Ok(())
    }

    fn abort(&mut self) -> Result<(), Error> {
        let (queue, slot, _) = self.claimed.take().ok_or_else(nothing_claimed)?;
        queue.publish_void(slot);
        Ok(())
    }

    fn ready(&mut self, dst: NetAddr) -> bool {
        self.queue(dst).map_or(true, Queue::has_room)
    }

    fn arm(&mut self, dst: NetAddr) -> Result<bool, Error> {
        let wake = Arc::clone(&self.wake);
        if let Ok(queue) = self.queue(dst) {
            queue.call_when_room(wake);
        }
        Ok(self.ready(dst))
    }

    fn disarm(&mut self) {
        if let Some((_, queue)) = &self.last {
            queue.forget(&self.wake);
        }
        self.wake.drain();
    }

    fn fd(&self) -> RawFd {
        self.wake.as_raw_fd()
    }

    fn peer_state(&mut self, peer: NetAddr) -> PeerState {
        let queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        match queues.get(&port_of(peer)).filter(|_| rank_of(peer) == rank_of(self.me)) {
            None => PeerState::Unknown,
            Some(queue) => match queue.state() {
                State::Awaited => PeerState::Connecting,
                State::Open => PeerState::Up,
                State::Closed => PeerState::Closed,
            },
        }
    }
}

impl Drop for LoopTx {
    fn drop(&mut self) {
        if let Some((queue, slot, _)) = self.claimed.take() {
            queue.publish_void(slot);
        }
    }
}

/// Receiving side.
pub struct LoopRx {
    queue: Arc<Queue>,
    count: Arc<Counters>,
}

impl Rx for LoopRx {
    fn recv(&mut self, cont: &mut Cont, take_empty: bool) -> Result<Option<Shown>, Error> {
        if self.queue.is_shown() {
            return Err(message_is_out());
        }
        let Some((bytes, len, src)) = self.queue.peek() else {
            self.count.recv_empty.fetch_add(1, Relaxed);
            return Ok(None);
        };
        if len == 0 && !take_empty {
            return Err(next_is_empty(src));
        }
        self.queue.show();
        cont[0].write(iovec { iov_base: bytes.cast(), iov_len: len });
        self.count.received(len);
        Ok(Some(Shown { len, count: usize::from(len > 0), src }))
    }

    fn recv_comp(&mut self) -> Result<(), Error> {
        if self.queue.release() {
            return Ok(());
        }
        Err(nothing_is_out())
    }

    fn ready(&mut self) -> bool {
        self.queue.peek().is_some()
    }

    fn arm(&mut self) -> Result<bool, Error> {
        self.queue.call_when_message();
        Ok(self.ready())
    }

    fn disarm(&mut self) {
        self.queue.calm();
    }

    fn fd(&self) -> RawFd {
        self.queue.fd()
    }

    fn peer_state(&mut self, _peer: NetAddr) -> PeerState {
        PeerState::Unknown
    }
}

impl Drop for LoopRx {
    fn drop(&mut self) {
        self.queue.close();
    }
}

#[derive(Default)]
struct Counters {
    messages_sent: AtomicU64,
    bytes_sent: AtomicU64,
    messages_received: AtomicU64,
    bytes_received: AtomicU64,
    send_full: AtomicU64,
    recv_empty: AtomicU64,
}

impl Counters {
    fn sent(&self, len: usize) {
        self.messages_sent.fetch_add(1, Relaxed);
        self.bytes_sent.fetch_add(len as u64, Relaxed);
    }

    fn received(&self, len: usize) {
        self.messages_received.fetch_add(1, Relaxed);
        self.bytes_received.fetch_add(len as u64, Relaxed);
    }
}

impl StatSource for Counters {
    fn add_to(&self, stats: &mut Stats) {
        stats.messages_sent += self.messages_sent.load(Relaxed);
        stats.bytes_sent += self.bytes_sent.load(Relaxed);
        stats.messages_received += self.messages_received.load(Relaxed);
        stats.bytes_received += self.bytes_received.load(Relaxed);
        stats.send_full += self.send_full.load(Relaxed);
        stats.recv_empty += self.recv_empty.load(Relaxed);
    }
}

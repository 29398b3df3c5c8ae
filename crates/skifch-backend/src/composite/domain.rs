//! Membership in a job: opens a channel or segment of every child.

use super::Turns;
use super::child::{Child, Lane};
use super::memory::{JoinedSegment, Wanted, maker};
use super::rx::JoinedRx;
use super::tx::JoinedTx;
use crate::export::epoll_of;
use crate::{Domain, Error, HostRef, Port, StatSource};
use skifch_abi::{ADDR_NONE, Attr, Caps, Events, Stats};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Membership in a job through several networks.
pub(super) struct JoinedDomain<T> {
    pub(super) host: HostRef,
    pub(super) children: Vec<Child>,
    /// The index of each rank's child.
    pub(super) routes: Arc<[u8]>,
    /// Number of segments created or attempted; all ranks create the same ones.
    segments: AtomicU32,
    turns: PhantomData<fn() -> T>,
}

impl<T> JoinedDomain<T> {
    pub(super) fn new(host: HostRef, children: Vec<Child>, routes: Vec<u8>) -> Self {
        let segments = AtomicU32::new(0);
        Self { host, children, routes: routes.into(), segments, turns: PhantomData }
    }

    fn segment_of(&self, wanted: Wanted) -> Result<JoinedSegment, Error> {
        let number = self.segments.fetch_add(1, Ordering::Relaxed);
        JoinedSegment::open(&self.host, &self.children, &self.routes, number, wanted)
    }
}

impl<T: Turns> Domain for JoinedDomain<T> {
    type Tx = JoinedTx;
    type Rx = JoinedRx<T>;
    type Segment = JoinedSegment;

    fn open(&self, port: u32) -> Result<Port<JoinedTx, JoinedRx<T>>, Error> {
        let lanes = self.children.iter().map(|child| Lane::open(child, port));
        let lanes: Arc<[Lane]> = lanes.collect::<Result<Vec<_>, _>>()?.into();
        let mut attr = attr(&lanes);
        let offered = caps(&self.children);
        attr.caps.0 &= offered.0;
        attr.caps.0 |= offered.0 & Caps::MEMORY_EVENT.0;
        if offered.has(Caps::SINGLE_COPY) && lanes.iter().any(Lane::copies) {
            attr.caps = attr.caps.with(Caps::SINGLE_COPY);
        }
        let max_bytes = attr.max_message_bytes;
        Ok(Port {
            tx: JoinedTx::new(Arc::clone(&self.routes), Arc::clone(&lanes), max_bytes)?,
            rx: JoinedRx::new(Arc::clone(&self.routes), Arc::clone(&lanes))?,
            attr,
            stats: Arc::new(Sum(lanes)),
        })
    }

    fn leave(self) -> Result<(), Error> {
        // All networks are left; the first failure is returned.
        let leave_one = |left: Result<(), Error>, child: Child| {
            let this = child.leave();
            left.and(this)
        };
        self.children.into_iter().fold(Ok(()), leave_one)
    }

    fn time_ns(&self) -> u64 {
        match self.children.first().map(|child| (child.table().time_ns, child.domain())) {
            // SAFETY: the domain is open.
            Some((Some(time_ns), domain)) => unsafe { time_ns(domain) },
            _ => crate::monotonic_ns(),
        }
    }

    fn segment(&self, bytes: usize) -> Result<JoinedSegment, Error> {
        self.segment_of(Wanted { bytes, base: None })
    }

    unsafe fn segment_over(&self, base: *mut c_void, bytes: usize) -> Result<JoinedSegment, Error> {
        self.segment_of(Wanted { bytes, base: Some(base) })
    }
}

/// The capabilities that all children have at best.
pub(super) fn caps(children: &[Child]) -> Caps {
    let mut caps = children.iter().fold(Caps(u64::MAX), |all, child| Caps(all.0 & child.caps().0));
    if children.iter().any(|child| child.table().side_fd.is_none()) {
        caps = caps.without(Caps::EVENT_FD);
    }
    // Each child is used for its own ranks only; for all others the answer is no.
    if children.iter().any(|child| child.caps().has(Caps::SINGLE_COPY)) {
        caps = caps.with(Caps::SINGLE_COPY);
    }
    // No child reaches all ranks.
    caps = caps.without(Caps::JOIN);
    if maker(children).is_err() {
        // Removes the capabilities that depend on segments.
        caps = caps.without(Caps::SEGMENT.with(Caps::SEGMENT_PTR));
    } else if children.iter().any(Child::makes_memory) {
        // A child that only adopts memory need not be able to create any.
        caps = caps.with(Caps::SEGMENT);
    }
    // Where another child gives pointers, no event is needed.
    if caps.has(Caps::SEGMENT) && children.iter().any(|child| child.caps().has(Caps::MEMORY_EVENT))
    {
        caps = caps.with(Caps::MEMORY_EVENT);
    }
    caps
}

/// The attributes that hold for every child: the least limits and the worst estimates.
fn attr(lanes: &[Lane]) -> Attr {
    let all = lanes.iter().map(|lane| lane.attr).reduce(|all, one| least(&all, &one));
    all.unwrap_or_default()
}

fn least(a: &Attr, b: &Attr) -> Attr {
    // An estimate that one child does not give is unknown for both.
    let known = |a: u64, b: u64, worse: u64| if a == 0 || b == 0 { 0 } else { worse };
    let (a_rate, b_rate) = (a.bandwidth_bytes_per_s, b.bandwidth_bytes_per_s);
    Attr {
        size: a.size,
        caps: Caps(a.caps.0 & b.caps.0),
        max_message_bytes: a.max_message_bytes.min(b.max_message_bytes),
        max_inline_bytes: a.max_inline_bytes.min(b.max_inline_bytes),
        window_bytes: a.window_bytes.min(b.window_bytes),
        latency_ns: known(a.latency_ns, b.latency_ns, a.latency_ns.max(b.latency_ns)),
        bandwidth_bytes_per_s: known(a_rate, b_rate, a_rate.min(b_rate)),
    }
}

/// The sum of the counters of all children.
struct Sum(Arc<[Lane]>);

impl StatSource for Sum {
    fn add_to(&self, stats: &mut Stats) {
        for lane in self.0.iter() {
            let mut one = Stats::new();
            // SAFETY: the channel is open; `one` carries its size. Any thread may ask.
            if lane.table.stats.is_some_and(|ask| unsafe { ask(lane.ctx, &raw mut one) } == 0) {
                stats.add(&one);
            }
        }
    }
}

/// One descriptor for one side of all children; absent unless each child has one.
pub(super) struct SideFd(Option<OwnedFd>);

impl SideFd {
    pub(super) fn new(lanes: &[Lane], side: Events) -> Result<Self, Error> {
        let mut fds: Vec<RawFd> = Vec::new();
        for lane in lanes {
            // SAFETY: the channel is open, and nobody is on its sides yet.
            let fd = lane.table.side_fd.map_or(-1, |side_fd| unsafe { side_fd(lane.ctx, side.0) });
            fds.push(fd);
        }
        let have_all = lanes.iter().zip(&fds).all(|(lane, &fd)| {
            fd >= 0 && lane.table.side_arm.is_some() && lane.table.side_disarm.is_some()
        });
        Ok(Self(if have_all { Some(epoll_of(&fds)?) } else { None }))
    }

    pub(super) fn raw(&self) -> RawFd {
        self.0.as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }
}

/// Whether an event holds at a child now, or a call there would report an error.
pub(super) fn holds(lane: &Lane, event: Events, dst: u32) -> bool {
    // SAFETY: the channel is open; the caller is on the side that it asks for.
    match unsafe { (lane.table.wait)(lane.ctx, event.0, dst, 0) } {
        rc @ 0.. => Events(rc as u32).has(event),
        _ => true,
    }
}

/// Whether a child has written to this rank's memory since the calling thread was last told.
pub(super) fn has_news(lane: &Lane) -> bool {
    let events = Events::RECV.with(Events::MEMORY);
    lane.attr.caps.has(Caps::MEMORY_EVENT) && {
        // SAFETY: the channel is open; the caller is on the receiving side.
        let rc = unsafe { (lane.table.wait)(lane.ctx, events.0, ADDR_NONE, 0) };
        rc > 0 && Events(rc as u32).has(Events::MEMORY)
    }
}

/// Announces to a child that a side is about to sleep; true if it is ready.
pub(super) fn arm(lane: &Lane, side: Events, dst: u32) -> Result<bool, Error> {
    let Some(side_arm) = lane.table.side_arm else {
        return Err(Error::unsupported("sleeping on a descriptor"));
    };
    // SAFETY: the channel is open; the caller is on the side that it announces.
    match unsafe { side_arm(lane.ctx, side.0, dst) } {
        rc @ 0.. => Ok(rc > 0),
        rc => Err(Error::passed_on(rc)),
    }
}

/// Retracts the announcements of a side at every child.
pub(super) fn disarm(lanes: &[Lane], side: Events) {
    for lane in lanes {
        if let Some(side_disarm) = lane.table.side_disarm {
            // SAFETY: the channel is open; the caller is on the side that it announced.
            unsafe { side_disarm(lane.ctx, side.0) };
        }
    }
}

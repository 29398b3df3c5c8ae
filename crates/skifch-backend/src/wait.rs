//! The waiting policy of all backends: spin, yield, sleep.
//!
//! A sleeper wakes up tens of microseconds late, and a peer that waits for it then sleeps as well,
//! so an exchange in which one side sleeps keeps sleeping. A wait therefore stays awake for longer
//! than that: it spins, with a yield at the end of each [turn](Turn), and then only yields, which
//! costs other threads of this CPU nothing as long as they [yield too](Yielding). Where ranks share
//! CPUs the peer needs ours, so there is no spinning. Then the sides announce that they sleep
//! (`arm`), and the thread sleeps on their descriptors. A backend without descriptors is polled
//! with sleeps of growing length.

use crate::{Error, HostRef, Rx, Tx};
use skifch_abi::{Events, NetAddr};
use skifch_sync::{Turn, Yielding};
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

/// How long a wait spins and yields before it sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Spinning time in nanoseconds.
    pub spin_ns: u64,
    /// Number of `sched_yield` calls after the spinning.
    pub yield_count: u32,
}

impl Policy {
    /// A rank that has a CPU of its own.
    pub const ALONE: Self = Self { spin_ns: 20_000, yield_count: 1024 };
    /// Ranks that share CPUs.
    pub const SHARED: Self = Self { spin_ns: 0, yield_count: 32 };

    /// A wait that follows one that timed out: nothing is expected soon, and consecutive waits
    /// would otherwise keep the CPU busy forever.
    pub const IN_VAIN: Self = Self { spin_ns: 0, yield_count: 0 };

    /// The values of `SKIFCH_SPIN_NS` and `SKIFCH_YIELDS`; `auto`, or a host that does not know
    /// these parameters, selects by whether ranks share CPUs.
    ///
    /// # Errors
    /// A parameter that is neither `auto` nor a number.
    pub fn from_host(host: &HostRef) -> Result<Self, Error> {
        let auto = if host.oversubscribed() { Self::SHARED } else { Self::ALONE };
        Ok(Self {
            spin_ns: setting(host, c"SPIN_NS")?.unwrap_or(auto.spin_ns),
            yield_count: setting(host, c"YIELDS")?
                .map_or(auto.yield_count, |n| n.min(1 << 20) as u32),
        })
    }
}

fn setting(host: &HostRef, key: &std::ffi::CStr) -> Result<Option<u64>, Error> {
    match host.param(key).as_deref() {
        None | Some("auto") => Ok(None),
        Some(_) => host.param_as(key).map(Some),
    }
}

/// The first of this many fruitless yields is followed by a check of the sockets and the clock: a
/// system call and tens of nanoseconds, during which every thread that yields on this CPU waits.
/// Where arrivals are not seen without that call ([`Rx::IS_LOOKED_FOR`]) each yield is followed by
/// one.
const YIELDS_PER_LOOK: u32 = 8;

/// Whether a wait ended without an event after long enough that the next need not stay awake.
pub(crate) fn is_in_vain(events: Events, timeout_ns: i64) -> bool {
    const LONG_NS: i64 = 100_000;
    events.is_empty() && timeout_ns >= LONG_NS
}

/// The sides of a channel that are waited for; at least one.
pub(crate) struct Sides<'a, T, R> {
    /// The sending side, and the address for which it needs room.
    pub(crate) tx: Option<(&'a mut T, NetAddr)>,
    /// The receiving side.
    pub(crate) rx: Option<&'a mut R>,
    /// Writes of other ranks into this rank's memory are waited for as well.
    pub(crate) for_memory: bool,
}

impl<T: Tx, R: Rx> Sides<'_, T, R> {
    fn ready(&mut self) -> Events {
        let mut events = Events::NONE;
        if self.rx.as_mut().is_some_and(|rx| rx.ready()) {
            events = events.with(Events::RECV);
        }
        if self.tx.as_mut().is_some_and(|(tx, dst)| tx.ready(*dst)) {
            events = events.with(Events::SEND);
        }
        events.with(self.news())
    }

    fn news(&mut self) -> Events {
        let rx = self.rx.as_mut().filter(|_| self.for_memory);
        if rx.is_some_and(|rx| rx.has_memory_changed()) { Events::MEMORY } else { Events::NONE }
    }

    fn progress(&mut self) -> Result<(), Error> {
        if let Some(rx) = &mut self.rx {
            rx.progress()?;
        }
        if let Some((tx, _)) = &mut self.tx {
            tx.progress()?;
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<Events, Error> {
        let events = self.ready();
        if !events.is_empty() {
            return Ok(events);
        }
        self.progress()?;
        Ok(self.ready())
    }

    /// Announces that the sides are about to sleep. Returns the events that already hold; if there
    /// are any, nothing stays announced.
    ///
    /// # Errors
    /// The error of a side's `arm`; nothing stays announced.
    pub(crate) fn arm(&mut self) -> Result<Events, Error> {
        let armed = self.try_arm();
        if !matches!(armed, Ok(events) if events.is_empty()) {
            self.disarm();
        }
        armed
    }

    fn try_arm(&mut self) -> Result<Events, Error> {
        let mut events = Events::NONE;
        if let Some(rx) = &mut self.rx
            && rx.arm()?
        {
            events = events.with(Events::RECV);
        }
        if let Some((tx, dst)) = &mut self.tx
            && tx.arm(*dst)?
        {
            events = events.with(Events::SEND);
        }
        Ok(events.with(self.news()))
    }

    /// Retracts the announcements.
    pub(crate) fn disarm(&mut self) {
        if let Some(rx) = &mut self.rx {
            rx.disarm();
        }
        if let Some((tx, _)) = &mut self.tx {
            tx.disarm();
        }
    }

    /// The descriptors of the sides; `None` if a side has none.
    fn fds(&self) -> Option<[libc::pollfd; 2]> {
        let of = |fd: RawFd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let rx = self.rx.as_ref().map(|rx| rx.fd());
        let tx = self.tx.as_ref().map(|(tx, _)| tx.fd());
        if rx.is_some_and(|fd| fd < 0) || tx.is_some_and(|fd| fd < 0) {
            return None;
        }
        // The kernel ignores negative descriptors.
        Some([of(rx.unwrap_or(-1)), of(tx.unwrap_or(-1))])
    }

    /// Waits until a side is ready, or for `timeout_ns` (0: poll once; negative: no limit). Adds to
    /// `sleeps` the number of times the thread slept in the kernel.
    ///
    /// # Errors
    /// The error of a side's `progress` or `arm`.
    pub(crate) fn wait(
        &mut self,
        policy: Policy,
        timeout_ns: i64,
        sleeps: &mut u64,
    ) -> Result<Events, Error> {
        let events = if timeout_ns == 0 { self.poll()? } else { self.ready() };
        if !events.is_empty() || timeout_ns == 0 {
            return Ok(events);
        }
        let start = Instant::now();
        // A timeout beyond the range of an Instant counts as no limit.
        let limit = u64::try_from(timeout_ns).ok().map(Duration::from_nanos);
        let end = limit.and_then(|limit| start.checked_add(limit));
        let events = self.spin(policy, start, end)?;
        if !events.is_empty() {
            return Ok(events);
        }
        match self.fds() {
            Some(fds) => self.sleep_on(fds, end, sleeps),
            None => self.sleep_and_poll(end, sleeps),
        }
    }

    fn spin(
        &mut self,
        policy: Policy,
        start: Instant,
        end: Option<Instant>,
    ) -> Result<Events, Error> {
        let spin_end = start + Duration::from_nanos(policy.spin_ns.min(1_000_000_000));
        let spin_end = end.map_or(spin_end, |end| end.min(spin_end));
        let (mut now, mut turn) = (start, Turn::default());
        while now < spin_end {
            std::hint::spin_loop();
            let events = self.poll()?;
            if !events.is_empty() {
                return Ok(events);
            }
            now = turn.goes_on(Instant::now());
        }
        match Yielding::of_process().is_cheap(now) {
            true => self.give_way(policy.yield_count, now, end),
            false => Ok(Events::NONE),
        }
    }

    /// Yields up to `count` times, as long as yielding is cheap.
    fn give_way(
        &mut self,
        count: u32,
        mut looked: Instant,
        end: Option<Instant>,
    ) -> Result<Events, Error> {
        for turn in 1..=count {
            std::thread::yield_now();
            let mut is_enough = false;
            let is_due = turn % YIELDS_PER_LOOK == 1;
            if is_due {
                let now = Instant::now();
                is_enough =
                    Yielding::of_process().took(looked, now) || end.is_some_and(|end| now >= end);
                looked = now;
            }
            let events = if is_due || R::IS_LOOKED_FOR { self.poll()? } else { self.ready() };
            if !events.is_empty() || is_enough {
                return Ok(events);
            }
        }
        Ok(Events::NONE)
    }

    fn sleep_on(
        &mut self,
        mut fds: [libc::pollfd; 2],
        end: Option<Instant>,
        sleeps: &mut u64,
    ) -> Result<Events, Error> {
        loop {
            let events = self.arm()?;
            if !events.is_empty() {
                return Ok(events);
            }
            *sleeps += 1;
            poll(&mut fds, end);
            self.disarm();
            let events = self.poll()?;
            if !events.is_empty() || is_over(end) {
                return Ok(events);
            }
        }
    }

    fn sleep_and_poll(&mut self, end: Option<Instant>, sleeps: &mut u64) -> Result<Events, Error> {
        const SHORTEST: Duration = Duration::from_micros(1);
        const LONGEST: Duration = Duration::from_millis(1);
        let mut pause = SHORTEST;
        loop {
            if is_over(end) {
                return Ok(Events::NONE);
            }
            *sleeps += 1;
            std::thread::sleep(left(end).map_or(pause, |left| left.min(pause)));
            pause = (pause * 2).min(LONGEST);
            let events = self.poll()?;
            if !events.is_empty() {
                return Ok(events);
            }
        }
    }
}

fn is_over(end: Option<Instant>) -> bool {
    end.is_some_and(|end| Instant::now() >= end)
}

fn left(end: Option<Instant>) -> Option<Duration> {
    end.map(|end| end.saturating_duration_since(Instant::now()))
}

/// Sleeps until a descriptor is readable, the time limit expires, or a signal arrives; the caller
/// polls again in every case, so the result does not matter.
fn poll(fds: &mut [libc::pollfd], end: Option<Instant>) {
    let limit = left(end).map(|left| libc::timespec {
        tv_sec: left.as_secs().min(i32::MAX as u64) as libc::time_t,
        tv_nsec: left.subsec_nanos().into(),
    });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the array, its length and the time limit are ours and live through the call.
    unsafe { libc::ppoll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, limit, std::ptr::null()) };
}

//! The waiting policy, once for all backends: spin, yield, sleep.
//!
//! A sleeper that is woken is late by tens of microseconds, and whoever waits for it then sleeps as
//! well, so that an exchange in which one sleeps goes on in sleeps. A wait therefore stays awake
//! for longer than that: it spins, and then yields, which costs others of this CPU nothing, as long
//! as they [give way too](Yielding). Where ranks share CPUs the peer needs ours, so there is no
//! spin.
//! Then the sides announce themselves (`arm`) and the thread sleeps on their descriptors.
//! A backend without descriptors is polled with growing sleeps.

use crate::{Error, HostRef, Rx, Tx};
use skifch_abi::{Events, NetAddr};
use skifch_sync::Yielding;
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

/// How long a wait spins and yields before it sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Nanoseconds of spinning.
    pub spin_ns: u64,
    /// Calls of `sched_yield` after that.
    pub yield_count: u32,
}

impl Policy {
    /// A rank that has a CPU to itself.
    pub const ALONE: Self = Self { spin_ns: 20_000, yield_count: 1024 };
    /// Ranks that share CPUs.
    pub const SHARED: Self = Self { spin_ns: 0, yield_count: 32 };

    /// A wait after one that was in vain: nothing is on its way, and waits that follow each other
    /// would together stay awake for ever.
    pub const IN_VAIN: Self = Self { spin_ns: 0, yield_count: 0 };

    /// What `SKIFCH_SPIN_NS` and `SKIFCH_YIELDS` say; `auto`, or a host that does not know these
    /// settings, leaves it to whether ranks share CPUs.
    ///
    /// # Errors
    /// A setting that is neither `auto` nor a number.
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

/// The first of so many yields is followed by a look at sockets and the clock if it was in vain: a
/// system call and tens of nanoseconds, for which everybody waits who yields on this CPU. Where
/// nothing is seen without that call ([`Rx::IS_LOOKED_FOR`]) each yield is followed by one.
const YIELDS_PER_LOOK: u32 = 8;

/// Whether a wait was in vain, for long enough that the next need not stay awake.
pub(crate) fn is_in_vain(events: Events, timeout_ns: i64) -> bool {
    const LONG_NS: i64 = 100_000;
    events.is_empty() && timeout_ns >= LONG_NS
}

/// The sides of a channel that a wait is for; at least one.
pub(crate) struct Sides<'a, T, R> {
    /// The sending side and the address to which room is wanted.
    pub(crate) tx: Option<(&'a mut T, NetAddr)>,
    /// The receiving side.
    pub(crate) rx: Option<&'a mut R>,
    /// What others write into this rank's memory is waited for as well.
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

    /// Announces the sides. Gives what is ready already; then nothing stays announced.
    ///
    /// # Errors
    /// What a side's `arm` answers; nothing stays announced.
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

    /// Takes the announcements back.
    pub(crate) fn disarm(&mut self) {
        if let Some(rx) = &mut self.rx {
            rx.disarm();
        }
        if let Some((tx, _)) = &mut self.tx {
            tx.disarm();
        }
    }

    /// The descriptors of the sides; `None` if one has none.
    fn fds(&self) -> Option<[libc::pollfd; 2]> {
        let of = |fd: RawFd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let rx = self.rx.as_ref().map(|rx| rx.fd());
        let tx = self.tx.as_ref().map(|(tx, _)| tx.fd());
        if rx.is_some_and(|fd| fd < 0) || tx.is_some_and(|fd| fd < 0) {
            return None;
        }
        // The kernel passes over negative descriptors.
        Some([of(rx.unwrap_or(-1)), of(tx.unwrap_or(-1))])
    }

    /// Waits until a side is ready, or for `timeout_ns` (0: only looks; negative: without limit).
    /// Counts in `sleeps` how often the thread slept in the kernel.
    ///
    /// # Errors
    /// What `progress` or `arm` of a side answers.
    pub(crate) fn wait(
        &mut self,
        policy: Policy,
        yielding: &Yielding,
        timeout_ns: i64,
        sleeps: &mut u64,
    ) -> Result<Events, Error> {
        let events = if timeout_ns == 0 { self.poll()? } else { self.ready() };
        if !events.is_empty() || timeout_ns == 0 {
            return Ok(events);
        }
        let start = Instant::now();
        // A limit beyond what an Instant can hold is none.
        let limit = u64::try_from(timeout_ns).ok().map(Duration::from_nanos);
        let end = limit.and_then(|limit| start.checked_add(limit));
        let events = self.spin(policy, yielding, start, end)?;
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
        yielding: &Yielding,
        start: Instant,
        end: Option<Instant>,
    ) -> Result<Events, Error> {
        let spin_end = start + Duration::from_nanos(policy.spin_ns.min(1_000_000_000));
        let spin_end = end.map_or(spin_end, |end| end.min(spin_end));
        let mut now = start;
        while now < spin_end {
            std::hint::spin_loop();
            let events = self.poll()?;
            if !events.is_empty() {
                return Ok(events);
            }
            now = Instant::now();
        }
        match yielding.is_cheap(now) {
            true => self.give_way(policy.yield_count, yielding, now, end),
            false => Ok(Events::NONE),
        }
    }

    /// Yields so many times, or as long as that is cheap.
    fn give_way(
        &mut self,
        count: u32,
        yielding: &Yielding,
        mut looked: Instant,
        end: Option<Instant>,
    ) -> Result<Events, Error> {
        for turn in 1..=count {
            std::thread::yield_now();
            let mut is_enough = false;
            let is_due = turn % YIELDS_PER_LOOK == 1;
            if is_due {
                let now = Instant::now();
                is_enough = yielding.took(looked, now) || end.is_some_and(|end| now >= end);
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

/// Sleeps until a descriptor is readable, the time is over, or a signal comes; the caller looks
/// again in every case, so the answer does not matter.
fn poll(fds: &mut [libc::pollfd], end: Option<Instant>) {
    let limit = left(end).map(|left| libc::timespec {
        tv_sec: left.as_secs().min(i32::MAX as u64) as libc::time_t,
        tv_nsec: left.subsec_nanos().into(),
    });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the array, its length and the time limit are ours and live through the call.
    unsafe { libc::ppoll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, limit, std::ptr::null()) };
}

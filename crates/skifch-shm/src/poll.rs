//! One descriptor for many: an epoll descriptor over a side's sockets, plus an alarm timer for
//! events that no socket reports.

use skifch_backend::Error;
use skifch_backend::fork::{self, Guarded};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// The token of the alarm.
const ALARM: u64 = u64::MAX;

/// A set of descriptors, each with its token.
pub(crate) struct Poller {
    epoll: Guarded,
    alarm: Option<OwnedFd>,
}

impl Poller {
    pub(crate) fn new() -> Result<Self, Error> {
        // SAFETY: integers only.
        let fd = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        if fd < 0 {
            return Err(Error::os("creating an epoll descriptor"));
        }
        // SAFETY: a fresh descriptor that nobody else owns.
        let epoll = fork::guard(unsafe { OwnedFd::from_raw_fd(fd) });
        Ok(Self { epoll, alarm: None })
    }

    /// An epoll descriptor that is readable when any descriptor of the set is.
    pub(crate) fn fd(&self) -> RawFd {
        self.epoll.as_raw_fd()
    }

    /// Adds a descriptor; it leaves the set when it is closed.
    pub(crate) fn add(&self, fd: RawFd, token: u64) -> Result<(), Error> {
        let mut event =
            libc::epoll_event { events: (libc::EPOLLIN | libc::EPOLLRDHUP) as u32, u64: token };
        // SAFETY: `event` is ours.
        let rc = unsafe { libc::epoll_ctl(self.fd(), libc::EPOLL_CTL_ADD, fd, &raw mut event) };
        if rc != 0 {
            return Err(Error::os("adding a socket to an epoll set"));
        }
        Ok(())
    }

    /// Removes a descriptor that stays open from the set.
    pub(crate) fn remove(&self, fd: RawFd) {
        // SAFETY: integers only; no event is described.
        unsafe {
            libc::epoll_ctl(self.fd(), libc::EPOLL_CTL_DEL, fd, std::ptr::null_mut());
        }
    }

    /// Whether no descriptor is readable, and none has been closed by its other end.
    pub(crate) fn is_quiet(&self) -> bool {
        let mut event = libc::epoll_event { events: 0, u64: 0 };
        // SAFETY: room for one event, which is ours; no waiting.
        unsafe { libc::epoll_wait(self.fd(), &raw mut event, 1, 0) == 0 }
    }

    /// The tokens of descriptors that are readable now; at most 32 per call. Does not block.
    pub(crate) fn poll(&self) -> impl Iterator<Item = u64> + use<> {
        const BATCH: usize = 32;
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; BATCH];
        // SAFETY: the array and its length are ours; no waiting.
        let n = unsafe { libc::epoll_wait(self.fd(), events.as_mut_ptr(), BATCH as i32, 0) };
        let n = usize::try_from(n).unwrap_or(0);
        events.into_iter().take(n).map(|event| event.u64).filter(|&token| token != ALARM)
    }

    /// Makes the set readable once after `delay`, for a sleeper that must poll again by itself.
    pub(crate) fn set_alarm(&mut self, delay: Duration) -> Result<(), Error> {
        let fd = match &self.alarm {
            Some(fd) => fd.as_raw_fd(),
            None => self.make_alarm()?,
        };
        set_timer(fd, delay);
        Ok(())
    }

    /// Cancels the alarm.
    pub(crate) fn clear_alarm(&self) {
        if let Some(fd) = &self.alarm {
            set_timer(fd.as_raw_fd(), Duration::ZERO);
        }
    }

    fn make_alarm(&mut self) -> Result<RawFd, Error> {
        let flags = libc::TFD_CLOEXEC | libc::TFD_NONBLOCK;
        // SAFETY: integers only.
        let fd = unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, flags) };
        if fd < 0 {
            return Err(Error::os("creating a timer"));
        }
        self.add(fd, ALARM)?;
        // SAFETY: a fresh descriptor that nobody else owns.
        Ok(self.alarm.insert(unsafe { OwnedFd::from_raw_fd(fd) }).as_raw_fd())
    }
}

/// Setting a timer also clears its expiration, so it need not be read.
fn set_timer(fd: RawFd, delay: Duration) {
    let zero = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let value = libc::timespec {
        tv_sec: delay.as_secs() as libc::time_t,
        tv_nsec: delay.subsec_nanos().into(),
    };
    let spec = libc::itimerspec { it_interval: zero, it_value: value };
    // SAFETY: the time is ours; the old one is not asked for.
    unsafe { libc::timerfd_settime(fd, 0, &raw const spec, std::ptr::null_mut()) };
}

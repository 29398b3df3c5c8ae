//! Sleeping until a deadline, a kick, or a readable descriptor.

use skifch_backend::Error;
use skifch_backend::fork::{self, Guarded};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// An epoll descriptor with a timer, an eventfd, and optionally a descriptor of the caller's. One
/// thread sleeps; any thread may kick.
pub(super) struct Sleeper {
    epoll: OwnedFd,
    timer: OwnedFd,
    event: OwnedFd,
    watched: Option<Guarded>,
}

impl Sleeper {
    pub(super) fn new(watched: Option<OwnedFd>) -> Result<Self, Error> {
        // SAFETY: integers only.
        let epoll = owned(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) }, "epoll")?;
        let flags = libc::TFD_CLOEXEC | libc::TFD_NONBLOCK;
        // SAFETY: integers only.
        let timer = unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, flags) };
        let timer = owned(timer, "a timer")?;
        // SAFETY: integers only.
        let event = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        let event = owned(event, "an event")?;
        let made = Self { epoll, timer, event, watched: watched.map(fork::guard) };
        made.control(libc::EPOLL_CTL_ADD, made.timer.as_raw_fd(), libc::EPOLLIN)?;
        made.control(libc::EPOLL_CTL_ADD, made.event.as_raw_fd(), libc::EPOLLIN)?;
        Ok(made)
    }

    /// Ends the current or the next sleep at once.
    pub(super) fn kick(&self) {
        let one = 1_u64;
        // SAFETY: eight bytes of ours. If the counter is full, a kick is pending already.
        unsafe { libc::write(self.event.as_raw_fd(), (&raw const one).cast(), 8) };
    }

    /// Sleeps until `deadline_ns` of the monotonic clock or a kick; with `watch`, also until the
    /// watched descriptor is ready.
    pub(super) fn sleep(&self, deadline_ns: u64, watch: bool) {
        self.set_timer(deadline_ns);
        let watched = self.watched.as_ref().filter(|_| watch).map(AsRawFd::as_raw_fd);
        // Added only while it is waited for: epoll reports errors whatever events are requested.
        let added =
            watched.filter(|&fd| self.control(libc::EPOLL_CTL_ADD, fd, libc::EPOLLIN).is_ok());
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; 3];
        // SAFETY: writes at most three events into this array. Signals are blocked in this thread.
        unsafe { libc::epoll_wait(self.epoll.as_raw_fd(), events.as_mut_ptr(), 3, -1) };
        if let Some(fd) = added {
            // A descriptor that could be added can be removed.
            let _ = self.control(libc::EPOLL_CTL_DEL, fd, 0);
        }
        drain(&self.timer);
        drain(&self.event);
    }

    fn set_timer(&self, deadline_ns: u64) {
        // Zero would disarm the timer; a past time expires at once.
        let deadline_ns = deadline_ns.clamp(1, i64::MAX.cast_unsigned());
        let value = libc::timespec {
            tv_sec: (deadline_ns / 1_000_000_000).cast_signed(),
            tv_nsec: (deadline_ns % 1_000_000_000).cast_signed(),
        };
        let never = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let time = libc::itimerspec { it_interval: never, it_value: value };
        let (fd, flags) = (self.timer.as_raw_fd(), libc::TFD_TIMER_ABSTIME);
        // SAFETY: reads one value of this frame; it is a valid time, so that this cannot fail.
        unsafe { libc::timerfd_settime(fd, flags, &raw const time, std::ptr::null_mut()) };
    }

    fn control(&self, what: i32, fd: RawFd, events: i32) -> Result<(), Error> {
        let mut event = libc::epoll_event { events: events.cast_unsigned(), u64: 0 };
        // SAFETY: reads one event of this frame.
        match unsafe { libc::epoll_ctl(self.epoll.as_raw_fd(), what, fd, &raw mut event) } {
            0 => Ok(()),
            _ => Err(Error::os("changing the epoll set of the helper thread")),
        }
    }
}

fn owned(fd: RawFd, what: &str) -> Result<OwnedFd, Error> {
    if fd < 0 {
        return Err(Error::os(format!("creating {what} for the helper thread")));
    }
    // SAFETY: a fresh descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn drain(fd: &OwnedFd) {
    let mut count = 0_u64;
    // SAFETY: eight bytes of ours. Nothing to read is fine.
    unsafe { libc::read(fd.as_raw_fd(), (&raw mut count).cast(), 8) };
}

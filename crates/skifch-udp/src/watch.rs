//! What one side of a channel sleeps on: the socket, an eventfd that other threads ring, and a
//! timer for protocol deadlines.

use crate::channel::{Channel, Sleep};
use crate::net::State;
use skifch_backend::fork::{self, Guarded};
use skifch_backend::{Error, EventFd};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::Arc;

pub(crate) struct Watch {
    epoll: Guarded,
    timer: OwnedFd,
    bell: Arc<EventFd>,
    /// When the timer expires.
    due_ns: Option<u64>,
}

impl Watch {
    /// Readable when the socket or the new eventfd is, and when the timer has expired.
    pub(crate) fn new(socket: BorrowedFd<'_>) -> Result<Self, Error> {
        let bell = Arc::new(EventFd::new()?);
        // SAFETY: integers only.
        let epoll = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        let epoll = fork::guard(owned(epoll, "an epoll descriptor")?);
        let flags = libc::TFD_CLOEXEC | libc::TFD_NONBLOCK;
        // SAFETY: integers only.
        let timer =
            owned(unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, flags) }, "a timer")?;
        for fd in [socket.as_raw_fd(), bell.as_raw_fd(), timer.as_raw_fd()] {
            let mut event = libc::epoll_event { events: libc::EPOLLIN as u32, u64: 0 };
            // SAFETY: `event` is ours.
            let rc = unsafe {
                libc::epoll_ctl(epoll.as_raw_fd(), libc::EPOLL_CTL_ADD, fd, &raw mut event)
            };
            if rc != 0 {
                return Err(Error::os("filling the epoll set of a channel"));
            }
        }
        Ok(Self { epoll, timer, bell, due_ns: None })
    }

    pub(crate) fn fd(&self) -> RawFd {
        self.epoll.as_raw_fd()
    }

    pub(crate) fn bell(&self) -> &Arc<EventFd> {
        &self.bell
    }

    /// Wakes the sleeper at `due_ns` of [`crate::clock`]; with none, disarms the timer.
    pub(crate) fn set_timer(&mut self, due_ns: Option<u64>) {
        // An expired timer stays readable until it is set again.
        if self.due_ns.is_none() && due_ns.is_none() {
            return;
        }
        self.due_ns = due_ns;
        let at_ns = due_ns.map_or(0, |at| at.clamp(1, i64::MAX.cast_unsigned()));
        let value = libc::timespec {
            tv_sec: (at_ns / 1_000_000_000).cast_signed(),
            tv_nsec: (at_ns % 1_000_000_000).cast_signed(),
        };
        let time = libc::itimerspec {
            it_interval: libc::timespec { tv_sec: 0, tv_nsec: 0 },
            it_value: value,
        };
        let (fd, flags) = (self.timer.as_raw_fd(), libc::TFD_TIMER_ABSTIME);
        // SAFETY: reads one value of this frame; it is a valid time, so that this cannot fail.
        unsafe { libc::timerfd_settime(fd, flags, &raw const time, std::ptr::null_mut()) };
    }
}

impl State {
    /// Marks a side as about to sleep in the kernel, so that other threads ring its eventfd, and
    /// sets its timer to the next deadline.
    pub(crate) fn fall_asleep(
        &mut self,
        index: usize,
        watch: &mut Watch,
        side: fn(&mut Channel) -> &mut Sleep,
    ) {
        watch.bell.drain();
        let Some(channel) = self.channel(index) else { return };
        if !std::mem::replace(&mut side(channel).is_asleep, true) {
            self.helper.asleep += 1;
        }
        watch.set_timer(self.deadline_ns());
        self.send_helper_away();
    }

    /// Marks the side as awake and drains the eventfd.
    pub(crate) fn wake_up(
        &mut self,
        index: usize,
        watch: &Watch,
        side: fn(&mut Channel) -> &mut Sleep,
    ) {
        let Some(channel) = self.channel(index) else { return };
        if std::mem::replace(&mut side(channel).is_asleep, false) {
            self.helper.asleep -= 1;
            watch.bell.drain();
        }
    }
}

fn owned(fd: RawFd, what: &str) -> Result<OwnedFd, Error> {
    if fd < 0 {
        return Err(Error::os(format!("creating {what} for a channel")));
    }
    // SAFETY: a fresh descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

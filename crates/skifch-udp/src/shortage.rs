//! The system temporarily has no memory for datagrams, or no room in an interface's queue
//! (`ENOMEM`, `ENOBUFS`). This is not a socket error, since it passes, and it passes sooner if the
//! socket, which stays readable meanwhile, is left alone for a while.

use crate::net::State;
use crate::{Event, clock};
use skifch_backend::Error;
use std::time::Duration;

/// First and longest pause, ns; each pause is twice as long as the one before.
const FIRST_NS: u64 = 100_000;
const LONGEST_NS: u64 = 10_000_000;

/// Whether an errno means a shortage.
pub(crate) fn is_shortage(errno: i32) -> bool {
    matches!(errno, libc::ENOMEM | libc::ENOBUFS)
}

/// Sleeps through the pause: for a side about to wait on the socket, which would wake it at once.
#[inline(always)]
pub(crate) fn sit_out(pause: Duration) {
    if !pause.is_zero() {
        std::thread::sleep(pause);
    }
}

/// State of a shortage of memory for datagrams.
#[derive(Default)]
pub(crate) struct Shortage {
    /// No receive is tried before this time; 0 if there is no shortage.
    until_ns: u64,
    pause_ns: u64,
    /// Time of the last failure.
    last_ns: u64,
    count: u64,
}

impl Shortage {
    /// Number of sends and receives that failed for lack of memory.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Counts a failed send if a shortage was the reason.
    pub(crate) fn on_send(&mut self, errno: i32) {
        self.count += u64::from(is_shortage(errno));
    }

    /// Starts a pause after a failed receive. Any other error is returned.
    #[cold]
    pub(crate) fn on_receive(&mut self, now_ns: u64, error: Error) -> Result<(), Error> {
        if !is_shortage(error.errno()) {
            return Err(error);
        }
        self.count += 1;
        let is_another = now_ns > self.last_ns + 2 * LONGEST_NS;
        let pause_ns = if is_another { FIRST_NS } else { 2 * self.pause_ns };
        self.pause_ns = pause_ns.clamp(FIRST_NS, LONGEST_NS);
        (self.last_ns, self.until_ns) = (now_ns, now_ns + self.pause_ns);
        Ok(())
    }

    /// Whether the last receive failed for lack of memory.
    #[inline(always)]
    pub(crate) fn is_on(&self) -> bool {
        self.until_ns > 0
    }

    /// Ends the pause. If the next attempt fails soon, the next pause is longer.
    pub(crate) fn try_again(&mut self) {
        self.until_ns = 0;
    }

    /// When to try again; `None` if there is no shortage.
    pub(crate) fn due_ns(&self) -> Option<u64> {
        self.is_on().then_some(self.until_ns)
    }

    /// Remaining time during which waiting on the socket is useless.
    pub(crate) fn left(&self, now_ns: u64) -> Duration {
        Duration::from_nanos(self.until_ns.saturating_sub(now_ns))
    }
}

impl State {
    /// Whether the pause after a shortage is not over yet.
    #[cold]
    pub(crate) fn is_too_soon(&mut self) -> bool {
        self.tick();
        let is_too_soon = self.shortage.due_ns().is_some_and(|at| self.now_ns < at);
        if !is_too_soon {
            self.shortage.try_again();
        }
        is_too_soon
    }

    /// Handles a failed receive: a shortage starts a pause, anything else is an error.
    #[cold]
    pub(crate) fn fail_to_receive(&mut self, error: Error) -> Result<(), Error> {
        self.now_ns = clock::now_ns();
        self.shortage.on_receive(self.now_ns, error)
    }

    /// The next report from the network.
    pub(crate) fn next_event(&mut self) -> Result<Option<Event>, Error> {
        self.port.next_event().or_else(|error| self.fail_to_receive(error).map(|()| None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory_tests::members;
    use crate::recv::UdpRx;
    use crate::send::UdpTx;
    use crate::{Addr, Arrival, Batch, Options, Sent, SentRun, Socket, UdpDomain};
    use skifch_backend::abi::{SendFlags, iovec, netaddr};
    use skifch_backend::{Domain, Port, Rx, Tx};
    use std::io::{IoSlice, IoSliceMut};
    use std::mem::MaybeUninit;
    use std::os::fd::BorrowedFd;
    use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
    use std::sync::{Arc, Barrier};
    use std::time::Instant;

    /// A socket whose receives fail on demand.
    struct Failing {
        inner: Box<dyn crate::Port>,
        /// The errno to fail with, or 0.
        errno: Arc<AtomicI32>,
        calls: Arc<AtomicU64>,
    }

    impl Failing {
        fn fail(&self) -> Result<(), Error> {
            self.calls.fetch_add(1, Ordering::SeqCst);
            match self.errno.load(Ordering::SeqCst) {
                0 => Ok(()),
                errno => Err(Error::new(errno, "receiving datagrams")),
            }
        }
    }

    impl crate::Port for Failing {
        fn send(&self, to: &Addr, slices: &[IoSlice<'_>]) -> Result<Sent, Error> {
            self.inner.send(to, slices)
        }

        fn send_run(
            &self,
            to: &Addr,
            slices: &[IoSlice<'_>],
            segment_bytes: usize,
        ) -> Result<SentRun, Error> {
            self.inner.send_run(to, slices, segment_bytes)
        }

        fn recv_batch(
            &self,
            batch: &mut Batch,
            parts: &mut [IoSliceMut<'_>],
        ) -> Result<usize, Error> {
            self.fail()?;
            self.inner.recv_batch(batch, parts)
        }

        fn recv_one(&self, room: &mut [u8]) -> Result<Option<Arrival>, Error> {
            self.fail()?;
            self.inner.recv_one(room)
        }

        fn next_event(&self) -> Result<Option<Event>, Error> {
            self.fail()?;
            self.inner.next_event()
        }

        fn fd(&self) -> BorrowedFd<'_> {
            self.inner.fd()
        }
    }

    /// The injected errno of a rank's receives, and how many receives there were.
    #[derive(Clone, Default)]
    struct Fault {
        errno: Arc<AtomicI32>,
        calls: Arc<AtomicU64>,
    }

    impl Fault {
        fn of(domain: &UdpDomain, errno: i32) -> Self {
            let fault = Self::default();
            fault.errno.store(errno, Ordering::SeqCst);
            domain.core.with(|state| {
                let other = Socket::open(&Options::default()).expect("a socket");
                let inner = std::mem::replace(&mut state.port, Box::new(other));
                let Self { errno, calls } = fault.clone();
                state.port = Box::new(Failing { inner, errno, calls });
            });
            fault
        }

        fn end(&self) {
            self.errno.store(0, Ordering::SeqCst);
        }

        /// Number of receives since the fault began, after a time in which the program makes no
        /// calls.
        fn looks(&self) -> u64 {
            std::thread::sleep(TIME);
            self.calls.load(Ordering::SeqCst)
        }
    }

    const TIME: Duration = Duration::from_millis(300);
    /// Upper limit of polls in that time for a helper that sleeps between its polls.
    const FEW: u64 = 300;

    type Channel = Port<UdpTx, UdpRx>;

    fn send(channel: &mut Channel, word: u64) {
        let list = [iovec { iov_base: (&raw const word).cast_mut().cast(), iov_len: 8 }];
        // SAFETY: the element points to the word.
        while unsafe { channel.tx.send(netaddr(1, 0), &list, 8, SendFlags::WHOLE) }
            .expect("a peer")
            .is_none()
        {
            std::thread::yield_now();
        }
    }

    fn recv(channel: &mut Channel) -> Result<Option<usize>, Error> {
        let shown = channel.rx.recv(&mut [MaybeUninit::uninit(); 3], false)?;
        shown.map(|shown| channel.rx.recv_comp().map(|()| shown.len)).transpose()
    }

    fn arrives(channel: &mut Channel) {
        while recv(channel).expect("a peer").is_none() {
            std::thread::yield_now();
        }
    }

    /// Sends rank 1 a message while its receives fail, until `meanwhile` has returned.
    fn with_fault(errno: i32, meanwhile: impl Fn(&mut Channel, &Fault) + Sync) {
        let barrier = Barrier::new(2);
        members(2, &[], |rank, domain| {
            let mut channel = domain.open(0).expect("a channel");
            if rank == 0 {
                send(&mut channel, 1);
                barrier.wait();
                send(&mut channel, 2);
                barrier.wait();
            } else {
                arrives(&mut channel);
                let fault = Fault::of(&domain, errno);
                barrier.wait();
                meanwhile(&mut channel, &fault);
                fault.end();
                arrives(&mut channel);
                barrier.wait();
            }
        });
    }

    /// The helper sleeps although the socket stays readable, and pending datagrams arrive later.
    #[test]
    fn a_system_without_memory_costs_time_and_nothing_else() {
        for errno in [libc::ENOMEM, libc::ENOBUFS] {
            with_fault(errno, |channel, fault| {
                let looks = fault.looks();
                assert!((1..FEW).contains(&looks), "{looks} looks in {TIME:?}");
                let begin = Instant::now();
                let before = fault.calls.load(Ordering::SeqCst);
                while begin.elapsed() < TIME {
                    assert_eq!(recv(channel).expect("no error"), None);
                    let _ = channel.rx.arm().expect("no error");
                    channel.rx.disarm();
                }
                let looks = fault.calls.load(Ordering::SeqCst) - before;
                assert!((1..FEW).contains(&looks), "{looks} looks in {TIME:?}");
            });
        }
    }

    /// The program, which may not call for long, gets the error.
    #[test]
    fn a_broken_socket_keeps_no_thread_busy() {
        with_fault(libc::EBADF, |channel, fault| {
            let looks = fault.looks();
            assert!((1..FEW).contains(&looks), "{looks} looks in {TIME:?}");
            assert_eq!(recv(channel).expect_err("broken").errno(), libc::EBADF);
        });
    }

    #[test]
    fn pauses_grow_up_to_a_limit_and_begin_anew() {
        let mut it = Shortage::default();
        assert_eq!((it.is_on(), it.due_ns()), (false, None));
        let short = || Error::new(libc::ENOMEM, "receiving");
        let pauses = [(); 9].map(|()| {
            it.on_receive(1000, short()).expect("no error");
            it.left(1000).as_micros()
        });
        assert_eq!(pauses, [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
        it.try_again();
        assert_eq!((it.is_on(), it.left(0), it.count()), (false, Duration::ZERO, 9));
        let later_ns = 1 << 30;
        it.on_receive(later_ns, short()).expect("no error");
        assert_eq!(it.due_ns(), Some(later_ns + FIRST_NS));
        assert!(it.on_receive(1000, Error::new(libc::EBADF, "receiving")).is_err());
        it.on_send(libc::ENOBUFS);
        it.on_send(libc::ENETUNREACH);
        assert_eq!(it.count(), 11);
    }
}

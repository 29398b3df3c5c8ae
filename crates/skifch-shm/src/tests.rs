//! Tests with jobs whose ranks are threads, or are all driven by one thread.

mod claims;
mod copies;
mod exchange;
mod groups;
mod lifetime;
mod memory;
mod shortage;
mod traffic;
mod waits;

use crate::Shm;
use crate::open::ShmDomain;
use crate::recv::ShmRx;
use crate::send::ShmTx;
use skifch_backend::abi::{NetAddr, SendFlags, netaddr};
use skifch_backend::iov::iovec_of;
use skifch_backend::test_host::TestHost;
use skifch_backend::watchdog::{Watchdog, aloud};
use skifch_backend::{Backend, Cont, Domain, Error, HostRef, Port, Rx, Tx};
use std::mem::MaybeUninit;
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// The smallest lanes, in which wraps and full rings happen often.
pub(crate) const SMALL: &[(&str, &str)] = &[("RING_BYTES", "4096"), ("MAX_MESSAGE", "1024")];
/// Lanes of 64 KB with messages of up to 16 KB.
pub(crate) const USUAL: &[(&str, &str)] = &[("RING_BYTES", "65536"), ("MAX_MESSAGE", "16384")];

/// One rank of a job.
pub(crate) struct Rank {
    pub(crate) domain: ShmDomain,
    // Dropped after the domain, which uses it.
    _host: TestHost,
}

pub(crate) type Open = Port<ShmTx, ShmRx>;

impl Rank {
    fn join(host: TestHost) -> Self {
        // SAFETY: the host lives beside the domain, longer than that.
        let services = unsafe { HostRef::new(host.table()) };
        Self { domain: Shm::open(services).expect("joining the job"), _host: host }
    }

    pub(crate) fn open(&self, port: u32) -> Open {
        self.domain.open(port).expect("opening a port")
    }
}

/// All ranks of a job, driven by one thread.
pub(crate) fn ranks(size: u32, params: &[(&str, &str)]) -> Vec<Rank> {
    join(TestHost::job(size, params))
}

fn join(hosts: Vec<TestHost>) -> Vec<Rank> {
    std::thread::scope(|scope| {
        let joining: Vec<_> =
            hosts.into_iter().map(|host| scope.spawn(|| Rank::join(host))).collect();
        joining.into_iter().map(|rank| rank.join().expect("a rank")).collect()
    })
}

/// Runs a job with one thread per rank, each with port 0 open; none closes before all have
/// returned.
pub(crate) fn in_threads(size: u32, params: &[(&str, &str)], body: impl Fn(u32, &mut Open) + Sync) {
    let all = ranks(size, params);
    let opened = Barrier::new(size as usize);
    std::thread::scope(|scope| {
        for (rank, member) in (0..).zip(&all) {
            let (body, opened) = (&body, &opened);
            let run = move || {
                let mut port = member.open(0);
                opened.wait();
                body(rank, &mut port);
                opened.wait();
            };
            scope.spawn(move || aloud(format_args!("rank {rank}"), run));
        }
    });
}

/// Sends as the exported call does, a message that is not short in two pieces; returns the bytes
/// taken, 0 if there was no room.
pub(crate) fn send(tx: &mut ShmTx, dst: NetAddr, bytes: &[u8]) -> Result<usize, Error> {
    // SAFETY: the bytes are readable.
    if unsafe { tx.send_short(dst, bytes.as_ptr(), bytes.len()) } > 0 {
        if tx.is_due() {
            tx.do_due();
        }
        return Ok(bytes.len());
    }
    let (head, rest) = bytes.split_at(bytes.len().min(16));
    let list = [head, rest].map(iovec_of);
    // SAFETY: as above.
    unsafe {
        match tx.send_fast(dst, &list, bytes.len()) {
            0 => tx.send(dst, &list, bytes.len(), SendFlags::NONE).map(|taken| taken.unwrap_or(0)),
            taken => Ok(taken),
        }
    }
}

pub(crate) fn send_empty(tx: &mut ShmTx, dst: NetAddr) -> bool {
    // SAFETY: no memory is named.
    unsafe { tx.send(dst, &[], 0, SendFlags::NONE) }.expect("a living peer").is_some()
}

/// Receives as the exported call does, copies the message and releases it.
pub(crate) fn recv(rx: &mut ShmRx) -> Result<Option<(NetAddr, Vec<u8>)>, Error> {
    let mut cont: Cont = [MaybeUninit::uninit(); 3];
    let Some(shown) = rx.next(&mut cont)? else { return Ok(None) };
    let mut bytes = Vec::with_capacity(shown.len);
    for part in &cont[..shown.count] {
        // SAFETY: a receive sets as many segments as it says, of readable memory.
        let part = unsafe { part.assume_init() };
        // SAFETY: as above.
        bytes.extend_from_slice(unsafe {
            std::slice::from_raw_parts(part.iov_base.cast::<u8>(), part.iov_len)
        });
    }
    assert_eq!(bytes.len(), shown.len, "the segments are the message");
    if !rx.recv_comp_fast() {
        rx.recv_comp()?;
    }
    Ok(Some((shown.src, bytes)))
}

/// The next message; polls until there is one.
pub(crate) fn next(rx: &mut ShmRx) -> (NetAddr, Vec<u8>) {
    until("a message", || recv(rx).expect("no error"))
}

pub(crate) fn until<T>(what: &str, mut probe: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = probe() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "waited 20 s for {what}");
        std::thread::yield_now();
    }
}

pub(crate) fn addr(rank: u32) -> NetAddr {
    netaddr(rank, 0)
}

/// Ends the process with a message if the test that holds the watchdog hangs.
pub(crate) fn watch(what: &str) -> Watchdog {
    Watchdog::new(what, Duration::from_secs(60))
}

//! Jobs whose ranks are threads, over shared memory and the test network of `memnet.rs`.

use crate::memnet::MemNet;
use skifch_backend::composite::Child;
use skifch_backend::middleware::Opened;
use skifch_backend::test_host::TestHost;
use skifch_backend::watchdog::{Watchdog, aloud};
use skifch_backend::{HostRef, abi, errno, iov, table};
use skifch_route::ROUTE;
use skifch_shm::Shm;
use std::ffi::c_void;
use std::sync::Barrier;
use std::time::{Duration, Instant};

const SHM: &[(&str, &str)] = &[("RING_BYTES", "4096"), ("MAX_MESSAGE", "1024")];

/// One rank with its open composite.
pub(crate) struct Rank {
    pub(crate) rank: u32,
    pub(crate) table: &'static abi::Plugin,
    pub(crate) domain: *mut c_void,
    pub(crate) host: &'static TestHost,
    /// The key of the `MemNet` job.
    pub(crate) key: [u8; 16],
}

// SAFETY: a domain may be used from any thread.
unsafe impl Send for Rank {}
// SAFETY: as above.
unsafe impl Sync for Rank {}

impl Rank {
    pub(crate) fn open(&self, port: u32) -> Channel<'_> {
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { (self.table.open)(self.domain, port, &raw mut ctx) };
        assert_eq!(rc, 0, "{}", self.last_error());
        Channel { rank: self, ctx }
    }

    /// The text of the last failure, of the composite or of a child.
    pub(crate) fn last_error(&self) -> String {
        self.host.last_error()
    }

    /// Leaves the job.
    pub(crate) fn close(self) {
        // SAFETY: what was opened in it is closed; this is its last use.
        assert_eq!(unsafe { (self.table.domain_close)(self.domain) }, 0);
    }
}

fn open_child(table: &'static abi::Plugin, host: &TestHost, name: &str) -> Child {
    let mut domain = std::ptr::null_mut();
    // SAFETY: the host lives as long as the process.
    let rc = unsafe { (table.domain_open)(host.table(), &raw mut domain) };
    assert_eq!(rc, 0, "{name}: {}", host.last_error());
    // SAFETY: open, and used by nobody else.
    unsafe { Child::new(name, Opened { table, domain }) }
}

/// Runs `body` as each rank of a job over shared memory and `MemNet`; shared memory connects groups
/// of `apart` consecutive ranks. No rank leaves before all have returned.
pub(crate) fn job(size: u32, apart: u32, body: impl Fn(&Rank) + Sync) {
    let apart = apart.to_string();
    let outer = TestHost::job(size, &[("APART", &apart), ("CHILDREN", "")]);
    run(outer, &["shm", "memnet"], body);
}

/// As `job`, for two ranks of which rank 0 reaches both by shared memory and rank 1 only itself.
/// Each has its own host, which cannot fence.
pub(crate) fn lopsided_job(body: impl Fn(&Rank) + Sync) {
    let with = |apart| TestHost::job(2, &[("APART", apart), ("CHILDREN", "")]);
    let (mut first, mut second) = (with("2"), with("1"));
    run(vec![first.swap_remove(0), second.swap_remove(1)], &["shm", "memnet"], body);
}

/// As `job`, over shared memory alone.
pub(crate) fn job_of_one_child(size: u32, body: impl Fn(&Rank) + Sync) {
    run(TestHost::job(size, &[("APART", "0"), ("CHILDREN", "")]), &["shm"], body);
}

fn run(outer: Vec<TestHost>, names: &[&str], body: impl Fn(&Rank) + Sync) {
    let name = std::thread::current().name().unwrap_or("a test").to_owned();
    let watch = Watchdog::new(name, Duration::from_secs(150));
    let size = outer.len() as u32;
    // Each child is a job of its own, with its own key; hosts must outlive their domains.
    let leaked = |hosts: Vec<TestHost>| &*Box::leak(hosts.into_boxed_slice());
    let mut near = TestHost::part_of_job(size, SHM, |_| 0);
    let mut far = TestHost::part_of_job(size, &[], |_| 0);
    for ((near, far), outer) in near.iter_mut().zip(&mut far).zip(&outer) {
        near.tell_failures_with(outer);
        far.tell_failures_with(outer);
    }
    let (outer, near, far) = (leaked(outer), leaked(near), leaked(far));
    let met = Barrier::new(size as usize);
    std::thread::scope(|scope| {
        for ((outer, near), far) in outer.iter().zip(near).zip(far) {
            let (body, met) = (&body, &met);
            let run = move || {
                let open = |name: &&str| match *name {
                    "shm" => open_child(table::<Shm>(), near, name),
                    _ => open_child(table::<MemNet>(), far, name),
                };
                let children = names.iter().map(open).collect();
                // SAFETY: the host lives as long as the process.
                let host = unsafe { HostRef::new(outer.table()) };
                let Opened { table, domain } = (ROUTE.join)(host, children).expect("a route");
                let rank = outer.table().rank;
                let key = far.table().job_key;
                let rank = Rank { rank, table, domain, host: outer, key };
                body(&rank);
                met.wait();
                rank.close();
            };
            scope.spawn(move || aloud(format_args!("rank {}", outer.table().rank), run));
        }
    });
    drop(watch);
}

/// An open channel; dropping it closes it.
pub(crate) struct Channel<'a> {
    pub(crate) rank: &'a Rank,
    pub(crate) ctx: *mut c_void,
}

// SAFETY: the tests use at most one thread per side.
unsafe impl Sync for Channel<'_> {}

impl Channel<'_> {
    /// The result of `send`.
    pub(crate) fn send(&self, dst: u32, bytes: &[u8]) -> isize {
        let iov = iov::iovec_of(bytes);
        // SAFETY: the channel is open; one element of readable memory.
        errno::negative(unsafe { (self.rank.table.send)(self.ctx, dst, &raw const iov, 1) })
    }

    pub(crate) fn send_all(&self, dst: u32, bytes: &[u8]) {
        until("room", || (self.send(dst, bytes) == bytes.len() as isize).then_some(()));
    }

    /// The next message, copied and completed; a negative errno on error.
    pub(crate) fn recv(&self) -> Result<Option<(u32, Vec<u8>)>, i32> {
        let mut message = abi::Message::EMPTY;
        // SAFETY: the channel is open; `message` is writable.
        match unsafe { (self.rank.table.recv_ex)(self.ctx, &raw mut message) } {
            0 => return Ok(None),
            rc if rc < 0 => return Err(rc),
            _ => {}
        }
        let mut bytes = Vec::new();
        for part in &message.cont[..message.cont_count as usize] {
            // SAFETY: a segment of the message that has not been completed yet.
            let part =
                unsafe { std::slice::from_raw_parts(part.iov_base.cast::<u8>(), part.iov_len) };
            bytes.extend_from_slice(part);
        }
        // SAFETY: the channel is open.
        assert_eq!(unsafe { (self.rank.table.recv_comp)(self.ctx) }, 0);
        Ok(Some((message.src, bytes)))
    }

    pub(crate) fn next(&self) -> (u32, Vec<u8>) {
        until("a message", || self.recv().expect("no error"))
    }
}

impl Drop for Channel<'_> {
    fn drop(&mut self) {
        // SAFETY: the channel is open, and this is its last use.
        unsafe { (self.rank.table.close)(self.ctx) };
    }
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

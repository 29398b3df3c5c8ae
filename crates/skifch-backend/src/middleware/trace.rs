//! `trace`: one line of JSON for each call, and a summary at the end.
//!
//! Consecutive calls that return "not now" are combined into one line with a count, so that polling
//! does not bury the rest. Each line is written at once: a process that crashes leaves all its
//! lines.

use super::layer::{Call, Layer};
use super::{Middleware, Opened, layer, param};
use crate::{Error, HostRef};
use skifch_abi::{Attr, Param, port_of, rank_of};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

const PARAMS: &[Param] =
    &[param(c"FILE", c"skifch-trace.%r.jsonl", c"file for the trace; %r stands for the rank")];

pub(super) const MIDDLEWARE: Middleware = Middleware {
    name: "trace",
    about: "writes every call to a file, one line of JSON each, and a summary at the end",
    params: PARAMS,
    wrap: layer::wrap::<Trace>,
};

struct Trace {
    inner: Opened,
    start: Instant,
    book: Mutex<Book>,
}

// SAFETY: the domain inside is only asked for the time, which any thread may do.
unsafe impl Send for Trace {}
// SAFETY: as above.
unsafe impl Sync for Trace {}

struct Book {
    file: File,
    /// The last call that returned "not now", and how often it did.
    idle: Option<(Idle, u64)>,
    sums: BTreeMap<&'static str, Sum>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Idle {
    op: &'static str,
    port: Option<u32>,
    peer: Option<u32>,
}

#[derive(Default)]
struct Sum {
    calls: u64,
    bytes: u64,
    ns: u64,
}

impl Layer for Trace {
    type Tx = ();
    type Rx = ();

    fn new(host: HostRef, inner: Opened) -> Result<Self, Error> {
        if crate::is_secure() {
            // Also if no file is named: the default file is created in the user's working
            // directory.
            let text = "trace: this process has more privileges than its user (AT_SECURE) and \
                does not write to a file of the user's choice; start it without trace";
            return Err(Error::new(libc::EPERM, text));
        }
        let name = host.param(c"FILE").unwrap_or_else(|| "skifch-trace.%r.jsonl".to_owned());
        let name = name.replace("%r", &host.rank().to_string());
        let file = File::create(&name).map_err(|error| {
            let errno = error.raw_os_error().unwrap_or(libc::EIO);
            Error::new(errno, format!("SKIFCH_TRACE_FILE: {name} cannot be written: {error}"))
        })?;
        let book = Mutex::new(Book { file, idle: None, sums: BTreeMap::new() });
        Ok(Self { inner, start: Instant::now(), book })
    }

    fn sides(&self, _port: u32, _attr: &Attr) -> ((), ()) {
        ((), ())
    }

    fn enter(&self) -> u64 {
        match self.inner.table.time_ns {
            // SAFETY: the domain inside is open.
            Some(time_ns) => unsafe { time_ns(self.inner.domain) },
            None => self.start.elapsed().as_nanos() as u64,
        }
    }

    fn leave(&self, start: u64, call: Call) {
        let ns = self.enter().saturating_sub(start);
        self.book().note(start, ns, &call);
    }

    fn closing(&self) {
        self.book().summary();
    }
}

impl Trace {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn note(&mut self, start: u64, ns: u64, call: &Call) {
        let sum = self.sums.entry(call.op).or_default();
        sum.calls += 1;
        sum.ns += ns;
        if call.result > 0 {
            // These calls return the bytes taken or shown; for others the bytes requested are
            // counted.
            let is_count = matches!(call.op, "send" | "recv");
            let asked = call.bytes.unwrap_or(0) as u64;
            sum.bytes += if is_count { call.result as u64 } else { asked };
        }
        let Call { op, port, peer, .. } = *call;
        let polls = matches!(op, "send" | "send_ex" | "claim" | "recv" | "recv_ex" | "recv_many");
        if polls && call.result == 0 {
            let idle = Idle { op, port, peer };
            match &mut self.idle {
                Some((last, times)) if *last == idle => *times += 1,
                _ => {
                    self.end_idle();
                    self.idle = Some((idle, 1));
                }
            }
            return;
        }
        self.end_idle();
        let mut line = format!("{{\"t_ns\":{start},\"op\":\"{op}\"");
        about(&mut line, port, peer);
        if let Some(bytes) = call.bytes {
            let _ = write!(line, ",\"bytes\":{bytes}");
        }
        let _ = write!(line, ",\"result\":{},\"took_ns\":{ns}}}", call.result);
        self.write(line);
    }

    fn end_idle(&mut self) {
        if let Some((Idle { op, port, peer }, times)) = self.idle.take() {
            let mut line = format!("{{\"op\":\"{op}\"");
            about(&mut line, port, peer);
            let _ = write!(line, ",\"result\":0,\"times\":{times}}}");
            self.write(line);
        }
    }

    fn summary(&mut self) {
        self.end_idle();
        let sums: Vec<String> = self
            .sums
            .iter()
            .map(|(op, Sum { calls, bytes, ns })| {
                format!("\"{op}\":{{\"calls\":{calls},\"bytes\":{bytes},\"took_ns\":{ns}}}")
            })
            .collect();
        self.write(format!("{{\"summary\":{{{}}}}}", sums.join(",")));
    }

    fn write(&mut self, mut line: String) {
        line.push('\n');
        // A full disk must not stop the program being traced.
        let _ = self.file.write_all(line.as_bytes());
    }
}

/// Appends port and peer to a line.
fn about(line: &mut String, port: Option<u32>, peer: Option<u32>) {
    if let Some(port) = port {
        let _ = write!(line, ",\"port\":{port}");
    }
    if let Some(peer) = peer {
        let (rank, port) = (rank_of(peer), port_of(peer));
        let _ = write!(line, ",\"peer_rank\":{rank},\"peer_port\":{port}");
    }
}

//! UCX's own benchmark at its lowest level: UCT active messages through shared memory.
//!
//! A server and a client process, each pinned to its core, connect over a TCP port of 127.0.0.1
//! and then run the lines of one batch file. Its megabytes are 2^20 bytes, so only its message
//! counts are used.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::{Found, Info, Role, Subject, Task};
use crate::process::{self, Group};
use crate::row::{Kernel, Row};

/// Up to this size messages travel inside the queue element (`short`), beyond it in a buffer
/// (`bcopy`).
const SHORT_BYTES: u64 = 64;
/// The largest active message of the shared memory transports.
const MAX_BYTES: u64 = 8192;

struct Ucx {
    info: Info,
    program: PathBuf,
    transport: &'static str,
    scratch: PathBuf,
    /// The last measured rates, from which the next number of iterations is chosen.
    rates: HashMap<(Kernel, u64), f64>,
}

/// Looks for `ucx_perftest` and a shared memory transport.
pub fn find(scratch: &Path) -> Found {
    let absent = |why: &str| {
        Found::absent("ucx", "UCX UCT", format!("{why} (Debian: apt install ucx-utils)"))
    };
    let (Some(program), Some(inform)) =
        (process::find_program("ucx_perftest"), process::find_program("ucx_info"))
    else {
        return absent("ucx_perftest or ucx_info not found");
    };
    let Ok(said) = process::run(Command::new(inform).args(["-v", "-d"]), Duration::from_secs(20))
    else {
        return absent("ucx_info does not run");
    };
    let known = |name: &&&str| {
        said.lines().any(|l| l.trim_start_matches('#').trim() == format!("Transport: {name}"))
    };
    let Some(&transport) = ["posix", "sysv"].iter().find(known) else {
        return absent("UCX has neither its posix nor its sysv transport");
    };
    let version = said.lines().find_map(|l| l.split("ersion ").nth(1)).unwrap_or("").trim();
    let how = format!(
        "UCX {version} UCT {transport} active messages, short to {SHORT_BYTES} bytes, then bcopy"
    );
    let info = Info::new("ucx", "UCX UCT", how, Role::Peer);
    let scratch = scratch.to_path_buf();
    Found::Here(Box::new(Ucx { info, program, transport, scratch, rates: HashMap::new() }))
}

impl Subject for Ucx {
    fn info(&self) -> &Info {
        &self.info
    }

    fn can(&self, kernel: Kernel, ranks: u32) -> bool {
        ranks == 2 && matches!(kernel, Kernel::Msgrate | Kernel::Latency)
    }

    fn measure(&mut self, task: &Task) -> io::Result<Vec<Row>> {
        let batch = self.scratch.join("ucx_batch");
        fs::write(&batch, self.batch(task))?;
        let port = free_port()?;
        let [near, far] = [0, 1].map(|i| task.cores.get(i).copied().unwrap_or(0));
        let command = |core: usize| {
            let mut command = Command::new(&self.program);
            command
                .arg("-p")
                .arg(port.to_string())
                .arg("-c")
                .arg(core.to_string())
                .arg("-b")
                .arg(&batch);
            command
        };
        let deadline = Instant::now() + task.limit();
        let server = Group::start(&mut command(far))?;
        await_listener(port, deadline)?;
        let base = ["-t", "am_bw", "-x", self.transport, "-d", "memory", "-f", "-v", "127.0.0.1"];
        let client = Group::start(command(near).args(base))?.finish(deadline)?;
        server.finish(deadline)?;
        let rows = self.rows(task, &client.stdout);
        if rows.is_empty() && !task.sizes.iter().all(|&bytes| bytes > MAX_BYTES) {
            return Err(io::Error::other(format!("ucx_perftest: {}", process::words_of(&client))));
        }
        Ok(rows)
    }
}

impl Ucx {
    /// One line for each size: a name and the options of the test.
    fn batch(&self, task: &Task) -> String {
        let test = if task.kernel == Kernel::Latency { "am_lat" } else { "am_bw" };
        let line = |&bytes: &u64| {
            let layout = if bytes <= SHORT_BYTES { "short" } else { "bcopy" };
            let guess = if task.kernel == Kernel::Latency { 2e6 } else { 5e6 };
            let rate = self.rates.get(&(task.kernel, bytes)).copied().unwrap_or(guess);
            let count = (rate * task.seconds).max(1000.0) as u64;
            let transport = self.transport;
            format!(
                "{bytes} -t {test} -x {transport} -d memory -D {layout} -s {bytes} -n {count}\n"
            )
        };
        task.sizes.iter().filter(|&&bytes| (8..=MAX_BYTES).contains(&bytes)).map(line).collect()
    }

    fn rows(&mut self, task: &Task, said: &str) -> Vec<Row> {
        let rows: Vec<Row> = said.lines().filter_map(|line| parse(task.kernel, line)).collect();
        for row in &rows {
            self.rates.insert((task.kernel, row.bytes), row.count as f64 / row.seconds);
        }
        rows
    }
}

/// Parses a line of `-v`: name, iterations, percentile, two latencies in us, two bandwidths, two
/// rates. The latency test reports the one-way time, the other test the time between messages.
fn parse(kernel: Kernel, line: &str) -> Option<Row> {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |index: usize| fields.get(index)?.parse::<f64>().ok().filter(|n| *n > 0.0);
    let (bytes, count) = (fields.first()?.parse().ok()?, number(1)?);
    // The rate has more digits than the time.
    let seconds = count / number(8)?;
    Some(Row { kernel, bytes, ranks: 2, count: count as u64, seconds, percentiles_ns: None })
}

/// A port that was free a moment ago.
fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Waits until a process listens on `port`, without connecting: the server accepts only one
/// client.
fn await_listener(port: u16, deadline: Instant) -> io::Result<()> {
    let listens = |path| {
        let table = fs::read_to_string(path).unwrap_or_default();
        table.lines().any(|line| is_listener(line, port))
    };
    while !listens("/proc/net/tcp") && !listens("/proc/net/tcp6") {
        if Instant::now() > deadline {
            return Err(io::Error::other("the server of ucx_perftest does not listen"));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// Whether a line of /proc/net/tcp is a socket in state LISTEN (0A) on `port`.
fn is_listener(line: &str, port: u16) -> bool {
    let mut fields = line.split_whitespace().skip(1);
    let local = fields.next().unwrap_or_default();
    local.ends_with(&format!(":{port:04X}")) && fields.nth(1) == Some("0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_peer_are_understood() {
        let rate =
            parse(Kernel::Msgrate, "8,2000000,0.050,0.216,0.216,35.36,35.36,4634825,4634825");
        let rate = rate.expect("a line of am_bw");
        assert_eq!((rate.bytes, rate.count), (8, 2_000_000));
        assert!((rate.value() - 4.634_825).abs() < 1e-6);
        let trip = parse(Kernel::Latency, "8,500000,0.150,0.693,0.693,11.02,11.02,1443979,1443979");
        assert!((trip.expect("a line of am_lat").value() - 692.5).abs() < 0.1);
        assert_eq!(parse(Kernel::Msgrate, "ub.txt,iterations,50.0_percentile_lat,avg_lat"), None);
    }

    #[test]
    fn listeners_are_told_from_connections() {
        let line =
            |state| format!("   0: 0100007F:1F90 00000000:0000 {state} 00000000:00000000 00:0");
        assert!(is_listener(&line("0A"), 8080));
        assert!(!is_listener(&line("01"), 8080));
        assert!(!is_listener(&line("0A"), 8081));
    }

    #[test]
    fn installed_ucx_runs_both_tests() {
        let scratch = tempfile::tempdir().expect("a temporary directory can be made");
        let mut ucx = match find(scratch.path()) {
            Found::Here(ucx) => ucx,
            Found::Absent(absent) => {
                println!("SKIPPED: installed_ucx_runs_both_tests: {}", absent.reason);
                return;
            }
        };
        let cores = crate::pin::pick_two(&crate::pin::allowed_cores().expect("affinity is told"));
        for kernel in [Kernel::Msgrate, Kernel::Latency] {
            let sizes = vec![8, 1024, 1 << 20];
            let task = Task { kernel, sizes, ranks: 2, seconds: 0.005, cores: cores.clone() };
            let rows = ucx.measure(&task).unwrap_or_else(|e| panic!("{kernel:?}: {e}"));
            assert_eq!(rows.iter().map(|row| row.bytes).collect::<Vec<_>>(), [8, 1024]);
        }
    }
}

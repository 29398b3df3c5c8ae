//! Running launchers under a watchdog, and looking for what they left behind.
#![allow(dead_code, reason = "every test file uses a part of this")]

pub(crate) mod greet;
pub(crate) mod pretend;

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(crate) const SKIFRUN: &str = env!("CARGO_BIN_EXE_skifrun");
pub(crate) const RANK: &str = env!("CARGO_BIN_EXE_skifch-test-rank");
const WATCHDOG: Duration = Duration::from_secs(60);
const MARK: &str = "SKIFCH_TEST_MARK";

/// A launcher with its output, and a mark that all its processes inherit.
pub(crate) struct Job {
    pub(crate) child: Child,
    mark: String,
    begin: Instant,
    readers: Option<[JoinHandle<Vec<u8>>; 2]>,
}

/// Kills a launcher that does not end, so that a test fails with words instead of hanging.
pub(crate) struct Watchdog(Arc<AtomicBool>);

impl Watchdog {
    pub(crate) fn new(child: &Child) -> Self {
        let (over, pid) = (Arc::new(AtomicBool::new(false)), child.id().cast_signed());
        let seen = over.clone();
        std::thread::spawn(move || {
            let begin = Instant::now();
            while begin.elapsed() < WATCHDOG && !seen.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
            }
            if !seen.load(Ordering::Relaxed) {
                say(&format!("watchdog: the launcher {pid} did not end within {WATCHDOG:?}\n"));
                kill(pid, libc::SIGKILL);
            }
        });
        Self(over)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Waits until a process has that signal in a set of `/proc/<pid>/status`: `SigIgn`, `SigBlk`.
pub(crate) fn wait_for_signal_set(pid: i32, set: &str, signal: i32) {
    wait_until(&format!("{set} of {pid} to hold {signal}"), || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(set)?.strip_prefix(':'))?;
        let bits = u64::from_str_radix(line.trim(), 16).ok()?;
        (bits >> (signal - 1) & 1 == 1).then_some(())
    });
}

/// How a job ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// `skifrun` with these words.
pub(crate) fn skifrun(words: &[&str]) -> Command {
    launcher(SKIFRUN, words)
}

pub(crate) fn launcher(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if ["PMI_", "PMIX_", "OMPI_", "SLURM_", "PBS_", "SKIFCH_"]
            .iter()
            .any(|p| name.starts_with(p))
        {
            command.env_remove(name);
        }
    }
    // SAFETY: `signal` may be called between fork and exec.
    unsafe {
        // These tests may run under nohup.
        command.pre_exec(|| {
            libc::signal(libc::SIGHUP, libc::SIG_DFL);
            Ok(())
        });
    }
    command
}

/// Runs to the end.
pub(crate) fn run(words: &[&str]) -> Ended {
    start(skifrun(words)).wait()
}

pub(crate) fn start(mut command: Command) -> Job {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mark = format!("{}.{number}", std::process::id());
    let mut child = command.env(MARK, &mark).spawn().expect("the launcher starts");
    let read = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut bytes);
            }
            bytes
        })
    };
    let out = read(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let err = read(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    Job { child, mark, begin: Instant::now(), readers: Some([out, err]) }
}

impl Job {
    pub(crate) fn pid(&self) -> i32 {
        self.child.id().cast_signed()
    }

    pub(crate) fn kill(&self, signal: i32) {
        kill(self.pid(), signal);
    }

    /// Waits for the end and for everything it left to be gone.
    pub(crate) fn wait(mut self) -> Ended {
        let status = self.wait_status();
        self.expect_nothing_left();
        let [out, err] = self.readers.take().expect("read once").map(|reader| {
            let bytes = reader.join().expect("the reader does not panic");
            String::from_utf8_lossy(&bytes).into_owned()
        });
        if let Some(signal) = status.signal() {
            println!("the launcher was ended by signal {signal}");
        }
        Ended { code: status.code(), out, err }
    }

    fn wait_status(&mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.child.try_wait().expect("our child") {
                return status;
            }
            if self.begin.elapsed() > WATCHDOG {
                self.child.kill().expect("our child");
                panic!("watchdog: the launcher did not end within {WATCHDOG:?}");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// All processes of this job, launcher and keeper included.
    pub(crate) fn processes(&self) -> Vec<i32> {
        processes_with(MARK, &self.mark)
    }

    /// Waits until `count` processes besides launcher and keeper run `name`.
    pub(crate) fn wait_for(&self, name: &str, count: usize) -> Vec<i32> {
        wait_until(&format!("{count} processes {name}"), || {
            let found: Vec<i32> =
                self.processes().into_iter().filter(|&pid| comm(pid) == name).collect();
            (found.len() == count).then_some(found)
        })
    }

    fn expect_nothing_left(&self) {
        wait_until("no process of the job to be left", || {
            let left: Vec<_> = self.processes().into_iter().map(|pid| (pid, comm(pid))).collect();
            left.is_empty().then_some(())
        });
    }
}

/// A test that fails in the middle leaves no job running.
impl Drop for Job {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

pub(crate) fn wait_until<T>(what: &str, mut probe: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = probe() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "waited 20 s for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The kernel keeps 15 bytes of a name.
pub(crate) const RANK_COMM: &str = "skifch-test-ran";

pub(crate) fn comm(pid: i32) -> String {
    let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    name.trim().to_owned()
}

fn processes_with(name: &str, value: &str) -> Vec<i32> {
    let wanted = format!("{name}={value}");
    let carries = |pid: i32| {
        let environ = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environ.split(|&byte| byte == 0).any(|entry| entry == wanted.as_bytes())
    };
    let entries = std::fs::read_dir("/proc").expect("/proc").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|&pid| carries(pid)).collect()
}

pub(crate) fn parent(pid: i32) -> i32 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // `pid (name) state parent …`; the name may hold anything.
    let rest = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    rest.split_whitespace().nth(1).and_then(|pid| pid.parse().ok()).unwrap_or(0)
}

/// What a process has in memory.
pub(crate) fn memory_kb(pid: i32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse().ok()).unwrap_or(0)
}

pub(crate) fn kill(pid: i32, signal: i32) {
    // SAFETY: no memory involved; the number is that of a process of this test.
    unsafe { libc::kill(pid, signal) };
}

/// Where `name` is in `PATH`; prints the line that the collector of skips wants otherwise.
pub(crate) fn tool(test: &str, name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|dir| dir.join(name)).find(|p| p.is_file());
    if found.is_none() {
        skip(test, &format!("{name} is not installed"));
    }
    found
}

/// The program of the installed tree; prints the line that the collector of skips wants if there
/// is none.
pub(crate) fn installed(test: &str, name: &str) -> Option<PathBuf> {
    let ours = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tree");
    let tree = std::env::var_os("SKIFCH_TREE").map_or_else(ours, PathBuf::from);
    let found = Some(tree.join("bin").join(name)).filter(|path| path.is_file());
    if found.is_none() {
        skip(test, &format!("no {name} in {}: `cargo xtask test --only tree`", tree.display()));
    }
    found
}

pub(crate) fn skip(test: &str, reason: &str) {
    // The harness may be in the middle of a line.
    say(&format!("\nSKIPPED: {test}: {reason}\n"));
}

/// Straight to stdout, where the test harness does not hold it back.
pub(crate) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(line.as_bytes());
    let _ = out.flush();
}

/// A folder of this test alone, removed with everything in it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skifch-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file for the test");
        path.to_string_lossy().into_owned()
    }

    /// A script that can be run. Another process puts it there: a file that this one writes is open
    /// in the children that its other threads start just then, and cannot be run (ETXTBSY).
    pub(crate) fn program(&self, name: &str, text: &str) -> String {
        let source = self.file(&format!("{name}.text"), text);
        let path = self.0.join(name);
        let mut install = Command::new("install");
        install.args(["-m", "755", &source]).arg(&path);
        assert!(install.status().expect("install(1)").success(), "{install:?}");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines
}

//! Runs another program with a time limit, leaving nothing behind.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt, parent_id};
use std::process::{Child, Command, Stdio, id};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_millis(500);

/// The output of a program.
#[derive(Debug)]
pub struct Output {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Whether it exited with code 0.
    pub success: bool,
}

/// A program in its own process group, which is ended when this is dropped. The program gets
/// SIGTERM when this process ends, however that happens; the kernel ties this to the starting
/// thread, so it must be started by a thread that lives as long as the process.
pub struct Group {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
    name: String,
}

impl Group {
    /// Starts `command`.
    ///
    /// # Errors
    /// When it cannot be started; names the program.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        end_with_us(command);
        let mut child = command
            .spawn()
            .map_err(|e| io::Error::new(e.kind(), format!("cannot start {name}: {e}")))?;
        let (out, err) = (collect(child.stdout.take()), collect(child.stderr.take()));
        Ok(Self { child, out, err, name })
    }

    /// Waits for the program to end, at most until `deadline`.
    ///
    /// # Errors
    /// When it had to be killed.
    pub fn finish(mut self, deadline: Instant) -> io::Result<Output> {
        let left = deadline.saturating_duration_since(Instant::now());
        // End-of-file on its output means that the whole group has ended, and waiting for it takes
        // no time on the cores being measured.
        let stdout = match self.out.recv_timeout(left) {
            Ok(text) => text,
            Err(RecvTimeoutError::Disconnected) => String::new(),
            Err(RecvTimeoutError::Timeout) => {
                let name = std::mem::take(&mut self.name);
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    format!("{name} did not end in time and was killed"),
                ));
            }
        };
        let stderr = self.err.recv_timeout(GRACE).unwrap_or_default();
        let success = self.wait_until(Instant::now() + GRACE);
        Ok(Output { stdout, stderr, success })
    }

    fn wait_until(&mut self, deadline: Instant) -> bool {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return false,
            }
        }
    }

    fn signal(&self, signal: libc::c_int) {
        // SAFETY: the group was made by us and its leader has not been waited for.
        unsafe { libc::kill(-(self.child.id() as libc::pid_t), signal) };
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        // Launchers clean up their ranks when asked to end, not when killed.
        self.signal(libc::SIGTERM);
        self.wait_until(Instant::now() + GRACE);
        if matches!(self.child.try_wait(), Ok(None)) {
            self.signal(libc::SIGKILL);
            // Cannot fail for a child that is ours and was killed.
            let _ = self.child.wait();
        }
    }
}

/// A separate process group receives no Ctrl-C, and nothing would kill it if this process were
/// killed. The signals that this process blocks, see [`crate::scratch`], are unblocked in the
/// program.
fn end_with_us(command: &mut Command) {
    let ours = id();
    let ask = move || {
        // SAFETY: numbers, and a set on this frame that sigemptyset initializes.
        unsafe {
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
        }
        // The parent may have ended before that.
        if parent_id() == ours { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
    };
    // SAFETY: system calls only; neither allocates nor takes a lock.
    unsafe { command.pre_exec(ask) };
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (text, collected) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // Output before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        // The receiver is gone if the program was given up.
        let _ = text.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    collected
}

/// Runs `command` to its end, at most for `limit`; returns its standard output.
///
/// # Errors
/// When it cannot be started, does not end in time, or fails; with its error output.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = Group::start(command)?.finish(Instant::now() + limit)?;
    if output.success {
        return Ok(output.stdout);
    }
    Err(io::Error::other(format!("{name} failed: {}", words_of(&output))))
}

/// The output of a failed program as one line for a message: the cause usually comes first.
pub fn words_of(output: &Output) -> String {
    let text = if output.stderr.trim().is_empty() { &output.stdout } else { &output.stderr };
    let says = |line: &&str| line.contains(char::is_alphabetic);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(says).take(3).collect();
    lines.join(" | ")
}

/// The full path of a program on `PATH`.
pub fn find_program(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_failure_are_reported() {
        let limit = Duration::from_secs(30);
        assert_eq!(run(Command::new("echo").arg("hello"), limit).expect("echo works"), "hello\n");
        let failed = run(Command::new("sh").args(["-c", "echo why >&2; exit 3"]), limit);
        assert!(failed.expect_err("exit code 3").to_string().ends_with("sh failed: why"));
        let missing = run(&mut Command::new("no-such-program"), limit).expect_err("there is none");
        assert!(missing.to_string().contains("cannot start no-such-program"), "{missing}");
    }

    #[test]
    fn what_does_not_end_is_killed_with_its_children() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$; sleep 1000 & sleep 1000"]);
        let start = Instant::now();
        let group = Group::start(&mut command).expect("sh can be started");
        let id = group.child.id();
        let late =
            group.finish(Instant::now() + Duration::from_millis(100)).expect_err("it sleeps");
        assert_eq!(late.kind(), io::ErrorKind::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(30));
        // SAFETY: signal 0 only asks; the group is gone once its last member is reaped by init.
        let gone = || unsafe { libc::kill(-(id as libc::pid_t), 0) } == -1;
        while !gone() {
            assert!(start.elapsed() < Duration::from_secs(30), "group {id} lives on");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

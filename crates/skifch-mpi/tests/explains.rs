//! Hangs that are explained by skifrun, and jobs that are only slow.

use skifch_tests::skifrun_for;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The test fails if a job prints nothing for this time.
const LIMIT: Duration = Duration::from_secs(120);

const RANK: &str = env!("CARGO_BIN_EXE_skifch-mpi-test-rank");

/// A job and its output.
struct Job {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Job {
    fn start(skifrun: &Path, ranks: u32, scenario: &str, words: &[&str]) -> Self {
        let mut command = Command::new(skifrun);
        command.args(["-n", &ranks.to_string()]).args(words).args([RANK, scenario, "1"]);
        command.env("SKIFCH_BACKEND", "shm").stdin(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("skifrun starts");
        let err = BufReader::new(child.stderr.take().expect("it is piped"));
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            err.lines().map_while(Result::ok).for_each(|line| {
                // The receiver is gone when the test is over.
                let _ = tell.send(line);
            });
        });
        Self { child, lines, said: Vec::new() }
    }

    /// Reads until a line contains these words; otherwise fails with the output so far.
    fn until(&mut self, words: &str) {
        self.until_one_of(&[words]);
    }

    /// [`until`](Self::until) for one of several texts.
    fn until_one_of(&mut self, words: &[&str]) {
        let end = Instant::now() + LIMIT;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("nobody said {words:?}: {:#?}", self.said)
            };
            self.said.push(line);
            let last = &self.said[self.said.len() - 1];
            if words.iter().any(|words| last.contains(words)) {
                return;
            }
        }
    }

    /// The complete output; the job must end successfully.
    fn finished(mut self) -> String {
        while let Ok(line) = self.lines.recv_timeout(LIMIT) {
            self.said.push(line);
        }
        let said = self.said.join("\n");
        assert!(self.child.wait().expect("our own child").success(), "{said}");
        said
    }

    fn text(&self) -> String {
        self.said.join("\n")
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        // On SIGTERM the launcher ends its ranks, which a finished test no longer needs.
        let pid = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        let _ = self.child.wait();
    }
}

/// A file that ends the ranks' computation when it is created.
struct End {
    file: PathBuf,
    setting: String,
}

impl End {
    fn new(scenario: &str) -> Self {
        let name = format!("skifch-explains-{}-{scenario}", std::process::id());
        let file = std::env::temp_dir().join(name);
        let setting = format!("SKIFCH_TEST_UNTIL={}", file.display());
        Self { file, setting }
    }

    /// The options for the launcher.
    fn words(&self) -> [&str; 4] {
        ["--explain-after", "0.7", "-x", &self.setting]
    }

    fn come(&self) {
        std::fs::write(&self.file, "").expect("the directory for temporary files is there");
    }
}

impl Drop for End {
    fn drop(&mut self) {
        // The file does not exist if the test failed earlier.
        let _ = std::fs::remove_file(&self.file);
    }
}

#[test]
fn two_that_only_receive_are_a_deadlock() {
    let Some(skifrun) = skifrun_for("two_that_only_receive_are_a_deadlock", RANK) else { return };
    let mut job = Job::start(&skifrun, 2, "receives", &["--explain-after", "1"]);
    job.until("deadlock:");
    let text = job.text();
    assert!(text.contains("deadlock: rank 0 waits for rank 1, which waits for rank 0"), "{text}");
    assert!(text.contains("is waiting in MPI_Recv"), "{text}");
    assert!(text.contains("receives 8 bytes from rank 1, tag 5, MPI_COMM_WORLD: posted"), "{text}");
    assert!(
        text.contains("unexpected: 8 bytes from rank 0, tag 9, MPI_COMM_WORLD, here"),
        "{text}"
    );
}

#[test]
fn a_ring_of_long_sends_is_a_deadlock() {
    let Some(skifrun) = skifrun_for("a_ring_of_long_sends_is_a_deadlock", RANK) else { return };
    let mut job = Job::start(&skifrun, 3, "sends", &["--explain-after", "1"]);
    job.until("deadlock:");
    let text = job.text();
    let way = "rank 0 waits for rank 1, which waits for rank 2, which waits for rank 0";
    assert!(text.contains(way), "{text}");
    assert!(text.contains("is waiting in MPI_Send"), "{text}");
    assert!(text.contains("sends 67108864 bytes to rank 1, tag 7, MPI_COMM_WORLD"), "{text}");
    assert!(text.contains("unexpected: 67108864 bytes from rank 2, tag 7"), "{text}");
}

#[test]
fn who_asks_again_and_again_says_for_what() {
    let Some(skifrun) = skifrun_for("who_asks_again_and_again_says_for_what", RANK) else { return };
    let mut job = Job::start(&skifrun, 2, "asks", &["--explain-after", "1"]);
    job.until("possibly deadlock: rank 0 waits for rank 1, which waits for rank 0");
    let text = job.text();
    assert!(text.contains(") is polling in "), "{text}");
    assert!(text.contains("receives 8 bytes from rank 1, tag 5, MPI_COMM_WORLD: posted"), "{text}");
    assert!(!text.contains("computing"), "{text}");
}

#[test]
fn who_asks_before_it_waits_is_a_deadlock() {
    let Some(skifrun) = skifrun_for("who_asks_before_it_waits_is_a_deadlock", RANK) else { return };
    let mut job = Job::start(&skifrun, 2, "asks-first", &["--explain-after", "1"]);
    job.until("deadlock:");
    let text = job.text();
    assert!(text.contains("skifrun: deadlock: rank 0 waits for rank 1"), "{text}");
    assert!(!text.contains("polling"), "{text}");
}

/// Explained on request while it hangs: ranks without a handler for SIGUSR1 survive.
#[test]
fn a_job_is_explained_when_somebody_asks() {
    let Some(skifrun) = skifrun_for("a_job_is_explained_when_somebody_asks", RANK) else { return };
    let mut job = Job::start(&skifrun, 2, "receives", &[]);
    let pid = job.child.id().to_string();
    let end = Instant::now() + LIMIT;
    // The request is repeated until the ranks have started and have waited long enough to be
    // reported.
    while !job.text().contains("deadlock:") {
        assert!(Instant::now() < end, "{}", job.text());
        let asked = Command::new(&skifrun).args(["--explain", &pid]).status();
        assert!(asked.expect("skifrun starts").success());
        while let Ok(line) = job.lines.recv_timeout(Duration::from_millis(500)) {
            job.said.push(line);
        }
    }
    job.said.clear();
    let asked = Command::new("kill").args(["-USR1", &pid]).status();
    assert!(asked.expect("kill starts").success());
    job.until("deadlock:");
    assert!(job.child.try_wait().expect("our own child").is_none(), "{}", job.text());
}

#[test]
fn a_rank_that_computes_is_no_deadlock() {
    let Some(skifrun) = skifrun_for("a_rank_that_computes_is_no_deadlock", RANK) else { return };
    let end = End::new("computes");
    let mut job = Job::start(&skifrun, 3, "computes", &end.words());
    job.until("no progress for 0.7 s");
    job.until("in a collective call, MPI_COMM_WORLD");
    job.until("is not waiting in MPI");
    end.come();
    let text = job.finished();
    assert!(!text.contains("deadlock") && !text.contains("stuck"), "{text}");
}

#[test]
fn waiting_long_for_a_slow_rank_is_no_deadlock() {
    let Some(skifrun) = skifrun_for("waiting_long_for_a_slow_rank_is_no_deadlock", RANK) else {
        return;
    };
    let end = End::new("late");
    let mut job = Job::start(&skifrun, 4, "late", &end.words());
    job.until("receives 8 bytes from rank 3, tag 3");
    end.come();
    let text = job.finished();
    assert!(!text.contains("deadlock") && !text.contains("stuck"), "{text}");
}

/// A launch command that starts an agent on this machine, whatever the host name. The script is
/// written by another process, so that no child of this one holds it open.
fn launch_agent(folder: &Path) -> PathBuf {
    let script = folder.join("launch");
    let words = "#!/bin/sh\nshift\nexec env -u SKIFCH_JOB setsid --wait \"$@\"\n";
    let mut install = Command::new("sh");
    install.args(["-c", "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"", "sh", words]).arg(&script);
    assert!(install.status().expect("sh starts").success());
    script
}

/// Ranks on several pretended hosts: the agents report what they wait for.
#[test]
fn a_deadlock_over_hosts_is_seen() {
    let test = "a_deadlock_over_hosts_is_seen";
    let Some(skifrun) = skifrun_for(test, RANK) else { return };
    let folder = std::env::temp_dir().join(format!("skifch-explains-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let agent = launch_agent(&folder);
    let agent = agent.to_str().expect("a plain path");
    let words = ["--launch-agent", agent, "-H", "a,b", "-genv", "SKIFCH_BACKEND=udp"];
    let words = [&words[..], &["--explain-after", "1"]].concat();
    let mut job = Job::start(&skifrun, 2, "receives", &words);
    job.until_one_of(&["deadlock:", "only the loopback is up"]);
    let text = job.text();
    drop(job);
    let _ = std::fs::remove_dir_all(&folder);
    if text.contains("only the loopback is up") {
        println!("SKIPPED: {test}: this machine has no address but the loopback");
        return;
    }
    assert!(text.contains("deadlock: rank 0 waits for rank 1, which waits for rank 0"), "{text}");
    for (rank, host) in [(0, "a"), (1, "b")] {
        assert!(text.contains(&format!("rank {rank} (host {host}, pid ")), "{text}");
    }
    assert!(text.contains("receives 8 bytes from rank 1, tag 5, MPI_COMM_WORLD: posted"), "{text}");
}

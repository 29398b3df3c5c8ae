//! Starts ranks, each served by a PMI-1 server thread.

mod again;

use crate::over;
use crate::watch::kill;
use again::Said;
use skifch_boot::server::{Action, Server};
use skifch_chance::is_long;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// A line of output: the rank and the text.
pub type Line = (usize, String);

/// The name of the job.
const JOB: &str = "test";

/// A job. Ranks that still run are killed on drop.
pub struct Job {
    ranks: Vec<Child>,
    /// What the ranks have sent to their PMI server.
    said: Arc<Said>,
    /// Sender for output lines; gone when no rank writes any more.
    say: Weak<Sender<Line>>,
    lines: Receiver<Line>,
    kept: Vec<Line>,
}

struct Pmi {
    server: Server,
    ends: Vec<UnixStream>,
}

impl Pmi {
    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                // A rank that has ended reads no reply.
                Action::Reply { rank, text } => {
                    let _ = self.ends[rank as usize].write_all(text.as_bytes());
                }
                other => eprintln!("launcher of a test: {other:?}"),
            }
        }
    }
}

/// How many seconds to wait for a line of a rank. A kernel refuses about one datagram a second for
/// all dead ranks of its host, those of tests beside this one included; the last of them may be
/// noticed only by its silence, after half a minute.
fn line_limit_s() -> u64 {
    match over::hosts() {
        _ if is_long() => 400,
        Some(_) => 60,
        None => 20,
    }
}

impl Job {
    /// Starts `size` ranks of `program`, each with the arguments that `words` returns for it.
    ///
    /// # Panics
    /// If a process cannot be started.
    pub fn start(program: &str, size: usize, words: impl Fn(usize) -> Vec<String>) -> Self {
        Self::start_with(size, |rank| {
            let mut command = Command::new(program);
            command.args(words(rank));
            command
        })
    }

    /// Starts `size` ranks, each with the command that `command` returns for it.
    ///
    /// # Panics
    /// If a process cannot be started.
    pub fn start_with(size: usize, command: impl Fn(usize) -> Command) -> Self {
        let pairs: Vec<_> =
            (0..size).map(|_| UnixStream::pair().expect("a pair of sockets")).collect();
        let (ends, theirs): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let copies: Vec<_> = ends.iter().map(|end| end.try_clone().expect("a copy")).collect();
        let server = Server::new(JOB, vec![0; size]);
        let pmi = Arc::new(Mutex::new(Pmi { server, ends: copies }));
        let said = Arc::new(Mutex::new(vec![Vec::new(); size]));
        for (rank, end) in (0..).zip(ends) {
            let (pmi, said) = (pmi.clone(), said.clone());
            std::thread::spawn(move || serve(rank, end, &pmi, &said));
        }
        let (say, lines) = channel();
        let say = Arc::new(say);
        let start = |(rank, end): (usize, &UnixStream)| {
            let mut child = spawn(command(rank), rank, size, end);
            read_lines(&mut child, rank, say.clone());
            child
        };
        let ranks = theirs.iter().enumerate().map(start).collect();
        Self { ranks, said, say: Arc::downgrade(&say), lines, kept: Vec::new() }
    }

    /// Starts a rank again after its process has ended, while others continue.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start_again(&mut self, rank: usize, command: Command) {
        self.wait(rank);
        let (end, theirs) = UnixStream::pair().expect("a pair of sockets");
        let said = self.said.clone();
        std::thread::spawn(move || again::serve(&said, rank as u32, end));
        let mut child = spawn(command, rank, self.size(), &theirs);
        read_lines(&mut child, rank, self.say.upgrade().expect("another rank that runs"));
        self.ranks[rank] = child;
    }

    /// The number of ranks.
    pub fn size(&self) -> usize {
        self.ranks.len()
    }

    /// The process ID of a rank.
    pub fn pid(&self, rank: usize) -> u32 {
        self.ranks[rank].id()
    }

    /// Sends a signal to a rank.
    pub fn kill(&self, rank: usize, signal: i32) {
        kill(self.pid(rank), signal);
    }

    /// The rest of the next line of `rank` that begins with `start`.
    ///
    /// # Panics
    /// After [`line_limit_s`], with the output so far.
    pub fn line(&mut self, rank: usize, start: &str) -> String {
        let limit_s = line_limit_s();
        let end = Instant::now() + Duration::from_secs(limit_s);
        loop {
            let wanted = |(from, line): &Line| *from == rank && line.starts_with(start);
            if let Some(at) = self.kept.iter().position(wanted) {
                let (_, line) = self.kept.remove(at);
                return line[start.len()..].trim().to_owned();
            }
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => self.kept.push(line),
                Err(RecvTimeoutError::Timeout) => {
                    panic!("rank {rank} did not say {start:?} in {limit_s} s, but: {:?}", self.kept)
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("all ranks ended and {rank} did not say {start:?}, but: {:?}", self.kept)
                }
            }
        }
    }

    /// Waits until a rank has ended.
    ///
    /// # Panics
    /// After 20 seconds.
    pub fn wait(&mut self, rank: usize) -> ExitStatus {
        let child = &mut self.ranks[rank];
        crate::wait_until(&format!("the end of rank {rank}"), || {
            child.try_wait().expect("our child")
        })
    }

    /// Waits for ranks that should exit successfully.
    ///
    /// # Panics
    /// If one of them fails.
    pub fn expect_success(&mut self, ranks: impl IntoIterator<Item = usize>) {
        for rank in ranks {
            let status = self.wait(rank);
            self.kept.extend(self.lines.try_iter());
            assert!(status.success(), "rank {rank}: {status}; said: {:?}", self.kept);
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        for rank in &mut self.ranks {
            let _ = rank.kill();
            let _ = rank.wait();
        }
    }
}

fn read_lines(child: &mut Child, rank: usize, say: Arc<Sender<Line>>) {
    let out = child.stdout.take().expect("a pipe");
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            let _ = say.send((rank, line));
        }
    });
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(mut command: Command, rank: usize, size: usize, end: &UnixStream) -> Child {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let is_foreign = ["PMI_", "PMIX_", "OMPI_", "SLURM_"].iter().any(|p| name.starts_with(p));
        let is_set = command.get_envs().any(|(own, value)| own == name.as_str() && value.is_some());
        if is_foreign || (is_ours(&name) && !is_set) {
            command.env_remove(name);
        }
    }
    let named = command.get_envs().any(|(name, value)| name == "SKIFCH_BACKEND" && value.is_some());
    if let Some(backend) = over::backend().filter(|_| !named) {
        command.env("SKIFCH_BACKEND", backend);
    }
    if let Some(lab) = over::hosts().filter(|_| !named) {
        lab.host_of(rank, size).move_there(&mut command);
    }
    let fd = end.as_raw_fd();
    command.env("PMI_FD", fd.to_string()).env("PMI_RANK", rank.to_string());
    command.env("PMI_SIZE", size.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    // SAFETY: only system calls between fork and exec. The death of the launcher ends its ranks.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            match libc::fcntl(fd, libc::F_SETFD, 0) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    command.spawn().unwrap_or_else(|error| panic!("starting {command:?}: {error}"))
}

/// Settings of the library, which the test itself decides.
fn is_ours(name: &str) -> bool {
    name.starts_with("SKIFCH_") && !name.starts_with("SKIFCH_TEST_")
}

fn serve(rank: u32, mut end: UnixStream, pmi: &Mutex<Pmi>, said: &Said) {
    let mut bytes = [0; 4096];
    loop {
        let got = end.read(&mut bytes).unwrap_or(0);
        again::note(said, rank, &bytes[..got]);
        let mut pmi = lock(pmi);
        let actions = match got {
            0 => pmi.server.gone(rank),
            _ => pmi.server.feed(rank, &bytes[..got]),
        };
        pmi.act(actions);
        if got == 0 {
            return;
        }
    }
}

//! Building C programs against the installed tree and running them as jobs.

#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_tests::over;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than any program here runs, also under valgrind on a busy machine. The programs have a
/// shorter watchdog of their own.
const LIMIT: Duration = Duration::from_secs(240);

/// Sizes of the jobs that programs run as.
pub(crate) const RANKS: &[u32] = &[1, 2, 4];
/// Of the slower ways.
pub(crate) const PAIR: u32 = 2;

pub(crate) const CHECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c");
pub(crate) const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/c");
pub(crate) const STRICT: &[&str] =
    &["-std=gnu99", "-g", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror"];

/// The installed tree; `None`, with words, where nobody has made one. `cargo xtask test` makes one
/// and says where, and then it must be there.
pub(crate) fn tree(test: &str) -> Option<PathBuf> {
    if let Some(given) = std::env::var_os("SKIFCH_TREE") {
        let given = PathBuf::from(given);
        assert!(given.join("lib/libskifch.so.1").exists(), "no tree in {}", given.display());
        return Some(given);
    }
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tree");
    if made.join("lib/libskifch.so.1").exists() {
        return Some(made.canonicalize().unwrap());
    }
    println!("SKIPPED: {test}: there is no installed tree: `cargo xtask test` makes one");
    None
}

/// Whether a program is here; says so when it is not.
pub(crate) fn has(test: &str, program: &str) -> bool {
    let is_here = Command::new(program).arg("--version").output().is_ok();
    if !is_here {
        println!("SKIPPED: {test}: {program} is not installed");
    }
    is_here
}

/// A folder for what a test builds, with the tree that it uses.
pub(crate) struct Build {
    pub(crate) tree: PathBuf,
    pub(crate) dir: TempDir,
}

impl Build {
    pub(crate) fn new(tree: PathBuf) -> Self {
        Self { tree, dir: TempDir::new().unwrap() }
    }

    /// What pkg-config says, as words.
    pub(crate) fn pkg_config(&self, args: &[&str]) -> Vec<String> {
        let mut pkg_config = Command::new("pkg-config");
        pkg_config.args(args).arg("skifch");
        pkg_config.env("PKG_CONFIG_PATH", self.tree.join("lib/pkgconfig"));
        let words = String::from_utf8(run(&mut pkg_config).stdout).unwrap();
        words.split_whitespace().map(str::to_owned).collect()
    }

    /// What links the static library instead.
    pub(crate) fn static_flags(&self) -> Vec<String> {
        let mut link = self.pkg_config(&["--cflags"]);
        link.push(self.tree.join("lib/libskifch.a").display().to_string());
        let private = self.pkg_config(&["--libs", "--static"]);
        link.extend(
            private.into_iter().filter(|word| word.starts_with("-l") && word != "-lskifch"),
        );
        link
    }

    /// Compiles one source file into a program.
    pub(crate) fn compile(&self, source: &Path, compiler: &[&str], link: &[String]) -> PathBuf {
        let name = source.file_stem().unwrap();
        let program = self.dir.path().join(name);
        let mut cc = Command::new(compiler[0]);
        cc.args(&compiler[1..]).arg(source).arg("-o").arg(&program).args(link);
        run(&mut cc);
        program
    }

    /// Compiles a program of `tests/c` against the shared library as a user does.
    pub(crate) fn check(&self, name: &str, extra: &[&str]) -> PathBuf {
        let compiler = [&["cc"], STRICT, extra].concat();
        let flags = self.pkg_config(&["--cflags", "--libs"]);
        let source = Path::new(CHECKS).join(name).with_extension("c");
        self.compile(&source, &compiler, &flags)
    }

    /// A job of `ranks` with no environment but `PATH`: `skifrun -n N` before the words given, over
    /// the network that the tests are run over.
    pub(crate) fn job(&self, ranks: u32, words: &[&str]) -> Command {
        let mut skifrun = over::skifrun(&self.tree.join("bin/skifrun"), ranks);
        skifrun.args(["--timeout", "200"]).args(words);
        skifrun.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        skifrun
    }
}

/// Runs it to its end and gives its output, which is shown when it fails. Lines that say that
/// something was skipped are passed on.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = finish(command);
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    for line in out.lines().filter(|line| line.starts_with("SKIPPED: ")) {
        println!("{line}");
    }
    output
}

/// Runs the example as a job: every rank is greeted by another, and nobody complains.
pub(crate) fn greets(job: &mut Command, ranks: u32) {
    let output = run(job);
    let mut lines: Vec<_> = std::str::from_utf8(&output.stdout).unwrap().lines().collect();
    lines.sort_unstable();
    let expected: Vec<_> = (0..ranks).map(|rank| format!("rank {rank}: hello")).collect();
    assert_eq!(lines, expected, "{job:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{job:?}");
}

/// Runs it to its end, whatever that is; kills it, with words, when its time is over.
pub(crate) fn finish(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|cause| panic!("{command:?}: {cause}"));
    let pid = child.id();
    let (sender, receiver) = std::sync::mpsc::channel();
    let stdout = child.stdout.take().unwrap();
    let stderr = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let err = std::thread::spawn(move || std::io::read_to_string(stderr));
        let out = std::io::read_to_string(stdout);
        let both = (out.unwrap_or_default(), err.join().unwrap().unwrap_or_default());
        // The receiver is gone when the time is over.
        let _ = sender.send(both);
    });
    let begin = Instant::now();
    let Ok((out, err)) = receiver.recv_timeout(LIMIT) else {
        child.kill().unwrap();
        child.wait().unwrap();
        panic!("{command:?} (process {pid}) hangs: killed after {:?}", begin.elapsed());
    };
    reader.join().unwrap();
    let status = child.wait().unwrap();
    Output { status, stdout: out.into_bytes(), stderr: err.into_bytes() }
}

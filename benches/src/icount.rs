//! Counts the instructions per message of the C interface, of MPI and of the datagram protocol,
//! and compares them with the recorded counts.
//!
//! The programs `icount/icount.c`, `icount/mpi.c` and `proto_calls.rs` run under callgrind with N
//! and with 2N messages; the difference divided by N excludes start-up and the creation of the
//! lane.

#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/icount");

/// N: many laps of the ring, so that wrap-around and credit returns are counted in proportion.
const MESSAGES: u64 = 20_000;
const SIZES: [u64; 3] = [8, 64, 1024];

/// The layer whose calls are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Channel,
    /// Two ranks: one sends, the other receives.
    Mpi,
    Proto,
}

/// What is counted: the program's arguments and the functions.
struct Way {
    name: &'static str,
    of: Of,
    word: &'static str,
    calls: &'static [&'static str],
    /// Bytes of a message or datagram; 0 for a poll that finds nothing.
    sizes: &'static [u64],
}

impl Way {
    const fn c(name: &'static str, calls: &'static [&'static str], sizes: &'static [u64]) -> Self {
        Self { name, of: Of::Channel, word: "", calls, sizes }
    }

    /// The profiling (PMPI) aliases have the same addresses, so callgrind may use either name;
    /// hence the `*` in `calls`.
    const fn mpi(
        name: &'static str,
        word: &'static str,
        calls: &'static [&'static str],
        sizes: &'static [u64],
    ) -> Self {
        Self { name, of: Of::Mpi, word, calls, sizes }
    }

    const fn proto(
        name: &'static str,
        word: &'static str,
        calls: &'static [&'static str],
        sizes: &'static [u64],
    ) -> Self {
        Self { name, of: Of::Proto, word, calls, sizes }
    }
}

/// From the arrival of a datagram to its reply: part of the latency that both sides see.
const ANSWER: [&str; 4] =
    ["*datagram_counted*", "*receive_counted*", "*append_counted*", "*transmit_counted*"];

const WAYS: [Way; 17] = [
    Way::c("send", &["SkifCh_Send"], &SIZES),
    Way::c("receive", &["SkifCh_Recv", "SkifCh_RecvComp"], &SIZES),
    Way::c("poll", &["SkifCh_Recv"], &[0]),
    Way::mpi("mpi-send", "messages", &["*MPI_Send"], &SIZES),
    Way::mpi("mpi-receive", "messages", &["*MPI_Recv"], &SIZES),
    Way::mpi("mpi-isend", "windows", &["*MPI_Isend"], &[8]),
    Way::mpi("mpi-irecv", "windows", &["*MPI_Irecv"], &[8]),
    // Of both ranks: the messages arrive in this call.
    Way::mpi("mpi-waitall", "windows", &["*MPI_Waitall"], &[8]),
    // The messages arrive before they are asked for.
    Way::mpi("mpi-irecv-stream", "stream", &["*MPI_Irecv"], &[8]),
    Way::mpi("mpi-waitall-stream", "stream", &["*MPI_Waitall"], &[8]),
    Way::proto("proto-append", "messages", &["*append_counted*"], &[8, 64]),
    Way::proto("proto-receive", "messages", &["*receive_counted*"], &[8]),
    Way::proto("proto-transmit", "datagrams", &["*transmit_counted*"], &[1400]),
    Way::proto("proto-datagram", "datagrams", &["*datagram_counted*"], &[1400]),
    Way::proto("proto-answer", "exchange", &ANSWER, &[8]),
    Way::proto("proto-after", "exchange", &["*after_counted*"], &[8]),
    // Three calls that find nothing, with a thousand connections that have a deadline each.
    Way::proto("proto-poll", "watched", &["*idle_counted*"], &[0]),
];

/// Allowed relative deviation from the expected count: compilers differ a little.
const TOLERANCE: f64 = 0.15;

/// Instructions per message.
#[derive(Clone, Debug, PartialEq)]
struct Count {
    way: String,
    bytes: u64,
    instructions: f64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => checked(),
        ["--bless"] => blessed(),
        _ => Err("usage: icount [--bless: write expected.txt anew]".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("icount: {text}");
            ExitCode::FAILURE
        }
    }
}

fn checked() -> Result<(), String> {
    let path = Path::new(FOLDER).join("expected.txt");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let expected = parse(&text)?;
    let Some(counts) = count_all()? else { return Ok(()) };
    let mut faults = 0;
    println!("{:14} {:>6} {:>8} {:>8}", "calls", "bytes", "expected", "counted");
    for count in &counts {
        let same = |other: &&Count| other.way == count.way && other.bytes == count.bytes;
        let before = expected.iter().find(same).map_or(f64::NAN, |count| count.instructions);
        let is_near = is_near(before, count.instructions);
        faults += usize::from(!is_near);
        let Count { way, bytes, instructions } = count;
        let word = if is_near { "" } else { "  too far" };
        println!("{way:14} {bytes:>6} {before:>8.1} {instructions:>8.1}{word}");
    }
    match faults {
        0 => Ok(()),
        n => Err(format!(
            "{n} counts are more than {:.0} % away from {}; if that is meant: --bless",
            100.0 * TOLERANCE,
            path.display()
        )),
    }
}

fn blessed() -> Result<(), String> {
    let Some(counts) = count_all()? else { return Ok(()) };
    let head = "# Instructions of a message, x86_64: calls, bytes, instructions.\n".to_owned();
    let text = counts.iter().fold(head, |text, Count { way, bytes, instructions }| {
        text + &format!("{way} {bytes} {instructions:.1}\n")
    });
    let path = Path::new(FOLDER).join("expected.txt");
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Whether a count is near the expected one. NaN, for an unknown count, is not.
fn is_near(expected: f64, counted: f64) -> bool {
    (counted - expected).abs() <= TOLERANCE * expected
}

fn parse(text: &str) -> Result<Vec<Count>, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| parse_line(line).ok_or_else(|| format!("expected.txt: {line:?}"))).collect()
}

fn parse_line(line: &str) -> Option<Count> {
    let mut words = line.split_whitespace();
    let way = words.next()?.to_owned();
    let bytes = words.next()?.parse().ok()?;
    let instructions = words.next()?.parse().ok()?;
    Some(Count { way, bytes, instructions })
}

/// All counts; `None`, with the reason printed, if they cannot be taken here.
fn count_all() -> Result<Option<Vec<Count>>, String> {
    let tree = std::env::var_os("SKIFCH_TREE").map_or_else(made_tree, PathBuf::from);
    if let Some(reason) = obstacle(&tree) {
        println!("SKIPPED: icount: {reason}");
        return Ok(None);
    }
    let dir = tempfile::tempdir().map_err(|e| format!("a folder for the program: {e}"))?;
    let channel = compile(&tree, dir.path(), "icount", "skifch")?;
    let mpi = compile(&tree, dir.path(), "mpi", "mpi_abi")?;
    let proto = std::env::var_os("SKIFCH_PROTO_CALLS").map_or_else(made_proto, PathBuf::from);
    let mut counts = Vec::new();
    for way in &WAYS {
        for &bytes in way.sizes {
            let count = |messages| match way.of {
                Of::Channel => instructions(&channel, way, bytes, messages),
                Of::Proto => instructions(&proto, way, bytes, messages),
                Of::Mpi => mpi_instructions(&tree, &mpi, way, bytes, messages),
            };
            let (once, twice) = (count(MESSAGES)?, count(2 * MESSAGES)?);
            let more = twice.checked_sub(once).filter(|&more| more > 0);
            let name = way.name.to_owned();
            let more = more.ok_or_else(|| format!("{name}: {once}, then {twice} instructions"))?;
            let instructions = more as f64 / MESSAGES as f64;
            counts.push(Count { way: name, bytes, instructions });
        }
    }
    Ok(Some(counts))
}

/// Output path of `cargo build --release -p skifch-benches --bin proto-calls`.
fn made_proto() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/proto-calls")
}

fn made_tree() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tree")
}

fn obstacle(tree: &Path) -> Option<String> {
    if !cfg!(target_arch = "x86_64") {
        return Some("what is expected is known for x86_64 only".to_owned());
    }
    let needed = ["lib/libskifch.so.1", "lib/libmpi_abi.so.1", "bin/skifrun"];
    if needed.iter().any(|name| !tree.join(name).exists()) {
        return Some("there is no installed tree: `cargo xtask test` makes one".to_owned());
    }
    let is_absent = |program: &&str| Command::new(program).arg("--version").output().is_err();
    let absent = ["cc", "valgrind"].into_iter().find(is_absent)?;
    Some(format!("{absent} is not installed"))
}

/// Compiles a program of the folder against one of the libraries of the tree.
fn compile(tree: &Path, dir: &Path, name: &str, library: &str) -> Result<PathBuf, String> {
    let (program, lib) = (dir.join(name), tree.join("lib"));
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror"]);
    cc.arg("-I").arg(tree.join("include")).arg(Path::new(FOLDER).join(name).with_extension("c"));
    cc.arg("-o").arg(&program).arg("-L").arg(&lib).arg(format!("-l{library}"));
    cc.arg(format!("-Wl,-rpath,{}", lib.display()));
    output(&mut cc).map(|_| program)
}

/// Instructions inside the calls of `way` in a run that passes `count` messages of `bytes` bytes.
fn instructions(program: &Path, way: &Way, bytes: u64, count: u64) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(callgrind(way)).arg(program).args((!way.word.is_empty()).then_some(way.word));
    valgrind.args([bytes.to_string(), count.to_string()]);
    valgrind.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let said = output(valgrind.env("SKIFCH_BACKEND", "shm"))?;
    collected(&said).ok_or_else(|| format!("no count in what valgrind says:\n{said}"))
}

/// The same for a job of two ranks, of which one makes the calls.
fn mpi_instructions(
    tree: &Path,
    program: &Path,
    way: &Way,
    bytes: u64,
    count: u64,
) -> Result<u64, String> {
    let turns = program.with_file_name("turns");
    let _ = std::fs::remove_file(&turns);
    let mut job = Command::new(tree.join("bin/skifrun"));
    job.args(["-n", "2", "--timeout", "300", "valgrind"]).args(callgrind(way)).arg(program);
    job.arg(&turns).arg(way.word).args([bytes.to_string(), count.to_string()]);
    job.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let said = output(job.env("SKIFCH_BACKEND", "shm"))?;
    collected(&said).ok_or_else(|| format!("no count in what valgrind says:\n{said}"))
}

fn callgrind(way: &Way) -> Vec<String> {
    let calls = way.calls.iter().map(|call| format!("--toggle-collect={call}"));
    let tool = ["--tool=callgrind", "--callgrind-out-file=/dev/null"].map(str::to_owned);
    tool.into_iter().chain(calls).collect()
}

/// The sum of the numbers in lines like `==1== Collected : 12345`.
fn collected(said: &str) -> Option<u64> {
    let lines = said.lines().filter(|line| line.contains(" Collected : "));
    let numbers = lines.map(|line| line.rsplit(" : ").next()?.trim().parse::<u64>().ok());
    numbers.reduce(|sum, number| Some(sum? + number?))?
}

/// The standard error output of a program; an error if the program fails.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        Ok(said)
    } else {
        Err(format!("{command:?}: {}\n{said}", output.status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expected_is_there_for_every_way_and_size() {
        let text = std::fs::read_to_string(Path::new(FOLDER).join("expected.txt"));
        let expected = parse(&text.expect("it is part of the sources")).expect("it is sound");
        let known: Vec<_> =
            expected.iter().map(|count| (count.way.as_str(), count.bytes)).collect();
        let wanted = WAYS.iter().flat_map(|way| way.sizes.iter().map(|&n| (way.name, n)));
        let wanted: Vec<_> = wanted.collect();
        assert_eq!(known, wanted);
        assert!(parse("send 8\n").is_err() && parse("send 8 x\n").is_err());
    }

    #[test]
    fn counts_are_near_or_far() {
        assert!(is_near(100.0, 115.0) && is_near(100.0, 85.0));
        assert!(!is_near(100.0, 116.0) && !is_near(100.0, 84.0) && !is_near(f64::NAN, 1.0));
    }

    #[test]
    fn the_count_is_found_in_what_valgrind_says() {
        assert_eq!(collected("==7== \n==7== Events    : Ir\n==7== Collected : 1234\n"), Some(1234));
        assert_eq!(collected("==7== Collected : 5\n==8== Collected : 0\n"), Some(5));
        assert_eq!(collected("==7== Collected : \n"), None);
        assert_eq!(collected(""), None);
    }
}
